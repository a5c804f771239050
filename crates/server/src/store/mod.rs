//! The seam to storage: what the server keeps, and what it must be able to find again. One node keeps it in SQLite, several share
//! PostgreSQL.
//!
//! Everything that changes goes through [`Store::write`], and what it returns is durable. Reads see at least everything
//! that was durable when they were asked.

mod migrate;
pub(crate) mod postgres;
pub(crate) mod sqlite;

pub use migrate::Moved;
pub(crate) use migrate::migrate;

use crate::ratings::Rating;
use crate::room::{Config, Summary};
use crate::time::Millis;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use wire::server::{Pace, PlayerView, RatingPoint, RoomState, SeatKind};

/// An answer that comes later.
pub(crate) type Later<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// The key under which a room is stored; it grows with time.
pub(crate) type RoomKey = i64;

/// Which time of owning a room something belongs to: nothing is written for an earlier one.
pub(crate) type Fence = i64;

/// Storage cannot do it now. The message is for the log: it may name files.
#[derive(Clone, Debug)]
pub(crate) struct StoreError(pub(crate) String);

impl std::fmt::Display for StoreError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for StoreError {}

/// What is stored of a secret.
#[derive(Clone)]
pub(crate) struct Hashed {
    pub(crate) id: String,
    pub(crate) hash: [u8; 32],
}

/// An event of a room as it is stored and sent.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub(crate) n: u64,
    /// The event as everybody gets it.
    pub(crate) body: Arc<str>,
    /// Who decides after it, if the game moved: the seat, or `None` at its end.
    pub(crate) turn: Option<Option<u8>>,
    /// Whose request it answers, and what they called it.
    pub(crate) request: Option<(String, String)>,
}

/// The two secrets behind a room's draws.
#[derive(Clone, Copy)]
pub(crate) struct RoomSecret {
    pub(crate) seed: [u8; 32],
    pub(crate) salt: [u8; 32],
}

/// What changes of a room beside its events.
#[derive(Clone, Debug)]
pub(crate) struct RoomChange {
    pub(crate) state: RoomState,
    pub(crate) summary: Summary,
    /// Whether seats were taken or left.
    pub(crate) seats: bool,
    /// What is agreed, where that changed.
    pub(crate) config: Option<Box<Config>>,
}

/// How a rated game ended: players with their places, 1 for the winners.
#[derive(Clone, Debug)]
pub(crate) struct Outcome {
    pub(crate) game: String,
    pub(crate) room: String,
    pub(crate) at: Millis,
    pub(crate) places: Vec<(String, usize)>,
}

/// Something to be made durable.
#[derive(Clone)]
pub(crate) enum Change {
    /// A new player with a first token.
    Guest { player: PlayerView, token: Hashed, now: Millis },
    /// Another name.
    Rename { player: String, name: String },
    /// A one-time link to an identity.
    Link { player: String, link: Hashed, expires: Millis },
    /// The link is used up; the token belongs to its player from now on.
    Claim { link: Hashed, token: Hashed, now: Millis },
    /// A new room.
    Room {
        config: Box<Config>,
        change: Box<RoomChange>,
        secret: RoomSecret,
        lines: Vec<Line>,
        deadline: Option<Millis>,
    },
    /// A room goes on.
    Append {
        room: RoomKey,
        fence: Fence,
        lines: Vec<Line>,
        change: Option<Box<RoomChange>>,
        outcome: Option<Box<Outcome>>,
        /// The new time limit of a decision that may take days; `None` leaves the old one.
        deadline: Option<Option<Millis>>,
    },
    /// A room that never became a game is gone.
    Forget { room: RoomKey, fence: Fence },
    /// A room leaves memory; other nodes may have it. One that `goes_on` does so at whatever node takes it first; its clocks stand
    /// still from that time on until then.
    Release { room: RoomKey, fence: Fence, goes_on: Option<Millis> },
    /// The server is there: clocks may be charged up to now.
    Alive { now: Millis },
}

/// What a change gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Written {
    /// Nothing to be said.
    Done,
    /// The key of the new room.
    Room(RoomKey, Fence),
    /// Nothing was written: another node has the room by now, or may have it.
    Lost,
    /// Whose identity was claimed; none if the link is unknown, used or too old.
    Claimed(Option<String>),
}

/// A room as it is found again.
pub(crate) struct StoredRoom {
    pub(crate) key: RoomKey,
    pub(crate) fence: Fence,
    pub(crate) config: Config,
    pub(crate) summary: Summary,
    pub(crate) secret: RoomSecret,
    pub(crate) lines: Vec<Line>,
    /// When the server stood still, for how long: `(from, to)`.
    pub(crate) pauses: Vec<(Millis, Millis)>,
    /// Nobody has had it since then: it stands still until it is in memory again.
    pub(crate) stood: Option<Millis>,
    /// The fence under which this very node had it before, if no other has had it since.
    pub(crate) before: Option<Fence>,
}

/// What came of looking for a room in order to have it in memory.
pub(crate) enum Found {
    /// There is none.
    Missing,
    /// This node has it from now on.
    Mine(Box<StoredRoom>),
    /// Another node has it.
    Elsewhere(String),
}

/// A room in a list.
pub(crate) struct ListedRoom {
    pub(crate) config: Config,
    pub(crate) state: RoomState,
    pub(crate) summary: Summary,
    pub(crate) last: u64,
    pub(crate) to_act: Option<u8>,
    pub(crate) changed: Millis,
    /// The other node that has it in memory, if any.
    pub(crate) owner: Option<String>,
}

impl ListedRoom {
    /// Whether something happens there without anybody's doing: a clock ticks, or a bot decides. Days are looked after by
    /// [`Store::due`].
    pub(crate) fn goes_on_alone(&self) -> bool {
        let ticks = self.config.clock.is_some_and(|clock| clock.kind == Pace::Player);
        let decider = self.to_act.and_then(|seat| self.summary.seats.get(usize::from(seat)));
        self.state == RoomState::Playing && (ticks || decider.is_some_and(|seat| seat.kind == SeatKind::Bot))
    }
}

/// Which rooms to list.
#[derive(Clone, Debug, Default)]
pub(crate) struct RoomFilter {
    pub(crate) state: Option<RoomState>,
    pub(crate) game: Option<String>,
    pub(crate) player: Option<String>,
    /// Somebody whose name has this in it sits there.
    pub(crate) name: Option<String>,
    pub(crate) before: Option<String>,
    /// Rooms by link only, too: for the player's own list.
    pub(crate) hidden: bool,
    /// Without running games in which nothing has happened since then, unless days pass between their moves.
    pub(crate) lively_since: Option<Millis>,
    pub(crate) limit: u32,
}

/// A player's ratings by game, and how they came about, oldest first.
pub(crate) type RatingHistory = (Vec<(String, Rating)>, Vec<RatingPoint>);

/// Where the server keeps everything.
pub(crate) trait Store: Send + Sync + 'static {
    /// Makes a change durable. After an error nothing of it is there.
    fn write(&self, change: Change) -> Later<'_, Written>;
    /// A player by id.
    fn player(&self, id: String) -> Later<'_, Option<PlayerView>>;
    /// The hash of a token and its player.
    fn token(&self, id: String) -> Later<'_, Option<(Vec<u8>, PlayerView)>>;
    /// A room with all its events, for this node to have in memory, unless another has it.
    fn claim(&self, id: String) -> Later<'_, Found>;
    /// A room's key.
    fn room_key(&self, id: String) -> Later<'_, Option<RoomKey>>;
    /// The events of a room above a number, at most so many.
    fn lines(&self, room: RoomKey, after: u64, limit: u32) -> Later<'_, Vec<(u64, Arc<str>)>>;
    /// Rooms, newest first.
    fn rooms(&self, filter: RoomFilter) -> Later<'_, Vec<ListedRoom>>;
    /// The ratings of players in a game.
    fn ratings(&self, game: String, players: Vec<String>) -> Later<'_, Vec<(String, Rating)>>;
    /// All ratings of a player.
    fn rating_history(&self, player: String, limit: u32) -> Later<'_, RatingHistory>;
    /// The best players of a game.
    fn leaders(&self, game: String, limit: u32) -> Later<'_, Vec<(PlayerView, Rating)>>;
    /// Rooms that this node shall have in memory because their time limit is over.
    fn due(&self, now: Millis) -> Later<'_, Vec<String>>;
    /// Waiting rooms in which nothing happened since then.
    fn forgotten(&self, since: Millis) -> Later<'_, Vec<String>>;
    /// Finishes what was begun and lets go of the files.
    fn close(&self) -> Later<'_, ()>;
    /// Whether what this node has in memory is still its own.
    fn holds(&self) -> bool {
        true
    }
}
