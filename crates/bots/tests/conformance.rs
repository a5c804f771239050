//! Every level plays every game with every option: legally, the same each time, and knowing only what is public.

use bastide_bots::{Budget, Choice, Depth, Level, Refusal};
use rules::{Actor, AnyGame, Dealing, Game as _, GameId, Options, Phase, Record, Seat, Setup};
use std::time::{Duration, Instant};
use table::{Random, Table};

const FEW: Budget = Budget::Playouts(4);

fn setups() -> Vec<Setup> {
    let mut setups = Vec::new();
    for game in GameId::ALL {
        for options in Options::combinations(game) {
            for players in [2, *game.players(options).end()] {
                setups.push(Setup::new(game, options, players, Seat::default()).expect("a setup"));
            }
        }
    }
    setups
}

fn table(setup: &Setup, seed: u64) -> Table {
    Table::new(setup, Dealing::seeded(seed)).expect("a table")
}

/// Plays on with a random player until this many decisions were made, or the game is over.
fn advance(table: &mut Table, seed: u64, decisions: usize) {
    let mut random = Random::new(seed);
    let mut actions = Vec::new();
    for _ in 0..decisions {
        table.game().actions(&mut actions);
        let Some(&action) = actions.get(random.below(actions.len() as u32) as usize) else { return };
        table.play(action).expect("listed");
    }
}

fn check_choice(game: &AnyGame, choice: &Choice, level: Level) {
    game.check(choice.action).unwrap_or_else(|illegal| panic!("{level:?}: {}: {illegal}", choice.action));
    assert_eq!(game.to_act(), Actor::Player(choice.seat));
    if level == Level::Random {
        assert!(choice.values.is_empty());
        return;
    }
    assert_eq!(choice.values[0].action, choice.action, "the best comes first");
    assert_eq!(choice.expected.len(), usize::from(game.setup().players()));
    assert!(choice.expected.iter().all(|score| score.is_finite()));
    for (index, candidate) in choice.values.iter().enumerate() {
        assert!(candidate.value.is_finite());
        assert!(index == 0 || candidate.value <= choice.values[index - 1].value, "best first");
        assert!(game.check(candidate.action).is_ok(), "{}", candidate.action);
        assert!(!choice.values[..index].iter().any(|other| other.action == candidate.action), "each action once");
    }
    if let Some(then) = choice.then {
        let mut after = game.clone();
        after.play(choice.action).expect("legal");
        assert_eq!(after.phase(), Phase::Act);
        after.check(then).unwrap_or_else(|illegal| panic!("{level:?}: {then}: {illegal}"));
    }
}

#[test]
fn quick_levels_play_whole_games() {
    for setup in setups() {
        let mut table = table(&setup, 7);
        let mut bots = [Level::Greedy, Level::Random].map(|level| (level, level.bot(3)));
        while let Actor::Player(seat) = table.game().to_act() {
            let (level, bot) = &mut bots[seat.index() % 2];
            let choice = bot.choose(table.game(), FEW).expect("a choice");
            check_choice(table.game(), &choice, *level);
            table.play(choice.action).expect("legal");
        }
        let scores = table.game().scores();
        assert!(scores[0] > scores[1], "{:?}: greedy beats random, {scores:?}", setup.game());
        assert_eq!(bots[0].1.choose(table.game(), FEW), Err(Refusal::GameOver));
    }
}

/// The sum of points of two levels over some deals, each from both seats.
fn points(game: GameId, levels: [Level; 2], deals: u64) -> [u32; 2] {
    let mut points = [0; 2];
    for (deal, swapped) in (0..deals).flat_map(|deal| [(deal, 0), (deal, 1)]) {
        let setup = Setup::new(game, Options::NONE, 2, Seat::default()).expect("a setup");
        let mut table = table(&setup, 100 + deal);
        let mut bots = levels.map(|level| level.bot(deal));
        while let Actor::Player(seat) = table.game().to_act() {
            let choice = bots[seat.index() ^ swapped].choose(table.game(), FEW).expect("a choice");
            check_choice(table.game(), &choice, levels[seat.index() ^ swapped]);
            table.play(choice.action).expect("legal");
        }
        for seat in 0..2 {
            points[seat ^ swapped] += u32::from(table.game().scores()[seat]);
        }
    }
    points
}

/// Levels that are two or three steps apart are so far apart that a few deals show it.
#[test]
fn who_overlooks_more_has_fewer_points() {
    for game in GameId::ALL {
        for levels in [[Level::Casual, Level::Novice], [Level::Regular, Level::Novice]] {
            let [more, less] = points(game, levels, 6);
            assert!(more > less, "{game:?}: {levels:?} have {more} and {less} points");
        }
        let [more, less] = points(game, [Level::Novice, Level::Random], 2);
        assert!(more > less, "{game:?}: first steps are no throws of dice, {more} and {less} points");
    }
}

#[test]
fn thinking_levels_choose_legally_all_through_games() {
    for setup in setups() {
        for level in [Level::Tactician, Level::Strategist] {
            let mut table = table(&setup, 11);
            // Few and short playouts: what counts here is that they are legal.
            let mut bot = level.searching(Depth { kept: 2, turns: 2, ..Depth::default() }, 5);
            let mut round = 0;
            // One decision after some random play, again and again up to the end.
            while let Actor::Player(_) = table.game().to_act() {
                let choice = bot.choose(table.game(), FEW).expect("a choice");
                check_choice(table.game(), &choice, level);
                table.play(choice.action).expect("legal");
                round += 1;
                let far_from_end = table.game().bag().total() > 4;
                advance(&mut table, round, if far_from_end { 31 } else { 0 });
            }
        }
    }
}

#[test]
fn the_same_seed_and_budget_give_the_same_choice() {
    for setup in setups() {
        let mut table = table(&setup, 21);
        advance(&mut table, 2, 24);
        for level in Level::ALL {
            let choose = || level.bot(9).choose(table.game(), FEW).expect("a choice");
            assert_eq!(choose(), choose());
        }
    }
}

#[test]
fn threads_do_not_change_the_choice() {
    let setup = Setup::new(GameId::Base, Options::NONE, 2, Seat::default()).expect("a setup");
    let mut table = table(&setup, 4);
    advance(&mut table, 4, 30);
    // With the more playouts they learn from each other.
    for playouts in [150, 300] {
        let choose = |threads| {
            let depth = Depth { threads, ..Depth::default() };
            Level::Strategist.searching(depth, 1).choose(table.game(), Budget::Playouts(playouts)).expect("a choice")
        };
        assert_eq!(choose(1), choose(3), "{playouts} playouts");
    }
}

/// The order of what is still to come is a secret: with another order behind the same public history every bot chooses
/// the same.
#[test]
fn the_hidden_order_does_not_change_the_choice() {
    for setup in setups() {
        let mut first = table(&setup, 31);
        advance(&mut first, 3, 30);
        // The same actions without the dealer's seed: what comes next is dealt in an order of its own.
        let actions = first.history().iter().map(|entry| entry.action);
        let record = Record::new(setup, Dealing::default(), actions).expect("a record");
        let second = Table::load(&record).expect("a table");
        for level in Level::ALL {
            let choose = |table: &Table| level.bot(2).choose(table.game(), FEW).expect("a choice");
            assert_eq!(choose(&first), choose(&second));
        }
        let futures = [&first, &second].map(|table| {
            let mut table = table.clone();
            advance(&mut table, 1, 60);
            table.history().last().map(|entry| entry.action)
        });
        assert_ne!(futures[0], futures[1], "the orders do differ");
    }
}

#[test]
fn the_strategist_keeps_its_time_and_answers_at_once_without_a_choice() {
    let setup = Setup::new(GameId::Base, Options::NONE, 2, Seat::default()).expect("a setup");
    let mut table = table(&setup, 8);
    advance(&mut table, 8, 20);
    let time = Duration::from_millis(150);
    let begin = Instant::now();
    Level::Strategist.bot(1).choose(table.game(), Budget::Time(time)).expect("a choice");
    let taken = begin.elapsed();
    assert!(taken >= time.mul_f64(0.85), "{taken:?}");

    // A river tile that fits in one way only.
    let setup = Setup::new(GameId::Base, [rules::GameOption::River].into_iter().collect(), 2, Seat::default());
    let mut table = Table::new(&setup.expect("a setup"), Dealing::seeded(1)).expect("a table");
    let mut actions = Vec::new();
    for seed in 0..200 {
        table.game().actions(&mut actions);
        if actions.len() == 1 {
            let begin = Instant::now();
            let choice = Level::Strategist.bot(1).choose(table.game(), Budget::Time(Duration::from_secs(20)));
            assert_eq!(choice.expect("a choice").action, actions[0]);
            assert!(begin.elapsed() < Duration::from_secs(5));
            return;
        }
        advance(&mut table, seed, 1);
        if table.game().phase() == Phase::Over || table.game().turn() > 12 {
            table = Table::new(table.game().setup(), Dealing::seeded(seed)).expect("a table");
        }
    }
    panic!("no position with one action found");
}

#[test]
fn budgets_out_of_reason_are_refused() {
    assert!(Budget::millis(0).is_err());
    assert!(Budget::millis(u64::MAX).is_err());
    assert!(Budget::playouts(0).is_err());
    assert!(Budget::playouts(u64::MAX).is_err());
    assert_eq!(Budget::playouts(5), Ok(Budget::Playouts(5)));
    assert_eq!(Budget::millis(5), Ok(Budget::Time(Duration::from_millis(5))));
}
