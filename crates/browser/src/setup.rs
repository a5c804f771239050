//! What the tests need from outside: a Chromium, and axe-core. What is missing is installed where that is possible.

use crate::{Failure, Result};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};

const NAMES: [&str; 6] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "microsoft-edge",
    "microsoft-edge-stable",
];
/// Where macOS and Windows have browsers that are not on the path.
const PLACES: [&str; 7] = [
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files\Microsoft\Edge\Application\msedge.exe",
    r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe",
];
/// Names another one.
const VARIABLE: &str = "BASTIDE_BROWSER";
/// The accessibility checks, pinned so that they change only when we want it.
const AXE_CORE: &str = "axe-core@4.11.0";

/// Tests run side by side, and packages are installed one at a time: who finds something missing looks again with this in
/// hand, since another one may have installed it.
fn one_at_a_time() -> MutexGuard<'static, ()> {
    static INSTALLING: Mutex<()> = Mutex::new(());
    INSTALLING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The folder of the project.
fn root() -> &'static Path {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().and_then(Path::parent).unwrap_or(here)
}

/// The folder with the finished client.
pub fn client_folder() -> PathBuf {
    root().join("target/dist")
}

/// The finished client as one file.
pub fn client_file() -> PathBuf {
    root().join("target/bastide.html")
}

/// The folder in which the pictures of the pages are kept.
pub fn screenshots() -> PathBuf {
    root().join("target/screenshots")
}

/// Whether this is the system's administrator, whom Chromium's sandbox does not accept.
pub(crate) fn is_root() -> bool {
    let answer = Command::new("id").arg("-u").output();
    answer.is_ok_and(|answer| answer.stdout.trim_ascii() == b"0")
}

fn on_path(name: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|folder| folder.join(name)).find(|file| file.is_file())
}

/// The Chromium of this machine, or Chrome or Edge, which are made of it; it is installed if there is none.
pub(crate) fn chromium() -> Result<PathBuf> {
    if let Some(chosen) = std::env::var_os(VARIABLE) {
        return Ok(chosen.into());
    }
    let placed = || PLACES.into_iter().map(PathBuf::from).find(|file| file.is_file());
    let find = || NAMES.into_iter().find_map(on_path).or_else(placed);
    if let Some(found) = find() {
        return Ok(found);
    }
    let _alone = one_at_a_time();
    if find().is_none() {
        install("chromium");
    }
    find().ok_or_else(|| {
        Failure::new(format!(
            "Install Chromium, Chrome or Edge, or name one in {VARIABLE}: there is none (looked for {}).",
            NAMES.join(", ")
        ))
    })
}

/// Installs a package of the system where that needs nobody to answer; the caller looks whether it worked.
fn install(package: &str) {
    println!("{package} is missing, installing it");
    let apt = |arguments: &[&str]| {
        let mut command = if is_root() { Command::new("apt-get") } else { Command::new("sudo") };
        if !is_root() {
            command.args(["-n", "apt-get"]);
        }
        command.args(arguments).env("DEBIAN_FRONTEND", "noninteractive").stdin(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    // Another program may be installing something.
    let wanted = ["-o", "DPkg::Lock::Timeout=300", "install", "-y", "--no-install-recommends", package];
    // The list of packages of a fresh system is empty.
    if !apt(&wanted) && apt(&["update"]) {
        apt(&wanted);
    }
}

/// The source text of axe-core, downloaded into `target/tools` the first time.
pub(crate) fn axe_core() -> Result<String> {
    let folder = root().join("target/tools").join(AXE_CORE);
    let script = folder.join("package/axe.min.js");
    let _alone = one_at_a_time();
    if !script.is_file() {
        if on_path("npm").is_none() {
            install("npm");
        }
        fs::create_dir_all(&folder)?;
        let step = |program: &str, arguments: &[&str]| {
            let status = Command::new(program).args(arguments).current_dir(&folder).stdin(Stdio::null()).status();
            match status {
                Ok(status) if status.success() => Ok(()),
                Ok(status) => Err(Failure::new(format!("`{program} {}` failed ({status})", arguments.join(" ")))),
                Err(error) => Err(Failure::new(format!(
                    "cannot start {program}: {error}. axe-core, which checks the accessibility of the pages, is \
                     fetched with it: install your system's package `{program}`, then try again."
                ))),
            }
        };
        step("npm", &["pack", "--silent", AXE_CORE])?;
        let archive = format!("{}.tgz", AXE_CORE.replace('@', "-"));
        step("tar", &["-xzf", &archive, "package/axe.min.js"])?;
    }
    Ok(fs::read_to_string(script)?)
}
