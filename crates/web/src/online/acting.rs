//! What the person does in a room.

use super::api::{self, Trouble};
use super::json::{Json, Writer};
use super::refusal::Refusal;
use super::room::{Inner, Pending, Room};
use super::{action, guest};
use crate::table::TableState;
use leptos::prelude::*;
use leptos::task::spawn_local;
use rules::Action;
use std::time::Duration;

/// How long to wait before a busy server is asked again.
const BUSY: Duration = Duration::from_millis(1500);

impl Room {
    /// Plays a turn: nothing is done before the server says so.
    pub(crate) fn act(&self, actions: &[Action]) {
        self.refusal.set(None);
        self.inner.update_value(|inner| inner.queue = actions.iter().copied().collect());
        self.send_next();
    }

    pub(super) fn send_next(&self) {
        let Some(table) = self.table.get_untracked() else { return };
        let after = table.read_untracked(|session| session.last_move());
        let frame = self.inner.try_update_value(|inner| {
            if inner.pending.is_some() {
                return None;
            }
            let action = inner.queue.pop_front()?;
            let id = guest::contribution();
            let frame = Writer::default()
                .text("id", &id)
                .text("request", "action")
                .raw("after", &after.to_string())
                .raw("action", &action::write(action)?)
                .finish();
            inner.pending = Some(Pending { id, action, frame: frame.clone() });
            Some(frame)
        });
        let busy = self.inner.with_value(|inner| inner.pending.is_some());
        table.sent.set(busy);
        if let Some(frame) = frame.flatten() {
            self.send(&frame);
        }
    }

    pub(super) fn hear_answer(&self, json: &Json) {
        let code = json.get("error").get("code");
        let Some(code) = code.text() else { return };
        let id = json.get("id").text();
        if code == "unauthorised" && id.is_none() {
            // The server does not know this person: watching is still possible.
            guest::forget();
            self.me.set(None);
            self.reconnect();
            return;
        }
        let pending = self.inner.with_value(|inner| inner.pending.clone());
        let Some(pending) = pending.filter(|pending| Some(pending.id.as_str()) == id) else { return };
        let refusal = Refusal::of(&Trouble::Refused(code.to_owned()));
        if matches!(refusal, Refusal::TooMany | Refusal::Unavailable) {
            // It is sent again until it is done; meanwhile people know why nothing happens.
            self.refusal.set(Some(refusal));
            let room = *self;
            set_timeout(
                move || {
                    let same = |inner: &Inner| inner.pending.as_ref().is_some_and(|now| now.id == pending.id);
                    if room.inner.try_with_value(same) == Some(true) {
                        room.send(&pending.frame);
                    }
                },
                BUSY,
            );
            return;
        }
        self.inner.update_value(|inner| {
            inner.pending = None;
            inner.queue.clear();
        });
        if let Some(table) = self.table.get_untracked() {
            table.sent.set(false);
        }
        self.refusal.set(Some(refusal));
    }

    /// Asks something of the room.
    pub(crate) fn ask(&self, what: &'static str, body: String) {
        let room = *self;
        self.refusal.set(None);
        spawn_local(async move {
            match api::post(&room.path(what), &body).await {
                Ok(_) => room.look_again(),
                Err(trouble) => {
                    room.refusal.try_set(Some(Refusal::of(&trouble)));
                }
            }
        });
    }

    /// Sits down under a name.
    pub(crate) fn sit_down(&self, name: String, seat: Option<u8>) {
        let room = *self;
        self.refusal.set(None);
        spawn_local(async move {
            let contribution = guest::contribution();
            let body = Writer::default().text("contribution", &contribution);
            let body = if let Some(seat) = seat { body.raw("seat", &seat.to_string()) } else { body };
            let body = body.finish();
            let joined = match guest::introduce(&name).await {
                Ok(()) => {
                    guest::remember(&room.id(), &contribution);
                    api::post(&room.path("/join"), &body).await
                }
                Err(trouble) => Err(trouble),
            };
            match joined {
                Ok(answer) => {
                    room.me.try_set(answer.get("seat").number());
                    // The line has to know who speaks.
                    room.reconnect();
                    room.look_again();
                }
                Err(trouble) => {
                    room.refusal.try_set(Some(Refusal::of(&trouble)));
                }
            }
        });
    }

    /// Whether there is a turn of one's own that the others could be asked about.
    pub(crate) fn can_ask_undo(&self, table: TableState) -> bool {
        let played = table.read(|session| !session.history().is_empty());
        let own = played && table.with_remote(|session| session.before_own_turn().is_some()) == Some(true);
        self.is_playing() && self.question.get().is_none() && own
    }

    /// Asks the others to take the own last turn back.
    pub(crate) fn ask_undo(&self) {
        let table = self.table.get_untracked();
        let to = table.and_then(|table| table.with_remote(|session| session.before_own_turn()));
        if let Some(to) = to.flatten() {
            self.ask("/undo", Writer::default().raw("to", &to.to_string()).finish());
        }
    }

    /// Answers whether moves may be taken back.
    pub(crate) fn answer_undo(&self, accept: bool) {
        self.question.update(|question| {
            if let Some(question) = question {
                question.answered = true;
            }
        });
        self.ask("/undo", Writer::default().raw("accept", if accept { "true" } else { "false" }).finish());
    }

    /// Plays again with the same people, in another room.
    pub(crate) fn play_again(&self) {
        let room = *self;
        let offered = self.rematch.get_untracked();
        spawn_local(async move {
            let answer = match &offered {
                // Who accepts adds to the draws as at any other table.
                Some(other) => {
                    let contribution = guest::contribution();
                    guest::remember(other, &contribution);
                    let body = Writer::default().text("contribution", &contribution).finish();
                    api::post(&format!("rooms/{other}/join"), &body).await
                }
                None => api::post(&room.path("/rematch"), "{}").await,
            };
            match answer {
                Ok(answer) => {
                    super::go_to_room(answer.get("room").get("id").text().or(offered.as_deref()).unwrap_or_default());
                }
                Err(trouble) => {
                    room.refusal.try_set(Some(Refusal::of(&trouble)));
                }
            }
        });
    }
}
