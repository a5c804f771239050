//! Hunters & Gatherers (H).

mod huts;
mod scoring;

use super::{NOTHING, Unit};
use crate::action::{Action, Illegal, Phase};
use crate::bag::Bag;
use crate::board::FeatureId;
use crate::event::{Event, Facts, Log};
use crate::game::Chance;
use crate::machine::Machine;
use crate::piece::PieceKind;
use crate::position::Position;
use crate::reason::Reason;
use crate::rulebook::{Rulebook, Step, When};
use crate::seat::SeatSet;
use crate::setup::Setup;
use crate::terrain::FeatureKind;
use crate::tiles::{TileKind, TileSet};

/// What Hunters & Gatherers brings.
pub(crate) const UNIT: Unit = Unit {
    name: "hunters_gatherers",
    letter: 'H',
    tiles: Some(TileSet::HuntersGatherers),
    bonus: Some(TileSet::HuntersGatherersBonus),
    starts: true,
    most_players: 5,
    pieces: &[(PieceKind::Follower, 5), (PieceKind::Hut, 2)],
    ..NOTHING
};

/// Hunters & Gatherers.
pub type HuntersGatherersGame = Machine<HuntersGatherers>;

/// What Hunters & Gatherers has beside the position: the bonus tiles.
#[derive(Clone, Copy)]
pub struct HuntersGatherers {
    /// The bonus tiles still to come.
    bonus: Bag,
    /// Whether the move with a bonus tile has begun (H10).
    bonus_move: bool,
}

impl HuntersGatherers {
    /// The bonus tiles still to come.
    pub fn bonus(&self) -> &Bag {
        &self.bonus
    }
}

impl Rulebook for HuntersGatherers {
    fn new(setup: &Setup) -> HuntersGatherers {
        HuntersGatherers { bonus: *setup.bonus(), bonus_move: false }
    }

    fn chance(&self, _: &Position) -> Option<Chance> {
        self.bonus_move.then_some(Chance::Bonus)
    }

    fn stack(&self) -> Option<&Bag> {
        self.bonus_move.then_some(&self.bonus)
    }

    fn take(&mut self, tile: TileKind) -> bool {
        self.bonus_move && self.bonus.take(tile)
    }

    /// Without bonus tiles left the turn is over (H11).
    fn deal<L: Log>(&mut self, position: &mut Position, _: &mut L) -> Option<Step> {
        if !self.bonus_move {
            return None;
        }
        if self.bonus.is_empty() {
            return Some(Step::EndTurn);
        }
        position.phase = Phase::Deal;
        Some(Step::Wait)
    }

    fn to_come(&self, _: &Position, each: &mut dyn FnMut(TileKind)) {
        self.bonus.iter().for_each(|(kind, _)| each(kind));
    }

    /// On land and on rivers (H1); lakes are for huts.
    fn can_stand(&self, kind: FeatureKind) -> bool {
        matches!(kind, FeatureKind::Forest | FeatureKind::River | FeatureKind::Meadow)
    }

    fn has_choice(&self, position: &Position) -> bool {
        huts::places(position).next().is_some()
    }

    fn list(&self, position: &Position, out: &mut Vec<Action>) {
        if position.phase == Phase::Act {
            out.extend(huts::places(position).map(|segment| Action::Hut { segment }));
        }
    }

    fn check(&self, position: &Position, action: Action) -> Option<Result<(), Illegal>> {
        match (position.phase, action) {
            (Phase::Deal, Action::Draw { tile }) if self.bonus_move && self.bonus.count(tile) == 0 => {
                Some(Err(Illegal::new("H10", Reason::NoBonusLeft)))
            }
            (Phase::Act, Action::Hut { segment }) => Some(huts::check(position, segment)),
            (Phase::Act, Action::Follower { with: Some(_), .. }) => Some(Err(Illegal::no_companions())),
            _ => None,
        }
    }

    fn play<L: Log>(&mut self, position: &mut Position, action: Action, log: &mut L) -> Option<Step> {
        if let Action::Hut { segment } = action {
            huts::build(position, segment, log);
        }
        None
    }

    fn completes(&self, kind: FeatureKind) -> bool {
        matches!(kind, FeatureKind::River | FeatureKind::Forest)
    }

    /// River systems, then meadows; unfinished rivers and forests bring nothing (H13).
    fn final_part(&self, kind: FeatureKind) -> Option<u8> {
        match kind {
            FeatureKind::System => Some(0),
            FeatureKind::Meadow => Some(1),
            _ => None,
        }
    }

    fn value(&self, position: &Position, id: FeatureId, _: When) -> Option<u16> {
        scoring::value(position, id)
    }

    fn facts(&self, position: &Position, id: FeatureId, _: When, facts: Facts) -> Facts {
        scoring::facts(position, id, facts)
    }

    fn scorers(&self, position: &Position, id: FeatureId, _: When) -> Option<SeatSet> {
        scoring::hunter_in_shrine(position, id)
    }

    /// A move with a bonus tile follows if the land tile won one (H9).
    fn end_turn<L: Log>(&mut self, position: &mut Position, log: &mut L) -> Option<Step> {
        if std::mem::take(&mut self.bonus_move) || self.bonus.is_empty() || !scoring::nugget_found(position) {
            return None;
        }
        self.bonus_move = true;
        log.tell(Event::BonusMove { seat: position.active });
        Some(Step::Deal)
    }
}

#[cfg(test)]
mod tests;
