//! Ranger cars (S8 to S11).

use super::Safari;
use crate::action::{Action, Illegal};
use crate::event::{Event, Log};
use crate::geometry::Pos;
use crate::position::Position;
use crate::reason::Reason;
use crate::rulebook::Step;

/// Where the rangers stand at the start: at the two ends of the start board (S8).
pub(super) const START: [Pos; 2] = [Pos::new(-2, 0), Pos::new(2, 0)];

impl Safari {
    /// A tile was placed: a ranger on its cell is taken (S9).
    pub(super) fn take_ranger<L: Log>(&mut self, position: &Position, pos: Pos, log: &mut L) {
        if let Some(index) = self.rangers.iter().position(|&ranger| ranger == pos) {
            self.rangers.swap_remove(index);
            log.tell(Event::RangerTaken { seat: position.active, pos });
        }
    }

    /// Says why no ranger can come to this cell (S8).
    pub(super) fn check_ranger_cell(&self, position: &Position, to: Pos) -> Result<(), Illegal> {
        if !position.board.is_open(to) {
            Err(Illegal::new("S8", Reason::RangerCell))
        } else if self.rangers.contains(&to) {
            Err(Illegal::new("S8", Reason::RangerThere))
        } else {
            Ok(())
        }
    }

    pub(super) fn check_ranger_move(&self, position: &Position, from: Option<Pos>, to: Pos) -> Result<(), Illegal> {
        if self.ranger_is_held() {
            return Err(Illegal::new("S9", Reason::RangerTaken));
        }
        match from {
            None => Err(Illegal::new("S10", Reason::WhichRanger)),
            Some(from) if !self.rangers.contains(&from) => Err(Illegal::new("S10", Reason::NoRangerThere)),
            Some(from) if from == to => Err(Illegal::new("S10", Reason::RangerStays)),
            Some(_) => self.check_ranger_cell(position, to),
        }
    }

    /// Lists the moves of rangers; after one was taken there are none (S9).
    pub(super) fn list_ranger_moves(&self, position: &Position, out: &mut Vec<Action>) {
        if let [first, second] = self.rangers[..] {
            for &to in position.board.open_cells().iter().filter(|&&cell| cell != first && cell != second) {
                out.push(Action::Ranger { from: Some(first), to });
                out.push(Action::Ranger { from: Some(second), to });
            }
        }
    }

    /// Lists the cells to which a ranger just taken can go (S8).
    pub(super) fn list_ranger_cells(&self, position: &Position, out: &mut Vec<Action>) {
        let cells = position.board.open_cells().iter().filter(|cell| !self.rangers.contains(cell));
        out.extend(cells.map(|&to| Action::Ranger { from: None, to }));
    }

    pub(super) fn move_ranger<L: Log>(&mut self, position: &Position, from: Option<Pos>, to: Pos, log: &mut L) -> Step {
        log.tell(Event::RangerMoved { seat: position.active, from, to });
        match self.rangers.iter_mut().find(|ranger| Some(**ranger) == from) {
            Some(ranger) => {
                *ranger = to;
                Step::Score
            }
            None => {
                self.rangers.push(to);
                Step::EndTurn
            }
        }
    }
}
