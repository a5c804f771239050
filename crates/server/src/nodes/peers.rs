//! Questions to the node that has a room, and what others ask and tell.

use super::Carrier;
use super::letter::Said;
use crate::http::App;
use crate::room::{Answer, Ask, No};
use crate::store::postgres::process;
use async_nats::StatusCode;
use futures_util::StreamExt;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// How many ways are remembered.
const ROUTES: usize = 100_000;
/// The longest that one question waits; then it is looked again who has the room.
const WAIT: Duration = Duration::from_secs(2);
/// For how long a node that did not answer is not asked again.
const SULK: Duration = Duration::from_millis(250);

/// A question that was asked: of which process, and who waits for the answer.
type Asked = (String, oneshot::Sender<Result<Answer, No>>);

/// The other nodes, as far as rooms are concerned.
pub(crate) struct Peers {
    carrier: Arc<Carrier>,
    routes: Mutex<HashMap<String, String>>,
    silent: Mutex<HashMap<String, Instant>>,
    open: Mutex<HashMap<u64, Asked>>,
    pub(crate) asked: AtomicU64,
    /// How many rooms went to where their people are.
    pub(crate) moved: AtomicU64,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Peers {
    pub(crate) fn new(carrier: Arc<Carrier>) -> Peers {
        Peers {
            carrier,
            routes: Mutex::default(),
            silent: Mutex::default(),
            open: Mutex::default(),
            asked: AtomicU64::new(0),
            moved: AtomicU64::new(0),
        }
    }

    /// How long a room is looked for: until another node can have it, and somewhat longer.
    pub(crate) fn patience(&self) -> Duration {
        self.carrier.store.lease() + Duration::from_secs(5)
    }

    /// Which node is believed to have a room.
    pub(crate) fn route(&self, room: &str) -> Option<String> {
        lock(&self.routes).get(room).cloned()
    }

    /// A node has a room.
    pub(crate) fn remember(&self, room: &str, node: &str) {
        let mut routes = lock(&self.routes);
        if routes.len() >= ROUTES {
            routes.clear();
        }
        routes.insert(room.to_owned(), node.to_owned());
    }

    /// It does not. Says which one was believed to.
    pub(crate) fn forget(&self, room: &str) -> Option<String> {
        lock(&self.routes).remove(room)
    }

    /// Whether that is this very process.
    pub(crate) fn is_me(&self, node: &str) -> bool {
        process(node) == self.carrier.own
    }

    /// Whether a node has just not answered.
    pub(crate) fn is_silent(&self, node: &str) -> bool {
        lock(&self.silent).get(process(node)).is_some_and(|since| since.elapsed() < SULK)
    }

    /// Asks a node about a room, which this node `wants` if nobody listens to it there.
    pub(crate) async fn ask(&self, node: &str, room: &str, ask: &Ask, wants: bool) -> Result<Answer, No> {
        let number = self.asked.fetch_add(1, Ordering::Relaxed);
        let Ok(text) = serde_json::to_string(ask) else { return Err(No::Silent) };
        let (reply, answer) = oneshot::channel();
        lock(&self.open).insert(number, (process(node).to_owned(), reply));
        let wants = wants && self.carrier.store.takes_rooms();
        let answer = match self.carrier.tell(node, &Said::Question { number, room, wants, ask: &text }) {
            true => tokio::time::timeout(WAIT, answer).await,
            false => Ok(Ok(Err(No::Silent))),
        };
        lock(&self.open).remove(&number);
        let answer = answer.ok().and_then(Result::ok).unwrap_or(Err(No::Silent));
        if matches!(answer, Err(No::Silent)) {
            let mut silent = lock(&self.silent);
            silent.retain(|_, since| since.elapsed() < SULK);
            silent.insert(process(node).to_owned(), Instant::now());
        }
        answer
    }

    /// A process is not there: whoever waits for an answer of it waits no longer.
    fn give_up(&self, process: &str) {
        let mut open = lock(&self.open);
        let lost: Vec<u64> =
            open.iter().filter(|(_, (asked, _))| asked == process).map(|(number, _)| *number).collect();
        for number in lost {
            if let Some((_, reply)) = open.remove(&number) {
                let _ = reply.send(Err(No::Silent));
            }
        }
    }

    /// Reads the letters of other nodes, until the server stops.
    pub(crate) async fn listen(self: Arc<Peers>, app: Arc<App>) -> Result<(), String> {
        let failed = |error: async_nats::SubscribeError| format!("NATS: {error}");
        let (carrier, client) = (&self.carrier, &self.carrier.client);
        let letters = client.subscribe(carrier.subject(&carrier.own)).await.map_err(failed)?;
        let returns = client.subscribe(carrier.returns("*")).await.map_err(failed)?;
        let notices = client.subscribe(format!("{}.notice.*", carrier.prefix)).await.map_err(failed)?;
        client.flush().await.map_err(|error| format!("NATS: {error}"))?;
        let (peers, reader) = (Arc::clone(&self), Arc::clone(&app));
        tokio::spawn(letters.for_each(move |message| {
            match std::str::from_utf8(&message.payload) {
                Ok(letter) => peers.read(&reader, letter),
                Err(error) => tracing::warn!(%error, "a letter cannot be read"),
            }
            std::future::ready(())
        }));
        let peers = Arc::clone(&self);
        tokio::spawn(returns.for_each(move |message| {
            if message.status == Some(StatusCode::NO_RESPONDERS)
                && let Some(process) = message.subject.rsplit('.').next()
            {
                peers.give_up(process);
            }
            std::future::ready(())
        }));
        tokio::spawn(notices.for_each(move |message| {
            self.hear(&app, &message);
            std::future::ready(())
        }));
        Ok(())
    }

    fn read(self: &Arc<Peers>, app: &Arc<App>, letter: &str) {
        let mut lines = letter.split('\n');
        let Some(from) = lines.next() else { return };
        let mut events: Vec<(u64, Arc<str>)> = Vec::new();
        let mut lines = lines.peekable();
        while let Some(line) = lines.next() {
            let Some(said) = Said::read(line) else {
                tracing::warn!(from, "another node says what cannot be understood");
                continue;
            };
            match said {
                Said::Question { number, room, wants, ask } => {
                    let (peers, app) = (Arc::clone(self), Arc::clone(app));
                    let (from, room, ask) = (from.to_owned(), room.to_owned(), serde_json::from_str(ask));
                    tokio::spawn(async move { peers.answer(&app, &from, number, &room, wants, ask).await });
                }
                Said::Answer { number, text } => {
                    let Some((_, reply)) = lock(&self.open).remove(&number) else { continue };
                    let _ = reply.send(serde_json::from_str(text).unwrap_or(Err(No::Silent)));
                }
                Said::Event { room, n, text } => {
                    events.push((n, Arc::from(text)));
                    // Events of one room that happened together are told together.
                    let follows = |next: &&str| matches!(Said::read(next), Some(Said::Event { room: other, .. }) if other == room);
                    if lines.peek().is_some_and(follows) {
                        continue;
                    }
                    if !app.hub.tell(room, &events) {
                        self.carrier.tell(from, &Said::Here { room, listening: false });
                    }
                    events.clear();
                }
                Said::Here { room, listening } => {
                    app.hub.note_interest(room, from, listening);
                    app.hub.tell_presence(room);
                }
                Said::Presence { room } => app.hub.tell_presence(room),
                Said::Gone { room } => app.hub.cut_off(room),
                Said::Yours { room } => {
                    self.forget(room);
                    app.rooms.poke(room);
                }
            }
        }
    }

    async fn answer(&self, app: &App, from: &str, number: u64, room: &str, wants: bool, ask: serde_json::Result<Ask>) {
        let (answer, acts) = match ask {
            Ok(ask) => {
                // A room that went on to another node is not fetched back; once, in case it never got there.
                let gone_to = if app.rooms.is_live(room) { None } else { self.forget(room) };
                let answer = match gone_to.filter(|node| !self.is_me(node) && process(node) != from) {
                    Some(node) => Err(No::Moved(Some(node))),
                    None => app.rooms.answer(room, &ask).await,
                };
                (answer, matches!(ask, Ask::Do(_)))
            }
            // A newer version asks what this one does not know.
            Err(error) => {
                tracing::warn!(%error, "another node asks what cannot be read");
                (Err(No::Silent), false)
            }
        };
        // A game goes to where its people are.
        let moves = wants && acts && answer.is_ok() && !app.hub.has_listeners(room);
        let Ok(text) = serde_json::to_string(&answer) else { return };
        self.carrier.tell(from, &Said::Answer { number, text: &text });
        if moves && app.rooms.hand_on(room).await {
            self.moved.fetch_add(1, Ordering::Relaxed);
            self.remember(room, from);
            self.carrier.tell(from, &Said::Yours { room });
        }
    }

    /// Something that concerns all nodes.
    fn hear(&self, app: &App, message: &async_nats::Message) {
        let about = std::str::from_utf8(&message.payload).unwrap_or_default();
        match message.subject.rsplit('.').next() {
            Some("orphans") => app.nodes.iter().for_each(|nodes| nodes.orphans.notify_one()),
            Some("renamed") => app.known.forget(about),
            Some("dead") => self.bury(app, about),
            _ => {}
        }
    }

    /// A node is dead.
    pub(crate) fn bury(&self, app: &App, node: &str) {
        self.give_up(process(node));
        app.hub.lose_interest(process(node));
    }
}
