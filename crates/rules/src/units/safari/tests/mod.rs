//! Rules S, and every example of the rulebook.

use super::SafariGame;
use super::tokens::Tokens;
use super::waterholes::Waterholes;
use crate::action::{Action, Actor, Animal, Phase};
use crate::event::Event;
use crate::game::{Chance, Game};
use crate::geometry::{Corner, Pos, Rotation};
use crate::piece::PieceKind;
use crate::setup::{Options, Setup};
use crate::testkit::{self, actions, forbidden_by, play, points, seat};
use crate::tiles::Segment;
use crate::tiles::TileSet;
use crate::units::{GameId, GameOption};
use Animal::{Elephant, Giraffe, Lion, Monkey, Zebra};
use Corner::{NorthEast as NE, NorthWest as NW, SouthEast as SE, SouthWest as SW};

mod end;
mod examples;
mod features;
mod random;
mod rangers;
mod tokens;
mod waterholes;

fn sets() -> [TileSet; 1] {
    [TileSet::Safari]
}

/// The cells of the rangers, in reading order.
fn rangers(game: &SafariGame) -> Vec<Pos> {
    let mut rangers = game.rules.rangers().to_vec();
    rangers.sort_unstable();
    rangers
}

fn setup(players: u8) -> Setup {
    Setup::new(GameId::Safari, Options::NONE, players, seat(0)).unwrap()
}

/// With the other reading of S12.
fn wide_setup(players: u8) -> Setup {
    Setup::new(GameId::Safari, Options::NONE.with(GameOption::WideCorners), players, seat(0)).unwrap()
}

/// A game with this drawing on the board and nothing dealt; seat 0 is active. The rangers are out of the way.
fn board(players: u8, drawing: &str) -> SafariGame {
    board_of(setup(players), drawing)
}

/// As [`board`], for this setup.
fn board_of(setup: Setup, drawing: &str) -> SafariGame {
    let mut game = SafariGame::new(&setup);
    game.rules.tokens = Tokens::new(&setup);
    game.position.lay_out(&sets(), drawing);
    game.rules.waterholes = Waterholes::new(&setup);
    game.rules.waterholes.add_board(&game.position.board);
    set_rangers(&mut game, [(100, 100), (101, 100)]);
    game
}

/// As [`board`], with nothing left in the bag: the game ends after the next turn.
fn last_turn(players: u8, drawing: &str) -> SafariGame {
    let mut game = board(players, drawing);
    game.position.bag = *setup(players).with_tiles([]).unwrap().bag();
    game
}

fn set_rangers(game: &mut SafariGame, cells: [(i16, i16); 2]) {
    game.rules.rangers.clear();
    for (x, y) in cells {
        game.rules.rangers.push(Pos::new(x, y));
    }
}

/// Gives tokens from the stack to a player.
fn give(game: &mut SafariGame, number: u8, animals: &[Animal]) {
    for &animal in animals {
        game.rules.tokens.give(seat(number), animal);
    }
}

/// The active player places this tile.
fn place(game: &mut SafariGame, id: &str, x: i16, y: i16, quarters: u8) -> Vec<Event> {
    let tile = testkit::tile(&sets(), id);
    game.position.begin_placing(tile);
    let rotation = Rotation::new(quarters).unwrap();
    play(game, Action::Place { tile, pos: Pos::new(x, y), rotation })
}

/// The dealer turns up these tokens.
fn draw(game: &mut SafariGame, animals: &[Animal]) -> Vec<Event> {
    animals.iter().flat_map(|&animal| play(game, Action::DrawToken { animal })).collect()
}

fn follower(segment: u8) -> Action {
    Action::follower(Segment(segment))
}

fn waterhole(x: i16, y: i16, corner: Corner, animal: Animal) -> Action {
    Action::Waterhole { pos: Pos::new(x, y), corner, animal }
}

fn token(animal: Animal) -> Action {
    Action::Token { animal }
}

fn put_back(x: i16, y: i16) -> Action {
    Action::Ranger { from: None, to: Pos::new(x, y) }
}

fn drive(from: (i16, i16), to: (i16, i16)) -> Action {
    Action::Ranger { from: Some(Pos::new(from.0, from.1)), to: Pos::new(to.0, to.1) }
}

/// How many tokens a player holds.
fn held(game: &SafariGame, number: u8) -> u8 {
    game.rules.tokens.hand(seat(number)).iter().sum()
}

/// How many followers a player has in the supply.
fn at_home(game: &SafariGame, number: u8) -> u8 {
    game.supply(seat(number)).count(PieceKind::Follower)
}
