//! A newer version of the client comes while somebody plays: it disturbs no game and is offered between turns.

use crate::{on_a_page, set_pace};
use browser::{Hand, Key, Page, Player, Result, Versions, played_at_random, save, stored_game};
use rules::{GameId, Options};

/// The button with which the newer version is taken.
const NEWER: &str = ".side .newer button";

/// The page is of this version, and at the table.
fn is_of(page: &mut Page, version: u32) -> Result<()> {
    page.wait_until(&format!("window.bastide?.base?.endsWith('-{version}/') ?? false"))?;
    page.wait_for("main.table .board")
}

#[test]
fn a_newer_version_disturbs_no_game_and_is_offered_between_turns() {
    on_a_page("versions", |visit| {
        let versions = Versions::start()?;
        let page = &mut visit.page;
        page.visit(&versions.address())?;
        page.wait_until(crate::offline::READY)?;
        let table = played_at_random(GameId::Base, Options::NONE, 81, 20)?;
        page.sit_down_at(&save(&table, &["person", "greedy+builder"]))?;
        page.wait_for(".board .cell")?;
        let begun = stored_game(page)?.history().len();

        // Another tab brings it. That tab is of the old version as well: a game is played beside it.
        versions.publish();
        let mut other = visit.chromium.open(false)?;
        other.prefer_motion(false)?;
        other.run_first(&set_pace("off"))?;
        other.visit(&versions.address())?;
        is_of(&mut other, 1)?;
        other.wait_for(NEWER)?;
        // In the middle of a turn nobody is asked.
        page.come_to_front()?;
        page.wait_for(NEWER)?;
        let cell = page.look()?.cells[0].at;
        page.click(cell)?;
        page.wait_for(".board .trial")?;
        assert!(page.evaluate::<bool>(&format!("document.querySelector('{NEWER}') === null"))?);

        // The other tab takes it. The files of this one are gone from the server, and it goes on with them: it loads a
        // part, and starts a bot that has not thought before.
        let mut player = Player::new(Hand::Mouse, 81);
        other.come_to_front()?;
        player.touch_element(&mut other, NEWER)?;
        is_of(&mut other, 2)?;
        other.close()?;
        page.come_to_front()?;
        player.touch_element(page, ".asked .help-button")?;
        page.wait_for("dialog.help[open] article h3")?;
        page.press(Key::Escape)?;
        page.wait_until("document.querySelector('dialog[open]') === null")?;
        player.play_turns(page, 1)?;
        page.wait_for(".board .cell")?;
        is_of(page, 1)?;
        let record = stored_game(page)?.record().to_string();
        assert!(stored_game(page)?.history().len() > begun + 2, "the bot has played");

        // Who wants the newer version has it, with the game.
        page.wait_for(NEWER)?;
        page.screenshot("table-newer-version")?;
        player.touch_element(page, NEWER)?;
        is_of(page, 2)?;
        assert_eq!(stored_game(page)?.record().to_string(), record);

        // Without a copy in the browser the files are really gone: the bot says so. Trying again does not help, loading
        // the page anew does, and keeps the game.
        page.wait_until(crate::offline::READY)?;
        versions.publish();
        page.evaluate::<Vec<bool>>(
            "navigator.serviceWorker.getRegistration().then(it => it.unregister()).then(() => caches.keys())
                .then(names => Promise.all(names.map(name => caches.delete(name))))",
        )?;
        player.play_turns(page, 1)?;
        page.wait_for(".tray .notice button")?;
        let length = stored_game(page)?.history().len();
        player.touch_element(page, ".tray .notice button")?;
        page.wait_until("document.querySelector('.tray .notice button') !== null")?;
        player.touch_element(page, ".tray .notice button:last-of-type")?;
        is_of(page, 3)?;
        page.wait_for(".board .cell")?;
        assert!(stored_game(page)?.history().len() > length, "the bot has played");
        // The page had reasons to complain.
        page.forgive()
    });
}
