//! The scoring step (S4 to S6, S9, S20) and the end (S17 to S19).

use super::Safari;
use super::tokens::AnimalSet;
use crate::action::{Action, Animal, Illegal, Phase};
use crate::board::{Feature, FeatureId};
use crate::event::{Counted, Event, Facts, Log, Score, Source};
use crate::position::Position;
use crate::reason::Reason;
use crate::rulebook::{Step, When};
use crate::seat::{Seat, SeatSet};
use crate::terrain::{FeatureKind, Symbol};

impl Safari {
    /// The points for so many kinds of animals (S4).
    pub const POINTS_FOR_KINDS: [u16; 6] = [0, 1, 3, 6, 10, 15];
}

/// For a ranger taken (S9).
const RANGER: u16 = 3;

/// What a completed path or bush is worth to an owner; a token laid makes one more kind (S4, S5).
pub(super) fn value(feature: &Feature, token: bool) -> u16 {
    let tally = feature.tally();
    let kinds = AnimalSet::shown(tally).len() + usize::from(token);
    Safari::POINTS_FOR_KINDS[kinds] + u16::from(tally.count(Symbol::Bird))
}

/// What an unfinished path or bush is worth at the end: every animal and every bird counts (S18).
pub(super) fn final_value(feature: &Feature) -> u16 {
    let tally = feature.tally();
    let animals: u16 = Animal::ALL.iter().map(|animal| u16::from(tally.count(animal.symbol()))).sum();
    animals + u16::from(tally.count(Symbol::Bird))
}

/// What is counted: kinds when it is complete, the animals, the birds, and the token of its owner.
pub(super) fn facts(feature: &Feature, when: When, token: bool, facts: Facts) -> Facts {
    let tally = feature.tally();
    let kinds = AnimalSet::shown(tally).len() as u16 + u16::from(token);
    let facts = if when == When::Complete { facts.and(Counted::Kinds, kinds) } else { facts };
    let symbols = Animal::ALL.into_iter().map(Animal::symbol).chain([Symbol::Bird]);
    let facts = symbols.fold(facts, |facts, symbol| facts.and(Counted::Symbol(symbol), tally.count(symbol).into()));
    facts.and(Counted::Tokens, token.into())
}

impl Safari {
    /// The feature being scored: the first of the completed ones that still hold followers (S20).
    fn being_scored(&self, position: &Position) -> Option<FeatureId> {
        if !position.board.closed().iter().any(|&id| position.board.feature(id).is_occupied()) {
            return None;
        }
        position.board.closed_in_order(Feature::is_occupied).first().copied()
    }

    /// Which tokens a player could lay on the feature being scored (S5).
    pub(super) fn fitting_tokens(&self, position: &Position, seat: Seat) -> AnimalSet {
        let hand = self.tokens.kinds(seat);
        match self.being_scored(position) {
            Some(id) => hand.without(AnimalSet::shown(position.board.feature(id).tally())),
            None => AnimalSet::EMPTY,
        }
    }

    /// Goes on with the scoring step until somebody or the dealer has to speak, or the turn is over (S20).
    pub(super) fn score_next<L: Log>(&mut self, position: &mut Position, log: &mut L) -> Step {
        while let Some(id) = self.being_scored(position) {
            let feature = position.board.feature(id);
            let (kind, owners) = (feature.kind(), feature.owners());
            if kind == FeatureKind::Baobab {
                position.clear_feature(id, log);
                if let Some(owner) = owners.iter().next()
                    && self.call_for_tokens(position, owner)
                {
                    return Step::Wait;
                }
            } else {
                self.to_ask = owners;
                self.laid = SeatSet::EMPTY;
                if self.ask_next(position, id) {
                    return Step::Wait;
                }
                self.pay(position, id, log);
            }
        }
        position.decider = position.active;
        if !self.ranger_is_held() {
            return Step::EndTurn;
        }
        let (seat, facts) = (position.active, Facts::of(Counted::Rangers, 1));
        position.score(Score { seat, points: RANGER, source: Source::Ranger, at: None, facts, end: false }, log);
        position.phase = Phase::Ranger;
        Step::Wait
    }

    /// Asks the next owner who could lay a token, clockwise from the active player (S5); says whether there is one.
    fn ask_next(&mut self, position: &mut Position, id: FeatureId) -> bool {
        let shown = AnimalSet::shown(position.board.feature(id).tally());
        let fits = |seat: &Seat| !self.tokens.kinds(*seat).without(shown).is_empty();
        let Some(seat) = self.to_ask.clockwise_from(position.active).find(fits) else { return false };
        // Who comes before has nothing that fits; who comes after is asked later.
        self.to_ask = self.to_ask.without(seat);
        position.phase = Phase::Token;
        position.decider = seat;
        true
    }

    /// Says whether the owner who is asked may answer so (S5).
    pub(super) fn check_token(&self, position: &Position, action: Action) -> Result<(), Illegal> {
        let seat = position.decider;
        match action {
            Action::Pass => Ok(()),
            Action::Token { animal } if !self.tokens.kinds(seat).contains(animal) => {
                Err(Illegal::new("S5", Reason::NoTokenInSupply))
            }
            Action::Token { animal } if !self.fitting_tokens(position, seat).contains(animal) => {
                Err(Illegal::new("S5", Reason::AnimalShown))
            }
            Action::Token { .. } => Ok(()),
            _ => Err(Illegal::new("S5", Reason::TokenOrPass)),
        }
    }

    /// An owner has decided about a token on the feature being scored (S5).
    pub(super) fn decide_token<L: Log>(&mut self, position: &mut Position, token: Option<Animal>, log: &mut L) -> Step {
        let Some(id) = self.being_scored(position) else { return Step::Score };
        let seat = position.decider;
        if let Some(animal) = token {
            self.tokens.discard(seat, animal);
            self.laid = self.laid.with(seat);
            if L::LISTENS {
                log.tell(Event::TokenLaid { seat, animal, at: position.board.first_member(id) });
            }
        }
        if self.ask_next(position, id) {
            return Step::Wait;
        }
        self.pay(position, id, log);
        Step::Score
    }

    /// All owners of a completed path or bush get their points, and all followers go back (S20).
    fn pay<L: Log>(&mut self, position: &mut Position, id: FeatureId, log: &mut L) {
        let feature = *position.board.feature(id);
        for seat in feature.owners().clockwise_from(position.active) {
            let token = self.laid.contains(seat);
            let facts = |_: &Position| facts(&feature, When::Complete, token, Facts::NONE);
            position.score_feature(id, SeatSet::EMPTY.with(seat), value(&feature, token), facts, false, log);
        }
        position.clear_feature(id, log);
    }

    /// One point for each token left (S19).
    pub(super) fn score_tokens<L: Log>(&mut self, position: &mut Position, log: &mut L) {
        for seat in position.setup.seats() {
            let points = self.tokens.hand(seat).iter().map(|&count| u16::from(count)).sum();
            let facts = Facts::of(Counted::Tokens, points);
            position.score(Score { seat, points, source: Source::Tokens, at: None, facts, end: true }, log);
        }
    }
}
