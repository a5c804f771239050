//! What happened, newest first, and said aloud for those who cannot see it.

use super::state::TableState;
use super::telling;
use crate::app::App;
use crate::lang::Lang;
use crate::livery::livery;
use leptos::prelude::*;
use rules::{Actor, Event, Seat};

/// How many lines are kept in view.
const LINES: usize = 60;

#[derive(Clone, PartialEq)]
struct Line {
    number: usize,
    colour: Option<usize>,
    text: String,
    /// How much it matters: a class.
    weight: &'static str,
}

/// Everything that happened up to the moment that is looked at.
fn lines(state: TableState, lang: Lang) -> Memo<Vec<Line>> {
    Memo::new(move |_| {
        let moment = state.moment();
        state.read(|session| {
            let colour = |seat: Seat| session.seat(seat).map(|info| info.colour);
            let mut lines = Vec::new();
            for entry in session.history().iter().take(moment) {
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
                    lines.push(Line { number: lines.len(), colour: owner, text, weight });
                }
            }
            lines
        })
    })
}

/// The list of what happened.
#[component]
pub(super) fn Events(state: TableState) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let lines = lines(state, lang);
    let shown = move || lines.with(|lines| lines.iter().rev().take(LINES).cloned().collect::<Vec<_>>());
    view! {
        <section class="events">
            <h2>{lang.events()}</h2>
            <ol reversed>
                <For each=shown key=|line| (line.number, line.text.clone()) let:line>
                    <li class=line.weight style:--seat=line.colour.map(|colour| livery(colour).colour)>
                        {line.text}
                    </li>
                </For>
            </ol>
        </section>
    }
}

/// Says aloud what is new since the last change.
#[component]
pub(super) fn Announcer(state: TableState) -> impl IntoView {
    let lines = lines(state, expect_context::<App>().lang.get_untracked());
    let told = Memo::new(move |before: Option<&(usize, String)>| {
        lines.with(|lines| {
            let from = before.map_or(lines.len(), |before| before.0).min(lines.len());
            let text = lines[from..].iter().map(|line| line.text.as_str()).collect::<Vec<_>>().join(". ");
            (lines.len(), text)
        })
    });
    view! { <p class="unseen" aria-live="polite" role="status">{move || told.with(|told| told.1.clone())}</p> }
}
