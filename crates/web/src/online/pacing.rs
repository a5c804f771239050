//! Moves of others are heard one after the other, so that each can be seen: bots at a server play faster than anybody
//! can follow.

use super::json::Json;
use super::room::Room;
use leptos::prelude::*;
use std::time::Duration;

/// Who has fallen behind so far catches up at once.
const MOST_WAITING: usize = 24;
/// While clocks run, nothing waits longer than this.
const WITH_CLOCKS: Duration = Duration::from_millis(700);

impl Room {
    /// A frame came. It waits while the move before it is still shown, if it is a move of somebody else; what comes
    /// after such a frame waits with it.
    pub(super) fn hear(&self, text: &str) {
        let Some(json) = Json::parse(text) else { return };
        let left = self.show_left();
        let others =
            json.get("type").text() == Some("action") && json.get("seat").number::<u8>() != self.me.get_untracked();
        let waits = self.inner.try_update_value(|inner| {
            let waits = !inner.waiting.is_empty() || others && !left.is_zero();
            if waits {
                inner.waiting.push_back(text.to_owned());
            }
            (waits, inner.waiting.len())
        });
        match waits {
            Some((true, 1)) => self.hear_later(left),
            Some((true, _)) => {}
            _ => self.take(&json),
        }
    }

    /// How long the last move is still shown.
    fn show_left(&self) -> Duration {
        let left = self.table.get_untracked().map(|table| table.rest_left()).unwrap_or_default();
        if self.clocks.with_untracked(Option::is_some) { left.min(WITH_CLOCKS) } else { left }
    }

    fn hear_later(&self, wait: Duration) {
        let room = *self;
        set_timeout(move || room.hear_waiting(), wait);
    }

    fn hear_waiting(&self) {
        // Somebody may have left the room.
        while let Some(Some((text, many))) = self.inner.try_update_value(|inner| {
            let many = inner.waiting.len() > MOST_WAITING;
            inner.waiting.front().cloned().map(|text| (text, many))
        }) {
            if let Some(json) = Json::parse(&text) {
                self.take(&json);
            }
            let more = self.inner.try_update_value(|inner| {
                inner.waiting.pop_front();
                !inner.waiting.is_empty()
            });
            if more == Some(true) && !many {
                // What was just done is shown from the next moment on.
                return self.hear_later(self.show_left().max(Duration::from_millis(16)));
            }
        }
    }
}
