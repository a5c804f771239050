//! `bastide worker`: thinks for the bots of all nodes.

use std::error::Error;
use std::io::{self, Write};

/// Whom to think for.
#[derive(clap::Args)]
pub struct Args {
    /// Where the nodes meet, as nats://host:4222; several with commas between them
    #[arg(long, env = "BASTIDE_NATS", value_name = "URL")]
    nats: String,
    /// How many threads think [default: as many as there are cores]
    #[arg(long, env = "BASTIDE_BOT_THREADS", value_name = "N")]
    threads: Option<usize>,
    /// What is logged, as `info` or `server=debug` [default: warn]
    #[arg(long, env = "BASTIDE_LOG", value_name = "FILTER")]
    log: Option<String>,
}

/// Thinks until the program is stopped.
pub fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    server::log_to_stderr(args.log.as_deref().unwrap_or("warn"), false).map_err(|error| format!("--log: {error}"))?;
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get);
    let threads = args.threads.unwrap_or(cores);
    server::work(&args.nats, threads, server::stop_signal(), || {
        let mut out = io::stdout().lock();
        let _ = writeln!(out, "Thinking for bots with {threads} threads  (Ctrl+C stops it)");
        let _ = out.flush();
    })?;
    Ok(())
}
