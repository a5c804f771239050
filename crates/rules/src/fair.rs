//! What a record says of draws that everybody can check afterwards. The rules only carry it; what it means is the
//! dealer's affair.

use std::fmt;

/// A number of 256 bits, written as 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Digest(pub [u8; 32]);

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// It may be a secret, so it is not shown.
impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Digest(…)")
    }
}

impl std::str::FromStr for Digest {
    type Err = DigestError;

    fn from_str(text: &str) -> Result<Digest, DigestError> {
        let bytes = text.as_bytes();
        let mut digest = [0; 32];
        if bytes.len() != 64 {
            return Err(DigestError);
        }
        for (byte, pair) in digest.iter_mut().zip(bytes.chunks_exact(2)) {
            let digit = |byte: u8| char::from(byte).to_digit(16).ok_or(DigestError);
            *byte = (digit(pair[0])? * 16 + digit(pair[1])?) as u8;
        }
        Ok(Digest(digest))
    }
}

/// The text is not 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DigestError;

impl fmt::Display for DigestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("64 hexadecimal digits expected")
    }
}

impl std::error::Error for DigestError {}

/// The secret behind fair draws, once it may be known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reveal {
    /// The seed.
    pub seed: Digest,
    /// The salt.
    pub salt: Digest,
}

/// Fair draws: what was promised, what the players added, and what is revealed in the end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fair {
    /// What was published before the first draw.
    pub commitment: Digest,
    /// Whether the first seat was drawn, too.
    pub first_drawn: bool,
    /// What each seat added: up to 64 lower-case hexadecimal digits; empty for nothing.
    pub contributions: Vec<String>,
    /// The secret; only of a game that is over.
    pub reveal: Option<Reveal>,
}

/// The most digits of a contribution.
pub const MAX_CONTRIBUTION: usize = 64;

/// Whether the text is a contribution as records hold it.
pub fn is_contribution(text: &str) -> bool {
    (1..=MAX_CONTRIBUTION).contains(&text.len()) && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

impl fmt::Display for Fair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "commitment {}", self.commitment)?;
        if self.first_drawn {
            f.write_str("lot first\n")?;
        }
        for (seat, text) in self.contributions.iter().enumerate().filter(|(_, text)| !text.is_empty()) {
            writeln!(f, "contribution {seat} {text}")?;
        }
        self.reveal.iter().try_for_each(|reveal| writeln!(f, "reveal {} {}", reveal.seed, reveal.salt))
    }
}
