//! Helpers of the tests of the base game and of what is added to it.

pub(crate) use crate::action::{Action, Actor, Phase};
pub(crate) use crate::board::{FeatureInfo, Node};
pub(crate) use crate::event::{Event, Goods};
pub(crate) use crate::game::Game;
pub(crate) use crate::geometry::{Pos, Rotation};
pub(crate) use crate::piece::PieceKind;
pub(crate) use crate::position::Figure;
pub(crate) use crate::seat::Seat;
pub(crate) use crate::setup::Setup;
pub(crate) use crate::testkit::{self, actions, forbidden_by, play, points, seat};
pub(crate) use crate::tiles::{Segment, TileKind};
pub(crate) use crate::units::base::BaseGame;
pub(crate) use crate::units::traders_builders::TradersBuilders;
pub(crate) use crate::units::{GameId, GameOption};

pub(crate) const INNS: &[GameOption] = &[GameOption::InnsCathedrals];
pub(crate) const TRADERS: &[GameOption] = &[GameOption::TradersBuilders];
pub(crate) const RIVER: &[GameOption] = &[GameOption::River];
pub(crate) const BOTH: &[GameOption] = &[GameOption::River, GameOption::TradersBuilders];

pub(crate) fn setup(players: u8, options: &[GameOption]) -> Setup {
    Setup::new(GameId::Base, options.iter().copied().collect(), players, seat(0)).unwrap()
}

/// A game with this drawing on the board; seat 0 is active.
pub(crate) fn board(players: u8, options: &[GameOption], drawing: &str) -> BaseGame {
    let mut game = BaseGame::new(&setup(players, options));
    game.position.lay_out(&GameId::Base.tile_sets(), drawing);
    game
}

/// As [`board`], with nothing left in the bag: the game ends after the next turn.
pub(crate) fn last_turn(players: u8, options: &[GameOption], drawing: &str) -> BaseGame {
    let mut game = board(players, options, drawing);
    let empty = game.position.setup.with_tiles([]).unwrap();
    game.position.bag = *empty.bag();
    game
}

/// A game at its beginning, with only these tiles to come.
pub(crate) fn deck(players: u8, options: &[GameOption], tiles: &[&str]) -> BaseGame {
    let tiles = tiles.iter().map(|id| tile(id));
    BaseGame::new(&setup(players, options).with_tiles(tiles).unwrap())
}

pub(crate) fn tile(id: &str) -> TileKind {
    testkit::tile(&GameId::Base.tile_sets(), id)
}

pub(crate) fn at(id: &str, x: i16, y: i16, quarters: u8) -> Action {
    Action::Place { tile: tile(id), pos: Pos::new(x, y), rotation: Rotation::new(quarters).unwrap() }
}

/// The dealer turns up this tile.
pub(crate) fn draw(game: &mut BaseGame, id: &str) -> Vec<Event> {
    play(game, Action::Draw { tile: tile(id) })
}

/// The active player gets this tile, whatever the bag holds, and places it.
pub(crate) fn place(game: &mut BaseGame, id: &str, x: i16, y: i16, quarters: u8) -> Vec<Event> {
    game.position.begin_placing(tile(id));
    play(game, at(id, x, y, quarters))
}

/// As [`place`], and the player does no more; returns the events of the whole turn.
pub(crate) fn place_only(game: &mut BaseGame, id: &str, x: i16, y: i16, quarters: u8) -> Vec<Event> {
    let mut events = place(game, id, x, y, quarters);
    if game.phase() == Phase::Act {
        events.extend(play(game, Action::Pass));
    }
    events
}

/// The final scoring of the board as it is.
pub(crate) fn final_scoring(game: &mut BaseGame) -> Vec<Event> {
    let mut events = Vec::new();
    game.finish(&mut events);
    events
}

pub(crate) fn follower(segment: u8) -> Action {
    Action::follower(Segment(segment))
}

pub(crate) fn with_builder(segment: u8) -> Action {
    Action::Follower { segment: Segment(segment), with: Some(PieceKind::Builder), piece: PieceKind::Follower }
}

pub(crate) fn with_pig(segment: u8) -> Action {
    Action::Follower { segment: Segment(segment), with: Some(PieceKind::Pig), piece: PieceKind::Follower }
}

pub(crate) fn node(game: &BaseGame, x: i16, y: i16, segment: u8) -> Node {
    let tile = game.position.board.tile_at(Pos::new(x, y)).expect("a tile");
    game.position.board.node(tile, Segment(segment))
}

/// Puts the player's builder or pig beside the follower that stands there.
pub(crate) fn beside(game: &mut BaseGame, companion: PieceKind, number: u8, x: i16, y: i16, segment: u8) {
    let (node, seat) = (node(game, x, y, segment), seat(number));
    let stands = |figure: &Figure| figure.node == node && figure.seat == seat && figure.kind.is_follower();
    assert!(game.figures().iter().any(stands), "no follower to stand beside");
    game.position.stand(Figure::new(node, seat, companion), &mut ());
}

/// The player gives all but `left` of the followers in the supply to the box.
pub(crate) fn leave_followers(game: &mut BaseGame, number: u8, left: u8) {
    while followers(game, number) > left {
        game.position.supply_mut(seat(number)).take(PieceKind::Follower);
    }
}

pub(crate) fn in_supply(game: &BaseGame, number: u8, kind: PieceKind) -> u8 {
    game.supply(seat(number)).count(kind)
}

pub(crate) fn followers(game: &BaseGame, number: u8) -> u8 {
    in_supply(game, number, PieceKind::Follower)
}

pub(crate) fn builders(game: &BaseGame, number: u8) -> u8 {
    in_supply(game, number, PieceKind::Builder)
}

pub(crate) fn pigs(game: &BaseGame, number: u8) -> u8 {
    in_supply(game, number, PieceKind::Pig)
}

pub(crate) fn goods(game: &BaseGame, number: u8) -> [u8; 3] {
    game.unit::<TradersBuilders>().expect("the option").goods(seat(number))
}

/// A large follower on a segment of the tile just placed.
pub(crate) fn large(segment: u8) -> Action {
    Action::Follower { segment: Segment(segment), with: None, piece: PieceKind::LargeFollower }
}

/// The pieces on the map, as (seat, kind, x, y, segment).
pub(crate) fn pieces(game: &BaseGame) -> Vec<(u8, PieceKind, i16, i16, u8)> {
    let pieces = game.pieces();
    pieces.iter().map(|piece| (piece.seat.number(), piece.kind, piece.pos.x, piece.pos.y, piece.segment.0)).collect()
}

/// Who decides.
pub(crate) fn to_act(game: &BaseGame) -> Option<u8> {
    match game.to_act() {
        Actor::Player(seat) => Some(seat.number()),
        _ => None,
    }
}

pub(crate) fn active(game: &BaseGame) -> Option<u8> {
    game.active().map(Seat::number)
}

/// What the feature of a segment adds up to.
pub(crate) fn feature(game: &BaseGame, x: i16, y: i16, segment: u8) -> FeatureInfo {
    let id = game.board().feature_at(Pos::new(x, y), Segment(segment)).expect("a segment");
    game.board().feature_info(id)
}

/// Whether two segments, given as (x, y, segment), are parts of one feature.
pub(crate) fn joined(game: &BaseGame, a: (i16, i16, u8), b: (i16, i16, u8)) -> bool {
    let of = |(x, y, segment)| game.board().feature_at(Pos::new(x, y), Segment(segment)).expect("a segment");
    of(a) == of(b)
}

/// How far into the events the first one is that the test looks for.
pub(crate) fn first(events: &[Event], wanted: impl Fn(&Event) -> bool) -> usize {
    events.iter().position(wanted).expect("such an event")
}

/// The actions that place a follower, as segments; with companions they come several times.
pub(crate) fn segments_offered(game: &BaseGame) -> Vec<u8> {
    let offered = actions(game).into_iter().filter_map(|action| match action {
        Action::Follower { segment, .. } => Some(segment.0),
        _ => None,
    });
    offered.collect()
}
