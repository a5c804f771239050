//! A game in progress: the rules with a dealer, the history, undo and records.
//!
//! [`rules`] never draws: it asks. A [`Table`] answers with a [`Dealer`], so that whoever sits at it only ever sees
//! decisions of players.

mod dealer;
mod fair;
mod play;
mod random;
mod table;

pub use dealer::{DealError, Dealer};
pub use fair::{commitment, fair_first_seat, verify};
pub use play::{Entry, Play, Step};
pub use random::Random;
pub use table::{LoadError, Table};

/// The examples of the README run as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
