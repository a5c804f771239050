//! The random numbers behind every seeded game. They must stay the same for ever, on every platform: a seed names a
//! game.

/// xoshiro256** by Blackman and Vigna, seeded with SplitMix64, as its authors recommend.
#[derive(Clone, Debug)]
pub struct Random([u64; 4]);

impl Random {
    /// The numbers that belong to a seed.
    pub fn new(seed: u64) -> Random {
        Random::stream(seed, 0)
    }

    /// One of several independent sequences that belong to a seed.
    pub fn stream(seed: u64, stream: u64) -> Random {
        let mut state = seed ^ stream.wrapping_mul(0xd1b5_4a32_d192_ed03);
        Random([(); 4].map(|()| {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            mixed ^ mixed >> 31
        }))
    }

    /// The next 64 random bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        let [a, b, c, d] = self.0;
        let result = b.wrapping_mul(5).rotate_left(7).wrapping_mul(9);
        let (c, d) = (c ^ a, d ^ b);
        self.0 = [a ^ d, b ^ c, c ^ b << 17, d.rotate_left(45)];
        result
    }

    /// A number below `bound`, each equally likely; 0 if the bound is 0.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        // Lemire's multiplication method: the high half of a product, after throwing away the few low halves that
        // would make some results more likely than others.
        let mut product = u64::from(self.next_u64() as u32) * u64::from(bound);
        if (product as u32) < bound {
            let threshold = bound.wrapping_neg() % bound;
            while (product as u32) < threshold {
                product = u64::from(self.next_u64() as u32) * u64::from(bound);
            }
        }
        (product >> 32) as u32
    }

    /// Puts the values in random order (Fisher and Yates, from the end).
    pub fn shuffle<T>(&mut self, values: &mut [T]) {
        for last in (1..values.len()).rev() {
            values.swap(last, self.below(last as u32 + 1) as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The reference implementation's output for the state 1, 2, 3, 4.
    #[test]
    fn xoshiro_matches_its_reference() {
        let mut random = Random([1, 2, 3, 4]);
        let first: Vec<u64> = (0..5).map(|_| random.next_u64()).collect();
        assert_eq!(first, [11520, 0, 1509978240, 1215971899390074240, 1216172134540287360]);
    }

    /// SplitMix64's published output for the seed 1234567.
    #[test]
    fn seeding_matches_splitmix() {
        let expected = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431];
        assert_eq!(Random::new(1234567).0, expected);
    }

    #[test]
    fn below_is_even() {
        let mut random = Random::new(7);
        let mut counts = [0u32; 6];
        for _ in 0..60_000 {
            counts[random.below(6) as usize] += 1;
        }
        assert!(counts.iter().all(|&count| (9_600..10_400).contains(&count)), "{counts:?}");
        assert_eq!(random.below(0), 0);
    }

    #[test]
    fn shuffling_keeps_everything() {
        let mut values: Vec<u32> = (0..100).collect();
        Random::new(1).shuffle(&mut values);
        assert_ne!(values, (0..100).collect::<Vec<_>>());
        values.sort_unstable();
        assert_eq!(values, (0..100).collect::<Vec<_>>());
    }
}
