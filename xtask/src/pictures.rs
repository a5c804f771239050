//! `cargo xtask pictures`: the pictures in the README and the documents, made by the program itself.

use crate::shell::{self, Failure, cargo, project_root};
use std::path::Path;

/// A picture of a game that bots play for it.
struct Picture {
    name: &'static str,
    game: &'static str,
    options: &'static str,
    bots: &'static str,
    seed: &'static str,
    /// After this turn, so that the board is no larger than a page.
    turn: &'static str,
}

const PICTURES: [Picture; 3] = [
    Picture {
        name: "towns-and-roads",
        game: "base",
        options: "river",
        bots: "greedy,greedy,greedy",
        seed: "3",
        turn: "40",
    },
    Picture {
        name: "hunters-and-gatherers",
        game: "hunters_gatherers",
        options: "none",
        bots: "greedy,greedy",
        seed: "3",
        turn: "32",
    },
    Picture { name: "safari", game: "safari", options: "none", bots: "greedy,greedy,greedy", seed: "2", turn: "32" },
];

/// The side of a tile in pixels.
const TILE: &str = "80";

/// Lets the bots play and draws the boards into `docs/pictures`.
pub(crate) fn pictures() -> Result<(), Failure> {
    let scratch = project_root().join("target/pictures");
    let told = |error: std::io::Error| Failure::new(format!("{}: {error}", scratch.display()));
    if scratch.exists() {
        std::fs::remove_dir_all(&scratch).map_err(told)?;
    }
    let folder = project_root().join("docs/pictures");
    std::fs::create_dir_all(&scratch).and_then(|()| std::fs::create_dir_all(&folder)).map_err(told)?;
    for picture in &PICTURES {
        let set = scratch.join(format!("{}.jsonl", picture.name));
        let records = scratch.join(picture.name);
        let Picture { game, options, bots, seed, .. } = picture;
        let export = ["export", "--games", "1", "--game", game, "--options", options, "--bots", bots, "--seed", seed];
        bastide(&export, &[("--out", &set)])?;
        let paths = [("", set.as_path()), ("--out", &records)];
        bastide(&["import"], &paths)?;
        let (record, png) = (records.join("000001.record"), folder.join(format!("{}.png", picture.name)));
        bastide(&["render", "--tile", TILE, "--move", picture.turn], &[("", &record), ("--output", &png)])?;
    }
    println!("The pictures are in docs/pictures. Look at them before you commit them.");
    Ok(())
}

fn bastide(words: &[&str], paths: &[(&str, &Path)]) -> Result<(), Failure> {
    let mut command = cargo(&["run", "--quiet", "--locked", "--package", "bastide", "--"]);
    command.args(words);
    for (flag, path) in paths {
        command.args(Some(*flag).filter(|flag| !flag.is_empty())).arg(path);
    }
    shell::run(&mut command, "The message above says what is wrong.")
}
