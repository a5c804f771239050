//! What the games share beside the board: turns, draws, placing, followers, scores.

use crate::action::{Action, Actor, Illegal, Phase};
use crate::bag::Bag;
use crate::board::{Board, Feature, FeatureId, Node, TileIndex};
use crate::event::{Event, Log, Piece, PieceKind, Score, Source};
use crate::geometry::{Pos, Rotation};
use crate::seat::{MAX_SEATS, Seat, SeatSet};
use crate::setup::{self, Setup};
use crate::stack::Stack;
use crate::terrain::FeatureKind;
use crate::tiles::{Segment, TileKind, TileSet};

/// The most followers that all players of a game have together: seven for each of six seats.
const MAX_FOLLOWERS: usize = 42;

/// A follower on the map.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Follower {
    pub(crate) node: Node,
    pub(crate) seat: Seat,
}

/// Sorting is a large piece of code: once for all games.
fn sort_pieces(pieces: &mut [Piece]) {
    pieces.sort_unstable_by_key(|piece| (piece.pos, piece.segment, piece.kind));
}

/// How many copies the sets have in all, with their start tiles.
pub(crate) const fn tiles_in(sets: &[TileSet]) -> usize {
    let mut sum = 0;
    let mut index = 0;
    while index < sets.len() {
        sum += sets[index].totals().0;
        index += 1;
    }
    sum
}

/// How many segments all copies of the sets have.
pub(crate) const fn segments_in(sets: &[TileSet]) -> usize {
    let mut sum = 0;
    let mut index = 0;
    while index < sets.len() {
        sum += sets[index].totals().1;
        index += 1;
    }
    sum
}

/// State and steps common to all games; see [`Board`] for the capacities.
#[derive(Clone)]
pub(crate) struct Core<const T: usize, const N: usize, const F: usize> {
    pub(crate) setup: Setup,
    pub(crate) board: Board<T, N, F>,
    pub(crate) bag: Bag,
    discarded: Stack<TileKind, T>,
    scores: [u16; MAX_SEATS],
    /// Followers beside the board.
    supply: [u8; MAX_SEATS],
    followers: Stack<Follower, MAX_FOLLOWERS>,
    pub(crate) phase: Phase,
    pub(crate) active: Seat,
    /// Who decides; differs from `active` where the rules ask another player.
    pub(crate) decider: Seat,
    pub(crate) turn: u16,
    pub(crate) tile: Option<TileKind>,
    /// The tile just placed.
    pub(crate) placed: TileIndex,
}

impl<const T: usize, const N: usize, const F: usize> Core<T, N, F> {
    /// The start tiles laid out, the dealer to act.
    pub(crate) fn new(setup: &Setup, followers: u8) -> Self {
        let nobody = Follower { node: Node(0), seat: setup.first() };
        let mut core = Core {
            setup: *setup,
            board: Board::new(),
            bag: *setup.bag(),
            discarded: Stack::new(TileKind::from_index(0)),
            scores: [0; MAX_SEATS],
            supply: [0; MAX_SEATS],
            followers: Stack::new(nobody),
            phase: Phase::Deal,
            active: setup.first(),
            decider: setup.first(),
            turn: 1,
            tile: None,
            placed: TileIndex(0),
        };
        for seat in setup.seats() {
            core.supply[seat.index()] = followers;
        }
        for (tile, pos) in setup::start_tiles(setup.game(), setup.options()) {
            core.board.lay(tile, pos, Rotation::NONE);
        }
        core
    }

    pub(crate) fn players(&self) -> u8 {
        self.setup.players()
    }

    pub(crate) fn to_act(&self) -> Actor {
        match self.phase {
            Phase::Deal => Actor::Dealer,
            Phase::Over => Actor::Nobody,
            _ => Actor::Player(self.decider),
        }
    }

    pub(crate) fn active(&self) -> Option<Seat> {
        (self.phase != Phase::Over).then_some(self.active)
    }

    pub(crate) fn scores(&self) -> &[u16] {
        &self.scores[..self.players() as usize]
    }

    pub(crate) fn discarded(&self) -> &[TileKind] {
        &self.discarded
    }

    pub(crate) fn supply(&self, seat: Seat) -> u8 {
        self.supply[seat.index()]
    }

    pub(crate) fn followers(&self) -> &[Follower] {
        &self.followers
    }

    /// Takes a follower from the supply for a place that is no segment (S13), or puts it back.
    pub(crate) fn supply_mut(&mut self, seat: Seat) -> &mut u8 {
        &mut self.supply[seat.index()]
    }

    /// Puts a tile out of the game (C9).
    pub(crate) fn discard<L: Log>(&mut self, tile: TileKind, log: &mut L) {
        self.discarded.push(tile);
        log.tell(Event::Discarded { tile });
    }

    /// The tile turned up is to be placed by the active player.
    pub(crate) fn begin_placing(&mut self, tile: TileKind) {
        self.tile = Some(tile);
        self.phase = Phase::Place;
        self.decider = self.active;
    }

    /// Lists the placements that the sides allow (C3).
    pub(crate) fn list_placements(&self, tile: TileKind, out: &mut Vec<Action>) {
        self.board.placements(tile, |pos, rotation| out.push(Action::Place { tile, pos, rotation }));
    }

    /// Says why a tile cannot lie there (C3).
    pub(crate) fn check_placement(&self, tile: TileKind, pos: Pos, rotation: Rotation) -> Result<(), Illegal> {
        match self.board.sides_match(tile, pos, rotation) {
            Some(true) => Ok(()),
            Some(false) => Err(Illegal::new("C3", "a side of the tile does not match its neighbour")),
            None if self.board.tile_at(pos).is_some() => Err(Illegal::new("C3", "the cell is not empty")),
            None => Err(Illegal::new("C3", "the cell shares no side with a placed tile")),
        }
    }

    pub(crate) fn place<L: Log>(&mut self, tile: TileKind, pos: Pos, rotation: Rotation, log: &mut L) {
        self.placed = self.board.lay(tile, pos, rotation);
        self.tile = Some(tile);
        log.tell(Event::Placed { seat: self.active, tile, pos, rotation });
    }

    /// The node of a segment of the tile just placed.
    pub(crate) fn placed_node(&self, segment: Segment) -> Node {
        self.board.node(self.placed, segment)
    }

    /// Whether nobody stands on the feature of this segment of the tile just placed (C11).
    pub(crate) fn is_free(&self, segment: Segment) -> bool {
        !self.board.feature(self.board.feature_of(self.placed_node(segment))).is_occupied()
    }

    /// Calls back for every segment of the tile just placed on which the active player can place a follower (C11).
    #[inline]
    pub(crate) fn places_for_follower(
        &self,
        can_stand: impl Fn(FeatureKind) -> bool,
        mut each: impl FnMut(Segment, FeatureKind),
    ) {
        if self.supply[self.active.index()] == 0 {
            return;
        }
        for (segment, def) in self.board.kind(self.placed).def().printed_segments() {
            if can_stand(def.kind) && self.is_free(segment) {
                each(segment, def.kind);
            }
        }
    }

    /// Says why the active player cannot place a follower on a segment of the tile just placed (C11); if it is possible,
    /// what the segment is.
    pub(crate) fn check_follower(
        &self,
        segment: Segment,
        can_stand: impl Fn(FeatureKind) -> bool,
    ) -> Result<FeatureKind, Illegal> {
        let Some(def) = self.board.kind(self.placed).def().segment(segment) else {
            return Err(Illegal::new("C11", "the tile just placed has no such segment"));
        };
        if !can_stand(def.kind) {
            return Err(Illegal::new("C11", "no follower can stand on this segment"));
        }
        if self.supply[self.active.index()] == 0 {
            return Err(Illegal::new("C11", "no follower in the supply"));
        }
        if !self.is_free(segment) {
            return Err(Illegal::new("C11", "somebody's follower stands on this feature already"));
        }
        Ok(def.kind)
    }

    /// Places a follower of the active player on the tile just placed.
    pub(crate) fn deploy<L: Log>(&mut self, segment: Segment, log: &mut L) -> Node {
        let node = self.placed_node(segment);
        let seat = self.active;
        self.supply[seat.index()] -= 1;
        self.followers.push(Follower { node, seat });
        self.board.add_follower(node, seat);
        self.tell_deployed(PieceKind::Follower, node, log);
        node
    }

    pub(crate) fn tell_deployed<L: Log>(&self, kind: PieceKind, node: Node, log: &mut L) {
        if L::LISTENS {
            log.tell(Event::Deployed(self.piece(self.active, kind, node)));
        }
    }

    pub(crate) fn piece(&self, seat: Seat, kind: PieceKind, node: Node) -> Piece {
        let (pos, segment) = self.board.pos_of(node);
        Piece { seat, kind, pos, segment }
    }

    /// Everything that stands on the map, in reading order: the followers, and what the game has besides.
    pub(crate) fn pieces(&self, others: impl Iterator<Item = (Seat, PieceKind, Node)>) -> Vec<Piece> {
        let followers = self.followers.iter().map(|follower| (follower.seat, PieceKind::Follower, follower.node));
        let mut pieces: Vec<Piece> =
            followers.chain(others).map(|(seat, kind, node)| self.piece(seat, kind, node)).collect();
        sort_pieces(&mut pieces);
        pieces
    }

    /// Takes one follower off the map.
    pub(crate) fn withdraw<L: Log>(&mut self, node: Node, seat: Seat, log: &mut L) {
        let wanted = Follower { node, seat };
        if let Some(index) = self.followers.iter().position(|follower| *follower == wanted) {
            self.take_back(index, log);
        }
    }

    /// All followers of a feature go back to their owners (C14).
    pub(crate) fn clear_feature<L: Log>(&mut self, id: FeatureId, log: &mut L) {
        let mut index = self.followers.len();
        while index > 0 {
            index -= 1;
            if self.board.feature_of(self.followers[index].node) == id {
                self.take_back(index, log);
            }
        }
    }

    fn take_back<L: Log>(&mut self, index: usize, log: &mut L) {
        let follower = self.followers.swap_remove(index);
        self.board.remove_follower(follower.node, follower.seat);
        self.supply[follower.seat.index()] += 1;
        if L::LISTENS {
            let piece = self.piece(follower.seat, PieceKind::Follower, follower.node);
            log.tell(Event::Returned { piece, to_stacks: false });
        }
    }

    /// Gives points, and tells so unless there are none.
    pub(crate) fn score<L: Log>(&mut self, score: Score, log: &mut L) {
        if score.points > 0 {
            self.scores[score.seat.index()] += score.points;
            log.tell(Event::Scored(score));
        }
    }

    /// Gives the points of a feature to several players.
    pub(crate) fn score_feature<L: Log>(
        &mut self,
        id: FeatureId,
        seats: SeatSet,
        points: Points,
        end: bool,
        log: &mut L,
    ) {
        if seats.is_empty() {
            return;
        }
        let kind = self.board.feature(id).kind();
        let at = L::LISTENS.then(|| self.board.first_member(id));
        let Points { points, size, extra } = points;
        for seat in seats.iter() {
            self.score(Score { seat, points, source: Source::Feature(kind), at, size, extra, end }, log);
        }
    }

    /// The next player's turn begins.
    pub(crate) fn pass_turn(&mut self) {
        self.active = self.active.next(self.players());
        self.turn += 1;
        self.tile = None;
    }

    /// The game is over; the final scoring is done.
    pub(crate) fn end_game<L: Log>(&mut self, log: &mut L) {
        // A turn for which no tile was left is none.
        if self.tile.is_none() && self.turn > 1 {
            self.turn -= 1;
        }
        self.phase = Phase::Over;
        self.tile = None;
        if L::LISTENS {
            log.tell(Event::GameOver { winners: self.winners() });
        }
    }

    /// Who won: the players with the most points (C16); nobody before the end.
    pub(crate) fn winners(&self) -> SeatSet {
        if self.phase != Phase::Over {
            return SeatSet::EMPTY;
        }
        let best = self.scores().iter().max();
        self.setup.seats().filter(|seat| self.scores().get(seat.index()) == best).collect()
    }

    /// The features with followers on them, in the order in which they are scored (C18).
    pub(crate) fn occupied_in_order(&self, keep: impl Fn(&Feature) -> bool) -> Stack<FeatureId, MAX_FOLLOWERS> {
        self.features_in_order(self.followers.iter().map(|follower| follower.node), keep)
    }

    /// The features of these segments, each once, in the order in which they are scored (C18).
    pub(crate) fn features_in_order(
        &self,
        nodes: impl Iterator<Item = Node>,
        keep: impl Fn(&Feature) -> bool,
    ) -> Stack<FeatureId, MAX_FOLLOWERS> {
        let mut chosen = Stack::new(FeatureId::default());
        for node in nodes {
            let id = self.board.feature_of(node);
            if !chosen.contains(&id) && keep(self.board.feature(id)) {
                chosen.push(id);
            }
        }
        self.board.sort_by_place(&mut chosen);
        chosen
    }

    pub(crate) fn copy_from(&mut self, other: &Self) {
        self.setup = other.setup;
        self.board.copy_from(&other.board);
        self.bag = other.bag;
        self.discarded.copy_from(&other.discarded);
        self.scores = other.scores;
        self.supply = other.supply;
        self.followers.copy_from(&other.followers);
        self.phase = other.phase;
        self.active = other.active;
        self.decider = other.decider;
        self.turn = other.turn;
        self.tile = other.tile;
        self.placed = other.placed;
    }
}

/// The points of a feature and what was counted for them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Points {
    pub(crate) points: u16,
    pub(crate) size: u16,
    pub(crate) extra: u16,
}
