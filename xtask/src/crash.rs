//! `cargo xtask crash`: the crash test of the server with as many kills as wished.

use crate::shell::{self, Failure, cargo};

/// Runs the test that `cargo verify` runs with fewer kills.
pub(crate) fn crash(kills: &str) -> Result<(), Failure> {
    kills.parse::<usize>().map_err(|_| Failure::new(format!("--kills wants a number, not `{kills}`")))?;
    let mut test = cargo(&["test", "--locked", "-p", "bastide", "--test", "server", "whenever"]);
    test.args(["--", "--nocapture"]).env("BASTIDE_KILLS", kills);
    shell::run(&mut test, "What the server said before a kill is not there after it: the message above says what.")
}
