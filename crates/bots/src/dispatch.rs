//! Which judge belongs to which game.

use crate::base::BaseJudge;
use crate::hunters::HuntersJudge;
use crate::judge::Judge;
use crate::lands::LandsJudge;
use crate::safari::SafariJudge;
use rules::AnyGame;

/// Something to be done with a game and its judge, whichever they are.
pub trait JudgeVisitor {
    /// What comes of it.
    type Output;

    /// Does it.
    fn visit<J: Judge>(self, game: &J::Game) -> Self::Output;
}

/// Hands the game to something that wants to know its judge.
pub fn visit_judge<V: JudgeVisitor>(game: &AnyGame, visitor: V) -> V::Output {
    match game {
        AnyGame::Base(game) => visitor.visit::<BaseJudge>(game),
        AnyGame::HuntersGatherers(game) => visitor.visit::<HuntersJudge>(game),
        AnyGame::NewLands(game) => visitor.visit::<LandsJudge>(game),
        AnyGame::Safari(game) => visitor.visit::<SafariJudge>(game),
    }
}
