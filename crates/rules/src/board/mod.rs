//! The board: tiles on the unbounded grid, the open cells around them, and the features they form, all kept up to date
//! as tiles are laid.

mod cells;
mod feature;
mod survey;
mod view;

pub use feature::{Feature, FeatureId};
pub use survey::{Demand, OpenEnd};
pub use view::{FeatureInfo, LaidTile};

use crate::geometry::{Corner, Pos, Rotation, Side};
use crate::seat::{Seat, SeatSet};
use crate::stack::{Roomy, Stack};
use crate::terrain::FeatureKind;
use crate::tiles::{Lane, MAX_SEGMENTS, NO_SEGMENT, Segment, TileKind};
use cells::{Cells, Found};
use feature::{Features, NO_FEATURE};

/// A tile on the board, numbered in the order in which the tiles were laid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TileIndex(pub(crate) u8);

/// A segment of a tile on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Node(pub(crate) u16);

#[derive(Clone, Copy)]
struct Laid {
    kind: TileKind,
    first_node: u16,
    rotation: Rotation,
    /// The segment that wants to be surrounded, or `NO_SEGMENT`: kept here because every tile laid nearby asks for it.
    centre: u8,
}

/// A tile can complete one feature for each of its segments, and the centres of the eight tiles around it.
const MAX_CLOSED: usize = MAX_SEGMENTS + 8;

/// The most tiles of any game: their numbers fit into a byte.
pub const MAX_TILES: usize = 256;

/// The most features that any game's board tells apart.
pub(crate) const MAX_FEATURES: usize = 1024;

/// How much a board has to hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Room {
    pub(crate) tiles: usize,
    pub(crate) segments: usize,
    /// At a time.
    pub(crate) features: usize,
}

impl Room {
    /// Room for all of these tiles, each kind with its number.
    pub(crate) fn for_tiles(tiles: impl Iterator<Item = (TileKind, u8)>) -> Room {
        let mut room = Room { features: 1, ..Room::default() };
        for (kind, count) in tiles {
            let (count, def) = (usize::from(count), kind.def());
            let segments = def.segments().len();
            // A tile that has a segment at every side joins at least one of them to a feature that is there.
            let has_segment =
                |side: Side| Lane::ALL.into_iter().any(|lane| def.segment_at(side, lane, Rotation::NONE).is_some());
            let joins = Side::ALL.into_iter().all(has_segment);
            room.tiles += count;
            room.segments += count * segments;
            room.features += count * (segments - usize::from(joins));
        }
        room
    }
}

/// The tiles on the table and what they form.
#[derive(Clone)]
pub struct Board {
    tiles: Roomy<Laid>,
    cells: Cells,
    features: Features,
    /// What the last tile completed.
    closed: Stack<FeatureId, MAX_CLOSED>,
    /// Whether some tile has a centre, so that diagonal neighbours matter.
    centres: bool,
}

impl Board {
    /// An empty board with so much room: laying tiles within it allocates nothing.
    pub(crate) fn new(room: Room) -> Self {
        debug_assert!(room.tiles <= MAX_TILES, "a board holds {MAX_TILES} tiles");
        Board {
            tiles: Roomy::with_room(room.tiles),
            cells: Cells::new(room.tiles),
            features: Features::new(room.segments, room.features),
            closed: Stack::new(NO_FEATURE),
            centres: false,
        }
    }

    /// Whether the tile fits on some cell in some rotation by its sides (C3, C9).
    pub(crate) fn fits(&self, kind: TileKind) -> bool {
        self.cells.fits(kind.def().edges())
    }

    /// Calls back for every cell and rotation where the sides of the tile match (C3).
    #[inline]
    pub(crate) fn placements(&self, kind: TileKind, each: impl FnMut(Pos, Rotation)) {
        self.cells.placements(kind.def().edges(), each);
    }

    /// The open cells: empty, with a tile at one of their sides.
    pub(crate) fn open_cells(&self) -> &[Pos] {
        self.cells.open()
    }

    /// Whether the cell is empty and shares a side with a tile.
    pub fn is_open(&self, pos: Pos) -> bool {
        matches!(self.cells.find(pos), Found::Open(_))
    }

    /// Whether the sides of the tile match at this cell. `None` if the cell is not open.
    pub(crate) fn sides_match(&self, kind: TileKind, pos: Pos, rotation: Rotation) -> Option<bool> {
        self.cells.matches(kind.def().edges(), pos, rotation)
    }

    /// The tile on a cell.
    pub(crate) fn tile_at(&self, pos: Pos) -> Option<TileIndex> {
        match self.cells.find(pos) {
            Found::Tile(index) => Some(index),
            _ => None,
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.tiles.len()
    }

    pub(crate) fn kind(&self, tile: TileIndex) -> TileKind {
        self.tiles[tile.0 as usize].kind
    }

    pub(crate) fn pos(&self, tile: TileIndex) -> Pos {
        self.cells.tile_cell(tile)
    }

    pub(crate) fn rotation(&self, tile: TileIndex) -> Rotation {
        self.tiles[tile.0 as usize].rotation
    }

    /// The node of a segment; the segment must be one of the tile's.
    pub(crate) fn node(&self, tile: TileIndex, segment: Segment) -> Node {
        Node(self.tiles[tile.0 as usize].first_node + u16::from(segment.0))
    }

    /// The tile and segment of a node.
    pub(crate) fn place_of(&self, node: Node) -> (TileIndex, Segment) {
        let tile = self.features.tile(node);
        (tile, Segment((node.0 - self.tiles[tile.0 as usize].first_node) as u8))
    }

    /// The cell and segment of a node.
    pub(crate) fn pos_of(&self, node: Node) -> (Pos, Segment) {
        let (tile, segment) = self.place_of(node);
        (self.pos(tile), segment)
    }

    pub(crate) fn feature_of(&self, node: Node) -> FeatureId {
        self.features.of(node)
    }

    /// What a feature adds up to, without copying it.
    pub fn feature(&self, id: FeatureId) -> &Feature {
        self.features.get(id)
    }

    /// All features on the board.
    pub fn features(&self) -> impl Iterator<Item = (FeatureId, &Feature)> {
        self.features.iter()
    }

    /// The segments of a feature, in no particular order.
    pub(crate) fn members(&self, id: FeatureId) -> impl Iterator<Item = Node> + '_ {
        self.features.members(id)
    }

    /// Calls back for every feature that borders this one on some tile, once each however often they touch (B8, N5).
    pub fn each_bordering(&self, id: FeatureId, mut each: impl FnMut(FeatureId, &Feature)) {
        let mut seen = [0u64; MAX_FEATURES / 64];
        for node in self.members(id).filter(|&node| self.features.has_borders(node)) {
            let (tile, segment) = self.place_of(node);
            let first_node = node.0 - u16::from(segment.0);
            for neighbour in self.kind(tile).def().segments()[segment.index()].borders.iter() {
                let other = self.features.of(Node(first_node + u16::from(neighbour.0)));
                let (word, bit) = (other.index() / 64, 1 << (other.index() % 64));
                if seen[word] & bit == 0 {
                    seen[word] |= bit;
                    each(other, self.feature(other));
                }
            }
        }
    }

    /// The first printed segment of a feature in reading order (C18); for a river system, of its rivers and lakes.
    pub(crate) fn first_member(&self, id: FeatureId) -> (Pos, Segment) {
        let printed = |node| {
            let (tile, segment) = self.place_of(node);
            (self.pos(tile), self.kind(tile).def().printed(segment))
        };
        self.members(id).map(printed).min().expect("a feature has segments")
    }

    /// One of the segments of a feature; it always has one.
    pub(crate) fn any_member(&self, id: FeatureId) -> Node {
        self.features.head(id)
    }

    /// The features completed by the last tile: those without an open side, and the centres now surrounded.
    pub(crate) fn closed(&self) -> &[FeatureId] {
        &self.closed
    }

    /// Puts features into the order in which they are scored (C18): that of their first segments.
    pub(crate) fn sort_by_place(&self, ids: &mut [FeatureId]) {
        if ids.len() > 1 {
            insertion_sort(ids, &|id| self.first_member(id));
        }
    }

    /// The closed features that `keep` wants, in the order in which they are scored (C18).
    pub(crate) fn closed_in_order(&self, keep: impl Fn(&Feature) -> bool) -> Stack<FeatureId, MAX_CLOSED> {
        let mut chosen = Stack::new(NO_FEATURE);
        for &id in self.closed.iter() {
            if keep(self.feature(id)) {
                chosen.push(id);
            }
        }
        self.sort_by_place(&mut chosen);
        chosen
    }

    /// A piece that counts so much in majorities comes to a segment.
    pub(crate) fn add_strength(&mut self, node: Node, seat: Seat, strength: u8) {
        let id = self.features.of(node);
        self.features.get_mut(id).add_strength(seat, strength);
    }

    /// A piece that counts so much in majorities leaves a segment.
    pub(crate) fn remove_strength(&mut self, node: Node, seat: Seat, strength: u8) {
        let id = self.features.of(node);
        self.features.get_mut(id).remove_strength(seat, strength);
    }

    /// Lays a tile. The cell must be open (or the board empty) and the sides must match.
    pub(crate) fn lay(&mut self, kind: TileKind, pos: Pos, rotation: Rotation) -> TileIndex {
        let def = kind.def();
        let index = self.cells.occupy(pos);
        self.closed.clear();

        let edges = (def.edges() >> (16 * rotation.index())) as u16;
        let ports = def.port_segments(rotation);
        let mut joined = [NO_FEATURE; MAX_SEGMENTS];
        let mut empty_sides: u16 = 0;
        let mut around = 0;
        for side in Side::ALL {
            match self.cells.find(pos.step(side)) {
                Found::Tile(neighbour) => {
                    around += 1;
                    self.join(side, ports, neighbour, &mut joined);
                    self.surround(neighbour);
                }
                found => {
                    empty_sides |= 0xf << (4 * side.index());
                    self.cells.restrict(pos.step(side), found, side.opposite(), edges >> (4 * side.index()) & 0xf);
                }
            }
        }
        self.centres |= def.centre().is_some();
        if self.centres {
            for corner in Corner::ALL {
                if let Found::Tile(neighbour) = self.cells.find(pos.diagonal(corner)) {
                    around += 1;
                    self.surround(neighbour);
                }
            }
        }

        let first_node = self.features.node_count();
        for (segment, feature) in def.segments().iter().zip(joined) {
            self.features.add_segment(segment, index, feature, segment.ports[rotation.index()].0 & empty_sides);
        }
        if let Some(centre) = def.centre() {
            let id = self.features.of(Node(first_node + u16::from(centre.0)));
            self.features.get_mut(id).open = 8 - around;
        }
        for node in first_node..self.features.node_count() {
            let id = self.features.of(Node(node));
            if self.features.get(id).open == 0 && !self.closed.contains(&id) {
                self.closed.push(id);
            }
        }
        let centre = def.centre().map_or(NO_SEGMENT, |segment| segment.0);
        self.tiles.push(Laid { kind, first_node, rotation, centre });
        index
    }

    /// Joins the segments that meet at one side: the neighbour's features lose an open side there, and are merged where
    /// a segment of the new tile meets several (C4).
    fn join(&mut self, side: Side, ports: &[u8; 16], neighbour: TileIndex, joined: &mut [FeatureId; MAX_SEGMENTS]) {
        let other = self.tiles[neighbour.0 as usize];
        let other_ports = other.kind.def().port_segments(other.rotation);
        let (here, there) = (side.index() * 4, side.opposite().index() * 4);
        for lane in Lane::ALL {
            let segment = ports[here + lane as usize];
            let facing = other_ports[there + lane.facing() as usize];
            if segment == NO_SEGMENT || facing == NO_SEGMENT {
                continue;
            }
            let id = self.features.meet(Node(other.first_node + u16::from(facing)), there + lane.facing() as usize);
            let mine = joined[segment as usize];
            if mine == NO_FEATURE {
                joined[segment as usize] = id;
            } else if mine != id {
                let (kept, gone) = self.features.merge(mine, id);
                for slot in joined.iter_mut().filter(|slot| **slot == gone) {
                    *slot = kept;
                }
            }
        }
    }

    /// One more cell around a tile is taken: its centre, if it has one, needs one cell less.
    fn surround(&mut self, tile: TileIndex) {
        let laid = self.tiles[tile.0 as usize];
        if laid.centre == NO_SEGMENT {
            return;
        }
        let id = self.features.of(Node(laid.first_node + u16::from(laid.centre)));
        let feature = self.features.get_mut(id);
        feature.open -= 1;
        if feature.open == 0 {
            self.closed.push(id);
        }
    }

    /// How much memory it takes beside its own value.
    pub(crate) fn heap_bytes(&self) -> usize {
        self.tiles.bytes() + self.cells.heap_bytes() + self.features.heap_bytes()
    }

    /// Makes this board equal to the other by copying only what is in use.
    pub(crate) fn copy_from(&mut self, other: &Self) {
        self.tiles.clone_from(&other.tiles);
        self.cells.copy_from(&other.cells);
        self.features.copy_from(&other.features);
        self.closed.copy_from(&other.closed);
        self.centres = other.centres;
    }

    /// The kind of the segment at a node.
    pub(crate) fn kind_of(&self, node: Node) -> FeatureKind {
        self.feature(self.feature_of(node)).kind()
    }

    /// The owners of a feature (C13).
    pub(crate) fn owners(&self, id: FeatureId) -> SeatSet {
        self.feature(id).owners()
    }
}

/// The most features that are put into order at once: those with followers, or those that one tile closes.
const MOST_SORTED: usize = 64;

/// Puts few features into the order of their places, each worked out once. Not generic: one piece of code for the boards of
/// all games.
fn insertion_sort(ids: &mut [FeatureId], place: &dyn Fn(FeatureId) -> (Pos, Segment)) {
    let mut places = [(Pos::ORIGIN, Segment(0)); MOST_SORTED];
    for index in 0..ids.len() {
        let id = ids[index];
        let own = place(id);
        let mut at = index;
        while at > 0 && places[at - 1] > own {
            (places[at], ids[at]) = (places[at - 1], ids[at - 1]);
            at -= 1;
        }
        (places[at], ids[at]) = (own, id);
    }
}

#[cfg(test)]
mod tests;
