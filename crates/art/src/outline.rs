//! The outline of a segment's area as a path, traced from the grid.

use crate::grid::{CELLS, Grid};
use crate::path::Path;
use crate::point::{Point, TILE};
use std::collections::BTreeMap;

/// The closed lines around all cells with the label, as SVG path data; holes run the other way round.
pub(crate) fn outline(grid: &Grid, label: u8) -> String {
    loops(grid, label).iter().map(|line| Path::polygon(&simple(&smooth(line))).data(true)).collect()
}

type Knot = (usize, usize);

/// Lines along the cells' sides, with the area on the right.
fn loops(grid: &Grid, label: u8) -> Vec<Vec<Point>> {
    let inside = |x: isize, y: isize| {
        let range = 0..CELLS as isize;
        range.contains(&x) && range.contains(&y) && grid.cell(x as usize, y as usize) == label
    };
    let mut steps: BTreeMap<Knot, Vec<Knot>> = BTreeMap::new();
    for y in 0..CELLS {
        for x in 0..CELLS {
            let (column, row) = (x as isize, y as isize);
            if !inside(column, row) {
                continue;
            }
            let mut step = |open: bool, from: Knot, to: Knot| {
                if open {
                    steps.entry(from).or_default().push(to);
                }
            };
            step(!inside(column, row - 1), (x, y), (x + 1, y));
            step(!inside(column + 1, row), (x + 1, y), (x + 1, y + 1));
            step(!inside(column, row + 1), (x + 1, y + 1), (x, y + 1));
            step(!inside(column - 1, row), (x, y + 1), (x, y));
        }
    }
    let mut lines = Vec::new();
    while let Some((&start, _)) = steps.first_key_value() {
        let mut line = Vec::new();
        let mut at = start;
        while let Some(next) = take(&mut steps, at) {
            line.push(Point::new(at.0 as f32, at.1 as f32));
            at = next;
        }
        // A speck of a few cells is an accident of the grid, not a part of the area.
        if line.len() > 12 {
            lines.push(line);
        }
    }
    lines
}

fn take(steps: &mut BTreeMap<Knot, Vec<Knot>>, from: Knot) -> Option<Knot> {
    let ways = steps.get_mut(&from)?;
    let next = ways.pop();
    if ways.is_empty() {
        steps.remove(&from);
    }
    next
}

fn on_rim(point: Point) -> bool {
    [point.x, point.y].iter().any(|&at| at <= 0.0 || at >= TILE)
}

/// Takes the stairs out of the line: each point becomes the mean of its neighbourhood, except on the tile's rim.
fn smooth(line: &[Point]) -> Vec<Point> {
    const REACH: usize = 2;
    let count = line.len();
    (0..count)
        .map(|at| {
            if on_rim(line[at]) {
                return line[at];
            }
            let around = (0..=2 * REACH).map(|step| line[(at + count + step - REACH) % count]);
            around.fold(Point::default(), |sum, point| sum + point) * (1.0 / (2 * REACH + 1) as f32)
        })
        .collect()
}

/// Drops points that the line does not need.
fn simple(line: &[Point]) -> Vec<Point> {
    let mut keep = vec![false; line.len()];
    let half = line.len() / 2;
    keep[0] = true;
    keep[half] = true;
    let closed: Vec<Point> = line.iter().copied().chain([line[0]]).collect();
    let mut todo = vec![(0, half), (half, line.len())];
    while let Some((from, to)) = todo.pop() {
        let distance = |at: usize| crate::grid::distance_to_piece(closed[at], closed[from], closed[to]);
        if let Some(worst) = (from + 1..to).max_by(|&a, &b| distance(a).total_cmp(&distance(b)))
            && distance(worst) > 0.45
        {
            keep[worst] = true;
            todo.extend([(from, worst), (worst, to)]);
        }
    }
    line.iter().zip(keep).filter(|(_, keep)| *keep).map(|(point, _)| *point).collect()
}
