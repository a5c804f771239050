//! The River (R): where its open end is and how it may go on.

use super::{GameOption, NOTHING, Unit};
use crate::action::Illegal;
use crate::bag::Bag;
use crate::event::Log;
use crate::geometry::{Pos, Rotation, Side};
use crate::position::Position;
use crate::reason::Reason;
use crate::rulebook::{Rulebook, Step};
use crate::setup::{Setup, start_tiles};
use crate::terrain::Terrain;
use crate::tiles::{TileKind, TileSet};

/// What the River brings: its spring is the start tile (R1).
pub(crate) const UNIT: Unit = Unit { name: "river", letter: 'R', tiles: Some(TileSet::River), starts: true, ..NOTHING };

/// How a river tile leads on, going from the spring.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Course {
    Straight,
    Left,
    Right,
    /// The spring and the lake have one river side only.
    End,
}

/// The state of the river.
#[derive(Clone, Copy)]
pub struct River {
    /// River tiles still to come, the lake not counted.
    coming: u8,
    /// Whether the lake is still to come.
    lake: bool,
    /// The cell at which the open end points.
    end: Pos,
    /// The side of that cell at which the river enters it.
    entry: Side,
    /// How the river went on its last tile.
    course: Course,
}

impl Rulebook for River {
    fn new(setup: &Setup) -> River {
        // The spring's river leaves over one side of the origin. Without the option nobody asks.
        let mut starts = start_tiles(setup.game(), setup.options());
        let is_out = |tile: TileKind, side: Side| tile.def().side(side, Rotation::NONE) == Terrain::River;
        let out = starts.find_map(|(tile, _)| Side::ALL.into_iter().find(|&side| is_out(tile, side)));
        assert!(out.is_some() || !setup.has(GameOption::River), "the spring has a river");
        let out = out.unwrap_or(Side::South);
        let (coming, lake) = count(setup.bag());
        River { coming, lake, end: Pos::ORIGIN.step(out), entry: out.opposite(), course: Course::End }
    }

    fn is_chosen(setup: &Setup) -> bool {
        setup.has(GameOption::River)
    }

    fn restricts_draws(&self) -> bool {
        self.coming > 0 || self.lake
    }

    /// The river tiles come first, the lake last among them (R1).
    fn check_draw(&self, tile: TileKind) -> Result<(), Illegal> {
        let allowed = if self.coming > 0 {
            tile.def().is_river() && !tile.def().is_last()
        } else {
            !self.lake || tile.def().is_last()
        };
        if allowed { Ok(()) } else { Err(Illegal::new("R1", Reason::RiverFirst)) }
    }

    fn drawn<L: Log>(&mut self, _: &mut Position, tile: TileKind, _: &mut L) -> Option<Step> {
        if tile.def().is_last() {
            self.lake = false;
        } else if tile.def().is_river() {
            self.coming -= 1;
        }
        None
    }

    /// The cell at which the open end points (R2).
    fn only_cell(&self, tile: TileKind) -> Option<Pos> {
        tile.def().is_river().then_some(self.end)
    }

    fn check_placement(&self, tile: TileKind, pos: Pos, rotation: Rotation) -> Result<(), Illegal> {
        if !tile.def().is_river() {
            return Ok(());
        }
        if pos != self.end {
            return Err(Illegal::new("R2", Reason::RiverContinues));
        }
        let course = self.course_of(tile, rotation);
        if course == self.course && matches!(course, Course::Left | Course::Right) {
            return Err(Illegal::new("R3", Reason::RiverTurns));
        }
        Ok(())
    }

    /// The river goes on over the tile just placed.
    fn placed<L: Log>(&mut self, position: &mut Position, pos: Pos, rotation: Rotation, _: &mut L) {
        let tile = position.board.kind(position.placed);
        if !tile.def().is_river() {
            return;
        }
        let course = self.course_of(tile, rotation);
        if let Some(exit) = self.exit(tile, rotation) {
            self.end = pos.step(exit);
            self.entry = exit.opposite();
        }
        self.course = course;
    }
}

impl River {
    fn exit(&self, tile: TileKind, rotation: Rotation) -> Option<Side> {
        let river = |side: Side| side != self.entry && tile.def().side(side, rotation) == Terrain::River;
        Side::ALL.into_iter().find(|&side| river(side))
    }

    fn course_of(&self, tile: TileKind, rotation: Rotation) -> Course {
        let Some(exit) = self.exit(tile, rotation) else { return Course::End };
        match (exit.index() + 4 - self.entry.index()) % 4 {
            // Sides run clockwise: a river entering from the north and leaving to the east turns left on its way.
            1 => Course::Left,
            3 => Course::Right,
            _ => Course::Straight,
        }
    }
}

/// The river tiles in the bag but the lake, and whether the lake is there.
fn count(bag: &Bag) -> (u8, bool) {
    bag.iter().filter(|(kind, _)| kind.def().is_river()).fold((0, false), |(coming, lake), (kind, count)| {
        if kind.def().is_last() { (coming, true) } else { (coming + count, lake) }
    })
}

#[cfg(test)]
mod tests;
