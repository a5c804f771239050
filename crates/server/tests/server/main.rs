//! Real clients against a real server on a free port.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on shall stop")]

mod clocks;
mod disk;
mod doors;
mod kit;
mod lines;
mod playing;
mod rooms;
