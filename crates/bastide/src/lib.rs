//! What the command line does, as a library, so that tests and fuzzers can reach it.

pub mod analyse;
pub mod arena;
#[cfg(feature = "serve")]
pub mod backup;
pub mod bench;
#[cfg(feature = "serve")]
pub mod bridge;
mod chosen;
#[cfg(feature = "serve")]
mod cost;
#[cfg(feature = "data")]
pub mod dataset;
#[cfg(feature = "data")]
pub mod export;
#[cfg(feature = "serve")]
mod http;
#[cfg(feature = "data")]
pub mod import;
mod league;
#[cfg(feature = "serve")]
pub mod load;
#[cfg(feature = "serve")]
pub mod migrate;
pub mod picture;
pub mod program;
pub mod puzzles;
#[cfg(feature = "serve")]
mod remote;
pub mod render;
pub mod replay;
#[cfg(feature = "serve")]
pub mod serve;
pub mod suite;
pub mod tiles;
pub mod train;
pub mod tune;
#[cfg(feature = "serve")]
pub mod worker;
