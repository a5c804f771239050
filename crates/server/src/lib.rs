//! The game server: rooms, clocks, spectators, archive. It serves the browser client, too, whose files are part of the program
//! (`cargo xtask web` makes them first).

#![allow(
    clippy::duplicate_mod,
    reason = "both storages compile the statements that they share, each with its own types"
)]

mod accept;
mod bots;
mod config;
mod files;
mod house;
mod http;
mod hub;
mod limits;
mod metrics;
mod nodes;
mod ratings;
mod room;
mod secret;
mod store;
mod text;
mod time;

pub use config::{Cluster, Config};
pub use metrics::processor_seconds;
pub use store::Moved;
pub use time::{Hands, Millis, Time};

use http::Standing;
use std::fmt;
use std::io::ErrorKind;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use store::{Store, StoreError};
use tokio::sync::watch;

/// How long open requests may take when the server stops.
const DRAIN: Duration = Duration::from_secs(10);

/// How long, and how often, it is waited for WebSockets to close.
const GOODBYE: Duration = Duration::from_millis(20);
const GOODBYES: u32 = 100;

/// Why the server cannot run.
#[derive(Debug)]
pub struct ServerError(String);

impl fmt::Display for ServerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ServerError {}

impl From<StoreError> for ServerError {
    fn from(error: StoreError) -> ServerError {
        ServerError(error.0)
    }
}

impl From<std::io::Error> for ServerError {
    fn from(error: std::io::Error) -> ServerError {
        ServerError(error.to_string())
    }
}

/// A server that listens, and does not answer yet.
pub struct Server {
    listener: TcpListener,
    config: Config,
}

impl Server {
    /// Listens where the configuration says.
    pub fn bind(config: Config) -> Result<Server, ServerError> {
        let place = SocketAddr::new(config.host, config.port);
        let bound = TcpListener::bind(place).or_else(|error| match config.host {
            // A machine without IPv6 has its other addresses.
            IpAddr::V6(Ipv6Addr::UNSPECIFIED) if error.kind() != ErrorKind::AddrInUse => {
                TcpListener::bind((Ipv4Addr::UNSPECIFIED, config.port))
            }
            _ => Err(error),
        });
        let listener = bound.map_err(|error| ServerError(format!("cannot listen on {place}: {error}")))?;
        listener.set_nonblocking(true)?;
        Ok(Server { listener, config })
    }

    /// Where it listens.
    pub fn address(&self) -> std::io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Whether the client's files are in this program.
    pub fn has_client() -> bool {
        files::find("index.html", "").is_some()
    }

    /// Answers until it is told to stop, by a signal or by this future. `ready` is called once it answers.
    pub fn run(self, stop: impl Future<Output = ()> + Send + 'static, ready: impl FnOnce()) -> Result<(), ServerError> {
        let threads = self.config.threads.clamp(1, 512);
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(threads).enable_all().build()?;
        let result = runtime.block_on(self.serve(stop, ready));
        runtime.shutdown_timeout(Duration::from_secs(1));
        result
    }

    async fn serve(
        self,
        stop: impl Future<Output = ()> + Send + 'static,
        ready: impl FnOnce(),
    ) -> Result<(), ServerError> {
        let Server { listener, mut config } = self;
        let mut nodes = None;
        let (store, hub): (Arc<dyn Store>, _) = match &config.cluster {
            None => {
                let store = store::sqlite::Sqlite::open(&config.data, config.time.now()).await?;
                (Arc::new(store), hub::Hub::default())
            }
            Some(cluster) => {
                // All nodes go by the clock of the database.
                config.time = config.time.correctable();
                let time = config.time.clone();
                let store = store::postgres::Postgres::open(&cluster.database, cluster.lease, time).await?;
                let store = Arc::new(store);
                let joined = nodes::Nodes::join(Arc::clone(&store), &cluster.nats).await.map_err(ServerError)?;
                let joined = nodes.insert(Arc::new(joined));
                (store, hub::Hub::shared(Arc::clone(&joined.carrier)))
            }
        };
        let hub = Arc::new(hub);
        let metrics = Arc::new(metrics::Metrics::default());
        let settings =
            room::Settings { idle: Duration::from_secs(config.idle_seconds), allow_seeds: config.allow_seeds };
        let pool = Arc::new(bots::Pool::start(config.bot_threads));
        let time = config.time.clone();
        let peers = nodes.as_ref().map(|nodes| Arc::clone(&nodes.peers));
        let thinkers = nodes.as_ref().map(|nodes| Arc::clone(&nodes.thinkers));
        let rooms = room::Rooms::new(
            Arc::clone(&store),
            Arc::clone(&hub),
            pool,
            peers,
            thinkers,
            time,
            settings,
            Arc::clone(&metrics),
        );
        let (close, standing) = watch::channel(Standing::Open);
        let counted = Arc::clone(&metrics);
        let app =
            Arc::new(http::App::new(config, Arc::clone(&store), hub, rooms.clone(), metrics, nodes.clone(), standing));
        let mut chores = vec![
            tokio::spawn(house::keep(Arc::clone(&app))),
            tokio::spawn(lame_duck(Arc::clone(&app))),
            tokio::spawn(rooms.clone().beat()),
        ];
        if let Some(nodes) = &nodes {
            Arc::clone(&nodes.peers).listen(Arc::clone(&app)).await.map_err(ServerError)?;
            chores.push(tokio::spawn(Arc::clone(nodes).keep(Arc::clone(&app), close.clone())));
            chores.push(tokio::spawn(Arc::clone(nodes).mind_clocks(Arc::clone(&app))));
            chores.push(tokio::spawn(Arc::clone(&app.hub).keep(move |room| rooms.is_live(room))));
        }
        let listener = tokio::net::TcpListener::from_std(listener)?;
        let serving = tokio::spawn(accept::accept(listener, http::router(Arc::clone(&app)), close.subscribe()));
        ready();
        stop.await;
        tracing::info!("the server stops");
        if let Some(nodes) = &nodes {
            // Others have the rooms before anybody is sent away.
            app.lame.store(true, Ordering::Relaxed);
            nodes.hand_over(&app).await;
        }
        let _ = close.send(Standing::Closing);
        match tokio::time::timeout(DRAIN, serving).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => return Err(ServerError(error.to_string())),
            Err(_) => tracing::warn!("some requests were cut off"),
        }
        // WebSockets say goodbye by themselves.
        for _ in 0..GOODBYES {
            if counted.sockets.load(Ordering::Relaxed) == 0 {
                break;
            }
            tokio::time::sleep(GOODBYE).await;
        }
        chores.iter().for_each(tokio::task::JoinHandle::abort);
        Ok(store.close().await?)
    }
}

/// Takes nobody new, but serves those who are there, once it gets the signal for that (SIGUSR1): so many nodes can be replaced,
/// and nobody has to move twice.
async fn lame_duck(app: Arc<http::App>) {
    #[cfg(unix)]
    if let Ok(mut signal) = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::user_defined1()) {
        while signal.recv().await.is_some() {
            tracing::info!("no new connections, please");
            app.lame.store(true, Ordering::Relaxed);
        }
    }
    drop(app);
}

/// Thinks for the bots of all nodes until it is told to stop. `ready` is called once it listens.
pub fn work(
    nats: &str,
    threads: usize,
    stop: impl Future<Output = ()>,
    ready: impl FnOnce(),
) -> Result<(), ServerError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    runtime.block_on(nodes::work(nats, threads, stop, ready)).map_err(ServerError)
}

/// Writes a copy of everything that a server keeps in a folder to a new file, also while it runs.
pub fn backup(data: &Path, to: &Path) -> Result<(), ServerError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    Ok(runtime.block_on(store::sqlite::backup(data, to))?)
}

/// Moves everything that a server keeps in a folder to an empty PostgreSQL database, and says what was moved. The server must
/// not run meanwhile.
pub fn migrate(from: &Path, to: &str) -> Result<Vec<Moved>, ServerError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    Ok(runtime.block_on(store::migrate(from, to))?)
}

/// Waits for the signal to stop: Ctrl+C, or what service managers send.
pub async fn stop_signal() {
    let interrupt = async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let terminate = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => drop(signal.recv().await),
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminate = std::future::pending::<()>();
    tokio::select! {
        () = interrupt => {}
        () = terminate => {}
    }
}

/// Writes what the server has to say to standard error: structured, without secrets. `filter` is as in `info` or
/// `server=debug`.
pub fn log_to_stderr(filter: &str, json: bool) -> Result<(), ServerError> {
    let filter = tracing_subscriber::EnvFilter::try_new(filter).map_err(|error| ServerError(error.to_string()))?;
    let lines = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    let done = if json { lines.json().try_init() } else { lines.try_init() };
    done.map_err(|error| ServerError(error.to_string()))
}
