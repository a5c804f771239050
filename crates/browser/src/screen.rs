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
    /// What it looks like, to tell whether it changed.
    pub look: String,
}

/// A cell of the board.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Cell {
    /// Where its middle is on the screen.
    pub at: Point,
    /// Which it is, however the board is seen.
    pub place: (i32, i32),
}

/// The table as it is shown.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub struct Screen {
    /// Whether the result is shown.
    pub over: bool,
    /// The cells on which the tile may lie.
    pub cells: Vec<Cell>,
    /// How many such cells cannot be touched, being out of sight.
    pub unseen: usize,
    /// Where the tile is tried.
    pub trial: Option<Cell>,
    /// Places for pieces.
    pub spots: Vec<Choice>,
    /// What can be chosen below the board.
    pub chips: Vec<Choice>,
    /// The tiles in hand.
    pub tiles: Vec<Choice>,
    /// The button that confirms, if there is something to confirm.
    pub confirm: Option<Point>,
    /// The game as it is stored; how much of it was played, where a server keeps it.
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
        .map(button => ({ at: middle(button), chosen: button.matches('.chosen, [aria-pressed=true]'), look: button.outerHTML }));
    const button = selector => buttons(selector)[0]?.at ?? null;
    // Frames are drawn a little inside or outside of their cell.
    const cell = frame => ({
        at: middle(frame),
        place: [frame.x, frame.y].map(length => Math.round(length.baseVal.value / 100)),
    });
    const cells = all('.board .cell').map(cell);
    const trial = document.querySelector('.board .trial:not(.halo)');
    return {
        over: document.querySelector('.end') !== null,
        cells: cells.filter(cell => on_board(cell.at)),
        unseen: cells.filter(cell => !on_board(cell.at)).length,
        trial: trial && cell(trial),
        spots: all('.board .spot')
            .map(spot => ({ at: middle(spot.querySelector('.ring')), chosen: spot.matches('.selected'), look: spot.outerHTML }))
            .filter(spot => on_board(spot.at)),
        chips: buttons('.chips .chip'),
        tiles: buttons('.hand .tile-button'),
        confirm: button('.decide .primary:enabled'),
        stored: %STORED%,
    };";

/// The game as the browser stored it. Where a server keeps it nothing is stored, and the table tells that it moved.
pub(crate) const STORED: &str = "String(location.hash.startsWith('#room/') \
    ? document.querySelector('main.table')?.dataset.played : localStorage.getItem('bastide.game'))";

/// Comes true when nothing has moved for two frames and all tiles are drawn, which takes a while for new ones.
const STILL: &str = "new Promise(done => {
    let frames = 0;
    const all = selector => [...document.querySelectorAll(selector)];
    const wait = () => {
        const moves = all('.board .layer').some(layer => layer.getAnimations().length > 0);
        const drawn = all('.board use[href*=look-]').every(tile => document.querySelector(tile.getAttribute('href')))
            && all('svg.tile').every(tile => tile.childElementCount > 0);
        frames = moves || !drawn ? 0 : frames + 1;
        frames > 2 ? done(true) : requestAnimationFrame(wait);
    };
    wait();
})";

impl Page {
    /// Waits until the board stands still and what changed is drawn.
    pub fn settle(&mut self) -> Result<()> {
        self.evaluate::<bool>(STILL).map(drop)
    }

    /// Looks at the table once it stands still.
    pub fn look(&mut self) -> Result<Screen> {
        self.evaluate(&format!("{STILL}.then(() => {{ {} }})", LOOK.replace("%STORED%", STORED)))
    }
}
