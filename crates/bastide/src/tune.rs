//! `bastide tune`: better weights by self-play.

use crate::chosen::Chosen;
use bots::tune::Tuning;
use bots::{Judge, JudgeVisitor, Weights, visit_judge};
use clap::Args as ClapArgs;
use rules::{AnyGame, Game as _};
use std::error::Error;
use std::fs;
use std::io::{self, Write};
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;
use std::thread;

/// What to tune and how long.
#[derive(ClapArgs)]
pub struct Args {
    #[command(flatten)]
    chosen: Chosen,
    /// The weights to begin with; those of this program if absent
    #[arg(long)]
    from: Option<PathBuf>,
    /// Tune only these weights, separated by commas; all if absent
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,
    /// How many steps
    #[arg(long, default_value = "200")]
    steps: NonZeroU32,
    /// How many pairs of games in each step
    #[arg(long, default_value = "64")]
    pairs: NonZeroU32,
    /// How far the compared neighbours are, as a share of each weight
    #[arg(long, default_value_t = 0.15)]
    reach: f32,
    /// How far a step goes for each point of margin, as a share of each weight
    #[arg(long, default_value_t = 0.006)]
    gain: f32,
    /// Pairs for the comparison of the result with the beginning
    #[arg(long, default_value = "2000")]
    check: NonZeroU32,
    /// The seed of all draws and choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many games at a time; as many as there are cores if absent
    #[arg(long)]
    threads: Option<NonZeroUsize>,
}

/// Tunes and prints the new weights.
pub fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    let setup = args.chosen.setup(2)?;
    visit_judge(&AnyGame::new(&setup), args)
}

impl JudgeVisitor for &Args {
    type Output = Result<(), Box<dyn Error>>;

    fn visit<J: Judge>(self, game: &J::Game) -> Self::Output {
        tune::<J>(self, game)
    }
}

fn tune<J: Judge>(args: &Args, game: &J::Game) -> Result<(), Box<dyn Error>> {
    let begin = match &args.from {
        Some(path) => J::Weights::parse(&fs::read_to_string(path)?)?,
        None => J::Weights::tuned().clone(),
    };
    if let Some(name) = args.only.iter().find(|name| !J::Weights::NAMES.contains(&name.as_str())) {
        return Err(format!("unknown weight {name:?}; there are: {}", J::Weights::NAMES.join(", ")).into());
    }
    let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let tuning = Tuning {
        steps: args.steps.get(),
        pairs: args.pairs.get(),
        reach: args.reach,
        gain: args.gain,
        only: args.only.clone(),
        seed: args.seed,
        threads: args.threads.map_or(cores, NonZeroUsize::get),
    };
    let mut recent = 0.0;
    let result = tuning.run::<J>(game, &begin, |step, _, margin| {
        recent += margin.abs();
        if (step + 1) % 20 == 0 {
            let _ = writeln!(io::stderr(), "step {}: neighbours differ by {:.1} points", step + 1, recent / 20.0);
            recent = 0.0;
        }
    });
    let check = Tuning { pairs: args.check.get(), ..tuning.clone() };
    let margin = check.compare::<J>(game, &result, &begin, args.seed ^ 0x5eed);
    let mut out = io::stdout().lock();
    let (steps, pairs, seed) = (tuning.steps, tuning.pairs, tuning.seed);
    writeln!(
        out,
        "# {}: {steps} steps of {pairs} pairs, seed {seed}; against the beginning: {margin:+.2} points",
        args.chosen.game.name()
    )?;
    write!(out, "{}", result.to_text())?;
    Ok(())
}
