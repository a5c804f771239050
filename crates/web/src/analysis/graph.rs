//! The expected lead over the game as a drawing, with mistakes marked, and how much of it is decisions and how much luck.

use super::words;
use super::{Analysis, StudySession};
use crate::app::App;
use crate::livery::livery;
use crate::table::TableState;
use leptos::html;
use leptos::prelude::*;
use rules::Seat;
use std::fmt::Write;
use study::{Course, Grade, Report};

const WIDTH: f32 = 900.0;
const HEIGHT: f32 = 150.0;
const LEFT: f32 = 34.0;
const RIGHT: f32 = 12.0;
const ABOVE: f32 = 12.0;

/// What is drawn, and where.
struct Drawing {
    course: Vec<Course>,
    /// How many actions the game has.
    all: usize,
    /// The largest lead, in hundredths of a point.
    most: f32,
}

impl Drawing {
    fn of(report: &Report, all: usize) -> Drawing {
        let course = report.course();
        let values = course.iter().flat_map(|point| point.leads.iter().chain(&point.skill).chain(&point.luck));
        let most = values.map(|value| value.abs()).max().unwrap_or(0).max(1000) as f32;
        Drawing { course, all: all.max(1), most }
    }

    fn x(&self, at: usize) -> f32 {
        x(at, self.all)
    }

    fn y(&self, value: i32) -> f32 {
        HEIGHT / 2.0 - (HEIGHT / 2.0 - ABOVE) * value as f32 / self.most
    }

    fn path(&self, pick: impl Fn(&Course) -> i32) -> String {
        let mut path = format!("M{:.1} {:.1}", self.x(0), self.y(0));
        for point in &self.course {
            let _ = write!(path, "L{:.1} {:.1}", self.x(point.at), self.y(pick(point)));
        }
        path
    }

    /// Round numbers above and below nothing, in points.
    fn levels(&self) -> Vec<i32> {
        let step = [5, 10, 20, 50].into_iter().find(|step| self.most / 100.0 / *step as f32 <= 2.6).unwrap_or(100);
        let count = (self.most / 100.0) as i32 / step;
        (-count..=count).map(|number| number * step).collect()
    }
}

/// Where an action stands among all of a game.
fn x(at: usize, all: usize) -> f32 {
    LEFT + (WIDTH - LEFT - RIGHT) * at as f32 / all.max(1) as f32
}

const fn class(grade: Grade) -> &'static str {
    match grade {
        Grade::Good => "",
        Grade::Inaccuracy => "slip",
        Grade::Mistake => "bad",
        Grade::Blunder => "worst",
    }
}

#[component]
pub(super) fn Graph(state: TableState) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let analysis = state.analysis?;
    let seats = state.read_untracked(|session| session.seats().to_vec());
    let all = state.read_untracked(|session| session.studied().map_or(0, StudySession::record_length));
    let frame: NodeRef<html::Div> = NodeRef::new();
    let go = move |event: web_sys::MouseEvent| {
        let Some(frame) = frame.get_untracked().map(|frame| frame.get_bounding_client_rect()) else { return };
        let at = (f64::from(event.client_x()) - frame.left()) / frame.width() * f64::from(WIDTH) - f64::from(LEFT);
        let step = at / f64::from(WIDTH - LEFT - RIGHT) * all as f64;
        Analysis::show(state, step.round().clamp(0.0, all as f64) as usize);
    };
    let two = seats.len() == 2;
    let colours: Vec<&'static str> = seats.iter().map(|info| livery(info.colour).colour).collect();
    let names = seats.clone();
    // Going through the game draws nothing else anew.
    let now = move || format!("M{:.1} 0V{HEIGHT}", x(state.moment().min(all), all));
    let drawing = move || {
        analysis.report.with(|report| {
            let drawing = Drawing::of(report, all);
            let levels = drawing.levels().into_iter().map(|level| {
                let y = drawing.y(level * 100);
                view! {
                    <path class=if level == 0 { "zero" } else { "level" } d=format!("M{LEFT} {y:.1}H{}", WIDTH - RIGHT)></path>
                    <text x=LEFT - 5.0 y=y + 4.0>{if level == 0 { "0".to_owned() } else { format!("{level:+}").replace('-', "\u{2212}") }}</text>
                }
            });
            let levels = levels.collect_view();
            // With two players one line says everything.
            let shown = if two { 1 } else { colours.len() };
            let lines = colours.iter().take(shown).enumerate().map(|(seat, colour)| {
                let path = drawing.path(|point| point.leads.get(seat).copied().unwrap_or(0));
                view! { <path class="halo" d=path.clone()></path><path class="line" d=path style:stroke=*colour></path> }
            });
            let lines = lines.collect_view();
            let split = two.then(|| {
                view! {
                    <path class="skill" d=drawing.path(|point| point.skill.first().copied().unwrap_or(0))></path>
                    <path class="luck" d=drawing.path(|point| point.luck.first().copied().unwrap_or(0))></path>
                }
            });
            let marks = report.steps.iter().filter_map(|step| {
                let decision = step.decision().filter(|decision| decision.grade > Grade::Good)?;
                let seat = if two { 0 } else { step.seat };
                let (x, y) = (drawing.x(step.at + step.length), drawing.y(decision.played.value.lead(seat)));
                let colour = colours.get(usize::from(step.seat)).copied().unwrap_or_default();
                Some(view! {
                    <g class=format!("mark {}", class(decision.grade)) transform=format!("translate({x:.1} {y:.1})")>
                        <circle r="8" style:stroke=colour></circle>
                        <text y="4">{decision.grade.mark()}</text>
                    </g>
                })
            });
            let marks = marks.collect_view();
            let told: Vec<String> = report.course().last().map_or_else(Vec::new, |last| {
                let each = names.iter().zip(&last.leads);
                each.map(|(info, lead)| format!("{}: {}", info.name, words::points(lang, *lead))).collect()
            });
            view! {
                <svg viewBox=format!("0 0 {WIDTH} {HEIGHT}") role="img" aria-label=lang.study_graph_about(told.join(", "))>
                    {levels}
                    {lines}
                    {split}
                    <path class="now" d=now></path>
                    {marks}
                </svg>
            }
        })
    };
    let first = seats.first().map(|info| info.name.clone()).unwrap_or_default();
    let legend = match two {
        true => view! {
            <b>{lang.study_lead_of(first)}</b>
            <span class="key skill">{lang.study_skill()}</span>
            <span class="key luck">{lang.study_luck()}</span>
        }
        .into_any(),
        false => {
            let each = Seat::ALL.into_iter().zip(&seats).map(|(_, info)| {
                view! { <span class="key" style:border-color=livery(info.colour).colour>{info.name.clone()}</span> }
            });
            view! { <b>{lang.study_leads()}</b> {each.collect_view()} }.into_any()
        }
    };
    Some(view! {
        <figure class="course">
            <figcaption>{legend}</figcaption>
            <div node_ref=frame on:click=go>{drawing}</div>
        </figure>
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_round_and_few_and_everything_lies_on_the_drawing() {
        for most in [1000.0, 1700.0, 4200.0, 12_000.0] {
            let drawing = Drawing { course: Vec::new(), all: 10, most };
            let levels = drawing.levels();
            assert!((1..=7).contains(&levels.len()) && levels.contains(&0), "{levels:?}");
            for level in levels {
                assert!((ABOVE..=HEIGHT - ABOVE).contains(&drawing.y(level * 100)));
            }
            assert_eq!((drawing.x(0), drawing.x(10)), (LEFT, WIDTH - RIGHT));
        }
    }
}
