//! Games that were played elsewhere, read as records.
//!
//! Reading plays the game by our rules. What contradicts them is told with its place, and everything before it is still a
//! record. Tiles are matched by what is printed on them, never by their names alone: a tile of an edition that prints
//! something else is none of ours.

mod jcz;
mod pattern;
mod trouble;

pub use trouble::{Place, Trouble, Unreadable, What};

use rules::Record;
use serde_json::Value;

/// Where a log comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// A saved game of JCloisterZone.
    JCloisterZone,
    /// A replay log of Board Game Arena.
    BoardGameArena,
}

impl Source {
    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Source::JCloisterZone => "JCloisterZone",
            Source::BoardGameArena => "Board Game Arena",
        }
    }
}

/// What a log says.
#[derive(Clone, Debug)]
pub struct Reading {
    /// Where it comes from.
    pub source: Source,
    /// The game, as far as it could be read.
    pub record: Record,
    /// Why it could not be read any further; nothing if all of it was.
    pub trouble: Option<Trouble>,
}

/// Longer texts are no logs of a game.
const LONGEST: usize = 8_000_000;

/// Reads a log, from wherever it comes.
pub fn read(text: &str) -> Result<Reading, Unreadable> {
    if text.len() > LONGEST {
        return Err(Unreadable::TooLong);
    }
    let log: Value = serde_json::from_str(text.trim_start_matches('\u{feff}'))
        .map_err(|error| Unreadable::NotJson { line: error.line(), column: error.column() })?;
    match detect(&log) {
        Some(Source::JCloisterZone) => jcz::read(&log),
        Some(Source::BoardGameArena) => Err(Unreadable::Unnamed(Source::BoardGameArena)),
        None => Err(Unreadable::Unknown),
    }
}

/// Whether a text looks like a log from elsewhere rather than one of our records.
pub fn looks_foreign(text: &str) -> bool {
    text.trim_start_matches('\u{feff}').trim_start().starts_with(['{', '['])
}

/// Where a log comes from, by what it has.
fn detect(log: &Value) -> Option<Source> {
    if log.get("replay").is_some_and(Value::is_array) && log.get("setup").is_some() {
        return Some(Source::JCloisterZone);
    }
    has_notification(log, 0).then_some(Source::BoardGameArena)
}

/// Whether a notification of a tile that was laid is somewhere in the packets.
fn has_notification(value: &Value, depth: usize) -> bool {
    match value {
        Value::Object(object) => {
            object.get("type").and_then(Value::as_str) == Some("playTile")
                || depth < 8 && object.values().any(|inner| has_notification(inner, depth + 1))
        }
        Value::Array(list) => depth < 8 && list.iter().any(|inner| has_notification(inner, depth + 1)),
        _ => false,
    }
}
