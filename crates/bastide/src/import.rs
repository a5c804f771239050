//! `bastide import`: the records of a data set, or of a log from elsewhere.

use crate::dataset::{Found, Rows};
use clap::{Args as ClapArgs, ValueEnum};
use foreign::Source;
use std::error::Error;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

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
    let reading = foreign::read(&text).map_err(|error| format!("{shown}: {error}"))?;
    if !args.from.allows(reading.source) {
        return Err(format!("{shown}: this is a log of {}", reading.source.name()).into());
    }
    match &args.out {
        Some(folder) => {
            let name = args.file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let id = Some(name).filter(|name| is_file_name(name));
            write(folder, &(1, id, reading.record)).map_err(|error| format!("{shown}: {error}"))?;
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
    writeln!(io::stdout(), "{games} games {what}")?;
    Ok(())
}

fn open(path: &Path) -> Result<Box<dyn BufRead>, String> {
    if path.as_os_str() == "-" {
        return Ok(Box::new(io::stdin().lock()));
    }
    let wrong = |error: io::Error| format!("{}: {error}", path.display());
    let file = File::open(path).map_err(wrong)?;
    Ok(if path.extension().is_some_and(|end| end == "zst") {
        Box::new(BufReader::new(zstd::Decoder::new(file).map_err(wrong)?))
    } else {
        Box::new(BufReader::new(file))
    })
}

/// Writes a record into a file that was not there before.
fn write(folder: &Path, (number, id, record): &Found) -> Result<(), String> {
    let name = match id {
        Some(id) if is_file_name(id) => id.clone(),
        Some(id) => {
            return Err(format!("the id {id:?} cannot be a file name: letters, digits, `.`, `-` and `_` can"));
        }
        None => format!("{number:06}"),
    };
    let path = folder.join(format!("{name}.record"));
    let file = OpenOptions::new().write(true).create_new(true).open(&path);
    let written = file.and_then(|mut file| file.write_all(record.to_string().as_bytes()));
    written.map_err(|error| format!("{}: {error}", path.display()))
}

/// Whether a name from outside leads nowhere but into the folder.
fn is_file_name(id: &str) -> bool {
    let plain = |letter: char| letter.is_alphanumeric() || matches!(letter, '.' | '-' | '_');
    !id.is_empty() && id.len() <= 200 && !id.starts_with('.') && id.chars().all(plain)
}
