//! A whole game by keyboard alone, from the start page on.

use crate::game::{SECOND_PLAYER, result_is_right, select};
use crate::on_a_page;
use browser::{Key, KeyboardPlayer};
use rules::Action;

/// What the second player likes, if it is a bot.
const SECOND_STYLE: &str = ".chairs li:nth-of-type(2) .style select";

const COUNT_POINTERS: &str = "window.pointers = 0;
    for (const kind of ['pointerdown', 'pointermove', 'mousedown', 'mousemove', 'touchstart', 'wheel'])
        addEventListener(kind, () => window.pointers++, { capture: true });";

#[test]
fn a_whole_game_by_keyboard() {
    on_a_page("keyboard", |visit| {
        let page = &mut visit.page;
        page.run_first(COUNT_POINTERS)?;
        page.visit(&visit.site.address())?;
        let mut player = KeyboardPlayer::new(21);
        player.tab_to(page, ".sitting")?;
        page.press(Key::Enter)?;
        page.wait_for(SECOND_PLAYER)?;
        // What a bot likes is said, and kept.
        player.tab_to(page, SECOND_STYLE)?;
        select(page, SECOND_STYLE, "spoiler")?;
        page.wait_until("document.querySelector('.style small').innerText.length > 0")?;
        page.wait_until("localStorage['bastide.plan'].includes('casual+spoiler')")?;
        page.run(&format!("document.querySelector('{SECOND_PLAYER}').focus()"))?;
        select(page, SECOND_PLAYER, "person")?;
        page.press(Key::Escape)?;
        player.tab_to(page, ".go .primary")?;
        page.screenshot("start-keyboard")?;
        page.press(Key::Enter)?;
        page.wait_for("main.table .board")?;
        player.play_to_the_end(page)?;
        page.screenshot("end-keyboard")?;
        let actions = result_is_right(page)?;
        assert!(actions.iter().any(|action| matches!(action, Action::Follower { .. })), "nobody placed a follower");
        // Replay: back by keys and to the present again.
        let last: String = page.evaluate("document.querySelector('.replay input').value")?;
        page.press(Key::Left)?;
        page.wait_until(&format!("Number(document.querySelector('.replay input').value) === {last} - 1"))?;
        page.press(Key::Right)?;
        page.wait_until(&format!("document.querySelector('.replay input').value === '{last}'"))?;
        page.press(Key::Left)?;
        page.wait_for(".replay")?;
        player.tab_to(page, ".tools button")?;
        page.press(Key::Enter)?;
        page.wait_for("main.start")?;
        assert_eq!(page.evaluate::<u32>("window.pointers")?, 0, "something came from a mouse");
        Ok(())
    });
}
