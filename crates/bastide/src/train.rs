//! `bastide train`: games played for learning, written as samples. What learns from them is in `training/`.

use crate::chosen::Seated;
use bots::arena::Entrant;
use bots::train::{Harvest, Lessons, SelfPlay, grade, rows};
use bots::{Judge, JudgeVisitor, Net, Skill, visit_judge};
use clap::Args as ClapArgs;
use rules::{AnyGame, Game as _, GameId};
use std::error::Error;
use std::fmt::Display;
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

/// What is played and how much of it.
#[derive(ClapArgs)]
pub struct Args {
    #[command(flatten)]
    seated: Seated,
    /// The net that judges: a file, or `own` for the one of this program; the hand-made judge alone if absent
    #[arg(long)]
    net: Option<PathBuf>,
    /// Where the samples go
    #[arg(long, required_unless_present = "grade")]
    out: Option<PathBuf>,
    /// How many games at most
    #[arg(long, default_value_t = u64::MAX)]
    games: u64,
    /// For how many seconds at most
    #[arg(long, default_value_t = 60.0)]
    seconds: f64,
    /// How often a move is drawn by lot among the better ones
    #[arg(long, default_value_t = 0.06)]
    explore: f32,
    /// How far targets look ahead: 1 for the result of the game
    #[arg(long, default_value_t = 0.9)]
    lambda: f32,
    /// The share of positions that is written
    #[arg(long, default_value_t = 0.5)]
    keep: f32,
    /// How many of the judge's best moves the net looks at
    #[arg(long, default_value_t = 12)]
    reach: usize,
    /// How often a seat is played in another style
    #[arg(long, default_value_t = 0.15)]
    odd: f32,
    /// Write lessons instead: in the share of decisions that is kept, moves are played out over so many draws, at least two
    #[arg(long, value_parser = clap::value_parser!(u32).range(2..))]
    draws: Option<u32>,
    /// How many turns such a playout has
    #[arg(long, default_value_t = 10)]
    turns: usize,
    /// How many playouts a search has for each move, in games for samples and in playouts for lessons; with none the net's
    /// best move is played
    #[arg(long, default_value_t = 0)]
    think: u32,
    /// How many of the net's best moves are played out, and how many of the others
    #[arg(long, default_value = "7,5", value_parser = two_numbers)]
    moves: (usize, usize),
    /// Play nothing: write the inputs of the moves in this file of lessons
    #[arg(long, conflicts_with = "draws")]
    lessons: Option<PathBuf>,
    /// Let bots that search choose among the moves in that file, and print what their choices give away, and how much
    /// less that is than what those of the first one do
    #[arg(long, requires = "lessons", conflicts_with = "out", value_delimiter = ',')]
    grade: Vec<Entrant>,
    /// The seed of all draws and choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many games at a time; as many as there are cores if absent
    #[arg(long)]
    threads: Option<NonZeroUsize>,
}

/// The mean, and its standard error.
fn mean_and_error(values: impl Iterator<Item = f32> + Clone) -> (f64, f64) {
    let count = values.clone().count().max(1) as f64;
    let mean = values.clone().map(f64::from).sum::<f64>() / count;
    let squares: f64 = values.map(|value| (f64::from(value) - mean).powi(2)).sum();
    (mean, squares.sqrt() / count)
}

fn two_numbers(text: &str) -> Result<(usize, usize), String> {
    let numbers = text.split_once(',').and_then(|(a, b)| Some((a.trim().parse().ok()?, b.trim().parse().ok()?)));
    numbers
        .filter(|&(best, _)| best > 0)
        .ok_or_else(|| "two numbers are wanted, the first above 0, as in 7,5".to_owned())
}

/// Plays and writes.
pub fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    let setup = args.seated.setup()?;
    visit_judge(&AnyGame::new(&setup), args)
}

/// An error with the file that it is about.
fn named(path: &Path, error: impl Display) -> String {
    format!("{}: {error}", path.display())
}

fn open(path: &Path) -> Result<BufReader<File>, String> {
    File::open(path).map(BufReader::new).map_err(|error| named(path, error))
}

fn read_net(path: &Path, game: GameId) -> Result<Arc<Net>, String> {
    let bytes = fs::read(path).map_err(|error| named(path, error))?;
    Net::parse(&bytes, game).map(Arc::new).map_err(|error| named(path, error))
}

impl Args {
    fn grade<J: Judge>(&self, game: &J::Game, path: &Path) -> Result<(), Box<dyn Error>> {
        if self.grade.iter().any(|bot| !bot.skill.searches()) {
            return Err("only bots that search can be graded: classic, strategist".into());
        }
        let id = self.seated.chosen.game;
        let limit = usize::try_from(self.games).unwrap_or(usize::MAX);
        let mut first: Option<Vec<f32>> = None;
        let mut out = io::stdout();
        for bot in &self.grade {
            let net = match &bot.net {
                Some(path) => Some(read_net(path, id)?),
                None => (bot.skill == Skill::Strategist).then(|| Net::of(id)).flatten(),
            };
            let losses = grade::<J>(game, &mut open(path)?, net, (&bot.depth, bot.budget), limit)
                .map_err(|error| named(path, error))?;
            let (mean, error) = mean_and_error(losses.iter().copied());
            write!(out, "{bot}: {} decisions, {mean:.3} ± {error:.3} points given away in each", losses.len())?;
            // All have the same decisions, so differences are surer than what each gives away.
            if let Some(first) = &first {
                let (less, error) = mean_and_error(first.iter().zip(&losses).map(|(first, loss)| first - loss));
                write!(out, ", {less:+.3} ± {error:.3} less than the first")?;
            }
            writeln!(out)?;
            first.get_or_insert(losses);
        }
        Ok(())
    }

    fn write_rows<J: Judge>(&self, game: &J::Game, path: &Path, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
        let begin = Instant::now();
        let count = rows::<J>(game, &mut open(path)?, out).map_err(|error| named(path, error))?;
        out.flush()?;
        writeln!(io::stdout(), "{count} moves in {:.1} s", begin.elapsed().as_secs_f64())?;
        Ok(())
    }
}

impl JudgeVisitor for &Args {
    type Output = Result<(), Box<dyn Error>>;

    fn visit<J: Judge>(self, game: &J::Game) -> Self::Output {
        if let Some(path) = self.lessons.as_ref().filter(|_| !self.grade.is_empty()) {
            return self.grade::<J>(game, path);
        }
        let Some(path) = &self.out else { return Err("where should the samples go? --out FILE".into()) };
        let mut out = BufWriter::new(File::create(path).map_err(|error| named(path, error))?);
        if let Some(path) = &self.lessons {
            return self.write_rows::<J>(game, path, &mut out);
        }
        let net = match &self.net {
            Some(path) if path.as_os_str() == "own" => Net::of(self.seated.chosen.game),
            Some(path) => Some(read_net(path, self.seated.chosen.game)?),
            None => None,
        };
        let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let play = SelfPlay {
            net,
            games: self.games,
            time: Duration::try_from_secs_f64(self.seconds)?,
            seed: self.seed,
            threads: self.threads.map_or(cores, NonZeroUsize::get),
            explore: self.explore,
            lambda: self.lambda,
            keep: self.keep,
            reach: self.reach.max(1),
            odd: self.odd,
            think: self.think,
        };
        let begin = Instant::now();
        let (best, others) = self.moves;
        let Harvest { games, samples } = match self.draws {
            None => play.run::<J>(game, &mut out)?,
            Some(draws) => {
                play.teach::<J>(game, Lessons { best, others, draws, turns: self.turns, think: self.think }, &mut out)?
            }
        };
        out.flush()?;
        let seconds = begin.elapsed().as_secs_f64();
        writeln!(io::stdout(), "{games} games, {samples} samples in {seconds:.1} s")?;
        Ok(())
    }
}
