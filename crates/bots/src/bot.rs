//! The levels a person can choose.

use crate::choice::{Budget, Candidate, Choice, Refusal};
use crate::dispatch::{JudgeVisitor, visit_judge};
use crate::habits::{Habits, Style};
use crate::judge::Judge;
use crate::net::Net;
use crate::search::{Depth, Effort, Ranked, Thinker};
use crate::turn::Move;
use rules::{Actor, AnyGame, Game, GameId, Seat};
use std::sync::Arc;
use table::Random;
use web_time::Instant;

/// A computer player.
pub trait Bot {
    /// Decides for whoever is to act. The same seed and the same decisions asked before give the same answer, unless the
    /// budget is a time.
    fn choose(&mut self, game: &AnyGame, budget: Budget) -> Result<Choice, Refusal>;
}

/// How well a bot plays. People choose from [`Level::LADDER`]; two older names are known besides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Level {
    /// Any possible action.
    Random,
    /// First steps: points now, beside the last tiles and its own pieces.
    Novice,
    /// The best position after the move, by plain weights.
    Greedy,
    /// Sees further than its own pieces, but uses up its followers and looks at nobody else.
    Pupil,
    /// Thinks little of what comes late and of what others may do.
    Casual,
    /// Overlooks what is far away, and does not count tiles.
    Regular,
    /// The best position after the best reply to it, over all draws.
    Tactician,
    /// Search, always as short.
    Expert,
    /// Search for as long as it may think.
    Strategist,
}

impl Level {
    /// All levels.
    pub const ALL: [Level; 9] = [
        Level::Random,
        Level::Novice,
        Level::Greedy,
        Level::Pupil,
        Level::Casual,
        Level::Regular,
        Level::Tactician,
        Level::Expert,
        Level::Strategist,
    ];

    /// The levels that people are offered, weakest first, in steps of about the same size.
    pub const LADDER: [Level; 7] = [
        Level::Novice,
        Level::Pupil,
        Level::Casual,
        Level::Regular,
        Level::Tactician,
        Level::Expert,
        Level::Strategist,
    ];

    /// The name on the command line and in the engine protocol.
    pub const fn name(self) -> &'static str {
        self.skill().name()
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
            Level::Novice => Skill::Novice,
            Level::Greedy => Skill::Greedy,
            Level::Pupil => Skill::Pupil,
            Level::Casual => Skill::Casual,
            Level::Regular => Skill::Regular,
            Level::Tactician => Skill::Tactician,
            Level::Expert => Skill::Expert,
            Level::Strategist => Skill::Strategist,
        }
    }
}

/// How a bot decides: what levels are made of, and a few more for comparison.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Skill {
    /// Any possible action.
    Random,
    /// The best position after the move, to somebody who overlooks nearly everything.
    Novice,
    /// The best position after the move, by plain weights.
    Greedy,
    /// The best position after the move, to somebody who overlooks much.
    Pupil,
    /// The same with less of it.
    Casual,
    /// The best position after the move, by tuned weights, to somebody who overlooks a little.
    Regular,
    /// The best position after the best reply to it, over all draws, by tuned weights.
    Tactician,
    /// The best position after the move, by the net.
    Reader,
    /// Search with tuned weights, as the strategist was before there were nets.
    Classic,
    /// Search with the net, always as short.
    Expert,
    /// Search with the net.
    Strategist,
}

impl Skill {
    /// All of them.
    pub const ALL: [Skill; 11] = [
        Skill::Random,
        Skill::Novice,
        Skill::Greedy,
        Skill::Pupil,
        Skill::Casual,
        Skill::Regular,
        Skill::Tactician,
        Skill::Reader,
        Skill::Classic,
        Skill::Expert,
        Skill::Strategist,
    ];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Skill::Random => "random",
            Skill::Novice => "novice",
            Skill::Greedy => "greedy",
            Skill::Pupil => "pupil",
            Skill::Casual => "casual",
            Skill::Regular => "regular",
            Skill::Tactician => "tactician",
            Skill::Reader => "reader",
            Skill::Classic => "classic",
            Skill::Expert => "expert",
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
        self.styled(Style::Even, depth, seed, net)
    }

    /// The same with a style.
    pub fn styled(self, style: Style, depth: Depth, seed: u64, net: Option<Arc<Net>>) -> Box<dyn Bot + Send> {
        Box::new(SkilledBot { skill: self, style, seed, random: Random::stream(seed, 1), mind: None, depth, net })
    }

    /// How it looks at a game.
    fn habits(self, game: GameId) -> Habits {
        match self {
            Skill::Greedy => Habits { practice: 0.0, ..Habits::NONE },
            Skill::Novice => Habits::ladder(game)[0],
            Skill::Pupil => Habits::ladder(game)[1],
            Skill::Casual => Habits::ladder(game)[2],
            Skill::Regular => Habits::ladder(game)[3],
            _ => Habits::NONE,
        }
    }
}

/// How many moves the tactician looks ahead for.
const TACTICIAN_KEEPS: usize = 8;
/// How many playouts the expert has for a decision, however long it might think.
const EXPERT_PLAYOUTS: u32 = 48;
/// From how many moves a style chooses after a search.
const STYLE_CHOOSES: usize = 4;

struct SkilledBot {
    skill: Skill,
    seed: u64,
    random: Random,
    mind: Option<Box<dyn Mind>>,
    depth: Depth,
    net: Option<Arc<Net>>,
    style: Style,
}

impl SkilledBot {
    fn habits(&self, game: GameId) -> Habits {
        let habits = self.skill.habits(game);
        Habits { minds: habits.minds * self.style.minds(), ..habits }
    }
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
        let weights = self.0.habits(game.setup().game()).weights();
        let net = match skill {
            Skill::Reader | Skill::Expert | Skill::Strategist => net.clone().or_else(|| Net::of(game.setup().game())),
            _ => None,
        };
        Box::new(Thinker::<J>::new(game, &weights, net))
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
        let habits = self.habits(game.setup().game());
        let order = Order { skill: self.skill, habits, seat, budget, seed: self.seed, begin, depth: &self.depth };
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
    habits: Habits,
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
        self.habits.sort(game, self.seat, &mut ranked);
        let playouts = match self.skill {
            _ if ranked.len() <= 1 => 0,
            Skill::Tactician => thinker.look_ahead(game, self.seat, &mut ranked, TACTICIAN_KEEPS),
            Skill::Expert | Skill::Strategist | Skill::Classic => {
                let budget = match self.budget {
                    budget if self.skill != Skill::Expert => budget,
                    Budget::Playouts(playouts) => Budget::Playouts(playouts.min(EXPERT_PLAYOUTS)),
                    Budget::Time(_) => Budget::Playouts(EXPERT_PLAYOUTS),
                };
                // Every turn has draws of its own, the same for all moves.
                let seed = self.seed ^ u64::from(game.turn()).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                let effort = Effort { depth: self.depth, budget, seed, begin: self.begin };
                let exact = thinker.finish(game, self.seat, &mut ranked, &effort);
                exact.unwrap_or_else(|| {
                    let ahead = match self.depth.ahead {
                        0 => 0,
                        kept => thinker.look_ahead(game, self.seat, &mut ranked, kept),
                    };
                    ahead + thinker.halve(game, self.seat, &mut ranked, &effort)
                })
            }
            _ => 0,
        };
        if playouts > 0 {
            let kept = if self.skill == Skill::Tactician { TACTICIAN_KEEPS } else { STYLE_CHOOSES };
            let kept = kept.min(ranked.len());
            self.habits.lean(game, self.seat, &mut ranked[..kept]);
        }
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
