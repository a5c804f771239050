//! Clocks: the server keeps them, the page shows them running.

use super::message::Clocks;
use super::notify;
use super::room::Room;
use crate::app::App;
use crate::lang::Lang;
use leptos::prelude::*;
use std::time::Duration;

/// How often a clock is looked at.
const LOOK: Duration = Duration::from_millis(250);
/// Below this the colour warns, and once a sound, in milliseconds.
const LOW: u64 = 20_000;
const DAY: u64 = 24 * 60 * 60;

/// What is left on a seat's clock.
fn left(clocks: &Clocks, seat: u8, now: u64) -> Option<u64> {
    let left = *clocks.left.get(usize::from(seat))?;
    let spent = if clocks.running == Some(seat) { now.saturating_sub(clocks.at) } else { 0 };
    Some(left.saturating_sub(spent))
}

/// A time as people read it: the last minute second by second, days in days and hours.
fn text(lang: Lang, millis: u64) -> String {
    let seconds = millis.div_ceil(1000);
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    if seconds >= DAY {
        return lang.days_hours(seconds / DAY, hours % 24);
    }
    if hours > 0 {
        format!("{hours}:{minutes:02}:{:02}", seconds % 60)
    } else {
        format!("{minutes}:{:02}", seconds % 60)
    }
}

/// The clock of a seat, where the room has clocks.
#[component]
pub(super) fn Clock(room: Room, seat: u8) -> impl IntoView {
    let app = expect_context::<App>();
    let lang = app.lang.get_untracked();
    let tick = RwSignal::new(0_u32);
    if let Ok(timer) = set_interval_with_handle(move || tick.update(|tick| *tick = tick.wrapping_add(1)), LOOK) {
        on_cleanup(move || timer.clear());
    }
    let millis = Memo::new(move |_| {
        tick.track();
        let shown = room.clocks.with(|clocks| left(clocks.as_ref()?, seat, room.now()));
        // Nothing changes on the screen between two seconds.
        shown.map(|millis| millis.div_ceil(1000) * 1000)
    });
    let low = Memo::new(move |_| millis.get().is_some_and(|millis| millis <= LOW));
    Effect::new(move |before: Option<bool>| {
        let now = low.get() && room.me.get_untracked() == Some(seat);
        if now && before == Some(false) {
            untrack(|| notify::hurry(app));
        }
        now
    });
    let runs = move || room.clocks.with(|clocks| clocks.as_ref().is_some_and(|clocks| clocks.running == Some(seat)));
    move || {
        millis.get().map(|millis| {
            view! { <span class="clock" class:low=low class:runs=runs role="timer" aria-label=lang.clock()>{text(lang, millis)}</span> }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_clock_of_whoever_acts_runs() {
        let clocks = Clocks { at: 1000, left: vec![60_000, 5000], running: Some(1) };
        assert_eq!([0, 1, 2].map(|seat| left(&clocks, seat, 3500)), [Some(60_000), Some(2500), None]);
        assert_eq!(left(&clocks, 1, 99_000), Some(0));
        // A browser whose clock is behind shows no more than there is.
        assert_eq!(left(&clocks, 1, 0), Some(5000));
    }

    #[test]
    fn times_are_read_at_a_glance() {
        let lang = Lang::english();
        let texts = [0, 900, 59_000, 61_000, 3_725_000].map(|millis| text(lang, millis));
        assert_eq!(texts, ["0:00", "0:01", "0:59", "1:01", "1:02:05"]);
        assert_eq!(text(lang, 26 * 3600 * 1000), lang.days_hours(1, 2));
    }
}
