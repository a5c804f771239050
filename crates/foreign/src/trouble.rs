//! What is wrong with a log, and where.

use rules::{Action, Illegal};
use std::fmt;

/// Where in a log something is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// The number of the entry, from 1: of the move where the log numbers its moves.
    pub entry: usize,
    /// The number of the turn that it belongs to.
    pub turn: u16,
}

/// Why a log could not be read any further.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trouble {
    /// Where.
    pub place: Place,
    /// What.
    pub what: What,
}

/// What an entry of a log is not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum What {
    /// Something that should be there is missing or of another kind.
    Missing(&'static str),
    /// A tile of this name is none of ours, or prints something else in our edition.
    Tile(String),
    /// A tile with this number is none of those whose numbers are known: one of an expansion.
    Number(i64),
    /// A tile of which none is left, or that fits nowhere.
    Drawn(String),
    /// Something that cannot be done here, and which rule says so.
    Illegal(Action, Illegal),
    /// A place on the tile that the tile does not have.
    Spot(String),
    /// A piece that cannot be placed like this here.
    Piece(String),
    /// A builder or pig without a follower, as other editions of the rules have it.
    Alone(String),
    /// Somebody acts out of turn.
    OutOfTurn,
    /// A kind of entry that belongs to nothing we know.
    Entry(String),
    /// A tile was put aside although it fits.
    Aside(String),
    /// Somebody has other points than our rules give.
    Points {
        /// Who.
        player: String,
        /// What the log says.
        said: i64,
        /// What our rules say.
        ours: i64,
    },
}

impl fmt::Display for What {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            What::Missing(what) => write!(f, "there is no {what}"),
            What::Tile(name) => write!(f, "the tile {name:?} is none of the tiles of this game"),
            What::Number(number) => {
                write!(f, "what the tile number {number} shows is not known: it belongs to an expansion")
            }
            What::Drawn(name) => write!(f, "the tile {name:?} cannot come: none is left, or it fits nowhere"),
            What::Illegal(action, reason) => write!(f, "{action}: {reason}"),
            What::Spot(name) => write!(f, "the tile has no place {name:?}"),
            What::Alone(name) => write!(
                f,
                "{name:?} is placed alone, as in other editions; by these rules builders and pigs come with a follower"
            ),
            What::Piece(name) => write!(f, "the piece {name:?} cannot be placed like this"),
            What::OutOfTurn => f.write_str("somebody acts who is not to act"),
            What::Entry(name) => write!(f, "what {name:?} means is not known"),
            What::Aside(name) => write!(f, "the tile {name:?} was put aside although it fits"),
            What::Points { player, said, ours } => {
                write!(f, "{player:?} has {said} points there and {ours} by these rules")
            }
        }
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "entry {}, turn {}: {}", self.place.entry, self.place.turn, self.what)
    }
}

impl std::error::Error for Trouble {}

/// Why nothing of a text could be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unreadable {
    /// It is longer than any log.
    TooLong,
    /// It is not JSON; where that shows.
    NotJson {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
    },
    /// It is JSON, but no log that we know.
    Unknown,
    /// Something that should be there is missing or of another kind.
    Missing(&'static str),
    /// The game has an expansion that we do not know.
    Expansion(String),
    /// The game does not begin as ours does.
    Start(String),
    /// So many cannot play.
    Players(usize),
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unreadable::TooLong => f.write_str("this is too long for the log of a game"),
            Unreadable::NotJson { line, column } => write!(f, "line {line}, column {column}: this is not JSON"),
            Unreadable::Unknown => f.write_str("this is no log of a game that is known here"),
            Unreadable::Missing(what) => write!(f, "there is no {what}"),
            Unreadable::Expansion(name) => write!(f, "the expansion {name:?} is not known here"),
            Unreadable::Start(name) => {
                write!(f, "the game begins with the tile {name:?}, which this edition does not have there")
            }
            Unreadable::Players(count) => write!(f, "{count} players cannot play this game"),
        }
    }
}

impl std::error::Error for Unreadable {}
