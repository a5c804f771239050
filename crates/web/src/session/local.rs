//! A game kept by the page itself.

use super::{Saved, SeatInfo, Session};
use rules::{Action, Actor, AnyGame, Dealing, Illegal, Phase, Record, Seat, Setup};
use table::{DealError, Entry, LoadError, Table};

pub(crate) struct LocalSession {
    table: Table,
    seats: Vec<SeatInfo>,
}

impl LocalSession {
    pub(crate) fn new(setup: &Setup, seed: u64, seats: Vec<SeatInfo>) -> Result<LocalSession, DealError> {
        Ok(LocalSession { table: Table::new(setup, Dealing::seeded(seed))?, seats })
    }

    /// A game in which it is fixed what comes.
    pub(crate) fn dealt(setup: &Setup, dealing: Dealing, seats: Vec<SeatInfo>) -> Result<LocalSession, DealError> {
        Ok(LocalSession { table: Table::new(setup, dealing)?, seats })
    }

    pub(crate) fn open(saved: Saved) -> Result<LocalSession, LoadError> {
        Ok(LocalSession { table: Table::load(&saved.record)?, seats: saved.seats })
    }

    /// Whether a person at this screen is about to place a tile.
    fn person_begins(&self) -> bool {
        let game = self.table.game();
        matches!(game.to_act(), Actor::Player(seat) if self.is_person(seat)) && game.phase() == Phase::Place
    }
}

impl Session for LocalSession {
    fn seats(&self) -> &[SeatInfo] {
        &self.seats
    }

    fn game(&self) -> &AnyGame {
        self.table.game()
    }

    fn history(&self) -> &[Entry] {
        self.table.history()
    }

    fn play(&mut self, action: Action) -> Result<(), Illegal> {
        self.table.play(action).map(|_| ())
    }

    fn undo_turn(&mut self) -> bool {
        let by_person = |entry: &Entry| matches!(entry.actor, Actor::Player(seat) if self.is_person(seat));
        if !self.table.history().iter().any(by_person) {
            return false;
        }
        while self.table.undo() && !self.person_begins() {}
        true
    }

    fn record(&self) -> Record {
        let named = |record: Record, (seat, info): (Seat, &SeatInfo)| record.with_name(seat, &info.name);
        Seat::ALL.into_iter().zip(&self.seats).fold(self.table.record(), named)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bots::Level;
    use crate::session::Player;
    use rules::{Game as _, GameId, Options};

    fn session(players: [Player; 2]) -> LocalSession {
        let seats = players.map(|player| SeatInfo { name: "A".to_owned(), colour: 0, player }).to_vec();
        let first = Seat::ALL[0];
        let setup = Setup::new(GameId::Base, Options::NONE, 2, first).expect("two can play");
        LocalSession::new(&setup, 7, seats).expect("the bag can be shuffled")
    }

    fn play_turn(session: &mut LocalSession) {
        let turn = session.game().turn();
        while session.game().turn() == turn {
            let mut actions = Vec::new();
            session.game().actions(&mut actions);
            session.play(actions[0]).expect("a listed action is possible");
        }
    }

    #[test]
    fn undo_goes_back_over_the_bot_to_the_own_turn() {
        let mut session = session([Player::Person, Player::Bot(Level::ALL[0])]);
        play_turn(&mut session);
        play_turn(&mut session);
        assert_eq!(session.game().turn(), 3);
        assert!(session.undo_turn());
        assert_eq!((session.game().turn(), session.game().phase()), (1, Phase::Place));
        assert!(!session.undo_turn());
    }

    #[test]
    fn bots_alone_are_not_undone() {
        let mut session = session([Player::Bot(Level::ALL[0]); 2]);
        play_turn(&mut session);
        assert!(!session.undo_turn());
        assert_eq!(session.game().turn(), 2);
    }
}
