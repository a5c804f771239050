//! How many courses a game can take to a fixed depth: a number that every mistake in listing actions changes.

use crate::setups;
use rules::{Action, Actor, AnyGame, Game as _};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The number of sequences of actions of this length, every outcome of chance counted once.
fn count(game: &AnyGame, depth: u32) -> u64 {
    if depth == 0 || game.to_act() == Actor::Nobody {
        return 1;
    }
    let mut actions: Vec<Action> = Vec::new();
    game.actions(&mut actions);
    if depth == 1 {
        return actions.len() as u64;
    }
    actions.into_iter().map(|action| count(&after(game, action), depth - 1)).sum()
}

fn after(game: &AnyGame, action: Action) -> AnyGame {
    let mut next = game.clone();
    next.play(action).unwrap();
    next
}

#[test]
fn action_counts_to_fixed_depth() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden/perft.txt");
    let mut lines = String::new();
    for setup in setups(12).iter().filter(|setup| setup.players() == 2) {
        // Tokens and hands are dealt and tiles taken out first, by the first outcome each.
        let mut game = AnyGame::new(setup);
        while let Some(next) = game.outcome(0).map(|outcome| after(&game, outcome))
            && next.to_act() == Actor::Dealer
        {
            game = next;
        }
        let counts: Vec<String> = (1..=5).map(|depth| count(&game, depth).to_string()).collect();
        let options: String = setup.options().iter().map(|option| format!("+{}", option.name())).collect();
        lines += &format!("{}{options}: {}\n", setup.game().name(), counts.join(" "));
    }
    if std::env::var_os("BASTIDE_REFRESH").is_some() {
        std::fs::write(&path, &lines).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap();
    let by_game = |text: &str| -> BTreeMap<String, String> {
        text.lines().filter_map(|line| line.split_once(": ")).map(|(a, b)| (a.to_owned(), b.to_owned())).collect()
    };
    assert_eq!(by_game(&lines), by_game(&kept), "if that is meant, `cargo xtask golden`");
}
