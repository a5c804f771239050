//! What features are worth (B2 to B8) and when they pay.

use super::BaseGame;
use crate::board::{Feature, FeatureId};
use crate::core::Points;
use crate::event::Log;
use crate::terrain::{FeatureKind, Symbol};
use crate::worth::Worth;

/// What the feature is worth, complete or as it is at the end of the game; fields pay otherwise (B8).
fn value(feature: &Feature, complete: bool) -> Points {
    let tiles = feature.tile_count();
    match feature.kind() {
        FeatureKind::Road => Points { points: tiles, size: tiles, extra: 0 },
        FeatureKind::City => {
            let shields = feature.tally().count(Symbol::Shield).into();
            let factor = if complete { 2 } else { 1 };
            Points { points: factor * (tiles + shields), size: tiles, extra: shields }
        }
        FeatureKind::Cloister => {
            let cells = if complete { 9 } else { 9 - feature.open() };
            Points { points: cells, size: cells, extra: 0 }
        }
        _ => Points::default(),
    }
}

/// Whether the kind of feature is completed during the game; fields never are (B5).
fn completes(kind: FeatureKind) -> bool {
    matches!(kind, FeatureKind::Road | FeatureKind::City | FeatureKind::Cloister)
}

impl BaseGame {
    /// Scores everything that the tile just placed completed (C10), then the pigs, then the turn ends.
    pub(super) fn score_turn<L: Log>(&mut self, log: &mut L) {
        let traders = self.has_traders();
        let pays = |feature: &Feature| {
            completes(feature.kind()) && (feature.is_occupied() || traders && feature.kind() == FeatureKind::City)
        };
        let mut pigs = false;
        if self.core.board.closed().iter().any(|&id| pays(self.core.board.feature(id))) {
            for &id in self.core.board.closed_in_order(pays).iter() {
                let feature = self.core.board.feature(id);
                let (points, owners) = (value(feature, true), feature.owners());
                let city = feature.kind() == FeatureKind::City;
                pigs |= traders && city && feature.tally().count(Symbol::Shield) > 0;
                self.core.score_feature(id, owners, points, false, log);
                self.core.clear_feature(id, log);
                if traders {
                    self.return_builders(id, log);
                    if city {
                        self.take_goods(id, log);
                    }
                }
            }
        }
        if pigs {
            self.call_pigs();
            self.next_pig(log);
        } else {
            self.end_turn(log);
        }
    }

    /// How many completed cities border the field, each once (B8).
    pub(super) fn completed_cities(&self, field: FeatureId) -> u16 {
        let mut cities = 0;
        self.core.board.each_bordering(field, |_, city| cities += u16::from(city.is_closed()));
        cities
    }

    /// What a feature would bring (B2 to B8); the river brings nothing (R4).
    pub(super) fn worth_of(&self, id: FeatureId) -> Option<Worth> {
        let feature = self.core.board.feature(id);
        let (at_end, complete) = match feature.kind() {
            FeatureKind::Field => (3 * self.completed_cities(id), None),
            kind if completes(kind) => (value(feature, feature.is_closed()).points, Some(value(feature, true).points)),
            _ => return None,
        };
        Some(Worth { at_end, complete, scorers: feature.owners() })
    }

    /// Final scoring: incomplete features, then fields, then goods (B7, B8, T2).
    pub(super) fn finish<L: Log>(&mut self, log: &mut L) {
        for &id in self.core.occupied_in_order(|feature| completes(feature.kind())).iter() {
            let feature = self.core.board.feature(id);
            let (points, owners) = (value(feature, feature.is_closed()), feature.owners());
            self.core.score_feature(id, owners, points, true, log);
        }
        for &id in self.core.occupied_in_order(|feature| feature.kind() == FeatureKind::Field).iter() {
            let cities = self.completed_cities(id);
            let points = Points { points: 3 * cities, size: cities, extra: 0 };
            self.core.score_feature(id, self.core.board.owners(id), points, true, log);
        }
        if self.has_traders() {
            self.score_goods(log);
        }
        self.core.end_game(log);
    }
}
