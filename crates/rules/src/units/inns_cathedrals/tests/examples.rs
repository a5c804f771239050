//! The examples of the rules file.

use super::*;

/// Whether all players have everything in their supplies.
fn all_home(game: &BaseGame) -> bool {
    (0..game.players()).all(|number| (followers(game, number), large_ones(game, number)) == (7, 1))
}

#[test]
fn red_the_large_knight_and_blue_two_knights_get_10_both() {
    let mut game = five_tiles(INNS, ["A", "b", "b", ""]);
    assert_eq!(points(&place_only(&mut game, "R", -1, 0, 0)), [(0, 10, "city"), (1, 10, "city")]);
    assert!(all_home(&game));
}

#[test]
fn red_the_large_knight_gets_10_and_blue_with_one_knight_0() {
    let mut game = five_tiles(INNS, ["A", "", "", "b"]);
    assert_eq!(points(&place_only(&mut game, "R", -1, 0, 0)), [(0, 10, "city")]);
    assert!(all_home(&game), "all followers are back in the supplies");
}

#[test]
fn red_the_large_knight_and_one_more_get_10_not_20_and_blue_with_two_0() {
    let mut game = five_tiles(INNS, ["A", "a", "b", "b"]);
    assert_eq!(points(&place_only(&mut game, "R", -1, 0, 0)), [(0, 10, "city")]);
    assert_eq!(game.scores(), [10, 0, 0]);
}

#[test]
fn red_two_blue_the_large_one_and_yellow_one_get_10_10_and_0() {
    let mut game = five_tiles(INNS, ["a", "a", "B", "c"]);
    place_only(&mut game, "R", -1, 0, 0);
    assert_eq!(game.scores(), [10, 10, 0]);
    assert!(all_home(&game));
}

#[test]
fn a_large_knight_placed_on_the_tile_that_completes_a_city_of_2_tiles_gets_4_and_is_back() {
    let mut game = board(2, INNS, "*E.2");
    place(&mut game, "E", 0, 1, 0);
    assert_eq!(points(&play(&mut game, large(0))), [(0, 4, "city")]);
    assert!(all_home(&game));
}

#[test]
fn a_large_monk_gets_9() {
    let mut game = board(
        2,
        INNS,
        "E    E   E
         E.3  .   E.1
         E.2 *E.2 E.2",
    );
    place(&mut game, "B", 0, -1, 0);
    assert_eq!(points(&play(&mut game, large(0))), [(0, 9, "cloister")]);
    assert!(all_home(&game));
}

#[test]
fn reds_large_farmer_on_a_field_with_two_cities_gets_6_against_one_of_blue_and_both_6_against_two() {
    let against = |west: &str| {
        let drawing = format!(".  E.2  .\n{west}  *H/2A  B/1b\n.  E  .");
        let mut game = board(2, INNS, &drawing);
        final_scoring(&mut game);
        game.scores().to_vec()
    };
    assert_eq!(against("B"), [6, 0]);
    assert_eq!(against("B/1b"), [6, 6]);
}

#[test]
fn a_player_without_small_followers_is_offered_the_large_one_only() {
    let mut game = board(2, INNS, "*D");
    leave_followers(&mut game, 0, 0);
    place(&mut game, "U", 1, 0, 1);
    assert_eq!(actions(&game), [large(0), large(1), large(2), Action::Pass]);
    assert_eq!(forbidden_by(&game, follower(0)), Some("C11"));
}

#[test]
fn a_player_without_either_is_not_asked() {
    let mut game = board(2, INNS, "*D/0A");
    leave_followers(&mut game, 0, 0);
    place(&mut game, "U", 1, 0, 1);
    assert_eq!((game.phase(), active(&game)), (Phase::Deal, Some(1)));
}

#[test]
fn a_finished_road_of_3_tiles_one_with_an_inn_scores_6() {
    let mut game = board(2, INNS, "W/0a *straight-inn .");
    assert_eq!(points(&place_only(&mut game, "W", 1, 0, 0)), [(0, 6, "road")]);
}

#[test]
fn a_finished_road_of_4_tiles_two_with_inns_scores_8() {
    let mut game = board(2, INNS, "W/0a *straight-inn bend-inn");
    assert_eq!(points(&place_only(&mut game, "A", 1, 1, 2)), [(0, 8, "road")]);
}

#[test]
fn a_loop_of_4_bends_one_with_an_inn_scores_8() {
    let mut game = board(2, INNS, "*V.3/0a V\nV.2 .");
    assert_eq!(points(&place_only(&mut game, "bend-inn", 1, 1, 1)), [(0, 8, "road")]);
}

#[test]
fn at_the_end_an_unfinished_road_of_3_scores_3_and_with_an_inn_0() {
    let final_points = |drawing: &str| points(&final_scoring(&mut board(2, INNS, drawing)));
    assert_eq!(final_points("U.1/0a *U.1 U.1"), [(0, 3, "road")]);
    assert_eq!(final_points("U.1/0A *U.1 U.1"), [(0, 3, "road")]);
    assert_eq!(final_points("U.1/0a *straight-inn U.1"), []);
    assert_eq!(final_points("U.1/0A *straight-inn U.1"), []);
}

#[test]
fn the_crossing_with_an_inn_between_three_roads_of_2_tiles_scores_4_in_the_east_2_in_the_south_4_in_the_west() {
    let mut game = board(
        3,
        INNS,
        "W/0c   .       W/2a
         U     *A.2/1b  U",
    );
    let events = place_only(&mut game, "crossing-inn", 0, -1, 0);
    assert_eq!(points(&events), [(2, 4, "road"), (0, 4, "road"), (1, 2, "road")]);
    assert_eq!(game.scores(), [4, 2, 4]);
}

#[test]
fn the_east_and_west_road_of_the_crossing_joined_behind_it_to_a_road_over_6_tiles_score_12() {
    let mut game = board(
        2,
        INNS,
        "V.3/0a *U.1 V
         V.2     .   V.1",
    );
    let events = place_only(&mut game, "crossing-inn", 0, 1, 0);
    assert!(joined(&game, (0, 1, 0), (0, 1, 2)));
    let road = feature(&game, 0, 1, 0);
    assert_eq!((road.tiles, road.tally.segments(), road.open), (6, 7, 0), "its tile counts once (C5)");
    assert_eq!(points(&events), [(0, 12, "road")]);
}

#[test]
fn a_cathedral_and_4_caps_score_15() {
    let mut game = board(2, INNS, ". E.2 .\nE.1/0a *cathedral .\n. E .");
    assert_eq!(points(&place_only(&mut game, "E", 1, 0, 3)), [(0, 15, "city")]);
}

#[test]
fn a_city_with_a_cathedral_6_tiles_and_1_shield_scores_21() {
    let mut game = board(2, INNS, ". E.2 .\nE.1/0a *cathedral F\n. E .");
    assert_eq!(points(&place_only(&mut game, "E", 2, 0, 3)), [(0, 21, "city")]);
}

#[test]
fn both_cathedrals_in_a_city_of_8_tiles_score_24() {
    let mut game = board(2, INNS, ". E.2 E.2 .\nE.1/0a *cathedral cathedral .\n. E E .");
    assert_eq!(points(&place_only(&mut game, "E", 2, 0, 3)), [(0, 24, "city")]);
}

#[test]
fn at_the_end_a_city_of_a_cathedral_and_3_caps_scores_0_and_another_of_2_tiles_2() {
    let mut game = board(
        3,
        INNS,
        ".       E.2/1b     .
         E.1/0a *cathedral  .
         .       E          .
         .       G/0c       E.3",
    );
    assert_eq!(points(&final_scoring(&mut game)), [(2, 2, "city")], "nothing for the knight and the farmer beside it");
}

#[test]
fn a_farmer_beside_the_finished_city_of_a_cathedral_and_4_caps_gets_3() {
    let mut game = board(2, INNS, ". E.2 .\nE.1/1a *cathedral .\n. E .");
    assert_eq!(points(&place_only(&mut game, "E", 1, 0, 3)), []);
    assert_eq!(points(&final_scoring(&mut game)), [(0, 3, "field")]);
}

#[test]
fn a_farmer_on_the_enclosed_field_of_4_caps_with_all_four_cities_finished_gets_12() {
    let mut game = board(2, INNS, ". E.2 .\nE.1 *4-caps/4a E.3\n. E .");
    assert_eq!(points(&final_scoring(&mut game)), [(0, 12, "field")]);
}

#[test]
fn the_large_knight_with_the_builder_stays_through_the_double_turn_and_both_are_back_when_another_completes_the_city() {
    let mut game = board(2, WITH_TRADERS, "*B");
    place(&mut game, "E", 0, -1, 0);
    play(&mut game, large_with(PieceKind::Builder, 0));
    assert_eq!((followers(&game, 0), large_ones(&game, 0), builders(&game, 0)), (7, 0, 0));
    place_only(&mut game, "B", 1, 0, 0);

    // Red extends the city.
    let events = place_only(&mut game, "G", 0, -2, 1);
    assert!(events.contains(&Event::ExtraTurn { seat: seat(0) }));
    assert_eq!(pieces(&game), [(0, PieceKind::LargeFollower, 0, -1, 0)]);
    assert_eq!((active(&game), builders(&game, 0)), (Some(0), 1));
    place_only(&mut game, "B", 2, 0, 0);

    // Blue completes it.
    assert_eq!(active(&game), Some(1));
    let events = place_only(&mut game, "E", 0, -3, 2);
    assert_eq!(points(&events), [(0, 6, "city")]);
    assert_eq!((followers(&game, 0), large_ones(&game, 0), builders(&game, 0)), (7, 1, 1));
}

/// Red's large farmer with a pig and blue's farmer on the field north of a city with a shield, which is completed.
fn farmers_at_a_city_with_a_shield() -> BaseGame {
    let mut game = board(
        2,
        WITH_TRADERS,
        ".    B/1b   .
         E.1 *F/1A   .",
    );
    beside(&mut game, PieceKind::Pig, 0, 0, 0, 1);
    assert_eq!(points(&place_only(&mut game, "E", 1, 0, 3)), [(0, 3, "pig")]);
    assert_eq!((game.phase(), to_act(&game)), (Phase::Pig, Some(0)));
    game
}

#[test]
fn if_red_takes_the_large_farmer_back_blue_gets_3_at_the_end() {
    let mut game = farmers_at_a_city_with_a_shield();
    play(&mut game, Action::ReturnFarmer);
    assert_eq!((large_ones(&game, 0), followers(&game, 0), pigs(&game, 0)), (1, 7, 1));
    assert_eq!(points(&final_scoring(&mut game)), [(1, 3, "field")]);
}

#[test]
fn if_the_large_farmer_stays_red_gets_3_at_the_end_and_blue_0() {
    let mut game = farmers_at_a_city_with_a_shield();
    play(&mut game, Action::Pass);
    assert_eq!((large_ones(&game, 0), followers(&game, 0), pigs(&game, 0)), (0, 7, 1));
    assert_eq!(points(&final_scoring(&mut game)), [(0, 3, "field")]);
}

#[test]
fn a_city_of_6_tiles_with_a_cathedral_and_a_chicken_scores_18_and_no_pig() {
    let mut game = board(2, WITH_TRADERS, ". E.2 .\nE.1/0a *cathedral band-chicken/1b\n. E .");
    beside(&mut game, PieceKind::Pig, 1, 1, 0, 1);
    assert_eq!(points(&place_only(&mut game, "E", 2, 0, 3)), [(0, 18, "city")]);
    assert_eq!([goods(&game, 0), goods(&game, 1)], [[1, 0, 0], [0, 0, 0]]);
    assert_eq!((game.phase(), pigs(&game, 1)), (Phase::Deal, 0));
}

#[test]
fn with_a_shield_on_another_of_its_6_tiles_the_pig_beside_it_gets_3() {
    let mut game = board(
        2,
        WITH_TRADERS,
        ".       M.1/1b     N.2
         E.1/0a *cathedral  corner-2-roads-chicken
         .       .          .",
    );
    beside(&mut game, PieceKind::Pig, 1, 0, -1, 1);
    let events = place_only(&mut game, "E", 0, 1, 0);
    assert_eq!(feature(&game, 0, 0, 0).tiles, 6);
    assert_eq!(points(&events), [(0, 21, "city"), (1, 3, "pig")]);
    assert_eq!(goods(&game, 0), [1, 0, 0]);
    assert_eq!((game.phase(), pigs(&game, 1)), (Phase::Pig, 1));
}
