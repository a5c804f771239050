//! The game as a picture: the board with everybody's points above it, drawn by `art`.

use crate::board::corner_of;
use crate::livery::{livery, piece_id};
use crate::session::SeatInfo;
use art::{Album, Figurine, Landscape, PlacedTile, Scene};
use rules::{AnyGame, Pos, Seat};
use std::fmt::Write;

/// How high the row of players is, in pixels, and how wide one of them at least.
pub(super) const ROW: u16 = 56;
const LEAST_SEAT: u16 = 150;
/// Room around the board in pictures of `art`, in tile coordinates.
const MARGIN: f32 = 24.0;
/// A picture is about this wide or high at most, in pixels.
const LARGEST: f32 = 2000.0;

/// The measures of a picture of a game.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Stage {
    pub(super) landscape: Landscape,
    pub(super) seats: Vec<SeatInfo>,
    first: Pos,
    last: Pos,
    /// How many pixels a tile takes.
    tile: f32,
    pub(super) width: u16,
    pub(super) height: u16,
    /// Where the board begins.
    left: u16,
}

impl Stage {
    /// For pictures of a game up to this position, with tiles of at most so many pixels. A quarter of a tile is a whole
    /// number of pixels, so that parts of the picture fit together.
    pub(super) fn new(game: &AnyGame, seats: &[SeatInfo], landscape: Landscape, largest: f32) -> Stage {
        let (first, last) = Scene::of_game(game, landscape.theme()).bounds();
        let most = f32::from((last.x - first.x).max(last.y - first.y) + 1);
        let tile = (((LARGEST / most) / 25.0).floor() * 25.0).clamp(25.0, largest);
        let along = |from: i16, to: i16| ((f32::from(to - from + 1) * 100.0 + 2.0 * MARGIN) * tile / 100.0) as u16;
        let board = along(first.x, last.x);
        let width = board.max(LEAST_SEAT * seats.len() as u16);
        let height = along(first.y, last.y) + ROW;
        Stage { landscape, seats: seats.to_vec(), first, last, tile, width, height, left: (width - board) / 2 }
    }

    fn colour(&self, seat: Seat) -> Seat {
        Seat::ALL[self.seats.get(seat.index()).map_or(seat.index(), |info| info.colour) % Seat::ALL.len()]
    }

    /// The part of a board from one cell to another, and where its picture lies.
    pub(super) fn board(&self, game: &AnyGame, album: &mut Album, first: Pos, last: Pos) -> (String, u16, u16) {
        let mut scene = Scene::of_game(game, self.landscape.theme());
        let near = |tile: &PlacedTile| {
            let inside = |at: i16, from: i16, to: i16| at >= from - 1 && at <= to + 1;
            inside(tile.pos.x, first.x, last.x) && inside(tile.pos.y, first.y, last.y)
        };
        scene.tiles.retain(near);
        // People choose their colours, whichever seat they take.
        for piece in &mut scene.pieces {
            piece.seat = self.colour(piece.seat);
        }
        for token in &mut scene.tokens {
            token.follower = token.follower.map(|seat| self.colour(seat));
        }
        scene.window = Some((first, last));
        let away = corner_of(first) - corner_of(self.first);
        let pixels = |length: f32| (length * self.tile / 100.0) as u16;
        (scene.svg_with(album, self.tile), self.left + pixels(away.x), ROW + pixels(away.y))
    }

    /// The whole board.
    pub(super) fn whole(&self, game: &AnyGame, album: &mut Album) -> (String, u16, u16) {
        self.board(game, album, self.first, self.last)
    }

    /// The row of players with these points.
    pub(super) fn row(&self, scores: &[u16]) -> String {
        let best = scores.iter().copied().max().unwrap_or(0);
        let each = f32::from(self.width) / self.seats.len().max(1) as f32;
        let theme = self.landscape.theme();
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{ROW}\" viewBox=\"0 0 {0} {ROW}\" \
             font-family=\"Alegreya Sans,Segoe UI,Helvetica,Arial,sans-serif\" font-size=\"21\" fill=\"#33241a\"><defs>{1}</defs>\
             <path fill=\"#fdf6e6\" d=\"M0 0h{0}v{ROW}H0z\"/><path fill=\"#a97f4d\" d=\"M0 {2}h{0}v3H0z\"/>",
            self.width,
            art::piece_definitions(theme),
            ROW - 3
        );
        for (index, info) in self.seats.iter().enumerate() {
            let points = scores.get(index).copied().unwrap_or(0);
            let leads = points == best && points > 0;
            let _ = write!(
                svg,
                "<svg x=\"{}\" width=\"{each}\" height=\"{ROW}\"><use href=\"#{}\" transform=\"translate(30 28) scale(1.9)\"/>\
                 <text x=\"56\" y=\"34\" font-weight=\"800\" font-size=\"24\">{points}</text>\
                 <text x=\"{}\" y=\"34\"{}>{}</text><path fill=\"{}\" d=\"M12 50h{}v3H12z\"/></svg>",
                each * index as f32,
                piece_id(info.colour, Figurine::Standing),
                70 + 15 * points.to_string().len(),
                if leads { " font-weight=\"700\"" } else { "" },
                escaped(&info.name),
                livery(info.colour).colour,
                each - 24.0,
            );
        }
        svg.push_str("</svg>");
        svg
    }

    /// The colour around the board.
    pub(super) fn table(&self) -> &'static str {
        self.landscape.theme().table
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Player;
    use crate::testkit::played;
    use rules::{GameId, Options, Setup};

    #[test]
    fn parts_of_the_board_lie_on_whole_pixels_inside_the_picture() {
        let setup = Setup::new(GameId::Base, Options::NONE, 2, Seat::ALL[0]).expect("two can play");
        let table = played(&setup, 4, usize::MAX);
        let seat = |name: &str, colour| SeatInfo { name: name.to_owned(), colour, player: Player::Person };
        let seats = [seat("A & <B>", 3), seat("C", 1)];
        let stage = Stage::new(table.game(), &seats, Landscape::Towns, 50.0);
        assert!((stage.tile / 25.0).fract().abs() < 1e-6);
        let mut album = Album::default();
        let (whole, x, y) = stage.whole(table.game(), &mut album);
        assert_eq!(y, ROW);
        assert!(x < stage.width && whole.starts_with("<svg "));
        let (part, x, y) = stage.board(table.game(), &mut album, stage.last, stage.last);
        assert!(part.len() < whole.len() && x < stage.width && y < stage.height);
        let row = stage.row(&[12, 7]);
        assert!(row.contains("A &amp; &lt;B&gt;") && row.contains(">12<") && !row.contains("<B>"));
    }
}
