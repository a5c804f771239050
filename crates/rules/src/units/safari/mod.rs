//! Safari (S): animal paths, bushes, baobabs, ranger cars and waterholes.

mod rangers;
mod scoring;
mod tokens;
mod waterholes;

pub use waterholes::WaterholeToken;

use super::{GameOption, NOTHING, Unit};
use crate::action::{Action, Animal, Illegal, Phase};
use crate::board::{FeatureId, Node};
use crate::event::{Event, Facts, Log};
use crate::game::Chance;
use crate::geometry::{Pos, Rotation};
use crate::machine::Machine;
use crate::piece::PieceKind;
use crate::position::Position;
use crate::reason::Reason;
use crate::rulebook::{Rulebook, Step, When};
use crate::seat::{Seat, SeatSet};
use crate::setup::Setup;
use crate::stack::Stack;
use crate::terrain::FeatureKind;
use crate::tiles::TileSet;
use tokens::Tokens;
use waterholes::Waterholes;

/// What Safari brings.
pub(crate) const UNIT: Unit = Unit {
    name: "safari",
    letter: 'S',
    tiles: Some(TileSet::Safari),
    starts: true,
    most_players: 5,
    pieces: &[(PieceKind::Follower, 6)],
    tokens: TOKENS_PER_ANIMAL,
    options: &[GameOption::WideCorners],
    ..NOTHING
};

/// The other reading of which corners take a waterhole (S12): nothing to the table.
pub(crate) const WIDE_CORNERS: Unit = Unit { name: "wide_corners", letter: 'S', ..NOTHING };

/// How many tokens of each animal there are.
const TOKENS_PER_ANIMAL: u8 = 10;

/// Tokens that a player draws at a time: at the start and for a baobab (S6).
const DRAWS: u8 = 2;

/// Safari.
pub type SafariGame = Machine<Safari>;

/// What Safari has beside the position: tokens, waterholes and rangers.
#[derive(Clone)]
pub struct Safari {
    tokens: Tokens,
    waterholes: Waterholes,
    /// The cells of the rangers; one that is missing is in the active player's hand (S9).
    rangers: Stack<Pos, { rangers::START.len() }>,
    /// Owners of the feature being scored who have still to decide about a token (S5).
    to_ask: SeatSet,
    /// Owners who have laid a token on it.
    laid: SeatSet,
}

/// What everybody may know of it.
impl Safari {
    /// The cells of the rangers, in no particular order.
    pub fn rangers(&self) -> &[Pos] {
        &self.rangers
    }

    /// Who gets the token that the dealer is asked for, if it is one (S6).
    pub fn token_drawer(&self) -> Option<Seat> {
        self.tokens.must_draw().then(|| self.tokens.drawer())
    }

    /// Whether the active player holds a ranger just taken (S9).
    pub fn ranger_is_held(&self) -> bool {
        self.rangers.len() < rangers::START.len()
    }

    /// The tokens at waterholes, in the order in which they were laid.
    pub fn waterholes(&self) -> &[WaterholeToken] {
        self.waterholes.tokens()
    }

    /// How many tokens of each animal a player has, in the order of [`Animal::ALL`].
    pub fn tokens(&self, seat: Seat) -> [u8; 5] {
        self.tokens.hand(seat)
    }

    /// How many tokens of each animal lie in the stack, in the order of [`Animal::ALL`]; their order is the dealer's
    /// secret.
    pub fn token_stack(&self) -> [u8; 5] {
        self.tokens.stack()
    }

    /// The animal tokens in the discard pile, first discarded first.
    ///
    /// A dealer needs it when the stack has run out (S7). It keeps the order of the stack as a list and answers every
    /// [`Chance::Token`] with the next token of the list. When the list is at its end the game still asks, if there are
    /// discarded tokens: then this pile is the new list, shuffled, or as it is where the order of the tokens was fixed.
    /// The game empties the pile into the stack while it plays that answer, not before; so a dealer has nothing to
    /// remember but its list, and the list always has as many tokens left as [`Safari::token_stack`] says. With stack and
    /// pile both empty the game does not ask: nothing is drawn.
    pub fn discarded_tokens(&self) -> &[Animal] {
        self.tokens.pile()
    }
}

impl Safari {
    fn has_follower(position: &Position) -> bool {
        position.supply(position.active).has_follower()
    }

    /// A player is to draw tokens; says whether there are any to draw (S6, S7).
    fn call_for_tokens(&mut self, position: &mut Position, seat: Seat) -> bool {
        let any = self.tokens.call(seat, DRAWS);
        if any {
            position.phase = Phase::Deal;
        }
        any
    }

    fn draw_token<L: Log>(&mut self, position: &mut Position, animal: Animal, log: &mut L) -> Step {
        self.tokens.draw(animal);
        let seat = self.tokens.drawer();
        log.tell(Event::TokenDrawn { seat, animal });
        if self.tokens.must_draw() {
            return Step::Wait;
        }
        // Before the first tile tokens are dealt to all; later they come for a baobab, on the way to the scoring.
        if position.tile.is_some() {
            return Step::Score;
        }
        let next = position.setup.seats().nth(seat.index() + 1);
        self.deal_tokens(position, next)
    }

    /// The deal at the start goes on with this seat; after the last one the first tile comes.
    fn deal_tokens(&mut self, position: &mut Position, seat: Option<Seat>) -> Step {
        let drawing = seat.is_some_and(|seat| self.call_for_tokens(position, seat));
        if drawing { Step::Wait } else { Step::Deal }
    }

    fn check_dealer(&self, position: &Position, action: Action) -> Option<Illegal> {
        let wants_token = self.tokens.must_draw();
        match action {
            Action::DrawToken { .. } if !wants_token => Some(Illegal::out_of_place(Reason::TileToDraw)),
            Action::DrawToken { .. } if self.weight(position, action) == 0 => {
                Some(Illegal::new("S7", Reason::NoTokenLeft))
            }
            Action::DrawToken { .. } => None,
            _ => Some(Illegal::out_of_place(Reason::TokenToDraw)),
        }
    }
}

impl Rulebook for Safari {
    fn new(setup: &Setup) -> Safari {
        let mut rangers = Stack::new(Pos::ORIGIN);
        for ranger in rangers::START {
            rangers.push(ranger);
        }
        Safari {
            tokens: Tokens::new(setup),
            waterholes: Waterholes::new(setup),
            rangers,
            to_ask: SeatSet::EMPTY,
            laid: SeatSet::EMPTY,
        }
    }

    fn copy_from(&mut self, other: &Safari) {
        self.tokens.copy_from(&other.tokens);
        self.waterholes.copy_from(&other.waterholes);
        self.rangers = other.rangers;
        self.to_ask = other.to_ask;
        self.laid = other.laid;
    }

    fn begin<L: Log>(&mut self, position: &mut Position, _: &mut L) -> Option<Step> {
        self.waterholes.add_board(&position.board);
        Some(self.deal_tokens(position, Some(Seat::default())))
    }

    fn chance(&self, _: &Position) -> Option<Chance> {
        self.tokens.must_draw().then_some(Chance::Token)
    }

    fn weight(&self, _: &Position, outcome: Action) -> u32 {
        match outcome {
            Action::DrawToken { animal } if self.tokens.must_draw() => self.tokens.source()[animal.index()].into(),
            _ => 0,
        }
    }

    fn placed<L: Log>(&mut self, position: &mut Position, pos: Pos, rotation: Rotation, log: &mut L) {
        self.waterholes.add_tile(position.board.kind(position.placed), pos, rotation);
        self.take_ranger(position, pos, log);
    }

    /// While both rangers stand on the map one can always be moved.
    fn has_choice(&self, position: &Position) -> bool {
        !self.ranger_is_held()
            || self.waterholes.is_possible(self.tokens.kinds(position.active), Safari::has_follower(position))
    }

    fn list(&self, position: &Position, out: &mut Vec<Action>) {
        match position.phase {
            Phase::Deal => {
                let counts = self.tokens.source();
                let coming = Animal::ALL.into_iter().filter(|animal| counts[animal.index()] > 0);
                out.extend(coming.map(|animal| Action::DrawToken { animal }));
            }
            Phase::Act => {
                self.list_ranger_moves(position, out);
                let hand = self.tokens.kinds(position.active);
                self.waterholes.list(hand, Safari::has_follower(position), out);
            }
            Phase::Token => {
                let fitting = self.fitting_tokens(position, position.decider);
                out.extend(fitting.iter().map(|animal| Action::Token { animal }));
                out.push(Action::Pass);
            }
            Phase::Ranger => self.list_ranger_cells(position, out),
            _ => {}
        }
    }

    fn check(&self, position: &Position, action: Action) -> Option<Result<(), Illegal>> {
        let verdict = match (position.phase, action) {
            (Phase::Deal, _) if self.tokens.must_draw() || matches!(action, Action::DrawToken { .. }) => {
                self.check_dealer(position, action).map_or(Ok(()), Err)
            }
            (Phase::Act, Action::Ranger { from, to }) => self.check_ranger_move(position, from, to),
            (Phase::Act, Action::Waterhole { pos, corner, animal }) => {
                self.check_waterhole(position, pos, corner, animal)
            }
            (Phase::Act, Action::Follower { with: None, .. } | Action::Pass | Action::Place { .. }) => return None,
            (Phase::Act, _) => Err(Illegal::new("S1", Reason::NotAfterPlacing)),
            (Phase::Token, _) => self.check_token(position, action),
            (Phase::Ranger, Action::Ranger { from: None, to }) => self.check_ranger_cell(position, to),
            (Phase::Ranger, _) => Err(Illegal::new("S9", Reason::PutRangerBack)),
            _ => return None,
        };
        Some(verdict)
    }

    fn play<L: Log>(&mut self, position: &mut Position, action: Action, log: &mut L) -> Option<Step> {
        Some(match action {
            Action::DrawToken { animal } => self.draw_token(position, animal, log),
            Action::Ranger { from, to } => self.move_ranger(position, from, to, log),
            Action::Waterhole { pos, corner, animal } => {
                self.lay_at_waterhole(position, pos, corner, animal, log);
                Step::Score
            }
            Action::Token { animal } => self.decide_token(position, Some(animal), log),
            Action::Pass => self.decide_token(position, None, log),
            _ => return None,
        })
    }

    /// Who stands at a baobab draws tokens at once (S6).
    fn deployed<L: Log>(
        &mut self,
        position: &mut Position,
        node: Node,
        _: Option<PieceKind>,
        _: &mut L,
    ) -> Option<Step> {
        let baobab = position.board.kind_of(node) == FeatureKind::Baobab;
        (baobab && self.call_for_tokens(position, position.active)).then_some(Step::Wait)
    }

    /// A baobab is surrounded, but brings no points (S6).
    fn completes(&self, kind: FeatureKind) -> bool {
        kind != FeatureKind::Baobab
    }

    fn final_part(&self, kind: FeatureKind) -> Option<u8> {
        (kind != FeatureKind::Baobab).then_some(0)
    }

    fn value(&self, position: &Position, id: FeatureId, when: When) -> Option<u16> {
        let feature = position.board.feature(id);
        Some(match when {
            When::Complete => scoring::value(feature, false),
            When::End => scoring::final_value(feature),
        })
    }

    fn facts(&self, position: &Position, id: FeatureId, when: When, facts: Facts) -> Facts {
        scoring::facts(position.board.feature(id), when, false, facts)
    }

    /// At the end everybody who stands on it (S18).
    fn scorers(&self, position: &Position, id: FeatureId, when: When) -> Option<SeatSet> {
        (when == When::End).then(|| position.board.feature(id).occupants())
    }

    fn score<L: Log>(&mut self, position: &mut Position, log: &mut L) -> Option<Step> {
        Some(self.score_next(position, log))
    }

    fn finish<L: Log>(&mut self, position: &mut Position, log: &mut L) {
        self.score_tokens(position, log);
    }

    fn own(&mut self, seat: Seat, counts: &[u8]) {
        self.tokens.hold(seat, counts);
    }
}

#[cfg(test)]
mod tests;
