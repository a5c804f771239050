//! The machine that plays every game: draws, placements, followers, scoring, turns and the end exist once, here. What
//! differs is asked of the rulebook.

use crate::action::{Action, Illegal, Phase};
use crate::bag::Bag;
use crate::board::{Feature, FeatureId};
use crate::event::{Discard, Event, Facts, Log};
use crate::game::{Chance, Game};
use crate::geometry::{Pos, Rotation};
use crate::piece::PieceKind;
use crate::position::Position;
use crate::reason::Reason;
use crate::rulebook::{Rulebook, Step, When};
use crate::seat::SeatSet;
use crate::setup::Setup;
use crate::tiles::{Segment, TileKind};
use crate::worth::Worth;
use std::any::{Any, TypeId};
use std::ops::Deref;

/// The final scoring has at most so many parts.
const FINAL_PARTS: u8 = 2;

/// A game by the rules of `R`.
#[derive(Clone)]
pub struct Machine<R> {
    pub(crate) position: Position,
    pub(crate) rules: R,
}

/// A game can be asked for everything that lies on the table.
impl<R> Deref for Machine<R> {
    type Target = Position;

    #[inline]
    fn deref(&self) -> &Position {
        &self.position
    }
}

impl<R: Rulebook> Machine<R> {
    /// The rulebook's own state: what only this game has.
    pub fn rules(&self) -> &R {
        &self.rules
    }

    /// What a feature would bring to one who scores it, complete as it is or at the end of the game.
    pub fn value(&self, id: FeatureId, when: When) -> u16 {
        self.rules.value(&self.position, id, when).unwrap_or(0)
    }

    /// The stack from which the next tile comes.
    fn stack(&self) -> &Bag {
        self.rules.stack().unwrap_or(&self.position.bag)
    }

    /// Goes on until somebody has to decide or the dealer to speak.
    fn go_on<L: Log>(&mut self, mut step: Step, log: &mut L) {
        loop {
            step = match step {
                Step::Wait => return,
                Step::Deal => self.deal(log),
                Step::Score => self.score(log),
                Step::EndTurn => self.end_turn(log),
                Step::Finish => return self.finish(log),
            };
        }
    }

    /// The next tile comes, or with an empty bag the game ends (B6, H12, N10, S17).
    fn deal<L: Log>(&mut self, log: &mut L) -> Step {
        if let Some(step) = self.rules.deal(&mut self.position, log) {
            return step;
        }
        if self.position.bag.is_empty() {
            return Step::Finish;
        }
        self.position.phase = Phase::Deal;
        Step::Wait
    }

    fn draw<L: Log>(&mut self, tile: TileKind, log: &mut L) -> Step {
        if !self.rules.take(tile) {
            self.position.bag.take(tile);
        }
        if let Some(step) = self.rules.drawn(&mut self.position, tile, log) {
            return step;
        }
        log.tell(Event::Drawn { seat: self.position.active, tile });
        if self.fits(tile) {
            self.position.begin_placing(tile);
            return Step::Wait;
        }
        self.position.discard(tile, Discard::FitsNowhere, log);
        Step::Deal
    }

    /// Whether the tile fits somewhere, by all rules for placing (C9).
    fn fits(&self, tile: TileKind) -> bool {
        match self.rules.only_cell(tile) {
            Some(cell) => Rotation::ALL.into_iter().any(|rotation| self.check_placement(tile, cell, rotation).is_ok()),
            None => self.position.board.fits(tile),
        }
    }

    fn check_placement(&self, tile: TileKind, pos: Pos, rotation: Rotation) -> Result<(), Illegal> {
        self.position.check_placement(tile, pos, rotation)?;
        self.rules.check_placement(tile, pos, rotation)
    }

    fn list_placements(&self, tile: TileKind, out: &mut Vec<Action>) {
        match self.rules.only_cell(tile) {
            Some(pos) => {
                let fits = |rotation: &Rotation| self.check_placement(tile, pos, *rotation).is_ok();
                let rotations = Rotation::ALL.into_iter().filter(fits);
                out.extend(rotations.map(|rotation| Action::Place { tile, pos, rotation }));
            }
            None => self.position.list_placements(tile, out),
        }
    }

    fn place<L: Log>(&mut self, tile: TileKind, pos: Pos, rotation: Rotation, log: &mut L) -> Step {
        self.position.place(tile, pos, rotation, log);
        self.rules.placed(&mut self.position, pos, rotation, log);
        let place = self.position.places_for_follower(|kind| self.rules.can_stand(kind)).next();
        if place.is_some() || self.rules.has_choice(&self.position) {
            self.position.phase = Phase::Act;
            return Step::Wait;
        }
        Step::Score
    }

    /// Scores everything that the tile just placed completed (C10).
    fn score<L: Log>(&mut self, log: &mut L) -> Step {
        if let Some(step) = self.rules.score(&mut self.position, log) {
            return step;
        }
        let Machine { position, rules } = self;
        let pays = |feature: &Feature| {
            let kind = feature.kind();
            rules.completes(kind) && (feature.is_occupied() || rules.watches(kind))
        };
        if position.board.closed().iter().any(|&id| pays(position.board.feature(id))) {
            for &id in position.board.closed_in_order(pays).iter() {
                if position.board.feature(id).is_occupied() {
                    let (points, seats) = worth_now(rules, position, id, When::Complete);
                    let facts = |position: &Position| rules.facts(position, id, When::Complete, Facts::NONE);
                    position.score_feature(id, seats, points, facts, false, log);
                    position.clear_feature(id, log);
                }
                rules.completed(position, id, log);
            }
        }
        rules.scored(position, log).unwrap_or(Step::EndTurn)
    }

    /// The next player's turn, unless the rulebook knows better.
    fn end_turn<L: Log>(&mut self, log: &mut L) -> Step {
        if let Some(step) = self.rules.end_turn(&mut self.position, log) {
            return step;
        }
        if !self.position.bag.is_empty() {
            self.position.pass_turn();
        }
        Step::Deal
    }

    /// Final scoring: the features on which somebody stands, part by part, then what is no feature.
    pub(crate) fn finish<L: Log>(&mut self, log: &mut L) {
        let Machine { position, rules } = self;
        for part in 0..FINAL_PARTS {
            let in_part = |feature: &Feature| rules.final_part(feature.kind()) == Some(part);
            for &id in position.occupied_in_order(in_part).iter() {
                let (points, seats) = worth_now(rules, position, id, When::End);
                let facts = |position: &Position| rules.facts(position, id, When::End, Facts::NONE);
                for seat in seats.iter() {
                    for _ in 0..rules.shares(position, id, seat).unwrap_or(1) {
                        position.score_feature(id, SeatSet::EMPTY.with(seat), points, facts, true, log);
                    }
                }
            }
        }
        rules.finish(position, log);
        position.end_game(log);
    }

    fn check_draw(&self, tile: TileKind) -> Result<(), Illegal> {
        if self.stack().count(tile) == 0 {
            return Err(Illegal::new("C8", Reason::NoTileLeft));
        }
        self.rules.check_draw(tile)
    }

    /// Whether this tile is to be placed now.
    fn check_tile(&self, tile: TileKind) -> Result<(), Illegal> {
        match self.rules.held(&self.position) {
            Some(hand) if !hand.contains(&tile) => Err(Illegal::new("N12", Reason::NotInHand)),
            None if self.position.tile != Some(tile) => Err(Illegal::new("C10", Reason::NotDrawn)),
            _ => Ok(()),
        }
    }

    fn check_follower(&self, segment: Segment, piece: PieceKind, with: Option<PieceKind>) -> Result<(), Illegal> {
        let on = self.position.check_follower(segment, piece, |kind| self.rules.can_stand(kind))?;
        let Some(with) = with else { return Ok(()) };
        let nobody = Err(Illegal::out_of_place(Reason::NoCompanions));
        self.rules.check_companion(&self.position, on, with).unwrap_or(nobody)
    }
}

/// The points of a feature and who gets them.
fn worth_now<R: Rulebook>(rules: &R, position: &Position, id: FeatureId, when: When) -> (u16, SeatSet) {
    let points = rules.value(position, id, when).unwrap_or(0);
    let seats = rules.scorers(position, id, when).unwrap_or_else(|| position.board.owners(id));
    (points, seats)
}

impl<R: Rulebook> Game for Machine<R> {
    fn new(setup: &Setup) -> Machine<R> {
        let mut game = Machine { position: Position::new(setup), rules: R::new(setup) };
        let step = game.rules.begin(&mut game.position, &mut ()).unwrap_or(Step::Deal);
        game.go_on(step, &mut ());
        game
    }

    fn find_unit(&self, wanted: TypeId) -> Option<&dyn Any> {
        self.rules.find(wanted)
    }

    fn chance(&self) -> Option<Chance> {
        let asked = || self.rules.chance(&self.position).unwrap_or(Chance::Tile);
        (self.position.phase == Phase::Deal).then(asked)
    }

    fn actions(&self, out: &mut Vec<Action>) {
        out.clear();
        let position = &self.position;
        match position.phase {
            Phase::Deal if self.chance() == Some(Chance::Token) => self.rules.list(position, out),
            Phase::Deal => {
                let kinds = self.stack().iter().map(|(tile, _)| tile);
                out.extend(kinds.filter(|&tile| self.rules.check_draw(tile).is_ok()).map(|tile| Action::Draw { tile }));
            }
            Phase::Place => match (self.rules.held(position), position.tile) {
                (Some(hand), _) => {
                    // A tile held twice gives its placements once.
                    let different = hand.iter().enumerate().filter(|(index, tile)| !hand[..*index].contains(tile));
                    different.for_each(|(_, &tile)| self.list_placements(tile, out));
                }
                (None, Some(tile)) => self.list_placements(tile, out),
                (None, None) => {}
            },
            Phase::Act => {
                let supply = position.supply(position.active);
                for (segment, on) in position.places_for_follower(|kind| self.rules.can_stand(kind)) {
                    for piece in supply.followers() {
                        out.push(Action::Follower { segment, with: None, piece });
                        self.rules.list_companions(position, segment, on, piece, out);
                    }
                }
                self.rules.list(position, out);
                out.push(Action::Pass);
            }
            Phase::Over => {}
            _ => self.rules.list(position, out),
        }
    }

    fn weight(&self, outcome: Action) -> u32 {
        match (self.chance(), outcome) {
            (None, _) => 0,
            (Some(Chance::Token), _) => self.rules.weight(&self.position, outcome),
            (Some(_), Action::Draw { tile }) if self.rules.check_draw(tile).is_ok() => self.stack().count(tile).into(),
            _ => 0,
        }
    }

    fn ways(&self) -> u32 {
        match self.chance() {
            None => 0,
            Some(Chance::Token) => self.count_ways(),
            Some(_) if self.rules.restricts_draws() => self.count_ways(),
            Some(_) => self.stack().total().into(),
        }
    }

    fn outcome(&self, number: u32) -> Option<Action> {
        if self.chance()? == Chance::Token || self.rules.restricts_draws() {
            return self.pick_outcome(number);
        }
        self.stack().nth(number).map(|tile| Action::Draw { tile })
    }

    fn check(&self, action: Action) -> Result<(), Illegal> {
        let position = &self.position;
        if position.phase == Phase::Over {
            return Err(Illegal::out_of_place(Reason::Over));
        }
        if let Some(verdict) = self.rules.check(position, action) {
            return verdict;
        }
        match (position.phase, action) {
            (Phase::Deal, Action::Draw { tile }) => self.check_draw(tile),
            (Phase::Deal, _) => Err(Illegal::out_of_place(Reason::TileToDraw)),
            (Phase::Place, Action::Place { tile, pos, rotation }) => {
                self.check_tile(tile)?;
                self.check_placement(tile, pos, rotation)
            }
            (Phase::Place, _) => Err(Illegal::new("C10", Reason::PlaceFirst)),
            (Phase::Act, Action::Follower { segment, with, piece }) => self.check_follower(segment, piece, with),
            (Phase::Act, Action::Pass) => Ok(()),
            (Phase::Act, Action::Place { .. }) => Err(Illegal::new("C10", Reason::OneTile)),
            (Phase::Act, _) => Err(Illegal::out_of_place(Reason::NotAfterPlacing)),
            _ => Err(Illegal::out_of_place(Reason::OtherGame)),
        }
    }

    fn play_unchecked<L: Log>(&mut self, action: Action, log: &mut L) {
        let step = match action {
            Action::Draw { tile } => self.draw(tile, log),
            Action::Place { tile, pos, rotation } => self.place(tile, pos, rotation, log),
            Action::Follower { segment, with, piece } => {
                let node = self.position.deploy(segment, piece, log);
                self.rules.deployed(&mut self.position, node, with, log).unwrap_or(Step::Score)
            }
            Action::Pass if self.position.phase == Phase::Act => Step::Score,
            other => self.rules.play(&mut self.position, other, log).unwrap_or(Step::Score),
        };
        if step != Step::Wait {
            self.go_on(step, log);
        }
    }

    fn copy_from(&mut self, other: &Machine<R>) {
        self.position.copy_from(&other.position);
        self.rules.copy_from(&other.rules);
    }

    fn projection(&self) -> Vec<u16> {
        let mut game = self.clone();
        while game.phase().may_pass() {
            game.play_unchecked(Action::Pass, &mut ());
        }
        if game.phase() != Phase::Over {
            game.finish(&mut ());
        }
        game.scores().to_vec()
    }

    fn worth(&self, id: FeatureId) -> Option<Worth> {
        let (position, rules) = (&self.position, &self.rules);
        let kind = position.board.feature(id).kind();
        let (complete, at_end) = (rules.completes(kind), rules.final_part(kind).is_some());
        if !complete && !at_end {
            return None;
        }
        let (points, scorers) = worth_now(rules, position, id, When::End);
        Some(Worth {
            at_end: if at_end { points } else { 0 },
            complete: complete.then(|| worth_now(rules, position, id, When::Complete).0),
            scorers: if at_end { scorers } else { SeatSet::EMPTY },
            facts: rules.facts(position, id, if at_end { When::End } else { When::Complete }, Facts::NONE),
        })
    }

    fn dead_cells(&self) -> Vec<Pos> {
        let position = &self.position;
        let in_hand = position.tile.filter(|_| position.phase == Phase::Place);
        let mut kinds: Vec<TileKind> = position.bag.iter().map(|(kind, _)| kind).collect();
        kinds.extend(in_hand);
        self.rules.to_come(position, &mut |kind| kinds.push(kind));
        let board = &position.board;
        let fits = |pos: Pos, kind: TileKind| Rotation::ALL.into_iter().any(|turn| board.accepts(kind, pos, turn));
        let mut cells = board.open_positions();
        cells.retain(|&pos| !kinds.iter().any(|&kind| fits(pos, kind)));
        cells
    }
}
