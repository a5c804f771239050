//! A game that is played elsewhere, with cardboard: what came is told at this table.

use super::state::TableState;
use crate::session::Session;
use leptos::prelude::*;
use rules::{Action, Actor, Pos, Rotation};

impl TableState {
    /// Whether the person at this screen is to tell what came in a game played elsewhere.
    pub(crate) fn asks_what_came(&self) -> bool {
        self.past.get().is_none() && self.read(|session| session.is_told() && session.game().to_act() == Actor::Dealer)
    }

    /// What came in a game played elsewhere; a tile lies so, and there if that was pointed at before.
    pub(crate) fn tell(&self, action: Action, rotation: Rotation) {
        let at = self.told_at.get_untracked();
        self.play(&[action]);
        self.wish.set(rotation);
        if let Some(pos) = at {
            self.try_tile(pos);
        }
    }

    /// Does something with a game that is told, and says whether it could be done.
    pub(crate) fn change_told(&self, change: impl FnOnce(&mut dyn Session) -> bool) -> bool {
        let changed = self.session.try_update_value(|session| change(&mut **session)).unwrap_or(false);
        if changed {
            self.undone.set(Vec::new());
            self.changed();
        }
        changed
    }

    /// Points at the cell on which the tile lies that is to be told; again, and it is forgotten.
    pub(super) fn point_out(&self, pos: Pos) {
        let open = self.read_untracked(|session| session.game().board().is_open(pos));
        self.told_at.update(|at| *at = Some(pos).filter(|pos| open && *at != Some(*pos)));
    }
}
