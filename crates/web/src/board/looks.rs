//! Drawn tiles, kept: working out a tile's layout takes longer than everything else.

use art::{Landscape, Point, TILE, Theme, Tile, variant_at};
use rules::{LaidTile, Pos, Rotation, Segment, TileKind};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

thread_local! {
    static DRAWN: RefCell<BTreeMap<TileKind, Rc<Tile>>> = const { RefCell::new(BTreeMap::new()) };
}

/// The layout of a kind of tile.
pub(crate) fn tile(kind: TileKind) -> Rc<Tile> {
    DRAWN.with_borrow_mut(|drawn| Rc::clone(drawn.entry(kind).or_insert_with(|| Rc::new(Tile::new(kind)))))
}

/// Whether a tile can be drawn at once.
pub(super) fn is_laid_out(kind: TileKind) -> bool {
    DRAWN.with_borrow(|drawn| drawn.contains_key(&kind))
}

pub(crate) fn theme_of(kind: TileKind) -> &'static Theme {
    Landscape::of(kind.def().set()).theme()
}

/// How one tile looks: its kind, its rotation and one of a few variants of the details.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Look {
    kind: TileKind,
    rotation: Rotation,
    variant: u8,
}

impl Look {
    pub(crate) fn of(tile: &LaidTile) -> Look {
        Look { kind: tile.kind, rotation: tile.rotation, variant: variant_at(tile.pos) }
    }

    pub(super) const fn kind(self) -> TileKind {
        self.kind
    }

    /// The name under which it is defined; the ground has a `g` after it, the details a `d`.
    pub(crate) fn id(self) -> String {
        let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '-' };
        let name: String = self.kind.name().chars().map(plain).collect();
        format!("look-{name}-{}{}", self.rotation.quarters(), self.variant)
    }

    /// Its definition, for a `<defs>` element.
    pub(crate) fn definition(self) -> String {
        let art = tile(self.kind).draw(self.rotation, self.variant, theme_of(self.kind));
        format!("<g id=\"{0}g\">{1}</g><g id=\"{0}d\">{2}</g>", self.id(), art.ground, art.detail)
    }
}

/// The north-west corner of a cell, in board coordinates.
pub(crate) fn corner_of(pos: Pos) -> Point {
    Point::new(f32::from(pos.x) * TILE, f32::from(pos.y) * TILE)
}

/// The cell in which a point of the board lies.
pub(crate) fn cell_at(point: Point) -> Pos {
    let cell = |at: f32| (at / TILE).floor().clamp(-9999.0, 9999.0) as i16;
    Pos::new(cell(point.x), cell(point.y))
}

/// How far inside its tile a follower stands at least: it is a third of a tile wide, and would else stand on the next one, too.
const INSIDE: f32 = 14.0;

/// Where a follower stands on a segment of a tile on the board.
pub(crate) fn place_on(laid: &LaidTile, segment: Segment) -> Option<Point> {
    let at = tile(laid.kind).place(segment, laid.rotation)?;
    let inside = |length: f32| length.clamp(INSIDE, TILE - INSIDE);
    Some(corner_of(laid.pos) + Point::new(inside(at.x), inside(at.y)))
}
