//! What a feature would bring, for whoever shows a game to people.

use crate::event::Facts;
use crate::seat::SeatSet;

/// What a feature is worth to a player who scores it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Worth {
    /// Points if the game ended now; in New Lands for each follower (N2).
    pub at_end: u16,
    /// Points when it is complete without growing further; `None` for what is never completed.
    pub complete: Option<u16>,
    /// Who would score it if the game ended now.
    pub scorers: SeatSet,
    /// What is counted, as it is now.
    pub facts: Facts,
}
