//! Positions that were, and what led to them.

use crate::session::Session;
use rules::{Action, Actor, AnyGame, Game as _};

/// What the players have done so far, with what came where that is told.
pub(super) fn played(session: &dyn Session) -> Vec<Action> {
    let told = session.is_told();
    let by_player = session.history().iter().filter(|entry| told || matches!(entry.actor, Actor::Player(_)));
    by_player.map(|entry| entry.action).collect()
}

/// The game after so many actions.
pub(crate) fn position(session: &dyn Session, count: usize) -> AnyGame {
    let mut game = AnyGame::new(session.game().setup());
    for entry in session.history().iter().take(count) {
        game.play_unchecked(entry.action, &mut ());
    }
    game
}
