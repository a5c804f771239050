//! `cargo xtask dist`: what a release needs, in `target/release-files`: programs, the client as a folder and as one file, a
//! Debian package, what all of it is made of, and checksums.

mod deb;
mod image;
mod parts;

use crate::python;
use crate::shell::{self, Failure, cargo, output, project_root, succeeds};
use crate::web::{self, Build};
use data_encoding::HEXLOWER;
use sha2::{Digest as _, Sha256};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where everything goes.
const FOLDER: &str = "target/release-files";
/// Static programs for Linux: Rust's name of the target, and the name people know.
const STATIC: [(&str, &str); 2] =
    [("x86_64-unknown-linux-musl", "linux-x86_64"), ("aarch64-unknown-linux-musl", "linux-arm64")];

/// What builds for other machines: cargo with Zig as compiler of C and linker, from the registry of Python's packages.
const ZIG: &str = "cargo-zigbuild";

/// A program that was built.
struct Program {
    file: PathBuf,
    /// The system and processor, as people call them.
    system: String,
}

/// How long the programs may take to build.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Care {
    /// As they are released.
    Full,
    /// Slower programs, sooner: to see whether everything is there.
    Quick,
}

/// Makes everything that can be made on this machine, and says what cannot.
pub(crate) fn dist(care: Care) -> Result<(), Failure> {
    let folder = project_root().join(FOLDER);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).map_err(|error| trouble(&folder, &error))?;
    web::web(Build::Release)?;
    let programs = programs(care)?;
    let version = env!("CARGO_PKG_VERSION");
    let licences = ["LICENSE-MIT", "LICENSE-APACHE", "README.md"];
    for Program { file, system } in &programs {
        let name = format!("bastide-{version}-{system}.tar.gz");
        let (place, program) = (file.parent().unwrap_or(file), file.file_name().unwrap_or_default());
        let mut pack = Command::new("tar");
        pack.arg("-czf").arg(folder.join(name)).args(licences).arg("-C").arg(place).arg(program);
        shell::run(pack.current_dir(project_root()), "tar is part of every system that this runs on.")?;
        if let Some(processor) = image::processor(system) {
            deb::make(file, processor, version, &folder)?;
        }
    }
    image::lay_out(&programs)?;
    let name = format!("bastide-{version}-web.tar.gz");
    let mut pack = Command::new("tar");
    pack.arg("-czf").arg(folder.join(name)).arg("-C").arg(web::dist()).arg(".");
    shell::run(&mut pack, "tar is part of every system that this runs on.")?;
    let single = folder.join(format!("bastide-{version}.html"));
    fs::copy(web::single(), &single).map_err(|error| trouble(&single, &error))?;
    let bill =
        parts::bill(&output(cargo(&["metadata", "--locked", "--format-version", "1"]).current_dir(project_root()))?)?;
    let file = folder.join(format!("bastide-{version}.cdx.json"));
    fs::write(&file, bill).map_err(|error| trouble(&file, &error))?;
    checksums(&folder)?;
    println!("What a release needs is in {FOLDER}");
    Ok(())
}

/// Builds the programs: static ones for Linux where their tools can be had, otherwise one for this machine.
fn programs(care: Care) -> Result<Vec<Program>, Failure> {
    let host = host()?;
    let mut programs = Vec::new();
    if host.contains("linux") {
        for (target, system) in STATIC {
            match tools(target) {
                Ok(tools) => {
                    let file = build(target, Linked::ByZig(&tools), care)?;
                    programs.push(Program { file, system: system.to_owned() });
                }
                Err(missing) => println!("{system}: no static program with musl: {missing}"),
            }
        }
    }
    // A program of this machine's own kind is always made.
    let own = system_of(&host);
    if programs.iter().all(|program| program.system != own) {
        let linked = if host.ends_with("linux-gnu") { Linked::WithGlibc } else { Linked::AsUsual };
        if linked == Linked::WithGlibc {
            println!("{own}: a static program with glibc instead");
        }
        programs.push(Program { file: build(&host, linked, care)?, system: own });
    }
    Ok(programs)
}

/// What Rust calls this machine.
fn host() -> Result<String, Failure> {
    let text = output(Command::new("rustc").arg("-vV"))?;
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| Failure::new("rustc does not say for which system it builds."))
}

/// What people call a system: `linux-x86_64`, `macos-arm64`, `windows-x86_64`.
fn system_of(target: &str) -> String {
    let processor = target.split('-').next().unwrap_or_default().replace("aarch64", "arm64");
    let system = match target {
        _ if target.contains("apple") => "macos",
        _ if target.contains("windows") => "windows",
        _ => "linux",
    };
    format!("{system}-{processor}")
}

/// How a program comes together.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Linked<'a> {
    /// As Rust does it on this machine.
    AsUsual,
    /// With the system's own library inside.
    WithGlibc,
    /// Static for another machine: Zig compiles the C in it (SQLite, zstd) and links. The folder has its programs.
    ByZig(&'a Path),
}

/// Rust's library for a target, and the folder with the programs that build for it; or what is missing, in one line.
fn tools(target: &str) -> Result<PathBuf, String> {
    let library = || {
        let place = output(Command::new("rustc").args(["--print", "target-libdir", "--target", target]));
        place.is_ok_and(|place| Path::new(place.trim()).exists())
    };
    let fetched = || succeeds(Command::new("rustup").args(["target", "add", target])) && library();
    if !(library() || fetched()) {
        return Err(format!("Rust's library for it is missing, `rustup target add {target}` brings it"));
    }
    // pip has said why.
    python::programs_of(ZIG)
        .map_err(|_| format!("Zig, which compiles C for it, is missing, `pip install {ZIG}` brings it"))
}

/// Builds the program for a target.
fn build(target: &str, linked: Linked, care: Care) -> Result<PathBuf, Failure> {
    let what = ["--release", "--locked", "--package", "bastide", "--bin", "bastide", "--target", target];
    let mut command = match linked {
        Linked::ByZig(folder) => {
            let mut command = Command::new(folder.join(ZIG));
            let before = std::env::var_os("PATH").unwrap_or_default();
            let paths = std::iter::once(folder.to_owned()).chain(std::env::split_paths(&before));
            let paths = std::env::join_paths(paths).map_err(|error| Failure::new(error.to_string()))?;
            command.arg("zigbuild").env("PATH", paths).current_dir(project_root());
            command
        }
        Linked::AsUsual | Linked::WithGlibc => cargo(&["build"]),
    };
    // Line numbers would be two thirds of the program.
    command.args(what).env("CARGO_PROFILE_RELEASE_STRIP", "debuginfo");
    if care == Care::Quick {
        for (what, value) in [("LTO", "off"), ("CODEGEN_UNITS", "16"), ("OPT_LEVEL", "1")] {
            command.env(format!("CARGO_PROFILE_RELEASE_{what}"), value);
        }
    }
    if linked == Linked::WithGlibc {
        let variable = format!("CARGO_TARGET_{}_RUSTFLAGS", target.to_uppercase().replace('-', "_"));
        command.env(variable, "-Ctarget-feature=+crt-static");
    }
    shell::run(&mut command, "The program cannot be built for this target, see above.")?;
    let name = if target.contains("windows") { "bastide.exe" } else { "bastide" };
    let file = project_root().join("target").join(target).join("release").join(name);
    if file.exists() { Ok(file) } else { Err(Failure::new(format!("{} was not built.", file.display()))) }
}

/// Writes SHA256SUMS of everything that is there, as `sha256sum --check` reads it.
fn checksums(folder: &Path) -> Result<(), Failure> {
    let entries = fs::read_dir(folder).map_err(|error| trouble(folder, &error))?;
    let mut names: Vec<String> =
        entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    let mut sums = String::new();
    for name in names {
        let file = folder.join(&name);
        let content = fs::read(&file).map_err(|error| trouble(&file, &error))?;
        sums += &format!("{}  {name}\n", HEXLOWER.encode(&Sha256::digest(content)));
    }
    let file = folder.join("SHA256SUMS");
    fs::write(&file, &sums).map_err(|error| trouble(&file, &error))?;
    print!("{sums}");
    Ok(())
}

fn trouble(path: &Path, error: &std::io::Error) -> Failure {
    Failure::new(format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn systems_have_the_names_that_people_know() {
        assert_eq!(system_of("x86_64-unknown-linux-gnu"), "linux-x86_64");
        assert_eq!(system_of("aarch64-apple-darwin"), "macos-arm64");
        assert_eq!(system_of("x86_64-pc-windows-msvc"), "windows-x86_64");
        for (target, system) in STATIC {
            assert_eq!(system_of(target), system);
            assert!(image::processor(system).is_some(), "{system} has packages and an image");
        }
    }
}
