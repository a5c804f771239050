//! The looks of the players' pieces, by number: people choose theirs, whichever seat they take.

use art::{Figurine, Livery};
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
pub(crate) fn piece_id(number: usize, piece: Figurine) -> String {
    art::piece_id(seat(number), piece)
}

/// Colours for numbers on the colour of a seat: some liveries are too light for white and too dark for black.
pub(crate) trait Badge {
    /// The ground of the number.
    fn badge(&self) -> &'static str;
    /// The number.
    fn on_badge(&self) -> &'static str;
}

impl Badge for Livery {
    fn badge(&self) -> &'static str {
        match self.colour {
            "#d55e00" => "#b04c00",
            "#009e73" => "#007a58",
            other => other,
        }
    }

    fn on_badge(&self) -> &'static str {
        self.mark_colour
    }
}
