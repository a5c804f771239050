//! What learners are told agrees with the games, in every game with every combination of options.

use rules::{Action, Actor, AnyGame, Game as _, GameId, Options, Seat, Setup};
use spaces::{ActionSpace, Batch, BatchError, Candidates, Legal, Observer, Reward, SIZE, Views};
use table::Random;

fn setups(players: u8) -> impl Iterator<Item = Setup> {
    GameId::ALL.into_iter().flat_map(move |game| {
        Options::combinations(game)
            .map(move |options| Setup::new(game, options, players, Seat::default()).expect("so many can play"))
    })
}

/// Plays a whole game; `choose` picks among the possible actions.
fn play(space: &ActionSpace, setup: &Setup, seed: u64, mut choose: impl FnMut(&AnyGame, Seat, &Legal) -> usize) {
    let mut random = Random::new(seed);
    let mut game = AnyGame::new(setup);
    let mut legal = Legal::default();
    loop {
        let action = match game.to_act() {
            Actor::Nobody => return,
            Actor::Dealer => game.outcome(random.below(game.ways())).expect("an outcome"),
            Actor::Player(seat) => {
                space.list(&game, &mut legal);
                legal.actions()[choose(&game, seat, &legal)]
            }
        };
        game.play(action).expect("a listed action is possible");
    }
}

/// Plays a random game and shows every decision.
fn each_decision(setup: &Setup, seed: u64, mut each: impl FnMut(&AnyGame, Seat, &Legal)) {
    let space = ActionSpace::new(setup, SIZE).expect("the usual size");
    let mut lots = Random::stream(seed, 1);
    play(&space, setup, seed, |game, seat, legal| {
        each(game, seat, legal);
        lots.below(legal.actions().len() as u32) as usize
    });
}

fn is_spare(space: &ActionSpace, number: u32) -> bool {
    space.meaning(number as usize).is_some_and(|meaning| meaning.starts_with("spare"))
}

#[test]
fn lists_are_as_long_as_their_names_at_every_decision() {
    const UNTOUCHED: f32 = 12_345.0;
    for setup in setups(3) {
        let observer = Observer::new(&setup, SIZE).expect("the usual size");
        let candidates = Candidates::new(&observer);
        let mut features = vec![0.0; observer.features().len() + 1];
        let mut scratch = AnyGame::new(&setup);
        let mut decisions = 0;
        each_decision(&setup, 4, |game, seat, legal| {
            features.fill(UNTOUCHED);
            observer.write_features(game, seat, &mut features);
            let (unused, told) = features.split_last().expect("one more than needed");
            assert_eq!(*unused, UNTOUCHED);
            assert!(told.iter().all(|value| value.is_finite() && *value != UNTOUCHED));
            decisions += 1;
            if decisions % 8 == 0 {
                let mut rows = Vec::new();
                candidates.write(game, legal, &mut scratch, &mut rows);
                assert_eq!(rows.len(), legal.actions().len() * candidates.features().len());
                assert!(rows.iter().all(|value| value.is_finite()));
            }
        });
    }
}

#[test]
fn planes_show_tiles_open_cells_and_pieces() {
    for setup in setups(2) {
        let observer = Observer::new(&setup, SIZE).expect("the usual size");
        let mut planes = vec![7; observer.plane_cells()];
        let cells = SIZE * SIZE;
        each_decision(&setup, 6, |game, seat, _| {
            observer.write_planes(game, seat, &mut planes);
            let sum = |wanted: &dyn Fn(&str) -> bool| -> u32 {
                let chosen = observer.planes().iter().enumerate().filter(|(_, name)| wanted(name));
                chosen
                    .flat_map(|(index, _)| &planes[index * cells..(index + 1) * cells])
                    .map(|&value| u32::from(value))
                    .sum()
            };
            assert_eq!(sum(&|name| name == "tile") as usize, game.board().tile_count());
            assert_eq!(sum(&|name| name == "open") as usize, game.board().open_positions().len());
            let strength = |mine: bool| -> u32 {
                let pieces = game.pieces().into_iter();
                let followers = pieces.filter(|piece| piece.kind.is_follower() && (piece.seat == seat) == mine);
                followers.map(|piece| u32::from(piece.strength)).sum()
            };
            assert_eq!(sum(&|name| name.starts_with("me follower on ") && !name.ends_with("token")), strength(true));
            assert_eq!(
                sum(&|name| name.starts_with("next 1 follower on ") && !name.ends_with("token")),
                strength(false)
            );
        });
    }
}

/// Plays random games on so many threads and keeps everything that is told.
fn told(setup: &Setup, threads: usize, steps: usize) -> (Vec<f32>, Vec<u16>, Vec<u8>, Vec<i64>) {
    let games = 5;
    let mut batch = Batch::new(setup, SIZE, games, 11, Reward::Points, threads).expect("a batch");
    let width = usize::from(setup.players());
    let (mut rewards, mut points) = (vec![0.0; games * width], vec![0; games * width]);
    let (mut to_act, mut done) = (vec![0; games], vec![false; games]);
    let mut all = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut actions = vec![0; games];
    let mut sums = vec![0.0; games * width];
    for _ in 0..steps {
        batch.sample(&mut actions);
        let views = Views {
            rewards: Some(&mut rewards),
            points: Some(&mut points),
            done: Some(&mut done),
            to_act: Some(&mut to_act),
            ..Views::default()
        };
        batch.step(&actions, views).expect("what is sampled is possible");
        for (game, ended) in done.iter().enumerate() {
            for seat in game * width..(game + 1) * width {
                sums[seat] += rewards[seat];
                assert_eq!(sums[seat], f32::from(points[seat]), "rewards add up to points");
                if *ended {
                    sums[seat] = 0.0;
                }
            }
        }
        all.0.extend_from_slice(&rewards);
        all.1.extend_from_slice(&points);
        all.2.extend_from_slice(&to_act);
        all.3.extend_from_slice(&actions);
    }
    assert!(batch.finished() >= 5);
    all
}

#[test]
fn a_seed_gives_the_same_games_on_any_number_of_threads() {
    let setup = Setup::new(GameId::Base, Options::NONE, 2, Seat::default()).expect("a setup");
    assert_eq!(told(&setup, 1, 400), told(&setup, 3, 400));
}

#[test]
fn an_impossible_action_is_refused_and_nothing_is_played() {
    let setup = Setup::new(GameId::Safari, Options::NONE, 2, Seat::default()).expect("a setup");
    let mut batch = Batch::new(&setup, SIZE, 2, 1, Reward::Outcome, 1).expect("a batch");
    let mut actions = [0; 2];
    batch.sample(&mut actions);
    let wrong = [actions[0], -3];
    let refused = batch.step(&wrong, Views::default());
    assert_eq!(refused, Err(BatchError::Illegal { game: 1, number: -3 }));
    assert_eq!(batch.step(&actions[..1], Views::default()), Err(BatchError::Count { games: 2, given: 1 }));
    batch.step(&actions, Views::default()).expect("nothing had been played");
}

/// What is played is what was asked for: whether it is what the lot fell on, another action, or a lot after a refusal.
#[test]
fn actions_by_lot_and_by_choice_are_played_as_asked() {
    let setup = Setup::new(GameId::Base, Options::NONE, 2, Seat::default()).expect("a setup");
    let mut batch = Batch::new(&setup, SIZE, 3, 5, Reward::Points, 1).expect("a batch");
    let (mut first, mut lots) = ([0; 3], [0; 3]);
    for step in 0..60 {
        batch.sample(&mut first);
        // A second lot is another one, and possible as well.
        batch.sample(&mut lots);
        let other = batch.legal(0).expect("a game").numbers().iter().copied().map(i64::from).find(|&n| n != lots[0]);
        let refused = [other.unwrap_or(lots[0]), lots[1], -1];
        batch.step(&refused, Views::default()).expect_err("no such action");
        let wanted = if step % 3 == 0 { [other.unwrap_or(lots[0]), first[1], lots[2]] } else { lots };
        let mut expected: Vec<AnyGame> = (0..3).map(|game| batch.game(game).expect("a game").clone()).collect();
        for ((game, number), index) in expected.iter_mut().zip(wanted).zip(0..) {
            let action = batch.legal(index).expect("a game").find(number as u32).expect("a possible number");
            game.play(action).expect("a possible action");
        }
        let mut done = [false; 3];
        batch.step(&wanted, Views { done: Some(&mut done), ..Views::default() }).expect("possible actions");
        for (index, expected) in expected.iter().enumerate().filter(|(index, _)| !done[*index]) {
            let played = batch.game(index).expect("a game");
            let last = |game: &AnyGame| (game.board().tile_count(), game.board().laid(game.board().tile_count() - 1));
            assert_eq!(last(played), last(expected), "game {index} at step {step}");
            assert_eq!(played.pieces(), expected.pieces(), "game {index} at step {step}");
        }
    }
}

#[test]
fn outcomes_are_paid_at_the_end_and_masks_list_what_is_possible() {
    let setup = Setup::new(GameId::HuntersGatherers, Options::NONE, 3, Seat::default()).expect("a setup");
    let mut batch = Batch::new(&setup, SIZE, 3, 2, Reward::Outcome, 1).expect("a batch");
    let count = batch.space().count();
    let (mut rewards, mut points) = ([0.0; 9], [0; 9]);
    let (mut mask, mut done) = (vec![true; 3 * count], [false; 3]);
    let mut actions = [0; 3];
    while batch.finished() < 4 {
        batch.sample(&mut actions);
        let views = Views {
            rewards: Some(&mut rewards),
            points: Some(&mut points),
            mask: Some(&mut mask),
            done: Some(&mut done),
            ..Views::default()
        };
        batch.step(&actions, views).expect("what is sampled is possible");
        for game in 0..3 {
            let legal = batch.legal(game).expect("a game").numbers();
            let allowed = mask[game * count..(game + 1) * count].iter().filter(|&&allowed| allowed).count();
            assert_eq!(allowed, legal.len());
            assert!(legal.iter().all(|&number| mask[game * count + number as usize]));
            let (paid, points) = (&rewards[game * 3..][..3], &points[game * 3..][..3]);
            let best = points.iter().max().expect("three seats");
            let winners = points.iter().filter(|&points| points == best).count() as f32;
            for (paid, points) in paid.iter().zip(points) {
                let due = if !done[game] {
                    0.0
                } else if points == best {
                    2.0 / winners - 1.0
                } else {
                    -1.0
                };
                assert_eq!(*paid, due);
            }
        }
    }
}

#[test]
fn playing_by_lot_at_once_is_the_same_as_step_by_step() {
    let setup = Setup::new(GameId::Safari, Options::NONE, 2, Seat::default()).expect("a setup");
    let mut batches = [1, 2].map(|threads| Batch::new(&setup, SIZE, 3, 8, Reward::Points, threads).expect("a batch"));
    let [one, other] = &mut batches;
    let (mut points, mut actions, mut sums) = ([[0; 6]; 2], [0; 3], [[0.0; 6]; 2]);
    for _ in 0..250 {
        one.sample(&mut actions);
        let mut rewards = [0.0; 6];
        let views = Views { points: Some(&mut points[0]), rewards: Some(&mut rewards), ..Views::default() };
        one.step(&actions, views).expect("what is sampled is possible");
        sums[0].iter_mut().zip(rewards).for_each(|(sum, paid)| *sum += paid);
    }
    let views = Views { points: Some(&mut points[1]), rewards: Some(&mut sums[1]), ..Views::default() };
    other.play_random(250, views);
    assert!(one.finished() > 0);
    assert_eq!((one.finished(), points[0], sums[0]), (other.finished(), points[1], sums[1]));
    assert_eq!(one.list(), other.list());
}

fn check_numbers(space: &ActionSpace, legal: &Legal) {
    let mut numbers = legal.numbers().to_vec();
    numbers.sort_unstable();
    assert!(numbers.windows(2).all(|pair| pair[0] < pair[1]), "every action has a number of its own");
    assert!(numbers.iter().all(|&number| (number as usize) < space.count()));
    assert_eq!(numbers.len(), legal.actions().len());
    assert!(!numbers.is_empty());
}

#[test]
fn every_possible_action_has_a_number_of_its_own_and_a_meaning() {
    for setup in setups(2) {
        let space = ActionSpace::new(&setup, SIZE).expect("the usual size");
        let mut random = Random::new(3);
        let each = |game: &AnyGame, _: Seat, legal: &Legal| {
            check_numbers(&space, legal);
            let chosen = random.below(legal.actions().len() as u32) as usize;
            let number = legal.numbers()[chosen];
            let meaning = space.meaning(number as usize).expect("a number of the space");
            let first = match legal.actions()[chosen] {
                Action::Place { pos, .. } => {
                    assert!(meaning.ends_with(&format!(" at {pos}")), "{meaning}, {pos}");
                    "place"
                }
                Action::Follower { segment, piece, .. } => {
                    assert!(meaning.starts_with(&format!("{piece} {segment}")), "{meaning}");
                    ""
                }
                Action::Hut { .. } => "hut ",
                Action::Recall { .. } => "recall at",
                Action::Ranger { .. } => "ranger ",
                Action::Waterhole { .. } => "waterhole ",
                Action::Token { .. } => "token ",
                Action::ReturnFarmer => "return farmer",
                _ => "pass",
            };
            assert!(meaning.starts_with(first), "{meaning} is not {first}");
            assert_eq!(space.action(game, number), Some(legal.actions()[chosen]));
            assert_eq!(space.number(game, legal.actions()[chosen]), Some(number));
            chosen
        };
        play(&space, &setup, 5, each);
    }
}

/// Whoever always goes as far east as possible makes a board that is wider than a small grid.
#[test]
fn boards_wider_than_the_grid_use_spare_numbers() {
    let mut spared = 0;
    for setup in setups(2) {
        let space = ActionSpace::new(&setup, 8).expect("the smallest size");
        let each = |_: &AnyGame, _: Seat, legal: &Legal| {
            check_numbers(&space, legal);
            spared += legal.numbers().iter().filter(|&&number| is_spare(&space, number)).count();
            let far = |action: &Action| match action {
                Action::Place { pos, .. } => pos.x,
                _ => 0,
            };
            (0..legal.actions().len()).max_by_key(|&index| far(&legal.actions()[index])).unwrap_or(0)
        };
        play(&space, &setup, 9, each);
    }
    assert!(spared > 1000, "only {spared} spare numbers were used");
}

#[test]
fn words_have_names_and_sizes_have_bounds() {
    for setup in setups(2) {
        let space = ActionSpace::new(&setup, SIZE).expect("the usual size");
        assert!(space.words().iter().all(|word| !word.is_empty()), "{:?}", space.words());
        assert_eq!(space.planes().len(), space.plane_count());
        assert_eq!(space.meaning(space.count()), None);
        for wrong in [0, 7, 257] {
            let refused = ActionSpace::new(&setup, wrong).expect_err("no such grid");
            assert!(refused.to_string().contains(&wrong.to_string()), "{refused}");
        }
    }
}
