//! Random names and secrets.

use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// Letters and digits that are not mistaken for each other.
const LETTERS: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz23456789A";

/// So many random bytes from the operating system.
pub(crate) fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    // Without randomness nothing that follows would be safe, and every system has it.
    getrandom::fill(&mut bytes).expect("the operating system gives random numbers");
    bytes
}

/// A name that cannot be guessed: 80 bits.
pub(crate) fn random_id() -> String {
    random::<16>().iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect()
}

/// A secret with a public part by which it is found, and the hash of its secret part.
pub(crate) struct Secret {
    /// What the owner is given: `PUBLIC.SECRET`.
    pub(crate) text: String,
    /// The public part.
    pub(crate) id: String,
    /// What is stored.
    pub(crate) hash: [u8; 32],
}

impl Secret {
    /// A new one with 256 bits.
    pub(crate) fn new() -> Secret {
        let id = random_id();
        let secret = hex(&random::<32>());
        Secret { text: format!("{id}.{secret}"), hash: hash(&secret), id }
    }
}

fn hash(secret: &str) -> [u8; 32] {
    Sha256::digest(secret.as_bytes()).into()
}

/// The public part of a secret and the hash of the other part.
pub(crate) fn split(text: &str) -> Option<(&str, [u8; 32])> {
    let (id, secret) = text.split_once('.')?;
    let plain = id.bytes().all(|byte| byte.is_ascii_alphanumeric());
    (plain && id.len() <= 32 && secret.len() <= 128).then(|| (id, hash(secret)))
}

/// Whether two hashes are equal, in a time that does not depend on where they differ.
pub(crate) fn same(one: &[u8], other: &[u8]) -> bool {
    one.ct_eq(other).into()
}

/// Bytes as hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_known_by_its_hash() {
        let secret = Secret::new();
        let (id, hash) = split(&secret.text).unwrap();
        assert_eq!(id, secret.id);
        assert!(same(&hash, &secret.hash));
        assert!(!same(&split(&Secret::new().text).unwrap().1, &secret.hash));
        assert!(split("nothing").is_none());
    }
}
