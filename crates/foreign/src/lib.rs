//! Games that were played elsewhere, read as records.
//!
//! Reading plays the game by our rules. What contradicts them is told with its place, and everything before it is still a
//! record. Tiles are matched by what is printed on them, never by their names alone: a tile of an edition that prints
//! something else is none of ours.

mod bga;
mod jcz;
mod pattern;
mod play;
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
    let text = text.trim_start_matches('\u{feff}');
    let wrong = |error: serde_json::Error| Unreadable::NotJson { line: error.line(), column: error.column() };
    let log: Value = match bga::in_page(text) {
        Some(part) => {
            let mut values = serde_json::Deserializer::from_str(part).into_iter();
            values.next().unwrap_or(Ok(Value::Null)).map_err(wrong)?
        }
        None => serde_json::from_str(text).map_err(wrong)?,
    };
    match detect(&log) {
        Some(Source::JCloisterZone) => jcz::read(&log),
        Some(Source::BoardGameArena) => bga::read(&log),
        None => Err(Unreadable::Unknown),
    }
}

/// Whether a text looks like a log from elsewhere rather than one of our records.
pub fn looks_foreign(text: &str) -> bool {
    text.trim_start_matches('\u{feff}').trim_start().starts_with(['{', '[']) || bga::in_page(text).is_some()
}

/// Where a log comes from, by what it has.
fn detect(log: &Value) -> Option<Source> {
    if log.get("replay").is_some_and(Value::is_array) && log.get("setup").is_some() {
        return Some(Source::JCloisterZone);
    }
    bga::is_log(log).then_some(Source::BoardGameArena)
}
