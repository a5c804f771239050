//! The table: the board with everything around it.

mod apart;
mod banner;
mod draft;
mod drag;
mod elsewhere;
mod facts;
mod keys;
mod log;
mod past;
mod reader;
mod replay;
mod scene;
mod seats;
mod state;
mod telling;
mod thinking;
mod told;
mod tools;
mod tray;
mod turns;
mod words;

pub(crate) use draft::{Anchor, Choice, Draft, Kind, Outlook, Trial};
pub(crate) use seats::{piece_picture, symbol_picture};
pub(crate) use state::{Pointed, TableState};
pub(crate) use telling::{
    action as choice_name, choice as any_choice_name, event as event_text, feature as feature_name,
    source as source_name, symbol as symbol_name,
};
pub(crate) use words::{place as place_words, side_name, tile as tile_words};

use crate::aids::{ComingDialog, ComingPanel, FeatureCard, HintCard};
use crate::analysis;
use crate::app::App;
use crate::board::{Board, BoardView};
use crate::dialog::Dialog;
use crate::end;
use crate::guide::Coach;
use crate::motion::{Motion, Script, Sky};
use crate::online::Beside;
use crate::part::{self, Shown};
use crate::puzzles;
use crate::referee;
use crate::settings::Pace;
use crate::sound::Sound;
use art::Landscape;
use leptos::prelude::*;
use leptos::wasm_split::wasm_split;
use rules::{GameId, LaidTile, MAX_SEATS, TileSet};
use std::time::Duration;

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
    log::provide_lines(state, lang);
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
    // What a tile looks like is worked out before it comes.
    Effect::new(move |_| view.awaited.set(state.awaited.get()));
    let motion = Motion::new(view, app.settings);
    let trial = Memo::new(move |_| state.draft.with(|draft| draft.trial));
    let tried = move || trial.get_untracked().map(|trial| trial.pos);
    Effect::new(move |before: Option<Option<Trial>>| {
        let before = before.flatten();
        match trial.get() {
            Some(Trial { tile, pos, rotation }) => {
                if before.is_none_or(|before| before.pos != pos) {
                    view.focus(pos);
                    motion.try_tile(LaidTile { kind: tile, pos, rotation });
                } else {
                    motion.sound(Sound::Rotate);
                }
            }
            None if before.is_some() => picture.with_untracked(|picture| view.follow(picture, None)),
            None => {}
        }
        trial.get_untracked()
    });
    view.on_resize(move || match tried() {
        Some(pos) => view.focus(pos),
        None => picture.with_untracked(|picture| view.follow(picture, None)),
    });
    let keys = RwSignal::new(false);
    keys::listen(state, view, keys);
    show_what_happens(state, motion);
    let puzzle = state.puzzle();
    let from_elsewhere = !state.is_stored
        && state.room.is_none()
        && puzzle.is_none()
        && state.analysis.is_none()
        && state.read_untracked(|session| session.lesson().is_none());
    let solved = move || puzzle.is_some_and(|puzzle| puzzle.is_done());
    let (more, coming, whole) = (RwSignal::new(false), RwSignal::new(false), RwSignal::new(false));
    let asks = Memo::new(move |_| state.asks_what_came());
    let ending = RwSignal::new(true);
    // How much of the final scoring has been counted on the board, while that is done.
    let counted: RwSignal<Option<usize>> = RwSignal::new(None);
    let shows_end = Memo::new(move |_| {
        state.analysis.is_none()
            && state.is_over()
            && ending.get()
            && state.past.get().is_none()
            && counted.get().is_none()
    });
    Effect::new(move |before: Option<bool>| {
        let counts = counted.get().is_some();
        if before == Some(true) && !counts {
            motion.withhold([0; MAX_SEATS]);
            motion.darken();
        }
        counts
    });
    Effect::new(move |before: Option<bool>| {
        let over = state.is_over();
        if over && before == Some(false) && state.analysis.is_none() && will_count(state, motion) {
            picture.with_untracked(|picture| view.fit(picture));
            // Nobody reads the result before it is counted.
            motion.await_count(state.read_untracked(|session| end::sums(&end::parts(session.history()))));
            counted.set(Some(0));
        }
        // Who takes the last turn back or looks at an earlier one does not count.
        if (!over || state.past.get().is_some()) && counted.get_untracked().is_some() {
            counted.set(None);
        }
        over
    });
    // A board of a whole game is work enough for a moment of its own: in an analysis it comes after what stands around it.
    let laid = RwSignal::new(state.analysis.is_none());
    if state.analysis.is_some() {
        let lay = move || {
            laid.try_set(true);
        };
        set_timeout(lay, Duration::ZERO);
    }
    view! {
        <main
            class="table"
            data-surface=surface(landscape)
            data-played=move || state.read(|session| session.history().len())
            class:ended=shows_end
            class:counting=move || counted.get().is_some()
            class:calm=move || app.settings.pace() == Pace::Off
            style:--pace=move || motion.slowness().to_string()
            style:--turn=move || if state.turned_left.get() { "90deg" } else { "-90deg" }
            on:pointerdown=move |_| motion.finish()
        >
            <Show when=move || laid.get()>
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
            </Show>
            <Sky motion/>
            <banner::Banner state/>
            <tools::Tools state view more coming whole keys/>
            <ComingDialog state open=coming/>
            <FeatureCard state view/>
            <HintCard state view/>
            <Dialog open=more title=lang.events()>
                <log::Events state/>
            </Dialog>
            <log::Announcer state/>
            <reader::Reader state/>
            <aside class="side" data-covers="1">
                <seats::Seats state motion whole/>
                {state.room.map(|room| view! { <Beside room/> })}
                {from_elsewhere.then(|| view! { <p class="notice panel">{lang.not_stored()}</p> })}
                <elsewhere::Elsewhere state/>
                <Coach state/>
                {puzzle.map(|_| part::later(move || puzzles::panel(state)))}
                {match state.analysis {
                    Some(_) => view! { <section class="study panel">{analysis::panel_later(state)}</section> }.into_any(),
                    None => view! { <section class="log panel"><log::Events state/> <ComingPanel state/></section> }.into_any(),
                }}
            </aside>
            <Show when=move || counted.get().is_some()>
                <section class="tray panel looking" data-covers="1">{part::later(move || end::count(state, motion, counted))}</section>
            </Show>
            <Show when=move || counted.get().is_none() && (state.is_over() || state.past.get().is_some())>
                <section class="tray panel looking" class:studied=state.analysis.is_some() data-covers="1">
                    {state.analysis.map(|_| analysis::graph_later(state))}
                    <replay::ReplayBar state motion ending/>
                </section>
            </Show>
            <Show when=move || !state.is_over() && state.past.get().is_none() && !asks.get() && !solved()>
                <tray::Tray state view motion/>
            </Show>
            <Show when=move || asks.get()>{part::later(move || referee::ask(state))}</Show>
            <Show when=move || shows_end.get()>
                {part::later(move || end::ending(state, ending, counted))}
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

/// Shows and lets hear what is new, if people want that.
fn show_what_happens(state: TableState, motion: Motion) {
    Effect::new(move |_| state.slowness.set_value(motion.slowness()));
    Effect::new(move |before: Option<usize>| {
        let now = state.moment();
        let version = state.version.get_untracked();
        if let Some(before) = before {
            show_from(state, motion, before, now);
            // Told in words when it is seen, in the same frame as the tile that lands and not in that which begins its
            // flight: one frame has not room for everything.
            motion.when_landed(move || {
                if state.told.try_get_untracked().is_some_and(|told| told != version) {
                    state.told.set(version);
                }
            });
        }
        now
    });
}

/// Shows what was played between two moments of the game.
fn show_from(state: TableState, motion: Motion, before: usize, now: usize) {
    if now == before {
        return;
    }
    if now < before || now - before > MOST_SHOWN {
        motion.finish();
        motion.darken();
        return;
    }
    let replayed = state.past.get_untracked().is_some();
    let mut script = state.read_untracked(|session| {
        untrack(|| state.read_game(|game| Script::of(session, game, &session.history()[before..now], replayed)))
    });
    // The count has a sound of its own at its end.
    script.over &= !replayed && !will_count(state, motion);
    state.rest(motion.show(script));
}

/// Whether the final scoring is shown when the game is over: where things move and there is something to count.
fn will_count(state: TableState, motion: Motion) -> bool {
    motion.travels() && state.read_untracked(|session| !end::parts(session.history()).is_empty())
}

/// What is more than this many actions at once is not shown one by one.
const MOST_SHOWN: usize = 8;

/// The set whose landscape the game has.
pub(crate) fn first_set(game: GameId) -> TileSet {
    match game {
        GameId::Base => TileSet::Base,
        GameId::HuntersGatherers => TileSet::HuntersGatherers,
        GameId::NewLands => TileSet::NewLands,
        GameId::Safari => TileSet::Safari,
    }
}
