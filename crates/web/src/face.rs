//! Faces: a bot is a wooden bust whose hat tells its level, a person is their own piece with its mark.

use crate::bots::Level;
use crate::livery::{livery, piece_id};
use crate::session::{Player, SeatInfo};
use art::Figurine;
use leptos::prelude::*;

/// What the busts have in common, up to eyes and hat.
const BUST: &str = r##"<path class="c l" d="M8 66c1-13 9-19 24-19s23 6 24 19z"/><path d="M14 58c2-5 6-8 11-9" fill="none" stroke="#fff" stroke-opacity=".4" stroke-width="2.4"/><path d="M32 13c9 0 14 6 14 15.5S40.5 47 32 47s-14-9-14-18.5S23 13 32 13z" fill="#eccb9d" class="l"/><path d="M40.5 17c4 3.5 5 8 4.5 13.5-1 8-5 14.5-11 16 7.5-5.5 9.5-17.5 6.5-29.5z" fill="#c99a68" opacity=".55"/>"##;
const EYES: &str = r##"<path d="M26.5 29v1.5M37.5 29v1.5" stroke="#33241a" stroke-width="3.1"/>"##;

const fn head(level: Level) -> &'static str {
    match level {
        Level::Random | Level::Novice => {
            r##"<path d="M27 38c3 3 7 3 10 0" fill="none" class="l"/><path d="M22.5 35.5h2.5M39 35.5h2.5" stroke="#d9825a" stroke-width="2.6" opacity=".7"/><path d="M24 25.5c1-1 2.5-1.5 4-1M36 24.5c1.5-.5 3 0 4 1" fill="none" class="l"/><path d="M10 23.5c7-3 36-3.5 44 0-4 3.5-40 4-44 0z" fill="#e2b75b" class="l"/><path d="M20.5 21.5C21 12 26 8.5 32 8.5s11 3.5 11.5 13c-7 1.5-16 1.5-23 0z" fill="#ecc974" class="l"/><path d="M20.5 18.5c7.5 2 15.5 2 23 0v3c-7.5 1.5-15.5 1.5-23 0z" class="c l"/>"##
        }
        Level::Pupil => {
            r##"<path d="M28 38c2.5 2 5.5 2 8 0M24 25c1.5-1 3-1 4.5-.5M35.5 24.5c1.5-.5 3-.5 4.5.5" fill="none" class="l"/><path d="M17 32c-4 5-4 12-1 17 4-4 5-10 4-15zM47 32c4 5 4 12 1 17-4-4-5-10-4-15zM17 33c-2-15 4-24 15-24s17 9 15 24c-1-6-3-10-6-12-6 2-12 2-18 0-3 2-5 6-6 12z" fill="#a8662f" class="l"/><path d="M19 18c8-4 18-4 26 0" fill="none" class="t"/>"##
        }
        Level::Greedy | Level::Casual => {
            r##"<path d="M28 38.5c2.5 2 6 1.5 8-1" fill="none" class="l"/><path d="M23.5 25c1.5-1.5 3.5-1.5 5-.5M35.5 24.5c1.5-1 3.5-1 5 .5" fill="none" class="l"/><path d="M17 34c-2.5-16 4-25 15-25s17.5 9 15 25c-1 4-2.5 7-4.5 9 1.5-9 1-16.5-3.5-21-5-2-10-2-14.5 0-4 5-4.5 12-3 21-2-2-3.5-5-4.5-9z" fill="#f6ecd8" class="l"/><path d="M19 18c8-4 18-4 26 0" fill="none" class="t"/><path d="M32 33.5c-.5 1-.5 2 .5 2" fill="none" class="l"/>"##
        }
        Level::Regular => {
            r##"<path d="M24 25c1.5-1 3-1 4.5-.5M35.5 24.5c1.5-.5 3-.5 4.5.5M29 41c2 1 4 1 6 0" fill="none" class="l"/><path d="M24 37c2-3 6-3 8-1 2-2 6-2 8 1-3 2-6 2-8 0-2 2-5 2-8 0z" fill="#6b4a2e" class="l"/><path d="M15 22c-1-8 8-13.5 18-13.5 9 0 17 4 16.5 10.5 0 2-2 3-4 3-9-2-18-1.5-27 1.5-2 .5-3.5 0-3.5-1.5z" class="c l"/>"##
        }
        Level::Tactician => {
            r##"<path d="M19 33c2 1.5 4 2 6 1.5 2-1.5 5-2 7-.5 2-1.5 5-1 7 .5 2 .5 4 0 6-1.5.5 9-4.5 16.5-13 16.5S18.5 42 19 33z" fill="#8a4f2b" class="l"/><path d="M28.5 39.5c2 1 5 1 7 0" fill="none" stroke="#eccb9d" stroke-width="2"/><path d="M16.5 25C16.5 14 23 7.5 32 7.5S47.5 14 47.5 25c-4.5-1.5-9-2-13.5-2v11h-4.5V23c-4.5 0-9 .5-13.5 2z" fill="#b9c0c4" class="l"/><path d="M32 7.5v15M17 21.5c10-2.5 20-2.5 30 0" fill="none" stroke="#33241a" stroke-width="1.5" opacity=".6"/><path d="M21 17c1.5-3.5 3.5-5.5 6.5-6.5" fill="none" stroke="#fff" stroke-opacity=".75" stroke-width="2"/>"##
        }
        Level::Expert => {
            r##"<path d="M18.5 32c2 3 5 3.5 7.5 2.5 2-1.5 4-2 6-.5 2-1.5 4-1 6 .5 2.5 1 5.5.5 7.5-2.5 0 11-4.5 20-13.5 20s-13.5-9-13.5-20z" fill="#cfd3d4" class="l"/><path d="M28.5 40c2 1 5 1 7 0M23.5 25.5l5-1M40.5 25.5l-5-1" fill="none" class="l"/><path d="M18 22l-1-11 8 6 7-9 7 9 8-6-1 11c-9-2.5-19-2.5-28 0z" fill="#e2b75b" class="l"/>"##
        }
        Level::Strategist => {
            r##"<path d="M29 39c2 1.5 4 1.5 6 0M32 32c-1 1.5-1 2.5.5 3" fill="none" class="l"/><path d="M13 49c1-3 2-8 2-16C15 17 21 8.5 32 8.5S49 17 49 33c0 8 1 13 2 16-3 2-6 3-9 3 2.5-5 3.5-14 3-21-.5-7-5-11-13-11s-12.5 4-13 11c-.5 7 .5 16 3 21-3 0-6-1-9-3z" fill="#4a3b36" class="l"/><path d="M19 31c.5-7 5-11.5 13-11.5S44.5 24 45 31c-1.5-4.5-4-7-6.5-7.5-4.5-1-8.5-1-13 0-2.5.5-5 3-6.5 7.5z" fill="#fbf4e4" class="l"/><path d="M19.5 40c3 6 7 8.5 12.5 8.5S41.5 46 44.5 40c.5 6 0 10-2 13.5-7 2.5-14 2.5-21 0-2-3.5-2.5-7.5-2-13.5z" fill="#fbf4e4" class="l"/><path class="c" d="M31 52h2.5v3h3v2.5h-3V62h-2.5v-4.5h-3V55h3z"/>"##
        }
    }
}

/// The face of whoever sits on a seat, in a ring of their colour.
pub(crate) fn face(info: &SeatInfo) -> impl IntoView + use<> {
    face_of(info.player, info.colour)
}

/// The face of a player with pieces of this look. A bust wears the mark of its pieces, which is more than their colour.
pub(crate) fn face_of(player: Player, colour: usize) -> impl IntoView + use<> {
    let look = livery(colour);
    let inside = match player {
        Player::Person | Player::Elsewhere => {
            format!(
                "<use href=\"#{}\" transform=\"translate(32 34) scale(2.2)\"/>",
                piece_id(colour, Figurine::Standing)
            )
        }
        Player::Bot(manner) => format!("{BUST}{EYES}{}", head(manner.level)),
    };
    let badge = player.level().map(|_| {
        format!(
            "<g transform=\"translate(53 53) scale(2.5)\"><circle class=\"c\" r=\"4.6\" stroke=\"#fff8e6\"/><path d=\"{}\" fill=\"{}\"/></g>",
            look.mark, look.mark_colour
        )
    });
    let drawn = format!(
        "<circle class=\"rim\" cx=\"32\" cy=\"32\" r=\"30\"/><g class=\"in\">{inside}</g><circle class=\"ring\" cx=\"32\" cy=\"32\" r=\"29\"/>{}",
        badge.unwrap_or_default()
    );
    view! { <svg class="face" viewBox="0 0 64 64" aria-hidden="true" style:--seat=look.colour inner_html=drawn></svg> }
}
