//! The end of a game: who won, what for, and the record to keep.

mod chart;
mod count;
mod film;
mod gif;
mod picture;
mod share;
mod sheet;

pub(crate) use count::{count, parts, sums};
pub(crate) use share::CopyLink;

use crate::analysis;
use crate::app::App;
use crate::board::TilePicture;
use crate::browser;
use crate::icon::Icon;
use crate::lang::Lang;
use crate::livery::livery;
use crate::online::{Again, FairBadge};
use crate::part::Shown;
use crate::session::SeatInfo;
use crate::table::{TableState, first_set, piece_picture, source_name};
use art::{Figurine, Landscape};
use film::{Keepsake, Played};
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos::wasm_split::wasm_split;
use rules::{Event, MAX_SEATS, Rotation, Seat, TileKind};
use sheet::Sheet;
use table::Entry;

/// The end, loaded when it has come.
#[wasm_split(end, wasm_split_path = leptos::wasm_split, fallible)]
pub(crate) fn ending(state: TableState, shown: RwSignal<bool>, counted: RwSignal<Option<usize>>) -> Shown {
    Ok(view! { <Ending state shown counted/> }.into_any())
}

/// The end as a ceremony: who won, on stacks of tiles as high as their points, and the score sheet.
#[component]
fn Ending(state: TableState, shown: RwSignal<bool>, counted: RwSignal<Option<usize>>) -> impl IntoView {
    let app = expect_context::<App>();
    let lang = app.lang.get_untracked();
    let (title, told, own, seats, standings) = state.read_untracked(|session| {
        let (winners, points) = (session.winners(), session.game().scores());
        let names: Vec<&str> =
            winners.iter().filter_map(|seat| session.seat(*seat)).map(|info| info.name.as_str()).collect();
        // A game from a link or a record was played by somebody else.
        let here = state.is_stored || state.room.is_some();
        let people: Vec<Seat> = Seat::ALL.into_iter().filter(|seat| here && session.is_person(*seat)).collect();
        let own = outcome(&people, &winners, points);
        let title = match own {
            Some(Outcome::Won) => lang.you_won().to_owned(),
            _ if names.len() == 1 => lang.won(names.join(", ")),
            _ => lang.won_together(names.join(", ")),
        };
        let told = match own {
            Some(Outcome::Lost(behind)) => behind.map(|points| lang.behind(lang.points(points))),
            _ => lead(points, &winners).map(|points| lang.lead(lang.points(points))),
        };
        (title, told, own, session.seats().to_vec(), standings(points, &winners))
    });
    // Whoever wins at this screen is cheered by all pieces of their colour.
    let cheers = (own == Some(Outcome::Won))
        .then(|| seats.iter().zip(&standings).find(|(_, standing)| standing.place == 1).map(|(info, _)| info.colour))
        .flatten();
    let tops = state.read_untracked(|session| {
        let last = |seat: Seat| last_tile(session.history(), seat);
        Seat::ALL.map(last)
    });
    let can_count = state.read_untracked(|session| !parts(session.history()).is_empty());
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
            {cheers.map(cheering)}
            <div class="ceremony">
                <h1>{title}</h1>
                {told.map(|told| view! { <p class="lead">{told}</p> })}
                <Podium seats standings tops/>
                <div class="row">
                    {can_count.then(|| view! {
                        <button class="count-again" on:click=move |_| counted.set(Some(0))>{Icon::List.view()} <span>{lang.count_again()}</span></button>
                    })}
                    <button on:click=move |_| shown.set(false)>{Icon::Eye.view()} <span>{lang.see_board()}</span></button>
                    <button class="leave" on:click=move |_| app.go_back()>{Icon::Door.view()} <span>{if state.room.is_some() { lang.to_lobby() } else { lang.to_start() }}</span></button>
                </div>
            </div>
            <aside class="result panel">
                <div class="counts">
                    <h2>{lang.score_sheet()}</h2>
                    <ScoreTable state/>
                    <chart::Chart state/>
                </div>
                {match state.room {
                    Some(room) => view! { <FairBadge room/> <Again room/> }.into_any(),
                    None => view! { <button class="primary" on:click=move |_| app.rematch(state)>{Icon::Again.view()} <span>{lang.rematch()}</span></button> }.into_any(),
                }}
                <div class="pair">
                    <button on:click=replay>{Icon::Replay.view()} <span>{lang.replay()}</span></button>
                    <button class="analyse" on:click=move |_| analysis::go(state)>{Icon::Learn.view()} <span>{lang.study_title()}</span></button>
                    <Keep state/>
                    <CopyLink state/>
                    <button on:click=save>{Icon::Copy.view()} <span>{lang.save_record()}</span></button>
                </div>
            </aside>
        </section>
    }
}

/// How the one person at this screen has done.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Outcome {
    Won,
    /// The win is shared with others.
    Shared,
    /// By how many points, if the winners have more.
    Lost(Option<u32>),
}

/// The outcome for the one person at this screen; nothing where several people play at it, or nobody.
fn outcome(people: &[Seat], winners: &[Seat], points: &[u16]) -> Option<Outcome> {
    let &[own] = people else { return None };
    Some(match winners {
        [winner] if *winner == own => Outcome::Won,
        _ if winners.contains(&own) => Outcome::Shared,
        _ => {
            let of = |seat: &Seat| points.get(seat.index()).copied();
            let behind = winners.first().and_then(of).zip(of(&own)).and_then(|(first, own)| first.checked_sub(own));
            Outcome::Lost(behind.filter(|points| *points > 0).map(u32::from))
        }
    })
}

/// Pieces that come down like leaves, once. Where nothing moves they stay out of sight.
fn cheering(colour: usize) -> impl IntoView {
    let piece = move |number: u32| {
        let (left, waits, turn) = (number * 37 % 97, number * 53 % 14, (number * 71 % 9) as i32 * 120 - 480);
        let style = format!("left:{left}%;animation-delay:{}ms;--spin:{turn}deg", waits * 100 + 500);
        view! { <i style=style>{piece_picture(colour, Figurine::Standing)}</i> }
    };
    view! { <div class="cheers" aria-hidden="true">{(1..=24).map(piece).collect_view()}</div> }
}

/// What a player has in the end, and at which place.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Standing {
    points: u16,
    place: usize,
}

/// Where everybody stands: the winners first, whatever their points (the others may have given up), then by points.
fn standings(points: &[u16], winners: &[Seat]) -> Vec<Standing> {
    let won = |index: usize| winners.iter().any(|winner| winner.index() == index);
    let place = |index: usize, here: u16| {
        let ahead = |other: usize, there: u16| won(other) || there > here;
        if won(index) { 1 } else { 1 + (0..).zip(points).filter(|&(other, &there)| ahead(other, there)).count() }
    };
    points.iter().enumerate().map(|(index, &here)| Standing { points: here, place: place(index, here) }).collect()
}

/// By how many points somebody alone is ahead of everybody else; nothing where the others gave up with more.
fn lead(points: &[u16], winners: &[Seat]) -> Option<u32> {
    let [winner] = winners else { return None };
    let own = *points.get(winner.index())?;
    let others = points.iter().enumerate().filter(|(index, _)| *index != winner.index()).map(|(_, points)| *points);
    own.checked_sub(others.max()?).filter(|lead| *lead > 0).map(u32::from)
}

/// Everybody's piece on a stack of tiles, higher for more points.
#[component]
fn Podium(
    seats: Vec<SeatInfo>,
    standings: Vec<Standing>,
    tops: [Option<(TileKind, Rotation)>; MAX_SEATS],
) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let most = standings.iter().map(|standing| standing.points).max().unwrap_or(0).max(1);
    let stack = |((info, Standing { points, place }), top): ((SeatInfo, Standing), Option<(TileKind, Rotation)>)| {
        let height = 0.35 + 0.65 * f32::from(points) / f32::from(most);
        view! {
            <li class:first=place == 1 style:--high=height.to_string() style:--seat=livery(info.colour).colour>
                <span class="pillar">
                    <span class="winner">
                        {(place == 1).then(|| view! { <svg class="laurel" viewBox="-76 -76 152 152" aria-hidden="true" inner_html=laurel()></svg> })}
                        {piece_picture(info.colour, Figurine::Standing)}
                    </span>
                    <span class="top">{top.map(|(kind, rotation)| view! { <TilePicture kind rotation=rotation/> })}</span>
                    <span class="stack"><b>{points}</b></span>
                </span>
                <span class="below">
                    <span class="name"><bdi>{info.name}</bdi></span>
                    <small>{lang.place_number(place)}</small>
                </span>
            </li>
        }
    };
    let count = standings.len();
    let stacks = seats.into_iter().zip(standings).zip(tops).map(stack).collect_view();
    view! { <ol class="podium" style:--n=count.to_string()>{stacks}</ol> }
}

/// The last tile that a player placed.
fn last_tile(history: &[Entry], seat: Seat) -> Option<(TileKind, Rotation)> {
    history.iter().rev().flat_map(|entry| &entry.events).find_map(|event| match event {
        Event::Placed { seat: other, tile, rotation, .. } if *other == seat => Some((*tile, *rotation)),
        _ => None,
    })
}

/// Leaves around a winner.
fn laurel() -> String {
    let mut leaves = String::new();
    for step in 0..8 {
        for side in [-1, 1] {
            let angle = side * (28 + step * 18);
            let fill = if step % 2 == 0 { "#6f9a3f" } else { "#4c7a2c" };
            leaves.push_str(&format!(
                "<g transform=\"rotate({angle}) translate(0 50)\"><path d=\"M0 0c-9-3-15-1-19 5 8 5 15 4 19-5z\" transform=\"scale({side} 1) rotate(-20)\" fill=\"{fill}\" stroke=\"#2f4a1b\" stroke-width=\"1.3\"/><path d=\"M0 0c-3-9-1-15 5-19 5 8 4 15-5 19z\" transform=\"scale({side} 1) rotate(-40)\" fill=\"{fill}\" stroke=\"#2f4a1b\" stroke-width=\"1.3\"/></g>"
            ));
        }
    }
    leaves
}

/// The game as a picture and as an animation.
#[component]
fn Keep(state: TableState) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let (busy, progress, failed) = (RwSignal::new(None), RwSignal::new(0), RwSignal::new(false));
    let keep = move |what: Keepsake| {
        if busy.get_untracked().is_some() {
            return;
        }
        let played = state.read_untracked(|session| Played {
            setup: *session.game().setup(),
            history: session.history().to_vec(),
            seats: session.seats().to_vec(),
            landscape: Landscape::of(first_set(session.game().setup().game())),
        });
        busy.set(Some(what));
        progress.set(0);
        failed.set(false);
        spawn_local(async move {
            let made = match film::make(played, what, progress).await {
                Ok(making) => making.await,
                Err(absent) => Err(absent),
            };
            failed.try_set(made.is_err());
            busy.try_set(None);
        });
    };
    let film_label = move || match busy.get() {
        Some(Keepsake::Film) => lang.making_film(progress.get()),
        _ => lang.film().to_owned(),
    };
    view! {
        <button class="keep-picture" on:click=move |_| keep(Keepsake::Picture)>{Icon::Picture.view()} <span>{lang.picture()}</span></button>
        <button class="keep-film" aria-busy=move || (busy.get() == Some(Keepsake::Film)).to_string() on:click=move |_| keep(Keepsake::Film)>{Icon::Film.view()} <span>{film_label}</span></button>
        <Show when=move || failed.get()><p class="trouble" role="alert">{lang.not_made()}</p></Show>
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
                {piece_picture(info.colour, Figurine::Standing)}
                <span class:unseen=many>{info.name}</span>
            </th>
        }
    });
    let cells = |points: Vec<u16>| {
        // Whoever has most of something is seen at a glance, where others have less.
        let most = points.iter().copied().max().filter(|most| points.iter().any(|other| other < most));
        let cell = move |points: u16| {
            view! { <td class:none=points == 0 class:best=most == Some(points)>{points}</td> }
        };
        points.into_iter().map(cell).collect_view()
    };
    let rows = move |end: bool| {
        let part = sheet.rows.iter().filter(move |row| row.end == end).cloned();
        let row = move |row: sheet::Row| {
            view! { <tr><th scope="row">{Lang::capital(source_name(lang, row.source))}</th>{cells(row.points)}</tr> }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn winners_come_first_even_where_others_gave_up_with_more_points() {
        let places = |points: &[u16], winners: &[Seat]| -> Vec<usize> {
            standings(points, winners).iter().map(|standing| standing.place).collect()
        };
        let [first, second, ..] = Seat::ALL;
        assert_eq!(places(&[40, 52, 40], &[second]), [2, 1, 2]);
        assert_eq!(places(&[52, 52, 40], &[first, second]), [1, 1, 3]);
        assert_eq!(places(&[0, 0], &[second]), [2, 1]);
        assert_eq!(places(&[30, 10, 20], &[second]), [2, 1, 3]);
    }

    #[test]
    fn the_one_person_at_a_screen_has_won_shared_or_lost() {
        let [first, second, third, ..] = Seat::ALL;
        assert_eq!(outcome(&[first], &[first], &[52, 40]), Some(Outcome::Won));
        assert_eq!(outcome(&[first], &[first, second], &[52, 52]), Some(Outcome::Shared));
        assert_eq!(outcome(&[third], &[second], &[40, 52, 41]), Some(Outcome::Lost(Some(11))));
        assert_eq!(outcome(&[first], &[second], &[30, 10]), Some(Outcome::Lost(None)), "gave up with more points");
        assert_eq!(outcome(&[first, second], &[second], &[40, 52]), None, "both sit here");
        assert_eq!(outcome(&[], &[second], &[40, 52]), None, "only looks on");
    }

    #[test]
    fn a_lead_is_told_where_there_is_one() {
        let [first, second, ..] = Seat::ALL;
        assert_eq!(lead(&[40, 52, 41], &[second]), Some(11));
        assert_eq!(lead(&[52, 52], &[first, second]), None);
        assert_eq!(lead(&[30, 10], &[second]), None, "the other one gave up");
    }
}
