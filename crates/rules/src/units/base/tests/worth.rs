//! What features would bring: the numbers shown to people agree with the rules that pay.

use super::*;
use crate::seat::SeatSet;
use crate::worth::Worth;

fn worth(game: &BaseGame, x: i16, y: i16, segment: u8) -> Option<Worth> {
    game.worth(game.board().feature_at(Pos::new(x, y), Segment(segment)).expect("a segment"))
}

fn brings(game: &BaseGame, x: i16, y: i16, segment: u8) -> (u16, Option<u16>) {
    let worth = worth(game, x, y, segment).expect("worth something");
    (worth.at_end, worth.complete)
}

#[test]
fn b02_b03_b07_an_open_road_or_city_brings_less_than_a_complete_one() {
    // Three tiles with two shields.
    let game = board(2, &[], "E.1/0a *F F .");
    assert_eq!(brings(&game, 0, 0, 0), (5, Some(10)));
    let game = board(2, &[], "*X/1a U.1 U.1");
    assert_eq!(brings(&game, 1, 0, 0), (3, Some(3)));
}

#[test]
fn b04_b07_a_cloister_counts_its_cells() {
    let game = board(2, &[], "U *B/0a U");
    assert_eq!(brings(&game, 0, 0, 0), (3, Some(9)));
}

#[test]
fn b08_a_field_counts_complete_cities_and_is_never_complete_itself() {
    let game = board(2, &[], "*E/1a");
    assert_eq!(brings(&game, 0, 0, 1), (0, None));
    let game = board(2, &[], "E.2\n*E/1b");
    assert_eq!(brings(&game, 0, 0, 1), (3, None));
    assert_eq!(worth(&game, 0, 0, 1).map(|worth| worth.scorers), Some(SeatSet::EMPTY.with(seat(1))));
}

#[test]
fn r04_the_river_brings_nothing() {
    let game = BaseGame::new(&setup(2, RIVER));
    let river = (0..4).find(|&segment| {
        let known = game.board().feature_at(Pos::ORIGIN, Segment(segment));
        known.is_some_and(|id| game.board().feature_info(id).kind == crate::terrain::FeatureKind::River)
    });
    assert_eq!(worth(&game, 0, 0, river.expect("the spring")), None);
}

#[test]
fn c10_a_projection_in_the_middle_of_a_turn_pays_what_the_tile_completed() {
    let mut game = board(2, &[], "E.1/0a *F F .");
    place(&mut game, "E", 2, 0, 3);
    assert_eq!((game.phase(), game.scores()), (Phase::Act, &[0, 0][..]));
    assert_eq!(game.projection(), [12, 0]);
}

#[test]
fn c09_a_cell_is_dead_when_no_tile_left_matches_its_sides() {
    // Only roads are left: they match neither the city nor, with one road side at least, fields all around.
    let game = deck(2, &[], &["U"]);
    assert_eq!(game.dead_cells(), [Pos::new(0, -1)]);
    let game = deck(2, &[], &["E", "U"]);
    assert_eq!(game.dead_cells(), []);
    // The tile in hand counts until it lies.
    let mut game = deck(2, &[], &["E", "U"]);
    draw(&mut game, "E");
    assert_eq!(game.dead_cells(), []);
    play(&mut game, at("E", 0, 1, 2));
    assert!(game.dead_cells().contains(&Pos::new(0, -1)));
}
