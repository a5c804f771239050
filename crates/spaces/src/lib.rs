//! Games as learners see them: every action has a number in a space that does not change during a game, a position becomes
//! planes around the board or a list of features, and many games are played at a time on all cores.
//!
//! The Python package is made of this; a program in Rust sees the very same numbers. `docs/python.md` explains them.
//!
//! ```
//! use rules::{AnyGame, Game, GameId, Options, Seat, Setup};
//! use spaces::{ActionSpace, Legal, Observer, SIZE};
//! use table::Random;
//!
//! let setup = Setup::new(GameId::Base, Options::NONE, 2, Seat::default()).unwrap();
//! let mut game = AnyGame::new(&setup);
//! let draw = game.outcome(Random::new(7).below(game.ways())).unwrap();
//! game.play(draw).unwrap();
//!
//! let space = ActionSpace::new(&setup, SIZE).unwrap();
//! let mut legal = Legal::default();
//! space.list(&game, &mut legal);
//! let (number, action) = legal.iter().next().unwrap();
//! assert_eq!(space.action(&game, number), Some(action));
//!
//! let observer = Observer::new(&setup, SIZE).unwrap();
//! let mut planes = vec![0; observer.planes().len() * SIZE * SIZE];
//! observer.write_planes(&game, Seat::default(), &mut planes);
//! ```

mod actions;
mod batch;
mod candidates;
mod features;
mod observer;
mod planes;
mod reward;
mod sink;

pub use actions::{ActionSpace, Legal};
pub use batch::{Batch, BatchError, Views};
pub use candidates::Candidates;
pub use observer::Observer;
pub use reward::Reward;

use std::fmt;

/// The usual side of the grid on which cells are numbered.
pub const SIZE: usize = 32;

/// The sides that a grid may have.
pub const SIZES: std::ops::RangeInclusive<usize> = 8..=256;

/// A grid that is too small or too large.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SizeError(usize);

impl fmt::Display for SizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the grid has {} to {} cells a side, not {}", SIZES.start(), SIZES.end(), self.0)
    }
}

impl std::error::Error for SizeError {}

/// The cells of the board on a grid of fixed size: the origin in the middle, and what runs out at one side comes in at the
/// other, so that boards up to the size of the grid never overlap themselves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Grid(usize);

impl Grid {
    fn new(size: usize) -> Result<Grid, SizeError> {
        if SIZES.contains(&size) { Ok(Grid(size)) } else { Err(SizeError(size)) }
    }

    fn cells(self) -> usize {
        self.0 * self.0
    }

    /// The number of a cell, row by row.
    #[inline]
    fn index(self, pos: rules::Pos) -> usize {
        let wrapped = |value: i16| {
            let shifted = i32::from(value) + (self.0 / 2) as i32;
            // Hardly any board runs out of the grid, and dividing takes as long as everything else.
            if (shifted as u32) < self.0 as u32 { shifted as usize } else { shifted.rem_euclid(self.0 as i32) as usize }
        };
        wrapped(pos.y) * self.0 + wrapped(pos.x)
    }
}
