//! `bastide import`: the records of a data set, or of a log from elsewhere.

use crate::dataset::{Found, Rows};
use clap::{Args as ClapArgs, ValueEnum};
use foreign::Source;
use std::error::Error;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

/// What a file that zstd packed begins with.
const PACKED: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// What to read, and where the records go.
#[derive(ClapArgs)]
pub struct Args {
    /// The data set, unpacked if it ends in .zst, or the log; `-` reads standard input
    file: PathBuf,
    /// What it is: a data set of ours, or a log of one game that was played elsewhere
    #[arg(long, value_enum, default_value = "dataset")]
    from: From,
    /// The folder for the records, each a file named by its id (else by its line, or as the log); without it a data set is
    /// only checked, and the record of a log is printed
    #[arg(long, short, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

/// What is read.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum From {
    /// A data set (JSON Lines) of `bastide export`
    Dataset,
    /// A log from wherever it comes
    Auto,
    /// A saved game of JCloisterZone
    Jcz,
    /// A replay log of Board Game Arena
    Bga,
}

impl From {
    /// Whether a log may come from there.
    fn allows(self, source: Source) -> bool {
        match self {
            From::Dataset => false,
            From::Auto => true,
            From::Jcz => source == Source::JCloisterZone,
            From::Bga => source == Source::BoardGameArena,
        }
    }
}

/// Reads a log from elsewhere. What could be read is written also where it contradicts our rules; then that is an error.
fn run_log(args: &Args) -> Result<(), Box<dyn Error>> {
    let shown = args.file.display();
    let mut text = String::new();
    open(&args.file)?.read_to_string(&mut text).map_err(|error| format!("{shown}: {error}"))?;
    if text.trim_start_matches('\u{feff}').starts_with("bastide record") {
        return Err(format!("{shown}: this is a record of Bastide already").into());
    }
    let reading = foreign::read(&text).map_err(|error| format!("{shown}: {error}"))?;
    if !args.from.allows(reading.source) {
        return Err(format!("{shown}: this is a log of {}", reading.source.name()).into());
    }
    match &args.out {
        Some(folder) => {
            let name = args.file.file_stem().unwrap_or_default().to_string_lossy();
            // Browsers save as `game (1)`.
            let plain: String = name.chars().map(|letter| if is_plain(letter) { letter } else { '-' }).collect();
            let id = Some(plain).filter(|name| is_file_name(name));
            let path = write(folder, &(1, id, reading.record)).map_err(|error| format!("{shown}: {error}"))?;
            writeln!(io::stdout(), "{}", path.display())?;
        }
        None => write!(io::stdout(), "{}", reading.record)?,
    }
    match reading.trouble {
        Some(trouble) => Err(format!("{shown}: {trouble}").into()),
        None => Ok(()),
    }
}

/// Reads, checks by playing, and writes.
pub fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    if let Some(folder) = &args.out {
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    if args.from != From::Dataset {
        return run_log(args);
    }
    let shown = args.file.display();
    let mut games = 0u64;
    for found in Rows::new(open(&args.file)?) {
        let found = found.map_err(|error| format!("{shown}: {error}"))?;
        if let Some(folder) = &args.out {
            write(folder, &found).map_err(|error| format!("{shown}: line {}: {error}", found.0))?;
        }
        games += 1;
    }
    let what = if args.out.is_some() { "written" } else { "in order" };
    let noun = if games == 1 { "game" } else { "games" };
    writeln!(io::stdout(), "{games} {noun} {what}")?;
    Ok(())
}

fn open(path: &Path) -> Result<Box<dyn BufRead>, String> {
    if path.as_os_str() == "-" {
        return Ok(Box::new(io::stdin().lock()));
    }
    let wrong = |error: io::Error| format!("{}: {error}", path.display());
    let mut file = BufReader::new(File::open(path).map_err(wrong)?);
    Ok(if path.extension().is_some_and(|end| end == "zst") {
        let start = file.fill_buf().map_err(wrong)?;
        if !start.is_empty() && !start.starts_with(&PACKED) {
            return Err(format!("{}: this is not packed with zstd, although its name says so", path.display()));
        }
        Box::new(BufReader::new(zstd::Decoder::with_buffer(file).map_err(wrong)?))
    } else {
        Box::new(file)
    })
}

/// Writes a record into a file that was not there before, and says which.
fn write(folder: &Path, (number, id, record): &Found) -> Result<PathBuf, String> {
    let name = match id {
        Some(id) if is_file_name(id) => id.clone(),
        Some(id) => {
            return Err(format!("the id {id:?} cannot be a file name: letters, digits, `.`, `-` and `_` can"));
        }
        None => format!("{number:06}"),
    };
    let path = folder.join(format!("{name}.record"));
    let wrong = |error: io::Error| format!("{}: {error}", path.display());
    let mut file = OpenOptions::new().write(true).create_new(true).open(&path).map_err(wrong)?;
    if let Err(error) = file.write_all(record.to_string().as_bytes()) {
        // A part of a record is of no use.
        let _ = fs::remove_file(&path);
        return Err(wrong(error));
    }
    Ok(path)
}

/// Whether a letter may be in a file's name wherever that is.
fn is_plain(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '.' | '-' | '_')
}

/// Whether a name from outside leads nowhere but into the folder.
fn is_file_name(id: &str) -> bool {
    !id.is_empty() && id.len() <= 200 && !id.starts_with('.') && id.chars().all(is_plain)
}
