//! The shapes that tiles are made of. Sides and corners are counted clockwise from the north and the north-west; a side
//! runs from the corner with its number to the next one.

use crate::path::Path;
use crate::point::{Dice, Point, TILE};
use rules::Rotation;
use std::f32::consts::{PI, TAU};

fn turn(point: Point, quarters: usize) -> Point {
    point.turned(Rotation::ALL[quarters % 4])
}

/// A corner of the tile.
pub(crate) fn corner(number: usize) -> Point {
    turn(Point::default(), number)
}

/// The middle of a side.
pub(crate) fn middle(side: usize) -> Point {
    turn(Point::new(TILE / 2.0, 0.0), side)
}

/// The direction out of the tile at a side.
pub(crate) fn outward(side: usize) -> Point {
    (middle(side) - Point::CENTRE) * (2.0 / TILE)
}

/// A curve along a side from corner to corner that bulges into the tile; `power` above one keeps it flat at the corners.
pub(crate) fn bulge(side: usize, depth: f32, power: f32, dice: &mut Dice) -> Path {
    let knots: Vec<Point> = [0.0, 0.14, 0.28, 0.43, 0.57, 0.72, 0.86, 1.0]
        .into_iter()
        .map(|along: f32| {
            let inner = (0.2..0.8).contains(&along);
            let wobble = if inner { dice.between(-1.6, 1.6) } else { 0.0 };
            let slide = if inner { dice.between(-1.5, 1.5) } else { 0.0 };
            turn(Point::new(TILE * along + slide, depth * (PI * along).sin().max(0.0).powf(power) + wobble), side)
        })
        .collect();
    Path::through(&knots)
}

/// A curve past two sides, from the start of the first to the end of the second; a positive offset bulges towards the
/// corner between them.
pub(crate) fn diagonal(first: usize, offset: f32, dice: &mut Dice) -> Path {
    let (from, to) = (corner(first), corner(first + 2));
    let outwards = (corner(first + 1) - Point::CENTRE).unit();
    let knots: Vec<Point> = [0.0, 0.14, 0.28, 0.43, 0.57, 0.72, 0.86, 1.0]
        .into_iter()
        .map(|along: f32| {
            let wobble = if (0.2..0.8).contains(&along) { dice.between(-1.6, 1.6) } else { 0.0 };
            from.towards(to, along) + outwards * (offset * (PI * along).sin().max(0.0).powf(1.2) + wobble)
        })
        .collect();
    Path::through(&knots)
}

/// A line from a corner to the middle of the tile.
pub(crate) fn spoke(number: usize, dice: &mut Dice) -> Path {
    let from = corner(number);
    let across = (Point::CENTRE - from).unit().across();
    let knots: Vec<Point> = [0.0, 0.12, 0.35, 0.6, 0.82, 1.0]
        .into_iter()
        .map(|along: f32| {
            let wobble = if (0.3..0.9).contains(&along) { dice.between(-2.5, 2.5) } else { 0.0 };
            from.towards(Point::CENTRE, along) + across * wobble
        })
        .collect();
    Path::through(&knots)
}

/// The edge of an area from a corner of its side to the middle of the tile that leaves room at that corner for others.
pub(crate) fn wedge_end(side: usize, mirrored: bool) -> Path {
    let knots: Vec<Point> = [(0.0, 0.0), (6.0, 4.0), (19.0, 12.0), (33.0, 24.0), (43.0, 38.0), (50.0, 50.0)]
        .into_iter()
        .map(|(x, y)| turn(Point::new(if mirrored { TILE - x } else { x }, y), side))
        .collect();
    Path::through(&knots)
}

/// The edge of an area on one side that reaches to the middle between two others, which cover its flanks.
pub(crate) fn neck(side: usize, dice: &mut Dice) -> Path {
    let knots: Vec<Point> =
        [(0.0, 0.0), (8.0, 28.0), (22.0, 47.0), (37.0, 50.0), (63.0, 50.0), (78.0, 47.0), (92.0, 28.0), (100.0, 0.0)]
            .into_iter()
            .map(|(x, y)| turn(Point::new(x, y + if y == 50.0 { dice.between(-3.0, 3.0) } else { 0.0 }), side))
            .collect();
    Path::through(&knots)
}

/// A line from the middle of one side to that of another, straight at both ends.
pub(crate) fn side_to_side(from: usize, to: usize, shift: f32, bleed: f32, dice: &mut Dice) -> Path {
    let (start, end) = (middle(from), middle(to));
    // Three knots in a row keep the line straight where it crosses the side.
    let mut knots = vec![start + outward(from) * bleed, start - outward(from) * 3.0, start - outward(from) * 7.0];
    if (from + 2) % 4 == to % 4 {
        let across = (end - start).unit().across() * -1.0;
        for (along, share) in [(0.28, 0.6), (0.5, 1.0), (0.72, 0.6)] {
            knots.push(start.towards(end, along) + across * (shift * share + dice.between(-2.2, 2.2)));
        }
    } else {
        let between = if (from + 1) % 4 == to % 4 { corner(from + 1) } else { corner(from) };
        for share in [0.27f32, 0.5, 0.73] {
            let (sin, cos) = (share * PI / 2.0).sin_cos();
            let spread = (start - between) * cos + (end - between) * sin;
            knots.push(between + spread * (1.0 + dice.between(-0.035, 0.035)));
        }
    }
    knots.push(end - outward(to) * 7.0);
    knots.push(end - outward(to) * 3.0);
    knots.push(end + outward(to) * bleed);
    Path::through(&knots)
}

/// Something round, a little irregular.
pub(crate) fn blob(centre: Point, radius: f32, stretch: f32, rough: f32, dice: &mut Dice) -> Path {
    const KNOTS: usize = 10;
    let turned = dice.between(0.0, TAU);
    let knots: Vec<Point> = (0..KNOTS)
        .map(|knot| {
            let (sin, cos) = (turned + TAU * knot as f32 / KNOTS as f32).sin_cos();
            let reach = radius * (1.0 + dice.between(-rough, rough));
            centre + Point::new(cos * reach * stretch, sin * reach / stretch)
        })
        .collect();
    Path::ring(&knots)
}
