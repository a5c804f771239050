//! Every game with as many players as it takes and long names, on every kind of screen, and every language once: looked at
//! with a ruler, and kept as pictures on one page (`target/screenshots/index.html`).

use crate::on_a_page;
use browser::{Colours, Failure, Gallery, Page, Result, crowding, played_by_many, save_named};
use rules::{Event, GameId, GameOption, Options};
use std::collections::HashSet;
use table::Table;

/// The screens: a name, width, height, and dots for a pixel where it is touched.
const SCREENS: [(&str, u32, u32, Option<u32>); 4] = [
    ("desk", 1440, 900, None),
    ("tablet", 1024, 768, None),
    ("phone", 390, 844, Some(2)),
    ("phone-landscape", 844, 390, Some(2)),
];

/// The longest names that fields take.
const NAMES: [&str; 6] = [
    "Maximiliana Oberstaufenbacher",
    "Wolfgang-Amadeus Hohenzollern",
    "Олександра Володимирівна",
    "X",
    "Jürgen",
    "№ 6",
];

fn show_on(page: &mut Page, screen: (&str, u32, u32, Option<u32>)) -> Result<()> {
    match screen {
        (_, width, height, Some(dots)) => page.set_touch_screen(width, height, dots),
        (_, width, height, None) => page.set_size(width, height),
    }
}

fn games() -> [(&'static str, GameId, Options, u8); 4] {
    let base = Options::NONE.with(GameOption::TradersBuilders).with(GameOption::InnsCathedrals);
    [
        ("towns", GameId::Base, base, 6),
        ("hunters", GameId::HuntersGatherers, Options::NONE, 5),
        ("new-lands", GameId::NewLands, Options::NONE.with(GameOption::Hand), 5),
        ("safari", GameId::Safari, Options::NONE, 5),
    ]
}

/// Sits down at a game of many, with a tile tried on the board.
fn sit_down(page: &mut Page, game: GameId, options: Options, players: u8, tiles: usize) -> Result<()> {
    let table = played_by_many(game, options, players, 75, tiles)?;
    let seats = NAMES.iter().take(players.into()).map(|name| ("person", *name));
    page.sit_down_at(&save_named(&table, seats))
}

/// Puts the tile where there is most to choose, if somewhere, and turns it there.
fn try_tile(page: &mut Page) -> Result<()> {
    for cell in page.look()?.cells.into_iter().take(4) {
        page.click(cell.at)?;
        page.wait_for(".board .trial")?;
        if page.look()?.chips.len() > 2 {
            break;
        }
    }
    page.run("document.querySelector('.decide .turn-tile').click()")
}

/// Whether everything that a selector finds ends above the lower edge of the window.
fn in_sight(selector: &str) -> String {
    format!(
        "[...document.querySelectorAll('{selector}')].every(part => \
         part.getBoundingClientRect().bottom <= innerHeight + 1)"
    )
}

#[test]
fn every_game_on_every_screen() {
    on_a_page("gallery", |visit| {
        let page = &mut visit.page;
        page.visit(&visit.site.address())?;
        let (mut gallery, mut found) = (Gallery::begin()?, Vec::new());
        for screen in SCREENS {
            show_on(page, screen)?;
            page.run("localStorage.clear()")?;
            page.reload()?;
            page.wait_for(".go .primary")?;
            if !page.evaluate::<bool>(&in_sight(".go .primary"))? {
                found.push(format!("start-{}: Start is not on the first screen", screen.0));
            }
            let mut note = |page: &mut Page, name: &str, about: &str| -> Result<()> {
                gallery.take(page, &format!("{name}-{}", screen.0), &format!("{about}, {}", screen.0))?;
                found.extend(crowding(page)?.into_iter().map(|what| format!("{name}-{}: {what}", screen.0)));
                Ok(())
            };
            note(page, "start", "Start")?;
            for (name, game, options, players) in games() {
                sit_down(page, game, options, players, 40)?;
                note(page, name, &format!("{name}, {players} players"))?;
                try_tile(page)?;
                note(page, &format!("{name}-trial"), &format!("{name}, a tile is tried"))?;
            }
            sit_down(page, GameId::Safari, Options::NONE, 5, usize::MAX)?;
            page.wait_for(".end .sheet")?;
            note(page, "end", "The end of a game of five")?;
            // Where there is room for it beside the stacks, everything that can be done next is seen at once.
            if screen.3.is_none() && !page.evaluate::<bool>(&in_sight(".result button"))? {
                found.push(format!("end-{}: not every button is in sight", screen.0));
            }
        }
        // 320 pixels are the narrowest screen that there is.
        page.set_touch_screen(320, 640, 2)?;
        for (name, game, options, players) in games() {
            sit_down(page, game, options, players, 40)?;
            gallery.take(page, &format!("{name}-narrow"), &format!("{name}, 320 pixels wide"))?;
            found.extend(crowding(page)?.into_iter().map(|what| format!("{name}-narrow: {what}")));
        }
        // Every language once, where there is least room.
        page.set_touch_screen(390, 844, 2)?;
        for code in ["en", "de", "es", "fr", "pl", "ru", "uk"] {
            page.run(&format!("localStorage.setItem('bastide.language', '{code}')"))?;
            sit_down(page, GameId::HuntersGatherers, Options::NONE, 5, 40)?;
            try_tile(page)?;
            gallery.take(page, &format!("language-{code}"), &format!("In {code}"))?;
            found.extend(crowding(page)?.into_iter().map(|what| format!("language-{code}: {what}")));
        }
        gallery.write()?;
        if found.is_empty() { Ok(()) } else { Err(Failure::new(found.join("\n"))) }
    });
}

/// How many lines the score sheet of a game has: one for all that is scored for the same, during the game and at its end.
fn lines(table: &Table) -> usize {
    let scores = table.history().iter().flat_map(|entry| &entry.events).filter_map(|event| match event {
        Event::Scored(score) => Some((score.source, score.end)),
        _ => None,
    });
    scores.collect::<HashSet<_>>().len()
}

/// What is seen of score sheet and chart without moving them.
#[derive(Debug, serde::Deserialize)]
struct Sheet {
    /// Lines with points.
    lines: usize,
    /// How much lies beyond the edge.
    beyond: f64,
    /// How high the chart is.
    chart: f64,
}

const SHEET: &str = "
    (counts => ({
        lines: counts.querySelectorAll('tbody tr:not(.part)').length,
        beyond: counts.scrollHeight - counts.clientHeight,
        chart: counts.querySelector('.chart [role=img]').getBoundingClientRect().height,
    }))(document.querySelector('.result > .counts'))";

/// How far the winner's laurels are below the words above them.
const LAURELS: &str = "
    ((laurel, words) => laurel.getBoundingClientRect().top - words.getBoundingClientRect().bottom)(
        document.querySelector('.laurel'), document.querySelector('.ceremony .lead'))";

#[test]
fn a_long_score_sheet_and_its_chart_are_read_without_moving_them() {
    on_a_page("score-sheet", |visit| {
        let page = &mut visit.page;
        page.visit(&visit.site.address())?;
        let options = Options::NONE.with(GameOption::TradersBuilders);
        // Points for as much as there is: of three thousand games by lot none has more lines.
        let table = played_by_many(GameId::Base, options, 4, 217, usize::MAX)?;
        assert_eq!(lines(&table), 10);
        let seats = NAMES.iter().take(4).map(|name| ("person", *name));
        page.sit_down_at(&save_named(&table, seats))?;
        page.wait_for(".end .chart svg")?;
        // The window of a small laptop, and how high the chart is there at least.
        for (width, height, chart) in [(1440, 900, 130.0), (1366, 768, 110.0), (1280, 720, 70.0), (1024, 768, 90.0)] {
            page.set_size(width, height)?;
            page.settle()?;
            for colours in [Colours::Light, Colours::Dark] {
                page.prefer_colours(colours)?;
                page.screenshot(&format!("score-sheet-{width}x{height}-{}", colours.name()))?;
            }
            let seen: Sheet = page.evaluate(SHEET)?;
            let size = format!("{width}x{height}");
            assert_eq!(seen.lines, lines(&table), "{size}: {seen:?}");
            assert!(seen.beyond < 1.0, "{size}: part of it lies beyond the edge: {seen:?}");
            assert!(seen.chart >= chart, "{size}: the chart is too low to be read: {seen:?}");
        }
        // On an upright tablet the sheet takes room from the winners: nothing of theirs lies over words.
        page.set_size(820, 1180)?;
        page.settle()?;
        for colours in [Colours::Light, Colours::Dark] {
            page.prefer_colours(colours)?;
            page.screenshot(&format!("score-sheet-820x1180-{}", colours.name()))?;
        }
        let below: f64 = page.evaluate(LAURELS)?;
        assert!(below >= 0.0, "the laurels lie over the words above them by {below}");
        Ok(())
    });
}
