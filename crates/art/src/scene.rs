//! A whole board with pieces as one SVG picture.

use crate::board::{PlacedPiece, PlacedTile, PlacedToken, Stand, corner_of, stands};
use crate::paint::TileArt;
use crate::path::number;
use crate::pieces::{Livery, piece_definitions, piece_id, piece_scale, token_definitions, token_id};
use crate::point::{Point, TILE};
use crate::theme::{Landscape, Theme};
use crate::tile::{Tile, definitions};
use rules::{Game, Pos, Safari, Seat, Segment, TileKind};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// How many looks a kind of tile has on a board: details vary from place to place.
pub const VARIANTS: u8 = 3;

/// The look of a tile at a cell of the board.
pub fn variant_at(pos: Pos) -> u8 {
    let mixed = i32::from(pos.x).wrapping_mul(7919).wrapping_add(i32::from(pos.y).wrapping_mul(104_729));
    (mixed ^ (mixed >> 7)).rem_euclid(i32::from(VARIANTS)) as u8
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

    /// The board of a game as it is, with nothing pointed out.
    pub fn of_game(game: &impl Game, theme: &'static Theme) -> Scene {
        let board = game.board();
        let safari = game.unit::<Safari>();
        Scene {
            tiles: (0..board.tile_count()).filter_map(|number| board.laid(number)).map(PlacedTile::from).collect(),
            pieces: game.pieces().iter().map(PlacedPiece::from).collect(),
            rangers: safari.map_or_else(Vec::new, |safari| safari.rangers().to_vec()),
            tokens: safari.map_or_else(Vec::new, |safari| safari.waterholes().iter().map(PlacedToken::from).collect()),
            ..Scene::new(theme)
        }
    }

    /// Where each piece stands, those on tokens too, when they are drawn so many times as large as they are defined (see
    /// [`piece_scale`]): those of one segment side by side, all in the order in which they cover each other. `place` is the
    /// place of a segment on a tile, from [`Tile::place`].
    pub fn stands(&self, scale: f32, place: impl FnMut(&PlacedTile, Segment) -> Option<Point>) -> Vec<Stand> {
        let mut stands = stands(&self.tiles, &self.pieces, scale, place);
        stands.extend(self.tokens.iter().filter_map(|token| token.stand(scale)));
        stands.sort_by(|a, b| a.at.y.total_cmp(&b.at.y));
        stands
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
        self.write_marks(&mut out, album, zoom(tile_pixels));
        self.write_pieces(&mut out, album, piece_scale(tile_pixels));
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

    fn write_pieces(&self, out: &mut String, album: &Album, scale: f32) {
        for token in &self.tokens {
            let _ = write!(out, "<use href=\"#{}\" {}/>", token_id(token.symbol), shift(token.at()));
        }
        let place = |tile: &PlacedTile, segment| album.tiles.get(&tile.kind)?.place(segment, tile.rotation);
        for stand in self.stands(scale, place) {
            let id = piece_id(stand.seat, stand.figurine);
            let _ = write!(out, "<use href=\"#{id}\" {}/>", enlarged(stand.at, scale));
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

/// How much larger than usual marks are drawn: on small boards, as on a phone, they would get lost.
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
