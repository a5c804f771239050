//! What happened, newest first, and said aloud for those who cannot see it.

use super::state::TableState;
use super::telling;
use crate::app::App;
use crate::help::{self, HelpButton, Topic};
use crate::lang::Lang;
use crate::livery::livery;
use leptos::html;
use leptos::prelude::*;
use rules::{Actor, Event, Seat};
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

/// How many lines are kept in view.
const LINES: usize = 60;

#[derive(Clone, PartialEq)]
struct Line {
    number: usize,
    /// How many actions had been played when it happened.
    moment: usize,
    colour: Option<usize>,
    text: String,
    /// How much it matters: a class.
    weight: &'static str,
    /// What it follows from, in the rules.
    topic: Option<&'static Topic>,
}

/// Everything that happened in the whole game.
fn lines(state: TableState, lang: Lang) -> Memo<Vec<Line>> {
    Memo::new(move |_| {
        state.read(|session| {
            let colour = |seat: Seat| session.seat(seat).map(|info| info.colour);
            let mut lines = Vec::new();
            for (index, entry) in session.history().iter().enumerate() {
                let actor = match entry.actor {
                    Actor::Player(seat) => colour(seat),
                    _ => None,
                };
                for event in &entry.events {
                    let Some(text) = telling::event(lang, session.seats(), session.game(), event) else { continue };
                    let owner = if let Event::Scored(score) = event { colour(score.seat) } else { actor };
                    let weight = match event {
                        Event::Scored(_) => "scores",
                        Event::Placed { .. } => "places",
                        _ => "",
                    };
                    let topic = help::happened(session.game().setup().game(), event).filter(|_| weight == "scores");
                    lines.push(Line { number: lines.len(), moment: index + 1, colour: owner, text, weight, topic });
                }
            }
            lines
        })
    })
}

/// The list of what happened; a touch shows the moment when it did.
#[component]
pub(super) fn Events(state: TableState) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let game = state.game_id();
    let lines = lines(state, lang);
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
    let go = move |moment: usize| {
        let all = state.read_untracked(|session| session.history().len());
        state.past.set((moment < all).then_some(moment));
    };
    view! {
        <section class="events">
            <h2>{lang.events()}</h2>
            <ol reversed node_ref=list tabindex="0" aria-label=lang.events()>
                <For each=shown key=|line| (line.number, line.text.clone()) let:line>
                    <li
                        class=line.weight
                        class:later=move || state.moment() < line.moment
                        style:--seat=line.colour.map(|colour| livery(colour).colour)
                    >
                        <button tabindex="-1" title=lang.show_moment() on:click=move |_| go(line.moment)>{line.text}</button>
                        {line.topic.map(|topic| view! { <HelpButton game topic=Signal::stored(topic)/> })}
                    </li>
                </For>
            </ol>
        </section>
    }
}

/// Says aloud what is new since the last change.
#[component]
pub(super) fn Announcer(state: TableState) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let lines = lines(state, lang);
    let told = Memo::new(move |before: Option<&(usize, String)>| {
        let moment = state.moment();
        lines.with(|lines| {
            let known = lines.partition_point(|line| line.moment <= moment);
            let from = before.map_or(known, |before| before.0).min(known);
            let text = lines[from..known].iter().map(|line| line.text.as_str()).collect::<Vec<_>>().join(". ");
            (known, text)
        })
    });
    let aimed = move || aimed(state, lang);
    view! {
        <p class="unseen" aria-live="polite" role="status">{move || told.with(|told| told.1.clone())}</p>
        <p class="unseen" aria-live="polite" role="status">{aimed}</p>
    }
}

/// Where the keyboard's cursor is, how the tile lies, and what is chosen.
fn aimed(state: TableState, lang: Lang) -> String {
    let draft = state.draft.get();
    state.outlook.with(|outlook| {
        let Some(outlook) = outlook else { return String::new() };
        let chosen = outlook.choices.iter().find(|choice| Some(choice.action) == draft.act);
        if let Some(choice) = chosen {
            return telling::choice(lang, choice);
        }
        let Some(pos) = state.cursor.get() else { return String::new() };
        let rotation = draft.trial.map(|trial| trial.rotation).or_else(|| outlook.fitting(pos, state.wish.get()));
        let degrees = rotation.map_or(0, |rotation| u32::from(rotation.quarters()) * 90);
        lang.aimed_at(pos.x, pos.y, degrees)
    })
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
