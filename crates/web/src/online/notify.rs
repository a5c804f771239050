//! Tells people that it is their turn: by the page's title, and where days pass between moves by the system.

use super::message::{Pace, RoomView, Stage};
use super::room::Room;
use super::{go_to_room, guest};
use crate::app::App;
use crate::browser;
use crate::lang::Lang;
use crate::settings::Switch;
use crate::sound::Sound;
use leptos::prelude::*;
use leptos::task::spawn_local;
use rules::Actor;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Notification, NotificationOptions, NotificationPermission, ServiceWorkerRegistration};

/// Whether the person here is to act.
fn is_to_act(room: Room) -> bool {
    let Some(table) = room.table.get() else { return false };
    table.read(|session| {
        !session.is_over() && matches!(session.game().to_act(), Actor::Player(seat) if session.is_person(seat))
    })
}

/// The page's title says it while the person is to act.
pub(super) fn title(room: Room) {
    // Another language builds everything anew: what was put before the name is no part of it.
    let own = document().title();
    let own = own.rsplit(" – ").next().unwrap_or_default().to_owned();
    let plain = own.clone();
    Effect::new(move |_| {
        let acts = is_to_act(room);
        document().set_title(&if acts { format!("{} – {plain}", room.lang().my_turn()) } else { plain.clone() });
    });
    on_cleanup(move || document().set_title(&own));
}

/// The game moved; perhaps it is the person's turn now.
pub(super) fn turn(room: Room) {
    let slow = room.view.with_untracked(|view| view.as_ref().is_some_and(RoomView::is_slow));
    if slow && untrack(|| is_to_act(room)) {
        tell(room.lang(), &room.id());
    }
}

/// One's own games as they are now and as they were; perhaps one waits that did not before.
pub(super) fn mine(lang: Lang, before: &[RoomView], now: &[RoomView]) {
    let Some(me) = guest::id() else { return };
    let waits = |room: &RoomView| {
        room.stage == Stage::Playing && room.is_slow() && room.to_act.is_some() && room.to_act == room.seat_of(&me)
    };
    for room in now.iter().filter(|room| waits(room)) {
        // What waited already when the list was first seen is no news.
        if before.iter().any(|old| old.id == room.id && !waits(old)) {
            tell(lang, &room.id);
        }
    }
}

/// Whether the person allowed it.
pub(super) fn is_allowed() -> bool {
    browser::has("Notification") && Notification::permission() == NotificationPermission::Granted
}

/// Lets the system say it, unless the person looks at the page.
fn tell(lang: Lang, room: &str) {
    if !browser::is_hidden() || !is_allowed() {
        return;
    }
    let options = NotificationOptions::new();
    options.set_tag(room);
    let room = room.to_owned();
    match Notification::new_with_options(lang.notify_turn(), &options) {
        Ok(told) => {
            let go = Closure::once_into_js(move || {
                let _ = window().focus();
                go_to_room(&room);
            });
            told.set_onclick(Some(go.unchecked_ref()));
        }
        // Phones want it from the worker, which also hears the touch.
        Err(_) => spawn_local(async move {
            let found: Result<ServiceWorkerRegistration, JsValue> =
                async { JsFuture::from(window().navigator().service_worker().get_registration()).await?.dyn_into() }
                    .await;
            if let Ok(worker) = found {
                let _ = worker.show_notification_with_options(lang.notify_turn(), &options);
            }
        }),
    }
}

/// Whether it makes sense to ask for permission.
pub(super) fn can_ask(room: Room) -> bool {
    let slow = room.view.with(|view| view.as_ref().is_some_and(RoomView::is_slow));
    slow && browser::has("Notification") && Notification::permission() == NotificationPermission::Default
}

pub(super) fn ask() {
    let _ = Notification::request_permission();
}

/// The time of the person here is nearly up.
pub(super) fn hurry(app: App) {
    if app.settings.is_on(Switch::Sound) {
        Sound::Hurry.play();
    }
}

impl RoomView {
    /// Whether days pass between moves.
    pub(super) fn is_slow(&self) -> bool {
        matches!(self.pace, Pace::Days(_))
    }
}
