//! The tile sets as constant tables, made from `tiles/*.toml` at build time.

use crate::geometry::{Corner, Rotation, Side};
use crate::terrain::{FeatureKind, Symbol, Tally, Terrain};
use std::fmt;

include!(concat!(env!("OUT_DIR"), "/tiles.rs"));

/// A segment of a tile: its number, from 0, in the order of the tile file. It belongs to the printed tile: turning the
/// tile does not change it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Segment(pub u8);

impl Segment {
    /// The number as an index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Segment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A set of segments of one tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SegmentSet(pub(crate) u16);

impl SegmentSet {
    /// Whether the segment is in the set.
    pub const fn contains(self, segment: Segment) -> bool {
        self.0 & 1 << segment.0 != 0
    }

    /// The segments, in order of their numbers.
    pub fn iter(self) -> impl Iterator<Item = Segment> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let number = rest.trailing_zeros();
            rest &= rest.wrapping_sub(1);
            (number < 16).then_some(Segment(number as u8))
        })
    }
}

/// The places where segments meet across sides, as a set: four a side, clockwise from the north, namely the left half,
/// the middle, the right half (seen from inside the tile, so halves run clockwise: C4), and one underneath, for what
/// runs on below a river (its system, H3).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ports(pub(crate) u16);

/// One of the four places of a side where segments meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lane {
    /// The half that comes first going clockwise.
    Left,
    /// A road, river or path; or a whole side of one terrain.
    Middle,
    /// The half that comes second going clockwise.
    Right,
    /// A river system, below its river.
    Under,
}

impl Lane {
    /// All lanes of a side.
    pub const ALL: [Lane; 4] = [Lane::Left, Lane::Middle, Lane::Right, Lane::Under];

    /// The lane that it meets on the neighbouring tile (C4).
    pub const fn facing(self) -> Lane {
        match self {
            Lane::Left => Lane::Right,
            Lane::Right => Lane::Left,
            other => other,
        }
    }
}

impl Ports {
    /// Whether the segment meets others at this lane of this side.
    pub const fn has(self, side: Side, lane: Lane) -> bool {
        self.0 >> (side.index() * 4 + lane as usize) & 1 != 0
    }

    /// Whether the segment touches this side at all.
    pub const fn touches(self, side: Side) -> bool {
        self.0 >> (side.index() * 4) & 0xf != 0
    }
}

/// One segment of a tile.
#[derive(Debug)]
pub struct SegmentDef {
    /// What it is part of.
    pub kind: FeatureKind,
    /// Where it meets its neighbours, for each rotation.
    pub ports: [Ports; 4],
    /// The segments of the same tile that it borders, where the rules ask for it (B8, N5).
    pub borders: SegmentSet,
    /// A road that ends on this tile (B2).
    pub ends: bool,
    /// A river that begins at a spring on this tile (H3).
    pub spring: bool,
    /// The lake at which a river ends (H3).
    pub lake: Option<Segment>,
    /// The river system that a river or lake belongs to; its number follows the printed ones.
    pub system: Option<Segment>,
    /// The sea at which each port city of a land segment lies.
    pub shores: &'static [Segment],
    /// What is drawn on it.
    pub symbols: &'static [(Symbol, u8)],
    pub(crate) tally: Tally,
}

impl SegmentDef {
    /// Whether the symbol is drawn on it.
    pub fn has(&self, symbol: Symbol) -> bool {
        self.symbols.iter().any(|(drawn, _)| *drawn == symbol)
    }
}

/// One kind of tile.
#[derive(Debug)]
pub struct TileDef {
    set: u8,
    name: &'static str,
    id: &'static str,
    count: u8,
    start: bool,
    last: bool,
    river: bool,
    sides: [Terrain; 4],
    savanna_corners: [bool; 4],
    wide_corners: [bool; 4],
    inferred: bool,
    printed: u8,
    centre: Option<Segment>,
    /// One-hot edge patterns for the four rotations, sixteen bits each.
    edges: u64,
    /// The segment at each port, for each rotation; `NO_SEGMENT` where there is none.
    port_segments: [[u8; 16]; 4],
    segments: &'static [SegmentDef],
}

/// Marks a port without a segment in [`TileDef::port_segments`].
pub(crate) const NO_SEGMENT: u8 = u8::MAX;

const fn edges(sides: [Terrain; 4]) -> u64 {
    let mut pattern = 0;
    let mut rotation = 0;
    while rotation < 4 {
        let mut side = 0;
        while side < 4 {
            let bit = sides[(side + 4 - rotation) % 4].edge_bit() as u64;
            pattern |= bit << (16 * rotation + 4 * side);
            side += 1;
        }
        rotation += 1;
    }
    pattern
}

impl TileDef {
    /// The name used everywhere: `<set>/<id>`.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The name within its set.
    pub const fn id(&self) -> &'static str {
        self.id
    }

    /// The set it belongs to.
    pub const fn set(&self) -> TileSet {
        TileSet::ALL[self.set as usize]
    }

    /// How many copies the set has.
    pub const fn count(&self) -> u8 {
        self.count
    }

    /// Whether one copy lies on the table at the start.
    pub const fn is_start(&self) -> bool {
        self.start
    }

    /// Whether it is kept back as the last of its set (the lake of the River).
    pub const fn is_last(&self) -> bool {
        self.last
    }

    /// Whether a river crosses one of its sides.
    pub const fn is_river(&self) -> bool {
        self.river
    }

    /// The terrain at a side of the tile turned by `rotation`.
    pub const fn side(&self, side: Side, rotation: Rotation) -> Terrain {
        self.sides[side.turned(rotation.inverse()).index()]
    }

    /// Whether the corner of the tile turned by `rotation` shows savanna (S12).
    pub const fn is_savanna(&self, corner: Corner, rotation: Rotation) -> bool {
        self.savanna_corners[corner.turned(rotation.inverse()).index()]
    }

    /// As [`TileDef::is_savanna`], with the option `wide_corners` or without: with it only what lies between two sides of one
    /// and the same bush is bush (S12).
    pub const fn is_savanna_so(&self, corner: Corner, rotation: Rotation, wide: bool) -> bool {
        let corners = if wide { &self.wide_corners } else { &self.savanna_corners };
        corners[corner.turned(rotation.inverse()).index()]
    }

    /// Whether no picture of it was seen, so that some detail is inferred from others.
    pub const fn is_inferred(&self) -> bool {
        self.inferred
    }

    /// The printed segments.
    pub fn printed_segments(&self) -> impl ExactSizeIterator<Item = (Segment, &'static SegmentDef)> + use<> {
        self.segments[..self.printed as usize].iter().enumerate().map(|(number, def)| (Segment(number as u8), def))
    }

    /// All segments: the printed ones, then the river systems.
    pub const fn segments(&self) -> &'static [SegmentDef] {
        self.segments
    }

    /// The definition of a printed segment, if the tile has one with this number.
    pub fn segment(&self, segment: Segment) -> Option<&'static SegmentDef> {
        self.segments[..self.printed as usize].get(segment.index())
    }

    /// The segment itself if it is printed; the first river or lake of a river system.
    pub fn printed(&self, segment: Segment) -> Segment {
        if segment.0 < self.printed {
            return segment;
        }
        let water = self.printed_segments().find(|(_, def)| def.system == Some(segment));
        water.map_or(segment, |(number, _)| number)
    }

    /// The segment in the middle that is complete when the tile is surrounded: a cloister or baobab.
    pub const fn centre(&self) -> Option<Segment> {
        self.centre
    }

    /// The segment that meets the neighbour at this side and lane of the tile turned by `rotation`.
    pub fn segment_at(&self, side: Side, lane: Lane, rotation: Rotation) -> Option<Segment> {
        let number = self.port_segments[rotation.index()][side.index() * 4 + lane as usize];
        (number != NO_SEGMENT).then_some(Segment(number))
    }

    pub(crate) const fn edges(&self) -> u64 {
        self.edges
    }

    pub(crate) const fn port_segments(&self, rotation: Rotation) -> &[u8; 16] {
        &self.port_segments[rotation.index()]
    }
}

/// A kind of tile: a row of the tables.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TileKind(u16);

impl TileKind {
    /// All kinds of all sets.
    pub fn all() -> impl Iterator<Item = TileKind> {
        (0..TILES.len() as u16).map(TileKind)
    }

    /// The kind with this name, `<set>/<id>`.
    pub fn from_name(name: &str) -> Option<TileKind> {
        TileKind::all().find(|kind| kind.def().name == name)
    }

    /// What is printed on it.
    pub fn def(self) -> &'static TileDef {
        &TILES[self.0 as usize]
    }

    /// The name used everywhere: `<set>/<id>`.
    pub fn name(self) -> &'static str {
        self.def().name
    }

    pub(crate) const fn from_index(index: usize) -> TileKind {
        TileKind(index as u16)
    }

    /// The number among all kinds of all sets.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for TileKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl std::str::FromStr for TileKind {
    type Err = crate::units::UnknownName;

    fn from_str(name: &str) -> Result<TileKind, crate::units::UnknownName> {
        TileKind::from_name(name).ok_or_else(|| crate::units::UnknownName::new("tile", name))
    }
}

impl fmt::Display for TileSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl std::str::FromStr for TileSet {
    type Err = crate::units::UnknownName;

    fn from_str(id: &str) -> Result<TileSet, crate::units::UnknownName> {
        TileSet::from_id(id).ok_or_else(|| crate::units::UnknownName::new("tile set", id))
    }
}

impl fmt::Debug for TileKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[derive(Debug)]
struct SetDef {
    id: &'static str,
    title: &'static str,
    version: u8,
    first: u16,
    kinds: u16,
    /// How many kinds, the first ones, are squares of the start board.
    board: u16,
    /// How many copies of all kinds, the start board's squares included.
    tiles: u16,
    /// How many segments all copies have, river systems included.
    segments: u16,
}

impl TileSet {
    /// The name of the set in tile names.
    pub fn id(self) -> &'static str {
        self.def().id
    }

    /// What a person calls it.
    pub fn title(self) -> &'static str {
        self.def().title
    }

    /// Which version of the set this is; records say with which one they were played.
    pub fn version(self) -> u8 {
        self.def().version
    }

    /// The set with this name.
    pub fn from_id(id: &str) -> Option<TileSet> {
        TileSet::ALL.into_iter().find(|set| set.id() == id)
    }

    /// The kinds of its tiles, a start board's squares first.
    pub fn kinds(self) -> impl ExactSizeIterator<Item = TileKind> {
        let def = self.def();
        (def.first..def.first + def.kinds).map(TileKind)
    }

    /// The squares of the start board (Safari); they are no tiles of the bag.
    pub fn start_board(self) -> impl ExactSizeIterator<Item = TileKind> {
        let def = self.def();
        (def.first..def.first + def.board).map(TileKind)
    }

    pub(crate) const fn first_index(self) -> usize {
        SETS[self as usize].first as usize
    }

    pub(crate) const fn kind_count(self) -> usize {
        SETS[self as usize].kinds as usize
    }

    /// How many tiles, and how many segments on all of them, with the start board.
    pub(crate) const fn totals(self) -> (usize, usize) {
        let def = &SETS[self as usize];
        (def.tiles as usize, def.segments as usize)
    }

    fn def(self) -> &'static SetDef {
        &SETS[self as usize]
    }
}
