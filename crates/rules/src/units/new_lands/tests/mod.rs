//! Rules N, and every example of their rulebook.

use super::{FOLLOWERS, NewLandsGame};
use crate::action::{Action, Actor, Phase};
use crate::event::Event;
use crate::game::{Chance, Game};
use crate::geometry::{Pos, Rotation};
use crate::piece::PieceKind;
use crate::setup::{Options, Setup};
use crate::testkit::{self, actions, forbidden_by, play, points, seat};
use crate::tiles::TileSet;
use crate::tiles::{Segment, TileKind};
use crate::units::new_lands::hand::Hand;
use crate::units::{GameId, GameOption};
use std::collections::VecDeque;

mod examples;
mod hands;
mod random;
mod rules;

fn sets() -> [TileSet; 1] {
    [TileSet::NewLands]
}

/// A game for two with this drawing on the board; seat 0 is active.
fn board(drawing: &str) -> NewLandsGame {
    let setup = Setup::new(GameId::NewLands, Options::NONE, 2, seat(0)).unwrap();
    let mut game = NewLandsGame::new(&setup);
    game.position.lay_out(&sets(), drawing);
    game
}

/// As [`board`], with nothing left in the bag: the game ends after the next turn.
fn last_turn(drawing: &str) -> NewLandsGame {
    let mut game = board(drawing);
    game.position.bag = *game.position.setup.with_tiles([]).unwrap().bag();
    game
}

/// As [`board`], in the middle of seat 0's turn, the tile placed.
fn acting(drawing: &str) -> NewLandsGame {
    let mut game = board(drawing);
    game.position.phase = Phase::Act;
    game
}

fn tile(id: &str) -> TileKind {
    testkit::tile(&sets(), id)
}

fn placing(id: &str, x: i16, y: i16, quarters: u8) -> Action {
    Action::Place { tile: tile(id), pos: Pos::new(x, y), rotation: Rotation::new(quarters).unwrap() }
}

/// The active player draws and places this tile.
fn place(game: &mut NewLandsGame, id: &str, x: i16, y: i16, quarters: u8) -> Vec<Event> {
    game.position.begin_placing(tile(id));
    play(game, placing(id, x, y, quarters))
}

fn follower(segment: u8) -> Action {
    Action::follower(Segment(segment))
}

fn recall(x: i16, y: i16, segment: u8) -> Action {
    Action::Recall { pos: Pos::new(x, y), segment: Segment(segment) }
}

/// What the active player earns by taking back the follower there.
fn earned(game: &mut NewLandsGame, x: i16, y: i16, segment: u8) -> u16 {
    let (player, before) = (game.position.active.index(), game.scores().to_vec());
    play(game, recall(x, y, segment));
    for (other, points) in game.scores().iter().enumerate().filter(|(other, _)| *other != player) {
        assert_eq!(*points, before[other], "only the player who takes a follower back scores");
    }
    game.scores()[player] - before[player]
}

/// What a follower of seat 0 standing there earns when it is taken back now.
fn worth(drawing: &str, x: i16, y: i16, segment: u8) -> u16 {
    earned(&mut acting(drawing), x, y, segment)
}

/// The segments on which the active player may place a follower.
fn free_segments(game: &NewLandsGame) -> Vec<u8> {
    let segments = actions(game).into_iter().filter_map(|action| match action {
        Action::Follower { segment, .. } => Some(segment.0),
        _ => None,
    });
    segments.collect()
}

/// What each player holds; without the variant nobody holds anything.
fn hands(game: &NewLandsGame) -> Vec<Vec<TileKind>> {
    let hand = game.unit::<Hand>();
    assert_eq!(hand.is_some(), game.setup().has(GameOption::Hand));
    hand.map_or_else(Vec::new, |hand| game.setup().seats().map(|seat| hand.of(seat).to_vec()).collect())
}

/// A game whose draws come in a known order.
struct Table {
    game: NewLandsGame,
    deck: VecDeque<TileKind>,
}

impl Table {
    /// The table before the first draw.
    fn undealt(options: &[GameOption], players: u8, first: u8, deck: &[&str]) -> Table {
        let deck: VecDeque<TileKind> = deck.iter().map(|id| tile(id)).collect();
        let setup = Setup::new(GameId::NewLands, options.iter().copied().collect(), players, seat(first)).unwrap();
        let setup = setup.with_tiles(deck.iter().copied()).unwrap();
        Table { game: NewLandsGame::new(&setup), deck }
    }

    /// The table at the first decision.
    fn new(options: &[GameOption], players: u8, first: u8, deck: &[&str]) -> Table {
        let mut table = Table::undealt(options, players, first, deck);
        table.deal();
        table
    }

    /// The dealer turns up tiles until a player has to decide.
    fn deal(&mut self) -> Vec<Event> {
        let mut events = Vec::new();
        while self.game.to_act() == Actor::Dealer {
            let tile = self.deck.pop_front().expect("the deck goes with the bag");
            events.extend(play(&mut self.game, Action::Draw { tile }));
        }
        events
    }

    fn play(&mut self, action: Action) -> Vec<Event> {
        let mut events = play(&mut self.game, action);
        events.extend(self.deal());
        events
    }

    /// Plays a whole turn: places a tile and passes.
    fn turn(&mut self, id: &str, x: i16, y: i16, quarters: u8) {
        self.play(placing(id, x, y, quarters));
        if self.game.phase() == Phase::Act {
            self.play(Action::Pass);
        }
    }

    fn hands(&self) -> Vec<Vec<&'static str>> {
        hands(&self.game).into_iter().map(|hand| hand.into_iter().map(|tile| tile.def().id()).collect()).collect()
    }

    fn discarded(&self) -> Vec<&'static str> {
        self.game.discarded().iter().map(|tile| tile.def().id()).collect()
    }
}
