//! Times at which this node did not hear the others, could keep nothing, or did nothing at all: players could not act at those, nor
//! see what others did, so nobody is charged.

use crate::time::Millis;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A heart that beat so long ago has stopped: the program was suspended, or its machine was.
const STOPPED: Millis = 1_000;

/// When time stood still at this node.
#[derive(Default)]
pub(super) struct Stillness(Mutex<State>);

#[derive(Default)]
struct State {
    /// Since when it stands still, if it does.
    since: Option<Millis>,
    /// Since when nothing can be kept, if so.
    stalled: Option<Millis>,
    /// From when to when it did before.
    past: Vec<(Millis, Millis)>,
    /// When the heart last beat, if it does.
    beat: Option<Millis>,
    /// Of how many times of stillness it knew then.
    known: usize,
}

impl State {
    /// Whoever comes first after the program was suspended finds out that it was.
    fn notice(&mut self, now: Millis) {
        let Some(beat) = self.beat else { return };
        if now > beat + STOPPED {
            if self.since.is_none() && self.stalled.is_none() {
                self.past.push((beat, now));
            }
            self.beat = Some(now);
        }
    }
}

impl Stillness {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Time stands still from now on.
    pub(super) fn begin(&self, now: Millis) {
        self.state().since.get_or_insert(now);
    }

    /// Time runs again. Says whether it had stood still.
    pub(super) fn end(&self, now: Millis) -> bool {
        let mut state = self.state();
        let Some(since) = state.since.take() else { return false };
        state.past.push((since, now));
        true
    }

    /// Storage has failed, and last answered then.
    pub(super) fn stall(&self, since: Millis) {
        self.state().stalled.get_or_insert(since);
    }

    /// Storage answers. Says whether it had failed.
    pub(super) fn resume(&self, now: Millis) -> bool {
        let mut state = self.state();
        let Some(since) = state.stalled.take() else { return false };
        state.past.push((since, now));
        true
    }

    /// Whether storage has failed and not answered since.
    pub(super) fn is_stalled(&self) -> bool {
        self.state().stalled.is_some()
    }

    /// This node lives. Says whether time has stood still since the last beat, and runs again.
    pub(super) fn beat(&self, now: Millis) -> bool {
        let mut state = self.state();
        state.notice(now);
        state.beat = Some(now);
        let known = state.past.len();
        std::mem::replace(&mut state.known, known) != known
    }

    /// How often it did before.
    pub(super) fn count(&self) -> usize {
        self.state().past.len()
    }

    /// When it stood still, the first `known` times left out, until now if it does; and how often it did before.
    pub(super) fn after(&self, known: usize, now: Millis) -> (Vec<(Millis, Millis)>, usize) {
        let mut state = self.state();
        state.notice(now);
        let past = state.past.get(known..).unwrap_or_default();
        let goes_on = state.since.into_iter().chain(state.stalled).map(|since| (since, now));
        let mut pauses: Vec<_> = past.iter().copied().chain(goes_on).collect();
        pauses.sort_unstable();
        (pauses, state.past.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_over_is_told_once_and_what_goes_on_until_now() {
        let stillness = Stillness::default();
        assert!(!stillness.end(50));
        stillness.begin(100);
        stillness.begin(120);
        assert_eq!(stillness.after(0, 150), (vec![(100, 150)], 0));
        assert!(stillness.end(200));
        assert!(!stillness.end(210));
        assert_eq!(stillness.after(0, 300), (vec![(100, 200)], 1));
        assert_eq!(stillness.after(1, 300), (Vec::new(), 1));
        stillness.begin(400);
        assert_eq!(stillness.after(1, 450), (vec![(400, 450)], 1));
        assert_eq!(stillness.count(), 1);
    }

    #[test]
    fn storage_and_others_can_be_away_at_the_same_time() {
        let stillness = Stillness::default();
        assert!(!stillness.resume(50));
        stillness.begin(200);
        stillness.stall(100);
        stillness.stall(150);
        assert_eq!(stillness.after(0, 300).0, [(100, 300), (200, 300)]);
        assert!(stillness.end(400));
        assert_eq!(stillness.after(0, 450).0, [(100, 450), (200, 400)]);
        assert!(stillness.resume(500) && !stillness.resume(510));
        assert_eq!(stillness.after(0, 600), (vec![(100, 500), (200, 400)], 2));
    }

    #[test]
    fn who_was_suspended_finds_out_by_the_first_look_and_tells_it_at_the_next_beat() {
        let stillness = Stillness::default();
        assert_eq!(stillness.after(0, 90_000), (Vec::new(), 0), "a heart that never beat has not stopped");
        for now in [100_000, 100_200, 101_200] {
            assert!(!stillness.beat(now), "a late beat is a beat");
        }
        assert_eq!(stillness.after(0, 105_000), (vec![(101_200, 105_000)], 1));
        assert_eq!(stillness.after(1, 105_001), (Vec::new(), 1), "once");
        assert!(stillness.beat(105_100), "the others are told");
        assert!(!stillness.beat(105_300));
        assert!(stillness.beat(110_000), "the beat itself may be the first to look");
        assert_eq!(stillness.after(1, 110_100), (vec![(105_300, 110_000)], 2));

        // Where time stands still anyway, nothing is added; a clock that is put back is no stillness.
        stillness.begin(110_200);
        assert!(!stillness.beat(120_000));
        assert!(stillness.end(120_100));
        assert_eq!(stillness.after(2, 120_200), (vec![(110_200, 120_100)], 3));
        assert!(stillness.beat(120_300));
        assert!(!stillness.beat(119_000) && !stillness.beat(119_900));
    }
}
