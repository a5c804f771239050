//! The levels a person can choose.

use crate::choice::{Budget, Candidate, Choice, Refusal};
use crate::dispatch::{JudgeVisitor, visit_judge};
use crate::judge::Judge;
use crate::net::Net;
use crate::search::{Depth, Effort, Ranked, Thinker};
use crate::turn::Move;
use crate::weights::Weights;
use rules::{Actor, AnyGame, Game, Seat};
use std::sync::Arc;
use table::Random;
use web_time::Instant;

/// A computer player.
pub trait Bot {
    /// Decides for whoever is to act. The same seed and the same decisions asked before give the same answer, unless the
    /// budget is a time.
    fn choose(&mut self, game: &AnyGame, budget: Budget) -> Result<Choice, Refusal>;
}

/// How well a bot plays.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Level {
    /// Any possible action.
    Random,
    /// The best position after the move, by plain weights.
    Greedy,
    /// The best position after the best reply to it, over all draws, by tuned weights.
    Tactician,
    /// Search for as long as it may think.
    Strategist,
}

impl Level {
    /// All levels, weakest first.
    pub const ALL: [Level; 4] = [Level::Random, Level::Greedy, Level::Tactician, Level::Strategist];

    /// The name on the command line and in the engine protocol.
    pub const fn name(self) -> &'static str {
        match self {
            Level::Random => "random",
            Level::Greedy => "greedy",
            Level::Tactician => "tactician",
            Level::Strategist => "strategist",
        }
    }

    /// The level with this name.
    pub fn from_name(name: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.name() == name)
    }

    /// A bot of this level.
    pub fn bot(self, seed: u64) -> Box<dyn Bot + Send> {
        self.searching(Depth::default(), seed)
    }

    /// A bot of this level; a strategist searches as told.
    pub fn searching(self, depth: Depth, seed: u64) -> Box<dyn Bot + Send> {
        self.skill().bot(depth, seed, None)
    }

    /// How a bot of this level decides.
    pub const fn skill(self) -> Skill {
        match self {
            Level::Random => Skill::Random,
            Level::Greedy => Skill::Greedy,
            Level::Tactician => Skill::Tactician,
            Level::Strategist => Skill::Strategist,
        }
    }
}

/// How a bot decides: what levels are made of, and a few more for comparison.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Skill {
    /// Any possible action.
    Random,
    /// The best position after the move, by plain weights.
    Greedy,
    /// The best position after the best reply to it, over all draws, by tuned weights.
    Tactician,
    /// The best position after the move, by the net.
    Reader,
    /// Search with tuned weights, as the strategist was before there were nets.
    Classic,
    /// Search with the net.
    Strategist,
}

impl Skill {
    /// All of them.
    pub const ALL: [Skill; 6] =
        [Skill::Random, Skill::Greedy, Skill::Tactician, Skill::Reader, Skill::Classic, Skill::Strategist];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Skill::Random => "random",
            Skill::Greedy => "greedy",
            Skill::Tactician => "tactician",
            Skill::Reader => "reader",
            Skill::Classic => "classic",
            Skill::Strategist => "strategist",
        }
    }

    /// The one with this name.
    pub fn from_name(name: &str) -> Option<Skill> {
        Skill::ALL.into_iter().find(|skill| skill.name() == name)
    }

    /// Whether it thinks for as long as it may.
    pub const fn searches(self) -> bool {
        matches!(self, Skill::Classic | Skill::Strategist)
    }

    /// How it searches if nothing is said.
    pub fn depth(self) -> Depth {
        if self == Skill::Classic { Depth::classic() } else { Depth::default() }
    }

    /// A bot that decides like this, with a net of its own where it uses one.
    pub fn bot(self, depth: Depth, seed: u64, net: Option<Arc<Net>>) -> Box<dyn Bot + Send> {
        Box::new(SkilledBot { skill: self, seed, random: Random::stream(seed, 1), mind: None, depth, net })
    }
}

/// How many moves the tactician looks ahead for.
const TACTICIAN_KEEPS: usize = 8;

struct SkilledBot {
    skill: Skill,
    seed: u64,
    random: Random,
    mind: Option<Box<dyn Mind>>,
    depth: Depth,
    net: Option<Arc<Net>>,
}

/// What is kept between decisions: room to think about one game.
trait Mind: Send {
    /// Decides, if it is a mind for this game.
    fn decide(&mut self, order: &Order, game: &AnyGame) -> Option<Result<Choice, Refusal>>;
}

impl<J: Judge + 'static> Mind for Thinker<J> {
    fn decide(&mut self, order: &Order, game: &AnyGame) -> Option<Result<Choice, Refusal>> {
        Some(order.carry_out(J::game_of(game)?, self))
    }
}

/// Makes a mind for a skill.
struct MakeMind<'a>(&'a SkilledBot);

impl JudgeVisitor for MakeMind<'_> {
    type Output = Box<dyn Mind>;

    fn visit<J: Judge>(self, game: &J::Game) -> Box<dyn Mind> {
        let SkilledBot { skill, net, .. } = self.0;
        let weights = if *skill == Skill::Greedy { J::Weights::plain() } else { J::Weights::tuned() };
        let net = match skill {
            Skill::Reader | Skill::Strategist => net.clone().or_else(|| Net::of(game.setup().game())),
            _ => None,
        };
        Box::new(Thinker::<J>::new(game, weights, net))
    }
}

impl Bot for SkilledBot {
    fn choose(&mut self, game: &AnyGame, budget: Budget) -> Result<Choice, Refusal> {
        let begin = Instant::now();
        let seat = match game.to_act() {
            Actor::Nobody => return Err(Refusal::GameOver),
            Actor::Dealer => return Err(Refusal::DealerActs),
            Actor::Player(seat) => seat,
        };
        if self.skill == Skill::Random {
            let mut actions = Vec::new();
            game.actions(&mut actions);
            let chosen = self.random.below(actions.len() as u32) as usize;
            let action = *actions.get(chosen).ok_or(Refusal::GameOver)?;
            return Ok(Choice { seat, action, then: None, values: Vec::new(), expected: Vec::new(), playouts: 0 });
        }
        let order = Order { skill: self.skill, seat, budget, seed: self.seed, begin, depth: &self.depth };
        let known = self.mind.as_mut().and_then(|mind| mind.decide(&order, game));
        match known {
            Some(choice) => choice,
            None => {
                let mind = visit_judge(game, MakeMind(self));
                let mind = self.mind.insert(mind);
                mind.decide(&order, game).unwrap_or(Err(Refusal::GameOver))
            }
        }
    }
}

/// One decision to be made.
struct Order<'a> {
    skill: Skill,
    seat: Seat,
    budget: Budget,
    seed: u64,
    begin: Instant,
    depth: &'a Depth,
}

impl Order<'_> {
    fn carry_out<J: Judge>(&self, game: &J::Game, thinker: &mut Thinker<J>) -> Result<Choice, Refusal> {
        thinker.suit(game);
        let mut ranked = thinker.rank(game, self.seat);
        let mut actions = Vec::new();
        game.actions(&mut actions);
        if actions.len() == 1 {
            // Without a choice there is nothing to think about; what follows is thought about when it is asked.
            let mut choice = self.choice(game, &ranked, 0).ok_or(Refusal::GameOver)?;
            choice.then = None;
            return Ok(choice);
        }
        let playouts = match self.skill {
            _ if ranked.len() <= 1 => 0,
            Skill::Tactician => thinker.look_ahead(game, self.seat, &mut ranked, TACTICIAN_KEEPS),
            Skill::Strategist | Skill::Classic => {
                // Every turn has draws of its own, the same for all moves.
                let seed = self.seed ^ u64::from(game.turn()).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                let effort = Effort { depth: self.depth, budget: self.budget, seed, begin: self.begin };
                let exact = thinker.finish(game, self.seat, &mut ranked, &effort);
                exact.unwrap_or_else(|| {
                    let ahead = match self.depth.ahead {
                        0 => 0,
                        kept => thinker.look_ahead(game, self.seat, &mut ranked, kept),
                    };
                    ahead + thinker.halve(game, self.seat, &mut ranked, &effort)
                })
            }
            Skill::Random | Skill::Greedy | Skill::Reader => 0,
        };
        self.choice(game, &ranked, playouts).ok_or(Refusal::GameOver)
    }

    fn choice<G: Game>(&self, game: &G, ranked: &[Ranked], playouts: u64) -> Option<Choice> {
        let best = ranked.first()?;
        let Move { first, then } = best.chosen;
        let mut values: Vec<Candidate> = Vec::new();
        // A move that was dropped on the way was thought worse than those above it, whatever its few playouts gave.
        let mut ceiling = f32::INFINITY;
        for Ranked { chosen, value, .. } in ranked {
            ceiling = ceiling.min(*value);
            if !values.iter().any(|known| known.action == chosen.first) {
                values.push(Candidate { action: chosen.first, value: ceiling });
            }
        }
        let expected = best.scores[..usize::from(game.setup().players())].to_vec();
        Some(Choice { seat: self.seat, action: first, then, values, expected, playouts })
    }
}
