//! The server's messages, version 1, in both directions: what `/api/v1` takes and answers, the events of a room, and the
//! frames of its WebSocket. Requests refuse unknown fields, so that a typo never passes silently; whoever reads answers
//! should ignore what it does not know.

mod error;
mod event;
mod frame;
mod request;
mod view;

pub use error::{ApiError, ApiErrorCode, ApiErrorJson};
pub use event::{ClockState, EventKind, ReadEvent, RoomEvent, SeatKind, SetupJson, StartedSeat};
pub use frame::{FrameAnswer, FrameRequest, Presence, token_of_first_frame};
pub use request::{
    Act, Chat, Claim, Clock, CreateGuest, CreateRoom, Join, Kick, Nothing, OnLeave, OnTimeout, Pace, Rename,
    RoomsQuery, SeatWish, SeedJson, Start, Undo,
};
pub use view::{
    Acted, BotsView, GuestAnswer, LeaderView, LeadersAnswer, LinkAnswer, MeAnswer, PlayerAnswer, PlayerView,
    RatingPoint, RatingView, RematchAnswer, RoomAnswer, RoomState, RoomView, RoomsAnswer, SeatAnswer, SeatView,
    StateAnswer,
};

/// Where the API of this version lives.
pub const BASE_PATH: &str = "/api/v1";

/// The longest chat message, in characters.
pub const MAX_CHAT: usize = 500;

/// The longest contribution to the draws, in hexadecimal digits.
pub const MAX_CONTRIBUTION: usize = 64;

/// The longest name of a player, in characters.
pub const MAX_NAME: usize = 32;

/// The longest `id` that a client can give a request, in bytes.
pub const MAX_REQUEST_ID: usize = 64;

/// The address of a room's page, to be shared; `base` is the server's own address, with a slash at its end.
pub fn room_link(base: &str, id: &str) -> String {
    format!("{base}#room/{id}")
}
