//! The board as others see it.

use super::{Board, FeatureId, TileIndex};
use crate::geometry::{Pos, Rotation};
use crate::seat::{MAX_SEATS, Seat};
use crate::terrain::{FeatureKind, Tally};
use crate::tiles::{Segment, TileKind};

/// A tile on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LaidTile {
    /// Which tile.
    pub kind: TileKind,
    /// Its cell.
    pub pos: Pos,
    /// How it is turned.
    pub rotation: Rotation,
}

/// What a feature adds up to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FeatureInfo {
    /// What it is.
    pub kind: FeatureKind,
    /// How many tiles it lies on (C5).
    pub tiles: u16,
    /// Its segments and symbols.
    pub tally: Tally,
    /// How many of its ends lie at empty cells; for a cloister or baobab, how many cells around it are empty. 0 when it
    /// is complete.
    pub open: u16,
    /// How much each seat's pieces on it count in majorities (C13): followers, and huts in a river system.
    pub strength: [u8; MAX_SEATS],
}

/// The board as others see it.
impl Board {
    /// How many tiles have been laid, the start tile included.
    pub fn tile_count(&self) -> usize {
        self.len()
    }

    /// The tiles in the order in which they were laid.
    pub fn laid(&self, index: usize) -> Option<LaidTile> {
        (index < self.len()).then(|| {
            let tile = TileIndex(index as u8);
            LaidTile { kind: self.kind(tile), pos: self.pos(tile), rotation: self.rotation(tile) }
        })
    }

    /// The tile on a cell.
    pub fn laid_at(&self, pos: Pos) -> Option<LaidTile> {
        self.laid(self.tile_at(pos)?.0.into())
    }

    /// The empty cells that share a side with a tile.
    pub fn open_positions(&self) -> Vec<Pos> {
        self.open_cells().to_vec()
    }

    /// Whether the sides of the tile match its neighbours on an open cell (C3).
    pub fn accepts(&self, kind: TileKind, pos: Pos, rotation: Rotation) -> bool {
        self.sides_match(kind, pos, rotation) == Some(true)
    }

    /// The feature of a segment. Segments are the printed ones and the river systems that follow them.
    pub fn feature_at(&self, pos: Pos, segment: Segment) -> Option<FeatureId> {
        let tile = self.tile_at(pos)?;
        let known = segment.index() < self.kind(tile).def().segments().len();
        known.then(|| self.feature_of(self.node(tile, segment)))
    }

    /// All features, in no particular order.
    pub fn feature_ids(&self) -> Vec<FeatureId> {
        self.features().map(|(id, _)| id).collect()
    }

    /// What a feature adds up to.
    pub fn feature_info(&self, id: FeatureId) -> FeatureInfo {
        let feature = self.feature(id);
        FeatureInfo {
            kind: feature.kind(),
            tiles: feature.tile_count(),
            tally: feature.tally(),
            open: feature.open(),
            strength: Seat::ALL.map(|seat| feature.strength(seat)),
        }
    }

    /// The segments of a feature, in reading order (C18).
    pub fn segments_of(&self, id: FeatureId) -> Vec<(Pos, Segment)> {
        let mut segments: Vec<_> = self.members(id).map(|node| self.pos_of(node)).collect();
        segments.sort_unstable();
        segments
    }
}
