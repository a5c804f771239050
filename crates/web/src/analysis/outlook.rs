//! How the position that is looked at will end: the points so far and those that are expected, by what they are given for.

use super::words;
use crate::app::App;
use crate::bots::{Bots, Inquiry};
use crate::lang::Lang;
use crate::session::SeatInfo;
use crate::table::{TableState, piece_picture};
use art::Figurine;
use leptos::prelude::*;
use rules::{Dealing, Event, Phase, Record};
use study::Outlook;
use table::Entry;

/// One line: what for, and the whole points that each seat will have of it.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Row {
    source: String,
    points: Vec<i32>,
}

/// What was scored in a history and what is still to come, together in whole points that add up to the expected scores. Lines that nobody gets anything
/// of are left out.
fn rows(history: &[Entry], outlook: &Outlook) -> Vec<Row> {
    let row = |coming: &study::Coming| {
        let mut points = coming.points.clone();
        for event in history.iter().flat_map(|entry| &entry.events) {
            let Event::Scored(score) = event else { continue };
            if study::source_name(score.source) == coming.source
                && let Some(points) = points.get_mut(score.seat.index())
            {
                *points += 100 * i32::from(score.points);
            }
        }
        Row { source: coming.source.clone(), points }
    };
    let mut rows: Vec<Row> = outlook.to_come.iter().map(row).collect();
    for (seat, total) in outlook.value.points.iter().enumerate() {
        round(&mut rows, seat, whole(*total));
    }
    rows.retain(|row| row.points.iter().any(|points| *points > 0));
    rows
}

/// Makes whole points of a seat's hundredths, so that they add up to the total: those are rounded up that lack least.
fn round(rows: &mut [Row], seat: usize, total: i32) {
    let part = |row: &Row| row.points[seat].rem_euclid(100);
    let mut order: Vec<usize> = (0..rows.len()).collect();
    order.sort_by_key(|&index| std::cmp::Reverse(part(&rows[index])));
    let mut missing = total - rows.iter().map(|row| row.points[seat].div_euclid(100)).sum::<i32>();
    for index in order {
        let up = i32::from(missing > 0);
        rows[index].points[seat] = rows[index].points[seat].div_euclid(100) + up;
        missing -= up;
    }
}

/// Hundredths as whole points.
fn whole(hundredths: i32) -> i32 {
    (hundredths + 50).div_euclid(100)
}

/// Asks how what is looked at will end; somebody of one's own answers, so that nothing else that is asked has to wait.
#[derive(Clone, Copy)]
struct Asker {
    bots: StoredValue<Bots, LocalStorage>,
    asking: StoredValue<bool>,
    /// The record of what is looked at.
    record: Memo<Option<String>>,
    /// What was said last, and of which record.
    answer: RwSignal<Option<(String, Outlook)>>,
}

impl Asker {
    /// One question at a time: whoever goes through a game quickly is answered where they stop.
    fn ask(self) {
        let Some(record) = self.record.try_get_untracked().flatten() else { return };
        if self.asking.try_get_value() != Some(false) {
            return;
        }
        self.asking.set_value(true);
        let request = Inquiry::Outlook.text(&record);
        self.bots.with_value(|bots| {
            bots.ask(request, move |text| {
                self.asking.try_set_value(false);
                let outlook = text.and_then(|text| serde_json::from_str::<Outlook>(&text).ok());
                let gone_on = self.record.try_get_untracked().flatten().is_some_and(|now| now != record);
                self.answer.try_set(outlook.map(|outlook| (record, outlook)));
                if gone_on {
                    self.ask();
                }
            });
        });
    }
}

#[component]
pub(super) fn HowItEnds(state: TableState) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let seats = state.read_untracked(|session| session.seats().to_vec());
    let record = Memo::new(move |_| {
        let now = state.moment();
        state.read(|session| {
            let actions = session.history().iter().take(now).map(|entry| entry.action);
            Record::new(*session.game().setup(), Dealing::default(), actions).ok().map(|record| record.to_string())
        })
    });
    let asker = Asker {
        bots: StoredValue::new_local(Bots::default()),
        asking: StoredValue::new(false),
        record,
        answer: RwSignal::new(None),
    };
    Effect::new(move |_| {
        record.track();
        asker.ask();
    });
    on_cleanup(move || {
        asker.bots.try_with_value(Bots::dismiss);
    });
    let over = Memo::new(move |_| state.read_game(|game| game.phase() == Phase::Over));
    let sheet = move || {
        // An answer that comes late is about something else.
        let (of, outlook) = asker.answer.get()?;
        if record.get().as_ref() != Some(&of) {
            return None;
        }
        let now = state.moment();
        let rows = state.read(|session| rows(session.history().get(..now).unwrap_or(session.history()), &outlook));
        Some(table(lang, &seats, rows, &outlook))
    };
    view! {
        <section class="question outlook">
            <h3>{lang.study_outlook()}</h3>
            <Show when=move || !over.get() fallback=move || view! { <p class="size">{lang.study_line_over()}</p> }>
                <p class="size">{lang.study_outlook_about()}</p>
                <div aria-live="polite">{sheet.clone()}</div>
            </Show>
        </section>
    }
}

fn table(lang: Lang, seats: &[SeatInfo], rows: Vec<Row>, outlook: &Outlook) -> impl IntoView + use<> {
    let heads = seats.iter().map(|info| {
        let (title, name) = (info.name.clone(), info.name.clone());
        view! { <th scope="col" title=title>{piece_picture(info.colour, Figurine::Standing)} <span class="unseen">{name}</span></th> }
    });
    let name = move |source: &str| match source {
        "goods" => lang.study_goods(),
        source => words::kind(lang, source),
    };
    let row = move |row: Row| {
        let cells = row.points.into_iter().map(|points| view! { <td class:none=points == 0>{points}</td> });
        view! { <tr><th scope="row">{Lang::capital(name(&row.source))}</th>{cells.collect_view()}</tr> }
    };
    let totals = outlook.value.points.iter().map(|points| view! { <td>{whole(*points)}</td> });
    let chances = outlook.value.chances.iter().map(|chance| view! { <td>{words::percent(*chance)}</td> });
    view! {
        <table class="sheet">
            <thead><tr><td></td>{heads.collect_view()}</tr></thead>
            <tbody>{rows.into_iter().map(row).collect_view()}</tbody>
            <tfoot>
                <tr><th scope="row">{lang.total()}</th>{totals.collect_view()}</tr>
                <tr><th scope="row">{lang.study_outlook_chance()}</th>{chances.collect_view()}</tr>
            </tfoot>
        </table>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testkit::played;
    use rules::{GameId, GameOption, Options, Seat, Setup};

    #[test]
    fn what_was_scored_and_what_is_to_come_are_one_line_each_and_add_up() {
        let options = Options::NONE.with(GameOption::TradersBuilders);
        let setup = Setup::new(GameId::Base, options, 2, Seat::ALL[0]).expect("two can play");
        for turns in [0, 60, 120] {
            let table = played(&setup, 5, turns);
            let outlook = study::outlook(table.game()).expect("an outlook");
            let rows = rows(table.history(), &outlook);
            for seat in 0..2 {
                let sum: i32 = rows.iter().map(|row| row.points[seat]).sum();
                let total = whole(outlook.value.points[seat]);
                assert_eq!(sum, total, "after {turns}: {rows:?}");
            }
            assert!(rows.iter().filter(|row| row.source == "goods").count() <= 1);
            assert!(rows.len() >= 4, "{rows:?}");
        }
    }
}
