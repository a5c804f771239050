//! How fast positions are judged.

use crate::dispatch::{JudgeVisitor, visit_judge};
use crate::judge::{Desk, Judge};
use crate::net::{Eye, Net};
use crate::turn::{best_move, play_move, sweep};
use crate::weights::Weights;
use rules::{Actor, AnyGame, Game};
use std::hint::black_box;
use std::time::{Duration, Instant};
use table::Random;

/// What was counted while whole games were played, every move of every decision judged.
#[derive(Clone, Copy, Debug, Default)]
pub struct Speed {
    /// Positions after a move that were made and judged.
    pub afterstates: u64,
    /// How long that took, laying out included.
    pub sweeping: Duration,
    /// Positions that were judged and nothing more.
    pub evaluations: u64,
    /// How long that took.
    pub evaluating: Duration,
    /// How long the net took for as many; nothing if the game has none.
    pub by_net: Duration,
}

/// Plays games like this one and counts.
pub fn measure(game: &AnyGame, games: u32, seed: u64) -> Speed {
    visit_judge(game, Measure { games, seed })
}

struct Measure {
    games: u32,
    seed: u64,
}

/// Evaluating one position is too short to be timed.
const REPEATS: u32 = 4;
/// The quickest of so many times counts: others were disturbed by what else the computer did.
const TIMES: u32 = 4;

/// How long it takes to do something so many times, as if nothing had disturbed it.
fn undisturbed(mut act: impl FnMut()) -> Duration {
    let times = (0..TIMES).map(|_| {
        let begin = Instant::now();
        (0..REPEATS).for_each(|_| act());
        begin.elapsed()
    });
    times.min().unwrap_or_default() * TIMES
}

impl JudgeVisitor for Measure {
    type Output = Speed;

    fn visit<J: Judge>(self, fresh: &J::Game) -> Speed {
        let mut speed = Speed::default();
        let mut random = Random::new(self.seed);
        let mut judge = J::new(fresh, J::Weights::tuned());
        let mut desk = Desk::new(fresh);
        let mut game = fresh.clone();
        let mut eye = Net::of(fresh.setup().game()).map(|net| Eye::new(net, fresh));
        for _ in 0..self.games {
            game.copy_from(fresh);
            loop {
                match game.to_act() {
                    Actor::Nobody => break,
                    Actor::Dealer => {
                        let Some(outcome) = game.outcome(random.below(game.ways())) else { break };
                        game.play_unchecked(outcome, &mut ());
                    }
                    Actor::Player(_) => {
                        judge.prepare(&game);
                        let begin = Instant::now();
                        sweep(&mut judge, &game, &mut desk, |_, _| speed.afterstates += 1);
                        speed.sweeping += begin.elapsed();
                        let Some((chosen, _)) = best_move(&mut judge, &game, &mut desk) else { break };
                        play_move(&mut judge, &mut game, chosen, &mut desk);
                        speed.evaluating += undisturbed(|| {
                            black_box(judge.evaluate(black_box(&game)));
                        });
                        speed.evaluations += u64::from(REPEATS * TIMES);
                        if let Some(eye) = &mut eye {
                            speed.by_net += undisturbed(|| {
                                black_box(eye.evaluate(&mut judge, black_box(&game)));
                            });
                        }
                    }
                }
            }
        }
        speed
    }
}
