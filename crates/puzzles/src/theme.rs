//! What puzzles are about.

use crate::insight::Insight;
use crate::turn::is_land;

/// What a puzzle is about: the idea behind its solution, decided by what that does on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Theme {
    /// To get into something that belongs to somebody else, or close to it.
    Steal,
    /// To make what somebody else builds hard or impossible to complete.
    Block,
    /// What brings points at the end only: fields, meadows, river systems.
    Field,
    /// Whether and where the last follower goes.
    Last,
    /// To take points now.
    Close,
    /// To keep the followers, although one could be placed.
    Wait,
}

/// Less than this is not worth taking, blocking or closing for its own sake.
const WORTH_IT: u16 = 3;
/// What somebody else has is worth an approach or a block from here on.
const LARGE: u16 = 5;

impl Theme {
    /// All themes, the most telling first.
    pub const ALL: [Theme; 6] = [Theme::Steal, Theme::Block, Theme::Field, Theme::Last, Theme::Close, Theme::Wait];

    /// The name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Theme::Steal => "steal",
            Theme::Block => "block",
            Theme::Field => "field",
            Theme::Last => "last",
            Theme::Close => "close",
            Theme::Wait => "wait",
        }
    }

    /// The theme with this name.
    pub fn from_name(name: &str) -> Option<Theme> {
        Theme::ALL.into_iter().find(|theme| theme.name() == name)
    }

    /// What a move is about, the most telling first; nothing where no theme fits.
    pub fn of(insight: &Insight) -> Vec<Theme> {
        Theme::ALL.into_iter().filter(|theme| theme.fits(insight)).collect()
    }

    fn fits(self, insight: &Insight) -> bool {
        match self {
            Theme::Steal => {
                insight.taken.iter().any(|taken| taken.was_worth >= WORTH_IT)
                    || insight.approach.is_some_and(|approach| approach.worth >= LARGE && approach.joining > 0)
            }
            Theme::Block => insight.blocked.iter().any(|blocked| blocked.worth >= LARGE),
            Theme::Field => {
                insight.placed.is_some_and(|placed| is_land(placed.on))
                    || insight.taken.iter().any(|taken| is_land(taken.kind))
            }
            Theme::Last => insight.followers_before == 1 && insight.placed.is_some_and(|placed| placed.follower),
            Theme::Close => insight.points_of(insight.seat) >= WORTH_IT,
            Theme::Wait => insight.waits && insight.points_of(insight.seat) < WORTH_IT,
        }
    }
}
