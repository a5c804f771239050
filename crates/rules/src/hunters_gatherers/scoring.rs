//! What rivers, forests, river systems and meadows are worth (H5 to H8, H13 to H17), and who finds gold (H9).

use super::HuntersGatherersGame;
use crate::board::{Feature, FeatureId};
use crate::core::Points;
use crate::event::Log;
use crate::seat::SeatSet;
use crate::stack::Stack;
use crate::terrain::{FeatureKind, Symbol, Tally};
use crate::worth::Worth;

/// What a complete forest is worth (H6).
fn forest_value(forest: Tally) -> Points {
    let (segments, mushrooms) = (forest.segments(), forest.count(Symbol::Mushroom).into());
    Points { points: 2 * (segments + mushrooms), size: segments, extra: mushrooms }
}

/// What a river system is worth at the end (H14).
fn system_value(system: Tally) -> Points {
    let fish = system.count(Symbol::Fish).into();
    Points { points: fish, size: fish, extra: 0 }
}

/// What a meadow is worth at the end (H15, H16).
fn meadow_value(meadow: Tally) -> Points {
    let tigers = if meadow.count(Symbol::Fire) > 0 { 0 } else { meadow.count(Symbol::Tiger) };
    let deer = meadow.count(Symbol::Deer).saturating_sub(tigers);
    let animals = u16::from(deer) + u16::from(meadow.count(Symbol::Mammoth)) + u16::from(meadow.count(Symbol::Aurochs));
    Points { points: 2 * animals, size: animals, extra: 0 }
}

impl HuntersGatherersGame {
    /// Scores the rivers and forests that the tile just placed completed (C10), then the move is over.
    pub(super) fn score_move<L: Log>(&mut self, log: &mut L) {
        let pays = |feature: &Feature| {
            feature.is_occupied() && matches!(feature.kind(), FeatureKind::River | FeatureKind::Forest)
        };
        if self.core.board.closed().iter().any(|&id| pays(self.core.board.feature(id))) {
            for &id in self.core.board.closed_in_order(pays).iter() {
                let feature = self.core.board.feature(id);
                let points = match feature.kind() {
                    FeatureKind::Forest => forest_value(feature.tally()),
                    _ => self.river_value(id),
                };
                self.core.score_feature(id, feature.owners(), points, false, log);
                self.core.clear_feature(id, log);
            }
        }
        self.end_move(log);
    }

    /// What a river is worth when it is complete as it is now (H5).
    pub fn river_points(&self, river: FeatureId) -> u16 {
        self.river_value(river).points
    }

    /// What a complete river is worth (H5).
    fn river_value(&self, river: FeatureId) -> Points {
        let board = &self.core.board;
        let mut lakes = Stack::<_, 2>::new(FeatureId::default());
        let mut fish = 0;
        for node in board.members(river) {
            let (tile, segment) = board.place_of(node);
            let Some(lake) = board.kind(tile).def().segment(segment).and_then(|def| def.lake) else { continue };
            let lake = board.feature_of(board.node(tile, lake));
            if !lakes.contains(&lake) {
                lakes.push(lake);
                fish += u16::from(board.feature(lake).tally().count(Symbol::Fish));
            }
        }
        let segments = board.feature(river).tally().segments();
        Points { points: segments + fish, size: segments, extra: fish }
    }

    /// Whether the tile just placed completed a forest with a nugget, whoever owns it (H9).
    pub(super) fn nugget_found(&self) -> bool {
        let gold = |forest: &Feature| forest.kind() == FeatureKind::Forest && forest.tally().count(Symbol::Nugget) > 0;
        self.core.board.closed().iter().any(|&id| gold(self.core.board.feature(id)))
    }

    /// Who scores a meadow: the hunter in its shrine, else the majority (H15, H17).
    fn meadow_owners(&self, meadow: FeatureId) -> SeatSet {
        let board = &self.core.board;
        let feature = board.feature(meadow);
        if feature.tally().count(Symbol::Shrine) > 0 {
            let in_shrine = self.core.followers().iter().find(|hunter| {
                let (tile, segment) = board.place_of(hunter.node);
                let def = board.kind(tile).def().segment(segment);
                board.feature_of(hunter.node) == meadow && def.is_some_and(|def| def.has(Symbol::Shrine))
            });
            if let Some(hunter) = in_shrine {
                return SeatSet::EMPTY.with(hunter.seat);
            }
        }
        feature.owners()
    }

    /// What a feature would bring; rivers and forests only when they are complete (H13). A lake counts with others.
    pub(super) fn worth_of(&self, id: FeatureId) -> Option<Worth> {
        let feature = self.core.board.feature(id);
        let (tally, owners) = (feature.tally(), feature.owners());
        let (at_end, complete, scorers) = match feature.kind() {
            FeatureKind::Forest => (0, Some(forest_value(tally).points), SeatSet::EMPTY),
            FeatureKind::River => (0, Some(self.river_points(id)), SeatSet::EMPTY),
            FeatureKind::System => (system_value(tally).points, None, owners),
            FeatureKind::Meadow => (meadow_value(tally).points, None, self.meadow_owners(id)),
            _ => return None,
        };
        Some(Worth { at_end, complete, scorers })
    }

    /// Final scoring: river systems, then meadows; unfinished rivers and forests bring nothing (H13).
    pub(super) fn finish<L: Log>(&mut self, log: &mut L) {
        let systems = self.huts.on_map().iter().map(|hut| hut.system);
        for &id in self.core.features_in_order(systems, |_| true).iter() {
            let system = self.core.board.feature(id);
            self.core.score_feature(id, system.owners(), system_value(system.tally()), true, log);
        }
        for &id in self.core.occupied_in_order(|feature| feature.kind() == FeatureKind::Meadow).iter() {
            let points = meadow_value(self.core.board.feature(id).tally());
            self.core.score_feature(id, self.meadow_owners(id), points, true, log);
        }
        self.core.end_game(log);
    }
}
