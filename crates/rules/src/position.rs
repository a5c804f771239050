//! What lies on the table: board, pieces, supplies, bag, points, and whose turn it is. Everything in it is the same for all
//! games; what only one of them has is in its rulebook's own state.

use crate::action::{Action, Actor, Illegal, Phase};
use crate::bag::Bag;
use crate::board::{Board, Feature, FeatureId, Node, Room, TileIndex};
use crate::event::{Discard, Event, Facts, Log, Score, Source};
use crate::geometry::{Pos, Rotation};
use crate::piece::{Piece, PieceKind, Supply};
use crate::reason::Reason;
use crate::seat::{MAX_SEATS, Seat, SeatSet};
use crate::setup::{self, Setup};
use crate::stack::{Roomy, Stack};
use crate::terrain::FeatureKind;
use crate::tiles::{Segment, TileKind};

/// The most pieces that all players of a game have together: ten for each of six seats.
pub(crate) const MAX_PIECES: usize = 60;

/// A piece on the map, as the game keeps it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Figure {
    /// Where it stands.
    pub(crate) node: Node,
    /// What it counts for: mostly the same, for a hut its river system (H2).
    pub(crate) counts_for: Node,
    pub(crate) seat: Seat,
    pub(crate) kind: PieceKind,
    /// How much it counts in majorities: what its kind says, unless a rulebook knows better.
    pub(crate) strength: u8,
}

impl Figure {
    /// A piece that counts where it stands.
    pub(crate) const fn new(node: Node, seat: Seat, kind: PieceKind) -> Figure {
        Figure { node, counts_for: node, seat, kind, strength: kind.strength() }
    }
}

/// What everybody sees of a game, whichever it is.
#[derive(Clone)]
pub struct Position {
    pub(crate) setup: Setup,
    pub(crate) board: Board,
    pub(crate) bag: Bag,
    discarded: Roomy<TileKind>,
    scores: [u16; MAX_SEATS],
    supply: [Supply; MAX_SEATS],
    figures: Stack<Figure, MAX_PIECES>,
    pub(crate) phase: Phase,
    pub(crate) active: Seat,
    /// Who decides; differs from `active` where the rules ask another player.
    pub(crate) decider: Seat,
    pub(crate) turn: u16,
    pub(crate) tile: Option<TileKind>,
    /// The tile just placed.
    pub(crate) placed: TileIndex,
}

/// What everybody may ask.
impl Position {
    /// What was agreed before.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// What the game waits for.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Whose turn it is; `None` when the game is over.
    pub fn active(&self) -> Option<Seat> {
        (self.phase != Phase::Over).then_some(self.active)
    }

    /// Who decides next.
    pub fn to_act(&self) -> Actor {
        match self.phase {
            Phase::Deal => Actor::Dealer,
            Phase::Over => Actor::Nobody,
            _ => Actor::Player(self.decider),
        }
    }

    /// The number of the turn, from 1; a double turn or bonus move keeps it.
    pub fn turn(&self) -> u16 {
        self.turn
    }

    /// The tile to place, or the one just placed during the later phases of the turn.
    pub fn tile(&self) -> Option<TileKind> {
        self.tile
    }

    /// The points of each seat; with the final scoring when the game is over.
    pub fn scores(&self) -> &[u16] {
        &self.scores[..self.players() as usize]
    }

    /// Who won: the players with the most points (C16); nobody before the end.
    pub fn winners(&self) -> SeatSet {
        if self.phase != Phase::Over {
            return SeatSet::EMPTY;
        }
        let best = self.scores().iter().max();
        self.setup.seats().filter(|seat| self.scores().get(seat.index()) == best).collect()
    }

    /// The pieces that a player has beside the board. One that waits elsewhere (T6) is not among them.
    pub fn supply(&self, seat: Seat) -> Supply {
        self.supply[seat.index()]
    }

    /// The land tiles still to come, the drawn one not included.
    pub fn bag(&self) -> &Bag {
        &self.bag
    }

    /// The tiles put out of the game, in order.
    pub fn discarded(&self) -> &[TileKind] {
        &self.discarded
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The pieces on the board, sorted by row, column, segment and kind; followers on waterholes are not among them.
    pub fn pieces(&self) -> Vec<Piece> {
        let mut pieces: Vec<Piece> = self.figures.iter().map(|figure| self.piece(figure)).collect();
        pieces.sort_unstable_by_key(|piece| (piece.pos, piece.segment, piece.kind));
        pieces
    }

    /// The feature on which a player's piece of this kind stands, if one does; of several, any.
    pub fn feature_with(&self, seat: Seat, kind: PieceKind) -> Option<FeatureId> {
        self.figure_of(seat, kind).map(|node| self.board.feature_of(node))
    }

    /// How much memory the position takes in all.
    pub fn bytes(&self) -> usize {
        size_of::<Position>() + self.board.heap_bytes() + self.discarded.bytes()
    }

    /// How many players.
    pub fn players(&self) -> u8 {
        self.setup.players()
    }
}

impl Position {
    /// The start tiles laid out, the dealer to act.
    pub(crate) fn new(setup: &Setup) -> Self {
        let starts = setup::start_tiles(setup.game(), setup.options()).map(|(kind, _)| (kind, 1));
        let room = Room::for_tiles(starts.chain(setup.bag().iter()).chain(setup.bonus().iter()));
        let nobody = Figure::new(Node(0), setup.first(), PieceKind::Follower);
        let mut position = Position {
            setup: *setup,
            board: Board::new(room),
            bag: *setup.bag(),
            discarded: Roomy::with_room(room.tiles),
            scores: [0; MAX_SEATS],
            supply: [Supply::default(); MAX_SEATS],
            figures: Stack::new(nobody),
            phase: Phase::Deal,
            active: setup.first(),
            decider: setup.first(),
            turn: 1,
            tile: None,
            placed: TileIndex(0),
        };
        for (kind, count) in setup.pieces() {
            setup.seats().for_each(|seat| position.supply[seat.index()].add(kind, count));
        }
        for (tile, pos) in setup::start_tiles(setup.game(), setup.options()) {
            position.board.lay(tile, pos, Rotation::NONE);
        }
        position
    }

    /// The pieces on the map, in no particular order.
    pub(crate) fn figures(&self) -> &[Figure] {
        &self.figures
    }

    /// Where a player's piece of this kind stands.
    pub(crate) fn figure_of(&self, seat: Seat, kind: PieceKind) -> Option<Node> {
        let found = self.figures.iter().find(|figure| figure.kind == kind && figure.seat == seat);
        found.map(|figure| figure.node)
    }

    /// Takes a piece from the supply for a place that is no segment (S13), or puts it back.
    pub(crate) fn supply_mut(&mut self, seat: Seat) -> &mut Supply {
        &mut self.supply[seat.index()]
    }

    /// Puts a tile out of the game.
    pub(crate) fn discard<L: Log>(&mut self, tile: TileKind, why: Discard, log: &mut L) {
        self.discarded.push(tile);
        log.tell(Event::Discarded { tile, why });
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
            Some(false) => Err(Illegal::new("C3", Reason::NoMatch)),
            None if self.board.tile_at(pos).is_some() => Err(Illegal::new("C3", Reason::CellTaken)),
            None => Err(Illegal::new("C3", Reason::Apart)),
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

    /// The segments of the tile just placed on which the active player can place a follower (C11), with what they are.
    #[inline]
    pub(crate) fn places_for_follower(
        &self,
        can_stand: impl Fn(FeatureKind) -> bool,
    ) -> impl Iterator<Item = (Segment, FeatureKind)> {
        let segments =
            self.supply(self.active).has_follower().then(|| self.board.kind(self.placed).def().printed_segments());
        let free = move |&(segment, kind): &(Segment, FeatureKind)| can_stand(kind) && self.is_free(segment);
        segments.into_iter().flatten().map(|(segment, def)| (segment, def.kind)).filter(free)
    }

    /// Says why the active player cannot place such a follower on a segment of the tile just placed (C11, I2); if it is
    /// possible, what the segment is.
    pub(crate) fn check_follower(
        &self,
        segment: Segment,
        piece: PieceKind,
        can_stand: impl Fn(FeatureKind) -> bool,
    ) -> Result<FeatureKind, Illegal> {
        if !piece.is_follower() {
            return Err(Illegal::out_of_place(Reason::NoFollower));
        }
        let Some(def) = self.board.kind(self.placed).def().segment(segment) else {
            return Err(Illegal::new("C11", Reason::NoSuchSegment));
        };
        if !can_stand(def.kind) {
            return Err(Illegal::new("C11", Reason::CannotStand));
        }
        if self.supply(self.active).count(piece) == 0 {
            return Err(Illegal::new(piece.rule(), Reason::NoPieceLeft));
        }
        if !self.is_free(segment) {
            return Err(Illegal::new("C11", Reason::FeatureTaken));
        }
        Ok(def.kind)
    }

    /// Places a piece of the active player on a segment of the tile just placed.
    pub(crate) fn deploy<L: Log>(&mut self, segment: Segment, kind: PieceKind, log: &mut L) -> Node {
        let node = self.placed_node(segment);
        self.stand(Figure::new(node, self.active, kind), log);
        node
    }

    /// Takes a piece from its owner's supply to the map.
    pub(crate) fn stand<L: Log>(&mut self, figure: Figure, log: &mut L) {
        self.supply[figure.seat.index()].take(figure.kind);
        self.figures.push(figure);
        self.board.add_strength(figure.counts_for, figure.seat, figure.strength);
        if L::LISTENS {
            log.tell(Event::Deployed(self.piece(&figure)));
        }
    }

    fn piece(&self, figure: &Figure) -> Piece {
        let (pos, segment) = self.board.pos_of(figure.node);
        let on = self.board.kind_of(figure.node);
        Piece { seat: figure.seat, kind: figure.kind, pos, segment, on, strength: figure.strength }
    }

    /// Takes a player's follower off the map; it must stand there.
    pub(crate) fn withdraw<L: Log>(&mut self, node: Node, seat: Seat, log: &mut L) {
        let is_it = |figure: &Figure| figure.node == node && figure.seat == seat && figure.kind.is_follower();
        let index = self.figures.iter().position(is_it);
        debug_assert!(index.is_some(), "nobody to withdraw");
        if let Some(index) = index {
            self.take_back(index, false, log);
        }
    }

    /// All followers of a feature go back to their owners (C14).
    pub(crate) fn clear_feature<L: Log>(&mut self, id: FeatureId, log: &mut L) {
        let mut index = self.figures.len();
        while index > 0 {
            index -= 1;
            let figure = self.figures[index];
            if self.board.feature_of(figure.counts_for) == id && figure.kind.is_follower() {
                self.take_back(index, false, log);
            }
        }
    }

    /// Takes a piece that is alone of its kind off the map, to its owner's supply or to a place beside the board from which
    /// the rulebook fetches it (T5); says where it stood.
    pub(crate) fn take_piece<L: Log>(
        &mut self,
        seat: Seat,
        kind: PieceKind,
        to_stacks: bool,
        log: &mut L,
    ) -> Option<Node> {
        let index = self.figures.iter().position(|figure| figure.kind == kind && figure.seat == seat)?;
        Some(self.take_back(index, to_stacks, log))
    }

    fn take_back<L: Log>(&mut self, index: usize, to_stacks: bool, log: &mut L) -> Node {
        let figure = self.figures.swap_remove(index);
        self.board.remove_strength(figure.counts_for, figure.seat, figure.strength);
        if !to_stacks {
            self.supply[figure.seat.index()].add(figure.kind, 1);
        }
        if L::LISTENS {
            log.tell(Event::Returned { piece: self.piece(&figure), to_stacks });
        }
        figure.node
    }

    /// Gives points, and tells so unless there are none.
    pub(crate) fn score<L: Log>(&mut self, score: Score, log: &mut L) {
        if score.points > 0 {
            self.scores[score.seat.index()] += score.points;
            log.tell(Event::Scored(score));
        }
    }

    /// Gives the points of a feature to several players; `facts` says what was counted, if somebody listens.
    pub(crate) fn score_feature<L: Log>(
        &mut self,
        id: FeatureId,
        seats: SeatSet,
        points: u16,
        facts: impl Fn(&Position) -> Facts,
        end: bool,
        log: &mut L,
    ) {
        if seats.is_empty() || points == 0 {
            return;
        }
        if !L::LISTENS {
            for seat in seats.iter() {
                self.scores[seat.index()] += points;
            }
            return;
        }
        let source = Source::Feature(self.board.feature(id).kind());
        let (at, facts) = (Some(self.board.first_member(id)), facts(self));
        for seat in seats.iter() {
            self.score(Score { seat, points, source, at, facts, end }, log);
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

    /// The features for which pieces count, each once, in the order in which they are scored (C18).
    pub(crate) fn occupied_in_order(&self, keep: impl Fn(&Feature) -> bool) -> Stack<FeatureId, MAX_PIECES> {
        let mut chosen = Stack::new(FeatureId::default());
        for figure in self.figures.iter() {
            let id = self.board.feature_of(figure.counts_for);
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
        self.discarded.clone_from(&other.discarded);
        self.scores = other.scores;
        self.supply = other.supply;
        self.figures.copy_from(&other.figures);
        self.phase = other.phase;
        self.active = other.active;
        self.decider = other.decider;
        self.turn = other.turn;
        self.tile = other.tile;
        self.placed = other.placed;
    }
}
