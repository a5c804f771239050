//! What can be chosen about the server.

use crate::time::Time;
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::time::Duration;

/// How the server runs.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address to listen on; only this machine unless told otherwise.
    pub host: IpAddr,
    /// The port; 0 takes any free one.
    pub port: u16,
    /// The folder that holds everything the server keeps.
    pub data: PathBuf,
    /// What several nodes share, in place of the folder.
    pub cluster: Option<Cluster>,
    /// The address by which people reach the server, for links; what their browsers ask for if absent.
    pub address: Option<String>,
    /// Other pages whose scripts may open WebSockets here.
    pub origins: Vec<String>,
    /// How many proxies in front are trusted to say who asks.
    pub trusted_hops: usize,
    /// Whether whoever makes a room may choose its seed: for tests.
    pub allow_seeds: bool,
    /// Whether addresses are limited in how much they ask for.
    pub limits: bool,
    /// The most connections that one address may keep open.
    pub connections: u32,
    /// How many threads answer people.
    pub threads: usize,
    /// How many threads think for bots.
    pub bot_threads: usize,
    /// After how many seconds an idle room leaves memory.
    pub idle_seconds: u64,
    /// After how many minutes a room that waits for players goes away.
    pub waiting_minutes: u64,
    /// What time it is; tests decide it themselves.
    pub time: Time,
}

/// What several nodes share.
#[derive(Clone, Debug)]
pub struct Cluster {
    /// The database, as `postgres://user:password@host/name`.
    pub database: String,
    /// Where nodes meet, as `nats://host:4222`; several with commas between them.
    pub nats: String,
    /// How long a node keeps its rooms without a sign of life.
    pub lease: Duration,
}

impl Cluster {
    /// How long a lease is if nothing is said.
    pub const USUAL_LEASE: Duration = Duration::from_secs(10);
    /// The shortest and the longest lease that make sense.
    pub const LEASES: std::ops::RangeInclusive<Duration> = Duration::from_millis(500)..=Duration::from_secs(300);
}

impl Config {
    /// The usual choices, with this data folder.
    pub fn new(data: PathBuf) -> Config {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get);
        Config {
            host: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: 8080,
            data,
            cluster: None,
            address: None,
            origins: Vec::new(),
            trusted_hops: 0,
            allow_seeds: false,
            limits: true,
            connections: 256,
            threads: cores,
            bot_threads: cores,
            idle_seconds: 60,
            waiting_minutes: 120,
            time: Time::System,
        }
    }

    /// The data folder by the platform's convention.
    pub fn usual_data() -> Option<PathBuf> {
        let folder = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let base = if cfg!(target_os = "windows") {
            folder("LOCALAPPDATA")
        } else if cfg!(target_os = "macos") {
            folder("HOME").map(|home| home.join("Library/Application Support"))
        } else {
            let given = folder("XDG_DATA_HOME").filter(|path| path.is_absolute());
            given.or_else(|| folder("HOME").map(|home| home.join(".local/share")))
        };
        base.map(|base| base.join("bastide"))
    }
}
