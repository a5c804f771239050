//! `bastide bench`: how many random whole games a second.

use crate::chosen::{Choice, parse_game, parse_option};
use clap::Args as ClapArgs;
use rules::{Action, Actor, AnyGame, Game, GameId, GameOption, Options, Position, Seat, Setup, Visitor};
use serde::Serialize;
use std::error::Error;
use std::io::{self, Write};
use std::num::{NonZeroU32, NonZeroUsize};
use std::panic::resume_unwind;
use std::thread;
use std::time::Instant;
use table::Random;

/// What to measure.
#[derive(ClapArgs)]
pub struct Args {
    /// The game; all games if absent
    #[arg(long, value_parser = parse_game)]
    game: Option<GameId>,
    /// Options of the game, separated by commas; every combination if absent, `none` for the plain game
    #[arg(long, value_delimiter = ',', value_parser = parse_option)]
    options: Option<Vec<Choice>>,
    /// How many players
    #[arg(long, default_value_t = 2)]
    players: u8,
    /// How many games to play on each thread
    #[arg(long, default_value = "20000")]
    games: NonZeroU32,
    /// How many threads; one, and then as many as there are cores, if absent
    #[arg(long)]
    threads: Option<NonZeroUsize>,
    /// The seed of all choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Measure how fast bots judge positions instead; one thread, at most 200 games
    #[arg(long)]
    eval: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// One measurement.
#[derive(Serialize)]
struct Row {
    game: &'static str,
    options: Vec<&'static str>,
    players: u8,
    threads: usize,
    games: u64,
    seconds: f64,
    games_per_second: f64,
    actions_per_second: f64,
    mean_score: f64,
    state_bytes: usize,
}

/// Measures and prints.
pub fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    if args.eval {
        return run_eval(args);
    }
    let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let mut threads = args.threads.map_or(vec![1, cores], |threads| vec![threads.get()]);
    threads.dedup();
    let mut out = io::stdout().lock();
    let mut rows = Vec::new();
    if !args.json {
        writeln!(out, "{:<40} {:>7} {:>12} {:>14}", "game", "threads", "games/s", "decisions/s")?;
    }
    for setup in setups(args)? {
        for &threads in &threads {
            let row = AnyGame::new(&setup).visit(Bench { games: args.games.get(), threads, seed: args.seed })?;
            if !args.json {
                let name = [&[row.game][..], &row.options].concat().join("+");
                let (games, actions) = (row.games_per_second, row.actions_per_second);
                writeln!(out, "{name:<40} {threads:>7} {games:>12.0} {actions:>14.0}")?;
            }
            rows.push(row);
        }
    }
    if args.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&rows)?)?;
    }
    Ok(())
}

/// How fast bots judge positions of one game.
#[derive(Serialize)]
struct EvalRow {
    game: String,
    players: u8,
    afterstates: u64,
    afterstates_per_second: f64,
    nanoseconds_per_evaluation: f64,
    nanoseconds_by_net: f64,
}

fn run_eval(args: &Args) -> Result<(), Box<dyn Error>> {
    const MOST: u32 = 200;
    let mut out = io::stdout().lock();
    let mut rows = Vec::new();
    if !args.json {
        writeln!(out, "{:<40} {:>14} {:>14} {:>14}", "game", "afterstates/s", "ns/evaluation", "ns by the net")?;
    }
    for setup in setups(args)? {
        let speed = bots::speed::measure(&AnyGame::new(&setup), args.games.get().min(MOST), args.seed);
        let names: Vec<_> = setup.options().iter().map(GameOption::name).collect();
        let row = EvalRow {
            game: [&[setup.game().name()][..], &names].concat().join("+"),
            players: setup.players(),
            afterstates: speed.afterstates,
            afterstates_per_second: speed.afterstates as f64 / speed.sweeping.as_secs_f64(),
            nanoseconds_per_evaluation: speed.evaluating.as_secs_f64() * 1e9 / speed.evaluations.max(1) as f64,
            nanoseconds_by_net: speed.by_net.as_secs_f64() * 1e9 / speed.evaluations.max(1) as f64,
        };
        if !args.json {
            let (speed, time, net) =
                (row.afterstates_per_second, row.nanoseconds_per_evaluation, row.nanoseconds_by_net);
            writeln!(out, "{:<40} {speed:>14.0} {time:>14.0} {net:>14.0}", row.game)?;
        }
        rows.push(row);
    }
    if args.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&rows)?)?;
    }
    Ok(())
}

fn setups(args: &Args) -> Result<Vec<Setup>, Box<dyn Error>> {
    if args.options.is_some() && args.game.is_none() {
        return Err("--options wants --game".into());
    }
    let games = args.game.map_or(GameId::ALL.to_vec(), |game| vec![game]);
    let mut setups = Vec::new();
    for game in games {
        let combinations = match &args.options {
            None => Options::combinations(game).collect(),
            Some(chosen) => vec![chosen.iter().copied().flatten().collect()],
        };
        for options in combinations {
            setups.push(Setup::new(game, options, args.players, Seat::default())?);
        }
    }
    Ok(setups)
}

struct Bench {
    games: u32,
    threads: usize,
    seed: u64,
}

/// What one thread counted.
#[derive(Default)]
struct Count {
    actions: u64,
    points: u64,
    refused: Option<String>,
}

impl Visitor for Bench {
    type Output = Result<Row, Box<dyn Error>>;

    fn visit<G: Game + Send + Sync>(self, game: &G) -> Self::Output {
        let begin = Instant::now();
        let counts: Vec<Count> = thread::scope(|scope| {
            let workers: Vec<_> = (0..self.threads)
                .map(|worker| scope.spawn(move || play_games(game, self.games, self.seed, worker as u64)))
                .collect();
            workers.into_iter().map(|worker| worker.join().unwrap_or_else(|panic| resume_unwind(panic))).collect()
        });
        let seconds = begin.elapsed().as_secs_f64();
        if let Some(refused) = counts.iter().find_map(|count| count.refused.clone()) {
            return Err(refused.into());
        }
        let games = u64::from(self.games) * self.threads as u64;
        let sum = |part: fn(&Count) -> u64| counts.iter().map(part).sum::<u64>() as f64;
        let setup = game.setup();
        Ok(Row {
            game: setup.game().name(),
            options: setup.options().iter().map(GameOption::name).collect(),
            players: setup.players(),
            threads: self.threads,
            games,
            seconds,
            games_per_second: games as f64 / seconds,
            actions_per_second: sum(|count| count.actions) / seconds,
            mean_score: sum(|count| count.points) / (games * u64::from(setup.players())) as f64,
            state_bytes: size_of::<G>() - size_of::<Position>() + game.bytes(),
        })
    }
}

fn play_games<G: Game>(fresh: &G, games: u32, seed: u64, worker: u64) -> Count {
    let mut random = Random::stream(seed, worker);
    let mut game = fresh.clone();
    let mut actions = Vec::new();
    let mut count = Count::default();
    for _ in 0..games {
        game.copy_from(fresh);
        if let Err(refused) = play_game(&mut game, &mut random, &mut actions, &mut count.actions) {
            count.refused = Some(refused);
            break;
        }
        count.points += game.scores().iter().map(|&points| u64::from(points)).sum::<u64>();
    }
    count
}

/// Plays one game to its end: every choice listed in full, one of them chosen with equal chances, and checked when it is
/// played.
fn play_game<G: Game>(
    game: &mut G,
    random: &mut Random,
    actions: &mut Vec<Action>,
    decisions: &mut u64,
) -> Result<(), String> {
    loop {
        let action = match game.to_act() {
            Actor::Nobody => return Ok(()),
            Actor::Dealer => game.outcome(random.below(game.ways())),
            Actor::Player(_) => {
                game.actions(actions);
                *decisions += 1;
                actions.get(random.below(actions.len() as u32) as usize).copied()
            }
        };
        let action = action.ok_or("a game that is not over offers no action")?;
        game.play(action).map_err(|illegal| format!("{action} was listed, but: {illegal}"))?;
    }
}
