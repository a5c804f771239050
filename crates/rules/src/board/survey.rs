//! What a player who weighs positions asks of the board: ends, holes and neighbours of features, without allocation.

use super::cells::Found;
use super::{Board, Feature, FeatureId, Node};
use crate::geometry::{Corner, Pos, Rotation, Side};
use crate::terrain::Terrain;
use crate::tiles::{NO_SEGMENT, Segment, TileKind};

/// What an open cell asks of a tile's sides (C3).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Demand(u16);

impl Demand {
    /// The demand of a cell with these neighbours, clockwise from the north; `None` where there is none.
    pub fn new(sides: [Option<Terrain>; 4]) -> Demand {
        let refused = |terrain: Option<Terrain>| terrain.map_or(0, |terrain| !terrain.edge_bit() & 0xf);
        let bits = sides.into_iter().enumerate().map(|(side, terrain)| refused(terrain) << (4 * side));
        Demand(bits.sum())
    }

    /// Four bits a side, clockwise from the north: none if any terrain will do, otherwise all but the terrain's own.
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Whether a tile turned by `rotation` matches.
    pub fn accepts(self, kind: TileKind, rotation: Rotation) -> bool {
        (kind.def().edges() >> (16 * rotation.index())) as u16 & self.0 == 0
    }
}

/// A place where a feature meets an empty cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpenEnd {
    /// The number of the open cell, valid until the next tile is laid.
    pub cell: u16,
    /// What the cell asks of a tile.
    pub demand: Demand,
    /// The side of the cell at which the feature lies.
    pub side: Side,
}

impl Board {
    /// The features on which followers stand (huts, for river systems).
    pub fn occupied(&self) -> impl Iterator<Item = (FeatureId, &Feature)> {
        self.features().filter(|(_, feature)| feature.is_occupied())
    }

    /// The features of the tile laid last, those of several segments several times.
    pub fn last_features(&self) -> impl Iterator<Item = FeatureId> + '_ {
        let segments = self.tiles.last().map(|laid| (laid.first_node, laid.kind.def().printed_segments()));
        segments.into_iter().flat_map(move |(first, segments)| {
            segments.map(move |(segment, _)| self.feature_of(Node(first + u16::from(segment.0))))
        })
    }

    /// The feature of a segment of the tile laid last.
    pub fn last_feature(&self, segment: Segment) -> Option<FeatureId> {
        let laid = self.tiles.last()?;
        laid.kind.def().segment(segment)?;
        Some(self.feature_of(Node(laid.first_node + u16::from(segment.0))))
    }

    /// The river system below a river or lake of the tile laid last (H3).
    pub fn last_system(&self, segment: Segment) -> Option<FeatureId> {
        let laid = self.tiles.last()?;
        let system = laid.kind.def().segment(segment)?.system?;
        Some(self.feature_of(Node(laid.first_node + u16::from(system.0))))
    }

    /// Calls back for each place where the feature meets an empty cell; once for each lane (C4) that it has there.
    #[inline]
    pub fn open_ends(&self, id: FeatureId, mut each: impl FnMut(OpenEnd)) {
        let mut missing = self.feature(id).open();
        if missing == 0 {
            return;
        }
        for node in self.members(id) {
            let (ends, tile) = self.features.ends(node);
            if ends == 0 {
                continue;
            }
            let cell = self.cells.tile_cell(tile);
            for side in Side::ALL {
                let lanes = ends >> (side.index() * 4) & 0xf;
                if lanes == 0 {
                    continue;
                }
                if let Found::Open(index) = self.cells.find(cell.step(side)) {
                    let lanes = lanes.count_ones();
                    let demand = Demand(self.cells.forbidden_at(index));
                    for _ in 0..lanes {
                        each(OpenEnd { cell: index, demand, side: side.opposite() });
                    }
                    missing = missing.saturating_sub(lanes as u16);
                    if missing == 0 {
                        return;
                    }
                }
            }
        }
    }

    /// Calls back for the features that end at an empty cell, from the tiles at its sides; for one perhaps several times.
    #[inline]
    pub fn facing(&self, pos: Pos, mut each: impl FnMut(FeatureId)) {
        for side in Side::ALL {
            let Found::Tile(tile) = self.cells.find(pos.step(side)) else { continue };
            let laid = &self.tiles[tile.0 as usize];
            let ports = laid.kind.def().port_segments(laid.rotation);
            let there = side.opposite().index() * 4;
            for &segment in ports[there..there + 4].iter().filter(|&&segment| segment != NO_SEGMENT) {
                each(self.feature_of(Node(laid.first_node + u16::from(segment))));
            }
        }
    }

    /// The cell of the tile on which a cloister or baobab lies; of another feature, of one of its tiles.
    pub fn position(&self, id: FeatureId) -> Pos {
        self.pos(self.features.tile(self.any_member(id)))
    }

    /// Calls back for the empty cells around the tile of a cloister or baobab: with what the cell asks of a tile, or
    /// `None` if no tile lies at its sides.
    #[inline]
    pub fn holes_around(&self, id: FeatureId, mut each: impl FnMut(Option<Demand>)) {
        let centre = self.cells.tile_cell(self.features.tile(self.any_member(id)));
        let around = Side::ALL.into_iter().map(|side| centre.step(side));
        let around = around.chain(Corner::ALL.into_iter().map(|corner| centre.diagonal(corner)));
        for cell in around {
            match self.cells.find(cell) {
                Found::Tile(_) => {}
                Found::Open(index) => each(Some(Demand(self.cells.forbidden_at(index)))),
                Found::Nothing(_) => each(None),
            }
        }
    }

    /// What an open cell asks of a tile; `None` if the cell is not open.
    pub fn demand(&self, pos: Pos) -> Option<Demand> {
        match self.cells.find(pos) {
            Found::Open(index) => Some(Demand(self.cells.forbidden_at(index))),
            _ => None,
        }
    }
}
