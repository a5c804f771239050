//! What a bot is asked and what it answers.

use rules::{Action, Seat};
use std::fmt;
use std::time::Duration;

/// How much a bot may think about one decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Budget {
    /// About this long. What is chosen depends on the machine.
    Time(Duration),
    /// This many playouts. What is chosen depends on the seed alone.
    Playouts(u32),
}

impl Budget {
    /// The longest time that makes sense.
    pub const MAX_TIME: Duration = Duration::from_secs(600);
    /// The most playouts that make sense.
    pub const MAX_PLAYOUTS: u32 = 10_000_000;

    /// So many milliseconds.
    pub fn millis(millis: u64) -> Result<Budget, BudgetError> {
        match Duration::from_millis(millis) {
            Duration::ZERO => Err(BudgetError::Nothing),
            time if time > Budget::MAX_TIME => Err(BudgetError::TooMuch),
            time => Ok(Budget::Time(time)),
        }
    }

    /// So many playouts.
    pub fn playouts(playouts: u64) -> Result<Budget, BudgetError> {
        match u32::try_from(playouts) {
            Ok(0) => Err(BudgetError::Nothing),
            Ok(playouts) if playouts <= Budget::MAX_PLAYOUTS => Ok(Budget::Playouts(playouts)),
            _ => Err(BudgetError::TooMuch),
        }
    }
}

/// Why a budget is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BudgetError {
    /// Zero.
    Nothing,
    /// Out of all reason.
    TooMuch,
}

impl fmt::Display for BudgetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BudgetError::Nothing => f.write_str("a bot needs at least 1 ms or 1 playout"),
            BudgetError::TooMuch => {
                let (seconds, playouts) = (Budget::MAX_TIME.as_secs(), Budget::MAX_PLAYOUTS);
                write!(f, "a bot thinks for at most {seconds} s or {playouts} playouts")
            }
        }
    }
}

impl std::error::Error for BudgetError {}

/// Why a bot has no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The game is over.
    GameOver,
    /// Chance is to speak, not a player.
    DealerActs,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Refusal::GameOver => "the game is over",
            Refusal::DealerActs => "the dealer is to act, not a player",
        })
    }
}

impl std::error::Error for Refusal {}

/// An action that was looked at.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Candidate {
    /// The action.
    pub action: Action,
    /// What it is worth to whoever decides: the expected margin over the others, in points. A placement counts with the
    /// best that can follow it.
    pub value: f32,
}

/// A bot's answer.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// Who decides.
    pub seat: Seat,
    /// What to do.
    pub action: Action,
    /// What to do after it, if a placement was chosen together with what follows.
    pub then: Option<Action>,
    /// The actions that were looked at, best first; none if the bot does not judge.
    pub values: Vec<Candidate>,
    /// What each seat is expected to have in the end; none if the bot does not judge.
    pub expected: Vec<f32>,
    /// How many playouts it took.
    pub playouts: u64,
}
