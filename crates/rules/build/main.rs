//! Turns `tiles/*.toml` into constant tables. A contradiction in the data stops the build with the tile's name.

mod check;
mod emit;
mod model;

use std::{env, fs, path::Path};

/// A tile set: its file and what the file cannot say.
struct Entry {
    id: &'static str,
    /// Goes up when tiles change so that games played with the old ones cannot be replayed.
    version: u8,
}

const fn entry(id: &'static str, version: u8) -> Entry {
    Entry { id, version }
}

/// Tile sets in the order of their tile numbers; sets that are mixed in one bag stand together, new ones last among them.
const SETS: [Entry; 8] = [
    entry("base", 1),
    // 2: the base game's start tile is no longer shuffled into the bag (R1).
    entry("river", 2),
    entry("traders_builders", 1),
    entry("inns_cathedrals", 1),
    entry("hunters_gatherers", 1),
    entry("hunters_gatherers_bonus", 1),
    // 2: the printed tiles instead of partly guessed ones.
    entry("new_lands", 2),
    entry("safari", 1),
];

fn main() {
    println!("cargo::rerun-if-changed=tiles");
    println!("cargo::rerun-if-changed=build");
    let root = env::var("CARGO_MANIFEST_DIR").expect("cargo sets CARGO_MANIFEST_DIR");
    let out = env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    let mut sets = Vec::new();
    let mut complaints = Vec::new();
    for Entry { id: name, version } in SETS {
        let path = Path::new(&root).join("tiles").join(format!("{name}.toml"));
        let parsed = fs::read_to_string(&path)
            .map_err(|error| format!("tiles/{name}.toml: {error}"))
            .and_then(|text| model::parse(name, &text));
        match parsed {
            Ok(mut set) => {
                set.version = version;
                complaints.extend(check::check(&set));
                sets.push(set);
            }
            Err(complaint) => complaints.push(complaint),
        }
    }
    if !complaints.is_empty() {
        for complaint in &complaints {
            println!("cargo::error={}", complaint.replace('\n', " "));
        }
        return;
    }
    let tables = emit::tables(&sets);
    fs::write(Path::new(&out).join("tiles.rs"), tables).expect("the build folder can be written");
}
