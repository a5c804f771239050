//! Which judge belongs to which game.

use crate::base::{BaseJudge, BaseWeights};
use crate::hunters::{HuntersJudge, HuntersWeights};
use crate::judge::Judge;
use crate::lands::{LandsJudge, LandsWeights};
use crate::safari::{SafariJudge, SafariWeights};
use rules::AnyGame;

/// Something to be done with a game and its judge, whichever they are.
pub trait JudgeVisitor {
    /// What comes of it.
    type Output;

    /// Does it; the weights are the tuned ones.
    fn visit<J: Judge>(self, game: &J::Game, weights: &J::Weights) -> Self::Output;
}

/// Hands the game to something that wants to know its judge.
pub fn visit_judge<V: JudgeVisitor>(game: &AnyGame, visitor: V) -> V::Output {
    match game {
        AnyGame::Base(game) => visitor.visit::<BaseJudge>(game, BaseWeights::tuned()),
        AnyGame::HuntersGatherers(game) => visitor.visit::<HuntersJudge>(game, HuntersWeights::tuned()),
        AnyGame::NewLands(game) => visitor.visit::<LandsJudge>(game, LandsWeights::tuned()),
        AnyGame::Safari(game) => visitor.visit::<SafariJudge>(game, SafariWeights::tuned()),
    }
}
