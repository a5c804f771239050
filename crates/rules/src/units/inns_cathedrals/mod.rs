//! Inns & Cathedrals (I): roads with an inn, cities with a cathedral, and a large follower for each player, which is a
//! piece like any other: how much it counts is said where pieces are.

use super::{GameOption, NOTHING, Unit};
use crate::board::{Feature, FeatureId};
use crate::event::{Counted, Facts};
use crate::piece::PieceKind;
use crate::position::Position;
use crate::rulebook::{Rulebook, When};
use crate::setup::Setup;
use crate::terrain::{FeatureKind, Symbol};
use crate::tiles::TileSet;

/// What Inns & Cathedrals brings.
pub(crate) const UNIT: Unit = Unit {
    name: "inns_cathedrals",
    letter: 'I',
    tiles: Some(TileSet::InnsCathedrals),
    most_players: 6,
    pieces: &[(PieceKind::LargeFollower, 1)],
    ..NOTHING
};

/// The rules of Inns & Cathedrals; they need no state of their own.
#[derive(Clone, Copy)]
pub struct InnsCathedrals;

/// What makes the feature bring more when it is complete and nothing when it is not (I6, I10), and how many of it.
fn ambition(feature: &Feature) -> Option<(Symbol, u8)> {
    let symbol = match feature.kind() {
        FeatureKind::Road => Symbol::Inn,
        FeatureKind::City => Symbol::Cathedral,
        _ => return None,
    };
    let count = feature.tally().count(symbol);
    (count > 0).then_some((symbol, count))
}

impl Rulebook for InnsCathedrals {
    fn new(_: &Setup) -> InnsCathedrals {
        InnsCathedrals
    }

    fn is_chosen(setup: &Setup) -> bool {
        setup.has(GameOption::InnsCathedrals)
    }

    fn value(&self, position: &Position, id: FeatureId, when: When) -> Option<u16> {
        let feature = position.board.feature(id);
        let (symbol, _) = ambition(feature)?;
        if when == When::End && !feature.is_closed() {
            return Some(0);
        }
        let shields: u16 = feature.tally().count(Symbol::Shield).into();
        Some(match symbol {
            Symbol::Inn => 2 * feature.tile_count(),
            _ => 3 * (feature.tile_count() + shields),
        })
    }

    fn facts(&self, position: &Position, id: FeatureId, _: When, facts: Facts) -> Facts {
        match ambition(position.board.feature(id)) {
            Some((symbol, count)) => facts.and(Counted::Symbol(symbol), count.into()),
            None => facts,
        }
    }
}

#[cfg(test)]
mod tests;
