//! The River (R): where its open end is and how it may go on.

use crate::action::Illegal;
use crate::bag::Bag;
use crate::geometry::{Pos, Rotation, Side};
use crate::setup::{GameOption, Setup, start_tiles};
use crate::terrain::Terrain;
use crate::tiles::TileKind;

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
pub(super) struct River {
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

impl River {
    pub(super) fn new(setup: &Setup) -> River {
        // The spring's river leaves over one side of the origin.
        let mut starts = start_tiles(setup.game(), setup.options());
        let is_out = |tile: TileKind, side: Side| tile.def().side(side, Rotation::NONE) == Terrain::River;
        let out = starts.find_map(|(tile, _)| Side::ALL.into_iter().find(|&side| is_out(tile, side)));
        let out = out.unwrap_or(Side::South);
        let (coming, lake) = if setup.has(GameOption::River) { count(setup.bag()) } else { (0, false) };
        River { coming, lake, end: Pos::ORIGIN.step(out), entry: out.opposite(), course: Course::End }
    }

    /// The only cell for a river tile (R2).
    pub(super) fn end(&self) -> Pos {
        self.end
    }

    /// Whether tiles of the river are still to come.
    pub(super) fn is_coming(&self) -> bool {
        self.coming > 0 || self.lake
    }

    /// Whether a tile of this kind may be the next to come (R1).
    pub(super) fn allows(&self, tile: TileKind) -> bool {
        if self.coming > 0 {
            tile.def().is_river() && !tile.def().is_last()
        } else if self.lake {
            tile.def().is_last()
        } else {
            true
        }
    }

    pub(super) fn drawn(&mut self, tile: TileKind) {
        if tile.def().is_last() {
            self.lake = false;
        } else if tile.def().is_river() {
            self.coming -= 1;
        }
    }

    /// Says whether the river may go on with this tile here (R2, R3); sides are checked elsewhere.
    pub(super) fn check(&self, tile: TileKind, pos: Pos, rotation: Rotation) -> Result<(), Illegal> {
        if pos != self.end {
            return Err(Illegal::new("R2", "a river tile must continue the river at its open end"));
        }
        let course = self.course_of(tile, rotation);
        if course == self.course && matches!(course, Course::Left | Course::Right) {
            return Err(Illegal::new("R3", "the river must not turn the same way on two tiles that touch"));
        }
        Ok(())
    }

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

    /// The river goes on over the tile just placed.
    pub(super) fn placed(&mut self, tile: TileKind, pos: Pos, rotation: Rotation) {
        let course = self.course_of(tile, rotation);
        if let Some(exit) = self.exit(tile, rotation) {
            self.end = pos.step(exit);
            self.entry = exit.opposite();
        }
        self.course = course;
    }
}

/// The river tiles in the bag but the lake, and whether the lake is there.
fn count(bag: &Bag) -> (u8, bool) {
    bag.iter().filter(|(kind, _)| kind.def().is_river()).fold((0, false), |(coming, lake), (kind, count)| {
        if kind.def().is_last() { (coming, true) } else { (coming + count, lake) }
    })
}
