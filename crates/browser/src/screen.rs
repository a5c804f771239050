//! What a person at the table sees.

use crate::{Page, Point, Result};
use serde::Deserialize;

/// Something on the screen that can be touched.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Choice {
    /// Where it is.
    pub at: Point,
    /// Whether it is chosen.
    pub chosen: bool,
}

/// The table as it is shown.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub struct Screen {
    /// Whether the result is shown.
    pub over: bool,
    /// The button with which the next person takes the screen.
    pub hand_over: Option<Point>,
    /// The middles of the cells on which the tile may lie.
    pub cells: Vec<Point>,
    /// How many such cells cannot be touched, being out of sight.
    pub unseen: usize,
    /// The middle of the tile that is tried.
    pub trial: Option<Point>,
    /// Places for pieces.
    pub spots: Vec<Choice>,
    /// What can be chosen below the board.
    pub chips: Vec<Choice>,
    /// The tiles in hand.
    pub tiles: Vec<Choice>,
    /// The button that confirms, if there is something to confirm.
    pub confirm: Option<Point>,
    /// The game as it is stored.
    pub stored: String,
}

/// Finds everything of [`Screen`]. What is covered by something else cannot be touched and does not count.
const LOOK: &str = "
    const middle = element => {
        const frame = element.getBoundingClientRect();
        return { x: frame.x + frame.width / 2, y: frame.y + frame.height / 2 };
    };
    const all = selector => [...document.querySelectorAll(selector)];
    const can_touch = owner => at => {
        const top = document.elementFromPoint(at.x, at.y);
        return top !== null && owner.contains(top);
    };
    const board = document.querySelector('.board');
    const on_board = can_touch(board);
    const buttons = selector => all(selector)
        .filter(button => can_touch(button)(middle(button)))
        .map(button => ({ at: middle(button), chosen: button.matches('.chosen, [aria-pressed=true]') }));
    const button = selector => buttons(selector)[0]?.at ?? null;
    const cells = all('.board .cell').map(middle);
    const trial = document.querySelector('.board .trial:not(.halo)');
    return {
        over: document.querySelector('.end') !== null,
        hand_over: button('.hand-over button'),
        cells: cells.filter(on_board),
        unseen: cells.filter(at => !on_board(at)).length,
        trial: trial && middle(trial),
        spots: all('.board .spot')
            .map(spot => ({ at: middle(spot.querySelector('.ring')), chosen: spot.matches('.selected') }))
            .filter(spot => on_board(spot.at)),
        chips: buttons('.chips .chip'),
        tiles: buttons('.hand .tile-button'),
        confirm: button('.decide .primary:enabled'),
        stored: localStorage.getItem('bastide.game') ?? '',
    };";

impl Page {
    /// Looks at the table once it stands still.
    pub fn look(&mut self) -> Result<Screen> {
        self.evaluate(&format!(
            "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done((() => {{ {LOOK} }})()))))"
        ))
    }
}
