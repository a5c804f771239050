//! The variant with hands (N12): everybody chooses from two open tiles and draws at the end of the turn.

use crate::action::Phase;
use crate::event::{Discard, Event, Log};
use crate::geometry::{Pos, Rotation};
use crate::position::Position;
use crate::rulebook::{Rulebook, Step};
use crate::seat::{MAX_SEATS, Seat};
use crate::setup::Setup;
use crate::stack::Stack;
use crate::tiles::TileKind;
use crate::units::{GameOption, NOTHING, Unit};

/// What the variant brings: nothing to the table.
pub(crate) const UNIT: Unit = Unit { name: "hand", letter: 'N', ..NOTHING };

/// How many tiles a player has to choose from.
const SIZE: usize = 2;

/// What the dealer turns up tiles for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// The first hands, from seat 0 on.
    First,
    /// The turn that begins: a new hand for one in which nothing fits.
    Turn,
    /// The hand of the player whose turn ends.
    Refill,
}

/// What each player holds, most recent last.
#[derive(Clone, Copy)]
pub struct Hand {
    hands: [Stack<TileKind, SIZE>; MAX_SEATS],
    stage: Stage,
}

impl Hand {
    /// What a player holds, most recent last.
    pub fn of(&self, seat: Seat) -> &[TileKind] {
        &self.hands[seat.index()]
    }

    fn are_empty(&self) -> bool {
        self.hands.iter().all(|hand| hand.is_empty())
    }

    /// Whether a hand can be filled up.
    fn wants_tile(&self, position: &Position, seat: Seat) -> bool {
        self.of(seat).len() < SIZE && !position.bag.is_empty()
    }
}

impl Rulebook for Hand {
    fn new(_: &Setup) -> Hand {
        Hand { hands: [Stack::new(TileKind::from_index(0)); MAX_SEATS], stage: Stage::First }
    }

    fn is_chosen(setup: &Setup) -> bool {
        setup.has(GameOption::Hand)
    }

    fn drawn<L: Log>(&mut self, position: &mut Position, tile: TileKind, log: &mut L) -> Option<Step> {
        let seat = match self.stage {
            Stage::First => position.setup.seats().find(|&seat| self.of(seat).len() < SIZE),
            _ => None,
        };
        let seat = seat.unwrap_or(position.active);
        log.tell(Event::Drawn { seat, tile });
        self.hands[seat.index()].push(tile);
        Some(Step::Deal)
    }

    /// Fills up the active player's hand, at the end of the turn; before one, as long as nothing in it fits.
    fn deal<L: Log>(&mut self, position: &mut Position, log: &mut L) -> Option<Step> {
        if self.stage == Stage::First {
            if position.setup.seats().any(|seat| self.wants_tile(position, seat)) {
                position.phase = Phase::Deal;
                return Some(Step::Wait);
            }
            self.stage = Stage::Turn;
        }
        loop {
            let seat = position.active;
            if self.wants_tile(position, seat) {
                position.phase = Phase::Deal;
                return Some(Step::Wait);
            }
            if self.stage == Stage::Refill {
                self.stage = Stage::Turn;
                position.pass_turn();
                continue;
            }
            if self.of(seat).iter().any(|&tile| position.board.fits(tile)) {
                position.phase = Phase::Place;
                position.decider = seat;
                return Some(Step::Wait);
            }
            for &tile in self.of(seat) {
                position.discard(tile, Discard::FitsNowhere, log);
            }
            self.hands[seat.index()].clear();
            if self.are_empty() && position.bag.is_empty() {
                return Some(Step::Finish);
            }
            if position.bag.is_empty() {
                // Passed over: that is not a turn.
                position.active = seat.next(position.players());
            }
        }
    }

    fn to_come(&self, _: &Position, each: &mut dyn FnMut(TileKind)) {
        self.hands.iter().flat_map(|hand| hand.iter()).for_each(|&tile| each(tile));
    }

    fn held(&self, position: &Position) -> Option<&[TileKind]> {
        Some(self.of(position.active))
    }

    fn placed<L: Log>(&mut self, position: &mut Position, _: Pos, _: Rotation, _: &mut L) {
        let tile = position.board.kind(position.placed);
        let hand = &mut self.hands[position.active.index()];
        if let Some(index) = hand.iter().position(|held| *held == tile) {
            hand.swap_remove(index);
        }
    }

    fn end_turn<L: Log>(&mut self, _: &mut Position, _: &mut L) -> Option<Step> {
        self.stage = Stage::Refill;
        Some(Step::Deal)
    }
}
