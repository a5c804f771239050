//! The table: the board with everything around it.

mod banner;
mod draft;
mod elsewhere;
mod facts;
mod keys;
mod log;
mod replay;
mod scene;
mod seats;
mod state;
mod telling;
mod tools;
mod tray;
mod turns;
mod words;

pub(crate) use draft::{Anchor, Draft, Outlook, Trial};
pub(crate) use seats::{piece_picture, symbol_picture};
pub(crate) use state::{Pointed, TableState};
pub(crate) use telling::{
    action as choice_name, event as event_text, feature as feature_name, source as source_name, symbol as symbol_name,
};
pub(crate) use words::place as place_words;

use crate::aids::{ComingDialog, ComingPanel, FeatureCard, HintCard};
use crate::app::App;
use crate::board::{Board, BoardView};
use crate::dialog::Dialog;
use crate::end;
use crate::guide::Coach;
use crate::online::Beside;
use crate::part::{self, Shown};
use crate::settings::Switch;
use crate::sound::Sound;
use art::Landscape;
use leptos::prelude::*;
use leptos::wasm_split::wasm_split;
use rules::{Event, GameId, Pos, TileSet};

/// A game at the table, loaded when there is one or before.
#[wasm_split(table, wasm_split_path = leptos::wasm_split, fallible, preload(fetch_table))]
pub(crate) fn table_page(state: TableState) -> Shown {
    Ok(view! { <TablePage state/> }.into_any())
}

/// A game at the table.
#[component]
pub(crate) fn TablePage(state: TableState) -> impl IntoView {
    let app = expect_context::<App>();
    let lang = app.lang.get_untracked();
    let view = BoardView::new();
    let overlay = scene::overlay(state, lang);
    let landscape = Landscape::of(state.read_untracked(|session| first_set(session.game().setup().game())));
    let picture = state.picture;
    // A tile just tried must not move the board under the pointer.
    let latest = Memo::new(move |_| {
        let moment = state.moment();
        (moment, overlay.with_untracked(|overlay| overlay.last.last().map(|(_, pos)| *pos)))
    });
    Effect::new(move |_| {
        let (_, pos) = latest.get();
        picture.with_untracked(|picture| view.follow(picture, pos));
    });
    let tried = Memo::new(move |_| state.draft.with(|draft| draft.trial.map(|trial| trial.pos)));
    Effect::new(move |before: Option<Option<Pos>>| {
        match tried.get() {
            Some(pos) => view.focus(pos),
            None if before.flatten().is_some() => picture.with_untracked(|picture| view.follow(picture, None)),
            None => {}
        }
        tried.get_untracked()
    });
    view.on_resize(move || match tried.get_untracked() {
        Some(pos) => view.focus(pos),
        None => picture.with_untracked(|picture| view.follow(picture, None)),
    });
    keys::listen(state, view);
    let_hear(state, app);
    let from_elsewhere =
        !state.is_stored && state.room.is_none() && state.read_untracked(|session| session.lesson().is_none());
    let (more, coming) = (RwSignal::new(false), RwSignal::new(false));
    let ending = RwSignal::new(true);
    let shows_end = Memo::new(move |_| state.is_over() && ending.get() && state.past.get().is_none());
    view! {
        <main class="table" data-surface=surface(landscape) data-played=move || state.read(|session| session.history().len()) class:ended=shows_end>
            <Board
                view
                landscape
                picture
                overlay
                label=lang.board()
                on_tap=move |tap| state.tap(tap)
                on_hover=move |point| state.hover.set(point)
                on_turn=move |()| state.turn()
            />
            <banner::Banner state/>
            <tools::Tools state view more coming/>
            <ComingDialog state open=coming/>
            <FeatureCard state view/>
            <HintCard state view/>
            <Dialog open=more title=lang.events()>
                <log::Events state/>
            </Dialog>
            <log::Announcer state/>
            <aside class="side" data-covers="1">
                <seats::Seats state/>
                {state.room.map(|room| view! { <Beside room/> })}
                {from_elsewhere.then(|| view! { <p class="notice panel">{lang.not_stored()}</p> })}
                <elsewhere::Elsewhere state/>
                <Coach state/>
                <section class="log panel">
                    <log::Events state/>
                    <ComingPanel state/>
                </section>
            </aside>
            <Show when=move || state.is_over() || state.past.get().is_some()>
                <section class="tray panel looking" data-covers="1"><replay::ReplayBar state ending/></section>
            </Show>
            <Show when=move || !state.is_over() && state.past.get().is_none()>
                <tray::Tray state/>
            </Show>
            <Show when=move || shows_end.get()>
                {part::later(move || end::ending(state, ending))}
            </Show>
        </main>
    }
}

/// What the table is made of in a landscape.
pub(crate) const fn surface(landscape: Landscape) -> &'static str {
    match landscape {
        Landscape::Towns => "oak",
        Landscape::Wilds => "stone",
        Landscape::Coasts => "deck",
        Landscape::Savanna => "canvas",
    }
}

/// Lets people hear what is new, if they want to.
fn let_hear(state: TableState, app: App) {
    Effect::new(move |heard: Option<usize>| {
        state.read(|session| {
            let history = session.history();
            let new = history.get(heard.unwrap_or(history.len())..).unwrap_or_default();
            let happened = |kind: fn(&Event) -> bool| new.iter().flat_map(|entry| &entry.events).any(kind);
            let sound = if happened(|event| matches!(event, Event::GameOver { .. })) {
                Some(Sound::Over)
            } else if happened(|event| matches!(event, Event::Scored(_))) {
                Some(Sound::Points)
            } else if happened(|event| matches!(event, Event::Placed { .. })) {
                Some(Sound::Tile)
            } else {
                None
            };
            if let Some(sound) = sound.filter(|_| untrack(|| app.settings.is_on(Switch::Sound))) {
                sound.play();
            }
            history.len()
        })
    });
}

/// The set whose landscape the game has.
pub(crate) fn first_set(game: GameId) -> TileSet {
    match game {
        GameId::Base => TileSet::Base,
        GameId::HuntersGatherers => TileSet::HuntersGatherers,
        GameId::NewLands => TileSet::NewLands,
        GameId::Safari => TileSet::Safari,
    }
}
