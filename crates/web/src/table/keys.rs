//! The table by keyboard.

use super::draft::Outlook;
use super::state::TableState;
use super::tray;
use crate::aids::{self, next_occupied};
use crate::analysis::Wish;
use crate::app::App;
use crate::board::BoardView;
use crate::dialog;
use crate::settings::Switch;
use art::Point;
use leptos::prelude::*;
use rules::{Pos, Side};
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, KeyboardEvent};

/// How far a key moves the board, in pixels.
const STEP: f32 = 80.0;

pub(super) fn listen(state: TableState, view: BoardView, keys: RwSignal<bool>) {
    let app = expect_context::<App>();
    let handle = window_event_listener(leptos::ev::keydown, move |event| {
        if !event.ctrl_key()
            && !event.meta_key()
            && !event.alt_key()
            && !is_typing(&event)
            && !dialog::is_any_open()
            && press(app, state, view, keys, &event)
        {
            event.prevent_default();
        }
    });
    on_cleanup(move || handle.remove());
}

/// Whether the key belongs to a field or button that has the focus.
fn is_typing(event: &KeyboardEvent) -> bool {
    let Some(element) = event.target().and_then(|target| target.dyn_into::<HtmlElement>().ok()) else { return false };
    match element.tag_name().as_str() {
        "INPUT" | "SELECT" | "TEXTAREA" => true,
        "BUTTON" | "A" => matches!(event.key().as_str(), "Enter" | " "),
        _ => false,
    }
}

/// Does what the key stands for; says whether it stands for something.
fn press(app: App, state: TableState, view: BoardView, keys: RwSignal<bool>, event: &KeyboardEvent) -> bool {
    let key = event.key();
    if let Some(side) = arrow(&key) {
        if event.shift_key() {
            view.pan(away(side) * STEP);
        } else if in_replay(state) {
            step_through_past(state, side);
        } else {
            move_cursor(state, side);
        }
        return true;
    }
    match key.as_str() {
        "Enter" | " " => {
            let aim = state.cursor.get_untracked();
            match (state.is_ready(), aim) {
                (true, _) => state.confirm(),
                (false, Some(pos)) => state.try_tile(pos),
                (false, None) => move_cursor(state, Side::East),
            }
        }
        "Home" if in_replay(state) => state.past.set(Some(0)),
        "End" if in_replay(state) => state.past.set(None),
        "h" | "H" | "р" | "Р" if state.room.is_none() && untrack(|| app.settings.is_on(Switch::Hint)) => {
            aids::ask_hint(state);
        }
        "r" | "R" | "к" | "К" => state.turn(),
        "u" | "U" | "г" | "Г" => {
            if !state.take_up() {
                state.wish_undo();
            }
        }
        "y" | "Y" | "н" | "Н" => state.redo(),
        "n" | "N" | "т" | "Т" | "p" | "P" | "з" | "З" if state.analysis.is_some() && in_replay(state) => {
            let back = matches!(key.as_str(), "p" | "P" | "з" | "З");
            if let Some(analysis) = state.analysis {
                analysis.wish(if back { Wish::Before } else { Wish::Next });
            }
        }
        "e" | "E" | "у" | "У" if state.analysis.is_some() => {
            if let Some(analysis) = state.analysis {
                analysis.wish(Wish::Try);
            }
        }
        "n" | "N" | "т" | "Т" => state.step_choice(event.shift_key()),
        "i" | "I" | "ш" | "Ш" => {
            let now = state.hover.get_untracked();
            state.hover.set(state.read_untracked(|session| next_occupied(session.game(), now)));
        }
        "k" | "K" | "л" | "Л" => keys.set(true),
        "?" => state.show_rules(app.help, app.lang.get_untracked()),
        "Escape" => return state.take_up() || state.hover.try_update(Option::take).flatten().is_some(),
        "+" | "=" => view.zoom(1.25),
        "-" => view.zoom(0.8),
        "f" | "F" | "а" | "А" | "0" => state.picture.with_untracked(|picture| view.fit(picture)),
        digit => {
            let number = digit.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
            let hole = untrack(|| tray::waterhole(state));
            let chip =
                state.outlook.with_untracked(|outlook| tray::chips(outlook.as_ref()?, hole).get(number?).copied());
            let Some(chip) = chip else { return false };
            tray::press(state, chip);
        }
    }
    true
}

fn arrow(key: &str) -> Option<Side> {
    match key {
        "ArrowUp" => Some(Side::North),
        "ArrowRight" => Some(Side::East),
        "ArrowDown" => Some(Side::South),
        "ArrowLeft" => Some(Side::West),
        _ => None,
    }
}

fn away(side: Side) -> Point {
    let to = Pos::ORIGIN.step(side);
    Point::new(-f32::from(to.x), -f32::from(to.y))
}

/// Whether the keys move through the game.
fn in_replay(state: TableState) -> bool {
    state.outlook.with_untracked(Option::is_none)
}

fn step_through_past(state: TableState, side: Side) {
    let all = state.read_untracked(|session| session.history().len());
    let now = state.past.get_untracked().unwrap_or(all);
    match side {
        Side::West => state.past.set(Some(now.saturating_sub(1))),
        Side::East if now + 1 < all => state.past.set(Some(now + 1)),
        Side::East => state.past.set(None),
        Side::North | Side::South => {}
    }
}

/// Goes to the nearest legal cell in that direction.
fn move_cursor(state: TableState, side: Side) {
    let Some(outlook) = state.outlook.get_untracked() else { return };
    let tried = state.draft.with_untracked(|draft| draft.trial.map(|trial| trial.pos));
    let from = tried.or(state.cursor.get_untracked());
    if let Some(pos) = next_cell(&outlook, from, side) {
        state.hover.set(None);
        state.cursor.set(Some(pos));
        if tried.is_some() {
            state.try_tile(pos);
        }
    }
}

fn next_cell(outlook: &Outlook, from: Option<Pos>, side: Side) -> Option<Pos> {
    let cells = outlook.cells.iter().map(|cell| cell.0);
    let Some(from) = from else { return cells.min() };
    let distance = |pos: &Pos| {
        let (x, y) = (i32::from(pos.x) - i32::from(from.x), i32::from(pos.y) - i32::from(from.y));
        let (along, across) = match side {
            Side::North => (-y, x),
            Side::East => (x, y),
            Side::South => (y, x),
            Side::West => (-x, y),
        };
        (along > 0).then_some(along + 2 * across.abs())
    };
    cells.filter_map(|pos| Some((distance(&pos)?, pos))).min().map(|(_, pos)| pos)
}
