//! What a player would have if the game ended now.

use crate::app::App;
use crate::settings::Switch;
use crate::table::TableState;
use leptos::prelude::*;
use rules::{Game as _, Phase, Seat};

/// Beside the points of a seat; nothing once the game is over.
#[component]
pub(crate) fn Projected(state: TableState, seat: Seat) -> impl IntoView {
    let app = expect_context::<App>();
    let lang = app.lang.get_untracked();
    let points = Memo::new(move |_| {
        if !app.settings.is_on(Switch::Projection) {
            return None;
        }
        state.read_game(|game| {
            let running = game.phase() != Phase::Over;
            running.then(|| game.projection().get(seat.index()).copied()).flatten()
        })
    });
    let shown = move |points: u16| {
        let text = lang.projected(points.into());
        view! {
            <span class="projected" title=text.clone()>
                <span aria-hidden="true">"→ "{points}</span>
                <span class="unseen">{text.clone()}</span>
            </span>
        }
    };
    move || points.get().map(shown)
}
