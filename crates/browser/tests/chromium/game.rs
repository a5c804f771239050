//! What the tests of whole games share.

use browser::{Failure, Key, Page, Player, Result, stored_game};
use rules::{Action, Phase};
use serde_json::json;

/// The choice of who plays on the second seat.
pub(crate) const SECOND_PLAYER: &str = ".chairs li:nth-of-type(2) select";

/// Goes up and down in a list that has the focus until the value is chosen.
pub(crate) fn select(page: &mut Page, list: &str, value: &str) -> Result<()> {
    let place = |of: &str| format!("[...document.querySelector('{list}').options].findIndex(option => {of})");
    let wanted: i32 = page.evaluate(&place(&format!("option.value === {}", json!(value))))?;
    let chosen: i32 = page.evaluate(&place("option.selected"))?;
    for _ in 0..(wanted - chosen).abs() {
        page.press(if wanted > chosen { Key::Down } else { Key::Up })?;
    }
    let is: String = page.evaluate(&format!("document.querySelector('{list}').value"))?;
    if is == value { Ok(()) } else { Err(Failure::new(format!("chose {is} instead of {value}"))) }
}

/// Chooses a game and its options, makes the second player a person, and begins with this seed.
pub(crate) fn start_game(page: &mut Page, player: &Player, game: usize, options: &[usize], seed: u64) -> Result<()> {
    player.touch_element(page, &format!(".choices .choice:nth-of-type({})", game + 1))?;
    for option in options {
        player.touch_element(page, &format!(".extra:nth-of-type({})", option + 1))?;
    }
    player.touch_element(page, ".sitting")?;
    page.wait_for(SECOND_PLAYER)?;
    page.run(&format!("document.querySelector('{SECOND_PLAYER}').focus()"))?;
    select(page, SECOND_PLAYER, "person")?;
    let seed_field = ".advanced input";
    page.run(&format!("document.querySelector('{seed_field}').select()"))?;
    for digit in seed.to_string().chars() {
        page.press(Key::Character(digit))?;
    }
    page.screenshot(&format!("start-players-{game}"))?;
    player.touch_element(page, "dialog[open] .done")?;
    page.wait_until("document.querySelector('dialog[open]') === null")?;
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
