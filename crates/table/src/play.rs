//! A game and its dealer.

use crate::dealer::{DealError, Dealer};
use rules::{Action, Actor, AnyGame, Dealing, Event, Game as _, Illegal, Record, Setup};

/// What a decision brought about, up to the next one.
#[derive(Clone, Debug, Default)]
pub struct Step {
    /// What happened.
    pub events: Vec<Event>,
    /// What was dealt, in order.
    pub dealt: Vec<Action>,
}

/// A game in progress with nothing kept that can be had again: what a server holds of each of thousands of games. It always
/// waits for a player, or is over.
#[derive(Clone)]
pub struct Play {
    pub(crate) game: AnyGame,
    pub(crate) dealer: Dealer,
    pub(crate) dealing: Dealing,
    actions: Vec<Action>,
}

impl Play {
    /// A new game, and what happened up to the first decision.
    pub fn new(setup: &Setup, dealing: Dealing) -> Result<(Play, Step), DealError> {
        let mut play = Play::begin(setup, Dealer::new(setup, &dealing)?, dealing);
        let mut step = Step::default();
        play.deal(&mut |entry| step.add(entry));
        Ok((play, step))
    }

    /// A game whose dealer has not dealt yet.
    pub(crate) fn begin(setup: &Setup, dealer: Dealer, dealing: Dealing) -> Play {
        Play { game: AnyGame::new(setup), dealer, dealing, actions: Vec::new() }
    }

    /// The game as every player may see it.
    pub fn game(&self) -> &AnyGame {
        &self.game
    }

    /// Plays an action of whoever decides, and goes on up to the next decision. If the action is not possible, nothing
    /// happens.
    pub fn play(&mut self, action: Action) -> Result<Step, Illegal> {
        self.game.check(action)?;
        let mut step = Step::default();
        step.add(self.push(action));
        self.deal(&mut |entry| step.add(entry));
        Ok(step)
    }

    /// Goes back to where so many decisions had been made; does nothing if there were fewer. The same draws come again.
    pub fn rewind(&mut self, decisions: usize) {
        let setup = *self.game.setup();
        let Ok(dealer) = Dealer::new(&setup, &self.dealing) else { return };
        let played = std::mem::take(&mut self.actions);
        self.game = AnyGame::new(&setup);
        self.dealer = dealer;
        self.deal(&mut |_| ());
        for _ in 0..decisions {
            let Some(&action) = played.get(self.actions.len()) else { break };
            self.push(action);
            self.deal(&mut |_| ());
        }
    }

    /// How many decisions were made.
    pub fn decisions(&self) -> usize {
        let dealt = |action: &&Action| !matches!(action, Action::Draw { .. } | Action::DrawToken { .. });
        self.actions.iter().filter(dealt).count()
    }

    /// All actions in order, the dealer's included.
    pub fn actions(&self) -> &[Action] {
        &self.actions
    }

    /// The whole game as a record, with what `dealing` says of the draws.
    pub fn record(&self, dealing: Dealing) -> Record {
        let record = Record::new(*self.game.setup(), dealing, self.actions.iter().copied());
        record.expect("what was played can be played again")
    }

    pub(crate) fn push(&mut self, action: Action) -> Entry {
        let mut events = Vec::new();
        let actor = self.game.to_act();
        self.game.play_unchecked(action, &mut events);
        self.actions.push(action);
        Entry { action, actor, events }
    }

    /// Forgets the last actions, down to so many; the game has to be put right by the caller.
    pub(crate) fn truncate(&mut self, actions: usize) {
        self.actions.truncate(actions);
        self.game = AnyGame::new(self.game.setup());
        for &action in &self.actions {
            self.game.play_unchecked(action, &mut ());
        }
    }

    pub(crate) fn deal(&mut self, each: &mut dyn FnMut(Entry)) {
        while self.game.to_act() == Actor::Dealer {
            let next = self.dealer.deal(&self.game).filter(|&action| self.game.check(action).is_ok());
            let next = next.or_else(|| {
                // An invented order can go wrong after an undo across a reshuffle: what everybody sees is right.
                self.dealer = Dealer::for_rest(&self.game, self.actions.len() as u64);
                self.dealer.deal(&self.game)
            });
            let Some(action) = next else { return };
            let entry = self.push(action);
            each(entry);
        }
    }
}

impl Step {
    fn add(&mut self, entry: Entry) {
        if entry.actor == Actor::Dealer {
            self.dealt.push(entry.action);
        }
        self.events.extend(entry.events);
    }
}

/// One action that was played and what it brought about.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The action.
    pub action: Action,
    /// Who acted.
    pub actor: Actor,
    /// What happened.
    pub events: Vec<Event>,
}
