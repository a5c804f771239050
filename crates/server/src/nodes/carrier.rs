//! What goes over NATS to everybody. Subjects are `bastide.1.CLUSTER.…`; the number is the version of the messages.

use crate::hub::Hub;
use crate::store::postgres::Postgres;
use async_nats::connection::State;
use async_nats::{Client, Message};
use futures_util::StreamExt;
use serde::Deserialize;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Weak};
use std::time::Duration;
use tokio::task::AbortHandle;

/// How long a message may wait for room in the queue to NATS before it is left out: whoever misses it finds out.
const PATIENCE: Duration = Duration::from_millis(500);

/// The way to all other nodes.
pub(crate) struct Carrier {
    pub(crate) client: Client,
    pub(crate) store: Arc<Postgres>,
    pub(crate) prefix: String,
    pub(crate) sent: AtomicU64,
}

/// Of an event only its number.
#[derive(Deserialize)]
struct Numbered {
    n: u64,
}

impl Carrier {
    pub(crate) fn new(client: Client, store: Arc<Postgres>) -> Carrier {
        let prefix = format!("bastide.1.{}", store.cluster);
        Carrier { client, store, prefix, sent: AtomicU64::new(0) }
    }

    async fn send(&self, subject: String, payload: Vec<u8>) {
        // While there is no connection messages would pile up.
        if self.client.connection_state() != State::Connected {
            return;
        }
        self.sent.fetch_add(1, Ordering::Relaxed);
        match tokio::time::timeout(PATIENCE, self.client.publish(subject, payload.into())).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::debug!(%error, "a message to other nodes is lost"),
            Err(_) => tracing::debug!("a message to other nodes is lost: too many wait"),
        }
    }

    /// Tells the events of a room: one line each, as everybody gets them.
    pub(crate) async fn publish(&self, room: &str, events: &[(u64, Arc<str>)]) {
        let text = events.iter().map(|(_, text)| &**text).collect::<Vec<_>>().join("\n");
        self.send(format!("{}.room.{room}.events", self.prefix), text.into_bytes()).await;
    }

    /// Says something else about a room: `here`, `gone`.
    pub(crate) async fn say(&self, room: &str, what: &str) {
        self.send(format!("{}.room.{room}.{what}", self.prefix), Vec::new()).await;
    }

    /// Says something to all nodes: `orphans`, `renamed`.
    pub(crate) async fn notice(&self, what: &str, about: &str) {
        self.send(format!("{}.notice.{what}", self.prefix), about.as_bytes().to_vec()).await;
    }

    /// Brings what other nodes tell of a room to the listeners here.
    pub(crate) async fn follow(&self, hub: Weak<Hub>, room: &str) -> Option<AbortHandle> {
        let subscribed = self.client.subscribe(format!("{}.room.{room}.*", self.prefix));
        let mut messages = match tokio::time::timeout(PATIENCE, subscribed).await {
            Ok(Ok(messages)) => messages,
            _ => return None,
        };
        let room = room.to_owned();
        let task = tokio::spawn(async move {
            while let Some(message) = messages.next().await {
                let Some(hub) = hub.upgrade() else { return };
                pass_on(&hub, &room, &message);
            }
        });
        Some(task.abort_handle())
    }
}

fn pass_on(hub: &Hub, room: &str, message: &Message) {
    match message.subject.rsplit('.').next() {
        Some("events") => {
            let Ok(text) = std::str::from_utf8(&message.payload) else { return };
            let event = |line: &str| Some((serde_json::from_str::<Numbered>(line).ok()?.n, Arc::from(line)));
            let events: Vec<_> = text.lines().filter_map(event).collect();
            hub.tell(room, &events);
        }
        Some("here") => hub.tell_presence(room),
        Some("gone") => hub.cut_off(room),
        _ => {}
    }
}
