//! What a room shows of itself.

use super::state::Room;
use super::{Config, Sitting, Summary, wrong};
use crate::time::Millis;
use rules::Seat;
use table::Play;
use wire::StateJson;
use wire::server::{ApiError, RoomState, RoomView, SeatKind, SeatView, StateAnswer};

impl Room {
    /// State and actions, as the engine protocol says them.
    pub(crate) fn state_answer(&self) -> StateAnswer<StateJson> {
        let game = self.play.as_ref().map(Play::game);
        let player = self.to_act();
        StateAnswer {
            last: self.last,
            state: game.map(StateJson::of),
            player,
            actions: game.filter(|_| player.is_some()).map(wire::legal_actions).unwrap_or_default(),
        }
    }

    /// The record; with the secret only when the game is over.
    pub(crate) fn record(&self) -> Result<String, ApiError> {
        let play = self.play.as_ref().ok_or_else(|| wrong("the game has not begun"))?;
        let mut record = play.record(self.dealing(self.state == RoomState::Over));
        for (number, sitting) in self.summary.seats.iter().enumerate() {
            let name = sitting.player.as_ref().map(|player| player.name.as_str()).or(sitting.level.as_deref());
            if let (Some(seat), Some(name)) = (Seat::new(number as u8), name) {
                record = record.with_name(seat, name);
            }
        }
        Ok(record.to_string())
    }

    /// The room as everybody sees it; who is there, ratings and the link are for others to add.
    pub(crate) fn view(&self, now: Millis) -> RoomView {
        let mut view = view(&self.config, &self.summary, self.state);
        view.last = self.last;
        view.changed = self.changed;
        view.to_act = self.to_act();
        view.time = self.clocks.as_ref().map(|clocks| clocks.at(now).state);
        view.undo_asked = self.question.as_ref().map(|question| question.seat);
        if view.scores.is_none() {
            view.scores = self.play.as_ref().map(|play| play.game().scores().to_vec());
        }
        view
    }
}

/// A room as it stands in a list.
pub(crate) fn view(config: &Config, summary: &Summary, state: RoomState) -> RoomView {
    let seat = |sitting: &Sitting| SeatView {
        kind: sitting.kind,
        player: sitting.player.clone(),
        level: sitting.level.clone(),
        present: sitting.kind == SeatKind::Bot,
        rating: None,
    };
    RoomView {
        id: config.id.clone(),
        link: String::new(),
        state,
        game: config.game.clone(),
        options: config.options.clone(),
        seats: summary.seats.iter().map(seat).collect(),
        first: summary.first,
        host: summary.host.clone(),
        clock: config.clock,
        time: None,
        public: config.public,
        on_leave: config.on_leave,
        chat: config.chat,
        commitment: config.commitment.clone(),
        last: 0,
        to_act: None,
        scores: summary.scores.clone(),
        winners: summary.winners.clone(),
        undo_asked: None,
        rematch: summary.rematch.clone(),
        spectators: 0,
        created: config.created,
        changed: config.created,
    }
}
