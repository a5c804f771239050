//! `bastide arena`: matches between bots.

use bots::arena::{Entrant, Match, Report};
use bots::{Estimate, Sprt, Verdict};
use clap::Args as ClapArgs;
use rules::{GameId, GameOption, Options, Seat, Setup};
use serde::Serialize;
use std::error::Error;
use std::io::{self, IsTerminal, Write};
use std::num::{NonZeroU32, NonZeroUsize};
use std::thread;
use std::time::Instant;

/// Who plays what against whom.
#[derive(ClapArgs)]
pub struct Args {
    /// The game
    #[arg(long, default_value = "base", value_parser = parse_game)]
    game: GameId,
    /// Options of the game, separated by commas
    #[arg(long, value_delimiter = ',')]
    options: Vec<String>,
    /// How many players; as many as there are bots if absent
    #[arg(long)]
    players: Option<u8>,
    /// One bot a seat, separated by commas: a level, and for the strategist a budget for each decision:
    /// strategist:200ms, strategist:2s, strategist:500p (playouts)
    #[arg(long, value_delimiter = ',', required = true)]
    bots: Vec<Entrant>,
    /// How many deals; each is played once for every rotation of the seats
    #[arg(long, default_value = "100")]
    pairs: NonZeroU32,
    /// The seed of all draws and choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many games at a time; as many as there are cores if absent
    #[arg(long)]
    threads: Option<NonZeroUsize>,
    /// Stop when a sequential test decides whether the first bot is stronger by at most the first or at least the
    /// second of two Elo differences, as in 0:50
    #[arg(long, value_parser = parse_sprt, allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// Instead of a match: which positions of the suite each bot solves
    #[arg(long)]
    suite: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Reads the name of a game.
pub(crate) fn parse_game(name: &str) -> Result<GameId, String> {
    GameId::from_name(name).ok_or_else(|| {
        let known: Vec<_> = GameId::ALL.iter().map(|game| game.name()).collect();
        format!("unknown game; there are: {}", known.join(", "))
    })
}

/// Reads the names of options.
pub(crate) fn parse_options(names: &[String]) -> Result<Options, String> {
    let named = names.iter().filter(|name| !name.is_empty() && *name != "none");
    named.map(|name| GameOption::from_name(name).ok_or_else(|| format!("unknown option {name:?}"))).collect()
}

fn parse_sprt(text: &str) -> Result<Sprt, String> {
    let wrong = || "write two Elo differences, the smaller first, as in 0:50".to_owned();
    let (low, high) = text.split_once(':').ok_or_else(wrong)?;
    let number = |text: &str| text.parse::<f64>().ok().filter(|number| number.is_finite()).ok_or_else(wrong);
    let (elo0, elo1) = (number(low)?, number(high)?);
    if elo0 < elo1 { Ok(Sprt { elo0, elo1 }) } else { Err(wrong()) }
}

#[derive(Serialize)]
struct Interval {
    mean: f64,
    low: f64,
    high: f64,
}

impl From<Estimate> for Interval {
    fn from(estimate: Estimate) -> Interval {
        let round = |value: f64| (value * 1e4).round() / 1e4;
        Interval { mean: round(estimate.mean), low: round(estimate.low), high: round(estimate.high) }
    }
}

#[derive(Serialize)]
struct Row {
    bot: String,
    win_rate: Interval,
    margin: Interval,
    elo: Interval,
    mean_score: f64,
    ms_per_turn: f64,
}

#[derive(Serialize)]
struct Summary {
    game: &'static str,
    options: Vec<&'static str>,
    players: u8,
    seed: u64,
    deals: u32,
    games: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<&'static str>,
    bots: Vec<Row>,
}

/// Plays and prints.
pub fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    if args.suite {
        return crate::suite::run(&args.bots, args.seed, args.json);
    }
    let players = args.players.unwrap_or(args.bots.len() as u8);
    if usize::from(players) != args.bots.len() {
        return Err(format!("{players} players want {players} bots, not {}", args.bots.len()).into());
    }
    let options = parse_options(&args.options)?;
    let setup = Setup::new(args.game, options, players, Seat::default())?;
    let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let played = Match {
        setup,
        entrants: args.bots.clone(),
        deals: args.pairs.get(),
        seed: args.seed,
        threads: args.threads.map_or(cores, NonZeroUsize::get),
        sprt: args.sprt,
    };
    let begin = Instant::now();
    let visible = io::stderr().is_terminal();
    let report = played.play(&|report| {
        if visible {
            show_progress(report, args.pairs.get());
        }
    })?;
    if visible {
        let _ = write!(io::stderr(), "\r\x1b[K");
    }
    let summary = summary(&played, &report, begin.elapsed().as_secs_f64());
    let mut out = io::stdout().lock();
    if args.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&summary)?)?;
    } else {
        print(&mut out, &summary)?;
    }
    Ok(())
}

fn show_progress(report: &Report, deals: u32) {
    const WIDTH: u32 = 30;
    let filled = (report.deals * WIDTH / deals.max(1)) as usize;
    let bar = format!("{}{}", "#".repeat(filled), ".".repeat(WIDTH as usize - filled));
    let Estimate { mean, low, high } = report.tallies[0].win_rate();
    let [mean, low, high] = [mean, low, high].map(|share| 100.0 * share);
    let line = format!("\r[{bar}] {}/{deals}  first bot wins {mean:.1}% ({low:.1}–{high:.1})", report.deals);
    let _ = write!(io::stderr(), "{line}");
}

fn summary(played: &Match, report: &Report, seconds: f64) -> Summary {
    let row = |(entrant, tally): (&Entrant, &bots::Results)| Row {
        bot: entrant.to_string(),
        win_rate: tally.win_rate().into(),
        margin: tally.margin().into(),
        elo: tally.elo().into(),
        mean_score: (tally.mean_score() * 100.0).round() / 100.0,
        ms_per_turn: (tally.time_per_turn().as_secs_f64() * 1e6).round() / 1e3,
    };
    Summary {
        game: played.setup.game().name(),
        options: played.setup.options().iter().map(GameOption::name).collect(),
        players: played.setup.players(),
        seed: played.seed,
        deals: report.deals,
        games: report.tallies[0].games(),
        seconds: (seconds * 10.0).round() / 10.0,
        sprt: report.verdict.map(|verdict| match verdict {
            Verdict::Accepted => "accepted",
            Verdict::Rejected => "rejected",
            Verdict::Open(_) => "open",
        }),
        bots: played.entrants.iter().zip(&report.tallies).map(row).collect(),
    }
}

fn print(out: &mut impl Write, summary: &Summary) -> io::Result<()> {
    let name = [&[summary.game][..], &summary.options].concat().join("+");
    let Summary { players, deals, games, seconds, .. } = summary;
    writeln!(out, "{name}, {players} players: {games} games on {deals} deals in {seconds} s")?;
    if let Some(sprt) = summary.sprt {
        writeln!(out, "sequential test: {sprt}")?;
    }
    let head = ["bot", "wins % (95%)", "margin (95%)", "Elo (95%)", "score", "ms/turn"];
    writeln!(out, "{:<20} {:>22} {:>24} {:>24} {:>8} {:>9}", head[0], head[1], head[2], head[3], head[4], head[5])?;
    for row in &summary.bots {
        let percent = |value: f64| 100.0 * value;
        let wins = &row.win_rate;
        let wins = format!("{:.1} ({:.1}–{:.1})", percent(wins.mean), percent(wins.low), percent(wins.high));
        let shown = |it: &Interval| format!("{:+.1} ({:+.1}–{:+.1})", it.mean, it.low, it.high);
        let (margin, elo) = (shown(&row.margin), shown(&row.elo));
        writeln!(
            out,
            "{:<20} {wins:>22} {margin:>24} {elo:>24} {:>8.1} {:>9.2}",
            row.bot, row.mean_score, row.ms_per_turn
        )?;
    }
    Ok(())
}
