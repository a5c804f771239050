//! What lies on the board, with its place: worked out from a game, without the browser.

use super::looks::{corner_of, place_on};
use crate::session::SeatInfo;
use art::{Figurine, Point, token_place};
use rules::{Animal, AnyGame, Game as _, LaidTile, Pos, Safari, Seat, sort_by_key};

/// A piece on the board.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct PieceMark {
    pub(crate) at: Point,
    /// How far beside that place it stands, in widths of a piece, with others on the same segment.
    pub(crate) aside: f32,
    /// The number of its livery.
    pub(crate) colour: usize,
    pub(crate) piece: Figurine,
}

/// A token at a waterhole.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct TokenMark {
    pub(crate) at: Point,
    pub(crate) animal: Animal,
    pub(crate) colour: Option<usize>,
}

/// A board with everything on it.
#[derive(Clone, PartialEq, Default)]
pub(crate) struct Picture {
    pub(crate) tiles: Vec<LaidTile>,
    pub(crate) pieces: Vec<PieceMark>,
    pub(crate) tokens: Vec<TokenMark>,
    pub(crate) rangers: Vec<Pos>,
}

impl Picture {
    pub(crate) fn of(game: &AnyGame, seats: &[SeatInfo]) -> Picture {
        Picture::with_pieces(game, &game.pieces(), seats)
    }

    /// The board of a game with other pieces than those of the present; those of one segment follow each other.
    pub(crate) fn with_pieces(game: &AnyGame, all: &[rules::Piece], seats: &[SeatInfo]) -> Picture {
        let board = game.board();
        let mut tiles: Vec<LaidTile> = (0..board.tile_count()).filter_map(|index| board.laid(index)).collect();
        // Details stand out over the tile to the north: what lies further south is drawn later.
        sort_by_key(&mut tiles, |tile| tile.pos);
        let colour = |seat: Seat| seats.get(seat.index()).map_or(seat.index(), |info| info.colour);
        let mut pieces = Vec::new();
        for (index, piece) in all.iter().enumerate() {
            let Some(laid) = board.laid_at(piece.pos) else { continue };
            let Some(place) = place_on(&laid, piece.segment) else { continue };
            let same = |other: &&rules::Piece| (other.pos, other.segment) == (piece.pos, piece.segment);
            let before = all[..index].iter().filter(same).count() as f32;
            let count = all.iter().filter(same).count() as f32;
            let shape = Figurine::of(piece);
            let aside = before - (count - 1.0) / 2.0;
            pieces.push(PieceMark { at: place, aside, colour: colour(piece.seat), piece: shape });
        }
        // What stands further south is nearer.
        sort_by_key(&mut pieces, |piece: &PieceMark| piece.at.y);
        let safari = game.unit::<Safari>();
        let tokens = safari.map_or(&[][..], Safari::waterholes).iter().map(|token| TokenMark {
            at: corner_of(token.pos) + token_place(token.corner),
            animal: token.animal,
            colour: token.follower.map(colour),
        });
        Picture {
            tiles,
            pieces,
            tokens: tokens.collect(),
            rangers: safari.map_or_else(Vec::new, |safari| safari.rangers().to_vec()),
        }
    }

    /// The first and the last cell with something on it.
    pub(crate) fn bounds(&self) -> (Pos, Pos) {
        let cells = || self.tiles.iter().map(|tile| tile.pos).chain(self.rangers.iter().copied());
        let least = |part: fn(Pos) -> i16| cells().map(part).min().unwrap_or(0);
        let most = |part: fn(Pos) -> i16| cells().map(part).max().unwrap_or(0);
        (Pos::new(least(|pos| pos.x), least(|pos| pos.y)), Pos::new(most(|pos| pos.x), most(|pos| pos.y)))
    }
}
