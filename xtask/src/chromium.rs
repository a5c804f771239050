//! The browser client in a real Chromium: its tests, and `cargo xtask bench-web`.

use crate::shell::{self, Failure, cargo, project_root};
use crate::web;
use std::fs;

/// Where the tests keep a picture of every page.
const SCREENSHOTS: &str = "target/screenshots";
/// How those begin that one page shows before and after a change.
const SHOWN: &str = "show-";

/// Builds the client as it ships, and plays it by mouse, keyboard and finger.
pub(crate) fn test() -> Result<(), Failure> {
    web::web(web::Build::Release)?;
    clear_screenshots();
    let mut command =
        cargo(&["test", "--package", "browser", "--features", "chromium", "--test", "chromium", "--locked"]);
    let advice = format!("What the page looked like at the end is in {SCREENSHOTS}/failed-*.png.");
    shell::run(&mut command, &advice)?;
    println!("Pictures of every page are in {SCREENSHOTS}");
    Ok(())
}

/// Pages that are gone must not seem to be there. The pictures that one page shows together stay: with the next run they are
/// what was before.
fn clear_screenshots() {
    for entry in fs::read_dir(project_root().join(SCREENSHOTS)).into_iter().flatten().flatten() {
        if !entry.file_name().to_string_lossy().starts_with(SHOWN) {
            // A folder is the one with the pictures of the run before.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Builds the client as it ships, and measures it, or what is named of it.
pub(crate) fn bench(parts: &[String]) -> Result<(), Failure> {
    web::web(web::Build::Release)?;
    let mut command = cargo(&["run", "--quiet", "--package", "browser", "--locked", "--", "bench"]);
    command.args(parts);
    shell::run(&mut command, "Nothing was measured; see above.")
}
