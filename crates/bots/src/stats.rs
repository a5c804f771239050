//! What a match says, and how sure it is.

use crate::arena::{Deeds, Outcome};
use std::time::Duration;

/// The two-sided 95% point of the normal distribution.
const Z: f64 = 1.96;

/// Sums over the deals of a match for one bot. A deal, with all its rotations of seats, is one observation: its games
/// share their draws.
#[derive(Clone, Debug, Default)]
pub struct Results {
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
    /// Margins without luck, over the deals for which it is known.
    fair_deals: f64,
    fair: f64,
    fair_squared: f64,
    deeds: Deeds,
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

impl Results {
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
        let fair: Option<f64> = outcomes.iter().map(|outcome| fair_margin(entrant, outcome)).sum();
        if let Some(fair) = fair.map(|sum| sum / games) {
            self.fair_deals += 1.0;
            self.fair += fair;
            self.fair_squared += fair * fair;
        }
        for outcome in outcomes {
            self.score += f64::from(outcome.scores[entrant]);
            self.thought += outcome.thought[entrant];
            self.turns += u64::from(outcome.turns[entrant]);
            let decisions = outcome.decisions[entrant].max(1);
            for (&deed, count) in &outcome.deeds[entrant] {
                *self.deeds.entry(deed).or_default() += count;
            }
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

    /// The same less what the draws were worth; nothing if that was not asked for.
    pub fn fair_margin(&self) -> Option<Estimate> {
        let (mean, variance) = moments(self.fair_deals, self.fair, self.fair_squared);
        let half = Z * (variance / self.fair_deals.max(1.0)).sqrt();
        (self.fair_deals > 0.0).then_some(Estimate { mean, low: mean - half, high: mean + half })
    }

    /// How often it did what, in a game on the mean.
    pub fn deeds(&self) -> impl Iterator<Item = (&'static str, f64)> + '_ {
        self.deeds.iter().map(|(&deed, &count)| (deed, count as f64 / self.games.max(1) as f64))
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

fn fair_margin(entrant: usize, outcome: &Outcome) -> Option<f64> {
    let luck = outcome.luck.as_ref()?;
    let others = (luck.iter().sum::<f64>() - luck[entrant]) / (luck.len().max(2) - 1) as f64;
    Some(margin(entrant, outcome) - (luck[entrant] - others))
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

    pub(crate) fn judge(self, tally: &Results) -> Verdict {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn deal(first: u16, second: u16) -> Vec<Outcome> {
        let wins = match first.cmp(&second) {
            std::cmp::Ordering::Greater => vec![1.0, 0.0],
            std::cmp::Ordering::Equal => vec![0.5, 0.5],
            std::cmp::Ordering::Less => vec![0.0, 1.0],
        };
        let nothing = vec![Duration::ZERO; 2];
        let outcome = Outcome {
            scores: vec![first, second],
            wins,
            thought: nothing,
            turns: vec![1; 2],
            decisions: vec![1; 2],
            luck: Some(vec![3.0, 1.0]),
            deeds: vec![Deeds::from([("hut", 2)]), Deeds::new()],
            fault: None,
        };
        vec![outcome.clone(), outcome]
    }

    fn tally(deals: &[(u16, u16)]) -> Results {
        let mut tally = Results::default();
        deals.iter().for_each(|&(first, second)| tally.add(0, &deal(first, second)));
        tally
    }

    #[test]
    fn wins_without_exception_are_not_certain() {
        let rate = tally(&[(50, 10); 400]).win_rate();
        assert_eq!(rate.mean, 1.0);
        // Wilson's bound for 400 of 400: n / (n + z²).
        assert!((rate.low - 400.0 / 403.84).abs() < 1e-3, "{rate:?}");
    }

    #[test]
    fn half_the_games_are_no_elo_and_the_margin_has_its_spread() {
        let even = tally(&[(20, 10), (10, 20), (15, 15), (15, 15)]);
        assert_eq!(even.win_rate().mean, 0.5);
        assert!(even.elo().mean.abs() < 1e-9);
        let margin = even.margin();
        assert_eq!(margin.mean, 0.0);
        // Margins 10, -10, 0, 0: variance 200/3, so that the error is the root of 200/12.
        assert!((margin.high - 1.96 * (200.0f64 / 12.0).sqrt()).abs() < 1e-9);
        assert_eq!(even.mean_score(), 15.0);
        assert_eq!(even.fair_margin().map(|fair| fair.mean), Some(-2.0), "without two points of luck in each game");
        assert_eq!(even.deeds().collect::<Vec<_>>(), [("hut", 2.0)]);
    }

    #[test]
    fn the_sequential_test_decides_both_ways_and_not_too_early() {
        let sprt = Sprt { elo0: 0.0, elo1: 50.0 };
        assert!(!sprt.judge(&tally(&[(50, 10); 20])).is_final());
        assert_eq!(sprt.judge(&tally(&[(50, 10); 60])), Verdict::Accepted);
        assert_eq!(sprt.judge(&tally(&[(10, 50); 60])), Verdict::Rejected);
        let even: Vec<_> = [(20, 10), (10, 20)].repeat(20);
        assert!(!sprt.judge(&tally(&even)).is_final());
    }
}
