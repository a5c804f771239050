//! Who sits where, and what they say.

use super::state::{Room, USUAL_LEVEL, bit};
use super::{Sitting, forbidden, wrong};
use crate::text;
use crate::time::Millis;
use bots::Manner;
use wire::server::{
    ApiError, ApiErrorCode, Chat, EventKind, Join, Kick, MAX_CONTRIBUTION, OnLeave, PlayerView, RoomState, SeatKind,
    Start,
};

/// The most messages in a room.
const MOST_CHATS: u32 = 2000;

/// The bot of this level, perhaps with a style, or the usual one.
pub(super) fn bot(name: Option<&str>) -> Result<Sitting, ApiError> {
    let manner = match name {
        None => USUAL_LEVEL.into(),
        Some(name) => Manner::from_name(name)
            .ok_or_else(|| wrong(format!("unknown level {name:?}; there are: {}", Manner::known())))?,
    };
    Ok(Sitting::bot(&manner.to_string()))
}

/// A contribution as it is kept.
fn contribution(text: Option<&String>) -> Result<Option<String>, ApiError> {
    let Some(text) = text.filter(|text| !text.is_empty()) else { return Ok(None) };
    let text = text.to_ascii_lowercase();
    if !rules::is_contribution(&text) {
        return Err(wrong(format!("a contribution has up to {MAX_CONTRIBUTION} hexadecimal digits")));
    }
    Ok(Some(text))
}

impl Room {
    fn is_open_to(&self, seat: usize, player: &PlayerView) -> bool {
        let free = |sitting: &Sitting| {
            sitting.kind == SeatKind::Open && sitting.reserved.as_ref().is_none_or(|only| *only == player.id)
        };
        self.summary.seats.get(seat).is_some_and(free)
    }

    /// A player sits down, or comes back.
    pub(super) fn join(&mut self, player: &PlayerView, join: &Join, now: Millis) -> Result<u8, ApiError> {
        let contribution = contribution(join.contribution.as_ref())?;
        if let Some(wish) = join.seat.filter(|&seat| usize::from(seat) >= self.summary.seats.len()) {
            return Err(wrong(format!("there is no seat {wish}")));
        }
        if let Some(seat) = self.seat_of(&player.id) {
            let is_away = self.away & bit(seat) != 0;
            if self.state == RoomState::Playing
                && is_away
                && self.summary.seats[usize::from(seat)].kind == SeatKind::Person
            {
                self.emit(EventKind::Joined { seat, player: player.clone() }, now, None);
            }
            return Ok(seat);
        }
        let full = || ApiError::new(ApiErrorCode::Full, "no seat is free");
        match self.state {
            RoomState::Waiting if self.removed.contains(&player.id) => {
                return Err(forbidden("the host has removed you from this room"));
            }
            RoomState::Waiting => {}
            RoomState::Playing => return Err(full()),
            RoomState::Over => return Err(ApiError::new(ApiErrorCode::GameOver, "the game is over")),
        }
        let seat = match join.seat {
            Some(seat) if self.is_open_to(seat.into(), player) => usize::from(seat),
            Some(seat) => return Err(ApiError::new(ApiErrorCode::Full, format!("seat {seat} is taken"))),
            None => {
                let open = || (0..self.summary.seats.len()).filter(|&seat| self.is_open_to(seat, player));
                let kept = open().find(|&seat| self.summary.seats[seat].reserved.is_some());
                kept.or_else(|| open().next()).ok_or_else(full)?
            }
        };
        self.summary.seats[seat].contribution = contribution;
        if self.summary.host.is_none() {
            self.summary.host = Some(player.id.clone());
        }
        self.emit(EventKind::Joined { seat: seat as u8, player: player.clone() }, now, None);
        self.begin_if_full(now)?;
        Ok(seat as u8)
    }

    pub(super) fn must_be_host(&self, player: &PlayerView) -> Result<(), ApiError> {
        match self.state {
            RoomState::Waiting => {}
            RoomState::Playing => return Err(wrong("the game has begun")),
            RoomState::Over => return Err(ApiError::new(ApiErrorCode::GameOver, "the game is over")),
        }
        if self.summary.host.as_ref() == Some(&player.id) {
            Ok(())
        } else {
            Err(forbidden("only the host may do that"))
        }
    }

    /// Bots take the open seats, and the game begins.
    pub(super) fn start(&mut self, player: &PlayerView, start: &Start, now: Millis) -> Result<u64, ApiError> {
        self.must_be_host(player)?;
        let bot = bot(start.level.as_deref())?;
        for sitting in self.summary.seats.iter_mut().filter(|sitting| sitting.kind == SeatKind::Open) {
            *sitting = bot.clone();
        }
        self.begin(now)?;
        Ok(self.started)
    }

    /// The host removes somebody.
    pub(super) fn kick(&mut self, player: &PlayerView, kick: &Kick, now: Millis) -> Result<u64, ApiError> {
        self.must_be_host(player)?;
        let sitting = self.summary.seats.get(usize::from(kick.seat));
        let sitting = sitting.ok_or_else(|| wrong(format!("there is no seat {}", kick.seat)))?;
        match &sitting.player {
            Some(other) if other.id != player.id => {}
            _ => return Err(wrong("there is nobody to remove")),
        }
        Ok(self.emit(EventKind::Left { seat: kick.seat, removed: true }, now, None))
    }

    /// A player leaves.
    pub(super) fn leave(&mut self, player: &PlayerView, now: Millis) -> Result<u64, ApiError> {
        let seat = self.seat_of(&player.id).ok_or_else(|| forbidden("you do not sit here"))?;
        let taken_over = self.summary.seats[usize::from(seat)].kind == SeatKind::Bot;
        if self.state == RoomState::Over || taken_over || self.away & bit(seat) != 0 {
            return Ok(self.last);
        }
        let n = self.emit(EventKind::Left { seat, removed: false }, now, None);
        if self.state == RoomState::Waiting {
            let someone = self.summary.seats.iter().find_map(|sitting| sitting.player.as_ref());
            match someone {
                Some(_) if self.summary.host.as_ref() != Some(&player.id) => {}
                Some(next) => self.summary.host = Some(next.id.clone()),
                None => self.out().forget = true,
            }
            return Ok(n);
        }
        match self.config.on_leave {
            // If only they had not agreed to take something back, nobody is left to be asked.
            OnLeave::Wait => self.settle(now),
            OnLeave::Bot => self.bot_takes(seat, now),
            OnLeave::End => {
                self.lost |= bit(seat);
                self.finish(now);
            }
        }
        Ok(n)
    }

    /// Somebody says something.
    pub(super) fn chat(&mut self, player: &PlayerView, chat: &Chat, now: Millis) -> Result<u64, ApiError> {
        if !self.config.chat {
            return Err(forbidden("this room has no chat"));
        }
        let text = text::chat(&chat.text)?;
        if self.chats >= MOST_CHATS {
            return Err(ApiError::new(ApiErrorCode::TooMany, "this room has heard enough"));
        }
        let seat = self.seat_of(&player.id);
        Ok(self.emit(EventKind::Chat { player: player.clone(), seat, text }, now, None))
    }

    /// Nobody came: the room goes away. Says whether it did.
    pub(crate) fn vanish(&mut self) -> bool {
        if self.state == RoomState::Waiting {
            self.out().forget = true;
        }
        self.state == RoomState::Waiting
    }
}
