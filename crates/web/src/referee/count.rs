//! The count of a finished board.

use super::board::Desk;
use super::sheet::Sheet;
use crate::app::App;
use crate::face::face;
use crate::icon::Icon;
use crate::livery::livery;
use crate::session::{LocalSession, Saved, SeatInfo};
use crate::table::{event_text, symbol_name, symbol_picture};
use leptos::prelude::*;
use rules::Seat;

/// What everybody gets, beside what they had: what lies on the board, and what they have beside it.
#[component]
pub(super) fn Count(desk: Desk, counted: RwSignal<bool>) -> impl IntoView {
    let app = expect_context::<App>();
    let lang = app.lang.get_untracked();
    let seats = desk.sheet.with_untracked(|sheet| sheet.seats.clone());
    let count = Memo::new(move |_| desk.sheet.with(Sheet::count).unwrap_or_default());
    let had = RwSignal::new(vec![0_u16; seats.len()]);
    let beside = desk.sheet.with_untracked(Sheet::beside);
    let owned = move |seat: Seat, index: usize| {
        desk.sheet.with(|sheet| sheet.owned.get(seat.index()).and_then(|owned| owned.get(index)).copied().unwrap_or(0))
    };
    let things = move |seat: Seat, name: &str| {
        let thing = |(index, symbol): (usize, &rules::Symbol)| {
            let typed = move |event| {
                let count = event_target_value(&event).parse().unwrap_or(0);
                desk.change(|sheet| sheet.own(seat, index, count));
            };
            let label = lang.told_of(name, symbol_name(lang, *symbol));
            view! {
                <label class="thing">
                    {symbol_picture(symbol.name())}
                    <input type="number" min="0" max="50" inputmode="numeric" aria-label=label.clone() title=label prop:value=move || owned(seat, index).to_string() on:change=typed/>
                </label>
            }
        };
        let all = beside.iter().enumerate().map(thing).collect_view();
        (!beside.is_empty()).then(|| view! { <tr class="beside"><td colspan="4">{all}</td></tr> })
    };
    let row = |(seat, info): (Seat, SeatInfo)| {
        let index = seat.index();
        let typed = move |event| {
            let value = event_target_value(&event).parse().unwrap_or(0);
            had.update(|had| had[index] = value);
        };
        let points = move || count.with(|(_, scores)| scores.get(index).copied().unwrap_or(0));
        let sum = move || had.with(|had| u32::from(had[index]) + u32::from(points()));
        view! {
            <tr style:--seat=livery(info.colour).colour>
                <th scope="row">{face(&info)} <bdi>{info.name.clone()}</bdi></th>
                <td><input type="number" min="0" max="999" inputmode="numeric" aria-label=lang.told_of(info.name.clone(), lang.referee_had()) prop:value=move || had.with(|had| had[index].to_string()) on:input=typed/></td>
                <td class="counted">{move || format!("+ {}", points())}</td>
                <td class="sum"><b>{sum}</b></td>
            </tr>
            {things(seat, &info.name)}
        }
    };
    let rows = Seat::ALL.into_iter().zip(seats.clone()).map(row).collect_view();
    let lines = move || {
        let told = |event: &rules::Event| event_text(lang, &seats, event).map(|line| view! { <li>{line}</li> });
        count.with(|(events, _)| events.iter().filter_map(told).collect_view())
    };
    let missing = RwSignal::new(false);
    let open = move |_| match desk.sheet.with_untracked(Sheet::turns) {
        Some(table) => {
            let seats = desk.sheet.with_untracked(|sheet| sheet.seats.clone());
            let saved = Saved { seats, record: table.record(), told: true };
            if let Ok(session) = LocalSession::open(saved) {
                app.begin(session);
            }
        }
        None => missing.set(true),
    };
    view! {
        <h2 class="question">{lang.referee_finish()}</h2>
        <div class="count-freely">
            <table>
                <thead><tr><td></td><th scope="col">{lang.referee_had()}</th><td></td><td></td></tr></thead>
                <tbody>{rows}</tbody>
            </table>
            <ul class="counted-lines">{lines}</ul>
            <Show when=move || missing.get()><p class="trouble" role="alert">{lang.referee_no_turns()}</p></Show>
        </div>
        <div class="keep">
            <button on:click=move |_| counted.set(false)>{Icon::Back.view()} <span>{lang.referee_back()}</span></button>
            <button on:click=open>{Icon::Replay.view()} <span>{lang.referee_as_game()}</span></button>
        </div>
    }
}
