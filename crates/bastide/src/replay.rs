//! `bastide replay`: a record played again, with the score sheet.

use clap::Args as ClapArgs;
use rules::{AnyGame, Counted, Discard, Event, FeatureKind, Record, Score, Seat, Source, Symbol};
use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write as _;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// What to replay.
#[derive(ClapArgs)]
pub struct Args {
    /// The record; `-` reads standard input
    file: PathBuf,
    /// Recompute commitment and draws of a game with fair draws, and fail if anything differs
    #[arg(long)]
    verify: bool,
}

/// Replays and prints.
pub fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    let record = read(&args.file)?;
    if args.verify {
        table::verify(&record).map_err(|error| format!("{}: {error}", args.file.display()))?;
    }
    io::stdout().lock().write_all(score_sheet(&record).as_bytes())?;
    if args.verify {
        writeln!(io::stdout(), "\nFair draws: commitment and all draws are what seed, salt and contributions give.")?;
    }
    Ok(())
}

/// Reads a record from a file, or from standard input if the name is `-`.
pub fn read(file: &Path) -> Result<Record, Box<dyn Error>> {
    let shown = file.display();
    let mut bytes = Vec::new();
    if file.as_os_str() == "-" {
        io::stdin().read_to_end(&mut bytes)?;
    } else {
        bytes = std::fs::read(file).map_err(|error| format!("{shown}: {error}"))?;
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let line = error.as_bytes()[..error.utf8_error().valid_up_to()].split(|&byte| byte == b'\n').count();
        format!("{shown}: line {line}: the text is not UTF-8")
    })?;
    // Some editors put a mark before the first letter.
    Ok(text.trim_start_matches('\u{feff}').parse().map_err(|error| format!("{shown}: {error}"))?)
}

/// What scored when, for whom and why, and what it comes to.
pub fn score_sheet(record: &Record) -> String {
    let setup = record.setup();
    let name = |seat: Seat| record.name(seat).map_or_else(|| format!("seat {seat}"), ToOwned::to_owned);
    let mut sheet = String::new();
    let options: String = setup.options().iter().map(|option| format!(" + {}", option.name())).collect();
    let _ = writeln!(
        sheet,
        "{}{options}, {} players, {} begins",
        setup.game().name(),
        setup.players(),
        name(setup.first())
    );

    let mut sums: BTreeMap<&'static str, Vec<u16>> = BTreeMap::new();
    let mut events: Vec<Event> = Vec::new();
    let mut turn = 0;
    let mut tell = |turn: u16, events: &mut Vec<Event>| {
        for event in events.drain(..) {
            match event {
                Event::Scored(score) => {
                    let when = if score.end { "end".to_owned() } else { format!("turn {turn}") };
                    let who = name(score.seat);
                    let _ = writeln!(sheet, "{when:>8}  {who:<12} {:>+4}  {}", score.points, why(&score));
                    let row = sums.entry(named(score.source)).or_insert_with(|| vec![0; setup.players().into()]);
                    row[score.seat.index()] += score.points;
                }
                Event::Discarded { tile, why } => {
                    let why = match why {
                        Discard::FitsNowhere => "fits nowhere and is put out of the game",
                        Discard::PutAside => "is put aside before the game",
                    };
                    let _ = writeln!(sheet, "{:>8}  {tile} {why}", format!("turn {turn}"));
                }
                Event::Goods { seat, goods, count } => {
                    let who = name(seat);
                    let _ = writeln!(
                        sheet,
                        "{:>8}  {who:<12}       takes {count} {}",
                        format!("turn {turn}"),
                        goods.name()
                    );
                }
                _ => {}
            }
        }
    };
    let game = record.replay(&mut events, |game: &AnyGame, _, events| {
        tell(turn, events);
        turn = game.turn();
    });
    tell(turn, &mut events);

    let _ = writeln!(sheet);
    let width = setup.seats().map(|seat| name(seat).chars().count()).max().unwrap_or(0).max(8);
    let _ = write!(sheet, "{:<12}", "");
    for seat in setup.seats() {
        let _ = write!(sheet, "  {:>width$}", name(seat));
    }
    let _ = writeln!(sheet);
    for (source, points) in
        sums.iter().map(|(source, points)| (*source, points.as_slice())).chain([("total", game.scores())])
    {
        let _ = write!(sheet, "{source:<12}");
        for points in points {
            let _ = write!(sheet, "  {points:>width$}");
        }
        let _ = writeln!(sheet);
    }
    let winners: Vec<String> = game.winners().iter().map(name).collect();
    let _ = match winners.len() {
        0 => writeln!(sheet, "\nThe game is not over."),
        1 => writeln!(sheet, "\nThe winner is {}.", winners[0]),
        _ => writeln!(sheet, "\nThe win is shared by {}.", winners.join(" and ")),
    };
    sheet
}

/// What people call something that brings points.
fn named(source: Source) -> &'static str {
    match source {
        Source::Feature(FeatureKind::System) => "river system",
        Source::Feature(FeatureKind::City) => "town",
        source => source.name(),
    }
}

/// What the points were given for, in words.
fn why(score: &Score) -> String {
    let what = named(score.source);
    let facts: String = score.facts.iter().map(|(fact, count)| format!(", {}", counted(fact, count))).collect();
    let at = score.at.map_or_else(String::new, |(pos, _)| format!(", at {pos}"));
    format!("{what}{facts}{at}")
}

/// A number of something, in words.
fn counted(fact: Counted, count: u16) -> String {
    let (one, many) = match fact {
        Counted::Tiles => ("tile", "tiles"),
        Counted::Parts => ("part", "parts"),
        Counted::Surroundings => return format!("{count} of 9 cells"),
        Counted::Cities => ("town", "towns"),
        Counted::Kinds => ("kind of animals", "kinds of animals"),
        Counted::Tokens => ("token", "tokens"),
        Counted::Rangers => ("car", "cars"),
        Counted::Symbol(Symbol::Tiger) => ("deer scared away", "deer scared away"),
        Counted::Symbol(symbol @ (Symbol::Fish | Symbol::Deer | Symbol::Aurochs)) => (symbol.name(), symbol.name()),
        fact => {
            return format!("{count} {}{}", fact.name(), if count == 1 || fact == Counted::Goods { "" } else { "s" });
        }
    };
    format!("{count} {}", if count == 1 { one } else { many })
}
