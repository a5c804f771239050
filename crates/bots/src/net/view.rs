//! What a net sees of a position: for each seat a list of sparse inputs and a few dense ones, as that seat sees it.

use crate::horizon::Horizon;
use crate::judge::Scores;
use rules::{Board, Demand, FeatureId, Game, GameId, MAX_SEATS, MAX_TILES, Phase, Seat};

/// The most sparse inputs of a seat; what comes later is left out.
pub(crate) const MOST: usize = 128;
/// How many kinds of feature a game has at most.
const KINDS: usize = 6;
/// Dense inputs: what each kind of feature, followers and the rest bring, for oneself and for the others in the mean.
pub(crate) const DENSE: usize = 2 * (KINDS + 2);

const RELATIONS: usize = 7;
const VALUES: usize = 8;
const CLOSES: usize = 6;
const PHASES: usize = 6;
const HOLES: usize = 4;
const TIGHT: usize = 4;
const COUNTS: usize = 4;
const EXTRAS: usize = 8;
const FREE: usize = 9;
const SLOTS: usize = 16;
const STEPS: usize = 8;
const STAKES: usize = 3;

/// Inputs for each kind of feature.
const BY_VALUE: usize = 0;
const BY_PHASE: usize = BY_VALUE + RELATIONS * VALUES * CLOSES;
const BY_HOLES: usize = BY_PHASE + RELATIONS * CLOSES * PHASES;
const BY_COUNT: usize = BY_HOLES + 2 * RELATIONS * HOLES * TIGHT;
const BY_EXTRA: usize = BY_COUNT + COUNTS * COUNTS * PHASES;
const BY_PAIR: usize = BY_EXTRA + RELATIONS * EXTRAS;
const BY_STAND: usize = BY_PAIR + STAKES * 27 * 3;
const PER_KIND: usize = BY_STAND + 10;

/// Inputs of the whole position, after those of the kinds.
const UNCLAIMED: usize = 0;
const OWN_FREE: usize = UNCLAIMED + 2 * 2 * VALUES * 4;
const THEIR_FREE: usize = OWN_FREE + FREE * PHASES;
const BOTH_FREE: usize = THEIR_FREE + FREE * PHASES;
const NEXT: usize = BOTH_FREE + FREE * FREE;
const PLAYERS: usize = NEXT + 2 * PHASES;
const OPTION: usize = PLAYERS + 5 * PHASES;
const SLOT: usize = OPTION + 8 * PHASES;
const WHOLE: usize = SLOT + 2 * SLOTS * STEPS;

/// How many kinds of feature each game has.
const fn kinds(game: GameId) -> usize {
    match game {
        GameId::Base | GameId::HuntersGatherers => 4,
        GameId::NewLands => 6,
        GameId::Safari => 3,
    }
}

/// How many sparse inputs a game has.
pub(crate) const fn inputs(game: GameId) -> usize {
    kinds(game) * PER_KIND + WHOLE
}

/// What a judge found about a feature with followers on it.
#[derive(Clone, Copy)]
pub(crate) struct Seen {
    /// Which kind of feature, in the game's own order.
    pub(crate) kind: usize,
    /// What it will bring.
    pub(crate) worth: f32,
    /// The chance that it closes; for what never does, how open it is.
    pub(crate) closes: f32,
    /// How many cells it needs.
    pub(crate) holes: f32,
    /// How many tiles fit the worst of them.
    pub(crate) tight: u8,
    /// Something that matters in the game, below 8.
    pub(crate) extra: u8,
}

/// Hears what a judge finds while it judges.
pub(crate) trait Witness {
    /// Whether anybody listens.
    const SEES: bool;

    /// A feature with followers, and what it brings to each seat.
    fn feature(
        &mut self,
        _game: (&Board, &Horizon),
        _id: FeatureId,
        _counts: &[u8; MAX_SEATS],
        _gains: &Scores,
        _seen: Seen,
    ) {
    }

    /// A feature that nobody has taken: one of two sorts, its worth and how likely it closes.
    fn unclaimed(&mut self, _sort: usize, _worth: f32, _closes: f32) {}

    /// What free followers are worth.
    fn followers(&mut self, _seat: Seat, _worth: f32) {}

    /// Something that only this game has: one of 16 things, how much of it.
    fn slot(&mut self, _seat: Seat, _slot: usize, _amount: u8) {}

    /// Points that come from elsewhere.
    fn rest(&mut self, _seat: Seat, _points: f32) {}
}

impl Witness for () {
    const SEES: bool = false;
}

/// A feature with followers.
#[derive(Clone, Copy)]
struct Taken {
    id: FeatureId,
    kind: usize,
    counts: [u8; MAX_SEATS],
    worth: f32,
}

/// The most open cells of a board: `n` tiles have at most `2n + 2` of them.
const CELLS: usize = 2 * MAX_TILES + 2;

/// For each kind of feature the first one that ends at an open cell: its place among those seen, from 1; 0 if none does.
type Firsts = [u16; KINDS];

/// Inputs of all seats.
#[doc(hidden)]
pub struct View {
    kinds: usize,
    players: usize,
    phase: usize,
    next: Option<Seat>,
    sparse: [[u16; MOST]; MAX_SEATS],
    lengths: [usize; MAX_SEATS],
    dense: [[i16; DENSE]; MAX_SEATS],
    gains: [Scores; KINDS + 2],
    stand: [[u8; MAX_SEATS]; KINDS],
    slots: [[u8; MAX_SEATS]; SLOTS],
    /// Which of them hold anything.
    filled: u16,
    taken: Vec<Taken>,
    ends: Vec<Firsts>,
    /// The cells of which something is noted in `ends`.
    noted: Vec<u16>,
    pairs: Vec<(FeatureId, FeatureId)>,
}

/// How many of the bounds, which rise, a value reaches.
fn bucket<const N: usize>(value: f32, bounds: [f32; N]) -> usize {
    bounds.iter().map(|&bound| usize::from(value >= bound)).sum()
}

fn relation(own: u8, other: u8) -> usize {
    match (own, other) {
        (_, 0) => 0,
        (0, _) => 6,
        _ if own == other => 1,
        _ if own == other + 1 => 2,
        _ if own > other => 3,
        _ if own + 1 == other => 4,
        _ => 5,
    }
}

/// Who leads: 0 oneself, 1 nobody alone, 2 somebody else.
fn lead(most: Most, own: u8) -> usize {
    match own.cmp(&most.beside(own)) {
        std::cmp::Ordering::Greater => 0,
        std::cmp::Ordering::Equal => 1,
        std::cmp::Ordering::Less => 2,
    }
}

/// The most that anybody has, and the most that anybody else has.
#[derive(Clone, Copy)]
struct Most {
    most: u8,
    second: u8,
}

impl Most {
    fn of(counts: &[u8; MAX_SEATS]) -> Most {
        let mut found = Most { most: 0, second: 0 };
        for &count in counts {
            found.second = found.second.max(count.min(found.most));
            found.most = found.most.max(count);
        }
        found
    }

    /// The most that anybody has but one who has so many.
    fn beside(self, own: u8) -> u8 {
        if own == self.most { self.second } else { self.most }
    }
}

impl View {
    pub(crate) fn new(game: GameId) -> View {
        View {
            kinds: kinds(game),
            players: 0,
            phase: 0,
            next: None,
            sparse: [[0; MOST]; MAX_SEATS],
            lengths: [0; MAX_SEATS],
            dense: [[0; DENSE]; MAX_SEATS],
            gains: [[0.0; MAX_SEATS]; KINDS + 2],
            stand: [[0; MAX_SEATS]; KINDS],
            slots: [[0; MAX_SEATS]; SLOTS],
            filled: 0,
            taken: Vec::with_capacity(64),
            ends: vec![[0; KINDS]; CELLS],
            noted: Vec::with_capacity(256),
            pairs: Vec::with_capacity(32),
        }
    }

    /// A position is about to be looked at.
    pub(crate) fn begin<G: Game>(&mut self, game: &G, turns: f32) {
        self.players = game.setup().players().into();
        self.phase = bucket(turns, [1.5, 4.0, 8.0, 14.0, 22.0]);
        self.next = game.active();
        self.lengths = [0; MAX_SEATS];
        self.gains = [[0.0; MAX_SEATS]; KINDS + 2];
        self.stand = [[0; MAX_SEATS]; KINDS];
        self.slots = [[0; MAX_SEATS]; SLOTS];
        self.filled = 0;
        self.taken.clear();
        for cell in self.noted.drain(..) {
            self.ends[usize::from(cell)] = [0; KINDS];
        }
        self.pairs.clear();
    }

    fn push(&mut self, seat: usize, index: usize) {
        if let Some(place) = self.sparse[seat].get_mut(self.lengths[seat]) {
            *place = index as u16;
            self.lengths[seat] += 1;
        }
    }

    fn push_all<const N: usize>(&mut self, seat: usize, indices: [usize; N]) {
        let length = self.lengths[seat];
        match self.sparse[seat].get_mut(length..).and_then(<[u16]>::first_chunk_mut::<N>) {
            Some(places) => {
                *places = indices.map(|index| index as u16);
                self.lengths[seat] = length + N;
            }
            None => indices.into_iter().for_each(|index| self.push(seat, index)),
        }
    }

    fn whole(&mut self, seat: usize, index: usize) {
        self.push(seat, self.kinds * PER_KIND + index);
    }

    /// What is known of the whole position; the last thing to be called.
    pub(crate) fn finish<G: Game>(&mut self, game: &G) {
        let phase = self.phase;
        let mut free = [0u8; MAX_SEATS];
        for seat in Seat::of(self.players as u8) {
            let supply = game.supply(seat);
            free[seat.index()] = supply.followers().map(|kind| supply.count(kind)).sum();
        }
        let mut least = [u8::MAX; MAX_SEATS];
        let stands = self.stand.map(|stand| Most::of(&stand));
        for seat in 0..self.players {
            for (other, &count) in free[..self.players].iter().enumerate() {
                if other != seat {
                    least[seat] = least[seat].min(count);
                }
            }
            let own = usize::from(free[seat]).min(FREE - 1);
            let theirs = usize::from(least[seat]).min(FREE - 1);
            let mine = usize::from(self.next.is_some_and(|next| next.index() == seat));
            // Whoever is about to draw: the next player, or the same one again.
            let next = if game.phase() == Phase::Deal { mine } else { 0 };
            let first = self.kinds * PER_KIND;
            self.push_all(
                seat,
                [
                    first + OWN_FREE + own * PHASES + phase,
                    first + THEIR_FREE + theirs * PHASES + phase,
                    first + BOTH_FREE + own * FREE + theirs,
                    first + NEXT + next * PHASES + phase,
                    first + PLAYERS + (self.players - 2).min(4) * PHASES + phase,
                ],
            );
            for option in game.setup().options().iter() {
                self.whole(seat, OPTION + (option as usize).min(7) * PHASES + phase);
            }
            for (kind, most) in stands.into_iter().enumerate().take(self.kinds) {
                let own = self.stand[kind][seat];
                let other = most.beside(own);
                let base = kind * PER_KIND + BY_STAND;
                self.push_all(seat, [base + usize::from(own).min(4), base + 5 + usize::from(other).min(4)]);
            }
            let filled = self.filled;
            for slot in (0..SLOTS).filter(|slot| filled >> slot & 1 != 0) {
                let amounts = self.slots[slot];
                let (own, other) = (amounts[seat], Most::of(&amounts).beside(amounts[seat]));
                if own > 0 {
                    self.whole(seat, SLOT + slot * STEPS + usize::from(own).min(STEPS - 1));
                }
                if other > 0 {
                    self.whole(seat, SLOT + (SLOTS + slot) * STEPS + usize::from(other).min(STEPS - 1));
                }
            }
            let others = (self.players - 1).max(1) as f32;
            for (category, gains) in self.gains.iter().enumerate() {
                let all: f32 = gains[..self.players].iter().sum();
                let rough = |points: f32| (points * 8.0).clamp(-1023.0, 1023.0) as i16;
                self.dense[seat][2 * category] = rough(gains[seat]);
                self.dense[seat][2 * category + 1] = rough((all - gains[seat]) / others);
            }
        }
    }

    /// The inputs of a seat.
    pub(crate) fn of(&self, seat: Seat) -> (&[u16], &[i16; DENSE]) {
        (&self.sparse[seat.index()][..self.lengths[seat.index()]], &self.dense[seat.index()])
    }

    /// A pair of features that one tile may join.
    fn pair(&mut self, horizon: &Horizon, demand: Demand, a: Taken, b: Taken) {
        let same = |&(first, second): &(FeatureId, FeatureId)| {
            (first, second) == (a.id, b.id) || (first, second) == (b.id, a.id)
        };
        if self.pairs.len() == 12 || self.pairs.iter().any(same) {
            return;
        }
        self.pairs.push((a.id, b.id));
        let fits = match horizon.fitting(demand) {
            0 => return,
            1..=2 => 0,
            3..=7 => 1,
            _ => 2,
        };
        let stake = bucket(a.worth + b.worth, [5.0, 11.0]);
        let mut sum = a.counts;
        for (sum, count) in sum.iter_mut().zip(b.counts) {
            *sum += count;
        }
        let (most_a, most_b, most) = (Most::of(&a.counts), Most::of(&b.counts), Most::of(&sum));
        for (seat, &both) in sum.iter().enumerate().take(self.players) {
            let (first, second) = (lead(most_a, a.counts[seat]), lead(most_b, b.counts[seat]));
            let (low, high) = (first.min(second), first.max(second));
            let class = (low * 3 + high) * 3 + lead(most, both);
            self.push(seat, a.kind * PER_KIND + BY_PAIR + (stake * 27 + class) * 3 + fits);
        }
    }
}

impl Witness for View {
    const SEES: bool = true;

    fn feature(
        &mut self,
        (board, horizon): (&Board, &Horizon),
        id: FeatureId,
        counts: &[u8; MAX_SEATS],
        gains: &Scores,
        seen: Seen,
    ) {
        let value = bucket(seen.worth, [1.6, 3.1, 4.6, 6.1, 8.1, 11.1, 16.1]);
        let closes = bucket(seen.closes, [0.04, 0.15, 0.35, 0.6, 0.85]);
        let holes = (seen.holes as usize).clamp(1, HOLES) - 1;
        let tight = match seen.tight {
            0..=1 => 0,
            2..=4 => 1,
            5..=10 => 2,
            _ => 3,
        };
        let base = seen.kind * PER_KIND;
        let extra = usize::from(seen.extra).min(EXTRAS - 1);
        let most = Most::of(counts);
        for seat in 0..self.players {
            let (own, other) = (counts[seat], most.beside(counts[seat]));
            let relation = relation(own, other);
            let mine = usize::from(self.next.is_some_and(|next| next.index() == seat));
            let [few, others] = [own, other].map(|count| usize::from(count).min(COUNTS - 1));
            self.push_all(
                seat,
                [
                    base + BY_VALUE + (relation * VALUES + value) * CLOSES + closes,
                    base + BY_PHASE + (relation * CLOSES + closes) * PHASES + self.phase,
                    base + BY_HOLES + ((mine * RELATIONS + relation) * HOLES + holes) * TIGHT + tight,
                    base + BY_COUNT + (few * COUNTS + others) * PHASES + self.phase,
                    base + BY_EXTRA + relation * EXTRAS + extra,
                ],
            );
            self.stand[seen.kind][seat] += own;
            self.gains[seen.kind][seat] += gains[seat];
        }
        let here = Taken { id, kind: seen.kind, counts: *counts, worth: seen.worth };
        self.taken.push(here);
        let own = self.taken.len() as u16;
        let mut last = u16::MAX;
        board.open_ends(id, |end| {
            if end.cell == last {
                return;
            }
            last = end.cell;
            let Some(firsts) = self.ends.get_mut(usize::from(end.cell)) else { return };
            match firsts[seen.kind] {
                0 => {
                    firsts[seen.kind] = own;
                    self.noted.push(end.cell);
                }
                first if first != own => {
                    let other = self.taken[usize::from(first) - 1];
                    self.pair(horizon, end.demand, here, other);
                }
                _ => {}
            }
        });
    }

    fn unclaimed(&mut self, sort: usize, worth: f32, closes: f32) {
        let value = bucket(worth, [2.5, 3.5, 4.5, 6.5, 8.5, 10.5, 13.0]);
        let closes = bucket(closes, [0.1, 0.35, 0.7]);
        for seat in 0..self.players {
            let mine = usize::from(self.next.is_some_and(|next| next.index() == seat));
            self.whole(seat, UNCLAIMED + ((sort * 2 + mine) * VALUES + value) * 4 + closes);
        }
    }

    fn followers(&mut self, seat: Seat, worth: f32) {
        self.gains[KINDS][seat.index()] += worth;
    }

    fn slot(&mut self, seat: Seat, slot: usize, amount: u8) {
        self.slots[slot][seat.index()] = amount;
        self.filled |= u16::from(amount > 0) << slot;
    }

    fn rest(&mut self, seat: Seat, points: f32) {
        self.gains[KINDS + 1][seat.index()] += points;
    }
}
