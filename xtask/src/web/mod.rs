//! `cargo xtask web`: builds the browser client into `target/dist`, with nothing but Rust.

mod folder;
mod parts;
mod single;
mod toolchain;

use crate::messages::{self, Part};
use crate::shell::{self, Failure, cargo, project_root};
pub(crate) use folder::gzip;
use folder::{Hash, files_of, read, read_text, trouble, write};
use std::fs;
use std::path::{Path, PathBuf};
use wasm_bindgen_cli_support::Bindgen;

const TARGET: &str = "wasm32-unknown-unknown";
const STATIC: &str = "crates/web/static";
pub(crate) const MESSAGES: &str = "crates/web/messages";
/// The puzzles, a file for each game.
const PUZZLES: &str = "crates/puzzles/data";
/// The programs of the client: the package, and how its files are called.
const PROGRAMS: [(&str, &str); 2] = [("web", "bastide"), ("thinker", "thinker")];
/// The program from which parts are cut that are loaded when they are wanted.
const SPLIT: &str = "web";
/// Files that keep their name and place in every version: where people and browsers find the client.
const FIXED: [&str; 4] = ["index.html", "sw.js", "manifest.webmanifest", "icon.svg"];
/// Style sheets in the order in which they count, for the first picture and for what comes later; pages load each row as
/// one. What stands below [`LATER`] in a sheet of the first row belongs to the second.
const STYLES: [(&str, &[&str]); 2] = [
    ("style.css", &["look.css", "page.css", "start.css", "table.css"]),
    ("later.css", &["help.css", "table.css", "motion.css", "aids.css"]),
];
/// Parts a style sheet: above it is what the start page needs as well.
const LATER: &str = "/* Later: not needed by the start page. */";
/// Builds of the client live apart, so that they and the others do not make each other stale.
const TARGET_DIR: &str = "target/wasm";
/// Views without types of their own make the client a sixth smaller.
const RELEASE_FLAGS: &str = "-Ctarget-feature=+simd128 --cfg=erase_components";
const DIST: &str = "target/dist";
/// The same in one file.
const SINGLE: &str = "target/bastide.html";
/// Says what the finished client was made of.
const STAMP: &str = "target/dist.stamp";

/// How the client is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Build {
    /// Small and fast.
    Release,
    /// Quick to build, and not packed.
    Dev,
}

impl Build {
    pub(crate) fn parse(arguments: &[String]) -> Result<Build, Failure> {
        match arguments {
            [] => Ok(Build::Release),
            [flag] if flag == "--dev" => Ok(Build::Dev),
            [other, ..] => Err(Failure::new(format!("{other}: no such option. There is only --dev."))),
        }
    }

    const fn profile(self) -> &'static str {
        match self {
            Build::Release => "wasm",
            Build::Dev => "wasm-dev",
        }
    }
}

/// The folder with the finished client.
pub(crate) fn dist() -> PathBuf {
    project_root().join(DIST)
}

/// The finished client as one file, where it was built to ship.
pub(crate) fn single() -> PathBuf {
    project_root().join(SINGLE)
}

/// Builds the client, unless it is there already.
pub(crate) fn web(build: Build) -> Result<(), Failure> {
    compile(build)?;
    let (folder, stamp) = (dist(), project_root().join(STAMP));
    let now = stamp_of(build)?;
    let made = [Some(folder.join("index.html")), (build == Build::Release).then(single)].into_iter().flatten();
    let made: Vec<PathBuf> = made.collect();
    if fs::read_to_string(&stamp).is_ok_and(|before| before == now) && made.iter().all(|file| file.exists()) {
        println!("The client in {DIST} is up to date");
        return Ok(());
    }
    // What an earlier build left must not be served.
    let _ = fs::remove_dir_all(&folder);
    for old in [&stamp, &single()] {
        let _ = fs::remove_file(old);
    }
    let version = make_version(build, &folder)?;
    write_fixed(&folder, &version)?;
    if build == Build::Release {
        println!("Packing the client");
        folder::pack(&folder)?;
        single::write_single(&folder, &version, &single())?;
    }
    write(&stamp, now.as_bytes())?;
    report(&folder.join(&version))
}

/// What the client is made of, in short: another compiled module, another static file, another stamp.
fn stamp_of(build: Build) -> Result<String, Failure> {
    let mut hash = Hash::default();
    for folder in [STATIC, MESSAGES, PUZZLES] {
        hash.add_files(&files_of(&project_root().join(folder))?)?;
    }
    hash.add_files(&PROGRAMS.map(|(package, _)| module(build, package)))?;
    hash.add(single::SCRIPT.as_bytes());
    Ok(format!("{build:?} {}", hash.text()))
}

/// A compiled program, before it is made ready for browsers.
fn module(build: Build, package: &str) -> PathBuf {
    project_root().join(TARGET_DIR).join(TARGET).join(build.profile()).join(format!("{package}.wasm"))
}

fn compile(build: Build) -> Result<(), Failure> {
    toolchain::need_library()?;
    println!("Building the browser client; the first time takes some minutes, later only what has changed");
    let mut command = cargo(&["build", "--locked", "--target", TARGET]);
    for (package, _) in PROGRAMS {
        command.args(["--package", package]);
    }
    command.args(["--target-dir", TARGET_DIR, "--profile", build.profile()]);
    if build == Build::Release {
        command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", RELEASE_FLAGS);
    }
    shell::run(&mut command, "The client does not compile, see above.")
}

/// Makes the files of this version in a folder of their own, whose name says what is in it: a page that is open keeps
/// asking for the files it began with, and never gets others. Returns the name of the folder.
fn make_version(build: Build, folder: &Path) -> Result<String, Failure> {
    let parts = folder.join("parts");
    fs::create_dir_all(&parts).map_err(|error| trouble(&parts, &error))?;
    for (package, name) in PROGRAMS {
        bind(build, package, name, &parts)?;
    }
    for (name, sheets) in STYLES {
        write(&parts.join(name), style(name, sheets)?.as_bytes())?;
    }
    for file in files_of(&project_root().join(STATIC))? {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let is_style = STYLES.iter().any(|(_, sheets)| sheets.contains(&name.as_str()));
        if !FIXED.contains(&name.as_str()) && !is_style && !name.ends_with(".py") {
            write(&parts.join(name), &read(&file)?)?;
        }
    }
    let languages = messages::read_all(&project_root().join(MESSAGES)).map_err(Failure::new)?;
    for language in &languages {
        for part in Part::ALL {
            let text = messages::pack(language, &languages[0], part);
            write(&parts.join(part.file(&language.code)), text.as_bytes())?;
        }
    }
    for file in files_of(&project_root().join(PUZZLES))? {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        write(&parts.join(format!("puzzles-{name}")), &read(&file)?)?;
    }
    let codes: Vec<&String> = languages.iter().map(|language| &language.code).collect();
    let start = parts.join("start.js");
    write(&start, read_text(&start)?.replace("%LANGUAGES%", &format!("{codes:?}")).as_bytes())?;
    let mut hash = Hash::default();
    hash.add_files(&files_of(&parts)?)?;
    let version = format!("v-{}", hash.text());
    fs::rename(&parts, folder.join(&version)).map_err(|error| trouble(&parts, &error))?;
    Ok(version)
}

/// One style sheet of several. Of one that is parted, the first row has what stands above, the second what stands below.
fn style(name: &str, sheets: &[&str]) -> Result<String, Failure> {
    let mut all = String::new();
    for sheet in sheets {
        let text = read_text(&project_root().join(STATIC).join(sheet))?;
        let part = match text.split_once(LATER) {
            Some((above, _)) if name == STYLES[0].0 => above,
            Some((_, below)) => below,
            None => &text,
        };
        all.push_str(part);
    }
    Ok(all)
}

/// Makes the module that browsers load and the script that starts it.
fn bind(build: Build, package: &str, name: &str, folder: &Path) -> Result<(), Failure> {
    let whole = module(build, package);
    let has_names = build == Build::Dev;
    let module = if package == SPLIT { parts::cut(&whole, name, folder, has_names)? } else { whole };
    let bound = Bindgen::new()
        .input_path(&module)
        .out_name(name)
        .typescript(false)
        // The parts are linked by them.
        .keep_lld_exports(package == SPLIT)
        // Names of functions are a sixth of the module.
        .remove_name_section(!has_names)
        .web(true)
        .and_then(|bindgen| bindgen.generate(folder));
    bound.map_err(|error| Failure::new(format!("cannot make {} ready for browsers: {error:#}", module.display())))
}

/// Copies what keeps its name, and tells it of the version: the page what to load, the service worker what to keep.
/// Languages, typefaces and puzzles are kept when a page uses them.
fn write_fixed(folder: &Path, version: &str) -> Result<(), Failure> {
    let name_of = |file: &PathBuf| file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let later = ["texts-", "puzzles-"];
    let kept = |name: &String| !later.iter().any(|own| name.starts_with(own)) && !name.ends_with(".woff2");
    let parts = files_of(&folder.join(version))?;
    let parts = parts.iter().map(name_of).filter(kept).map(|name| format!("./{version}/{name}"));
    let others = ["./", "./manifest.webmanifest", "./icon.svg"].map(str::to_owned);
    let files: Vec<String> = others.into_iter().chain(parts).collect();
    let mut hash = Hash::default();
    hash.add(version.as_bytes());
    hash.add_files(&FIXED.map(|name| project_root().join(STATIC).join(name)))?;
    for name in FIXED {
        let text = read_text(&project_root().join(STATIC).join(name))?;
        let text = text
            .replace("%FOLDER%", version)
            .replace("%VERSION%", &hash.text())
            .replace("%FILES%", &format!("{files:?}"));
        write(&folder.join(name), text.as_bytes())?;
    }
    Ok(())
}

/// Says what a browser has to fetch.
fn report(parts: &Path) -> Result<(), Failure> {
    let files = files_of(parts)?;
    let sum = |wanted: &dyn Fn(&str) -> bool| {
        let named = files.iter().filter(|file| wanted(&file.file_name().unwrap_or_default().to_string_lossy()));
        let sizes = named.filter(|file| !file.extension().is_some_and(|end| end == "br" || end == "gz"));
        sizes.map(|file| folder::sizes(file).1).sum::<u64>() / 1000
    };
    let first = sum(&|name| {
        ["bastide", "later.js", "start", "style"].iter().any(|own| name.starts_with(own))
            || name == Part::First.file(messages::FIRST)
    });
    println!("The client is in {DIST}: {first} KB packed for the first picture, {} KB with everything", sum(&|_| true));
    Ok(())
}
