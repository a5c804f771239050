//! `bastide export`: games as a data set, played by bots or read from records.

use crate::chosen::Chosen;
use crate::dataset::{Extras, Row};
use crate::replay;
use bots::arena::Entrant;
use clap::{Args as ClapArgs, ValueEnum};
use rules::{Actor, Dealing, Phase, Record, Seat, Setup};
use std::collections::BTreeMap;
use std::error::Error;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;
use table::{Dealer, Table};

/// Good for text that repeats itself, and still fast.
const LEVEL: i32 = 9;

/// Which games, and where they go.
#[derive(ClapArgs)]
pub struct Args {
    /// How many games the bots play
    #[arg(long, value_name = "N", required_unless_present = "records", requires = "bots")]
    games: Option<u64>,
    /// One bot a seat, separated by commas, as in `bastide arena` but no programs; from game to game they change seats
    #[arg(long, value_delimiter = ',', requires = "games")]
    bots: Vec<Entrant>,
    #[command(flatten)]
    chosen: Chosen,
    /// The seed of the first game; the next one has the next
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many games at a time; as many as there are cores if absent
    #[arg(long)]
    threads: Option<NonZeroUsize>,
    /// Records instead: files, or folders with files that end in .record
    #[arg(long, value_name = "PATH", num_args = 1.., conflicts_with_all = ["games", "bots", "game", "options", "seed"])]
    records: Vec<PathBuf>,
    /// What each decision is told with besides: the state before it, all legal actions
    #[arg(long, value_enum, value_delimiter = ',')]
    with: Vec<Extra>,
    /// The file; packed if it ends in .zst; `-` is standard output
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,
}

/// Something that a row can hold beside the game.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Extra {
    /// The state before each decision
    States,
    /// All legal actions at each decision
    Actions,
}

/// Writes the data set.
pub fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    let extras = Extras { states: args.with.contains(&Extra::States), actions: args.with.contains(&Extra::Actions) };
    let mut sink = Sink::create(&args.out)?;
    let mut games = 0u64;
    let mut add = |id: &str, record: &Record| -> Result<(), Box<dyn Error>> {
        games += 1;
        let mut line = serde_json::to_vec(&Row::of(record, Some(id), extras))?;
        line.push(b'\n');
        sink.write(&line)
    };
    if let Some(count) = args.games {
        play(args, count, &mut add)?;
    } else {
        for file in files(&args.records)? {
            let id = file.file_stem().unwrap_or_default().to_string_lossy();
            add(&id, &replay::read(&file)?)?;
        }
    }
    let told = sink.part.is_some();
    sink.finish()?;
    // What is read by another program has nothing but games in it.
    if told {
        let size = fs::metadata(&args.out).map_or(0, |file| file.len());
        let noun = if games == 1 { "game" } else { "games" };
        writeln!(io::stdout(), "{games} {noun}, {size} bytes: {}", args.out.display())?;
    }
    Ok(())
}

/// The records that are named, those in folders by their names.
fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, String> {
    let mut all = Vec::new();
    for path in paths {
        if !path.is_dir() {
            all.push(path.clone());
            continue;
        }
        let wrong = |error: io::Error| format!("{}: {error}", path.display());
        let entries = fs::read_dir(path).map_err(wrong)?.collect::<Result<Vec<_>, _>>().map_err(wrong)?;
        let mut found: Vec<PathBuf> = entries.into_iter().map(|entry| entry.path()).collect();
        found.retain(|file| file.extension().is_some_and(|end| end == "record"));
        if found.is_empty() {
            return Err(format!("{}: no file here ends in .record", path.display()));
        }
        found.sort();
        all.append(&mut found);
    }
    Ok(all)
}

/// Takes a game with its id.
type Add<'a> = dyn FnMut(&str, &Record) -> Result<(), Box<dyn Error>> + 'a;

/// Lets the bots play; the games come in the order of their seeds, whichever thread is faster.
fn play(args: &Args, count: u64, add: &mut Add) -> Result<(), Box<dyn Error>> {
    let players = u8::try_from(args.bots.len()).unwrap_or(u8::MAX);
    let setup = args.chosen.setup(players)?;
    let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let threads = args.threads.map_or(cores, NonZeroUsize::get);
    let next = AtomicU64::new(0);
    let stop = AtomicBool::new(false);
    let (send, receive) = mpsc::sync_channel(2 * threads);
    thread::scope(|scope| {
        for _ in 0..threads {
            let send = send.clone();
            scope.spawn(|| {
                let send = send;
                while !stop.load(Ordering::Relaxed) {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= count || send.send((index, game(&setup, &args.bots, args.seed, index))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(send);
        let mut waiting = BTreeMap::new();
        let mut written = 0;
        let mut write_all = || -> Result<(), Box<dyn Error>> {
            for (index, record) in &receive {
                waiting.insert(index, record?);
                while let Some(record) = waiting.remove(&written) {
                    add(&format!("{:06}", written + 1), &record)?;
                    written += 1;
                }
            }
            Ok(())
        };
        let outcome = write_all();
        stop.store(true, Ordering::Relaxed);
        // Whoever waits to hand over a game need not wait any longer.
        drop(receive);
        outcome
    })
}

/// One whole game; each bot's name stands in the record.
fn game(setup: &Setup, entrants: &[Entrant], seed: u64, index: u64) -> Result<Record, String> {
    let seed = seed.wrapping_add(index);
    let count = entrants.len();
    let rotation = (index % count as u64) as usize;
    let entrant_of = |seat: Seat| (seat.index() + rotation) % count;
    let setup = wire::first_seat(setup, Dealer::first_seat(seed, setup.players()))?;
    let mut table = Table::new(&setup, Dealing::seeded(seed)).map_err(|error| error.to_string())?;
    let minds = (0..).zip(entrants).map(|(number, it)| it.bot(setup.game(), seed ^ number));
    let mut minds = minds.collect::<Result<Vec<_>, _>>()?;
    let mut planned = None;
    while let Actor::Player(seat) = table.game().to_act() {
        let phase = table.game().phase();
        // What was planned together with the placement is played without thinking again, as in the arena.
        let action = match planned.take() {
            Some(action) if phase == Phase::Act => action,
            _ => {
                let entrant = entrant_of(seat);
                let choice = minds[entrant].choose(table.game(), entrants[entrant].budget);
                let choice = choice.map_err(|refusal| refusal.to_string())?;
                planned = choice.then;
                choice.action
            }
        };
        table.play(action).map_err(|illegal| format!("{} plays {action}: {illegal}", entrants[entrant_of(seat)]))?;
    }
    let names = setup.seats().map(|seat| (seat, entrants[entrant_of(seat)].to_string()));
    Ok(names.fold(table.record(), |record, (seat, name)| record.with_name(seat, &name)))
}

/// Where the lines go. A file has its name only when it is complete.
struct Sink {
    writer: Box<dyn Finish>,
    /// Its name for messages; nothing for standard output.
    path: Option<PathBuf>,
    /// The unfinished file, where there is one beside the name to be.
    part: Option<PathBuf>,
}

/// A writer that may have to write an end.
trait Finish: Write {
    fn finish(self: Box<Self>) -> io::Result<()>;
}

impl Finish for BufWriter<File> {
    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.flush()
    }
}

impl Finish for io::Stdout {
    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.flush()
    }
}

impl Finish for io::Sink {
    fn finish(self: Box<Self>) -> io::Result<()> {
        Ok(())
    }
}

impl Finish for zstd::Encoder<'static, BufWriter<File>> {
    fn finish(self: Box<Self>) -> io::Result<()> {
        zstd::Encoder::finish(*self)?.flush()
    }
}

impl Sink {
    fn create(path: &Path) -> Result<Sink, String> {
        if path.as_os_str() == "-" {
            return Ok(Sink { writer: Box::new(io::stdout()), path: None, part: None });
        }
        let wrong = |error: io::Error| format!("{}: {error}", path.display());
        // A pipe or a device is written to: a file of that name would take its place.
        let part = fs::metadata(path).map_or(true, |there| !is_special(&there)).then(|| {
            let mut part = path.as_os_str().to_owned();
            part.push(".part");
            PathBuf::from(part)
        });
        let file = match &part {
            Some(part) => File::create(part),
            None => File::options().write(true).open(path),
        };
        let file = BufWriter::new(file.map_err(wrong)?);
        let writer: Box<dyn Finish> = if path.extension().is_some_and(|end| end == "zst") {
            let mut encoder = zstd::Encoder::new(file, LEVEL).map_err(wrong)?;
            // A file that was damaged on its way is noticed.
            encoder.include_checksum(true).map_err(wrong)?;
            Box::new(encoder)
        } else {
            Box::new(file)
        };
        Ok(Sink { writer, path: Some(path.to_owned()), part })
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), Box<dyn Error>> {
        self.writer.write_all(bytes).map_err(|error| self.wrong(error))
    }

    fn finish(mut self) -> Result<(), Box<dyn Error>> {
        let writer = std::mem::replace(&mut self.writer, Box::new(io::sink()));
        writer.finish().map_err(|error| self.wrong(error))?;
        if let (Some(part), Some(path)) = (&self.part, &self.path) {
            fs::rename(part, path).map_err(|error| self.wrong(error))?;
            self.part = None;
        }
        Ok(())
    }

    /// What went wrong with which file. An error of standard output stays what it is: whoever reads it may have had enough.
    fn wrong(&self, error: io::Error) -> Box<dyn Error> {
        match &self.path {
            Some(path) => format!("{}: {error}", path.display()).into(),
            None => error.into(),
        }
    }
}

/// Whether something is neither a file nor a folder.
fn is_special(there: &fs::Metadata) -> bool {
    !there.is_file() && !there.is_dir()
}

impl Drop for Sink {
    fn drop(&mut self) {
        // Not finished: what is there is of no use.
        if let Some(part) = self.part.take() {
            let _ = fs::remove_file(part);
        }
    }
}
