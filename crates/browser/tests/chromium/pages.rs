//! Every page, light and dark, on a desk and on a phone: kept as a picture, and checked for accessibility.

use crate::on_a_page;
use browser::{Colours, Failure, Page, Result, findings, played_at_random, save};
use rules::{GameId, GameOption, Options};

/// Opens the rules.
const RULES: &str = ".tools .rules-button";
/// Opens what happened, where there is no room for it beside the board.
const EVENTS: &str = ".tools .narrow-only";

struct Check<'a> {
    page: &'a mut Page,
    /// Ends the names of the pictures.
    look: String,
    found: Vec<String>,
}

impl Check<'_> {
    fn check(&mut self, name: &str) -> Result<()> {
        let name = format!("{name}-{}", self.look);
        self.page.screenshot(&name)?;
        let (width, room): (u32, u32) = self.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")?;
        if width > room {
            self.found.push(format!("{name}: the page is {width} pixels wide and has {room}"));
        }
        self.found.extend(findings(self.page)?.into_iter().map(|finding| format!("{name}: {finding}")));
        Ok(())
    }

    fn click(&mut self, selector: &str) -> Result<()> {
        let at = self.page.middle_of(selector)?;
        self.page.click(at)
    }

    /// Opens a window, checks it, and closes it.
    fn check_window(&mut self, name: &str, button: &str) -> Result<()> {
        self.click(button)?;
        self.page.wait_for("dialog[open] .window")?;
        self.check(name)?;
        self.click("dialog[open] header button")?;
        self.page.wait_until("document.querySelector('dialog[open]') === null")
    }

    fn sit_down(&mut self, game: GameId, options: Options, tiles: usize) -> Result<()> {
        let table = played_at_random(game, options, 71, tiles)?;
        self.page.sit_down_at(&save(&table, &["person", "person"]))
    }

    fn table(&mut self) -> Result<()> {
        let options = Options::NONE.with(GameOption::River).with(GameOption::TradersBuilders);
        self.sit_down(GameId::Base, options, 24)?;
        self.check("table")?;
        self.check_window("help", RULES)?;
        if self.page.evaluate(&format!("document.querySelector('{EVENTS}').checkVisibility()"))? {
            self.check_window("events", EVENTS)?;
        }
        let cells = self.page.look()?.cells;
        for cell in cells {
            self.page.click(cell.at)?;
            self.page.wait_for(".board .trial")?;
            if !self.page.look()?.spots.is_empty() {
                break;
            }
        }
        self.page.wait_for(".board .spot")?;
        self.check("table-trial")?;
        self.click(".decide .primary")?;
        self.page.wait_for(".banner")?;
        self.page.screenshot(&format!("hand-over-{}", self.look))
    }

    fn end(&mut self) -> Result<()> {
        self.sit_down(GameId::Safari, Options::NONE, usize::MAX)?;
        self.page.wait_for(".end .sheet")?;
        self.check("end")?;
        self.click(".ceremony .row button")?;
        self.page.wait_for(".replay")?;
        for _ in 0..10 {
            self.click(".replay button:first-of-type")?;
        }
        self.check("replay")
    }
}

fn every_page(look: &str, colours: Colours, phone: bool) {
    let look = format!("{look}-{}", colours.name());
    on_a_page(&format!("pages-{look}"), |visit| {
        let page = &mut visit.page;
        if phone {
            page.set_phone()?;
        }
        page.prefer_colours(colours)?;
        page.visit(&visit.site.address())?;
        let mut check = Check { page, look, found: Vec::new() };
        check.check("start")?;
        check.check_window("settings", ".preferences button[aria-haspopup=dialog]")?;
        check.table()?;
        check.end()?;
        let found = check.found;
        if found.is_empty() { Ok(()) } else { Err(Failure::new(found.join("\n"))) }
    });
}

#[test]
fn on_a_desk_light() {
    every_page("desk", Colours::Light, false);
}

#[test]
fn on_a_desk_dark() {
    every_page("desk", Colours::Dark, false);
}

#[test]
fn on_a_phone_light() {
    every_page("phone", Colours::Light, true);
}

#[test]
fn on_a_phone_dark() {
    every_page("phone", Colours::Dark, true);
}
