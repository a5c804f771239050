//! The board as others see it: the same for every game, whatever its capacity.

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
    /// How many followers of each seat stand on it (huts, for a river system).
    pub followers: [u8; MAX_SEATS],
}

/// The board of any game.
pub trait Landscape {
    /// How many tiles have been laid, the start tile included.
    fn tile_count(&self) -> usize;

    /// The tiles in the order in which they were laid.
    fn laid(&self, index: usize) -> Option<LaidTile>;

    /// The tile on a cell.
    fn laid_at(&self, pos: Pos) -> Option<LaidTile>;

    /// The empty cells that share a side with a tile.
    fn open_positions(&self) -> Vec<Pos>;

    /// Whether the sides of the tile match its neighbours on an open cell (C3).
    fn accepts(&self, kind: TileKind, pos: Pos, rotation: Rotation) -> bool;

    /// The feature of a segment. Segments are the printed ones and the river systems that follow them.
    fn feature_at(&self, pos: Pos, segment: Segment) -> Option<FeatureId>;

    /// All features, in no particular order.
    fn feature_ids(&self) -> Vec<FeatureId>;

    /// What a feature adds up to.
    fn feature_info(&self, id: FeatureId) -> FeatureInfo;

    /// The segments of a feature, in reading order (C18).
    fn segments_of(&self, id: FeatureId) -> Vec<(Pos, Segment)>;
}

impl<const T: usize, const N: usize, const F: usize> Landscape for Board<T, N, F> {
    fn tile_count(&self) -> usize {
        self.len()
    }

    fn laid(&self, index: usize) -> Option<LaidTile> {
        (index < self.len()).then(|| {
            let tile = TileIndex(index as u8);
            LaidTile { kind: self.kind(tile), pos: self.pos(tile), rotation: self.rotation(tile) }
        })
    }

    fn laid_at(&self, pos: Pos) -> Option<LaidTile> {
        self.laid(self.tile_at(pos)?.0.into())
    }

    fn open_positions(&self) -> Vec<Pos> {
        self.open_cells().collect()
    }

    fn accepts(&self, kind: TileKind, pos: Pos, rotation: Rotation) -> bool {
        self.sides_match(kind, pos, rotation) == Some(true)
    }

    fn feature_at(&self, pos: Pos, segment: Segment) -> Option<FeatureId> {
        let tile = self.tile_at(pos)?;
        let known = segment.index() < self.kind(tile).def().segments().len();
        known.then(|| self.feature_of(self.node(tile, segment)))
    }

    fn feature_ids(&self) -> Vec<FeatureId> {
        self.features().map(|(id, _)| id).collect()
    }

    fn feature_info(&self, id: FeatureId) -> FeatureInfo {
        let feature = self.feature(id);
        FeatureInfo {
            kind: feature.kind(),
            tiles: feature.tile_count(),
            tally: feature.tally(),
            open: feature.open(),
            followers: Seat::ALL.map(|seat| feature.followers(seat)),
        }
    }

    fn segments_of(&self, id: FeatureId) -> Vec<(Pos, Segment)> {
        let mut segments: Vec<_> = self.members(id).map(|node| self.pos_of(node)).collect();
        sort_segments(&mut segments);
        segments
    }
}

/// Sorting is a large piece of code: once for the boards of all games.
fn sort_segments(segments: &mut [(Pos, Segment)]) {
    segments.sort_unstable();
}
