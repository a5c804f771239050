//! What a player would have if the game ended now.

use crate::app::App;
use crate::settings::Switch;
use crate::table::TableState;
use leptos::prelude::*;
use rules::{Game as _, Phase, Seat};

/// The points of all seats; none when the game is over or nobody wants to know.
pub(crate) fn projection(state: TableState) -> Memo<Vec<u16>> {
    let settings = expect_context::<App>().settings;
    Memo::new(move |_| {
        if !settings.is_on(Switch::Projection) {
            return Vec::new();
        }
        state.read_game(|game| if game.phase() == Phase::Over { Vec::new() } else { game.projection() })
    })
}

/// Beside the points of a seat.
#[component]
pub(crate) fn Projected(all: Memo<Vec<u16>>, seat: Seat) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let points = Memo::new(move |_| all.with(|all| all.get(seat.index()).copied()));
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
