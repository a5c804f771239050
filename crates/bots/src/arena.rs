//! Matches between bots: the same draws for everybody, every seat for everybody.

use crate::bot::{Bot, Skill};
use crate::choice::Budget;
use crate::net::Net;
use crate::search::Depth;
use crate::stats::{Results, Sprt, Verdict};
use rules::{Actor, Dealing, Phase, Seat, Setup};
use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::{Arc, Mutex};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use table::{Dealer, Table};

/// A bot in a match: `greedy`, `strategist:200ms`, `strategist:2s`, `strategist:500p` (playouts); with another net:
/// `strategist@file.net:200ms`; for experiments with how it searches: `strategist/16/4/2/8/5:500p`, the moves kept, the
/// turns of a playout, the moves that the net looks at in each, those for which all next draws are gone through, and how
/// many playouts the first opinion weighs.
#[derive(Clone, PartialEq, Debug)]
pub struct Entrant {
    /// How it decides.
    pub skill: Skill,
    /// The file of its net, if it has one of its own.
    pub net: Option<PathBuf>,
    /// How it searches.
    pub depth: Depth,
    /// How much it thinks about each decision.
    pub budget: Budget,
}

/// What a strategist thinks about a decision if nothing is said.
const DEFAULT_BUDGET: Budget = Budget::Time(Duration::from_millis(200));

impl FromStr for Entrant {
    type Err = String;

    fn from_str(text: &str) -> Result<Entrant, String> {
        let (name, budget) = text.split_once(':').map_or((text, None), |(name, budget)| (name, Some(budget)));
        // A file may have slashes in its name: it comes first, up to its end.
        let (name, net, rest) = match name.split_once('@') {
            Some((name, rest)) => match rest.split_once(".net") {
                Some((file, rest)) => (name, Some(PathBuf::from(format!("{file}.net"))), rest),
                None => return Err(format!("{text:?}: the file of a net ends in .net")),
            },
            None => match name.split_once('/') {
                Some((name, rest)) => (name, None, rest),
                None => (name, None, ""),
            },
        };
        let known = || Skill::ALL.map(Skill::name).join(", ");
        let skill = Skill::from_name(name).ok_or_else(|| format!("unknown bot {name:?}; there are: {}", known()))?;
        let mut depth = skill.depth();
        let mut prior = 0;
        let numbers = rest.split('/').filter(|part| !part.is_empty());
        if numbers.clone().count() > 5 {
            return Err(format!("{text:?}: too many numbers"));
        }
        let places = [&mut depth.kept, &mut depth.turns, &mut depth.reach, &mut depth.ahead, &mut prior];
        for (number, place) in numbers.zip(places) {
            let wrong = || format!("{text:?}: write {}/KEPT/TURNS/REACH/AHEAD/PRIOR", skill.name());
            *place = number.parse().ok().filter(|number| *number <= 1000).ok_or_else(wrong)?;
        }
        if depth.kept == 0 || depth.turns == 0 {
            return Err(format!("{text:?}: at least one move and one turn"));
        }
        if prior > 0 {
            depth.prior = prior as f64;
        }
        let Some(budget) = budget else { return Ok(Entrant { skill, net, depth, budget: DEFAULT_BUDGET }) };
        let wrong = || format!("{budget:?} is no budget; write 200ms, 2s or 500p (playouts)");
        let digits = budget.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(budget.len());
        let number: u64 = budget[..digits].parse().map_err(|_| wrong())?;
        let budget = match &budget[digits..] {
            "ms" => Budget::millis(number),
            "s" => Budget::millis(number.saturating_mul(1000)),
            "p" => Budget::playouts(number),
            _ => return Err(wrong()),
        };
        Ok(Entrant { skill, net, depth, budget: budget.map_err(|error| error.to_string())? })
    }
}

impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.skill.name())?;
        if let Some(net) = &self.net {
            write!(f, "@{}", net.display())?;
        }
        if self.depth != self.skill.depth() {
            let Depth { kept, turns, reach, ahead, prior, .. } = self.depth;
            write!(f, "/{kept}/{turns}/{reach}/{ahead}/{prior}")?;
        }
        match self.budget {
            _ if !self.skill.searches() => Ok(()),
            Budget::Time(time) => write!(f, ":{}ms", time.as_millis()),
            Budget::Playouts(playouts) => write!(f, ":{playouts}p"),
        }
    }
}

/// A match to be played.
#[derive(Clone, Debug)]
pub struct Match {
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
}

/// What came of a match.
pub struct Report {
    /// For each entrant.
    pub tallies: Vec<Results>,
    /// How many deals were played.
    pub deals: u32,
    /// What the test says, if there was one.
    pub verdict: Option<Verdict>,
}

impl Match {
    /// Plays the match; `progress` hears after each deal what is known so far.
    pub fn play(&self, progress: &(dyn Fn(&Report) + Sync)) -> Result<Report, String> {
        let nets = self.entrants.iter().map(|entrant| self.load(entrant)).collect::<Result<Vec<_>, _>>()?;
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

    fn load(&self, entrant: &Entrant) -> Result<Option<Arc<Net>>, String> {
        let Some(path) = &entrant.net else { return Ok(None) };
        let name = path.display();
        let bytes = std::fs::read(path).map_err(|error| format!("{name}: {error}"))?;
        let net = Net::parse(&bytes, self.setup.game()).map_err(|error| format!("{name}: {error}"))?;
        Ok(Some(Arc::new(net)))
    }

    /// Plays one deal once for every rotation of the seats.
    fn play_deal(&self, deal: u32, nets: &[Option<Arc<Net>>]) -> Result<Vec<Outcome>, String> {
        let seed = self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(deal.into());
        (0..self.entrants.len()).map(|rotation| self.play_game(seed, rotation, nets)).collect()
    }

    fn play_game(&self, seed: u64, rotation: usize, nets: &[Option<Arc<Net>>]) -> Result<Outcome, String> {
        let players = self.setup.players();
        let first = Dealer::first_seat(seed, players);
        let setup = Setup::new(self.setup.game(), self.setup.options(), players, first);
        let setup = setup.map_err(|error| error.to_string())?;
        let mut table = Table::new(&setup, Dealing::seeded(seed)).map_err(|error| error.to_string())?;
        let count = self.entrants.len();
        let entrant_of = |seat: Seat| (seat.index() + rotation) % count;
        let mut bots: Vec<Box<dyn Bot + Send>> = (0..)
            .zip(self.entrants.iter().zip(nets))
            .map(|(number, (it, net))| it.skill.bot(it.depth.clone(), seed ^ number, net.clone()))
            .collect();
        let mut outcome = Outcome {
            scores: vec![0; count],
            wins: vec![0.0; count],
            thought: vec![Duration::ZERO; count],
            turns: vec![0; count],
            decisions: vec![0; count],
        };
        let mut planned = None;
        while let Actor::Player(seat) = table.game().to_act() {
            let entrant = entrant_of(seat);
            let placing = table.game().phase() == Phase::Place;
            // What was planned together with the placement is played without thinking again.
            let action = match planned.take() {
                Some(action) if table.game().phase() == Phase::Act => action,
                _ => {
                    let begin = Instant::now();
                    let choice = bots[entrant].choose(table.game(), self.entrants[entrant].budget);
                    outcome.thought[entrant] += begin.elapsed();
                    outcome.decisions[entrant] += 1;
                    let choice = choice.map_err(|refusal| refusal.to_string())?;
                    planned = choice.then;
                    choice.action
                }
            };
            outcome.turns[entrant] += u32::from(placing);
            table.play(action).map_err(|illegal| format!("{} plays {action}: {illegal}", self.entrants[entrant]))?;
        }
        let winners = table.game().winners();
        let share = 1.0 / winners.iter().count().max(1) as f64;
        for seat in Seat::of(players) {
            outcome.scores[entrant_of(seat)] = table.game().scores()[seat.index()];
            outcome.wins[entrant_of(seat)] = if winners.contains(seat) { share } else { 0.0 };
        }
        Ok(outcome)
    }
}

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
    fn new(played: &Match) -> Shared {
        Shared {
            report: Report { tallies: vec![Results::default(); played.entrants.len()], deals: 0, verdict: None },
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
    use rules::{GameId, Options};

    #[test]
    fn entrants_are_read_and_written() {
        for text in ["random", "greedy", "tactician", "strategist:200ms", "strategist:500p", "classic:50ms", "strategist/8/6/2/1/3:20p"] {
            assert_eq!(text.parse::<Entrant>().map(|entrant| entrant.to_string()), Ok(text.to_owned()));
        }
        assert_eq!("strategist:2s".parse::<Entrant>().map(|it| it.to_string()), Ok("strategist:2000ms".to_owned()));
        for wrong in ["", "oracle", "greedy:", "greedy:5", "strategist:0ms", "strategist:9999999s", "strategist/0:1p"] {
            assert!(wrong.parse::<Entrant>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_match_is_the_same_with_any_number_of_threads() {
        let setup = Setup::new(GameId::Base, Options::NONE, 3, Seat::default()).expect("a setup");
        let entrants = ["greedy", "random", "random"].map(|text| text.parse().expect("an entrant")).to_vec();
        let play = |threads| {
            let played = Match { setup, entrants: entrants.clone(), deals: 4, seed: 2, threads, sprt: None };
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
