//! Followers large and small, builders, pigs, huts, ranger cars and tokens.
//!
//! Each seat has a colour of a palette made for colour-blind people, and a mark of its own on every piece.

use crate::icons::icon;
use crate::path::number;
use crate::point::TILE;
use crate::theme::{Colour, Landscape, Theme};
use rules::{FeatureKind, MAX_SEATS, Piece, PieceKind, Seat, Symbol};
use std::fmt::Write;

/// How the pieces of a seat look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Livery {
    /// The colour of the pieces.
    pub colour: Colour,
    /// The colour of their sides, which no light falls on.
    pub shade: Colour,
    /// The colour of the mark on them.
    pub mark_colour: Colour,
    /// The mark, as path data around the origin, about four units wide.
    pub mark: &'static str,
    /// A name for the mark.
    pub mark_name: &'static str,
}

impl Livery {
    const ALL: [Livery; MAX_SEATS] = [
        Livery {
            colour: "#d55e00",
            shade: "#8a3c00",
            mark_colour: "#ffffff",
            mark: "M-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0z",
            mark_name: "dot",
        },
        Livery {
            colour: "#0072b2",
            shade: "#00466f",
            mark_colour: "#ffffff",
            mark: "M-1.8-1.8h3.6v3.6h-3.6z",
            mark_name: "square",
        },
        Livery {
            colour: "#f0e442",
            shade: "#a1950f",
            mark_colour: "#222222",
            mark: "M0-2.2l2.3 4h-4.6z",
            mark_name: "triangle",
        },
        Livery {
            colour: "#2f2f2f",
            shade: "#0d0d0d",
            mark_colour: "#ffffff",
            mark: "M0-2.5l2.2 2.5-2.2 2.5-2.2-2.5zM0-1.1l-1 1.1 1 1.1 1-1.1z",
            mark_name: "diamond",
        },
        Livery {
            colour: "#009e73",
            shade: "#00604a",
            mark_colour: "#ffffff",
            mark: "M-.7-2.2h1.4v1.5h1.5v1.4h-1.5v1.5h-1.4v-1.5h-1.5v-1.4h1.5z",
            mark_name: "cross",
        },
        Livery {
            colour: "#cc79a7",
            shade: "#8a4a70",
            mark_colour: "#222222",
            mark: "M-2.2-1.7h4.4v1.1h-4.4zM-2.2.6h4.4v1.1h-4.4z",
            mark_name: "stripes",
        },
    ];

    /// The look of a seat's pieces.
    pub const fn of(seat: Seat) -> Livery {
        Livery::ALL[seat.index()]
    }
}

/// What a piece looks like on the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Figurine {
    /// A follower on its feet.
    Standing,
    /// A follower on its back: farmers, hunters, and those at a baobab.
    Lying,
    /// A large follower on its feet.
    LargeStanding,
    /// A large follower on its back.
    LargeLying,
    /// A builder.
    Builder,
    /// A pig.
    Pig,
    /// A hut.
    Hut,
}

/// How a figurine is drawn.
struct Carving {
    /// The name in definitions.
    name: &'static str,
    /// The outline as path data, upright; the origin is the place where the piece stands.
    shape: &'static str,
    /// Where light falls on it, as path data.
    shine: &'static str,
    /// How far below the origin the mark is, upright.
    belly: f32,
    /// How many times as large as a follower's it is drawn.
    size: f32,
    /// Whether it lies on its back.
    lies: bool,
}

const FOLLOWER: Carving = Carving {
    name: "standing",
    shape: "M0-8.2a3.4 3.4 0 0 1 3 5.1c2.2.5 4.6 1.4 4.6 3c0 1.5-2 1.6-3.7 1.3c.4 2.1 2.2 4.1 2.9 6h-4.7l-2.1-3.2-2.1 \
            3.2h-4.7c.7-1.9 2.5-3.9 2.9-6c-1.7.3-3.7.2-3.7-1.3c0-1.6 2.4-2.5 4.6-3a3.4 3.4 0 0 1 3-5.1z",
    shine: "M-2.1-4.4a2.2 2.2 0 0 1 1.9-2.6M-6.2-.2c.8-.9 2-1.3 3.4-1.7",
    belly: 1.2,
    size: 1.0,
    lies: false,
};

/// How much larger a large follower is: it has to be told from others at a glance, standing alone.
const LARGE: f32 = 1.3;

impl Figurine {
    /// All of them.
    pub const ALL: [Figurine; 7] = [
        Figurine::Standing,
        Figurine::Lying,
        Figurine::LargeStanding,
        Figurine::LargeLying,
        Figurine::Builder,
        Figurine::Pig,
        Figurine::Hut,
    ];

    /// How a piece looks where it stands.
    pub const fn of(piece: &Piece) -> Figurine {
        Figurine::on(piece.kind, piece.on)
    }

    /// How a piece of this kind looks on a feature of this kind: the one table of what pieces look like.
    pub const fn on(kind: PieceKind, feature: FeatureKind) -> Figurine {
        let lies = matches!(feature, FeatureKind::Field | FeatureKind::Meadow | FeatureKind::Baobab);
        match kind {
            PieceKind::Follower if lies => Figurine::Lying,
            PieceKind::Follower => Figurine::Standing,
            PieceKind::LargeFollower if lies => Figurine::LargeLying,
            PieceKind::LargeFollower => Figurine::LargeStanding,
            PieceKind::Builder => Figurine::Builder,
            PieceKind::Pig => Figurine::Pig,
            PieceKind::Hut => Figurine::Hut,
        }
    }

    /// How a piece of this kind looks beside the board.
    pub const fn upright(kind: PieceKind) -> Figurine {
        Figurine::on(kind, FeatureKind::City)
    }

    /// The name in definitions.
    pub const fn name(self) -> &'static str {
        self.carving().name
    }

    /// How many times as large as a follower it is drawn.
    pub const fn size(self) -> f32 {
        self.carving().size
    }

    /// What a picture of it alone has to show: left, top, width and height around the origin, the halo included.
    pub fn frame(self) -> [f32; 4] {
        [-10.6, -11.4, 21.2, 22.4].map(|length| length * self.size())
    }

    const fn carving(self) -> &'static Carving {
        match self {
            Figurine::Standing => &FOLLOWER,
            Figurine::Lying => &const { Carving { name: "lying", lies: true, ..FOLLOWER } },
            Figurine::LargeStanding => &const { Carving { name: "large-standing", size: LARGE, ..FOLLOWER } },
            Figurine::LargeLying => &const { Carving { name: "large-lying", size: LARGE, lies: true, ..FOLLOWER } },
            Figurine::Builder => &Carving {
                name: "builder",
                shape: "M-3.2-5.4c0-2.6 1.4-3.8 3.2-3.8s3.2 1.2 3.2 3.8h.9v1.5h-1.3c-.1.7-.4 1.2-.8 1.6h3.6v10.1h-3.8v-4.2h-3.6v4.2h-3.8v-10.1h3.6c-.4-.4-.7-.9-.8-1.6h-1.3v-1.5z",
                shine: "M-2-5.8c.1-1.4.8-2.2 1.8-2.3M-4.4-1.2h2.6",
                belly: 1.0,
                size: 1.0,
                lies: false,
            },
            Figurine::Pig => &Carving {
                name: "pig",
                shape: "M-7.5 6v-4.6c-1.4-4 .8-6.8 4.7-6.8h3.2l2.4-2 .8 1.6c2 .4 3.2 1.7 3.6 3.3h1.3v3.6h-1.4c-.4.9-1 1.6-1.8 2.1v2.8h-3v-2h-6.6v2z",
                shine: "M-7-.6c-.2-2.2 1.4-3.6 3.8-3.7h2",
                belly: -0.6,
                size: 1.0,
                lies: false,
            },
            Figurine::Hut => &Carving {
                name: "hut",
                shape: "M0-8.2l8.4 8.8h-2v6.6h-4.4v-4.2h-4v4.2h-4.4v-6.6h-2z",
                shine: "M-5.8-.6l5.4-5.7",
                belly: -0.6,
                size: 1.0,
                lies: false,
            },
        }
    }
}

/// How many times as large as they are defined pieces are drawn on a board with tiles of so many pixels: a follower is a good
/// quarter of a tile wide, with its halo a third, and on small boards, as on a phone, never less than twenty pixels, as long as
/// it fits on a tile.
pub fn piece_scale(tile_pixels: f32) -> f32 {
    (SMALLEST * TILE / (WIDTH * tile_pixels)).clamp(1.78, 3.2)
}

/// The width of a follower as defined, without its halo.
const WIDTH: f32 = 15.2;
/// The least width in pixels at which its owner can be told.
const SMALLEST: f32 = 20.0;

/// The name of the definition of a seat's piece.
pub fn piece_id(seat: Seat, figurine: Figurine) -> String {
    format!("art-{}{seat}", figurine.name())
}

/// The definitions of all pieces, for a `<defs>` element: `art-standing0` to `art-hut5`, and `art-ranger`.
/// The origin is the place where the piece stands.
pub fn piece_definitions(theme: &Theme) -> String {
    let mut out = String::new();
    for seat in Seat::ALL {
        for figurine in Figurine::ALL {
            write_piece(&mut out, seat, figurine, theme);
        }
    }
    write_ranger(&mut out, theme);
    out
}

/// The name of the definition of a token: goods of Traders & Builders, animals of Safari.
pub fn token_id(symbol: Symbol) -> String {
    format!("art-token-{}", symbol.name())
}

/// The symbols of a landscape of which there are tokens.
const fn tokens(landscape: Landscape) -> &'static [Symbol] {
    match landscape {
        Landscape::Towns => &[Symbol::Chicken, Symbol::Wheat, Symbol::Cloth],
        Landscape::Savanna => &[Symbol::Elephant, Symbol::Giraffe, Symbol::Lion, Symbol::Zebra, Symbol::Monkey],
        Landscape::Wilds | Landscape::Coasts => &[],
    }
}

/// The definitions of the tokens of a landscape, for a `<defs>` element that also has its [`definitions`]. The origin is
/// the middle of the token.
///
/// [`definitions`]: crate::definitions
pub fn token_definitions(landscape: Landscape, theme: &Theme) -> String {
    let mut out = String::new();
    // Goods have a wooden rim; animals stand in the water of their waterhole.
    let (rim, share) = if landscape == Landscape::Savanna { (theme.river.fill, 0.85) } else { ("#c98f4e", 1.0) };
    for &symbol in tokens(landscape) {
        let (name, size) = icon(symbol);
        let _ = write!(
            out,
            "<g id=\"{}\"><circle r=\"12.6\" fill=\"#fff\"/><circle r=\"11.4\" fill=\"{rim}\" stroke=\"{}\"/>\
             <circle r=\"9.2\" fill=\"#fdf6e3\"/><use href=\"#art-{name}\" transform=\"scale({})\"/></g>",
            token_id(symbol),
            theme.ink,
            number(size * share),
        );
    }
    out
}

/// A piece is cut from wood: a side below its face, light from the upper left, a soft shadow. A cream halo with a dark rim
/// makes it stand out from busy towns as well as from pale steppes.
fn write_piece(out: &mut String, seat: Seat, figurine: Figurine, theme: &Theme) {
    let livery = Livery::of(seat);
    let Carving { shape, shine, belly, size, lies, .. } = figurine.carving();
    // Where the outline, its side below and its mark go.
    let turn = if *lies { " rotate(-90)" } else { "" };
    let (x, y) = if *lies { (*belly, 0.0) } else { (0.0, *belly) };
    let shadow = if *lies { 6.6 } else { 7.6 };
    let _ = write!(
        out,
        "<g id=\"{id}\" stroke-linejoin=\"round\" stroke-linecap=\"round\"><g transform=\"scale({size})\">\
         <ellipse cx=\"1.4\" cy=\"{shadow}\" rx=\"9.6\" ry=\"3.4\" fill=\"{ink}\" fill-opacity=\".28\"/>\
         <g transform=\"translate(0 .7){turn}\"><path stroke=\"{ink}\" stroke-width=\"5\" d=\"{shape}\"/>\
         <path fill=\"{halo}\" stroke=\"{halo}\" stroke-width=\"3.8\" d=\"{shape}\"/></g>\
         <path transform=\"translate(0 1.4){turn}\" fill=\"{side}\" stroke=\"{side}\" stroke-width=\"1\" d=\"{shape}\"/>\
         <g transform=\"translate(0 0){turn}\"><path fill=\"{colour}\" stroke=\"{side}\" stroke-width=\".8\" d=\"{shape}\"/>\
         <path fill=\"none\" stroke=\"#fff\" stroke-opacity=\".55\" stroke-width=\"1\" d=\"{shine}\"/></g>\
         <path transform=\"translate({x} {y})\" fill=\"{mark_colour}\" fill-rule=\"evenodd\" d=\"{mark}\"/></g></g>",
        id = piece_id(seat, figurine),
        ink = theme.ink,
        halo = HALO,
        side = livery.shade,
        colour = livery.colour,
        mark_colour = livery.mark_colour,
        mark = livery.mark,
    );
}

/// The halo around pieces.
const HALO: Colour = "#fffaec";

fn write_ranger(out: &mut String, theme: &Theme) {
    // Boxy, with a rack on the roof and the spare wheel at the back.
    let body = "M-14 5v-14h15l3.5 6.5 9 1.4v6.1z";
    let rack = "M-12.5-9v-1.2h-1v-1.6h13.6v1.6h-1v1.2z";
    let ink = theme.ink;
    let _ = write!(
        out,
        "<g id=\"art-ranger\" stroke-linejoin=\"round\" stroke=\"{ink}\" stroke-width=\"1\">\
         <path fill=\"#fff\" stroke=\"#fff\" stroke-width=\"5\" d=\"{body}{rack}\"/>\
         <path fill=\"#8a6a3c\" d=\"{rack}\"/><path fill=\"#d8b45c\" d=\"{body}\"/>\
         <path fill=\"#dff0f2\" d=\"M-12-7h5v4.6h-5zM-5.2-7h5.1l2.6 4.6h-7.7z\"/>\
         <path fill=\"#4f7a3f\" d=\"M-14 .6h27.5v2.2h-27.5z\"/>\
         <path fill=\"#3b3b3b\" d=\"M-12 5a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0-7.2 0zM4.4 5a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0-7.2 0zM-16-5.6h2v6.2h-2z\"/>\
         <path fill=\"#e8e2d2\" stroke=\"none\" d=\"M-9.8 5a1.4 1.4 0 1 0 2.8 0a1.4 1.4 0 1 0-2.8 0zM6.6 5a1.4 1.4 0 1 0 2.8 0a1.4 1.4 0 1 0-2.8 0z\"/></g>"
    );
}
