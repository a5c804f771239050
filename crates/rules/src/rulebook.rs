//! What a rulebook can say. [`Machine`](crate::Machine) plays every game; where the games differ it asks.
//!
//! A rulebook is a game's own or that of something added to it, and says only what is different with it: every question has
//! an answer of its own for those who have nothing to say. [`With`] makes one rulebook of a game's and an expansion's.

use crate::action::{Action, Illegal};
use crate::bag::Bag;
use crate::board::{FeatureId, Node};
use crate::event::{Facts, Log};
use crate::game::Chance;
use crate::geometry::{Pos, Rotation};
use crate::piece::PieceKind;
use crate::position::Position;
use crate::seat::{Seat, SeatSet};
use crate::setup::Setup;
use crate::terrain::FeatureKind;
use crate::tiles::{Segment, TileKind};
use std::any::{Any, TypeId};

/// How a game goes on after something was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// Somebody has to decide, or the dealer to speak: the phase says who and what.
    Wait,
    /// The next tile comes, or with none left the game ends.
    Deal,
    /// What the tile just placed completed is scored.
    Score,
    /// The turn is over.
    EndTurn,
    /// The game is over, the final scoring comes.
    Finish,
}

/// When a feature is scored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    /// In the turn in which it was completed.
    Complete,
    /// At the end of the game, as it is then.
    End,
}

/// The rules of a game or of something added to it, with the state that they need beside the position.
///
/// `None` means: nothing to say about it, ask the next one.
#[allow(unused_variables, reason = "the names of parameters explain the questions")]
pub trait Rulebook: Clone + Send + Sync + 'static {
    /// The state at the beginning of a game.
    fn new(setup: &Setup) -> Self;

    /// Whether it is in the game.
    fn is_chosen(setup: &Setup) -> bool {
        true
    }

    /// Makes this state equal to the other.
    fn copy_from(&mut self, other: &Self) {
        self.clone_from(other);
    }

    /// This rulebook's state, if it is the one that is asked for.
    fn find(&self, wanted: TypeId) -> Option<&dyn Any> {
        (TypeId::of::<Self>() == wanted).then_some(self as &dyn Any)
    }

    // What may come.

    /// The game begins.
    fn begin<L: Log>(&mut self, position: &mut Position, log: &mut L) -> Option<Step> {
        None
    }

    /// What the dealer is asked for, if it is not the next land tile.
    fn chance(&self, position: &Position) -> Option<Chance> {
        None
    }

    /// The stack from which the next tile comes, if it is not the bag.
    fn stack(&self) -> Option<&Bag> {
        None
    }

    /// Takes a tile that has come from a stack of its own; says whether there is such a stack now.
    fn take(&mut self, tile: TileKind) -> bool {
        false
    }

    /// Whether not every tile of the bag can be the next to come.
    fn restricts_draws(&self) -> bool {
        false
    }

    /// Whether the tile can be the next to come.
    fn check_draw(&self, tile: TileKind) -> Result<(), Illegal> {
        Ok(())
    }

    /// In how many ways an outcome can come that is no tile.
    fn weight(&self, position: &Position, outcome: Action) -> u32 {
        0
    }

    /// A tile has come. An answer means that it is not to be placed now.
    fn drawn<L: Log>(&mut self, position: &mut Position, tile: TileKind, log: &mut L) -> Option<Step> {
        None
    }

    /// The next tile is to come.
    fn deal<L: Log>(&mut self, position: &mut Position, log: &mut L) -> Option<Step> {
        None
    }

    /// Tells the tiles that will come from elsewhere than the bag.
    fn to_come(&self, position: &Position, each: &mut dyn FnMut(TileKind)) {}

    // Where it may lie.

    /// The tiles from which the active player chooses the one to place.
    fn held(&self, position: &Position) -> Option<&[TileKind]> {
        None
    }

    /// The only cell for the tile, if there is only one.
    fn only_cell(&self, tile: TileKind) -> Option<Pos> {
        None
    }

    /// Says why the tile cannot lie there although its sides match.
    fn check_placement(&self, tile: TileKind, pos: Pos, rotation: Rotation) -> Result<(), Illegal> {
        Ok(())
    }

    /// A tile was placed there; the position knows it as the one just placed.
    fn placed<L: Log>(&mut self, position: &mut Position, pos: Pos, rotation: Rotation, log: &mut L) {}

    // What may be done after placing.

    /// Whether a follower can stand on such a segment.
    fn can_stand(&self, kind: FeatureKind) -> bool {
        true
    }

    /// Says whether the piece may be placed together with a follower on such a segment.
    fn check_companion(&self, position: &Position, on: FeatureKind, piece: PieceKind) -> Option<Result<(), Illegal>> {
        None
    }

    /// Lists the pieces that may be placed together with this follower on a free segment.
    fn list_companions(
        &self,
        position: &Position,
        segment: Segment,
        on: FeatureKind,
        piece: PieceKind,
        out: &mut Vec<Action>,
    ) {
    }

    /// Whether the active player can do something else than place a follower with the tile just placed.
    fn has_choice(&self, position: &Position) -> bool {
        false
    }

    /// Lists the actions of this rulebook that are possible in the present phase, [`Action::Pass`] in phases of its own.
    fn list(&self, position: &Position, out: &mut Vec<Action>) {}

    /// Judges an action: those of this rulebook, and all in phases of its own.
    fn check(&self, position: &Position, action: Action) -> Option<Result<(), Illegal>> {
        None
    }

    /// Plays an action of this rulebook, which is possible.
    fn play<L: Log>(&mut self, position: &mut Position, action: Action, log: &mut L) -> Option<Step> {
        None
    }

    /// A follower of the active player came to this place, together with something or alone.
    fn deployed<L: Log>(
        &mut self,
        position: &mut Position,
        node: Node,
        with: Option<PieceKind>,
        log: &mut L,
    ) -> Option<Step> {
        None
    }

    // What pays and when.

    /// Whether such features are completed in the course of the game.
    fn completes(&self, kind: FeatureKind) -> bool {
        false
    }

    /// Whether the completion of such a feature matters even when nobody stands on it.
    fn watches(&self, kind: FeatureKind) -> bool {
        false
    }

    /// In which part of the final scoring such features are scored, 0 or 1.
    fn final_part(&self, kind: FeatureKind) -> Option<u8> {
        None
    }

    /// The points of a feature.
    fn value(&self, position: &Position, id: FeatureId, when: When) -> Option<u16> {
        None
    }

    /// Adds what is counted for the points of a feature.
    fn facts(&self, position: &Position, id: FeatureId, when: When, facts: Facts) -> Facts {
        facts
    }

    /// Who gets the points of a feature, if it is not the majority.
    fn scorers(&self, position: &Position, id: FeatureId, when: When) -> Option<SeatSet> {
        None
    }

    /// How often a player gets the points of a feature at the end, if not once.
    fn shares(&self, position: &Position, id: FeatureId, seat: Seat) -> Option<u8> {
        None
    }

    /// The scoring step, where it is not that of everybody.
    fn score<L: Log>(&mut self, position: &mut Position, log: &mut L) -> Option<Step> {
        None
    }

    /// A feature was completed and scored, its followers are home.
    fn completed<L: Log>(&mut self, position: &mut Position, id: FeatureId, log: &mut L) {}

    /// Everything completed was scored.
    fn scored<L: Log>(&mut self, position: &mut Position, log: &mut L) -> Option<Step> {
        None
    }

    /// The turn is over. An answer means that the next player's turn does not begin now.
    fn end_turn<L: Log>(&mut self, position: &mut Position, log: &mut L) -> Option<Step> {
        None
    }

    // What the end brings.

    /// Final scoring of what is no feature.
    fn finish<L: Log>(&mut self, position: &mut Position, log: &mut L) {}

    /// A player has this beside a board that only is counted: goods, or tokens.
    fn own(&mut self, seat: Seat, counts: &[u8]) {}
}

/// No rulebook: what is added to when nothing is there.
#[derive(Clone, Copy)]
pub struct Nothing;

impl Rulebook for Nothing {
    fn new(_: &Setup) -> Nothing {
        Nothing
    }

    fn is_chosen(_: &Setup) -> bool {
        false
    }
}

/// A rulebook with another one added to it, if that is in the game. Where one answer is enough the added one is asked
/// first: it can change what was there.
#[derive(Clone)]
pub struct With<A, B> {
    base: A,
    added: B,
    on: bool,
}

macro_rules! both {
    ($self:ident, $hook:ident($($argument:expr),*)) => {{
        $self.base.$hook($($argument),*);
        if $self.on {
            $self.added.$hook($($argument),*);
        }
    }};
}

macro_rules! first {
    ($self:ident, $hook:ident($($argument:expr),*)) => {{
        if $self.on
            && let Some(answer) = $self.added.$hook($($argument),*)
        {
            return Some(answer);
        }
        $self.base.$hook($($argument),*)
    }};
}

impl<A: Rulebook, B: Rulebook> Rulebook for With<A, B> {
    fn new(setup: &Setup) -> Self {
        With { base: A::new(setup), added: B::new(setup), on: B::is_chosen(setup) }
    }

    fn is_chosen(setup: &Setup) -> bool {
        A::is_chosen(setup) || B::is_chosen(setup)
    }

    fn copy_from(&mut self, other: &Self) {
        self.base.copy_from(&other.base);
        self.on = other.on;
        if self.on {
            self.added.copy_from(&other.added);
        }
    }

    fn find(&self, wanted: TypeId) -> Option<&dyn Any> {
        first!(self, find(wanted))
    }

    fn begin<L: Log>(&mut self, position: &mut Position, log: &mut L) -> Option<Step> {
        first!(self, begin(position, log))
    }

    fn chance(&self, position: &Position) -> Option<Chance> {
        first!(self, chance(position))
    }

    fn stack(&self) -> Option<&Bag> {
        first!(self, stack())
    }

    fn take(&mut self, tile: TileKind) -> bool {
        self.base.take(tile) || self.on && self.added.take(tile)
    }

    fn restricts_draws(&self) -> bool {
        self.base.restricts_draws() || self.on && self.added.restricts_draws()
    }

    fn check_draw(&self, tile: TileKind) -> Result<(), Illegal> {
        self.base.check_draw(tile)?;
        if self.on { self.added.check_draw(tile) } else { Ok(()) }
    }

    fn weight(&self, position: &Position, outcome: Action) -> u32 {
        self.base.weight(position, outcome) + if self.on { self.added.weight(position, outcome) } else { 0 }
    }

    fn drawn<L: Log>(&mut self, position: &mut Position, tile: TileKind, log: &mut L) -> Option<Step> {
        first!(self, drawn(position, tile, log))
    }

    fn deal<L: Log>(&mut self, position: &mut Position, log: &mut L) -> Option<Step> {
        first!(self, deal(position, log))
    }

    fn to_come(&self, position: &Position, each: &mut dyn FnMut(TileKind)) {
        both!(self, to_come(position, each));
    }

    fn held(&self, position: &Position) -> Option<&[TileKind]> {
        first!(self, held(position))
    }

    fn only_cell(&self, tile: TileKind) -> Option<Pos> {
        first!(self, only_cell(tile))
    }

    fn check_placement(&self, tile: TileKind, pos: Pos, rotation: Rotation) -> Result<(), Illegal> {
        self.base.check_placement(tile, pos, rotation)?;
        if self.on { self.added.check_placement(tile, pos, rotation) } else { Ok(()) }
    }

    fn placed<L: Log>(&mut self, position: &mut Position, pos: Pos, rotation: Rotation, log: &mut L) {
        both!(self, placed(position, pos, rotation, log));
    }

    fn can_stand(&self, kind: FeatureKind) -> bool {
        self.base.can_stand(kind) && (!self.on || self.added.can_stand(kind))
    }

    fn check_companion(&self, position: &Position, on: FeatureKind, piece: PieceKind) -> Option<Result<(), Illegal>> {
        first!(self, check_companion(position, on, piece))
    }

    fn list_companions(
        &self,
        position: &Position,
        segment: Segment,
        on: FeatureKind,
        piece: PieceKind,
        out: &mut Vec<Action>,
    ) {
        both!(self, list_companions(position, segment, on, piece, out));
    }

    fn has_choice(&self, position: &Position) -> bool {
        self.base.has_choice(position) || self.on && self.added.has_choice(position)
    }

    fn list(&self, position: &Position, out: &mut Vec<Action>) {
        both!(self, list(position, out));
    }

    fn check(&self, position: &Position, action: Action) -> Option<Result<(), Illegal>> {
        first!(self, check(position, action))
    }

    fn play<L: Log>(&mut self, position: &mut Position, action: Action, log: &mut L) -> Option<Step> {
        first!(self, play(position, action, log))
    }

    fn deployed<L: Log>(
        &mut self,
        position: &mut Position,
        node: Node,
        with: Option<PieceKind>,
        log: &mut L,
    ) -> Option<Step> {
        first!(self, deployed(position, node, with, log))
    }

    fn completes(&self, kind: FeatureKind) -> bool {
        self.base.completes(kind) || self.on && self.added.completes(kind)
    }

    fn watches(&self, kind: FeatureKind) -> bool {
        self.base.watches(kind) || self.on && self.added.watches(kind)
    }

    fn final_part(&self, kind: FeatureKind) -> Option<u8> {
        first!(self, final_part(kind))
    }

    fn value(&self, position: &Position, id: FeatureId, when: When) -> Option<u16> {
        first!(self, value(position, id, when))
    }

    fn facts(&self, position: &Position, id: FeatureId, when: When, facts: Facts) -> Facts {
        let facts = self.base.facts(position, id, when, facts);
        if self.on { self.added.facts(position, id, when, facts) } else { facts }
    }

    fn scorers(&self, position: &Position, id: FeatureId, when: When) -> Option<SeatSet> {
        first!(self, scorers(position, id, when))
    }

    fn shares(&self, position: &Position, id: FeatureId, seat: Seat) -> Option<u8> {
        first!(self, shares(position, id, seat))
    }

    fn score<L: Log>(&mut self, position: &mut Position, log: &mut L) -> Option<Step> {
        first!(self, score(position, log))
    }

    fn completed<L: Log>(&mut self, position: &mut Position, id: FeatureId, log: &mut L) {
        both!(self, completed(position, id, log));
    }

    fn scored<L: Log>(&mut self, position: &mut Position, log: &mut L) -> Option<Step> {
        first!(self, scored(position, log))
    }

    fn end_turn<L: Log>(&mut self, position: &mut Position, log: &mut L) -> Option<Step> {
        first!(self, end_turn(position, log))
    }

    fn finish<L: Log>(&mut self, position: &mut Position, log: &mut L) {
        both!(self, finish(position, log));
    }

    fn own(&mut self, seat: Seat, counts: &[u8]) {
        both!(self, own(seat, counts));
    }
}
