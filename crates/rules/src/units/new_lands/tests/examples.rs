//! The examples of the rulebook on small boards.

use super::*;

#[test]
fn a_range_with_a_robber_leaves_only_the_sea_for_a_follower() {
    let mut game = board("*02/0b");
    place(&mut game, "06", 0, 1, 0);
    assert_eq!(free_segments(&game), [1]);
    assert_eq!(forbidden_by(&game, follower(0)), Some("C11"));
    play(&mut game, follower(1));
}

#[test]
fn a_bay_with_a_navigator_leaves_the_mountains_and_the_grass_for_a_follower() {
    let mut game = board("*04/0b");
    place(&mut game, "89", 1, 0, 1);
    assert_eq!(free_segments(&game), [0, 2]);
    assert_eq!(forbidden_by(&game, follower(1)), Some("C11"));
}

#[test]
fn an_open_grassland_of_4_tiles_pays_4() {
    assert_eq!(worth("*10/1a 10 10 05", 0, 0, 1), 4);
}

#[test]
fn a_complete_grassland_of_5_tiles_pays_10() {
    assert_eq!(worth("13.1/0a *44 36 45 13.3", -1, 0, 0), 10);
}

#[test]
fn a_complete_grassland_of_2_tiles_pays_2() {
    assert_eq!(worth("*13.1/0a 14.3", 0, 0, 0), 2);
}

#[test]
fn an_open_range_with_1_city_and_3_in_touching_grasslands_pays_4() {
    let drawing = "
        .      13.2
        *01/1a 10.3
        13     08";
    assert_eq!(worth(drawing, 0, 0, 1), 4);
}

#[test]
fn a_complete_range_with_1_and_3_cities_pays_8_whatever_lies_in_other_grasslands() {
    let drawing = "
        .    13     13.2
        12.1 *01/1a 10.3
        .    13     08";
    assert_eq!(worth(drawing, 0, 0, 1), 8);
}

#[test]
fn a_complete_range_of_2_tiles_with_4_cities_in_its_grassland_pays_4() {
    let drawing = "
        13.1 10.2   08.2
        13.1 *10/0a 08.3";
    assert_eq!(worth(drawing, 0, 0, 0), 4);
}

#[test]
fn an_open_bay_with_2_cities_pays_2() {
    assert_eq!(worth("*11/1a 13", 0, 0, 1), 2);
}

#[test]
fn an_inland_sea_of_4_tiles_with_3_cities_pays_7() {
    assert_eq!(worth("20.2/3a *37 37 18", -1, 0, 3), 7);
}

#[test]
fn an_inland_sea_of_2_tiles_with_1_city_pays_1() {
    assert_eq!(worth("20.2/3a *18", -1, 0, 3), 1);
}

#[test]
fn two_navigators_whose_bays_are_joined_get_4_each() {
    let mut game = board(
        "
        13
        *06.1/1b",
    );
    place(&mut game, "06", 1, 0, 2);
    play(&mut game, follower(1));
    place(&mut game, "08", 1, -1, 0);
    assert_eq!(free_segments(&game), [0], "the joined bay is occupied");
    assert_eq!(earned(&mut game, 0, 0, 1), 4);
    place(&mut game, "02", 0, 1, 0);
    assert_eq!(earned(&mut game, 1, 0, 1), 4);
    assert_eq!(game.scores(), [4, 4]);
}
