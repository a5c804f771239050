//! Real clients against a real server on a free port.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on shall stop")]

mod clocks;
mod disk;
mod doors;
mod files;
mod kit;
mod lines;
mod playing;
mod rooms;

/// There is one server.
const NODES: usize = 1;

/// Everything is in the data folder.
fn storage(_: &std::path::Path) -> Option<server::Cluster> {
    None
}
