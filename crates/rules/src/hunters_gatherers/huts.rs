//! Huts (H2): they stand on a river or lake and count for its river system.

use super::HuntersGatherersGame;
use crate::action::Illegal;
use crate::board::Node;
use crate::event::{Log, PieceKind};
use crate::seat::{MAX_SEATS, Seat};
use crate::setup::Setup;
use crate::stack::Stack;
use crate::tiles::Segment;

/// Huts of each player.
const HUTS: u8 = 2;
const MAX_HUTS: usize = HUTS as usize * MAX_SEATS;

/// A hut on the map.
#[derive(Clone, Copy)]
pub(super) struct Hut {
    /// The river or lake on which it stands.
    pub(super) node: Node,
    /// The piece of the river system to which that belongs.
    pub(super) system: Node,
    pub(super) seat: Seat,
}

/// The huts of all players, on the map and beside it.
#[derive(Clone, Copy)]
pub(super) struct Huts {
    supply: [u8; MAX_SEATS],
    map: Stack<Hut, MAX_HUTS>,
}

impl Huts {
    pub(super) fn new(setup: &Setup) -> Huts {
        let mut supply = [0; MAX_SEATS];
        for seat in setup.seats() {
            supply[seat.index()] = HUTS;
        }
        Huts { supply, map: Stack::new(Hut { node: Node(0), system: Node(0), seat: setup.first() }) }
    }

    pub(super) fn supply(&self, seat: Seat) -> u8 {
        self.supply[seat.index()]
    }

    pub(super) fn on_map(&self) -> &[Hut] {
        &self.map
    }

    pub(super) fn copy_from(&mut self, other: &Huts) {
        self.supply = other.supply;
        self.map.copy_from(&other.map);
    }
}

impl HuntersGatherersGame {
    /// Calls back for every segment of the tile just placed on which the active player can build a hut.
    #[inline]
    pub(super) fn places_for_hut(&self, mut each: impl FnMut(Segment)) {
        if self.huts.supply(self.core.active) == 0 {
            return;
        }
        for (segment, def) in self.core.board.kind(self.core.placed).def().printed_segments() {
            if def.system.is_some_and(|system| self.core.is_free(system)) {
                each(segment);
            }
        }
    }

    /// Says why the active player cannot build a hut on a segment of the tile just placed.
    pub(super) fn check_hut(&self, segment: Segment) -> Result<(), Illegal> {
        let Some(def) = self.core.board.kind(self.core.placed).def().segment(segment) else {
            return Err(Illegal::new("H2", "the tile just placed has no such segment"));
        };
        let Some(system) = def.system else {
            return Err(Illegal::new("H2", "a hut stands on a river or lake only"));
        };
        if self.huts.supply(self.core.active) == 0 {
            return Err(Illegal::new("H2", "no hut in the supply"));
        }
        if !self.core.is_free(system) {
            return Err(Illegal::new("H2", "somebody's hut stands in this river system already"));
        }
        Ok(())
    }

    /// Builds a hut of the active player on the tile just placed; it stays to the end (H4).
    pub(super) fn build_hut<L: Log>(&mut self, segment: Segment, log: &mut L) {
        let Some(system) = self.core.board.kind(self.core.placed).def().segment(segment).and_then(|def| def.system)
        else {
            return;
        };
        let (node, system, seat) = (self.core.placed_node(segment), self.core.placed_node(system), self.core.active);
        self.huts.supply[seat.index()] -= 1;
        self.huts.map.push(Hut { node, system, seat });
        self.core.board.add_follower(system, seat);
        self.core.tell_deployed(PieceKind::Hut, node, log);
    }
}
