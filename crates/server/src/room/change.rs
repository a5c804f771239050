//! The host changes what was agreed, before the game begins.

use super::state::Room;
use super::{Config, wrong};
use crate::time::Millis;
use wire::server::{ApiError, ApiErrorCode, CreateRoom, EventKind, PlayerView, SeatKind};

impl Room {
    /// Another game, other options, seats or clocks. Who sits here stays, at the same seat if that is still one for people.
    pub(super) fn change_table(
        &mut self,
        player: &PlayerView,
        wish: &CreateRoom,
        now: Millis,
    ) -> Result<u64, ApiError> {
        self.must_be_host(player)?;
        if wish.seed.is_some() || wish.contribution.is_some() {
            return Err(wrong("what the draws follow from was promised and stays as it is"));
        }
        let (setup, mut seats) = super::state::agree(wish)?;
        let mut standing = Vec::new();
        for (index, sitting) in self.summary.seats.iter().enumerate() {
            let person = sitting.kind == SeatKind::Person;
            match seats.get_mut(index).filter(|seat| seat.kind == SeatKind::Open) {
                Some(seat) if person || sitting.kind == SeatKind::Open => *seat = sitting.clone(),
                None if person => standing.push(sitting.clone()),
                _ => {}
            }
        }
        for sitting in standing {
            let free = seats.iter_mut().find(|seat| seat.kind == SeatKind::Open && seat.reserved.is_none());
            let full = || ApiError::new(ApiErrorCode::Full, "more people sit here than there would be seats for them");
            *free.ok_or_else(full)? = sitting;
        }
        let old = &self.config;
        self.config = Config::of(wish, old.id.clone(), old.commitment.clone(), old.created);
        self.setup = setup;
        self.summary.seats = seats;
        self.summary.first = wish.first;
        let (game, options) = (wish.game.clone(), wish.options.clone());
        let n = self.emit(EventKind::Changed { game, options, seats: self.started_seats() }, now, None);
        self.begin_if_full(now)?;
        Ok(n)
    }
}
