//! The examples of the base game's rulebook on small boards. Red is seat 0 (`a`), blue seat 1 (`b`), and so on.

use super::*;

#[test]
fn a_finished_road_of_4_tiles_scores_4() {
    // From a village over a straight and a bend to a cloister.
    let mut game = board(2, &[], "W/0a *U.1 V");
    let events = place_only(&mut game, "A", 1, 1, 2);
    assert_eq!(points(&events), [(0, 4, "road")]);
    assert_eq!(game.scores(), [4, 0]);
    assert_eq!(followers(&game, 0), 7);
}

#[test]
fn a_finished_road_of_3_tiles_scores_3() {
    // From a village to a city.
    let mut game = board(2, &[], "W/0a *U.1 .");
    let events = place_only(&mut game, "T", 1, 0, 1);
    assert_eq!(points(&events), [(0, 3, "road")]);
}

#[test]
fn a_finished_city_of_3_tiles_with_1_shield_scores_8() {
    let mut game = board(2, &[], "E.1/0a *F .");
    let events = place_only(&mut game, "E", 1, 0, 3);
    assert_eq!(points(&events), [(0, 8, "city")]);
}

#[test]
fn a_finished_city_of_4_tiles_without_shields_scores_8() {
    let mut game = board(
        2,
        &[],
        "*N.1/0a N.2
          N      .",
    );
    let events = place_only(&mut game, "P", 1, 1, 0);
    assert_eq!(points(&events), [(0, 8, "city")]);
}

#[test]
fn a_knight_placed_on_the_tile_that_finishes_a_city_of_2_tiles_scores_4_and_is_back() {
    let mut game = board(2, &[], "*E.2");
    place(&mut game, "E", 0, 1, 0);
    let events = play(&mut game, follower(0));
    assert_eq!(points(&events), [(0, 4, "city")]);
    assert_eq!(followers(&game, 0), 7);
    assert_eq!(pieces(&game), []);
}

#[test]
fn a_thief_placed_on_the_tile_that_finishes_a_road_of_3_tiles_scores_3_and_is_back() {
    let mut game = board(2, &[], "W *U.1 .");
    place(&mut game, "W", 1, 0, 0);
    let events = play(&mut game, follower(2));
    assert_eq!(points(&events), [(0, 3, "road")]);
    assert_eq!(followers(&game, 0), 7);
}

#[test]
fn a_finished_cloister_scores_9() {
    let mut game = board(
        2,
        &[],
        "E    E     E
         E.3 *B/0b  E.1
         E.2  E.2   .",
    );
    let events = place_only(&mut game, "V", 1, 1, 3);
    assert_eq!(points(&events), [(1, 9, "cloister")]);
    assert_eq!(followers(&game, 1), 7);
}

#[test]
fn a_tile_that_joins_the_cities_of_red_and_blue_brings_10_to_both() {
    let mut game = board(
        2,
        &[],
        ".       .  E.2/0b
         .       B  G.1
         E.1/0a *G  .",
    );
    let events = place_only(&mut game, "N", 1, 0, 3);
    assert_eq!(points(&events), [(0, 10, "city"), (1, 10, "city")]);
    assert_eq!([followers(&game, 0), followers(&game, 1)], [7, 7]);
}

#[test]
fn at_the_end_an_unfinished_road_of_3_tiles_scores_3() {
    let mut game = board(2, &[], "W/0a *U.1 U.1");
    assert_eq!(points(&final_scoring(&mut game)), [(0, 3, "road")]);
}

#[test]
fn at_the_end_a_cloister_with_4_neighbours_scores_5() {
    let mut game = board(
        4,
        &[],
        "E    E      .
         .   *B/0d   E.1
         .    .      E.1",
    );
    assert_eq!(points(&final_scoring(&mut game)), [(3, 5, "cloister")]);
}

#[test]
fn at_the_end_an_unfinished_city_of_2_tiles_scores_2() {
    let mut game = board(2, &[], "*E.1/0b G");
    assert_eq!(points(&final_scoring(&mut game)), [(1, 2, "city")]);
}

#[test]
fn at_the_end_a_large_unfinished_city_worth_7_goes_to_green_who_has_more_knights_than_black() {
    // Six tiles and one shield; open to the south at its east end.
    let mut game = board(
        5,
        &[],
        ".       .  E.2/0d .  .
         E.1/0d *F  R/0e   G  N.2",
    );
    assert_eq!(points(&final_scoring(&mut game)), [(3, 7, "city")]);
    assert_eq!(game.scores(), [0, 0, 0, 7, 0]);
}

#[test]
fn fields_blue_borders_two_finished_cities_and_red_one_unfinished_ones_give_nothing() {
    // A long road: blue's field north of it, red's south of it. The outer cities are unfinished.
    let mut game = board(
        2,
        &[],
        ".  E.2   E.2 .      .
         D *D/2b  D   D.2/2a D.2
         .  .     .   E      .",
    );
    final_scoring(&mut game);
    assert_eq!(game.scores(), [3, 6]);
}

#[test]
fn fields_a_field_with_three_finished_cities_scores_9() {
    let mut game = board(
        2,
        &[],
        " E.2   E.2 E.2
         *D/2b  D   D",
    );
    assert_eq!(points(&final_scoring(&mut game)), [(1, 9, "field")]);
}

#[test]
fn fields_two_red_farmers_against_one_yellow_and_blue_on_a_small_field() {
    // The large field lies south of the road and borders the cities A (west) and B (east).
    let mut game = board(
        3,
        &[],
        "*D.2/2a U.1/1a D.2/2c
          E/1b   .      E",
    );
    final_scoring(&mut game);
    assert_eq!(game.scores(), [6, 3, 0]);
}

#[test]
fn fields_one_red_and_one_yellow_farmer_both_own_the_large_field() {
    let mut game = board(
        3,
        &[],
        "*D.2/2a U.1 D.2/2c
          E/1b   .   E",
    );
    final_scoring(&mut game);
    assert_eq!(game.scores(), [6, 3, 6]);
}

#[test]
fn a_cloister_tile_that_joins_three_occupied_fields_takes_no_farmer() {
    // The arch of a city keeps the three fields apart.
    let mut game = board(
        3,
        &[],
        "N.1   *F/2a N.2
         G.1/1b .    G.1/2c",
    );
    place(&mut game, "B", 0, 1, 0);
    assert_eq!(feature(&game, 0, 1, 1).strength[..3], [1, 1, 1]);
    assert_eq!(forbidden_by(&game, follower(1)), Some("C11"));
    assert_eq!(actions(&game), [follower(0), Action::Pass]);
}

#[test]
fn a_tile_that_matches_one_neighbour_but_not_the_other_may_not_be_laid() {
    let mut game = board(
        2,
        &[],
        "*E.1 .
          B   B",
    );
    // City to the west and to the south: the south neighbour shows field.
    game.position.begin_placing(tile("N"));
    assert_eq!(forbidden_by(&game, at("N", 1, 0, 2)), Some("C3"));
    assert!(!actions(&game).contains(&at("N", 1, 0, 2)));
    // City to the west and to the north does.
    assert_eq!(game.check(at("N", 1, 0, 3)), Ok(()));
}

#[test]
fn where_the_city_holds_a_foreign_knight_only_a_farmer_is_possible() {
    let mut game = board(2, &[], "*E.1/0b .");
    place(&mut game, "N", 1, 0, 3);
    assert_eq!(actions(&game), [follower(1), Action::Pass]);
    assert_eq!(forbidden_by(&game, follower(0)), Some("C11"));
}

#[test]
fn beside_the_own_farmer_red_may_place_a_thief_a_knight_or_a_farmer_on_the_small_field() {
    let mut game = board(2, &[], "*E/1a .");
    place(&mut game, "J", 1, 0, 0);
    assert_eq!(actions(&game), [follower(0), follower(1), follower(3), Action::Pass]);
    assert_eq!(forbidden_by(&game, follower(2)), Some("C11"));
}
