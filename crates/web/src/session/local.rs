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

    /// A game that is played elsewhere, and told.
    pub(crate) fn told(setup: &Setup, seats: Vec<SeatInfo>) -> LocalSession {
        LocalSession { table: Table::told(setup), seats }
    }

    pub(crate) fn open(saved: Saved) -> Result<LocalSession, LoadError> {
        let table = if saved.told {
            Table::load_told(&saved.record).map_err(|misfit| LoadError::Illegal(misfit.why))?
        } else {
            Table::load(&saved.record)?
        };
        Ok(LocalSession { table, seats: saved.seats })
    }

    /// Goes back to where something came or was placed; that the game ended early is taken back alone.
    fn untell(&mut self) -> bool {
        let ended_early = self.table.game().phase() == Phase::Over && !self.table.game().setup().is_full();
        let comes = |entry: &Entry| {
            matches!(entry.action, Action::Draw { .. } | Action::DrawToken { .. } | Action::Place { .. })
        };
        let mut undone = false;
        loop {
            let stops = ended_early || self.table.history().last().is_none_or(comes);
            undone |= self.table.undo();
            if stops {
                return undone;
            }
        }
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

    fn is_told(&self) -> bool {
        self.table.is_told()
    }

    fn end_told(&mut self) -> bool {
        self.table.end()
    }

    fn reseat(&mut self, seats: Vec<SeatInfo>, first: Seat) -> bool {
        let old = self.table.game().setup();
        if first != old.first() {
            let setup = Setup::new(old.game(), old.options(), old.players(), first);
            match setup.ok().and_then(|setup| self.table.told_with(&setup).ok()) {
                Some(table) => self.table = table,
                None => return false,
            }
        }
        self.seats = seats;
        true
    }

    fn undo_turn(&mut self) -> bool {
        if self.table.is_told() {
            return self.untell();
        }
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
        let mut session = session([Player::Person, Player::Bot(Level::ALL[0].into())]);
        play_turn(&mut session);
        play_turn(&mut session);
        assert_eq!(session.game().turn(), 3);
        assert!(session.undo_turn());
        assert_eq!((session.game().turn(), session.game().phase()), (1, Phase::Place));
        assert!(!session.undo_turn());
    }

    #[test]
    fn what_is_told_goes_back_to_the_tile_and_then_to_what_came_and_stays_told_when_it_is_stored() {
        let seats: Vec<SeatInfo> =
            (0..2).map(|colour| SeatInfo { name: "A".to_owned(), colour, player: Player::Person }).collect();
        let setup = Setup::new(GameId::Base, Options::NONE, 2, Seat::ALL[0]).expect("two can play");
        let mut session = LocalSession::told(&setup, seats.clone());
        for word in ["+base/U", "base/U@1,0r1", "f0", "+base/V"] {
            session.play(word.parse().expect("an action")).expect("it is possible");
        }
        let mut session = LocalSession::open(Saved::parse(&Saved::of(&session).text()).expect("it was just stored"))
            .expect("it was just stored");
        assert!(session.is_told());
        assert_eq!(session.game().to_act(), Actor::Player(Seat::ALL[1]));
        assert!(session.undo_turn());
        assert_eq!((session.game().phase(), session.history().len()), (Phase::Deal, 3));
        assert!(session.reseat(seats, Seat::ALL[1]));
        assert_eq!(session.game().pieces()[0].seat, Seat::ALL[1], "the first turn was the other one's");
        assert!(session.end_told());
        assert!(session.undo_turn());
        assert_eq!((session.game().phase(), session.history().len()), (Phase::Deal, 3));
        assert!(session.undo_turn());
        assert_eq!((session.game().phase(), session.history().len()), (Phase::Place, 1));
        assert!(session.undo_turn());
        assert!(!session.undo_turn());
    }

    #[test]
    fn bots_alone_are_not_undone() {
        let mut session = session([Player::Bot(Level::ALL[0].into()); 2]);
        play_turn(&mut session);
        assert!(!session.undo_turn());
        assert_eq!(session.game().turn(), 2);
    }
}
