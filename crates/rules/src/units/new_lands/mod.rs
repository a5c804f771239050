//! New Lands (N).

pub(crate) mod equal_turns;
pub(crate) mod hand;

use super::{GameOption, NOTHING, Unit};
use crate::action::{Action, Illegal, Phase};
use crate::board::{FeatureId, Node};
use crate::event::{Counted, Facts, Log};
use crate::geometry::Pos;
use crate::machine::Machine;
use crate::piece::PieceKind;
use crate::position::{Figure, Position};
use crate::reason::Reason;
use crate::rulebook::{Rulebook, Step, When, With};
use crate::seat::{Seat, SeatSet};
use crate::setup::Setup;
use crate::terrain::{FeatureKind, Symbol};
use crate::tiles::{Segment, TileSet};
use equal_turns::EqualTurns;
use hand::Hand;

/// Followers of each player; the fifth marks the score.
const FOLLOWERS: u8 = 4;

/// What New Lands brings.
pub(crate) const UNIT: Unit = Unit {
    name: "new_lands",
    letter: 'N',
    tiles: Some(TileSet::NewLands),
    starts: true,
    most_players: 5,
    pieces: &[(PieceKind::Follower, FOLLOWERS)],
    options: &[GameOption::Hand, GameOption::EqualTurns],
    ..NOTHING
};

/// New Lands with its options. The tiles that make turns equal go out before hands are dealt, so that is asked first.
pub type NewLandsGame = Machine<With<With<NewLands, Hand>, EqualTurns>>;

/// The rules of New Lands; they need no state of their own.
#[derive(Clone, Copy)]
pub struct NewLands;

/// The segment on which the active player's follower stands there.
fn own_follower(position: &Position, pos: Pos, segment: Segment) -> Option<Node> {
    let board = &position.board;
    let tile = board.tile_at(pos)?;
    board.kind(tile).def().segment(segment)?;
    let node = board.node(tile, segment);
    let is_own = |figure: &Figure| figure.node == node && figure.seat == position.active;
    position.figures().iter().any(is_own).then_some(node)
}

/// How a feature counts. Completing just two tiles does not pay, in all three landscapes (N3, N4, N6).
fn pays_as_complete(position: &Position, id: FeatureId, when: When) -> bool {
    when == When::Complete && position.board.feature(id).tile_count() != 2
}

/// The cities on a mountain range and in the grasslands that touch it. Every city stands on one land segment, so none is
/// counted twice (N4, N5).
fn cities_within_reach(position: &Position, range: FeatureId) -> u16 {
    let board = &position.board;
    let mut cities = u16::from(board.feature(range).tally().count(Symbol::Port));
    board.each_bordering(range, |_, other| {
        if other.kind() == FeatureKind::Grass {
            cities += u16::from(other.tally().count(Symbol::Port));
        }
    });
    cities
}

/// Takes a follower of the active player back and scores its feature (N1).
fn recall<L: Log>(position: &mut Position, node: Node, log: &mut L) {
    let seat = position.active;
    let id = position.board.feature_of(node);
    let when = if position.board.feature(id).is_closed() { When::Complete } else { When::End };
    let points = NewLands.value(position, id, when).unwrap_or(0);
    let facts = |position: &Position| NewLands.facts(position, id, when, Facts::NONE);
    position.score_feature(id, SeatSet::EMPTY.with(seat), points, facts, false, log);
    position.withdraw(node, seat, log);
}

impl Rulebook for NewLands {
    fn new(_: &Setup) -> NewLands {
        NewLands
    }

    /// Who has a follower on the map can call it home (N1).
    fn has_choice(&self, position: &Position) -> bool {
        position.supply(position.active).count(PieceKind::Follower) < FOLLOWERS
    }

    fn list(&self, position: &Position, out: &mut Vec<Action>) {
        if position.phase == Phase::Act {
            let own = position.figures().iter().filter(|figure| figure.seat == position.active);
            out.extend(own.map(|figure| {
                let (pos, segment) = position.board.pos_of(figure.node);
                Action::Recall { pos, segment }
            }));
        }
    }

    fn check(&self, position: &Position, action: Action) -> Option<Result<(), Illegal>> {
        match (position.phase, action) {
            (Phase::Act, Action::Recall { pos, segment }) => Some(match own_follower(position, pos, segment) {
                Some(_) => Ok(()),
                None => Err(Illegal::new("N1", Reason::NobodyToRecall)),
            }),
            (Phase::Act, Action::Follower { with: Some(_), .. }) => Some(Err(Illegal::no_companions())),
            _ => None,
        }
    }

    fn play<L: Log>(&mut self, position: &mut Position, action: Action, log: &mut L) -> Option<Step> {
        if let Action::Recall { pos, segment } = action
            && let Some(node) = own_follower(position, pos, segment)
        {
            recall(position, node, log);
        }
        None
    }

    fn completes(&self, _: FeatureKind) -> bool {
        true
    }

    fn final_part(&self, _: FeatureKind) -> Option<u8> {
        Some(0)
    }

    /// For each follower on it; at the end as if everything were open (N2, N11).
    fn value(&self, position: &Position, id: FeatureId, when: When) -> Option<u16> {
        let feature = position.board.feature(id);
        let complete = pays_as_complete(position, id, when);
        let factor = if complete { 2 } else { 1 };
        Some(match feature.kind() {
            FeatureKind::Grass => factor * feature.tile_count(),
            FeatureKind::Mountain => factor * cities_within_reach(position, id),
            _ => {
                let cities = u16::from(feature.tally().count(Symbol::Port));
                cities + if complete { feature.tile_count() } else { 0 }
            }
        })
    }

    fn facts(&self, position: &Position, id: FeatureId, when: When, facts: Facts) -> Facts {
        let feature = position.board.feature(id);
        match feature.kind() {
            FeatureKind::Grass => facts.and(Counted::Tiles, feature.tile_count()),
            FeatureKind::Mountain => facts.and(Counted::Cities, cities_within_reach(position, id)),
            _ => {
                let facts = facts.and(Counted::Cities, feature.tally().count(Symbol::Port).into());
                let tiles = if pays_as_complete(position, id, when) { feature.tile_count() } else { 0 };
                facts.and(Counted::Tiles, tiles)
            }
        }
    }

    /// There are no majorities (N2).
    fn scorers(&self, position: &Position, id: FeatureId, _: When) -> Option<SeatSet> {
        Some(position.board.feature(id).occupants())
    }

    /// Every follower left scores for itself (N11).
    fn shares(&self, position: &Position, id: FeatureId, seat: Seat) -> Option<u8> {
        Some(position.board.feature(id).strength(seat))
    }

    /// Points come only from followers called home (N1).
    fn score<L: Log>(&mut self, _: &mut Position, _: &mut L) -> Option<Step> {
        Some(Step::EndTurn)
    }
}

#[cfg(test)]
mod tests;
