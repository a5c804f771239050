//! What happened, newest first, and said aloud for those who cannot see it.

use super::state::{Pointed, TableState};
use super::turns::{Line, Points, Story};
use super::words;
use crate::app::App;
use crate::board::{Look, TilePicture};
use crate::help::HelpButton;
use crate::lang::Lang;
use crate::livery::{Badge, livery};
use leptos::html;
use leptos::prelude::*;
use rules::{GameId, LaidTile, Pos, Rotation, TileKind};
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

/// How many lines are kept in view before somebody reads them: each is work for the browser with every turn.
const LINES: usize = 14;

/// The game as people tell it, for everybody who shows or says it.
#[derive(Clone, Copy)]
pub(super) struct Told(Memo<Story>);

/// Works out once what several parts of the table show.
pub(super) fn provide_lines(state: TableState, lang: Lang) {
    provide_context(Told(Memo::new(move |before: Option<&Story>| {
        state.told.track();
        state.read_untracked(|session| Story::of(session, lang, before))
    })));
}

/// The list of what happened; a touch shows the moment when it did, and pointing at a line lights its place.
#[component]
pub(super) fn Events(state: TableState) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let game = state.game_id();
    let Told(story) = expect_context();
    // Who goes through the game may want any line of it. One that is over is opened with its latest lines, as any other:
    // all of them at once are a long task.
    let reads = RwSignal::new(false);
    let looks_back = move || reads.get() || state.past.get().is_some();
    let read = move || {
        if !reads.get_untracked() {
            reads.set(true);
        }
    };
    let shown = Memo::new(move |_| {
        let most = if looks_back() { usize::MAX } else { LINES };
        let lines = story.with(|story| story.lines.len());
        (lines.saturating_sub(most)..lines).rev().collect::<Vec<_>>()
    });
    let list: NodeRef<html::Ol> = NodeRef::new();
    Effect::new(move |_| {
        if state.past.get().is_some() {
            request_animation_frame(move || show_present(list));
        }
    });
    view! {
        <section class="events">
            <h2>{lang.events()}</h2>
            <Show when=move || story.with(|story| story.lines.is_empty())><p class="none">{lang.nothing_told()}</p></Show>
            <ol
                reversed
                node_ref=list
                tabindex="0"
                aria-label=lang.events()
                on:pointerenter=move |_| read()
                on:focusin=move |_| read()
                on:scroll=move |_| read()
            >
                <For each=move || shown.get() key=|number| *number let:number>
                    {line_view(state, game, story, number)}
                </For>
            </ol>
        </section>
    }
}

/// One line. A turn is told in several steps, and its line stays the same: most of it is the picture of the tile, which
/// does not change.
fn line_view(state: TableState, game: GameId, story: Memo<Story>, number: usize) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let line = Memo::new(move |_| story.with(|story| story.lines.get(number).cloned()));
    let moment = Memo::new(move |_| line.with(|line| line.as_ref().map(|line| line.moment)));
    let tile = Memo::new(move |_| line.with(|line| line.as_ref().and_then(|line| Some((line.tile?, line.pos)))));
    let points =
        Memo::new(move |_| line.with(|line| line.as_ref().map(|line| line.points.clone()).unwrap_or_default()));
    let colour = Memo::new(move |_| line.with(|line| line.as_ref()?.colour));
    let name = Memo::new(move |_| line.with(|line| line.as_ref().map(|line| line.name.clone()).unwrap_or_default()));
    let go = move |_| {
        let all = state.read_untracked(|session| session.history().len());
        state.past.set(moment.get_untracked().filter(|moment| *moment < all));
    };
    let point = move |at: Option<Pointed>| state.pointed.set(at);
    let light = move || point(line.with_untracked(|line| line.as_ref()?.pos.map(Pointed::Cell)));
    let done = move || line.with(|line| line.as_ref().map(|line| line.doing(lang)));
    let scored = move |points: &Points| {
        let look = livery(points.colour);
        view! {
            <span class="scored">
                <span>{points.text.clone()}</span>
                {points.topic.map(|topic| view! { <HelpButton game topic=Signal::stored(topic)/> })}
                <b class="badge" style:--seat=look.badge() style:--on-seat=look.on_badge()>{lang.more_points(points.points)}</b>
            </span>
        }
    };
    view! {
        <li
            class:later=move || state.past.get().is_some_and(|past| moment.get().is_some_and(|moment| past < moment))
            class:now=move || state.past.get().is_some_and(|past| moment.get() == Some(past))
            style:--seat=move || colour.get().map(|colour| livery(colour).colour)
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
                <span class="thumb">{move || tile.get().map(|((kind, rotation), pos)| thumb(kind, rotation, pos))}</span>
                <span class="said">
                    {move || colour.get().map(|_| view! { <i></i> })}
                    <b><bdi>{move || name.get()}</bdi></b> " " {done}
                </span>
            </button>
            {move || points.with(|points| points.iter().map(scored).collect_view())}
        </li>
    }
}

/// The tile of a line. One that lies on the board is drawn there already.
fn thumb(kind: TileKind, rotation: Rotation, pos: Option<Pos>) -> AnyView {
    let Some(pos) = pos else { return view! { <TilePicture kind rotation=rotation/> }.into_any() };
    let id = Look::of(&LaidTile { kind, pos, rotation }).id();
    view! {
        <svg class="tile" viewBox="0 0 100 100" aria-hidden="true">
            <use_ href=format!("#{id}g")></use_>
            <use_ href=format!("#{id}d")></use_>
        </svg>
    }
    .into_any()
}

/// Says aloud what is new since the last change.
#[component]
pub(super) fn Announcer(state: TableState) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let Told(story) = expect_context();
    let told = Memo::new(move |before: Option<&(usize, String)>| {
        // What is told comes after what is shown.
        let moment = state.past.get().unwrap_or_else(|| story.with(Story::moment));
        let from = before.map_or(moment, |before| before.0).min(moment);
        let new = |line: &&Line| line.moment > from && line.moment <= moment;
        let told: Vec<String> =
            story.with(|story| story.lines.iter().filter(new).map(|line| line.spoken(lang)).collect());
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
