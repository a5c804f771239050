//! Going back and forth through the game, by hand or by itself.

use super::state::TableState;
use crate::analysis;
use crate::app::App;
use crate::end::CopyLink;
use crate::icon::Icon;
use crate::motion::Motion;
use crate::tool::ToolButton;
use leptos::leptos_dom::helpers::IntervalHandle;
use leptos::prelude::*;
use std::time::Duration;

/// How long a step stays, for each speed.
const PACES: [(&str, u64); 3] = [("1×", 1200), ("2×", 600), ("4×", 250)];

#[component]
pub(super) fn ReplayBar(state: TableState, motion: Motion, ending: RwSignal<bool>) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let all = Memo::new(move |_| state.read(|session| session.history().len()));
    let go = move |to: usize| state.past.set((to < all.get_untracked()).then_some(to));
    let pace = RwSignal::new(0_usize);
    let playing = RwSignal::new(false);
    let timer: StoredValue<Option<IntervalHandle>> = StoredValue::new(None);
    let stop = move || {
        if let Some(timer) = timer.try_update_value(Option::take).flatten() {
            timer.clear();
        }
    };
    Effect::new(move |_| {
        stop();
        motion.hurry.set(f32::MAX);
        if playing.get() {
            // A move is shown before the next one comes.
            let step = PACES[pace.get() % PACES.len()].1;
            motion.hurry.set(step as f32 / 1200.0);
            let step = move || match state.past.try_get_untracked().flatten() {
                Some(now) if now + 1 < all.get_untracked() => state.past.set(Some(now + 1)),
                Some(_) => {
                    state.past.set(None);
                    playing.set(false);
                }
                None => playing.set(false),
            };
            timer.set_value(
                set_interval_with_handle(step, Duration::from_millis(PACES[pace.get() % PACES.len()].1)).ok(),
            );
        }
    });
    on_cleanup(move || {
        stop();
        motion.hurry.set(f32::MAX);
    });
    let play = move |()| {
        if !playing.get_untracked() && state.past.get_untracked().is_none() {
            state.past.set(Some(0));
        }
        playing.update(|playing| *playing ^= true);
    };
    let slide = move |event| {
        if let Ok(to) = event_target_value(&event).parse() {
            go(to);
        }
    };
    view! {
        <div class="replay">
            <ToolButton label=lang.step_back() icon=Icon::Back on_press=move |()| go(state.moment().saturating_sub(1))/>
            {move || {
                let (icon, label) = if playing.get() { (Icon::Pause, lang.pause()) } else { (Icon::Play, lang.replay()) };
                view! { <ToolButton label icon on_press=play/> }
            }}
            <ToolButton label=lang.step_on() icon=Icon::Next on_press=move |()| go(state.moment() + 1)/>
            <input
                type="range"
                min="0"
                max=all
                prop:value=move || state.moment().to_string()
                aria-label=lang.replay()
                on:input=slide
            />
            <button class="pace" aria-label=lang.speed() title=lang.speed() on:click=move |_| pace.update(|pace| *pace = (*pace + 1) % PACES.len())>
                {move || PACES[pace.get()].0}
            </button>
            <Show when=move || state.analysis.is_none() && (state.is_over() || state.room.is_none())>
                <button class="analyse" on:click=move |_| analysis::go(state)>{lang.study_title()}</button>
            </Show>
            <Show when=move || state.analysis.is_none() && state.is_over()>
                <button on:click=move |_| { playing.set(false); state.past.set(None); ending.set(true); }>{lang.to_result()}</button>
            </Show>
            <Show when=move || !state.is_over()>
                <button on:click=move |_| state.past.set(None)>{lang.to_present()}</button>
                <CopyLink state/>
            </Show>
        </div>
    }
}
