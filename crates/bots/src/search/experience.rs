//! What the playouts of a decision teach each other: how much better or worse a move turned out than the net thought.

use crate::judge::{Scores, margin};
use crate::turn::Move;
use rules::{MAX_SEATS, Seat, TileKind};
use std::collections::HashMap;

/// How much of what comes a turn later counts for a move.
const FADE: f32 = 0.5;

/// What was seen of moves, whenever and in whichever playout somebody made them: moves that stay possible from turn to turn are
/// met again and again. What a draw was worth is luck and taken off.
pub(crate) struct Experience {
    /// How many times a move has to be met to be believed by half.
    doubt: f32,
    moves: HashMap<(Seat, Move), Sum>,
    draws: HashMap<(Seat, TileKind), [Sum; MAX_SEATS]>,
}

#[derive(Clone, Copy, Default)]
struct Sum {
    sum: f32,
    count: f32,
}

/// One turn of a playout.
pub(crate) struct Step {
    pub(crate) seat: Seat,
    /// What was drawn for it.
    pub(crate) drawn: Option<TileKind>,
    pub(crate) chosen: Move,
    /// What the net expected after it.
    pub(crate) scores: Scores,
}

impl Sum {
    fn add(&mut self, value: f32) {
        self.sum += value;
        self.count += 1.0;
    }

    /// How far a value is from the mean of those before it; the first one is as usual as any.
    fn tell_apart(&mut self, value: f32) -> f32 {
        let mean = if self.count > 0.0 { self.sum / self.count } else { value };
        self.add(value);
        value - mean
    }
}

impl Experience {
    pub(crate) fn new(doubt: usize) -> Experience {
        Experience { doubt: doubt as f32, moves: HashMap::new(), draws: HashMap::new() }
    }

    /// How much better a move is than the net thinks, as far as is known.
    pub(crate) fn hint(&self, seat: Seat, chosen: &Move) -> f32 {
        self.moves.get(&(seat, *chosen)).map_or(0.0, |known| known.sum / (known.count + self.doubt))
    }

    /// Takes in the turns of a playout.
    pub(crate) fn learn(&mut self, path: &[Step], players: u8) {
        // How much what is expected changes after a turn without luck, later turns counting less and less.
        let mut ahead = [0.0; MAX_SEATS];
        for (step, next) in path.iter().zip(path.iter().skip(1)).rev() {
            let mut usual = next.drawn.map(|tile| self.draws.entry((next.seat, tile)).or_default());
            for seat in Seat::of(players) {
                let mut change = next.scores[seat.index()] - step.scores[seat.index()];
                if let Some(usual) = &mut usual {
                    change = usual[seat.index()].tell_apart(change);
                }
                ahead[seat.index()] = change + FADE * ahead[seat.index()];
            }
            self.moves.entry((step.seat, step.chosen)).or_default().add(margin(&ahead, step.seat, players));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Action;

    fn seat(number: usize) -> Seat {
        Seat::ALL[number]
    }

    fn tile(number: usize) -> TileKind {
        TileKind::all().nth(number).expect("there are so many")
    }

    fn pass(then: Option<Action>) -> Move {
        Move { first: Action::Pass, then }
    }

    fn step(who: usize, drawn: usize, chosen: Move, lead: f32) -> Step {
        let mut scores = [0.0; MAX_SEATS];
        scores[0] = lead;
        Step { seat: seat(who), drawn: Some(tile(drawn)), chosen, scores }
    }

    #[test]
    fn what_came_of_a_move_is_believed_the_more_often_it_is_seen() {
        let (good, other) = (pass(None), pass(Some(Action::Pass)));
        let mut experience = Experience::new(4);
        assert_eq!(experience.hint(seat(0), &good), 0.0, "nothing is known");
        let mut before = 0.0;
        for round in 0..4 {
            // The second player draws the same tile after both; what comes is 6 points better after the good one.
            experience.learn(&[step(0, 1, good, 10.0), step(1, 2, other, 13.0)], 2);
            experience.learn(&[step(0, 1, other, 10.0), step(1, 2, other, 7.0)], 2);
            let hint = experience.hint(seat(0), &good);
            // The first one seems as usual as any.
            assert!(round == 0 || hint > before, "{hint}");
            assert!(experience.hint(seat(0), &other) < 0.0);
            before = hint;
        }
        assert!(before < 6.0);
        assert_eq!(experience.hint(seat(1), &good), 0.0, "another player's move is another move");
    }

    #[test]
    fn luck_is_not_the_merit_of_a_move() {
        let chosen = pass(None);
        let mut experience = Experience::new(0);
        // One tile is always worth 9 points to the second player, the other one nothing.
        for _ in 0..5 {
            experience.learn(&[step(0, 1, chosen, 10.0), step(1, 2, chosen, 1.0)], 2);
            experience.learn(&[step(0, 1, chosen, 10.0), step(1, 3, chosen, 10.0)], 2);
        }
        assert!(experience.hint(seat(0), &chosen).abs() < 1e-3);
    }
}
