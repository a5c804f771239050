//! The scoring step (S4 to S6, S9, S20) and the end (S17 to S19).

use super::SafariGame;
use super::tokens::AnimalSet;
use crate::action::{Animal, Phase};
use crate::board::{Feature, FeatureId};
use crate::core::Points;
use crate::event::{Event, Log, Score, Source};
use crate::seat::{Seat, SeatSet};
use crate::terrain::{FeatureKind, Symbol};
use crate::worth::Worth;

/// The points for so many kinds of animals (S4).
const KINDS: [u16; 6] = [0, 1, 3, 6, 10, 15];

/// For a ranger taken (S9).
const RANGER: u16 = 3;

/// What a completed path or bush is worth to an owner; a token laid makes one more kind (S4, S5).
fn value(feature: &Feature, token: bool) -> Points {
    let tally = feature.tally();
    let kinds = AnimalSet::shown(tally).len() + usize::from(token);
    let birds = tally.count(Symbol::Bird).into();
    Points { points: KINDS[kinds] + birds, size: kinds as u16, extra: birds }
}

/// What an unfinished path or bush is worth at the end: every animal and every bird counts (S18).
fn final_value(feature: &Feature) -> Points {
    let tally = feature.tally();
    let animals = Animal::ALL.iter().map(|animal| u16::from(tally.count(animal.symbol()))).sum();
    let birds = tally.count(Symbol::Bird).into();
    Points { points: animals + birds, size: animals, extra: birds }
}

impl SafariGame {
    /// The feature being scored: the first of the completed ones that still hold followers (S20).
    fn being_scored(&self) -> Option<FeatureId> {
        if !self.core.board.closed().iter().any(|&id| self.core.board.feature(id).is_occupied()) {
            return None;
        }
        self.core.board.closed_in_order(Feature::is_occupied).first().copied()
    }

    /// Which tokens a player could lay on the feature being scored (S5).
    pub(super) fn fitting_tokens(&self, seat: Seat) -> AnimalSet {
        let hand = self.tokens.kinds(seat);
        match self.being_scored() {
            Some(id) => hand.without(AnimalSet::shown(self.core.board.feature(id).tally())),
            None => AnimalSet::EMPTY,
        }
    }

    /// Goes on with the scoring step until somebody or the dealer has to speak, or the turn is over (S20).
    pub(super) fn score_next<L: Log>(&mut self, log: &mut L) {
        while let Some(id) = self.being_scored() {
            let feature = self.core.board.feature(id);
            let (kind, owners) = (feature.kind(), feature.owners());
            if kind == FeatureKind::Baobab {
                self.core.clear_feature(id, log);
                if let Some(owner) = owners.iter().next()
                    && self.call_for_tokens(owner)
                {
                    return;
                }
            } else {
                self.to_ask = owners;
                self.laid = SeatSet::EMPTY;
                if self.ask_next(id) {
                    return;
                }
                self.pay(id, log);
            }
        }
        self.core.decider = self.core.active;
        if self.held_by().is_some() {
            let seat = self.core.active;
            let score = Score { seat, points: RANGER, source: Source::Ranger, at: None, size: 1, extra: 0, end: false };
            self.core.score(score, log);
            self.core.phase = Phase::Ranger;
        } else {
            self.end_turn(log);
        }
    }

    /// Asks the next owner who could lay a token, clockwise from the active player (S5); says whether there is one.
    fn ask_next(&mut self, id: FeatureId) -> bool {
        let shown = AnimalSet::shown(self.core.board.feature(id).tally());
        let fits = |seat: &Seat| !self.tokens.kinds(*seat).without(shown).is_empty();
        let Some(seat) = self.to_ask.clockwise_from(self.core.active).find(fits) else { return false };
        // Who comes before has nothing that fits; who comes after is asked later.
        self.to_ask = self.to_ask.without(seat);
        self.core.phase = Phase::Token;
        self.core.decider = seat;
        true
    }

    /// An owner has decided about a token on the feature being scored (S5).
    pub(super) fn decide_token<L: Log>(&mut self, token: Option<Animal>, log: &mut L) {
        let Some(id) = self.being_scored() else { return self.score_next(log) };
        let seat = self.core.decider;
        if let Some(animal) = token {
            self.tokens.discard(seat, animal);
            self.laid = self.laid.with(seat);
            if L::LISTENS {
                log.tell(Event::TokenLaid { seat, animal, at: self.core.board.first_member(id) });
            }
        }
        if !self.ask_next(id) {
            self.pay(id, log);
            self.score_next(log);
        }
    }

    /// All owners of a completed path or bush get their points, and all followers go back (S20).
    fn pay<L: Log>(&mut self, id: FeatureId, log: &mut L) {
        let feature = *self.core.board.feature(id);
        for seat in feature.owners().clockwise_from(self.core.active) {
            let points = value(&feature, self.laid.contains(seat));
            self.core.score_feature(id, SeatSet::EMPTY.with(seat), points, false, log);
        }
        self.core.clear_feature(id, log);
    }

    /// What a path or bush would bring, without tokens; a baobab brings no points (S6).
    pub(super) fn worth_of(&self, id: FeatureId) -> Option<Worth> {
        let feature = self.core.board.feature(id);
        let (at_end, complete) = (final_value(feature).points, Some(value(feature, false).points));
        let worth = Worth { at_end, complete, scorers: feature.occupants() };
        (feature.kind() != FeatureKind::Baobab).then_some(worth)
    }

    /// Final scoring: unfinished paths and bushes for all who stand on them (S18), then tokens (S19).
    pub(super) fn finish<L: Log>(&mut self, log: &mut L) {
        for &id in self.core.occupied_in_order(|feature| feature.kind() != FeatureKind::Baobab).iter() {
            let feature = self.core.board.feature(id);
            let (points, seats) = (final_value(feature), feature.occupants());
            self.core.score_feature(id, seats, points, true, log);
        }
        for seat in self.core.setup.seats() {
            let points = self.tokens.hand(seat).iter().map(|&count| u16::from(count)).sum();
            let score = Score { seat, points, source: Source::Tokens, at: None, size: points, extra: 0, end: true };
            self.core.score(score, log);
        }
        self.core.end_game(log);
    }
}
