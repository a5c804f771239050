//! Which segment lies where on a tile, in cells of one unit: the ground truth for places, outlines and scattering.

use crate::path::Path;
use crate::point::{Point, TILE};
use rules::{Rotation, sort_by_key};

/// Cells a side.
pub(crate) const CELLS: usize = TILE as usize;

/// The label of ground that belongs to no segment.
pub(crate) const GROUND: u8 = 255;
/// The label of what keeps fields apart and belongs to no segment: villages.
pub(crate) const BUILT: u8 = 254;

/// A label for each cell of a tile: a segment's number, [`GROUND`] or [`BUILT`].
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    cells: Vec<u8>,
}

impl Grid {
    pub(crate) fn new(label: u8) -> Grid {
        Grid { cells: vec![label; CELLS * CELLS] }
    }

    pub(crate) fn cell(&self, x: usize, y: usize) -> u8 {
        self.cells[y * CELLS + x]
    }

    pub(crate) fn set(&mut self, index: usize, label: u8) {
        self.cells[index] = label;
    }

    pub(crate) fn labels(&self) -> &[u8] {
        &self.cells
    }

    /// The label at a point; points outside count as the nearest cell.
    pub(crate) fn at(&self, point: Point) -> u8 {
        self.cells[index_of(point)]
    }

    /// The same tile turned.
    pub(crate) fn turned(&self, rotation: Rotation) -> Grid {
        let mut turned = Grid::new(GROUND);
        for (index, &label) in self.cells.iter().enumerate() {
            turned.cells[index_of(middle_of(index).turned(rotation))] = label;
        }
        turned
    }

    /// Labels everything inside the closed path.
    pub(crate) fn fill(&mut self, outline: &Path, label: u8) {
        let points = outline.flatten();
        let mut crossings = Vec::new();
        for row in 0..CELLS {
            let y = row as f32 + 0.5;
            crossings.clear();
            for at in 0..points.len() {
                let (a, b) = (points[at], points[(at + 1) % points.len()]);
                if (a.y <= y) != (b.y <= y) {
                    crossings.push(a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x));
                }
            }
            sort_by_key(&mut crossings, |at| *at);
            for pair in crossings.chunks_exact(2) {
                let first = (pair[0] - 0.5).ceil().clamp(0.0, TILE) as usize;
                let last = (pair[1] - 0.5).ceil().clamp(0.0, TILE) as usize;
                for cell in &mut self.cells[row * CELLS + first.min(last)..row * CELLS + last] {
                    *cell = label;
                }
            }
        }
    }

    /// Labels everything closer to the line than the distance.
    pub(crate) fn stroke(&mut self, line: &[Point], distance: f32, label: u8) {
        for pair in line.windows(2) {
            let (a, b) = (pair[0], pair[1]);
            let [left, right] = [a.x.min(b.x) - distance, a.x.max(b.x) + distance].map(clamp);
            let [top, bottom] = [a.y.min(b.y) - distance, a.y.max(b.y) + distance].map(clamp);
            for y in top..=bottom {
                for x in left..=right {
                    let point = Point::new(x as f32 + 0.5, y as f32 + 0.5);
                    if distance_to_piece(point, a, b) <= distance {
                        self.cells[y * CELLS + x] = label;
                    }
                }
            }
        }
    }

    /// The connected parts of everything with this label, the largest first, as cell indices.
    pub(crate) fn parts(&self, label: u8) -> Vec<Vec<usize>> {
        let mut seen = vec![false; self.cells.len()];
        let mut parts = Vec::new();
        for start in 0..self.cells.len() {
            if self.cells[start] != label || seen[start] {
                continue;
            }
            seen[start] = true;
            let mut part = vec![start];
            let mut next = 0;
            while next < part.len() {
                for neighbour in neighbours(part[next]).into_iter().flatten() {
                    if self.cells[neighbour] == label && !seen[neighbour] {
                        seen[neighbour] = true;
                        part.push(neighbour);
                    }
                }
                next += 1;
            }
            parts.push(part);
        }
        sort_by_key(&mut parts, |part| std::cmp::Reverse(part.len()));
        parts
    }

    /// For each cell the distance to the nearest cell with another label, in units. The rim of the tile counts as an end
    /// only when asked.
    pub(crate) fn depth(&self, rim_ends: bool) -> Vec<f32> {
        const FAR: f32 = 200.0;
        const DIAGONAL: f32 = std::f32::consts::SQRT_2;
        let mut depth: Vec<f32> = (0..self.cells.len())
            .map(|index| {
                let ends = neighbours(index).into_iter().any(|other| match other {
                    Some(other) => self.cells[other] != self.cells[index],
                    None => rim_ends,
                });
                if ends { 1.0 } else { FAR }
            })
            .collect();
        // Two sweeps: each cell takes the shortest way over the cells that were swept before it.
        for y in 0..CELLS {
            for x in 0..CELLS {
                let index = y * CELLS + x;
                let mut least = depth[index];
                if x > 0 {
                    least = least.min(depth[index - 1] + 1.0);
                }
                if y > 0 {
                    least = least.min(depth[index - CELLS] + 1.0);
                    if x > 0 {
                        least = least.min(depth[index - CELLS - 1] + DIAGONAL);
                    }
                    if x + 1 < CELLS {
                        least = least.min(depth[index - CELLS + 1] + DIAGONAL);
                    }
                }
                depth[index] = least;
            }
        }
        for y in (0..CELLS).rev() {
            for x in (0..CELLS).rev() {
                let index = y * CELLS + x;
                let mut least = depth[index];
                if x + 1 < CELLS {
                    least = least.min(depth[index + 1] + 1.0);
                }
                if y + 1 < CELLS {
                    least = least.min(depth[index + CELLS] + 1.0);
                    if x + 1 < CELLS {
                        least = least.min(depth[index + CELLS + 1] + DIAGONAL);
                    }
                    if x > 0 {
                        least = least.min(depth[index + CELLS - 1] + DIAGONAL);
                    }
                }
                depth[index] = least;
            }
        }
        depth
    }
}

fn clamp(value: f32) -> usize {
    value.clamp(0.0, TILE - 1.0) as usize
}

/// The index of the cell with the point.
pub(crate) fn index_of(point: Point) -> usize {
    clamp(point.y) * CELLS + clamp(point.x)
}

/// The middle of the cell.
pub(crate) fn middle_of(index: usize) -> Point {
    Point::new((index % CELLS) as f32 + 0.5, (index / CELLS) as f32 + 0.5)
}

fn neighbours(index: usize) -> [Option<usize>; 4] {
    let (x, y) = (index % CELLS, index / CELLS);
    [
        (x > 0).then(|| index - 1),
        (x + 1 < CELLS).then(|| index + 1),
        (y > 0).then(|| index - CELLS),
        (y + 1 < CELLS).then(|| index + CELLS),
    ]
}

/// The distance from a point to a straight piece.
pub(crate) fn distance_to_piece(point: Point, a: Point, b: Point) -> f32 {
    let along = b - a;
    let square = along.x * along.x + along.y * along.y;
    let share = if square > 0.0 {
        (((point.x - a.x) * along.x + (point.y - a.y) * along.y) / square).clamp(0.0, 1.0)
    } else {
        0.0
    };
    point.distance(a + along * share)
}

/// The distance from a point to a line.
pub(crate) fn distance_to_line(point: Point, line: &[Point]) -> f32 {
    line.windows(2).map(|pair| distance_to_piece(point, pair[0], pair[1])).fold(f32::MAX, f32::min)
}

/// Where two lines cross, with the direction of the first one there.
pub(crate) fn crossing(first: &[Point], second: &[Point]) -> Option<(Point, Point)> {
    let turn = |a: Point, b: Point, c: Point| (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    for one in first.windows(2) {
        for two in second.windows(2) {
            let (a, b) = (turn(two[0], two[1], one[0]), turn(two[0], two[1], one[1]));
            let (c, d) = (turn(one[0], one[1], two[0]), turn(one[0], one[1], two[1]));
            if (a <= 0.0) != (b <= 0.0) && (c <= 0.0) != (d <= 0.0) {
                return Some((one[0].towards(one[1], a / (a - b)), (one[1] - one[0]).unit()));
            }
        }
    }
    None
}
