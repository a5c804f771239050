//! Why a text is no record, and where: as data, so that a program can say it in any language.

use crate::action::{Action, Illegal};
use crate::notation::NotationError;
use crate::record::RECORD_VERSION;
use crate::seat::Seat;
use crate::setup::SetupError;
use crate::tiles::TileSet;
use std::fmt;

/// Why a text is no record: where and what.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// What is wrong there.
    pub fault: Fault,
}

/// What is wrong at a place of a record. What should stand there is shown by an example, as it would be written.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Fault {
    /// The text does not begin as a record does.
    NoRecord(String),
    /// The record is of another version of the format.
    Version(u32),
    /// The text ends where something like this should come.
    Ends(&'static str),
    /// Something like `expected` should stand here.
    Expected {
        /// An example of what should.
        expected: &'static str,
        /// What does; nothing in an empty line.
        found: String,
    },
    /// An empty line should stand here.
    NotEmpty(String),
    /// Nothing of that name is known here.
    Unknown(Named, String),
    /// What may be said once is said again.
    Twice(String),
    /// Nothing more should stand here.
    Surplus(String),
    /// So the game cannot be set up.
    Setup(SetupError),
    /// The game was played with another version of a tile set.
    OtherTiles(TileSet, u8),
    /// The game is over, and its result is missing.
    NoResult,
    /// A result, but the game is not over.
    NotOver,
    /// The result is not the one with which the game ends.
    OtherResult {
        /// The points with which it ends.
        ends: Vec<u16>,
        /// The points that the record gives.
        found: Vec<u16>,
    },
    /// Another turn should come here.
    OtherTurn {
        /// The number of the turn that should, and its seat.
        turn: u16,
        /// Whose turn it is.
        seat: Seat,
        /// What stands there.
        found: String,
    },
    /// A word is no action.
    Notation(NotationError, String),
    /// An action is not possible.
    Illegal {
        /// The number of the turn.
        turn: u16,
        /// Whose turn it is.
        seat: Seat,
        /// What was to be done.
        action: Action,
        /// Why not.
        illegal: Illegal,
    },
}

/// What a name in a record stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Named {
    /// A game.
    Game,
    /// An option of the game.
    Option,
    /// A tile set of the game.
    TileSet,
    /// A tile.
    Tile,
    /// An animal.
    Animal,
    /// A seat of the game.
    Seat,
}

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Named::Game => "game",
            Named::Option => "option of this game",
            Named::TileSet => "tile set of this game",
            Named::Tile => "tile",
            Named::Animal => "animal",
            Named::Seat => "seat",
        })
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::NoRecord(found) => {
                write!(f, "a record begins with `bastide record {RECORD_VERSION}`, not with {found:?}")
            }
            Fault::Version(found) => {
                write!(f, "version {found} is unknown here; this program reads {RECORD_VERSION}")
            }
            Fault::Ends(expected) => write!(f, "the record ends where something like `{expected}` should come"),
            Fault::Expected { expected, found } if found.is_empty() => {
                write!(f, "something like `{expected}` should stand here")
            }
            Fault::Expected { expected, found } => {
                write!(f, "something like `{expected}` should stand here, not {found:?}")
            }
            Fault::NotEmpty(found) => write!(f, "an empty line or another header should stand here, not {found:?}"),
            Fault::Unknown(what, found) => write!(f, "there is no {what} called {found:?}"),
            Fault::Twice(found) => write!(f, "{found:?} is there already"),
            Fault::Surplus(found) => write!(f, "nothing more should stand here, not {found:?}"),
            Fault::Setup(error) => error.fmt(f),
            Fault::OtherTiles(set, played) => write!(
                f,
                "this game was played with version {played} of the tiles of {} ({}); this program has version {}, with \
                 other tiles, and cannot replay it",
                set.title(),
                set.id(),
                set.version()
            ),
            Fault::NoResult => f.write_str("the game is over, its result is missing"),
            Fault::NotOver => f.write_str("a result, but the game is not over"),
            Fault::OtherResult { ends, found } => write!(f, "the game ends with {ends:?}, not {found:?}"),
            Fault::OtherTurn { turn, seat, found } => {
                write!(f, "turn {turn} of seat {seat} should come here, not {found:?}")
            }
            Fault::Notation(error, word) => write!(f, "{error} in {word:?}"),
            Fault::Illegal { action, illegal, .. } => write!(f, "{:?} is not possible: {illegal}", action.to_string()),
        }
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.fault)
    }
}

impl std::error::Error for RecordError {}
