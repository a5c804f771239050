//! Questions to the node that has a room, and answers to others.

use super::Carrier;
use crate::http::App;
use crate::room::{Answer, Ask, No};
use crate::store::postgres::process;
use async_nats::Request;
use futures_util::StreamExt;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How many ways are remembered.
const ROUTES: usize = 100_000;
/// The longest that one question waits; then it is looked again who has the room.
const WAIT: Duration = Duration::from_secs(2);
/// For how long a node that did not answer is not asked again.
const SULK: Duration = Duration::from_millis(250);

/// A question as it travels.
#[derive(Serialize, Deserialize)]
struct Question {
    room: String,
    ask: Ask,
}

/// The other nodes, as far as rooms are concerned.
pub(crate) struct Peers {
    carrier: Arc<Carrier>,
    routes: Mutex<HashMap<String, String>>,
    silent: Mutex<HashMap<String, Instant>>,
    pub(crate) asked: AtomicU64,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Peers {
    pub(crate) fn new(carrier: Arc<Carrier>) -> Peers {
        Peers { carrier, routes: Mutex::default(), silent: Mutex::default(), asked: AtomicU64::new(0) }
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

    /// It does not.
    pub(crate) fn forget(&self, room: &str) {
        lock(&self.routes).remove(room);
    }

    /// Whether that is this very process.
    pub(crate) fn is_me(&self, node: &str) -> bool {
        process(node) == process(&self.carrier.store.node())
    }

    /// Whether a node has just not answered.
    pub(crate) fn is_silent(&self, node: &str) -> bool {
        lock(&self.silent).get(node).is_some_and(|since| since.elapsed() < SULK)
    }

    fn subject(&self, node: &str) -> String {
        format!("{}.node.{}", self.carrier.prefix, process(node))
    }

    /// Asks a node about a room.
    pub(crate) async fn ask(&self, node: &str, room: &str, ask: &Ask) -> Result<Answer, No> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        let question = Question { room: room.to_owned(), ask: ask.clone() };
        let Ok(text) = serde_json::to_vec(&question) else { return Err(No::Silent) };
        let request = Request::new().payload(text.into()).timeout(Some(WAIT));
        let asked = self.carrier.client.send_request(self.subject(node), request);
        let answer = match tokio::time::timeout(WAIT, asked).await {
            Ok(Ok(message)) => serde_json::from_slice(&message.payload).unwrap_or(Err(No::Silent)),
            _ => Err(No::Silent),
        };
        if matches!(answer, Err(No::Silent)) {
            let mut silent = lock(&self.silent);
            silent.retain(|_, since| since.elapsed() < SULK);
            silent.insert(node.to_owned(), Instant::now());
        }
        answer
    }

    /// Answers what other nodes ask and hears what they say, until the server stops.
    pub(crate) async fn listen(self: Arc<Peers>, app: Arc<App>) -> Result<(), String> {
        let failed = |error: async_nats::SubscribeError| format!("NATS: {error}");
        let client = &self.carrier.client;
        let questions = client.subscribe(self.subject(&self.carrier.store.node())).await.map_err(failed)?;
        let notices = client.subscribe(format!("{}.notice.*", self.carrier.prefix)).await.map_err(failed)?;
        client.flush().await.map_err(|error| format!("NATS: {error}"))?;
        let (peers, asked) = (Arc::clone(&self), Arc::clone(&app));
        tokio::spawn(questions.for_each(move |message| {
            let (peers, app) = (Arc::clone(&peers), Arc::clone(&asked));
            async move {
                tokio::spawn(async move { peers.answer(&app, &message).await });
            }
        }));
        tokio::spawn(notices.for_each(move |message| {
            hear(&app, &message);
            std::future::ready(())
        }));
        Ok(())
    }

    async fn answer(&self, app: &App, message: &async_nats::Message) {
        let Some(reply) = message.reply.clone() else { return };
        let answer = match serde_json::from_slice::<Question>(&message.payload) {
            Ok(Question { room, ask }) => app.rooms.answer(&room, &ask).await,
            // A newer version asks what this one does not know.
            Err(error) => {
                tracing::warn!(%error, "another node asks what cannot be read");
                Err(No::Silent)
            }
        };
        let Ok(text) = serde_json::to_vec(&answer) else { return };
        if let Err(error) = self.carrier.client.publish(reply, text.into()).await {
            tracing::debug!(%error, "an answer to another node is lost");
        }
    }
}

/// Something that concerns all nodes.
fn hear(app: &App, message: &async_nats::Message) {
    match message.subject.rsplit('.').next() {
        Some("orphans") => app.nodes.iter().for_each(|nodes| nodes.orphans.notify_one()),
        Some("renamed") => {
            if let Ok(player) = std::str::from_utf8(&message.payload) {
                app.known.forget(player);
            }
        }
        _ => {}
    }
}
