//! Bytes read as choices among the listed actions, so that the search wanders through games: whatever is listed can be
//! played, taken back, written down and loaded.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rules::{Actor, Dealing, Game as _, GameId, Options, Record, Setup};
use table::{Dealer, Table};

/// Choices from here on take the last action back.
const UNDO: u16 = 0xff00;

fuzz_target!(|input: &[u8]| {
    let Some((&[game, options, players, seed], choices)) = input.split_first_chunk() else { return };
    let Some(&game) = GameId::ALL.get(usize::from(game)) else { return };
    let Some(options) = Options::combinations(game).nth(options.into()) else { return };
    if !game.players(options).contains(&players) {
        return;
    }
    let first = Dealer::first_seat(seed.into(), players);
    let setup = Setup::new(game, options, players, first).expect("the number of players is right");
    let mut table = Table::new(&setup, Dealing::seeded(seed.into())).expect("a seed alone is a right dealing");

    let mut actions = Vec::new();
    for choice in choices.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])) {
        if choice >= UNDO {
            table.undo();
        }
        actions.clear();
        table.game().actions(&mut actions);
        let Actor::Player(_) = table.game().to_act() else {
            assert!(actions.is_empty(), "nothing is listed in a game that is over");
            break;
        };
        assert!(!actions.is_empty(), "who has to act can act");
        for &action in &actions {
            assert_eq!(table.game().check(action), Ok(()), "{action} is listed");
        }
        table.play(actions[usize::from(choice) % actions.len()]).expect("it was listed");
    }

    let record = table.record();
    assert_eq!(record.to_string().parse::<Record>().as_ref(), Ok(&record));
    let loaded = Table::load(&record).expect("what was played can be loaded");
    assert_eq!(loaded.record(), record);
    assert_eq!(loaded.game().scores(), table.game().scores());
    assert_eq!(loaded.game().pieces(), table.game().pieces());
});
