//! What was judged once in a sweep and holds for most placements: a tile changes only what lies around it.

use super::Promise;
use rules::{BaseGame, FeatureId, Pos, Side};

/// The most features of a board that are remembered; others are judged anew.
const FEATURES: usize = 640;
/// The most fields that are remembered.
const FIELDS: usize = 64;
/// Where no tile is ever laid.
const NOWHERE: Pos = Pos { x: i16::MIN / 2, y: i16::MIN / 2 };

/// A set of features.
#[derive(Clone, Copy, Default)]
pub(super) struct FeatureSet([u64; FEATURES / 64]);

impl FeatureSet {
    #[inline]
    pub(super) fn insert(&mut self, id: FeatureId) {
        if let Some(word) = self.0.get_mut(id.index() / 64) {
            *word |= 1 << (id.index() % 64);
        }
    }

    /// Features beyond the sets count as in every set: what is not known has changed.
    #[inline]
    pub(super) fn contains(&self, id: FeatureId) -> bool {
        self.0.get(id.index() / 64).is_none_or(|word| word >> (id.index() % 64) & 1 != 0)
    }

    fn meets(&self, other: &FeatureSet) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }
}

#[derive(Clone, Copy)]
struct Slot {
    /// The sweep in which the promise was made.
    promised: u32,
    promise: Promise,
    /// Of a field, which of the sets of cities is its own.
    field: u8,
    /// The sweep in which the chance to close was found.
    judged: u32,
    closes: f32,
}

/// Promises of features in the position that is swept. They hold after a placement for all features that it leaves
/// alone. While a position is judged by itself, they are kept for as long as that takes: cities are asked for by every
/// field that they border.
#[derive(Clone)]
pub(super) struct Memory {
    active: bool,
    alone: bool,
    sweep: u32,
    laid_at: Pos,
    changed: FeatureSet,
    slots: Vec<Slot>,
    /// The cities that border each field remembered.
    fields: Vec<FeatureSet>,
}

impl Memory {
    pub(super) fn new() -> Memory {
        let nothing = Slot { promised: 0, promise: Promise::NOTHING, field: 0, judged: 0, closes: 0.0 };
        Memory {
            active: false,
            alone: false,
            sweep: 0,
            laid_at: Pos::ORIGIN,
            changed: FeatureSet::default(),
            slots: vec![nothing; FEATURES],
            fields: Vec::with_capacity(FIELDS),
        }
    }

    pub(super) fn begin(&mut self) {
        self.sweep += 1;
        self.fields.clear();
    }

    pub(super) fn end(&mut self) {
        self.active = false;
    }

    /// A position is about to be judged: by itself, if no sweep is under way.
    pub(super) fn begin_position(&mut self) {
        if !self.active {
            self.begin();
            (self.active, self.alone) = (true, true);
            self.laid_at = NOWHERE;
            self.changed = FeatureSet::default();
        }
    }

    /// It is judged. What was found of it by itself says nothing about another position.
    pub(super) fn end_position(&mut self) {
        if self.alone {
            (self.active, self.alone) = (false, false);
            self.begin();
        }
    }

    /// Finds what a tile on this cell will change: what ends there, and what ends at the cells beside it, of which a
    /// tile will be asked more. New features lie on the tile itself.
    pub(super) fn will_lay(&mut self, game: &BaseGame, pos: Pos) {
        self.active = true;
        self.laid_at = pos;
        self.changed = FeatureSet::default();
        let changed = &mut self.changed;
        game.board().facing(pos, |id| changed.insert(id));
        for side in Side::ALL {
            let beside = pos.step(side);
            if game.board().is_open(beside) {
                game.board().facing(beside, |id| changed.insert(id));
            }
        }
    }

    /// What the tile brought.
    pub(super) fn laid(&mut self, game: &BaseGame) {
        if self.active && !self.alone {
            for id in game.board().last_features() {
                self.changed.insert(id);
            }
        }
    }

    /// What is known of a feature that ends at sides.
    #[inline]
    pub(super) fn promise(&self, id: FeatureId) -> Option<Promise> {
        let slot = self.known(id)?;
        (slot.promised == self.sweep).then_some(slot.promise)
    }

    /// What is known of a field: nothing if a city beside it has changed.
    pub(super) fn field(&self, id: FeatureId) -> Option<Promise> {
        let slot = self.known(id).filter(|slot| slot.promised == self.sweep)?;
        let cities = self.fields.get(usize::from(slot.field))?;
        (!cities.meets(&self.changed)).then_some(slot.promise)
    }

    /// What is known of a cloister: nothing if the tile was laid near it.
    pub(super) fn cloister(&self, id: FeatureId, centre: Pos) -> Option<Promise> {
        let near = |a: i16, b: i16| (a - b).abs() <= 2;
        let touched = near(centre.x, self.laid_at.x) && near(centre.y, self.laid_at.y);
        if touched { None } else { self.promise(id) }
    }

    #[inline]
    pub(super) fn closes(&self, id: FeatureId) -> Option<f32> {
        let slot = self.known(id)?;
        (slot.judged == self.sweep).then_some(slot.closes)
    }

    #[inline]
    fn known(&self, id: FeatureId) -> Option<&Slot> {
        if !self.active || self.changed.contains(id) { None } else { self.slots.get(id.index()) }
    }

    pub(super) fn keep(&mut self, id: FeatureId, promise: Promise) {
        if self.active && !self.changed.contains(id) {
            let slot = &mut self.slots[id.index()];
            slot.promise = promise;
            slot.promised = self.sweep;
        }
    }

    pub(super) fn keep_field(&mut self, id: FeatureId, promise: Promise, cities: &FeatureSet) {
        if self.active && self.fields.len() < FIELDS && !cities.meets(&self.changed) && !self.changed.contains(id) {
            self.keep(id, promise);
            self.slots[id.index()].field = self.fields.len() as u8;
            self.fields.push(*cities);
        }
    }

    pub(super) fn keep_cloister(&mut self, id: FeatureId, promise: Promise, centre: Pos) {
        let near = |a: i16, b: i16| (a - b).abs() <= 2;
        if !(near(centre.x, self.laid_at.x) && near(centre.y, self.laid_at.y)) {
            self.keep(id, promise);
        }
    }

    pub(super) fn keep_closes(&mut self, id: FeatureId, closes: f32) {
        if self.active && !self.changed.contains(id) {
            let slot = &mut self.slots[id.index()];
            slot.closes = closes;
            slot.judged = self.sweep;
        }
    }
}
