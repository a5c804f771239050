//! The browser client in a real Chromium: its tests, and `cargo xtask bench-web`.

use crate::shell::{self, Failure, cargo, project_root};
use crate::web;
use std::fs;

/// Where the tests keep a picture of every page.
const SCREENSHOTS: &str = "target/screenshots";

/// Builds the client as it ships, and plays it by mouse, keyboard and finger.
pub(crate) fn test() -> Result<(), Failure> {
    web::web(web::Build::Release)?;
    // Pages that are gone must not seem to be there.
    let _ = fs::remove_dir_all(project_root().join(SCREENSHOTS));
    let mut command =
        cargo(&["test", "--package", "browser", "--features", "chromium", "--test", "chromium", "--locked"]);
    let advice = format!("What the page looked like at the end is in {SCREENSHOTS}/failed-*.png.");
    shell::run(&mut command, &advice)?;
    println!("Pictures of every page are in {SCREENSHOTS}");
    Ok(())
}

/// Builds the client as it ships, and measures it.
pub(crate) fn bench() -> Result<(), Failure> {
    web::web(web::Build::Release)?;
    let mut command = cargo(&["run", "--quiet", "--package", "browser", "--locked", "--", "bench"]);
    shell::run(&mut command, "Nothing was measured; see above.")
}
