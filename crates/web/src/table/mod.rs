//! The table: the board with everything around it.

mod actions;
mod draft;
mod hand_over;
mod keys;
mod log;
mod replay;
mod scene;
mod seats;
mod state;
mod telling;

pub(crate) use draft::{Anchor, Draft, Outlook, Trial};
pub(crate) use seats::{piece_picture, symbol_picture};
pub(crate) use state::TableState;
pub(crate) use telling::{
    action as choice_name, event as event_text, feature as feature_name, source as source_name, symbol as symbol_name,
};

use crate::aids::{ComingButton, ComingDialog, ComingPanel, FeatureCard, HintButton, HintCard};
use crate::app::{App, Preferences};
use crate::board::{Board, BoardView};
use crate::dialog::Dialog;
use crate::end::EndPanel;
use crate::guide::Coach;
use crate::settings::Switch;
use crate::sound::Sound;
use crate::tool::{Picture, ToolButton};
use art::Landscape;
use leptos::prelude::*;
use rules::{Event, GameId, Pos, TileSet};

const FIT: Picture = Picture::Lines("M3 8V3h5M14 3h5v5M19 14v5h-5M8 19H3v-5");
const LIST: Picture = Picture::Lines("M4 5h.5M4 11h.5M4 17h.5M8 5h11M8 11h11M8 17h11");

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
    let from_elsewhere = !state.is_stored && state.read_untracked(|session| session.lesson().is_none());
    let more = RwSignal::new(false);
    let coming = RwSignal::new(false);
    let show_rules = move |()| state.show_rules(app.help);
    let fit = move |()| picture.with_untracked(|picture| view.fit(picture));
    view! {
        <main class="table" style:--table=landscape.theme().table>
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
            <hand_over::HandOver state/>
            <nav class="tools">
                <ToolButton label=lang.to_start() picture=Picture::Text("☰") on_press=move |()| app.leave_table()/>
                <ToolButton label=lang.fit() picture=FIT on_press=fit/>
                <ToolButton label=lang.nearer() picture=Picture::Text("+") on_press=move |()| view.zoom(1.25)/>
                <ToolButton label=lang.farther() picture=Picture::Text("−") on_press=move |()| view.zoom(0.8)/>
                <ToolButton label=lang.rules() picture=Picture::Text("?") opens=true on_press=show_rules/>
                <ToolButton label=lang.events() picture=LIST narrow=true opens=true on_press=move |()| more.set(true)/>
                <ComingButton state open=coming/>
                <HintButton state/>
            </nav>
            <ComingDialog state open=coming/>
            <FeatureCard state view/>
            <HintCard state view/>
            <Dialog open=more title=lang.events()>
                <Preferences/>
                <log::Events state/>
            </Dialog>
            <log::Announcer state/>
            <aside class="side">
                <seats::Seats state/>
                {from_elsewhere.then(|| view! { <p class="notice">{lang.not_stored()}</p> })}
                <Coach state/>
                <Show when=move || state.is_over()>
                    <EndPanel state/>
                </Show>
                <ComingPanel state/>
                <log::Events state/>
                <footer>
                    <p class="keys">{lang.keys_help()}</p>
                    <Preferences/>
                </footer>
            </aside>
            <section class="bar">
                <Show when=move || state.is_over() || state.past.get().is_some()>
                    <replay::ReplayBar state/>
                </Show>
                <Show when=move || !state.is_over() && state.past.get().is_none()>
                    <actions::Actions state/>
                </Show>
            </section>
        </main>
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
