//! How many of the tiles still to come fit a hole, and how many would close what ends there. Looked up, not counted: a
//! hole asks for one of four things at each side, so that there are 256 kinds of hole.

use rules::{Bag, Demand, Lane, Rotation, Side, Terrain, TileKind, TileSet};

const PATTERNS: usize = 256;
/// The pattern of a hole that no tile of the bag can ever fill.
const DEAD: usize = PATTERNS;

/// What one kind of tile can do for each pattern: one row is added for each tile in the bag.
struct Row {
    fits: [u8; PATTERNS],
    caps: [u8; 4 * PATTERNS],
}

/// The rows of all kinds of tile of a game; made once.
pub(crate) struct FitTable {
    first: usize,
    rows: Vec<Row>,
    /// What a side asks for, by the four bits of terrains that it refuses.
    codes: [u16; 16],
}

impl FitTable {
    /// The table for the tiles of these sets, which lie beside each other, whose sides show these terrains.
    pub(crate) fn new(sets: &[TileSet], terrains: [Terrain; 3]) -> FitTable {
        let mut codes = [DEAD as u16; 16];
        codes[0] = 0;
        for (terrain, code) in terrains.into_iter().zip(1..) {
            codes[usize::from(Demand::new([Some(terrain), None, None, None]).bits() & 0xf)] = code;
        }
        let mut demands = [Demand::default(); PATTERNS];
        for (pattern, demand) in demands.iter_mut().enumerate() {
            let side = |side: usize| (pattern >> (2 * side) & 3).checked_sub(1).map(|code| terrains[code]);
            *demand = Demand::new([side(0), side(1), side(2), side(3)]);
        }
        let kinds: Vec<TileKind> = sets.iter().flat_map(|set| set.kinds()).collect();
        let first = kinds.first().map_or(0, |kind| kind.index());
        FitTable { first, rows: kinds.into_iter().map(|kind| row(kind, &demands)).collect(), codes }
    }

    fn row(&self, kind: TileKind) -> Option<&Row> {
        self.rows.get(kind.index().checked_sub(self.first)?)
    }

    fn pattern(&self, demand: Demand) -> usize {
        let bits = demand.bits();
        let code = |side: u32| usize::from(self.codes[usize::from(bits >> (4 * side) & 0xf)]);
        (code(0) | code(1) << 2 | code(2) << 4 | code(3) << 6).min(DEAD)
    }
}

fn row(kind: TileKind, demands: &[Demand; PATTERNS]) -> Row {
    let mut row = Row { fits: [0; PATTERNS], caps: [0; 4 * PATTERNS] };
    for (pattern, demand) in demands.iter().enumerate() {
        for rotation in Rotation::ALL.into_iter().filter(|&rotation| demand.accepts(kind, rotation)) {
            row.fits[pattern] = 1;
            for side in Side::ALL {
                if caps(kind, rotation, side, pattern) {
                    row.caps[4 * pattern + side.index()] = 1;
                }
            }
        }
    }
    row
}

/// Whether the segment in the middle of this side reaches no side at which the hole has no neighbour.
fn caps(kind: TileKind, rotation: Rotation, side: Side, pattern: usize) -> bool {
    let Some(segment) = kind.def().segment_at(side, Lane::Middle, rotation) else { return false };
    let ports = kind.def().segments()[segment.index()].ports[rotation.index()];
    let open = |other: Side| pattern >> (2 * other.index()) & 3 == 0;
    !Side::ALL.into_iter().any(|other| ports.touches(other) && open(other))
}

/// The counts for the tiles still to come.
#[derive(Clone)]
pub(crate) struct Fits {
    table: &'static FitTable,
    fits: [u8; PATTERNS + 1],
    caps: [u8; 4 * PATTERNS + 4],
}

impl Fits {
    pub(crate) fn new(table: &'static FitTable) -> Fits {
        Fits { table, fits: [0; PATTERNS + 1], caps: [0; 4 * PATTERNS + 4] }
    }

    /// Counts the tiles of a bag.
    pub(crate) fn count(&mut self, bag: &Bag) {
        self.fits.fill(0);
        self.caps.fill(0);
        for (kind, count) in bag.iter() {
            let Some(row) = self.table.row(kind) else { continue };
            self.fits.iter_mut().zip(&row.fits).for_each(|(sum, fits)| *sum += fits * count);
            self.caps.iter_mut().zip(&row.caps).for_each(|(sum, caps)| *sum += caps * count);
        }
    }

    /// One tile less.
    pub(crate) fn take(&mut self, kind: TileKind) {
        if let Some(row) = self.table.row(kind) {
            self.fits.iter_mut().zip(&row.fits).for_each(|(sum, fits)| *sum -= fits);
            self.caps.iter_mut().zip(&row.caps).for_each(|(sum, caps)| *sum -= caps);
        }
    }

    /// How many tiles still to come fit the hole.
    #[inline]
    pub(crate) fn fitting(&self, demand: Demand) -> u8 {
        self.fits[self.table.pattern(demand)]
    }

    /// How many tiles still to come fit the hole, and how many of them would end there what lies at its `side`.
    #[inline]
    pub(crate) fn fitting_and_capping(&self, demand: Demand, side: Side) -> (u8, u8) {
        let pattern = self.table.pattern(demand);
        (self.fits[pattern], self.caps[4 * pattern + side.index()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::{GameId, Options, Seat, Setup};
    use std::sync::OnceLock;

    const TERRAINS: [Terrain; 3] = [Terrain::City, Terrain::Road, Terrain::Field];

    /// How many tiles fit, and how many of them cap what lies at the side: counted tile by tile.
    fn slowly(bag: &Bag, sides: [Option<Terrain>; 4], side: Side) -> (u8, u8) {
        let (mut fitting, mut capping) = (0, 0);
        for (kind, count) in bag.iter() {
            let fits = |rotation: &Rotation| {
                Side::ALL
                    .iter()
                    .all(|&side| sides[side.index()].is_none_or(|terrain| terrain == kind.def().side(side, *rotation)))
            };
            let caps = |rotation: &Rotation| {
                let Some(segment) = kind.def().segment_at(side, Lane::Middle, *rotation) else { return false };
                let ports = kind.def().segments()[segment.index()].ports[rotation.index()];
                Side::ALL.iter().all(|&other| !ports.touches(other) || sides[other.index()].is_some())
            };
            let rotations: Vec<_> = Rotation::ALL.into_iter().filter(|rotation| fits(rotation)).collect();
            fitting += if rotations.is_empty() { 0 } else { count };
            capping += if rotations.iter().any(caps) { count } else { 0 };
        }
        (fitting, capping)
    }

    #[test]
    fn looking_up_equals_counting_also_after_a_draw() {
        static TABLE: OnceLock<FitTable> = OnceLock::new();
        let setup = Setup::new(GameId::Base, Options::NONE, 2, Seat::default()).expect("a setup");
        let drawn = TileKind::from_name("base/U").expect("a tile");
        let rest = setup.bag().iter().flat_map(|(kind, count)| {
            let left = count - u8::from(kind == drawn);
            std::iter::repeat_n(kind, left.into())
        });
        let smaller = setup.with_tiles(rest).expect("fewer tiles");
        let mut fits = Fits::new(TABLE.get_or_init(|| FitTable::new(&[TileSet::Base], TERRAINS)));
        fits.count(setup.bag());
        for setup in [setup, smaller] {
            for pattern in 0..PATTERNS {
                let side = |side: usize| (pattern >> (2 * side) & 3).checked_sub(1).map(|code| TERRAINS[code]);
                let sides = [side(0), side(1), side(2), side(3)];
                for side in Side::ALL {
                    let looked_up = fits.fitting_and_capping(Demand::new(sides), side);
                    assert_eq!(looked_up, slowly(setup.bag(), sides, side), "{sides:?} {side:?}");
                }
            }
            fits.take(drawn);
        }
        let river = Demand::new([Some(Terrain::River), None, None, None]);
        assert_eq!(fits.fitting(river), 0, "no tile of the bag continues a river");
    }
}
