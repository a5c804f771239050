//! Bots think apart from the page: it says so, and they can be interrupted.

use crate::on_a_page;
use browser::{Hand, Page, Player, Result, played_at_random, save, stored_game};
use rules::{GameId, Options};

const THINKING: &str = "document.querySelector('.question.thinking')?.innerText.includes('thinking') ?? false";

/// The level of the strongest bot.
const STRONGEST: &str = "strategist";

/// How many actions the stored game has.
fn length(page: &mut Page) -> Result<usize> {
    Ok(stored_game(page)?.history().len())
}

#[test]
fn a_bot_thinks_visibly_and_can_be_interrupted() {
    on_a_page("bots", |visit| {
        let page = &mut visit.page;
        page.visit(&visit.site.address())?;
        let table = played_at_random(GameId::Base, Options::NONE, 81, 20)?;
        page.sit_down_at(&save(&table, &["person", STRONGEST]))?;
        let mut player = Player::new(Hand::Mouse, 81);
        page.wait_for(".board .cell")?;
        let mine = length(page)?;

        // Undo takes the own turn back while the bot thinks.
        player.play_turns(page, 1)?;
        page.wait_until(THINKING)?;
        page.screenshot("table-thinking")?;
        player.touch_element(page, ".tools .undo")?;
        page.wait_for(".board .cell")?;
        assert_eq!(length(page)?, mine, "the turn is taken back");
        assert!(!page.evaluate::<bool>(THINKING)?, "nobody thinks any more");

        // Leaving the table stops the bot too; the game waits.
        player.play_turns(page, 1)?;
        page.wait_until(THINKING)?;
        player.touch_element(page, ".tools button:first-of-type")?;
        page.wait_for("main.start .resume")?;
        let waiting = length(page)?;
        player.touch_element(page, ".resume")?;
        page.wait_until(THINKING)?;
        assert_eq!(length(page)?, waiting, "nothing was played meanwhile");

        // Left alone, it plays.
        page.wait_for(".board .cell")?;
        assert!(length(page)? > waiting);
        Ok(())
    });
}
