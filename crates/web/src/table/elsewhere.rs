//! What other tabs have to do with this one. Two tabs with one game: whichever is behind says so, and does not overwrite
//! what the other has played. A newer version of the page that one of them brought is offered between turns.

use super::draft::{Draft, Outlook};
use super::state::TableState;
use crate::app::App;
use crate::browser;
use crate::session::AT_TABLE;
use leptos::prelude::*;
use rules::Phase;
use web_sys::StorageEvent;

#[component]
pub(super) fn Elsewhere(state: TableState) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let behind = state.behind;
    let heard = window_event_listener_untyped("storage", move |event| {
        use wasm_bindgen::JsCast;
        let Ok(event) = event.dyn_into::<StorageEvent>() else { return };
        if state.is_stored && event.key().as_deref() == Some(AT_TABLE) {
            behind.set(true);
        }
    });
    on_cleanup(move || heard.remove());
    let newer = RwSignal::new(browser::has_newer());
    let came = window_event_listener_untyped(browser::NEWER, move |_| newer.set(true));
    on_cleanup(move || came.remove());
    // Nobody is asked in the middle of a turn.
    let between_turns = move || {
        let begins = |outlook: &Outlook| outlook.phase == Phase::Place;
        state.is_over()
            || state.past.get().is_some()
            || state.outlook.with(|outlook| outlook.as_ref().is_some_and(begins))
                && state.draft.get() == Draft::default()
    };
    let offers = Memo::new(move |_| newer.get() && !behind.get() && between_turns());
    view! {
        <Show when=move || offers.get()>
            <p class="notice panel newer" role="status">
                {lang.newer_version()} " " <button on:click=move |_| browser::reload()>{lang.reload()}</button>
            </p>
        </Show>
        <Show when=move || behind.get()>
            <p class="notice panel" role="alert">
                {lang.played_elsewhere()} " " <button on:click=move |_| browser::reload()>{lang.show_latest()}</button>
            </p>
        </Show>
    }
}
