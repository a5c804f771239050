//! Which cells hold tiles and which are open, and what each open cell asks of a tile's sides.

use super::TileIndex;
use crate::geometry::{Corner, Pos, Rotation, Side};
use crate::terrain::Terrain;

/// A cell as the board stores it. A board holds fewer than 128 tiles, so no cell next to one is out of range.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Cell {
    x: i8,
    y: i8,
}

impl Cell {
    pub(super) const ORIGIN: Cell = Cell { x: 0, y: 0 };

    pub(super) fn new(pos: Pos) -> Option<Cell> {
        Some(Cell { x: i8::try_from(pos.x).ok()?, y: i8::try_from(pos.y).ok()? })
    }

    pub(super) fn pos(self) -> Pos {
        Pos::new(self.x.into(), self.y.into())
    }

    pub(super) fn step(self, side: Side) -> Cell {
        let (dx, dy) = [(0, -1), (1, 0), (0, 1), (-1, 0)][side.index()];
        Cell { x: self.x.wrapping_add(dx), y: self.y.wrapping_add(dy) }
    }

    pub(super) fn diagonal(self, corner: Corner) -> Cell {
        let (dx, dy) = [(-1, -1), (1, -1), (1, 1), (-1, 1)][corner.index()];
        Cell { x: self.x.wrapping_add(dx), y: self.y.wrapping_add(dy) }
    }

    /// Where the search for the cell begins. Boards rarely span more than 32 by 16 cells, so that mostly no two of a
    /// board's cells begin at the same place.
    fn home(self) -> usize {
        (self.y as usize & 15) << 5 | (self.x as usize & 31)
    }
}

/// What is known of a cell.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Found {
    Tile(TileIndex),
    /// Its index in the list of open cells.
    Open(u16),
    /// Nothing; the number of a free slot that would hold it.
    Nothing(u16),
}

const SLOTS: usize = 512;
const EMPTY: u16 = 0;
const OPEN: u16 = 0x8000;

/// How many open cells are tested at once.
const LANES: usize = 8;

#[derive(Clone)]
pub(super) struct Cells<const T: usize> {
    /// Hash table with linear probing: 0, or a tile's index + 1, or an open cell's index with the top bit set.
    slots: [u16; SLOTS],
    /// The cells of the tiles, for the table's comparisons.
    tiles: [Cell; T],
    /// The open cells: empty, with a tile at one of their sides. `n` tiles have at most `2n + 2` of them.
    open: [[Cell; 3]; T],
    /// For each open cell the edge bits that a tile must not have there: four a side, clockwise from the north.
    forbidden: [[u16; 3]; T],
    open_len: u16,
}

impl<const T: usize> Cells<T> {
    pub(super) fn new() -> Self {
        const { assert!(T >= 2 && T < 128 && 3 * T + 2 < SLOTS) };
        Cells {
            slots: [EMPTY; SLOTS],
            tiles: [Cell::ORIGIN; T],
            open: [[Cell::ORIGIN; 3]; T],
            forbidden: [[0; 3]; T],
            open_len: 0,
        }
    }

    pub(super) fn tile_cell(&self, tile: TileIndex) -> Cell {
        self.tiles[tile.0 as usize]
    }

    fn open_cells(&self) -> &[Cell] {
        &self.open.as_flattened()[..self.open_len as usize]
    }

    fn forbidden(&self) -> &[u16] {
        &self.forbidden.as_flattened()[..self.open_len as usize]
    }

    pub(super) fn open(&self) -> impl Iterator<Item = Cell> + '_ {
        self.open_cells().iter().copied()
    }

    /// The edge bits that a tile must not have on an open cell.
    #[inline]
    pub(super) fn forbidden_at(&self, index: u16) -> u16 {
        self.forbidden.as_flattened()[index as usize]
    }

    #[inline]
    pub(super) fn find(&self, cell: Cell) -> Found {
        let mut slot = cell.home();
        loop {
            let value = self.slots[slot];
            if value == EMPTY {
                return Found::Nothing(slot as u16);
            }
            if value & OPEN != 0 {
                let index = value & !OPEN;
                if self.open.as_flattened()[index as usize] == cell {
                    return Found::Open(index);
                }
            } else if self.tiles[value as usize - 1] == cell {
                return Found::Tile(TileIndex((value - 1) as u8));
            }
            slot = (slot + 1) % SLOTS;
        }
    }

    /// The slot that holds exactly this value for this cell.
    fn slot(&self, cell: Cell, value: u16) -> usize {
        let mut slot = cell.home();
        while self.slots[slot] != value {
            slot = (slot + 1) % SLOTS;
        }
        slot
    }

    /// Puts a tile on the cell; an open cell is open no more.
    pub(super) fn occupy(&mut self, cell: Cell, tile: TileIndex) {
        let slot = match self.find(cell) {
            Found::Nothing(slot) => slot as usize,
            Found::Tile(index) => self.slot(cell, u16::from(index.0) + 1),
            Found::Open(index) => {
                let slot = self.slot(cell, index | OPEN);
                let last = self.open_len - 1;
                if index != last {
                    let moved = self.open.as_flattened()[last as usize];
                    let moved_slot = self.slot(moved, last | OPEN);
                    self.slots[moved_slot] = index | OPEN;
                    self.open.as_flattened_mut()[index as usize] = moved;
                    self.forbidden.as_flattened_mut()[index as usize] = self.forbidden.as_flattened()[last as usize];
                }
                self.open_len = last;
                slot
            }
        };
        self.slots[slot] = u16::from(tile.0) + 1;
        self.tiles[tile.0 as usize] = cell;
    }

    /// An empty cell has got a neighbour: it is open from now on, and its `side` must show `terrain`.
    pub(super) fn restrict(&mut self, cell: Cell, found: Found, side: Side, terrain: Terrain) {
        let forbidden = (!terrain.edge_bit() & 0xf) << (4 * side.index());
        match found {
            Found::Open(index) => self.forbidden.as_flattened_mut()[index as usize] |= forbidden,
            Found::Nothing(slot) => {
                self.slots[slot as usize] = self.open_len | OPEN;
                self.open.as_flattened_mut()[self.open_len as usize] = cell;
                self.forbidden.as_flattened_mut()[self.open_len as usize] = forbidden;
                self.open_len += 1;
            }
            Found::Tile(_) => {}
        }
    }

    pub(super) fn fits(&self, edges: u64) -> bool {
        self.forbidden().iter().any(|&forbidden| rotations(patterns(edges), forbidden) != 0)
    }

    #[inline]
    pub(super) fn placements(&self, edges: u64, mut each: impl FnMut(Cell, Rotation)) {
        let patterns = patterns(edges);
        let mut tell = |cell: Cell, mut fitting: u16| {
            while fitting != 0 {
                each(cell, Rotation::ALL[fitting.trailing_zeros() as usize % 4]);
                fitting &= fitting - 1;
            }
        };
        // Few cells fit: most groups are passed over by one test. The inner loop becomes vector instructions.
        let (groups, rest) = self.forbidden().as_chunks::<LANES>();
        let (cells, last_cells) = self.open_cells().as_chunks::<LANES>();
        for (group, cells) in groups.iter().zip(cells) {
            let mut fitting = [0; LANES];
            for (fitting, &forbidden) in fitting.iter_mut().zip(group) {
                *fitting = rotations(patterns, forbidden);
            }
            if fitting.iter().fold(0, |sum, fitting| sum | fitting) != 0 {
                for (&cell, fitting) in cells.iter().zip(fitting) {
                    tell(cell, fitting);
                }
            }
        }
        for (&forbidden, &cell) in rest.iter().zip(last_cells) {
            tell(cell, rotations(patterns, forbidden));
        }
    }

    /// Whether the tile's sides match at the cell; `None` if it is not open.
    pub(super) fn matches(&self, edges: u64, cell: Cell, rotation: Rotation) -> Option<bool> {
        match self.find(cell) {
            Found::Open(index) => {
                let forbidden = self.forbidden.as_flattened()[index as usize];
                Some(patterns(edges)[rotation.index()] & forbidden == 0)
            }
            _ => None,
        }
    }

    pub(super) fn copy_from(&mut self, other: &Self) {
        self.slots = other.slots;
        self.tiles = other.tiles;
        self.open_len = other.open_len;
        let used = other.open_len as usize;
        self.open.as_flattened_mut()[..used].copy_from_slice(other.open_cells());
        self.forbidden.as_flattened_mut()[..used].copy_from_slice(other.forbidden());
    }
}

/// The edge patterns of the four rotations.
#[inline]
fn patterns(edges: u64) -> [u16; 4] {
    [edges as u16, (edges >> 16) as u16, (edges >> 32) as u16, (edges >> 48) as u16]
}

/// A bit for each rotation that an open cell does not forbid.
#[inline]
fn rotations(patterns: [u16; 4], forbidden: u16) -> u16 {
    let fits = |index: usize| u16::from(patterns[index] & forbidden == 0) << index;
    fits(0) | fits(1) | fits(2) | fits(3)
}
