//! All rooms: those in memory, and how the others get there.

use super::falters::Falters;
use super::state::{Done, Request, Room};
use super::stillness::Stillness;
use super::task::{self, Answer, Ask, Message, No, unavailable};
use super::wrong;
use crate::bots::Pool;
use crate::hub::Hub;
use crate::metrics::Metrics;
use crate::nodes::{Peers, Thinkers};
use crate::secret;
use crate::store::{RoomFilter, RoomSecret, Store, StoreError, Written};
use crate::time::{Millis, Time};
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, oneshot};
use wire::server::{
    ApiError, ApiErrorCode, CreateRoom, EventKind, PlayerView, RematchAnswer, RoomState, RoomView, SeatKind, SeatWish,
    SeedJson,
};

/// How many messages may wait for one room.
const INBOX: usize = 64;

/// How often this node makes sure that it is alive.
const BEAT: Duration = Duration::from_millis(200);

/// How often a question is put to a room that fell asleep just then.
const ATTEMPTS: u32 = 5;
/// How long to wait for a room that no node has just then.
const BREATH: Duration = Duration::from_millis(50);
/// How long rooms may take to finish what is under way: what is not stored by then has failed.
const LAST_WORDS: Duration = Duration::from_secs(6);
/// How many rooms are looked at together.
const PAGE: u32 = 200;
/// How long a list waits for what other nodes know.
const GLANCE: Duration = Duration::from_millis(700);

/// What can be chosen about rooms.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    /// How long a room stays in memory after its last message.
    pub(crate) idle: Duration,
    /// Whether whoever makes a room may choose its seed.
    pub(crate) allow_seeds: bool,
}

pub(super) struct Inner {
    live: Mutex<HashMap<String, mpsc::Sender<Message>>>,
    pub(super) store: Arc<dyn Store>,
    pub(super) hub: Arc<Hub>,
    pub(super) pool: Arc<Pool>,
    /// The other nodes, if there may be any.
    peers: Option<Arc<Peers>>,
    /// Programs that think for bots, if there may be any.
    pub(super) thinkers: Option<Arc<Thinkers>>,
    pub(super) time: Time,
    pub(super) falters: Falters,
    pub(super) stillness: Stillness,
    pub(super) settings: Settings,
    pub(super) metrics: Arc<Metrics>,
}

/// The rooms of this node.
#[derive(Clone)]
pub(crate) struct Rooms(Arc<Inner>);

impl Inner {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, mpsc::Sender<Message>>> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Nobody reaches a task any more; another may have its place already.
    pub(super) fn end(&self, id: &str, inbox: &mut mpsc::Receiver<Message>) {
        let mut live = self.lock();
        inbox.close();
        if live.get(id).is_some_and(mpsc::Sender::is_closed) {
            live.remove(id);
        }
    }

    /// Takes a room out of memory if that holds while nobody can reach it.
    pub(super) fn remove_if(&self, id: &str, quiet: impl FnOnce() -> bool) -> bool {
        let mut live = self.lock();
        let may = quiet();
        if may {
            live.remove(id);
        }
        may
    }

    pub(super) fn inbox(&self, id: &str) -> Option<mpsc::Sender<Message>> {
        self.lock().get(id).cloned()
    }

    fn wake(self: &Arc<Inner>, id: &str) -> mpsc::Sender<Message> {
        let mut live = self.lock();
        if let Some(inbox) = live.get(id) {
            return inbox.clone();
        }
        self.begin(&mut live, id, None)
    }

    fn begin(
        self: &Arc<Inner>,
        live: &mut HashMap<String, mpsc::Sender<Message>>,
        id: &str,
        room: Option<Box<Room>>,
    ) -> mpsc::Sender<Message> {
        let (inbox, messages) = mpsc::channel(INBOX);
        live.insert(id.to_owned(), inbox.clone());
        let audience = self.hub.own(id);
        // Boxed: the task is as large as its largest state, and there are thousands.
        tokio::spawn(Box::pin(task::run(Arc::clone(self), id.to_owned(), room, audience, messages)));
        inbox
    }

    /// Asks a room that this node has, or can have.
    pub(super) async fn ask_here(self: &Arc<Inner>, id: &str, ask: &Ask) -> Result<Answer, No> {
        for _ in 0..ATTEMPTS {
            let (reply, answer) = oneshot::channel();
            match self.wake(id).try_send(Message::Ask(Box::new(ask.clone()), reply)) {
                Ok(()) => {
                    if let Ok(answer) = answer.await {
                        return answer;
                    }
                }
                Err(mpsc::error::TrySendError::Full(_)) => {
                    return Err(ApiError::new(ApiErrorCode::TooMany, "too many wait for this room").into());
                }
                Err(mpsc::error::TrySendError::Closed(_)) => tokio::task::yield_now().await,
            }
        }
        Err(unavailable().into())
    }

    /// Asks a room, wherever it is. While its node is gone and no other has it yet, it is asked again and again; who asked
    /// for something names it, so that it happens once.
    pub(super) async fn ask(self: &Arc<Inner>, id: &str, ask: Ask) -> Result<Answer, ApiError> {
        let Some(peers) = &self.peers else {
            return self.ask_here(id, &ask).await.map_err(|no| match no {
                No::Api(error) => error,
                No::Moved(_) | No::Silent => unavailable(),
            });
        };
        let begun = Instant::now();
        let mut route = if self.lock().contains_key(id) { None } else { peers.route(id) };
        loop {
            let outcome = match route.take() {
                Some(node) => peers.ask(&node, id, &ask, self.hub.has_listeners(id)).await,
                None => self.ask_here(id, &ask).await,
            };
            match outcome {
                Ok(answer) => return Ok(answer),
                Err(No::Api(error)) => return Err(error),
                Err(No::Moved(Some(node))) if !peers.is_me(&node) && !peers.is_silent(&node) => {
                    peers.remember(id, &node);
                    route = Some(node);
                }
                Err(No::Moved(_) | No::Silent) => {
                    peers.forget(id);
                    tokio::time::sleep(BREATH).await;
                }
            }
            if begun.elapsed() > peers.patience() {
                tracing::warn!(room = %id, "no node has this room");
                return Err(unavailable());
            }
        }
    }

    /// Storage did something that began then: clocks run, and if they had stood still, everybody is told how they stand.
    pub(super) fn note_served(&self, began: Millis) {
        self.falters.note_served(began);
        if self.stillness.resume(self.time.now()) {
            self.look_at_clocks();
        }
    }

    /// Storage did not do something that began then. Whoever has a game here could not have acted either, tried or not.
    pub(super) fn note_failed(&self, began: Millis) {
        self.stillness.stall(self.falters.served_before(began));
    }

    fn look_at_clocks(&self) {
        let inboxes: Vec<_> = self.lock().values().cloned().collect();
        for inbox in inboxes {
            // One with a full queue is about to look at its clocks anyway.
            let _ = inbox.try_send(Message::Wake);
        }
    }

    async fn create(self: &Arc<Inner>, mut room: Room) -> Result<Box<RoomView>, ApiError> {
        // Nobody can listen to it yet.
        let (change, _) = room.first_change();
        match self.store.write(change).await {
            Ok(Written::Room(key, fence)) => (room.key, room.fence) = (key, fence),
            Ok(_) => return Err(unavailable()),
            Err(error) => {
                tracing::warn!(%error, "a room could not be made");
                return Err(unavailable());
            }
        }
        let id = room.config.id.clone();
        let view = Box::new(room.view(self.time.now()));
        self.begin(&mut self.lock(), &id, Some(Box::new(room)));
        Ok(view)
    }

    /// The same game once more, with the same people on the same seats.
    pub(super) async fn create_again(
        self: &Arc<Inner>,
        old: &Room,
        player: &PlayerView,
        seat: u8,
    ) -> Result<Box<RoomView>, ApiError> {
        let seats = old.summary.seats.iter().map(|sitting| match (&sitting.player, sitting.kind) {
            (None, SeatKind::Bot) => SeatWish::Bot { level: sitting.level.clone() },
            _ => SeatWish::Open {},
        });
        let wish = CreateRoom {
            game: old.config.game.clone(),
            options: old.config.options.clone(),
            seats: seats.collect(),
            first: old.config.first,
            clock: old.config.clock,
            public: old.config.public,
            on_leave: old.config.on_leave,
            chat: old.config.chat,
            contribution: None,
            seed: None,
        };
        let people = old.summary.seats.iter().map(|sitting| sitting.player.as_ref().map(|player| player.id.clone()));
        let room = Room::create_for(
            &wish,
            secret::random_id(),
            new_secret(),
            player,
            &people.collect::<Vec<_>>(),
            seat,
            self.time.now(),
        )?;
        self.create(room).await
    }
}

fn new_secret() -> RoomSecret {
    RoomSecret { seed: secret::random(), salt: secret::random() }
}

/// The secret of a room whose seed was given: the same for the same seed.
fn given_secret(seed: &SeedJson) -> Result<RoomSecret, ApiError> {
    let bytes = match seed {
        SeedJson::Number(number) => {
            let mut bytes = [0; 32];
            bytes[24..].copy_from_slice(&number.to_be_bytes());
            bytes
        }
        SeedJson::Hex(text) => {
            let digits = (1..=64).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_hexdigit());
            let digest = format!("{text:0>64}").parse::<rules::Digest>().ok().filter(|_| digits);
            digest.ok_or_else(|| wrong("a seed is a number or up to 64 hexadecimal digits"))?.0
        }
    };
    let salt = Sha256::new().chain_update(b"bastide test salt\n").chain_update(bytes).finalize();
    Ok(RoomSecret { seed: bytes, salt: salt.into() })
}

impl Rooms {
    /// No room in memory yet.
    #[expect(clippy::too_many_arguments, reason = "each is a part of the server that rooms use")]
    pub(crate) fn new(
        store: Arc<dyn Store>,
        hub: Arc<Hub>,
        pool: Arc<Pool>,
        peers: Option<Arc<Peers>>,
        thinkers: Option<Arc<Thinkers>>,
        time: Time,
        settings: Settings,
        metrics: Arc<Metrics>,
    ) -> Rooms {
        let falters = Falters::new(time.now());
        let (live, stillness) = Default::default();
        let inner = Inner { live, store, hub, pool, peers, thinkers, time, falters, stillness, settings, metrics };
        Rooms(Arc::new(inner))
    }

    /// Makes a room.
    pub(crate) async fn create(&self, wish: &CreateRoom, creator: &PlayerView) -> Result<Box<RoomView>, ApiError> {
        let secret = match &wish.seed {
            None => new_secret(),
            Some(_) if !self.0.settings.allow_seeds => {
                return Err(ApiError::new(ApiErrorCode::Forbidden, "this server chooses seeds itself"));
            }
            Some(seed) => given_secret(seed)?,
        };
        let room = Room::create(wish, secret::random_id(), secret, creator, self.0.time.now())?;
        self.0.create(room).await
    }

    /// Does what somebody wants of a room.
    pub(crate) async fn act(&self, id: &str, player: &PlayerView, request: Request) -> Result<Done, ApiError> {
        // An action has its name already.
        let named = self.0.peers.is_none() || matches!(request, Request::Act(_));
        let key = if named { String::new() } else { secret::random_id() };
        match self.0.ask(id, Ask::Do(Box::new((player.clone(), request, key)))).await? {
            Answer::Done(done) => Ok(done),
            _ => Err(unavailable()),
        }
    }

    /// Where the same people play again.
    pub(crate) async fn rematch(&self, id: &str, player: &PlayerView) -> Result<Box<RematchAnswer>, ApiError> {
        match self.0.ask(id, Ask::Rematch(Box::new(player.clone()))).await? {
            Answer::Rematch(answer) => Ok(answer),
            _ => Err(unavailable()),
        }
    }

    /// A room as everybody sees it.
    pub(crate) async fn view(&self, id: &str) -> Result<Box<RoomView>, ApiError> {
        match self.0.ask(id, Ask::View).await? {
            Answer::View(view) => Ok(view),
            _ => Err(unavailable()),
        }
    }

    /// A room as everybody sees it, if it is in memory: here, or at that node.
    pub(crate) async fn live_view(&self, id: &str, owner: Option<&str>) -> Option<Box<RoomView>> {
        let answer = match (self.0.inbox(id), owner, &self.0.peers) {
            (Some(inbox), _, _) => {
                let (reply, answer) = oneshot::channel();
                inbox.try_send(Message::Ask(Box::new(Ask::View), reply)).ok()?;
                answer.await.ok()?
            }
            (None, Some(owner), Some(peers)) if !peers.is_me(owner) => {
                tokio::time::timeout(GLANCE, peers.ask(owner, id, &Ask::View, false)).await.ok()?
            }
            _ => return None,
        };
        match answer {
            Ok(Answer::View(view)) => Some(view),
            _ => None,
        }
    }

    /// State and actions, as they are sent.
    pub(crate) async fn state(&self, id: &str) -> Result<Box<RawValue>, ApiError> {
        match self.0.ask(id, Ask::State).await? {
            Answer::State(state) => Ok(state),
            _ => Err(unavailable()),
        }
    }

    /// The record.
    pub(crate) async fn record(&self, id: &str) -> Result<String, ApiError> {
        match self.0.ask(id, Ask::Record).await? {
            Answer::Record(record) => Ok(record),
            _ => Err(unavailable()),
        }
    }

    /// Answers another node, which thinks that this one has the room.
    pub(crate) async fn answer(&self, id: &str, ask: &Ask) -> Result<Answer, No> {
        self.0.ask_here(id, ask).await
    }

    /// Lets another node have a room, if nobody waits for it here. Says whether that can take it now.
    pub(crate) async fn hand_on(&self, id: &str) -> bool {
        let (reply, answer) = oneshot::channel();
        let Some(inbox) = self.0.inbox(id) else { return false };
        inbox.try_send(Message::HandOn(reply)).is_ok() && answer.await.unwrap_or(false)
    }

    /// Whether a room is in memory here.
    pub(crate) fn is_live(&self, id: &str) -> bool {
        self.0.lock().contains_key(id)
    }

    /// All rooms leave memory at once: other nodes have them, or will.
    pub(crate) fn retire(&self) {
        let inboxes: Vec<_> = self.0.lock().values().cloned().collect();
        for inbox in inboxes {
            // One with a full queue finds out by itself when it writes.
            let _ = inbox.try_send(Message::Retire);
        }
    }

    /// The same, and waits until they have: nothing is under way any more that anybody could be told. Storage takes no longer either.
    pub(crate) async fn all_retire(&self) {
        let inboxes: Vec<_> = self.0.lock().values().cloned().collect();
        let retire = inboxes.into_iter().map(async |inbox| {
            if inbox.send(Message::Retire).await.is_ok() {
                inbox.closed().await;
            }
        });
        let _ = tokio::time::timeout(LAST_WORDS, futures_util::future::join_all(retire)).await;
    }

    /// Loads a room so that it sees what time it is.
    pub(crate) fn poke(&self, id: &str) {
        let _ = self.0.wake(id).try_send(Message::Wake);
    }

    /// Loads the rooms in which something happens by itself: a clock ticks, or a bot is to decide. After a start nobody may ask for
    /// them, only listen.
    pub(crate) async fn wake_running(&self) -> Result<(), StoreError> {
        let state = Some(RoomState::Playing);
        let mut filter = RoomFilter { state, hidden: true, limit: PAGE, ..RoomFilter::default() };
        loop {
            let page = self.0.store.rooms(filter.clone()).await?;
            for room in page.iter().filter(|room| room.goes_on_alone()) {
                self.poke(&room.config.id);
            }
            match page.last() {
                Some(last) if page.len() == PAGE as usize => filter.before = Some(last.config.id.clone()),
                _ => return Ok(()),
            }
        }
    }

    /// A waiting room goes away, unless somebody is there.
    pub(crate) fn vanish(&self, id: &str) {
        let _ = self.0.wake(id).try_send(Message::Vanish);
    }

    /// Storage has just answered: whoever acts can be told so.
    pub(crate) fn note_served(&self) {
        self.0.note_served(self.0.time.now());
    }

    /// Storage has failed: nobody can act, so clocks stand still.
    pub(crate) fn note_failed(&self) {
        self.0.note_failed(self.0.time.now());
    }

    /// The other nodes are not heard, perhaps for so long already: clocks stand still.
    pub(crate) fn stand_still(&self, already: Duration) {
        let already = u64::try_from(already.as_millis()).unwrap_or(0);
        self.0.stillness.begin(self.0.time.now().saturating_sub(already));
    }

    /// They are heard again: clocks run, and everybody is told how they stand.
    pub(crate) fn go_on(&self) {
        if self.0.stillness.end(self.0.time.now()) {
            self.0.look_at_clocks();
        }
    }

    /// Notices when this program does nothing for a while, because it or its machine was suspended: clocks stood still.
    pub(crate) async fn beat(self) {
        // Who sets the clock by hand may let hours pass at once.
        if matches!(self.0.time, Time::Manual(_)) {
            return;
        }
        loop {
            if self.0.stillness.beat(self.0.time.now()) {
                self.0.look_at_clocks();
            }
            tokio::time::sleep(BEAT).await;
        }
    }

    /// Whether what people do can be kept, as far as is known.
    pub(crate) fn can_keep(&self) -> bool {
        !self.0.stillness.is_stalled()
    }

    /// How many rooms are in memory.
    pub(crate) fn live(&self) -> usize {
        self.0.lock().len()
    }
}

impl Room {
    /// A room in which seats are kept for the people of an earlier game.
    fn create_for(
        wish: &CreateRoom,
        id: String,
        secret: RoomSecret,
        creator: &PlayerView,
        people: &[Option<String>],
        seat: u8,
        now: Millis,
    ) -> Result<Room, ApiError> {
        Room::create_with(wish, id, secret, creator, now, |seats| {
            for (sitting, player) in seats.iter_mut().zip(people) {
                sitting.reserved.clone_from(player);
            }
            Some(seat)
        })
    }

    /// Says that the same people can play again in another room.
    pub(super) fn offer_rematch(&mut self, seat: u8, room: &str, now: Millis) {
        self.emit(EventKind::Rematch { seat, room: room.to_owned() }, now, None);
    }
}
