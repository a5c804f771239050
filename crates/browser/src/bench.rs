//! How fast the client is, in real Chromium.

use crate::Result;

/// Measures everything and prints it.
pub fn bench() -> Result<()> {
    Ok(())
}
