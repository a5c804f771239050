//! Matches between bots: the same draws for everybody, every seat for everybody.

mod entrant;

pub use entrant::Entrant;

use crate::bot::Bot;
use crate::choice::Budget;
use crate::luck::luck;
use crate::net::Net;
use crate::stats::{Results, Sprt, Verdict};
use rules::{Action, Actor, AnyGame, Dealing, Phase, PieceKind, Seat, Setup};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};
use table::{Dealer, Table};

/// A player that is none of our bots: it is given the game as everybody sees it, from its beginning.
pub trait Outsider: Send {
    /// Decides for whoever is to act. An error loses the game.
    fn choose(&mut self, game: &AnyGame, actions: &[Action], budget: Budget) -> Result<Action, String>;
}

/// Starts a program that plays.
pub type StartProgram = fn(&str) -> Result<Box<dyn Outsider>, String>;

/// Hears of each game that was played: its deal, its rotation, who sat where, and its table.
pub type Listener<'a> = &'a (dyn Fn(u32, usize, &[String], &Table) + Sync);

/// Who decides for an entrant.
enum Player {
    Bot(Box<dyn Bot + Send>),
    Program(Box<dyn Outsider>),
}

/// How often something was done, by the name of the kind of action.
pub type Deeds = BTreeMap<&'static str, u64>;

/// A match to be played.
#[derive(Clone)]
pub struct Match<'a> {
    /// The game; its first seat is drawn anew for each deal.
    pub setup: Setup,
    /// One bot for each seat.
    pub entrants: Vec<Entrant>,
    /// How many deals; each is played once for every rotation of the seats.
    pub deals: u32,
    /// What everything is drawn from.
    pub seed: u64,
    /// How many games at a time.
    pub threads: usize,
    /// When to stop early.
    pub sprt: Option<Sprt>,
    /// How programs are started, if they can be.
    pub start: Option<StartProgram>,
    /// Whether to find out what the draws were worth.
    pub luck: bool,
    /// Who hears of each game.
    pub listener: Option<Listener<'a>>,
}

/// How one game ended, by entrant.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// The points.
    pub scores: Vec<u16>,
    /// The share in the win: 1 for a sole winner.
    pub wins: Vec<f64>,
    /// How long each thought.
    pub thought: Vec<Duration>,
    /// How many turns each had.
    pub turns: Vec<u32>,
    /// How many decisions each had.
    pub decisions: Vec<u32>,
    /// What the draws were worth to each, in points, if that was asked for.
    pub luck: Option<Vec<f64>>,
    /// What each did.
    pub deeds: Vec<Deeds>,
    /// Who lost by doing nothing, or something impossible, and what that was.
    pub fault: Option<(usize, String)>,
}

/// What came of a match.
pub struct Report {
    /// For each entrant.
    pub tallies: Vec<Results>,
    /// How many deals were played.
    pub deals: u32,
    /// What the test says, if there was one.
    pub verdict: Option<Verdict>,
    /// The first faults of programs.
    pub faults: Vec<String>,
}

impl Match<'_> {
    /// Plays the match; `progress` hears after each deal what is known so far.
    pub fn play(&self, progress: &(dyn Fn(&Report) + Sync)) -> Result<Report, String> {
        let nets =
            self.entrants.iter().map(|entrant| entrant.load(self.setup.game())).collect::<Result<Vec<_>, _>>()?;
        let next = AtomicU32::new(0);
        let stop = AtomicBool::new(false);
        let shared = Mutex::new(Shared::new(self));
        thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                scope.spawn(|| {
                    while !stop.load(Ordering::Relaxed) {
                        let deal = next.fetch_add(1, Ordering::Relaxed);
                        if deal >= self.deals {
                            break;
                        }
                        let outcomes = self.play_deal(deal, &nets);
                        let Ok(mut shared) = shared.lock() else { break };
                        if shared.add(deal, outcomes) {
                            stop.store(true, Ordering::Relaxed);
                        }
                        progress(&shared.report);
                    }
                });
            }
        });
        let shared = shared.into_inner().map_err(|_| "a game broke off")?;
        shared.failure.map_or(Ok(shared.report), Err)
    }

    /// Plays one deal once for every rotation of the seats.
    fn play_deal(&self, deal: u32, nets: &[Option<Arc<Net>>]) -> Result<Vec<Outcome>, String> {
        let seed = self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(deal.into());
        (0..self.entrants.len()).map(|rotation| self.play_game((deal, seed), rotation, nets)).collect()
    }

    /// Who plays for an entrant.
    fn player(&self, entrant: &Entrant, seed: u64, net: Option<Arc<Net>>) -> Result<Player, String> {
        match (&entrant.program, self.start) {
            (Some(program), Some(start)) => start(program).map(Player::Program),
            (Some(program), None) => Err(format!("{program}: programs cannot be started here")),
            (None, _) => Ok(Player::Bot(entrant.skill.styled(entrant.style, entrant.depth.clone(), seed, net))),
        }
    }

    fn play_game(
        &self,
        (deal, seed): (u32, u64),
        rotation: usize,
        nets: &[Option<Arc<Net>>],
    ) -> Result<Outcome, String> {
        let players = self.setup.players();
        let first = Dealer::first_seat(seed, players);
        let setup = Setup::new(self.setup.game(), self.setup.options(), players, first);
        let setup = setup.map_err(|error| error.to_string())?;
        let mut table = Table::new(&setup, Dealing::seeded(seed)).map_err(|error| error.to_string())?;
        let count = self.entrants.len();
        let entrant_of = |seat: Seat| (seat.index() + rotation) % count;
        let entrants = (0..).zip(self.entrants.iter().zip(nets));
        let mut bots = entrants
            .map(|(number, (entrant, net))| self.player(entrant, seed ^ number, net.clone()))
            .collect::<Result<Vec<_>, _>>()?;
        let mut outcome = Outcome {
            scores: vec![0; count],
            wins: vec![0.0; count],
            thought: vec![Duration::ZERO; count],
            turns: vec![0; count],
            decisions: vec![0; count],
            luck: None,
            deeds: vec![Deeds::new(); count],
            fault: None,
        };
        let mut planned = None;
        while let Actor::Player(seat) = table.game().to_act() {
            let entrant = entrant_of(seat);
            let placing = table.game().phase() == Phase::Place;
            // What was planned together with the placement is played without thinking again.
            let action = match planned.take() {
                Some(action) if table.game().phase() == Phase::Act => Ok(action),
                _ => {
                    let begin = Instant::now();
                    let budget = self.entrants[entrant].budget;
                    let choice = match &mut bots[entrant] {
                        Player::Bot(bot) => {
                            let choice = bot.choose(table.game(), budget).map_err(|refusal| refusal.to_string())?;
                            planned = choice.then;
                            Ok(choice.action)
                        }
                        Player::Program(program) => program.choose(table.game(), &actions_of(&table), budget),
                    };
                    outcome.thought[entrant] += begin.elapsed();
                    outcome.decisions[entrant] += 1;
                    choice
                }
            };
            outcome.turns[entrant] += u32::from(placing);
            let played = action.and_then(|action| {
                table.play(action).map_err(|illegal| format!("plays {action}: {illegal}"))?;
                Ok(action)
            });
            match played {
                Ok(action) => *outcome.deeds[entrant].entry(kind_of(action)).or_default() += 1,
                // A program that fails has lost; a bot of ours that does is a mistake of ours.
                Err(fault) if self.entrants[entrant].program.is_some() => {
                    outcome.fault = Some((entrant, format!("deal {deal}: {} {fault}", self.entrants[entrant])));
                    break;
                }
                Err(fault) => return Err(format!("{} {fault}", self.entrants[entrant])),
            }
        }
        let winners = table.game().winners();
        let share = 1.0 / winners.iter().count().max(1) as f64;
        for seat in Seat::of(players) {
            let entrant = entrant_of(seat);
            outcome.scores[entrant] = table.game().scores()[seat.index()];
            outcome.wins[entrant] = match &outcome.fault {
                Some((loser, _)) if *loser == entrant => 0.0,
                Some(_) => 1.0 / f64::from(players.max(2) - 1),
                None if winners.contains(seat) => share,
                None => 0.0,
            };
        }
        if self.luck && outcome.fault.is_none() {
            outcome.luck = luck(&setup, &actions_of(&table)).map(|lucks| {
                let mut by_entrant = vec![0.0; count];
                Seat::of(players).for_each(|seat| by_entrant[entrant_of(seat)] = lucks[seat.index()].into());
                by_entrant
            });
        }
        if let Some(listener) = self.listener {
            let names: Vec<String> =
                Seat::of(players).map(|seat| self.entrants[entrant_of(seat)].to_string()).collect();
            listener(deal, rotation, &names, &table);
        }
        Ok(outcome)
    }
}

fn actions_of(table: &Table) -> Vec<Action> {
    table.history().iter().map(|entry| entry.action).collect()
}

/// The name of a kind of action in the count of deeds.
fn kind_of(action: Action) -> &'static str {
    match action {
        Action::Follower { with: Some(PieceKind::Builder), .. } => "builder",
        Action::Follower { with: Some(_), .. } => "pig",
        Action::Follower { piece: PieceKind::LargeFollower, .. } => "large follower",
        Action::Follower { .. } => "follower",
        Action::Hut { .. } => "hut",
        Action::Recall { .. } => "recall",
        Action::Ranger { .. } => "ranger",
        Action::Waterhole { .. } => "waterhole",
        Action::Token { .. } => "token",
        Action::ReturnFarmer => "farmer home",
        Action::Place { .. } | Action::Draw { .. } | Action::DrawToken { .. } => "tile",
        Action::Pass => "pass",
    }
}

/// So many faults of one deal are kept.
const MOST_FAULTS: usize = 4;

/// What the threads of a match share. Deals are counted in their order, so that the result does not depend on which
/// thread is faster.
struct Shared {
    report: Report,
    /// Deals that were played before an earlier one was; never more than there are threads.
    waiting: BTreeMap<u32, Vec<Outcome>>,
    sprt: Option<Sprt>,
    failure: Option<String>,
}

impl Shared {
    fn new(played: &Match<'_>) -> Shared {
        Shared {
            report: Report {
                tallies: vec![Results::default(); played.entrants.len()],
                deals: 0,
                verdict: None,
                faults: Vec::new(),
            },
            waiting: BTreeMap::new(),
            sprt: played.sprt,
            failure: None,
        }
    }

    /// Takes in a deal; says whether the match is decided.
    fn add(&mut self, deal: u32, outcomes: Result<Vec<Outcome>, String>) -> bool {
        match outcomes {
            Ok(outcomes) => {
                self.waiting.insert(deal, outcomes);
            }
            Err(failure) => {
                self.failure = Some(failure);
                return true;
            }
        }
        while let Some(outcomes) = self.waiting.remove(&self.report.deals) {
            if self.report.verdict.is_some_and(Verdict::is_final) {
                return true;
            }
            let faults = outcomes.iter().filter_map(|outcome| outcome.fault.as_ref());
            self.report.faults.extend(faults.map(|(_, fault)| fault.clone()).take(MOST_FAULTS));
            for (entrant, tally) in self.report.tallies.iter_mut().enumerate() {
                tally.add(entrant, &outcomes);
            }
            self.report.deals += 1;
            self.report.verdict = self.sprt.map(|sprt| sprt.judge(&self.report.tallies[0]));
        }
        self.report.verdict.is_some_and(Verdict::is_final)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::{Game as _, GameId, Options};

    struct Faulty;

    impl Outsider for Faulty {
        fn choose(&mut self, game: &AnyGame, actions: &[Action], _: Budget) -> Result<Action, String> {
            assert!(!actions.is_empty(), "a program is given the game from its beginning");
            let mut legal = Vec::new();
            game.actions(&mut legal);
            if game.turn() < 6 { Ok(legal[0]) } else { Err("has had enough".to_owned()) }
        }
    }

    #[test]
    fn a_program_that_fails_loses() {
        let setup = Setup::new(GameId::Base, Options::NONE, 2, Seat::default()).expect("a setup");
        let entrants = ["cmd:faulty", "random"].map(|text| text.parse().expect("an entrant")).to_vec();
        let start: StartProgram = |_| Ok(Box::new(Faulty));
        let played = Match {
            setup,
            entrants,
            deals: 2,
            seed: 1,
            threads: 1,
            sprt: None,
            start: Some(start),
            luck: true,
            listener: None,
        };
        let report = played.play(&|_| ()).expect("a report");
        assert_eq!(report.tallies[0].win_rate().mean, 0.0);
        assert_eq!(report.faults.len(), 4, "{:?}", report.faults);
        assert!(report.faults[0].contains("has had enough"));
        let nobody = Match { start: None, ..played };
        assert!(nobody.play(&|_| ()).is_err());
    }

    struct Cheat;

    impl Outsider for Cheat {
        fn choose(&mut self, _: &AnyGame, _: &[Action], _: Budget) -> Result<Action, String> {
            Ok(Action::Pass)
        }
    }

    #[test]
    fn a_program_that_plays_what_is_impossible_loses() {
        let setup = Setup::new(GameId::Base, Options::NONE, 2, Seat::default()).expect("a setup");
        let entrants = ["greedy", "cmd:cheat"].map(|text| text.parse().expect("an entrant")).to_vec();
        let start: StartProgram = |_| Ok(Box::new(Cheat));
        let start = Some(start);
        let played =
            Match { setup, entrants, deals: 1, seed: 1, threads: 1, sprt: None, start, luck: false, listener: None };
        let report = played.play(&|_| ()).expect("a report");
        assert_eq!(report.tallies[0].win_rate().mean, 1.0);
        assert!(report.faults[0].contains("cmd:cheat plays -"), "{:?}", report.faults);
    }

    #[test]
    fn a_match_is_the_same_with_any_number_of_threads() {
        let setup = Setup::new(GameId::Base, Options::NONE, 3, Seat::default()).expect("a setup");
        let entrants = ["greedy", "random", "random"].map(|text| text.parse().expect("an entrant")).to_vec();
        let play = |threads| {
            let entrants = entrants.clone();
            let played = Match {
                setup,
                entrants,
                deals: 4,
                seed: 2,
                threads,
                sprt: None,
                start: None,
                luck: false,
                listener: None,
            };
            let report = played.play(&|_| ()).expect("a report");
            assert_eq!(report.deals, 4);
            assert_eq!(report.tallies[0].games(), 12, "each deal once for every rotation");
            report
                .tallies
                .iter()
                .map(|tally| (tally.win_rate(), tally.margin(), tally.mean_score()))
                .collect::<Vec<_>>()
        };
        let alone = play(1);
        assert_eq!(alone, play(3));
        assert_eq!(alone[0].0.mean, 1.0, "greedy wins from every seat");
    }
}
