//! Messages as JSON. Today: the engine protocol, the stable door for other people's programs.

mod action;
mod event;
mod request;
mod state;

pub use action::{ActionError, ActionJson};
pub use event::EventJson;
pub use request::{ErrorCode, ErrorJson, Request};
pub use state::StateJson;
