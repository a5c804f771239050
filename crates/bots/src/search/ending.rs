//! The last tiles, gone through to the end.

use super::{Hope, Total, judge_with, play_outcome, rank};
use crate::judge::{Desk, Judge};
use crate::net::Eye;
use crate::turn::play_move;
use rules::{Actor, Game, Phase};

/// How many replies to each draw are looked at.
const LAST_REPLIES: usize = 8;

/// The last tiles, gone through to the end.
pub(super) struct Ending<'a, G> {
    pub(super) desk: &'a mut Desk<G>,
    pub(super) eye: &'a mut Option<Eye<G>>,
    pub(super) scale: f32,
    pub(super) looked_at: &'a mut u64,
}

impl<G: Game> Ending<'_, G> {
    /// What is expected of a position in which chance is to speak, with few tiles left; `draws` bounds how often.
    pub(super) fn expect<J: Judge<Game = G>>(&mut self, judge: &J, game: &G, draws: u16) -> Hope {
        let mut judge = judge.clone();
        if game.phase() == Phase::Over || game.to_act() != Actor::Dealer || draws == 0 {
            return judge_with(&mut judge, self.eye, game, self.scale);
        }
        let mut outcomes = Vec::new();
        game.actions(&mut outcomes);
        let (mut sums, mut ways) = (Total::default(), 0.0);
        let (mut drawn, mut line) = (game.clone(), game.clone());
        for &outcome in &outcomes {
            let weight = f64::from(game.weight(outcome));
            drawn.copy_from(game);
            let mut along = judge.clone();
            play_outcome(&mut along, &mut drawn, outcome);
            *self.looked_at += 1;
            let hope = match drawn.to_act() {
                Actor::Player(seat) => {
                    let last = drawn.bag().is_empty();
                    let replies = rank(&mut along, &drawn, self.desk, seat);
                    let mut best: Option<Hope> = None;
                    // The judge is exact about the last move; only what wins may differ from what scores most.
                    let kept = if last && self.eye.is_none() { 1 } else { LAST_REPLIES };
                    for reply in replies.iter().take(kept) {
                        line.copy_from(&drawn);
                        play_move(&mut along, &mut line, reply.chosen, self.desk);
                        let hope = self.expect(&along, &line, draws - 1);
                        if best.is_none_or(|most| hope.goals[seat.index()] > most.goals[seat.index()]) {
                            best = Some(hope);
                        }
                    }
                    best.unwrap_or_else(|| judge_with(&mut along, self.eye, &drawn, self.scale))
                }
                _ => self.expect(&along, &drawn, draws - 1),
            };
            sums.add(&hope, weight);
            ways += weight;
        }
        if ways == 0.0 { judge_with(&mut judge, self.eye, game, self.scale) } else { sums.mean(ways) }
    }
}
