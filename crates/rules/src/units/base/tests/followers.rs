//! C11 to C15: placing followers, majorities, and going back.

use super::*;

#[test]
fn c11_a_follower_comes_from_the_own_supply() {
    let mut game = board(2, &[], "*D");
    place(&mut game, "U", 1, 0, 1);
    play(&mut game, follower(0));
    assert_eq!([followers(&game, 0), followers(&game, 1)], [6, 7]);
    assert_eq!(pieces(&game), [(0, PieceKind::Follower, 1, 0, 0)]);
}

#[test]
fn c11_a_follower_goes_to_a_segment_of_the_tile_just_placed() {
    let mut game = board(2, &[], "*D");
    place(&mut game, "E", 0, 1, 2);
    assert_eq!(actions(&game), [follower(0), follower(1), Action::Pass]);
    assert_eq!(forbidden_by(&game, follower(2)), Some("C11"), "the tile has two segments");
    assert_eq!(forbidden_by(&game, follower(255)), Some("C11"));
}

#[test]
fn c11_a_feature_that_holds_a_follower_of_anyone_takes_no_other() {
    // Two tiles away stands a thief, once the player's own, once another's.
    for drawing in ["U.1/0a *U.1 .", "U.1/0b *U.1 ."] {
        let mut game = board(2, &[], drawing);
        place(&mut game, "U", 1, 0, 1);
        assert_eq!(forbidden_by(&game, follower(0)), Some("C11"), "{drawing}");
        assert_eq!(actions(&game), [follower(1), follower(2), Action::Pass], "{drawing}");
    }
}

#[test]
fn c11_what_counts_is_the_feature_after_the_tile_was_placed() {
    // The tile joins a free road in the west to the occupied one in the east.
    let mut game = board(
        2,
        &[],
        "U.1 . *U.1/0b
         B   B  B",
    );
    assert!(!joined(&game, (-2, 0, 0), (0, 0, 0)));
    place(&mut game, "U", -1, 0, 1);
    assert_eq!(forbidden_by(&game, follower(0)), Some("C11"));
}

#[test]
fn c11_two_segments_of_the_tile_in_one_feature_are_free_or_taken_together() {
    let mut game = board(
        2,
        &[],
        "N.1/0b N.2
         .     *N.3",
    );
    place(&mut game, "I", -1, 0, 0);
    assert_eq!(forbidden_by(&game, follower(0)), Some("C11"));
    assert_eq!(forbidden_by(&game, follower(1)), Some("C11"));
    assert_eq!(actions(&game), [follower(2), Action::Pass]);
}

#[test]
fn c11_a_player_without_followers_is_not_asked() {
    let mut game = board(2, &[], "*D");
    leave_followers(&mut game, 0, 0);
    place(&mut game, "U", 1, 0, 1);
    assert_eq!((game.phase(), active(&game)), (Phase::Deal, Some(1)));
    assert_eq!(pieces(&game), []);
}

#[test]
fn c11_a_player_with_no_free_place_is_not_asked() {
    // City, road and both fields of the tile are taken.
    let mut game = board(
        2,
        &[],
        "B            E.2/0b B
         U.1/0b/1b/2b .     *U.1",
    );
    place(&mut game, "D", -1, 0, 0);
    assert_eq!((game.phase(), active(&game)), (Phase::Deal, Some(1)));
}

#[test]
fn c11_followers_that_come_back_are_available_from_the_next_placement_on() {
    // The last follower stands on the road that the tile completes.
    let mut game = board(2, &[], "W/0a *U.1 .");
    leave_followers(&mut game, 0, 0);
    let events = place(&mut game, "W", 1, 0, 0);
    assert_eq!(points(&events), [(0, 3, "road")], "no question before the scoring");
    assert_eq!((game.phase(), active(&game), followers(&game, 0)), (Phase::Deal, Some(1), 1));

    place_only(&mut game, "U", 2, 0, 1);
    place(&mut game, "B", 0, 1, 0);
    assert_eq!(game.phase(), Phase::Act);
    play(&mut game, follower(0));
    assert_eq!(followers(&game, 0), 0);
}

#[test]
fn c11_the_last_follower_may_be_placed() {
    let mut game = board(2, &[], "*D");
    leave_followers(&mut game, 0, 1);
    place(&mut game, "U", 1, 0, 1);
    play(&mut game, follower(0));
    assert_eq!(followers(&game, 0), 0);
}

#[test]
fn c12_a_tile_that_joins_occupied_roads_makes_one_with_both_thieves() {
    let mut game = board(
        2,
        &[],
        "W/0a *U.1 . U.1 W/2b
         .     B   B B   .",
    );
    assert_eq!(feature(&game, 0, 0, 0).strength[..2], [1, 0]);
    let events = place_only(&mut game, "U", 1, 0, 1);
    assert_eq!(points(&events), [(0, 5, "road"), (1, 5, "road")]);
}

#[test]
fn c12_a_tile_that_joins_three_cities_counts_all_their_knights() {
    let mut game = board(
        3,
        &[],
        "B      E.2/0a B
         E.1/0b .      E.3/0b
        *B      B      B",
    );
    let events = place_only(&mut game, "R", 1, -1, 0);
    assert_eq!(points(&events), [(1, 8, "city")]);
    assert_eq!([followers(&game, 0), followers(&game, 1)], [7, 7]);
}

/// Four cities around a hole, held by these seats from the north on clockwise.
fn four_cities(holders: [char; 4]) -> BaseGame {
    let [north, east, south, west] = holders;
    board(
        4,
        &[],
        &format!(
            "B          E.2/0{north} B
             E.1/0{west} .           E.3/0{east}
            *B          E/0{south}   B"
        ),
    )
}

#[test]
fn c12_a_tile_that_joins_four_cities_of_four_players_pays_them_all() {
    let mut game = four_cities(['a', 'b', 'c', 'd']);
    let events = place_only(&mut game, "C", 1, -1, 0);
    assert_eq!(points(&events), [0, 1, 2, 3].map(|number| (number, 12, "city")));
}

#[test]
fn c12_a_tile_that_joins_four_roads_of_a_bridge_joins_them_two_by_two() {
    let mut game = board(
        4,
        TRADERS,
        "B      A/1a   B
         A.3/1b .      A.1/1b
        *B      A.2/1c B",
    );
    let events = place_only(&mut game, "bridge", 1, -1, 0);
    assert_eq!(points(&events), [(0, 3, "road"), (2, 3, "road"), (1, 3, "road")]);
}

#[test]
fn c12_a_tile_that_joins_four_fields_makes_one() {
    // The city around the hole keeps the four fields apart.
    let mut game = board(
        4,
        &[],
        "N.1   G/2a  N.2
         G.1/1b .    G.1/2c
        *N     G/1d  N.3",
    );
    place(&mut game, "B", 1, -1, 0);
    assert_eq!(feature(&game, 1, -1, 1).strength[..4], [1, 1, 1, 1]);
    assert_eq!(actions(&game), [follower(0), Action::Pass]);
}

#[test]
fn c13_the_most_followers_own_the_feature() {
    let mut game = four_cities(['a', 'b', 'a', 'c']);
    let events = place_only(&mut game, "C", 1, -1, 0);
    assert_eq!(points(&events), [(0, 12, "city")]);
}

#[test]
fn c13_all_who_tie_for_the_most_get_the_full_score() {
    let mut game = four_cities(['a', 'b', 'b', 'a']);
    let events = place_only(&mut game, "C", 1, -1, 0);
    assert_eq!(points(&events), [(0, 12, "city"), (1, 12, "city")]);
}

#[test]
fn c13_a_feature_without_followers_scores_for_nobody() {
    let mut game = board(2, &[], "W *U.1 .");
    let events = place_only(&mut game, "W", 1, 0, 0);
    assert_eq!(points(&events), []);
    assert_eq!(game.scores(), [0, 0]);
}

#[test]
fn c14_all_followers_go_back_also_of_those_who_got_nothing() {
    for holders in [['a', 'b', 'a', 'c'], ['c', 'b', 'a', 'a'], ['a', 'a', 'b', 'c'], ['b', 'a', 'c', 'a']] {
        let mut game = four_cities(holders);
        assert_eq!([0, 1, 2].map(|number| followers(&game, number)), [5, 6, 6]);
        let events = place_only(&mut game, "C", 1, -1, 0);
        assert_eq!(points(&events), [(0, 12, "city")]);
        assert_eq!([0, 1, 2].map(|number| followers(&game, number)), [7, 7, 7], "{holders:?}");
        assert_eq!(pieces(&game), []);
        let returned = events.iter().filter(|event| matches!(event, Event::Returned { to_stacks: false, .. }));
        assert_eq!(returned.count(), 4);
        let scored = first(&events, |event| matches!(event, Event::Scored(_)));
        assert!(scored < first(&events, |event| matches!(event, Event::Returned { .. })), "after it has been scored");
    }
}

#[test]
fn c14_followers_elsewhere_on_the_same_tiles_stay() {
    // The start tile holds a knight, a thief and two farmers; only the city is completed.
    let mut game = board(2, &[], "*D/0a/1a/2a/3b");
    place_only(&mut game, "E", 0, -1, 2);
    assert_eq!(followers(&game, 0), 5);
    let stay = [(0, 1), (0, 2), (1, 3)].map(|(number, segment)| (number, PieceKind::Follower, 0, 0, segment));
    assert_eq!(pieces(&game), stay);
}

#[test]
fn c15_a_follower_may_be_placed_on_a_road_which_the_same_tile_completes() {
    let mut game = board(2, &[], "W *U.1 .");
    place(&mut game, "A", 1, 0, 1);
    let events = play(&mut game, follower(1));
    assert_eq!(points(&events), [(0, 3, "road")]);
    assert_eq!(followers(&game, 0), 7);
}

#[test]
fn c15_a_follower_may_be_placed_on_a_cloister_which_the_same_tile_completes() {
    let mut game = board(
        2,
        &[],
        "E    E   E
         E.3  .   E.1
         E.2 *E.2 E.2",
    );
    place(&mut game, "B", 0, -1, 0);
    let events = play(&mut game, follower(0));
    assert_eq!(points(&events), [(0, 9, "cloister")]);
    assert_eq!((followers(&game, 0), pieces(&game)), (7, vec![]));
}

#[test]
fn c15_with_the_last_follower_it_comes_back_in_the_same_turn() {
    let mut game = board(2, &[], "*E.2");
    leave_followers(&mut game, 0, 1);
    place(&mut game, "E", 0, 1, 0);
    play(&mut game, follower(0));
    assert_eq!(followers(&game, 0), 1);
}
