//! Tells people that it is their turn: by a sound, by the page's title, and where days pass between moves by the system.

use super::message::Pace;
use super::room::Room;
use crate::app::App;
use crate::settings::Switch;
use crate::sound::Sound;
use leptos::prelude::*;
use rules::Actor;
use web_sys::{Notification, NotificationOptions, NotificationPermission};

/// Whether the person here is to act.
fn is_to_act(room: Room) -> bool {
    let Some(table) = room.table.get_untracked() else { return false };
    table.read_untracked(|session| {
        !session.is_over() && matches!(session.game().to_act(), Actor::Player(seat) if session.is_person(seat))
    })
}

/// The game moved; perhaps it is the person's turn now.
pub(super) fn turn(room: Room) {
    if !is_to_act(room) || !crate::browser::is_hidden() || !is_wanted(room) {
        return;
    }
    let lang = room.lang();
    let options = NotificationOptions::new();
    options.set_tag(&room.id());
    let _ = Notification::new_with_options(lang.notify_turn(), &options);
}

fn is_wanted(room: Room) -> bool {
    let slow = room.view.with_untracked(|view| view.as_ref().is_some_and(|view| matches!(view.pace, Pace::Days(_))));
    slow && Notification::permission() == NotificationPermission::Granted
}

/// Whether it makes sense to ask for permission.
pub(super) fn can_ask(room: Room) -> bool {
    let slow = room.view.with(|view| view.as_ref().is_some_and(|view| matches!(view.pace, Pace::Days(_))));
    slow && crate::browser::has("Notification") && Notification::permission() == NotificationPermission::Default
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
