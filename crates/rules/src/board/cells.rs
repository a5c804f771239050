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

/// An empty cell with a tile at one of its sides.
#[derive(Clone, Copy)]
struct OpenCell {
    cell: Cell,
    /// Edge bits that a tile must not have here: four a side, clockwise from the north.
    forbidden: u16,
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

/// The top bit of each sixteen, for testing four rotations at once.
const TOPS: u64 = 0x8000_8000_8000_8000;
const ONES: u64 = 0x0001_0001_0001_0001;

#[derive(Clone)]
pub(super) struct Cells<const T: usize> {
    /// Hash table with linear probing: 0, or a tile's index + 1, or an open cell's index with the top bit set.
    slots: [u16; SLOTS],
    /// The cells of the tiles, for the table's comparisons.
    tiles: [Cell; T],
    /// `n` tiles have at most `2n + 2` open cells around them.
    open: [[OpenCell; 3]; T],
    open_len: u16,
}

impl<const T: usize> Cells<T> {
    pub(super) fn new() -> Self {
        const { assert!(T >= 2 && T < 128 && 3 * T + 2 < SLOTS) };
        let nowhere = OpenCell { cell: Cell::ORIGIN, forbidden: 0 };
        Cells { slots: [EMPTY; SLOTS], tiles: [Cell::ORIGIN; T], open: [[nowhere; 3]; T], open_len: 0 }
    }

    pub(super) fn tile_cell(&self, tile: TileIndex) -> Cell {
        self.tiles[tile.0 as usize]
    }

    fn open_cells(&self) -> &[OpenCell] {
        &self.open.as_flattened()[..self.open_len as usize]
    }

    pub(super) fn open(&self) -> impl Iterator<Item = Cell> + '_ {
        self.open_cells().iter().map(|open| open.cell)
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
                if self.open.as_flattened()[index as usize].cell == cell {
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
                    let moved_slot = self.slot(moved.cell, last | OPEN);
                    self.slots[moved_slot] = index | OPEN;
                    self.open.as_flattened_mut()[index as usize] = moved;
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
            Found::Open(index) => self.open.as_flattened_mut()[index as usize].forbidden |= forbidden,
            Found::Nothing(slot) => {
                self.slots[slot as usize] = self.open_len | OPEN;
                self.open.as_flattened_mut()[self.open_len as usize] = OpenCell { cell, forbidden };
                self.open_len += 1;
            }
            Found::Tile(_) => {}
        }
    }

    /// A bit at the top of each sixteen whose rotation fits.
    #[inline]
    fn rotations(edges: u64, forbidden: u16) -> u64 {
        let clash = edges & (u64::from(forbidden) * ONES);
        !(((clash & !TOPS) + !TOPS) | clash) & TOPS
    }

    pub(super) fn fits(&self, edges: u64) -> bool {
        self.open_cells().iter().any(|open| Self::rotations(edges, open.forbidden) != 0)
    }

    #[inline]
    pub(super) fn placements(&self, edges: u64, mut each: impl FnMut(Cell, Rotation)) {
        for open in self.open_cells() {
            let mut fitting = Self::rotations(edges, open.forbidden);
            while fitting != 0 {
                each(open.cell, Rotation::ALL[fitting.trailing_zeros() as usize / 16]);
                fitting &= fitting - 1;
            }
        }
    }

    /// Whether the tile's sides match at the cell; `None` if it is not open.
    pub(super) fn matches(&self, edges: u64, cell: Cell, rotation: Rotation) -> Option<bool> {
        match self.find(cell) {
            Found::Open(index) => {
                let forbidden = self.open.as_flattened()[index as usize].forbidden;
                Some(Self::rotations(edges, forbidden) >> (16 * rotation.index()) & 0x8000 != 0)
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
    }
}
