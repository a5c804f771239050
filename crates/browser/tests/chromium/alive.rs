//! What moves, what does not, and what is made of a finished game.

use crate::game::totals;
use crate::{on_a_page, set_pace};
use browser::{Cell, Failure, Hand, Page, Player, Point, Result, played_at_random, save, stored_game};
use rules::{GameId, Options};

/// Counts everything that flies.
const WATCH: &str = "window.flew = [];
    new MutationObserver(changes => {
        for (const { addedNodes } of changes)
            for (const node of addedNodes)
                if (node.classList?.contains('fly')) window.flew.push(node.className);
    }).observe(document, { childList: true, subtree: true });";

/// A cell in sight on which the tile may lie, other than where it is tried.
fn free_cell(page: &mut Page) -> Result<Cell> {
    page.look()?.cells.pop().ok_or_else(|| Failure::new("there is no cell for the tile"))
}

/// Points on the way from one place to another.
fn way(from: Point, to: Point) -> impl Iterator<Item = Point> {
    (0..=8).map(move |step| {
        let part = f64::from(step) / 8.0;
        from.moved((to.x - from.x) * part, (to.y - from.y) * part)
    })
}

fn is_tried_at(page: &mut Page, cell: &Cell) -> Result<()> {
    page.wait_for(".board .trial")?;
    match page.look()?.trial {
        Some(trial) if trial.place == cell.place => Ok(()),
        other => Err(Failure::new(format!("dropped on {cell:?}, and the tile lies at {other:?}"))),
    }
}

#[test]
fn a_tile_is_dragged_to_the_board_and_nothing_moves_for_those_who_want_that() {
    on_a_page("dragging", |visit| {
        let page = &mut visit.page;
        page.run_first(&set_pace("normal"))?;
        page.run_first(WATCH)?;
        page.visit(&visit.site.address())?;
        let table = played_at_random(GameId::Base, Options::NONE, 71, 12)?;
        page.sit_down_at(&save(&table, &["person", "person"]))?;
        page.wait_for(".board .cell")?;
        let before = page.look()?.stored;

        // By mouse; whoever prefers that nothing moves sees nothing fly.
        let (hand, cell) = (page.middle_of(".hand .tile-button")?, free_cell(page)?);
        page.drag(&mut way(hand, cell.at))?;
        is_tried_at(page, &cell)?;
        assert_eq!(page.evaluate::<u32>("window.flew.length + document.getAnimations().length")?, 0);

        // Beside the board it goes back to the hand, and what was tried stays.
        let log = page.middle_of(".side .log")?;
        page.drag(&mut way(hand, log))?;
        page.wait_until("document.querySelector('.dragged') === null")?;
        is_tried_at(page, &cell)?;
        // A drag is no click: the tile was not turned, and nothing was played.
        assert_eq!(page.look()?.stored, before);

        // By finger, on a phone, where things move.
        page.prefer_motion(true)?;
        page.set_phone()?;
        page.reload()?;
        page.wait_for(".board .cell")?;
        let (hand, cell) = (page.middle_of(".hand .tile-button")?, free_cell(page)?);
        // A finger does not hide the tile: it is held above it.
        page.swipe(&way(hand, cell.at.moved(0.0, 64.0)).map(|at| vec![at]).collect::<Vec<_>>())?;
        is_tried_at(page, &cell)?;
        assert_eq!(page.evaluate::<Vec<String>>("window.flew")?, ["fly tile-flies"]);
        page.screenshot("table-dragged-phone")
    });
}

/// Notes the files that the person gets.
const KEEP: &str = "window.kept = {};
    const create = URL.createObjectURL;
    URL.createObjectURL = file => { window.kept[file.type] = file; return create(file); };";

#[test]
fn the_end_is_counted_and_can_be_kept_as_picture_and_animation() {
    on_a_page("ceremony", |visit| {
        let page = &mut visit.page;
        page.prefer_motion(true)?;
        page.run_first(&set_pace("quick"))?;
        page.run_first(KEEP)?;
        page.visit(&visit.site.address())?;
        // In some games a tile fits nowhere, and they end earlier.
        let games = (90..).map(|seed| played_at_random(GameId::Base, Options::NONE, seed, 71));
        let open = |table: &Result<table::Table>| {
            !table.as_ref().is_ok_and(|table| table.game().phase() == rules::Phase::Over)
        };
        let table = games.into_iter().find(open).unwrap_or_else(|| Err(Failure::new("no such game")))?;
        page.sit_down_at(&save(&table, &["person", "person"]))?;
        page.wait_for(".board .cell")?;
        let mut player = Player::new(Hand::Mouse, 5);
        while page.evaluate("document.querySelector('.cell, .trial') !== null")? {
            player.step(page)?;
        }

        // Step by step; at its end everybody has what the sheet says.
        page.wait_for(".tally .step-on")?;
        let end = stored_game(page)?;
        let scores = end.game().scores();
        let counted = "document.querySelector('.tally small').innerText.split(' / ')";
        page.screenshot("count-begin")?;
        while page.evaluate(&format!("(([now, all]) => now !== all)({counted})"))? {
            player.touch_element(page, ".tally .step-on")?;
        }
        page.screenshot("count-end")?;
        let shown =
            "JSON.stringify([...document.querySelectorAll('.seat .points')].map(points => Number(points.innerText)))";
        page.wait_until(&format!("{shown} === '{}'", serde_json::json!(scores)))?;
        assert_eq!(page.evaluate::<u32>("document.querySelectorAll('.end').length")?, 0, "the winner comes after it");
        player.touch_element(page, ".tally .skip")?;
        page.wait_for(".end .sheet tfoot")?;
        assert_eq!(totals(page)?, scores);
        page.screenshot("end-ceremony")?;

        player.touch_element(page, ".keep-picture")?;
        page.wait_until("window.kept['image/png'] !== undefined")?;
        let size: (u32, u32) =
            page.evaluate("createImageBitmap(window.kept['image/png']).then(({ width, height }) => [width, height])")?;
        assert_eq!(size, picture_size(&end));

        player.touch_element(page, ".keep-film")?;
        page.wait_until("window.kept['image/gif'] !== undefined")?;
        let frames: usize = page.evaluate(
            "window.kept['image/gif'].arrayBuffer().then(async data => {
                const film = new ImageDecoder({ data, type: 'image/gif' });
                await film.tracks.ready;
                await film.completed;
                for (let index = 0; index < film.tracks.selectedTrack.frameCount; index++) {
                    (await film.decode({ frameIndex: index })).image.close();
                }
                return film.tracks.selectedTrack.frameCount;
            })",
        )?;
        assert!(frames > end.game().board().tile_count(), "{frames} pictures");
        Ok(())
    });
}

/// How large a picture of two players' game is: the tiles in the largest of a few sizes with which it does not get too
/// large, a margin around them, and a row with the points above.
fn picture_size(table: &table::Table) -> (u32, u32) {
    let board = table.game().board();
    let cells = || (0..board.tile_count()).filter_map(|index| board.laid(index)).map(|laid| laid.pos);
    let span = |part: fn(rules::Pos) -> i16| {
        let (least, most) = (cells().map(part).min(), cells().map(part).max());
        u32::try_from(most.unwrap_or(0) - least.unwrap_or(0) + 1).unwrap_or(0)
    };
    let (width, height) = (span(|pos| pos.x), span(|pos| pos.y));
    let tile = (2000 / width.max(height) / 25 * 25).clamp(25, 150);
    let pixels = |cells: u32| (cells * 100 + 48) * tile / 100;
    (pixels(width).max(300), pixels(height) + 56)
}

#[test]
fn whoever_wins_alone_at_this_screen_is_cheered() {
    on_a_page("cheers", |visit| {
        let page = &mut visit.page;
        page.visit(&visit.site.address())?;
        let ahead = |table: &Result<table::Table>| {
            table.as_ref().is_ok_and(|table| table.game().scores()[0] > table.game().scores()[1])
        };
        let games = (90..).map(|seed| played_at_random(GameId::Base, Options::NONE, seed, usize::MAX));
        let table = games.into_iter().find(ahead).unwrap_or_else(|| Err(Failure::new("no such game")))?;
        let lead = table.game().scores()[0] - table.game().scores()[1];
        let behind = if lead == 1 { "Behind by 1 point".to_owned() } else { format!("Behind by {lead} points") };
        let cases = [
            (["person", "greedy"], "You win!", behind.replace("Behind", "Ahead"), true),
            (["greedy", "person"], "№1 wins", behind.clone(), false),
            (["person", "person"], "№1 wins", behind.replace("Behind", "Ahead"), false),
        ];
        for (players, title, lead, cheered) in cases {
            page.sit_down_at(&save(&table, &players))?;
            page.wait_for(".end .sheet tfoot")?;
            let told: [String; 2] =
                page.evaluate("['h1', '.lead'].map(what => document.querySelector('.end ' + what).innerText)")?;
            assert_eq!(told, [title.to_owned(), lead], "{players:?}");
            assert_eq!(page.evaluate::<bool>("document.querySelector('.cheers') !== null")?, cheered, "{players:?}");
        }
        Ok(())
    });
}
