//! Draws that nobody can steer and everybody can check afterwards. `docs/fair-draws.md` describes every byte of this and says
//! what it proves; it must stay the same for ever.

use crate::dealer::DealError;
use crate::random::Random;
use crate::table::{LoadError, Table};
use hmac::{Hmac, KeyInit, Mac};
use rules::{Digest, Fair, Record, Reveal, Seat};
use sha2::{Digest as _, Sha256};

/// What the key begins with, so that no other use of the same numbers gives the same key.
const LABEL: &[u8] = b"bastide fair draws 1\n";

/// What the server publishes before the first draw: SHA-256 of seed and salt.
pub fn commitment(reveal: &Reveal) -> Digest {
    let mut hash = Sha256::new();
    hash.update(reveal.seed.0);
    hash.update(reveal.salt.0);
    Digest(hash.finalize().into())
}

/// Numbers for one purpose: HMAC-SHA-256 of a counter.
#[derive(Clone)]
pub(crate) struct FairRandom {
    key: [u8; 32],
    purpose: u8,
    next: u64,
    block: [u8; 32],
}

/// The bytes of a block that hold one number.
const WORD: usize = 4;
/// How many numbers a block holds.
const WORDS: u64 = 32 / WORD as u64;

impl FairRandom {
    /// The numbers that belong to the secret, to what the players added, and to the purpose.
    pub(crate) fn new(reveal: &Reveal, contributions: &[String], purpose: u8) -> FairRandom {
        let mut hash = Sha256::new();
        hash.update(LABEL);
        hash.update(reveal.seed.0);
        hash.update(reveal.salt.0);
        hash.update([contributions.len() as u8]);
        for contribution in contributions {
            hash.update([contribution.len() as u8]);
            hash.update(contribution.as_bytes());
        }
        FairRandom { key: hash.finalize().into(), purpose, next: 0, block: [0; 32] }
    }

    fn word(&mut self) -> u32 {
        let (index, place) = (self.next / WORDS, (self.next % WORDS) as usize * WORD);
        if place == 0 {
            // A key is filled up with zeros to the block of the hash; written so, making it cannot fail.
            let mut key = [0; 64];
            key[..32].copy_from_slice(&self.key);
            let mut block = <Hmac<Sha256> as KeyInit>::new(&key.into());
            block.update(&[self.purpose]);
            block.update(&index.to_be_bytes());
            self.block = block.finalize().into_bytes().into();
        }
        self.next += 1;
        let bytes = &self.block[place..place + WORD];
        bytes.iter().fold(0, |word, byte| word << 8 | u32::from(*byte))
    }

    /// A number below `bound`, each equally likely; 0 if the bound is 0.
    pub(crate) fn below(&mut self, bound: u32) -> u32 {
        if bound == 0 {
            return 0;
        }
        // The last words, too few for every remainder once more, are thrown away.
        let words = 1u64 << 32;
        let limit = words - words % u64::from(bound);
        loop {
            let word = self.word();
            if u64::from(word) < limit {
                return word % bound;
            }
        }
    }
}

/// Where the order of draws comes from.
#[derive(Clone)]
pub(crate) enum Chooser {
    /// A seed that names a game.
    Seeded(Random),
    /// A secret that was promised.
    Fair(FairRandom),
}

impl Chooser {
    /// Puts the values in random order (Fisher and Yates, from the end).
    pub(crate) fn shuffle<T>(&mut self, values: &mut [T]) {
        match self {
            Chooser::Seeded(random) => random.shuffle(values),
            Chooser::Fair(random) => {
                for last in (1..values.len()).rev() {
                    values.swap(last, random.below(last as u32 + 1) as usize);
                }
            }
        }
    }
}

/// The first seat that belongs to fair draws (C7); none while they are secret.
pub fn fair_first_seat(fair: &Fair, players: u8) -> Option<Seat> {
    let mut random = FairRandom::new(fair.reveal.as_ref()?, &fair.contributions, crate::dealer::FIRST_SEAT as u8);
    Seat::new(random.below(players.into()) as u8)
}

/// Recomputes everything that a record with fair draws claims: commitment, first seat if it was drawn, and every draw.
pub fn verify(record: &Record) -> Result<(), LoadError> {
    let fair = record.dealing().fair.as_ref().filter(|fair| fair.reveal.is_some());
    let fair = fair.ok_or(DealError::NothingRevealed)?;
    let setup = record.setup();
    if fair.first_drawn && fair_first_seat(fair, setup.players()) != Some(setup.first()) {
        return Err(DealError::OtherFirst.into());
    }
    Table::load(record).map(|_| ())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reveal() -> Reveal {
        Reveal { seed: Digest([1; 32]), salt: Digest([2; 32]) }
    }

    /// Computed with another program's SHA-256 and HMAC; docs/fair-draws.md repeats them.
    #[test]
    fn the_vectors_of_the_description() {
        assert_eq!(
            commitment(&reveal()).to_string(),
            "f818afd37a6dc3bc92fb44731011277006db4efa6e9023cd7468c02335d22a4d"
        );
        let contributions = ["0123456789abcdef".to_owned(), String::new(), "f".to_owned()];
        let mut random = FairRandom::new(&reveal(), &contributions, 2);
        assert_eq!(Digest(random.key).to_string(), "86699be38b4d2bd9c7e710edf4d02e72fc357c3e86ad1a549197dba0c3f0f856");
        let words: Vec<u32> = (0..10).map(|_| random.word()).collect();
        assert_eq!(
            words,
            [
                4162899855, 1415118977, 89082065, 164184957, 2667945894, 2248219480, 50045442, 14574174, 3161762761,
                1770864891
            ]
        );
    }

    #[test]
    fn every_input_matters() {
        let first = |reveal: &Reveal, contributions: &[&str], purpose| {
            let contributions: Vec<String> = contributions.iter().map(|&text| text.to_owned()).collect();
            FairRandom::new(reveal, &contributions, purpose).word()
        };
        let base = first(&reveal(), &["1", ""], 2);
        let other = Reveal { seed: Digest([1; 32]), salt: Digest([3; 32]) };
        for changed in [
            first(&other, &["1", ""], 2),
            first(&reveal(), &["", "1"], 2),
            first(&reveal(), &["1"], 2),
            first(&reveal(), &["1", ""], 3),
        ] {
            assert_ne!(changed, base);
        }
    }

    #[test]
    fn below_is_even() {
        let mut random = FairRandom::new(&reveal(), &[], 1);
        let mut counts = [0u32; 6];
        for _ in 0..60_000 {
            counts[random.below(6) as usize] += 1;
        }
        assert!(counts.iter().all(|&count| (9_600..10_400).contains(&count)), "{counts:?}");
        assert_eq!(random.below(0), 0);
    }
}
