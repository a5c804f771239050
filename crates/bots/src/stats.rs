//! What a match says, and how sure it is.

use crate::arena::Outcome;
use std::time::Duration;

/// The two-sided 95% point of the normal distribution.
const Z: f64 = 1.96;

/// Sums over the deals of a match for one bot. A deal, with all its rotations of seats, is one observation: its games
/// share their draws.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    deals: f64,
    wins: f64,
    wins_squared: f64,
    margin: f64,
    margin_squared: f64,
    score: f64,
    thought: Duration,
    turns: u64,
    longest: Duration,
    games: u64,
}

/// A mean with its 95% interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

impl Tally {
    pub(crate) fn add(&mut self, entrant: usize, outcomes: &[Outcome]) {
        let games = outcomes.len() as f64;
        let wins = outcomes.iter().map(|outcome| outcome.wins[entrant]).sum::<f64>() / games;
        let margin = outcomes.iter().map(|outcome| margin(entrant, outcome)).sum::<f64>() / games;
        self.deals += 1.0;
        self.wins += wins;
        self.wins_squared += wins * wins;
        self.margin += margin;
        self.margin_squared += margin * margin;
        self.games += outcomes.len() as u64;
        for outcome in outcomes {
            self.score += f64::from(outcome.scores[entrant]);
            self.thought += outcome.thought[entrant];
            self.turns += u64::from(outcome.turns[entrant]);
            let decisions = outcome.decisions[entrant].max(1);
            self.longest = self.longest.max(outcome.thought[entrant] / decisions);
        }
    }

    /// The share of games won; ties are shared. Wilson's interval, for as many independent games as the spread between
    /// deals says there were, at least one and at most all games of each deal.
    pub fn win_rate(&self) -> Estimate {
        let (mean, variance) = moments(self.deals, self.wins, self.wins_squared);
        let rotations = self.games as f64 / self.deals.max(1.0);
        let error = variance / self.deals.max(1.0);
        let independent = if error > 0.0 { mean * (1.0 - mean) / error } else { self.deals };
        let n = independent.clamp(self.deals, self.deals * rotations).max(1.0);
        let centre = (mean + Z * Z / (2.0 * n)) / (1.0 + Z * Z / n);
        let half = Z * (mean * (1.0 - mean) / n + Z * Z / (4.0 * n * n)).sqrt() / (1.0 + Z * Z / n);
        Estimate { mean, low: (centre - half).max(0.0), high: (centre + half).min(1.0) }
    }

    /// The points more than the best of the others.
    pub fn margin(&self) -> Estimate {
        let (mean, variance) = moments(self.deals, self.margin, self.margin_squared);
        let half = Z * (variance / self.deals.max(1.0)).sqrt();
        Estimate { mean, low: mean - half, high: mean + half }
    }

    /// Elo difference to the others that would win as often, from the win rate and its interval.
    pub fn elo(&self) -> Estimate {
        let Estimate { mean, low, high } = self.win_rate();
        Estimate { mean: elo(mean), low: elo(low), high: elo(high) }
    }

    /// The mean score.
    pub fn mean_score(&self) -> f64 {
        self.score / self.games.max(1) as f64
    }

    /// The mean time for a whole turn.
    pub fn time_per_turn(&self) -> Duration {
        self.thought.div_f64(self.turns.max(1) as f64)
    }

    /// How many games were played.
    pub fn games(&self) -> u64 {
        self.games
    }
}

fn margin(entrant: usize, outcome: &Outcome) -> f64 {
    let others = outcome.scores.iter().enumerate().filter(|(other, _)| *other != entrant);
    let best = others.map(|(_, score)| *score).max().unwrap_or(0);
    f64::from(outcome.scores[entrant]) - f64::from(best)
}

fn moments(count: f64, sum: f64, squares: f64) -> (f64, f64) {
    let count = count.max(1.0);
    let mean = sum / count;
    (mean, ((squares - count * mean * mean) / (count - 1.0).max(1.0)).max(0.0))
}

fn elo(rate: f64) -> f64 {
    let rate = rate.clamp(1e-4, 1.0 - 1e-4);
    400.0 * (rate / (1.0 - rate)).log10()
}

/// A sequential test between two Elo differences, with 5% risk of either error.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The difference to be refuted.
    pub elo0: f64,
    /// The difference to be shown.
    pub elo1: f64,
}

/// What the test says.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Verdict {
    /// At least the larger difference.
    Accepted,
    /// At most the smaller difference.
    Rejected,
    /// Not decided; the logarithm of the likelihood ratio.
    Open(f64),
}

impl Verdict {
    /// Whether it is decided.
    pub fn is_final(self) -> bool {
        !matches!(self, Verdict::Open(_))
    }
}

impl Sprt {
    /// The fewest deals after which it decides: below, the spread is not known well enough.
    const LEAST: f64 = 30.0;

    pub(crate) fn judge(self, tally: &Tally) -> Verdict {
        let (mean, variance) = moments(tally.deals, tally.wins, tally.wins_squared);
        // A match without spread is still one observation short of certainty.
        let variance = variance.max(0.25 / tally.deals.max(1.0));
        let [low, high] = [self.elo0, self.elo1].map(|elo| 1.0 / (1.0 + 10f64.powf(-elo / 400.0)));
        let ratio = tally.deals * (high - low) * (mean - (low + high) / 2.0) / variance;
        let bound = 19f64.ln();
        match ratio {
            _ if tally.deals < Sprt::LEAST => Verdict::Open(ratio),
            _ if ratio >= bound => Verdict::Accepted,
            _ if ratio <= -bound => Verdict::Rejected,
            _ => Verdict::Open(ratio),
        }
    }
}
