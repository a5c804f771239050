//! What happened: told while actions are played, for whoever shows a game to people.

use crate::action::Animal;
use crate::geometry::{Corner, Pos, Rotation};
use crate::seat::{Seat, SeatSet};
use crate::terrain::{FeatureKind, Symbol};
use crate::tiles::{Segment, TileKind};

/// A kind of piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum PieceKind {
    /// A follower, whatever its role.
    Follower,
    /// A builder (T3).
    Builder,
    /// A pig (T9).
    Pig,
    /// A hut (H2).
    Hut,
}

impl PieceKind {
    /// The name in the engine protocol.
    pub const fn name(self) -> &'static str {
        match self {
            PieceKind::Follower => "follower",
            PieceKind::Builder => "builder",
            PieceKind::Pig => "pig",
            PieceKind::Hut => "hut",
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
}

/// Goods of Traders & Builders.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Goods {
    /// Chicken.
    Chicken,
    /// Wheat.
    Wheat,
    /// Cloth.
    Cloth,
}

impl Goods {
    /// All kinds.
    pub const ALL: [Goods; 3] = [Goods::Chicken, Goods::Wheat, Goods::Cloth];

    /// The symbol that stands for it on a tile.
    pub const fn symbol(self) -> Symbol {
        match self {
            Goods::Chicken => Symbol::Chicken,
            Goods::Wheat => Symbol::Wheat,
            Goods::Cloth => Symbol::Cloth,
        }
    }

    /// The name in the engine protocol.
    pub const fn name(self) -> &'static str {
        self.symbol().name()
    }

    /// The number of the kind, in the order of [`Goods::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// What points were given for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Source {
    /// A feature of the map.
    Feature(FeatureKind),
    /// A pig (T11).
    Pig,
    /// The most goods of a kind (T2).
    Goods(Goods),
    /// A ranger taken (S9).
    Ranger,
    /// A waterhole founded, extended or completed (S13 to S15).
    Waterhole,
    /// Tokens in the supply at the end (S19).
    Tokens,
}

impl Source {
    /// The name in the engine protocol and on score sheets.
    pub const fn name(self) -> &'static str {
        match self {
            Source::Feature(kind) => kind.name(),
            Source::Pig => "pig",
            Source::Goods(goods) => goods.name(),
            Source::Ranger => "ranger",
            Source::Waterhole => "waterhole",
            Source::Tokens => "tokens",
        }
    }
}

/// Points for one player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Score {
    /// Who gets them.
    pub seat: Seat,
    /// How many.
    pub points: u16,
    /// What for.
    pub source: Source,
    /// Where: for a feature, its first segment in reading order (C18).
    pub at: Option<(Pos, Segment)>,
    /// What was counted: tiles, segments, cells, cities, kinds of animals or tokens, as the rule has it.
    pub size: u16,
    /// What was counted besides: shields, fish, mushrooms, birds.
    pub extra: u16,
    /// Whether it belongs to the final scoring.
    pub end: bool,
}

/// Something that happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A tile was turned up; for whom.
    Drawn {
        /// The player who gets it.
        seat: Seat,
        /// The tile.
        tile: TileKind,
    },
    /// A tile was put out of the game (C9, N13).
    Discarded {
        /// The tile.
        tile: TileKind,
    },
    /// A tile was placed.
    Placed {
        /// Who placed it.
        seat: Seat,
        /// The tile.
        tile: TileKind,
        /// Its cell.
        pos: Pos,
        /// Its rotation.
        rotation: Rotation,
    },
    /// A piece was placed on the map.
    Deployed(Piece),
    /// Somebody got points.
    Scored(Score),
    /// A piece left the map.
    Returned {
        /// The piece, where it stood.
        piece: Piece,
        /// A builder goes to the tile stacks first (T5), everything else to its owner's supply.
        to_stacks: bool,
    },
    /// Goods were taken (T1).
    Goods {
        /// Who took them.
        seat: Seat,
        /// Which.
        goods: Goods,
        /// How many.
        count: u8,
    },
    /// An animal token was drawn (S6).
    TokenDrawn {
        /// Who drew it.
        seat: Seat,
        /// Which.
        animal: Animal,
    },
    /// An animal token was laid on a feature being scored (S5).
    TokenLaid {
        /// Who laid it.
        seat: Seat,
        /// Which.
        animal: Animal,
        /// The feature's first segment in reading order.
        at: (Pos, Segment),
    },
    /// A ranger was taken from its cell (S9).
    RangerTaken {
        /// Who took it.
        seat: Seat,
        /// The cell.
        pos: Pos,
    },
    /// A ranger came to a cell (S9, S10).
    RangerMoved {
        /// Who moved it.
        seat: Seat,
        /// From where; `None` when it was in the player's hand.
        from: Option<Pos>,
        /// Where it stands now.
        to: Pos,
    },
    /// A token was laid at a waterhole (S13, S14).
    Waterhole {
        /// Who laid it.
        seat: Seat,
        /// The cell of the tile on which it lies.
        pos: Pos,
        /// The corner of that tile.
        corner: Corner,
        /// The token.
        animal: Animal,
        /// Whether it was founded, with a follower on it; else extended.
        founded: bool,
    },
    /// The follower on a waterhole's token went back (S15).
    WaterholeLeft {
        /// Whose follower.
        seat: Seat,
        /// The cell of the tile on which the token lies.
        pos: Pos,
        /// The corner of that tile.
        corner: Corner,
    },
    /// The builder brings one more turn (T7).
    ExtraTurn {
        /// Whose.
        seat: Seat,
    },
    /// A nugget brings a move with a bonus tile (H9).
    BonusMove {
        /// Whose.
        seat: Seat,
    },
    /// The game is over.
    GameOver {
        /// Who won (C16).
        winners: SeatSet,
    },
}

/// Hears of events while actions are played.
pub trait Log {
    /// Whether it listens at all; where it does not, nothing is worked out for it.
    const LISTENS: bool = true;

    /// Something happened.
    fn tell(&mut self, event: Event);
}

/// Hears nothing.
impl Log for () {
    const LISTENS: bool = false;

    #[inline]
    fn tell(&mut self, _: Event) {}
}

/// Keeps everything.
impl Log for Vec<Event> {
    fn tell(&mut self, event: Event) {
        self.push(event);
    }
}
