//! Every move of a position with what it leads to, for those who compare moves: puzzles.

use crate::choice::Budget;
use crate::dispatch::{JudgeVisitor, visit_judge};
use crate::judge::{Judge, margin};
use crate::net::Net;
use crate::search::{Depth, Effort, LAST_MOVES, NET_LOOKS_AT, Ranked, Thinker};
use crate::turn::Move;
use crate::weights::Weights;
use rules::{Actor, AnyGame};
use web_time::Instant;

/// A move and what it leads to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Weighed {
    /// The move.
    pub chosen: Move,
    /// The expected margin over the others at the end of the game, in points.
    pub margin: f32,
}

/// All moves of whoever is to act, best first: by the net's opinion alone without playouts, else by search. Moves that were
/// not looked at so closely are thought worse than those that were, so their margins never are larger.
pub fn weigh(game: &AnyGame, depth: &Depth, playouts: Option<u32>, seed: u64) -> Vec<Weighed> {
    visit_judge(game, Weighing { depth, playouts, seed })
}

struct Weighing<'a> {
    depth: &'a Depth,
    playouts: Option<u32>,
    seed: u64,
}

impl JudgeVisitor for Weighing<'_> {
    type Output = Vec<Weighed>;

    fn visit<J: Judge>(self, game: &J::Game) -> Vec<Weighed> {
        let Actor::Player(seat) = game.to_act() else { return Vec::new() };
        let mut thinker = Thinker::<J>::new(game, J::Weights::tuned(), Net::of(game.setup().game()));
        let mut ranked = thinker.rank(game, seat);
        let mut closely = NET_LOOKS_AT;
        if let Some(playouts) = self.playouts {
            let budget = Budget::Playouts(playouts);
            let effort = Effort { depth: self.depth, budget, seed: self.seed, begin: Instant::now() };
            closely = match thinker.finish(game, seat, &mut ranked, &effort) {
                Some(_) => LAST_MOVES,
                None => {
                    thinker.halve(game, seat, &mut ranked, &effort);
                    self.depth.kept
                }
            };
        }
        let players = game.setup().players();
        let mut ceiling = f32::INFINITY;
        let weighed = |(index, Ranked { chosen, scores, .. }): (usize, &Ranked)| {
            let margin = margin(scores, seat, players);
            if index < closely {
                ceiling = ceiling.min(margin);
            }
            Weighed { chosen: *chosen, margin: if index < closely { margin } else { margin.min(ceiling) } }
        };
        ranked.iter().enumerate().map(weighed).collect()
    }
}
