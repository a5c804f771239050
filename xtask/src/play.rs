//! `cargo play`: builds everything and opens the game.

use crate::shell::{self, Failure, cargo, project_root};

/// Builds the `bastide` program in release mode and starts it.
pub(crate) fn play(arguments: &[String]) -> Result<(), Failure> {
    if !project_root().join("crates/bastide").exists() {
        return Err(Failure::new("There is no game to open yet: the crate `bastide` does not exist."));
    }
    let mut command = cargo(&["run", "--release", "--locked", "--package", "bastide", "--bin", "bastide", "--"]);
    if arguments.is_empty() {
        println!("The web client is not there yet; this is what the command line can do.\n");
        command.arg("help");
    }
    shell::run(command.args(arguments), "See above.")
}
