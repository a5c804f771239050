//! Rules B, R and T, what the base game makes of the rules C, and every example of the rulebooks.

use super::{BaseGame, SETS};
use crate::action::{Action, Actor, Companion, Phase};
use crate::board::{FeatureInfo, Landscape, Node};
use crate::event::{Event, PieceKind};
use crate::game::Game;
use crate::geometry::{Pos, Rotation};
use crate::seat::Seat;
use crate::setup::{GameId, GameOption, Options, Setup};
use crate::testkit::{self, actions, forbidden_by, play, points, seat};
use crate::tiles::{Segment, TileKind};

mod base;
mod builders;
mod common;
mod draws;
mod examples;
mod fields;
mod followers;
mod goods;
mod pigs;
mod river;
mod special_tiles;
mod traders_examples;
mod worth;

const TRADERS: &[GameOption] = &[GameOption::TradersBuilders];
const RIVER: &[GameOption] = &[GameOption::River];
const BOTH: &[GameOption] = &[GameOption::River, GameOption::TradersBuilders];

fn setup(players: u8, options: &[GameOption]) -> Setup {
    Setup::new(GameId::Base, options.iter().copied().collect(), players, seat(0)).unwrap()
}

/// A game with this drawing on the board; seat 0 is active.
fn board(players: u8, options: &[GameOption], drawing: &str) -> BaseGame {
    let mut game = BaseGame::new(&setup(players, options));
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

/// A game at its beginning, with only these tiles to come.
fn deck(players: u8, options: &[GameOption], tiles: &[&str]) -> BaseGame {
    let tiles = tiles.iter().map(|id| tile(id));
    BaseGame::new(&setup(players, options).with_tiles(tiles).unwrap())
}

fn tile(id: &str) -> TileKind {
    testkit::tile(&SETS, id)
}

fn at(id: &str, x: i16, y: i16, quarters: u8) -> Action {
    Action::Place { tile: tile(id), pos: Pos::new(x, y), rotation: Rotation::new(quarters).unwrap() }
}

/// The dealer turns up this tile.
fn draw(game: &mut BaseGame, id: &str) -> Vec<Event> {
    play(game, Action::Draw { tile: tile(id) })
}

/// The active player gets this tile, whatever the bag holds, and places it.
fn place(game: &mut BaseGame, id: &str, x: i16, y: i16, quarters: u8) -> Vec<Event> {
    game.core.begin_placing(tile(id));
    play(game, at(id, x, y, quarters))
}

/// As [`place`], and the player does no more; returns the events of the whole turn.
fn place_only(game: &mut BaseGame, id: &str, x: i16, y: i16, quarters: u8) -> Vec<Event> {
    let mut events = place(game, id, x, y, quarters);
    if game.phase() == Phase::Act {
        events.extend(play(game, Action::Pass));
    }
    events
}

/// The final scoring of the board as it is.
fn final_scoring(game: &mut BaseGame) -> Vec<Event> {
    let mut events = Vec::new();
    game.finish(&mut events);
    events
}

fn follower(segment: u8) -> Action {
    Action::Follower { segment: Segment(segment), with: None }
}

fn with_builder(segment: u8) -> Action {
    Action::Follower { segment: Segment(segment), with: Some(Companion::Builder) }
}

fn with_pig(segment: u8) -> Action {
    Action::Follower { segment: Segment(segment), with: Some(Companion::Pig) }
}

fn node(game: &BaseGame, x: i16, y: i16, segment: u8) -> Node {
    let tile = game.core.board.tile_at(Pos::new(x, y)).expect("a tile");
    game.core.board.node(tile, Segment(segment))
}

/// Puts the player's builder or pig beside the follower that stands there.
fn beside(game: &mut BaseGame, companion: Companion, number: u8, x: i16, y: i16, segment: u8) {
    let node = node(game, x, y, segment);
    let stands = |follower: &crate::core::Follower| follower.node == node && follower.seat == seat(number);
    assert!(game.core.followers().iter().any(stands), "no follower to stand beside");
    game.traders.deploy(companion, seat(number), node);
}

/// The player gives all but `left` of the followers in the supply to the box.
fn leave_followers(game: &mut BaseGame, number: u8, left: u8) {
    *game.core.supply_mut(seat(number)) = left;
}

fn followers(game: &BaseGame, number: u8) -> u8 {
    game.supply(seat(number)).followers
}

fn builders(game: &BaseGame, number: u8) -> u8 {
    game.supply(seat(number)).builders.unwrap()
}

fn pigs(game: &BaseGame, number: u8) -> u8 {
    game.supply(seat(number)).pigs.unwrap()
}

fn goods(game: &BaseGame, number: u8) -> [u8; 3] {
    game.supply(seat(number)).goods.unwrap()
}

/// The pieces on the map, as (seat, kind, x, y, segment).
fn pieces(game: &BaseGame) -> Vec<(u8, PieceKind, i16, i16, u8)> {
    let pieces = game.pieces();
    pieces.iter().map(|piece| (piece.seat.number(), piece.kind, piece.pos.x, piece.pos.y, piece.segment.0)).collect()
}

/// Who decides.
fn to_act(game: &BaseGame) -> Option<u8> {
    match game.to_act() {
        Actor::Player(seat) => Some(seat.number()),
        _ => None,
    }
}

fn active(game: &BaseGame) -> Option<u8> {
    game.active().map(Seat::number)
}

/// What the feature of a segment adds up to.
fn feature(game: &BaseGame, x: i16, y: i16, segment: u8) -> FeatureInfo {
    let id = game.board().feature_at(Pos::new(x, y), Segment(segment)).expect("a segment");
    game.board().feature_info(id)
}

/// Whether two segments, given as (x, y, segment), are parts of one feature.
fn joined(game: &BaseGame, a: (i16, i16, u8), b: (i16, i16, u8)) -> bool {
    let of = |(x, y, segment)| game.board().feature_at(Pos::new(x, y), Segment(segment)).expect("a segment");
    of(a) == of(b)
}

/// How far into the events the first one is that the test looks for.
fn first(events: &[Event], wanted: impl Fn(&Event) -> bool) -> usize {
    events.iter().position(wanted).expect("such an event")
}

/// The actions that place a follower, as segments; with companions they come several times.
fn segments_offered(game: &BaseGame) -> Vec<u8> {
    let offered = actions(game).into_iter().filter_map(|action| match action {
        Action::Follower { segment, .. } => Some(segment.0),
        _ => None,
    });
    offered.collect()
}
