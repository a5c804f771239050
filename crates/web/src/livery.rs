//! The looks of the players' pieces, by number: people choose theirs, whichever seat they take.

use art::{Livery, Piece};
use rules::{MAX_SEATS, Seat};

/// How many looks there are to choose from.
pub(crate) const LIVERIES: usize = MAX_SEATS;

fn seat(number: usize) -> Seat {
    Seat::ALL[number % LIVERIES]
}

pub(crate) fn livery(number: usize) -> Livery {
    Livery::of(seat(number))
}

/// The name of the drawing of a piece.
pub(crate) fn piece_id(number: usize, piece: Piece) -> String {
    art::piece_id(seat(number), piece)
}
