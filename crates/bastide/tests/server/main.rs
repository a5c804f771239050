//! The real server program: killed while people play, and played on by programs.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on shall stop")]

mod crash;
mod disk;
mod kit;
mod programs;
#[path = "../speaking/mod.rs"]
mod speaking;
mod suspended;
