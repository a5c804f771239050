//! What moves the game, and how it ends.

use super::clock::Clocks;
use super::state::{Room, USUAL_LEVEL, bit, names};
use super::{forbidden, wrong};
use crate::store::Outcome;
use crate::time::Millis;
use rules::{Action, Phase, Seat};
use std::borrow::Cow;
use std::cmp::Reverse;
use table::Play;
use wire::server::{
    Act, ApiError, ApiErrorCode, EventKind, MAX_REQUEST_ID, OnLeave, OnTimeout, PlayerView, SeatKind, Undo,
};
use wire::{ActionJson, EventJson};

impl Room {
    /// A player's decision. The same request again gets the same answer and acts once.
    pub(super) fn act(&mut self, player: &PlayerView, act: &Act, now: Millis) -> Result<u64, ApiError> {
        if act.id.is_empty() || act.id.len() > MAX_REQUEST_ID || act.id.contains('\0') {
            return Err(wrong(format!("`id` has 1 to {MAX_REQUEST_ID} bytes, none of them zero")));
        }
        if let Some(n) = self.answered(&player.id, &act.id) {
            return Ok(n);
        }
        let seat = self.playing_seat(player)?;
        if act.after < self.last_move {
            let message = format!("the game has moved on: its last move is event {}", self.last_move);
            return Err(ApiError::new(ApiErrorCode::Stale, message));
        }
        if act.after > self.last {
            return Err(wrong(format!("`after` is {}, but the last event is {}", act.after, self.last)));
        }
        let action = Action::try_from(&act.action).map_err(|error| wrong(error.to_string()))?;
        self.decide(seat, action, now, Some((&player.id, &act.id)))
    }

    /// The decision of a bot, if it still is one about the game as it stands.
    pub(crate) fn bot_decides(&mut self, last_move: u64, action: Action, now: Millis) {
        let Some(seat) = self.to_act().filter(|_| self.last_move == last_move && self.bot().is_some()) else { return };
        if let Err(error) = self.decide(seat, action, now, None) {
            tracing::error!(room = %self.config.id, %error, "a bot chose what is not possible");
        }
    }

    fn decide(
        &mut self,
        seat: u8,
        action: Action,
        now: Millis,
        request: Option<(&str, &str)>,
    ) -> Result<u64, ApiError> {
        let Some(play) = self.play.as_mut() else { return Err(wrong("the game has not begun")) };
        match wire::decider(play.game()) {
            Some(decider) if decider == seat => {}
            decider => {
                let who = decider.map_or("nobody".to_owned(), |decider| format!("seat {decider}"));
                return Err(forbidden(format!("{who} decides now, you are seat {seat}")));
            }
        }
        let step = play.play(action).map_err(|illegal| ApiError {
            code: ApiErrorCode::IllegalAction,
            message: format!("{action}: {}", illegal.reason()),
            rule: illegal.rule().map(Cow::Borrowed),
        })?;
        let running = wire::decider(play.game());
        let over = play.game().phase() == Phase::Over;
        let Some(action) = ActionJson::of(action) else { return Err(wrong("the dealer's actions are the dealer's")) };
        let clock = self.moved_clocks(running, now);
        let events = EventJson::list(&step.events);
        let kind = EventKind::Action { seat, action, events, dealt: names(&step), clock };
        let n = self.emit(kind, now, request);
        if over {
            self.finish(now);
        }
        Ok(n)
    }

    fn moved_clocks(&self, running: Option<u8>, now: Millis) -> Option<wire::server::ClockState> {
        let clock = self.config.clock?;
        Some(self.clocks.as_ref()?.moved(&clock, running, now).state)
    }

    /// Tells the clocks as they are, after they stood still.
    pub(super) fn tell_clocks(&mut self, now: Millis) {
        if let Some(clocks) = &self.clocks {
            let clock = clocks.at(now).state;
            self.emit(EventKind::Clock { clock }, now, None);
        }
    }

    /// Clocks stood still at these times; if that is over, everybody is told how they stand.
    pub(crate) fn skip(&mut self, pauses: &[(Millis, Millis)], over: bool, now: Millis) {
        let changed = self.clocks.as_mut().is_some_and(|clocks| clocks.skip(pauses));
        if changed && over {
            self.tell_clocks(now);
        }
    }

    /// Looks whether somebody's time is up.
    pub(crate) fn tick(&mut self, now: Millis) {
        let late = self.deadline().is_some_and(|deadline| deadline <= now);
        let running = self.clocks.as_ref().and_then(|clocks| clocks.state.running);
        let (Some(seat), Some(clock), true) = (running, self.config.clock, late) else { return };
        self.emit(EventKind::Timeout { seat }, now, None);
        if clock.on_timeout == OnTimeout::Loss && self.still_in() <= 1 {
            self.finish(now);
        } else {
            self.bot_takes(seat, now);
            // The bot decides without a clock; it gets time again, so that none stands at zero.
            if let Some(clocks) = &mut self.clocks {
                let fresh = Clocks::start(&clock, clocks.state.left.len(), None, now).state.left;
                *clocks = clocks.at(now);
                clocks.state.left[usize::from(seat)] = fresh[usize::from(seat)];
            }
            self.tell_clocks(now);
        }
    }

    pub(super) fn bot_takes(&mut self, seat: u8, now: Millis) {
        self.emit(EventKind::BotTakes { seat, level: USUAL_LEVEL.name().to_owned() }, now, None);
        self.settle(now);
    }

    /// How many seats can still win.
    pub(super) fn still_in(&self) -> usize {
        let seats = 0..self.summary.seats.len() as u8;
        seats.filter(|&seat| self.lost & bit(seat) == 0).count()
    }

    /// A player gives up.
    pub(super) fn resign(&mut self, player: &PlayerView, now: Millis) -> Result<u64, ApiError> {
        let seat = self.playing_seat(player)?;
        let n = self.emit(EventKind::Resigned { seat }, now, None);
        if self.still_in() <= 1 || self.config.on_leave == OnLeave::End {
            self.finish(now);
        } else {
            self.bot_takes(seat, now);
        }
        Ok(n)
    }

    /// The game is over, by its rules or because of those who left it.
    pub(super) fn finish(&mut self, now: Millis) {
        let Some(game) = self.play.as_ref().map(Play::game) else { return };
        let scores = game.scores().to_vec();
        let is_in = |seat: u8| self.lost & bit(seat) == 0;
        let ended = game.phase() == Phase::Over;
        let mut winners: Vec<u8> = Vec::new();
        if ended {
            winners = game.winners().iter().map(Seat::number).filter(|&seat| is_in(seat)).collect();
        }
        if winners.is_empty() {
            let playing = || (0..scores.len() as u8).filter(|&seat| is_in(seat));
            let best = playing().map(|seat| scores[usize::from(seat)]).max();
            winners = playing().filter(|&seat| Some(scores[usize::from(seat)]) == best).collect();
        }
        self.out().outcome = self.outcome(&scores, &winners, now).map(Box::new);
        let (seed, salt) = self.secrets();
        let contributions = self.contributions();
        self.emit(EventKind::Over { scores, winners, seed, salt, contributions }, now, None);
    }

    /// What the game says of its players' strength: nothing if fewer than two people played, or hardly began.
    fn outcome(&self, scores: &[u16], winners: &[u8], now: Millis) -> Option<Outcome> {
        let rank = |seat: u8| {
            let points = scores.get(usize::from(seat)).copied().unwrap_or_default();
            (!winners.contains(&seat), self.lost & bit(seat) != 0, Reverse(points))
        };
        let seats = (0..).zip(&self.summary.seats);
        let mut people: Vec<_> =
            seats.filter_map(|(seat, sitting)| Some((rank(seat), sitting.player.as_ref()?.id.clone()))).collect();
        if people.len() < 2 || self.decisions.len() < self.summary.seats.len() {
            return None;
        }
        people.sort();
        let place = |rank| people.iter().filter(|(other, _)| *other < rank).count() + 1;
        let places = people.iter().map(|(rank, player)| (player.clone(), place(*rank))).collect();
        Some(Outcome { game: self.config.game.clone(), room: self.config.id.clone(), at: now, places })
    }

    /// Asks to take actions back, or answers who asked.
    pub(super) fn undo(&mut self, player: &PlayerView, undo: &Undo, now: Millis) -> Result<u64, ApiError> {
        let seat = self.playing_seat(player)?;
        match undo.accept {
            None => self.ask_back(seat, undo.to, now),
            Some(_) if undo.to.is_some() => Err(wrong("an answer says nothing of `to`")),
            Some(accept) => self.answer_back(seat, accept, now),
        }
    }

    fn ask_back(&mut self, seat: u8, to: Option<u64>, now: Millis) -> Result<u64, ApiError> {
        if self.question.is_some() {
            return Err(wrong("a question is open already"));
        }
        let before = |index: usize| index.checked_sub(1).map_or(self.started, |index| self.decisions[index].n);
        let to = match to {
            None => {
                let own = self.decisions.iter().rposition(|decision| decision.seat == seat);
                before(own.ok_or_else(|| wrong("you have done nothing that could be taken back"))?)
            }
            Some(to) => {
                let stands = to == self.started || self.decisions.iter().any(|decision| decision.n == to);
                let last = self.decisions.last().map_or(self.started, |decision| decision.n);
                if !stands || to == last {
                    return Err(wrong(format!("event {to} is no earlier action to which the game could go back")));
                }
                to
            }
        };
        let n = self.emit(EventKind::UndoAsked { seat, to }, now, None);
        self.settle(now);
        Ok(n)
    }

    fn answer_back(&mut self, seat: u8, accept: bool, now: Millis) -> Result<u64, ApiError> {
        let Some(question) = &self.question else { return Err(wrong("nobody asks to take anything back")) };
        if question.seat == seat {
            return Err(forbidden("the others answer"));
        }
        if question.agreed & bit(seat) != 0 {
            return Err(wrong("you have answered already"));
        }
        let n = self.emit(EventKind::UndoAnswered { seat, accept }, now, None);
        if accept {
            self.settle(now);
        }
        Ok(n)
    }

    /// Goes back if everybody agrees; bots, and those who left, always do.
    pub(super) fn settle(&mut self, now: Millis) {
        let Some(question) = &self.question else { return };
        let asked = (0..).zip(&self.summary.seats).filter(|(seat, sitting)| {
            *seat != question.seat && sitting.kind == SeatKind::Person && self.away & bit(*seat) == 0
        });
        if asked.map(|(seat, _)| bit(seat)).any(|bit| question.agreed & bit == 0) {
            return;
        }
        let to = question.to;
        let kept = self.decisions.partition_point(|decision| decision.n <= to);
        let Some(play) = self.play.as_mut() else { return };
        play.rewind(kept);
        let running = wire::decider(play.game());
        let clock = self.clocks.as_ref().map(|clocks| {
            let mut clock = clocks.at(now).state;
            clock.running = running;
            clock
        });
        self.emit(EventKind::Undone { to, clock }, now, None);
    }
}
