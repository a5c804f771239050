//! What lies on a board and where, as data: for pictures made here, and for clients with elements of their own.

use crate::pieces::Figurine;
use crate::point::{Point, TILE};
use rules::{Corner, LaidTile, Piece, Pos, Rotation, Seat, Segment, Symbol, TileKind, WaterholeToken};

/// A tile on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlacedTile {
    /// Its kind.
    pub kind: TileKind,
    /// Its cell.
    pub pos: Pos,
    /// How it is turned.
    pub rotation: Rotation,
}

impl From<LaidTile> for PlacedTile {
    fn from(laid: LaidTile) -> PlacedTile {
        PlacedTile { kind: laid.kind, pos: laid.pos, rotation: laid.rotation }
    }
}

/// A piece on a segment of a tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlacedPiece {
    /// Whose it is.
    pub seat: Seat,
    /// What it looks like.
    pub figurine: Figurine,
    /// The tile's cell.
    pub pos: Pos,
    /// The segment.
    pub segment: Segment,
}

impl From<&Piece> for PlacedPiece {
    fn from(piece: &Piece) -> PlacedPiece {
        PlacedPiece { seat: piece.seat, figurine: Figurine::of(piece), pos: piece.pos, segment: piece.segment }
    }
}

/// An animal token at a corner of a tile (Safari).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlacedToken {
    /// The animal.
    pub symbol: Symbol,
    /// The tile's cell.
    pub pos: Pos,
    /// The corner of the board's grid, not of the printed tile.
    pub corner: Corner,
    /// The seat whose follower stands on it.
    pub follower: Option<Seat>,
}

impl From<&WaterholeToken> for PlacedToken {
    fn from(token: &WaterholeToken) -> PlacedToken {
        PlacedToken { symbol: token.animal.symbol(), pos: token.pos, corner: token.corner, follower: token.follower }
    }
}

impl PlacedToken {
    /// Its middle, in the coordinates of the board.
    pub fn at(&self) -> Point {
        corner_of(self.pos) + token_place(self.corner)
    }

    /// The follower on it, with pieces drawn so many times as large as they are defined.
    pub fn stand(&self, scale: f32) -> Option<Stand> {
        // Beside the animal, so that both can be seen; away from the corner, where other tokens lie.
        let inward = (Point::CENTRE - token_place(self.corner)).unit();
        let at = self.at() + inward * (12.5 * scale);
        self.follower.map(|seat| Stand { seat, figurine: Figurine::Standing, at })
    }
}

/// A piece with the point where it stands.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Stand {
    /// Whose it is.
    pub seat: Seat,
    /// What it looks like.
    pub figurine: Figurine,
    /// Where it stands, in the coordinates of the board.
    pub at: Point,
}

/// How far apart pieces on one segment of a tile stand, when they are drawn as large as they are defined.
const ABREAST: f32 = 12.4;

/// Where pieces stand that are drawn so many times as large as they are defined: those of one segment side by side.
/// `place` is the place on a tile (see [`Tile::place`](crate::Tile::place)).
pub(crate) fn stands(
    tiles: &[PlacedTile],
    pieces: &[PlacedPiece],
    scale: f32,
    mut place: impl FnMut(&PlacedTile, Segment) -> Option<Point>,
) -> Vec<Stand> {
    let mut stands: Vec<Stand> = Vec::with_capacity(pieces.len());
    for (number, placed) in pieces.iter().enumerate() {
        let Some(tile) = tiles.iter().find(|tile| tile.pos == placed.pos) else { continue };
        let Some(place) = place(tile, placed.segment) else { continue };
        let same = |other: &&PlacedPiece| other.pos == placed.pos && other.segment == placed.segment;
        let width = |pieces: &[PlacedPiece]| pieces.iter().filter(same).map(|piece| piece.figurine.size()).sum::<f32>();
        let before = width(&pieces[..number]) + placed.figurine.size() / 2.0;
        let aside = Point::new((before - width(pieces) / 2.0) * ABREAST * scale, 0.0);
        stands.push(Stand { seat: placed.seat, figurine: placed.figurine, at: corner_of(placed.pos) + place + aside });
    }
    stands
}

/// The middle of an animal token at a corner of a tile.
pub fn token_place(corner: Corner) -> Point {
    Point::new(13.0, 13.0).turned(Rotation::ALL[corner.index()])
}

/// The north-west corner of a cell, in the coordinates of the board.
pub fn corner_of(pos: Pos) -> Point {
    Point::new(f32::from(pos.x) * TILE, f32::from(pos.y) * TILE)
}
