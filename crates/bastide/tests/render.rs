//! `bastide render`: golden pictures of finished boards, single moves and animations.
//!
//! `cargo xtask golden` writes the golden pictures anew.

use art::Theme;
use bastide::{picture, render};
use resvg::tiny_skia::Pixmap;
use rules::Record;
use std::path::{Path, PathBuf};

/// The finished boards of which there are golden pictures, by the name of their golden record.
const BOARDS: [&str; 2] = ["base-river-3", "base-traders_builders-2"];

fn record(name: &str) -> Record {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../table/tests/golden").join(format!("{name}.record"));
    let text = std::fs::read_to_string(path).expect("a golden record");
    text.parse().expect("a readable record")
}

fn scratch(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

#[test]
fn finished_boards_look_as_they_did() {
    for name in BOARDS {
        let board = render::scenes(&record(name), None).pop().expect("a board");
        let drawn = picture::draw(&board.svg(40.0)).expect("a picture");
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(format!("{name}.png"));
        if std::env::var_os("BASTIDE_REFRESH").is_some() {
            drawn.save_png(&path).expect("a writable golden picture");
            continue;
        }
        let golden = Pixmap::load_png(&path).expect("a golden picture (`cargo xtask golden` writes it)");
        assert_eq!((drawn.width(), drawn.height()), (golden.width(), golden.height()), "{name}: another size");
        let different = drawn.data().iter().zip(golden.data()).filter(|(a, b)| a.abs_diff(**b) > 24).count();
        assert!(different * 500 < drawn.data().len(), "{name}: {different} bytes of the picture changed");
    }
}

#[test]
fn each_turn_adds_a_tile_and_marks_it() {
    let record = record(BOARDS[0]);
    let scenes = render::scenes(&record, Some(&Theme::CONTRAST));
    assert_eq!(scenes[0].tiles.len(), 1, "the start tile");
    assert!(scenes[0].last.is_empty());
    for (turn, pair) in scenes.windows(2).enumerate() {
        assert_eq!(pair[1].tiles.len(), pair[0].tiles.len() + 1, "turn {}", turn + 1);
        let newest = pair[1].tiles.iter().find(|tile| !pair[0].tiles.contains(tile)).expect("a new tile");
        assert_eq!(pair[1].last.last().map(|(_, pos)| *pos), Some(newest.pos));
        assert!(pair[1].last.len() <= 3, "one mark a seat");
    }
}

#[test]
fn an_animation_has_a_frame_for_each_turn() {
    let mut scenes = render::scenes(&record(BOARDS[0]), None);
    scenes.truncate(4);
    let window = scenes.last().map(art::Scene::bounds);
    let path = scratch("game.apng");
    let frames = scenes.into_iter().map(|scene| art::Scene { window, ..scene }.svg(16.0));
    picture::animate(&path, frames, 100).expect("an animation");
    let file = std::io::BufReader::new(std::fs::File::open(&path).expect("the animation"));
    let reader = png::Decoder::new(file).read_info().expect("a readable animation");
    assert_eq!(reader.info().animation_control().map(|control| control.num_frames), Some(4));
}

#[test]
fn the_name_of_the_file_says_what_is_written() {
    let board = render::scenes(&record(BOARDS[0]), None).remove(0).svg(20.0);
    let (vector, pixels) = (scratch("board.svg"), scratch("board.png"));
    picture::write(&vector, &board).expect("a vector picture");
    picture::write(&pixels, &board).expect("a pixel picture");
    assert!(std::fs::read_to_string(vector).expect("text").starts_with("<svg"));
    assert!(std::fs::read(pixels).expect("bytes").starts_with(b"\x89PNG"));
    for wrong in ["board.gif", "board", "board.apng"] {
        assert!(picture::write(&scratch(wrong), &board).is_err(), "{wrong}");
    }
}

#[test]
fn a_picture_too_large_to_draw_is_refused() {
    let huge = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"60000\" height=\"60000\"/>";
    assert!(picture::draw(huge).is_err());
}
