//! Errors as they are answered.

use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// The kinds of error.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum ApiErrorCode {
    /// The request is not one that the server knows, or says something impossible.
    BadRequest,
    /// Nobody knows who asks.
    Unauthorised,
    /// Whoever asks may not do that.
    Forbidden,
    /// There is no such thing.
    NotFound,
    /// The game has moved on since the client looked.
    Stale,
    /// The rules do not allow the action now.
    IllegalAction,
    /// The game is over.
    GameOver,
    /// No seat is free.
    Full,
    /// Too many requests, rooms or connections.
    TooMany,
    /// The server cannot do it now; the same request may work later.
    Unavailable,
}

impl ApiErrorCode {
    /// The HTTP status that goes with it.
    pub const fn status(self) -> u16 {
        match self {
            ApiErrorCode::BadRequest => 400,
            ApiErrorCode::Unauthorised => 401,
            ApiErrorCode::Forbidden => 403,
            ApiErrorCode::NotFound => 404,
            ApiErrorCode::Stale | ApiErrorCode::GameOver | ApiErrorCode::Full => 409,
            ApiErrorCode::IllegalAction => 422,
            ApiErrorCode::TooMany => 429,
            ApiErrorCode::Unavailable => 503,
        }
    }
}

/// What went wrong.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ApiError {
    /// Its kind.
    pub code: ApiErrorCode,
    /// What is wrong, in words.
    pub message: String,
    /// The broken rule, where one applies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub rule: Option<Cow<'static, str>>,
}

impl ApiError {
    /// An error that breaks no numbered rule.
    pub fn new(code: ApiErrorCode, message: impl Into<String>) -> ApiError {
        ApiError { code, message: message.into(), rule: None }
    }
}

impl std::fmt::Display for ApiError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ApiError {}

/// An error as the body of an answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ApiErrorJson {
    /// The error.
    pub error: ApiError,
}
