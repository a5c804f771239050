//! What a feature would bring, for whoever shows a game to people.

use crate::action::{Action, Phase};
use crate::game::Game;
use crate::seat::SeatSet;

/// What a feature is worth to a player who scores it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Worth {
    /// Points if the game ended now; in New Lands for each follower (N2).
    pub at_end: u16,
    /// Points when it is complete without growing further; `None` for what is never completed.
    pub complete: Option<u16>,
    /// Who would score it if the game ended now.
    pub scorers: SeatSet,
}

/// The points of each seat if the turn ended without another choice and the game after it.
pub(crate) fn projection<G: Game>(game: &G, finish: impl FnOnce(&mut G)) -> Vec<u16> {
    let mut game = game.clone();
    while matches!(game.phase(), Phase::Act | Phase::Pig | Phase::Token) {
        game.play_unchecked(Action::Pass, &mut ());
    }
    if game.phase() != Phase::Over {
        finish(&mut game);
    }
    game.scores().to_vec()
}
