//! The end of a game: who won, what for, and the record to keep.

mod chart;
mod share;
mod sheet;

pub(crate) use share::CopyLink;

use crate::app::App;
use crate::browser;
use crate::table::{TableState, piece_picture, source_name};
use art::Piece;
use leptos::prelude::*;
use sheet::Sheet;

#[component]
pub(crate) fn EndPanel(state: TableState) -> impl IntoView {
    let app = expect_context::<App>();
    let lang = app.lang.get_untracked();
    let title = state.read_untracked(|session| {
        let winners = session.game().winners();
        let names: Vec<&str> =
            winners.iter().filter_map(|seat| session.seat(seat)).map(|info| info.name.as_str()).collect();
        if names.len() == 1 { lang.won(names.join(", ")) } else { lang.won_together(names.join(", ")) }
    });
    let save = move |_| {
        let (name, text) = state.read_untracked(|session| {
            (format!("bastide-{}.txt", session.game().setup().game().name()), session.record().to_string())
        });
        browser::download(&name, &text);
    };
    view! {
        <section class="end">
            <h1>{title}</h1>
            <ScoreTable state/>
            <chart::Chart state/>
            <div class="pair">
                <button on:click=save>{lang.save_record()}</button>
                <CopyLink state/>
            </div>
            <button class="primary" on:click=move |_| app.leave_table()>{lang.new_game()}</button>
        </section>
    }
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
                {piece_picture(info.colour, Piece::Standing)}
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
            <caption>{lang.score_sheet()}</caption>
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
