//! What the command line does, as a library, so that tests and fuzzers can reach it.

pub mod arena;
#[cfg(feature = "serve")]
pub mod backup;
pub mod bench;
#[cfg(feature = "serve")]
pub mod bridge;
#[cfg(feature = "serve")]
mod http;
mod league;
#[cfg(feature = "serve")]
pub mod load;
pub mod picture;
pub mod program;
#[cfg(feature = "serve")]
mod remote;
pub mod render;
pub mod replay;
#[cfg(feature = "serve")]
pub mod serve;
pub mod tiles;
pub mod train;
pub mod tune;
