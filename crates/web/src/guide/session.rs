//! A game in which every turn is given: the person is shown what to do, the opponent does it.

use super::script::{Guide, PERSON, decisions};
use crate::bots::Level;
use crate::lang::Lang;
use crate::session::{Lesson, LocalSession, Player, SeatInfo, Session};
use rules::{Action, Actor, AnyGame, Game as _, Illegal, Phase, Record};
use table::Entry;

pub(crate) struct GuideSession {
    inner: LocalSession,
    guide: &'static Guide,
    script: Vec<Action>,
    /// How many decisions had been made when it began.
    before: usize,
    /// The first decision of each step.
    begins: Vec<usize>,
    /// Whether the person plays on after the last step.
    free: bool,
}

impl GuideSession {
    /// The guided game; why not, if it cannot begin.
    pub(super) fn new(lang: Lang, guide: &'static Guide) -> Result<GuideSession, String> {
        let setup = guide.setup().map_err(|error| error.to_string())?;
        let seat = |name: &str, colour, player| SeatInfo { name: name.to_owned(), colour, player };
        let seats = vec![
            seat(lang.seat_orange(), 0, Player::Person),
            seat(lang.seat_blue(), 1, Player::Bot(Level::Greedy.into())),
        ];
        let mut inner = LocalSession::dealt(&setup, guide.dealing(&setup), seats).map_err(|error| error.to_string())?;
        for action in decisions(guide.before) {
            inner.play(action).map_err(|error| error.to_string())?;
        }
        let (mut script, mut begins) = (Vec::new(), Vec::new());
        for step in guide.steps {
            begins.push(script.len());
            script.extend(decisions(step.moves));
        }
        let before = decisions(guide.before).count();
        Ok(GuideSession { inner, guide, script, before, begins, free: false })
    }

    /// How many decisions of the script have been made.
    fn done(&self) -> usize {
        let by_player = |entry: &&Entry| entry.actor != Actor::Dealer;
        self.history().iter().filter(by_player).count().saturating_sub(self.before)
    }

    /// What is confirmed at once with the decision of this number.
    fn together(&self, done: usize) -> &[Action] {
        let acts = || {
            let mut after = self.game().clone();
            self.game().phase() == Phase::Place && after.play(self.script[done]).is_ok() && after.phase() == Phase::Act
        };
        let count = if done + 1 < self.script.len() && acts() { 2 } else { 1 };
        &self.script[done..done + count]
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
        self.done() > 0 && self.inner.undo_turn()
    }

    fn record(&self) -> Record {
        self.inner.record()
    }

    fn lesson(&self) -> Option<Lesson<'_>> {
        let done = self.done();
        let over = done >= self.script.len();
        let steps = self.guide.steps.len();
        let begun = self.begins.iter().filter(|begin| **begin <= done).count();
        let step = if over { steps } else { begun.saturating_sub(1) };
        let (head, text) = self.guide.steps.get(step).map_or(self.guide.end, |step| (step.head, step.text));
        let by_person = self.game().to_act() == Actor::Player(PERSON);
        Some(Lesson {
            step,
            steps,
            head,
            text,
            wish: (!over && by_person).then(|| self.together(done)),
            leads: self.guide.leads,
            reply: self.script.get(done).copied().filter(|_| !by_person),
            waits: over && !self.free,
            free: self.free,
            short: self.guide.short,
        })
    }

    fn play_on(&mut self) {
        self.free = true;
    }
}

#[cfg(test)]
mod tests {
    use super::super::{all, games};
    use super::*;

    fn session() -> GuideSession {
        GuideSession::new(Lang::english(), &games::BASE).expect("the script is sound")
    }

    #[test]
    fn the_lesson_goes_on_with_the_game_and_back_with_undo() {
        let mut session = session();
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
    fn every_one_is_played_to_its_end_by_doing_what_is_wished() {
        for guide in all() {
            let mut session = GuideSession::new(Lang::english(), guide).expect("the script is sound");
            let mut last = 0;
            loop {
                let lesson = session.lesson().expect("it is a lesson");
                assert!(lesson.step == last || lesson.step == last + 1, "no step is left out");
                last = lesson.step;
                let next = lesson.wish.map(<[Action]>::to_vec).or(lesson.reply.map(|reply| vec![reply]));
                let Some(next) = next else {
                    assert!(lesson.waits && lesson.step == lesson.steps);
                    break;
                };
                for action in next {
                    session.play(action).expect("what is wished is possible");
                }
            }
            session.play_on();
            assert!(session.lesson().is_some_and(|lesson| lesson.free && !lesson.waits));
            while session.undo_turn() {}
            assert_eq!(session.lesson().map(|lesson| lesson.step), Some(0));
        }
    }
}
