//! `bastide backup`: a copy of everything that a server keeps.

use std::error::Error;
use std::io::{self, Write};
use std::path::PathBuf;

/// What to copy where.
#[derive(clap::Args)]
pub struct Args {
    /// The file to write; it must not be there yet
    file: PathBuf,
    /// The folder of the server's data [default: by the platform's convention]
    #[arg(long, env = "BASTIDE_DATA", value_name = "DIR")]
    data: Option<PathBuf>,
}

/// Copies, also while a server uses the data.
pub fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    let data = crate::serve::data_folder(args.data.clone())?;
    server::backup(&data, &args.file)?;
    writeln!(io::stdout(), "{} holds a copy of {}", args.file.display(), data.display())?;
    Ok(())
}
