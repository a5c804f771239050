//! What happens in a room.

use crate::action::ActionJson;
use crate::event::EventJson;
use crate::server::view::PlayerView;
use serde::{Deserialize, Serialize};

/// One event of a room. `E` is what happened in the game, as the engine protocol says it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RoomEvent<E = EventJson> {
    /// From 1, without gaps, the same for everybody.
    pub n: u64,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// What.
    #[serde(flatten)]
    pub kind: EventKind<E>,
}

/// An event as a client reads it that plays the action itself: what the rules make of it is left out.
pub type ReadEvent = RoomEvent<serde::de::IgnoredAny>;

/// Who plays on a seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum SeatKind {
    /// Somebody who came.
    Person,
    /// A bot of the server.
    Bot,
    /// Nobody yet.
    Open,
}

/// A seat when the game starts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StartedSeat {
    /// Who plays there.
    pub kind: SeatKind,
    /// The player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<PlayerView>,
    /// How well the bot plays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
}

/// What is agreed before the game, under the engine protocol's names.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SetupJson {
    /// Which game.
    pub game: String,
    /// With which options.
    pub options: Vec<String>,
    /// For how many.
    pub players: u8,
    /// Who begins.
    pub first: u8,
}

/// What is left of everybody's time at the time of the event.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ClockState {
    /// Milliseconds of each seat.
    pub left: Vec<u64>,
    /// Whose time runs from now on.
    pub running: Option<u8>,
}

/// What happened.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum EventKind<E> {
    /// Somebody sat down, or came back to the seat.
    Joined {
        /// Where.
        seat: u8,
        /// Who.
        player: PlayerView,
    },
    /// Somebody left.
    Left {
        /// Where.
        seat: u8,
        /// Whether the host removed them.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        removed: bool,
    },
    /// The host changed what was agreed; the room's view tells all of it.
    Changed {
        /// Which game.
        game: String,
        /// With which options.
        options: Vec<String>,
        /// Who sits where now.
        seats: Vec<StartedSeat>,
    },
    /// The game began.
    Started {
        /// Who sits where.
        seats: Vec<StartedSeat>,
        /// What is played.
        setup: SetupJson,
        /// SHA-256 of the server's seed and salt.
        commitment: String,
        /// What each seat added to the draws.
        contributions: Vec<Option<String>>,
        /// What happened up to the first decision.
        events: Vec<E>,
        /// What was dealt, in order: names of tiles or animals.
        dealt: Vec<String>,
        /// The clocks.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clock: Option<ClockState>,
    },
    /// Somebody acted.
    Action {
        /// Who.
        seat: u8,
        /// What they did.
        action: ActionJson,
        /// What happened, up to the next decision.
        events: Vec<E>,
        /// What was dealt, in order: names of tiles or animals.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        dealt: Vec<String>,
        /// The clocks.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clock: Option<ClockState>,
    },
    /// Somebody said something.
    Chat {
        /// Who.
        player: PlayerView,
        /// From which seat; none for a spectator.
        seat: Option<u8>,
        /// What.
        text: String,
    },
    /// Somebody wants to go back.
    UndoAsked {
        /// Who.
        seat: u8,
        /// To the game after this event.
        to: u64,
    },
    /// An opponent answered, and the question is not settled by it or is refused.
    UndoAnswered {
        /// Who.
        seat: u8,
        /// What they say.
        accept: bool,
    },
    /// Actions were taken back.
    Undone {
        /// The number of the action, or start, up to which the game stands.
        to: u64,
        /// The clocks.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clock: Option<ClockState>,
    },
    /// Somebody gave up.
    Resigned {
        /// Who.
        seat: u8,
    },
    /// Somebody's time is up.
    Timeout {
        /// Whose.
        seat: u8,
    },
    /// A bot plays on for somebody.
    BotTakes {
        /// For whom.
        seat: u8,
        /// How well.
        level: String,
    },
    /// The game is over, and everything is revealed.
    Over {
        /// The points of each seat.
        scores: Vec<u16>,
        /// Who won.
        winners: Vec<u8>,
        /// The server's seed, in hexadecimal digits.
        seed: String,
        /// The server's salt, in hexadecimal digits.
        salt: String,
        /// What each seat added to the draws.
        contributions: Vec<Option<String>>,
    },
    /// The clocks as they are now, after they stood still.
    Clock {
        /// The clocks.
        #[serde(flatten)]
        clock: ClockState,
    },
    /// Somebody offers to play again, in another room.
    Rematch {
        /// Who.
        seat: u8,
        /// The id of that room.
        room: String,
    },
}

impl<E> EventKind<E> {
    /// Whether the game moved: what `after` of an action refers to.
    pub fn moves(&self) -> bool {
        matches!(self, EventKind::Started { .. } | EventKind::Action { .. } | EventKind::Undone { .. })
    }

    /// The clocks that it tells.
    pub fn clock(&self) -> Option<&ClockState> {
        match self {
            EventKind::Started { clock, .. } | EventKind::Action { clock, .. } | EventKind::Undone { clock, .. } => {
                clock.as_ref()
            }
            EventKind::Clock { clock } => Some(clock),
            _ => None,
        }
    }
}
