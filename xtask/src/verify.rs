//! `cargo verify`: every check, in the order of the time they take.

use crate::shell::{self, Failure, cargo, succeeds};
use crate::{chromium, cluster, deny, fuzz, python, site, tidy};
use std::process::Command;
use std::time::Instant;

/// How much is checked.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extent {
    /// Everything.
    Full,
    /// Everything but what takes longest: the Python package, the client in a real browser, and fuzzing, which spends a fixed
    /// time.
    Quick,
}

type Step = (&'static str, fn() -> Result<(), Failure>);

const STEPS: [Step; 8] = [
    ("tidy", tidy::tidy),
    ("fetch", fetch),
    ("deny", deny::deny),
    ("format", format),
    ("clippy", clippy),
    ("tests", tests),
    ("docs", docs),
    ("site", site::site),
];
const LONG_STEPS: [Step; 3] =
    [("python", python::test), ("browser", chromium::test), ("fuzz", || fuzz::fuzz(fuzz::Request::short()))];

/// Runs the checks up to the first that fails.
pub(crate) fn verify(extent: Extent) -> Result<(), Failure> {
    need_component("fmt", "rustfmt")?;
    need_component("clippy", "clippy")?;
    let mut times = Vec::new();
    for (name, step) in STEPS.into_iter().chain(LONG_STEPS.into_iter().filter(|_| extent == Extent::Full)) {
        println!("\n=== {name} ===");
        let start = Instant::now();
        step().map_err(|failure| Failure::new(format!("\n=== {name}: FAILED ===\n{failure}")))?;
        let seconds = start.elapsed().as_secs_f64();
        println!("=== {name}: ok, {seconds:.1} s ===");
        times.push((name, seconds));
    }
    println!("\nEverything is in order.");
    for (name, seconds) in &times {
        println!("{name:>8} {seconds:7.1} s");
    }
    println!("{:>8} {:7.1} s", "all", times.iter().map(|(_, seconds)| seconds).sum::<f64>());
    Ok(())
}

/// Downloads what is needed, and finds out early that a lock file does not belong to the manifests.
fn fetch() -> Result<(), Failure> {
    for manifest in ["Cargo.toml", "fuzz/Cargo.toml"] {
        let advice = format!("If the lock file is stale: `cargo update --workspace --manifest-path {manifest}`.");
        shell::run(&mut cargo(&["fetch", "--locked", "--manifest-path", manifest]), &advice)?;
    }
    Ok(())
}

fn format() -> Result<(), Failure> {
    let advice = "`cargo fmt --all` (and `cargo fmt --manifest-path fuzz/Cargo.toml`) puts this right.";
    shell::run(&mut cargo(&["fmt", "--all", "--check"]), advice)?;
    shell::run(&mut cargo(&["fmt", "--manifest-path", "fuzz/Cargo.toml", "--check"]), advice)
}

fn clippy() -> Result<(), Failure> {
    let what =
        ["clippy", "--workspace", "--all-targets", "--features", "browser/chromium,xtask/advisories", "--locked"];
    let mut command = cargo(&what);
    command.args(["--", "-D", "warnings"]);
    shell::run(&mut command, "Each warning above says what to change.")
}

fn tests() -> Result<(), Failure> {
    cluster::install()?;
    let advice = "A failing test above names the rule it proves. If a golden file differs on purpose: \
                  `cargo xtask golden`, then read `git diff`.";
    let mut command = cargo(&["test", "--workspace", "--features", "xtask/advisories", "--locked"]);
    shell::run(command.env("BASTIDE_ENGINES", "required"), advice)
}

fn docs() -> Result<(), Failure> {
    let mut command = cargo(&["doc", "--workspace", "--no-deps", "--locked"]);
    shell::run(
        command.env("RUSTDOCFLAGS", "-D warnings"),
        "Every public item has a comment, and every link in it leads somewhere.",
    )
}

/// Makes sure of a subcommand of cargo that comes as a component of the toolchain.
fn need_component(subcommand: &str, component: &str) -> Result<(), Failure> {
    let present = || succeeds(&mut cargo(&[subcommand, "--version"]));
    if present() {
        return Ok(());
    }
    println!("{component} is missing, installing it");
    let added = succeeds(Command::new("rustup").args(["component", "add", component]));
    if added && present() {
        return Ok(());
    }
    Err(Failure::new(format!(
        "`cargo {subcommand}` is missing, and `rustup component add {component}` did not bring it.\n\
         Install the component {component} of your Rust toolchain, then run `cargo verify` again."
    )))
}
