//! One of several equal nodes: how it shows that it is there, what it does when others are gone, and how they speak to each other.
//!
//! Leases are in PostgreSQL ([`crate::store::postgres`]); NATS carries messages, none of which has to arrive.

mod carrier;
mod letter;
mod peers;
mod thinkers;

pub(crate) use carrier::Carrier;
pub(crate) use letter::Said;
pub(crate) use peers::Peers;
pub(crate) use thinkers::{Thinkers, work};

use crate::http::{App, Standing};
use crate::store::Store;
use crate::store::postgres::{Beat, Postgres};
use async_nats::Event;
use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::{Notify, watch};

/// How long NATS may be away before the node gives its rooms to those who still reach it, in leases.
const PATIENCE: u32 = 1;

/// What connects a node with the others.
pub(crate) struct Nodes {
    pub(crate) store: Arc<Postgres>,
    pub(crate) carrier: Arc<Carrier>,
    pub(crate) peers: Arc<Peers>,
    pub(crate) thinkers: Arc<Thinkers>,
    /// Somebody gave rooms away: look for them now.
    pub(crate) orphans: Arc<Notify>,
    /// Whether NATS is reached.
    reached: watch::Receiver<bool>,
}

/// How often it is asked whether NATS is there, and how long a connection may have been dead when it is found to be.
const PING: Duration = Duration::from_secs(2);
const DEAD_BEFORE: Duration = Duration::from_secs(6);
/// Nodes find their way back to NATS one after the other: so long after one is back, all are.
const ALL_BACK: Duration = Duration::from_millis(1500);

/// Connects to NATS, with an error that says where; `reached` hears when that is lost and found again.
pub(crate) async fn connect(url: &str, reached: watch::Sender<bool>) -> Result<async_nats::Client, String> {
    let shown = crate::store::postgres::shown(url);
    let heard = move |event| {
        match event {
            Event::Connected => reached.send_replace(true),
            Event::Disconnected => reached.send_replace(false),
            _ => true,
        };
        std::future::ready(())
    };
    let options = async_nats::ConnectOptions::new()
        .event_callback(heard)
        .name("bastide")
        .no_echo()
        .ping_interval(PING)
        .connection_timeout(Duration::from_secs(5))
        .reconnect_delay_callback(|attempts| Duration::from_millis(100 * attempts.clamp(1, 10) as u64));
    let servers: Vec<&str> = url.split(',').map(str::trim).collect();
    options.connect(servers).await.map_err(|error| format!("NATS at {shown}: {error}"))
}

impl Nodes {
    /// Joins the others.
    pub(crate) async fn join(store: Arc<Postgres>, nats: &str) -> Result<Nodes, String> {
        let (told, reached) = watch::channel(true);
        let client = connect(nats, told).await?;
        let carrier = Arc::new(Carrier::new(client, Arc::clone(&store)));
        let peers = Arc::new(Peers::new(Arc::clone(&carrier)));
        let thinkers = Arc::new(Thinkers::new(carrier.client.clone()));
        Ok(Nodes { store, carrier, peers, thinkers, orphans: Arc::default(), reached })
    }

    /// Numbers for those who watch.
    pub(crate) fn write_metrics(&self, out: &mut String) {
        let get = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        for (name, kind, help, value) in [
            ("bastide_nats_connected", "gauge", "Whether NATS is reached.", u64::from(self.reaches_nats())),
            ("bastide_lease_held", "gauge", "Whether this node may write.", u64::from(self.store.holds())),
            ("bastide_peer_requests_total", "counter", "Questions to other nodes.", get(&self.peers.asked)),
            ("bastide_rooms_moved_total", "counter", "Rooms that went to their people.", get(&self.peers.moved)),
            ("bastide_nats_published_total", "counter", "Letters to other nodes.", get(&self.carrier.sent)),
            ("bastide_shared_commits_total", "counter", "Commits of events of many rooms.", self.store.commits()),
            ("bastide_worker_moves_total", "counter", "Moves that workers thought of.", get(&self.thinkers.answered)),
        ] {
            let _ = writeln!(out, "# HELP {name} {help}\n# TYPE {name} {kind}\n{name} {value}");
        }
    }

    fn reaches_nats(&self) -> bool {
        self.carrier.is_connected()
    }

    /// Stops the clocks while this node does not hear the others, until the server stops.
    pub(crate) async fn mind_clocks(self: Arc<Nodes>, app: Arc<App>) {
        let mut reached = self.reached.clone();
        while let Ok(back) = reached.changed().await.map(|()| *reached.borrow_and_update()) {
            if !back {
                app.rooms.stand_still(DEAD_BEFORE);
                continue;
            }
            tokio::time::sleep(ALL_BACK).await;
            if *reached.borrow() {
                app.rooms.go_on();
            }
        }
    }

    /// Shows that this node is there, and takes over from those who are not, until the server stops.
    pub(crate) async fn keep(self: Arc<Nodes>, app: Arc<App>, standing: watch::Sender<Standing>) {
        let round = self.store.lease() / 4;
        let mut nats_seen = Instant::now();
        let mut was_connected = true;
        let mut others_since: Option<Instant> = None;
        let mut troubled = false;
        loop {
            tokio::select! {
                () = tokio::time::sleep(round) => {}
                () = self.orphans.notified() => {}
            }
            let connected = self.reaches_nats();
            if connected {
                nats_seen = Instant::now();
                if !was_connected {
                    tracing::info!("NATS is back");
                    app.known.clear();
                    app.hub.doubt();
                }
            }
            was_connected = connected;
            let long = nats_seen.elapsed() > self.store.lease() * PATIENCE;
            match self.store.beat(connected).await {
                Ok(Beat::Held { dead, others_reach_nats }) => {
                    app.rooms.note_served();
                    if std::mem::take(&mut troubled) {
                        // A crash of PostgreSQL forgets who is there.
                        app.hub.doubt();
                        app.limits.note_all().await;
                    }
                    for node in dead {
                        self.mourn(&app, &node).await;
                    }
                    // If nobody reaches NATS, going elsewhere helps nobody; if it has just come back, it comes back here, too.
                    others_since = others_since.filter(|_| others_reach_nats).or(others_reach_nats.then(Instant::now));
                    let cut_off = long && others_since.is_some_and(|since| since.elapsed() > self.store.lease() / 2);
                    self.stand(&app, &standing, cut_off).await;
                    if !cut_off {
                        self.adopt(&app).await;
                    }
                }
                Ok(Beat::Lost) => self.rejoin(&app, &standing, connected).await,
                Err(error) => {
                    troubled = true;
                    app.rooms.note_failed();
                    tracing::warn!(%error, "PostgreSQL does not hear that this node is there");
                    if !self.store.holds() {
                        app.rooms.retire();
                        set(&standing, Standing::Away);
                    }
                }
            }
        }
    }

    /// Takes part, or steps aside while it is cut off.
    async fn stand(&self, app: &App, standing: &watch::Sender<Standing>, cut_off: bool) {
        let before = *standing.borrow();
        if cut_off && before == Standing::Open {
            tracing::warn!("NATS is out of reach for this node alone: it gives its rooms away");
            self.store.set_leaving(true);
            set(standing, Standing::Away);
            let since = app.config.time.now();
            app.rooms.all_retire().await;
            if let Err(error) = self.store.give_away(since).await {
                tracing::warn!(%error, "rooms could not be given away");
            }
        } else if !cut_off && before == Standing::Away {
            self.store.set_leaving(false);
            set(standing, Standing::Open);
        }
    }

    /// Others have declared this node dead: it begins again, with nothing.
    async fn rejoin(&self, app: &App, standing: &watch::Sender<Standing>, connected: bool) {
        tracing::warn!("this node was away for too long: others have its rooms");
        app.rooms.retire();
        match self.store.register(connected).await {
            Ok(()) => {
                app.hub.doubt();
                app.limits.note_all().await;
                app.known.clear();
                self.stand(app, standing, false).await;
            }
            Err(error) => {
                tracing::warn!(%error, "this node cannot join");
                set(standing, Standing::Away);
            }
        }
    }

    /// A node is dead: those who were connected to it are not there any more.
    async fn mourn(&self, app: &App, node: &str) {
        tracing::warn!(node, "a node is gone");
        self.orphans.notify_one();
        self.peers.bury(app, node);
        self.carrier.notice("dead", node).await;
        let Ok(rooms) = self.store.rooms_at(node).await else { return };
        rooms.iter().for_each(|room| app.hub.tell_presence(room));
        for (room, other) in self.store.concerned(&rooms).await.unwrap_or_default() {
            self.carrier.tell(&other, &Said::Presence { room: &room });
        }
    }

    /// Takes rooms that nobody has.
    async fn adopt(&self, app: &App) {
        loop {
            match self.store.take_orphans().await {
                Ok(rooms) if rooms.is_empty() => return,
                Ok(rooms) => {
                    tracing::info!(rooms = rooms.len(), "rooms taken over");
                    rooms.iter().for_each(|room| app.rooms.poke(room));
                }
                Err(error) => {
                    tracing::warn!(%error, "cannot look for rooms without a node");
                    return;
                }
            }
        }
    }

    /// Gives everything away before the server stops; from now on others answer for its rooms.
    pub(crate) async fn hand_over(&self, app: &App) {
        self.store.set_leaving(true);
        let since = app.config.time.now();
        app.rooms.all_retire().await;
        match self.store.give_away(since).await {
            Ok(()) => self.carrier.notice("orphans", "").await,
            Err(error) => tracing::warn!(%error, "rooms could not be given away"),
        }
    }
}

/// Changes how the node stands, unless it is closing.
fn set(standing: &watch::Sender<Standing>, new: Standing) {
    standing.send_if_modified(|now| {
        let change = *now != Standing::Closing && *now != new;
        if change {
            *now = new;
        }
        change
    });
}
