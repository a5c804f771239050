#![doc = include_str!("../README.md")]

mod dealer;
mod fair;
mod order;
mod play;
mod random;
mod table;
mod told;

pub use dealer::{DealError, Dealer};
pub use fair::{commitment, fair_first_seat, verify};
pub use order::Laid;
pub use play::{Entry, Play, Step};
pub use random::Random;
pub use rules;
pub use table::{LoadError, Table};
pub use told::Misfit;

/// The examples of the README run as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
