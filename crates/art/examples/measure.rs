//! How long the tiles of each set take: working out their layouts, drawing them in all rotations, and how large they get.
//!
//! `cargo run --release -p art --example measure`

use bastide_art::{Landscape, Tile};
use rules::{Rotation, TileSet};
use std::time::Instant;

fn main() {
    println!("{:<24} {:>5} {:>11} {:>11} {:>13}", "set", "kinds", "layouts ms", "drawing ms", "bytes a tile");
    for set in TileSet::ALL {
        let theme = Landscape::of(set).theme();
        let begin = Instant::now();
        let tiles: Vec<Tile> = set.kinds().map(Tile::new).collect();
        let layouts = begin.elapsed();
        let begin = Instant::now();
        let mut bytes = 0;
        for tile in &tiles {
            for rotation in Rotation::ALL {
                let art = tile.draw(rotation, 0, theme);
                bytes += art.ground.len() + art.detail.len();
            }
        }
        // Four rotations of each tile were drawn; the figure is for one.
        let drawing = begin.elapsed() / 4;
        println!(
            "{:<24} {:>5} {:>11.1} {:>11.1} {:>13}",
            set.id(),
            tiles.len(),
            layouts.as_secs_f64() * 1e3,
            drawing.as_secs_f64() * 1e3,
            bytes / (4 * tiles.len())
        );
    }
}
