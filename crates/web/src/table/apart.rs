//! Places to choose on one tile stand apart, so that each can be drawn large and touched. None leaves its feature.

use art::{Point, TILE};

/// So far apart they are drawn at their full size, with a gap between them.
const APART: f32 = 36.0;
/// So much of a place's surroundings counts when it moves: it does not go where its feature is narrower.
const AROUND: f32 = 7.0;
/// So close to the edge of the tile they come.
const RIM: f32 = 13.0;
/// How far a place moves at a time, and how often.
const STEP: f32 = 1.5;
const STEPS: usize = 16;

/// Eight directions: as numbers, because sines would make everybody's first visit longer.
const DIRECTIONS: [(f32, f32); 8] =
    [(1.0, 0.0), (0.7, 0.7), (0.0, 1.0), (-0.7, 0.7), (-1.0, 0.0), (-0.7, -0.7), (0.0, -1.0), (0.7, -0.7)];

fn around(length: f32) -> impl Iterator<Item = Point> {
    DIRECTIONS.into_iter().map(move |(x, y)| Point::new(x, y) * length)
}

/// Moves points of a tile away from each other; `inside` says whether the feature of the one with this number is at a point.
pub(super) fn stand_apart(points: &mut [Point], inside: impl Fn(usize, Point) -> bool) {
    let room = |index: usize, at: Point| around(AROUND).filter(|aside| inside(index, at + *aside)).count();
    let needed: Vec<usize> = points.iter().enumerate().map(|(index, at)| room(index, *at).min(6)).collect();
    let on_tile = |at: Point| [at.x, at.y].iter().all(|length| (RIM..=TILE - RIM).contains(length));
    for _ in 0..STEPS {
        let mut moved = false;
        for index in 0..points.len() {
            let free = |at: Point| {
                let others = points.iter().enumerate().filter(|(other, _)| *other != index);
                others.map(|(_, other)| at.distance(*other)).fold(APART, f32::min)
            };
            let here = points[index];
            if free(here) >= APART {
                continue;
            }
            let possible = |at: &Point| on_tile(*at) && inside(index, *at) && room(index, *at) >= needed[index];
            let best = around(STEP).map(|aside| here + aside).filter(possible).map(|at| (free(at), at));
            let best = best.max_by(|a, b| a.0.total_cmp(&b.0));
            if let Some((_, at)) = best.filter(|(free_there, _)| *free_there > free(here) + 0.01) {
                points[index] = at;
                moved = true;
            }
        }
        if !moved {
            break;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nearest(points: &[Point]) -> f32 {
        let pairs =
            points.iter().enumerate().flat_map(|(index, one)| points[..index].iter().map(|it| one.distance(*it)));
        pairs.fold(f32::INFINITY, f32::min)
    }

    #[test]
    fn places_beside_a_road_make_room_and_the_one_on_it_stays_there() {
        // A road across the tile between two fields.
        let field = |index: usize, at: Point| match index {
            0 => at.y < 46.0,
            1 => (46.0..54.0).contains(&at.y),
            _ => at.y > 54.0,
        };
        let mut points = [Point::new(45.0, 30.0), Point::new(58.0, 50.0), Point::new(45.0, 70.0)];
        let before = nearest(&points);
        stand_apart(&mut points, field);
        assert!(nearest(&points) > before + 4.0, "{points:?}");
        assert!(points.iter().enumerate().all(|(index, at)| field(index, *at)), "{points:?}");
    }

    #[test]
    fn what_stands_apart_or_has_no_room_stays() {
        let mut far = [Point::new(20.0, 20.0), Point::new(80.0, 80.0)];
        stand_apart(&mut far, |_, _| true);
        assert_eq!(far, [Point::new(20.0, 20.0), Point::new(80.0, 80.0)]);
        let narrow = [Point::new(50.0, 50.0), Point::new(52.0, 50.0)];
        let mut same = narrow;
        stand_apart(&mut same, |index, at| at == narrow[index]);
        assert_eq!(same, narrow);
    }
}
