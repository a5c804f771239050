//! One suite for every game, option and number of players: whatever the rules are, these things must hold.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on shall stop")]

mod candidates;
mod golden;
mod observe;
mod oracle;
mod perft;
mod player;
mod tokens;

use bastide_table::{Dealer, Random, Table};
use observe::observe;
use player::Player;
use rules::{Action, Actor, AnyGame, Dealing, Event, Game as _, GameId, Options, Record, Setup};

/// Every game with every combination of its options, for every number of players.
fn setups(seed: u64) -> Vec<Setup> {
    let mut setups = Vec::new();
    for game in GameId::ALL {
        for options in Options::combinations(game) {
            for players in game.players(options) {
                let first = Dealer::first_seat(seed, players);
                setups.push(Setup::new(game, options, players, first).unwrap());
            }
        }
    }
    setups
}

fn name(setup: &Setup) -> String {
    let options: String = setup.options().iter().map(|option| format!("+{}", option.name())).collect();
    format!("{}{options} for {}", setup.game().name(), setup.players())
}

/// Plays a game to its end, calling back before every decision and once at the end.
fn play_through(setup: &Setup, seed: u64, mut each: impl FnMut(&Table, &[Action])) -> Table {
    let mut table = Table::new(setup, Dealing::seeded(seed)).unwrap();
    let mut player = Player::new(seed);
    let mut actions = Vec::new();
    loop {
        table.game().actions(&mut actions);
        each(&table, &actions);
        if table.game().to_act() == Actor::Nobody {
            return table;
        }
        let action = player.choose(table.game(), &actions);
        table.play(action).unwrap_or_else(|illegal| panic!("{}: {action}: {illegal}", name(setup)));
    }
}

#[test]
fn features_equal_a_recomputation_from_the_bare_board() {
    for (number, setup) in setups(1).iter().enumerate() {
        play_through(setup, number as u64, |table, _| oracle::compare(table.game(), &name(setup)));
    }
}

#[test]
fn listed_actions_are_exactly_those_accepted() {
    for (number, setup) in setups(2).iter().enumerate() {
        play_through(setup, 100 + number as u64, |table, listed| {
            let game = table.game();
            for (index, action) in listed.iter().enumerate() {
                assert!(!listed[..index].contains(action), "{}: {action} is listed twice", name(setup));
                assert_eq!(game.check(*action), Ok(()), "{}: {action} is listed", name(setup));
            }
            for action in candidates::of(game) {
                let accepted = game.check(action).is_ok();
                assert_eq!(accepted, listed.contains(&action), "{}: {action} in {:?}", name(setup), game.phase());
            }
        });
    }
}

#[test]
fn every_choice_is_a_real_one() {
    // A phase in which only `pass` is possible is never asked; the others have at least one action.
    for (number, setup) in setups(3).iter().enumerate() {
        play_through(setup, 200 + number as u64, |table, listed| {
            let over = table.game().to_act() == Actor::Nobody;
            assert_eq!(listed.is_empty(), over, "{}: {:?}", name(setup), table.game().phase());
            assert_ne!(listed, [Action::Pass], "{}: asked although there is no choice", name(setup));
        });
    }
}

#[test]
fn a_refused_action_changes_nothing() {
    for (number, setup) in setups(4).iter().enumerate().step_by(3) {
        play_through(setup, 300 + number as u64, |table, _| {
            let mut game = table.game().clone();
            let before = observe(&game);
            let refused =
                candidates::of(table.game()).into_iter().filter(|&action| table.game().check(action).is_err());
            for action in refused.take(20) {
                assert!(game.play(action).is_err());
            }
            assert_eq!(observe(&game), before, "{}", name(setup));
        });
    }
}

#[test]
fn undo_restores_everything() {
    for (number, setup) in setups(5).iter().enumerate() {
        let mut states = Vec::new();
        let mut table = play_through(setup, 400 + number as u64, |table, _| states.push(observe(table.game())));
        let last = states.pop();
        assert_eq!(last.as_deref(), Some(observe(table.game()).as_str()));
        let forward: Vec<Action> = decisions(&table).collect();
        while let Some(state) = states.pop() {
            assert!(table.undo());
            assert_eq!(observe(table.game()), state, "{}", name(setup));
        }
        assert!(!table.undo(), "nothing is left to take back");
        for action in forward {
            table.play(action).unwrap();
        }
        assert_eq!(Some(observe(table.game())), last, "{}: the same game again", name(setup));
    }
}

fn decisions(table: &Table) -> impl Iterator<Item = Action> + '_ {
    let by_player = table.history().iter().filter(|entry| matches!(entry.actor, Actor::Player(_)));
    by_player.map(|entry| entry.action)
}

#[test]
fn records_read_back_at_every_length() {
    for (number, setup) in setups(6).iter().enumerate() {
        let mut steps = 0;
        let table = play_through(setup, 500 + number as u64, |table, _| {
            steps += 1;
            if steps % 29 == 0 {
                check_record(table, &name(setup));
            }
        });
        check_record(&table, &name(setup));
    }
}

fn check_record(table: &Table, name: &str) {
    let record = table.record();
    let text = record.to_string();
    let read: Record = text.parse().unwrap_or_else(|error| panic!("{name}: {error}\n{text}"));
    assert_eq!(read, record, "{name}");
    assert_eq!(read.to_string(), text, "{name}");
    let loaded = Table::load(&read).unwrap_or_else(|error| panic!("{name}: {error}\n{text}"));
    assert_eq!(observe(loaded.game()), observe(table.game()), "{name}");
    // Both go on alike: the dealer's order was saved too.
    let (mut one, mut other) = (table.clone(), loaded);
    let mut actions = Vec::new();
    for _ in 0..6 {
        one.game().actions(&mut actions);
        let Some(&action) = actions.last() else { break };
        one.play(action).unwrap();
        other.play(action).unwrap();
    }
    assert_eq!(observe(one.game()), observe(other.game()), "{name}");
}

#[test]
fn a_record_without_the_secret_goes_on_too() {
    for (number, setup) in setups(7).iter().enumerate() {
        let mut middle = None;
        let whole = play_through(setup, 600 + number as u64, |table, _| {
            if table.game().turn() == 20 {
                middle = Some(table.clone());
            }
        });
        let table = middle.unwrap_or(whole);
        let actions = table.history().iter().map(|entry| entry.action);
        let public = Record::new(*setup, Dealing::default(), actions).unwrap();
        let mut loaded = Table::load(&public.to_string().parse().unwrap()).unwrap();
        assert_eq!(observe(loaded.game()), observe(table.game()), "{}", name(setup));
        for _ in 0..5 {
            loaded.undo();
        }
        let mut player = Player::new(1);
        let mut actions = Vec::new();
        while loaded.game().to_act() != Actor::Nobody {
            loaded.game().actions(&mut actions);
            let action = player.choose(loaded.game(), &actions);
            loaded.play(action).unwrap();
        }
        assert!(loaded.game().bag().is_empty());
    }
}

#[test]
fn points_come_from_events_and_pieces_stay_in_number() {
    for (number, setup) in setups(8).iter().enumerate() {
        let mut table = Table::new(setup, Dealing::seeded(700 + number as u64)).unwrap();
        let mut player = Player::new(number as u64);
        let mut actions = Vec::new();
        let pieces = observe::pieces(table.game());
        while table.game().to_act() != Actor::Nobody {
            table.game().actions(&mut actions);
            let action = player.choose(table.game(), &actions);
            let mut scores = table.game().scores().to_vec();
            for event in table.play(action).unwrap() {
                if let Event::Scored(score) = event {
                    assert!(score.points > 0, "{}: {score:?}", name(setup));
                    scores[score.seat.index()] += score.points;
                }
            }
            assert_eq!(table.game().scores(), scores, "{}: {action}", name(setup));
            assert_eq!(observe::pieces(table.game()), pieces, "{}: {action}", name(setup));
        }
    }
}

#[test]
fn chance_is_fair_and_complete() {
    for (number, setup) in setups(9).iter().enumerate() {
        let mut game = AnyGame::new(setup);
        let mut random = Random::new(number as u64);
        let mut actions = Vec::new();
        while game.to_act() != Actor::Nobody {
            game.actions(&mut actions);
            if game.to_act() == Actor::Dealer {
                let mut drawn: Vec<Action> = (0..game.ways()).map(|number| game.outcome(number).unwrap()).collect();
                assert_eq!(game.outcome(game.ways()), None, "{}", name(setup));
                for &outcome in &actions {
                    let before = drawn.len();
                    drawn.retain(|other| *other != outcome);
                    assert_eq!((before - drawn.len()) as u32, game.weight(outcome), "{}: {outcome}", name(setup));
                }
                assert_eq!(drawn, [], "{}", name(setup));
                let number = random.below(game.ways());
                game.play(game.outcome(number).unwrap()).unwrap();
            } else {
                assert_eq!((game.ways(), game.outcome(0)), (0, None), "{}", name(setup));
                let action = actions[random.below(actions.len() as u32) as usize];
                game.play(action).unwrap();
            }
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_game() {
    for setup in setups(10).iter().step_by(2) {
        let first = play_through(setup, 42, |_, _| ());
        let second = play_through(setup, 42, |_, _| ());
        assert_eq!(first.record(), second.record(), "{}", name(setup));
        let other = play_through(setup, 43, |_, _| ());
        assert_ne!(first.record(), other.record(), "{}", name(setup));
    }
}
