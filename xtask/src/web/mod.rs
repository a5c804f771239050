//! `cargo xtask web`: builds the browser client into `target/dist`, with nothing but Rust.

mod toolchain;

use crate::shell::{self, Failure, cargo, project_root};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use wasm_bindgen_cli_support::Bindgen;

const TARGET: &str = "wasm32-unknown-unknown";
const STATIC: &str = "crates/web/static";
/// Builds of the client live apart, so that they and the others do not make each other stale.
const TARGET_DIR: &str = "target/wasm";
/// Views without types of their own make the client a sixth smaller.
const RELEASE_FLAGS: &str = "-Ctarget-feature=+simd128 --cfg=erase_components";
const DIST: &str = "target/dist";
/// Says what the finished client was made of.
const STAMP: &str = "target/dist.stamp";
/// Files that are too small to be worth packing are sent as they are.
const LEAST_PACKED: usize = 1024;

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

/// Builds the client, unless it is there already.
pub(crate) fn web(build: Build) -> Result<(), Failure> {
    compile(build)?;
    let (folder, stamp) = (dist(), project_root().join(STAMP));
    let now = stamp_of(build)?;
    if fs::read_to_string(&stamp).is_ok_and(|before| before == now) && folder.join("index.html").exists() {
        println!("The client in {DIST} is up to date");
        return Ok(());
    }
    // What an earlier build left must not be served.
    let _ = fs::remove_dir_all(&folder);
    let _ = fs::remove_file(&stamp);
    bind(build, &folder)?;
    copy_static(&folder)?;
    write_offline_list(&folder)?;
    if build == Build::Release {
        println!("Packing the client");
        pack(&folder)?;
    }
    fs::write(&stamp, now).map_err(|error| trouble(&stamp, &error))?;
    report(&folder)
}

/// What the client is made of, in short: another compiled module, another static file, another stamp.
fn stamp_of(build: Build) -> Result<String, Failure> {
    let mut hash = Hash::default();
    for file in files_of(&project_root().join(STATIC))?.into_iter().chain([module(build)]) {
        hash.add(file.file_name().unwrap_or_default().as_encoded_bytes());
        hash.add(&fs::read(&file).map_err(|error| trouble(&file, &error))?);
    }
    Ok(format!("{build:?} {}", hash.text()))
}

/// A fingerprint of contents (FNV-1a): it only has to tell builds apart.
struct Hash(u64);

impl Default for Hash {
    fn default() -> Hash {
        Hash(0xcbf2_9ce4_8422_2325)
    }
}

impl Hash {
    fn add(&mut self, content: &[u8]) {
        self.0 = content.iter().fold(self.0, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3));
    }

    fn text(&self) -> String {
        format!("{:016x}", self.0)
    }
}

/// The compiled client, before it is made ready for browsers.
fn module(build: Build) -> PathBuf {
    project_root().join(TARGET_DIR).join(TARGET).join(build.profile()).join("web.wasm")
}

fn compile(build: Build) -> Result<(), Failure> {
    toolchain::need_library()?;
    println!("Building the browser client; the first time takes some minutes, later only what has changed");
    let mut command = cargo(&["build", "--package", "web", "--locked", "--target", TARGET]);
    command.args(["--target-dir", TARGET_DIR, "--profile", build.profile()]);
    if build == Build::Release {
        command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", RELEASE_FLAGS);
    }
    shell::run(&mut command, "The client does not compile, see above.")
}

/// Makes the module that browsers load and the script that starts it.
fn bind(build: Build, folder: &Path) -> Result<(), Failure> {
    let module = module(build);
    let bound = Bindgen::new()
        .input_path(&module)
        .out_name("bastide")
        .typescript(false)
        // Names of functions are a sixth of the module.
        .remove_name_section(build == Build::Release)
        .web(true)
        .and_then(|bindgen| bindgen.generate(folder));
    bound.map_err(|error| Failure::new(format!("cannot make {} ready for browsers: {error:#}", module.display())))
}

fn copy_static(folder: &Path) -> Result<(), Failure> {
    for file in files_of(&project_root().join(STATIC))? {
        let name = file.file_name().unwrap_or_default();
        fs::copy(&file, folder.join(name)).map_err(|error| trouble(&file, &error))?;
    }
    Ok(())
}

/// Tells the service worker what to keep, and under which name: another content, another name.
fn write_offline_list(folder: &Path) -> Result<(), Failure> {
    let script = folder.join("sw.js");
    let mut names = vec!["./".to_owned()];
    let mut hash = Hash::default();
    for file in files_of(folder)? {
        let content = fs::read(&file).map_err(|error| trouble(&file, &error))?;
        hash.add(&content);
        if file != script {
            names.push(format!("./{}", file.file_name().unwrap_or_default().to_string_lossy()));
        }
    }
    let text = fs::read_to_string(&script).map_err(|error| trouble(&script, &error))?;
    let list = names.iter().map(|name| format!("{name:?}")).collect::<Vec<_>>().join(", ");
    let text = text.replace("%VERSION%", &format!("bastide-{}", hash.text())).replace("%FILES%", &format!("[{list}]"));
    fs::write(&script, text).map_err(|error| trouble(&script, &error))
}

/// Puts a packed copy beside every file.
fn pack(folder: &Path) -> Result<(), Failure> {
    for file in files_of(folder)? {
        let content = fs::read(&file).map_err(|error| trouble(&file, &error))?;
        if content.len() < LEAST_PACKED {
            continue;
        }
        let beside = |end: &str| PathBuf::from(format!("{}{end}", file.display()));
        let mut small = Vec::new();
        let settings = brotli::enc::BrotliEncoderParams { quality: 11, lgwin: 22, ..Default::default() };
        brotli::BrotliCompress(&mut content.as_slice(), &mut small, &settings)
            .and_then(|_| fs::write(beside(".br"), &small))
            .map_err(|error| trouble(&file, &error))?;
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        packer
            .write_all(&content)
            .and_then(|()| packer.finish())
            .and_then(|small| fs::write(beside(".gz"), small))
            .map_err(|error| trouble(&file, &error))?;
    }
    Ok(())
}

/// Says what a browser has to fetch.
fn report(folder: &Path) -> Result<(), Failure> {
    let size = |path: PathBuf| fs::metadata(path).map(|data| data.len()).ok();
    let (mut plain, mut packed) = (0, 0);
    for file in files_of(folder)? {
        if file.extension().is_some_and(|end| end == "br" || end == "gz") {
            continue;
        }
        let own = size(file.clone()).unwrap_or(0);
        plain += own;
        packed += size(PathBuf::from(format!("{}.br", file.display()))).unwrap_or(own);
    }
    println!("The client is in {DIST}: {} KB, {} KB packed", plain / 1000, packed / 1000);
    Ok(())
}

fn files_of(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let entries = fs::read_dir(folder).map_err(|error| trouble(folder, &error))?;
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).filter(|path| path.is_file()).collect();
    files.sort();
    Ok(files)
}

fn trouble(path: &Path, error: &std::io::Error) -> Failure {
    Failure::new(format!("{}: {error}", path.display()))
}
