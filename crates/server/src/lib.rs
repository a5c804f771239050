//! The game server: rooms, clocks, spectators, archive. It serves the browser client, too, whose files are part of the program
//! (`cargo xtask web` makes them first).

mod accept;
mod bots;
mod config;
mod files;
mod house;
mod http;
mod hub;
mod limits;
mod metrics;
mod ratings;
mod room;
mod secret;
mod store;
mod text;
mod time;

pub use config::Config;
pub use metrics::processor_seconds;
pub use time::{Hands, Millis, Time};

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
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        let result = runtime.block_on(self.serve(stop, ready));
        runtime.shutdown_timeout(Duration::from_secs(1));
        result
    }

    async fn serve(
        self,
        stop: impl Future<Output = ()> + Send + 'static,
        ready: impl FnOnce(),
    ) -> Result<(), ServerError> {
        let Server { listener, config } = self;
        let store = store::sqlite::Sqlite::open(&config.data, config.time.now()).await?;
        let store: Arc<dyn Store> = Arc::new(store);
        let hub = Arc::new(hub::Hub::default());
        let metrics = Arc::new(metrics::Metrics::default());
        let settings =
            room::Settings { idle: Duration::from_secs(config.idle_seconds), allow_seeds: config.allow_seeds };
        let pool = bots::Pool::start(config.bot_threads);
        let time = config.time.clone();
        let rooms = room::Rooms::new(Arc::clone(&store), Arc::clone(&hub), pool, time, settings, Arc::clone(&metrics));
        let (close, closing) = watch::channel(false);
        let counted = Arc::clone(&metrics);
        let app = Arc::new(http::App::new(config, Arc::clone(&store), hub, rooms, metrics, closing));
        let house = tokio::spawn(house::keep(Arc::clone(&app)));
        let listener = tokio::net::TcpListener::from_std(listener)?;
        let serving = tokio::spawn(accept::accept(listener, http::router(app), close.subscribe()));
        ready();
        stop.await;
        tracing::info!("the server stops");
        let _ = close.send(true);
        house.abort();
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
        Ok(store.close().await?)
    }
}

/// Writes a copy of everything that a server keeps in a folder to a new file, also while it runs.
pub fn backup(data: &Path, to: &Path) -> Result<(), ServerError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    Ok(runtime.block_on(store::sqlite::backup(data, to))?)
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
