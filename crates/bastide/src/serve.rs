//! `bastide serve`: the browser client on this machine.

use server::Server;
use std::error::Error;
use std::io::{self, Write};
use std::process::{Command, Stdio};

/// What to serve where.
#[derive(clap::Args)]
pub struct Args {
    /// The port to listen on; 0 takes any free one
    #[arg(long, default_value_t = 8080)]
    port: u16,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
}

/// Serves until the program is stopped.
pub fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    if !Server::has_client() {
        return Err("this program was built without the browser client: run `cargo play`".into());
    }
    // The wished port may be taken by an earlier start; any other will do.
    let server = Server::local(args.port).or_else(|_| Server::local(0))?;
    let address = format!("http://localhost:{}/", server.port()?);
    writeln!(io::stdout(), "Bastide is at {address}  (Ctrl+C stops it)")?;
    if args.open {
        open(&address);
    }
    server.run()?;
    Ok(())
}

/// Opens the page if there is a desktop; the address was said anyway.
fn open(address: &str) {
    let (program, arguments): (&str, &[&str]) = if cfg!(target_os = "windows") {
        ("cmd", &["/C", "start", ""])
    } else if cfg!(target_os = "macos") {
        ("open", &[])
    } else if std::env::var_os("DISPLAY").is_some() || std::env::var_os("WAYLAND_DISPLAY").is_some() {
        ("xdg-open", &[])
    } else {
        return;
    };
    let _ = Command::new(program).args(arguments).arg(address).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
}
