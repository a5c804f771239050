//! Pieces: what a player puts on the map.

use crate::geometry::Pos;
use crate::seat::Seat;
use crate::terrain::FeatureKind;
use crate::tiles::Segment;

/// A kind of piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum PieceKind {
    /// A follower, whatever its role.
    Follower,
    /// A large follower (I2).
    LargeFollower,
    /// A builder (T3).
    Builder,
    /// A pig (T9).
    Pig,
    /// A hut (H2).
    Hut,
}

impl std::fmt::Display for PieceKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl std::str::FromStr for PieceKind {
    type Err = crate::units::UnknownName;

    fn from_str(name: &str) -> Result<PieceKind, crate::units::UnknownName> {
        PieceKind::from_name(name).ok_or_else(|| crate::units::UnknownName::new("piece", name))
    }
}

impl PieceKind {
    /// All kinds.
    pub const ALL: [PieceKind; 5] =
        [PieceKind::Follower, PieceKind::LargeFollower, PieceKind::Builder, PieceKind::Pig, PieceKind::Hut];

    /// The kinds that are followers: who places a follower chooses one of these (C11, I2).
    pub const FOLLOWERS: [PieceKind; 2] = [PieceKind::Follower, PieceKind::LargeFollower];

    /// The name in records and in the engine protocol.
    pub const fn name(self) -> &'static str {
        match self {
            PieceKind::Follower => "follower",
            PieceKind::LargeFollower => "large_follower",
            PieceKind::Builder => "builder",
            PieceKind::Pig => "pig",
            PieceKind::Hut => "hut",
        }
    }

    /// The kind with this name.
    pub fn from_name(name: &str) -> Option<PieceKind> {
        PieceKind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// How much it counts in majorities (C13, I3, T4, T10).
    pub const fn strength(self) -> u8 {
        match self {
            PieceKind::Follower | PieceKind::Hut => 1,
            PieceKind::LargeFollower => 2,
            PieceKind::Builder | PieceKind::Pig => 0,
        }
    }

    /// Whether it is a follower.
    pub const fn is_follower(self) -> bool {
        matches!(self, PieceKind::Follower | PieceKind::LargeFollower)
    }

    /// The rule by which it comes from a supply.
    pub(crate) const fn rule(self) -> &'static str {
        match self {
            PieceKind::Follower => "C11",
            PieceKind::LargeFollower => "I2",
            PieceKind::Builder => "T3",
            PieceKind::Pig => "T9",
            PieceKind::Hut => "H2",
        }
    }
}

/// A piece on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// Whose it is.
    pub seat: Seat,
    /// What it is.
    pub kind: PieceKind,
    /// The cell on which it stands.
    pub pos: Pos,
    /// The segment on which it stands.
    pub segment: Segment,
    /// What that segment is part of.
    pub on: FeatureKind,
    /// How much it counts in majorities (C13).
    pub strength: u8,
}

/// The pieces that a player has beside the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Supply(u32);

impl Supply {
    /// The bits of all kinds that are followers.
    const FOLLOWERS: u32 = 0xf << Supply::shift(PieceKind::Follower) | 0xf << Supply::shift(PieceKind::LargeFollower);

    const fn shift(kind: PieceKind) -> u32 {
        4 * kind as u32
    }

    /// How many of the kind.
    pub const fn count(self, kind: PieceKind) -> u8 {
        (self.0 >> Supply::shift(kind) & 0xf) as u8
    }

    /// Whether there is a follower of any kind.
    pub const fn has_follower(self) -> bool {
        self.0 & Supply::FOLLOWERS != 0
    }

    /// The kinds of followers of which there are some.
    pub fn followers(self) -> impl Iterator<Item = PieceKind> {
        PieceKind::FOLLOWERS.into_iter().filter(move |&kind| self.count(kind) > 0)
    }

    pub(crate) fn add(&mut self, kind: PieceKind, count: u8) {
        debug_assert!(self.count(kind) + count < 16, "a supply counts to fifteen");
        self.0 += u32::from(count) << Supply::shift(kind);
    }

    pub(crate) fn take(&mut self, kind: PieceKind) {
        debug_assert!(self.count(kind) > 0, "no {} is left", kind.name());
        self.0 -= 1 << Supply::shift(kind);
    }
}
