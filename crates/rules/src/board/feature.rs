//! Features: segments that hang together, with their sums kept up to date while tiles join them.

use super::{MAX_TILES, Node, TileIndex};
use crate::seat::{MAX_SEATS, Seat, SeatSet};
use crate::stack::Roomy;
use crate::terrain::{FeatureKind, Tally};
use crate::tiles::{SegmentDef, SegmentSet};

/// A feature on the board. The number is valid until the next tile is laid.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct FeatureId(pub(super) u16);

impl FeatureId {
    /// The number as an index, below the board's capacity for features.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

pub(super) const NO_FEATURE: FeatureId = FeatureId(u16::MAX);

/// The strength of each seat's pieces, four bits each, and above them the kind: both fit into one word with the kind
/// fixed at birth.
#[derive(Clone, Copy)]
struct Census(u32);

impl Census {
    const SEATS: u32 = 0x00ff_ffff;

    fn new(kind: FeatureKind) -> Census {
        Census((kind as u32) << 24)
    }
}

/// A set of tiles, by their order of laying.
type TileBits = [u64; MAX_TILES / 64];

/// What a feature adds up to.
#[derive(Clone, Copy)]
pub struct Feature {
    /// The tiles as a bit set, by their order of laying.
    tiles: TileBits,
    tally: Tally,
    census: Census,
    /// One of its segments; the others follow in a ring. For a feature that is gone: the next one that is gone.
    head: u16,
    /// How many of its ports lie at empty cells; for a centre, how many cells around it are empty.
    pub(super) open: u16,
}

impl Feature {
    /// What it is.
    pub fn kind(&self) -> FeatureKind {
        FeatureKind::from_index((self.census.0 >> 24) as u8)
    }

    /// Not open any more (C6): no side at an empty cell; a centre is surrounded.
    pub fn is_closed(&self) -> bool {
        self.open == 0
    }

    /// How many places are still open: ports at empty cells, or empty cells around a centre.
    pub fn open(&self) -> u16 {
        self.open
    }

    /// The number of tiles (C5).
    pub fn tile_count(&self) -> u16 {
        let [first, second, rest @ ..] = self.tiles;
        let count = first.count_ones() + second.count_ones();
        // Hardly any board has so many tiles that the rest is in use.
        let more = if rest == [0; 2] { 0 } else { rest.iter().map(|word| word.count_ones()).sum() };
        (count + more) as u16
    }

    /// Whether one of its segments lies on the tile.
    pub(crate) fn is_on(&self, tile: TileIndex) -> bool {
        self.tiles[tile.0 as usize / 64] >> (tile.0 % 64) & 1 != 0
    }

    /// Its segments and symbols.
    pub fn tally(&self) -> Tally {
        self.tally
    }

    /// How much the pieces of the seat on it count together in majorities (C13): followers, and huts in a river system.
    pub fn strength(&self, seat: Seat) -> u8 {
        (self.census.0 >> (4 * seat.index()) & 0xf) as u8
    }

    /// Whether anybody's follower stands on it.
    pub fn is_occupied(&self) -> bool {
        self.census.0 & Census::SEATS != 0
    }

    /// The players with followers here.
    pub fn occupants(&self) -> SeatSet {
        Seat::ALL.into_iter().filter(|&seat| self.strength(seat) > 0).collect()
    }

    /// The players with the greatest strength; none if nobody stands here (C13).
    pub fn owners(&self) -> SeatSet {
        let mut rest = self.census.0 & Census::SEATS;
        let mut most = 1;
        let mut owners = SeatSet::EMPTY;
        for seat in Seat::ALL {
            if rest == 0 {
                break;
            }
            let count = rest & 0xf;
            rest >>= 4;
            if count > most {
                most = count;
                owners = SeatSet::EMPTY.with(seat);
            } else if count == most {
                owners = owners.with(seat);
            }
        }
        owners
    }

    pub(super) fn add_strength(&mut self, seat: Seat, strength: u8) {
        self.census.0 += u32::from(strength) << (4 * seat.index());
    }

    pub(super) fn remove_strength(&mut self, seat: Seat, strength: u8) {
        self.census.0 -= u32::from(strength) << (4 * seat.index());
    }

    fn is_gone(&self) -> bool {
        self.tally.segments() == 0
    }
}

const _: () = assert!(MAX_SEATS * 4 <= 24 && size_of::<Feature>() == 48);

#[derive(Clone, Copy)]
struct Member {
    feature: FeatureId,
    /// The next segment of the same feature; a ring.
    next: u16,
    /// Its ports that lie at empty cells.
    ends: u16,
    tile: TileIndex,
    /// Whether it borders other segments of its tile.
    borders: bool,
}

const _: () = assert!(size_of::<Member>() == 8);

#[derive(Clone)]
pub(super) struct Features {
    members: Roomy<Member>,
    features: Roomy<Feature>,
    /// The first of the features that are gone, whose places can be used again.
    gone: u16,
}

impl Features {
    /// Room for so many segments that form at most so many features at a time.
    pub(super) fn new(segments: usize, features: usize) -> Self {
        Features { members: Roomy::with_room(segments), features: Roomy::with_room(features), gone: NO_FEATURE.0 }
    }

    pub(super) fn node_count(&self) -> u16 {
        self.members.len() as u16
    }

    #[inline]
    pub(super) fn of(&self, node: Node) -> FeatureId {
        self.members[node.0 as usize].feature
    }

    pub(super) fn tile(&self, node: Node) -> TileIndex {
        self.members[node.0 as usize].tile
    }

    /// Whether the segment borders others of its tile.
    #[inline]
    pub(super) fn has_borders(&self, node: Node) -> bool {
        self.members[node.0 as usize].borders
    }

    /// The ports of the segment that lie at empty cells, and its tile.
    #[inline]
    pub(super) fn ends(&self, node: Node) -> (u16, TileIndex) {
        let member = &self.members[node.0 as usize];
        (member.ends, member.tile)
    }

    /// A tile has come to a port of the segment; returns its feature.
    #[inline]
    pub(super) fn meet(&mut self, node: Node, port: usize) -> FeatureId {
        let member = &mut self.members[node.0 as usize];
        member.ends &= !(1 << port);
        let id = member.feature;
        self.features[id.0 as usize].open -= 1;
        id
    }

    #[inline]
    pub(super) fn get(&self, id: FeatureId) -> &Feature {
        &self.features[id.0 as usize]
    }

    #[inline]
    pub(super) fn get_mut(&mut self, id: FeatureId) -> &mut Feature {
        &mut self.features[id.0 as usize]
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (FeatureId, &Feature)> {
        self.features
            .iter()
            .enumerate()
            .filter(|(_, feature)| !feature.is_gone())
            .map(|(index, feature)| (FeatureId(index as u16), feature))
    }

    pub(super) fn head(&self, id: FeatureId) -> Node {
        Node(self.get(id).head)
    }

    pub(super) fn members(&self, id: FeatureId) -> impl Iterator<Item = Node> + '_ {
        let head = self.get(id).head;
        let mut next = Some(head);
        std::iter::from_fn(move || {
            let current = next?;
            let following = self.members[current as usize].next;
            next = (following != head).then_some(following);
            Some(Node(current))
        })
    }

    /// Adds a segment of a new tile, with its ports at empty cells: to a feature that it continues, or as a new one.
    pub(super) fn add_segment(&mut self, segment: &SegmentDef, tile: TileIndex, feature: FeatureId, ends: u16) {
        let node = self.members.len() as u16;
        let open = ends.count_ones() as u16;
        let (word, bit) = (tile.0 as usize / 64, 1 << (tile.0 % 64));
        let (id, next) = if feature == NO_FEATURE {
            let mut tiles = TileBits::default();
            tiles[word] = bit;
            let census = Census::new(segment.kind);
            (self.insert(Feature { tiles, tally: segment.tally, census, head: node, open }), node)
        } else {
            let known = &mut self.features[feature.0 as usize];
            known.tiles[word] |= bit;
            known.tally = known.tally.plus(segment.tally);
            known.open += open;
            let head = known.head as usize;
            (feature, std::mem::replace(&mut self.members[head].next, node))
        };
        self.members.push(Member { feature: id, next, ends, tile, borders: segment.borders != SegmentSet::default() });
    }

    fn insert(&mut self, feature: Feature) -> FeatureId {
        if self.gone == NO_FEATURE.0 {
            self.features.push(feature);
            return FeatureId((self.features.len() - 1) as u16);
        }
        let index = self.gone;
        self.gone = self.features[index as usize].head;
        self.features[index as usize] = feature;
        FeatureId(index)
    }

    /// Makes one feature of two; returns which number stays and which is gone.
    pub(super) fn merge(&mut self, a: FeatureId, b: FeatureId) -> (FeatureId, FeatureId) {
        // Only the smaller one's segments are told, which bounds the work over a whole game.
        let (kept, gone) = if self.get(a).tally.segments() >= self.get(b).tally.segments() { (a, b) } else { (b, a) };
        let absorbed = *self.get(gone);
        let mut node = absorbed.head as usize;
        loop {
            self.members[node].feature = kept;
            node = self.members[node].next as usize;
            if node == absorbed.head as usize {
                break;
            }
        }
        let into = &mut self.features[kept.0 as usize];
        for (word, more) in into.tiles.iter_mut().zip(absorbed.tiles) {
            *word |= more;
        }
        into.tally = into.tally.plus(absorbed.tally);
        into.open += absorbed.open;
        into.census.0 += absorbed.census.0 & Census::SEATS;
        let head = into.head as usize;
        // Exchanging the successors of one segment of each makes one ring of two.
        let after_head = self.members[head].next;
        self.members[head].next = self.members[absorbed.head as usize].next;
        self.members[absorbed.head as usize].next = after_head;
        let freed = &mut self.features[gone.index()];
        freed.tally = Tally::default();
        freed.head = std::mem::replace(&mut self.gone, gone.0);
        (kept, gone)
    }

    pub(super) fn heap_bytes(&self) -> usize {
        self.members.bytes() + self.features.bytes()
    }

    pub(super) fn copy_from(&mut self, other: &Self) {
        self.members.clone_from(&other.members);
        self.features.clone_from(&other.features);
        self.gone = other.gone;
    }
}
