//! What happened, newest first, and said aloud for those who cannot see it.

use super::state::TableState;
use super::telling;
use crate::app::App;
use crate::help::{self, HelpButton, Topic};
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
    /// What it follows from, in the rules.
    topic: Option<&'static Topic>,
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
                    let topic = help::happened(session.game().setup().game(), event).filter(|_| weight == "scores");
                    lines.push(Line { number: lines.len(), colour: owner, text, weight, topic });
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
    let game = state.game_id();
    let lines = lines(state, lang);
    let shown = move || lines.with(|lines| lines.iter().rev().take(LINES).cloned().collect::<Vec<_>>());
    view! {
        <section class="events">
            <h2>{lang.events()}</h2>
            <ol reversed>
                <For each=shown key=|line| (line.number, line.text.clone()) let:line>
                    <li class=line.weight style:--seat=line.colour.map(|colour| livery(colour).colour)>
                        <span>{line.text}</span>
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
        lines.with(|lines| {
            let from = before.map_or(lines.len(), |before| before.0).min(lines.len());
            let text = lines[from..].iter().map(|line| line.text.as_str()).collect::<Vec<_>>().join(". ");
            (lines.len(), text)
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
