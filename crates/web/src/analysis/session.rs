//! A finished game as a tree: what was played, and what somebody tries instead. The tiles come as they came in the game, as
//! long as that is possible, or as the person wants them.

use crate::session::{Player, SeatInfo, Session};
use rules::{Action, Actor, AnyGame, Dealing, Game as _, Illegal, Phase, Record, Seat, TileKind};
use table::Entry;

pub(crate) struct StudySession {
    record: Record,
    seats: Vec<SeatInfo>,
    /// What was played.
    main: Vec<Entry>,
    /// What is looked at: the game, or what is tried.
    line: Vec<Entry>,
    game: AnyGame,
    /// After how many actions of the game something else is tried.
    from: Option<usize>,
}

impl StudySession {
    pub(crate) fn new(record: Record, mut seats: Vec<SeatInfo>) -> StudySession {
        // Whoever tries moves does so for everybody.
        seats.iter_mut().for_each(|info| info.player = Player::Person);
        let mut game = AnyGame::new(record.setup());
        let main: Vec<Entry> = record.actions().map(|action| entry(&mut game, action)).collect();
        StudySession { record, seats, line: main.clone(), main, game, from: None }
    }

    /// How many actions the game has.
    pub(crate) fn record_length(&self) -> usize {
        self.main.len()
    }

    /// After how many actions of the game something else is tried, if that is so.
    pub(crate) fn from(&self) -> Option<usize> {
        self.from
    }

    /// What is tried, after the game's own actions.
    pub(crate) fn tried(&self) -> Vec<Action> {
        self.line.iter().skip(self.from.unwrap_or(usize::MAX)).map(|entry| entry.action).collect()
    }

    /// Leaves the game after so many actions to try something else.
    pub(crate) fn branch(&mut self, from: usize) {
        self.cut(self.main[..from.min(self.main.len())].to_vec());
        // What belongs to a turn is tried as a whole.
        while matches!(self.game.phase(), Phase::Act) && self.line.len() > 1 {
            self.cut(self.line[..self.line.len() - 1].to_vec());
        }
        // The tile in hand may be another one as well.
        let drawn = matches!(self.line.last(), Some(Entry { action: Action::Draw { .. }, .. }));
        self.from = Some(self.line.len() - usize::from(drawn));
        self.deal();
    }

    /// Goes back to a position of what is tried, to try something else there.
    pub(crate) fn rewind(&mut self, count: usize) {
        let count = count.clamp(self.from.unwrap_or(0), self.line.len());
        self.cut(self.line[..count].to_vec());
        self.deal();
    }

    /// Takes up what was tried before.
    pub(crate) fn take_up(&mut self, from: usize, actions: &[Action]) {
        self.cut(self.main[..from.min(self.main.len())].to_vec());
        self.from = Some(self.line.len());
        for &action in actions {
            if self.game.check(action).is_err() {
                break;
            }
            let played = entry(&mut self.game, action);
            self.line.push(played);
        }
        self.deal();
    }

    /// Goes back to the game.
    pub(crate) fn leave_branch(&mut self) {
        self.cut(self.main.clone());
        self.from = None;
    }

    /// Lets another tile come than the one that is in hand; says whether it can.
    pub(crate) fn redraw(&mut self, tile: TileKind) -> bool {
        let Some(Entry { action: Action::Draw { .. }, .. }) = self.line.last() else { return false };
        let before = self.line[..self.line.len() - 1].to_vec();
        if self.from.is_none_or(|from| from > before.len()) {
            return false;
        }
        let after = self.line.clone();
        self.cut(before);
        let wanted = Action::Draw { tile };
        if self.game.check(wanted).is_err() {
            self.cut(after);
            return false;
        }
        let drawn = entry(&mut self.game, wanted);
        self.line.push(drawn);
        self.deal();
        true
    }

    fn cut(&mut self, line: Vec<Entry>) {
        self.game = AnyGame::new(self.record.setup());
        for entry in &line {
            self.game.play_unchecked(entry.action, &mut ());
        }
        self.line = line;
    }

    /// Lets come what came in the game at this place, or else what came later, or anything.
    fn deal(&mut self) {
        while self.game.to_act() == Actor::Dealer {
            let is_draw = |entry: &&Entry| matches!(entry.action, Action::Draw { .. } | Action::DrawToken { .. });
            let done = self.line.iter().filter(is_draw).count();
            let draws: Vec<Action> = self.main.iter().filter(is_draw).map(|entry| entry.action).collect();
            let later = draws.get(done..).unwrap_or_default().iter().copied();
            let wanted = later.into_iter().find(|action| self.game.check(*action).is_ok());
            let Some(action) = wanted.or_else(|| self.game.outcome(0)) else { return };
            let drawn = entry(&mut self.game, action);
            self.line.push(drawn);
        }
    }
}

/// Plays an action that is possible.
fn entry(game: &mut AnyGame, action: Action) -> Entry {
    let actor = game.to_act();
    let mut events = Vec::new();
    game.play_unchecked(action, &mut events);
    Entry { action, actor, events }
}

impl Session for StudySession {
    fn seats(&self) -> &[SeatInfo] {
        &self.seats
    }

    fn game(&self) -> &AnyGame {
        &self.game
    }

    fn history(&self) -> &[Entry] {
        &self.line
    }

    fn play(&mut self, action: Action) -> Result<(), Illegal> {
        self.game.check(action)?;
        let played = entry(&mut self.game, action);
        self.line.push(played);
        self.deal();
        Ok(())
    }

    fn undo_turn(&mut self) -> bool {
        let Some(from) = self.from else { return false };
        let own = |entry: &Entry| matches!(entry.action, Action::Place { .. });
        let last = self.line.iter().skip(from).rposition(own).map(|index| from + index);
        let Some(last) = last else { return false };
        self.cut(self.line[..last].to_vec());
        true
    }

    fn record(&self) -> Record {
        let named = |record: Record, (seat, info): (Seat, &SeatInfo)| record.with_name(seat, &info.name);
        let actions = self.line.iter().map(|entry| entry.action);
        let line =
            Record::new(*self.record.setup(), Dealing::default(), actions).unwrap_or_else(|_| self.record.clone());
        Seat::ALL.into_iter().zip(&self.seats).fold(line, named)
    }

    /// What is not tried is only looked at, also where the game was left before its end.
    fn is_over(&self) -> bool {
        self.from.is_none() || self.game.phase() == Phase::Over
    }

    fn study(&mut self) -> Option<&mut StudySession> {
        Some(self)
    }

    fn studied(&self) -> Option<&StudySession> {
        Some(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testkit::played;
    use rules::{GameId, Options, Setup};

    fn session(id: GameId) -> StudySession {
        let setup = Setup::new(id, Options::NONE, 2, Seat::ALL[0]).expect("two can play");
        let record = played(&setup, 3, 40).record();
        let info = |colour| SeatInfo { name: String::new(), colour, player: Player::Elsewhere };
        StudySession::new(record, vec![info(0), info(1)])
    }

    #[test]
    fn moves_are_tried_and_taken_back_and_the_game_stays() {
        for id in GameId::ALL {
            let mut session = session(id);
            let all = session.history().len();
            session.branch(all / 2);
            let from = session.from().expect("something is tried");
            assert!(from <= all / 2 && !session.is_over());
            let begin = session.tried().len();
            let mut actions = Vec::new();
            for _ in 0..9 {
                session.game().actions(&mut actions);
                session.play(actions[actions.len() / 2]).expect("a listed action is possible");
                assert!(matches!(session.game().to_act(), Actor::Player(_)), "{id:?}");
            }
            let tried = session.tried();
            assert_eq!(session.record().actions().count(), from + tried.len());
            while session.undo_turn() {}
            assert!(session.tried().len() <= begin.max(1), "{id:?}: nothing but the tile in hand");
            session.take_up(from, &tried);
            assert_eq!(session.tried(), tried, "{id:?}");
            session.leave_branch();
            assert_eq!((session.history().len(), session.from()), (all, None));
            assert!(session.is_over());
        }
    }

    #[test]
    fn the_tile_in_hand_can_be_another_one() {
        let mut session = session(GameId::Base);
        session.branch(20);
        let kinds: Vec<TileKind> = session.game().bag().iter().map(|(kind, _)| kind).collect();
        for kind in kinds {
            assert!(session.redraw(kind));
            assert_eq!(session.game().tile(), Some(kind));
        }
        let none = TileKind::from_name("safari/A").unwrap_or(TileKind::all().last().expect("a tile"));
        assert!(!session.redraw(none));
        session.leave_branch();
        assert!(!session.redraw(none));
    }
}
