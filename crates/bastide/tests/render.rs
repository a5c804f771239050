//! `bastide render`: golden pictures of finished boards, single moves and animations.
//!
//! `cargo xtask golden` writes the golden pictures anew.

use art::Theme;
use bastide::{picture, render};
use resvg::tiny_skia::Pixmap;
use rules::{Action, GameId, GameOption, Record, Seat};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The finished boards of which there are golden pictures, by the name of their golden record: one of each game and more.
const BOARDS: [&str; 6] = [
    "base-river-3",
    "base-traders_builders-2",
    "base-inns_cathedrals-2",
    "hunters_gatherers-2",
    "new_lands-2",
    "safari-2",
];

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

/// The names of all golden records: every game with every combination of its options.
fn names() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../table/tests/golden");
    let files = std::fs::read_dir(folder).expect("the golden records").map(|file| file.expect("a file").path());
    let records = files.filter(|path| path.extension().is_some_and(|end| end == "record"));
    let mut names: Vec<String> = records.filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned())).collect();
    names.sort();
    names
}

#[test]
fn each_turn_adds_its_tiles_and_marks_the_last_one() {
    let names = names();
    assert!(BOARDS.iter().all(|board| names.iter().any(|name| name == board)));
    for name in names {
        let record = record(&name);
        let setup = record.setup();
        let scenes = render::scenes(&record, Some(&Theme::CONTRAST));
        let start = if setup.game() == GameId::Safari { 3 } else { 1 };
        assert_eq!(scenes[0].tiles.len(), start, "{name}: the start board");
        assert!(scenes[0].last.is_empty());
        let mut twice = 0;
        for (turn, pair) in scenes.windows(2).enumerate() {
            let (before, after) = (&pair[0], &pair[1]);
            let (old, new) = after.tiles.split_at(before.tiles.len());
            assert_eq!(old, before.tiles, "{name}, turn {}: a tile once laid stays", turn + 1);
            assert!((1..=2).contains(&new.len()), "{name}, turn {}: {} new tiles", turn + 1, new.len());
            twice += usize::from(new.len() == 2);
            assert_eq!(after.last.last().map(|(_, pos)| *pos), new.last().map(|tile| tile.pos), "{name}");
            assert!(after.last.len() <= usize::from(setup.players()), "{name}: one mark a seat");
        }
        let placed = record.actions().filter(|action| matches!(action, Action::Place { .. })).count();
        assert_eq!(scenes.last().map(|scene| scene.tiles.len()), Some(start + placed), "{name}: all tiles");
        let bonus = setup.game() == GameId::HuntersGatherers || setup.options().has(GameOption::TradersBuilders);
        assert!(bonus || twice == 0, "{name}: {twice} turns with two tiles");
    }
}

/// What is to be seen in any of the scenes of a game, as the names of definitions.
fn seen(name: &str) -> BTreeSet<String> {
    let mut seen = BTreeSet::new();
    for scene in render::scenes(&record(name), None) {
        seen.extend(scene.pieces.iter().map(|placed| placed.figurine.name().to_owned()));
        seen.extend(scene.rangers.iter().map(|_| "ranger".to_owned()));
        for token in &scene.tokens {
            seen.insert(token.symbol.name().to_owned());
            seen.extend(token.follower.map(|_| "follower on a waterhole".to_owned()));
        }
    }
    seen
}

#[test]
fn every_piece_of_a_game_is_seen_on_its_board() {
    let games: [(&str, &[&str]); 5] = [
        ("base-traders_builders-2", &["standing", "lying", "builder", "pig"]),
        ("base-inns_cathedrals-2", &["standing", "lying", "large-standing", "large-lying"]),
        ("hunters_gatherers-2", &["standing", "lying", "hut"]),
        ("new_lands-2", &["standing"]),
        ("safari-2", &["standing", "lying", "ranger", "follower on a waterhole", "lion", "elephant"]),
    ];
    for (name, pieces) in games {
        let seen = seen(name);
        for piece in pieces {
            assert!(seen.contains(*piece), "{name}: no {piece} among {seen:?}");
        }
    }
}

#[test]
fn what_a_scene_holds_is_drawn() {
    for name in BOARDS {
        for scene in render::scenes(&record(name), None).into_iter().step_by(7) {
            let svg = scene.svg(20.0);
            let (_, board) = svg.rsplit_once("</defs>").expect("definitions");
            let uses = |id: &str| board.matches(&format!("href=\"#{id}\"")).count();
            for placed in &scene.pieces {
                assert!(uses(&art::piece_id(placed.seat, placed.figurine)) > 0, "{name}: {placed:?}");
            }
            let on_water = scene.tokens.iter().filter(|token| token.follower.is_some()).count();
            let drawn: usize = Seat::ALL
                .into_iter()
                .flat_map(|seat| art::Figurine::ALL.map(|figurine| uses(&art::piece_id(seat, figurine))))
                .sum();
            assert_eq!(drawn, scene.pieces.len() + on_water, "{name}: pieces");
            let tokens: usize = scene
                .tokens
                .iter()
                .map(|token| token.symbol)
                .collect::<BTreeSet<_>>()
                .into_iter()
                .map(|symbol| uses(&art::token_id(symbol)))
                .sum();
            assert_eq!(tokens, scene.tokens.len(), "{name}: tokens");
            assert_eq!(uses("art-ranger"), scene.rangers.len(), "{name}: rangers");
            for (_, rest) in board.match_indices("href=\"#").map(|(at, mark)| board.split_at(at + mark.len())) {
                let id = rest.split('"').next().unwrap_or_default();
                assert!(svg.contains(&format!("id=\"{id}\"")), "{name}: nothing is called {id}");
            }
        }
    }
}

#[test]
fn an_album_changes_nothing() {
    let mut album = art::Album::default();
    for theme in [None, Some(&Theme::CONTRAST)] {
        for scene in render::scenes(&record("safari-2"), theme).iter().step_by(11) {
            assert_eq!(scene.svg_with(&mut album, 20.0), scene.svg(20.0));
        }
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
