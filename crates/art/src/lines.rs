//! Roads, rivers and paths of a layout: how they run, where they end and where they cross.

use crate::construct::{BLEED, Builder, LinePlan};
use crate::curves::{middle, outward, side_to_side};
use crate::grid::{crossing, distance_to_line};
use crate::layout::{Bridge, End, Layout, Line};
use crate::path::Path;
use crate::point::{Dice, Point};
use rules::{FeatureKind, SegmentDef};

/// How a line that touches one side may end, in the order in which it is tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Target {
    /// At the village, the cloister or the lake.
    Centre,
    /// In the nearest area.
    Reach,
    /// By itself.
    Free,
    /// Under a line that runs through.
    Under,
    /// Beyond the middle, over what crosses its way.
    Across,
}

/// The ways in which a line may end, the likeliest first.
pub(crate) fn targets(def: &SegmentDef, cloister: bool, ending: usize, areas: bool) -> Vec<Target> {
    use Target::{Across, Centre, Free, Reach, Under};
    let mut targets = match def.kind {
        FeatureKind::River if def.lake.is_some() => vec![Centre],
        FeatureKind::River => vec![Reach, Free, Under],
        FeatureKind::Path => vec![Reach, Free],
        _ if cloister => vec![Centre, Free, Reach],
        _ if ending >= 3 => vec![Centre, Reach, Across, Free],
        _ if ending == 2 && areas => vec![Reach, Centre, Free, Across],
        _ => vec![Reach, Free, Centre, Across],
    };
    targets.retain(|&target| target != Reach || areas);
    targets
}

impl Builder {
    /// A line with two sides.
    pub(crate) fn through(&self, plan: &LinePlan) -> Option<Line> {
        let &[from, to] = plan.sides.as_slice() else { return None };
        let mut dice = self.dice("line", plan.segment.index());
        let shift = if to == from + 2 { self.shift(from, &mut dice) } else { 0.0 };
        let path = side_to_side(from, to, shift, BLEED, &mut dice);
        Some(Line { segment: plan.segment, kind: plan.def.kind, path, end: End::None, spring: false })
    }

    /// How far a line between opposite sides keeps away from what lies left or right of it.
    fn shift(&self, from: usize, dice: &mut Dice) -> f32 {
        let crossed = self.lines.iter().any(|line| line.sides.len() == 2 && line.sides[0] % 2 != from % 2);
        if crossed {
            return 0.0;
        }
        // A positive shift goes towards the side after `from`.
        let stub =
            |side: usize| self.lines.iter().any(|line| line.sides == [side % 4] && line.def.kind == FeatureKind::Path);
        let weight = |side: usize| f32::from(u8::from(self.has_area(side))) + if stub(side) { 2.0 } else { 0.0 };
        let road = |side: usize| self.lines.iter().any(|line| line.sides == [side % 4] && line.def.ends);
        if self.centre.is_some_and(|(_, kind)| kind == FeatureKind::Cloister) && road(from + 1) != road(from + 3) {
            return if road(from + 1) { 17.0 } else { -17.0 };
        }
        let away = (weight(from + 3) - weight(from + 1)) * 5.0;
        away + if self.centre.is_some() { dice.between(-2.0, 2.0) + away } else { dice.between(-1.5, 1.5) }
    }

    /// A line with one side.
    pub(crate) fn ending(
        &self,
        plan: &LinePlan,
        target: Option<Target>,
        lines: &[Option<Line>],
        layout: &mut Layout,
    ) -> Option<Line> {
        let side = *plan.sides.first()?;
        let start = middle(side);
        let inward = outward(side) * -1.0;
        let probe = start + inward * 31.0;
        let mut dice = self.dice("end", plan.segment.index());
        let mut fault = false;
        let (end, goal, heading) = match target? {
            Target::Centre => {
                let lake = plan.def.lake.and_then(|lake| layout.spots.iter().find(|spot| spot.segment == lake));
                let spot = lake.or_else(|| layout.spots.iter().find(|spot| spot.kind == FeatureKind::Cloister));
                let goal = spot.map(|spot| spot.centre).or(layout.village).unwrap_or(Point::CENTRE);
                (End::Centre, goal, (goal - start).unit())
            }
            Target::Reach => {
                // Rivers rather run straight on.
                let bend = if plan.def.kind == FeatureKind::River { 1.0 } else { 0.0 };
                let across = inward.across();
                let reach = |point: Point| {
                    let way = point - probe;
                    way.length() + bend * (way.x * across.x + way.y * across.y).abs()
                };
                let nearest = layout
                    .areas
                    .iter()
                    .flat_map(|area| area.edges.iter().map(move |edge| (area.segment, edge.flatten())))
                    .flat_map(|(segment, points)| {
                        let last = points.len() - 1;
                        (1..last)
                            .map(move |at| (segment, points[at], (points[at + 1] - points[at - 1]).unit()))
                            .collect::<Vec<_>>()
                    })
                    .min_by(|a, b| reach(a.1).total_cmp(&reach(b.1)));
                match nearest {
                    Some((segment, goal, along)) => {
                        // An edge runs with its area on the right.
                        let into = along.across();
                        (End::Area(segment), goal + into * 2.5, into)
                    }
                    None => return None,
                }
            }
            Target::Under => {
                let nearest = lines
                    .iter()
                    .flatten()
                    .filter(|line| line.end == End::None)
                    .flat_map(|line| line.path.flatten())
                    .min_by(|a, b| probe.distance(*a).total_cmp(&probe.distance(*b)));
                let goal = nearest.unwrap_or(Point::CENTRE);
                fault = nearest.is_none();
                (End::Under, goal, (goal - probe).unit())
            }
            Target::Free => {
                let free = |goal: Point| {
                    let clear_lines =
                        lines.iter().flatten().all(|line| distance_to_line(goal, &line.path.flatten()) > 14.0);
                    let clear_areas =
                        layout.areas.iter().all(|area| distance_to_line(goal, &area.outline.flatten()) > 12.0);
                    let clear_spots = layout.spots.iter().all(|spot| spot.centre.distance(goal) > spot.radius + 8.0);
                    clear_lines && clear_areas && clear_spots
                };
                let longest = match plan.def.kind {
                    FeatureKind::River if self.centre.is_some() => 24.0,
                    FeatureKind::Road if self.centre.is_some() => 30.0,
                    _ if self.centre.is_some() => 37.0,
                    _ => 43.0,
                };
                let bend = inward.across() * dice.between(-3.0, 3.0);
                let length = (0..12)
                    .map(|step| longest - 2.0 * step as f32)
                    .find(|&length| free(start + inward * length + bend));
                fault = length.is_none();
                let length = length.unwrap_or(20.0);
                (End::Free, start + inward * length + bend, inward)
            }
            Target::Across => (End::Free, start + inward * 75.0 + inward.across() * -6.0, inward),
        };
        let meets =
            |other: &Line| !matches!(other.end, End::None | End::Centre) && other.path.end().distance(goal) < 12.0;
        fault |= end != End::Centre && lines.iter().flatten().any(meets);
        layout.faults += u32::from(fault);
        let length = start.distance(goal);
        let wobble = inward.across() * dice.between(-2.0, 2.0);
        let mut path = Path::from(start - inward * BLEED);
        path.line_to(start);
        path.curve_to(start + inward * (length * 0.36), goal - heading * (length * 0.36) + wobble, goal);
        let spring = plan.def.kind == FeatureKind::River && plan.def.lake.is_none();
        Some(Line { segment: plan.segment, kind: plan.def.kind, path, end, spring })
    }

    /// Finds where lines cross. Roads go over rivers; of two of a kind the later goes over the earlier.
    pub(crate) fn bridges(&self, layout: &mut Layout, across: impl Fn(usize) -> bool) {
        let flat: Vec<Vec<Point>> = layout.lines.iter().map(|line| line.path.flatten()).collect();
        for first in 0..flat.len() {
            for second in first + 1..flat.len() {
                let lines = [&layout.lines[first], &layout.lines[second]];
                if lines.iter().any(|line| line.end == End::Under) || lines.iter().all(|line| line.end == End::Centre) {
                    continue;
                }
                let over = if lines[0].kind == FeatureKind::Road && lines[1].kind == FeatureKind::River || across(first)
                {
                    first
                } else {
                    second
                };
                let under = first + second - over;
                if let Some((at, along)) = crossing(&flat[over], &flat[under]) {
                    let same = lines[0].kind == lines[1].kind;
                    let through = lines.iter().all(|line| line.end == End::None);
                    layout.faults += u32::from(same && !through && !across(over));
                    layout.bridges.push(Bridge { over, at, along });
                }
            }
        }
    }
}
