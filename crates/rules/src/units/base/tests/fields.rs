//! B5 and B8: fields and farmers.

use super::*;

/// A finished city around a hole of one cell, into which a cloister fits.
const RING: &str = "
    N.1 G N.2
    G.1 . G.1
   *N   G N.3";

#[test]
fn b05_farmers_stay_until_the_end_also_on_a_field_that_is_enclosed() {
    let mut game = board(2, &[], RING);
    place(&mut game, "B", 1, -1, 0);
    let events = play(&mut game, follower(1));
    assert_eq!(points(&events), []);
    assert_eq!(pieces(&game), [(0, PieceKind::Follower, 1, -1, 1)]);
    assert_eq!(followers(&game, 0), 6);
}

#[test]
fn b05_roads_bound_fields() {
    // North and south of a road, and inside and outside of a bend.
    let game = board(2, &[], "U.1 *U.1 V");
    assert!(!joined(&game, (0, 0, 1), (0, 0, 2)));
    assert!(joined(&game, (0, 0, 2), (1, 0, 1)), "the north of the road meets the outside of the bend");
    assert!(joined(&game, (0, 0, 1), (1, 0, 2)), "the south of the road meets its inside");
    assert!(!joined(&game, (0, 0, 2), (1, 0, 2)));
    assert!(joined(&game, (-1, 0, 1), (1, 0, 2)));
}

#[test]
fn b05_cities_bound_fields() {
    let game = board(2, &[], "E.1 *G E.3");
    assert!(!joined(&game, (0, 0, 1), (0, 0, 2)));
    assert!(!joined(&game, (0, 0, 1), (-1, 0, 1)), "they would meet only at a corner");
}

#[test]
fn b05_the_edge_of_the_map_bounds_fields() {
    // Two fields lie at the same empty cell; a tile on it joins them.
    let mut game = board(
        2,
        &[],
        "*G.1 B
          E   .",
    );
    assert!(!joined(&game, (1, 0, 1), (0, 1, 1)));
    place_only(&mut game, "B", 1, 1, 0);
    assert!(joined(&game, (1, 0, 1), (0, 1, 1)));
}

#[test]
fn b05_cloisters_do_not_bound_fields() {
    let game = board(2, &[], "U *B U");
    assert!(joined(&game, (-1, 0, 1), (1, 0, 2)));
    let game = board(
        2,
        &[],
        "U *A U
         .  U .",
    );
    assert!(joined(&game, (0, 1, 1), (0, 1, 2)), "the road that ends at a cloister does not part the field");
}

#[test]
fn b08_a_field_gets_3_for_every_completed_city_that_borders_it() {
    let mut game = board(
        2,
        &[],
        " E.2   E.2
         *D/2a  D",
    );
    assert_eq!(points(&final_scoring(&mut game)), [(0, 6, "field")]);
}

#[test]
fn b08_an_unfinished_city_gives_nothing() {
    let mut game = board(2, &[], "*D/2a D");
    assert_eq!(points(&final_scoring(&mut game)), []);
}

#[test]
fn b08_the_size_of_the_city_does_not_matter() {
    let mut game = board(2, &[], RING);
    place(&mut game, "B", 1, -1, 0);
    play(&mut game, follower(1));
    assert_eq!(points(&final_scoring(&mut game)), [(0, 3, "field")]);
}

#[test]
fn b08_a_city_is_counted_once_however_many_segments_of_it_border_the_field() {
    // One city above both tiles of the road.
    let mut game = board(
        2,
        &[],
        " N.1   N.2
         *D/2a  D",
    );
    assert!(joined(&game, (0, 0, 0), (1, 0, 0)) && joined(&game, (0, 0, 2), (1, 0, 2)));
    assert_eq!(points(&final_scoring(&mut game)), [(0, 3, "field")]);
}

#[test]
fn b08_a_city_with_two_segments_on_one_tile_is_counted_once() {
    let mut game = board(
        2,
        &[],
        "N.1   N.2
         I/2a *N.3",
    );
    assert_eq!(points(&final_scoring(&mut game)), [(0, 3, "field")]);
}

#[test]
fn b08_a_city_pays_the_owners_of_every_field_it_borders() {
    // Two fields of one tile touch the city, and the fields of its end tiles do.
    let mut game = board(3, &[], "E.1/1c *G/1a/2b E.3/1a");
    final_scoring(&mut game);
    assert_eq!(game.scores(), [6, 3, 3]);
}

#[test]
fn b08_a_field_on_the_same_tile_that_does_not_touch_the_city_gets_nothing() {
    // South of the road.
    let mut game = board(
        2,
        &[],
        " E.2
         *D/3a",
    );
    assert_eq!(points(&final_scoring(&mut game)), []);
}

#[test]
fn b08_two_fields_that_meet_around_a_city_count_it_once() {
    let mut game = board(
        2,
        &[],
        "E.2/1a B
        *E/1b   .",
    );
    assert!(!joined(&game, (0, -1, 1), (0, 0, 1)));
    place_only(&mut game, "B", 1, 0, 0);
    assert_eq!(points(&final_scoring(&mut game)), [(0, 3, "field"), (1, 3, "field")]);
}

#[test]
fn b08_the_most_farmers_own_the_field_and_ties_pay_all() {
    let mut game = board(
        3,
        &[],
        " E.2  .      .
         *D/2a U.1/2b U.1/2b",
    );
    assert_eq!(points(&final_scoring(&mut game)), [(1, 3, "field")]);
    let mut game = board(
        3,
        &[],
        " E.2  .   .
         *D/2a U.1 U.1/2c",
    );
    assert_eq!(points(&final_scoring(&mut game)), [(0, 3, "field"), (2, 3, "field")]);
}

#[test]
fn b08_knights_and_thieves_are_no_farmers() {
    // They stand on the same tile, and the field has no farmer.
    let mut game = board(
        2,
        &[],
        " E.2
         *D/1a",
    );
    assert_eq!(points(&final_scoring(&mut game)), [(0, 1, "road")]);
}

#[test]
fn b08_fields_are_scored_after_everything_else() {
    let mut game = board(
        2,
        &[],
        " E.2/1a .
         *D/2b   U.1/0a",
    );
    assert_eq!(points(&final_scoring(&mut game)), [(0, 2, "road"), (0, 3, "field"), (1, 3, "field")]);
}

#[test]
fn b08_an_enclosed_field_of_one_tile_counts_its_cities() {
    // The field between band and cap touches both cities; only the band is finished.
    let mut game = board(2, TRADERS, "E.1 *band-cap-chicken/3a E.3");
    let mut both = board(
        2,
        TRADERS,
        "E.1 *band-cap-chicken/3a E.3
         .    E                   .",
    );
    assert_eq!(points(&final_scoring(&mut game)), [(0, 3, "field")]);
    assert_eq!(points(&final_scoring(&mut both)), [(0, 6, "field")]);
}

#[test]
fn c04_field_halves_join_crosswise_around_a_straight_road() {
    // A road from north to south: the west halves meet, and the east halves.
    let game = board(
        2,
        &[],
        "*U
          U",
    );
    assert!(joined(&game, (0, 0, 1), (0, 1, 1)) && joined(&game, (0, 0, 2), (0, 1, 2)));
    // One of them turned round: its segment 1 lies in the west.
    let game = board(
        2,
        &[],
        "*U
          U.2",
    );
    assert!(joined(&game, (0, 0, 1), (0, 1, 2)) && joined(&game, (0, 0, 2), (0, 1, 1)));
    assert!(!joined(&game, (0, 0, 1), (0, 1, 1)));
}
