//! What the tiles still to come will do: the part of an evaluation that all games share.

use crate::fit::{FitTable, Fits};
use crate::judge::Scores;
use rules::{Bag, Board, Demand, FeatureId, MAX_SEATS, Setup, TileKind};

/// The most holes of one feature that are looked at; with more it hardly ever closes.
const MAX_HOLES: usize = 6;
/// More tiles of one bag never fit one hole.
const MAX_FITTING: usize = 128;

/// How likely holes are filled.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chances {
    /// That a hole is capped, for each tile that would.
    pub(crate) cap: f32,
    /// The same for each tile that fits without capping.
    pub(crate) extend: f32,
    /// Factor for each hole beyond the first.
    pub(crate) hole: f32,
    /// That a cell around a centre is filled, for each tile that fits.
    pub(crate) fill: f32,
    /// Whether the tiles that are gone are kept in mind.
    pub(crate) counts: bool,
}

/// What becomes of an open feature.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Prospect {
    /// The chance that it is completed.
    pub(crate) closes: f32,
    /// How many cells that takes at least.
    pub(crate) holes: f32,
    /// How many tiles fit the worst of them.
    pub(crate) tight: u8,
}

/// Judges holes by the tiles still to come.
#[derive(Clone)]
pub(crate) struct Horizon {
    fits: Fits,
    counts: bool,
    players: u8,
    hole: f32,
    /// The chance that a hole stays, by how many tiles would cap it, fit it, fill it.
    miss_cap: [f32; MAX_FITTING],
    miss_extend: [f32; MAX_FITTING],
    miss_fill: [f32; MAX_FITTING],
    tiles: f32,
    turns: f32,
}

fn powers(base: f32) -> [f32; MAX_FITTING] {
    let mut powers = [1.0; MAX_FITTING];
    for index in 1..MAX_FITTING {
        powers[index] = powers[index - 1] * base;
    }
    powers
}

impl Horizon {
    pub(crate) fn new(table: &'static FitTable, setup: &Setup, chances: Chances) -> Horizon {
        let players = setup.players();
        let mut fits = Fits::new(table);
        // Who does not keep in mind what is gone hopes for all tiles of the box.
        fits.count(setup.bag());
        // With more players a tile comes to oneself less often.
        let own = 2.0 / f32::from(players.max(2));
        let miss = |chance: f32| powers(1.0 - chance.clamp(0.0, 1.0));
        Horizon {
            fits,
            counts: chances.counts,
            players: players.max(1),
            hole: chances.hole.clamp(0.0, 1.0),
            miss_cap: miss(chances.cap * own),
            miss_extend: miss(chances.extend * own),
            miss_fill: miss(chances.fill),
            tiles: 0.0,
            turns: 0.0,
        }
    }

    /// Counts the tiles to come.
    pub(crate) fn prepare(&mut self, bag: &Bag) {
        if self.counts {
            self.fits.count(bag);
        }
        self.set_tiles(bag);
    }

    /// A tile has left the bag.
    pub(crate) fn drawn(&mut self, bag: &Bag, tile: TileKind) {
        if self.counts {
            self.fits.take(tile);
        }
        self.set_tiles(bag);
    }

    fn set_tiles(&mut self, bag: &Bag) {
        self.tiles = bag.total().into();
        self.turns = self.tiles / f32::from(self.players);
    }

    pub(crate) fn players(&self) -> u8 {
        self.players
    }

    /// A number from 1, early in the game, to 0 at its end; one half when `half` own turns are left.
    pub(crate) fn phase(&self, half: f32) -> f32 {
        self.turns / (self.turns + at_least(0.01, half))
    }

    /// How many turns each player still has.
    pub(crate) fn turns(&self) -> f32 {
        self.turns
    }

    /// How many tiles to come fit.
    pub(crate) fn fitting(&self, demand: Demand) -> u8 {
        self.fits.fitting(demand)
    }

    /// The chance that the next tile fits.
    pub(crate) fn next_fits(&self, demand: Demand) -> f32 {
        f32::from(self.fits.fitting(demand)) / at_least(1.0, self.tiles)
    }

    /// How likely a feature closes that ends at sides, and how many cells it needs at least.
    #[inline]
    pub(crate) fn prospect(&self, board: &Board, id: FeatureId) -> Prospect {
        let mut seen = [u16::MAX; MAX_HOLES];
        let mut holes = 0;
        let mut closes = 1.0;
        let mut tight = u8::MAX;
        board.open_ends(id, |end| {
            if holes == MAX_HOLES || seen[..holes].contains(&end.cell) {
                return;
            }
            seen[holes] = end.cell;
            let (fitting, capping) = self.fits.fitting_and_capping(end.demand, end.side);
            tight = tight.min(fitting);
            let miss = self.miss_cap[usize::from(capping) % MAX_FITTING]
                * self.miss_extend[usize::from(fitting.saturating_sub(capping)) % MAX_FITTING];
            closes *= 1.0 - miss;
            if holes > 0 {
                closes *= self.hole;
            }
            holes += 1;
        });
        let holes = holes as f32;
        // Each hole takes a turn of somebody.
        Prospect { closes: if holes > self.turns + 1.0 { 0.0 } else { closes }, holes, tight }
    }

    /// How many of the empty cells around a centre will be filled, and the chance that all are.
    #[inline]
    pub(crate) fn surrounded(&self, board: &Board, id: FeatureId) -> (f32, f32) {
        let late = self.turns / (self.turns + 1.5);
        let far = 1.0 - self.miss_fill[(self.turns as usize).min(6)];
        let (mut filled, mut closes) = (0.0, 1.0);
        board.holes_around(id, |hole| {
            let chance = match hole {
                Some(demand) => 1.0 - self.miss_fill[usize::from(self.fits.fitting(demand)) % MAX_FITTING],
                None => far,
            };
            filled += chance * late;
            closes *= chance * late;
        });
        (filled, closes)
    }
}

/// What majorities are worth: a lead of one may be lost, and one less may still be made up, while the feature is open.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hold {
    /// The share that a lead of one does not hold.
    pub(crate) risk: f32,
    /// The share that one follower less may still get.
    pub(crate) catch: f32,
}

impl Hold {
    /// Nothing will change.
    pub(crate) const SURE: Hold = Hold { risk: 0.0, catch: 0.0 };

    /// What each of those who stand on a feature gets of its value.
    #[inline]
    pub(crate) fn gains(self, counts: &[u8; MAX_SEATS], value: f32) -> Scores {
        let mut gains = [0.0; MAX_SEATS];
        self.share(counts, value, &mut gains);
        gains
    }

    /// Shares the value among those who stand on a feature.
    #[inline]
    pub(crate) fn share(self, counts: &[u8; MAX_SEATS], value: f32, points: &mut Scores) {
        let (mut most, mut second) = (0, 0);
        for &count in counts {
            second = second.max(count.min(most));
            most = most.max(count);
        }
        for (seat, &count) in counts.iter().enumerate() {
            if count == 0 {
                continue;
            }
            let share = match most - count {
                0 if most == second + 1 => 1.0 - self.risk,
                0 => 1.0,
                1 => self.catch,
                _ => 0.0,
            };
            points[seat] += value * share;
        }
    }
}

/// The number, or the least that it may be. `f32::max` minds what is no number and is a function that is called in browsers.
#[inline]
pub(crate) fn at_least(least: f32, number: f32) -> f32 {
    if number > least { number } else { least }
}

/// Adds to every seat's points.
#[inline]
pub(crate) fn add_gains(points: &mut Scores, gains: &Scores) {
    for (points, gain) in points.iter_mut().zip(gains) {
        *points += gain;
    }
}

/// The worth of free followers: each one more is worth less.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Followers {
    sums: [f32; 10],
    count: usize,
}

impl Followers {
    pub(crate) fn new(each: &[f32]) -> Followers {
        let mut sums = [0.0; 10];
        for (index, worth) in each.iter().enumerate() {
            sums[index + 1] = sums[index] + worth;
        }
        Followers { sums, count: each.len() }
    }

    #[inline]
    pub(crate) fn worth(&self, free: f32) -> f32 {
        // Negative numbers become zero.
        let whole = (free as usize).min(self.count);
        if whole == self.count {
            return self.sums[whole];
        }
        let part = free - whole as f32;
        self.sums[whole] + (self.sums[whole + 1] - self.sums[whole]) * part
    }
}
