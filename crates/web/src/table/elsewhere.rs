//! Two tabs with one game: whichever is behind says so, and does not overwrite what the other has played.

use super::state::TableState;
use crate::app::App;
use crate::session::AT_TABLE;
use leptos::prelude::*;
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
    let reload = move |_| {
        let _ = window().location().reload();
    };
    view! {
        <Show when=move || behind.get()>
            <p class="notice panel" role="alert">
                {lang.played_elsewhere()} " " <button on:click=reload>{lang.show_latest()}</button>
            </p>
        </Show>
    }
}
