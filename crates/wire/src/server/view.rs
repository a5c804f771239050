//! What the server answers.

use crate::action::ActionJson;
use crate::server::event::{ClockState, SeatKind};
use crate::server::request::{Clock, OnLeave};
use serde::{Deserialize, Serialize};

/// A player as others see them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PlayerView {
    /// Never changes.
    pub id: String,
    /// What to call them.
    pub name: String,
    /// Whether a program plays.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bot: bool,
}

/// A new player with the secret that proves who they are.
#[derive(Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GuestAnswer {
    /// The player.
    pub player: PlayerView,
    /// For `Authorization: Bearer TOKEN`; the server keeps only its hash.
    pub token: String,
}

/// How far a room has come.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum RoomState {
    /// Seats are open.
    Waiting,
    /// The game goes on.
    Playing,
    /// The game is over.
    Over,
}

impl RoomState {
    /// All of them.
    pub const ALL: [RoomState; 3] = [RoomState::Waiting, RoomState::Playing, RoomState::Over];

    /// Its name in messages.
    pub const fn name(self) -> &'static str {
        match self {
            RoomState::Waiting => "waiting",
            RoomState::Playing => "playing",
            RoomState::Over => "over",
        }
    }

    /// The state with this name.
    pub fn from_name(name: &str) -> Option<RoomState> {
        RoomState::ALL.into_iter().find(|state| state.name() == name)
    }
}

/// A seat of a room.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SeatView {
    /// Who plays there.
    pub kind: SeatKind,
    /// The player, of a person's seat; also of one where a bot has taken over.
    pub player: Option<PlayerView>,
    /// How well the bot plays.
    pub level: Option<String>,
    /// Whether the player is connected; bots always are.
    pub present: bool,
    /// The player's rating in this game.
    pub rating: Option<i32>,
}

/// A room as everybody sees it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RoomView {
    /// Never changes, and cannot be guessed.
    pub id: String,
    /// The address of its page, to be shared.
    pub link: String,
    /// How far it has come.
    pub state: RoomState,
    /// Which game.
    pub game: String,
    /// With which options.
    pub options: Vec<String>,
    /// Who sits where.
    pub seats: Vec<SeatView>,
    /// The first seat, as wished or as drawn.
    pub first: Option<u8>,
    /// The id of the player who may start the game and remove others.
    pub host: Option<String>,
    /// How time is counted.
    pub clock: Option<Clock>,
    /// What is left of everybody's time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<ClockState>,
    /// Whether the lobby shows it.
    pub public: bool,
    /// What becomes of a seat whose player left.
    pub on_leave: OnLeave,
    /// Whether there is a chat.
    pub chat: bool,
    /// SHA-256 of the server's seed and salt, in hexadecimal digits.
    pub commitment: String,
    /// The number of the last event.
    pub last: u64,
    /// Who decides now.
    pub to_act: Option<u8>,
    /// The points of each seat.
    pub scores: Option<Vec<u16>>,
    /// Who won.
    pub winners: Option<Vec<u8>>,
    /// The seat that asks to take its last action back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undo_asked: Option<u8>,
    /// The room where the same people play again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rematch: Option<String>,
    /// How many watch without a seat.
    pub spectators: u32,
    /// When it was created, in milliseconds since 1970.
    pub created: u64,
    /// When its last event happened, in milliseconds since 1970.
    pub changed: u64,
}

/// One room.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RoomAnswer {
    /// The room.
    pub room: RoomView,
}

/// Several rooms, newest first.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RoomsAnswer {
    /// The rooms.
    pub rooms: Vec<RoomView>,
}

/// Where the player sits now.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SeatAnswer {
    /// The seat.
    pub seat: u8,
}

/// An event that is durable now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Acted {
    /// Its number.
    pub n: u64,
}

/// `POST /rooms/ID/rematch`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RematchAnswer {
    /// The new room, where the others are expected.
    pub room: RoomView,
    /// Where the player sits there.
    pub seat: u8,
}

/// `GET /rooms/ID/state`. `S` is [`crate::StateJson`] where it is written.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StateAnswer<S> {
    /// The number of the last event.
    pub last: u64,
    /// The state as in the engine protocol; none before the start.
    pub state: Option<S>,
    /// Who decides.
    pub player: Option<u8>,
    /// All legal actions.
    pub actions: Vec<ActionJson>,
}

/// How well somebody plays a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RatingView {
    /// Which game.
    pub game: String,
    /// The rating; 1500 at the beginning.
    pub rating: i32,
    /// How sure it is, in the same unit.
    pub deviation: i32,
    /// How many rated games were played.
    pub games: u32,
    /// How many of them were won, shared wins included.
    pub won: u32,
}

/// A rating after a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RatingPoint {
    /// Which game.
    pub game: String,
    /// In which room.
    pub room: String,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// The rating from then on.
    pub rating: i32,
}

/// `GET /me`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MeAnswer {
    /// Who asks.
    pub player: PlayerView,
    /// Where they sit; the rooms that wait for their move first.
    pub rooms: Vec<RoomView>,
}

/// `GET /players/ID`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PlayerAnswer {
    /// The player.
    pub player: PlayerView,
    /// Ratings, one a game.
    pub ratings: Vec<RatingView>,
    /// The ratings after the last games, oldest first.
    pub curve: Vec<RatingPoint>,
}

/// A line of a leaderboard.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LeaderView {
    /// Who.
    pub player: PlayerView,
    /// How well.
    #[serde(flatten)]
    pub rating: RatingView,
}

/// `GET /leaders?game=base`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LeadersAnswer {
    /// Best first.
    pub leaders: Vec<LeaderView>,
}

/// `POST /me/link`: a code that gives this identity to another device, once.
#[derive(Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LinkAnswer {
    /// For `POST /guests/claim`.
    pub code: String,
    /// Until when it works, in milliseconds since 1970.
    pub expires: u64,
}

/// `GET /bots`: the levels of the server's bots.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BotsView {
    /// Weakest first.
    pub levels: Vec<String>,
}
