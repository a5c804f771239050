//! The score of a game with cardboard, entered on a phone.

use crate::game::{result_is_right, totals};
use crate::on_a_page;
use browser::{Failure, Hand, Key, Page, Player, Result};
use rules::{Action, AnyGame, Game as _, GameId, LaidTile, Seat, Setup, Side};
use table::Table;

/// A small game: each turn with what is done after the tile lies.
const TURNS: [(&str, &str); 7] = [
    ("base/M@0,-1r1", "f0"),
    ("base/V@1,0r0", "f0"),
    ("base/E@1,-1r3", "-"),
    ("base/W@-1,0r0", "-"),
    ("base/U@-1,1r0", "f0"),
    ("base/E@2,-1r0", "f0"),
    ("base/B@0,1r0", "f0"),
];

/// The same game by the rules, ended there.
fn by_the_rules() -> Vec<u16> {
    let setup = Setup::new(GameId::Base, rules::Options::NONE, 2, Seat::ALL[0]).expect("two can play");
    let mut table = Table::told(&setup);
    for (place, act) in TURNS {
        let Ok(Action::Place { tile, .. }) = place.parse() else { panic!("{place} places nothing") };
        table.play(Action::Draw { tile }).expect("it is in the bag");
        table.play(place.parse().expect("an action")).expect("it can lie there");
        table.play(act.parse().expect("an action")).expect("it is possible");
    }
    assert!(table.end());
    table.game().scores().to_vec()
}

/// Taps a side of the blank tile until it looks like that.
fn tap_side(page: &mut Page, player: &Player, side: Side, terrain: &str) -> Result<()> {
    let selector = format!(".pattern .side-{}", side.letter().to_ascii_lowercase());
    let corner: (f64, f64) = page.evaluate(&format!(
        "(() => {{ const f = document.querySelector('{selector}').getBoundingClientRect(); \
            const at = {{ n: [.5, .18], e: [.82, .5], s: [.5, .82], w: [.18, .5] }}['{}']; \
            return [f.x + f.width * at[0], f.y + f.height * at[1]]; }})()",
        side.letter().to_ascii_lowercase()
    ))?;
    for _ in 0..5 {
        if page.evaluate::<bool>(&format!("document.querySelector('{selector}').classList.contains('{terrain}')"))? {
            return Ok(());
        }
        player.touch(page, browser::Point { x: corner.0, y: corner.1 })?;
        page.settle()?;
    }
    Err(Failure::new(format!("{selector} never is {terrain}")))
}

/// Finds a tile by its sides and touches the cell where it lies.
fn lay(page: &mut Page, player: &Player, laid: LaidTile) -> Result<()> {
    let LaidTile { kind, pos, rotation } = laid;
    page.wait_for(".picker .candidates button")?;
    for side in Side::ALL {
        tap_side(page, player, side, kind.def().side(side, rotation).name())?;
    }
    let candidate = format!(".candidates [data-tile=\"{}\"]", kind.name());
    page.wait_for(&candidate)?;
    page.settle()?;
    player.touch_element(page, &candidate)?;
    page.wait_until("document.querySelector('.pattern .clear:enabled') === null")?;
    let cell = page.look()?.cells.into_iter().find(|cell| cell.place == (pos.x.into(), pos.y.into()));
    player.touch(page, cell.ok_or_else(|| Failure::new(format!("{pos} is not offered")))?.at)
}

fn laid(place: &str) -> LaidTile {
    let Ok(Action::Place { tile: kind, pos, rotation }) = place.parse() else { panic!("{place} places nothing") };
    LaidTile { kind, pos, rotation }
}

/// Enters one turn: sides, tile, cell, what is done.
fn enter(page: &mut Page, player: &Player, place: &str, act: &str) -> Result<()> {
    lay(page, player, laid(place))?;
    page.wait_for(".board .trial")?;
    if act != "-" {
        // The first place that is offered is the first segment on which somebody can stand.
        page.settle()?;
        player.touch_element(page, ".chips .chip")?;
        page.wait_for(".chips .chip[aria-pressed=true]")?;
    }
    let played: String = page.evaluate("document.querySelector('main.table').dataset.played")?;
    player.touch_element(page, ".decide .primary:enabled")?;
    page.wait_until(&format!("document.querySelector('main.table').dataset.played !== '{played}'"))
}

#[test]
fn a_finished_board_is_counted_without_turns() {
    on_a_page("final-board", |visit| {
        let page = &mut visit.page;
        // The narrowest screen that there is.
        page.set_touch_screen(320, 640, 2)?;
        page.visit(&format!("{}#referee", visit.site.address()))?;
        let player = Player::new(Hand::Finger, 52);
        page.wait_for(".only-board")?;
        page.run("document.querySelector('.only-board').scrollIntoView({ block: 'center' })")?;
        player.touch_element(page, ".only-board")?;
        let setup = Setup::new(GameId::Base, rules::Options::NONE, 2, Seat::ALL[0]).expect("two can play");
        let mut board = AnyGame::new(&setup);
        for (place, seat) in [("base/V@1,0r0", Seat::ALL[1]), ("base/M@0,-1r1", Seat::ALL[0])] {
            let laid = laid(place);
            lay(page, &player, laid)?;
            page.wait_for(".standing .places-here .chip")?;
            player.touch_element(page, &format!(".standing .row .chip:nth-of-type({})", seat.number() + 1))?;
            player.touch_element(page, ".places-here .chip")?;
            page.wait_until("document.querySelectorAll('.board .pieces use').length > 0")?;
            page.screenshot("referee-board-phone")?;
            player.touch_element(page, ".keep .primary")?;
            board.lay_freely(laid).expect("it fits");
            board.stand_freely(seat, laid.pos, Action::follower(rules::Segment(0))).expect("it can stand there");
        }
        page.reload()?;
        page.wait_for(".picker .finish")?;
        // Without a pointer: an empty cell is found by its name, arrows lead on, and the tiles are those that fit there.
        let spoken = page.spoken()?;
        let cell = spoken.iter().find(|node| node.role == "button" && node.name.starts_with("2 right"));
        page.use_node(cell.expect("an empty cell with a name"))?;
        page.wait_for(".pattern .side-w:disabled")?;
        page.press(Key::Left)?;
        page.wait_until("document.activeElement.id === 'cell_1_0'")?;
        page.press(Key::Right)?;
        page.press(Key::Enter)?;
        page.wait_until("document.querySelector('.pattern .side-w:disabled') === null")?;
        page.wait_for(".picker .finish")?;
        player.touch_element(page, ".picker .finish")?;
        page.wait_for(".count-freely .sum")?;
        page.screenshot("referee-count-phone")?;
        board.count_freely(&mut ());
        let sums: Vec<u16> =
            page.evaluate("[...document.querySelectorAll('.count-freely .sum')].map(sum => Number(sum.innerText))")?;
        assert_eq!(sums, board.scores());
        Ok(())
    });
}

#[test]
fn a_small_board_is_entered_by_finger_and_counted_as_the_rules_count() {
    on_a_page("referee", |visit| {
        let page = &mut visit.page;
        page.set_phone()?;
        page.visit(&visit.site.address())?;
        let player = Player::new(Hand::Finger, 51);
        page.wait_for(".score-table")?;
        page.run("document.querySelector('.score-table').scrollIntoView()")?;
        player.touch_element(page, ".score-table")?;
        page.wait_for("main.referee .people li:nth-of-type(2)")?;
        page.settle()?;
        page.screenshot("referee-begin-phone")?;
        page.run("document.querySelector('.referee .go .primary').scrollIntoView()")?;
        player.touch_element(page, ".referee .go .primary")?;
        page.wait_for(".picker")?;
        for (index, (place, act)) in TURNS.into_iter().enumerate() {
            enter(page, &player, place, act)?;
            if index == 3 {
                // A reload loses nothing, and what was entered can be taken back and entered again.
                page.reload()?;
                page.wait_for(".picker .candidates button")?;
                page.settle()?;
                page.screenshot("referee-picker-phone")?;
                player.touch_element(page, ".tools .undo")?;
                page.wait_for(".hand .tile-button")?;
                player.touch_element(page, ".tools .redo")?;
                page.wait_for(".picker .candidates button")?;
            }
        }
        page.wait_for(".picker .finish")?;
        page.settle()?;
        player.touch_element(page, ".picker .finish")?;
        page.wait_for("dialog[open] .primary")?;
        player.touch_element(page, "dialog[open] .primary")?;
        page.wait_for(".end .sheet tfoot")?;
        page.screenshot("referee-end-phone")?;
        assert_eq!(totals(page)?, by_the_rules());
        result_is_right(page).map(drop)
    });
}
