//! Somebody who plays with the keyboard alone.

use crate::{Failure, Key, Page, Result, Screen};
use serde_json::json;
use table::Random;

/// More fields and buttons than any page has.
const MOST_TABS: usize = 200;

/// A player without a mouse.
pub struct KeyboardPlayer {
    random: Random,
}

impl KeyboardPlayer {
    /// A player; the same seed plays the same game.
    pub fn new(seed: u64) -> KeyboardPlayer {
        KeyboardPlayer { random: Random::new(seed) }
    }

    /// Presses Tab until an element for the selector has the focus.
    pub fn tab_to(&self, page: &mut Page, selector: &str) -> Result<()> {
        let arrived = format!("document.activeElement?.matches({}) ?? false", json!(selector));
        for _ in 0..MOST_TABS {
            if page.evaluate(&arrived)? {
                return Ok(());
            }
            page.press(Key::Tab)?;
        }
        Err(Failure::new(format!("the Tab key does not lead to {selector}")))
    }

    /// Plays until the result is shown.
    pub fn play_to_the_end(&mut self, page: &mut Page) -> Result<()> {
        while self.step(page)? {}
        Ok(())
    }

    /// Does the next thing; says whether the game goes on.
    fn step(&mut self, page: &mut Page) -> Result<bool> {
        let screen = page.look()?;
        if screen.over {
            return Ok(false);
        }
        if screen.trial.is_some() {
            self.finish_turn(page, screen)?;
        } else if !screen.cells.is_empty() || screen.unseen > 0 {
            self.try_tile(page)?;
        } else {
            self.choose(page, &screen)?;
        }
        Ok(true)
    }

    /// Walks over the cells for a while and puts the tile on one.
    fn try_tile(&mut self, page: &mut Page) -> Result<()> {
        // The first Enter goes to a cell, the next one puts the tile there.
        page.press(Key::Enter)?;
        page.wait_for(".board .ghost")?;
        for _ in 0..self.random.below(6) {
            let arrows = [Key::Up, Key::Right, Key::Down, Key::Left];
            page.press(arrows[self.random.below(4) as usize])?;
        }
        page.press(Key::Enter)?;
        page.wait_for(".board .trial")
    }

    fn finish_turn(&mut self, page: &mut Page, mut screen: Screen) -> Result<()> {
        if self.random.below(100) < 15 {
            page.press(Key::Character('r'))?;
            screen = page.look()?;
        }
        if !screen.chips.is_empty() && self.random.below(100) < 60 {
            self.choose(page, &screen)?;
        }
        if page.look()?.confirm.is_none() {
            page.press(Key::Escape)?;
        }
        page.run("window.before = localStorage.getItem('bastide.game')")?;
        page.press(Key::Enter)?;
        page.wait_until("localStorage.getItem('bastide.game') !== window.before")
    }

    /// Presses the digit of something that can be chosen.
    fn choose(&mut self, page: &mut Page, screen: &Screen) -> Result<()> {
        let most = screen.chips.len().min(9) as u32;
        if most == 0 {
            return Err(Failure::new("nothing can be chosen by a digit"));
        }
        let digit = char::from_digit(1 + self.random.below(most), 10).unwrap_or('1');
        page.press(Key::Character(digit))?;
        let after = page.look()?;
        if after == *screen { Err(Failure::new(format!("the key {digit} changes nothing"))) } else { Ok(()) }
    }
}
