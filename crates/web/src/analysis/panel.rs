//! Beside the board: how far the analysis is, how everybody played, the moments that mattered, and all moves.

use super::explore::Explore;
use super::words;
use super::{Analysis, DEEP, QUICK, Tab, Wish, laid};
use crate::app::App;
use crate::board::{TilePicture, Verdict};
use crate::lang::Lang;
use crate::livery::livery;
use crate::session::SeatInfo;
use crate::table::TableState;
use leptos::prelude::*;
use rules::{Action, Rotation};
use study::{Grade, Report, Step, Summary, What};

const STYLE: &str = include_str!("study.css");
/// How many moments are told.
const MOMENTS: usize = 10;

#[component]
pub(super) fn Panel(state: TableState) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let analysis = state.analysis?;
    listen(state, analysis);
    show_better(state, analysis);
    let tab = move |this: Tab, label: &'static str| {
        view! {
            <button role="tab" aria-selected=move || (analysis.tab.get() == this).to_string() on:click=move |_| analysis.tab.set(this)>
                {label}
            </button>
        }
    };
    let content = move || match analysis.tab.get() {
        Tab::Moments => view! { <Moments state analysis/> }.into_any(),
        Tab::Moves => view! { <Moves state analysis/> }.into_any(),
        Tab::Explore => view! { <Explore state analysis/> }.into_any(),
    };
    Some(view! {
        <style>{STYLE}</style>
        <header><h2>{lang.study_title()}</h2> <Progress analysis/></header>
        <Players state analysis/>
        <Here state analysis/>
        <div class="tabs" role="tablist" aria-label=lang.study_title()>
            {tab(Tab::Moments, lang.study_moments())}
            {tab(Tab::Moves, lang.study_moves())}
            {tab(Tab::Explore, lang.study_explore())}
        </div>
        <div class="content" role="tabpanel">{content}</div>
    })
}

/// Does what the keyboard asks for.
fn listen(state: TableState, analysis: Analysis) {
    Effect::new(move |_| {
        let Some(wish) = analysis.wished.get() else { return };
        analysis.wished.set(None);
        if wish == Wish::Try {
            let tried = state.read_untracked(|session| session.studied().and_then(super::StudySession::from));
            match tried {
                Some(_) => super::explore::go_back(state, analysis),
                None => super::explore::begin(state, analysis),
            }
            return;
        }
        let now = untrack(|| state.moment());
        let mistakes = analysis.mistakes();
        let found = match wish {
            // After the last one comes the first.
            Wish::Next => mistakes.iter().find(|at| **at > now).or(mistakes.first()).copied(),
            _ => mistakes.iter().rev().find(|at| **at < now).or(mistakes.last()).copied(),
        };
        if let Some(at) = found {
            Analysis::show(state, at);
        }
    });
}

/// Shows on the board where the best move would have laid the tile.
fn show_better(state: TableState, analysis: Analysis) {
    let lang = expect_context::<App>().lang.get_untracked();
    Effect::new(move |_| {
        let now = state.moment();
        let tried = state.read(|session| session.studied().and_then(super::StudySession::from).is_some());
        let better = analysis.report.with(|report| {
            let decision = Analysis::decision_at(report, now)?.decision()?;
            let (best, played) = (laid(decision.best.first)?, laid(decision.played.first)?);
            let verdicts = || {
                let here = Verdict { pos: best.pos, good: true, text: lang.study_best() };
                [here, Verdict { pos: played.pos, good: false, text: lang.study_played() }]
            };
            (!tried && decision.grade > Grade::Good && best.pos != played.pos).then(|| (best, verdicts()))
        });
        if state.better.get_untracked() != better {
            state.better.set(better);
        }
    });
    on_cleanup(move || {
        state.better.try_set(None);
    });
}

/// How far it is, and whether it goes on.
#[component]
fn Progress(analysis: Analysis) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let done = Memo::new(move |_| analysis.report.with(|report| (report.steps.len(), report.all)));
    let deep = Memo::new(move |_| analysis.report.with(|report| report.budget == format!("{DEEP}p")));
    let complete = Memo::new(move |_| done.get().0 == done.get().1);
    view! {
        <div class="progress" data-done=move || done.get().0 data-all=move || done.get().1>
            <Show when=move || !complete.get()>
                <progress max=move || done.get().1 value=move || done.get().0 aria-label=lang.study_progress()></progress>
                <Show
                    when=move || analysis.running.get()
                    fallback=move || view! { <button class="go-on" on:click=move |_| analysis.go_on()>{lang.study_go_on()}</button> }
                >
                    <button class="stop" on:click=move |_| analysis.stop()>{lang.study_stop()}</button>
                </Show>
            </Show>
            <Show when=move || complete.get()>
                <button class="depth" on:click=move |_| analysis.restart(if deep.get_untracked() { QUICK } else { DEEP })>
                    {move || if deep.get() { lang.study_quick() } else { lang.study_deep() }}
                </button>
            </Show>
            <Show when=move || analysis.failed.get()><p class="trouble" role="alert">{lang.study_failed()}</p></Show>
        </div>
        <p class="unseen" role="status">{move || if complete.get() { lang.study_done() } else { "" }}</p>
    }
}

/// How everybody played.
#[component]
fn Players(state: TableState, analysis: Analysis) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let seats = state.read_untracked(|session| session.seats().to_vec());
    let summaries = Memo::new(move |_| analysis.report.with(Report::summaries));
    let row = move |(summary, info): (Summary, SeatInfo)| {
        let [slips, mistakes, blunders] = summary.marks;
        // Who has decided nothing yet has no accuracy.
        let accuracy = if summary.decisions == 0 { "–".to_owned() } else { words::percent(summary.accuracy) };
        let mark = |class: &'static str, mark: &'static str, label: &'static str, count: usize| {
            view! { <td class=class title=label><span aria-hidden="true">{mark}</span><span class="unseen">{label}</span> " " {count}</td> }
        };
        view! {
            <tr style:--seat=livery(info.colour).colour>
                <th scope="row"><bdi>{info.name}</bdi></th>
                <td class="accuracy">{accuracy}</td>
                {mark("slip", "?!", lang.study_inaccuracy(), slips)}
                {mark("bad", "?", lang.study_mistake(), mistakes)}
                {mark("worst", "??", lang.study_blunder(), blunders)}
                <td>{words::points(lang, summary.skill)}</td>
                <td>{words::points(lang, summary.luck)}</td>
            </tr>
        }
    };
    view! {
        <table class="played">
            <thead><tr>
                <td></td><th scope="col">{lang.study_accuracy()}</th><td colspan="3"></td>
                <th scope="col">{lang.study_skill()}</th><th scope="col">{lang.study_luck()}</th>
            </tr></thead>
            <tbody>{move || summaries.get().into_iter().zip(seats.clone()).map(row).collect_view()}</tbody>
        </table>
    }
}

/// What is known of the position that is looked at.
#[component]
fn Here(state: TableState, analysis: Analysis) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let seats = state.read_untracked(|session| session.seats().to_vec());
    let shown = move || {
        let now = state.moment();
        let tried = state.read(|session| session.studied().and_then(super::StudySession::from).is_some());
        if tried {
            return None;
        }
        analysis.report.with(|report| {
            let step = Analysis::decision_at(report, now)?;
            let decision = step.decision()?;
            let game = analysis.study.with_value(|study| study.position(step.at));
            let name = seats.get(usize::from(step.seat)).map(|info| info.name.clone()).unwrap_or_default();
            let value = &decision.played.value;
            let row = |label: &'static str, line: &study::Line| {
                view! {
                    <div>
                        <dt>{label}</dt>
                        <dd>{words::line(lang, &game, line)} " " <b>{words::points(lang, line.value.lead(step.seat))}</b> " · " {words::percent(line.value.chance(step.seat))}</dd>
                    </div>
                }
            };
            let same = decision.loss == 0;
            let best = (!same).then(|| row(lang.study_best(), &decision.best));
            let second = decision.second.as_ref().filter(|second| second.first != decision.played.first);
            let second = second.map(|second| row(lang.study_second(), second));
            let sentence = words::sentence(lang, &seats, step);
            Some(view! {
                <article class="here" data-at=step.at style:--seat=seats.get(usize::from(step.seat)).map(|info| livery(info.colour).colour)>
                    <h3>
                        {lang.study_turn(step.turn)} " · " <bdi>{name}</bdi> " "
                        <span class="chance">{words::percent(value.chance(step.seat))}</span> " "
                        {mark(lang, step)}
                    </h3>
                    <dl>{row(lang.study_played(), &decision.played)} {best} {second}</dl>
                    {(!sentence.is_empty()).then(|| view! { <p>{sentence}</p> })}
                </article>
            })
        })
    };
    view! { <div class="now" aria-live="polite">{shown}</div> }
}

/// What a decision gave away, or how lucky a draw was.
fn mark(lang: Lang, step: &Step) -> impl IntoView + use<> {
    match &step.what {
        What::Draw(draw) => {
            let luck = draw.luck.get(usize::from(step.seat)).copied().unwrap_or(0);
            view! { <b class="mark lucky">{words::points(lang, luck)}</b> }.into_any()
        }
        What::Decision(decision) if decision.loss > 0 => {
            let class = match decision.grade {
                Grade::Good => "mark good",
                Grade::Inaccuracy => "mark slip",
                Grade::Mistake => "mark bad",
                Grade::Blunder => "mark worst",
            };
            let about = words::grade(lang, decision.grade);
            view! {
                <b class=class title=about>
                    <span aria-hidden="true">{decision.grade.mark()}</span> <span class="unseen">{about}</span> " " {words::points(lang, -decision.loss)}
                </b>
            }
            .into_any()
        }
        What::Decision(_) => ().into_any(),
    }
}

#[component]
fn Moments(state: TableState, analysis: Analysis) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let seats = StoredValue::new(state.read_untracked(|session| session.seats().to_vec()));
    let moments = Memo::new(move |_| {
        let clone = |report: &Report| report.moments(MOMENTS).into_iter().cloned().collect::<Vec<Step>>();
        analysis.report.with(clone)
    });
    let item = move |step: Step| {
        let seats = seats.get_value();
        let text = words::sentence(lang, &seats, &step);
        let name = seats.get(usize::from(step.seat)).map(|info| info.name.clone()).unwrap_or_default();
        let tile = match step.decision().map(|decision| decision.played.first).or(step.draw().map(|draw| draw.outcome))
        {
            Some(Action::Place { tile, rotation, .. }) => Some((tile, rotation)),
            Some(Action::Draw { tile }) => Some((tile, Rotation::NONE)),
            _ => None,
        };
        let to = step.at + step.length;
        view! {
            <li>
                <button class="moment" aria-current=move || (state.moment() == to).to_string() on:click=move |_| Analysis::show(state, to)>
                    <span class="thumb" aria-hidden="true">{tile.map(|(kind, rotation)| view! { <TilePicture kind rotation=rotation/> })}</span>
                    <span class="what"><b>{lang.study_turn(step.turn)} " · " <bdi>{name}</bdi></b> <span>{text}</span></span>
                    {mark(lang, &step)}
                </button>
            </li>
        }
    };
    view! {
        <Show when=move || moments.with(Vec::is_empty)><p class="size">{lang.study_no_moments()}</p></Show>
        <ol class="moments"><For each=move || moments.get() key=|step| step.at let:step>{item(step)}</For></ol>
    }
}

/// One line of the list of moves.
#[derive(Clone, PartialEq)]
struct Row {
    step: Step,
    luck: Option<i32>,
}

fn rows(report: &Report) -> Vec<Row> {
    let mut luck: Option<i32> = None;
    let mut rows = Vec::new();
    for step in &report.steps {
        match &step.what {
            What::Draw(draw) => {
                luck = Some(luck.unwrap_or(0) + draw.luck.get(usize::from(step.seat)).copied().unwrap_or(0));
            }
            What::Decision(_) => rows.push(Row { step: step.clone(), luck: luck.take() }),
        }
    }
    rows
}

/// All moves: what the drawing shows, to be read.
#[component]
fn Moves(state: TableState, analysis: Analysis) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let seats = StoredValue::new(state.read_untracked(|session| session.seats().to_vec()));
    let all = Memo::new(move |_| analysis.report.with(rows));
    let item = move |row: Row| {
        let Row { step, luck } = row;
        let to = step.at + step.length;
        let info = seats.with_value(|seats| seats.get(usize::from(step.seat)).cloned());
        let (colour, name) = info.map(|info| (livery(info.colour).colour, info.name)).unzip();
        let lead = step.decision().map(|decision| decision.played.value.lead(step.seat)).unwrap_or(0);
        view! {
            <tr style:--seat=colour aria-current=move || (state.moment() == to).to_string()>
                <th scope="row">
                    <button on:click=move |_| Analysis::show(state, to)>{step.turn} <span class="unseen">{name}</span></button>
                </th>
                <td>{luck.map(|luck| words::points(lang, luck))}</td>
                <td>{words::points(lang, lead)}</td>
                <td>{mark(lang, &step)}</td>
            </tr>
        }
    };
    view! {
        <table class="all-moves">
            <thead><tr>
                <th scope="col">{lang.study_turn_head()}</th><th scope="col">{lang.study_luck()}</th>
                <th scope="col">{lang.study_lead()}</th><th scope="col">{lang.study_loss()}</th>
            </tr></thead>
            <tbody><For each=move || all.get() key=|row| (row.step.at, row.luck) let:row>{item(row)}</For></tbody>
        </table>
    }
}
