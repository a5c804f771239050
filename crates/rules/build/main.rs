//! Turns `tiles/*.toml` into constant tables. A contradiction in the data stops the build with the tile's name.

mod check;
mod emit;
mod model;

use std::{env, fs, path::Path};

/// Tile sets in the order of their tile numbers; sets that are mixed in one bag stand together.
const SETS: [&str; 7] =
    ["base", "river", "traders_builders", "hunters_gatherers", "hunters_gatherers_bonus", "new_lands", "safari"];

fn main() {
    println!("cargo::rerun-if-changed=tiles");
    println!("cargo::rerun-if-changed=build");
    let root = env::var("CARGO_MANIFEST_DIR").expect("cargo sets CARGO_MANIFEST_DIR");
    let out = env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    let mut sets = Vec::new();
    let mut complaints = Vec::new();
    for name in SETS {
        let path = Path::new(&root).join("tiles").join(format!("{name}.toml"));
        let parsed = fs::read_to_string(&path)
            .map_err(|error| format!("tiles/{name}.toml: {error}"))
            .and_then(|text| model::parse(name, &text));
        match parsed {
            Ok(set) => {
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
