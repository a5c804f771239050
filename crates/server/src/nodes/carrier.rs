//! What goes over NATS to other nodes: letters. Whatever has come together for a node by the time the last letter to it was sent goes
//! into the next one, so that busy nodes speak seldom and much. A letter is lines: who writes, then one thing each.
//!
//! Subjects are `bastide.1.CLUSTER.…`; the number is the version of the messages.

use super::letter::Said;
use crate::store::postgres::{Postgres, process};
use async_nats::Client;
use async_nats::connection::State;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until, timeout};

/// How long a letter may wait for room in the queue to NATS before it is left out: whoever misses it finds out.
const PATIENCE: Duration = Duration::from_millis(500);
/// How many things may wait for one node.
const QUEUE: usize = 16_384;
/// A letter as long as this is sent; NATS takes four times as much.
const LONG: usize = 256 * 1024;
/// How long a letter waits for company: what is committed together is said at nearly the same time.
const COMPANY: Duration = Duration::from_millis(1);
/// The least time between two letters to the same node. NATS and both nodes pay for letters, hardly for what is in them.
const GAP: Duration = Duration::from_millis(40);
/// After so long without anything to say the queue to a node is taken away.
const QUIET: Duration = Duration::from_secs(60);

/// The way to all other nodes.
pub(crate) struct Carrier {
    pub(crate) client: Client,
    pub(crate) store: Arc<Postgres>,
    pub(crate) prefix: String,
    /// How many letters and notices were sent.
    pub(crate) sent: AtomicU64,
    /// The name of this process.
    pub(crate) own: String,
    boxes: Mutex<HashMap<String, mpsc::Sender<String>>>,
}

impl Carrier {
    pub(crate) fn new(client: Client, store: Arc<Postgres>) -> Carrier {
        let prefix = format!("bastide.1.{}", store.cluster);
        let own = process(&store.node()).to_owned();
        Carrier { client, store, prefix, sent: AtomicU64::new(0), own, boxes: Mutex::default() }
    }

    fn boxes(&self) -> MutexGuard<'_, HashMap<String, mpsc::Sender<String>>> {
        self.boxes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn is_connected(&self) -> bool {
        self.client.connection_state() == State::Connected
    }

    /// Where a process gets its letters.
    pub(crate) fn subject(&self, process: &str) -> String {
        format!("{}.node.{process}", self.prefix)
    }

    /// Where this process hears that another is not there.
    pub(crate) fn returns(&self, process: &str) -> String {
        format!("{}.back.{}.{process}", self.prefix, self.own)
    }

    /// Says something to a node, some time soon; false if it will not be heard.
    pub(crate) fn tell(self: &Arc<Carrier>, node: &str, said: &Said<'_>) -> bool {
        // While there is no connection messages would pile up.
        if !self.is_connected() {
            return false;
        }
        let mut boxes = self.boxes();
        let to = process(node);
        let queue = match boxes.get(to) {
            Some(queue) => queue,
            None => {
                let (queue, waiting) = mpsc::channel(QUEUE);
                tokio::spawn(Arc::clone(self).write_letters(to.to_owned(), waiting));
                boxes.entry(to.to_owned()).or_insert(queue)
            }
        };
        queue.try_send(said.to_string()).is_ok()
    }

    async fn write_letters(self: Arc<Carrier>, to: String, mut waiting: mpsc::Receiver<String>) {
        let (subject, returns) = (self.subject(&to), self.returns(&to));
        let mut next = Instant::now();
        loop {
            let first = match timeout(QUIET, waiting.recv()).await {
                Ok(Some(first)) => first,
                Ok(None) => return,
                Err(_) => {
                    let mut boxes = self.boxes();
                    if waiting.is_empty() {
                        boxes.remove(&to);
                        return;
                    }
                    continue;
                }
            };
            sleep_until(next.max(Instant::now() + COMPANY)).await;
            let mut letter = String::with_capacity(1024);
            letter.push_str(&self.own);
            let mut line = Some(first);
            while let Some(text) = line {
                letter.push('\n');
                letter.push_str(&text);
                line = if letter.len() < LONG { waiting.try_recv().ok() } else { None };
            }
            // What does not fit goes at once.
            next = Instant::now() + if letter.len() < LONG { GAP } else { Duration::ZERO };
            self.sent.fetch_add(1, Ordering::Relaxed);
            let sent = self.client.publish_with_reply(subject.clone(), returns.clone(), letter.into());
            match timeout(PATIENCE, sent).await {
                Ok(Ok(())) => {}
                Ok(Err(error)) => tracing::debug!(%error, "a letter to another node is lost"),
                Err(_) => tracing::debug!("a letter to another node is lost: too many wait"),
            }
        }
    }

    /// Says something to all nodes: `orphans`, `renamed`, `dead`.
    pub(crate) async fn notice(&self, what: &str, about: &str) {
        if !self.is_connected() {
            return;
        }
        self.sent.fetch_add(1, Ordering::Relaxed);
        let sent = self.client.publish(format!("{}.notice.{what}", self.prefix), about.as_bytes().to_vec().into());
        if !matches!(timeout(PATIENCE, sent).await, Ok(Ok(()))) {
            tracing::debug!("a message to all nodes is lost");
        }
    }
}
