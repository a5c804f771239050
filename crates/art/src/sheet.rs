//! A contact sheet: all tiles of a set side by side.

use crate::path::number;
use crate::point::TILE;
use crate::theme::{Landscape, Theme};
use crate::tile::{Tile, definitions};
use rules::{Rotation, TileSet};
use std::fmt::Write;

/// Tiles in a row.
const COLUMNS: usize = 10;
/// Room around each tile, in tile coordinates.
const GAP: f32 = 12.0;

/// All tiles of a set as an SVG document, as printed, in the order of their numbers. A dot below a tile says that a detail of
/// it is inferred.
pub fn sheet(set: TileSet, theme: &Theme, tile_pixels: f32) -> String {
    let kinds = set.kinds();
    let columns = kinds.len().clamp(1, COLUMNS);
    let rows = kinds.len().div_ceil(columns);
    let step = TILE + GAP;
    let (width, height) = (columns as f32 * step + GAP, rows as f32 * step + GAP);
    let scale = tile_pixels / TILE;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"0 0 {} {}\"><defs>{}</defs>\
         <rect width=\"100%\" height=\"100%\" fill=\"{}\"/>",
        (width * scale).round(),
        (height * scale).round(),
        number(width),
        number(height),
        definitions(Landscape::of(set), theme),
        theme.table
    );
    for (place, kind) in kinds.enumerate() {
        let (x, y) = ((place % columns) as f32 * step + GAP, (place / columns) as f32 * step + GAP);
        let art = Tile::new(kind).draw(Rotation::NONE, 0, theme);
        let _ = write!(out, "<g transform=\"translate({} {})\">{}{}", number(x), number(y), art.ground, art.detail);
        if kind.def().is_inferred() {
            let _ = write!(out, "<circle cx=\"50\" cy=\"{}\" r=\"2.6\" fill=\"{}\"/>", TILE + GAP / 2.0, theme.ink);
        }
        out.push_str("</g>");
    }
    out.push_str("</svg>");
    out
}
