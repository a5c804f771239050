//! The end of a game: who won, what for, and the record to keep.

mod chart;
mod share;
mod sheet;

pub(crate) use share::CopyLink;

use crate::app::App;
use crate::browser;
use crate::icon::Icon;
use crate::livery::livery;
use crate::online::{Again, FairBadge};
use crate::part::Shown;
use crate::session::SeatInfo;
use crate::table::{TableState, piece_picture, source_name};
use art::Figurine;
use leptos::prelude::*;
use leptos::wasm_split::wasm_split;
use sheet::Sheet;

/// The end, loaded when it has come.
#[wasm_split(end, wasm_split_path = leptos::wasm_split, fallible)]
pub(crate) fn ending(state: TableState, shown: RwSignal<bool>) -> Shown {
    Ok(view! { <Ending state shown/> }.into_any())
}

/// The end as a ceremony: who won, on stacks of tiles as high as their points, and the score sheet.
#[component]
fn Ending(state: TableState, shown: RwSignal<bool>) -> impl IntoView {
    let app = expect_context::<App>();
    let lang = app.lang.get_untracked();
    let (title, seats, scores) = state.read_untracked(|session| {
        let winners = session.winners();
        let names: Vec<&str> =
            winners.iter().filter_map(|seat| session.seat(*seat)).map(|info| info.name.as_str()).collect();
        let title = if names.len() == 1 { lang.won(names.join(", ")) } else { lang.won_together(names.join(", ")) };
        (title, session.seats().to_vec(), session.game().scores().to_vec())
    });
    let save = move |_| {
        let (name, text) = state.read_untracked(|session| {
            (format!("bastide-{}.txt", session.game().setup().game().name()), session.record().to_string())
        });
        browser::download(&name, &text);
    };
    let replay = move |_| {
        shown.set(false);
        state.past.set(Some(0));
    };
    view! {
        <section class="end">
            <div class="ceremony">
                <h1>{title}</h1>
                <Podium seats scores/>
                <div class="row">
                    <button on:click=move |_| shown.set(false)>{Icon::Eye.view()} <span>{lang.see_board()}</span></button>
                    <button class="leave" on:click=move |_| app.go_back()>{Icon::Door.view()} <span>{if state.room.is_some() { lang.to_lobby() } else { lang.to_start() }}</span></button>
                </div>
            </div>
            <aside class="result panel">
                <h2>{lang.score_sheet()}</h2>
                <ScoreTable state/>
                <chart::Chart state/>
                {match state.room {
                    Some(room) => view! { <FairBadge room/> <Again room/> }.into_any(),
                    None => view! { <button class="primary" on:click=move |_| app.rematch(state)>{Icon::Again.view()} <span>{lang.rematch()}</span></button> }.into_any(),
                }}
                <div class="pair">
                    <button on:click=replay>{Icon::Replay.view()} <span>{lang.replay()}</span></button>
                    <button on:click=save>{Icon::Copy.view()} <span>{lang.save_record()}</span></button>
                    <CopyLink state/>
                </div>
            </aside>
        </section>
    }
}

/// Everybody's piece on a stack of tiles, higher for more points.
#[component]
fn Podium(seats: Vec<SeatInfo>, scores: Vec<u16>) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let most = scores.iter().copied().max().unwrap_or(0).max(1);
    let stack = |(info, points): (SeatInfo, u16)| {
        let place = scores.iter().filter(|other| **other > points).count() + 1;
        let height = 0.35 + 0.65 * f32::from(points) / f32::from(most);
        view! {
            <li class:first=place == 1 style:--high=height.to_string() style:--seat=livery(info.colour).colour>
                <span class="winner">{piece_picture(info.colour, Figurine::Standing)}</span>
                <span class="stack"><b>{points}</b></span>
                <span class="name"><bdi>{info.name}</bdi></span>
                <small>{lang.place_number(place)}</small>
            </li>
        }
    };
    let stacks = seats.into_iter().zip(scores.clone()).map(stack).collect_view();
    view! { <ol class="podium">{stacks}</ol> }
}

/// With more players there is room for their pieces only, not for their names.
const MOST_NAMES: usize = 2;

/// Points by source; what was scored at the end stands below.
#[component]
fn ScoreTable(state: TableState) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let (sheet, seats) =
        state.read_untracked(|session| (Sheet::of(session.history(), session.seats().len()), session.seats().to_vec()));
    let columns = seats.len() + 1;
    let many = seats.len() > MOST_NAMES;
    let heads = seats.into_iter().map(|info| {
        let name = info.name.clone();
        view! {
            <th scope="col" title=name>
                {piece_picture(info.colour, Figurine::Standing)}
                <span class:unseen=many>{info.name}</span>
            </th>
        }
    });
    let cells = |points: Vec<u16>| {
        points.into_iter().map(|points| view! { <td class:none=points == 0>{points}</td> }).collect_view()
    };
    let rows = move |end: bool| {
        let part = sheet.rows.iter().filter(move |row| row.end == end).cloned();
        let row = move |row: sheet::Row| {
            view! { <tr><th scope="row">{source_name(lang, row.source)}</th>{cells(row.points)}</tr> }
        };
        part.map(row).collect_view()
    };
    let totals = sheet_totals(state);
    view! {
        <table class="sheet">
            <caption class="unseen">{lang.score_sheet()}</caption>
            <thead><tr><td></td>{heads.collect_view()}</tr></thead>
            <tbody><tr class="part"><th scope="rowgroup" colspan=columns>{lang.during_game()}</th></tr>{rows(false)}</tbody>
            <tbody><tr class="part"><th scope="rowgroup" colspan=columns>{lang.at_end()}</th></tr>{rows(true)}</tbody>
            <tfoot><tr><th scope="row">{lang.total()}</th>{cells(totals)}</tr></tfoot>
        </table>
    }
}

fn sheet_totals(state: TableState) -> Vec<u16> {
    state.read_untracked(|session| session.game().scores().to_vec())
}
