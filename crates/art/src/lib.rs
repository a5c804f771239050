#![doc = include_str!("../README.md")]
//!
//! # How a tile is drawn
//! ```
//! use bastide_art::{Landscape, Tile};
//! use rules::{Rotation, TileKind};
//!
//! let kind = TileKind::from_name("base/D").unwrap();
//! let tile = Tile::new(kind);
//! let picture = tile.draw(Rotation::NONE, 0, Landscape::of(kind.def().set()).theme());
//! assert!(picture.ground.starts_with("<rect"));
//!
//! // Where a follower stands on the city of this tile, and what the pointer is over.
//! let (city, _) = kind.def().printed_segments().next().unwrap();
//! let place = tile.place(city, Rotation::NONE).unwrap();
//! assert_eq!(tile.segment_at(place, Rotation::NONE), Some(city));
//! ```
//!
//! A tile is drawn in three steps. [`Tile::new`] searches a layout: curves for areas, lines and waters in which exactly
//! those fields hang together that the data say do. From the layout follow the places for followers and symbols. Drawing
//! then turns the layout and strews details over it, upright in every rotation.
//!
//! A picture has two layers, [`TileArt::ground`] and [`TileArt::detail`]. On a board all grounds lie below all details, so
//! that trees and towers may stand out over their tile. Details refer to shared [`definitions`] by name. [`Scene::of_game`] is the
//! board of a game; a client that draws it by other means takes tiles, pieces and places from there. Nothing here does I/O or
//! decides a rule.

mod board;
mod construct;
mod curves;
mod details;
mod grid;
mod icons;
mod layout;
mod lines;
mod outline;
mod paint;
mod path;
mod pieces;
mod places;
mod point;
mod scene;
mod shapes;
mod sheet;
mod stamps;
mod theme;
mod tile;

pub use board::{PlacedPiece, PlacedTile, PlacedToken, Stand, corner_of, token_place};
pub use paint::TileArt;
pub use pieces::{Figurine, Livery, piece_definitions, piece_id, piece_scale, token_definitions, token_id};
pub use places::FOLLOWER_WIDTH;
pub use point::{Point, TILE};
pub use scene::{Album, Highlight, Scene, VARIANTS, variant_at};
pub use sheet::sheet;
pub use theme::{Band, Colour, Landscape, Surface, Theme};
pub use tile::{Tile, definitions};
