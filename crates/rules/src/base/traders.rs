//! Traders & Builders (T): builders, pigs and goods.

use super::BaseGame;
use crate::action::{Companion, Phase};
use crate::board::{FeatureId, Node};
use crate::event::{Event, Goods, Log, PieceKind, Score, Source};
use crate::seat::{MAX_SEATS, Seat, SeatSet};
use crate::setup::{GameOption, Setup};

/// Where a builder is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Builder {
    Supply,
    Map(Node),
    /// Beside the tile stacks until the end of the turn (T5, T6).
    Stacks,
}

/// Goods tokens at the start, in the order of [`Goods::ALL`].
const TOKENS: [u8; 3] = [9, 6, 5];

/// Builders, pigs and goods of all players.
#[derive(Clone, Copy)]
pub(super) struct Traders {
    builders: [Builder; MAX_SEATS],
    pigs: [Option<Node>; MAX_SEATS],
    goods: [[u8; 3]; MAX_SEATS],
    tokens: [u8; 3],
    /// The owners whose pigs are still to be scored this turn (T12).
    pigs_to_score: SeatSet,
    /// Where the pig just scored stood: its farmer's place.
    farmer: Option<Node>,
}

impl Traders {
    pub(super) fn new(setup: &Setup) -> Traders {
        let tokens = if setup.has(GameOption::TradersBuilders) { TOKENS } else { [0; 3] };
        Traders {
            builders: [Builder::Supply; MAX_SEATS],
            pigs: [None; MAX_SEATS],
            goods: [[0; 3]; MAX_SEATS],
            tokens,
            pigs_to_score: SeatSet::EMPTY,
            farmer: None,
        }
    }

    pub(super) fn has_builder(&self, seat: Seat) -> bool {
        self.builders[seat.index()] == Builder::Supply
    }

    pub(super) fn has_pig(&self, seat: Seat) -> bool {
        self.pigs[seat.index()].is_none()
    }

    pub(super) fn goods(&self, seat: Seat) -> [u8; 3] {
        self.goods[seat.index()]
    }

    /// The builder and pig of a seat that are on the map.
    pub(super) fn on_map(&self, seat: Seat) -> impl Iterator<Item = (Seat, PieceKind, Node)> {
        let builder = match self.builders[seat.index()] {
            Builder::Map(node) => Some((seat, PieceKind::Builder, node)),
            _ => None,
        };
        let pig = self.pigs[seat.index()].map(|node| (seat, PieceKind::Pig, node));
        builder.into_iter().chain(pig)
    }

    pub(super) fn deploy(&mut self, companion: Companion, seat: Seat, node: Node) {
        match companion {
            Companion::Builder => self.builders[seat.index()] = Builder::Map(node),
            Companion::Pig => self.pigs[seat.index()] = Some(node),
        }
    }

    /// A builder at the stacks goes back to the supply; says whether there was one (T7).
    pub(super) fn builder_comes_home(&mut self, seat: Seat) -> bool {
        let builder = &mut self.builders[seat.index()];
        let waits = *builder == Builder::Stacks;
        if waits {
            *builder = Builder::Supply;
        }
        waits
    }
}

impl BaseGame {
    /// The road or city on which the seat's builder stands, or the field of its pig.
    pub fn companion_on(&self, seat: Seat, companion: Companion) -> Option<FeatureId> {
        let node = match (companion, self.traders.builders[seat.index()]) {
            (Companion::Builder, Builder::Map(node)) => Some(node),
            (Companion::Builder, _) => None,
            (Companion::Pig, _) => self.traders.pigs[seat.index()],
        };
        node.map(|node| self.core.board.feature_of(node))
    }

    /// The goods tokens that nobody has yet, in the order of [`Goods::ALL`].
    pub fn goods_left(&self) -> [u8; 3] {
        self.traders.tokens
    }

    /// The active player's builder goes to the stacks if the tile just placed extends its feature (T5).
    pub(super) fn call_builder<L: Log>(&mut self, log: &mut L) {
        let seat = self.core.active;
        let Builder::Map(node) = self.traders.builders[seat.index()] else { return };
        let board = &self.core.board;
        if board.feature(board.feature_of(node)).is_on(self.core.placed) {
            self.traders.builders[seat.index()] = Builder::Stacks;
            self.tell_returned(seat, PieceKind::Builder, node, true, log);
        }
    }

    /// The builders on a scored feature go back with their followers (T4).
    pub(super) fn return_builders<L: Log>(&mut self, id: FeatureId, log: &mut L) {
        for seat in self.core.setup.seats() {
            if let Builder::Map(node) = self.traders.builders[seat.index()]
                && self.core.board.feature_of(node) == id
            {
                self.traders.builders[seat.index()] = Builder::Supply;
                self.tell_returned(seat, PieceKind::Builder, node, false, log);
            }
        }
    }

    fn tell_returned<L: Log>(&self, seat: Seat, kind: PieceKind, node: Node, to_stacks: bool, log: &mut L) {
        if L::LISTENS {
            log.tell(Event::Returned { piece: self.core.piece(seat, kind, node), to_stacks });
        }
    }

    /// Who completed a city takes its goods (T1).
    pub(super) fn take_goods<L: Log>(&mut self, city: FeatureId, log: &mut L) {
        let tally = self.core.board.feature(city).tally();
        let seat = self.core.active;
        for goods in Goods::ALL {
            let left = &mut self.traders.tokens[goods.index()];
            let count = tally.count(goods.symbol()).min(*left);
            if count > 0 {
                *left -= count;
                self.traders.goods[seat.index()][goods.index()] += count;
                log.tell(Event::Goods { seat, goods, count });
            }
        }
    }

    /// A city with a shield was completed: all pigs on the map will be scored (T11).
    pub(super) fn call_pigs(&mut self) {
        self.traders.pigs_to_score =
            self.core.setup.seats().filter(|seat| self.traders.pigs[seat.index()].is_some()).collect();
    }

    /// Scores the next pig and asks its owner about the farmer; with none left the turn ends (T12).
    pub(super) fn next_pig<L: Log>(&mut self, log: &mut L) {
        let Some(seat) = self.traders.pigs_to_score.clockwise_from(self.core.active).next() else {
            return self.end_turn(log);
        };
        self.traders.pigs_to_score = self.traders.pigs_to_score.without(seat);
        let Some(node) = self.traders.pigs[seat.index()].take() else { return self.next_pig(log) };
        let cities = self.completed_cities(self.core.board.feature_of(node));
        let at = L::LISTENS.then(|| self.core.board.pos_of(node));
        let score = Score { seat, points: 3 * cities, source: Source::Pig, at, size: cities, extra: 0, end: false };
        self.core.score(score, log);
        self.tell_returned(seat, PieceKind::Pig, node, false, log);
        self.traders.farmer = Some(node);
        self.core.phase = Phase::Pig;
        self.core.decider = seat;
    }

    /// The owner of the pig just scored has decided about its farmer (T11).
    pub(super) fn decide_farmer<L: Log>(&mut self, goes_home: bool, log: &mut L) {
        if let Some(node) = self.traders.farmer.take()
            && goes_home
        {
            self.core.withdraw(node, self.core.decider, log);
        }
        self.next_pig(log);
    }

    /// The most goods of each kind bring 10 (T2).
    pub(super) fn score_goods<L: Log>(&mut self, log: &mut L) {
        for goods in Goods::ALL {
            let count = |seat: Seat| self.traders.goods[seat.index()][goods.index()];
            let most = self.core.setup.seats().map(count).max().unwrap_or(0);
            let winners: SeatSet = self.core.setup.seats().filter(|&seat| most > 0 && count(seat) == most).collect();
            for seat in winners.iter() {
                let (source, size) = (Source::Goods(goods), most.into());
                self.core.score(Score { seat, points: 10, source, at: None, size, extra: 0, end: true }, log);
            }
        }
    }
}
