//! The examples of the rulebook on small boards.

use super::*;
use crate::testkit::{forbidden_by, points};

#[test]
fn a_tile_joins_and_completes_a_forest_and_one_gatherer_each_means_full_points_for_both() {
    let mut game = board(2, "35/1a .   35.2/1b\n61    *61 61");
    let events = place_only(&mut game, "39", 0, -1, 0);
    assert_eq!(points(&events), [(0, 6, "forest"), (1, 6, "forest")]);
    assert_eq!(
        [game.supply(seat(0)).count(PieceKind::Follower), game.supply(seat(1)).count(PieceKind::Follower)],
        [5, 5]
    );
}

#[test]
fn two_gatherers_against_one_take_the_forest_alone() {
    let mut game = board(2, "61 36/1a 61\n35/1a . 35.2/1b\n61 *61 61");
    let events = place_only(&mut game, "65", 0, -1, 0);
    assert_eq!(points(&events), [(0, 8, "forest")]);
    assert_eq!(
        [game.supply(seat(0)).count(PieceKind::Follower), game.supply(seat(1)).count(PieceKind::Follower)],
        [5, 5]
    );
}

#[test]
fn a_river_of_3_segments_between_lakes_of_two_fish_and_one_fish_scores_6() {
    let mut game = board(2, "05/1a *48 .");
    let events = place_only(&mut game, "01", 1, 0, 3);
    assert_eq!(points(&events), [(0, 6, "river")]);
}

#[test]
fn blue_extends_its_forest_and_completes_reds_river_of_2_segments_and_one_fish_for_3() {
    let mut game = board(2, "*39.1/1b 61\n. 61\n05.3/1a 61");
    game.position.active = seat(1);
    let events = place_only(&mut game, "68", 0, 1, 0);
    assert_eq!(points(&events), [(0, 3, "river")]);
}

#[test]
fn quick_points_for_an_unowned_forest_of_2() {
    let mut game = board(2, "*35 .");
    place(&mut game, "35", 1, 0, 2);
    let events = play(&mut game, follower(1));
    assert_eq!(points(&events), [(0, 4, "forest")]);
    assert_eq!(game.supply(seat(0)).count(PieceKind::Follower), 5);
    assert!(game.pieces().is_empty());
}

#[test]
fn quick_points_for_an_unowned_river_worth_5() {
    let mut game = board(2, "*05 .");
    place(&mut game, "01", 1, 0, 3);
    let events = play(&mut game, follower(1));
    assert_eq!(points(&events), [(0, 5, "river")]);
    assert_eq!(game.supply(seat(0)).count(PieceKind::Follower), 5);
}

#[test]
fn blues_river_system_with_5_fish_scores_5() {
    let mut game = board(2, "05 *47 13 05.2");
    hut(&mut game, 1, -1, 0, 1);
    assert_eq!(finish(&mut game), [(1, 5, "system")]);
}

#[test]
fn four_meadows() {
    // North-west: a deer. North-east: a mammoth, a deer, a tiger. South-west: two deer, a tiger, an aurochs, two
    // mammoths. South-east: a deer, two tigers. Forest parts north from south, rivers part west from east.
    let mut game = board(
        4,
        ".      30.1/0c 51.1/0a 31.1/1d
         .      39      *45     38
         B04/2b B11/0a  49.3    31.2/1b
         31.3   37/1a   .       .",
    );
    assert_eq!(finish(&mut game), [(2, 2, "meadow"), (0, 2, "meadow"), (3, 2, "meadow"), (0, 8, "meadow")]);
    assert_eq!(game.scores(), [10, 0, 2, 2]);
}

#[test]
fn a_lake_tile_that_joins_three_meadows_with_hunters_takes_no_hunter() {
    let mut game = board(3, "75 35.2/0a\n39.1/0b .\n*78 35.2/0c");
    place(&mut game, "05", 1, -1, 0);
    assert_eq!(forbidden_by(&game, follower(0)), Some("C11"));
    assert_eq!(choices(&game), (vec![1], vec![1, 2]));
    assert!(together(&game, (1, -1, 0), (1, -2, 0)) && together(&game, (0, -1, 0), (1, 0, 0)));
}

#[test]
fn a_tile_must_match_every_neighbour() {
    let mut game = board(2, "*35 .\n61 61");
    begin(&mut game, "63");
    assert_eq!(forbidden_by(&game, at("63", 1, 0, 0)), Some("C3"));
    begin(&mut game, "62");
    assert_eq!(forbidden_by(&game, at("62", 1, 0, 0)), Some("C3"));
    begin(&mut game, "35");
    assert_eq!(forbidden_by(&game, at("35", 1, 0, 2)), None);
}

#[test]
fn a_tile_that_extends_a_forest_with_a_gatherer_takes_only_a_hunter() {
    let mut game = board(2, "*35/1a .");
    game.position.active = seat(1);
    place(&mut game, "33", 1, 0, 0);
    assert_eq!(choices(&game), (vec![1], vec![]));
}

#[test]
fn beside_the_own_hunter_a_fisher_a_gatherer_or_a_hunter_in_the_small_meadow() {
    let mut game = board(2, "*61/0a .");
    place(&mut game, "25", 1, 0, 0);
    assert_eq!(choices(&game), (vec![1, 2, 3], vec![1]));
}

#[test]
fn a_hut_goes_to_a_river_with_a_fisher() {
    let mut game = board(2, "*48/1b .");
    place(&mut game, "52", 1, 0, 0);
    assert_eq!(forbidden_by(&game, follower(1)), Some("C11"));
    play(&mut game, build(1));
    assert_eq!(game.supply(seat(0)).count(PieceKind::Hut), 1);
}

#[test]
fn a_fisher_goes_to_a_river_with_a_hut() {
    let mut game = board(2, "*48 .");
    hut(&mut game, 1, 0, 0, 1);
    place(&mut game, "52", 1, 0, 0);
    assert_eq!(forbidden_by(&game, build(1)), Some("H2"));
    play(&mut game, follower(1));
    assert_eq!(game.supply(seat(0)).count(PieceKind::Follower), 4);
}

#[test]
fn three_hunters_in_meadows_of_their_own_and_two_river_systems_with_a_hut_each() {
    // The spring parts the southern meadows from each other, the forest both from the western one.
    let game = board(3, "*66/1a/3b/4c\n51.1 .");
    assert!(together(&game, (0, 0, 1), (0, 1, 0)) && together(&game, (0, 0, 3), (0, 1, 2)));
    let features = [1, 3, 4].map(|segment| game.board().feature_at(Pos::ORIGIN, Segment(segment)).unwrap());
    for (feature, owner) in features.into_iter().zip([0, 1, 2]) {
        let mut hunters = [0; 6];
        hunters[owner] = 1;
        assert_eq!(game.board().feature_info(feature).strength, hunters);
    }

    let mut game = board(2, "05 *17 01.3");
    assert!(!same_system(&game, (-1, 0, 1), (1, 0, 1)));
    hut(&mut game, 1, -1, 0, 1);
    hut(&mut game, 0, 1, 0, 1);
    assert_eq!(finish(&mut game), [(1, 1, "system"), (0, 2, "system")]);
}
