//! What a follower earns when it leaves the map (N3 to N8) or stays on it to the end (N11).

use super::NewLandsGame;
use crate::board::{FeatureId, Node};
use crate::core::Points;
use crate::event::Log;
use crate::seat::SeatSet;
use crate::terrain::{FeatureKind, Symbol};
use crate::worth::Worth;

impl NewLandsGame {
    /// Takes a follower of the active player back and scores its feature (N1).
    pub(super) fn recall<L: Log>(&mut self, node: Node, log: &mut L) {
        let seat = self.core.active;
        let id = self.core.board.feature_of(node);
        let complete = self.core.board.feature(id).is_closed();
        let points = if complete { self.complete_value(id) } else { self.value(id, false) };
        self.core.score_feature(id, SeatSet::EMPTY.with(seat), points, false, log);
        self.core.withdraw(node, seat, log);
    }

    /// What a complete feature is worth. Completing just two tiles does not pay, in all three landscapes (N3, N4, N6).
    fn complete_value(&self, id: FeatureId) -> Points {
        self.value(id, self.core.board.feature(id).tile_count() != 2)
    }

    /// What a feature would bring to each follower (N2): at the end as an open one (N11).
    pub(super) fn worth_of(&self, id: FeatureId) -> Option<Worth> {
        let (at_end, complete) = (self.value(id, false).points, Some(self.complete_value(id).points));
        Some(Worth { at_end, complete, scorers: self.core.board.feature(id).occupants() })
    }

    /// What the feature is worth for each follower on it, as a complete or as an open one.
    fn value(&self, id: FeatureId, complete: bool) -> Points {
        let feature = self.core.board.feature(id);
        let factor = if complete { 2 } else { 1 };
        match feature.kind() {
            FeatureKind::Grass => {
                let tiles = feature.tile_count();
                Points { points: factor * tiles, size: tiles, extra: 0 }
            }
            FeatureKind::Mountain => {
                let cities = self.cities_within_reach(id);
                Points { points: factor * cities, size: cities, extra: 0 }
            }
            _ => {
                let cities = feature.tally().count(Symbol::Port).into();
                let tiles = if complete { feature.tile_count() } else { 0 };
                Points { points: cities + tiles, size: cities, extra: tiles }
            }
        }
    }

    /// The cities on a mountain range and in the grasslands that touch it. Every city stands on one land segment, so
    /// none is counted twice (N4, N5).
    fn cities_within_reach(&self, range: FeatureId) -> u16 {
        let board = &self.core.board;
        let mut cities = u16::from(board.feature(range).tally().count(Symbol::Port));
        board.each_bordering(range, |_, other| {
            if other.kind() == FeatureKind::Grass {
                cities += u16::from(other.tally().count(Symbol::Port));
            }
        });
        cities
    }

    /// Final scoring: every follower left for itself, as if everything were open (N11).
    pub(super) fn finish<L: Log>(&mut self, log: &mut L) {
        for &id in self.core.occupied_in_order(|_| true).iter() {
            let points = self.value(id, false);
            for seat in self.core.board.feature(id).occupants().iter() {
                for _ in 0..self.core.board.feature(id).followers(seat) {
                    self.core.score_feature(id, SeatSet::EMPTY.with(seat), points, true, log);
                }
            }
        }
        self.core.end_game(log);
    }
}
