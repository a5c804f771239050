//! What happened, newest first, and said aloud for those who cannot see it.

use super::state::{Pointed, TableState};
use super::turns::{Line, Points, lines};
use super::words;
use crate::app::App;
use crate::board::{Look, TilePicture};
use crate::help::HelpButton;
use crate::lang::Lang;
use crate::livery::{Badge, livery};
use leptos::html;
use leptos::prelude::*;
use rules::{GameId, LaidTile};
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

/// How many lines are kept in view.
const LINES: usize = 40;

/// The game as people tell it, for everybody who shows or says it.
#[derive(Clone, Copy)]
pub(super) struct Told(Memo<Vec<Line>>);

/// Works out once what several parts of the table show.
pub(super) fn provide_lines(state: TableState, lang: Lang) {
    provide_context(Told(Memo::new(move |_| state.read(|session| lines(session, lang)))));
}

/// The list of what happened; a touch shows the moment when it did, and pointing at a line lights its place.
#[component]
pub(super) fn Events(state: TableState) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let game = state.game_id();
    let Told(lines) = expect_context();
    // Who goes through the game may want any line of it.
    let looks_back = move || state.past.get().is_some() || state.is_over();
    let shown = move || {
        let most = if looks_back() { usize::MAX } else { LINES };
        lines.with(|lines| lines.iter().rev().take(most).cloned().collect::<Vec<_>>())
    };
    let list: NodeRef<html::Ol> = NodeRef::new();
    Effect::new(move |_| {
        if state.past.get().is_some() {
            request_animation_frame(move || show_present(list));
        }
    });
    let key = |line: &Line| (line.number, line.moment, line.done.len(), line.points.len());
    view! {
        <section class="events">
            <h2>{lang.events()}</h2>
            <ol reversed node_ref=list tabindex="0" aria-label=lang.events()>
                <For each=shown key=key let:line>
                    {line_view(state, game, line)}
                </For>
            </ol>
        </section>
    }
}

fn line_view(state: TableState, game: GameId, line: Line) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let (moment, pos) = (line.moment, line.pos);
    let go = move |_| {
        let all = state.read_untracked(|session| session.history().len());
        state.past.set((moment < all).then_some(moment));
    };
    let point = move |at: Option<Pointed>| state.pointed.set(at);
    let light = move || point(pos.map(Pointed::Cell));
    let (between, done) = match (line.name.is_empty(), line.done.is_empty()) {
        (false, true) => (" ", lang.did_place().to_owned()),
        (false, false) => (": ", line.done.join(", ")),
        (true, _) => ("", line.done.join(", ")),
    };
    let scored = |points: &Points| {
        let look = livery(points.colour);
        view! {
            <span class="scored">
                <span>{points.text.clone()}</span>
                {points.topic.map(|topic| view! { <HelpButton game topic=Signal::stored(topic)/> })}
                <b class="badge" style:--seat=look.badge() style:--on-seat=look.on_badge()>{lang.more_points(points.points)}</b>
            </span>
        }
    };
    let points = line.points.iter().map(scored).collect_view();
    view! {
        <li
            class:later=move || state.past.get().is_some_and(|past| past < moment)
            class:now=move || state.past.get() == Some(moment)
            style:--seat=line.colour.map(|colour| livery(colour).colour)
            on:pointerenter=move |_| light()
            on:pointerleave=move |_| point(None)
        >
            <button
                class="turn"
                title=lang.show_moment()
                on:click=go
                on:focus=move |_| light()
                on:blur=move |_| point(None)
            >
                <span class="thumb">{thumb(&line)}</span>
                <span class="said">
                    {line.colour.map(|_| view! { <i></i> })}
                    <b><bdi>{line.name}</bdi></b> {between} {done}
                </span>
            </button>
            {points}
        </li>
    }
}

/// The tile of a line. One that lies on the board is drawn there already.
fn thumb(line: &Line) -> Option<AnyView> {
    let (kind, rotation) = line.tile?;
    let Some(pos) = line.pos else { return Some(view! { <TilePicture kind rotation=rotation/> }.into_any()) };
    let id = Look::of(&LaidTile { kind, pos, rotation }).id();
    Some(
        view! {
            <svg class="tile" viewBox="0 0 100 100" aria-hidden="true">
                <use_ href=format!("#{id}g")></use_>
                <use_ href=format!("#{id}d")></use_>
            </svg>
        }
        .into_any(),
    )
}

/// Says aloud what is new since the last change.
#[component]
pub(super) fn Announcer(state: TableState) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let Told(lines) = expect_context();
    let told = Memo::new(move |before: Option<&(usize, String)>| {
        let moment = state.moment();
        let from = before.map_or(moment, |before| before.0).min(moment);
        let new = |line: &&Line| line.moment > from && line.moment <= moment;
        let told: Vec<String> = lines.with(|lines| lines.iter().filter(new).map(|line| line.spoken(lang)).collect());
        (moment, told.join(". "))
    });
    let aimed = move || words::aimed(state, lang);
    let hand = move || words::in_hand(state, lang);
    view! {
        <p class="unseen" aria-live="polite" role="status">{move || told.with(|told| told.1.clone())}</p>
        <p class="unseen" aria-live="polite" role="status">{hand}</p>
        <p class="unseen" aria-live="polite" role="status">{aimed}</p>
    }
}

/// Moves the list to the latest line that has happened already.
fn show_present(list: NodeRef<html::Ol>) {
    let Some(list) = list.try_get_untracked().flatten() else { return };
    let line =
        list.query_selector("li:not(.later)").ok().flatten().and_then(|line| line.dyn_into::<HtmlElement>().ok());
    if let Some(line) = line {
        list.set_scroll_top(line.offset_top());
    }
}
