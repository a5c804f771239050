//! Puzzles: positions with one clearly best move.
//!
//! `bastide puzzles` finds them in games that bots play and measures them; here is how they are written down ([`Puzzle`]),
//! which moves are one and the same ([`canonical`]), and what a move does, as facts that can be told in any language
//! ([`Insight`]) and by which puzzles are sorted ([`Theme`]). Nothing here thinks: every number is counted on the board or
//! was measured when the puzzle was found.

mod file;
mod insight;
mod theme;
mod turn;

pub use file::{HARDEST, Puzzle, PuzzleError, read};
pub use insight::{Approach, Blocked, Insight, Placed, Taken, fitting};
pub use theme::Theme;
pub use turn::{Turn, canonical, turns};

use rules::GameId;

/// The puzzles of a game that come with the project, as text for [`read`].
pub const fn text(game: GameId) -> &'static str {
    match game {
        GameId::Base => include_str!("../data/base.txt"),
        GameId::HuntersGatherers => include_str!("../data/hunters_gatherers.txt"),
        GameId::NewLands => include_str!("../data/new_lands.txt"),
        GameId::Safari => include_str!("../data/safari.txt"),
    }
}
