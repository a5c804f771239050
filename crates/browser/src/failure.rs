//! Why something did not work.

use std::fmt;

/// What went wrong, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure(String);

/// What came out, or what went wrong.
pub type Result<T> = std::result::Result<T, Failure>;

impl Failure {
    /// Something that went wrong.
    pub fn new(message: impl Into<String>) -> Failure {
        Failure(message.into())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Failure {}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Failure {
        Failure(error.to_string())
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Failure {
        Failure(format!("the page answered something else than expected: {error}"))
    }
}

impl From<tungstenite::Error> for Failure {
    fn from(error: tungstenite::Error) -> Failure {
        Failure(format!("the connection to Chromium broke: {error}"))
    }
}
