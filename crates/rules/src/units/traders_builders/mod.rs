//! Traders & Builders (T): builders, pigs and goods.

use super::base::completed_cities;
use super::{GameOption, NOTHING, Unit};
use crate::action::{Action, Illegal, Phase};
use crate::board::{FeatureId, Node};
use crate::event::{Counted, Event, Facts, Goods, Log, Score, Source};
use crate::geometry::{Pos, Rotation};
use crate::piece::PieceKind;
use crate::position::Position;
use crate::reason::Reason;
use crate::rulebook::{Rulebook, Step};
use crate::seat::{MAX_SEATS, Seat, SeatSet};
use crate::setup::Setup;
use crate::terrain::{FeatureKind, Symbol};
use crate::tiles::{Segment, TileKind, TileSet};

/// What Traders & Builders brings. Its river tile goes with the River.
pub(crate) const UNIT: Unit = Unit {
    name: "traders_builders",
    letter: 'T',
    tiles: Some(TileSet::TradersBuilders),
    most_players: 6,
    pieces: &[(PieceKind::Builder, 1), (PieceKind::Pig, 1)],
    goods: &Goods::ALL,
    tile_waits_for: |tile: TileKind| if tile.def().is_river() { Some(GameOption::River) } else { None },
    ..NOTHING
};

/// Goods tokens at the start, in the order of [`Goods::ALL`].
const TOKENS: [u8; 3] = [9, 6, 5];

/// The pieces that are placed together with a follower (T3, T9).
const COMPANIONS: [PieceKind; 2] = [PieceKind::Builder, PieceKind::Pig];

/// The goods of all players, and what is going on with builders and pigs in this turn.
#[derive(Clone, Copy)]
pub struct TradersBuilders {
    goods: [[u8; 3]; MAX_SEATS],
    tokens: [u8; 3],
    /// The active player's builder stands beside the tile stacks until the end of the turn (T5, T6).
    at_stacks: bool,
    /// A city with a shield was completed (T11).
    shield: bool,
    /// The owners whose pigs are still to be scored this turn (T12).
    pigs_to_score: SeatSet,
    /// Where the pig just scored stood: its farmer's place.
    farmer: Option<Node>,
}

impl TradersBuilders {
    /// The goods of a player, in the order of [`Goods::ALL`].
    pub fn goods(&self, seat: Seat) -> [u8; 3] {
        self.goods[seat.index()]
    }

    /// The goods tokens that nobody has yet, in the order of [`Goods::ALL`].
    pub fn goods_left(&self) -> [u8; 3] {
        self.tokens
    }

    /// Whether the active player's builder has been called and brings another turn (T7).
    pub fn builder_waits(&self) -> bool {
        self.at_stacks
    }

    /// Who completed a city takes its goods (T1).
    fn take_goods<L: Log>(&mut self, position: &Position, city: FeatureId, log: &mut L) {
        let tally = position.board.feature(city).tally();
        let seat = position.active;
        for goods in Goods::ALL {
            let left = &mut self.tokens[goods.index()];
            let count = tally.count(goods.symbol()).min(*left);
            if count > 0 {
                *left -= count;
                self.goods[seat.index()][goods.index()] += count;
                log.tell(Event::Goods { seat, goods, count });
            }
        }
    }

    /// Scores the next pig and asks its owner about the farmer; with none left the turn ends (T12).
    fn next_pig<L: Log>(&mut self, position: &mut Position, log: &mut L) -> Step {
        while let Some(seat) = self.pigs_to_score.clockwise_from(position.active).next() {
            self.pigs_to_score = self.pigs_to_score.without(seat);
            let Some(node) = position.figure_of(seat, PieceKind::Pig) else { continue };
            let cities = completed_cities(position, position.board.feature_of(node));
            let at = L::LISTENS.then(|| position.board.pos_of(node));
            let facts = Facts::of(Counted::Cities, cities);
            position.score(Score { seat, points: 3 * cities, source: Source::Pig, at, facts, end: false }, log);
            position.take_piece(seat, PieceKind::Pig, false, log);
            self.farmer = Some(node);
            position.phase = Phase::Pig;
            position.decider = seat;
            return Step::Wait;
        }
        Step::EndTurn
    }
}

impl Rulebook for TradersBuilders {
    fn new(_: &Setup) -> TradersBuilders {
        TradersBuilders {
            goods: [[0; 3]; MAX_SEATS],
            tokens: TOKENS,
            at_stacks: false,
            shield: false,
            pigs_to_score: SeatSet::EMPTY,
            farmer: None,
        }
    }

    fn is_chosen(setup: &Setup) -> bool {
        setup.has(GameOption::TradersBuilders)
    }

    /// The active player's builder goes to the stacks if the tile just placed extends its feature (T5).
    fn placed<L: Log>(&mut self, position: &mut Position, _: Pos, _: Rotation, log: &mut L) {
        let seat = position.active;
        let Some(feature) = position.feature_with(seat, PieceKind::Builder) else { return };
        if position.board.feature(feature).is_on(position.placed) {
            position.take_piece(seat, PieceKind::Builder, true, log);
            self.at_stacks = true;
        }
    }

    fn check_companion(&self, position: &Position, on: FeatureKind, piece: PieceKind) -> Option<Result<(), Illegal>> {
        let refused = match (piece, on) {
            (PieceKind::Builder, FeatureKind::City | FeatureKind::Road) | (PieceKind::Pig, FeatureKind::Field) => {
                if position.supply(position.active).count(piece) > 0 {
                    return Some(Ok(()));
                }
                Reason::NoPieceLeft
            }
            (PieceKind::Builder, _) => Reason::BuilderPlace,
            (PieceKind::Pig, _) => Reason::PigPlace,
            _ => return None,
        };
        Some(Err(Illegal::new(piece.rule(), refused)))
    }

    fn list_companions(
        &self,
        position: &Position,
        segment: Segment,
        on: FeatureKind,
        piece: PieceKind,
        out: &mut Vec<Action>,
    ) {
        let allowed = |with: &PieceKind| self.check_companion(position, on, *with) == Some(Ok(()));
        let companions = COMPANIONS.into_iter().filter(allowed);
        out.extend(companions.map(|with| Action::Follower { segment, with: Some(with), piece }));
    }

    fn deployed<L: Log>(
        &mut self,
        position: &mut Position,
        node: Node,
        with: Option<PieceKind>,
        log: &mut L,
    ) -> Option<Step> {
        if let Some(with) = with {
            let (_, segment) = position.board.place_of(node);
            position.deploy(segment, with, log);
        }
        None
    }

    fn list(&self, position: &Position, out: &mut Vec<Action>) {
        if position.phase == Phase::Pig {
            out.extend([Action::ReturnFarmer, Action::Pass]);
        }
    }

    fn check(&self, position: &Position, action: Action) -> Option<Result<(), Illegal>> {
        match (position.phase, action) {
            (Phase::Pig, Action::ReturnFarmer | Action::Pass) => Some(Ok(())),
            (Phase::Pig, _) => Some(Err(Illegal::new("T11", Reason::FarmerDecides))),
            _ => None,
        }
    }

    /// The owner of the pig just scored has decided about its farmer (T11).
    fn play<L: Log>(&mut self, position: &mut Position, action: Action, log: &mut L) -> Option<Step> {
        if position.phase != Phase::Pig {
            return None;
        }
        if let Some(node) = self.farmer.take()
            && action == Action::ReturnFarmer
        {
            position.withdraw(node, position.decider, log);
        }
        Some(self.next_pig(position, log))
    }

    /// Goods are taken in cities that nobody owns too (T1), and their shields call the pigs (T11).
    fn watches(&self, kind: FeatureKind) -> bool {
        kind == FeatureKind::City
    }

    /// The builders go back with their followers (T4).
    fn completed<L: Log>(&mut self, position: &mut Position, id: FeatureId, log: &mut L) {
        for seat in position.setup.seats() {
            if position.feature_with(seat, PieceKind::Builder) == Some(id) {
                position.take_piece(seat, PieceKind::Builder, false, log);
            }
        }
        let feature = position.board.feature(id);
        if feature.kind() == FeatureKind::City {
            self.shield |= feature.tally().count(Symbol::Shield) > 0;
            self.take_goods(position, id, log);
        }
    }

    fn scored<L: Log>(&mut self, position: &mut Position, log: &mut L) -> Option<Step> {
        if !std::mem::take(&mut self.shield) {
            return None;
        }
        let has_pig = |seat: &Seat| position.figure_of(*seat, PieceKind::Pig).is_some();
        self.pigs_to_score = position.setup.seats().filter(has_pig).collect();
        Some(self.next_pig(position, log))
    }

    /// A builder at the stacks brings one more turn (T7).
    fn end_turn<L: Log>(&mut self, position: &mut Position, log: &mut L) -> Option<Step> {
        if !std::mem::take(&mut self.at_stacks) {
            return None;
        }
        let seat = position.active;
        position.supply_mut(seat).add(PieceKind::Builder, 1);
        if position.bag.is_empty() {
            return None;
        }
        log.tell(Event::ExtraTurn { seat });
        Some(Step::Deal)
    }

    /// The most goods of each kind bring 10 (T2).
    fn finish<L: Log>(&mut self, position: &mut Position, log: &mut L) {
        for goods in Goods::ALL {
            let count = |seat: Seat| self.goods[seat.index()][goods.index()];
            let most = position.setup.seats().map(count).max().unwrap_or(0);
            let winners: SeatSet = position.setup.seats().filter(|&seat| most > 0 && count(seat) == most).collect();
            for seat in winners.iter() {
                let (source, facts) = (Source::Goods(goods), Facts::of(Counted::Goods, most.into()));
                position.score(Score { seat, points: 10, source, at: None, facts, end: true }, log);
            }
        }
    }

    fn own(&mut self, seat: Seat, counts: &[u8]) {
        for (goods, count) in self.goods[seat.index()].iter_mut().zip(counts) {
            *goods = *count;
        }
    }
}

#[cfg(test)]
mod tests;
