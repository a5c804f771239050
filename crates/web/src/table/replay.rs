//! Going back and forth through the game.

use super::state::TableState;
use crate::app::App;
use crate::end::CopyLink;
use leptos::prelude::*;

#[component]
pub(super) fn ReplayBar(state: TableState) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let all = Memo::new(move |_| state.read(|session| session.history().len()));
    let go = move |to: usize| state.past.set((to < all.get_untracked()).then_some(to));
    let slide = move |event| {
        if let Ok(to) = event_target_value(&event).parse() {
            go(to);
        }
    };
    view! {
        <div class="replay">
            <button
                aria-label=lang.step_back()
                title=lang.step_back()
                on:click=move |_| go(state.moment().saturating_sub(1))
            >
                "◀"
            </button>
            <input
                type="range"
                min="0"
                max=all
                prop:value=move || state.moment().to_string()
                aria-label=lang.replay()
                on:input=slide
            />
            <button aria-label=lang.step_on() title=lang.step_on() on:click=move |_| go(state.moment() + 1)>"▶"</button>
            <Show when=move || !state.is_over()>
                <button on:click=move |_| state.past.set(None)>{lang.to_present()}</button>
                <CopyLink state/>
            </Show>
        </div>
    }
}
