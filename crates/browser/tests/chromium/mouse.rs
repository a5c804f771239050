//! A whole game of each kind by mouse.

use crate::game::{result_is_right, start_game};
use crate::on_a_page;
use browser::{Hand, Player};
use rules::{Action, PieceKind};

/// Something that must have happened, and how to recognise it.
type Occurs = (&'static str, fn(&Action) -> bool);

/// Plays a whole game. Which way the dice fall depends on how fast the page is, too: what does not occur in one game may do
/// so in the next.
fn whole_game(name: &'static str, game: usize, options: &[usize], seed: u64, occurs: &[Occurs]) {
    let mut missing = None;
    for seed in [seed, seed + 100, seed + 200] {
        on_a_page(&format!("mouse-{name}"), |visit| {
            let page = &mut visit.page;
            page.visit(&visit.site.address())?;
            let mut player = Player::new(Hand::Mouse, seed);
            start_game(page, &player, game, options, seed)?;
            page.screenshot(&format!("table-begin-{name}"))?;
            player.play_turns(page, 20)?;
            while page.look()?.spots.is_empty() {
                player.step(page)?;
            }
            page.screenshot(&format!("table-trial-{name}"))?;
            player.play_to_the_end(page)?;
            page.screenshot(&format!("end-{name}"))?;
            let actions = result_is_right(page)?;
            missing = occurs.iter().find(|(_, is_it)| !actions.iter().any(is_it)).map(|(what, _)| *what);
            Ok(())
        });
        if missing.is_none() {
            return;
        }
    }
    panic!("{name}: {missing:?} does not occur in three games");
}

#[test]
fn towns_with_river_traders_and_builders() {
    whole_game(
        "base",
        0,
        &[0, 1],
        11,
        &[
            ("a builder", |action| matches!(action, Action::Follower { with: Some(PieceKind::Builder), .. })),
            ("a pig", |action| matches!(action, Action::Follower { with: Some(PieceKind::Pig), .. })),
        ],
    );
}

#[test]
fn hunters_and_gatherers() {
    whole_game("hunters", 1, &[], 12, &[("a hut", |action| matches!(action, Action::Hut { .. }))]);
}

#[test]
fn new_lands_with_two_tiles_in_hand() {
    whole_game("new-lands", 2, &[0], 13, &[("a recall", |action| matches!(action, Action::Recall { .. }))]);
}

#[test]
fn safari() {
    whole_game(
        "safari",
        3,
        &[],
        18,
        &[
            ("a ranger's move", |action| matches!(action, Action::Ranger { .. })),
            ("a waterhole", |action| matches!(action, Action::Waterhole { .. })),
            ("an animal token", |action| matches!(action, Action::Token { .. })),
        ],
    );
}
