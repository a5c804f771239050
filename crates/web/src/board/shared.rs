//! What drawn tiles share, defined once in the page. Were it defined again beside every small picture of a tile, each
//! picture that comes or goes would make the browser build every copy on the board anew.

use art::{Landscape, definitions};
use leptos::prelude::*;

thread_local! {
    static NEEDED: ArcRwSignal<Vec<Landscape>> = ArcRwSignal::new(Vec::new());
}

/// Sees to it that tiles of a landscape find what they refer to.
pub(crate) fn need(landscape: Landscape) {
    NEEDED.with(|needed| {
        if needed.with_untracked(|needed| !needed.contains(&landscape)) {
            needed.update(|needed| needed.push(landscape));
        }
    });
}

/// The definitions, for the page as a whole.
#[component]
pub(crate) fn SharedArt() -> impl IntoView {
    let needed = NEEDED.with(Clone::clone);
    view! {
        <svg class="unseen" aria-hidden="true">
            <defs>
                <For each=move || needed.get() key=|landscape| *landscape let:landscape>
                    <g inner_html=definitions(landscape, landscape.theme())></g>
                </For>
            </defs>
        </svg>
    }
}
