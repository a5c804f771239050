//! A whole game of each kind by mouse.

use crate::on_a_page;
use browser::{Failure, Hand, Key, Page, Player, Result, stored_game};
use rules::{Action, Companion, Phase};

/// Chooses a game and its options, makes the second player a person, and begins with this seed.
pub(crate) fn start_game(page: &mut Page, player: &Player, game: usize, options: &[usize], seed: u64) -> Result<()> {
    player.touch_element(page, &format!(".card:first-of-type .choices:first-of-type .choice:nth-of-type({})", game + 1))?;
    for option in options {
        player.touch_element(page, &format!(".choices:last-of-type .choice:nth-of-type({})", option + 1))?;
    }
    let second = ".chairs li:nth-of-type(2) select";
    page.run(&format!("document.querySelector('{second}').focus()"))?;
    while page.evaluate::<String>(&format!("document.querySelector('{second}').value"))? != "person" {
        page.press(Key::Up)?;
    }
    player.touch_element(page, ".advanced summary")?;
    let seed_field = ".advanced input";
    page.run(&format!("document.querySelector('{seed_field}').select()"))?;
    for digit in seed.to_string().chars() {
        page.press(Key::Character(digit))?;
    }
    page.screenshot(&format!("start-chosen-{game}"))?;
    player.touch_element(page, ".go .primary")?;
    page.wait_for("main.table .board")
}

/// The totals on the score sheet of the end page.
pub(crate) fn totals(page: &mut Page) -> Result<Vec<u16>> {
    page.evaluate("[...document.querySelectorAll('.end .sheet tfoot td')].map(cell => Number(cell.innerText))")
}

/// Demands that the game is over and that the page shows its true result.
pub(crate) fn result_is_right(page: &mut Page) -> Result<Vec<Action>> {
    let table = stored_game(page)?;
    assert_eq!(table.game().phase(), Phase::Over);
    assert_eq!(totals(page)?, table.game().scores(), "the page's totals are those of its record");
    assert!(table.game().scores().iter().any(|points| *points > 0), "a game without a point");
    Ok(table.history().iter().map(|entry| entry.action).collect())
}

/// Something that must have happened, and how to recognise it.
type Occurs = (&'static str, fn(&Action) -> bool);

fn whole_game(name: &'static str, game: usize, options: &[usize], seed: u64, occurs: &[Occurs]) {
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
        for (what, is_it) in occurs {
            if !actions.iter().any(is_it) {
                return Err(Failure::new(format!("{what} does not occur: another seed shows more")));
            }
        }
        Ok(())
    });
}

#[test]
fn towns_with_river_traders_and_builders() {
    whole_game("base", 0, &[0, 1], 11, &[
        ("a builder", |action| matches!(action, Action::Follower { with: Some(Companion::Builder), .. })),
        ("a pig", |action| matches!(action, Action::Follower { with: Some(Companion::Pig), .. })),
    ]);
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
    whole_game("safari", 3, &[], 14, &[
        ("a ranger's move", |action| matches!(action, Action::Ranger { .. })),
        ("a waterhole", |action| matches!(action, Action::Waterhole { .. })),
        ("an animal token", |action| matches!(action, Action::Token { .. })),
    ]);
}
