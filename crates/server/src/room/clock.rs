//! Everybody's time. It is kept in milliseconds left, and since when somebody's runs.

use crate::time::Millis;
use wire::server::{Clock, ClockState, Pace};

const SECOND: Millis = 1000;
const DAY: Millis = 24 * 60 * 60 * SECOND;
/// The longest times that make sense.
const MAX_SECONDS: u32 = 24 * 60 * 60;
const MAX_DAYS: u32 = 30;

/// The clocks of a running game.
#[derive(Clone, Debug)]
pub(super) struct Clocks {
    pub(super) state: ClockState,
    pub(super) since: Millis,
}

/// Says what is wrong with the clock that somebody wishes.
pub(super) fn check(clock: &Clock) -> Result<(), String> {
    let within = |value: Option<u32>, most: u32| value.is_some_and(|value| (1..=most).contains(&value));
    match clock.kind {
        Pace::Player if clock.days.is_some() => Err("a clock per player counts seconds, not days".to_owned()),
        Pace::Player if !within(clock.seconds, MAX_SECONDS) => {
            Err(format!("a clock per player has 1 to {MAX_SECONDS} seconds"))
        }
        Pace::Player if clock.increment.is_some_and(|increment| increment > MAX_SECONDS) => {
            Err(format!("an increment is at most {MAX_SECONDS} seconds"))
        }
        Pace::Correspondence if clock.seconds.is_some() || clock.increment.is_some() => {
            Err("correspondence counts days, not seconds".to_owned())
        }
        Pace::Correspondence if !within(clock.days, MAX_DAYS) => {
            Err(format!("correspondence has 1 to {MAX_DAYS} days a move"))
        }
        _ => Ok(()),
    }
}

/// What a player has at the beginning, or for each decision.
fn allowance(clock: &Clock) -> Millis {
    match clock.kind {
        Pace::Player => Millis::from(clock.seconds.unwrap_or(1)) * SECOND,
        Pace::Correspondence => Millis::from(clock.days.unwrap_or(1)) * DAY,
    }
}

impl Clocks {
    /// The clocks when the game begins.
    pub(super) fn start(clock: &Clock, seats: usize, running: Option<u8>, now: Millis) -> Clocks {
        Clocks { state: ClockState { left: vec![allowance(clock); seats], running }, since: now }
    }

    /// The clocks after a decision: `running` decides next.
    pub(super) fn moved(&self, clock: &Clock, running: Option<u8>, now: Millis) -> Clocks {
        let mut next = self.at(now);
        let before = self.state.running;
        match clock.kind {
            Pace::Player => {
                if let (Some(seat), true) = (before, running != before) {
                    let extra = Millis::from(clock.increment.unwrap_or(0)) * SECOND;
                    if let Some(left) = next.state.left.get_mut(usize::from(seat)) {
                        *left += extra;
                    }
                }
            }
            Pace::Correspondence => next.state.left.fill(allowance(clock)),
        }
        next.state.running = running;
        next
    }

    /// The clocks as they stand at a time.
    pub(super) fn at(&self, now: Millis) -> Clocks {
        let mut state = self.state.clone();
        let gone = now.saturating_sub(self.since);
        if let Some(left) = state.running.and_then(|seat| state.left.get_mut(usize::from(seat))) {
            *left = left.saturating_sub(gone);
        }
        Clocks { state, since: now.max(self.since) }
    }

    /// When the running time is up.
    pub(super) fn deadline(&self) -> Option<Millis> {
        let left = self.state.left.get(usize::from(self.state.running?))?;
        Some(self.since + left)
    }

    /// The clocks after the server was away: whatever time it was, nobody is charged for it. Says whether that changed
    /// anything.
    pub(super) fn skip(&mut self, pauses: &[(Millis, Millis)]) -> bool {
        if self.state.running.is_none() {
            return false;
        }
        // Time stood still from `from` to `to`: what ran before counts, and it runs again from `to`.
        let mut changed = false;
        for &(from, to) in pauses {
            if to <= self.since {
                continue;
            }
            *self = self.at(from.max(self.since));
            self.since = to;
            changed = true;
        }
        changed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wire::server::OnTimeout;

    fn blitz() -> Clock {
        let (seconds, increment) = (Some(60), Some(5));
        Clock { kind: Pace::Player, seconds, increment, days: None, on_timeout: OnTimeout::Loss }
    }

    #[test]
    fn time_runs_for_whoever_decides_and_turns_add_to_it() {
        let clocks = Clocks::start(&blitz(), 2, Some(0), 1_000);
        assert_eq!(clocks.deadline(), Some(61_000));
        let same = clocks.moved(&blitz(), Some(0), 11_000);
        assert_eq!(same.state.left, [50_000, 60_000]);
        let other = same.moved(&blitz(), Some(1), 21_000);
        assert_eq!(other.state.left, [45_000, 60_000]);
        assert_eq!(other.deadline(), Some(81_000));
    }

    #[test]
    fn nobody_pays_for_a_pause() {
        let mut clocks = Clocks::start(&blitz(), 2, Some(0), 1_000);
        assert!(!clocks.skip(&[(0, 500)]));
        assert!(clocks.skip(&[(0, 500), (3_000, 100_000)]));
        assert_eq!(clocks.deadline(), Some(158_000));
        assert_eq!(clocks.state.left, [58_000, 60_000]);
    }

    #[test]
    fn impossible_clocks_are_refused() {
        assert_eq!(check(&blitz()), Ok(()));
        let days = Clock { kind: Pace::Correspondence, seconds: None, increment: None, days: Some(3), ..blitz() };
        assert_eq!(check(&days), Ok(()));
        for clock in [
            Clock { seconds: None, ..blitz() },
            Clock { seconds: Some(0), ..blitz() },
            Clock { days: Some(1), ..blitz() },
            Clock { days: None, ..days },
            Clock { days: Some(1000), ..days },
            Clock { seconds: Some(5), ..days },
        ] {
            assert!(check(&clock).is_err(), "{clock:?}");
        }
    }
}
