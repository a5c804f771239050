//! Where followers stand and where symbols are drawn.

use crate::grid::{CELLS, Grid, middle_of};
use crate::layout::{End, Form, Layout, form};
use crate::point::{Dice, Point};
use rules::{FeatureKind, Segment, Symbol};

/// The width of a follower in tile coordinates. No two places of a tile are closer than this.
pub const FOLLOWER_WIDTH: f32 = 16.0;

/// A symbol of the tile data with its place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    pub(crate) symbol: Symbol,
    pub(crate) at: Point,
}

/// The places of a printed tile.
#[derive(Clone, Debug)]
pub(crate) struct Places {
    /// Where a follower stands, for each printed segment.
    pub(crate) followers: Vec<Point>,
    pub(crate) marks: Vec<Mark>,
}

struct Candidate {
    at: Point,
    /// How far it is to the end of the segment, where the rim of the tile is an end too.
    room: f32,
    /// The same where a segment goes on beyond the rim.
    inside: f32,
}

impl Places {
    pub(crate) fn of(layout: &Layout) -> Places {
        let def = layout.def();
        let mut candidates: Vec<Vec<Candidate>> = def.printed_segments().map(|_| Vec::new()).collect();
        let inside = layout.grid.depth(false);
        for (index, room) in layout.grid.depth(true).into_iter().enumerate() {
            // Every other cell will do.
            let odd = index % 2 + index / CELLS % 2 > 0;
            if odd && room > 3.0 {
                continue;
            }
            if let Some(own) = candidates.get_mut(layout.grid.labels()[index] as usize) {
                own.push(Candidate { at: middle_of(index), room, inside: inside[index] });
            }
        }
        let mut followers: Vec<Point> = candidates
            .iter()
            .map(|all| all.iter().max_by(|a, b| a.room.total_cmp(&b.room)).map_or(Point::CENTRE, |best| best.at))
            .collect();
        // The ones with the least room choose last, when the others have made way for them.
        let widest = |segment: usize| candidates[segment].iter().map(|one| one.room).fold(0.0, f32::max);
        let mut order: Vec<usize> = (0..followers.len()).collect();
        order.sort_by(|&a, &b| widest(b).total_cmp(&widest(a)));
        // On a path with an animal the follower stands near the rim and leaves the rest to the animal.
        let shared: Vec<bool> = def
            .printed_segments()
            .map(|(_, piece)| form(piece.kind) == Form::Line && !piece.symbols.is_empty())
            .collect();
        let wish = |segment: usize| {
            let shared = shared[segment];
            move |at: Point| if shared { -(from_rim(at) - 13.0).abs() * 0.6 } else { 0.0 }
        };
        for _ in 0..3 {
            for &segment in &order {
                let others: Vec<(Point, f32)> = (0..followers.len())
                    .filter(|&other| other != segment)
                    .map(|other| (followers[other], FOLLOWER_WIDTH + 6.0))
                    .collect();
                if let Some(best) = stand(&candidates[segment], &others, wish(segment)) {
                    followers[segment] = best;
                }
            }
        }
        let marks = marks(layout, &candidates, &followers);
        Places { followers, marks }
    }
}

/// The candidate in the middle of its segment: far from its ends and from the rim of the tile, near the middle, and apart
/// from the others.
fn stand(all: &[Candidate], others: &[(Point, f32)], bonus: impl Fn(Point) -> f32) -> Option<Point> {
    let score = |one: &Candidate| {
        let crowd: f32 = others.iter().map(|(other, apart)| (apart - other.distance(one.at)).max(0.0) * 3.0).sum();
        let (rim, middle) = (from_rim(one.at), one.at.distance(Point::CENTRE));
        // Close to the rim a piece would stand on two tiles, however much room there is.
        let over = (13.0 - rim).max(0.0);
        one.inside.min(17.0) + 0.55 * rim.min(20.0) - over - 0.06 * middle - crowd + bonus(one.at)
    };
    all.iter().max_by(|a, b| score(a).total_cmp(&score(b))).map(|one| one.at)
}

/// The candidate with enough room around it and far from the others: distance counts, but less than room.
fn best(all: &[Candidate], enough: f32, others: &[(Point, f32)], bonus: impl Fn(Point) -> f32) -> Option<Point> {
    let score = |one: &Candidate| {
        let near = others.iter().map(|(other, _)| other.distance(one.at)).fold(f32::MAX, f32::min);
        let crowd: f32 = others.iter().map(|(other, apart)| (apart - other.distance(one.at)).max(0.0) * 3.0).sum();
        one.room.min(enough) + 0.12 * near.min(32.0) - crowd + bonus(one.at)
    };
    all.iter().max_by(|a, b| score(a).total_cmp(&score(b))).map(|one| one.at)
}

fn marks(layout: &Layout, candidates: &[Vec<Candidate>], followers: &[Point]) -> Vec<Mark> {
    let def = layout.def();
    let mut marks: Vec<Mark> = Vec::new();
    let mut dice = Dice::named(7, def.name());
    for (segment, piece) in def.printed_segments() {
        let mut shores = piece.shores.iter();
        for &(symbol, count) in piece.symbols {
            // A port is listed on the land and, so that the sea counts it too, on the sea; it is drawn once.
            if symbol == Symbol::Port && piece.kind == FeatureKind::Sea {
                continue;
            }
            for _ in 0..count {
                let taken: Vec<(Point, f32)> = followers
                    .iter()
                    .map(|&at| (at, FOLLOWER_WIDTH + 1.0))
                    .chain(marks.iter().map(|mark| (mark.at, FOLLOWER_WIDTH + 3.0)))
                    .chain(
                        layout
                            .spots
                            .iter()
                            .filter(|spot| spot.segment != segment)
                            .map(|spot| (spot.centre, spot.radius + 11.0)),
                    )
                    .chain(layout.lines.iter().filter(|line| line.end != End::None).map(|line| (line.path.end(), 12.0)))
                    .collect();
                let favour = dice.between(0.0, 100.0);
                let wish =
                    |at: Point| ((at.x * 0.7 + at.y * 0.3 + favour) * 0.17).sin() * 0.8 + from_rim(at).min(16.0) * 0.25;
                let all = &candidates[segment.index()];
                let shore = if symbol == Symbol::Port { shores.next() } else { None };
                let at = match shore {
                    Some(&sea) => {
                        let coast: Vec<Candidate> = all
                            .iter()
                            .filter(|one| one.room < 7.0)
                            .filter(|one| touches(&layout.grid, one.at, sea))
                            .map(|one| Candidate { at: one.at, room: from_rim(one.at).min(15.0), inside: one.inside })
                            .collect();
                        best(&coast, 30.0, &taken, |at| wish(at) - strange(layout, at, segment, sea) * 25.0)
                    }
                    None if form(piece.kind) == Form::Line => best(all, 4.0, &taken, |at| from_rim(at).min(20.0) * 0.5),
                    None => best(all, 9.0, &taken, wish),
                };
                marks.extend(at.map(|at| Mark { symbol, at }));
            }
        }
    }
    marks
}

/// How much of the surroundings is neither the port's land nor its sea: a port must leave no doubt.
fn strange(layout: &Layout, at: Point, land: Segment, sea: Segment) -> f32 {
    let strange = (0..12).filter(|&step| {
        let (sin, cos) = (step as f32 * std::f32::consts::FRAC_PI_6).sin_cos();
        let label = layout.grid.at(at + Point::new(cos, sin) * 13.0);
        label != sea.0 && label != land.0
    });
    strange.count() as f32 / 12.0
}

fn from_rim(at: Point) -> f32 {
    at.x.min(at.y).min(100.0 - at.x).min(100.0 - at.y)
}

fn touches(grid: &Grid, at: Point, segment: Segment) -> bool {
    (0..8).any(|step| {
        let (sin, cos) = (step as f32 * std::f32::consts::FRAC_PI_4).sin_cos();
        grid.at(at + Point::new(cos, sin) * 6.5) == segment.0
    })
}
