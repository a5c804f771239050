//! A room: what it knows and how it changes.

use super::clock::Clocks;
use super::{Config, Sitting, Summary, forbidden, wrong};
use crate::store::{Change, Fence, Line, Outcome, RoomChange, RoomKey, RoomSecret, StoredRoom};
use crate::time::Millis;
use bots::{Level, Manner};
use rules::{Action, Dealing, Digest, Fair, Reveal, Seat, Setup};
use serde::{Deserialize, Serialize};
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, LazyLock};
use table::{Play, Step};
use wire::EventJson;
use wire::server::{
    Act, ApiError, ApiErrorCode, Chat, CreateRoom, EventKind, Join, Kick, Pace, PlayerView, ReadEvent, RoomEvent,
    RoomState, SeatKind, SeatWish, SetupJson, Start, StartedSeat, Undo,
};

/// Bots that take over, and those of whom nothing is said.
pub(super) const USUAL_LEVEL: Level = Level::Tactician;

/// What somebody wants of a room.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Request {
    Join(Join),
    Start(Start),
    Kick(Kick),
    Change(Box<CreateRoom>),
    Leave,
    Resign,
    Undo(Undo),
    Chat(Chat),
    Act(Act),
}

/// What came of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum Done {
    /// The number of the event.
    Number(u64),
    /// Where the player sits.
    Seat(u8),
}

/// A question whether actions may be taken back.
#[derive(Clone, Debug)]
pub(super) struct Question {
    pub(super) seat: u8,
    pub(super) to: u64,
    /// Who said yes.
    pub(super) agreed: u8,
}

/// A decision that stands: the number of its event, and who made it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Decision {
    pub(super) n: u64,
    pub(super) seat: u8,
}

/// A room with its game.
pub(crate) struct Room {
    pub(crate) key: RoomKey,
    pub(crate) fence: Fence,
    pub(crate) config: Config,
    pub(crate) summary: Summary,
    pub(super) state: RoomState,
    secret: RoomSecret,
    /// The game with the first seat not yet drawn.
    pub(super) setup: Setup,
    pub(super) play: Option<Play>,
    pub(super) last: u64,
    pub(super) last_move: u64,
    pub(super) started: u64,
    pub(super) decisions: Vec<Decision>,
    /// Requests that were answered, by hash, with the number of their event.
    answered: Vec<(u64, u64)>,
    pub(super) clocks: Option<Clocks>,
    pub(super) question: Option<Question>,
    /// Seats that cannot win any more, as bits.
    pub(super) lost: u8,
    /// Seats whose players left, as bits.
    pub(super) away: u8,
    /// The ids of those whom the host has removed.
    pub(super) removed: Vec<String>,
    pub(super) chats: u32,
    pub(super) changed: Millis,
    out: Out,
}

/// What is to be written and told.
#[derive(Default)]
pub(super) struct Out {
    pub(super) lines: Vec<Line>,
    pub(super) row: bool,
    pub(super) seats: bool,
    pub(super) config: bool,
    pub(super) outcome: Option<Box<Outcome>>,
    pub(super) forget: bool,
}

/// Hashes of requests cannot be foreseen from outside.
static HASHER: LazyLock<RandomState> = LazyLock::new(RandomState::new);

fn request_hash(player: &str, id: &str) -> u64 {
    HASHER.hash_one((player, id))
}

pub(super) fn bit(seat: u8) -> u8 {
    1u8.checked_shl(seat.into()).unwrap_or(0)
}

/// What somebody wishes, if it can be played: the game, and the seats before anybody sits down.
pub(super) fn agree(wish: &CreateRoom) -> Result<(Setup, Vec<Sitting>), ApiError> {
    let players = u8::try_from(wish.seats.len()).unwrap_or(u8::MAX);
    let setup = wire::read_setup(&wish.game, &wish.options, players, wish.first).map_err(wrong)?;
    if let Some(clock) = &wish.clock {
        super::clock::check(clock).map_err(wrong)?;
    }
    let seat = |seat: &SeatWish| match seat {
        SeatWish::Open {} => Ok(Sitting::open()),
        SeatWish::Bot { level } => super::seating::bot(level.as_deref()),
    };
    Ok((setup, wish.seats.iter().map(seat).collect::<Result<_, _>>()?))
}

impl Room {
    /// A new room; who makes it sits at the first open seat.
    pub(crate) fn create(
        wish: &CreateRoom,
        id: String,
        secret: RoomSecret,
        creator: &PlayerView,
        now: Millis,
    ) -> Result<Room, ApiError> {
        Room::create_with(wish, id, secret, creator, now, |_| None)
    }

    /// A new room; `arrange` may keep seats for others, and says where its creator sits.
    pub(super) fn create_with(
        wish: &CreateRoom,
        id: String,
        secret: RoomSecret,
        creator: &PlayerView,
        now: Millis,
        arrange: impl FnOnce(&mut [Sitting]) -> Option<u8>,
    ) -> Result<Room, ApiError> {
        let (setup, mut seats) = agree(wish)?;
        let seat = arrange(&mut seats);
        let reveal = Reveal { seed: Digest(secret.seed), salt: Digest(secret.salt) };
        let config = Config::of(wish, id, table::commitment(&reveal).to_string(), now);
        let summary = Summary { seats, host: Some(creator.id.clone()), first: wish.first, ..Summary::default() };
        let mut room = Room::empty(0, config, summary, secret, setup);
        room.out.seats = true;
        if room.summary.seats.iter().any(|seat| seat.kind == SeatKind::Open) {
            let join = Join { seat, contribution: wish.contribution.clone() };
            room.join(creator, &join, now)?;
        } else {
            room.begin(now)?;
        }
        Ok(room)
    }

    fn empty(key: RoomKey, config: Config, summary: Summary, secret: RoomSecret, setup: Setup) -> Room {
        let changed = config.created;
        Room {
            key,
            fence: 0,
            config,
            summary,
            state: RoomState::Waiting,
            secret,
            setup,
            play: None,
            last: 0,
            last_move: 0,
            started: 0,
            decisions: Vec::new(),
            answered: Vec::new(),
            clocks: None,
            question: None,
            lost: 0,
            away: 0,
            removed: Vec::new(),
            chats: 0,
            changed,
            out: Out::default(),
        }
    }

    /// A room as it was stored, with its game played again. If it stood still, time runs again from now on.
    pub(crate) fn load(stored: StoredRoom, now: Millis) -> Result<Room, String> {
        let StoredRoom { key, fence, config, summary, secret, lines, mut pauses, stood, before: _ } = stored;
        pauses.extend(stood.map(|since| (since, now)));
        pauses.sort_unstable();
        let players = u8::try_from(summary.seats.len()).unwrap_or(u8::MAX);
        let setup = wire::read_setup(&config.game, &config.options, players, config.first)?;
        let mut room = Room::empty(key, config, summary.clone(), secret, setup);
        room.fence = fence;
        for line in lines {
            if line.n != room.last + 1 {
                return Err(format!("event {} follows event {}", line.n, room.last));
            }
            let event: ReadEvent =
                serde_json::from_str(&line.body).map_err(|error| format!("event {}: {error}", line.n))?;
            room.repeat(&event).map_err(|error| format!("event {}: {error}", line.n))?;
            room.note(event.n, event.at, &event.kind);
            if let Some((player, id)) = &line.request {
                room.answered.push((request_hash(player, id), line.n));
            }
        }
        if room.state == RoomState::Waiting {
            // What people added to the draws is told by no event before the start.
            room.summary = summary;
        }
        room.out = Out::default();
        if room.clocks.as_mut().is_some_and(|clocks| clocks.skip(&pauses)) {
            room.tell_clocks(now);
        }
        Ok(room)
    }

    /// Does in the game what an event says.
    fn repeat(&mut self, event: &ReadEvent) -> Result<(), String> {
        match &event.kind {
            EventKind::Started { seats, contributions, setup, .. } => {
                for (sitting, (told, contribution)) in
                    self.summary.seats.iter_mut().zip(seats.iter().zip(contributions))
                {
                    sitting.kind = told.kind;
                    sitting.player.clone_from(&told.player);
                    sitting.level.clone_from(&told.level);
                    sitting.contribution.clone_from(contribution);
                }
                let first = Seat::new(setup.first).ok_or("no such seat")?;
                let setup = wire::first_seat(&self.setup, first)?;
                let (play, _) = Play::new(&setup, self.dealing(true)).map_err(|error| error.to_string())?;
                self.play = Some(play);
            }
            EventKind::Action { action, .. } => {
                let action = Action::try_from(action).map_err(|error| error.to_string())?;
                let play = self.play.as_mut().ok_or("an action before the start")?;
                play.play(action).map_err(|illegal| format!("{action}: {illegal}"))?;
            }
            EventKind::Undone { to, .. } => {
                let kept = self.decisions.partition_point(|decision| decision.n <= *to);
                self.play.as_mut().ok_or("taken back before the start")?.rewind(kept);
            }
            _ => {}
        }
        Ok(())
    }

    /// What the draws follow from; with the secret, or as everybody may know it.
    pub(super) fn dealing(&self, secret: bool) -> Dealing {
        let reveal = Reveal { seed: Digest(self.secret.seed), salt: Digest(self.secret.salt) };
        let seats = self.summary.seats.iter();
        let fair = Fair {
            commitment: table::commitment(&reveal),
            first_drawn: self.config.first.is_none(),
            contributions: seats.map(|seat| seat.contribution.clone().unwrap_or_default()).collect(),
            reveal: secret.then_some(reveal),
        };
        Dealing { fair: Some(fair), ..Dealing::default() }
    }

    /// The game begins: all seats are taken.
    pub(super) fn begin(&mut self, now: Millis) -> Result<(), ApiError> {
        let dealing = self.dealing(true);
        let drawn = || table::fair_first_seat(dealing.fair.as_ref()?, self.setup.players());
        let first = match self.config.first {
            Some(number) => Seat::new(number),
            None => drawn(),
        };
        let setup = wire::first_seat(&self.setup, first.unwrap_or_default()).map_err(wrong)?;
        let (play, step) = Play::new(&setup, dealing).map_err(|error| wrong(error.to_string()))?;
        let running = wire::decider(play.game());
        self.play = Some(play);
        self.summary.first = Some(setup.first().number());
        let clock = self.config.clock.map(|clock| Clocks::start(&clock, self.summary.seats.len(), running, now).state);
        let kind = EventKind::Started {
            seats: self.started_seats(),
            setup: SetupJson {
                game: self.config.game.clone(),
                options: self.config.options.clone(),
                players: setup.players(),
                first: setup.first().number(),
            },
            commitment: self.config.commitment.clone(),
            contributions: self.contributions(),
            events: EventJson::list(&step.events),
            dealt: names(&step),
            clock,
        };
        self.emit(kind, now, None);
        Ok(())
    }

    /// The game begins by itself when nobody can come any more.
    pub(super) fn begin_if_full(&mut self, now: Millis) -> Result<(), ApiError> {
        if self.summary.seats.iter().all(|sitting| sitting.kind != SeatKind::Open) { self.begin(now) } else { Ok(()) }
    }

    /// Who sits where, as events tell it.
    pub(super) fn started_seats(&self) -> Vec<StartedSeat> {
        let seat = |sitting: &Sitting| StartedSeat {
            kind: sitting.kind,
            player: sitting.player.clone(),
            level: sitting.level.clone(),
        };
        self.summary.seats.iter().map(seat).collect()
    }

    pub(super) fn contributions(&self) -> Vec<Option<String>> {
        self.summary.seats.iter().map(|seat| seat.contribution.clone()).collect()
    }

    /// Does what somebody wants. After an error nothing has changed. `key`, if there is one, names the request for nodes that
    /// ask again because they heard no answer: the same again gets the same answer.
    pub(crate) fn handle(
        &mut self,
        player: &PlayerView,
        request: &Request,
        key: &str,
        now: Millis,
    ) -> Result<Done, ApiError> {
        if !key.is_empty()
            && let Some(n) = self.answered("", key)
        {
            return Ok(Done::Number(n));
        }
        let done = self.do_it(player, request, now);
        if let (Ok(Done::Number(n)), false) = (&done, key.is_empty()) {
            let line = self.out.lines.iter_mut().find(|line| line.n == *n && line.request.is_none());
            if let Some(line) = line {
                line.request = Some((String::new(), key.to_owned()));
                self.answered.push((request_hash("", key), *n));
            }
        }
        done
    }

    fn do_it(&mut self, player: &PlayerView, request: &Request, now: Millis) -> Result<Done, ApiError> {
        match request {
            Request::Act(act) => self.act(player, act, now).map(Done::Number),
            Request::Join(join) => self.join(player, join, now).map(Done::Seat),
            Request::Start(start) => self.start(player, start, now).map(Done::Number),
            Request::Kick(kick) => self.kick(player, kick, now).map(Done::Number),
            Request::Change(wish) => self.change_table(player, wish, now).map(Done::Number),
            Request::Leave => self.leave(player, now).map(Done::Number),
            Request::Resign => self.resign(player, now).map(Done::Number),
            Request::Undo(undo) => self.undo(player, undo, now).map(Done::Number),
            Request::Chat(chat) => self.chat(player, chat, now).map(Done::Number),
        }
    }

    /// The seat of a player, also one where a bot has taken over.
    pub(crate) fn seat_of(&self, player: &str) -> Option<u8> {
        let sits = |seat: &Sitting| seat.player.as_ref().is_some_and(|sitting| sitting.id == player);
        self.summary.seats.iter().position(sits).map(|seat| seat as u8)
    }

    /// The seat that a player plays now.
    pub(super) fn playing_seat(&self, player: &PlayerView) -> Result<u8, ApiError> {
        match self.state {
            RoomState::Waiting => return Err(wrong("the game has not begun")),
            RoomState::Over => return Err(ApiError::new(ApiErrorCode::GameOver, "the game is over")),
            RoomState::Playing => {}
        }
        let seat = self.seat_of(&player.id).ok_or_else(|| forbidden("you do not sit here"))?;
        if self.summary.seats[usize::from(seat)].kind == SeatKind::Bot {
            return Err(forbidden("a bot plays on for you"));
        }
        Ok(seat)
    }

    /// The number of the event that answered a request.
    pub(super) fn answered(&self, player: &str, id: &str) -> Option<u64> {
        let hash = request_hash(player, id);
        self.answered.iter().rev().find(|(known, _)| *known == hash).map(|(_, n)| *n)
    }

    /// Writes an event down; its consequences in the game have been drawn already.
    pub(super) fn emit(&mut self, kind: EventKind<EventJson>, now: Millis, request: Option<(&str, &str)>) -> u64 {
        let n = self.last + 1;
        let at = now.max(self.changed);
        self.note(n, at, &kind);
        let turn = kind.moves().then(|| self.to_act());
        let event = RoomEvent { n, at, kind };
        // Messages of plain structs and strings always become JSON.
        let body: Arc<str> = serde_json::to_string(&event).unwrap_or_default().into();
        if let Some((player, id)) = request {
            self.answered.push((request_hash(player, id), n));
        }
        let request = request.map(|(player, id)| (player.to_owned(), id.to_owned()));
        self.out.lines.push(Line { n, body, turn, request });
        n
    }

    /// What an event changes beside the game itself.
    fn note<E>(&mut self, n: u64, at: Millis, kind: &EventKind<E>) {
        self.last = n;
        self.changed = at;
        if kind.moves() {
            self.last_move = n;
            self.question = None;
        }
        if let Some(clock) = kind.clock() {
            self.clocks = Some(Clocks { state: clock.clone(), since: at });
        }
        match kind {
            EventKind::Joined { seat, player } => {
                self.away &= !bit(*seat);
                if let Some(sitting) = self.summary.seats.get_mut(usize::from(*seat)) {
                    sitting.kind = SeatKind::Person;
                    sitting.player = Some(player.clone());
                }
            }
            EventKind::Left { seat, removed } => {
                if self.state == RoomState::Waiting {
                    if let Some(sitting) = self.summary.seats.get_mut(usize::from(*seat)) {
                        let left = std::mem::replace(sitting, Sitting::open());
                        self.removed.extend(left.player.filter(|_| *removed).map(|player| player.id));
                    }
                } else {
                    self.away |= bit(*seat);
                }
            }
            EventKind::Started { .. } => {
                self.state = RoomState::Playing;
                self.started = n;
                (self.out.row, self.out.seats) = (true, true);
            }
            EventKind::Action { seat, .. } => {
                self.away &= !bit(*seat);
                self.decisions.push(Decision { n, seat: *seat });
            }
            EventKind::Undone { to, .. } => {
                let kept = self.decisions.partition_point(|decision| decision.n <= *to);
                self.decisions.truncate(kept);
            }
            EventKind::UndoAsked { seat, to } => {
                self.question = Some(Question { seat: *seat, to: *to, agreed: 0 });
            }
            EventKind::UndoAnswered { seat, accept: true } => {
                if let Some(question) = &mut self.question {
                    question.agreed |= bit(*seat);
                }
            }
            EventKind::UndoAnswered { accept: false, .. } => self.question = None,
            EventKind::Resigned { seat } => self.lost |= bit(*seat),
            EventKind::Timeout { seat } => {
                if self.config.clock.is_some_and(|clock| clock.on_timeout == wire::server::OnTimeout::Loss) {
                    self.lost |= bit(*seat);
                }
            }
            EventKind::BotTakes { seat, level } => {
                if let Some(sitting) = self.summary.seats.get_mut(usize::from(*seat)) {
                    sitting.kind = SeatKind::Bot;
                    sitting.level = Some(level.clone());
                }
            }
            EventKind::Over { scores, winners, .. } => {
                self.state = RoomState::Over;
                self.summary.scores = Some(scores.clone());
                self.summary.winners = Some(winners.clone());
                self.clocks = None;
                self.question = None;
                self.out.row = true;
            }
            EventKind::Chat { .. } => self.chats += 1,
            EventKind::Rematch { room, .. } => self.summary.rematch = Some(room.clone()),
            EventKind::Changed { .. } => self.out.config = true,
            EventKind::Clock { .. } => {}
        }
        if matches!(
            kind,
            EventKind::Changed { .. } | EventKind::Joined { .. } | EventKind::Left { .. } | EventKind::BotTakes { .. }
        ) {
            (self.out.row, self.out.seats) = (true, true);
        }
        self.out.row |= matches!(kind, EventKind::Rematch { .. });
    }

    /// Who decides now.
    pub(crate) fn to_act(&self) -> Option<u8> {
        self.play.as_ref().filter(|_| self.state == RoomState::Playing).and_then(|play| wire::decider(play.game()))
    }

    /// The time limit that must be remembered also when the room is not in memory.
    fn stored_deadline(&self) -> Option<Option<Millis>> {
        let clock = self.config.clock?;
        (clock.kind == Pace::Correspondence).then(|| self.deadline())
    }

    /// When somebody's time is up.
    pub(crate) fn deadline(&self) -> Option<Millis> {
        // Bots think as long as they need: it is not their fault when many do.
        let running = self.to_act().is_some() && self.bot().is_none();
        self.clocks.as_ref().filter(|_| running).and_then(Clocks::deadline)
    }

    fn change(&mut self) -> RoomChange {
        let seats = std::mem::take(&mut self.out.seats);
        self.out.row = false;
        let config = std::mem::take(&mut self.out.config).then(|| Box::new(self.config.clone()));
        RoomChange { state: self.state, summary: self.summary.clone(), seats, config }
    }

    /// What is to be written of a new room.
    pub(crate) fn first_change(&mut self) -> (Change, Vec<Line>) {
        let change = Box::new(self.change());
        let lines = std::mem::take(&mut self.out.lines);
        let deadline = self.stored_deadline().flatten();
        let config = Box::new(self.config.clone());
        (Change::Room { config, change, secret: self.secret, lines: lines.clone(), deadline }, lines)
    }

    /// What is to be written now, if anything, and what is to be told once it is.
    pub(crate) fn next_change(&mut self) -> Option<(Change, Vec<Line>)> {
        if self.out.forget {
            return Some((Change::Forget { room: self.key, fence: self.fence }, std::mem::take(&mut self.out.lines)));
        }
        if self.out.lines.is_empty() && !self.out.row {
            return None;
        }
        let lines = std::mem::take(&mut self.out.lines);
        let change = self.out.row.then(|| Box::new(self.change()));
        let outcome = self.out.outcome.take();
        let moved = lines.iter().any(|line| line.turn.is_some()) || change.is_some();
        let deadline = if moved { self.stored_deadline() } else { None };
        let (room, fence) = (self.key, self.fence);
        Some((Change::Append { room, fence, lines: lines.clone(), change, outcome, deadline }, lines))
    }

    pub(super) fn out(&mut self) -> &mut Out {
        &mut self.out
    }

    /// Whether the room is gone.
    pub(crate) fn is_forgotten(&self) -> bool {
        self.out.forget
    }

    /// Whether it may leave memory when nobody asks for it.
    pub(crate) fn may_sleep(&self) -> bool {
        let ticking = self.config.clock.is_some_and(|clock| clock.kind == Pace::Player) && self.deadline().is_some();
        !ticking && self.bot().is_none()
    }

    /// The bot that is to decide now, and the game.
    pub(crate) fn bot(&self) -> Option<(Manner, &Play)> {
        let seat = self.to_act()?;
        let sitting = self.summary.seats.get(usize::from(seat)).filter(|sitting| sitting.kind == SeatKind::Bot)?;
        let manner = sitting.level.as_deref().and_then(Manner::from_name).unwrap_or(USUAL_LEVEL.into());
        Some((manner, self.play.as_ref()?))
    }

    /// The number of the last event that moved the game.
    pub(crate) fn last_move(&self) -> u64 {
        self.last_move
    }

    /// Whether people play against each other or a bot here, rather than bots among themselves.
    pub(crate) fn has_people(&self) -> bool {
        self.summary.seats.iter().any(|seat| seat.kind == SeatKind::Person)
    }

    pub(super) fn secrets(&self) -> (String, String) {
        (Digest(self.secret.seed).to_string(), Digest(self.secret.salt).to_string())
    }
}

/// What was dealt, by name.
pub(super) fn names(step: &Step) -> Vec<String> {
    let name = |action: &Action| match action {
        Action::Draw { tile } => tile.name().to_owned(),
        Action::DrawToken { animal } => animal.name().to_owned(),
        other => other.to_string(),
    };
    step.dealt.iter().map(name).collect()
}
