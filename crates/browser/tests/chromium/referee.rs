//! The score of a game with cardboard, entered on a phone.

use crate::game::{result_is_right, totals};
use crate::on_a_page;
use browser::{Failure, Hand, Key, Page, Player, Result};
use rules::{Action, Actor, AnyGame, Dealing, Game as _, GameId, LaidTile, Phase, Seat, Setup, Side};
use table::{Entry, Random, Table};

/// A whole game as people lay it, close together: each turn as the rules played it, every tile but the first.
fn whole_game() -> Table {
    let setup = Setup::new(GameId::Base, rules::Options::NONE, 2, Seat::ALL[0]).expect("two can play");
    let whole = (1..100).map(|seed| compactly(&setup, seed));
    // In some games a tile fits nowhere.
    whole.into_iter().find(|table| table.game().board().tile_count() == TILES).expect("a game with all tiles")
}

/// All tiles of the base game.
const TILES: usize = 72;

/// A game in which tiles go where most others lie around them, and followers now and then, by lot.
fn compactly(setup: &Setup, seed: u64) -> Table {
    let mut table = Table::new(setup, Dealing::seeded(seed)).expect("the bag can be shuffled");
    let mut random = Random::new(seed);
    let mut actions = Vec::new();
    while matches!(table.game().to_act(), Actor::Player(_)) {
        table.game().actions(&mut actions);
        let board = table.game().board();
        let beside = |action: &Action| match action {
            Action::Place { pos, .. } => {
                Side::ALL.into_iter().filter(|side| board.laid_at(pos.step(*side)).is_some()).count()
            }
            _ => 0,
        };
        let most = actions.iter().map(beside).max().unwrap_or(0);
        actions.retain(|action| beside(action) == most);
        let pass = actions.contains(&Action::Pass) && random.below(2) == 0;
        let action = if pass { Action::Pass } else { actions[random.below(actions.len() as u32) as usize] };
        table.play(action).expect("a listed action is possible");
    }
    table
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

/// Enters the tile of a turn the quick way: the cell, the tile among those that fit there, and how it lies.
fn lay_quickly(page: &mut Page, player: &Player, game: &AnyGame, laid: LaidTile) -> Result<()> {
    let LaidTile { kind, pos, rotation } = laid;
    page.wait_for(".picker .candidates button")?;
    let find = |page: &mut Page| -> Result<_> {
        Ok(page.look()?.cells.into_iter().find(|cell| cell.place == (pos.x.into(), pos.y.into())))
    };
    let cell = match find(page)? {
        Some(cell) => cell,
        None => {
            // Out of sight: all of the board is wanted.
            player.touch_element(page, ".tools button:nth-of-type(2)")?;
            find(page)?.ok_or_else(|| Failure::new(format!("{pos} is not offered")))?
        }
    };
    player.touch(page, cell.at)?;
    page.wait_for(".pattern [class^=side-]:disabled")?;
    let candidate = format!(".candidates [data-tile=\"{}\"]", kind.name());
    page.wait_for(&candidate)?;
    player.touch_element(page, &candidate)?;
    page.wait_for(".board .trial")?;
    // The tile lies in the first way in which it fits; each touch turns it to the next.
    let mut actions = Vec::new();
    game.actions(&mut actions);
    let lies = |action: &&Action| matches!(action, Action::Place { pos: there, .. } if *there == pos);
    let wanted = Action::Place { tile: kind, pos, rotation };
    for _ in 0..actions.iter().filter(lies).position(|action| *action == wanted).unwrap_or(0) {
        player.touch_element(page, ".decide .turn-tile:enabled")?;
    }
    Ok(())
}

/// Says who stands on the tile that was laid, and goes on.
fn end_turn(page: &mut Page, player: &Player, after: &AnyGame, act: Action) -> Result<()> {
    page.wait_for(".board .trial")?;
    if act != Action::Pass {
        let mut actions = Vec::new();
        after.actions(&mut actions);
        actions.retain(|action| *action != Action::Pass);
        let number = actions.iter().position(|action| *action == act).expect("it is possible") + 1;
        let chip = format!(".chips .chip:nth-of-type({number})");
        page.wait_for(&chip)?;
        page.settle()?;
        player.touch_element(page, &chip)?;
        page.wait_for(&format!("{chip}[aria-pressed=true]"))?;
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

/// Ends the game where it is, compares the count with that of the rules, and goes back to it.
fn ends_early(page: &mut Page, player: &Player, setup: &Setup, entered: &[Entry]) -> Result<()> {
    let stored: String = page.evaluate("localStorage.getItem('bastide.game')")?;
    let mut table = Table::told(setup);
    for entry in entered {
        table.play(entry.action).expect("what was entered is possible");
    }
    assert!(table.end());
    player.touch_element(page, ".picker .finish")?;
    page.wait_for("dialog[open] .primary")?;
    player.touch_element(page, "dialog[open] .primary")?;
    page.wait_for(".end .sheet tfoot")?;
    assert_eq!(totals(page)?, table.game().scores());
    page.sit_down_at(&stored)
}

#[test]
fn a_whole_game_is_entered_by_finger_and_counted_as_the_rules_count() {
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
        let whole = whole_game();
        let mut game = AnyGame::new(whole.game().setup());
        let mut turns = 0;
        for (index, entry) in whole.history().iter().enumerate() {
            match entry.action {
                Action::Place { tile: kind, pos, rotation } => {
                    let laid = LaidTile { kind, pos, rotation };
                    // The first ones by their sides alone.
                    if turns < 3 {
                        lay(page, &player, laid)?;
                    } else {
                        lay_quickly(page, &player, &game, laid)?;
                    }
                    turns += 1;
                    game.play(entry.action).expect("as it was played");
                    // Nobody is asked where nothing can be done.
                    if game.phase() != Phase::Act {
                        end_turn(page, &player, &game, Action::Pass)?;
                    }
                }
                Action::Draw { .. } => game.play(entry.action).expect("as it was played"),
                act => {
                    end_turn(page, &player, &game, act)?;
                    game.play(act).expect("as it was played");
                }
            }
            if turns == 4 && matches!(entry.action, Action::Draw { .. }) {
                // A reload loses nothing, and what was entered can be taken back and entered again.
                page.reload()?;
                page.wait_for(".picker .candidates button")?;
                page.settle()?;
                page.screenshot("referee-picker-phone")?;
                player.touch_element(page, ".tools .undo")?;
                page.wait_for(".hand .tile-button")?;
                player.touch_element(page, ".more-tools")?;
                player.touch_element(page, ".tools.unfolded .redo")?;
                page.wait_for(".picker .candidates button")?;
                ends_early(page, &player, game.setup(), &whole.history()[..index])?;
            }
            if turns == TILES / 2 && matches!(entry.action, Action::Draw { .. }) {
                page.screenshot("referee-midway-phone")?;
            }
        }
        // The last tile ends the game.
        page.wait_for(".end .sheet tfoot")?;
        page.screenshot("referee-end-phone")?;
        assert_eq!(totals(page)?, whole.game().scores());
        let entered = result_is_right(page)?;
        assert!(whole.history().iter().map(|entry| entry.action).eq(entered), "what was entered is what was played");
        Ok(())
    });
}
