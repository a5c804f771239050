//! Golden pictures: a contact sheet of every set, and all pieces on all backgrounds.
//!
//! `cargo xtask golden` writes them anew; look at what changed before you keep it.

mod support;

use bastide_art::{
    Figurine, Landscape, Livery, Theme, definitions, piece_definitions, piece_id, sheet, token_definitions, token_id,
};
use resvg::tiny_skia::Pixmap;
use rules::{MAX_SEATS, Seat, Symbol, TileSet};
use std::fmt::Write;
use std::path::PathBuf;
use support::render;

fn check(name: &str, svg: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(format!("{name}.png"));
    let drawn = render(svg);
    if std::env::var_os("BASTIDE_REFRESH").is_some() {
        drawn.save_png(&path).expect("a writable golden picture");
        return;
    }
    let golden = Pixmap::load_png(&path).expect("a golden picture (`cargo xtask golden` writes it)");
    assert_eq!((drawn.width(), drawn.height()), (golden.width(), golden.height()), "{name}: another size");
    let different = drawn.data().iter().zip(golden.data()).filter(|(a, b)| a.abs_diff(**b) > 24).count();
    let share = different as f64 / drawn.data().len() as f64;
    assert!(share < 0.002, "{name}: {:.2} % of the picture changed", share * 100.0);
}

#[test]
fn sheets_look_as_they_did() {
    for set in TileSet::ALL {
        check(set.id(), &sheet(set, Landscape::of(set).theme(), 48.0));
    }
}

#[test]
fn high_contrast_looks_as_it_did() {
    check("contrast", &sheet(TileSet::TradersBuilders, &Theme::CONTRAST, 48.0));
}

#[test]
fn pieces_look_as_they_did() {
    let theme = &Theme::TOWNS;
    let grounds = [
        theme.ground.base,
        theme.city.base,
        theme.road.fill,
        theme.ground.base,
        Theme::WILDS.forest.base,
        theme.sea.base,
        Theme::SAVANNA.ground.base,
    ];
    let tokens = Figurine::ALL.len() * 50;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\"><defs>{2}{3}{4}</defs>",
        MAX_SEATS * 50,
        tokens + 60,
        piece_definitions(theme),
        definitions(Landscape::Towns, theme) + &definitions(Landscape::Savanna, theme),
        token_definitions(Landscape::Towns, theme) + &token_definitions(Landscape::Savanna, theme),
    );
    for (row, (figurine, ground)) in Figurine::ALL.into_iter().zip(grounds).enumerate() {
        let _ = write!(svg, "<rect y=\"{}\" width=\"100%\" height=\"50\" fill=\"{ground}\"/>", row * 50);
        for seat in Seat::ALL {
            let (x, y) = (seat.index() * 50 + 25, row * 50 + 24);
            let id = piece_id(seat, figurine);
            let _ = write!(svg, "<use href=\"#{id}\" transform=\"translate({x} {y}) scale(1.78)\"/>");
        }
    }
    let _ = write!(svg, "<rect y=\"{tokens}\" width=\"100%\" height=\"60\" fill=\"{}\"/>", Theme::SAVANNA.ground.base);
    let goods = [Symbol::Chicken, Symbol::Wheat, Symbol::Cloth];
    let animals = [Symbol::Elephant, Symbol::Giraffe, Symbol::Lion, Symbol::Zebra, Symbol::Monkey];
    for (number, symbol) in goods.into_iter().chain(animals).enumerate() {
        let x = 17 + 28 * number;
        let _ = write!(svg, "<use href=\"#{}\" transform=\"translate({x} {})\"/>", token_id(symbol), tokens + 30);
    }
    let _ = write!(svg, "<use href=\"#art-ranger\" transform=\"translate(266 {}) scale(1.6)\"/></svg>", tokens + 32);
    check("pieces", &svg);
}

#[test]
fn seats_differ_in_colour_and_in_mark() {
    for seat in Seat::ALL {
        for other in Seat::ALL.into_iter().take(seat.index()) {
            assert_ne!(Livery::of(seat).colour, Livery::of(other).colour);
            assert_ne!(Livery::of(seat).mark, Livery::of(other).mark);
        }
    }
}
