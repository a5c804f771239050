//! What every game can do, and a game chosen at run time.

use crate::action::{Action, Animal, Illegal};
use crate::board::{FeatureId, LaidTile};
use crate::event::Log;
use crate::geometry::Pos;
use crate::position::Position;
use crate::seat::Seat;
use crate::setup::Setup;
use crate::units::GameId;
use crate::units::base::BaseGame;
use crate::units::hunters_gatherers::HuntersGatherersGame;
use crate::units::new_lands::NewLandsGame;
use crate::units::safari::SafariGame;
use crate::worth::Worth;
use std::any::{Any, TypeId};
use std::ops::Deref;

/// What the dealer is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Chance {
    /// The next land tile, to be played (C8) or to go to a hand (N12).
    Tile,
    /// A land tile that goes out of the game before it begins (N13).
    Removal,
    /// The next bonus tile (H10).
    Bonus,
    /// The next animal token (S6).
    Token,
}

/// A game: a value that holds only what every player may know. It never draws by itself: when chance must speak, the
/// dealer acts and tells the outcome like any other action.
///
/// Everything that lies on the table is asked of the [`Position`], to which every game can be dereferenced.
pub trait Game: Clone + Deref<Target = Position> {
    /// The game at its beginning.
    fn new(setup: &Setup) -> Self;

    /// The state of one of the rulebooks in the game, by its type; see [`Game::unit`].
    fn find_unit(&self, wanted: TypeId) -> Option<&dyn Any>;

    /// What only one rulebook has: `game.unit::<Safari>()` knows the rangers. `None` where it is not in the game.
    fn unit<U: Any>(&self) -> Option<&U> {
        self.find_unit(TypeId::of::<U>())?.downcast_ref()
    }

    /// What the dealer is asked for, when the dealer acts.
    fn chance(&self) -> Option<Chance>;

    /// Writes all possible actions to `out`, each once; when the dealer acts, all outcomes that can come.
    fn actions(&self, out: &mut Vec<Action>);

    /// In how many equally likely ways the dealer's action can come about; 0 if it cannot.
    fn weight(&self, outcome: Action) -> u32;

    /// How many equally likely outcomes chance has now, counting equal tiles or tokens each; 0 when the dealer does not
    /// act.
    fn ways(&self) -> u32;

    /// One of the [`Game::ways`] in which chance can speak, by its number. A fair draw is this with a fair number.
    fn outcome(&self, number: u32) -> Option<Action>;

    /// Says whether the action is possible, and if not, which rule it breaks.
    fn check(&self, action: Action) -> Result<(), Illegal>;

    /// Plays an action that is known to be possible: one of [`Game::actions`], or checked. An impossible one leaves the
    /// game in no defined state.
    fn play_unchecked<L: Log>(&mut self, action: Action, log: &mut L);

    /// Plays an action if it is possible; otherwise the game is unchanged.
    fn play_logged<L: Log>(&mut self, action: Action, log: &mut L) -> Result<(), Illegal> {
        self.check(action)?;
        self.play_unchecked(action, log);
        Ok(())
    }

    /// Plays an action if it is possible; otherwise the game is unchanged.
    fn play(&mut self, action: Action) -> Result<(), Illegal> {
        self.play_logged(action, &mut ())
    }

    /// Makes this game equal to the other. Cheaper than cloning: nothing is allocated.
    fn copy_from(&mut self, other: &Self);

    /// The points of each seat if the game ended now: the turn without another choice, then the final scoring of the
    /// board as it is.
    fn projection(&self) -> Vec<u16>;

    /// What a feature would bring to whoever scores it; `None` for what never brings points.
    fn worth(&self, id: FeatureId) -> Option<Worth>;

    /// The empty cells beside tiles whose sides no tile still to come matches (C3): neither from the bag nor from a hand.
    fn dead_cells(&self) -> Vec<Pos>;

    /// The sum of the weights of everything that can come.
    #[doc(hidden)]
    fn count_ways(&self) -> u32 {
        self.each_outcome().map(|outcome| self.weight(outcome)).sum()
    }

    /// The outcome with this number among all, each counted with its weight.
    #[doc(hidden)]
    fn pick_outcome(&self, number: u32) -> Option<Action> {
        let mut rest = number;
        self.each_outcome().find(|&outcome| {
            let weight = self.weight(outcome);
            let found = rest < weight;
            rest = rest.wrapping_sub(weight);
            found
        })
    }

    /// Everything that the dealer could turn up, possible now or not.
    #[doc(hidden)]
    fn each_outcome(&self) -> impl Iterator<Item = Action> {
        let tokens = Animal::ALL.into_iter().map(|animal| Action::DrawToken { animal });
        self.bag().iter().map(|(tile, _)| Action::Draw { tile }).chain(tokens)
    }
}

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

/// Something to be done with a game of whatever type, at full speed.
pub trait Visitor {
    /// What comes of it.
    type Output;

    /// Does it.
    fn visit<G: Game + Send + Sync>(self, game: &G) -> Self::Output;
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

impl AnyGame {
    /// Hands the game to something that wants to know its type.
    pub fn visit<V: Visitor>(&self, visitor: V) -> V::Output {
        each!(self, game => visitor.visit(&**game))
    }

    /// Lays a tile that is left in the box where its sides match (C3), for a board that only is to be counted: nobody's turn
    /// it is, and nothing is scored.
    pub fn lay_freely(&mut self, laid: LaidTile) -> Result<(), Illegal> {
        each!(self, game => game.lay_freely(laid))
    }

    /// Puts a follower or a hut of anybody on a tile of such a board, whoever else stands there.
    pub fn stand_freely(&mut self, seat: Seat, pos: Pos, action: Action) -> Result<(), Illegal> {
        each!(self, game => game.stand_freely(seat, pos, action))
    }

    /// What a player has beside such a board: with Traders & Builders how many goods, in the order of
    /// [`Goods::ALL`](crate::Goods::ALL), in Safari how many animal tokens, in the order of [`Animal::ALL`](crate::Animal::ALL).
    pub fn own_freely(&mut self, seat: Seat, counts: &[u8]) {
        each!(self, game => game.own_freely(seat, counts));
    }

    /// The final scoring of such a board. Who stands on something complete was scored in the game and counts nothing.
    pub fn count_freely<L: Log>(&mut self, log: &mut L) {
        each!(self, game => game.count_freely(log));
    }
}

impl Deref for AnyGame {
    type Target = Position;

    fn deref(&self) -> &Position {
        each!(self, game => game)
    }
}

impl Game for AnyGame {
    fn new(setup: &Setup) -> AnyGame {
        match setup.game() {
            GameId::Base => AnyGame::Base(Box::new(Game::new(setup))),
            GameId::HuntersGatherers => AnyGame::HuntersGatherers(Box::new(Game::new(setup))),
            GameId::NewLands => AnyGame::NewLands(Box::new(Game::new(setup))),
            GameId::Safari => AnyGame::Safari(Box::new(Game::new(setup))),
        }
    }

    fn find_unit(&self, wanted: TypeId) -> Option<&dyn Any> {
        each!(self, game => game.find_unit(wanted))
    }

    fn chance(&self) -> Option<Chance> {
        each!(self, game => game.chance())
    }

    fn actions(&self, out: &mut Vec<Action>) {
        each!(self, game => game.actions(out));
    }

    fn weight(&self, outcome: Action) -> u32 {
        each!(self, game => game.weight(outcome))
    }

    fn ways(&self) -> u32 {
        each!(self, game => game.ways())
    }

    fn outcome(&self, number: u32) -> Option<Action> {
        each!(self, game => game.outcome(number))
    }

    fn check(&self, action: Action) -> Result<(), Illegal> {
        each!(self, game => game.check(action))
    }

    fn play_unchecked<L: Log>(&mut self, action: Action, log: &mut L) {
        each!(self, game => game.play_unchecked(action, log));
    }

    fn copy_from(&mut self, other: &AnyGame) {
        match (&mut *self, other) {
            (AnyGame::Base(game), AnyGame::Base(other)) => game.copy_from(other),
            (AnyGame::HuntersGatherers(game), AnyGame::HuntersGatherers(other)) => game.copy_from(other),
            (AnyGame::NewLands(game), AnyGame::NewLands(other)) => game.copy_from(other),
            (AnyGame::Safari(game), AnyGame::Safari(other)) => game.copy_from(other),
            _ => *self = other.clone(),
        }
    }

    fn projection(&self) -> Vec<u16> {
        each!(self, game => game.projection())
    }

    fn worth(&self, id: FeatureId) -> Option<Worth> {
        each!(self, game => game.worth(id))
    }

    fn dead_cells(&self) -> Vec<Pos> {
        each!(self, game => game.dead_cells())
    }
}
