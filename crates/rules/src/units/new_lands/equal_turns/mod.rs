//! The variant with the same number of turns for all (N13): a few tiles go out of the game before it begins.

use crate::action::Phase;
use crate::event::{Discard, Log};
use crate::game::Chance;
use crate::position::Position;
use crate::rulebook::{Rulebook, Step};
use crate::setup::Setup;
use crate::tiles::TileKind;
use crate::units::{GameOption, NOTHING, Unit};

/// What the variant brings: nothing to the table.
pub(crate) const UNIT: Unit = Unit { name: "equal_turns", letter: 'N', ..NOTHING };

/// How many tiles have still to go out.
#[derive(Clone, Copy)]
pub struct EqualTurns {
    removals: u8,
}

impl Rulebook for EqualTurns {
    /// As many that the rest can be shared out evenly; a fixed deck is played as it is.
    fn new(setup: &Setup) -> EqualTurns {
        let removals = match setup.players() {
            _ if !setup.is_full() => 0,
            2 => 1,
            3 => 2,
            _ => 3,
        };
        EqualTurns { removals }
    }

    fn is_chosen(setup: &Setup) -> bool {
        setup.has(GameOption::EqualTurns)
    }

    fn chance(&self, _: &Position) -> Option<Chance> {
        (self.removals > 0).then_some(Chance::Removal)
    }

    fn deal<L: Log>(&mut self, position: &mut Position, _: &mut L) -> Option<Step> {
        if self.removals == 0 {
            return None;
        }
        position.phase = Phase::Deal;
        Some(Step::Wait)
    }

    fn drawn<L: Log>(&mut self, position: &mut Position, tile: TileKind, log: &mut L) -> Option<Step> {
        if self.removals == 0 {
            return None;
        }
        self.removals -= 1;
        position.discard(tile, Discard::PutAside, log);
        Some(Step::Deal)
    }
}
