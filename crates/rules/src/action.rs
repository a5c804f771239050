//! Everything that can happen in a game by somebody's decision or by chance.

use crate::geometry::{Corner, Pos, Rotation};
use crate::piece::PieceKind;
use crate::reason::Reason;
use crate::seat::Seat;
use crate::terrain::Symbol;
use crate::tiles::{Segment, TileKind};

/// An animal of Safari's tokens.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Animal {
    /// A monkey.
    Monkey,
    /// An elephant.
    Elephant,
    /// A giraffe.
    Giraffe,
    /// A lion.
    Lion,
    /// A zebra.
    Zebra,
}

impl std::fmt::Display for Animal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl std::str::FromStr for Animal {
    type Err = crate::units::UnknownName;

    fn from_str(name: &str) -> Result<Animal, crate::units::UnknownName> {
        Animal::from_name(name).ok_or_else(|| crate::units::UnknownName::new("animal", name))
    }
}

impl Animal {
    /// All animals.
    pub const ALL: [Animal; 5] = [Animal::Monkey, Animal::Elephant, Animal::Giraffe, Animal::Lion, Animal::Zebra];

    /// The name in records and in the engine protocol.
    pub const fn name(self) -> &'static str {
        self.symbol().name()
    }

    /// The animal with this name.
    pub fn from_name(name: &str) -> Option<Animal> {
        Animal::ALL.into_iter().find(|animal| animal.name() == name)
    }

    /// The symbol that shows it on a tile.
    pub const fn symbol(self) -> Symbol {
        match self {
            Animal::Monkey => Symbol::Monkey,
            Animal::Elephant => Symbol::Elephant,
            Animal::Giraffe => Symbol::Giraffe,
            Animal::Lion => Symbol::Lion,
            Animal::Zebra => Symbol::Zebra,
        }
    }

    /// The number of the animal, in the order of [`Animal::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// One step of a game. A game is the list of its actions, those of the dealer included.
///
/// The text in each variant's description is its notation in records.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Action {
    /// `+base/D`: the dealer turns up a tile (C8); with `hand` it goes to a hand (N12), with `equal_turns` the first
    /// ones go out of the game (N13).
    Draw {
        /// The tile that came.
        tile: TileKind,
    },
    /// `+lion`: the dealer turns up an animal token for the player who draws (S6).
    DrawToken {
        /// The token that came.
        animal: Animal,
    },
    /// `base/D@1,0r2`: place the tile on a cell, turned clockwise by quarters.
    Place {
        /// Which tile; with `hand` there is a choice.
        tile: TileKind,
        /// The cell.
        pos: Pos,
        /// The rotation.
        rotation: Rotation,
    },
    /// `f2`, `f2+builder`, `f2+pig`: place a follower on a segment of the tile just placed (C11); `F2`: the large one (I2).
    Follower {
        /// The segment.
        segment: Segment,
        /// What is placed with it: a builder or a pig (T3, T9).
        with: Option<PieceKind>,
        /// Which kind of follower.
        piece: PieceKind,
    },
    /// `h0`: place a hut on a river or lake of the tile just placed (H2).
    Hut {
        /// The segment.
        segment: Segment,
    },
    /// `x0,1:2`: take back the own follower standing there (N1).
    Recall {
        /// The cell.
        pos: Pos,
        /// The segment.
        segment: Segment,
    },
    /// `c2,0>0,1`: move a ranger car to another cell (S10); `c>0,1`: put back the ranger just taken (S9).
    Ranger {
        /// Where it stands; `None` when it is in the player's hand.
        from: Option<Pos>,
        /// Where it goes.
        to: Pos,
    },
    /// `w0,0SE:lion`: found or extend a waterhole (S13, S14).
    Waterhole {
        /// The cell of the tile on which the token is laid.
        pos: Pos,
        /// The corner of that tile, as it lies on the board.
        corner: Corner,
        /// The token.
        animal: Animal,
    },
    /// `t:lion`: lay a token on the feature being scored (S5).
    Token {
        /// The token.
        animal: Animal,
    },
    /// `home`: the farmer beside the pig just scored goes back to the supply (T11).
    ReturnFarmer,
    /// `-`: no action, no token, or the farmer stays.
    Pass,
}

impl Action {
    /// An ordinary follower, alone, on a segment of the tile just placed.
    pub const fn follower(segment: Segment) -> Action {
        Action::Follower { segment, with: None, piece: PieceKind::Follower }
    }
}

/// Who decides next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Actor {
    /// Chance: the dealer turns up a tile or token.
    Dealer,
    /// A player.
    Player(Seat),
    /// Nobody: the game is over.
    Nobody,
}

/// What a game waits for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Phase {
    /// The dealer turns up a tile or token.
    Deal,
    /// The active player places the tile.
    Place,
    /// The active player may act with the tile just placed.
    Act,
    /// Safari: an owner of the feature being scored may lay a token (S5).
    Token,
    /// Safari: the active player puts back the ranger taken (S9).
    Ranger,
    /// Traders & Builders: the owner of the pig just scored decides about its farmer (T11).
    Pig,
    /// The game is over.
    Over,
}

impl Phase {
    /// Whether the player may go on without a choice: [`Action::Pass`] is possible.
    pub const fn may_pass(self) -> bool {
        matches!(self, Phase::Act | Phase::Token | Phase::Pig)
    }

    /// The name in the engine protocol.
    pub const fn name(self) -> &'static str {
        match self {
            Phase::Deal => "deal",
            Phase::Place => "place",
            Phase::Act => "act",
            Phase::Token => "token",
            Phase::Ranger => "ranger",
            Phase::Pig => "pig",
            Phase::Over => "over",
        }
    }
}

/// Why an action is not possible: the broken rule and what it asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Illegal {
    rule: Option<&'static str>,
    reason: Reason,
}

impl Illegal {
    pub(crate) const fn new(rule: &'static str, reason: Reason) -> Illegal {
        Illegal { rule: Some(rule), reason }
    }

    /// The action belongs to another phase or game: no rule of the book is broken.
    pub(crate) const fn out_of_place(reason: Reason) -> Illegal {
        Illegal { rule: None, reason }
    }

    /// Something was to be placed together with a follower in a game that has nothing of the kind.
    pub(crate) const fn no_companions() -> Illegal {
        Illegal::out_of_place(Reason::NoCompanions)
    }

    /// The number of the broken rule, such as `C11`, where one applies.
    pub const fn rule(&self) -> Option<&'static str> {
        self.rule
    }

    /// What is wrong.
    pub const fn why(&self) -> Reason {
        self.reason
    }

    /// What is wrong, in words.
    pub const fn reason(&self) -> &'static str {
        self.reason.text()
    }
}

impl std::fmt::Display for Illegal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.rule {
            Some(rule) => write!(f, "{} ({rule})", self.reason()),
            None => f.write_str(self.reason()),
        }
    }
}

impl std::error::Error for Illegal {}
