//! What players are paid for what they do.

use rules::{AnyGame, Seat};

/// What players are paid.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Reward {
    /// At the end: 1 for winning alone, -1 for losing, and `2 / winners - 1` for a shared win.
    #[default]
    Outcome,
    /// The points made since the last step.
    Points,
    /// How much the distance to the best other player has grown since the last step.
    Margin,
}

impl Reward {
    /// All of them.
    pub const ALL: [Reward; 3] = [Reward::Outcome, Reward::Points, Reward::Margin];

    /// The name by which it is chosen.
    pub const fn name(self) -> &'static str {
        match self {
            Reward::Outcome => "outcome",
            Reward::Points => "points",
            Reward::Margin => "margin",
        }
    }

    /// The one with this name.
    pub fn from_name(name: &str) -> Option<Reward> {
        Reward::ALL.into_iter().find(|reward| reward.name() == name)
    }

    /// What each seat gets for a step that led from these points to this game.
    pub fn pay(self, before: &[u16], game: &AnyGame, out: &mut [f32]) {
        let after = game.scores();
        let margin = |points: &[u16], seat: usize| {
            let others = points.iter().enumerate().filter(|(other, _)| *other != seat).map(|(_, &points)| points).max();
            f32::from(points.get(seat).copied().unwrap_or(0)) - f32::from(others.unwrap_or(0))
        };
        let winners = game.winners();
        let share = 2.0 / winners.iter().count().max(1) as f32 - 1.0;
        for (seat, paid) in out.iter_mut().enumerate() {
            *paid = match self {
                Reward::Outcome if winners.is_empty() => 0.0,
                Reward::Outcome if Seat::ALL.get(seat).is_some_and(|&seat| winners.contains(seat)) => share,
                Reward::Outcome => -1.0,
                Reward::Points => {
                    f32::from(after.get(seat).copied().unwrap_or(0)) - f32::from(before.get(seat).copied().unwrap_or(0))
                }
                Reward::Margin => margin(after, seat) - margin(before, seat),
            };
        }
    }
}
