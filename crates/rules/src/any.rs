//! A game chosen at run time.

use crate::action::{Action, Actor, Animal, Illegal, Phase};
use crate::bag::Bag;
use crate::base::BaseGame;
use crate::board::{FeatureId, Landscape};
use crate::event::{Log, Piece};
use crate::game::{Chance, Game, Hand, Supply, WaterholeToken};
use crate::geometry::Pos;
use crate::hunters_gatherers::HuntersGatherersGame;
use crate::new_lands::NewLandsGame;
use crate::safari::SafariGame;
use crate::seat::{Seat, SeatSet};
use crate::setup::{GameId, Setup};
use crate::tiles::TileKind;
use crate::worth::Worth;

/// One of the games, boxed because they are large.
#[derive(Clone)]
pub enum AnyGame {
    /// The base game with its options.
    Base(Box<BaseGame>),
    /// Hunters & Gatherers.
    HuntersGatherers(Box<HuntersGatherersGame>),
    /// New Lands with its options.
    NewLands(Box<NewLandsGame>),
    /// Safari.
    Safari(Box<SafariGame>),
}

macro_rules! each {
    ($any:expr, $game:ident => $body:expr) => {
        match $any {
            AnyGame::Base($game) => $body,
            AnyGame::HuntersGatherers($game) => $body,
            AnyGame::NewLands($game) => $body,
            AnyGame::Safari($game) => $body,
        }
    };
}

/// Something to be done with a game of whatever type, at full speed.
pub trait Visitor {
    /// What comes of it.
    type Output;

    /// Does it.
    fn visit<G: Game + Send + Sync>(self, game: &G) -> Self::Output;
}

/// Does what [`Game`] does, whichever game it is.
impl AnyGame {
    /// The game at its beginning.
    pub fn new(setup: &Setup) -> AnyGame {
        match setup.game() {
            GameId::Base => AnyGame::Base(Box::new(BaseGame::new(setup))),
            GameId::HuntersGatherers => AnyGame::HuntersGatherers(Box::new(HuntersGatherersGame::new(setup))),
            GameId::NewLands => AnyGame::NewLands(Box::new(NewLandsGame::new(setup))),
            GameId::Safari => AnyGame::Safari(Box::new(SafariGame::new(setup))),
        }
    }

    /// Hands the game to something that wants to know its type.
    pub fn visit<V: Visitor>(&self, visitor: V) -> V::Output {
        each!(self, game => visitor.visit(&**game))
    }

    /// See [`Game::setup`].
    pub fn setup(&self) -> &Setup {
        each!(self, game => game.setup())
    }

    /// See [`Game::phase`].
    pub fn phase(&self) -> Phase {
        each!(self, game => game.phase())
    }

    /// See [`Game::active`].
    pub fn active(&self) -> Option<Seat> {
        each!(self, game => game.active())
    }

    /// See [`Game::to_act`].
    pub fn to_act(&self) -> Actor {
        each!(self, game => game.to_act())
    }

    /// See [`Game::turn`].
    pub fn turn(&self) -> u16 {
        each!(self, game => game.turn())
    }

    /// See [`Game::tile`].
    pub fn tile(&self) -> Option<TileKind> {
        each!(self, game => game.tile())
    }

    /// See [`Game::chance`].
    pub fn chance(&self) -> Option<Chance> {
        each!(self, game => game.chance())
    }

    /// See [`Game::actions`].
    pub fn actions(&self, out: &mut Vec<Action>) {
        each!(self, game => game.actions(out));
    }

    /// See [`Game::weight`].
    pub fn weight(&self, outcome: Action) -> u32 {
        each!(self, game => game.weight(outcome))
    }

    /// See [`Game::ways`].
    pub fn ways(&self) -> u32 {
        each!(self, game => game.ways())
    }

    /// See [`Game::outcome`].
    pub fn outcome(&self, number: u32) -> Option<Action> {
        each!(self, game => game.outcome(number))
    }

    /// See [`Game::check`].
    pub fn check(&self, action: Action) -> Result<(), Illegal> {
        each!(self, game => game.check(action))
    }

    /// See [`Game::play_unchecked`].
    pub fn play_unchecked<L: Log>(&mut self, action: Action, log: &mut L) {
        each!(self, game => game.play_unchecked(action, log));
    }

    /// See [`Game::play_logged`].
    pub fn play_logged<L: Log>(&mut self, action: Action, log: &mut L) -> Result<(), Illegal> {
        each!(self, game => game.play_logged(action, log))
    }

    /// See [`Game::play`].
    pub fn play(&mut self, action: Action) -> Result<(), Illegal> {
        each!(self, game => game.play(action))
    }

    /// See [`Game::scores`].
    pub fn scores(&self) -> &[u16] {
        each!(self, game => game.scores())
    }

    /// See [`Game::winners`].
    pub fn winners(&self) -> SeatSet {
        each!(self, game => game.winners())
    }

    /// See [`Game::projection`].
    pub fn projection(&self) -> Vec<u16> {
        each!(self, game => game.projection())
    }

    /// See [`Game::worth`].
    pub fn worth(&self, id: FeatureId) -> Option<Worth> {
        each!(self, game => game.worth(id))
    }

    /// See [`Game::dead_cells`].
    pub fn dead_cells(&self) -> Vec<Pos> {
        each!(self, game => game.dead_cells())
    }

    /// See [`Game::supply`].
    pub fn supply(&self, seat: Seat) -> Supply {
        each!(self, game => game.supply(seat))
    }

    /// See [`Game::bag`].
    pub fn bag(&self) -> &Bag {
        each!(self, game => game.bag())
    }

    /// See [`Game::bonus`].
    pub fn bonus(&self) -> Option<&Bag> {
        each!(self, game => game.bonus())
    }

    /// See [`Game::discarded`].
    pub fn discarded(&self) -> &[TileKind] {
        each!(self, game => game.discarded())
    }

    /// See [`Game::board`].
    pub fn board(&self) -> &dyn Landscape {
        each!(self, game => game.board())
    }

    /// See [`Game::pieces`].
    pub fn pieces(&self) -> Vec<Piece> {
        each!(self, game => game.pieces())
    }

    /// See [`Game::hands`].
    pub fn hands(&self) -> Option<Vec<Hand>> {
        each!(self, game => game.hands())
    }

    /// See [`Game::rangers`].
    pub fn rangers(&self) -> Option<Vec<Pos>> {
        each!(self, game => game.rangers())
    }

    /// See [`Game::held_ranger`].
    pub fn held_ranger(&self) -> Option<Seat> {
        each!(self, game => game.held_ranger())
    }

    /// See [`Game::waterholes`].
    pub fn waterholes(&self) -> Option<Vec<WaterholeToken>> {
        each!(self, game => game.waterholes())
    }

    /// See [`Game::token_stack`].
    pub fn token_stack(&self) -> Option<[u8; 5]> {
        each!(self, game => game.token_stack())
    }

    /// See [`Game::discarded_tokens`].
    pub fn discarded_tokens(&self) -> &[Animal] {
        each!(self, game => game.discarded_tokens())
    }
}
