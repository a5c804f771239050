//! What people do by accident, or in two tabs at once: nothing is lost, and nothing happens that nobody wanted.

use crate::game::start_game;
use crate::on_a_page;
use browser::{Hand, Key, Page, Player, Result, stored_game};
use rules::Action;

/// How many tiles have been placed in the stored game.
fn tiles(page: &mut Page) -> Result<usize> {
    let table = stored_game(page)?;
    Ok(table.history().iter().filter(|entry| matches!(entry.action, Action::Place { .. })).count())
}

#[test]
fn back_undo_double_clicks_and_two_tabs() {
    on_a_page("tabs", |visit| {
        let address = visit.site.address();
        let page = &mut visit.page;
        page.visit(&address)?;
        let mut player = Player::new(Hand::Mouse, 21);
        start_game(page, &player, 0, &[], 21)?;
        player.play_turns(page, 2)?;

        // Back and forward in the browser go back and forward inside Bastide.
        page.run("history.back()")?;
        page.wait_for("main.start .resume")?;
        page.run("history.forward()")?;
        page.wait_for("main.table .board .cell")?;
        assert_eq!(tiles(page)?, 2);

        // With a window open, back closes it and nothing else; a window closed otherwise leaves nothing to go back to.
        page.press(Key::Character('?'))?;
        page.wait_for("dialog[open]")?;
        page.run("history.back()")?;
        page.wait_until("document.querySelector('dialog[open]') === null")?;
        page.press(Key::Character('?'))?;
        page.wait_for("dialog[open]")?;
        page.press(Key::Escape)?;
        page.wait_until("document.querySelector('dialog[open]') === null && history.state === 'table'")?;
        page.wait_for("main.table .board .cell")?;

        // The turn of somebody else is taken back only if that is wanted, by key as well as by button; then it can be
        // played again.
        page.press(Key::Character('u'))?;
        page.wait_for("dialog[open] .primary")?;
        assert_eq!(tiles(page)?, 2, "nothing is taken back yet");
        player.touch_element(page, "dialog[open] .primary")?;
        page.wait_until("document.querySelector('dialog[open]') === null")?;
        assert_eq!(tiles(page)?, 1);
        page.wait_for(".tools .redo:enabled")?;
        page.press(Key::Character('y'))?;
        page.wait_until("document.querySelector('.tools .redo:enabled') === null")?;
        assert_eq!(tiles(page)?, 2);

        // A double click on Confirm confirms once, and on the board it places nothing.
        let cell = page.look()?.cells[0].at;
        page.double_click(cell)?;
        page.wait_for(".board .trial")?;
        assert_eq!(tiles(page)?, 2, "a double click only tries the tile");
        let confirm = page.middle_of(".decide .primary")?;
        page.double_click(confirm)?;
        page.wait_until("document.querySelector('.board .trial') === null")?;
        assert_eq!(tiles(page)?, 3, "one tile was confirmed");

        // A second tab goes on with the game: the first one says so and does not write over it.
        let mut other = visit.chromium.open(false)?;
        other.prefer_motion(false)?;
        other.visit(&address)?;
        other.wait_for("main.table .board .cell")?;
        player.play_turns(&mut other, 1)?;
        assert_eq!(tiles(&mut other)?, 4);
        visit.page.wait_for(".side .notice button")?;
        let reload = visit.page.middle_of(".side .notice button")?;
        visit.page.click(reload)?;
        visit.page.wait_until("document.querySelector('.side .notice') === null")?;
        visit.page.wait_for("main.table .board .cell")?;
        assert_eq!(tiles(&mut visit.page)?, 4, "nothing was lost");
        other.close()?;

        // Every further game puts the one before aside; each can be looked at and thrown away.
        let page = &mut visit.page;
        for _ in 0..2 {
            player.touch_element(page, ".tools button:first-of-type")?;
            page.wait_for("main.start .resume")?;
            player.touch_element(page, ".go .primary")?;
            page.wait_for("main.table .board .cell")?;
        }
        player.touch_element(page, ".tools button:first-of-type")?;
        page.wait_for("main.start .all-games")?;
        player.touch_element(page, ".all-games")?;
        page.wait_for("dialog[open] .waiting .thumb svg")?;
        let count = "document.querySelectorAll('dialog[open] .waiting').length";
        assert_eq!(page.evaluate::<u32>(count)?, 3, "no game was deleted silently");
        page.screenshot("start-waiting-games")?;
        let bin = page.middle_of("dialog[open] .waiting:last-of-type .tool")?;
        page.click(bin)?;
        page.wait_until(&format!("{count} === 2"))
    });
}
