//! Whose turn it is, when several people share the screen: a banner in the colour of the next one. It is in nobody's way.

use super::seats::piece_picture;
use super::state::TableState;
use crate::app::App;
use crate::livery::livery;
use crate::settings::Switch;
use art::Piece;
use leptos::prelude::*;
use rules::{Actor, Phase, Seat};
use std::time::Duration;

/// How long the banner stays.
const STAYS: Duration = Duration::from_millis(1900);

#[component]
pub(super) fn HandOver(state: TableState) -> impl IntoView {
    let app = expect_context::<App>();
    let lang = app.lang.get_untracked();
    let shared = state.read_untracked(|session| {
        let people = session.game().setup().seats().filter(|seat| session.is_person(*seat));
        people.count() > 1
    });
    let turn = Memo::new(move |_| state.read(|session| (session.game().turn(), next_person(session))));
    let shown: RwSignal<Option<(u16, Seat)>> = RwSignal::new(None);
    Effect::new(move |before: Option<Option<Seat>>| {
        let (turn, next) = turn.get();
        let last = before.flatten();
        if shared && next.is_some() && next != last && app.settings.is_on(Switch::HandOver) {
            shown.set(next.map(|seat| (turn, seat)));
            let hide = move || {
                // A later banner has its own time.
                if shown.try_get_untracked().flatten().is_some_and(|(of, _)| of == turn) {
                    shown.set(None);
                }
            };
            set_timeout(hide, STAYS);
        }
        next.or(last)
    });
    move || {
        let (_, seat) = shown.get()?;
        let info = state.read_untracked(|session| session.seat(seat).cloned())?;
        let look = livery(info.colour);
        Some(view! {
            <div class="hand-over" aria-hidden="true" style:--seat=look.colour style:--on-seat=look.mark_colour>
                {piece_picture(info.colour, Piece::Standing)}
                <b>{lang.your_turn(info.name)}</b>
            </div>
        })
    }
}

/// The person about to place a tile.
fn next_person(session: &dyn crate::session::Session) -> Option<Seat> {
    match session.game().to_act() {
        Actor::Player(seat) if session.is_person(seat) && session.game().phase() == Phase::Place => Some(seat),
        _ => None,
    }
}
