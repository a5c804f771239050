//! After the first visit everything works without a network.

use crate::on_a_page;
use browser::{Hand, Player, stored_game};
use rules::{Action, Actor, Seat};

/// The service worker has everything that this page used, and answers for it.
pub(crate) const READY: &str = "navigator.serviceWorker.controller !== null && window.bastide?.offline === true";

#[test]
fn everything_works_offline_after_the_first_visit() {
    on_a_page("offline", |visit| {
        let page = &mut visit.page;
        page.visit(&visit.site.address())?;
        page.wait_until(READY)?;
        // What is fetched when it is wanted is there afterwards.
        page.run("location.hash = '#puzzles/base'")?;
        page.wait_for(".puzzle-card")?;
        page.run("location.hash = ''")?;
        page.wait_for("main.start")?;
        visit.site.stop()?;
        page.go_offline()?;
        page.reload()?;
        let mut player = Player::new(Hand::Mouse, 51);
        // As it is offered: a person against a bot.
        player.touch_element(page, ".go .primary")?;
        page.wait_for("main.table .board")?;
        player.play_turns(page, 3)?;
        page.wait_for(".board .cell")?;
        page.screenshot("table-offline")?;
        let table = stored_game(page)?;
        let placed = |seat: Seat| {
            let by_seat = |entry: &&table::Entry| entry.actor == Actor::Player(seat);
            let places =
                table.history().iter().filter(by_seat).filter(|entry| matches!(entry.action, Action::Place { .. }));
            places.count()
        };
        let counts = [Seat::ALL[0], Seat::ALL[1]].map(placed);
        assert!(counts[0] >= 3 && counts[1] >= 3, "both play: {counts:?}");
        let before = table.record().to_string();
        page.reload()?;
        page.wait_for("main.table .board .cell")?;
        assert_eq!(stored_game(page)?.record().to_string(), before);
        page.run("location.hash = '#puzzles/base'")?;
        page.wait_for(".puzzle-card")?;
        page.run("document.querySelector('.puzzle-card').click()")?;
        page.wait_for(".puzzle-panel")?;
        page.wait_for(".board .cell")
    });
}
