//! T14 to T16: bridges and roads that end in a field.

use super::*;

#[test]
fn t14_roads_do_not_end_at_a_bridge_and_do_not_meet() {
    let mut game = board(2, TRADERS, "W/0a *bridge .");
    let events = place_only(&mut game, "W", 1, 0, 0);
    assert_eq!(points(&events), [(0, 3, "road")]);
    let under = feature(&game, 0, 0, 0);
    assert_eq!((under.tiles, under.open), (1, 2), "the road from north to south is another one");
}

#[test]
fn t14_both_roads_of_a_bridge_can_be_held() {
    let mut game = board(2, TRADERS, "W/0b *U.1 .");
    place(&mut game, "bridge", 1, 0, 0);
    assert_eq!(forbidden_by(&game, follower(1)), Some("C11"), "from west to east");
    assert_eq!(game.check(follower(0)), Ok(()), "from north to south");
}

#[test]
fn t14_a_road_that_crosses_itself_counts_the_bridge_once() {
    // It leaves the bridge to the east, comes back from the north, and ends in the west and in the south.
    let mut game = board(
        2,
        TRADERS,
        ".     V.3    V
         W/0a *bridge V.1",
    );
    let events = place_only(&mut game, "X", 0, 1, 0);
    let road = feature(&game, 0, 0, 0);
    assert!(joined(&game, (0, 0, 0), (0, 0, 1)));
    assert_eq!((road.tally.segments(), road.tiles), (7, 6));
    assert_eq!(points(&events), [(0, 6, "road")]);
}

#[test]
fn t14_the_four_fields_at_a_bridge_are_separate() {
    let game = board(
        2,
        TRADERS,
        ".    U      .
         U.1 *bridge U.1
         .    U      .",
    );
    for a in 2..6 {
        for b in 2..6 {
            assert_eq!(joined(&game, (0, 0, a), (0, 0, b)), a == b, "{a} and {b}");
        }
    }
    // Each corner's field joins the two roads beside it.
    for (segment, beside_north_south, beside_west_east) in
        [(2, (0, -1, 2), (-1, 0, 2)), (3, (0, -1, 1), (1, 0, 2)), (4, (0, 1, 1), (1, 0, 1)), (5, (0, 1, 2), (-1, 0, 1))]
    {
        assert!(joined(&game, (0, 0, segment), beside_north_south), "{segment}");
        assert!(joined(&game, (0, 0, segment), beside_west_east), "{segment}");
    }
}

#[test]
fn t14_behind_the_bridge_with_a_road_end_lie_three_fields() {
    // A finished city in the north; the roads go on to the west and to the south.
    let mut game = board(
        3,
        TRADERS,
        ".   E.2                      .
         U.1 *bridge-end/3a/4b/5c     E
         .   U                        .",
    );
    assert!(joined(&game, (0, 0, 3), (1, 0, 1)), "the east field");
    assert!(joined(&game, (0, 0, 3), (0, 1, 1)));
    assert!(joined(&game, (0, 0, 4), (0, 1, 2)), "between the roads");
    assert!(joined(&game, (0, 0, 4), (-1, 0, 1)));
    assert!(joined(&game, (0, 0, 5), (-1, 0, 2)), "between road and city");
    assert!(!joined(&game, (0, 0, 3), (0, 0, 4)) && !joined(&game, (0, 0, 3), (0, 0, 5)));
    final_scoring(&mut game);
    assert_eq!(game.scores(), [3, 0, 3], "the field between the roads does not touch the city");
}

#[test]
fn t14_both_roads_end_on_the_tile_with_a_bridge_and_a_road_end() {
    let mut game = board(2, TRADERS, "W/0a *bridge-end/1b .");
    assert_eq!(feature(&game, 0, 0, 2).open, 0, "the road from the west is complete");
    let events = place_only(&mut game, "A", 0, 1, 2);
    assert_eq!(points(&events), [(1, 2, "road")]);
    let mut game = board(2, TRADERS, "*bridge-end/2a");
    let events = place_only(&mut game, "W", -1, 0, 0);
    assert_eq!(points(&events), [(0, 2, "road")]);
}

#[test]
fn t15_a_road_may_end_in_the_middle_of_a_field() {
    let mut game = board(2, TRADERS, "*cap-road-end/1a .");
    let events = place_only(&mut game, "W", 1, 0, 0);
    assert_eq!(points(&events), [(0, 2, "road")]);
}

#[test]
fn t15_the_field_runs_around_the_end_of_the_road() {
    let game = board(2, TRADERS, "*cap-road-end U.1");
    assert!(joined(&game, (1, 0, 1), (1, 0, 2)));
}

#[test]
fn t16_the_tile_with_a_cloister_and_two_road_ends_has_one_field() {
    let game = board(
        2,
        TRADERS,
        "U.1 *cloister-2-roads
         .    U",
    );
    assert!(joined(&game, (-1, 0, 1), (-1, 0, 2)), "around the west road's end");
    assert!(joined(&game, (0, 1, 1), (0, 1, 2)), "around the cloister at which the south road ends");
    assert!(joined(&game, (-1, 0, 1), (0, 1, 1)));
}

#[test]
fn t16_its_roads_are_two() {
    let mut game = board(2, TRADERS, "*cloister-2-roads/1a/2b");
    let events = place_only(&mut game, "A", 0, 1, 2);
    assert_eq!(points(&events), [(0, 2, "road")]);
    let events = place_only(&mut game, "A", -1, 0, 3);
    assert_eq!(points(&events), [(1, 2, "road")]);
}
