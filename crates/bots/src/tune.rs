//! Tuning weights by self-play.

use crate::judge::{Desk, Judge};
use crate::turn::{best_move, play_move};
use crate::weights::Weights;
use rules::{Actor, Game, Seat};
use std::thread;
use table::Random;

/// A tuning run: simultaneous perturbation (SPSA). In each step two neighbours of the weights, a random step to either
/// side, play against each other on the same draws with seats swapped, and the weights move towards the better one.
#[derive(Clone, Debug)]
pub struct Tuning {
    /// How many steps.
    pub steps: u32,
    /// How many pairs of games in each.
    pub pairs: u32,
    /// How far the neighbours are, as a share of each weight.
    pub reach: f32,
    /// How far a step goes for each point of margin, as a share of each weight.
    pub gain: f32,
    /// The names of the weights to tune, all if empty; the others stay.
    pub only: Vec<String>,
    /// What everything is drawn from.
    pub seed: u64,
    /// How many games at a time. It does not change the result.
    pub threads: usize,
}

impl Tuning {
    /// Runs from the given weights, for games like this one with two players; `progress` hears of each step: its number,
    /// the weights, and the margin between the neighbours.
    pub fn run<J: Judge>(
        &self,
        fresh: &J::Game,
        weights: &J::Weights,
        mut progress: impl FnMut(u32, &J::Weights, f64),
    ) -> J::Weights {
        let mut random = Random::stream(self.seed, u64::MAX);
        let mut values = weights.values();
        let scales: Vec<f32> = values.iter().map(|value| value.abs().max(0.05)).collect();
        let named = |name: &&str| self.only.is_empty() || self.only.iter().any(|only| only == name);
        let tuned: Vec<bool> = J::Weights::NAMES.iter().map(named).collect();
        let mut means = vec![0.0; values.len()];
        let tail = self.steps.div_ceil(2);
        for step in 0..self.steps {
            let signs: Vec<f32> = tuned
                .iter()
                .map(|&tuned| match (random.next_u64() >> 63, tuned) {
                    (_, false) => 0.0,
                    (0, true) => 1.0,
                    (_, true) => -1.0,
                })
                .collect();
            let beside = |direction: f32| {
                let shifted = values.iter().zip(&signs).zip(&scales);
                let shifted = shifted.map(|((value, sign), scale)| value + direction * sign * scale * self.reach);
                J::Weights::from_values(&shifted.collect::<Vec<_>>())
            };
            let seed = self.seed.wrapping_add(u64::from(step) << 32);
            let margin = self.compare::<J>(fresh, &beside(1.0), &beside(-1.0), seed);
            // Shorter and shorter steps, as the method asks for.
            let cooling = 1.0 / (1.0 + 3.0 * step as f32 / self.steps as f32);
            for ((value, sign), scale) in values.iter_mut().zip(&signs).zip(&scales) {
                *value += self.gain * cooling * margin as f32 * sign * scale;
            }
            if step >= self.steps - tail {
                means.iter_mut().zip(&values).for_each(|(mean, value)| *mean += value / tail as f32);
            }
            progress(step, &J::Weights::from_values(&values), margin);
        }
        J::Weights::from_values(&means)
    }

    /// The mean margin of one set of weights over another, each playing greedily.
    pub fn compare<J: Judge>(&self, fresh: &J::Game, a: &J::Weights, b: &J::Weights, seed: u64) -> f64 {
        let threads = self.threads.max(1) as u32;
        let margins: Vec<f64> = thread::scope(|scope| {
            let workers: Vec<_> = (0..threads)
                .map(|worker| {
                    let setup = *fresh.setup();
                    scope.spawn(move || {
                        let fresh = J::Game::new(&setup);
                        let pairs = (worker..self.pairs).step_by(threads as usize);
                        pairs.map(|pair| play_pair::<J>(&fresh, a, b, seed.wrapping_add(pair.into()))).sum::<f64>()
                    })
                })
                .collect();
            workers.into_iter().map(|worker| worker.join().unwrap_or(0.0)).collect()
        });
        margins.iter().sum::<f64>() / f64::from(self.pairs.max(1))
    }
}

/// The mean margin of `a` over a pair of games with swapped seats.
fn play_pair<J: Judge>(fresh: &J::Game, a: &J::Weights, b: &J::Weights, seed: u64) -> f64 {
    let [first, second] = [play::<J>(fresh, a, b, seed), play::<J>(fresh, b, a, seed)];
    (first - second) / 2.0
}

/// The margin of seat 0 over seat 1.
fn play<J: Judge>(fresh: &J::Game, first: &J::Weights, second: &J::Weights, seed: u64) -> f64 {
    let mut random = Random::new(seed);
    let mut game = fresh.clone();
    let mut desk = Desk::new(fresh);
    let mut judges = [first, second].map(|weights| J::new(fresh, weights));
    loop {
        match game.to_act() {
            Actor::Nobody => break,
            Actor::Dealer => {
                let Some(outcome) = game.outcome(random.below(game.ways())) else { break };
                game.play_unchecked(outcome, &mut ());
            }
            Actor::Player(seat) => {
                let judge = &mut judges[seat.index() % 2];
                judge.prepare(&game);
                let Some((chosen, _)) = best_move(judge, &game, &mut desk) else { break };
                play_move(judge, &mut game, chosen, &mut desk);
            }
        }
    }
    let score = |seat: Seat| f64::from(game.scores()[seat.index()]);
    score(Seat::ALL[0]) - score(Seat::ALL[1])
}
