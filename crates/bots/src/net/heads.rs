//! What a net says beside the expected score: where the points still to come are from, and how sure the result is. Heads
//! read what both layers have worked out and the dense inputs; the search does not wait for them.

use super::{DENSE, HIDDEN, Reader, WIDTH};
use crate::takings::{SOURCES, sources};
use rules::GameId;

/// What heads answer in: so many parts of a point, or of one.
const PARTS: f32 = 16384.0;

/// One answer.
struct Head {
    first: [i16; WIDTH],
    hidden: [i16; HIDDEN],
    dense: [i16; DENSE],
    bias: i32,
}

/// All answers of a net.
pub(super) struct Heads {
    sources: Vec<Head>,
    doubt: Head,
    skew: Head,
}

/// What heads read of a position, as a seat sees it.
pub(super) struct Glance<'a> {
    pub(super) first: [i16; WIDTH],
    pub(super) hidden: [i16; HIDDEN],
    pub(super) dense: &'a [i16; DENSE],
}

/// How sure the result is, as a seat sees it.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Sureness {
    /// By how much more than usual the result may be off, as a share of that.
    pub(crate) doubt: f32,
    /// What the lead is worth beside its points when it comes to winning.
    pub(crate) skew: f32,
}

impl Head {
    fn read(file: &mut Reader<'_>) -> Result<Head, String> {
        Ok(Head { first: file.i16s()?, hidden: file.i16s()?, dense: file.i16s()?, bias: file.i32()? })
    }

    fn answer(&self, glance: &Glance<'_>) -> f32 {
        let products = |weights: &[i16], numbers: &[i16]| -> i32 {
            weights.iter().zip(numbers).map(|(&weight, &number)| i32::from(weight) * i32::from(number)).sum()
        };
        let sum = self
            .bias
            .saturating_add(products(&self.first, &glance.first))
            .saturating_add(products(&self.hidden, &glance.hidden))
            .saturating_add(products(&self.dense, glance.dense));
        sum as f32 / PARTS
    }
}

impl Heads {
    pub(super) fn read(file: &mut Reader<'_>, game: GameId) -> Result<Heads, String> {
        let (found, expected) = (usize::from(file.u16()?), sources(game).len());
        if found != expected {
            return Err(format!("the net knows {found} sources of points, {game} has {expected}"));
        }
        let sources = (0..found).map(|_| Head::read(file)).collect::<Result<Vec<_>, String>>()?;
        Ok(Heads { sources, doubt: Head::read(file)?, skew: Head::read(file)? })
    }

    /// The points still to come from each source.
    pub(super) fn to_come(&self, glance: &Glance<'_>) -> [f32; SOURCES] {
        let mut to_come = [0.0; SOURCES];
        for (points, head) in to_come.iter_mut().zip(&self.sources) {
            *points = head.answer(glance).max(0.0);
        }
        to_come
    }

    pub(super) fn sureness(&self, glance: &Glance<'_>) -> Sureness {
        Sureness { doubt: self.doubt.answer(glance), skew: self.skew.answer(glance) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::{Desk, Judge, Scores};
    use crate::net::{Eye, Net};
    use crate::takings::Takings;
    use crate::turn::play_logged;
    use crate::weights::Weights;
    use crate::{JudgeVisitor, visit_judge};
    use rules::{Actor, AnyGame, Game, Options, Phase, Seat, Setup};
    use table::Random;

    /// What was said of a seat after a turn, and what it had by then.
    struct Said {
        seat: usize,
        to_come: [f32; SOURCES],
        chances: Scores,
        had: [u16; SOURCES],
    }

    /// Plays some games by the net's moves; how far off the heads are, and how far saying always the same would be.
    struct Games(u64);

    struct Errors {
        heads: f64,
        same: f64,
        /// At who wins; without knowing anything it would be the logarithm of two.
        surprise: f64,
    }

    impl JudgeVisitor for Games {
        type Output = Errors;

        fn visit<J: Judge>(self, fresh: &J::Game) -> Errors {
            let id = fresh.setup().game();
            let mut judge = J::new(fresh, J::Weights::tuned());
            let mut desk = Desk::new(fresh);
            let mut eye = Eye::new(Net::of(id).expect("a net"), fresh);
            let (mut guesses, mut truths, mut surprise, mut count) = (Vec::new(), Vec::new(), 0.0, 0.0);
            for seed in 0..self.0 {
                let mut game = fresh.clone();
                let mut random = Random::new(seed);
                let mut takings = Takings::new(id);
                let mut said = Vec::new();
                loop {
                    match game.to_act() {
                        Actor::Nobody => break,
                        Actor::Dealer => {
                            let outcome = game.outcome(random.below(game.ways())).expect("an outcome");
                            game.play_unchecked(outcome, &mut takings);
                        }
                        Actor::Player(_) => {
                            judge.prepare(&game);
                            let (chosen, _) = eye.best_move(&mut judge, &game, &mut desk, 6).expect("a move");
                            play_logged(&mut judge, &mut game, chosen, &mut desk, &mut takings);
                            if game.phase() == Phase::Over {
                                continue;
                            }
                            let scores = eye.evaluate(&mut judge, &game);
                            let chances = eye.chances(&scores, &game);
                            for seat in Seat::of(2) {
                                let had = takings.points()[seat.index()];
                                said.push(Said { seat: seat.index(), to_come: eye.to_come(seat), chances, had });
                            }
                        }
                    }
                }
                let share = 1.0 / game.winners().iter().count() as f64;
                for Said { seat, to_come, chances, had } in said {
                    let came: Vec<f64> =
                        takings.points()[seat].iter().zip(had).map(|(all, had)| f64::from(all - had)).collect();
                    guesses.push(to_come.map(f64::from).to_vec());
                    truths.push(came);
                    if game.winners().contains(Seat::ALL[seat]) {
                        surprise -= share * f64::from(chances[seat]).max(1e-3).ln();
                        count += share;
                    }
                }
            }
            let places = sources(id).len();
            let mean = |place: usize| truths.iter().map(|came| came[place]).sum::<f64>() / truths.len() as f64;
            let square = |guess: &dyn Fn(usize, usize) -> f64| -> f64 {
                let off =
                    |row: usize| (0..places).map(|place| (guess(row, place) - truths[row][place]).powi(2)).sum::<f64>();
                (0..truths.len()).map(off).sum::<f64>() / truths.len() as f64
            };
            let means: Vec<f64> = (0..places).map(mean).collect();
            Errors {
                heads: square(&|row, place| guesses[row][place]).sqrt(),
                same: square(&|_, place| means[place]).sqrt(),
                surprise: surprise / count,
            }
        }
    }

    #[test]
    fn heads_know_where_points_come_from_and_who_wins_in_every_game() {
        for id in GameId::ALL {
            let setup = Setup::new(id, Options::NONE, 2, Seat::default()).expect("a setup");
            let Errors { heads, same, surprise } = visit_judge(&AnyGame::new(&setup), Games(30));
            assert!(heads < 0.75 * same, "{id}: off by {heads:.2}, always the same by {same:.2}");
            assert!(surprise < 0.62, "{id}: {surprise:.3}");
        }
    }
}
