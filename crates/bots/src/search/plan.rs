//! How long playouts are, how many moves they are for, and what they have in common.

use super::Effort;
use super::experience::Experience;
use crate::choice::Budget;

/// What all playouts of a decision have in common.
pub(crate) struct Plan {
    pub(crate) seed: u64,
    pub(crate) turns: usize,
    pub(crate) reach: usize,
    /// How far results are usually off now.
    pub(crate) scale: f32,
    /// The ways of the first draw in random order.
    pub(crate) order: Vec<u32>,
    /// What playouts learn from each other, if they do.
    pub(crate) experience: Option<Experience>,
}

impl Plan {
    /// Makes playouts longer: the more turns can be played, the more each. Short ones are soon exhausted, they know no
    /// more than the net at their end; long ones need numbers, and beyond some length luck is all that they add. What time is
    /// left goes into better moves. Returns for how many moves there is time.
    pub(super) fn stretch(&mut self, effort: &Effort, playouts: u64) -> usize {
        let can_play = match effort.budget {
            Budget::Playouts(limit) => TURNS_A_PLAYOUT * f64::from(limit),
            Budget::Time(time) => {
                let spent = effort.begin.elapsed().as_secs_f64();
                let cost = spent / (playouts as f64 * self.turns as f64).max(1.0);
                (time.as_secs_f64() - spent).max(0.0) / cost.max(1e-9)
            }
        };
        let mut can_play = can_play;
        if can_play >= WIDE_TURNS && effort.depth.wide > self.reach {
            can_play /= 1.0 + COST_OF_LOOK * (effort.depth.wide - self.reach) as f64;
            self.reach = effort.depth.wide;
            self.experience = (effort.depth.doubt > 0).then(|| Experience::new(effort.depth.doubt));
        }
        let many = can_play >= MANY_TURNS;
        let most = effort.depth.most + if many { MORE_TURNS } else { 0 };
        let long = can_play.sqrt() * effort.depth.long as f64 / 100.0;
        self.turns = (long as usize).clamp(self.turns, most.max(self.turns));
        AFTER_SHORT + if many { MORE_MOVES } else { 0 }
    }
}

/// How many turns a playout of a given number is expected to have.
const TURNS_A_PLAYOUT: f64 = 6.0;
/// The part of the budget for short playouts, and how many moves are left after them.
pub(super) const SHORT_SHARE: f64 = 0.15;
const AFTER_SHORT: usize = 5;
/// With so many turns to play the net looks at more moves in each; a look takes this part of the time of a turn.
const WIDE_TURNS: f64 = 1000.0;
const COST_OF_LOOK: f64 = 0.06;
/// With so many turns to play, so many more moves are left, and playouts may be so much longer.
const MANY_TURNS: f64 = 6000.0;
const MORE_MOVES: usize = 3;
const MORE_TURNS: usize = 4;

/// A round of playouts: how many moves are left, and the part of the budget at which it ends.
pub(super) struct Round {
    pub(super) alive: usize,
    pub(super) ends: f64,
}

/// Rounds from a part of the budget to its end, each with half of the moves of the one before.
pub(super) fn halvings(moves: usize, begin: f64) -> Vec<Round> {
    let count = usize::BITS - moves.saturating_sub(1).leading_zeros();
    let round = |number: u32| Round {
        alive: moves.div_ceil(1 << number),
        ends: begin + (1.0 - begin) * f64::from(number + 1) / f64::from(count),
    };
    (0..count).map(round).collect()
}
