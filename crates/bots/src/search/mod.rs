//! Search over whole turns: expectation over the next draws, and sequential halving with truncated playouts.

mod ending;
mod experience;
mod plan;

pub(crate) use plan::Plan;

use crate::choice::Budget;
use crate::judge::{Desk, Judge, Scores, margin};
use crate::net::{Eye, Net};
use crate::turn::{Move, best_move, play_move, sweep};
use ending::Ending;
use experience::Step;
use plan::{Round, SHORT_SHARE, halvings};
use rules::{Action, Actor, Game, Hand, MAX_SEATS, Seat};
use std::panic::resume_unwind;
use std::sync::Arc;
use std::thread;
use std::time::Duration;
use table::Random;
use web_time::Instant;

/// How the strategist searches.
#[derive(Clone, PartialEq, Debug)]
pub struct Depth {
    /// How many of the judge's best moves are kept for playouts.
    pub kept: usize,
    /// How many turns a playout lasts.
    pub turns: usize,
    /// How many playouts the judge's first opinion weighs.
    pub prior: f64,
    /// For how many moves all next draws are gone through before there are playouts.
    pub ahead: usize,
    /// How many of the judge's best moves the net looks at in each turn of a playout; with one the judge decides.
    pub reach: usize,
    /// How long the playouts of the most promising moves are, in hundredths of the root of the number of turns that can
    /// be played in the time left; if nothing, like all others.
    pub long: usize,
    /// How many of these the opinion before them weighs.
    pub hold: f64,
    /// How long these are at most.
    pub most: usize,
    /// How many moves the net looks at in each turn of these where there is time for it.
    pub wide: usize,
    /// How many times a move has to be met in these for what came of it to be believed by half; if never, playouts learn
    /// nothing from each other.
    pub doubt: usize,
    /// How many threads play them. It does not change what a number of playouts leads to.
    pub threads: usize,
}

impl Default for Depth {
    fn default() -> Depth {
        Depth {
            kept: 12,
            turns: 3,
            prior: 2.0,
            ahead: 0,
            reach: 3,
            long: 20,
            hold: 4.0,
            most: 8,
            wide: 12,
            doubt: 16,
            threads: 1,
        }
    }
}

impl Depth {
    /// As the strategist searched before there were nets.
    pub fn classic() -> Depth {
        Depth {
            kept: 16,
            turns: 12,
            prior: 2.0,
            ahead: 0,
            reach: 1,
            long: 0,
            hold: 0.0,
            most: 12,
            wide: 0,
            doubt: 0,
            threads: 1,
        }
    }
}

/// Of so many of the judge's best moves the net says what it thinks.
pub(crate) const NET_LOOKS_AT: usize = 32;
/// How many replies it looks at when all next draws are gone through.
const NET_REPLIES: usize = 6;

/// With so few tiles to come the strategist goes through all draws instead of sampling them.
const LAST_TILES: u16 = 2;
/// How many moves are looked at there.
pub(crate) const LAST_MOVES: usize = 16;

/// A move and what is known of it.
#[derive(Clone, Copy)]
pub(crate) struct Ranked {
    pub(crate) chosen: Move,
    pub(crate) value: f32,
    pub(crate) scores: Scores,
    sums: Total,
    visits: u32,
}

/// What is expected of a position: the scores, and how good that is for the seats.
#[derive(Clone, Copy)]
pub(crate) struct Hope {
    pub(crate) scores: Scores,
    pub(crate) goals: Scores,
}

/// Sums of hopes.
#[derive(Clone, Copy, Default)]
struct Total {
    scores: [f64; MAX_SEATS],
    goals: [f64; MAX_SEATS],
}

impl Total {
    fn add(&mut self, hope: &Hope, weight: f64) {
        add(&mut self.scores, &hope.scores, weight);
        add(&mut self.goals, &hope.goals, weight);
    }

    fn mean(&self, weight: f64) -> Hope {
        Hope { scores: mean(&self.scores, weight), goals: mean(&self.goals, weight) }
    }
}

impl Ranked {
    fn record(&mut self, hope: &Hope, seat: Seat) {
        self.scores = hope.scores;
        self.value = hope.goals[seat.index()];
    }

    fn visit(&mut self, hope: &Hope, seat: Seat, prior: f64) {
        if self.visits == 0 {
            // The opinion before the first playout counts like a few playouts.
            self.sums = Total::default();
            let mut goals = [0.0; MAX_SEATS];
            goals[seat.index()] = self.value;
            self.sums.add(&Hope { scores: self.scores, goals }, prior);
        }
        self.visits += 1;
        self.sums.add(hope, 1.0);
    }

    fn take_mean(&mut self, seat: Seat, prior: f64) {
        if self.visits > 0 {
            let hope = self.sums.mean(prior + f64::from(self.visits));
            self.record(&hope, seat);
        }
    }
}

/// A judge with room to think.
pub(crate) struct Thinker<J: Judge> {
    weights: J::Weights,
    net: Option<Arc<Net>>,
    pub(crate) worker: Worker<J>,
    /// Further ones, for more threads.
    helpers: Vec<Worker<J>>,
}

/// What one thread needs.
pub(crate) struct Worker<J: Judge> {
    pub(crate) judge: J,
    /// A judge that follows the draws of a playout.
    pub(crate) along: J,
    pub(crate) desk: Desk<J::Game>,
    pub(crate) line: J::Game,
    pub(crate) eye: Option<Eye<J::Game>>,
    /// The turns of the last playout, if it is to be learnt from.
    path: Vec<Step>,
}

impl<J: Judge> Worker<J> {
    fn new(game: &J::Game, weights: &J::Weights, net: Option<&Arc<Net>>) -> Worker<J> {
        let judge = J::new(game, weights);
        let eye = net.map(|net| Eye::new(net.clone(), game));
        Worker { along: judge.clone(), judge, desk: Desk::new(game), line: game.clone(), eye, path: Vec::new() }
    }

    /// Plays a move and some turns after it, each by the judge's opinion, and judges what came of it. Playouts with the
    /// same number see the same draws.
    pub(crate) fn playout(&mut self, game: &J::Game, chosen: Move, plan: &Plan, number: u32) -> Hope {
        let mut random = Random::stream(plan.seed, number.into());
        self.line.copy_from(game);
        self.along.follow(&self.judge);
        play_move(&mut self.along, &mut self.line, chosen, &mut self.desk);
        let mut first = true;
        self.path.clear();
        for _ in 0..plan.turns {
            let mut drawn = None;
            while self.line.to_act() == Actor::Dealer {
                let ways = self.line.ways();
                let way = match plan.order.get(number as usize % plan.order.len().max(1)) {
                    // The first draws take every way once before any comes again.
                    Some(&way) if first && plan.order.len() == ways as usize => way,
                    _ => random.below(ways),
                };
                first = false;
                let Some(outcome) = self.line.outcome(way) else { break };
                if let Action::Draw { tile } = outcome {
                    drawn = Some(tile);
                }
                play_outcome(&mut self.along, &mut self.line, outcome);
            }
            let Worker { along, desk, line, eye, path, .. } = &mut *self;
            let reply = match (eye, &plan.experience) {
                (Some(eye), Some(experience)) => {
                    let hint = |seat, chosen: &Move| experience.hint(seat, chosen);
                    let reply = eye.best_move_with(along, line, desk, plan.reach, hint);
                    if let (Some((chosen, scores)), Actor::Player(seat)) = (reply, line.to_act()) {
                        path.push(Step { seat, drawn, chosen, scores });
                    }
                    reply
                }
                (Some(eye), None) if plan.reach > 1 => eye.best_move(along, line, desk, plan.reach),
                _ => best_move(along, line, desk),
            };
            let Some((reply, _)) = reply else { break };
            play_move(along, line, reply, desk);
        }
        judge_with(&mut self.along, &mut self.eye, &self.line, plan.scale)
    }
}

/// How many draws are played out before their results are taken in.
const DRAWS_AT_ONCE: u32 = 512;
/// The same where playouts learn from each other: later ones are to know what earlier ones found.
const DRAWS_TO_LEARN: u32 = 8;

/// When a part of a round of playouts is over.
#[derive(Clone, Copy)]
struct Until {
    /// After so many draws.
    draws: u32,
    /// So long after the beginning, if that comes first.
    time: Option<(Instant, Duration)>,
}

impl<J: Judge> Thinker<J> {
    pub(crate) fn new(game: &J::Game, weights: &J::Weights, net: Option<Arc<Net>>) -> Thinker<J> {
        let worker = Worker::new(game, weights, net.as_ref());
        Thinker { weights: weights.clone(), net, worker, helpers: Vec::new() }
    }

    /// Makes ready for a game with another setup, if need be.
    pub(crate) fn suit(&mut self, game: &J::Game) {
        if self.worker.line.setup() != game.setup() {
            *self = Thinker::new(game, &self.weights.clone(), self.net.clone());
        }
    }

    /// All moves by the judge's opinion, best first; the best of them by the net's, if there is one.
    pub(crate) fn rank(&mut self, game: &J::Game, seat: Seat) -> Vec<Ranked> {
        let Worker { judge, desk, eye, .. } = &mut self.worker;
        judge.prepare(game);
        let mut ranked = rank(judge, game, desk, seat);
        if let Some(eye) = eye {
            let scale = eye.spread(game);
            let looked_at = NET_LOOKS_AT.min(ranked.len());
            for candidate in &mut ranked[..looked_at] {
                candidate.scores = eye.evaluate_move(judge, game, candidate.chosen, desk);
                candidate.value = eye.goals_after(&candidate.scores, scale)[seat.index()];
            }
            sort(&mut ranked[..looked_at]);
        }
        ranked
    }

    /// Judges the best `kept` moves again: the mean over all next draws of the best reply. Returns how many replies
    /// were looked at.
    pub(crate) fn look_ahead(&mut self, game: &J::Game, seat: Seat, ranked: &mut [Ranked], kept: usize) -> u64 {
        let Worker { judge, along, desk, line, eye, .. } = &mut self.worker;
        let scale = eye.as_ref().map_or(1.0, |eye| eye.spread(game));
        let mut after = game.clone();
        let mut outcomes = Vec::new();
        let kept = kept.min(ranked.len());
        let mut replies = 0;
        for candidate in &mut ranked[..kept] {
            after.copy_from(game);
            play_move(judge, &mut after, candidate.chosen, desk);
            after.actions(&mut outcomes);
            if after.to_act() != Actor::Dealer || outcomes.is_empty() {
                candidate.record(&judge_with(judge, eye, &after, scale), seat);
                continue;
            }
            let (mut sums, mut ways) = (Total::default(), 0.0);
            for &outcome in &outcomes {
                let weight = f64::from(after.weight(outcome));
                line.copy_from(&after);
                along.follow(judge);
                play_outcome(along, line, outcome);
                let best = match eye {
                    Some(eye) => eye
                        .best_move(along, line, desk, NET_REPLIES)
                        .map(|(_, scores)| Hope { scores, goals: eye.goals_after(&scores, scale) }),
                    None => best_move(along, line, desk).map(|(_, scores)| plain_hope(scores, line)),
                };
                sums.add(&best.unwrap_or_else(|| judge_with(along, eye, line, scale)), weight);
                ways += weight;
                replies += 1;
            }
            candidate.record(&sums.mean(ways), seat);
        }
        sort(&mut ranked[..kept]);
        replies
    }

    /// With the last tiles: the expectation over all draws that can come, each player choosing the best among the most
    /// promising moves. Returns how many draws were looked at, or `None` if that would take too long.
    pub(crate) fn finish(&mut self, game: &J::Game, seat: Seat, ranked: &mut [Ranked], effort: &Effort) -> Option<u64> {
        let left = game.bag().total();
        if left > LAST_TILES || game.unit::<Hand>().is_some() {
            return None;
        }
        if left == 0 {
            return Some(0);
        }
        let kept = if left == 1 { ranked.len() } else { LAST_MOVES.min(ranked.len()) };
        let mut looked_at = 0;
        let scale = self.worker.eye.as_ref().map_or(1.0, |eye| eye.spread(game));
        for (index, entry) in ranked.iter_mut().enumerate().take(kept) {
            let Worker { judge, desk, line, eye, .. } = &mut self.worker;
            line.copy_from(game);
            play_move(judge, line, entry.chosen, desk);
            let began = Instant::now();
            let mut ending = Ending { desk, eye, scale, looked_at: &mut looked_at };
            let hope = ending.expect(judge, line, left);
            if let Budget::Time(time) = effort.budget
                && index == 0
                && began.elapsed().as_secs_f64() * kept as f64 > time.as_secs_f64()
            {
                return None;
            }
            entry.record(&hope, seat);
        }
        sort(&mut ranked[..kept]);
        Some(looked_at)
    }

    /// Sequential halving: the best moves are played out over the same draws, the worse half is dropped, and so on with
    /// what remains of the budget. Returns how many playouts there were.
    pub(crate) fn halve(&mut self, game: &J::Game, seat: Seat, ranked: &mut [Ranked], effort: &Effort) -> u64 {
        let Effort { depth, budget, seed, begin } = *effort;
        let scale = self.worker.eye.as_ref().map_or(1.0, |eye| eye.spread(game));
        let mut alive = depth.kept.min(ranked.len());
        let mut plan =
            Plan { seed, turns: depth.turns, reach: depth.reach, scale, order: Vec::new(), experience: None };
        if let Some(first) = ranked.first() {
            plan.order = self.first_draws(game, first.chosen, seed);
            if let Budget::Time(time) = budget {
                // So many that each can be played out a few times.
                let began = Instant::now();
                self.worker.playout(game, first.chosen, &plan, 0);
                let cost = began.elapsed().as_secs_f64().max(1e-6) / depth.threads.max(1) as f64;
                alive = alive.min((time.as_secs_f64() / (8.0 * cost)) as usize).max(2).min(ranked.len());
            }
        }
        while self.helpers.len() + 1 < depth.threads {
            self.helpers.push(Worker::new(game, &self.weights, self.net.as_ref()));
        }
        for helper in &mut self.helpers {
            helper.judge.prepare(game);
        }
        let short = depth.long > 0 && alive > 1;
        let mut rounds = if short { vec![Round { alive, ends: SHORT_SHARE }] } else { halvings(alive, 0.0) };
        let (mut playouts, mut draws) = (0, 0);
        let mut prior = depth.prior;
        let mut began = 0.0;
        let mut number = 0;
        while let Some(&Round { alive, ends }) = rounds.get(number) {
            let moves: Vec<Move> = ranked[..alive].iter().map(|candidate| candidate.chosen).collect();
            let time = match budget {
                Budget::Time(time) => Some((begin, time.mul_f64(ends))),
                Budget::Playouts(_) => None,
            };
            let mut left = match budget {
                Budget::Time(_) => u32::MAX,
                Budget::Playouts(limit) => ((f64::from(limit) * (ends - began)) as u32 / alive as u32).max(1),
            };
            began = ends;
            // A few draws at a time, so that a long round needs no more memory than a short one.
            while left > 0 {
                let at_once = match (&plan.experience, budget) {
                    (None, _) => DRAWS_AT_ONCE,
                    (Some(_), Budget::Playouts(_)) => DRAWS_TO_LEARN,
                    // No thread is to wait for the others.
                    (Some(_), Budget::Time(_)) => DRAWS_TO_LEARN.max(depth.threads as u32),
                };
                let until = Until { draws: left.min(at_once), time };
                let results = self.round(game, &moves, &plan, draws, until, depth.threads);
                for played in &results {
                    for (candidate, Played { hope, path }) in ranked[..alive].iter_mut().zip(played) {
                        candidate.visit(hope, seat, prior);
                        if let Some(experience) = &mut plan.experience {
                            experience.learn(path, game.setup().players());
                        }
                    }
                }
                left -= until.draws.min(left);
                draws += results.len() as u32;
                playouts += results.len() as u64 * alive as u64;
                if time.is_some_and(|(begin, limit)| begin.elapsed() >= limit || (results.len() as u32) < until.draws) {
                    break;
                }
            }
            ranked[..alive].iter_mut().for_each(|candidate| candidate.take_mean(seat, prior));
            sort(&mut ranked[..alive]);
            if number == 0 && short {
                let alive = plan.stretch(effort, playouts).min(alive);
                rounds.extend(halvings(alive, SHORT_SHARE));
                // What the short playouts say counts like some of the long ones.
                prior = depth.hold;
                ranked[..alive].iter_mut().for_each(|candidate| candidate.visits = 0);
            }
            number += 1;
        }
        playouts
    }

    /// The ways of the draw after a move, in random order.
    pub(crate) fn first_draws(&mut self, game: &J::Game, chosen: Move, seed: u64) -> Vec<u32> {
        let Worker { judge, desk, line, .. } = &mut self.worker;
        line.copy_from(game);
        play_move(judge, line, chosen, desk);
        let mut order: Vec<u32> = (0..line.ways()).collect();
        Random::stream(seed, u64::MAX).shuffle(&mut order);
        order
    }

    /// Plays out all moves over some draws: for each draw what came of each move, in order of the draws.
    fn round(
        &mut self,
        game: &J::Game,
        moves: &[Move],
        plan: &Plan,
        from: u32,
        until: Until,
        threads: usize,
    ) -> Vec<Vec<Played>> {
        let threads = threads.clamp(1, self.helpers.len() + 1);
        if threads == 1 {
            let results = play_draws(&mut self.worker, game, moves, plan, (from, 1), until);
            return results.into_iter().map(|(_, played)| played).collect();
        }
        let step = threads as u32;
        let workers = std::iter::once(&mut self.worker).chain(&mut self.helpers[..threads - 1]);
        let mut results: Vec<(u32, Vec<Played>)> = thread::scope(|scope| {
            let running: Vec<_> = workers
                .zip(0..)
                .map(|(worker, number)| {
                    let until = Until { draws: (until.draws + step - 1 - number) / step, ..until };
                    scope.spawn(move || play_draws(worker, game, moves, plan, (from + number, step), until))
                })
                .collect();
            running.into_iter().flat_map(|worker| worker.join().unwrap_or_else(|panic| resume_unwind(panic))).collect()
        });
        results.sort_by_key(|(draw, _)| *draw);
        results.into_iter().map(|(_, played)| played).collect()
    }
}

/// What came of a playout, and how, if that is to be learnt from.
struct Played {
    hope: Hope,
    path: Vec<Step>,
}

/// One thread's part of a round: every `step`th draw.
fn play_draws<J: Judge>(
    worker: &mut Worker<J>,
    game: &J::Game,
    moves: &[Move],
    plan: &Plan,
    (from, step): (u32, u32),
    until: Until,
) -> Vec<(u32, Vec<Played>)> {
    let mut results = Vec::new();
    loop {
        let done = results.len() as u32;
        if done >= until.draws {
            return results;
        }
        let began = Instant::now();
        let draw = from + done * step;
        let play = |&chosen: &Move| {
            let hope = worker.playout(game, chosen, plan, draw);
            Played { hope, path: std::mem::take(&mut worker.path) }
        };
        results.push((draw, moves.iter().map(play).collect()));
        if let Some((begin, limit)) = until.time
            && begin.elapsed() + began.elapsed() / 2 >= limit
        {
            return results;
        }
    }
}

/// How much to search.
#[derive(Clone, Copy)]
pub(crate) struct Effort<'a> {
    pub(crate) depth: &'a Depth,
    pub(crate) budget: Budget,
    pub(crate) seed: u64,
    pub(crate) begin: Instant,
}

fn rank<J: Judge>(judge: &mut J, game: &J::Game, desk: &mut Desk<J::Game>, seat: Seat) -> Vec<Ranked> {
    let players = game.setup().players();
    let mut ranked = Vec::new();
    sweep(judge, game, desk, |chosen, scores| {
        let value = margin(scores, seat, players);
        ranked.push(Ranked { chosen, value, scores: *scores, sums: Total::default(), visits: 0 });
    });
    sort(&mut ranked);
    ranked
}

/// Scores whose goal is the margin.
fn plain_hope<G: Game>(scores: Scores, game: &G) -> Hope {
    let players = game.setup().players();
    Hope {
        scores,
        goals: Seat::ALL.map(|seat| if seat.index() < players.into() { margin(&scores, seat, players) } else { 0.0 }),
    }
}

/// What a position is worth by the net, or by the judge alone.
pub(crate) fn judge_with<J: Judge>(judge: &mut J, eye: &mut Option<Eye<J::Game>>, game: &J::Game, scale: f32) -> Hope {
    match eye {
        Some(eye) => {
            let scores = eye.evaluate(judge, game);
            Hope { scores, goals: eye.goals(&scores, game, scale) }
        }
        None => plain_hope(judge.evaluate(game), game),
    }
}

/// Plays what chance brings, and tells the judge.
pub(crate) fn play_outcome<J: Judge>(judge: &mut J, game: &mut J::Game, outcome: Action) {
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
