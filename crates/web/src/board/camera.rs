//! Which part of the board is seen.

use art::{Point, TILE};
use rules::Pos;

/// Board point `p` is seen at `p * scale + shift` of the viewport.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Camera {
    pub(crate) shift: Point,
    pub(crate) scale: f32,
}

/// The part of the viewport that nothing covers.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Room {
    pub(crate) from: Point,
    pub(crate) to: Point,
}

impl Room {
    pub(crate) fn size(self) -> Point {
        self.to - self.from
    }

    pub(crate) fn middle(self) -> Point {
        (self.from + self.to) * 0.5
    }

    /// What is left of it beside something that covers a part, with a gap between them: on the side where most is left.
    pub(crate) fn beside(self, from: Point, to: Point, gap: f32) -> Room {
        let Room { from: a, to: b } = self;
        if to.x <= a.x || from.x >= b.x || to.y <= a.y || from.y >= b.y {
            return self;
        }
        let parts = [
            Room { from: Point::new(to.x + gap, a.y), to: b },
            Room { from: a, to: Point::new(from.x - gap, b.y) },
            Room { from: Point::new(a.x, to.y + gap), to: b },
            Room { from: a, to: Point::new(b.x, from.y - gap) },
        ];
        let area = |room: &Room| room.size().x.max(0.0) * room.size().y.max(0.0);
        parts.into_iter().max_by(|one, other| area(one).total_cmp(&area(other))).unwrap_or(self)
    }
}

const NEAREST: f32 = 3.0;
const FARTHEST: f32 = 0.15;
/// Nothing is shown larger than this when everything fits anyway.
const FIT_NEAREST: f32 = 1.4;
/// So many times as large everything must fit before it is shown larger.
const MUCH_NEARER: f32 = 1.3;

impl Default for Camera {
    fn default() -> Camera {
        Camera { shift: Point::new(0.0, 0.0), scale: 1.0 }
    }
}

impl Camera {
    /// Shows all cells from the first to the last, with one more around, in the room that there is.
    pub(crate) fn fit(first: Pos, last: Pos, room: Room) -> Camera {
        let from = Point::new(f32::from(first.x) - 1.0, f32::from(first.y) - 1.0) * TILE;
        let to = Point::new(f32::from(last.x) + 2.0, f32::from(last.y) + 2.0) * TILE;
        let size = to - from;
        let free = room.size();
        let scale = (free.x / size.x).min(free.y / size.y).clamp(FARTHEST, FIT_NEAREST);
        let middle = (from + to) * 0.5;
        Camera { shift: room.middle() - middle * scale, scale }
    }

    /// The same while all cells and those around them are still seen: a board that moves with every tile is hard to follow,
    /// and much work. Else everything with some room where the board grew.
    pub(crate) fn grown(self, first: Pos, last: Pos, room: Room) -> Camera {
        let fit = Camera::fit(first, last, room);
        let from = self.seen_point(Point::new(f32::from(first.x) - 1.0, f32::from(first.y) - 1.0) * TILE);
        let to = self.seen_point(Point::new(f32::from(last.x) + 2.0, f32::from(last.y) + 2.0) * TILE);
        let out = |seen: f32, bound: f32| i16::from(seen < bound - 1.0);
        let (left, top) = (out(from.x, room.from.x), out(from.y, room.from.y));
        let (right, bottom) = (out(-to.x, -room.to.x), out(-to.y, -room.to.y));
        if left + top + right + bottom == 0 {
            return if fit.scale > self.scale * MUCH_NEARER { fit } else { self };
        }
        Camera::fit(Pos::new(first.x - left, first.y - top), Pos::new(last.x + right, last.y + bottom), room)
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

    /// As a style that moves things from the board's point of origin to where they are seen.
    pub(crate) fn style(self) -> String {
        format!("translate({}px,{}px) scale({})", self.shift.x, self.shift.y, self.scale)
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
    pub(crate) fn showing(self, pos: Pos, room: Room) -> Camera {
        let middle = Point::new(f32::from(pos.x) + 0.5, f32::from(pos.y) + 0.5) * TILE;
        let seen = self.seen_point(middle);
        let around = TILE * self.scale * 0.75;
        let push = |at: f32, from: f32, to: f32| {
            let around = around.min((to - from) / 2.0);
            at.clamp(from + around, to - around) - at
        };
        self.moved(Point::new(push(seen.x, room.from.x, room.to.x), push(seen.y, room.from.y, room.to.y)))
    }

    /// The same with at least a part of the board, from the first to the last cell, in sight: it cannot be lost.
    pub(crate) fn within(self, first: Pos, last: Pos, room: Room) -> Camera {
        let from = self.seen_point(Point::new(f32::from(first.x), f32::from(first.y)) * TILE);
        let to = self.seen_point(Point::new(f32::from(last.x) + 1.0, f32::from(last.y) + 1.0) * TILE);
        let least = TILE * self.scale;
        let push = |from: f32, to: f32, low: f32, high: f32| {
            let least = least.min((high - low) / 2.0);
            if to < low + least {
                low + least - to
            } else if from > high - least {
                high - least - from
            } else {
                0.0
            }
        };
        let x = push(from.x, to.x, room.from.x, room.to.x);
        let y = push(from.y, to.y, room.from.y, room.to.y);
        self.moved(Point::new(x, y))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VIEWPORT: Room = Room { from: Point::new(100.0, 20.0), to: Point::new(900.0, 620.0) };

    fn is_in(seen: Point) -> bool {
        let Room { from, to } = VIEWPORT;
        seen.x >= from.x && seen.x <= to.x && seen.y >= from.y && seen.y <= to.y
    }

    fn near(a: Point, b: Point) -> bool {
        a.distance(b) < 0.01
    }

    #[test]
    fn panels_take_the_side_where_they_stand() {
        let desk = Room { from: Point::new(0.0, 0.0), to: Point::new(1440.0, 900.0) };
        let tools = desk.beside(Point::new(16.0, 16.0), Point::new(70.0, 400.0), 8.0);
        assert_eq!(tools, Room { from: Point::new(78.0, 0.0), to: desk.to });
        let side = tools.beside(Point::new(1100.0, 16.0), Point::new(1424.0, 884.0), 8.0);
        assert_eq!(side.to, Point::new(1092.0, 900.0));
        let tray = side.beside(Point::new(84.0, 740.0), Point::new(1080.0, 884.0), 8.0);
        assert_eq!(tray.to, Point::new(1092.0, 732.0));
        // The hand stands out of the tray.
        let hand = tray.beside(Point::new(100.0, 680.0), Point::new(280.0, 870.0), 8.0);
        assert_eq!(hand, Room { from: tray.from, to: Point::new(1092.0, 672.0) });
        assert_eq!(hand.beside(Point::new(2000.0, 0.0), Point::new(2100.0, 50.0), 8.0), hand);
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
            assert!(is_in(seen), "{seen:?}");
        }
        let middle = camera.board_point(VIEWPORT.middle());
        assert!(near(middle, Point::new(100.0, 0.0)), "{middle:?}");
    }

    #[test]
    fn a_growing_board_moves_seldom_and_is_always_seen() {
        let first = Pos::new(-3, -2);
        let mut camera = Camera::fit(first, Pos::new(4, 1), VIEWPORT);
        let mut moved = 0;
        for x in 4..12 {
            let last = Pos::new(x, 1);
            let grown = camera.grown(first, last, VIEWPORT);
            moved += usize::from(grown != camera);
            camera = grown;
            for corner in [Point::new(-400.0, -300.0), Point::new(f32::from(x) * 100.0 + 200.0, 300.0)] {
                let seen = camera.seen_point(corner);
                assert!(is_in(seen + (VIEWPORT.middle() - seen) * 0.01), "{x}: {seen:?}");
            }
        }
        assert!((2..=4).contains(&moved), "{moved}");
        // Where there is much more room, it is used.
        assert_eq!(camera.grown(first, Pos::new(0, 0), VIEWPORT), Camera::fit(first, Pos::new(0, 0), VIEWPORT));
    }

    #[test]
    fn a_cell_out_of_sight_comes_into_sight_and_others_do_not_move() {
        let camera = Camera::default();
        assert_eq!(camera.showing(Pos::new(3, 3), VIEWPORT), camera);
        let moved = camera.showing(Pos::new(20, 3), VIEWPORT);
        assert!(is_in(Point::new(2050.0, 350.0) + moved.shift), "{moved:?}");
    }

    #[test]
    fn a_board_cannot_be_lost() {
        let (first, last) = (Pos::new(-1, -1), Pos::new(1, 1));
        let camera = Camera::fit(first, last, VIEWPORT);
        assert_eq!(camera.within(first, last, VIEWPORT), camera);
        for by in [Point::new(9000.0, 0.0), Point::new(-9000.0, 500.0), Point::new(0.0, -9000.0)] {
            let kept = camera.moved(by).within(first, last, VIEWPORT);
            let corners = [-100.0, 0.0, 100.0, 200.0].map(|x| [-100.0, 0.0, 100.0, 200.0].map(|y| Point::new(x, y)));
            assert!(corners.into_iter().flatten().any(|corner| is_in(kept.seen_point(corner))), "{by:?}: {kept:?}");
        }
    }
}
