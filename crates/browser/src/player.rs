//! Somebody who plays with the mouse or with a finger, choosing by lot among what the page offers.

use crate::screen::STORED;
use crate::{Failure, Page, Point, Result, Screen};
use table::Random;

/// What touches the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hand {
    /// The mouse.
    Mouse,
    /// A finger.
    Finger,
}

/// A player at the table.
pub struct Player {
    hand: Hand,
    random: Random,
}

impl Player {
    /// A player; the same seed plays the same game.
    pub fn new(hand: Hand, seed: u64) -> Player {
        Player { hand, random: Random::new(seed) }
    }

    /// Touches a point.
    pub fn touch(&self, page: &mut Page, at: Point) -> Result<()> {
        match self.hand {
            Hand::Mouse => page.click(at),
            Hand::Finger => page.tap(at),
        }
    }

    /// Touches the first element for a selector.
    pub fn touch_element(&self, page: &mut Page, selector: &str) -> Result<()> {
        let at = page.middle_of(selector)?;
        self.touch(page, at)
    }

    fn one_of<T: Clone>(&mut self, things: &[T]) -> Option<T> {
        let bound = u32::try_from(things.len()).ok().filter(|bound| *bound > 0)?;
        things.get(self.random.below(bound) as usize).cloned()
    }

    fn now_and_then(&mut self, in_hundred: u32) -> bool {
        self.random.below(100) < in_hundred
    }

    /// Plays until the result is shown.
    pub fn play_to_the_end(&mut self, page: &mut Page) -> Result<()> {
        while self.step(page)? {}
        Ok(())
    }

    /// Plays until `turns` tiles have been confirmed, or the game is over.
    pub fn play_turns(&mut self, page: &mut Page, turns: usize) -> Result<()> {
        let mut confirmed = 0;
        while confirmed < turns {
            let placing = page.look()?.trial.is_some();
            if !self.step(page)? {
                break;
            }
            confirmed += usize::from(placing);
        }
        Ok(())
    }

    /// Does the next thing; says whether the game goes on.
    pub fn step(&mut self, page: &mut Page) -> Result<bool> {
        let screen = page.look()?;
        if screen.over {
            return Ok(false);
        }
        if screen.trial.is_some() {
            self.finish_turn(page, screen)?;
        } else if !screen.cells.is_empty() || screen.unseen > 0 {
            self.try_tile(page, screen)?;
        } else if !screen.spots.is_empty() || !screen.chips.is_empty() {
            self.decide(page, &screen)?;
        } else {
            // Somebody else is to act, or the final count goes on.
            page.wait_until("document.querySelector('.end, .cell, .chip, .spot, .trial, .tally .skip') !== null")?;
            if page.evaluate("document.querySelector('.tally .skip') !== null")? {
                self.touch_element(page, ".tally .skip")?;
                page.wait_for(".end")?;
            }
        }
        Ok(true)
    }

    /// Puts the tile, or another one in hand, on a cell.
    fn try_tile(&mut self, page: &mut Page, screen: Screen) -> Result<()> {
        if screen.tiles.len() > 1
            && self.now_and_then(50)
            && let Some(other) = screen.tiles.iter().find(|tile| !tile.chosen)
        {
            return self.touch(page, other.at);
        }
        let Some(cell) = self.one_of(&screen.cells) else {
            // All are out of sight.
            let fit = page.middle_of(".tools button:nth-of-type(2)")?;
            return self.touch(page, fit);
        };
        self.touch(page, cell.at)?;
        page.wait_for(".board .trial")?;
        match page.look()?.trial {
            Some(trial) if trial.place == cell.place => Ok(()),
            other => Err(Failure::new(format!("touched {cell:?}, and the tile lies at {other:?}"))),
        }
    }

    /// Turns the tile now and then, chooses a piece or none, and confirms.
    fn finish_turn(&mut self, page: &mut Page, mut screen: Screen) -> Result<()> {
        if self.now_and_then(15)
            && let Some(tile) = &screen.trial
        {
            self.touch(page, tile.at)?;
            screen = page.look()?;
        }
        // A ranger is first picked up and then put down, and a place may have several pieces, and what to do comes before where: up to four touches.
        for _ in 0..4 {
            if !self.now_and_then(72) {
                break;
            }
            let chips: Vec<_> = screen.chips.iter().filter(|chip| !chip.chosen).cloned().collect();
            let on_board = (self.now_and_then(70) || chips.is_empty()) && !screen.spots.is_empty();
            let Some(choice) = self.one_of(if on_board { &screen.spots } else { &chips }) else { break };
            self.touch(page, choice.at)?;
            let before = screen;
            screen = page.look()?;
            // What has no place on the board is played at once.
            if screen.stored != before.stored {
                return Ok(());
            }
            if (&screen.spots, &screen.chips) == (&before.spots, &before.chips) {
                return Err(Failure::new(format!("touching {:?} changes nothing: {}", choice.at, choice.look)));
            }
        }
        // What was begun and not finished cannot be confirmed: it is picked up.
        for _ in 0..3 {
            if screen.confirm.is_some() {
                break;
            }
            self.touch_element(page, ".decide .pick-up")?;
            screen = page.look()?;
            if screen.trial.is_none() {
                return Ok(());
            }
        }
        self.confirm(page, &screen)
    }

    /// Answers a question that comes without a tile.
    fn decide(&mut self, page: &mut Page, screen: &Screen) -> Result<()> {
        if screen.confirm.is_some() {
            return self.confirm(page, screen);
        }
        let choices = if screen.spots.is_empty() { &screen.chips } else { &screen.spots };
        let choices: Vec<_> = choices.iter().filter(|choice| !choice.chosen).cloned().collect();
        let Some(choice) = self.one_of(&choices) else {
            return Err(Failure::new("there is a question, and nothing can be answered"));
        };
        self.touch(page, choice.at)?;
        let after = page.look()?;
        if after == *screen {
            Err(Failure::new(format!("touching {:?} changes nothing: {}", choice.at, choice.look)))
        } else {
            Ok(())
        }
    }

    fn confirm(&mut self, page: &mut Page, screen: &Screen) -> Result<()> {
        let button = screen.confirm.ok_or_else(|| Failure::new("a turn cannot be confirmed"))?;
        page.run(&format!("window.before = {STORED}"))?;
        self.touch(page, button)?;
        page.wait_until(&format!("{STORED} !== window.before"))
    }
}
