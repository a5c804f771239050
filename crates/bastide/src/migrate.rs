//! `bastide migrate`: from one server's folder to PostgreSQL.

use std::error::Error;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// What to move where.
#[derive(clap::Args)]
pub struct Args {
    /// The data of a server that does not run, as sqlite:DIR or sqlite:DIR/bastide.sqlite
    #[arg(long, value_name = "sqlite:DIR")]
    from: String,
    /// An empty database, as postgres://user:password@host/name
    #[arg(long, value_name = "URL")]
    to: String,
}

/// The data folder.
fn folder(from: &str) -> Result<PathBuf, Box<dyn Error>> {
    let path = from.strip_prefix("sqlite:").ok_or("--from wants sqlite:DIR")?;
    let path = Path::new(path.strip_prefix("//").unwrap_or(path));
    let is_file = path.extension().is_some_and(|extension| extension == "sqlite") && !path.is_dir();
    let folder = if is_file { path.parent().unwrap_or(Path::new("")) } else { path };
    Ok(if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder.to_owned() })
}

/// Moves, compares and says what was moved.
pub fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    if !args.to.starts_with("postgres://") && !args.to.starts_with("postgresql://") {
        return Err("--to wants postgres://…".into());
    }
    let moved = server::migrate(&folder(&args.from)?, &args.to)?;
    let mut out = io::stdout().lock();
    writeln!(out, "{:<12} {:>10}  SHA-256, the same at both ends", "table", "rows")?;
    for table in &moved {
        writeln!(out, "{:<12} {:>10}  {}", table.table, table.rows, table.checksum)?;
    }
    writeln!(out, "Everything is in the new database; the folder was not changed.")?;
    Ok(())
}
