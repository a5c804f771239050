//! Where a game was won: every decision and every draw with what it was worth, and what could have been. Workers think in the
//! background; what they found is kept, so that it goes on after a reload.

mod explore;
mod graph;
mod keep;
mod onward;
mod outlook;
mod panel;
mod session;
mod words;

pub(crate) use session::StudySession;

use crate::bots::{Bots, Inquiry};
use crate::browser;
use crate::part::{self, NotThere, Shown};
use crate::session::{Saved, Session as _};
use crate::table::TableState;
use keep::Variation;
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos::wasm_split::wasm_split;
use rules::{Action, LaidTile};
use std::rc::Rc;
use std::time::Duration;
use study::{Budget, BudgetText, Grade, Hurt, Line, Report, Step, Study};

/// The address under which a game is analysed.
pub(crate) const ADDRESS: &str = "#study";

/// How many playouts each decision gets, at the quick and at the deep setting.
const QUICK: u32 = 200;
const DEEP: u32 = 1500;
/// How many are played out for each position that is tried.
const TRIED: u32 = 400;
/// Where the number of playouts can be set for a visit, for those who test.
const PLAYOUTS: &str = "bastide.study-playouts";
/// At most so many workers think at once.
const WORKERS: usize = 4;
/// After so many steps what is done is kept.
const KEEP_EVERY: usize = 4;

/// Who opens an analysis looks at the board first.
const AFTER_PANEL: Duration = Duration::from_millis(60);
/// Workers begin when the page is drawn: on a machine with few cores they would take its time.
const AFTER_PAGE: Duration = Duration::from_millis(800);

/// What the keyboard asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wish {
    /// The next mistake.
    Next,
    /// The one before.
    Before,
    /// To try something else here, or to go back to the game.
    Try,
}

/// What is shown beside the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tab {
    Moments,
    Moves,
    Explore,
}

/// An analysis; a handle that can be copied.
#[derive(Clone, Copy)]
pub(crate) struct Analysis {
    study: StoredValue<Rc<Study>, LocalStorage>,
    name: StoredValue<String>,
    pool: StoredValue<Vec<Bots>, LocalStorage>,
    /// Thinks about what is tried.
    aside: StoredValue<Bots, LocalStorage>,
    /// The tasks that workers have, by where they begin.
    taken: StoredValue<Vec<usize>>,
    report: RwSignal<Report>,
    running: RwSignal<bool>,
    /// Whether no worker could be had.
    failed: RwSignal<bool>,
    tab: RwSignal<Tab>,
    wished: RwSignal<Option<Wish>>,
    /// The moves of the position that is tried, once they are assessed.
    lines: RwSignal<Option<Vec<Line>>>,
    hurts: RwSignal<Option<Vec<Hurt>>>,
    variations: RwSignal<Vec<Variation>>,
}

/// Goes to the analysis of the game at a table.
pub(crate) fn go(state: TableState) {
    let text = state.read_untracked(|session| Saved::of(session).text());
    if keep::show(&text) {
        let _ = window().location().set_hash(&ADDRESS[1..]);
    }
}

/// Opens the game that is to be analysed; nothing if there is none.
#[wasm_split(more, wasm_split_path = leptos::wasm_split, fallible)]
pub(crate) fn open(owner: Owner) -> Result<Option<TableState>, NotThere> {
    let saved = keep::shown().and_then(|text| Saved::parse(&text).ok());
    Ok(saved.map(|saved| owner.with(|| Analysis::begin(saved))))
}

/// What is known, beside the board.
#[wasm_split(more, wasm_split_path = leptos::wasm_split, fallible)]
fn panel(state: TableState) -> Shown {
    Ok(view! { <panel::Panel state/> }.into_any())
}

/// The course of the game, below the board.
#[wasm_split(more, wasm_split_path = leptos::wasm_split, fallible)]
fn graph(state: TableState) -> Shown {
    Ok(view! { <graph::Graph state/> }.into_any())
}

/// The panel, after the board is there: the page never works long at one stretch.
pub(crate) fn panel_later(state: TableState) -> AnyView {
    part::later(move || async move {
        browser::sleep(Duration::ZERO).await;
        panel(state).await
    })
}

/// The graph, after the panel.
pub(crate) fn graph_later(state: TableState) -> AnyView {
    part::later(move || async move {
        browser::sleep(AFTER_PANEL).await;
        graph(state).await
    })
}

impl Analysis {
    /// Begins, or goes on with what is kept.
    fn begin(saved: Saved) -> TableState {
        let Saved { seats, record, .. } = saved;
        let name = keep::name(&record);
        let session = StudySession::new(record.clone(), seats);
        let (kept, variations) = keep::kept(&name);
        let kept_budget = kept.as_ref().and_then(|report| report.budget.parse::<BudgetText>().ok());
        let wanted = browser::stored(PLAYOUTS).and_then(|text| text.parse().ok());
        let budget = match (wanted, kept_budget) {
            (Some(playouts), _) => Budget::Playouts(playouts),
            (None, Some(BudgetText(budget))) => budget,
            (None, None) => Budget::Playouts(QUICK),
        };
        let study = Study::new(record, budget);
        let report = kept.filter(|report| report.suits(&study)).unwrap_or_else(|| Report::new(&study));
        let mut state = TableState::new(Box::new(session), false, None);
        let analysis = Analysis {
            study: StoredValue::new_local(Rc::new(study)),
            name: StoredValue::new(name),
            pool: StoredValue::new_local(Vec::new()),
            aside: StoredValue::new_local(Bots::default()),
            taken: StoredValue::new(Vec::new()),
            report: RwSignal::new(report),
            running: RwSignal::new(false),
            failed: RwSignal::new(false),
            tab: RwSignal::new(Tab::Moments),
            wished: RwSignal::new(None),
            lines: RwSignal::new(None),
            hurts: RwSignal::new(None),
            variations: RwSignal::new(variations),
        };
        on_cleanup(move || {
            analysis.pool.with_value(|pool| pool.iter().for_each(Bots::interrupt));
            analysis.aside.with_value(Bots::interrupt);
        });
        state.analysis = Some(analysis);
        analysis.go_on_after(AFTER_PAGE);
        state
    }

    pub(crate) fn wish(&self, wish: Wish) {
        self.wished.set(Some(wish));
    }

    /// Lets workers think about what is not done yet.
    fn go_on(&self) {
        self.go_on_after(Duration::ZERO);
    }

    fn go_on_after(&self, time: Duration) {
        if self.report.with_untracked(Report::is_complete) || self.running.get_untracked() {
            return;
        }
        self.failed.set(false);
        self.running.set(true);
        self.taken.set_value(Vec::new());
        self.pool.set_value(Vec::new());
        let analysis = *self;
        spawn_local(async move {
            browser::sleep(time).await;
            analysis.gather();
        });
    }

    /// Workers come, unless somebody stopped in the meantime, or went on and has them already.
    fn gather(&self) {
        let wanted = self.running.try_get_untracked() == Some(true) && self.pool.with_value(Vec::is_empty);
        if !wanted {
            return;
        }
        let workers = browser::cores().saturating_sub(1).clamp(1, WORKERS);
        let pool: Vec<Bots> = (0..workers).map(|_| Bots::default()).collect();
        self.pool.set_value(pool.clone());
        pool.into_iter().for_each(|bots| self.think(bots));
    }

    /// Stops; what is done stays.
    fn stop(&self) {
        self.running.set(false);
        self.pool.with_value(|pool| pool.iter().for_each(Bots::interrupt));
        self.keep();
    }

    /// Begins anew with another budget.
    fn restart(&self, playouts: u32) {
        self.stop();
        let study = Study::new(self.study.with_value(|study| study.record().clone()), Budget::Playouts(playouts));
        self.report.set(Report::new(&study));
        self.study.set_value(Rc::new(study));
        self.go_on();
    }

    /// One worker takes the next task, and again when it is done.
    fn think(&self, bots: Bots) {
        if self.running.try_get_untracked() != Some(true) {
            return;
        }
        let study = self.study.get_value();
        let next = self.report.with_untracked(|report| {
            let taken = self.taken.get_value();
            study.tasks().iter().find(|task| !taken.contains(&task.at) && report.step_at(task.at).is_none()).copied()
        });
        let Some(task) = next else {
            bots.dismiss();
            if self.report.with_untracked(Report::is_complete) {
                self.running.set(false);
                self.keep();
            }
            return;
        };
        self.taken.update_value(|taken| taken.push(task.at));
        let inquiry = Inquiry::Step(BudgetText(study.budget()), task.at);
        let request = inquiry.text(&study.record().to_string());
        let (analysis, again) = (*self, bots.clone());
        bots.ask(request, move |text| {
            if analysis.running.try_get_untracked() != Some(true) {
                return;
            }
            let Some(step) = text.and_then(|text| Step::parse(&text)) else {
                analysis.failed.set(true);
                analysis.stop();
                return;
            };
            analysis.report.update(|report| report.add(step));
            if analysis.report.with_untracked(|report| report.steps.len() % KEEP_EVERY == 0) {
                analysis.keep();
            }
            analysis.think(again);
        });
    }

    fn keep(&self) {
        self.name.with_value(|name| {
            self.report.with_untracked(|report| {
                self.variations.with_untracked(|variations| keep::keep(name, report, variations));
            });
        });
    }

    /// The steps that are marked as mistakes, by how many actions are played after them.
    fn mistakes(&self) -> Vec<usize> {
        let bad = |step: &&Step| step.decision().is_some_and(|decision| decision.grade > Grade::Good);
        self.report.with_untracked(|report| report.steps.iter().filter(bad).map(|step| step.at + step.length).collect())
    }

    /// The decision that led to the position after so many actions.
    fn decision_at(report: &Report, count: usize) -> Option<&Step> {
        let before = report.steps.iter().rev().find(|step| step.at < count)?;
        (count <= before.at + before.length && before.decision().is_some()).then_some(before)
    }

    /// Goes to a position of the game itself.
    fn show(state: TableState, count: usize) {
        let tried = state.read_untracked(|session| session.studied().and_then(StudySession::from).is_some());
        let all = state.read_untracked(|session| session.studied().map_or(0, |session| session.history().len()));
        if tried {
            state.with_study(Some(count), StudySession::leave_branch);
        } else {
            state.past.set((count < all).then_some(count));
        }
    }
}

/// The tile that a move lays.
fn laid(action: Action) -> Option<LaidTile> {
    match action {
        Action::Place { tile, pos, rotation } => Some(LaidTile { kind: tile, pos, rotation }),
        _ => None,
    }
}
