//! A whole board with pieces as one SVG picture.

use crate::paint::TileArt;
use crate::path::number;
use crate::pieces::{Livery, Piece, piece_definitions, piece_id, token_definitions, token_id};
use crate::point::{Point, TILE};
use crate::theme::{Landscape, Theme};
use crate::tile::{Tile, definitions};
use rules::{Corner, Pos, Rotation, Seat, Segment, Symbol, TileKind};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// How many looks a kind of tile has on a board: details vary from place to place.
pub const VARIANTS: u8 = 3;

/// The look of a tile at a cell of the board.
pub fn variant_at(pos: Pos) -> u8 {
    let mixed = i32::from(pos.x).wrapping_mul(7919).wrapping_add(i32::from(pos.y).wrapping_mul(104_729));
    (mixed ^ (mixed >> 7)).rem_euclid(i32::from(VARIANTS)) as u8
}

/// A tile on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlacedTile {
    /// Its kind.
    pub kind: TileKind,
    /// Its cell.
    pub pos: Pos,
    /// How it is turned.
    pub rotation: Rotation,
}

/// A piece on a segment of a tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlacedPiece {
    /// Whose it is.
    pub seat: Seat,
    /// What it is.
    pub piece: Piece,
    /// The tile's cell.
    pub pos: Pos,
    /// The printed segment.
    pub segment: Segment,
}

/// An animal token at a corner of a tile (Safari).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlacedToken {
    /// The animal.
    pub symbol: Symbol,
    /// The tile's cell.
    pub pos: Pos,
    /// The corner of the board's grid, not of the printed tile.
    pub corner: Corner,
    /// The seat whose follower stands on it.
    pub follower: Option<Seat>,
}

/// A segment to be pointed out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Highlight {
    /// The tile's cell.
    pub pos: Pos,
    /// The printed segment.
    pub segment: Segment,
    /// The seat in whose colour it is shown; without one it is white.
    pub seat: Option<Seat>,
}

/// All that is to be seen on a board.
#[derive(Clone, Debug)]
pub struct Scene {
    /// How it looks.
    pub theme: &'static Theme,
    /// The tiles.
    pub tiles: Vec<PlacedTile>,
    /// Followers, builders, pigs and huts.
    pub pieces: Vec<PlacedPiece>,
    /// The cells of the ranger cars.
    pub rangers: Vec<Pos>,
    /// The tokens of waterholes.
    pub tokens: Vec<PlacedToken>,
    /// Segments to be pointed out.
    pub highlights: Vec<Highlight>,
    /// The last tile of each seat.
    pub last: Vec<(Seat, Pos)>,
    /// The part of the board to be shown, as its first and last cell; without one all of it.
    pub window: Option<(Pos, Pos)>,
}

/// How far apart the pieces on one segment of a tile stand.
const ABREAST: f32 = 15.0;
/// Room around the tiles, in tile coordinates.
const MARGIN: f32 = 24.0;

impl Scene {
    /// An empty scene with this look.
    pub fn new(theme: &'static Theme) -> Scene {
        Scene {
            theme,
            tiles: Vec::new(),
            pieces: Vec::new(),
            rangers: Vec::new(),
            tokens: Vec::new(),
            highlights: Vec::new(),
            last: Vec::new(),
            window: None,
        }
    }

    /// The first and the last cell that are shown.
    pub fn bounds(&self) -> (Pos, Pos) {
        if let Some(window) = self.window {
            return window;
        }
        let cells = || self.tiles.iter().map(|tile| tile.pos).chain(self.rangers.iter().copied());
        let least = |part: fn(Pos) -> i16| cells().map(part).min().unwrap_or(0);
        let most = |part: fn(Pos) -> i16| cells().map(part).max().unwrap_or(0);
        (Pos::new(least(|pos| pos.x), least(|pos| pos.y)), Pos::new(most(|pos| pos.x), most(|pos| pos.y)))
    }

    /// Width and height of the picture in tile coordinates.
    pub fn size(&self) -> (f32, f32) {
        let (first, last) = self.bounds();
        let span = |from: i16, to: i16| (f32::from(to) - f32::from(from) + 1.0) * TILE + 2.0 * MARGIN;
        (span(first.x, last.x), span(first.y, last.y))
    }

    /// The picture as an SVG document, with tiles of this many pixels.
    pub fn svg(&self, tile_pixels: f32) -> String {
        self.svg_with(&mut Album::default(), tile_pixels)
    }

    /// The same picture as [`Scene::svg`] makes, with tiles from an album: for many pictures of one game.
    pub fn svg_with(&self, album: &mut Album, tile_pixels: f32) -> String {
        let (width, height) = self.size();
        let (first, _) = self.bounds();
        let origin = corner_of(first) - Point::new(MARGIN, MARGIN);
        let scale = tile_pixels / TILE;
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"{} {} {} {}\">",
            (width * scale).round(),
            (height * scale).round(),
            number(origin.x),
            number(origin.y),
            number(width),
            number(height)
        );
        album.add(&self.tiles, self.theme);
        self.write_definitions(&mut out, album);
        let _ = write!(
            out,
            "<rect x=\"{}\" y=\"{}\" width=\"100%\" height=\"100%\" fill=\"{}\"/>",
            number(origin.x),
            number(origin.y),
            self.theme.table
        );
        let mut tiles = self.tiles.clone();
        tiles.sort_by_key(|tile| tile.pos);
        for layer in ["g", "d"] {
            for tile in &tiles {
                let _ = write!(out, "<use href=\"#{}{layer}\" {}/>", Look::of(tile).id(), shift(corner_of(tile.pos)));
            }
        }
        let zoom = zoom(tile_pixels);
        self.write_marks(&mut out, album, zoom);
        self.write_pieces(&mut out, album, zoom);
        out.push_str("</svg>");
        out
    }

    fn write_definitions(&self, out: &mut String, album: &Album) {
        out.push_str("<defs>");
        let mut landscapes: Vec<Landscape> = Vec::new();
        let mut looks: BTreeSet<Look> = BTreeSet::new();
        for tile in &self.tiles {
            let landscape = Landscape::of(tile.kind.def().set());
            if !landscapes.contains(&landscape) {
                landscapes.push(landscape);
            }
            let look = Look::of(tile);
            if let Some(art) = album.looks.get(&look).filter(|_| looks.insert(look)) {
                let _ = write!(out, "<g id=\"{0}g\">{1}</g><g id=\"{0}d\">{2}</g>", look.id(), art.ground, art.detail);
            }
        }
        for landscape in landscapes {
            out.push_str(&definitions(landscape, self.theme));
            out.push_str(&token_definitions(landscape, self.theme));
        }
        out.push_str(&piece_definitions(self.theme));
        out.push_str("</defs>");
    }

    fn write_marks(&self, out: &mut String, album: &Album, zoom: f32) {
        for highlight in &self.highlights {
            let Some(tile) = self.tiles.iter().find(|tile| tile.pos == highlight.pos) else { continue };
            let Some(area) = album.tiles.get(&tile.kind).and_then(|art| art.area(highlight.segment, tile.rotation))
            else {
                continue;
            };
            let colour = highlight.seat.map_or("#ffffff", |seat| Livery::of(seat).colour);
            let _ = write!(
                out,
                "<path {} fill=\"{colour}\" fill-opacity=\".35\" stroke=\"{colour}\" stroke-width=\"2\" d=\"{area}\"/>",
                translate(corner_of(tile.pos))
            );
        }
        for &(seat, pos) in &self.last {
            let at = shift(corner_of(pos) + Point::new(2.5, 2.5));
            for (colour, width) in [(self.theme.ink, 6.6), ("#fff", 5.4), (Livery::of(seat).colour, 3.6)] {
                let _ = write!(
                    out,
                    "<rect {at} width=\"95\" height=\"95\" rx=\"5\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{}\"/>",
                    number(width * zoom)
                );
            }
        }
    }

    fn write_pieces(&self, out: &mut String, album: &Album, zoom: f32) {
        for (number_of, placed) in self.pieces.iter().enumerate() {
            let Some(tile) = self.tiles.iter().find(|tile| tile.pos == placed.pos) else { continue };
            let Some(place) = album.tiles.get(&tile.kind).and_then(|art| art.place(placed.segment, tile.rotation))
            else {
                continue;
            };
            // Pieces on one segment of one tile stand side by side.
            let same = |other: &&PlacedPiece| other.pos == placed.pos && other.segment == placed.segment;
            let before = self.pieces[..number_of].iter().filter(same).count() as f32;
            let all = self.pieces.iter().filter(same).count() as f32;
            let aside = Point::new((before - (all - 1.0) / 2.0) * ABREAST * zoom, 0.0);
            let at = corner_of(placed.pos) + place + aside;
            let _ = write!(out, "<use href=\"#{}\" {}/>", piece_id(placed.seat, placed.piece), enlarged(at, zoom));
        }
        for token in &self.tokens {
            let at = corner_of(token.pos) + token_place(token.corner);
            let _ = write!(out, "<use href=\"#{}\" {}/>", token_id(token.symbol), shift(at));
            if let Some(seat) = token.follower {
                let foot = at + Point::new(11.0, 9.0) * zoom;
                let _ = write!(out, "<use href=\"#{}\" {}/>", piece_id(seat, Piece::Standing), enlarged(foot, zoom));
            }
        }
        for &pos in &self.rangers {
            let corner = corner_of(pos);
            let _ = write!(
                out,
                "<rect {} width=\"84\" height=\"84\" rx=\"10\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\" \
                 stroke-dasharray=\"6 6\" stroke-opacity=\".45\"/>\
                 <use href=\"#art-ranger\" transform=\"translate({} {}) scale(2)\"/>",
                shift(corner + Point::new(8.0, 8.0)),
                self.theme.ink,
                number(corner.x + 50.0),
                number(corner.y + 50.0)
            );
        }
    }
}

/// The middle of an animal token at a corner of a tile.
pub fn token_place(corner: Corner) -> Point {
    Point::new(13.0, 13.0).turned(Rotation::ALL[corner.index()])
}

/// The north-west corner of a cell, in tile coordinates of the board.
fn corner_of(pos: Pos) -> Point {
    Point::new(f32::from(pos.x) * TILE, f32::from(pos.y) * TILE)
}

/// What distinguishes pictures of tiles in one theme.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Look {
    kind: TileKind,
    quarters: u8,
    variant: u8,
}

impl Look {
    fn of(tile: &PlacedTile) -> Look {
        Look { kind: tile.kind, quarters: tile.rotation.quarters(), variant: variant_at(tile.pos) }
    }

    /// The name under which it is defined.
    fn id(self) -> String {
        let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '-' };
        let name: String = self.kind.name().chars().map(plain).collect();
        format!("art-{name}-{}{}", self.quarters, self.variant)
    }
}

/// Tiles that were drawn before, for pictures that follow each other.
#[derive(Clone, Debug, Default)]
pub struct Album {
    tiles: BTreeMap<TileKind, Tile>,
    looks: BTreeMap<Look, TileArt>,
    /// The theme of the looks.
    theme: Option<&'static Theme>,
}

impl Album {
    /// Draws what it does not hold yet.
    fn add(&mut self, tiles: &[PlacedTile], theme: &'static Theme) {
        if self.theme != Some(theme) {
            self.looks.clear();
            self.theme = Some(theme);
        }
        for placed in tiles {
            let look = Look::of(placed);
            let tile = self.tiles.entry(placed.kind).or_insert_with(|| Tile::new(placed.kind));
            self.looks.entry(look).or_insert_with(|| tile.draw(placed.rotation, look.variant, theme));
        }
    }
}

/// How much larger than usual pieces and marks are drawn: on small boards, as on a phone, they would get lost.
fn zoom(tile_pixels: f32) -> f32 {
    (64.0 / tile_pixels).clamp(1.0, 1.6)
}

fn enlarged(to: Point, zoom: f32) -> String {
    format!("transform=\"translate({} {}) scale({})\"", number(to.x), number(to.y), number(zoom))
}

fn shift(to: Point) -> String {
    format!("x=\"{}\" y=\"{}\"", number(to.x), number(to.y))
}

fn translate(to: Point) -> String {
    format!("transform=\"translate({} {})\"", number(to.x), number(to.y))
}
