//! A large board comes in pieces: the browser lays out and paints some of its tiles at a time, and answers people between
//! them.

use super::picture::Picture;
use super::queue::later;
use leptos::prelude::*;

/// How many tiles come at once: what a slow machine shows without a pause that is felt.
const AT_ONCE: usize = 12;

/// The same picture, to which tiles come a few at a time in the beginning. Once all were there it is as it is.
pub(super) fn growing(picture: Memo<Picture>) -> Memo<Picture> {
    let shown = RwSignal::new(AT_ONCE);
    Effect::new(move |_| {
        let now = shown.get();
        if now == usize::MAX {
            return;
        }
        let all = picture.with(|picture| picture.tiles.len());
        let next = if now >= all { usize::MAX } else { now + AT_ONCE };
        later(move || {
            // The board may be gone by then.
            shown.try_set(next);
        });
    });
    Memo::new(move |_| {
        let mut part = picture.get();
        part.tiles.truncate(shown.get());
        part
    })
}
