//! Cells, sides, corners and quarter turns.

use std::fmt;

/// A cell of the unbounded grid (C1): `x` grows to the east, `y` to the south.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Pos {
    /// Row, growing to the south. It comes first so that positions sort in reading order (C18).
    pub y: i16,
    /// Column, growing to the east.
    pub x: i16,
}

impl Pos {
    /// The cell of the start tile.
    pub const ORIGIN: Pos = Pos::new(0, 0);

    /// The cell in column `x`, row `y`.
    pub const fn new(x: i16, y: i16) -> Pos {
        Pos { x, y }
    }

    /// The cell that shares the given side with this one.
    pub const fn step(self, side: Side) -> Pos {
        const STEPS: [(i16, i16); 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];
        let (dx, dy) = STEPS[side.index()];
        self.offset(dx, dy)
    }

    /// The cell that touches this one at the given corner only.
    pub const fn diagonal(self, corner: Corner) -> Pos {
        const STEPS: [(i16, i16); 4] = [(-1, -1), (1, -1), (1, 1), (-1, 1)];
        let (dx, dy) = STEPS[corner.index()];
        self.offset(dx, dy)
    }

    /// The grid point at a corner of this cell, named by the cell to the south-east of it.
    pub const fn grid_point(self, corner: Corner) -> Pos {
        match corner {
            Corner::NorthWest => self,
            Corner::NorthEast => self.offset(1, 0),
            Corner::SouthEast => self.offset(1, 1),
            Corner::SouthWest => self.offset(0, 1),
        }
    }

    /// The eight cells around this one.
    pub fn around(self) -> [Pos; 8] {
        let [n, e, s, w] = Side::ALL.map(|side| self.step(side));
        let [nw, ne, se, sw] = Corner::ALL.map(|corner| self.diagonal(corner));
        [n, ne, e, se, s, sw, w, nw]
    }

    // Wrapping: a position typed by a user may lie at the edge of the number range, where no tile ever lies.
    const fn offset(self, dx: i16, dy: i16) -> Pos {
        Pos::new(self.x.wrapping_add(dx), self.y.wrapping_add(dy))
    }
}

impl fmt::Display for Pos {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

impl fmt::Debug for Pos {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({self})")
    }
}

/// A side of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Side {
    /// Towards smaller `y`.
    North,
    /// Towards larger `x`.
    East,
    /// Towards larger `y`.
    South,
    /// Towards smaller `x`.
    West,
}

impl Side {
    /// All sides, clockwise from the north.
    pub const ALL: [Side; 4] = [Side::North, Side::East, Side::South, Side::West];

    /// The number of the side, clockwise from the north.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The side reached by going on clockwise by as many quarters as the rotation has.
    pub const fn turned(self, rotation: Rotation) -> Side {
        Side::ALL[(self.index() + rotation.index()) % 4]
    }

    /// The side as which the neighbour sees this one.
    pub const fn opposite(self) -> Side {
        self.turned(Rotation::HALF)
    }

    /// `N`, `E`, `S` or `W`.
    pub const fn letter(self) -> char {
        match self {
            Side::North => 'N',
            Side::East => 'E',
            Side::South => 'S',
            Side::West => 'W',
        }
    }
}

/// A corner of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Corner {
    /// Between the north and the west side.
    NorthWest,
    /// Between the north and the east side.
    NorthEast,
    /// Between the south and the east side.
    SouthEast,
    /// Between the south and the west side.
    SouthWest,
}

impl fmt::Display for Corner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl std::str::FromStr for Corner {
    type Err = crate::units::UnknownName;

    fn from_str(name: &str) -> Result<Corner, crate::units::UnknownName> {
        Corner::from_name(name).ok_or_else(|| crate::units::UnknownName::new("corner", name))
    }
}

impl Corner {
    /// All corners, clockwise from the north-west.
    pub const ALL: [Corner; 4] = [Corner::NorthWest, Corner::NorthEast, Corner::SouthEast, Corner::SouthWest];

    /// The number of the corner, clockwise from the north-west.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The corner reached by going on clockwise by as many quarters as the rotation has.
    pub const fn turned(self, rotation: Rotation) -> Corner {
        Corner::ALL[(self.index() + rotation.index()) % 4]
    }

    /// The name used in records and in the engine protocol: `NW`, `NE`, `SE` or `SW`.
    pub const fn name(self) -> &'static str {
        match self {
            Corner::NorthWest => "NW",
            Corner::NorthEast => "NE",
            Corner::SouthEast => "SE",
            Corner::SouthWest => "SW",
        }
    }

    /// The corner with this name.
    pub fn from_name(name: &str) -> Option<Corner> {
        Corner::ALL.into_iter().find(|corner| corner.name() == name)
    }
}

/// Clockwise quarter turns from the printed orientation (C2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Rotation(u8);

impl Rotation {
    /// As printed.
    pub const NONE: Rotation = Rotation(0);
    /// Two quarter turns.
    pub const HALF: Rotation = Rotation(2);
    /// All rotations, as printed first.
    pub const ALL: [Rotation; 4] = [Rotation(0), Rotation(1), Rotation(2), Rotation(3)];

    /// The rotation by this many quarter turns, if there are fewer than four.
    pub const fn new(quarters: u8) -> Option<Rotation> {
        if quarters < 4 { Some(Rotation(quarters)) } else { None }
    }

    /// The rotation by this many quarter turns; four of them are none.
    pub(crate) const fn from_index(quarters: u32) -> Rotation {
        Rotation((quarters & 3) as u8)
    }

    /// The number of quarter turns, 0 to 3.
    pub const fn quarters(self) -> u8 {
        self.0
    }

    /// The number of quarter turns as an index.
    pub const fn index(self) -> usize {
        self.0 as usize & 3
    }

    /// The rotation that takes this one back.
    pub const fn inverse(self) -> Rotation {
        Rotation((4 - self.0) % 4)
    }
}
