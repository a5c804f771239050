//! Search over whole turns: expectation over the next draw, and sequential halving with truncated playouts.

use crate::choice::Budget;
use crate::judge::{Desk, Judge, Scores, margin};
use crate::turn::{Move, best_move, play_move, sweep};
use rules::{Action, Actor, Game, MAX_SEATS, Seat};
use table::Random;
use web_time::Instant;

/// How the strategist searches.
#[derive(Clone, Debug)]
pub struct Depth {
    /// How many moves the judge's best ones are kept for playouts.
    pub kept: usize,
    /// How many turns a playout lasts.
    pub turns: u32,
    /// How many playouts the judge's first opinion weighs.
    pub prior: f64,
}

impl Default for Depth {
    fn default() -> Depth {
        Depth { kept: 16, turns: 4, prior: 2.0 }
    }
}

/// A move and what is known of it.
#[derive(Clone, Copy)]
pub(crate) struct Ranked {
    pub(crate) chosen: Move,
    pub(crate) value: f32,
    pub(crate) scores: Scores,
    sum: f64,
    score_sums: [f64; MAX_SEATS],
    visits: u32,
}

/// A judge with room to think.
pub(crate) struct Thinker<J: Judge> {
    weights: J::Weights,
    judge: J,
    /// A judge that follows the draws of a playout.
    along: J,
    desk: Desk<J::Game>,
    line: J::Game,
    after: J::Game,
    pub(crate) depth: Depth,
}

impl<J: Judge> Thinker<J> {
    pub(crate) fn new(game: &J::Game, weights: &J::Weights) -> Thinker<J> {
        let judge = J::new(game, weights);
        Thinker {
            weights: weights.clone(),
            along: judge.clone(),
            judge,
            desk: Desk::new(game),
            line: game.clone(),
            after: game.clone(),
            depth: Depth::default(),
        }
    }

    /// Makes ready for a game with another setup, if need be.
    pub(crate) fn suit(&mut self, game: &J::Game) {
        if self.line.setup() != game.setup() {
            *self = Thinker::new(game, &self.weights.clone());
        }
    }

    /// All moves by the judge's opinion, best first.
    pub(crate) fn rank(&mut self, game: &J::Game, seat: Seat) -> Vec<Ranked> {
        self.judge.prepare(game);
        let players = game.setup().players();
        let mut ranked = Vec::new();
        sweep(&mut self.judge, game, &mut self.desk, |chosen, scores| {
            let value = margin(scores, seat, players);
            let (sum, score_sums) = (0.0, [0.0; MAX_SEATS]);
            ranked.push(Ranked { chosen, value, scores: *scores, sum, score_sums, visits: 0 });
        });
        sort(&mut ranked);
        ranked
    }

    /// Judges the best `kept` moves again: the mean over all next draws of the best reply. Returns how many replies
    /// were looked at.
    pub(crate) fn look_ahead(&mut self, game: &J::Game, seat: Seat, ranked: &mut [Ranked], kept: usize) -> u64 {
        let players = game.setup().players();
        let mut outcomes = Vec::new();
        let kept = kept.min(ranked.len());
        let mut replies = 0;
        for candidate in &mut ranked[..kept] {
            self.after.copy_from(game);
            play_move(&mut self.judge, &mut self.after, candidate.chosen, &mut self.desk);
            if self.after.to_act() != Actor::Dealer {
                let scores = self.judge.evaluate(&self.after);
                candidate.record(&scores, margin(&scores, seat, players));
                continue;
            }
            self.after.actions(&mut outcomes);
            let (mut sums, mut ways) = ([0.0; MAX_SEATS], 0.0);
            for &outcome in &outcomes {
                let weight = f64::from(self.after.weight(outcome));
                self.line.copy_from(&self.after);
                self.along.clone_from(&self.judge);
                play_outcome(&mut self.along, &mut self.line, outcome);
                let best = best_move(&mut self.along, &self.line, &mut self.desk).map(|(_, scores)| scores);
                let scores = best.unwrap_or_else(|| self.along.evaluate(&self.line));
                add(&mut sums, &scores, weight);
                ways += weight;
                replies += 1;
            }
            let scores = mean(&sums, ways);
            candidate.record(&scores, margin(&scores, seat, players));
        }
        sort(&mut ranked[..kept]);
        replies
    }

    /// Sequential halving: the best moves are played out over the same draws, the worse half is dropped, and so on with
    /// what remains of the budget. Returns how many playouts there were.
    pub(crate) fn halve(
        &mut self,
        game: &J::Game,
        seat: Seat,
        ranked: &mut [Ranked],
        budget: Budget,
        seed: u64,
        begin: Instant,
    ) -> u64 {
        let mut alive = self.depth.kept.min(ranked.len());
        let rounds = usize::BITS - alive.saturating_sub(1).leading_zeros();
        let mut order = Vec::new();
        let (mut playouts, mut draw) = (0u64, 0u64);
        for round in 0..rounds {
            let spent = f64::from(round + 1) / f64::from(rounds);
            loop {
                for candidate in &mut ranked[..alive] {
                    let scores = self.playout(game, candidate.chosen, seed, draw, &mut order);
                    let value = margin(&scores, seat, game.setup().players());
                    candidate.visit(&scores, value, self.depth.prior);
                    playouts += 1;
                }
                draw += 1;
                let done = match budget {
                    Budget::Time(time) => begin.elapsed() >= time.mul_f64(spent),
                    Budget::Playouts(limit) => playouts as f64 + alive as f64 > f64::from(limit) * spent,
                };
                if done {
                    break;
                }
            }
            sort(&mut ranked[..alive]);
            alive = alive.div_ceil(2);
        }
        playouts
    }

    /// Plays a move and some turns after it, each by the judge's opinion, and judges what came of it.
    fn playout(&mut self, game: &J::Game, chosen: Move, seed: u64, number: u64, order: &mut Vec<u32>) -> Scores {
        let mut random = Random::stream(seed, number);
        self.line.copy_from(game);
        self.along.clone_from(&self.judge);
        play_move(&mut self.along, &mut self.line, chosen, &mut self.desk);
        let mut first = true;
        for _ in 0..self.depth.turns {
            while self.line.to_act() == Actor::Dealer {
                let ways = self.line.ways();
                let way = if first { spread(order, ways, seed, number) } else { random.below(ways) };
                first = false;
                let Some(outcome) = self.line.outcome(way) else { break };
                play_outcome(&mut self.along, &mut self.line, outcome);
            }
            let Some((reply, _)) = best_move(&mut self.along, &self.line, &mut self.desk) else { break };
            play_move(&mut self.along, &mut self.line, reply, &mut self.desk);
        }
        self.along.evaluate(&self.line)
    }
}

/// The first draws of the playouts take every way once before any comes again, in random order.
fn spread(order: &mut Vec<u32>, ways: u32, seed: u64, number: u64) -> u32 {
    if ways == 0 {
        return 0;
    }
    if order.len() != ways as usize {
        order.clear();
        order.extend(0..ways);
        Random::stream(seed, u64::MAX).shuffle(order);
    }
    order[(number % u64::from(ways)) as usize]
}

/// Plays what chance brings, and tells the judge.
fn play_outcome<J: Judge>(judge: &mut J, game: &mut J::Game, outcome: Action) {
    game.play_unchecked(outcome, &mut ());
    if let Action::Draw { tile } = outcome {
        judge.drawn(game, tile);
    }
}

fn add(sums: &mut [f64; MAX_SEATS], scores: &Scores, weight: f64) {
    for (sum, score) in sums.iter_mut().zip(scores) {
        *sum += weight * f64::from(*score);
    }
}

fn mean(sums: &[f64; MAX_SEATS], weight: f64) -> Scores {
    sums.map(|sum| (sum / weight) as f32)
}

fn sort(ranked: &mut [Ranked]) {
    ranked.sort_by(|a, b| b.value.total_cmp(&a.value));
}

impl Ranked {
    fn record(&mut self, scores: &Scores, value: f32) {
        self.scores = *scores;
        self.value = value;
    }

    fn visit(&mut self, scores: &Scores, value: f32, prior: f64) {
        if self.visits == 0 {
            // The opinion before the first playout counts like a few playouts.
            self.sum = prior * f64::from(self.value);
            self.score_sums = self.scores.map(|score| prior * f64::from(score));
        }
        self.visits += 1;
        self.sum += f64::from(value);
        add(&mut self.score_sums, scores, 1.0);
        let weight = prior + f64::from(self.visits);
        self.record(&mean(&self.score_sums, weight), (self.sum / weight) as f32);
    }
}
