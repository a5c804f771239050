//! Self-play for learning: games by the judge's or a net's best moves with some exploration, written as samples.
//!
//! # The file
//!
//! Little-endian. A head of 16 bytes: `BSAM`, the version, the number of players, of sparse inputs of the game, of sparse
//! inputs kept a seat, of dense inputs and of sources of points (`u16` each). Then a sample for each position after a
//! turn: for each seat its sparse inputs (`u16`, filled up with the number of inputs), for each seat its dense inputs
//! (`i16`), for each seat the judge's expected score, for each seat the target (the TD(λ) return), for each seat the final
//! score (`f32`), for each seat the points that still came from each source (`u16`), and the own turns left (`u16`).

mod lessons;

pub use lessons::{Lessons, grade, rows};

use crate::choice::Budget;
use crate::judge::{Desk, Judge, Scores, margin};
use crate::net::{DENSE, Eye, MOST, Net, View, inputs};
use crate::search::{Depth, Effort, Ranked, Thinker};
use crate::takings::{SOURCES, Takings, sources};
use crate::turn::{Move, best_move, play_logged, sweep};
use crate::weights::Weights;
use rules::{Actor, Game, MAX_SEATS, Phase, Seat};
use std::io::{self, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;
use table::Random;
use web_time::Instant;

/// How games are played for learning.
#[derive(Clone)]
pub struct SelfPlay {
    /// The net that judges; the hand-made judge alone if absent.
    pub net: Option<Arc<Net>>,
    /// How many games at most.
    pub games: u64,
    /// How long at most.
    pub time: Duration,
    /// What everything is drawn from.
    pub seed: u64,
    /// How many games at a time.
    pub threads: usize,
    /// How often a move is not the best one.
    pub explore: f32,
    /// How far targets look ahead: 1 for the result of the game.
    pub lambda: f32,
    /// The share of positions that is written.
    pub keep: f32,
    /// How many of the judge's best moves the net looks at.
    pub reach: usize,
    /// How often a seat is played in another style: by the judge alone, or by the plain weights.
    pub odd: f32,
    /// How many playouts a search has for each move; with none the net's best move is played.
    pub think: u32,
}

/// What came of self-play.
#[derive(Clone, Copy, Debug, Default)]
pub struct Harvest {
    /// Games played.
    pub games: u64,
    /// Samples written.
    pub samples: u64,
}

/// How a seat plays.
#[derive(Clone, Copy, PartialEq)]
enum Style {
    Net,
    Judge,
    Plain,
}

/// A position after a turn.
struct Step {
    sample: Option<Vec<u8>>,
    judged: Scores,
    /// What the best move of this turn led to, in the net's opinion.
    best: Scores,
    /// Whether another one was played.
    explored: bool,
    turns: u16,
    /// The points so far by their sources.
    taken: [[u16; SOURCES]; MAX_SEATS],
}

impl SelfPlay {
    /// Plays games like this one and writes samples.
    pub fn run<J: Judge>(&self, fresh: &J::Game, out: &mut (impl Write + Send)) -> io::Result<Harvest> {
        let players = usize::from(fresh.setup().players());
        let inputs = inputs(fresh.setup().game());
        let mut head = b"BSAM".to_vec();
        let sources = sources(fresh.setup().game()).len();
        for number in [2, players, inputs, MOST, DENSE, sources] {
            head.extend((number as u16).to_le_bytes());
        }
        out.write_all(&head)?;
        let setup = *fresh.setup();
        self.on_threads(out, || {
            let fresh = J::Game::new(&setup);
            let mut player = Player::<J>::new(&fresh, self);
            move |number, buffer: &mut Vec<u8>| player.play(&fresh, number, buffer)
        })
    }

    /// Threads play one game after the other and write what comes of them. Each makes itself something that plays the
    /// game of a number, adds to a buffer and says how many samples.
    fn on_threads<P: FnMut(u64, &mut Vec<u8>) -> u64>(
        &self,
        out: &mut (impl Write + Send),
        player: impl Fn() -> P + Sync,
    ) -> io::Result<Harvest> {
        let (next, played, written) = (AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0));
        let begin = Instant::now();
        let out = Mutex::new(out);
        thread::scope(|scope| {
            let work = || -> io::Result<()> {
                let mut play = player();
                let mut buffer = Vec::new();
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let done = number >= self.games || begin.elapsed() >= self.time;
                    if !done {
                        let samples = play(number, &mut buffer);
                        played.fetch_add(1, Ordering::Relaxed);
                        written.fetch_add(samples, Ordering::Relaxed);
                    }
                    if buffer.len() > 1 << 20 || done {
                        let mut out = out.lock().map_err(|_| io::Error::other("a thread broke off"))?;
                        out.write_all(&buffer)?;
                        buffer.clear();
                    }
                    if done {
                        return Ok(());
                    }
                }
            };
            let workers: Vec<_> = (0..self.threads.max(1)).map(|_| scope.spawn(work)).collect();
            workers
                .into_iter()
                .try_for_each(|worker| worker.join().map_err(|_| io::Error::other("a game broke off"))?)
        })?;
        Ok(Harvest { games: played.into_inner(), samples: written.into_inner() })
    }
}

/// What one thread needs.
struct Player<'a, J: Judge> {
    plan: &'a SelfPlay,
    judge: J,
    plain: J,
    eye: Option<Eye<J::Game>>,
    thinker: Option<Thinker<J>>,
    view: View,
    desk: Desk<J::Game>,
    game: J::Game,
    takings: Takings,
}

impl<'a, J: Judge> Player<'a, J> {
    fn new(fresh: &J::Game, plan: &'a SelfPlay) -> Player<'a, J> {
        Player {
            plan,
            judge: J::new(fresh, J::Weights::tuned()),
            plain: J::new(fresh, J::Weights::plain()),
            eye: plan.net.clone().map(|net| Eye::new(net, fresh)),
            thinker: (plan.think > 0).then(|| Thinker::new(fresh, J::Weights::tuned(), plan.net.clone())),
            view: View::new(fresh.setup().game()),
            desk: Desk::new(fresh),
            game: fresh.clone(),
            takings: Takings::new(fresh.setup().game()),
        }
    }

    /// Plays one game and adds its samples to the buffer; returns how many.
    fn play(&mut self, fresh: &J::Game, number: u64, buffer: &mut Vec<u8>) -> u64 {
        let mut random = Random::stream(self.plan.seed, number);
        let mut chance = |share: f32| (random.next_u64() >> 40) as f32 / (1u64 << 24) as f32 <= share && share > 0.0;
        let mut styles = [Style::Net; MAX_SEATS];
        for style in &mut styles {
            if chance(self.plan.odd) {
                *style = if chance(0.3) { Style::Plain } else { Style::Judge };
            }
        }
        if styles.iter().all(|&style| style != Style::Net) {
            styles[0] = Style::Net;
        }
        let mut random = Random::stream(self.plan.seed, !number);
        self.game.copy_from(fresh);
        self.takings = Takings::new(fresh.setup().game());
        let mut steps = Vec::new();
        loop {
            match self.game.to_act() {
                Actor::Nobody => break,
                Actor::Dealer => {
                    let Some(outcome) = self.game.outcome(random.below(self.game.ways())) else { break };
                    self.game.play_unchecked(outcome, &mut self.takings);
                }
                Actor::Player(seat) => {
                    let Some(step) = self.turn(seat, styles[seat.index()], &mut random) else { break };
                    steps.extend(step);
                }
            }
        }
        let mut result = [0.0; MAX_SEATS];
        for (result, &score) in result.iter_mut().zip(self.game.scores()) {
            *result = score.into();
        }
        self.write(&steps, &result, buffer)
    }

    /// One turn, with the position after it; nothing for a game that ended with it.
    fn turn(&mut self, seat: Seat, style: Style, random: &mut Random) -> Option<Option<Step>> {
        let Player { plan, judge, plain, eye, thinker, view, desk, game, takings } = self;
        judge.prepare(game);
        let best = match (thinker, &mut *eye) {
            (Some(thinker), _) => searched_move(thinker, game, seat, plan.think, random.next_u64()),
            (None, Some(eye)) => eye.best_move(judge, game, desk, plan.reach),
            (None, None) => best_move(judge, game, desk),
        };
        let (best, scores) = best?;
        let explore = (random.next_u64() >> 40) as f32 / ((1u64 << 24) as f32) < plan.explore;
        let chosen = match style {
            _ if explore => another(judge, game, desk, seat, random).unwrap_or(best),
            Style::Plain => {
                plain.prepare(game);
                best_move(plain, game, desk).map_or(best, |(chosen, _)| chosen)
            }
            Style::Judge if eye.is_some() => best_move(judge, game, desk).map_or(best, |(chosen, _)| chosen),
            _ => best,
        };
        play_logged(judge, game, chosen, desk, takings);
        if game.phase() == Phase::Over {
            return Some(None);
        }
        let keep = (random.next_u64() >> 40) as f32 / ((1u64 << 24) as f32) < plan.keep;
        let judged = judge.look(game, view);
        let players = game.setup().players();
        let sample = keep.then(|| {
            view.finish(game);
            sample(view, players, inputs(game.setup().game()))
        });
        let turns = game.bag().total() / u16::from(players.max(1));
        let taken = *takings.points();
        Some(Some(Step { sample, judged, best: scores, explored: chosen != best, turns, taken }))
    }

    fn write(&self, steps: &[Step], result: &Scores, buffer: &mut Vec<u8>) -> u64 {
        let players = usize::from(self.game.setup().players());
        let sources = sources(self.game.setup().game()).len();
        let mut target = *result;
        let mut written = 0;
        for (index, step) in steps.iter().enumerate().rev() {
            // What follows this position: the best of the next turn, and where the game really went from there.
            if let Some(next) = steps.get(index + 1) {
                let lambda = if next.explored { 0.0 } else { self.plan.lambda };
                for (target, best) in target.iter_mut().zip(next.best) {
                    *target = lambda * *target + (1.0 - lambda) * best;
                }
            }
            let Some(sample) = &step.sample else { continue };
            buffer.extend(sample);
            for scores in [&step.judged, &target, result] {
                for score in &scores[..players] {
                    buffer.extend(score.to_le_bytes());
                }
            }
            for (last, taken) in self.takings.points().iter().zip(&step.taken).take(players) {
                for (last, taken) in last.iter().zip(taken).take(sources) {
                    buffer.extend((last - taken).to_le_bytes());
                }
            }
            buffer.extend(step.turns.to_le_bytes());
            written += 1;
        }
        written
    }
}

/// How many moves a search keeps that plays for learning.
const SEARCH_KEEPS: usize = 6;

/// The moves of a position, sorted by a short search.
fn searched<J: Judge>(thinker: &mut Thinker<J>, game: &J::Game, seat: Seat, playouts: u32, seed: u64) -> Vec<Ranked> {
    let mut ranked = thinker.rank(game, seat);
    if ranked.len() > 1 {
        let depth = Depth { kept: SEARCH_KEEPS, ..Depth::default() };
        let effort = Effort { depth: &depth, budget: Budget::Playouts(playouts), seed, begin: Instant::now() };
        thinker.halve(game, seat, &mut ranked, &effort);
    }
    ranked
}

/// The best move by a short search, and the scores that it expects.
fn searched_move<J: Judge>(
    thinker: &mut Thinker<J>,
    game: &J::Game,
    seat: Seat,
    playouts: u32,
    seed: u64,
) -> Option<(Move, Scores)> {
    searched(thinker, game, seat, playouts, seed).first().map(|best| (best.chosen, best.scores))
}

/// A move that is not much worse than the best, drawn by lot.
fn another<J: Judge>(
    judge: &mut J,
    game: &J::Game,
    desk: &mut Desk<J::Game>,
    seat: Seat,
    random: &mut Random,
) -> Option<Move> {
    let players = game.setup().players();
    let mut moves: Vec<(f32, Move)> = Vec::new();
    sweep(judge, game, desk, |chosen, scores| moves.push((margin(scores, seat, players), chosen)));
    moves.sort_by(|a, b| b.0.total_cmp(&a.0));
    let most = moves.first()?.0;
    let near = moves.iter().take(12).take_while(|(value, _)| *value > most - 8.0).count();
    moves.get(random.below(near as u32) as usize).map(|(_, chosen)| *chosen)
}

fn sample(view: &View, players: u8, filler: usize) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(usize::from(players) * 2 * (MOST + DENSE) + 80);
    for seat in Seat::of(players) {
        let (sparse, _) = view.of(seat);
        for index in 0..MOST {
            bytes.extend(sparse.get(index).copied().unwrap_or(filler as u16).to_le_bytes());
        }
    }
    for seat in Seat::of(players) {
        let (_, dense) = view.of(seat);
        for value in dense {
            bytes.extend(value.to_le_bytes());
        }
    }
    bytes
}
