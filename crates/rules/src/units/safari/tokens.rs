//! Animal tokens: the stack, the discard pile and what the players hold (S5 to S7).

use super::TOKENS_PER_ANIMAL;
use crate::action::Animal;
use crate::seat::{MAX_SEATS, Seat};
use crate::setup::Setup;
use crate::stack::Stack;
use crate::terrain::Tally;

/// How many of each animal, in the order of [`Animal::ALL`].
type Counts = [u8; Animal::ALL.len()];

/// All tokens of the game.
pub(super) const MAX_TOKENS: usize = TOKENS_PER_ANIMAL as usize * Animal::ALL.len();

/// A set of animals.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct AnimalSet(u8);

impl AnimalSet {
    pub(super) const EMPTY: AnimalSet = AnimalSet(0);

    /// The animals shown on a feature (S4).
    pub(super) fn shown(tally: Tally) -> AnimalSet {
        Animal::ALL.into_iter().filter(|animal| tally.count(animal.symbol()) > 0).collect()
    }

    pub(super) const fn with(self, animal: Animal) -> AnimalSet {
        AnimalSet(self.0 | 1 << animal.index())
    }

    /// The animals of this set that are not in the other.
    pub(super) const fn without(self, other: AnimalSet) -> AnimalSet {
        AnimalSet(self.0 & !other.0)
    }

    pub(super) const fn contains(self, animal: Animal) -> bool {
        self.0 & 1 << animal.index() != 0
    }

    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    #[inline]
    pub(super) fn iter(self) -> impl Iterator<Item = Animal> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let number = rest.trailing_zeros() as usize;
            rest &= rest.wrapping_sub(1);
            Animal::ALL.get(number).copied()
        })
    }
}

impl FromIterator<Animal> for AnimalSet {
    fn from_iter<I: IntoIterator<Item = Animal>>(animals: I) -> AnimalSet {
        animals.into_iter().fold(AnimalSet::EMPTY, AnimalSet::with)
    }
}

/// Where the tokens are that do not lie on the map.
#[derive(Clone)]
pub(super) struct Tokens {
    stack: Counts,
    /// First discarded first.
    pile: Stack<Animal, MAX_TOKENS>,
    hands: [Counts; MAX_SEATS],
    /// Who draws, while draws are due.
    drawer: Seat,
    due: u8,
}

impl Tokens {
    pub(super) fn new(setup: &Setup) -> Tokens {
        Tokens {
            stack: setup.tokens(),
            pile: Stack::new(Animal::Monkey),
            hands: [[0; Animal::ALL.len()]; MAX_SEATS],
            drawer: Seat::default(),
            due: 0,
        }
    }

    pub(super) fn stack(&self) -> Counts {
        self.stack
    }

    pub(super) fn pile(&self) -> &[Animal] {
        &self.pile
    }

    /// A player holds so many of each animal, wherever they come from: for a board that only is counted.
    pub(super) fn hold(&mut self, seat: Seat, counts: &[u8]) {
        for (held, count) in self.hands[seat.index()].iter_mut().zip(counts) {
            *held = *count;
        }
    }

    pub(super) fn hand(&self, seat: Seat) -> Counts {
        self.hands[seat.index()]
    }

    /// The kinds of animals that a player holds.
    pub(super) fn kinds(&self, seat: Seat) -> AnimalSet {
        Animal::ALL.into_iter().filter(|animal| self.hands[seat.index()][animal.index()] > 0).collect()
    }

    /// What the next token comes from: the stack, or when it is empty the discard pile that will make a new one (S7).
    pub(super) fn source(&self) -> Counts {
        if self.stack != Counts::default() {
            return self.stack;
        }
        let mut counts = Counts::default();
        for animal in self.pile.iter() {
            counts[animal.index()] += 1;
        }
        counts
    }

    /// This many draws are due to a player; says whether there is anything to draw at all (S7).
    pub(super) fn call(&mut self, seat: Seat, draws: u8) -> bool {
        self.drawer = seat;
        self.due = draws;
        self.forget_if_none_left();
        self.must_draw()
    }

    /// Whether the dealer has to turn up a token.
    pub(super) fn must_draw(&self) -> bool {
        self.due > 0
    }

    /// What cannot be drawn now is not drawn later either (S7).
    fn forget_if_none_left(&mut self) {
        if self.stack == Counts::default() && self.pile.is_empty() {
            self.due = 0;
        }
    }

    pub(super) fn drawer(&self) -> Seat {
        self.drawer
    }

    /// A token goes to the player who draws. Only now does the discard pile become the stack: until the dealer has
    /// answered, the pile must still tell its order.
    pub(super) fn draw(&mut self, animal: Animal) {
        if self.stack == Counts::default() {
            self.stack = self.source();
            self.pile.clear();
        }
        self.stack[animal.index()] -= 1;
        self.hands[self.drawer.index()][animal.index()] += 1;
        self.due -= 1;
        self.forget_if_none_left();
    }

    /// A token leaves a player's supply for the map.
    pub(super) fn spend(&mut self, seat: Seat, animal: Animal) {
        self.hands[seat.index()][animal.index()] -= 1;
    }

    /// A token leaves a player's supply for the discard pile (S5).
    pub(super) fn discard(&mut self, seat: Seat, animal: Animal) {
        self.spend(seat, animal);
        self.pile.push(animal);
    }

    pub(super) fn copy_from(&mut self, other: &Tokens) {
        self.stack = other.stack;
        self.pile.copy_from(&other.pile);
        self.hands = other.hands;
        self.drawer = other.drawer;
        self.due = other.due;
    }

    #[cfg(test)]
    pub(super) fn give(&mut self, seat: Seat, animal: Animal) {
        self.stack[animal.index()] -= 1;
        self.hands[seat.index()][animal.index()] += 1;
    }
}
