//! Fair draws over whole games of every kind: what is promised is what is dealt, and every change shows.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on shall stop")]

use bastide_table::{DealError, LoadError, Play, Random, Table, commitment, fair_first_seat, verify};
use rules::{Action, Actor, Dealing, Digest, Fair, Game as _, GameId, Options, Record, Reveal, Setup};

fn fair(byte: u8, contributions: &[&str]) -> Fair {
    let reveal = Reveal { seed: Digest([byte; 32]), salt: Digest([2; 32]) };
    let contributions = contributions.iter().map(|&text| text.to_owned()).collect();
    Fair { commitment: commitment(&reveal), first_drawn: true, contributions, reveal: Some(reveal) }
}

fn dealing(fair: Fair) -> Dealing {
    Dealing { fair: Some(fair), ..Dealing::default() }
}

fn setups() -> Vec<Setup> {
    let all = GameId::ALL.into_iter().flat_map(|game| Options::combinations(game).map(move |options| (game, options)));
    all.map(|(game, options)| {
        let players = *game.players(options).start();
        let contributions = vec!["ab"; players.into()];
        let first = fair_first_seat(&fair(1, &contributions), players).unwrap();
        Setup::new(game, options, players, first).unwrap()
    })
    .collect()
}

fn promise(setup: &Setup) -> Fair {
    fair(1, &vec!["ab"; setup.players().into()])
}

/// Plays at random up to the end; takes the last decisions back now and then.
fn play(setup: &Setup, seed: u64) -> Play {
    let (mut play, first) = Play::new(setup, dealing(promise(setup))).unwrap();
    assert_eq!(first.dealt.len(), play.actions().len());
    let mut random = Random::new(seed);
    let mut actions = Vec::new();
    while let Actor::Player(_) = play.game().to_act() {
        play.game().actions(&mut actions);
        let action = actions[random.below(actions.len() as u32) as usize];
        let before = play.decisions();
        let step = play.play(action).unwrap();
        if random.below(10) == 0 {
            play.rewind(before);
            assert_eq!(play.decisions(), before);
            assert_eq!(play.play(action).unwrap().dealt, step.dealt, "the same draws come again");
        }
    }
    play
}

#[test]
fn a_game_with_fair_draws_can_be_proved_and_no_other() {
    for (number, setup) in setups().iter().enumerate() {
        let play = play(setup, number as u64);
        let record = play.record(dealing(promise(setup)));
        let written: Record = record.to_string().parse().unwrap();
        assert_eq!(written, record);
        assert_eq!(verify(&written), Ok(()));
        assert_eq!(Table::load(&written).unwrap().game().scores(), play.game().scores());

        let other = |change: &dyn Fn(&mut Fair)| {
            let mut fair = promise(setup);
            change(&mut fair);
            verify(&play.record(dealing(fair)))
        };
        let contribution = other(&|fair| fair.contributions[0] = "ac".to_owned());
        assert!(matches!(contribution, Err(LoadError::Deal(DealError::OtherDraw(_) | DealError::OtherFirst))));
        assert_eq!(other(&|fair| fair.reveal = None), Err(LoadError::Deal(DealError::NothingRevealed)));
        let salt = other(&|fair| fair.reveal.as_mut().unwrap().salt = Digest([3; 32]));
        assert_eq!(salt, Err(LoadError::Deal(DealError::OtherCommitment)));
        let seed = other(&|fair| *fair = self::fair(9, &vec!["ab"; setup.players().into()]));
        assert!(seed.is_err(), "another secret with its own commitment gives other draws");
    }
}

#[test]
fn the_promise_alone_gives_nothing_away() {
    let setup = setups()[0];
    let record = |byte| {
        let mut fair = fair(byte, &["", ""]);
        fair.reveal = None;
        fair.commitment = Digest([0; 32]);
        let (play, _) = Play::new(&setup, dealing(self::fair(byte, &["", ""]))).unwrap();
        play.record(dealing(fair)).to_string()
    };
    assert!(!record(1).contains("reveal"));
    assert!(!format!("{:?}", fair(0xab, &[])).contains("171"), "secrets are not shown");
    assert!(!format!("{:?}", fair(0xab, &[])).contains("abab"), "secrets are not shown");
}

/// Computed by another program from the description in docs/fair-draws.md and the tile files.
#[test]
fn the_order_of_the_description() {
    let contributions = ["0123456789abcdef", "", "f"];
    let fair = fair(1, &contributions);
    let first = fair_first_seat(&fair, 3).unwrap();
    assert_eq!(first.number(), 2);
    let setup = Setup::new(GameId::Base, Options::NONE, 3, first).unwrap();
    let (mut play, step) = Play::new(&setup, dealing(fair)).unwrap();
    let mut drawn = step.dealt;
    let mut actions = Vec::new();
    while let Actor::Player(_) = play.game().to_act() {
        play.game().actions(&mut actions);
        drawn.extend(play.play(actions[0]).unwrap().dealt);
    }
    let name = |action: &Action| match action {
        Action::Draw { tile } => tile.name().strip_prefix("base/").unwrap(),
        _ => panic!("the base game draws tiles"),
    };
    let order: String = drawn.iter().map(name).collect();
    assert_eq!(order, "WBEUSMDTHRCBQHBDROKIDWVXNFUOIJEPVAAPVBEWUVVNUUFGUKEVWPUMUHEJSVLLVNVRLKJ");
}
