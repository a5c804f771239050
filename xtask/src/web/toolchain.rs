//! Rust's library for the browser, found or installed.

use super::TARGET;
use crate::shell::{Failure, output, project_root, succeeds};
use std::fs;
use std::process::Command;

/// Makes sure that Rust can compile for the browser: the library is there already, or rustup brings it.
///
/// There is no third way yet: the compiler that Debian offers for it (1.85) is older than what Leptos' macros need (1.88).
pub(super) fn need_library() -> Result<(), Failure> {
    if has_library()? {
        return Ok(());
    }
    println!("Rust's library for the browser ({TARGET}) is missing, installing it");
    let mut add = Command::new("rustup");
    add.args(["target", "add", TARGET]).current_dir(project_root());
    // A download may fail once.
    if (succeeds(&mut add) || succeeds(&mut add)) && has_library()? {
        return Ok(());
    }
    Err(Failure::new(format!(
        "Rust cannot compile for the browser here: `rustup target add {TARGET}` did not bring its library.\n\
         Run it by hand to see why; without rustup, install your system's package of Rust's library for {TARGET}, of the \
         version of `rustc --version`. Then try again."
    )))
}

fn has_library() -> Result<bool, Failure> {
    let folder = output(Command::new("rustc").args(["--print", "target-libdir", "--target", TARGET]))?;
    let mut entries = fs::read_dir(folder.trim()).into_iter().flatten().flatten();
    Ok(entries.any(|entry| entry.file_name().to_string_lossy().starts_with("libstd-")))
}
