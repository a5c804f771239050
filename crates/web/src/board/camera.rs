//! Which part of the board is seen.

use art::{Point, TILE};
use rules::Pos;

/// Board point `p` is seen at `p * scale + shift` of the viewport.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Camera {
    pub(crate) shift: Point,
    pub(crate) scale: f32,
}

const NEAREST: f32 = 3.0;
const FARTHEST: f32 = 0.15;
/// Nothing is shown larger than this when everything fits anyway.
const FIT_NEAREST: f32 = 1.4;

impl Default for Camera {
    fn default() -> Camera {
        Camera { shift: Point::new(0.0, 0.0), scale: 1.0 }
    }
}

impl Camera {
    /// Shows all cells from the first to the last, with one more around, in a viewport of this size.
    pub(crate) fn fit(first: Pos, last: Pos, viewport: Point) -> Camera {
        let from = Point::new(f32::from(first.x) - 1.0, f32::from(first.y) - 1.0) * TILE;
        let to = Point::new(f32::from(last.x) + 2.0, f32::from(last.y) + 2.0) * TILE;
        let size = to - from;
        let scale = (viewport.x / size.x).min(viewport.y / size.y).clamp(FARTHEST, FIT_NEAREST);
        let middle = (from + to) * 0.5;
        Camera { shift: viewport * 0.5 - middle * scale, scale }
    }

    pub(crate) fn moved(self, by: Point) -> Camera {
        Camera { shift: self.shift + by, ..self }
    }

    /// Nearer or farther, with what is under `fixed` staying there.
    pub(crate) fn zoomed(self, factor: f32, fixed: Point) -> Camera {
        let scale = (self.scale * factor).clamp(FARTHEST, NEAREST);
        let factor = scale / self.scale;
        Camera { shift: fixed - (fixed - self.shift) * factor, scale }
    }

    /// The point of the board seen at a point of the viewport.
    pub(crate) fn board_point(self, seen: Point) -> Point {
        (seen - self.shift) * (1.0 / self.scale)
    }

    /// Where in the viewport a point of the board is seen.
    pub(crate) fn seen_point(self, point: Point) -> Point {
        point * self.scale + self.shift
    }

    /// Moves as little as needed to show a cell and what is around it.
    pub(crate) fn showing(self, pos: Pos, viewport: Point) -> Camera {
        let middle = Point::new(f32::from(pos.x) + 0.5, f32::from(pos.y) + 0.5) * TILE;
        let seen = self.seen_point(middle);
        let room = TILE * self.scale;
        let push = |at: f32, length: f32| {
            let room = room.min(length / 2.0);
            at.clamp(room, length - room) - at
        };
        self.moved(Point::new(push(seen.x, viewport.x), push(seen.y, viewport.y)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VIEWPORT: Point = Point::new(800.0, 600.0);

    fn near(a: Point, b: Point) -> bool {
        a.distance(b) < 0.01
    }

    #[test]
    fn zooming_keeps_the_point_under_the_pointer() {
        let camera = Camera { shift: Point::new(40.0, -30.0), scale: 0.8 };
        let pointer = Point::new(200.0, 100.0);
        for factor in [1.1, 0.5, 100.0, 0.0001] {
            let zoomed = camera.zoomed(factor, pointer);
            assert!(near(zoomed.board_point(pointer), camera.board_point(pointer)), "{factor}");
            assert!((FARTHEST..=NEAREST).contains(&zoomed.scale));
        }
    }

    #[test]
    fn fitting_shows_all_cells() {
        let camera = Camera::fit(Pos::new(-3, -2), Pos::new(4, 1), VIEWPORT);
        let corners = [Point::new(-300.0, -200.0), Point::new(500.0, 200.0)];
        for corner in corners {
            let seen = corner * camera.scale + camera.shift;
            assert!(seen.x >= 0.0 && seen.x <= VIEWPORT.x && seen.y >= 0.0 && seen.y <= VIEWPORT.y, "{seen:?}");
        }
        let middle = camera.board_point(VIEWPORT * 0.5);
        assert!(near(middle, Point::new(100.0, 0.0)), "{middle:?}");
    }

    #[test]
    fn a_cell_out_of_sight_comes_into_sight_and_others_do_not_move() {
        let camera = Camera::default();
        assert_eq!(camera.showing(Pos::new(3, 3), VIEWPORT), camera);
        let moved = camera.showing(Pos::new(20, 3), VIEWPORT);
        let seen = Point::new(2050.0, 350.0) + moved.shift;
        assert!(seen.x < VIEWPORT.x && seen.x > 0.0, "{seen:?}");
    }
}
