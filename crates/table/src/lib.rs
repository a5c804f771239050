//! A game in progress: the rules with a dealer.

mod random;

pub use random::Random;
