//! Several real nodes on real PostgreSQL and NATS: what fails, fails while people play, and everything that was said stays true.
//!
//! One test at a time: they share the engines, and some stop those.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on shall stop")]

mod failures;
mod gate;
mod handover;
mod history;
mod kit;
mod moving;
mod presence;
#[path = "../speaking/mod.rs"]
mod speaking;
