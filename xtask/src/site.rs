//! `cargo xtask site`: the documentation as a site. The work is done by a crate of its own, because what it needs would make
//! everybody wait who only wants to play.

use crate::shell::{self, Failure, cargo};

/// Builds the site and checks its links.
pub(crate) fn site() -> Result<(), Failure> {
    let advice = "The pages are in docs; the rules come from the client's help. The message above names the page.";
    shell::run(&mut cargo(&["run", "--quiet", "--locked", "--package", "site"]), advice)
}
