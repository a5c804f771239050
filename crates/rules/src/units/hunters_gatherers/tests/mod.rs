//! Rules H and every example of their rulebook.

use super::{HuntersGatherersGame, huts};
use crate::action::Action;
use crate::event::Event;
use crate::game::Game;
use crate::geometry::{Pos, Rotation};
use crate::piece::PieceKind;
use crate::setup::{Options, Setup};
use crate::testkit::{self, play, seat};
use crate::tiles::TileSet;
use crate::tiles::{Segment, TileKind};
use crate::units::GameId;

mod bonus;
mod end;
mod examples;
mod placing;
mod random;
mod scoring;

fn sets() -> [TileSet; 2] {
    [TileSet::HuntersGatherers, TileSet::HuntersGatherersBonus]
}

/// Seat 0 gives all followers in the supply to the box.
fn leave_no_follower(game: &mut HuntersGatherersGame) {
    while game.supply(seat(0)).has_follower() {
        game.position.supply_mut(seat(0)).take(PieceKind::Follower);
    }
}

fn setup(players: u8) -> Setup {
    Setup::new(GameId::HuntersGatherers, Options::NONE, players, seat(0)).unwrap()
}

/// A game with this drawing on the board; seat 0 is active.
fn board(players: u8, drawing: &str) -> HuntersGatherersGame {
    let mut game = HuntersGatherersGame::new(&setup(players));
    game.position.lay_out(&sets(), drawing);
    game
}

/// As [`board`], with no land tile left in the bag: the game ends after the next turn.
fn last_turn(players: u8, drawing: &str) -> HuntersGatherersGame {
    let mut game = board(players, drawing);
    game.position.bag = *game.position.setup.with_tiles([]).unwrap().bag();
    game
}

fn tile(id: &str) -> TileKind {
    testkit::tile(&sets(), id)
}

/// A hut for this seat on a segment of the tile that lies there, whoever's turn it is.
fn hut(game: &mut HuntersGatherersGame, owner: u8, x: i16, y: i16, segment: u8) {
    let (active, placed) = (game.position.active, game.position.placed);
    game.position.active = seat(owner);
    game.position.placed = game.position.board.tile_at(Pos::new(x, y)).unwrap();
    huts::check(&game.position, Segment(segment)).unwrap();
    huts::build(&mut game.position, Segment(segment), &mut ());
    (game.position.active, game.position.placed) = (active, placed);
}

/// The active player gets this tile.
fn begin(game: &mut HuntersGatherersGame, id: &str) {
    game.position.begin_placing(tile(id));
}

fn at(id: &str, x: i16, y: i16, quarters: u8) -> Action {
    Action::Place { tile: tile(id), pos: Pos::new(x, y), rotation: Rotation::new(quarters).unwrap() }
}

/// The active player places this tile.
fn place(game: &mut HuntersGatherersGame, id: &str, x: i16, y: i16, quarters: u8) -> Vec<Event> {
    begin(game, id);
    play(game, at(id, x, y, quarters))
}

/// The active player places this tile and nothing on it.
fn place_only(game: &mut HuntersGatherersGame, id: &str, x: i16, y: i16, quarters: u8) -> Vec<Event> {
    let mut events = place(game, id, x, y, quarters);
    events.extend(play(game, Action::Pass));
    events
}

/// The dealer turns up this tile.
fn draw(game: &mut HuntersGatherersGame, id: &str) -> Vec<Event> {
    play(game, Action::Draw { tile: tile(id) })
}

fn follower(segment: u8) -> Action {
    Action::follower(Segment(segment))
}

fn build(segment: u8) -> Action {
    Action::Hut { segment: Segment(segment) }
}

/// The segments that the actions name, for followers and for huts.
fn choices(game: &HuntersGatherersGame) -> (Vec<u8>, Vec<u8>) {
    let (mut followers, mut huts) = (Vec::new(), Vec::new());
    for action in testkit::actions(game) {
        match action {
            Action::Follower { segment, with: None, piece: PieceKind::Follower } => followers.push(segment.0),
            Action::Hut { segment } => huts.push(segment.0),
            Action::Pass => {}
            other => panic!("{other:?} in phase act"),
        }
    }
    (followers, huts)
}

/// Whether two segments belong to one feature; also for the systems of rivers and lakes.
fn together(game: &HuntersGatherersGame, a: (i16, i16, u8), b: (i16, i16, u8)) -> bool {
    let feature = |(x, y, segment)| game.board().feature_at(Pos::new(x, y), Segment(segment)).unwrap();
    feature(a) == feature(b)
}

/// Whether the water of two segments hangs together.
fn same_system(game: &HuntersGatherersGame, a: (i16, i16, u8), b: (i16, i16, u8)) -> bool {
    let system = |(x, y, segment): (i16, i16, u8)| {
        let laid = game.board().laid_at(Pos::new(x, y)).unwrap();
        (x, y, laid.kind.def().segment(Segment(segment)).unwrap().system.unwrap().0)
    };
    together(game, system(a), system(b))
}

/// The final scoring of the board as it is.
fn finish(game: &mut HuntersGatherersGame) -> Vec<(u8, u16, &'static str)> {
    let mut events = Vec::new();
    game.finish(&mut events);
    testkit::points(&events)
}
