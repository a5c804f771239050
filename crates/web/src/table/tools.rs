//! The tools beside the board.

use super::state::TableState;
use crate::aids::{self, ComingButton};
use crate::app::{App, Preferences};
use crate::board::BoardView;
use crate::dialog::Dialog;
use crate::icon::Icon;
use crate::settings::{Switch, Switches};
use crate::tool::ToolButton;
use leptos::prelude::*;
use leptos::task::spawn_local;

#[component]
pub(super) fn Tools(
    state: TableState,
    view: BoardView,
    more: RwSignal<bool>,
    coming: RwSignal<bool>,
    whole: RwSignal<bool>,
    keys: RwSignal<bool>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let lang = app.lang.get_untracked();
    let (asks, settings) = (state.asks_undo, RwSignal::new(false));
    let fit = move |()| state.picture.with_untracked(|picture| view.fit(picture));
    let puzzle = state.puzzle().is_some();
    let nothing_done = Signal::derive(move || {
        puzzle
            || state
                .room
                .map_or_else(|| state.read(|session| session.history().len() < 2), |room| !room.can_ask_undo(state))
    });
    let nothing_undone = Signal::derive(move || state.undone.with(Vec::is_empty));
    let whose = move || {
        let name = state
            .undoes_another()
            .and_then(|seat| state.read_untracked(|session| Some(session.seat(seat)?.name.clone())));
        lang.undo_other(name.unwrap_or_default())
    };
    let sound = move || app.settings.is_on(Switch::Sound);
    // On a phone the less common ones are behind one, with their names.
    let unfolded = RwSignal::new(false);
    let folding = move || if unfolded.get() { lang.close() } else { lang.more_tools() };
    // What the keys do is told in one of the longer texts.
    let there = RwSignal::new(lang.has_more());
    Effect::new(move |_| {
        if keys.get() && !there.get_untracked() {
            spawn_local(async move {
                let loaded = lang.load_more().await;
                there.try_set(loaded);
            });
        }
    });
    view! {
        <nav class="tools panel" class:unfolded=unfolded data-covers="1" on:click=move |_| unfolded.set(false)>
            <ToolButton label=lang.to_start() icon=Icon::Door class="folds" on_press=move |()| app.go_back()/>
            <hr/>
            <ToolButton label=lang.fit() icon=Icon::Fit on_press=fit/>
            <ToolButton label=lang.nearer() icon=Icon::Plus class="wide-only" on_press=move |()| view.zoom(1.25)/>
            <ToolButton label=lang.farther() icon=Icon::Minus class="wide-only" on_press=move |()| view.zoom(0.8)/>
            <hr/>
            <ToolButton label=lang.undo() icon=Icon::Undo class="undo" disabled=nothing_done on_press=move |()| state.wish_undo()/>
            <ToolButton label=lang.redo() icon=Icon::Redo class="redo folds" disabled=nothing_undone on_press=move |()| state.redo()/>
            <hr/>
            <Show when=move || app.settings.is_on(Switch::Hint) && !state.is_over() && state.room.is_none() && !puzzle>
                <ToolButton
                    label=lang.hint_key()
                    icon=Icon::Hint
                    class="hint-button"
                    disabled=Signal::derive(move || state.outlook.with(Option::is_none))
                    on_press=move |()| aids::ask_hint(state)
                />
            </Show>
            <ToolButton label=lang.rules() icon=Icon::Help class="rules-button folds" opens=true on_press=move |()| state.show_rules(app.help, lang)/>
            <ToolButton label=lang.events() icon=Icon::List class="narrow-only" opens=true on_press=move |()| more.set(true)/>
            <ComingButton state open=coming/>
            <ToolButton label=lang.players() icon=Icon::People class="narrow-only folds" opens=true on_press=move |()| whole.set(true)/>
            <ToolButton label=lang.keys() icon=Icon::Keys class="wide-only" opens=true on_press=move |()| keys.set(true)/>
            <ToolButton label=lang.settings() icon=Icon::Settings class="settings-button folds" opens=true on_press=move |()| settings.set(true)/>
            {move || {
                let icon = if sound() { Icon::Sound } else { Icon::Mute };
                view! { <ToolButton label=lang.switch_sound() icon class="folds" on_press=move |()| app.settings.turn(Switch::Sound)/> }
            }}
            <button
                class="tool more-tools"
                title=folding
                aria-label=folding
                aria-expanded=move || unfolded.get().to_string()
                on:click=move |event| {
                    event.stop_propagation();
                    unfolded.update(|unfolded| *unfolded = !*unfolded);
                }
            >
                {move || {
                    let icon = if unfolded.get() { Icon::Close } else { Icon::Menu };
                    icon.view()
                }}
            </button>
        </nav>
        <Dialog open=settings title=lang.settings()>
            <Preferences/>
            <Switches/>
        </Dialog>
        <Dialog open=asks title=lang.undo()>
            <p>{whose}</p>
            <div class="pair">
                <button on:click=move |_| asks.set(false)>{lang.no()}</button>
                <button class="primary" on:click=move |_| { asks.set(false); state.undo(); }>{lang.undo()}</button>
            </div>
        </Dialog>
        <Dialog open=keys title=lang.keys()>
            <dl class="keys">
                {move || there.get().then(|| lang.keys_help().lines().filter_map(|line| line.split_once(": ")).map(|(key, what)| view! {
                    <div><dt><kbd>{key}</kbd></dt><dd>{what}</dd></div>
                }).collect_view())}
            </dl>
        </Dialog>
    }
}
