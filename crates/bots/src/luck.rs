//! What the draws of a game were worth: for each tile that was turned up, what the net expects of it after the best reply,
//! less the mean over everything that could have come. Its mean is zero, so taking it off a result leaves the strength and
//! less of the chance.

use crate::dispatch::{JudgeVisitor, visit_judge};
use crate::judge::{Desk, Judge, Scores};
use crate::net::{Eye, Net};
use crate::search::play_outcome;
use crate::weights::Weights;
use rules::{Action, Actor, AnyGame, Game, MAX_SEATS, Phase, Setup};

/// How many replies the net looks at.
const REPLIES: usize = 3;

/// The luck of each seat in a game with these actions, in points; nothing if the game has no net.
pub fn luck(setup: &Setup, actions: &[Action]) -> Option<Scores> {
    visit_judge(&AnyGame::new(setup), Replay { actions })
}

struct Replay<'a> {
    actions: &'a [Action],
}

impl JudgeVisitor for Replay<'_> {
    type Output = Option<Scores>;

    fn visit<J: Judge>(self, fresh: &J::Game) -> Option<Scores> {
        let mut eye = Eye::new(Net::of(fresh.setup().game())?, fresh);
        let mut judge = J::new(fresh, J::Weights::tuned());
        let mut along = judge.clone();
        let mut desk = Desk::new(fresh);
        let (mut game, mut line) = (fresh.clone(), fresh.clone());
        let mut outcomes = Vec::new();
        let mut luck = [0.0; MAX_SEATS];
        for &action in self.actions {
            if game.to_act() == Actor::Dealer && matches!(action, Action::Draw { .. }) && game.phase() == Phase::Deal {
                game.actions(&mut outcomes);
                judge.prepare(&game);
                let (mut sums, mut ways, mut came) = ([0.0f32; MAX_SEATS], 0.0f32, None);
                for &outcome in &outcomes {
                    line.copy_from(&game);
                    along.follow(&judge);
                    play_outcome(&mut along, &mut line, outcome);
                    let best = eye.best_move(&mut along, &line, &mut desk, REPLIES).map(|(_, scores)| scores);
                    let scores = best.unwrap_or_else(|| eye.evaluate(&mut along, &line));
                    let weight = game.weight(outcome) as f32;
                    sums.iter_mut().zip(&scores).for_each(|(sum, score)| *sum += weight * score);
                    ways += weight;
                    if outcome == action {
                        came = Some(scores);
                    }
                }
                if let Some(came) = came.filter(|_| ways > 0.0) {
                    for ((luck, came), sum) in luck.iter_mut().zip(came).zip(sums) {
                        *luck += came - sum / ways;
                    }
                }
            }
            game.play_unchecked(action, &mut ());
        }
        Some(luck)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Budget, Level};
    use rules::{Dealing, GameId, Options, Seat};
    use table::Table;

    #[test]
    fn draws_matter_and_do_not_all_favour_one_seat() {
        let setup = Setup::new(GameId::Base, Options::NONE, 2, Seat::default()).expect("a setup");
        let (mut sum, mut size) = (0.0f32, 0.0f32);
        for seed in 0..6 {
            let mut table = Table::new(&setup, Dealing::seeded(seed)).expect("a table");
            let mut bot = Level::Greedy.bot(seed);
            while let Actor::Player(_) = table.game().to_act() {
                let choice = bot.choose(table.game(), Budget::Playouts(1)).expect("a choice");
                table.play(choice.action).expect("legal");
            }
            let actions: Vec<_> = table.history().iter().map(|entry| entry.action).collect();
            let luck = luck(&setup, &actions).expect("the base game has a net");
            let lucky = luck[0] - luck[1];
            sum += lucky;
            size += lucky.abs();
        }
        assert!(size > 1.0, "draws matter: {size}");
        assert!(sum.abs() < size, "not all draws favour one seat: {sum} of {size}");
    }
}
