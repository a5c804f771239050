//! A kind of tile, ready to be drawn in any rotation, with the places that the client needs.

use crate::icons;
use crate::layout::Layout;
use crate::outline::outline;
use crate::paint::{Painter, TileArt};
use crate::places::{Places, aside};
use crate::point::Point;
use crate::theme::{Landscape, Theme};
use rules::{FeatureKind, Rotation, Segment, TileKind};

/// A kind of tile with its layout worked out. Making one takes a few milliseconds; keep it for drawing more.
#[derive(Clone, Debug)]
pub struct Tile {
    layout: Layout,
    places: Places,
}

impl Tile {
    /// Works out where everything on the tile lies.
    pub fn new(kind: TileKind) -> Tile {
        let layout = Layout::of(kind);
        let places = Places::of(&layout);
        Tile { layout, places }
    }

    /// The kind of tile.
    pub fn kind(&self) -> TileKind {
        self.layout.kind
    }

    /// Draws the tile. Details differ from variant to variant; what matters in the rules does not.
    pub fn draw(&self, rotation: Rotation, variant: u8, theme: &Theme) -> TileArt {
        let turned = self.layout.turned(rotation);
        let name = self.kind().name();
        let seed = name.bytes().fold(u64::from(variant) * 4 + u64::from(rotation.quarters()), |hash, byte| {
            hash.wrapping_mul(0x0100_0000_01b3).wrapping_add(byte.into())
        });
        Painter { layout: &turned, places: &self.places, theme, rotation, seed }.paint()
    }

    /// Where a follower stands on a printed segment of the tile turned by `rotation`; for a river system, where a hut
    /// stands: on its lake, or else on its river.
    pub fn place(&self, segment: Segment, rotation: Rotation) -> Option<Point> {
        let def = self.layout.def();
        let printed = if def.segment(segment).is_some() {
            segment
        } else {
            let waters = def.printed_segments().filter(|(_, water)| water.system == Some(segment));
            waters.max_by_key(|(_, water)| water.kind == FeatureKind::Lake)?.0
        };
        let place = self.places.followers.get(printed.index())?.turned(rotation);
        let spot = self.layout.spots.iter().find(|spot| spot.segment == printed);
        let beside = spot.and_then(|spot| Some(spot.centre.turned(rotation) + aside(spot.kind)?));
        Some(beside.unwrap_or(place))
    }

    /// The area of a printed segment of the tile turned by `rotation`, as SVG path data.
    pub fn area(&self, segment: Segment, rotation: Rotation) -> Option<String> {
        self.layout.def().segment(segment)?;
        Some(outline(&self.layout.grid.turned(rotation), segment.0))
    }

    /// The printed segment drawn at a point of the tile turned by `rotation`.
    pub fn segment_at(&self, point: Point, rotation: Rotation) -> Option<Segment> {
        let segment = Segment(self.layout.grid.at(point.turned(rotation.inverse())));
        self.layout.def().segment(segment).map(|_| segment)
    }

    /// In how many ways the picture contradicts the tile data; more than none means that no layout was found for it.
    pub fn faults(&self) -> u32 {
        self.layout.faults
    }
}

/// The shared definitions that drawn tiles of a landscape refer to, for a `<defs>` element.
pub fn definitions(landscape: Landscape, theme: &Theme) -> String {
    icons::definitions(landscape, theme)
}
