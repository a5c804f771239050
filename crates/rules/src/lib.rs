//! The tile-laying games of the Carcassonne family, exact to the rulebook.

mod geometry;
mod terrain;
mod tiles;

pub use geometry::{Corner, Pos, Rotation, Side};
pub use terrain::{FeatureKind, Symbol, Tally, Terrain};
pub use tiles::{Lane, MAX_SEGMENTS, Ports, Segment, SegmentDef, SegmentSet, TileDef, TileKind, TileSet};
