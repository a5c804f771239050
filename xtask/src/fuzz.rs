//! `cargo xtask fuzz`: coverage-guided fuzzing with libFuzzer on the stable toolchain.
//!
//! The targets are the programs of the package in `fuzz/`. Each has inputs to start from in `fuzz/seeds/<target>/` and, if
//! it reads text, a dictionary in `fuzz/dictionaries/<target>.dict`. What a run discovers stays in `fuzz/corpus/<target>/` for the next
//! one; an input that breaks something goes to `fuzz/artifacts/<target>/`.

use crate::shell::{self, Failure, cargo, output, project_root, succeeds};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

const MANIFEST: &str = "fuzz/Cargo.toml";
const SECONDS: u32 = 20;

/// Counters and compared values for libFuzzer in all the code that it steers through, and no folding of branches,
/// which would hide some of them.
const INSTRUMENTATION: [&str; 9] = [
    "--cfg=fuzzing",
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
    "-Cllvm-args=-simplifycfg-branch-fold-threshold=0",
    "-Ccodegen-units=1",
    "-Cforce-frame-pointers=yes",
];

/// What is to be fuzzed, and for how long.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Request {
    /// One target, or all.
    target: Option<String>,
    seconds: u32,
    /// Files on which the target runs once each, instead of looking for new ones.
    inputs: Vec<PathBuf>,
    manner: Manner,
}

/// How a search goes about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Manner {
    /// Starts the same way every time, so that a verified commit stays verified, and prints one line if all is well.
    Check,
    /// Starts elsewhere every time and shows libFuzzer's own progress.
    Explore,
}

impl Request {
    /// A short run of all targets, for `cargo verify`.
    pub(crate) fn short() -> Request {
        Request { target: None, seconds: SECONDS, inputs: Vec::new(), manner: Manner::Check }
    }

    pub(crate) fn parse(arguments: &[String]) -> Result<Request, Failure> {
        let mut request = Request { target: None, seconds: SECONDS, inputs: Vec::new(), manner: Manner::Explore };
        let mut words = arguments.iter();
        while let Some(word) = words.next() {
            if word == "--seconds" {
                let seconds = words.next().and_then(|number| number.parse().ok()).filter(|seconds| *seconds > 0);
                request.seconds = seconds.ok_or_else(|| Failure::new("--seconds wants a whole number above 0"))?;
            } else if word.starts_with('-') {
                return Err(Failure::new(format!("{word}: no such option. `cargo xtask help` lists them.")));
            } else if request.target.is_none() {
                request.target = Some(word.clone());
            } else {
                request.inputs.push(PathBuf::from(word));
            }
        }
        Ok(request)
    }
}

/// Checks and builds the targets, and runs them; an input that breaks one is a failure.
pub(crate) fn fuzz(request: Request) -> Result<(), Failure> {
    if cfg!(windows) {
        println!("Left out: fuzzing is set up for Linux and macOS only.");
        return Ok(());
    }
    let all = targets()?;
    let chosen = match &request.target {
        None => all,
        Some(name) if all.contains(name) => vec![name.clone()],
        Some(name) => return Err(Failure::new(format!("{name}: no such target. There are: {}", all.join(", ")))),
    };
    need_cpp_compiler()?;
    let host = host_triple()?;
    let advice = "The fuzz targets (fuzz/targets) follow the public interface of the crates: adapt them. If only \
                  the lock file is stale: `cargo update --workspace --manifest-path fuzz/Cargo.toml`.";
    shell::run(&mut instrumented("clippy", &host, &["--", "-D", "warnings"]), advice)?;
    shell::run(&mut instrumented("build", &host, &[]), advice)?;
    for target in chosen {
        let program = project_root().join("fuzz/target").join(&host).join("release").join(&target);
        if request.inputs.is_empty() {
            search(&program, &target, &request)?;
        } else {
            reproduce(&program, &target, &request.inputs)?;
        }
    }
    Ok(())
}

/// The names of the targets, from the manifest.
fn targets() -> Result<Vec<String>, Failure> {
    let text = fs::read_to_string(project_root().join(MANIFEST))
        .map_err(|error| Failure::new(format!("cannot read {MANIFEST}: {error}")))?;
    let manifest: toml::Table = text.parse().map_err(|error| Failure::new(format!("{MANIFEST}: {error}")))?;
    let programs = manifest.get("bin").and_then(toml::Value::as_array).into_iter().flatten();
    Ok(programs.filter_map(|program| program.get("name")?.as_str().map(str::to_owned)).collect())
}

/// A cargo command on the fuzz package with instrumented code. The explicit target keeps build scripts and macros, which
/// have no libFuzzer to link with, free of it.
fn instrumented(subcommand: &str, host: &str, extra: &[&str]) -> Command {
    let mut command = cargo(&[subcommand, "--manifest-path", MANIFEST, "--locked", "--release", "--bins"]);
    command.args(["--target", host, "--target-dir", "fuzz/target"]).args(extra);
    command.env_remove("CARGO_ENCODED_RUSTFLAGS").env("RUSTFLAGS", INSTRUMENTATION.join(" "));
    command
}

fn host_triple() -> Result<String, Failure> {
    let about = output(Command::new("rustc").arg("-vV").current_dir(project_root()))?;
    let host = about.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| Failure::new("`rustc -vV` does not name its host"))
}

/// Looks for inputs that break the target.
fn search(program: &Path, target: &str, request: &Request) -> Result<(), Failure> {
    let folder = |name: &str| project_root().join("fuzz").join(name).join(target);
    let (corpus, artifacts, seeds) = (folder("corpus"), folder("artifacts"), folder("seeds"));
    for made in [&corpus, &artifacts] {
        fs::create_dir_all(made).map_err(|error| Failure::new(format!("cannot make {}: {error}", made.display())))?;
    }
    if files_of(&seeds).is_empty() {
        return Err(Failure::new(format!("{}: put some inputs there for the search to start from.", seeds.display())));
    }
    println!("\n--- {target}: {} seconds", request.seconds);
    let started = SystemTime::now();
    let mut command = Command::new(program);
    command
        .arg(format!("-max_total_time={}", request.seconds))
        .arg(format!("-artifact_prefix={}/", artifacts.display()))
        .args(["-timeout=20", "-rss_limit_mb=2048", "-max_len=65536", "-print_final_stats=1"]);
    let dictionary = folder("dictionaries").with_extension("dict");
    if dictionary.exists() {
        command.arg(format!("-dict={}", dictionary.display()));
    }
    if request.manner == Manner::Check {
        command.args(["-seed=1", "-verbosity=0"]);
    }
    command.arg(&corpus).arg(&seeds).current_dir(project_root());
    let well = match request.manner {
        Manner::Check => succeeds_quietly(&mut command)?,
        Manner::Explore => succeeds_loudly(&mut command)?,
    };
    if well {
        return Ok(());
    }
    let new = |file: &PathBuf| file.metadata().and_then(|data| data.modified()).is_ok_and(|time| time >= started);
    let found: Vec<PathBuf> = files_of(&artifacts).into_iter().filter(new).collect();
    let mut message = format!("{target} found an input that breaks the program (see above).");
    for file in &found {
        let file = file.strip_prefix(project_root()).unwrap_or(file).display();
        message += &format!("\nReproduce it with:\n  cargo xtask fuzz {target} {file}");
    }
    message += &format!("\nOnce it is mended, add the input to fuzz/seeds/{target}/ so that it is tried every time.");
    Err(Failure::new(message))
}

fn reproduce(program: &Path, target: &str, inputs: &[PathBuf]) -> Result<(), Failure> {
    // Paths are as the person typed them, so the program starts where this one did.
    let mut command = Command::new(program);
    if succeeds_loudly(command.args(inputs))? {
        println!("{target}: nothing breaks.");
        return Ok(());
    }
    Err(Failure::new(format!("{target} still breaks, see above.")))
}

fn succeeds_loudly(command: &mut Command) -> Result<bool, Failure> {
    match command.env("RUST_BACKTRACE", "1").status() {
        Ok(status) => Ok(status.success()),
        Err(error) => Err(Failure::new(format!("cannot start {:?}: {error}", command.get_program()))),
    }
}

/// Shows how many inputs were tried or, if one broke the program, all that it said.
fn succeeds_quietly(command: &mut Command) -> Result<bool, Failure> {
    let result = command.env("RUST_BACKTRACE", "1").output();
    let result = result.map_err(|error| Failure::new(format!("cannot start {:?}: {error}", command.get_program())))?;
    let said = String::from_utf8_lossy(&result.stderr);
    if result.status.success() {
        let tried = said.lines().find_map(|line| line.strip_prefix("stat::number_of_executed_units:"));
        println!("{} inputs tried, nothing breaks", tried.unwrap_or("?").trim());
    } else {
        println!("{said}");
    }
    Ok(result.status.success())
}

fn files_of(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(|path| path.is_file()).collect();
    files.sort();
    files
}

/// libFuzzer itself is C++, compiled by the package that wraps it.
fn need_cpp_compiler() -> Result<(), Failure> {
    let present = || {
        let chosen = std::env::var("CXX").ok();
        chosen.iter().map(String::as_str).chain(["c++"]).any(|name| succeeds(Command::new(name).arg("--version")))
    };
    if present() {
        return Ok(());
    }
    println!("There is no C++ compiler, which libFuzzer needs; trying to install one");
    let apt =
        |arguments: &[&str]| succeeds(Command::new("apt-get").args(arguments).env("DEBIAN_FRONTEND", "noninteractive"));
    // Without the right to install, apt-get fails at once and changes nothing.
    if apt(&["update"]) && apt(&["install", "--yes", "--no-install-recommends", "g++"]) && present() {
        return Ok(());
    }
    Err(Failure::new(
        "Fuzzing needs a C++ compiler named `c++` (or named by the variable CXX), and it could not be installed.\n\
         On Debian and Ubuntu: `sudo apt-get install g++`; on macOS: `xcode-select --install`.\n\
         `cargo verify --quick` runs all other checks.",
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(words: &[&str]) -> Result<Request, Failure> {
        Request::parse(&words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn options_and_names_come_in_any_order() {
        let request = parse(&["--seconds", "7", "record", "a", "b"]).unwrap();
        let inputs = vec![PathBuf::from("a"), PathBuf::from("b")];
        assert_eq!(request, Request { target: Some("record".to_owned()), seconds: 7, inputs, manner: Manner::Explore });
        assert_eq!(parse(&["record", "--seconds", "7"]).unwrap(), parse(&["--seconds", "7", "record"]).unwrap());
    }

    #[test]
    fn a_wrong_option_is_refused() {
        for words in [&["--second", "7"][..], &["--seconds"], &["--seconds", "0"], &["--seconds", "soon"]] {
            assert!(parse(words).is_err(), "{words:?}");
        }
    }
}
