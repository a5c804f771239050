//! `bastide arena`: matches between bots.

use crate::chosen::Chosen;
use crate::league;
use crate::program::Program;
use bots::arena::{Entrant, Listener, Match, Report};
use bots::{Estimate, Sprt, Verdict};
use clap::Args as ClapArgs;
use rules::{GameOption, Seat};
use serde::Serialize;
use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread;
use std::time::Instant;
use table::Table;

/// Who plays what against whom.
#[derive(ClapArgs)]
pub struct Args {
    #[command(flatten)]
    chosen: Chosen,
    /// How many players; as many as there are bots if absent
    #[arg(long)]
    players: Option<u8>,
    /// One bot a seat, separated by commas: a level, and for the strategist a budget for each decision:
    /// strategist:200ms, strategist:2s, strategist:500p (playouts); classic is the strategist without a net, reader the net
    /// without search; cmd:./my-bot is any program that speaks the engine protocol, cmd:500ms:./my-bot with its time
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
    /// Every bot against every other one, two at a table; prints ratings
    #[arg(long, conflicts_with_all = ["players", "sprt"])]
    round_robin: bool,
    /// Find out what the draws were worth under the net of this program, and report margins without that too
    #[arg(long)]
    luck: bool,
    /// Print how often each bot did what in a game
    #[arg(long)]
    deeds: bool,
    /// Write the record of every game to a file in this folder
    #[arg(long)]
    records: Option<PathBuf>,
    /// Instead of a match: which positions of the suite each bot solves
    #[arg(long)]
    suite: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
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
    #[serde(skip_serializing_if = "Option::is_none")]
    margin_without_luck: Option<Interval>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    deeds: BTreeMap<&'static str, f64>,
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
    #[serde(skip_serializing_if = "Vec::is_empty")]
    faults: Vec<String>,
}

/// Plays and prints.
pub fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    if args.suite {
        return crate::suite::run(&args.bots, args.seed, args.json);
    }
    if let Some(folder) = &args.records {
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    if args.round_robin {
        return league::run(args);
    }
    let players = args.players.unwrap_or(args.bots.len() as u8);
    if usize::from(players) != args.bots.len() {
        return Err(format!("{players} players want {players} bots, not {}", args.bots.len()).into());
    }
    let failure = Mutex::new(None);
    let keep = |deal: u32, rotation: usize, names: &[String], table: &Table| {
        if let Err(error) = keep_record(args.records.as_deref(), (deal, rotation), names, table)
            && let Ok(mut failure) = failure.lock()
        {
            failure.get_or_insert(error);
        }
    };
    let played = args.to_match(args.bots.clone(), &keep)?;
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
    if let Some(error) = failure.lock().ok().and_then(|mut failure| failure.take()) {
        return Err(error.into());
    }
    let summary = summary(args, &played, &report, begin.elapsed().as_secs_f64());
    let mut out = io::stdout().lock();
    if args.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&summary)?)?;
    } else {
        print(&mut out, &summary)?;
    }
    Ok(())
}

impl Args {
    /// The match between these bots.
    pub(crate) fn to_match<'a>(
        &self,
        entrants: Vec<Entrant>,
        listener: Listener<'a>,
    ) -> Result<Match<'a>, Box<dyn Error>> {
        let setup = self.chosen.setup(entrants.len() as u8)?;
        let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
        Ok(Match {
            setup,
            entrants,
            deals: self.pairs.get(),
            seed: self.seed,
            threads: self.threads.map_or(cores, NonZeroUsize::get),
            sprt: self.sprt,
            start: Some(Program::player),
            luck: self.luck,
            listener: self.records.is_some().then_some(listener),
        })
    }

    pub(crate) fn bots(&self) -> &[Entrant] {
        &self.bots
    }

    pub(crate) fn folder(&self) -> Option<&Path> {
        self.records.as_deref()
    }
}

/// Writes the record of a game, with the names of those who played, to a file of its own.
pub(crate) fn keep_record(
    folder: Option<&Path>,
    (deal, rotation): (u32, usize),
    names: &[String],
    table: &Table,
) -> Result<(), String> {
    let Some(folder) = folder else { return Ok(()) };
    let mut record = table.record();
    for (seat, name) in Seat::ALL.into_iter().zip(names) {
        record = record.with_name(seat, name);
    }
    let path = folder.join(format!("{deal:05}-{rotation}.txt"));
    fs::write(&path, record.to_string()).map_err(|error| format!("{}: {error}", path.display()))
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

fn summary(args: &Args, played: &Match<'_>, report: &Report, seconds: f64) -> Summary {
    let row = |(entrant, tally): (&Entrant, &bots::Results)| Row {
        bot: entrant.to_string(),
        win_rate: tally.win_rate().into(),
        margin: tally.margin().into(),
        elo: tally.elo().into(),
        mean_score: (tally.mean_score() * 100.0).round() / 100.0,
        ms_per_turn: (tally.time_per_turn().as_secs_f64() * 1e6).round() / 1e3,
        margin_without_luck: tally.fair_margin().map(Interval::from),
        deeds: if args.deeds { tally.deeds().collect() } else { BTreeMap::new() },
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
        faults: report.faults.clone(),
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
    for row in &summary.bots {
        if let Some(fair) = &row.margin_without_luck {
            writeln!(out, "{}: margin without luck {:+.1} ({:+.1}–{:+.1})", row.bot, fair.mean, fair.low, fair.high)?;
        }
        if !row.deeds.is_empty() {
            let deeds: Vec<_> = row.deeds.iter().map(|(deed, count)| format!("{deed} {count:.2}")).collect();
            writeln!(out, "{}, a game: {}", row.bot, deeds.join(", "))?;
        }
    }
    for fault in &summary.faults {
        writeln!(out, "lost by a fault: {fault}")?;
    }
    Ok(())
}
