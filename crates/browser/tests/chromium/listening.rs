//! Whole games played with the screen off: everything is found in the accessibility tree by what it is and how it is called,
//! and used by going there and pressing Enter.

use crate::game::result_is_right;
use crate::on_a_page;
use browser::{Failure, Listener, played_at_random, save};
use rules::{Action, GameId, Options};

/// Words from the tile data that must have been heard.
fn game_by_ear(name: &'static str, game: GameId, words: &[&str], occurs: fn(&Action) -> bool) {
    on_a_page(&format!("listening-{name}"), |visit| {
        let page = &mut visit.page;
        page.visit(&visit.site.address())?;
        // The last third of a game: boards are large then, and every kind of choice comes up.
        let table = played_at_random(game, Options::NONE, 45, 45)?;
        let begun = table.history().len();
        page.sit_down_at(&save(&table, &["person", "person"]))?;
        // Nothing comes from a mouse.
        page.run("window.pointers = 0, addEventListener('pointerdown', () => window.pointers++, true)")?;
        let mut listener = Listener::new(45);
        listener.play_to_the_end(page)?;
        let actions = result_is_right(page)?;
        assert_eq!(page.evaluate::<u32>("window.pointers")?, 0, "something came from a mouse");
        if !actions[begun..].iter().any(occurs) {
            return Err(Failure::new("what is wanted does not occur: another seed shows more"));
        }
        for word in words {
            assert!(listener.heard.iter().any(|heard| heard.contains(word)), "{word}: {:#?}", listener.heard);
        }
        Ok(())
    });
}

#[test]
fn towns_by_ear() {
    let words = ["of the start tile", "Beside it: ", ": town", "joined to", "Farmer", "(№"];
    game_by_ear("towns", GameId::Base, &words, |action| matches!(action, Action::Follower { .. }));
}

#[test]
fn safari_by_ear() {
    let words = ["of the start tile", "corner ", "Ranger", "Waterhole"];
    game_by_ear("safari", GameId::Safari, &words, |action| {
        matches!(action, Action::Waterhole { .. } | Action::Ranger { .. })
    });
}
