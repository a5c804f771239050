//! Announced over the board, where one looks: whose turn it is when several people share the screen, tiles that go out of
//! the game, second turns and bonus tiles. In nobody's way, and gone after a moment.

use super::state::TableState;
use super::telling;
use crate::app::App;
use crate::board::TilePicture;
use crate::face::face;
use crate::livery::livery;
use crate::session::{SeatInfo, Session};
use crate::settings::Switch;
use leptos::prelude::*;
use rules::{Actor, Event, Phase, Rotation, Seat, TileKind};
use std::time::Duration;

/// How long whose turn it is stays, and what has to be read.
const SHORT: Duration = Duration::from_millis(1900);
const LONG: Duration = Duration::from_millis(3600);

#[derive(Clone, PartialEq)]
struct Notice {
    /// How many actions had been played: tells notices apart.
    moment: usize,
    who: Option<SeatInfo>,
    tile: Option<TileKind>,
    text: String,
    /// Whether it is only about whose turn it is.
    turn: bool,
}

#[component]
pub(super) fn Banner(state: TableState) -> impl IntoView {
    let app = expect_context::<App>();
    let lang = app.lang.get_untracked();
    let shared = state.read_untracked(|session| {
        let people = session.game().setup().seats().filter(|seat| session.is_person(*seat));
        people.count() > 1 && !session.is_told() && state.analysis.is_none()
    });
    let shown: RwSignal<Option<Notice>> = RwSignal::new(None);
    let happened = Memo::new(move |_| state.read(|session| session.history().len()));
    Effect::new(move |before: Option<(usize, Option<Seat>)>| {
        let moment = happened.get();
        let next = state.read_untracked(next_person);
        let Some((from, last)) = before else { return (moment, next) };
        let told = state.read_untracked(|session| told(session, lang, from, moment));
        let turn =
            (shared && next.is_some() && next != last && untrack(|| app.settings.is_on(Switch::HandOver))).then(|| {
                let who = next.and_then(|seat| state.read_untracked(|session| session.seat(seat).cloned()));
                let name = who.as_ref().map(|info| info.name.clone()).unwrap_or_default();
                Notice { moment, who, tile: None, text: lang.your_turn(name), turn: true }
            });
        if let Some(notice) = told.or(turn) {
            let stays = if notice.turn { SHORT } else { LONG };
            shown.set(Some(notice));
            let hide = move || {
                // A later one has its own time.
                if shown.try_get_untracked().flatten().is_some_and(|notice| notice.moment == moment) {
                    shown.set(None);
                }
            };
            set_timeout(hide, stays);
        }
        (moment, next.or(last))
    });
    move || {
        let Notice { who, tile, text, turn, .. } = shown.get()?;
        let look = who.as_ref().map(|info| livery(info.colour));
        Some(view! {
            <div class="banner" class:hand-over=turn aria-hidden="true" style:--seat=look.map(|look| look.colour)>
                {tile.map(|kind| view! { <TilePicture kind rotation=Rotation::NONE/> })}
                {who.as_ref().map(face)}
                <b>{text}</b>
            </div>
        })
    }
}

/// What happened since then that is easily missed.
fn told(session: &dyn Session, lang: crate::lang::Lang, from: usize, to: usize) -> Option<Notice> {
    let new = session.history().get(from..to)?;
    new.iter().rev().flat_map(|entry| entry.events.iter().rev()).find_map(|event| {
        let (seat, tile) = match event {
            Event::Discarded { tile, .. } => (None, Some(*tile)),
            Event::ExtraTurn { seat } => (Some(*seat), None),
            Event::BonusMove { seat } => (Some(*seat), session.game().tile()),
            _ => return None,
        };
        let text = telling::event(lang, session.seats(), event)?;
        let who = seat.and_then(|seat| session.seat(seat).cloned());
        Some(Notice { moment: to, who, tile, text, turn: false })
    })
}

/// The person about to place a tile.
fn next_person(session: &dyn Session) -> Option<Seat> {
    match session.game().to_act() {
        Actor::Player(seat) if session.is_person(seat) && session.game().phase() == Phase::Place => Some(seat),
        _ => None,
    }
}
