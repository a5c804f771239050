//! The base game (B).

use super::inns_cathedrals::InnsCathedrals;
use super::river::River;
use super::traders_builders::TradersBuilders;
use super::{GameOption, NOTHING, Unit};
use crate::board::FeatureId;
use crate::event::{Counted, Facts};
use crate::machine::Machine;
use crate::piece::PieceKind;
use crate::position::Position;
use crate::rulebook::{Nothing, Rulebook, When, With};
use crate::setup::Setup;
use crate::terrain::{FeatureKind, Symbol};
use crate::tiles::TileSet;

/// What the base game brings.
pub(crate) const UNIT: Unit = Unit {
    name: "base",
    letter: 'B',
    tiles: Some(TileSet::Base),
    starts: true,
    most_players: 5,
    pieces: &[(PieceKind::Follower, 7)],
    options: &[GameOption::TradersBuilders, GameOption::River, GameOption::InnsCathedrals],
    ..NOTHING
};

/// Everything that can be added to the base game.
type Expansions = With<With<With<Nothing, River>, TradersBuilders>, InnsCathedrals>;

/// The base game with its options.
pub type BaseGame = Machine<With<Base, Expansions>>;

/// The base game's rules; they need no state of their own.
#[derive(Clone, Copy)]
pub struct Base;

/// How many completed cities border the field, each once (B8).
pub(crate) fn completed_cities(position: &Position, field: FeatureId) -> u16 {
    let mut cities = 0;
    position.board.each_bordering(field, |_, city| cities += u16::from(city.is_closed()));
    cities
}

impl Rulebook for Base {
    fn new(_: &Setup) -> Base {
        Base
    }

    /// Everything but the river (R4).
    fn can_stand(&self, kind: FeatureKind) -> bool {
        kind != FeatureKind::River
    }

    /// Fields never are (B5).
    fn completes(&self, kind: FeatureKind) -> bool {
        matches!(kind, FeatureKind::Road | FeatureKind::City | FeatureKind::Cloister)
    }

    /// Incomplete features first, then fields (B7, B8).
    fn final_part(&self, kind: FeatureKind) -> Option<u8> {
        match kind {
            FeatureKind::Road | FeatureKind::City | FeatureKind::Cloister => Some(0),
            FeatureKind::Field => Some(1),
            _ => None,
        }
    }

    fn value(&self, position: &Position, id: FeatureId, when: When) -> Option<u16> {
        let feature = position.board.feature(id);
        let complete = when == When::Complete || feature.is_closed();
        match feature.kind() {
            FeatureKind::Road => Some(feature.tile_count()),
            FeatureKind::City => {
                let shields: u16 = feature.tally().count(Symbol::Shield).into();
                Some((feature.tile_count() + shields) * if complete { 2 } else { 1 })
            }
            FeatureKind::Cloister => Some(if complete { 9 } else { 9 - feature.open() }),
            FeatureKind::Field => Some(3 * completed_cities(position, id)),
            _ => None,
        }
    }

    fn facts(&self, position: &Position, id: FeatureId, when: When, facts: Facts) -> Facts {
        let feature = position.board.feature(id);
        match feature.kind() {
            FeatureKind::Road => facts.and(Counted::Tiles, feature.tile_count()),
            FeatureKind::City => {
                let shields = feature.tally().count(Symbol::Shield).into();
                facts.and(Counted::Tiles, feature.tile_count()).and(Counted::Symbol(Symbol::Shield), shields)
            }
            FeatureKind::Cloister => {
                let open = if when == When::Complete { 0 } else { feature.open() };
                facts.and(Counted::Surroundings, 9 - open)
            }
            FeatureKind::Field => facts.and(Counted::Cities, completed_cities(position, id)),
            _ => facts,
        }
    }
}

#[cfg(test)]
pub(crate) mod kit;
#[cfg(test)]
mod tests;
