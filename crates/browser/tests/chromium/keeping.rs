//! A game in progress survives a reload, closing the tab, and a crash of the whole browser.

use crate::game::start_game;
use crate::on_a_page;
use browser::{Hand, Page, Player, Result, stored_game};
use serde::Deserialize;

/// What is seen of a game.
#[derive(Debug, PartialEq, Deserialize)]
struct Seen {
    /// Tiles and pieces.
    board: Vec<String>,
    points: Vec<String>,
    events: Vec<String>,
}

fn seen(page: &mut Page) -> Result<Seen> {
    page.wait_for("main.table .board .cell")?;
    page.settle()?;
    // What happened is told a little later than it is shown: by a timer that is over before this one.
    page.evaluate(
        "(async () => {
            await new Promise(resolve => setTimeout(resolve, 600));
            const all = (selector, what) => [...document.querySelectorAll(selector)].map(what);
            const place = item => ['href', 'x', 'y'].map(name => item.getAttribute(name)).join(' ');
            return {
                board: all('.board use[href*=look-]', place).sort(),
                points: all('.seat .points', item => item.innerText),
                events: all('.events li', item => item.innerText),
            };
        })()",
    )
}

#[test]
fn a_game_survives_reload_and_crash() {
    on_a_page("keeping", |visit| {
        let address = visit.site.address();
        let page = &mut visit.page;
        page.visit(&address)?;
        let mut player = Player::new(Hand::Mouse, 41);
        start_game(page, &player, 0, &[], 41)?;
        // Long enough that there are points.
        while stored_game(page)?.game().scores().iter().all(|points| *points == 0) {
            player.play_turns(page, 1)?;
        }
        let before = seen(page)?;
        assert!(before.board.len() > 4 && before.events.len() > 4, "{before:?}");

        page.reload()?;
        assert_eq!(seen(page)?, before, "after a reload");
        // A tile that was only tried is not part of the game.
        let cell = page.look()?.cells[0].at;
        page.click(cell)?;
        page.wait_for(".trial")?;
        page.reload()?;
        assert_eq!(seen(page)?, before, "after a reload with a tile tried");

        player.play_turns(page, 1)?;
        let before = seen(page)?;
        visit.reopen(&address)?;
        assert_eq!(seen(&mut visit.page)?, before, "after closing the tab");

        player.play_turns(&mut visit.page, 1)?;
        let before = seen(&mut visit.page)?;
        let record = stored_game(&mut visit.page)?.record().to_string();
        visit.wait_until_written()?;
        visit.crash(&address)?;
        assert_eq!(seen(&mut visit.page)?, before, "after a crash");
        assert_eq!(stored_game(&mut visit.page)?.record().to_string(), record);
        player.play_turns(&mut visit.page, 2)?;
        visit.page.screenshot("table-after-crash")
    });
}

#[test]
fn a_stored_game_of_another_version_says_so() {
    on_a_page("old-version", |visit| {
        let page = &mut visit.page;
        page.visit(&visit.site.address())?;
        page.run(
            "localStorage.setItem('bastide.game', 'bastide-save 0\\n'), localStorage.setItem('bastide.at-table', '1')",
        )?;
        page.reload()?;
        page.wait_for("main.start .trouble")?;
        page.screenshot("start-old-version")?;
        assert!(page.text_of("main.start")?.contains("another version"), "the person is told");
        Ok(())
    });
}
