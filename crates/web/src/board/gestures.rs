//! Pointers on the board: dragging, pinching, tapping.

use art::Point;

/// A pointer that moved less than this, in pixels, tapped.
const SLACK: f32 = 7.0;

#[derive(Clone, Copy, Debug)]
struct Pointer {
    id: i32,
    began: Point,
    at: Point,
}

/// The pointers that are down.
#[derive(Clone, Default, Debug)]
pub(crate) struct Gesture {
    pointers: Vec<Pointer>,
    /// Whether it is more than a tap already.
    dragged: bool,
}

/// What a movement means for the camera.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Motion {
    Still,
    Pan(Point),
    /// Nearer by a factor around a point, after a pan.
    Pinch {
        pan: Point,
        factor: f32,
        around: Point,
    },
}

impl Gesture {
    pub(crate) fn down(&mut self, id: i32, at: Point) {
        self.pointers.retain(|pointer| pointer.id != id);
        if self.pointers.is_empty() {
            self.dragged = false;
        }
        self.pointers.push(Pointer { id, began: at, at });
        self.dragged |= self.pointers.len() > 1;
    }

    pub(crate) fn moved(&mut self, id: i32, to: Point) -> Motion {
        let Some(index) = self.pointers.iter().position(|pointer| pointer.id == id) else { return Motion::Still };
        let from = self.pointers[index].at;
        self.dragged |= self.pointers[index].began.distance(to) > SLACK;
        if !self.dragged {
            return Motion::Still;
        }
        self.pointers[index].at = to;
        let other = self.pointers.iter().find(|pointer| pointer.id != id).map(|pointer| pointer.at);
        match other {
            None => Motion::Pan(to - from),
            Some(other) => {
                let (before, after) = (from.distance(other).max(1.0), to.distance(other).max(1.0));
                let around = (to + other) * 0.5;
                Motion::Pinch { pan: (to - from) * 0.5, factor: after / before, around }
            }
        }
    }

    /// The pointer goes up; says where it tapped, if it did no more.
    pub(crate) fn up(&mut self, id: i32) -> Option<Point> {
        let index = self.pointers.iter().position(|pointer| pointer.id == id)?;
        let pointer = self.pointers.remove(index);
        (!self.dragged).then_some(pointer.at)
    }

    pub(crate) fn cancel(&mut self, id: i32) {
        self.pointers.retain(|pointer| pointer.id != id);
    }

    pub(crate) fn is_dragging(&self) -> bool {
        self.dragged && !self.pointers.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shaky_tap_is_a_tap_and_a_drag_is_none() {
        let mut gesture = Gesture::default();
        gesture.down(1, Point::new(10.0, 10.0));
        assert_eq!(gesture.moved(1, Point::new(13.0, 12.0)), Motion::Still);
        assert_eq!(gesture.up(1), Some(Point::new(10.0, 10.0)));
        gesture.down(1, Point::new(10.0, 10.0));
        assert_eq!(gesture.moved(1, Point::new(30.0, 10.0)), Motion::Pan(Point::new(20.0, 0.0)));
        assert_eq!(gesture.up(1), None);
    }

    #[test]
    fn two_fingers_pinch_and_neither_taps() {
        let mut gesture = Gesture::default();
        gesture.down(1, Point::new(0.0, 0.0));
        gesture.down(2, Point::new(100.0, 0.0));
        let Motion::Pinch { factor, .. } = gesture.moved(2, Point::new(200.0, 0.0)) else { panic!("a pinch") };
        assert!((factor - 2.0).abs() < 1e-6);
        assert_eq!((gesture.up(2), gesture.up(1)), (None, None));
    }
}
