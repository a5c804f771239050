//! Bots that think elsewhere: any number of `bastide worker` take questions from one queue. If none answers, the node thinks itself.

use crate::bots::{Job, Pool};
use async_nats::connection::State;
use async_nats::{Client, Request};
use bots::Manner;
use futures_util::StreamExt;
use rules::{Action, Record};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Where questions go: to one of those who listen.
const SUBJECT: &str = "bastide.1.think";
const GROUP: &str = "thinkers";
/// How long a worker may take, others' questions before it included.
const WAIT: Duration = Duration::from_secs(5);
/// How long it is not asked again after nobody answered.
const SULK: Duration = Duration::from_secs(3);

/// What a bot is asked: the game as everybody sees it, as a record.
#[derive(Serialize, Deserialize)]
struct Question {
    owner: String,
    people: bool,
    level: String,
    seed: u64,
    record: String,
}

/// Programs that think for this node.
pub(crate) struct Thinkers {
    client: Client,
    begun: Instant,
    /// Milliseconds after the beginning until which nobody is asked.
    sulks: AtomicU64,
    pub(crate) answered: AtomicU64,
}

impl Thinkers {
    pub(crate) fn new(client: Client) -> Thinkers {
        Thinkers { client, begun: Instant::now(), sulks: AtomicU64::new(0), answered: AtomicU64::new(0) }
    }

    /// Has a job done by somebody: a worker, or the pool of this node.
    pub(crate) fn ask(self: &Arc<Thinkers>, job: Job, record: String, pool: &Arc<Pool>) {
        let elapsed = || self.begun.elapsed().as_millis() as u64;
        if self.client.connection_state() != State::Connected || elapsed() < self.sulks.load(Ordering::Relaxed) {
            pool.ask(job);
            return;
        }
        let (owner, level) = (job.owner.clone(), job.manner.to_string());
        let question = Question { owner, people: job.people, level, seed: job.seed, record };
        let (thinkers, pool) = (Arc::clone(self), Arc::clone(pool));
        tokio::spawn(async move {
            match thinkers.send(&question).await {
                Some(action) => {
                    thinkers.answered.fetch_add(1, Ordering::Relaxed);
                    // The room's queue may be full for a moment.
                    tokio::task::spawn_blocking(move || (job.reply)(Some(action)));
                }
                None => {
                    let until = thinkers.begun.elapsed() + SULK;
                    thinkers.sulks.store(until.as_millis() as u64, Ordering::Relaxed);
                    pool.ask(job);
                }
            }
        });
    }

    async fn send(&self, question: &Question) -> Option<Action> {
        let text = serde_json::to_vec(question).ok()?;
        let request = Request::new().payload(text.into()).timeout(Some(WAIT));
        let message = self.client.send_request(SUBJECT, request).await.ok()?;
        std::str::from_utf8(&message.payload).ok()?.parse().ok()
    }
}

/// Thinks for all nodes at a NATS server until it is told to stop. `ready` is called once it listens.
pub(crate) async fn work(
    nats: &str,
    threads: usize,
    stop: impl Future<Output = ()>,
    ready: impl FnOnce(),
) -> Result<(), String> {
    let client = super::connect(nats, tokio::sync::watch::Sender::new(true)).await?;
    let failed = |error: &dyn std::fmt::Display| format!("NATS: {error}");
    let questions = client.queue_subscribe(SUBJECT, GROUP.to_owned()).await.map_err(|error| failed(&error))?;
    client.flush().await.map_err(|error| failed(&error))?;
    let pool = Pool::start(threads);
    let runtime = tokio::runtime::Handle::current();
    ready();
    let answering = questions.for_each(|message| {
        let Some(reply_to) = message.reply.clone() else { return std::future::ready(()) };
        let (client, runtime) = (client.clone(), runtime.clone());
        let reply = move |action: Option<Action>| {
            // No answer lets the node think itself.
            let Some(action) = action else { return };
            runtime.spawn(async move { client.publish(reply_to, action.to_string().into()).await });
        };
        match job(&message.payload, Box::new(reply)) {
            Ok(job) => pool.ask(job),
            Err(error) => tracing::warn!(%error, "a question cannot be read"),
        }
        std::future::ready(())
    });
    tokio::select! {
        () = answering => Err("NATS: the connection is closed".to_owned()),
        () = stop => Ok(()),
    }
}

fn job(payload: &[u8], reply: Box<dyn FnOnce(Option<Action>) + Send>) -> Result<Job, String> {
    let question: Question = serde_json::from_slice(payload).map_err(|error| error.to_string())?;
    let manner = Manner::from_name(&question.level).ok_or_else(|| format!("unknown level {:?}", question.level))?;
    let record: Record = question.record.parse().map_err(|error: rules::RecordError| error.to_string())?;
    let game = record.replay(&mut (), |_, _, ()| {});
    Ok(Job { owner: question.owner, people: question.people, manner, seed: question.seed, game, reply })
}
