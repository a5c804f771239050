//! What the server is asked.

use crate::action::ActionJson;
use serde::{Deserialize, Serialize};

/// `POST /guests`: a new player.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct CreateGuest {
    /// What others call the player.
    pub name: String,
    /// Whether a program plays.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bot: bool,
}

/// `POST /me/name`: another name.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Rename {
    /// What others call the player from now on; seats already taken keep the old name.
    pub name: String,
}

/// `POST /guests/claim`: the identity that a one-time link carries.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// The code of the link.
    pub code: String,
}

/// What becomes of a seat whose player left a running game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum OnLeave {
    /// It waits until the player comes back.
    #[default]
    Wait,
    /// A bot plays on.
    Bot,
    /// The game ends.
    End,
}

/// What happens when a player's time is up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum OnTimeout {
    /// The player cannot win any more.
    #[default]
    Loss,
    /// A bot plays on.
    Bot,
}

/// How time is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Pace {
    /// Each player has an amount for the whole game.
    Player,
    /// Each decision has days of its own.
    Correspondence,
}

/// The clock of a room: `{"kind":"player","seconds":600,"increment":5}` or `{"kind":"correspondence","days":3}`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Clock {
    /// How time is counted.
    pub kind: Pace,
    /// Per player: seconds for the whole game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<u32>,
    /// Per player: seconds that each of their turns adds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub increment: Option<u32>,
    /// Correspondence: days for each decision.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub days: Option<u32>,
    /// What happens when time is up.
    #[serde(default)]
    pub on_timeout: OnTimeout,
}

/// Who is to sit on a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum SeatWish {
    /// Whoever comes.
    Open {},
    /// A bot of the server.
    Bot {
        /// How well it plays, perhaps with a style: `tactician+builder`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        level: Option<String>,
    },
}

/// The seed of a room in tests: a number, or up to 64 hexadecimal digits.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum SeedJson {
    /// A number.
    Number(u64),
    /// Hexadecimal digits.
    Hex(String),
}

fn yes() -> bool {
    true
}

/// `POST /rooms`: a new room. `POST /rooms/ID/change`: something else in one whose game has not begun.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct CreateRoom {
    /// Which game.
    pub game: String,
    /// With which options.
    #[serde(default)]
    pub options: Vec<String>,
    /// Who sits where.
    pub seats: Vec<SeatWish>,
    /// The first seat; drawn if absent.
    #[serde(default)]
    pub first: Option<u8>,
    /// How time is counted; not at all if absent.
    #[serde(default)]
    pub clock: Option<Clock>,
    /// Whether the lobby shows the room; otherwise only who has the link finds it.
    #[serde(default = "yes")]
    pub public: bool,
    /// What becomes of a seat whose player left.
    #[serde(default)]
    pub on_leave: OnLeave,
    /// Whether there is a chat.
    #[serde(default = "yes")]
    pub chat: bool,
    /// The creator's own randomness: up to 64 hexadecimal digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contribution: Option<String>,
    /// For tests, if the server allows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<SeedJson>,
}

/// `GET /rooms`: which rooms to list.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams))]
#[serde(deny_unknown_fields)]
pub struct RoomsQuery {
    /// Only rooms in this state: `waiting`, `playing` or `over`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
    /// Only rooms of this game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// Only rooms in which this player sits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// Only rooms with somebody whose name has this in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// At most so many (50 if absent, never more than 200).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
    /// Only rooms older than this one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
}

/// `POST /rooms/ID/join`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Join {
    /// Which seat; the first open one if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
    /// The player's own randomness: up to 64 hexadecimal digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contribution: Option<String>,
}

/// `POST /rooms/ID/start`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// How well the bots play that take the open seats.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
}

/// `POST /rooms/ID/kick`: the host removes somebody before the start.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Kick {
    /// Whose seat becomes free.
    pub seat: u8,
}

/// `POST /rooms/ID/undo`: `{}` asks the opponents, `accept` answers them.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Undo {
    /// The answer to somebody else's question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accept: Option<bool>,
    /// The question: up to which action or start the game should go back; before the asker's last action if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<u64>,
}

/// `POST /rooms/ID/chat`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Chat {
    /// At most 500 characters.
    pub text: String,
}

/// `POST /rooms/ID/actions`: a decision in the game.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Act {
    /// The client's own name for this request: the same again acts once.
    pub id: String,
    /// The number of the last `action`, `started` or `undone` event that the client has seen.
    pub after: u64,
    /// What to do.
    pub action: ActionJson,
}

/// The body of a request that says nothing.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Nothing {}
