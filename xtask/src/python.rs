//! `cargo xtask python` and `cargo xtask wheel`: the Python package, in an environment of its own under `target/python`.

use crate::shell::{self, Failure, install_packages, project_root, succeeds};
use std::path::PathBuf;
use std::process::Command;

/// The package.
const PACKAGE: &str = "crates/python";
/// Exits with 0 if this Python is new enough and can make environments.
const PROBE: &str = "import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 10))";
const MISSING: &str = "Install Python 3.10 or newer with its module venv (Debian: python3 and python3-venv).";

/// Builds and installs the package, checks its types, and runs its tests, the examples and the programs in docs/python.md.
pub(crate) fn test() -> Result<(), Failure> {
    let python = environment()?;
    let run = |arguments: &[&str], advice: &str| {
        let mut command = Command::new(&python);
        command.args(arguments).current_dir(project_root().join(PACKAGE)).env("PYTHONDONTWRITEBYTECODE", "1");
        shell::run(&mut command, advice)
    };
    let quiet = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
    run(&[&quiet[..], &[".[test]"]].concat(), "The package is built by maturin, which pip fetches.")?;
    run(
        &["-m", "mypy.stubtest", "bastide._native"],
        "crates/python/python/bastide/_native.pyi says what crates/python/src has; the message names what differs.",
    )?;
    run(
        &["-m", "mypy", "--cache-dir", "../../target/mypy", "python/bastide"],
        "Each line above is a type that does not fit.",
    )?;
    run(&["-m", "pytest", "-p", "no:cacheprovider"], "The tests are in crates/python/tests.")
}

/// Builds a wheel for this system and every Python from 3.10 on.
pub(crate) fn wheel() -> Result<(), Failure> {
    let python = environment()?;
    let run = |arguments: &[&str]| {
        let mut command = Command::new(&python);
        shell::run(command.args(arguments).current_dir(project_root()), "maturin builds wheels; pip fetches it.")
    };
    run(&["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "maturin>=1.9.4,<2"])?;
    let manifest = format!("{PACKAGE}/Cargo.toml");
    run(&["-m", "maturin", "build", "--manifest-path", &manifest, "--out", "target/wheels"])
}

/// The folder with the programs that a package brings, which is installed into the environment.
pub(crate) fn programs_of(package: &str) -> Result<PathBuf, Failure> {
    let python = environment()?;
    let mut install = Command::new(&python);
    install.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", package]);
    shell::run(&mut install, "pip cannot fetch it, see above.")?;
    Ok(python.parent().unwrap_or(&python).to_owned())
}

/// The interpreter of the environment, which is made if it is not there.
fn environment() -> Result<PathBuf, Failure> {
    let folder = project_root().join("target/python");
    let inside = if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" };
    let python = folder.join(inside);
    if succeeds(Command::new(&python).args(["-m", "pip", "--version"])) {
        return Ok(python);
    }
    let Some(system) = system().or_else(|| {
        println!("a Python with its module venv is missing: installing it");
        install_packages(&["python3", "python3-venv"]);
        system()
    }) else {
        return Err(Failure::new(MISSING));
    };
    let mut make = Command::new(system);
    shell::run(make.args(["-m", "venv", "--clear"]).arg(&folder), MISSING)?;
    Ok(python)
}

/// The system's Python, if it will do.
fn system() -> Option<&'static str> {
    ["python3", "python"].into_iter().find(|name| succeeds(Command::new(name).args(["-c", PROBE])))
}
