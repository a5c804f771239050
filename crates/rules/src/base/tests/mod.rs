//! Rules B, R and T, and every example of their rulebooks.

use super::{BaseGame, SETS};
use crate::action::Action;
use crate::event::Event;
use crate::game::Game;
use crate::geometry::{Pos, Rotation};
use crate::setup::{GameId, GameOption, Options, Setup};
use crate::testkit::{self, play, seat};
use crate::tiles::Segment;

mod examples;

/// A game with this drawing on the board; seat 0 is active.
fn board(players: u8, options: &[GameOption], drawing: &str) -> BaseGame {
    let options: Options = options.iter().copied().collect();
    let setup = Setup::new(GameId::Base, options, players, seat(0)).unwrap();
    let mut game = BaseGame::new(&setup);
    game.core.lay_out(&SETS, drawing);
    game
}

/// As [`board`], with nothing left in the bag: the game ends after the next turn.
fn last_turn(players: u8, options: &[GameOption], drawing: &str) -> BaseGame {
    let mut game = board(players, options, drawing);
    let empty = game.core.setup.with_tiles([]).unwrap();
    game.core.bag = *empty.bag();
    game
}

/// The active player places this tile.
fn place(game: &mut BaseGame, id: &str, x: i16, y: i16, quarters: u8) -> Vec<Event> {
    let tile = testkit::tile(&SETS, id);
    game.core.begin_placing(tile);
    let rotation = Rotation::new(quarters).unwrap();
    play(game, Action::Place { tile, pos: Pos::new(x, y), rotation })
}

fn follower(segment: u8) -> Action {
    Action::Follower { segment: Segment(segment), with: None }
}
