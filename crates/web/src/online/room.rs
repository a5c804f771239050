//! A room as this browser sees it: what the server told, and what is asked of it.

use super::api::{self, Trouble};
use super::fair::{self, Proof};
use super::json::Json;
use super::line::{Ends, Line, Status};
use super::message::{Clocks, Event, Kind, PlayerView, RoomView, SeatView, Sitter, Stage};
use super::refusal::Refusal;
use super::session::{OutOfStep, RemoteSession};
use super::{guest, notify};
use crate::app::App;
use crate::browser;
use crate::lang::Lang;
use crate::start::bot_name;
use crate::table::{Draft, TableState};
use leptos::prelude::*;
use leptos::task::spawn_local;
use rules::Action;
use std::collections::VecDeque;
use std::rc::Rc;
use std::time::Duration;

/// How long to wait before the server is looked for again.
const ABSENT: Duration = Duration::from_millis(1500);

/// Something in the room's talk: words of people, and what happened around the game.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Said {
    pub(crate) n: u64,
    pub(crate) seat: Option<u8>,
    pub(crate) name: String,
    pub(crate) what: What,
}

/// What was said or done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum What {
    Text(String),
    Joined,
    Left,
    Removed,
    Changed,
    Resigned,
    Timeout,
    BotTakes,
    UndoAsked,
    UndoRefused,
    Undone,
    Rematch,
}

/// Somebody asks to take moves back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Question {
    pub(crate) seat: u8,
    /// Whether the person here has answered.
    pub(crate) answered: bool,
}

/// Who is there.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Presence {
    pub(crate) present: Vec<bool>,
    pub(crate) spectators: u32,
}

/// An action on its way; it is sent again under the same name until the server answers.
#[derive(Clone)]
pub(super) struct Pending {
    pub(super) id: String,
    pub(super) action: Action,
    pub(super) frame: String,
}

#[derive(Default)]
pub(super) struct Inner {
    /// The number of the last event that was heard.
    last: u64,
    /// Whether everything up to now has been heard.
    caught_up: bool,
    /// The game, until it lies on the table.
    session: Option<RemoteSession>,
    commitment: String,
    pub(super) queue: VecDeque<Action>,
    /// What was heard while a move was still shown.
    pub(super) waiting: VecDeque<String>,
    pub(super) pending: Option<Pending>,
    line: Option<Rc<Line>>,
    /// The version of the client that the server had at first.
    client: Option<String>,
    /// How much later it is at the server, in milliseconds.
    ahead: i64,
}

/// A room; a handle that can be copied.
#[derive(Clone, Copy)]
pub(crate) struct Room {
    app: App,
    id: StoredValue<String>,
    pub(crate) view: RwSignal<Option<RoomView>>,
    /// Whether there is no such room.
    pub(crate) missing: RwSignal<bool>,
    pub(crate) status: RwSignal<Status>,
    pub(crate) table: RwSignal<Option<TableState>>,
    pub(crate) said: RwSignal<Vec<Said>>,
    pub(crate) presence: RwSignal<Presence>,
    pub(crate) clocks: RwSignal<Option<Clocks>>,
    pub(crate) question: RwSignal<Option<Question>>,
    pub(crate) rematch: RwSignal<Option<String>>,
    pub(crate) refusal: RwSignal<Option<Refusal>>,
    /// Where the person here sits.
    pub(crate) me: RwSignal<Option<u8>>,
    /// Whether what the others say is hidden.
    pub(crate) muted: RwSignal<bool>,
    /// Whether the server has another version of the client.
    outdated: RwSignal<bool>,
    /// Whether the page does not understand what happens in the game.
    lost_thread: RwSignal<bool>,
    pub(crate) proof: RwSignal<Proof>,
    pub(super) inner: StoredValue<Inner, LocalStorage>,
}

impl Room {
    /// Enters a room; it is left when its owner goes.
    pub(crate) fn enter(app: App, id: String) -> Room {
        let room = Room {
            app,
            id: StoredValue::new(id.clone()),
            view: RwSignal::new(None),
            missing: RwSignal::new(false),
            status: RwSignal::new(Status::Connecting),
            table: RwSignal::new(None),
            said: RwSignal::new(Vec::new()),
            presence: RwSignal::new(Presence::default()),
            clocks: RwSignal::new(None),
            question: RwSignal::new(None),
            rematch: RwSignal::new(None),
            refusal: RwSignal::new(None),
            me: RwSignal::new(None),
            muted: RwSignal::new(false),
            outdated: RwSignal::new(false),
            lost_thread: RwSignal::new(false),
            proof: RwSignal::new(Proof::None),
            inner: StoredValue::new_local(Inner::default()),
        };
        let owner = Owner::current().unwrap_or_default();
        let watch = StoredValue::new_local(None);
        spawn_local(async move {
            // A room that does not exist has no line either.
            if !room.look().await || room.inner.try_with_value(|_| ()).is_none() {
                return;
            }
            let line = owner.with(|| {
                Line::new(
                    id,
                    Ends {
                        after: Box::new(move || room.inner.try_with_value(|inner| inner.last).unwrap_or(0)),
                        on_frame: Box::new(move |text| room.hear(text)),
                        on_status: Box::new(move |status| room.line_is(status)),
                    },
                )
            });
            watch.set_value(Some(line.watch()));
            room.inner.update_value(|inner| inner.line = Some(line));
        });
        on_cleanup(move || {
            if let Some(watch) = watch.try_update_value(Option::take).flatten() {
                super::line::Watch::end(watch);
            }
            if let Some(line) = room.inner.try_update_value(|inner| inner.line.take()).flatten() {
                line.hang_up();
            }
        });
        room
    }

    pub(crate) fn lang(&self) -> Lang {
        self.app.lang.get_untracked()
    }

    pub(crate) fn id(&self) -> String {
        self.id.get_value()
    }

    /// The address to be shared.
    pub(crate) fn link(&self) -> String {
        format!("{}#room/{}", browser::page_address(), self.id())
    }

    pub(super) fn path(&self, end: &str) -> String {
        format!("rooms/{}{end}", self.id())
    }

    /// Asks the server how the room is; says whether there is one.
    async fn look(&self) -> bool {
        loop {
            match api::get(&self.path("")).await {
                Ok(answer) => {
                    let view = RoomView::read(answer.get("room"));
                    self.missing.try_set(view.is_none());
                    let found = view.is_some();
                    if let Some(view) = view {
                        self.seen(view);
                    }
                    return found;
                }
                Err(Trouble::Offline) => {
                    if self.status.try_set(Status::Lost).is_some() {
                        return false;
                    }
                    browser::sleep(ABSENT).await;
                }
                Err(trouble) if trouble.is("unauthorised") && guest::stored().is_some() => guest::forget(),
                Err(_) => {
                    self.missing.try_set(true);
                    return false;
                }
            }
        }
    }

    fn seen(&self, view: RoomView) {
        self.me.try_set(guest::id().and_then(|id| view.seat_of(&id)));
        self.rematch.try_set(view.rematch.clone());
        self.view.try_set(Some(view));
    }

    pub(super) fn look_again(&self) {
        let room = *self;
        spawn_local(async move {
            if let Ok(answer) = api::get(&room.path("")).await
                && let Some(view) = RoomView::read(answer.get("room"))
            {
                room.seen(view);
            }
        });
    }

    fn line_is(&self, status: Status) {
        self.status.try_set(status);
        if status == Status::Open {
            // What was on its way when the line broke may have arrived or not: under the same name it acts once.
            let pending = self.inner.try_with_value(|inner| inner.pending.clone()).flatten();
            if let Some(pending) = pending {
                self.send(&pending.frame);
            }
        }
    }

    pub(super) fn send(&self, frame: &str) {
        if let Some(line) = self.inner.try_with_value(|inner| inner.line.clone()).flatten() {
            line.send(frame);
        }
    }

    /// Takes the line up again, as somebody else perhaps.
    pub(super) fn reconnect(&self) {
        if let Some(line) = self.inner.try_with_value(|inner| inner.line.clone()).flatten() {
            line.connect();
        }
    }

    pub(super) fn take(&self, json: &Json) {
        if !json.get("n").is_null() {
            self.hear_event(json);
        } else if !json.get("present").is_null() {
            self.hear_presence(json);
        } else {
            self.hear_answer(json);
        }
    }

    fn hear_event(&self, json: &Json) {
        let Ok(event) = Event::read(json) else {
            self.lost_thread.set(true);
            return;
        };
        let last = self.inner.with_value(|inner| inner.last);
        if event.n != last + 1 {
            if event.n > last {
                // Something was missed: all of it is told again.
                self.reconnect();
            }
            return;
        }
        self.inner.update_value(|inner| inner.last = event.n);
        if let Some(clocks) = &event.clocks {
            self.clocks.set(Some(clocks.clone()));
        }
        if self.happened(&event).is_err() {
            self.lost_thread.set(true);
        }
    }

    /// What an event means for the room.
    fn happened(&self, event: &Event) -> Result<(), OutOfStep> {
        self.note(event);
        match &event.kind {
            Kind::Started { commitment, seats, .. } => {
                let me = self.sits_at(&event.kind);
                let lang = self.app.lang.get_untracked();
                let session = RemoteSession::begin(event, me, |seat| seat_name(lang, seat))?;
                self.inner.update_value(|inner| {
                    inner.session = Some(session);
                    inner.commitment.clone_from(commitment);
                });
                self.me.set(me);
                // Bots that came with the start are there without coming.
                self.presence.update(|all| {
                    for (present, seat) in all.present.iter_mut().zip(seats) {
                        *present |= matches!(seat.sitter, Sitter::Bot(_));
                    }
                });
                self.look_again();
                self.lay_table();
            }
            Kind::UndoAsked { seat, .. } => self.question.set(Some(Question { seat: *seat, answered: false })),
            Kind::UndoAnswered { accept: false, .. } => self.question.set(None),
            Kind::Rematch { room } => self.rematch.set(Some(room.clone())),
            _ => {}
        }
        let moved = match self.table.get_untracked() {
            Some(table) => table.hear(|session| session.remote().map_or(Ok(false), |session| session.hear(event)))?,
            None => {
                let heard = self.inner.try_update_value(|inner| match &mut inner.session {
                    Some(session) => session.hear(event),
                    None => Ok(false),
                });
                heard.unwrap_or(Ok(false))?
            }
        };
        if moved {
            self.moved(event);
        }
        if matches!(event.kind, Kind::Over { .. }) {
            self.over();
        }
        Ok(())
    }

    fn sits_at(&self, started: &Kind) -> Option<u8> {
        let (Kind::Started { seats, .. }, Some(me)) = (started, guest::id()) else { return None };
        let sits = |seat: &SeatView| seat.player.as_ref().is_some_and(|player| player.id == me);
        seats.iter().position(sits).and_then(|index| u8::try_from(index).ok())
    }

    /// The game moved: what was on its way is done or void.
    fn moved(&self, event: &Event) {
        self.question.set(None);
        self.inner.update_value(|inner| {
            let own = matches!((&event.kind, &inner.pending),
                (Kind::Acted { action, .. }, Some(pending)) if pending.action == *action);
            inner.pending = None;
            if !own {
                inner.queue.clear();
            }
        });
        self.send_next();
        if self.inner.with_value(|inner| inner.caught_up) {
            notify::turn(*self);
        }
    }

    /// Keeps what people want to read.
    fn note(&self, event: &Event) {
        let (seat, what) = match &event.kind {
            Kind::Said { player, seat, text } => {
                let said = Said { n: event.n, seat: *seat, name: player.name.clone(), what: What::Text(text.clone()) };
                self.said.update(|all| all.push(said));
                return;
            }
            Kind::Joined { seat, player } => {
                self.sat_down(*seat, player);
                (Some(*seat), What::Joined)
            }
            Kind::Left { seat, removed: false } => (Some(*seat), What::Left),
            Kind::Left { seat, removed: true } => {
                if self.me.get_untracked() == Some(*seat) && self.inner.with_value(|inner| inner.caught_up) {
                    self.refusal.set(Some(Refusal::Removed));
                }
                (Some(*seat), What::Removed)
            }
            Kind::Changed => (None, What::Changed),
            Kind::Resigned { seat } => (Some(*seat), What::Resigned),
            Kind::Timeout { seat } => (Some(*seat), What::Timeout),
            Kind::BotTakes { seat, .. } => (Some(*seat), What::BotTakes),
            Kind::UndoAsked { seat, .. } => (Some(*seat), What::UndoAsked),
            Kind::UndoAnswered { seat, accept: false } => (Some(*seat), What::UndoRefused),
            Kind::Undone { .. } => (None, What::Undone),
            Kind::Rematch { .. } => (None, What::Rematch),
            _ => return,
        };
        let name = seat.map(|seat| self.name_of(seat)).unwrap_or_default();
        self.said.update(|all| all.push(Said { n: event.n, seat, name, what }));
        if self.inner.with_value(|inner| inner.caught_up) {
            self.look_again();
        }
    }

    /// Seats are known before the server is asked again.
    fn sat_down(&self, seat: u8, player: &PlayerView) {
        self.view.update(|view| {
            let found = view.as_mut().and_then(|view| view.seats.get_mut(usize::from(seat)));
            if let Some(found) = found {
                found.sitter = Sitter::Person(player.clone());
                found.player = Some(player.clone());
            }
        });
    }

    /// What whoever sits there is called.
    pub(crate) fn name_of(&self, seat: u8) -> String {
        let lang = self.app.lang.get_untracked();
        let name = |view: &Option<RoomView>| Some(seat_name(lang, view.as_ref()?.seats.get(usize::from(seat))?));
        self.view.with_untracked(name).unwrap_or_default()
    }

    fn hear_presence(&self, json: &Json) {
        let present = json.get("present").list().iter().map(Json::is_true).collect();
        let spectators = json.get("spectators").number().unwrap_or(0);
        self.presence.set(Presence { present, spectators });
        let now: i64 = json.get("now").number().unwrap_or(0);
        let client = json.get("client").owned();
        let (first, changed) = self
            .inner
            .try_update_value(|inner| {
                inner.ahead = now - browser::now() as i64;
                let changed = inner.client.get_or_insert_with(|| client.clone()) != &client;
                (!std::mem::replace(&mut inner.caught_up, true), changed)
            })
            .unwrap_or_default();
        if changed {
            self.outdated.set(true);
        }
        if first {
            self.lay_table();
        }
    }

    /// What time it is at the server.
    pub(crate) fn now(&self) -> u64 {
        let ahead = self.inner.try_with_value(|inner| inner.ahead).unwrap_or(0);
        browser::now().saturating_add_signed(ahead)
    }

    /// The game comes onto the table once everything that happened before is known.
    fn lay_table(&self) {
        let ready = self.inner.try_update_value(|inner| if inner.caught_up { inner.session.take() } else { None });
        let Some(session) = ready.flatten() else { return };
        let room = *self;
        let state = self.app.own(move || TableState::new(Box::new(session), false, Some(room)));
        self.table.set(Some(state));
        if untrack(|| state.is_over()) {
            self.over();
        }
    }

    fn over(&self) {
        self.view.update(|view| {
            if let Some(view) = view {
                view.stage = Stage::Over;
            }
        });
        if let Some(table) = self.table.get_untracked()
            && self.proof.get_untracked() == Proof::None
        {
            let commitment = self.inner.with_value(|inner| inner.commitment.clone());
            fair::check(*self, table, commitment);
        }
    }

    /// Whether the page should be loaded again now: never while the person is about to do something.
    pub(crate) fn is_outdated(&self) -> bool {
        let busy = |table: TableState| table.sent.get() || table.draft.with(|draft| *draft != Draft::default());
        self.lost_thread.get() || self.outdated.get() && !self.table.get().is_some_and(busy)
    }

    /// The server's record of the game.
    pub(crate) async fn record(&self) -> Result<String, Trouble> {
        api::get_text(&self.path("/record")).await
    }

    /// Whether the person here may start the game and remove others.
    pub(crate) fn is_host(&self) -> bool {
        let me = guest::id();
        me.is_some() && self.view.with(|view| view.as_ref().is_some_and(|view| view.host == me))
    }

    /// Whether the person here plays on in a game that is not over.
    pub(crate) fn is_playing(&self) -> bool {
        let over = self.table.get().is_none_or(|table| table.is_over());
        let own =
            |view: &RoomView, seat: u8| Some(matches!(view.seats.get(usize::from(seat))?.sitter, Sitter::Person(_)));
        // A bot may have taken over.
        let sits = self.view.with(|view| own(view.as_ref()?, self.me.get()?)) == Some(true);
        sits && !over
    }
}

/// What whoever sits on a seat is called.
pub(crate) fn seat_name(lang: Lang, seat: &SeatView) -> String {
    match (&seat.sitter, &seat.player) {
        (_, Some(player)) => player.name.clone(),
        (Sitter::Bot(manner), None) => bot_name(lang, manner.level).to_owned(),
        _ => lang.open_seat().to_owned(),
    }
}
