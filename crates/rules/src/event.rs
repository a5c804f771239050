//! What happened: told while actions are played, for whoever shows a game to people.

use crate::action::Animal;
use crate::geometry::{Corner, Pos, Rotation};
use crate::piece::Piece;
use crate::seat::{Seat, SeatSet};
use crate::terrain::{FeatureKind, Symbol};
use crate::tiles::{Segment, TileKind};

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

/// Something that was counted for points.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum Counted {
    /// Tiles of the feature (C5).
    Tiles,
    /// Segments of the feature (C5): parts of a forest or river.
    Parts,
    /// A cloister's own tile and the tiles around it (B4).
    Surroundings,
    /// Completed cities at a field (B8), or cities on a range, beside it or at a sea (N4, N6).
    Cities,
    /// Different kinds of animals (S4), a laid token's among them.
    Kinds,
    /// What is drawn on the feature.
    Symbol(Symbol),
    /// Goods of the kind of which the player has the most (T2).
    Goods,
    /// Tokens at a waterhole, in the supply at the end, or laid on the feature (S5, S14, S19).
    Tokens,
    /// Rangers (S9).
    Rangers,
}

impl Counted {
    /// The name in the engine protocol and on score sheets.
    pub const fn name(self) -> &'static str {
        match self {
            Counted::Tiles => "tiles",
            Counted::Parts => "parts",
            Counted::Surroundings => "surroundings",
            Counted::Cities => "cities",
            Counted::Kinds => "kinds",
            Counted::Symbol(symbol) => symbol.name(),
            Counted::Goods => "goods",
            Counted::Tokens => "tokens",
            Counted::Rangers => "rangers",
        }
    }
}

/// What was counted for points, and how many of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Facts {
    len: u8,
    list: [Option<(Counted, u16)>; Facts::MOST],
}

impl Facts {
    const MOST: usize = 9;

    /// Nothing yet.
    pub const NONE: Facts = Facts { len: 0, list: [None; Facts::MOST] };

    /// One fact.
    pub fn of(what: Counted, count: u16) -> Facts {
        Facts::NONE.and(what, count)
    }

    /// One fact more; what does not occur is not told.
    #[must_use]
    pub fn and(mut self, what: Counted, count: u16) -> Facts {
        if count > 0
            && let Some(slot) = self.list.get_mut(usize::from(self.len))
        {
            *slot = Some((what, count));
            self.len += 1;
        }
        self
    }

    /// The facts, the most important first.
    pub fn iter(&self) -> impl Iterator<Item = (Counted, u16)> + '_ {
        self.list.iter().filter_map(|fact| *fact)
    }

    /// How many of one thing were counted.
    pub fn count(&self, what: Counted) -> u16 {
        self.iter().filter(|(counted, _)| *counted == what).map(|(_, count)| count).sum()
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
    /// What was counted.
    pub facts: Facts,
    /// Whether it belongs to the final scoring.
    pub end: bool,
}

/// Why a tile is out of the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Discard {
    /// It fits nowhere (C9).
    FitsNowhere,
    /// It was put aside before the game began (N13).
    PutAside,
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
    /// A tile was put out of the game.
    Discarded {
        /// The tile.
        tile: TileKind,
        /// Why.
        why: Discard,
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
