//! `cargo play`: builds everything and opens the game.

use crate::shell::{self, Failure, cargo};
use crate::web::{self, Build};

/// Builds the client and the program that serves it, and starts it. `--dev` builds quickly; the rest goes to
/// `bastide serve`.
pub(crate) fn play(arguments: &[String]) -> Result<(), Failure> {
    let dev = arguments.iter().any(|word| word == "--dev");
    web::web(if dev { Build::Dev } else { Build::Release })?;
    let mut command = cargo(&["run", "--locked", "--package", "bastide", "--bin", "bastide"]);
    if !dev {
        command.arg("--release");
    }
    command.args(["--", "serve", "--open"]).args(arguments.iter().filter(|word| *word != "--dev"));
    shell::run(&mut command, "The game stopped, see above.")
}
