//! The tile-laying games of the Carcassonne family, exact to the rulebook.

mod action;
mod any;
mod bag;
mod base;
mod board;
mod core;
mod event;
mod fair;
mod game;
mod geometry;
mod hunters_gatherers;
mod new_lands;
mod notation;
mod record;
mod safari;
mod seat;
mod setup;
mod stack;
mod terrain;
#[cfg(test)]
mod testkit;
mod tiles;
mod worth;

pub use action::{Action, Actor, Animal, Companion, Illegal, Phase};
pub use any::{AnyGame, Visitor};
pub use bag::Bag;
pub use base::BaseGame;
pub use board::{Board, Demand, Feature, FeatureId, FeatureInfo, LaidTile, Landscape, OpenEnd};
pub use event::{Event, Goods, Log, Piece, PieceKind, Score, Source};
pub use fair::{Digest, DigestError, Fair, MAX_CONTRIBUTION, Reveal, is_contribution};
pub use game::{Chance, Game, Hand, Supply, WaterholeToken};
pub use geometry::{Corner, Pos, Rotation, Side};
pub use hunters_gatherers::HuntersGatherersGame;
pub use new_lands::NewLandsGame;
pub use notation::NotationError;
pub use record::{Dealing, RECORD_VERSION, Record, RecordError};
pub use safari::SafariGame;
pub use seat::{MAX_SEATS, Seat, SeatSet};
pub use setup::{GameId, GameOption, Options, Setup, SetupError};
pub use terrain::{FeatureKind, Symbol, Tally, Terrain};
pub use tiles::{Lane, MAX_SEGMENTS, Ports, Segment, SegmentDef, SegmentSet, TileDef, TileKind, TileSet};
pub use worth::Worth;
