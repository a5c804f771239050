//! What the moves of a decision are worth: not which one to play, but how much each of them gives away. The move that was
//! played is looked at as long as the best ones, over the same draws.

use crate::choice::{Budget, Refusal};
use crate::dispatch::{JudgeVisitor, visit_judge};
use crate::judge::{Judge, Scores, margin};
use crate::net::Net;
use crate::search::{Depth, Hope, NET_LOOKS_AT, Plan, Thinker, Worker, judge_with, play_outcome};
use crate::takings::{SOURCES, Takings, sources};
use crate::turn::{Move, best_move, play_logged, play_move};
use crate::weigh::{Scale, Weighed};
use crate::weights::Weights;
use rules::{Action, Actor, AnyGame, Game, MAX_SEATS, Phase, Seat, Source};
use std::time::Duration;
use web_time::Instant;

/// How many of the net's best moves are played out at all, and how many to the end of the budget.
const BEGUN: usize = 8;
const ENDED: usize = 3;
/// How many playouts the net's first opinion weighs.
const PRIOR: f64 = 2.0;
/// How many replies the net looks at where all draws are gone through.
const REPLIES: usize = 3;

/// What is expected of a position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Prospect {
    /// What each seat will have in the end.
    pub scores: Scores,
    /// The chance of each seat to win.
    pub chances: Scores,
}

/// A move and what is expected after it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Assessed {
    /// The move.
    pub chosen: Move,
    /// What is expected.
    pub prospect: Prospect,
    /// How many playouts that rests on.
    pub playouts: u32,
    /// How far the lead over the best move may be off, in points: the standard error of their difference.
    pub error: f32,
}

/// What is known of a decision.
#[derive(Clone, PartialEq, Debug)]
pub struct Assessment {
    /// Who decides.
    pub seat: Seat,
    /// How many different moves there are.
    pub count: usize,
    /// The moves that were played out, best first; the move that was asked about is among them.
    pub moves: Vec<Assessed>,
    /// The number of the move that was asked about.
    pub played: Option<usize>,
}

/// Something that chance can bring, and what is expected after the best reply to it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Drawn {
    /// What comes.
    pub outcome: Action,
    /// In how many of all ways.
    pub weight: u32,
    /// What is expected then.
    pub prospect: Prospect,
}

/// What a position promises at a glance: the net's opinion after the move that it likes most, if somebody is to act.
#[derive(Clone, PartialEq, Debug)]
pub struct Outlook {
    /// How the game will end.
    pub prospect: Prospect,
    /// What the points that each seat still gets are given for; together they lead to the scores.
    pub to_come: Vec<(Source, Scores)>,
}

/// Says what moves and draws are worth. The same seed gives the same numbers on every platform if the budget is a number of
/// playouts, whatever was asked before.
pub struct Assessor {
    seed: u64,
    mind: Option<Box<dyn Mind>>,
}

/// Room to think about one game.
trait Mind: Send {
    fn decision(&mut self, question: &Question, game: &AnyGame) -> Option<Assessment>;
    fn draws(&mut self, game: &AnyGame) -> Option<Vec<Drawn>>;
    fn first_look(&mut self, game: &AnyGame) -> Option<Move>;
    fn outlook(&mut self, game: &AnyGame) -> Option<Outlook>;
    fn weigh(&mut self, game: &AnyGame, scale: Scale<'_>) -> Option<Vec<Weighed>>;
}

struct Question {
    seat: Seat,
    played: Option<Move>,
    budget: Budget,
    seed: u64,
    begin: Instant,
}

struct MakeMind;

impl JudgeVisitor for MakeMind {
    type Output = Box<dyn Mind>;

    fn visit<J: Judge>(self, game: &J::Game) -> Box<dyn Mind> {
        Box::new(Thinker::<J>::new(game, J::Weights::tuned(), Net::of(game.setup().game())))
    }
}

impl Assessor {
    /// One with this seed.
    pub fn new(seed: u64) -> Assessor {
        Assessor { seed, mind: None }
    }

    /// The same with other draws.
    pub fn seeded(&mut self, seed: u64) -> &mut Assessor {
        self.seed = seed;
        self
    }

    fn ask<T>(&mut self, game: &AnyGame, ask: impl Fn(&mut dyn Mind) -> Option<T>) -> Option<T> {
        if let Some(mind) = &mut self.mind
            && let Some(answer) = ask(mind.as_mut())
        {
            return Some(answer);
        }
        ask(self.mind.insert(visit_judge(game, MakeMind)).as_mut())
    }

    /// Assesses the moves of whoever is to act, the one that was played among them.
    pub fn decision(&mut self, game: &AnyGame, played: Option<Move>, budget: Budget) -> Result<Assessment, Refusal> {
        let seat = match game.to_act() {
            Actor::Nobody => return Err(Refusal::GameOver),
            Actor::Dealer => return Err(Refusal::DealerActs),
            Actor::Player(seat) => seat,
        };
        let seed = self.seed ^ u64::from(game.turn()).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let question = Question { seat, played: played.map(Move::plain), budget, seed, begin: Instant::now() };
        self.ask(game, |mind| mind.decision(&question, game)).ok_or(Refusal::GameOver)
    }

    /// Everything that chance can bring now; nothing if the dealer is not to act.
    pub fn draws(&mut self, game: &AnyGame) -> Vec<Drawn> {
        self.ask(game, |mind| mind.draws(game)).unwrap_or_default()
    }

    /// The move that the net likes most, without playouts; nothing if no player is to act.
    pub fn first_look(&mut self, game: &AnyGame) -> Option<Move> {
        self.ask(game, |mind| mind.first_look(game))
    }

    /// What the position promises.
    pub fn outlook(&mut self, game: &AnyGame) -> Option<Outlook> {
        self.ask(game, |mind| mind.outlook(game))
    }

    /// All moves of whoever is to act, best first, where [`Assessor::decision`] has only those that matter: by the net's
    /// opinion alone without playouts, else by search. Moves that were not looked at so closely are thought worse than
    /// those that were, so their margins never are larger.
    pub fn weigh(&mut self, game: &AnyGame, depth: &Depth, playouts: Option<u32>) -> Vec<Weighed> {
        let scale = Scale { depth, playouts, seed: self.seed };
        self.ask(game, |mind| mind.weigh(game, scale)).unwrap_or_default()
    }
}

/// A move while it is played out.
struct Trial {
    chosen: Move,
    opinion: (Hope, Scores),
    scores: [f64; MAX_SEATS],
    chances: [f64; MAX_SEATS],
    goal: f64,
    /// The lead after each draw.
    leads: Vec<f32>,
}

impl Trial {
    fn weight(&self) -> f64 {
        PRIOR + self.leads.len() as f64
    }

    fn goal(&self, seat: Seat) -> f64 {
        (PRIOR * f64::from(self.opinion.0.goals[seat.index()]) + self.goal) / self.weight()
    }

    fn prospect(&self) -> Prospect {
        let mean = |sums: &[f64; MAX_SEATS], first: &Scores| {
            let mut mean = [0.0; MAX_SEATS];
            for ((mean, sum), first) in mean.iter_mut().zip(sums).zip(first) {
                *mean = ((PRIOR * f64::from(*first) + sum) / self.weight()) as f32;
            }
            mean
        };
        Prospect { scores: mean(&self.scores, &self.opinion.0.scores), chances: mean(&self.chances, &self.opinion.1) }
    }

    /// The standard error of the difference to another one, over the draws that both have seen.
    fn error(&self, best: &Trial) -> f32 {
        let pairs = || self.leads.iter().zip(&best.leads).map(|(own, other)| f64::from(other - own));
        let count = pairs().count() as f64;
        if count < 2.0 {
            return 0.0;
        }
        let mean = pairs().sum::<f64>() / count;
        let squares: f64 = pairs().map(|difference| (difference - mean) * (difference - mean)).sum();
        (squares / (count * (count - 1.0))).sqrt() as f32
    }
}

impl<J: Judge> Mind for Thinker<J> {
    fn decision(&mut self, question: &Question, game: &AnyGame) -> Option<Assessment> {
        let game = J::game_of(game)?;
        self.suit(game);
        self.assess(question, game)
    }

    fn draws(&mut self, game: &AnyGame) -> Option<Vec<Drawn>> {
        let game = J::game_of(game)?;
        self.suit(game);
        Some(draws(&mut self.worker, game))
    }

    fn first_look(&mut self, game: &AnyGame) -> Option<Move> {
        let game = J::game_of(game)?;
        self.suit(game);
        let Actor::Player(seat) = game.to_act() else { return None };
        self.rank(game, seat).first().map(|ranked| ranked.chosen)
    }

    fn outlook(&mut self, game: &AnyGame) -> Option<Outlook> {
        let game = J::game_of(game)?;
        self.suit(game);
        Some(outlook(&mut self.worker, game))
    }

    fn weigh(&mut self, game: &AnyGame, scale: Scale<'_>) -> Option<Vec<Weighed>> {
        let game = J::game_of(game)?;
        self.suit(game);
        Some(Thinker::weigh(self, game, scale))
    }
}

/// The chances to win; without a net nobody says.
fn chances<J: Judge>(worker: &Worker<J>, scores: &Scores, game: &J::Game) -> Scores {
    worker.eye.as_ref().map_or([0.0; MAX_SEATS], |eye| eye.chances(scores, game))
}

impl<J: Judge> Thinker<J> {
    fn assess(&mut self, question: &Question, game: &J::Game) -> Option<Assessment> {
        let Question { seat, played, budget, seed, begin } = *question;
        let ranked = self.rank(game, seat);
        let depth = Depth::default();
        let scale = self.worker.eye.as_ref().map_or(1.0, |eye| eye.spread(game));
        let mut moves: Vec<Move> = ranked.iter().take(BEGUN).map(|ranked| ranked.chosen).collect();
        let first = *moves.first()?;
        if let Some(played) = played.filter(|played| !moves.contains(played)) {
            moves.push(played);
        }
        let order = self.first_draws(game, first, seed);
        let plan = Plan { seed, turns: depth.turns, reach: depth.reach, scale, order, experience: None };
        let mut trials: Vec<Trial> = moves.into_iter().map(|chosen| self.trial(game, chosen, scale)).collect();
        if ranked.len() > 1 {
            // Half of the budget for all, the rest for the best of them and for what was played.
            self.play_out(game, seat, &mut trials, &plan, Part { budget, begin, from: 0, share: 0.5 });
            trials.sort_by(|a, b| b.goal(seat).total_cmp(&a.goal(seat)));
            let mut kept: Vec<Trial> = Vec::new();
            for trial in trials {
                if kept.len() < ENDED || Some(trial.chosen) == played {
                    kept.push(trial);
                }
            }
            let from = kept.iter().map(|trial| trial.leads.len() as u32).max().unwrap_or(0);
            self.play_out(game, seat, &mut kept, &plan, Part { budget, begin, from, share: 1.0 });
            kept.sort_by(|a, b| b.goal(seat).total_cmp(&a.goal(seat)));
            trials = kept;
        }
        let best = trials.first()?;
        let moves: Vec<Assessed> = trials
            .iter()
            .map(|trial| Assessed {
                chosen: trial.chosen,
                prospect: trial.prospect(),
                playouts: trial.leads.len() as u32,
                error: trial.error(best),
            })
            .collect();
        let played = played.and_then(|played| moves.iter().position(|assessed| assessed.chosen == played));
        Some(Assessment { seat, count: ranked.len(), moves, played })
    }

    /// A move by the net's opinion.
    fn trial(&mut self, game: &J::Game, chosen: Move, scale: f32) -> Trial {
        let Worker { judge, desk, line, eye, .. } = &mut self.worker;
        line.copy_from(game);
        play_move(judge, line, chosen, desk);
        let hope = judge_with(judge, eye, line, scale);
        let chances = chances::<J>(&self.worker, &hope.scores, &self.worker.line);
        let none = [0.0; MAX_SEATS];
        Trial { chosen, opinion: (hope, chances), scores: none, chances: none, goal: 0.0, leads: Vec::new() }
    }

    fn play_out(&mut self, game: &J::Game, seat: Seat, trials: &mut [Trial], plan: &Plan, part: Part) {
        let players = game.setup().players();
        let draws = match part.budget {
            Budget::Playouts(limit) => (limit / 2 / trials.len().max(1) as u32).max(1),
            Budget::Time(_) => u32::MAX,
        };
        for draw in part.from..part.from.saturating_add(draws) {
            for trial in trials.iter_mut() {
                let hope = self.worker.playout(game, trial.chosen, plan, draw);
                let chances = chances::<J>(&self.worker, &hope.scores, &self.worker.line);
                let add = |sums: &mut [f64; MAX_SEATS], more: &Scores| {
                    sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += f64::from(*more));
                };
                add(&mut trial.scores, &hope.scores);
                add(&mut trial.chances, &chances);
                trial.goal += f64::from(hope.goals[seat.index()]);
                trial.leads.push(margin(&hope.scores, seat, players));
            }
            if let Budget::Time(time) = part.budget
                && part.begin.elapsed() >= Duration::mul_f64(time, part.share)
            {
                return;
            }
        }
    }
}

/// A part of the budget of a decision.
struct Part {
    budget: Budget,
    begin: Instant,
    /// How many draws have been seen.
    from: u32,
    /// How much of the time is gone when the part ends.
    share: f64,
}

/// Everything that chance can bring now, with what the net expects after the best reply.
fn draws<J: Judge>(worker: &mut Worker<J>, game: &J::Game) -> Vec<Drawn> {
    if game.to_act() != Actor::Dealer {
        return Vec::new();
    }
    let mut outcomes = Vec::new();
    game.actions(&mut outcomes);
    worker.judge.prepare(game);
    let mut drawn = Vec::with_capacity(outcomes.len());
    for outcome in outcomes {
        let Worker { judge, along, desk, line, eye, .. } = &mut *worker;
        line.copy_from(game);
        along.follow(judge);
        play_outcome(along, line, outcome);
        if let Some(eye) = eye
            && let Some((reply, _)) = eye.best_move(along, line, desk, REPLIES)
        {
            play_move(along, line, reply, desk);
        }
        let scores = judge_with(along, eye, line, 1.0).scores;
        let prospect = Prospect { scores, chances: chances::<J>(worker, &scores, &worker.line) };
        drawn.push(Drawn { outcome, weight: game.weight(outcome), prospect });
    }
    drawn
}

/// The position after what the net likes most, with what is still to come of each source of points.
fn outlook<J: Judge>(worker: &mut Worker<J>, game: &J::Game) -> Outlook {
    let Worker { judge, desk, line, eye, .. } = &mut *worker;
    let id = game.setup().game();
    let mut takings = Takings::new(id);
    line.copy_from(game);
    judge.prepare(line);
    while let Actor::Player(_) = line.to_act() {
        let best = match eye {
            Some(eye) => eye.best_move(judge, line, desk, NET_LOOKS_AT),
            None => best_move(judge, line, desk),
        };
        let Some((best, _)) = best else { break };
        play_logged(judge, line, best, desk, &mut takings);
    }
    let mut scores = judge_with(judge, eye, line, 1.0).scores;
    let players = game.setup().players();
    let mut rests = [[0.0; SOURCES]; MAX_SEATS];
    let mut low = 0.0;
    if let Some(eye) = eye.as_ref().filter(|_| line.phase() != Phase::Over) {
        for (seat, &now) in Seat::of(players).zip(line.scores()) {
            let rest = eye.to_come(seat);
            low += (f32::from(now) + rest.iter().sum::<f32>() - scores[seat.index()]) / f32::from(players);
            rests[seat.index()] = rest;
        }
    }
    let chances = chances::<J>(worker, &scores, &worker.line);
    let mut to_come: Vec<(Source, Scores)> = sources(id).iter().map(|&source| (source, [0.0; MAX_SEATS])).collect();
    for (seat, &now) in Seat::of(players).zip(worker.line.scores()) {
        let (rest, now) = (rests[seat.index()], f32::from(now));
        let all: f32 = rest.iter().sum();
        // Leads are what the score knows best, but it counts little of what is not begun yet: how many points there will be in all
        // is the sources' opinion, and they are made to add up to both.
        let score = (scores[seat.index()] + low).max(now);
        scores[seat.index()] = score;
        let share = if all > 0.0 { (score - now) / all } else { 0.0 };
        for (place, (_, of_seat)) in to_come.iter_mut().enumerate() {
            of_seat[seat.index()] = f32::from(takings.points()[seat.index()][place]) + rest[place] * share;
        }
    }
    Outlook { prospect: Prospect { scores, chances }, to_come }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::{Dealing, GameId, Options, Setup};
    use table::Table;

    /// A game some turns after its beginning.
    fn midway(id: GameId, turns: usize) -> Table {
        let setup = Setup::new(id, Options::NONE, 2, Seat::default()).expect("two can play");
        let mut table = Table::new(&setup, Dealing::seeded(4)).expect("the bag can be shuffled");
        let mut bot = crate::Level::Greedy.bot(1);
        for _ in 0..turns {
            let choice = bot.choose(table.game(), Budget::Playouts(1)).expect("a choice");
            table.play(choice.action).expect("it is possible");
        }
        table
    }

    #[test]
    fn what_was_played_is_assessed_whatever_it_is_and_never_above_the_best() {
        for id in GameId::ALL {
            let mut table = midway(id, 20);
            while table.game().phase() != Phase::Place {
                let mut actions = Vec::new();
                table.game().actions(&mut actions);
                table.play(actions[0]).expect("a listed action is possible");
            }
            let game = table.game();
            let mut actions = Vec::new();
            game.actions(&mut actions);
            for &first in actions.iter().step_by(5) {
                let mut after = game.clone();
                after.play(first).expect("a listed action is possible");
                let then = (after.phase() == Phase::Act).then_some(Action::Pass);
                let played = Move { first, then };
                let ask = || Assessor::new(7).decision(game, Some(played), Budget::Playouts(20)).expect("a decision");
                let assessment = ask();
                assert_eq!(assessment, ask(), "the same question has the same answer");
                let index = assessment.played.expect("it was asked about");
                assert_eq!(assessment.moves[index].chosen, played.plain(), "{id:?}");
                assert!(assessment.moves.iter().all(|assessed| game.check(assessed.chosen.first).is_ok()));
                assert_eq!(assessment.moves[0].error, 0.0);
                for assessed in &assessment.moves {
                    let sum: f32 = assessed.prospect.chances.iter().sum();
                    assert!((sum - 1.0).abs() < 1e-4, "{id:?}: somebody wins: {sum}");
                }
            }
        }
    }

    #[test]
    fn what_is_to_come_adds_up_to_the_expected_scores_in_every_game() {
        for id in GameId::ALL {
            for turns in [0, 25, 60] {
                let table = midway(id, turns);
                let game = table.game();
                let outlook = Assessor::new(1).outlook(game).expect("an outlook");
                let sum: f32 = outlook.prospect.chances.iter().sum();
                assert!((sum - 1.0).abs() < 1e-4, "{id:?}: somebody wins: {sum}");
                for seat in 0..2 {
                    let coming: f32 = outlook.to_come.iter().map(|(_, points)| points[seat]).sum();
                    let expected = outlook.prospect.scores[seat] - f32::from(game.scores()[seat]);
                    assert!((coming - expected).abs() < 0.1, "{id:?}: {coming} of {expected}");
                    assert!(outlook.to_come.iter().all(|(_, points)| points[seat] >= 0.0));
                }
                let sources = outlook.to_come.iter().filter(|(_, points)| points[0] > 0.5).count();
                assert!(turns > 0 || sources > 2, "{id:?}: points come from here and there: {:?}", outlook.to_come);
                // Whole games of two bring 70 points and more to each.
                assert!(turns > 0 || outlook.prospect.scores[0] > 60.0, "{id:?}: {:?}", outlook.prospect.scores);
            }
        }
    }

    #[test]
    fn moves_that_look_alike_have_one_name() {
        // Symmetric: its two halves are the same.
        let tile = "base/E".parse().expect("a tile");
        let mut known: Vec<Move> = Vec::new();
        for rotation in rules::Rotation::ALL {
            let first = Action::Place { tile, pos: rules::Pos::ORIGIN, rotation };
            let plain = Move { first, then: None }.plain();
            assert_eq!(plain, plain.plain());
            if !known.contains(&plain) {
                known.push(plain);
            }
        }
        assert!(!known.is_empty());
    }

    #[test]
    fn all_draws_together_are_all_ways() {
        let mut game = midway(GameId::Base, 12).game().clone();
        let mut actions = Vec::new();
        while game.to_act() != Actor::Dealer {
            game.actions(&mut actions);
            game.play(actions[0]).expect("a listed action is possible");
        }
        let draws = Assessor::new(1).draws(&game);
        assert_eq!(draws.iter().map(|drawn| drawn.weight).sum::<u32>(), game.ways());
        let lead = |drawn: &Drawn| drawn.prospect.scores[0] - drawn.prospect.scores[1];
        assert!(draws.iter().any(|drawn| (lead(drawn) - lead(&draws[0])).abs() > 0.1), "draws differ");
    }
}
