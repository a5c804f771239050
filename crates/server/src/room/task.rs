//! The task that owns a live room: it takes one message after the other, and tells nobody anything that is not durable.

use super::registry::Inner;
use super::state::{Done, Request, Room};
use crate::bots::Job;
use crate::store::StoreError;
use rules::Action;
use std::sync::Arc;
use table::Play;
use tokio::sync::{mpsc, oneshot};
use wire::StateJson;
use wire::server::{ApiError, ApiErrorCode, PlayerView, RematchAnswer, RoomState, RoomView, StateAnswer};

/// A question to a room and where its answer goes.
pub(super) type Reply<T> = oneshot::Sender<Result<T, ApiError>>;

/// What a room's task is told. Small, because every queue has room for some.
pub(super) enum Message {
    /// Somebody wants something.
    Do(Box<(PlayerView, Request)>, Reply<Done>),
    /// Somebody wants to play again.
    Rematch(Box<PlayerView>, Reply<Box<RematchAnswer>>),
    /// Somebody looks.
    View(Reply<Box<RoomView>>),
    /// Somebody wants to know the state.
    State(Reply<Box<StateAnswer<StateJson>>>),
    /// Somebody wants the record.
    Record(Reply<String>),
    /// A bot has decided about the game after an event.
    BotChose(Box<(u64, Action)>),
    /// Time may be up.
    Wake,
    /// A waiting room is forgotten if nobody is there.
    Vanish,
}

impl Message {
    /// Tells whoever asked that it did not work.
    fn refuse(self, error: ApiError) {
        match self {
            Message::Do(_, reply) => drop(reply.send(Err(error))),
            Message::Rematch(_, reply) => drop(reply.send(Err(error))),
            Message::View(reply) => drop(reply.send(Err(error))),
            Message::State(reply) => drop(reply.send(Err(error))),
            Message::Record(reply) => drop(reply.send(Err(error))),
            Message::BotChose(_) | Message::Wake | Message::Vanish => {}
        }
    }
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
}

/// Runs a room until it can leave memory.
pub(super) async fn run(inner: Arc<Inner>, id: String, new: Option<Box<Room>>, mut inbox: mpsc::Receiver<Message>) {
    let error = match live(&inner, &id, new, &mut inbox).await {
        // Whoever was too late asks again, and wakes it.
        Ok(End::Asleep) => return,
        Ok(End::Gone) => ApiError::new(ApiErrorCode::NotFound, "there is no such room"),
        Ok(End::Broken) => unavailable(),
        Err(error) => {
            tracing::error!(room = %id, %error, "a room cannot be loaded");
            unavailable()
        }
    };
    inner.remove(&id);
    inbox.close();
    while let Some(message) = inbox.recv().await {
        message.refuse(error.clone());
    }
}

async fn live(
    inner: &Arc<Inner>,
    id: &str,
    new: Option<Box<Room>>,
    inbox: &mut mpsc::Receiver<Message>,
) -> Result<End, StoreError> {
    let Some(room) = Box::pin(wake(inner, id, new)).await? else { return Ok(End::Gone) };
    let mut task = Task { inner, room, asked: 0 };
    if let Some(end) = Box::pin(task.commit()).await {
        return Ok(end);
    }
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
                    return Ok(End::Asleep);
                }
                continue;
            }
        };
        let Some(message) = message else { return Ok(End::Asleep) };
        // Boxed, so that thousands of rooms that wait do not keep space for what happens now and then.
        if let Some(end) = Box::pin(task.take(message)).await {
            return Ok(end);
        }
    }
}

/// The room: a new one, or as it is stored.
async fn wake(inner: &Arc<Inner>, id: &str, new: Option<Box<Room>>) -> Result<Option<Box<Room>>, StoreError> {
    if new.is_some() {
        return Ok(new);
    }
    let Some(stored) = inner.store.room(id.to_owned()).await? else { return Ok(None) };
    Ok(Some(Box::new(Room::load(stored, inner.time.now()).map_err(StoreError)?)))
}

struct Task<'a> {
    inner: &'a Arc<Inner>,
    room: Box<Room>,
    /// The move about which a bot was asked.
    asked: u64,
}

impl Task<'_> {
    async fn take(&mut self, message: Message) -> Option<End> {
        let now = self.inner.time.now();
        self.room.tick(now);
        match message {
            Message::Do(wish, reply) => {
                let done = self.room.handle(&wish.0, &wish.1, now);
                let end = self.commit().await;
                let done = if matches!(end, Some(End::Broken)) { Err(unavailable()) } else { done };
                let _ = reply.send(done);
                return end;
            }
            Message::Rematch(player, reply) => {
                let answer = self.rematch(&player).await;
                let end = self.commit().await;
                let answer = if matches!(end, Some(End::Broken)) { Err(unavailable()) } else { answer };
                let _ = reply.send(answer.map(Box::new));
                return end;
            }
            Message::View(reply) => drop(reply.send(Ok(Box::new(self.room.view(now))))),
            Message::State(reply) => drop(reply.send(Ok(Box::new(self.room.state_answer())))),
            Message::Record(reply) => drop(reply.send(self.room.record())),
            Message::BotChose(choice) => self.room.bot_decides(choice.0, choice.1, now),
            Message::Wake => {}
            Message::Vanish => {
                let (present, _) = self.inner.hub.present(&self.room.config.id);
                if present.is_empty() {
                    self.room.vanish();
                }
            }
        }
        self.commit().await
    }

    /// Makes durable what has happened, and then tells it.
    async fn commit(&mut self) -> Option<End> {
        let (change, lines) = self.room.next_change()?;
        let begun = std::time::Instant::now();
        if let Err(error) = self.inner.store.write(change).await {
            tracing::warn!(room = %self.room.config.id, %error, "events are not durable and were not told");
            return Some(End::Broken);
        }
        self.inner.metrics.committed(lines.len(), begun.elapsed());
        let id = &self.room.config.id;
        self.inner.hub.publish(id, lines.into_iter().map(|line| (line.n, line.body)));
        if self.room.is_forgotten() {
            self.inner.hub.close(id);
            return Some(End::Gone);
        }
        None
    }

    /// Asks a bot for its decision, once for each.
    fn ask_bot(&mut self) {
        let last_move = self.room.last_move();
        let Some((level, play)) = self.room.bot().filter(|_| self.asked != last_move) else { return };
        let Some(inbox) = self.inner.inbox(&self.room.config.id) else { return };
        // Nothing that is secret goes in: the seed of a bot is the room's public name and the number of the move.
        let seed = self.room.config.id.bytes().fold(last_move, |seed, byte| seed.rotate_left(7) ^ u64::from(byte));
        let game = Play::game(play).clone();
        let reply = move |action: Option<Action>| {
            if let Some(action) = action {
                let _ = inbox.blocking_send(Message::BotChose(Box::new((last_move, action))));
            }
        };
        let owner = self.room.summary.host.clone().unwrap_or_default();
        let people = self.room.has_people();
        self.inner.pool.ask(Job { owner, people, level, seed, game, reply: Box::new(reply) });
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
            return Ok(RematchAnswer { room: *self.inner.view(&id).await?, seat });
        }
        let view = self.inner.create_again(&self.room, player, seat).await?;
        self.room.offer_rematch(seat, &view.id, self.inner.time.now());
        Ok(RematchAnswer { room: *view, seat })
    }
}
