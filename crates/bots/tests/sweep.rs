//! Judging all moves at once gives what playing each of them and judging it alone gives.

use bastide_bots::{Desk, Judge, JudgeVisitor, Weights, best_move, sweep, visit_judge};
use rules::{Action, Actor, AnyGame, Game, GameId, GameOption, Options, Phase, Seat, Setup};
use table::Random;

fn check(id: GameId, options: Options, players: u8, seed: u64) {
    let setup = Setup::new(id, options, players, Seat::default()).expect("a setup");
    visit_judge(&AnyGame::new(&setup), Check { seed });
}

struct Check {
    seed: u64,
}

impl JudgeVisitor for Check {
    type Output = ();

    fn visit<J: Judge>(self, fresh: &J::Game) {
        check_moves::<J>(fresh, self.seed);
    }
}

fn check_moves<J: Judge>(fresh: &J::Game, seed: u64) {
    let mut game = fresh.clone();
    let mut judge = J::new(&game, J::Weights::tuned());
    let mut alone = judge.clone();
    let mut desk = Desk::new(&game);
    let mut random = Random::new(seed);
    let mut compared = 0;
    while game.phase() != Phase::Over {
        let Actor::Player(_) = game.to_act() else {
            let outcome = game.outcome(random.below(game.ways())).expect("an outcome");
            game.play_unchecked(outcome, &mut ());
            continue;
        };
        judge.prepare(&game);
        alone.prepare(&game);
        let mut judged = Vec::new();
        sweep(&mut judge, &game, &mut desk, |chosen, scores| judged.push((chosen, *scores)));
        for (chosen, scores) in judged {
            let mut after = game.clone();
            after.play(chosen.first).expect("legal");
            if let Some(act) = chosen.then {
                after.play(act).expect("legal");
            }
            // Tokens, rangers and the farmers beside pigs are decided one by one; that is not compared here.
            if after.phase() == Phase::Deal {
                let expected = alone.evaluate(&after);
                let close = scores.iter().zip(&expected).all(|(a, b)| (a - b).abs() < 1e-3);
                assert!(close, "{chosen:?}: {scores:?} and alone {expected:?}");
                compared += 1;
            }
        }
        let (best, _) = best_move(&mut judge, &game, &mut desk).expect("a move");
        // Some random moves, so that the games go everywhere.
        let mut actions = Vec::new();
        game.actions(&mut actions);
        let any: Action = actions[random.below(actions.len() as u32) as usize];
        game.play_unchecked(if random.below(3) == 0 { any } else { best.first }, &mut ());
        if let (Phase::Act, Some(act)) = (game.phase(), best.then)
            && game.check(act).is_ok()
        {
            game.play_unchecked(act, &mut ());
        }
    }
    assert!(compared > 1000, "{compared}");
}

#[test]
fn sweeping_the_base_game_equals_judging_each_position() {
    for seed in 0..4 {
        check(GameId::Base, Options::NONE, 2, seed);
    }
    check(GameId::Base, Options::NONE, 5, 9);
}

#[test]
fn sweeping_with_traders_and_river_equals_judging_each_position() {
    for seed in 0..2 {
        check(GameId::Base, Options::NONE.with(GameOption::TradersBuilders).with(GameOption::River), 3, seed);
    }
}

#[test]
fn sweeping_the_other_games_equals_judging_each_position() {
    for id in [GameId::HuntersGatherers, GameId::NewLands, GameId::Safari] {
        for (seed, options) in (0..).zip(Options::combinations(id)) {
            check(id, options, 2, seed);
            check(id, options, 4, seed + 10);
        }
    }
}
