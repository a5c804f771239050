//! Players as seats.

use std::fmt;

/// The most players any game of the family takes.
pub const MAX_SEATS: usize = 6;

/// A player: seats are numbered from 0 in playing order (C7).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Seat(u8);

impl Seat {
    /// All seats that a game can have.
    pub const ALL: [Seat; MAX_SEATS] = [Seat(0), Seat(1), Seat(2), Seat(3), Seat(4), Seat(5)];

    /// The seat with this number, if there can be one.
    pub const fn new(number: u8) -> Option<Seat> {
        if (number as usize) < MAX_SEATS { Some(Seat(number)) } else { None }
    }

    /// The number of the seat.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The number as an index; always below [`MAX_SEATS`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The seats of a game with this many players.
    pub fn of(players: u8) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator {
        Seat::ALL.into_iter().take(players as usize)
    }

    /// The next seat clockwise in a game with this many players.
    pub const fn next(self, players: u8) -> Seat {
        let next = self.0 + 1;
        Seat(if next >= players { 0 } else { next })
    }
}

impl TryFrom<u8> for Seat {
    type Error = crate::units::UnknownName;

    fn try_from(number: u8) -> Result<Seat, crate::units::UnknownName> {
        Seat::new(number).ok_or_else(|| crate::units::UnknownName::new("seat", &number.to_string()))
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A set of seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SeatSet(u8);

impl SeatSet {
    /// No seat.
    pub const EMPTY: SeatSet = SeatSet(0);

    /// Adds a seat.
    pub const fn with(self, seat: Seat) -> SeatSet {
        SeatSet(self.0 | 1 << seat.0)
    }

    /// Takes a seat out.
    pub const fn without(self, seat: Seat) -> SeatSet {
        SeatSet(self.0 & !(1 << seat.0))
    }

    /// Whether the seat is in the set.
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 & 1 << seat.0 != 0
    }

    /// Whether no seat is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seats in order of their numbers.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let number = rest.trailing_zeros() as u8;
            rest &= rest.wrapping_sub(1);
            Seat::new(number)
        })
    }

    /// The seats clockwise, beginning with `first`.
    pub fn clockwise_from(self, first: Seat) -> impl Iterator<Item = Seat> {
        let from_first = SeatSet(self.0 & (u8::MAX << first.0));
        let before_first = SeatSet(self.0 & !(u8::MAX << first.0));
        from_first.iter().chain(before_first.iter())
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> SeatSet {
        seats.into_iter().fold(SeatSet::EMPTY, SeatSet::with)
    }
}
