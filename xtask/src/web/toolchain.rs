//! A compiler for the browser, found or installed.
//!
//! Three ways, tried in this order: the toolchain has Rust's library for the browser already; rustup brings it; Debian's
//! compiler for the web is installed, which brings the library's source to be built along. The last one is older than
//! the project's own compiler, so it is allowed what has become ordinary Rust since.

use super::TARGET;
use crate::shell::{self, Failure, output, project_root, succeeds};
use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// Set in builds with Debian's compiler, for which this program stands before the compiler.
const WRAPPING: &str = "BASTIDE_XTASK_WRAPS_RUSTC";
const DEBIAN_RUSTC: &str = "/usr/bin/rustc";
const DEBIAN_PACKAGES: [&str; 2] = ["rustc-web", "rust-web-src"];
/// What the project uses and Debian's compiler calls a feature.
const FEATURES: &str = "-Zcrate-attr=feature(let_chains, slice_as_chunks)";
/// How long rustup may try, in seconds.
const RUSTUP_PATIENCE: &str = "90";

/// A way to compile for the browser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Toolchain {
    /// The one that compiles everything else.
    Own,
    Debian,
}

impl Toolchain {
    /// Finds one, and installs what is missing.
    pub(super) fn find() -> Result<Toolchain, Failure> {
        if has_library()? {
            return Ok(Toolchain::Own);
        }
        let debian_chosen = marker();
        if debian_chosen.exists() && has_debian() {
            return Ok(Toolchain::Debian);
        }
        println!("Rust's library for the browser ({TARGET}) is missing, installing it");
        let mut add = Command::new("timeout");
        add.args([RUSTUP_PATIENCE, "rustup", "target", "add", TARGET]).current_dir(project_root());
        if succeeds(&mut add) && has_library()? {
            return Ok(Toolchain::Own);
        }
        if has_debian() || install_debian() {
            // Else every build would wait for rustup again.
            let _ = debian_chosen.parent().map(fs::create_dir_all);
            let _ = fs::write(&debian_chosen, "rustup does not bring the library; Debian's compiler is used\n");
            return Ok(Toolchain::Debian);
        }
        Err(Failure::new(format!(
            "Rust cannot compile for the browser here: neither `rustup target add {TARGET}` nor `apt-get install {}` \
             worked.\nRun one of them by hand to see why, then try again.",
            DEBIAN_PACKAGES.join(" ")
        )))
    }

    /// Adds to a build what this way needs.
    pub(super) fn prepare(self, command: &mut Command) -> Result<(), Failure> {
        if self == Toolchain::Own {
            return Ok(());
        }
        let sysroot = output(Command::new("rustc").args(["--print", "sysroot"]))?;
        let host = output(Command::new("rustc").args(["--print", "host-tuple"]))?;
        let linker = PathBuf::from(sysroot.trim()).join("lib/rustlib").join(host.trim()).join("bin/rust-lld");
        let this = std::env::current_exe().map_err(|error| Failure::new(format!("where is xtask? {error}")))?;
        command
            .args(["-Zbuild-std=std,panic_abort", "--ignore-rust-version"])
            .env("RUSTC", DEBIAN_RUSTC)
            .env("RUSTC_BOOTSTRAP", "1")
            .env("RUSTC_WORKSPACE_WRAPPER", this)
            .env(WRAPPING, "1")
            .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
        Ok(())
    }
}

/// Runs the compiler in whose place this program was started, if it was.
pub(crate) fn stand_before_rustc(arguments: &[String]) -> Option<Result<(), Failure>> {
    std::env::var_os(WRAPPING)?;
    let (rustc, rest) = arguments.split_first()?;
    let status = Command::new(rustc).args(rest).arg(FEATURES).env_remove(WRAPPING).status();
    Some(match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(Failure::new(format!("{rustc}: {status}"))),
        Err(error) => Err(Failure::new(format!("cannot start {rustc}: {error}"))),
    })
}

fn marker() -> PathBuf {
    project_root().join(super::TARGET_DIR).join("debian-compiler")
}

fn has_library() -> Result<bool, Failure> {
    let folder = output(Command::new("rustc").args(["--print", "target-libdir", "--target", TARGET]))?;
    let mut entries = fs::read_dir(folder.trim()).into_iter().flatten().flatten();
    Ok(entries.any(|entry| entry.file_name().to_string_lossy().starts_with("libstd-")))
}

fn has_debian() -> bool {
    let library = Command::new(DEBIAN_RUSTC).args(["--print", "sysroot"]).output();
    library.is_ok_and(|sysroot| {
        let sysroot = String::from_utf8_lossy(&sysroot.stdout).trim().to_owned();
        PathBuf::from(sysroot).join("lib/rustlib/src/rust/library/std").is_dir()
    })
}

fn install_debian() -> bool {
    println!("rustup did not bring it, installing {}", DEBIAN_PACKAGES.join(" and "));
    shell::install_packages(&DEBIAN_PACKAGES) && has_debian()
}
