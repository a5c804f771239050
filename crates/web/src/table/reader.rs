//! The board for those who do not see it: every cell for the tile as a button that says where it is and what lies beside
//! it, and every choice that has no button in the tray. Nobody comes here by the Tab key, which would make the way long for
//! those who do see: readers find it by themselves.

use super::draft::{Choice, Outlook};
use super::state::TableState;
use super::telling;
use super::tray::{self, Chip};
use super::words;
use crate::app::App;
use crate::board::Tap;
use crate::lang::Lang;
use leptos::prelude::*;
use rules::{Action, LaidTile, Pos};

#[component]
pub(super) fn Reader(state: TableState) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let cells: Memo<Vec<Pos>> = Memo::new(move |_| {
        state.outlook.with(|outlook| {
            let cells = outlook.as_ref().map(|outlook| outlook.cells.iter().map(|cell| cell.0).collect());
            cells.unwrap_or_default()
        })
    });
    let tried = Memo::new(move |_| state.draft.with(|draft| draft.trial.map(|trial| trial.pos)));
    let moment = Memo::new(move |_| state.moment());
    let cell = move |pos: Pos| {
        let label = state.read_untracked(|session| words::cell(lang, session, pos));
        view! {
            <button
                tabindex="-1"
                aria-pressed=move || (tried.get() == Some(pos)).to_string()
                on:click=move |_| state.tap(Tap::Cell(pos))
            >
                {label}
            </button>
        }
    };
    let rest = Memo::new(move |_| state.outlook.with(|outlook| outlook.as_ref().map(rest).unwrap_or_default()));
    let choice = move |choice: Choice| {
        let trial = state.draft.with_untracked(|draft| draft.trial);
        let tile = trial.map(|trial| LaidTile { kind: trial.tile, pos: trial.pos, rotation: trial.rotation });
        let label = spoken_choice(state, lang, &choice, tile);
        view! {
            <button
                tabindex="-1"
                aria-pressed=move || state.draft.with(|draft| draft.act == Some(choice.action)).to_string()
                on:click=move |_| tray::press(state, Chip::Choice(choice))
            >
                {label}
            </button>
        }
    };
    view! {
        <div class="unseen" role="group" aria-label=lang.cells_for_tile()>
            <For each=move || cells.get().into_iter().map(move |pos: Pos| (pos, moment.get())) key=|cell| *cell let:at>
                {cell(at.0)}
            </For>
        </div>
        <div class="unseen" role="group" aria-label=lang.ask_choose()>
            {move || rest.get().into_iter().map(choice).collect_view()}
        </div>
    }
}

/// The choices that are shown on the board alone.
fn rest(outlook: &Outlook) -> Vec<Choice> {
    // Also while an animal is chosen: the list does not change under somebody's ear.
    let chips = tray::chips(outlook, None);
    outlook.shown().filter(|choice| !chips.contains(&Chip::Choice(**choice))).copied().collect()
}

/// A choice with its place, and from where a ranger drives.
fn spoken_choice(state: TableState, lang: Lang, choice: &Choice, tile: Option<LaidTile>) -> String {
    let phase = state.outlook.with_untracked(|outlook| outlook.as_ref().map(|outlook| outlook.phase));
    let name = phase.map(|phase| telling::choice(lang, phase, choice)).unwrap_or_default();
    let from = match choice.action {
        Action::Ranger { from: Some(from), .. } => Some(words::place(lang, from)),
        _ => None,
    };
    let parts = [Some(name), from, Some(words::place_of_choice(lang, choice, tile))];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" → ").replacen(" → ", ": ", 1)
}
