//! What the command line does, as a library, so that tests and fuzzers can reach it.

pub mod arena;
pub mod backup;
pub mod bench;
pub mod engine;
pub mod picture;
pub mod render;
pub mod replay;
pub mod serve;
pub mod tiles;
pub mod tune;
