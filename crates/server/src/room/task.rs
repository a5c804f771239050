//! The task that owns a live room: it takes one message after the other, and tells nobody anything that is not durable.

use super::registry::Inner;
use super::state::{Done, Request, Room};
use crate::bots::Job;
use crate::hub::Audience;
use crate::store::{Change, Found, StoreError, Written};
use crate::time::Millis;
use rules::Action;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use wire::server::{ApiError, ApiErrorCode, PlayerView, RematchAnswer, RoomState, RoomView};

/// How long, and how often, it is tried to have a room back whose storage failed while its clocks or bots run.
const AGAIN: Duration = Duration::from_secs(1);
const AGAINS: usize = 60;

/// Something that is asked of a room, also from another node.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Ask {
    /// Somebody wants something. The last part names the request, for nodes that ask again.
    Do(Box<(PlayerView, Request, String)>),
    /// Somebody wants to play again.
    Rematch(Box<PlayerView>),
    /// Somebody looks.
    View,
    /// Somebody wants to know the state.
    State,
    /// Somebody wants the record.
    Record,
}

/// What is answered.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Answer {
    Done(Done),
    Rematch(Box<RematchAnswer>),
    View(Box<RoomView>),
    /// State and actions, as they are sent.
    State(Box<RawValue>),
    Record(String),
}

/// Why there is no answer.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum No {
    /// That is the answer.
    Api(ApiError),
    /// This node does not have the room; perhaps that one does.
    Moved(Option<String>),
    /// Nobody answered: it may have been done or not.
    Silent,
}

impl From<ApiError> for No {
    fn from(error: ApiError) -> No {
        No::Api(error)
    }
}

/// Where an answer goes.
pub(super) type Reply = oneshot::Sender<Result<Answer, No>>;

/// What a room's task is told. Small, because every queue has room for some.
pub(super) enum Message {
    /// Somebody asks.
    Ask(Box<Ask>, Reply),
    /// A bot has decided about the game after an event.
    BotChose(Box<(u64, Action)>),
    /// Time may be up.
    Wake,
    /// A waiting room is forgotten if nobody is there.
    Vanish,
    /// This node has the room no longer.
    Retire,
    /// Another node shall have the room, where its people are. Answered when that can take it, or with no.
    HandOn(oneshot::Sender<bool>),
}

pub(super) fn unavailable() -> ApiError {
    ApiError::new(ApiErrorCode::Unavailable, "the server cannot keep this safe now; try again")
}

/// Why a task ends.
enum End {
    /// Nobody needs the room in memory.
    Asleep,
    /// The room does not exist, or no longer.
    Gone,
    /// What is in memory is not what is stored: it has to be loaded again.
    Broken,
    /// Another node has the room, or may have it.
    Moved(Option<String>),
}

/// Runs a room until it can leave memory.
pub(super) async fn run(
    inner: Arc<Inner>,
    id: String,
    new: Option<Box<Room>>,
    audience: Audience,
    mut inbox: mpsc::Receiver<Message>,
) {
    let ended = live(&inner, &id, new, &audience, &mut inbox).await;
    inner.hub.disown(&id, &audience);
    let no = match ended {
        // Whoever was too late asks again, and wakes it.
        Ok(End::Asleep) => return,
        Ok(End::Gone) => ApiError::new(ApiErrorCode::NotFound, "there is no such room").into(),
        Ok(End::Broken) => {
            // Nobody may ask for it, and its clocks run.
            tokio::spawn(revive(Arc::clone(&inner), id.clone()));
            unavailable().into()
        }
        Ok(End::Moved(node)) => No::Moved(node),
        Err(error) => {
            tracing::error!(room = %id, %error, "a room cannot be loaded");
            unavailable().into()
        }
    };
    inner.end(&id, &mut inbox);
    while let Some(message) = inbox.recv().await {
        if let Message::Ask(_, reply) = message {
            let _ = reply.send(Err(no.clone()));
        }
    }
}

/// Wakes a room whose storage failed, until that works or it is not this node's business any more.
async fn revive(inner: Arc<Inner>, id: String) {
    for _ in 0..AGAINS {
        tokio::time::sleep(AGAIN).await;
        match inner.ask_here(&id, &Ask::View).await {
            Err(No::Api(error)) if error.code == ApiErrorCode::Unavailable => {}
            _ => return,
        }
    }
}

async fn live(
    inner: &Arc<Inner>,
    id: &str,
    new: Option<Box<Room>>,
    audience: &Audience,
    inbox: &mut mpsc::Receiver<Message>,
) -> Result<End, StoreError> {
    let known = inner.stillness.count();
    let room = match Box::pin(wake(inner, id, new, audience)).await? {
        Ok(room) => room,
        Err(end) => return Ok(end),
    };
    let mut task = Task { inner, room, audience, asked: 0, pauses: known };
    if let Some(end) = Box::pin(task.commit()).await {
        return Ok(end);
    }
    inner.falters.mended(id);
    loop {
        task.ask_bot();
        let idle = inner.settings.idle;
        let message = tokio::select! {
            biased;
            message = inbox.recv() => message,
            () = inner.time.until(task.room.deadline()) => Some(Message::Wake),
            () = tokio::time::sleep(idle), if task.room.may_sleep() => {
                if inner.remove_if(id, || inbox.is_empty()) {
                    inbox.close();
                    if let Err(error) = Box::pin(task.release(None)).await {
                        tracing::debug!(room = %id, %error, "a room stays with this node");
                    }
                    return Ok(End::Asleep);
                }
                continue;
            }
        };
        let Some(message) = message else { return Ok(End::Asleep) };
        if let Message::HandOn(reply) = message {
            // Whoever waits here comes first.
            if !inner.remove_if(id, || inbox.is_empty()) {
                continue;
            }
            inbox.close();
            let now = inner.time.now();
            return Ok(match Box::pin(task.release(Some(now))).await {
                Ok(()) => {
                    let _ = reply.send(true);
                    End::Asleep
                }
                Err(error) => {
                    tracing::debug!(room = %id, %error, "a room cannot be given to another node");
                    End::Broken
                }
            });
        }
        // Boxed, so that thousands of rooms that wait do not keep space for what happens now and then.
        if let Some(end) = Box::pin(task.take(message)).await {
            return Ok(end);
        }
    }
}

/// The room: a new one, or as it is stored.
async fn wake(
    inner: &Arc<Inner>,
    id: &str,
    new: Option<Box<Room>>,
    audience: &Audience,
) -> Result<Result<Box<Room>, End>, StoreError> {
    if let Some(new) = new {
        return Ok(Ok(new));
    }
    Ok(match inner.store.claim(id.to_owned()).await? {
        Found::Missing => Err(End::Gone),
        Found::Elsewhere(node) => Err(End::Moved(Some(node).filter(|node| !node.is_empty()))),
        Found::Mine(mut stored) => {
            inner.hub.learn(id, audience).await?;
            let faltered = inner.falters.found(id, stored.before, stored.fence);
            stored.stood = stored.stood.into_iter().chain(faltered).min();
            Ok(Box::new(Room::load(*stored, inner.time.now()).map_err(StoreError)?))
        }
    })
}

struct Task<'a> {
    inner: &'a Arc<Inner>,
    room: Box<Room>,
    audience: &'a Audience,
    /// The move about which a bot was asked.
    asked: u64,
    /// How many of the times at which this node heard nobody are taken into account.
    pauses: usize,
}

impl Task<'_> {
    async fn take(&mut self, message: Message) -> Option<End> {
        if !self.inner.store.holds() {
            // This node may have slept for long: what is in memory may be old.
            if let Message::Ask(_, reply) = message {
                let _ = reply.send(Err(No::Moved(None)));
            }
            return Some(End::Moved(None));
        }
        let now = self.inner.time.now();
        self.keep_time(now);
        match message {
            Message::Ask(ask, reply) => {
                let answer = self.answer(&ask, now).await;
                let end = self.commit().await;
                let _ = reply.send(match &end {
                    Some(End::Broken) => Err(unavailable().into()),
                    Some(End::Moved(node)) => Err(No::Moved(node.clone())),
                    _ => answer.map_err(No::Api),
                });
                return end;
            }
            Message::BotChose(choice) => self.room.bot_decides(choice.0, choice.1, now),
            Message::Wake => {}
            Message::Vanish => {
                // If that cannot be told, somebody may be there.
                let here = self.inner.hub.present(std::slice::from_ref(&self.room.config.id)).await;
                if here.is_ok_and(|here| here.values().all(|here| here.players.is_empty())) {
                    self.room.vanish();
                }
            }
            Message::Retire => return Some(End::Moved(None)),
            // Looked after before.
            Message::HandOn(_) => {}
        }
        self.commit().await
    }

    /// Looks whether somebody's time is up. What passed while others were not heard is not counted.
    fn keep_time(&mut self, now: Millis) {
        let (pauses, known) = self.inner.stillness.after(self.pauses, now);
        let over = std::mem::replace(&mut self.pauses, known) != known;
        self.room.skip(&pauses, over, now);
        self.room.tick(now);
    }

    async fn answer(&mut self, ask: &Ask, now: Millis) -> Result<Answer, ApiError> {
        Ok(match ask {
            Ask::Do(wish) => {
                let (player, request, key) = &**wish;
                Answer::Done(self.room.handle(player, request, key, now)?)
            }
            Ask::Rematch(player) => Answer::Rematch(Box::new(self.rematch(player).await?)),
            Ask::View => Answer::View(Box::new(self.room.view(now))),
            Ask::State => {
                let state = serde_json::value::to_raw_value(&self.room.state_answer());
                Answer::State(state.map_err(|error| super::wrong(error.to_string()))?)
            }
            Ask::Record => Answer::Record(self.room.record()?),
        })
    }

    /// Makes durable what has happened, and then tells it.
    async fn commit(&mut self) -> Option<End> {
        let (change, lines) = self.room.next_change()?;
        let (begun, now) = (std::time::Instant::now(), self.inner.time.now());
        match self.inner.store.write(change).await {
            Ok(Written::Lost) => return Some(End::Moved(None)),
            Ok(_) => self.inner.note_served(now),
            Err(error) => {
                self.inner.falters.faltered(&self.room.config.id, self.room.fence, now);
                self.inner.note_failed(now);
                tracing::warn!(room = %self.room.config.id, %error, "events are not durable and were not told");
                return Some(End::Broken);
            }
        }
        self.inner.metrics.committed(lines.len(), begun.elapsed());
        let id = &self.room.config.id;
        self.inner.hub.publish(id, self.audience, lines.into_iter().map(|line| (line.n, line.body)));
        if self.room.is_forgotten() {
            self.inner.hub.close(id, self.audience);
            return Some(End::Gone);
        }
        None
    }

    /// Lets other nodes have the room.
    async fn release(&self, goes_on: Option<Millis>) -> Result<(), StoreError> {
        let (room, fence) = (self.room.key, self.room.fence);
        if fence != 0 {
            self.inner.store.write(Change::Release { room, fence, goes_on }).await?;
        }
        Ok(())
    }

    /// Asks a bot for its decision, once for each.
    fn ask_bot(&mut self) {
        let last_move = self.room.last_move();
        let Some((manner, play)) = self.room.bot().filter(|_| self.asked != last_move) else { return };
        let Some(inbox) = self.inner.inbox(&self.room.config.id) else { return };
        // Nothing that is secret goes in: the seed of a bot is the room's public name and the number of the move.
        let seed = self.room.config.id.bytes().fold(last_move, |seed, byte| seed.rotate_left(7) ^ u64::from(byte));
        let game = table::Play::game(play).clone();
        let record = self.inner.thinkers.as_ref().map(|_| play.record(self.room.dealing(false)));
        let reply = move |action: Option<Action>| {
            if let Some(action) = action {
                let _ = inbox.blocking_send(Message::BotChose(Box::new((last_move, action))));
            }
        };
        let owner = self.room.summary.host.clone().unwrap_or_default();
        let people = self.room.has_people();
        let job = Job { owner, people, manner, seed, game, reply: Box::new(reply) };
        match (&self.inner.thinkers, record) {
            (Some(thinkers), Some(record)) => thinkers.ask(job, record.to_string(), &self.inner.pool),
            _ => self.inner.pool.ask(job),
        }
        self.asked = last_move;
    }

    /// The room where the same people play again; made by whoever asks first.
    async fn rematch(&mut self, player: &PlayerView) -> Result<RematchAnswer, ApiError> {
        let forbidden = |message: &str| ApiError::new(ApiErrorCode::Forbidden, message);
        let seat = self.room.seat_of(&player.id).ok_or_else(|| forbidden("you do not sit here"))?;
        if self.room.state != RoomState::Over {
            return Err(super::wrong("the game is not over"));
        }
        if let Some(id) = self.room.summary.rematch.clone() {
            match self.inner.ask(&id, Ask::View).await {
                Ok(Answer::View(room)) => return Ok(RematchAnswer { room: *room, seat }),
                Ok(_) => return Err(unavailable()),
                // Everybody had left it, or nobody came for long: there will be another.
                Err(error) if error.code == ApiErrorCode::NotFound => {}
                Err(error) => return Err(error),
            }
        }
        let view = self.inner.create_again(&self.room, player, seat).await?;
        self.room.offer_rematch(seat, &view.id, self.inner.time.now());
        Ok(RematchAnswer { room: *view, seat })
    }
}
