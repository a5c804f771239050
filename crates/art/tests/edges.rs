//! Neighbours join without a seam: what is drawn at a side depends on the terrain of the side alone.

mod support;

use bastide_art::{Landscape, TILE, Theme, Tile};
use rules::{Rotation, Side, Terrain, TileKind};
use std::collections::BTreeMap;
use support::render;

/// Pixels along a side.
const SAMPLES: usize = 200;
/// How far from the corners the comparison begins, in pixels: walls and shores meet in the corners themselves.
const CORNER: usize = 12;
/// The largest difference of a colour channel that nobody sees.
const TOLERANCE: u8 = 26;

/// The colours just inside a side, from left to right as seen from inside the tile.
fn profile(tile: &Tile, side: Side, theme: &Theme) -> Vec<[u8; 3]> {
    // Turned so that the side lies in the north.
    let rotation = Rotation::ALL[(4 - side.index()) % 4];
    let ground = tile.draw(rotation, 0, theme).ground;
    let pixels = render(&format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{SAMPLES}\" height=\"2\" viewBox=\"0 0 {TILE} 1\">{ground}</svg>"
    ));
    pixels.pixels()[..SAMPLES].iter().map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]).collect()
}

/// A side of a tile with its colours.
type Drawn = (TileKind, Side, Vec<[u8; 3]>);

fn worst(a: &[[u8; 3]], b: &[[u8; 3]]) -> (usize, u8) {
    (CORNER..SAMPLES - CORNER)
        .map(|at| {
            let (here, there) = (a[at], b[SAMPLES - 1 - at]);
            let apart = (0..3).map(|channel| here[channel].abs_diff(there[channel])).max().unwrap_or(0);
            (at, apart)
        })
        .max_by_key(|&(_, apart)| apart)
        .unwrap_or((0, 0))
}

fn check(theme_of: impl Fn(Landscape) -> &'static Theme) {
    let mut sides: BTreeMap<(String, Terrain), Vec<Drawn>> = BTreeMap::new();
    for kind in TileKind::all() {
        let tile = Tile::new(kind);
        let landscape = Landscape::of(kind.def().set());
        for side in Side::ALL {
            let terrain = kind.def().side(side, Rotation::NONE);
            let profile = profile(&tile, side, theme_of(landscape));
            sides.entry((format!("{landscape:?}"), terrain)).or_default().push((kind, side, profile));
        }
    }
    let mut pairs = 0;
    for ((landscape, terrain), group) in &sides {
        for (kind, side, profile) in group {
            for (other, other_side, other_profile) in group {
                let (at, apart) = worst(profile, other_profile);
                assert!(
                    apart <= TOLERANCE,
                    "{landscape} {terrain:?}: {kind} {side:?} and {other} {other_side:?} differ by {apart} at {at}"
                );
                pairs += 1;
            }
        }
    }
    assert!(pairs > 100_000, "only {pairs} pairs were compared");
}

#[test]
fn matching_sides_show_the_same_at_every_point() {
    check(Landscape::theme);
}

#[test]
fn matching_sides_agree_with_high_contrast_too() {
    check(|_| &Theme::CONTRAST);
}
