//! A game that a server keeps: it moves when the server says so, and never before.

use super::message::{Event, Kind, SeatView, Sitter};
use crate::session::{Player, SeatInfo, Session, tell_namesakes_apart};
use rules::{
    Action, Actor, Animal, AnyGame, Chance, Dealing, Game as _, Illegal, Phase, Record, Seat, Setup, TileKind,
};
use table::Entry;

/// The server told something that the rules of this page do not allow: the page is too old.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct OutOfStep;

/// A decision that stands: the number of its event, and how many actions had been played when it was done.
#[derive(Clone, Copy)]
struct Decision {
    n: u64,
    played: usize,
}

/// The game of a room.
pub(crate) struct RemoteSession {
    setup: Setup,
    seats: Vec<SeatInfo>,
    game: AnyGame,
    history: Vec<Entry>,
    started: Decision,
    decisions: Vec<Decision>,
    /// The number of the last event that moved the game.
    last_move: u64,
    /// Who won, once it is over; not always by the rules.
    winners: Option<Vec<Seat>>,
    /// The record with everything revealed.
    record: Option<Record>,
}

impl RemoteSession {
    /// The game that begins with an event, for the player on a seat or for somebody who watches; `name` calls bots.
    pub(crate) fn begin(
        event: &Event,
        me: Option<u8>,
        name: impl Fn(&SeatView) -> String,
    ) -> Result<RemoteSession, OutOfStep> {
        let Kind::Started { seats, setup, dealt, .. } = &event.kind else { return Err(OutOfStep) };
        let info = |(index, seat): (usize, &SeatView)| SeatInfo {
            name: name(seat),
            colour: index,
            player: match seat.sitter {
                Sitter::Bot(manner) => Player::Bot(manner),
                _ if me.map(usize::from) == Some(index) => Player::Person,
                _ => Player::Elsewhere,
            },
        };
        let mut seats: Vec<_> = seats.iter().enumerate().map(info).collect();
        tell_namesakes_apart(&mut seats);
        let mut session = RemoteSession {
            setup: *setup,
            seats,
            game: AnyGame::new(setup),
            history: Vec::new(),
            started: Decision { n: event.n, played: 0 },
            decisions: Vec::new(),
            last_move: event.n,
            winners: None,
            record: None,
        };
        session.deal(dealt)?;
        session.started.played = session.history.len();
        Ok(session)
    }

    /// Something happened in the room. Says whether the game moved.
    pub(crate) fn hear(&mut self, event: &Event) -> Result<bool, OutOfStep> {
        match &event.kind {
            Kind::Acted { seat, action, dealt } => {
                if self.game.to_act() != Actor::Player(Seat::new(*seat).ok_or(OutOfStep)?) {
                    return Err(OutOfStep);
                }
                self.game.check(*action).map_err(|_| OutOfStep)?;
                self.push(*action);
                self.deal(dealt)?;
                self.decisions.push(Decision { n: event.n, played: self.history.len() });
                self.last_move = event.n;
            }
            Kind::Undone { to } => {
                self.decisions.retain(|decision| decision.n <= *to);
                self.history.truncate(self.decisions.last().unwrap_or(&self.started).played);
                self.game = AnyGame::new(&self.setup);
                for entry in &self.history {
                    self.game.play_unchecked(entry.action, &mut ());
                }
                self.last_move = event.n;
            }
            Kind::BotTakes { seat, manner } => {
                if let Some(info) = self.seats.get_mut(usize::from(*seat)) {
                    info.player = Player::Bot(*manner);
                }
            }
            Kind::Over { winners } => self.winners = Some(winners.iter().copied().filter_map(Seat::new).collect()),
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn push(&mut self, action: Action) {
        let mut events = Vec::new();
        let actor = self.game.to_act();
        self.game.play_unchecked(action, &mut events);
        self.history.push(Entry { action, actor, events });
    }

    /// Plays what the server dealt.
    fn deal(&mut self, dealt: &[String]) -> Result<(), OutOfStep> {
        for name in dealt {
            let action = match self.game.chance().ok_or(OutOfStep)? {
                Chance::Token => Animal::from_name(name).map(|animal| Action::DrawToken { animal }),
                _ => TileKind::from_name(name).map(|tile| Action::Draw { tile }),
            };
            let action = action.filter(|action| self.game.check(*action).is_ok()).ok_or(OutOfStep)?;
            self.push(action);
        }
        // The server deals up to the next decision.
        if self.game.to_act() == Actor::Dealer { Err(OutOfStep) } else { Ok(()) }
    }

    /// The number of the event to which the game goes back when the last turn of the person here is taken back.
    pub(crate) fn before_own_turn(&self) -> Option<u64> {
        let starts = std::iter::once(&self.started).chain(&self.decisions).zip(&self.decisions);
        let own = |(before, _): &(&Decision, &Decision)| {
            self.history.get(before.played).is_some_and(|entry| {
                matches!((entry.actor, entry.action), (Actor::Player(seat), Action::Place { .. }) if self.is_person(seat))
            })
        };
        starts.filter(own).last().map(|(before, _)| before.n)
    }

    /// Takes the server's record of the finished game.
    pub(crate) fn reveal(&mut self, record: Record) {
        self.record = Some(record);
    }
}

impl Session for RemoteSession {
    fn seats(&self) -> &[SeatInfo] {
        &self.seats
    }

    fn game(&self) -> &AnyGame {
        &self.game
    }

    fn history(&self) -> &[Entry] {
        &self.history
    }

    /// Only says whether it is possible: the server plays.
    fn play(&mut self, action: Action) -> Result<(), Illegal> {
        self.game.check(action)
    }

    /// The others are asked instead.
    fn undo_turn(&mut self) -> bool {
        false
    }

    fn record(&self) -> Record {
        if let Some(record) = &self.record {
            return record.clone();
        }
        let played = self.history.iter().map(|entry| entry.action);
        let record = Record::new(self.setup, Dealing::default(), played);
        let empty = || Record::new(self.setup, Dealing::default(), []).expect("a game can begin");
        let record = record.unwrap_or_else(|_| empty());
        Seat::ALL.into_iter().zip(&self.seats).fold(record, |record, (seat, info)| record.with_name(seat, &info.name))
    }

    fn is_over(&self) -> bool {
        self.winners.is_some() || self.game.phase() == Phase::Over
    }

    fn winners(&self) -> Vec<Seat> {
        self.winners.clone().unwrap_or_else(|| self.game.winners().iter().collect())
    }

    fn remote(&mut self) -> Option<&mut RemoteSession> {
        Some(self)
    }

    fn last_move(&self) -> u64 {
        self.last_move
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bots::Level;
    use crate::online::message::PlayerView;
    use crate::testkit::played;
    use rules::{GameId, Options};
    use table::Table;

    fn seats() -> Vec<SeatView> {
        let ann = PlayerView { id: "a".to_owned(), name: "Ann".to_owned() };
        let seat = |sitter| SeatView { sitter, player: None, present: true, rating: None };
        vec![seat(Sitter::Person(ann)), seat(Sitter::Bot(Level::Random.into()))]
    }

    /// The events that a server would tell of a game.
    fn told(table: &Table) -> Vec<Event> {
        let setup = *table.game().setup();
        let mut events: Vec<Event> = Vec::new();
        let mut kind = Kind::Started { seats: seats(), setup, commitment: String::new(), dealt: Vec::new() };
        for entry in table.history() {
            if let Actor::Player(seat) = entry.actor {
                events.push(Event { n: events.len() as u64 + 1, kind, clocks: None });
                kind = Kind::Acted { seat: seat.number(), action: entry.action, dealt: Vec::new() };
                continue;
            }
            let name = match entry.action {
                Action::Draw { tile } => tile.name(),
                Action::DrawToken { animal } => animal.name(),
                other => panic!("{other}"),
            };
            match &mut kind {
                Kind::Started { dealt, .. } | Kind::Acted { dealt, .. } => dealt.push(name.to_owned()),
                other => panic!("{other:?}"),
            }
        }
        events.push(Event { n: events.len() as u64 + 1, kind, clocks: None });
        events
    }

    fn begin(events: &[Event]) -> RemoteSession {
        RemoteSession::begin(&events[0], Some(0), |_| "A".to_owned()).expect("it begins")
    }

    #[test]
    fn every_game_comes_out_as_the_server_played_it() {
        for id in GameId::ALL {
            let setup = Setup::new(id, Options::NONE, 2, Seat::ALL[1]).expect("two can play");
            let table = played(&setup, 4, usize::MAX);
            let events = told(&table);
            let mut session = begin(&events);
            for event in &events[1..] {
                assert_eq!(session.hear(event), Ok(true), "{event:?}");
                assert_eq!(session.last_move(), event.n);
            }
            assert_eq!(session.game().scores(), table.game().scores(), "{id:?}");
            assert!(session.is_over() && session.history().len() == table.history().len());
            assert_eq!(session.winners(), table.game().winners().iter().collect::<Vec<_>>());
        }
    }

    #[test]
    fn what_is_taken_back_is_gone_and_other_things_follow() {
        let setup = Setup::new(GameId::Base, Options::NONE, 2, Seat::ALL[0]).expect("two can play");
        let events = told(&played(&setup, 5, 30));
        let mut session = begin(&events);
        let mut after_six = 0;
        for event in &events[1..] {
            session.hear(event).expect("it was played");
            if event.n == 6 {
                after_six = session.history().len();
            }
        }
        let last = events.len() as u64;
        let undone = Event { n: last + 2, kind: Kind::Undone { to: 6 }, clocks: None };
        assert_eq!(session.hear(&undone), Ok(true));
        assert_eq!((session.history().len(), session.last_move()), (after_six, last + 2));
        // The same may be played again, under other numbers.
        let again = Event { n: last + 3, ..events[6].clone() };
        assert_eq!(session.hear(&again), Ok(true));
        // Back to the beginning.
        let start = Event { n: last + 4, kind: Kind::Undone { to: 1 }, clocks: None };
        session.hear(&start).expect("everything can be taken back");
        assert_eq!(session.game().turn(), 1);
    }

    #[test]
    fn a_whole_turn_is_asked_back() {
        let setup = Setup::new(GameId::Base, Options::NONE, 2, Seat::ALL[0]).expect("two can play");
        let events = told(&played(&setup, 5, 30));
        let mut session = begin(&events);
        assert_eq!(session.before_own_turn(), None);
        let mut expected = None;
        for (before, event) in events.iter().zip(&events[1..]) {
            session.hear(event).expect("it was played");
            if matches!(event.kind, Kind::Acted { seat: 0, action: Action::Place { .. }, .. }) {
                expected = Some(before.n);
            }
            assert_eq!(session.before_own_turn(), expected, "{event:?}");
        }
        assert!(expected > Some(4), "{expected:?}");
    }

    #[test]
    fn what_cannot_be_is_no_move() {
        let setup = Setup::new(GameId::Base, Options::NONE, 2, Seat::ALL[0]).expect("two can play");
        let events = told(&played(&setup, 5, 8));
        let mut session = begin(&events);
        let Kind::Acted { seat, action, dealt } = events[1].kind.clone() else { panic!("an action comes first") };
        let wrong = [
            Kind::Acted { seat: 1 - seat, action, dealt: dealt.clone() },
            Kind::Acted { seat, action: Action::ReturnFarmer, dealt: dealt.clone() },
            Kind::Acted { seat: 200, action, dealt },
        ];
        for kind in wrong {
            assert_eq!(session.hear(&Event { n: 2, kind, clocks: None }), Err(OutOfStep));
        }
        assert_eq!(session.hear(&events[1]), Ok(true));
        let nothing_dealt = Kind::Started { seats: seats(), setup, commitment: String::new(), dealt: Vec::new() };
        let event = Event { n: 1, kind: nothing_dealt, clocks: None };
        assert!(RemoteSession::begin(&event, None, |_| String::new()).is_err());
    }

    #[test]
    fn only_the_own_seat_is_played_here() {
        let setup = Setup::new(GameId::Safari, Options::NONE, 2, Seat::ALL[0]).expect("two can play");
        let events = told(&played(&setup, 5, 8));
        let watching = RemoteSession::begin(&events[0], None, |_| String::new()).expect("it begins");
        assert!(Seat::ALL[..2].iter().all(|seat| !watching.is_person(*seat)));
        let mut session = begin(&events);
        assert!(session.is_person(Seat::ALL[0]) && !session.is_person(Seat::ALL[1]));
        let takes = Event { n: 2, kind: Kind::BotTakes { seat: 0, manner: Level::Greedy.into() }, clocks: None };
        session.hear(&takes).expect("a bot may take over");
        assert!(!session.is_person(Seat::ALL[0]));
        let over = Event { n: 3, kind: Kind::Over { winners: vec![1] }, clocks: None };
        session.hear(&over).expect("the game may end early");
        assert!(session.is_over() && session.winners() == [Seat::ALL[1]]);
    }
}
