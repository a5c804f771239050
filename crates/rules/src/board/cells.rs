//! Which cells hold tiles and which are open, and what each open cell asks of a tile's sides.

use super::{MAX_TILES, TileIndex};
use crate::geometry::{Pos, Rotation, Side};
use crate::stack::Roomy;

/// What is known of a cell.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Found {
    Tile(TileIndex),
    /// Its index in the list of open cells.
    Open(u16),
    /// Nothing; the number of a free slot that would hold it.
    Nothing(u16),
}

/// A cell in one word, so that cells are compared at once.
#[inline]
fn key(cell: Pos) -> u32 {
    u32::from(cell.y as u16) << 16 | u32::from(cell.x as u16)
}

/// Where the search for a cell begins. Boards rarely span more than 32 by 32 cells, so that mostly no two of a board's cells
/// begin at the same place.
#[inline]
fn home(cell: Pos) -> usize {
    (cell.y as usize & 31) << 5 | (cell.x as usize & 31)
}

/// Tiles and open cells fill at most three quarters of the table.
const SLOTS: usize = 1024;
const _: () = assert!(3 * MAX_TILES + 2 < SLOTS);

const EMPTY: u16 = 0;
const OPEN: u16 = 0x8000;

/// How many open cells are tested at once.
const LANES: usize = 8;

/// The cells of a board with room for a number of tiles.
#[derive(Clone)]
pub(super) struct Cells {
    /// Hash table with linear probing: 0, or a tile's index + 1, or an open cell's index with the top bit set.
    slots: [u16; SLOTS],
    /// The cells of the tiles, in the order in which they were laid.
    tiles: Roomy<Pos>,
    /// The open cells: empty, with a tile at one of their sides. `n` tiles have at most `2n + 2` of them.
    open: Roomy<Pos>,
    /// For each open cell the edge bits that a tile must not have there: four a side, clockwise from the north.
    forbidden: Roomy<u16>,
}

impl Cells {
    pub(super) fn new(tiles: usize) -> Self {
        let open = 2 * tiles + 2;
        Cells {
            slots: [EMPTY; SLOTS],
            tiles: Roomy::with_room(tiles),
            open: Roomy::with_room(open),
            forbidden: Roomy::with_room(open),
        }
    }

    pub(super) fn tile_cell(&self, tile: TileIndex) -> Pos {
        self.tiles[tile.0 as usize]
    }

    pub(super) fn open(&self) -> &[Pos] {
        &self.open
    }

    /// The edge bits that a tile must not have on an open cell.
    #[inline]
    pub(super) fn forbidden_at(&self, index: u16) -> u16 {
        self.forbidden[index as usize]
    }

    #[inline]
    pub(super) fn find(&self, cell: Pos) -> Found {
        let wanted = key(cell);
        let mut slot = home(cell);
        loop {
            let value = self.slots[slot];
            if value == EMPTY {
                return Found::Nothing(slot as u16);
            }
            if value & OPEN != 0 {
                let index = value & !OPEN;
                if key(self.open[index as usize]) == wanted {
                    return Found::Open(index);
                }
            } else if key(self.tiles[value as usize - 1]) == wanted {
                return Found::Tile(TileIndex((value - 1) as u8));
            }
            slot = (slot + 1) % SLOTS;
        }
    }

    /// The slot that holds exactly this value for this cell.
    fn slot(&self, cell: Pos, value: u16) -> usize {
        let mut slot = home(cell);
        while self.slots[slot] != value {
            slot = (slot + 1) % SLOTS;
        }
        slot
    }

    /// Puts the next tile on the cell; an open cell is open no more.
    pub(super) fn occupy(&mut self, cell: Pos) -> TileIndex {
        let slot = match self.find(cell) {
            Found::Nothing(slot) => slot as usize,
            Found::Tile(_) => unreachable!("a tile lies at {cell} already"),
            Found::Open(index) => {
                let slot = self.slot(cell, index | OPEN);
                self.open.swap_remove(index as usize);
                self.forbidden.swap_remove(index as usize);
                if let Some(&moved) = self.open.get(index as usize) {
                    let moved_slot = self.slot(moved, self.open.len() as u16 | OPEN);
                    self.slots[moved_slot] = index | OPEN;
                }
                slot
            }
        };
        debug_assert!(self.tiles.len() < MAX_TILES, "a board holds {MAX_TILES} tiles");
        self.tiles.push(cell);
        self.slots[slot] = self.tiles.len() as u16;
        TileIndex((self.tiles.len() - 1) as u8)
    }

    /// An empty cell has got a neighbour: it is open from now on, and its `side` must show the terrain with this edge bit.
    #[inline]
    pub(super) fn restrict(&mut self, cell: Pos, found: Found, side: Side, edge_bit: u16) {
        let forbidden = (!edge_bit & 0xf) << (4 * side.index());
        match found {
            Found::Open(index) => self.forbidden[index as usize] |= forbidden,
            Found::Nothing(slot) => {
                self.slots[slot as usize] = self.open.len() as u16 | OPEN;
                self.open.push(cell);
                self.forbidden.push(forbidden);
            }
            Found::Tile(_) => {}
        }
    }

    pub(super) fn fits(&self, edges: u64) -> bool {
        self.forbidden.iter().any(|&forbidden| rotations(patterns(edges), forbidden) != 0)
    }

    #[inline]
    pub(super) fn placements(&self, edges: u64, mut each: impl FnMut(Pos, Rotation)) {
        let patterns = patterns(edges);
        let mut tell = |cell: Pos, mut fitting: u16| {
            while fitting != 0 {
                each(cell, Rotation::from_index(fitting.trailing_zeros()));
                fitting &= fitting - 1;
            }
        };
        // Few cells fit: most groups are passed over by one test. The inner loop becomes vector instructions.
        let (groups, rest) = self.forbidden.as_chunks::<LANES>();
        let (cells, last_cells) = self.open.as_chunks::<LANES>();
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
    pub(super) fn matches(&self, edges: u64, cell: Pos, rotation: Rotation) -> Option<bool> {
        match self.find(cell) {
            Found::Open(index) => {
                let forbidden = self.forbidden[index as usize];
                Some(patterns(edges)[rotation.index()] & forbidden == 0)
            }
            _ => None,
        }
    }

    pub(super) fn heap_bytes(&self) -> usize {
        self.tiles.bytes() + self.open.bytes() + self.forbidden.bytes()
    }

    pub(super) fn copy_from(&mut self, other: &Self) {
        self.slots = other.slots;
        self.tiles.clone_from(&other.tiles);
        self.open.clone_from(&other.open);
        self.forbidden.clone_from(&other.forbidden);
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
