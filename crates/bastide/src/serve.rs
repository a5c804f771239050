//! `bastide serve`: the game server, with the browser client inside.

use serde::Deserialize;
use server::{Cluster, Config, Server};
use std::error::Error;
use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// The port that is taken if nothing is said.
const PORT: u16 = 8080;

/// How to serve. Every choice can also come from an environment variable or from a file of `name = value` lines (TOML); flags
/// come first, then the environment, then the file.
#[derive(clap::Args)]
pub struct Args {
    /// The port to listen on; 0 takes any free one [default: 8080]
    #[arg(long, env = "BASTIDE_PORT", value_name = "N")]
    port: Option<u16>,
    /// The folder that holds everything the server keeps [default: by the platform's convention]
    #[arg(long, env = "BASTIDE_DATA", value_name = "DIR")]
    data: Option<PathBuf>,
    /// Be one of several nodes that share this database in place of a folder, as postgres://user:password@host/name
    #[arg(long, env = "BASTIDE_DATABASE", value_name = "URL")]
    database: Option<String>,
    /// Where the nodes meet, as nats://host:4222; several with commas between them
    #[arg(long, env = "BASTIDE_NATS", value_name = "URL")]
    nats: Option<String>,
    /// How many seconds a node keeps its games without a sign of life; others have them afterwards [default: 10]
    #[arg(long, env = "BASTIDE_LEASE_SECONDS", value_name = "S")]
    lease_seconds: Option<f64>,
    /// A file with choices, `port = 8080` and so on
    #[arg(long, env = "BASTIDE_CONFIG", value_name = "FILE")]
    config: Option<PathBuf>,
    /// Let other machines connect: listen on all addresses of this one. Without it only programs on this machine can connect
    #[arg(long, env = "BASTIDE_PUBLIC")]
    public: bool,
    /// Listen on this address only
    #[arg(long, env = "BASTIDE_HOST", value_name = "IP", conflicts_with = "public")]
    host: Option<IpAddr>,
    /// The address by which people reach the server, for the links that it gives, as `https://bastide.example`
    #[arg(long, env = "BASTIDE_ADDRESS", value_name = "URL")]
    address: Option<String>,
    /// Another page whose scripts may open WebSockets here, as `https://other.example`; may be given several times
    #[arg(long, env = "BASTIDE_ORIGIN", value_name = "URL", value_delimiter = ',')]
    origin: Vec<String>,
    /// How many proxies in front of the server are trusted to say who asks (X-Forwarded-For) [default: 0]
    #[arg(long, env = "BASTIDE_TRUSTED_HOPS", value_name = "N")]
    trusted_hops: Option<usize>,
    /// The most connections that one address may keep open [default: 256]
    #[arg(long, env = "BASTIDE_CONNECTIONS", value_name = "N")]
    connections: Option<u32>,
    /// How many threads answer people [default: as many as there are cores]
    #[arg(long, env = "BASTIDE_THREADS", value_name = "N")]
    threads: Option<usize>,
    /// How many threads think for bots [default: as many as there are cores]
    #[arg(long, env = "BASTIDE_BOT_THREADS", value_name = "N")]
    bot_threads: Option<usize>,
    /// After how many seconds an idle room leaves memory [default: 60]
    #[arg(long, env = "BASTIDE_IDLE_SECONDS", value_name = "N")]
    idle_seconds: Option<u64>,
    /// After how many minutes a room that waits for players goes away [default: 120]
    #[arg(long, env = "BASTIDE_WAITING_MINUTES", value_name = "N")]
    waiting_minutes: Option<u64>,
    /// What is logged, as `info` or `server=debug` [default: warn]
    #[arg(long, env = "BASTIDE_LOG", value_name = "FILTER")]
    log: Option<String>,
    /// Write the log as JSON, one object a line
    #[arg(long, env = "BASTIDE_LOG_JSON")]
    log_json: bool,
    /// For tests: whoever makes a room may choose its seed
    #[arg(long)]
    allow_seeds: bool,
    /// For tests and load: no limits on rates and connections
    #[arg(long)]
    no_limits: bool,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
}

/// The same choices in a file.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct FileArgs {
    port: Option<u16>,
    data: Option<PathBuf>,
    database: Option<String>,
    nats: Option<String>,
    lease_seconds: Option<f64>,
    public: bool,
    host: Option<IpAddr>,
    address: Option<String>,
    origin: Vec<String>,
    trusted_hops: Option<usize>,
    connections: Option<u32>,
    threads: Option<usize>,
    bot_threads: Option<usize>,
    idle_seconds: Option<u64>,
    waiting_minutes: Option<u64>,
    log: Option<String>,
    log_json: bool,
}

fn read(file: &Path) -> Result<FileArgs, Box<dyn Error>> {
    let shown = file.display();
    let text = std::fs::read_to_string(file).map_err(|error| format!("{shown}: {error}"))?;
    Ok(toml::from_str(&text).map_err(|error| format!("{shown}: {error}"))?)
}

/// The data folder: as given, or as usual.
pub fn data_folder(given: Option<PathBuf>) -> Result<PathBuf, Box<dyn Error>> {
    let missing = "this system has no usual place for data: say where with --data";
    Ok(given.or_else(Config::usual_data).ok_or(missing)?)
}

/// What several nodes share: both engines or none.
fn cluster(args: &Args, file: &FileArgs) -> Result<Option<Cluster>, Box<dyn Error>> {
    let database = args.database.clone().or_else(|| file.database.clone());
    let nats = args.nats.clone().or_else(|| file.nats.clone());
    let lease = args.lease_seconds.or(file.lease_seconds);
    let (database, nats) = match (database, nats) {
        (Some(database), Some(nats)) => (database, nats),
        (None, None) if lease.is_some() => return Err("--lease-seconds is for nodes with --database and --nats".into()),
        (None, None) => return Ok(None),
        (Some(_), None) => return Err("--database needs --nats, where the nodes meet".into()),
        (None, Some(_)) => return Err("--nats needs --database, which the nodes share".into()),
    };
    if !["postgres://", "postgresql://"].iter().any(|scheme| database.starts_with(scheme)) {
        return Err("--database wants postgres://user:password@host/name".into());
    }
    if args.data.is_some() {
        return Err("--data and --database: everything is in one or the other (`bastide migrate` moves it)".into());
    }
    let lease = match lease {
        None => Cluster::USUAL_LEASE,
        Some(seconds) => Duration::try_from_secs_f64(seconds)
            .ok()
            .filter(|lease| Cluster::LEASES.contains(lease))
            .ok_or_else(|| format!("--lease-seconds wants 0.5 to 300, not {seconds}"))?,
    };
    Ok(Some(Cluster { database, nats, lease }))
}

fn configure(args: &Args, file: FileArgs) -> Result<Config, Box<dyn Error>> {
    let cluster = cluster(args, &file)?;
    let mut config = match cluster {
        Some(_) => Config::new(PathBuf::new()),
        None => Config::new(data_folder(args.data.clone().or(file.data))?),
    };
    config.cluster = cluster;
    config.port = args.port.or(file.port).unwrap_or(PORT);
    config.host = match (args.host, args.public, file.host) {
        (Some(host), _, _) => host,
        (None, true, _) => IpAddr::V6(Ipv6Addr::UNSPECIFIED),
        (None, false, Some(host)) => host,
        (None, false, None) if file.public => IpAddr::V6(Ipv6Addr::UNSPECIFIED),
        (None, false, None) => IpAddr::V4(Ipv4Addr::LOCALHOST),
    };
    config.address = args.address.clone().or(file.address);
    config.origins = if args.origin.is_empty() { file.origin } else { args.origin.clone() };
    config.trusted_hops = args.trusted_hops.or(file.trusted_hops).unwrap_or(config.trusted_hops);
    config.connections = args.connections.or(file.connections).unwrap_or(config.connections);
    config.threads = args.threads.or(file.threads).unwrap_or(config.threads);
    config.bot_threads = args.bot_threads.or(file.bot_threads).unwrap_or(config.bot_threads);
    config.idle_seconds = args.idle_seconds.or(file.idle_seconds).unwrap_or(config.idle_seconds);
    config.waiting_minutes = args.waiting_minutes.or(file.waiting_minutes).unwrap_or(config.waiting_minutes);
    config.allow_seeds = args.allow_seeds;
    config.limits = !args.no_limits;
    Ok(config)
}

/// Serves until the program is stopped.
pub fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    let file = args.config.as_deref().map(read).transpose()?.unwrap_or_default();
    log(args.log.as_deref().or(file.log.as_deref()), args.log_json || file.log_json)?;
    let wished = args.port.or(file.port).is_some();
    let mut config = configure(args, file)?;
    let data = match config.cluster {
        Some(_) => "PostgreSQL, shared with other nodes".to_owned(),
        None => config.data.display().to_string(),
    };
    let (server, moved) = match Server::bind(config.clone()) {
        Ok(server) => (server, false),
        // The usual port may be taken; any other will do, but browsers keep what they saved by address.
        Err(_) if !wished => {
            config.port = 0;
            (Server::bind(config)?, true)
        }
        Err(error) => return Err(error.into()),
    };
    let place = server.address()?;
    let host = if place.ip().is_unspecified() || place.ip().is_loopback() {
        "localhost".to_owned()
    } else if place.is_ipv6() {
        format!("[{}]", place.ip())
    } else {
        place.ip().to_string()
    };
    let address = format!("http://{host}:{}/", place.port());
    let everybody = !place.ip().is_loopback();
    let open_page = args.open;
    server.run(server::stop_signal(), move || {
        let mut out = io::stdout().lock();
        let _ = writeln!(out, "Bastide is at {address}  (Ctrl+C stops it)");
        if moved {
            let _ = writeln!(
                out,
                "Port {PORT} is taken by another program. Games that a browser saved belong to the address: those of port {PORT} \
                 are not here, and come back when Bastide has that port again. --port N chooses one for good."
            );
        }
        if !Server::has_client() {
            let _ = writeln!(out, "This program was built without the browser client: `cargo play` builds both.");
        }
        if everybody {
            let _ = writeln!(
                out,
                "Everybody who can reach this machine on port {} can open it, make rooms and play. It speaks plain HTTP: \
                 put a proxy with TLS in front of it on the internet.",
                place.port()
            );
        }
        let _ = writeln!(out, "Games are kept in {data}");
        let _ = out.flush();
        if open_page {
            open(&address);
        }
    })?;
    Ok(())
}

fn log(filter: Option<&str>, json: bool) -> Result<(), Box<dyn Error>> {
    server::log_to_stderr(filter.unwrap_or("warn"), json).map_err(|error| format!("--log: {error}").into())
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
