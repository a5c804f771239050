//! `cargo xtask dist`: what a release needs, in `target/release-files`: programs, the client as a folder, a Debian package, what all of
//! it is made of, and checksums.

mod deb;
mod parts;

use crate::shell::{self, Failure, cargo, output, project_root, succeeds};
use crate::web::{self, Build};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where everything goes.
const FOLDER: &str = "target/release-files";
/// Static programs for Linux: Rust's name of the target, and the name people know.
const STATIC: [(&str, &str); 2] =
    [("x86_64-unknown-linux-musl", "linux-x86_64"), ("aarch64-unknown-linux-musl", "linux-arm64")];

/// A program that was built.
struct Program {
    file: PathBuf,
    /// The system and processor, as people call them.
    system: String,
}

/// Makes everything that can be made on this machine, and says what cannot.
pub(crate) fn dist() -> Result<(), Failure> {
    let folder = project_root().join(FOLDER);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).map_err(|error| trouble(&folder, &error))?;
    web::web(Build::Release)?;
    let programs = programs()?;
    let version = env!("CARGO_PKG_VERSION");
    let licences = ["LICENSE-MIT", "LICENSE-APACHE", "README.md"];
    for Program { file, system } in &programs {
        let name = format!("bastide-{version}-{system}.tar.gz");
        let (place, program) = (file.parent().unwrap_or(file), file.file_name().unwrap_or_default());
        let mut pack = Command::new("tar");
        pack.arg("-czf").arg(folder.join(name)).args(licences).arg("-C").arg(place).arg(program);
        shell::run(pack.current_dir(project_root()), "tar is part of every system that this runs on.")?;
        if system.starts_with("linux") {
            deb::make(file, system, version, &folder)?;
        }
    }
    let name = format!("bastide-{version}-web.tar.gz");
    let mut pack = Command::new("tar");
    pack.arg("-czf").arg(folder.join(name)).arg("-C").arg(web::dist()).arg(".");
    shell::run(&mut pack, "tar is part of every system that this runs on.")?;
    let bill =
        parts::bill(&output(cargo(&["metadata", "--locked", "--format-version", "1"]).current_dir(project_root()))?)?;
    let file = folder.join(format!("bastide-{version}.cdx.json"));
    fs::write(&file, bill).map_err(|error| trouble(&file, &error))?;
    checksums(&folder)?;
    println!("What a release needs is in {FOLDER}");
    Ok(())
}

/// Builds the programs: static ones for Linux where their tools are there, otherwise one for this machine.
fn programs() -> Result<Vec<Program>, Failure> {
    let host = host()?;
    let mut programs = Vec::new();
    if host.contains("linux") {
        for (target, system) in STATIC {
            match tools(target, &host) {
                Ok(compiler) => {
                    let file = build(target, Some(&compiler), false)?;
                    programs.push(Program { file, system: system.to_owned() });
                }
                Err(missing) => println!("{system}: no musl program, {missing}"),
            }
        }
    }
    // A program of this machine's own kind is always made.
    let own = system_of(&host);
    if programs.iter().all(|program| program.system != own) {
        let glibc = host.ends_with("linux-gnu");
        if glibc {
            println!("{own}: a static program with glibc instead");
        }
        programs.push(Program { file: build(&host, None, glibc)?, system: own });
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

/// Rust's library and a compiler of C for a target, or what is missing, in one line.
fn tools(target: &str, host: &str) -> Result<String, String> {
    let processor = |target: &str| target.split('-').next().unwrap_or_default().to_owned();
    let cross = format!("{}-linux-musl-gcc", processor(target));
    // The plain name is the compiler for the machine that it is on.
    let plain = (processor(target) == processor(host)).then(|| "musl-gcc".to_owned());
    let runs = |name: &String| succeeds(Command::new(name).arg("--version"));
    let Some(compiler) = plain.into_iter().chain([cross.clone()]).find(runs) else {
        return Err(format!("a compiler of C for it is missing: {cross} (Debian: musl-tools, for its own processor)"));
    };
    let library = || {
        let place = output(Command::new("rustc").args(["--print", "target-libdir", "--target", target]));
        place.is_ok_and(|place| Path::new(place.trim()).exists())
    };
    if library() || (succeeds(Command::new("rustup").args(["target", "add", target])) && library()) {
        return Ok(compiler);
    }
    Err(format!("Rust's library for it is missing: `rustup target add {target}`"))
}

/// Builds the program for a target; the C in it (SQLite, zstd) by that compiler.
fn build(target: &str, compiler: Option<&str>, static_glibc: bool) -> Result<PathBuf, Failure> {
    let mut command = cargo(&["build", "--release", "--locked", "--package", "bastide", "--bin", "bastide"]);
    // Line numbers would be two thirds of the program.
    command.args(["--target", target]).env("CARGO_PROFILE_RELEASE_STRIP", "debuginfo");
    let variable = |what: &str| format!("CARGO_TARGET_{}_{what}", target.to_uppercase().replace('-', "_"));
    if let Some(compiler) = compiler {
        command.env(format!("CC_{}", target.replace('-', "_")), compiler).env(variable("LINKER"), compiler);
    }
    if static_glibc {
        command.env(variable("RUSTFLAGS"), "-Ctarget-feature=+crt-static");
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
    let sums = ["sha256sum", "shasum"].into_iter().find_map(|program| {
        let mut command = Command::new(program);
        if program == "shasum" {
            command.args(["-a", "256"]);
        }
        output(command.args(&names).current_dir(folder)).ok()
    });
    let sums = sums.ok_or_else(|| Failure::new("Checksums need sha256sum (coreutils) or shasum (perl)."))?;
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
        }
    }
}
