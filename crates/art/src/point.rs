//! Points in tile coordinates, and the hash that stands for chance.

use rules::Rotation;
use std::ops::{Add, Mul, Sub};

/// The length of a tile's side in tile coordinates.
pub const TILE: f32 = 100.0;

/// A point of a tile: `x` grows to the east, `y` to the south, both from 0 to [`TILE`].
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Point {
    /// Distance from the west side.
    pub x: f32,
    /// Distance from the north side.
    pub y: f32,
}

impl Point {
    /// The middle of a tile.
    pub const CENTRE: Point = Point::new(TILE / 2.0, TILE / 2.0);

    /// The point at these coordinates.
    pub const fn new(x: f32, y: f32) -> Point {
        Point { x, y }
    }

    /// Where the point of the printed tile comes to lie when the tile is turned.
    pub fn turned(self, rotation: Rotation) -> Point {
        match rotation.index() {
            0 => self,
            1 => Point::new(TILE - self.y, self.x),
            2 => Point::new(TILE - self.x, TILE - self.y),
            _ => Point::new(self.y, TILE - self.x),
        }
    }

    /// The distance to another point.
    pub fn distance(self, other: Point) -> f32 {
        (self - other).length()
    }

    pub(crate) fn length(self) -> f32 {
        // Not `hypot`: nothing here is near the ends of the numbers, and browsers have an instruction for this.
        (self.x * self.x + self.y * self.y).sqrt()
    }

    /// The same direction with length one; nothing stays nothing.
    pub(crate) fn unit(self) -> Point {
        let length = self.length();
        if length > 1e-6 { self * (1.0 / length) } else { self }
    }

    /// Turned by a quarter, clockwise on the screen.
    pub(crate) fn across(self) -> Point {
        Point::new(-self.y, self.x)
    }

    pub(crate) fn towards(self, other: Point, share: f32) -> Point {
        self + (other - self) * share
    }
}

impl Add for Point {
    type Output = Point;
    fn add(self, other: Point) -> Point {
        Point::new(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Point {
    type Output = Point;
    fn sub(self, other: Point) -> Point {
        Point::new(self.x - other.x, self.y - other.y)
    }
}

impl Mul<f32> for Point {
    type Output = Point;
    fn mul(self, factor: f32) -> Point {
        Point::new(self.x * factor, self.y * factor)
    }
}

/// A stream of numbers that look random and are always the same for the same seed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dice(u64);

impl Dice {
    /// A stream for a named purpose: changing how one detail is drawn leaves the others as they are.
    pub(crate) fn named(seed: u64, name: &str) -> Dice {
        Dice(
            name.bytes().fold(seed ^ 0xcbf2_9ce4_8422_2325, |hash, byte| {
                (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
            }),
        )
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// From 0 up to, not including, 1.
    pub(crate) fn share(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1u64 << 24) as f32
    }

    pub(crate) fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.share()
    }

    pub(crate) fn below(&mut self, count: usize) -> usize {
        (self.next() % count.max(1) as u64) as usize
    }
}
