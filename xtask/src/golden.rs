//! `cargo xtask golden`: rewrites the golden files.

use crate::shell::{self, Failure, cargo};

/// Runs the tests with `BASTIDE_REFRESH=1`, which makes golden tests write what they got instead of comparing it.
pub(crate) fn golden(arguments: &[String]) -> Result<(), Failure> {
    let whole = if arguments.is_empty() { &["test", "--workspace", "--locked"][..] } else { &["test", "--locked"] };
    let mut command = cargo(whole);
    command.args(arguments).env("BASTIDE_REFRESH", "1");
    shell::run(
        &mut command,
        "A test that fails while golden files are rewritten is wrong for another reason: see above.",
    )?;
    println!("\nGolden files are rewritten. Read `git diff` before you commit: each change is a change of behaviour.");
    Ok(())
}
