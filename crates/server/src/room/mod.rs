//! Rooms. A [`Room`] is what is known of one, with no clock, network or storage of its own; one task owns each live room
//! and gives it its messages in order; [`Rooms`] finds, loads and makes them.

mod change;
mod clock;
mod falters;
mod moves;
mod registry;
mod seating;
mod state;
mod stillness;
mod task;
mod view;

pub(crate) use registry::{Rooms, Settings};
#[cfg(test)]
pub(crate) use state::Room;
pub(crate) use state::{Done, Request};
pub(crate) use task::{Answer, Ask, No};
pub(crate) use view::view;

use crate::time::Millis;
use serde::{Deserialize, Serialize};
use wire::server::{ApiError, ApiErrorCode, Clock, CreateRoom, OnLeave, PlayerView, SeatKind};

/// What is agreed when a room is made; the host may change it until the game begins.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Config {
    pub(crate) id: String,
    pub(crate) game: String,
    pub(crate) options: Vec<String>,
    pub(crate) first: Option<u8>,
    pub(crate) clock: Option<Clock>,
    pub(crate) public: bool,
    pub(crate) on_leave: OnLeave,
    pub(crate) chat: bool,
    pub(crate) commitment: String,
    pub(crate) created: Millis,
}

impl Config {
    /// What is wished, for a room with this id, commitment and age.
    fn of(wish: &CreateRoom, id: String, commitment: String, created: Millis) -> Config {
        Config {
            id,
            game: wish.game.clone(),
            options: wish.options.clone(),
            first: wish.first,
            clock: wish.clock,
            public: wish.public,
            on_leave: wish.on_leave,
            chat: wish.chat,
            commitment,
            created,
        }
    }
}

/// A seat of a room.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Sitting {
    pub(crate) kind: SeatKind,
    /// Also where a bot has taken over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) player: Option<PlayerView>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) level: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) contribution: Option<String>,
    /// The only player who may take an open seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) reserved: Option<String>,
}

impl Sitting {
    /// A seat with nobody on it.
    pub(crate) fn open() -> Sitting {
        Sitting { kind: SeatKind::Open, player: None, level: None, contribution: None, reserved: None }
    }

    /// A seat of a bot.
    pub(crate) fn bot(level: &str) -> Sitting {
        Sitting { kind: SeatKind::Bot, level: Some(level.to_owned()), ..Sitting::open() }
    }
}

/// What lists show of a room and what can change.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Summary {
    pub(crate) seats: Vec<Sitting>,
    /// The id of the player who may start the game.
    pub(crate) host: Option<String>,
    /// The first seat, once it is known.
    pub(crate) first: Option<u8>,
    pub(crate) scores: Option<Vec<u16>>,
    pub(crate) winners: Option<Vec<u8>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) rematch: Option<String>,
}

fn wrong(message: impl Into<String>) -> ApiError {
    ApiError::new(ApiErrorCode::BadRequest, message)
}

fn forbidden(message: impl Into<String>) -> ApiError {
    ApiError::new(ApiErrorCode::Forbidden, message)
}
