//! Frames of a room's WebSocket.
//!
//! The server sends the room's events as text frames, each a [`crate::server::RoomEvent`]. A client may ask things by
//! frames of its own; each is answered by one with the same `id`. With `presence=1` in the address the server also sends
//! [`Presence`] whenever somebody comes or goes; such a frame has no number.

use crate::action::ActionJson;
use crate::server::error::ApiError;
use serde::{Deserialize, Serialize};

/// A request as a frame: `{"id":"7","request":"chat","text":"Good game"}`. The fields are those of the HTTP request.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "request", rename_all = "snake_case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the fields are those of the request of the same name")]
pub enum FrameRequest {
    Action {
        id: String,
        after: u64,
        action: ActionJson,
    },
    Chat {
        id: String,
        text: String,
    },
    Undo {
        id: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        accept: Option<bool>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<u64>,
    },
    Join {
        id: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<u8>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        contribution: Option<String>,
    },
    Start {
        id: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        level: Option<String>,
    },
    Kick {
        id: String,
        seat: u8,
    },
    Leave {
        id: String,
    },
    Resign {
        id: String,
    },
    Rematch {
        id: String,
    },
    /// The room's view.
    Room {
        id: String,
    },
    /// State and actions.
    State {
        id: String,
    },
    /// Nothing: shows that the line works.
    Ping {
        id: String,
    },
}

impl FrameRequest {
    /// The client's own name for it.
    pub fn id(&self) -> &str {
        match self {
            FrameRequest::Action { id, .. }
            | FrameRequest::Chat { id, .. }
            | FrameRequest::Undo { id, .. }
            | FrameRequest::Join { id, .. }
            | FrameRequest::Start { id, .. }
            | FrameRequest::Kick { id, .. }
            | FrameRequest::Leave { id }
            | FrameRequest::Resign { id }
            | FrameRequest::Rematch { id }
            | FrameRequest::Room { id }
            | FrameRequest::State { id }
            | FrameRequest::Ping { id } => id,
        }
    }
}

/// The answer to a frame. `T` is what the HTTP request answers; `true` where that is nothing.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum FrameAnswer<T> {
    /// It did not work: `{"id":"7","ok":false,"error":{…}}`.
    Failed {
        /// The request's.
        id: Option<String>,
        /// False.
        ok: bool,
        /// Why.
        error: ApiError,
    },
    /// It worked: `{"id":"7","ok":{"n":18}}`.
    Done {
        /// The request's.
        id: String,
        /// What is answered.
        ok: T,
    },
}

/// Who is there; sent to those who asked for it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Presence {
    /// Whether each seat's player is connected; bots always are.
    pub present: Vec<bool>,
    /// How many watch without a seat.
    pub spectators: u32,
    /// Changes when the server has another version of the client: reload between turns.
    pub client: String,
    /// The server's clock, in milliseconds since 1970.
    pub now: u64,
}

/// The token in the first frame of a connection, which stands for the header that browsers cannot send:
/// `Authorization: Bearer TOKEN`, `Bearer TOKEN`, or either as JSON, `{"authorization":"Bearer TOKEN"}`, `{"token":"TOKEN"}`.
pub fn token_of_first_frame(text: &str) -> Option<String> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct First {
        #[serde(default, alias = "Authorization")]
        authorization: Option<String>,
        #[serde(default)]
        token: Option<String>,
    }
    fn bearer(text: &str) -> Option<&str> {
        let text = text.trim();
        let rest = text.get(..7).filter(|scheme| scheme.eq_ignore_ascii_case("bearer ")).map(|_| &text[7..]);
        rest.map(str::trim).filter(|token| !token.is_empty() && !token.contains(char::is_whitespace))
    }
    let text = text.trim();
    if text.starts_with('{') {
        let first: First = serde_json::from_str(text).ok()?;
        return match (first.authorization, first.token) {
            (Some(header), None) => bearer(&header).map(str::to_owned),
            (None, Some(token)) => Some(token),
            _ => None,
        };
    }
    let name = "authorization:";
    let header = text.get(..name.len()).filter(|start| start.eq_ignore_ascii_case(name)).map(|_| &text[name.len()..]);
    bearer(header.unwrap_or(text)).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_frame_may_be_the_header() {
        let forms = [
            "Authorization: Bearer abc",
            "authorization:bearer abc",
            "Bearer abc",
            r#"{"authorization":"Bearer abc"}"#,
            r#"{"token":"abc"}"#,
        ];
        for form in forms {
            assert_eq!(token_of_first_frame(form).as_deref(), Some("abc"), "{form}");
        }
        for other in [r#"{"id":"1","request":"ping"}"#, "Bearer", "", "Bearer a b", r#"{"token":"a","x":1}"#, "é"] {
            assert_eq!(token_of_first_frame(other), None, "{other}");
        }
    }

    #[test]
    fn a_frame_with_an_unknown_field_is_refused() {
        assert!(serde_json::from_str::<FrameRequest>(r#"{"id":"1","request":"ping"}"#).is_ok());
        assert!(serde_json::from_str::<FrameRequest>(r#"{"id":"1","request":"ping","x":1}"#).is_err());
    }
}
