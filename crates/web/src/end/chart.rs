//! The scores over the game as a chart: one line a seat, told apart by colour and mark.

use crate::app::App;
use crate::livery::livery;
use crate::session::SeatInfo;
use crate::table::TableState;
use art::Livery;
use leptos::html;
use leptos::prelude::*;
use rules::Event;
use std::fmt::Write;
use table::Entry;

const WIDTH: f32 = 340.0;
const HEIGHT: f32 = 130.0;
/// Room for the numbers beside the lines, and for the marks at their ends.
const LEFT: f32 = 32.0;
const RIGHT: f32 = 12.0;
const ABOVE: f32 = 10.0;
const BELOW: f32 = 8.0;
/// How high a mark is.
const MARK: f32 = 14.0;

/// The points of every seat after each action.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Course {
    /// How many actions were played.
    steps: usize,
    /// For each seat: after how many actions it had how many points, from (0, 0) on.
    lines: Vec<Vec<(usize, u16)>>,
}

impl Course {
    fn of(history: &[Entry], seats: usize) -> Course {
        let mut lines = vec![vec![(0, 0)]; seats];
        for (index, entry) in history.iter().enumerate() {
            for event in &entry.events {
                let Event::Scored(score) = event else { continue };
                let Some(line) = lines.get_mut(score.seat.index()) else { continue };
                let step = index + 1;
                match line.last_mut() {
                    Some(last) if last.0 == step => last.1 += score.points,
                    last => {
                        let before = last.map_or(0, |last| last.1);
                        line.push((step, before + score.points));
                    }
                }
            }
        }
        Course { steps: history.len(), lines }
    }

    fn most(&self) -> u16 {
        self.lines.iter().flatten().map(|point| point.1).max().unwrap_or(0)
    }

    fn x(&self, step: usize) -> f32 {
        LEFT + (WIDTH - LEFT - RIGHT) * step as f32 / self.steps.max(1) as f32
    }

    fn y(&self, points: u16) -> f32 {
        let top = grid(self.most()).last().copied().unwrap_or(1).max(self.most()).max(1);
        HEIGHT - BELOW - (HEIGHT - ABOVE - BELOW) * f32::from(points) / f32::from(top)
    }

    /// Where the marks at the ends of the lines are: no one hides another, not even with equal points.
    fn marks(&self) -> Vec<f32> {
        let end = |line: &Vec<(usize, u16)>| self.y(line.last().map_or(0, |last| last.1));
        let mut heights: Vec<f32> = self.lines.iter().map(end).collect();
        apart(&mut heights);
        heights
    }

    /// A stair: points come at once.
    fn path(&self, line: &[(usize, u16)]) -> String {
        let mut path = format!("M{:.1} {:.1}", self.x(0), self.y(0));
        for &(step, points) in &line[1..] {
            let _ = write!(path, "H{:.1}V{:.1}", self.x(step), self.y(points));
        }
        let _ = write!(path, "H{:.1}", self.x(self.steps));
        path
    }
}

/// Moves heights apart that are closer than marks are high, downwards first, and up again where the drawing ends.
fn apart(heights: &mut [f32]) {
    let mut order: Vec<usize> = (0..heights.len()).collect();
    order.sort_by(|a, b| heights[*a].total_cmp(&heights[*b]));
    let mut above = f32::NEG_INFINITY;
    for &index in &order {
        heights[index] = heights[index].max(above + MARK);
        above = heights[index];
    }
    let mut below = HEIGHT - MARK / 2.0 + MARK;
    for &index in order.iter().rev() {
        heights[index] = heights[index].min(below - MARK);
        below = heights[index];
    }
}

/// Where something so far from the left of a frame is on the drawing, which is as large as fits and in the middle.
fn on_drawing(x: f64, width: f64, height: f64) -> f64 {
    let scale = (width / f64::from(WIDTH)).min(height / f64::from(HEIGHT));
    f64::from(WIDTH) / 2.0 + (x - width / 2.0) / scale
}

/// Round numbers for about four lines across the chart.
fn grid(most: u16) -> Vec<u16> {
    let step = [5, 10, 20, 25, 50, 100, 200].into_iter().find(|step| most / step <= 4).unwrap_or(500);
    (0..=most / step).map(|number| number * step).collect()
}

#[component]
pub(super) fn Chart(state: TableState) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let (course, seats) = state
        .read_untracked(|session| (Course::of(session.history(), session.seats().len()), session.seats().to_vec()));
    let drawing: NodeRef<html::Div> = NodeRef::new();
    let steps = course.steps;
    // A touch goes to that moment of the game.
    let go = move |event: web_sys::MouseEvent| {
        let Some(frame) = drawing.get_untracked().map(|drawing| drawing.get_bounding_client_rect()) else { return };
        let at = on_drawing(f64::from(event.client_x()) - frame.left(), frame.width(), frame.height());
        let step = (at - f64::from(LEFT)) / f64::from(WIDTH - LEFT - RIGHT) * steps as f64;
        let step = step.round().clamp(0.0, steps as f64) as usize;
        state.past.set((step < steps).then_some(step));
    };
    let levels = grid(course.most()).into_iter().map(|level| {
        let y = course.y(level);
        view! {
            <path class="level" d=format!("M{LEFT} {y:.1}H{}", WIDTH - RIGHT)></path>
            <text x=LEFT - 4.0 y=y + 4.5>{level}</text>
        }
    });
    let levels = levels.collect_view();
    let ends = || course.lines.iter().zip(&seats).map(|(line, info)| (line, livery(info.colour)));
    let line = |(line, look): (&Vec<(usize, u16)>, Livery)| {
        view! {
            <path class="halo" d=course.path(line)></path>
            <path class="line" d=course.path(line) style:stroke=look.colour></path>
        }
    };
    let lines = ends().map(line).collect_view();
    // Over all lines, so that none hides another one's mark.
    let mark = |(info, y): (&SeatInfo, f32)| {
        let look = livery(info.colour);
        let at = format!("translate({:.1} {y:.1})", course.x(steps));
        view! {
            <g transform=at>
                <circle r="6.5" style:fill=look.colour></circle>
                <path d=look.mark style:fill=look.mark_colour></path>
            </g>
        }
    };
    let marks = seats.iter().zip(course.marks()).map(mark).collect_view();
    let told: Vec<String> = course
        .lines
        .iter()
        .zip(&seats)
        .map(|(line, info)| format!("{}: {}", info.name, lang.points(line.last().map_or(0, |last| last.1.into()))))
        .collect();
    let label = lang.chart_about(told.join(", "));
    let now = move || format!("M{:.1} {ABOVE}V{:.1}", course.x(state.moment()), HEIGHT - BELOW);
    view! {
        <figure class="chart">
            <figcaption>{lang.chart()}</figcaption>
            <div node_ref=drawing on:click=go>
                <svg viewBox=format!("0 0 {WIDTH} {HEIGHT}") role="img" aria-label=label>
                    {levels}
                    <path class="now" d=now></path>
                    {lines}
                    {marks}
                </svg>
            </div>
        </figure>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testkit::played;
    use rules::{GameId, Options, Seat, Setup};
    use table::Table;

    fn game(id: GameId) -> Table {
        let setup = Setup::new(id, Options::NONE, 2, Seat::ALL[0]).expect("two can play");
        played(&setup, 3, usize::MAX)
    }

    #[test]
    fn every_line_ends_at_the_result_and_never_falls() {
        for id in GameId::ALL {
            let table = game(id);
            let course = Course::of(table.history(), 2);
            let ends: Vec<u16> = course.lines.iter().filter_map(|line| Some(line.last()?.1)).collect();
            assert_eq!(ends, table.game().scores(), "{id:?}");
            for line in &course.lines {
                assert!(line.is_sorted_by(|a, b| a.0 < b.0 && a.1 <= b.1), "{id:?}");
            }
        }
    }

    #[test]
    fn no_mark_hides_another() {
        let line = |points: u16| vec![(0, 0), (10, points)];
        for ends in [[84, 85, 53, 0, 1, 2], [60; 6], [0; 6], [10, 30, 20, 90, 70, 50]] {
            let course = Course { steps: 10, lines: ends.map(line).to_vec() };
            let marks = course.marks();
            for (index, one) in marks.iter().enumerate() {
                assert!((0.0..=HEIGHT - MARK / 2.0).contains(one), "{marks:?}");
                assert!(marks[..index].iter().all(|other| (one - other).abs() > MARK - 0.01), "{marks:?}");
                assert!((0..index).all(|other| ends[other] <= ends[index] || marks[other] < *one), "{marks:?}");
            }
        }
    }

    #[test]
    fn everything_lies_on_the_drawing() {
        let course = Course { steps: 10, lines: vec![vec![(0, 0), (4, 7), (10, 63)], vec![(0, 0)]] };
        assert_eq!((course.x(0), course.x(10)), (LEFT, WIDTH - RIGHT));
        assert_eq!(course.y(0), HEIGHT - BELOW);
        assert!(course.y(63) >= ABOVE - 0.01);
        assert_eq!(course.path(&course.lines[1]), "M32.0 122.0H328.0");
    }

    #[test]
    fn a_touch_means_what_is_drawn_there_in_any_frame() {
        let (width, height) = (f64::from(WIDTH), f64::from(HEIGHT));
        for scale in [0.5, 1.0, 3.0] {
            for x in [0.0, 32.0, 170.0, 340.0] {
                assert_eq!(on_drawing(x * scale, width * scale, height * scale), x, "it fits exactly");
                let beside = 100.0;
                assert_eq!(on_drawing(beside + x * scale, width * scale + 2.0 * beside, height * scale), x, "low");
                assert_eq!(on_drawing(x * scale, width * scale, height * scale + 50.0), x, "high");
            }
        }
    }

    #[test]
    fn the_levels_are_round_and_few() {
        assert_eq!(grid(0), [0]);
        assert_eq!(grid(23), [0, 5, 10, 15, 20]);
        assert_eq!(grid(63), [0, 20, 40, 60]);
        assert!((0..600).all(|most| grid(most).len() <= 5 && grid(most).last().is_some_and(|last| *last <= most)));
    }
}
