//! What the engine is asked, and its errors.

use crate::action::ActionJson;
use serde::{Deserialize, Serialize};

/// One line of input. Unknown fields are an error, so that a typo never passes silently.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "cmd", rename_all = "snake_case", deny_unknown_fields)]
pub enum Request {
    /// Begins a game.
    New {
        /// Which one.
        game: String,
        /// With which options.
        #[serde(default)]
        options: Vec<String>,
        /// For how many.
        players: u8,
        /// What is not fixed is drawn from this.
        seed: u64,
        /// The first seat.
        #[serde(default)]
        first: Option<u8>,
        /// The land tiles in the order in which they come.
        #[serde(default)]
        deck: Option<Vec<String>>,
        /// The bonus tiles in the order in which they come.
        #[serde(default)]
        bonus: Option<Vec<String>>,
        /// The animal tokens in the order in which they come.
        #[serde(default)]
        tokens: Option<Vec<String>>,
    },
    /// Lists what can be done.
    Actions {},
    /// Plays an action.
    Play {
        /// Which one.
        action: ActionJson,
    },
    /// Shows the state.
    State {},
    /// Takes the last action back.
    Undo {},
    /// Asks for a good action.
    Best {
        /// How long to think, in milliseconds.
        #[serde(default)]
        ms: Option<u64>,
        /// How much to think, in playouts.
        #[serde(default)]
        playouts: Option<u64>,
        /// Which bot.
        #[serde(default)]
        bot: Option<String>,
    },
    /// Writes the game down.
    Save {},
    /// Goes on with a game that was written down.
    Load {
        /// The record.
        record: String,
    },
    /// Ends the program.
    Quit {},
}

/// The kinds of error.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ErrorCode {
    /// The line is no JSON.
    BadJson,
    /// The line is JSON, but no request.
    BadRequest,
    /// There is no game yet.
    NoGame,
    /// The action is not possible now.
    IllegalAction,
    /// The game is over.
    GameOver,
}

/// An error as it is answered.
#[derive(Clone, Debug, Serialize)]
pub struct ErrorJson {
    /// Its kind.
    pub code: ErrorCode,
    /// What is wrong, in words.
    pub message: String,
    /// The broken rule, where one applies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<&'static str>,
}

impl ErrorJson {
    /// An error that breaks no numbered rule.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> ErrorJson {
        ErrorJson { code, message: message.into(), rule: None }
    }
}
