//! Rooms whose storage failed: nobody could act in them, so nobody is charged for that time.

use crate::store::Fence;
use crate::time::Millis;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// When storage last answered, and which rooms it failed since when.
pub(super) struct Falters {
    served: AtomicU64,
    rooms: Mutex<HashMap<String, (Fence, Millis)>>,
}

impl Falters {
    pub(super) fn new(now: Millis) -> Falters {
        Falters { served: AtomicU64::new(now), rooms: Mutex::default() }
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<String, (Fence, Millis)>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Storage did something that began then.
    pub(super) fn note_served(&self, now: Millis) {
        self.served.fetch_max(now, Ordering::Relaxed);
    }

    /// When storage last answered whoever asked it before `now`.
    pub(super) fn served_before(&self, now: Millis) -> Millis {
        now.min(self.served.load(Ordering::Relaxed))
    }

    /// What a room wanted to write then is not there. It stands still from when storage was last known to answer; if it has stood
    /// still before and was not mended, from then.
    pub(super) fn faltered(&self, room: &str, fence: Fence, now: Millis) {
        let since = self.served_before(now);
        let mut rooms = self.rooms();
        let kept =
            rooms.get(room).filter(|(known, _)| *known == fence).map_or(since, |(_, earlier)| since.min(*earlier));
        rooms.insert(room.to_owned(), (fence, kept));
    }

    /// A room was found again by who had it under the fence `before`, and has it under another now. Says since when it stood still.
    pub(super) fn found(&self, room: &str, before: Option<Fence>, now: Fence) -> Option<Millis> {
        let mut rooms = self.rooms();
        let (fence, since) = rooms.get_mut(room)?;
        if Some(*fence) == before {
            *fence = now;
            return Some(*since);
        }
        // Others have had it since.
        rooms.remove(room);
        None
    }

    /// Everybody can be told how the clocks of a room stand.
    pub(super) fn mended(&self, room: &str) {
        self.rooms().remove(room);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_room_stands_still_from_the_last_answer_until_it_is_mended() {
        let falters = Falters::new(100);
        falters.note_served(200);
        falters.note_served(150);
        assert_eq!(falters.found("a", Some(0), 0), None);
        falters.faltered("a", 7, 900);
        assert_eq!(falters.found("a", Some(7), 8), Some(200));
        // What it wanted to tell then failed, too.
        falters.note_served(950);
        falters.faltered("a", 8, 1000);
        assert_eq!(falters.found("a", Some(8), 9), Some(200));
        falters.mended("a");
        assert_eq!(falters.found("a", Some(9), 10), None);
        // Storage answers others, and one write that began earlier failed.
        falters.note_served(2000);
        falters.faltered("b", 1, 1900);
        assert_eq!(falters.found("b", Some(1), 2), Some(1900));
        // Another node had it meanwhile.
        assert_eq!(falters.found("b", None, 5), None);
        assert_eq!(falters.found("b", Some(2), 6), None);
    }
}
