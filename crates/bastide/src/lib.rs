//! What the command line does, as a library, so that tests and fuzzers can reach it.

pub mod bench;
pub mod engine;
pub mod replay;
pub mod tiles;
