//! How tiles come into play: one a turn (C8, C9), or through hands of two (N12), and the ones put out first (N13).

use super::NewLandsGame;
use crate::action::Phase;
use crate::event::{Event, Log};
use crate::seat::{MAX_SEATS, Seat};
use crate::setup::{GameOption, Setup};
use crate::stack::Stack;
use crate::tiles::TileKind;

/// How many tiles a player has to choose from (N12).
const HAND: usize = 2;

/// What the dealer turns up tiles for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stage {
    /// Out of the game before it begins (N13).
    Removal,
    /// The first hands, from seat 0 on (N12).
    FirstHands,
    /// The turn that begins: the tile to place (C8), or a new hand for one that fits nowhere (N12).
    Turn,
    /// The hand of the player whose turn ends (N12).
    Refill,
}

/// What each player holds, most recent last.
#[derive(Clone, Copy)]
pub(super) struct Hands([Stack<TileKind, HAND>; MAX_SEATS]);

impl Hands {
    pub(super) fn new() -> Hands {
        Hands([Stack::new(TileKind::from_index(0)); MAX_SEATS])
    }

    pub(super) fn of(&self, seat: Seat) -> &[TileKind] {
        &self.0[seat.index()]
    }

    /// The tiles in a hand, a tile held twice only once.
    pub(super) fn different(&self, seat: Seat) -> impl Iterator<Item = TileKind> {
        let hand = self.of(seat);
        hand.iter().enumerate().filter(|(index, tile)| !hand[..*index].contains(tile)).map(|(_, tile)| *tile)
    }

    /// A tile leaves the hand.
    pub(super) fn take(&mut self, seat: Seat, tile: TileKind) {
        let hand = &mut self.0[seat.index()];
        if let Some(index) = hand.iter().position(|held| *held == tile) {
            hand.swap_remove(index);
        }
    }

    fn are_empty(&self) -> bool {
        self.0.iter().all(|hand| hand.is_empty())
    }
}

/// How many tiles are put out of the game before it begins, so that the rest can be shared out evenly (N13).
fn removals(setup: &Setup) -> usize {
    if !setup.has(GameOption::EqualTurns) || !setup.is_full() {
        return 0;
    }
    match setup.players() {
        2 => 1,
        3 => 2,
        _ => 3,
    }
}

impl NewLandsGame {
    pub(super) fn draw<L: Log>(&mut self, tile: TileKind, log: &mut L) {
        let seat = self.receiver();
        self.core.bag.take(tile);
        if self.stage == Stage::Removal {
            self.core.discard(tile, log);
            return self.go_on(log);
        }
        log.tell(Event::Drawn { seat, tile });
        if self.has_hands() {
            self.hands.0[seat.index()].push(tile);
            self.go_on(log);
        } else if self.core.board.fits(tile) {
            self.core.begin_placing(tile);
        } else {
            self.core.discard(tile, log);
            self.deal_or_end(log);
        }
    }

    /// Who gets the next tile.
    fn receiver(&self) -> Seat {
        let waiting = match self.stage {
            Stage::FirstHands => self.core.setup.seats().find(|&seat| self.wants_tile(seat)),
            _ => None,
        };
        waiting.unwrap_or(self.core.active)
    }

    /// Whether a hand can be filled up.
    fn wants_tile(&self, seat: Seat) -> bool {
        self.hands.of(seat).len() < HAND && !self.core.bag.is_empty()
    }

    /// Goes on from one draw to the next, up to the first choice.
    pub(super) fn go_on<L: Log>(&mut self, log: &mut L) {
        if self.stage == Stage::Removal {
            if self.core.discarded().len() < removals(&self.core.setup) {
                self.core.phase = Phase::Deal;
                return;
            }
            self.stage = Stage::FirstHands;
        }
        if !self.has_hands() {
            self.stage = Stage::Turn;
            return self.deal_or_end(log);
        }
        if self.stage == Stage::FirstHands {
            if self.core.setup.seats().any(|seat| self.wants_tile(seat)) {
                self.core.phase = Phase::Deal;
                return;
            }
            self.stage = Stage::Turn;
        }
        self.go_on_with_hand(log);
    }

    /// Fills up the active player's hand, at the end of the turn; before one, as long as nothing in it fits (N12).
    fn go_on_with_hand<L: Log>(&mut self, log: &mut L) {
        loop {
            let seat = self.core.active;
            if self.wants_tile(seat) {
                self.core.phase = Phase::Deal;
                return;
            }
            if self.stage == Stage::Refill {
                self.stage = Stage::Turn;
                self.core.pass_turn();
                continue;
            }
            if self.hands.of(seat).iter().any(|&tile| self.core.board.fits(tile)) {
                self.core.phase = Phase::Place;
                self.core.decider = seat;
                return;
            }
            for &tile in self.hands.of(seat) {
                self.core.discard(tile, log);
            }
            self.hands.0[seat.index()].clear();
            if self.hands.are_empty() && self.core.bag.is_empty() {
                return self.finish(log);
            }
            if self.core.bag.is_empty() {
                // Passed over: that is not a turn.
                self.core.active = seat.next(self.core.players());
            }
        }
    }

    /// Without hands: the next tile comes, or with an empty bag the game ends (N10).
    fn deal_or_end<L: Log>(&mut self, log: &mut L) {
        if self.core.bag.is_empty() {
            self.finish(log);
        } else {
            self.core.phase = Phase::Deal;
        }
    }

    /// The player has acted or has nothing to do.
    pub(super) fn end_turn<L: Log>(&mut self, log: &mut L) {
        if self.has_hands() {
            self.stage = Stage::Refill;
            self.go_on_with_hand(log);
        } else {
            if !self.core.bag.is_empty() {
                self.core.pass_turn();
            }
            self.deal_or_end(log);
        }
    }
}
