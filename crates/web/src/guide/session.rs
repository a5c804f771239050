//! A game in which every turn is given: the person is shown what to do, the opponent does it.

use super::script::{PERSON, SCRIPT, STEPS, deck, setup};
use crate::bots::Level;
use crate::lang::Lang;
use crate::session::{Lesson, LocalSession, Player, SeatInfo, Session};
use rules::{Action, Actor, AnyGame, Dealing, Illegal, Phase, Record};
use table::Entry;

pub(crate) struct GuideSession {
    inner: LocalSession,
    script: Vec<[Action; 2]>,
    /// Whether the person plays on after the last step.
    free: bool,
}

impl GuideSession {
    /// The guided game; why not, if it cannot begin.
    pub(crate) fn new(lang: Lang) -> Result<GuideSession, String> {
        let setup = setup().map_err(|error| error.to_string())?;
        let dealing = Dealing { deck: Some(deck(&setup)), ..Dealing::default() };
        let seat = |name: &str, colour, player| SeatInfo { name: name.to_owned(), colour, player };
        let seats =
            vec![seat(lang.seat_orange(), 0, Player::Person), seat(lang.seat_blue(), 1, Player::Bot(Level::Greedy))];
        let inner = LocalSession::dealt(&setup, dealing, seats).map_err(|error| error.to_string())?;
        let script = SCRIPT.iter().filter_map(super::script::Turn::actions).collect();
        Ok(GuideSession { inner, script, free: false })
    }
}

impl Session for GuideSession {
    fn seats(&self) -> &[SeatInfo] {
        self.inner.seats()
    }

    fn game(&self) -> &AnyGame {
        self.inner.game()
    }

    fn history(&self) -> &[Entry] {
        self.inner.history()
    }

    fn play(&mut self, action: Action) -> Result<(), Illegal> {
        self.inner.play(action)
    }

    fn undo_turn(&mut self) -> bool {
        self.inner.undo_turn()
    }

    fn record(&self) -> Record {
        self.inner.record()
    }

    fn lesson(&self) -> Option<Lesson<'_>> {
        let game = self.game();
        let placed = game.board().tile_count().saturating_sub(1);
        let placing = game.phase() == Phase::Place;
        let turn = if placing { placed } else { placed.saturating_sub(1) };
        let over = placing && placed >= self.script.len();
        let step = if over { STEPS } else { turn / 2 };
        let given = self.script.get(turn).filter(|_| !over);
        let by_person = game.to_act() == Actor::Player(PERSON);
        let rest = given.map(|given| if placing { &given[..] } else { &given[1..] });
        Some(Lesson {
            step,
            wish: rest.filter(|_| by_person && placing),
            reply: rest.filter(|_| !by_person).and_then(|rest| rest.first().copied()),
            waits: over && !self.free,
            free: self.free,
        })
    }

    fn play_on(&mut self) {
        self.free = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lesson_goes_on_with_the_game_and_back_with_undo() {
        let mut session = GuideSession::new(Lang::english()).expect("the script is sound");
        let wish = |session: &GuideSession| session.lesson().and_then(|lesson| lesson.wish.map(<[Action]>::to_vec));
        for action in wish(&session).expect("the person begins") {
            session.play(action).expect("what is wished is possible");
        }
        assert_eq!(wish(&session), None);
        for _ in 0..2 {
            let reply = session.lesson().and_then(|lesson| lesson.reply).expect("the opponent replies");
            session.play(reply).expect("the reply is possible");
        }
        assert_eq!(session.lesson().map(|lesson| lesson.step), Some(1));
        assert!(session.undo_turn());
        assert_eq!(session.lesson().map(|lesson| lesson.step), Some(0));
        assert_eq!(wish(&session).map(|wish| wish.len()), Some(2));
    }

    #[test]
    fn after_the_last_step_it_waits_until_the_person_plays_on() {
        let mut session = GuideSession::new(Lang::english()).expect("the script is sound");
        for action in session.script.clone().into_iter().flatten() {
            session.play(action).expect("the script is possible");
        }
        let lesson = session.lesson().expect("it is a lesson");
        assert!(lesson.waits && lesson.wish.is_none() && lesson.reply.is_none() && lesson.step == STEPS);
        session.play_on();
        assert!(session.lesson().is_some_and(|lesson| lesson.free && !lesson.waits));
    }
}
