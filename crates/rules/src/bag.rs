//! How many of each tile are still to come: public, unlike their order (C17).

use crate::tiles::{TileKind, TileSet};
use std::fmt;

/// The most kinds of tile that one bag tells apart.
pub(crate) const MAX_KINDS: usize = 256;

/// A multiset of tiles of neighbouring sets.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Bag {
    first: u16,
    kinds: u16,
    total: u16,
    counts: [u8; MAX_KINDS],
}

impl Bag {
    /// An empty bag for tiles of these sets, which must stand beside each other in [`TileSet::ALL`].
    pub(crate) fn new(sets: &[TileSet]) -> Bag {
        let first = sets.first().map_or(0, |set| set.first_index());
        let kinds: usize = sets.iter().map(|set| set.kind_count()).sum();
        assert!(kinds <= MAX_KINDS, "too many kinds of tile for one bag");
        Bag { first: first as u16, kinds: kinds as u16, total: 0, counts: [0; MAX_KINDS] }
    }

    fn slot(&self, kind: TileKind) -> Option<usize> {
        let slot = kind.index().checked_sub(self.first.into())?;
        (slot < self.kinds.into()).then_some(slot)
    }

    /// How many tiles of the kind.
    pub fn count(&self, kind: TileKind) -> u8 {
        self.slot(kind).map_or(0, |slot| self.counts[slot])
    }

    /// How many tiles in all.
    pub fn total(&self) -> u16 {
        self.total
    }

    /// Whether there is none left.
    pub fn is_empty(&self) -> bool {
        self.total == 0
    }

    /// The kinds of which there are some, with their counts.
    pub fn iter(&self) -> impl Iterator<Item = (TileKind, u8)> + '_ {
        let counts = &self.counts[..self.kinds.into()];
        counts
            .iter()
            .enumerate()
            .filter(|(_, count)| **count > 0)
            .map(|(slot, count)| (TileKind::from_index(slot + usize::from(self.first)), *count))
    }

    /// The tile with this number, if all tiles lay in a row sorted by kind.
    pub fn nth(&self, number: u32) -> Option<TileKind> {
        if number >= self.total.into() {
            return None;
        }
        // Eight kinds at a time: multiplying adds the bytes of a word into its highest one.
        const STEP: usize = 8;
        const _: () = assert!(MAX_KINDS.is_multiple_of(STEP));
        let mut rest = number;
        let mut slot = usize::from(self.first);
        for group in self.counts.as_chunks::<STEP>().0 {
            let sum = u64::from_le_bytes(*group).wrapping_mul(0x0101_0101_0101_0101) >> 56;
            if rest >= sum as u32 {
                rest -= sum as u32;
                slot += STEP;
                continue;
            }
            for &count in group {
                match rest.checked_sub(count.into()) {
                    Some(left) => rest = left,
                    None => return Some(TileKind::from_index(slot)),
                }
                slot += 1;
            }
        }
        None
    }

    /// Adds tiles; says whether this bag can hold the kind.
    pub(crate) fn add(&mut self, kind: TileKind, count: u8) -> bool {
        let Some(slot) = self.slot(kind) else { return false };
        self.counts[slot] += count;
        self.total += u16::from(count);
        true
    }

    /// Takes one tile out; says whether there was one.
    pub(crate) fn take(&mut self, kind: TileKind) -> bool {
        match self.slot(kind) {
            Some(slot) if self.counts[slot] > 0 => {
                self.counts[slot] -= 1;
                self.total -= 1;
                true
            }
            _ => false,
        }
    }
}

impl fmt::Debug for Bag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}
