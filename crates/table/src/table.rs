//! A game, its dealer and its history.

use crate::dealer::{DealError, Dealer};
use crate::play::{Entry, Play};
use rules::{Action, Actor, AnyGame, Dealing, Event, Game as _, Illegal, Record, Setup};
use std::fmt;

/// A game in progress with all that happened, and the way back. It always waits for a player, or is over: the dealer's part
/// goes by itself, unless the game is played elsewhere and what comes is [told](Table::told).
#[derive(Clone)]
pub struct Table {
    pub(crate) play: Play,
    pub(crate) history: Vec<Entry>,
    /// The dealer before each decision of a player, for undo. The game itself is played again: that takes microseconds.
    dealers: Vec<Dealer>,
    /// Whether nothing is dealt here: what comes is told.
    pub(crate) told: bool,
}

impl Table {
    /// A new game; what `dealing` does not fix is shuffled from its seed.
    pub fn new(setup: &Setup, dealing: Dealing) -> Result<Table, DealError> {
        let mut table = Table::begin(setup, Dealer::new(setup, &dealing)?, dealing);
        table.deal();
        Ok(table)
    }

    pub(crate) fn begin(setup: &Setup, dealer: Dealer, dealing: Dealing) -> Table {
        Table { play: Play::begin(setup, dealer, dealing), history: Vec::new(), dealers: Vec::new(), told: false }
    }

    /// The game as every player may see it.
    pub fn game(&self) -> &AnyGame {
        self.play.game()
    }

    /// Everything that was played, the dealer's actions included.
    pub fn history(&self) -> &[Entry] {
        &self.history
    }

    /// Plays an action of whoever decides, and goes on up to the next decision. Returns what happened; if the action is
    /// not possible, nothing did.
    pub fn play(&mut self, action: Action) -> Result<Vec<Event>, Illegal> {
        self.game().check(action)?;
        let from = self.history.len();
        self.dealers.push(self.play.dealer.clone());
        self.push(action);
        self.deal();
        Ok(self.history[from..].iter().flat_map(|entry| entry.events.iter().copied()).collect())
    }

    /// Takes the last decision back; says whether there was one. Of what is [told](Table::told), the last thing told.
    pub fn undo(&mut self) -> bool {
        if self.told {
            return self.untell();
        }
        let by_player = |entry: &Entry| matches!(entry.actor, Actor::Player(_));
        let Some(last) = self.history.iter().rposition(by_player) else { return false };
        let Some(dealer) = self.dealers.pop() else { return false };
        self.play.dealer = dealer;
        self.history.truncate(last);
        self.play.truncate(last);
        true
    }

    /// The whole game as a record.
    pub fn record(&self) -> Record {
        self.play.record(self.play.dealing.clone())
    }

    /// A game that goes on where the record ends. A record that says nothing of the dealer's secret goes on with an
    /// order of its own for what is still to come.
    pub fn load(record: &Record) -> Result<Table, LoadError> {
        let setup = record.setup();
        let dealing = record.dealing().clone();
        let secret = is_secret(&dealing);
        let mut table = Table::begin(setup, Dealer::new(setup, &dealing)?, dealing);
        let mut draws = 0;
        for action in record.actions() {
            if table.game().to_act() == Actor::Dealer {
                draws += 1;
                if !secret && table.play.dealer.deal(&table.play.game) != Some(action) {
                    return Err(LoadError::Deal(DealError::OtherDraw(draws)));
                }
            } else {
                table.dealers.push(table.play.dealer.clone());
            }
            table.game().check(action).map_err(LoadError::Illegal)?;
            table.push(action);
        }
        if secret {
            table.invent_rest();
        }
        table.deal();
        Ok(table)
    }

    /// Makes up an order for what is still to come, the same for the same record, and the dealers of earlier decisions to
    /// go with it.
    fn invent_rest(&mut self) {
        let words = self.history.iter().map(|entry| entry.action.to_string());
        let seed = words
            .flat_map(String::into_bytes)
            .fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
        self.play.dealer = Dealer::for_rest(self.game(), seed);
        let mut dealer = self.play.dealer.clone();
        let mut decision = self.dealers.len();
        for entry in self.history.iter().rev() {
            dealer.take_back(entry.action, self.play.game.setup());
            if entry.actor != Actor::Dealer {
                decision -= 1;
                self.dealers[decision] = dealer.clone();
            }
        }
    }

    pub(crate) fn push(&mut self, action: Action) {
        let entry = self.play.push(action);
        self.history.push(entry);
    }

    fn deal(&mut self) {
        if self.told {
            return;
        }
        let history = &mut self.history;
        self.play.deal(&mut |entry| history.push(entry));
    }
}

/// Whether nothing is known from which the order of draws follows.
fn is_secret(dealing: &Dealing) -> bool {
    let Dealing { seed, deck, bonus, tokens, fair } = dealing;
    let revealed = fair.as_ref().is_some_and(|fair| fair.reveal.is_some());
    seed.is_none() && deck.is_none() && bonus.is_none() && tokens.is_none() && !revealed
}

/// Why a record cannot be played on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LoadError {
    /// The draws do not belong to the dealer's settings.
    Deal(DealError),
    /// An action is not possible.
    Illegal(Illegal),
}

impl From<DealError> for LoadError {
    fn from(error: DealError) -> LoadError {
        LoadError::Deal(error)
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::Deal(error) => error.fmt(f),
            LoadError::Illegal(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for LoadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            LoadError::Deal(error) => Some(error),
            LoadError::Illegal(error) => Some(error),
        }
    }
}
