//! Every move of a position with what it leads to, for those who compare moves: puzzles.

use crate::choice::Budget;
use crate::judge::{Judge, margin};
use crate::search::{Depth, Effort, LAST_MOVES, NET_LOOKS_AT, Ranked, Thinker};
use crate::turn::Move;
use rules::Actor;
use web_time::Instant;

/// A move and what it leads to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Weighed {
    /// The move.
    pub chosen: Move,
    /// The expected margin over the others at the end of the game, in points.
    pub margin: f32,
}

/// How closely moves are looked at.
#[derive(Clone, Copy)]
pub(crate) struct Scale<'a> {
    pub(crate) depth: &'a Depth,
    /// None: by the net's opinion alone.
    pub(crate) playouts: Option<u32>,
    pub(crate) seed: u64,
}

impl<J: Judge> Thinker<J> {
    /// All moves of whoever is to act, best first.
    pub(crate) fn weigh(&mut self, game: &J::Game, scale: Scale<'_>) -> Vec<Weighed> {
        let Actor::Player(seat) = game.to_act() else { return Vec::new() };
        let mut ranked = self.rank(game, seat);
        let mut closely = NET_LOOKS_AT;
        if let Some(playouts) = scale.playouts {
            let budget = Budget::Playouts(playouts);
            let effort = Effort { depth: scale.depth, budget, seed: scale.seed, begin: Instant::now() };
            closely = match self.finish(game, seat, &mut ranked, &effort) {
                Some(_) => LAST_MOVES,
                None => {
                    self.halve(game, seat, &mut ranked, &effort);
                    scale.depth.kept
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
