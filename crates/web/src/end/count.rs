//! The final count on the board, feature by feature, before the winner is named.

use crate::app::App;
use crate::icon::Icon;
use crate::motion::{Motion, ScoreCue};
use crate::part::Shown;
use crate::sound::Sound;
use crate::table::{TableState, event_text};
use crate::tool::ToolButton;
use leptos::prelude::*;
use leptos::wasm_split::wasm_split;
use rules::{Event, MAX_SEATS, Score};
use std::time::Duration;
use table::Entry;

/// How long the board is seen before the count begins, and how long each part of it stays.
const BEFORE: Duration = Duration::from_millis(900);
const EACH: Duration = Duration::from_millis(2300);

/// The parts of the final scoring: what is scored for one thing belongs together.
pub(crate) fn parts(history: &[Entry]) -> Vec<Vec<Score>> {
    let mut parts: Vec<Vec<Score>> = Vec::new();
    for event in history.iter().flat_map(|entry| &entry.events) {
        let Event::Scored(score) = event else { continue };
        if !score.end {
            continue;
        }
        match parts.last_mut() {
            Some(part) if (part[0].source, part[0].at) == (score.source, score.at) => part.push(*score),
            _ => parts.push(vec![*score]),
        }
    }
    parts
}

/// The points of these parts for each seat.
pub(crate) fn sums(parts: &[Vec<Score>]) -> [u16; MAX_SEATS] {
    parts.iter().flatten().fold([0; MAX_SEATS], |mut sums, score| {
        sums[score.seat.index()] += score.points;
        sums
    })
}

/// The count, loaded when it has come to that.
#[wasm_split(end, wasm_split_path = leptos::wasm_split, fallible)]
pub(crate) fn count(state: TableState, motion: Motion, counted: RwSignal<Option<usize>>) -> Shown {
    Ok(view! { <Count state motion counted/> }.into_any())
}

/// Says what is counted, and goes on by itself, or step by step, or to the result.
#[component]
fn Count(state: TableState, motion: Motion, counted: RwSignal<Option<usize>>) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let parts = StoredValue::new(state.read_untracked(|session| parts(session.history())));
    let all = parts.with_value(Vec::len);
    let playing = RwSignal::new(true);
    let end = move || {
        motion.sound(Sound::Over);
        counted.set(None);
    };
    let go = move |to: usize| if to > all { end() } else { counted.set(Some(to)) };
    let step = move |to: usize| {
        playing.set(false);
        go(to);
    };
    let now = move || counted.get().unwrap_or(0);
    Effect::new(move |_| {
        let Some(number) = counted.get() else { return };
        let left = parts.with_value(|parts| sums(&parts[number.min(all)..]));
        let part = number.checked_sub(1).and_then(|last| parts.with_value(|parts| parts.get(last).cloned()));
        let Some(part) = part else {
            // The last turn may still be on its way.
            if state.rest_left().is_zero() {
                motion.withhold(left);
            }
            return motion.darken();
        };
        let cues = state.read_untracked(|session| {
            let colour = |score: &Score| session.seat(score.seat).map_or(0, |info| info.colour);
            part.iter().map(|score| ScoreCue::of(session.game(), score, colour(score))).collect()
        });
        motion.count(cues, left);
    });
    Effect::new(move |_| {
        let number = now();
        if !playing.get() {
            return;
        }
        let first = if number == 0 { state.rest_left() + BEFORE } else { EACH };
        let wait = first.mul_f32(untrack(|| motion.slowness()).max(0.5));
        let on = move || {
            let still = counted.try_get_untracked().flatten() == Some(number);
            if still && playing.try_get_untracked() == Some(true) {
                go(number + 1);
            }
        };
        set_timeout(on, wait);
    });
    let said = move || {
        let part = now().checked_sub(1).and_then(|last| parts.with_value(|parts| parts.get(last).cloned()));
        state.read_untracked(|session| {
            let told = |score: Score| event_text(lang, session.seats(), &Event::Scored(score));
            part.into_iter().flatten().filter_map(told).collect::<Vec<_>>().join(" · ")
        })
    };
    view! {
        <div class="tally">
            <div class="ask">
                <h2 class="question">{lang.final_count()} <small>{move || format!("{} / {all}", now())}</small></h2>
                <p class="said" aria-live="polite">{said}</p>
            </div>
            <ToolButton label=lang.step_back() icon=Icon::Back on_press=move |()| step(now().saturating_sub(1))/>
            {move || {
                let (icon, label) = if playing.get() { (Icon::Pause, lang.pause()) } else { (Icon::Play, lang.replay()) };
                view! { <ToolButton label icon on_press=move |()| playing.update(|playing| *playing ^= true)/> }
            }}
            <ToolButton label=lang.step_on() icon=Icon::Next class="step-on" on_press=move |()| step(now() + 1)/>
            <button class="primary skip" on:click=move |_| end()>{lang.skip()}</button>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testkit::played;
    use rules::{GameId, GameOption, Options, Seat, Setup};

    #[test]
    fn the_parts_add_up_to_what_the_end_brings() {
        for id in GameId::ALL {
            let options =
                if id == GameId::Base { Options::NONE.with(GameOption::TradersBuilders) } else { Options::NONE };
            let setup = Setup::new(id, options, 3, Seat::ALL[0]).expect("three can play");
            let table = played(&setup, 9, usize::MAX);
            let parts = parts(table.history());
            assert!(!parts.is_empty(), "{id:?}");
            let before = |seat: usize| {
                let events = table.history().iter().flat_map(|entry| &entry.events);
                let scores =
                    events.filter_map(|event| if let Event::Scored(score) = event { Some(score) } else { None });
                scores.filter(|score| !score.end && score.seat.index() == seat).map(|score| score.points).sum::<u16>()
            };
            let totals: Vec<u16> = (0..3).map(|seat| before(seat) + sums(&parts)[seat]).collect();
            assert_eq!(totals, table.game().scores(), "{id:?}");
            assert!(parts.iter().all(|part| part.iter().all(|score| score.at == part[0].at)));
        }
    }
}
