//! Rivers and forests (H5 to H8).

use super::*;
use crate::testkit::points;

/// Places a tile at the origin's neighbour and nothing on it; the points that this brings.
fn completes(drawing: &str, id: &str, x: i16, y: i16, quarters: u8) -> Vec<(u8, u16, &'static str)> {
    points(&place_only(&mut board(2, drawing), id, x, y, quarters))
}

#[test]
fn h05_a_river_back_to_its_lake_counts_it_once() {
    assert_eq!(completes("15 15.1\n*20/1a .", "15", 1, 0, 2), [(0, 5 + 2, "river")]);
}

#[test]
fn h05_two_lakes_of_one_tile_are_two_lakes() {
    assert_eq!(completes("*B09/3a 15.1\n. 15.2", "15", 0, 1, 3), [(0, 5 + 2 + 2, "river")]);
}

#[test]
fn h05_a_loop_has_no_lakes() {
    assert_eq!(completes("15 15.1\n*15.3/1a .", "15", 1, 0, 2), [(0, 4, "river")]);
}

#[test]
fn h05_springs_end_a_river() {
    assert_eq!(completes("68.3/2a *48 .", "68", 1, 0, 1), [(0, 3, "river")]);
}

#[test]
fn h05_an_open_river_scores_nothing() {
    assert_eq!(completes("05/1a *48 .", "52", 1, 0, 0), []);
}

#[test]
fn h05_rivers_that_meet_one_lake_are_scored_each_for_itself() {
    // The lake in the middle ends both rivers; the western one was complete before.
    let mut game = board(2, "05/1b *48 .");
    let events = place_only(&mut game, "47", 1, 0, 0);
    assert_eq!(points(&events), [(1, 3 + 1 + 1, "river")]);
    game.position.active = seat(0);
    place(&mut game, "01", 2, 0, 3);
    let events = play(&mut game, follower(1));
    assert_eq!(points(&events), [(0, 2 + 1 + 2, "river")]);
}

#[test]
fn h06_a_forest_scores_2_per_segment_and_2_per_mushroom_tile() {
    assert_eq!(completes("*B03/1a .\n37 61", "35", 1, 0, 2), [(0, 3 * 2 + 2, "forest")]);
    assert_eq!(completes("35/1a *B07 B07 .", "35", 2, 0, 2), [(0, 4 * 2 + 2 * 2, "forest")]);
}

#[test]
fn h07_segments_count_not_tiles() {
    // Five segments on four tiles.
    assert_eq!(completes("75/1a *26\n78 .", "31", 0, 1, 0), [(0, 10, "forest")]);
}

#[test]
fn h08_gatherers_and_fishers_go_back_also_those_who_got_nothing() {
    let mut game = board(2, "05/1b 48/1b . 48/1a 05.2\n61 61 *61 61 61");
    let events = place_only(&mut game, "48", 0, -1, 0);
    assert_eq!(points(&events), [(1, 5 + 2, "river")]);
    assert!(game.pieces().is_empty());
    assert_eq!(
        [game.supply(seat(0)).count(PieceKind::Follower), game.supply(seat(1)).count(PieceKind::Follower)],
        [5, 5]
    );
}

#[test]
fn h08_several_features_of_one_tile_are_scored_in_reading_order() {
    // The forest has the smaller segment number on the tile, but the river begins further north.
    let mut game = board(2, "61 05.1/1b 61\n61 . 61\n61 *37/0a 61");
    let events = place_only(&mut game, "68", 0, -1, 2);
    assert_eq!(points(&events), [(1, 2 + 1, "river"), (0, 4, "forest")]);
}

#[test]
fn h05_h06_h13_rivers_and_forests_would_bring_points_only_when_complete() {
    let brings = |game: &HuntersGatherersGame, x, y, segment| {
        let id = game.board().feature_at(Pos::new(x, y), Segment(segment)).expect("a segment");
        game.worth(id).map(|worth| (worth.at_end, worth.complete))
    };
    let game = board(2, "15 15.1\n*20/1a .");
    assert_eq!(brings(&game, 0, 0, 1), Some((0, Some(3 + 2))));
    let game = board(2, "35/1a *B07 B07 .");
    assert_eq!(brings(&game, -1, 0, 1), Some((0, Some(3 * 2 + 2 * 2))));
}
