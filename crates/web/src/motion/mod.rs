//! Motion: what happens is shown so that one can follow it. The game itself never waits: what is seen lags behind what
//! is, and a touch ends that. Only transforms and opacity move, by style sheet; the program says what flies, from where
//! to where, and when.

mod cue;
mod sky;

pub(crate) use cue::{ScoreCue, Script, light_feature};
pub(crate) use sky::Sky;

use crate::board::{BoardView, corner_of};
use crate::browser;
use crate::settings::{Pace, Settings, Switch};
use crate::sound::Sound;
use art::Point;
use leptos::html::Div;
use leptos::prelude::*;
use rules::{LaidTile, MAX_SEATS, Seat, Segment};
use sky::{Flight, Flyer};
use std::time::Duration;

/// How long things take at the usual pace, in milliseconds.
const FLY: u32 = 260;
const SETTLE: u32 = 120;
const DROP: u32 = 150;
const HOP: u32 = 220;
const LIGHT: u32 = 300;
const TRAVEL: u32 = 500;
const COUNT: u32 = 300;
const HOME: u32 = 420;
/// How long a feature stays lit, and how long its points are there to be read before the next move.
const LIT: u32 = 1500;
const READ: u32 = 1600;
/// Between one score and the next.
const NEXT: u32 = 450;
/// What is not shown on the board comes so much later.
const SOON: u32 = 60;
/// A number counts up in so many steps.
const STEPS: u32 = 6;

/// Everything that moves at one table; a handle that can be copied.
#[derive(Clone, Copy)]
pub(crate) struct Motion {
    view: BoardView,
    settings: Settings,
    /// Where things fly.
    sky: NodeRef<Div>,
    /// Points of each seat that are still on their way.
    owed: RwSignal<[u16; MAX_SEATS]>,
    /// Those among them that are not counted yet: a touch does not bring them.
    withheld: StoredValue<[u16; MAX_SEATS]>,
    /// The number of the last thing that was begun: what was planned before a touch ended it does not happen.
    number: StoredValue<u32>,
    ended: StoredValue<u32>,
    /// Where the tile was let go that is tried next.
    dropped: StoredValue<Option<Point>>,
    /// In how many milliseconds the tile of what was shown last lands.
    lands: StoredValue<u32>,
    /// Steps of a replay may follow each other faster than people play: then nothing takes longer than so many times the
    /// usual.
    pub(crate) hurry: RwSignal<f32>,
}

impl Motion {
    pub(crate) fn new(view: BoardView, settings: Settings) -> Motion {
        Motion {
            view,
            settings,
            sky: NodeRef::new(),
            owed: RwSignal::new([0; MAX_SEATS]),
            withheld: StoredValue::new([0; MAX_SEATS]),
            number: StoredValue::new(0),
            ended: StoredValue::new(0),
            dropped: StoredValue::new(None),
            lands: StoredValue::new(0),
            hurry: RwSignal::new(f32::MAX),
        }
    }

    /// How many times as long as usual everything takes; told when it changes.
    pub(crate) fn slowness(&self) -> f32 {
        self.settings.pace().slowness().min(self.hurry.get())
    }

    /// Whether things travel: not for people who prefer that nothing moves.
    pub(crate) fn travels(&self) -> bool {
        untrack(|| self.settings.pace()) != Pace::Off && !browser::prefers_stillness()
    }

    /// Ends everything that moves: it is where it was going.
    pub(crate) fn finish(&self) {
        self.ended.set_value(self.number.get_value());
        sky::clear(self.sky);
        if self.view.arriving.with_untracked(|arriving| !arriving.is_empty()) {
            self.view.arriving.set(Vec::new());
        }
        self.owe(self.withheld.get_value());
    }

    fn next_number(&self) -> u32 {
        self.number
            .try_update_value(|number| {
                *number += 1;
                *number
            })
            .unwrap_or(0)
    }

    /// Does something after a while, unless a touch ends everything before.
    fn later(&self, millis: u32, job: impl FnOnce() + 'static) {
        let (motion, number) = (*self, self.next_number());
        let job = move || {
            if motion.ended.try_get_value().is_some_and(|ended| ended < number) {
                job();
            }
        };
        if millis == 0 { job() } else { set_timeout(job, Duration::from_millis(millis.into())) }
    }

    /// Does something with the next frame, when everything is where it will be, unless a touch ends everything before.
    fn soon(&self, job: impl FnOnce() + 'static) {
        let (motion, number) = (*self, self.next_number());
        request_animation_frame(move || {
            if motion.ended.try_get_value().is_some_and(|ended| ended < number) {
                job();
            }
        });
    }

    /// So many milliseconds at the pace that people like.
    fn time(&self, millis: u32) -> u32 {
        (millis as f32 * untrack(|| self.slowness())) as u32
    }

    fn fly(&self, what: Flyer, from: Point, to: Point, sizes: (f32, f32), waits: u32, lasts: u32) {
        sky::fly(self.sky, &Flight { what, from, to, sizes, waits, lasts });
    }

    /// Is heard, if people want to hear it.
    pub(crate) fn sound(&self, sound: Sound) {
        if untrack(|| self.settings.is_on(Switch::Sound)) {
            sound.play();
        }
        if untrack(|| self.settings.is_on(Switch::Vibration)) {
            browser::vibrate(sound.shake());
        }
    }

    /// Does something when the tile lands of what was shown last, or soon if there is none; also when a touch ends that.
    pub(crate) fn when_landed(&self, job: impl FnOnce() + 'static) {
        let waits = self.lands.try_update_value(std::mem::take).unwrap_or(0).max(SOON);
        set_timeout(job, Duration::from_millis(waits.into()));
    }

    /// The tile that is tried next comes from here: a point of the window.
    pub(crate) fn drop_at(&self, x: i32, y: i32) {
        self.dropped.set_value(self.view.point_at(x, y));
    }

    /// The tile in hand is tried on a cell: it flies there.
    pub(crate) fn try_tile(&self, tile: LaidTile) {
        let dropped = self.dropped.try_update_value(Option::take).flatten();
        self.sound(Sound::Tile);
        if !self.travels() {
            return;
        }
        let to = corner_of(tile.pos) + Point::CENTRE;
        let hand = ".hand .chosen .tile-button, .hand .tile-button";
        let Some((from, size)) = dropped.map(|at| (at, 1.0)).or_else(|| self.view.point_of(hand)) else { return };
        let lasts = if dropped.is_some() { DROP } else { FLY };
        self.fly(Flyer::Tile(tile), from, to, (size, 1.06), 0, lasts + SETTLE);
    }

    /// A feature is lit for a while.
    fn light(&self, segments: &[(LaidTile, Segment)], colour: Option<usize>, lasts: Option<u32>) {
        if !segments.is_empty() {
            sky::light(self.view.over, segments, colour, lasts);
        }
    }

    /// Nothing is lit any more.
    pub(crate) fn darken(&self) {
        sky::clear(self.view.over);
    }

    /// Shows a part of the game; says how many milliseconds it takes until it has been seen and read.
    pub(crate) fn show(&self, script: Script) -> u32 {
        let motion = *self;
        // What nobody looks at would all fly when somebody does.
        let (travels, pace) = (self.travels() && !browser::is_hidden(), untrack(|| self.settings.pace()));
        let time = |millis: u32| if travels { self.time(millis) } else { 0 };
        let mut at = 0;
        if let Some((seat, tile)) = script.tile {
            let to = corner_of(tile.pos) + Point::CENTRE;
            let lands = time(FLY + SETTLE);
            self.lands.set_value(lands);
            if travels {
                self.view.arriving.update(|arriving| arriving.push(tile.pos));
                self.soon(move || {
                    let (from, size) = motion.seat_point(seat).unwrap_or((to, 1.0));
                    motion.fly(Flyer::Tile(tile), from, to, (size, 1.0), 0, lands);
                });
            }
            self.later(lands, move || {
                motion.view.arriving.update(|arriving| arriving.retain(|pos| *pos != tile.pos));
                // With the same frame, which is one less.
                sky::land(motion.sky);
                motion.sound(Sound::Tile);
            });
            at += lands;
        }
        if script.deployed {
            self.later(at, move || motion.sound(Sound::Piece));
            at += time(HOP);
        }
        for segments in script.closed {
            self.later(at, move || {
                motion.sound(Sound::Closed);
                if pace != Pace::Off {
                    motion.light(&segments, None, Some(motion.time(LIT)));
                }
            });
        }
        if travels {
            let owed = script.scores.iter().fold(self.owed.get_untracked(), |mut owed, score| {
                owed[score.seat.index()] += score.points;
                owed
            });
            self.owe(owed);
            let (waits, lasts) = (at + time(LIGHT), time(HOME));
            for (seat, colour, piece, place) in script.homes {
                self.soon(move || {
                    let Some((home, _)) = motion.seat_point(seat) else { return };
                    let size = motion.view.piece_scale();
                    motion.fly(Flyer::Piece(colour, piece), place, home, (size, size * 0.5), waits, lasts);
                });
            }
        }
        let scored = !script.scores.is_empty();
        for (index, score) in script.scores.into_iter().enumerate() {
            let begin = at + time(NEXT) * index as u32;
            self.later(begin, move || {
                if index == 0 {
                    motion.sound(Sound::Points);
                }
                if pace != Pace::Off {
                    motion.light(&score.segments, Some(score.colour), Some(motion.time(LIT)));
                }
            });
            if travels {
                self.send(score.seat, score.colour, score.points, score.at, begin + time(LIGHT));
            }
        }
        if script.over {
            self.later(at, move || motion.sound(Sound::Over));
        } else if script.your_turn {
            self.later(at, move || motion.sound(Sound::Turn));
        }
        if scored { at + self.time(LIGHT + READ) } else { at }
    }

    /// Points travel from where they were made to the score, which counts up when they arrive.
    fn send(&self, seat: Seat, colour: usize, points: u16, from: Option<Point>, waits: u32) {
        let motion = *self;
        let lasts = self.time(TRAVEL);
        let step = self.time(COUNT) / STEPS;
        if let Some(from) = from {
            self.later(waits, move || {
                if let Some((to, _)) = motion.point_of_score(seat) {
                    let size = 1.0 / motion.view.camera.with_untracked(|camera| camera.scale);
                    motion.fly(Flyer::Points(colour, points), from, to, (size, size * 0.6), 0, lasts);
                }
            });
        }
        let mut left = points;
        for index in 0..STEPS {
            let part = left / (STEPS - index) as u16;
            left -= part;
            self.later(waits + lasts + step * index, move || {
                let mut owed = motion.owed.get_untracked();
                owed[seat.index()] = owed[seat.index()].saturating_sub(part);
                motion.owe(owed);
            });
        }
    }

    /// Counts one part of the final scoring: it is lit, and its points travel. Nothing else moves meanwhile.
    pub(crate) fn count(&self, scores: Vec<ScoreCue>, left: [u16; MAX_SEATS]) {
        self.withhold(left);
        self.darken();
        let sum =
            |seat: usize| scores.iter().filter(|score| score.seat.index() == seat).map(|score| score.points).sum();
        let travels = self.travels();
        let owed = std::array::from_fn(|seat| left[seat] + if travels { sum(seat) } else { 0u16 });
        self.owe(owed);
        self.sound(Sound::Points);
        for score in scores {
            self.light(&score.segments, Some(score.colour), None);
            if travels {
                self.send(score.seat, score.colour, score.points, score.at, self.time(LIGHT));
            }
        }
    }

    /// Ends everything that moves; these points of each seat are shown later, when they are counted.
    pub(crate) fn withhold(&self, points: [u16; MAX_SEATS]) {
        self.withheld.set_value(points);
        self.finish();
    }

    /// The game is over: what the end brings is shown later, what the last turn brought is on its way.
    pub(crate) fn await_count(&self, points: [u16; MAX_SEATS]) {
        self.withheld.set_value(points);
        let owed = self.owed.get_untracked();
        self.owe(std::array::from_fn(|seat| owed[seat] + points[seat]));
    }

    /// These points of each seat are not shown yet.
    fn owe(&self, owed: [u16; MAX_SEATS]) {
        if self.owed.get_untracked() != owed {
            self.owed.set(owed);
        }
    }

    /// The points of a seat that are on their way; told when that changes.
    pub(crate) fn owed(&self, seat: Seat) -> u16 {
        self.owed.with(|owed| owed[seat.index()])
    }

    /// Where a player sits, and how large a tile is there.
    fn seat_point(&self, seat: Seat) -> Option<(Point, f32)> {
        self.view.point_of(&format!(".seats .seat:nth-of-type({}) .face", seat.index() + 1))
    }

    fn point_of_score(&self, seat: Seat) -> Option<(Point, f32)> {
        self.view.point_of(&format!(".seats .seat:nth-of-type({}) .points", seat.index() + 1))
    }
}
