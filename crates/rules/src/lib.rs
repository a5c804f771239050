//! The tile-laying games of the Carcassonne family, exact to the rulebook.

mod action;
mod bag;
mod board;
mod event;
mod game;
mod geometry;
mod machine;
mod notation;
mod piece;
mod position;
mod record;
mod rulebook;
mod seat;
mod setup;
mod stack;
mod terrain;
#[cfg(test)]
mod testkit;
mod tiles;
mod units;
mod worth;

pub use action::{Action, Actor, Animal, Illegal, Phase};
pub use bag::Bag;
pub use board::{Board, Demand, Feature, FeatureId, FeatureInfo, LaidTile, MAX_TILES, OpenEnd};
pub use event::{Counted, Discard, Event, Facts, Goods, Log, Score, Source};
pub use game::{AnyGame, Chance, Game, Visitor};
pub use geometry::{Corner, Pos, Rotation, Side};
pub use machine::Machine;
pub use notation::NotationError;
pub use piece::{Piece, PieceKind, Supply};
pub use position::Position;
pub use record::{Dealing, RECORD_VERSION, Record, RecordError};
pub use rulebook::When;
pub use seat::{MAX_SEATS, Seat, SeatSet};
pub use setup::{Options, Setup, SetupError};
pub use terrain::{FeatureKind, Symbol, Tally, Terrain};
pub use tiles::{Lane, MAX_SEGMENTS, Ports, Segment, SegmentDef, SegmentSet, TileDef, TileKind, TileSet};
pub use units::base::{Base, BaseGame};
pub use units::hunters_gatherers::{HuntersGatherers, HuntersGatherersGame};
pub use units::new_lands::hand::Hand;
pub use units::new_lands::{NewLands, NewLandsGame};
pub use units::safari::{Safari, SafariGame, WaterholeToken};
pub use units::traders_builders::TradersBuilders;
pub use units::{GameId, GameOption, Unit, UnknownName};
pub use worth::Worth;
