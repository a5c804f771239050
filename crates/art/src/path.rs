//! Lines made of straight pieces and cubic curves: built, turned, flattened and written as SVG path data.

use crate::point::Point;
use rules::Rotation;

/// A piece of a path, from where the last one ended.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Piece {
    Line(Point),
    Curve(Point, Point, Point),
}

impl Piece {
    fn end(self) -> Point {
        match self {
            Piece::Line(end) | Piece::Curve(_, _, end) => end,
        }
    }
}

/// One open or closed line.
#[derive(Clone, Debug)]
pub(crate) struct Path {
    pub(crate) start: Point,
    pub(crate) pieces: Vec<Piece>,
}

impl Path {
    pub(crate) fn from(start: Point) -> Path {
        Path { start, pieces: Vec::new() }
    }

    pub(crate) fn end(&self) -> Point {
        self.pieces.last().map_or(self.start, |piece| piece.end())
    }

    pub(crate) fn line_to(&mut self, end: Point) {
        self.pieces.push(Piece::Line(end));
    }

    pub(crate) fn curve_to(&mut self, first: Point, second: Point, end: Point) {
        self.pieces.push(Piece::Curve(first, second, end));
    }

    /// A smooth line through the knots.
    pub(crate) fn through(knots: &[Point]) -> Path {
        let mut path = Path::from(knots[0]);
        for at in 1..knots.len() {
            let (from, to) = (knots[at - 1], knots[at]);
            let before = if at >= 2 { knots[at - 2] } else { from };
            let after = knots.get(at + 1).copied().unwrap_or(to);
            path.curve_to(from + (to - before) * (1.0 / 6.0), to - (after - from) * (1.0 / 6.0), to);
        }
        path
    }

    /// A smooth closed line through the knots.
    pub(crate) fn ring(knots: &[Point]) -> Path {
        let count = knots.len();
        let mut path = Path::from(knots[0]);
        for at in 0..count {
            let [before, from, to, after] = [count - 1, 0, 1, 2].map(|step| knots[(at + step) % count]);
            path.curve_to(from + (to - before) * (1.0 / 6.0), to - (after - from) * (1.0 / 6.0), to);
        }
        path
    }

    /// Straight lines through the points.
    pub(crate) fn polygon(points: &[Point]) -> Path {
        Path { start: points[0], pieces: points[1..].iter().copied().map(Piece::Line).collect() }
    }

    /// Goes on along the other path, with a straight piece to its start where it is not here.
    pub(crate) fn append(&mut self, other: &Path) {
        if self.end().distance(other.start) > 0.05 {
            self.line_to(other.start);
        }
        self.pieces.extend_from_slice(&other.pieces);
    }

    pub(crate) fn reversed(&self) -> Path {
        let mut path = Path::from(self.end());
        for (at, piece) in self.pieces.iter().enumerate().rev() {
            let from = if at == 0 { self.start } else { self.pieces[at - 1].end() };
            match *piece {
                Piece::Line(_) => path.line_to(from),
                Piece::Curve(first, second, _) => path.curve_to(second, first, from),
            }
        }
        path
    }

    pub(crate) fn map(&self, change: impl Fn(Point) -> Point) -> Path {
        Path {
            start: change(self.start),
            pieces: self
                .pieces
                .iter()
                .map(|piece| match *piece {
                    Piece::Line(end) => Piece::Line(change(end)),
                    Piece::Curve(first, second, end) => Piece::Curve(change(first), change(second), change(end)),
                })
                .collect(),
        }
    }

    pub(crate) fn turned(&self, rotation: Rotation) -> Path {
        self.map(|point| point.turned(rotation))
    }

    /// Points along the path, close enough to stand for it.
    pub(crate) fn flatten(&self) -> Vec<Point> {
        const STEPS: usize = 8;
        let mut points = vec![self.start];
        let mut from = self.start;
        for piece in &self.pieces {
            if let Piece::Curve(first, second, end) = *piece {
                for step in 1..STEPS {
                    let t = step as f32 / STEPS as f32;
                    let u = 1.0 - t;
                    points.push(
                        from * (u * u * u) + first * (3.0 * u * u * t) + second * (3.0 * u * t * t) + end * (t * t * t),
                    );
                }
            }
            points.push(piece.end());
            from = piece.end();
        }
        points
    }

    /// The path as SVG path data.
    pub(crate) fn data(&self, closed: bool) -> String {
        let mut pen = Pen::default();
        pen.path(self, closed);
        pen.finish()
    }
}

/// Writes path data, in relative steps of tenths, which is short and never drifts.
#[derive(Default)]
pub(crate) struct Pen {
    out: String,
    at: (i32, i32),
    command: char,
}

fn tenths(point: Point) -> (i32, i32) {
    ((point.x * 10.0).round() as i32, (point.y * 10.0).round() as i32)
}

impl Pen {
    pub(crate) fn finish(self) -> String {
        self.out
    }

    pub(crate) fn path(&mut self, path: &Path, closed: bool) {
        let start = tenths(path.start);
        self.out.push('M');
        self.number(start.0, true);
        self.number(start.1, false);
        self.at = start;
        self.command = ' ';
        for piece in &path.pieces {
            match *piece {
                Piece::Line(end) => {
                    let to = tenths(end);
                    if to != self.at {
                        self.command('l');
                        self.step(to);
                        self.at = to;
                    }
                }
                Piece::Curve(first, second, end) => {
                    self.command('c');
                    let to = tenths(end);
                    self.step(tenths(first));
                    self.step(tenths(second));
                    self.step(to);
                    self.at = to;
                }
            }
        }
        if closed {
            self.out.push('z');
        }
    }

    fn command(&mut self, command: char) {
        if self.command != command {
            self.out.push(command);
            self.command = command;
        }
    }

    fn step(&mut self, to: (i32, i32)) {
        let first = self.out.ends_with(|last: char| last.is_ascii_alphabetic());
        self.number(to.0 - self.at.0, first);
        self.number(to.1 - self.at.1, false);
    }

    fn number(&mut self, tenths: i32, first: bool) {
        if tenths < 0 {
            self.out.push('-');
        } else if !first {
            self.out.push(' ');
        }
        write_tenths(&mut self.out, tenths.unsigned_abs());
    }
}

fn write_tenths(out: &mut String, tenths: u32) {
    let (whole, rest) = (tenths / 10, tenths % 10);
    if whole > 0 || rest == 0 {
        out.push_str(&whole.to_string());
    }
    if rest > 0 {
        out.push('.');
        out.push(char::from(b'0' + rest as u8));
    }
}

/// A number with at most one decimal, as short as it can be.
pub(crate) fn number(value: f32) -> String {
    let tenths = (value * 10.0).round() as i32;
    let mut out = String::new();
    if tenths < 0 {
        out.push('-');
    }
    write_tenths(&mut out, tenths.unsigned_abs());
    out
}
