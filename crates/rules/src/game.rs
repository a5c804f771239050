//! What every game can do.

use crate::action::{Action, Actor, Animal, Illegal, Phase};
use crate::bag::Bag;
use crate::board::{FeatureId, Landscape};
use crate::event::{Log, Piece};
use crate::geometry::{Corner, Pos, Rotation};
use crate::seat::{Seat, SeatSet};
use crate::setup::Setup;
use crate::tiles::TileKind;
use crate::worth::Worth;

/// What a player has beside the board; `None` where the game does not have the thing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Supply {
    /// Followers.
    pub followers: u8,
    /// Builders; one at the tile stacks is in no supply (T6).
    pub builders: Option<u8>,
    /// Pigs.
    pub pigs: Option<u8>,
    /// Huts.
    pub huts: Option<u8>,
    /// Goods, in the order of [`crate::Goods::ALL`].
    pub goods: Option<[u8; 3]>,
    /// Animal tokens, in the order of [`crate::Animal::ALL`].
    pub tokens: Option<[u8; 5]>,
}

/// A token at a waterhole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WaterholeToken {
    /// The cell of the tile on which it lies.
    pub pos: Pos,
    /// The corner of that tile, as it lies on the board.
    pub corner: Corner,
    /// The token.
    pub animal: Animal,
    /// Whose follower stands on it.
    pub follower: Option<Seat>,
}

/// What one player holds in the hand, most recent last.
pub type Hand = Vec<TileKind>;

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
pub trait Game: Clone {
    /// The board of the game.
    type Board: Landscape;

    /// The game at its beginning.
    fn new(setup: &Setup) -> Self;

    /// What was agreed before.
    fn setup(&self) -> &Setup;

    /// What the game waits for.
    fn phase(&self) -> Phase;

    /// Whose turn it is; `None` when the game is over.
    fn active(&self) -> Option<Seat>;

    /// Who decides next.
    fn to_act(&self) -> Actor;

    /// The number of the turn, from 1; a double turn or bonus move keeps it.
    fn turn(&self) -> u16;

    /// The tile to place, or the one just placed during the later phases of the turn.
    fn tile(&self) -> Option<TileKind>;

    /// What the dealer is asked for, when the dealer acts.
    fn chance(&self) -> Option<Chance>;

    /// Writes all possible actions to `out`, each once; when the dealer acts, all outcomes that can come.
    fn actions(&self, out: &mut Vec<Action>);

    /// In how many equally likely ways the dealer's action can come about; 0 if it cannot.
    fn weight(&self, outcome: Action) -> u32;

    /// How many equally likely outcomes chance has now, counting equal tiles or tokens each; 0 when the dealer does not
    /// act.
    fn ways(&self) -> u32 {
        match self.chance() {
            None => 0,
            Some(Chance::Tile | Chance::Removal) => self.bag().total().into(),
            Some(Chance::Bonus) => self.bonus().map_or(0, |bonus| bonus.total().into()),
            Some(Chance::Token) => Animal::ALL.iter().map(|&animal| self.weight(Action::DrawToken { animal })).sum(),
        }
    }

    /// One of the [`Game::ways`] in which chance can speak, by its number. A fair draw is this with a fair number.
    fn outcome(&self, number: u32) -> Option<Action> {
        match self.chance()? {
            Chance::Tile | Chance::Removal => self.bag().nth(number).map(|tile| Action::Draw { tile }),
            Chance::Bonus => self.bonus()?.nth(number).map(|tile| Action::Draw { tile }),
            Chance::Token => {
                let mut rest = number;
                let tokens = Animal::ALL.into_iter().map(|animal| Action::DrawToken { animal });
                tokens.into_iter().find(|&token| {
                    let weight = self.weight(token);
                    let found = rest < weight;
                    rest = rest.wrapping_sub(weight);
                    found
                })
            }
        }
    }

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

    /// Makes this game equal to the other. Cheaper than cloning: only what is in use is copied.
    fn copy_from(&mut self, other: &Self);

    /// The points of each seat; with the final scoring when the game is over.
    fn scores(&self) -> &[u16];

    /// Who won (C16); empty until the game is over.
    fn winners(&self) -> SeatSet;

    /// The points of each seat if the game ended now: the turn without another choice, then the final scoring of the
    /// board as it is.
    fn projection(&self) -> Vec<u16>;

    /// What a feature would bring to whoever scores it; `None` for what never brings points.
    fn worth(&self, id: FeatureId) -> Option<Worth>;

    /// The empty cells beside tiles whose sides no tile still to come matches (C3): neither from the bag nor from a hand.
    fn dead_cells(&self) -> Vec<Pos> {
        let in_hand = self.tile().filter(|_| self.phase() == Phase::Place);
        let held = self.hands().into_iter().flatten().flatten();
        let mut kinds: Vec<TileKind> = self.bag().iter().map(|(kind, _)| kind).collect();
        kinds.extend(self.bonus().into_iter().flat_map(Bag::iter).map(|(kind, _)| kind));
        kinds.extend(in_hand.into_iter().chain(held));
        let board = self.board();
        let fits = |pos: Pos, kind: TileKind| Rotation::ALL.into_iter().any(|turn| board.accepts(kind, pos, turn));
        let mut cells = board.open_positions();
        cells.retain(|&pos| !kinds.iter().any(|&kind| fits(pos, kind)));
        cells
    }

    /// What a player has beside the board.
    fn supply(&self, seat: Seat) -> Supply;

    /// The land tiles still to come, the drawn one not included.
    fn bag(&self) -> &Bag;

    /// The bonus tiles still to come (Hunters & Gatherers).
    fn bonus(&self) -> Option<&Bag> {
        None
    }

    /// The tiles put out of the game, in order.
    fn discarded(&self) -> &[TileKind];

    /// The board.
    fn board(&self) -> &Self::Board;

    /// The pieces on the board, sorted by row, column, segment and kind; followers on waterholes are not among them.
    fn pieces(&self) -> Vec<Piece>;

    /// What each seat holds in hand, with the option `hand` (N12).
    fn hands(&self) -> Option<Vec<Hand>> {
        None
    }

    /// The cells of the rangers (Safari).
    fn rangers(&self) -> Option<Vec<Pos>> {
        None
    }

    /// Who holds a ranger just taken (S9).
    fn held_ranger(&self) -> Option<Seat> {
        None
    }

    /// The tokens at waterholes (Safari).
    fn waterholes(&self) -> Option<Vec<WaterholeToken>> {
        None
    }

    /// How many tokens of each animal lie in the stack, in the order of [`Animal::ALL`] (Safari); their order is
    /// the dealer's secret.
    fn token_stack(&self) -> Option<[u8; 5]> {
        None
    }

    /// The animal tokens in the discard pile, first discarded first (Safari).
    ///
    /// A dealer needs it when the stack has run out (S7). It keeps the order of the stack as a list and answers every
    /// [`Chance::Token`] with the next token of the list. When the list is at its end the game still asks, if there are
    /// discarded tokens: then this pile is the new list, shuffled, or as it is where the order of the tokens was fixed.
    /// The game empties the pile into the stack while it plays that answer, not before; so a dealer has nothing to
    /// remember but its list, and the list always has as many tokens left as [`Game::token_stack`] says. With stack and
    /// pile both empty the game does not ask: nothing is drawn.
    fn discarded_tokens(&self) -> &[Animal] {
        &[]
    }
}
