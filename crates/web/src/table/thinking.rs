//! Bots at the table: they are asked, and what they do is played slowly enough to be followed.

use super::state::{TableState, renew};
use crate::bots::{Advice, Manner, Request};
use crate::session::Lesson;
use leptos::prelude::*;
use rules::{Action, Actor, Game as _, LaidTile};
use std::time::Duration;

/// How long it is to be seen that a bot is about to lay its tile, so that people can follow; its piece takes half of that: 1.2 seconds for
/// a turn at the usual pace.
const PACE: Duration = Duration::from_millis(800);
/// How long the strongest bots think about a turn, in milliseconds.
const BOT_THINKS: u64 = 1200;

impl TableState {
    /// Asks a bot if one is to act.
    pub(crate) fn let_bot_think(&self) {
        renew(self.stalled, false);
        let Some(manner) = self.thinker() else { return };
        renew(self.thinking, self.will_think());
        if self.room.is_some() {
            // It thinks at the server.
            return;
        }
        let lesson = self.read_untracked(|session| session.lesson().map(|lesson| (lesson.reply, lesson.waits)));
        match lesson {
            Some((Some(reply), _)) => return self.play_later(reply, None, PACE * 2),
            Some((None, true)) => return,
            _ => {}
        }
        let planned = self.planned.try_update_value(Option::take).flatten();
        let possible = |action: &Action| self.read_untracked(|session| session.game().check(*action).is_ok());
        if let Some(action) = planned.filter(possible) {
            // Nobody thinks twice about the same.
            self.play_later(action, None, PACE / 2);
            return;
        }
        let state = *self;
        let began = js_sys::Date::now();
        self.ask(manner, BOT_THINKS, move |advice| {
            let Some(Advice { action, then, .. }) = advice else {
                state.thinking.set(false);
                state.stalled.set(true);
                return;
            };
            let spent = Duration::from_millis((js_sys::Date::now() - began).max(0.0) as u64);
            let pace = if then == Some(Action::Pass) { PACE + PACE / 2 } else { PACE };
            state.play_later(action, then, pace.saturating_sub(spent));
        });
    }

    /// The bot that is to act, if one is.
    fn thinker(&self) -> Option<Manner> {
        self.read_untracked(|session| match session.game().to_act() {
            Actor::Player(seat) => session.seat(seat).and_then(|info| info.player.manner()),
            _ => None,
        })
    }

    /// Whether it is to be seen that somebody thinks: not where a lesson knows the answer or waits.
    pub(super) fn will_think(&self) -> bool {
        let waits = |lesson: &Lesson<'_>| lesson.reply.is_some() || lesson.waits;
        self.thinker().is_some()
            && self.read_untracked(|session| match self.room {
                Some(_) => !session.is_over(),
                None => !session.lesson().as_ref().is_some_and(waits),
            })
    }

    /// Asks a bot what it would do now; the answer comes only if nothing has happened meanwhile.
    pub(crate) fn ask(&self, manner: Manner, millis: u64, answer: impl FnOnce(Option<Advice>) + 'static) {
        let request = self.read_untracked(|session| {
            let actions = session.history().iter().map(|entry| entry.action);
            Request::text(manner, session.history().len() as u64, millis, session.game(), actions)
        });
        let Some(request) = request else { return };
        let state = *self;
        let version = self.version.get_untracked();
        self.bots.with_value(|bots| {
            bots.ask(request, move |text| {
                // Somebody may have taken a move back or left the table.
                if state.version.try_get_untracked() == Some(version) {
                    answer(text.and_then(|text| Advice::parse(&text)));
                }
            });
        });
    }

    /// Plays a bot's action after a while, slowly enough to be followed; what it planned with it comes next.
    fn play_later(&self, action: Action, then: Option<Action>, wait: Duration) {
        if let Action::Place { tile, pos, rotation } = action {
            self.awaited.set(Some(LaidTile { kind: tile, pos, rotation }));
        }
        self.wait_and_play(action, then, wait.mul_f32(self.slowness.get_value()));
    }

    fn wait_and_play(&self, action: Action, then: Option<Action>, wait: Duration) {
        let state = *self;
        let version = self.version.get_untracked();
        let play = move || {
            if state.version.try_get_untracked() != Some(version) {
                return;
            }
            let left = state.rest_left();
            if left > Duration::ZERO {
                return state.wait_and_play(action, then, left);
            }
            // That nothing is done with a tile is nothing to show by itself.
            let rests = then == Some(Action::Pass) && state.can_pass_after(action);
            state.planned.set_value(then.filter(|_| !rests));
            if rests { state.play(&[action, Action::Pass]) } else { state.play(&[action]) }
        };
        set_timeout(play, wait);
    }

    /// Whether somebody may do nothing after an action.
    fn can_pass_after(&self, action: Action) -> bool {
        self.read_untracked(|session| {
            let mut game = session.game().clone();
            game.play(action).is_ok() && game.to_act() == session.game().to_act() && game.check(Action::Pass).is_ok()
        })
    }

    /// Nobody else acts for so many milliseconds: what happened is shown.
    pub(crate) fn rest(&self, millis: u32) {
        self.rests.set_value(js_sys::Date::now() + f64::from(millis));
    }

    /// How long nobody else acts.
    pub(crate) fn rest_left(&self) -> Duration {
        Duration::from_millis((self.rests.get_value() - js_sys::Date::now()).max(0.0) as u64)
    }
}
