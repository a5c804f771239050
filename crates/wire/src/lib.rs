#![doc = include_str!("../README.md")]

mod action;
mod event;
mod request;
pub mod server;
mod setup;
mod state;

pub use action::{ActionError, ActionJson};
pub use event::EventJson;
pub use request::{ErrorCode, ErrorJson, Request};
pub use setup::{decider, first_seat, legal_actions, read_setup};
pub use state::StateJson;
