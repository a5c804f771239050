//! T9 to T13: the pig.

use super::*;

/// A city with a shield, open to the east, with farmers of these seats north and south of it.
fn city(players: u8, north: char, south: char) -> BaseGame {
    board(players, TRADERS, &format!("E.1 *F/1{north}/2{south} ."))
}

/// The active player completes the city of [`city`] and does no more.
fn complete(game: &mut BaseGame) -> Vec<Event> {
    place_only(game, "E", 1, 0, 3)
}

#[test]
fn t09_the_pig_is_placed_together_with_a_farmer() {
    let mut game = board(2, TRADERS, "*D");
    place(&mut game, "B", 0, 1, 0);
    play(&mut game, with_pig(1));
    assert_eq!(pieces(&game), [(0, PieceKind::Follower, 0, 1, 1), (0, PieceKind::Pig, 0, 1, 1)]);
    assert_eq!((followers(&game, 0), pigs(&game, 0)), (6, 0));
}

#[test]
fn t09_not_with_a_knight_a_thief_or_a_monk() {
    let mut game = board(2, TRADERS, "*D");
    place(&mut game, "A", 0, 1, 0);
    assert_eq!(forbidden_by(&game, with_pig(0)), Some("T9"));
    assert_eq!(forbidden_by(&game, with_pig(1)), Some("T9"));
    assert_eq!(game.check(with_pig(2)), Ok(()));
    let mut game = board(2, TRADERS, "*D");
    place(&mut game, "E", 0, 1, 2);
    assert_eq!(forbidden_by(&game, with_pig(0)), Some("T9"));
}

#[test]
fn t09_only_from_the_supply() {
    let mut game = board(2, TRADERS, "*D/2a");
    beside(&mut game, PieceKind::Pig, 0, 0, 0, 2);
    place(&mut game, "B", 0, 1, 0);
    assert_eq!(forbidden_by(&game, with_pig(1)), Some("T9"));
    assert_eq!(actions(&game), [follower(0), follower(1), Action::Pass]);
}

#[test]
fn t09_the_farmer_with_it_needs_a_free_field() {
    let mut game = board(2, TRADERS, "*D/3b");
    place(&mut game, "B", 0, 1, 0);
    assert_eq!(forbidden_by(&game, with_pig(1)), Some("C11"));
}

#[test]
fn t10_pig_and_farmer_leave_together() {
    let mut game = city(2, 'a', 'b');
    beside(&mut game, PieceKind::Pig, 0, 0, 0, 1);
    complete(&mut game);
    play(&mut game, Action::ReturnFarmer);
    assert_eq!((followers(&game, 0), pigs(&game, 0)), (7, 1));
    assert_eq!(pieces(&game), [(1, PieceKind::Follower, 0, 0, 2)]);
}

#[test]
fn t10_the_pig_has_strength_0() {
    // A farmer with a pig against two farmers, then against one.
    for (drawing, scores) in [("*D/2a U.1/2b U.1/2b", [0, 3]), ("*D/2a U.1/2b U.1", [3, 3])] {
        let mut game = board(2, TRADERS, &format!("E.2 . .\n{drawing}"));
        beside(&mut game, PieceKind::Pig, 0, 0, 0, 2);
        final_scoring(&mut game);
        assert_eq!(game.scores(), scores, "{drawing}");
    }
}

#[test]
fn t11_a_completed_city_with_a_shield_scores_the_pigs_after_it_was_scored() {
    let mut game = board(2, TRADERS, "E.1/0b *F/1a .");
    beside(&mut game, PieceKind::Pig, 0, 0, 0, 1);
    let events = complete(&mut game);
    assert_eq!(points(&events), [(1, 8, "city"), (0, 3, "pig")]);
}

#[test]
fn t11_a_city_without_a_shield_scores_no_pig() {
    let mut game = board(2, TRADERS, "E.1/0b *G/1a .");
    beside(&mut game, PieceKind::Pig, 0, 0, 0, 1);
    let events = complete(&mut game);
    assert_eq!(points(&events), [(1, 6, "city")]);
    assert_eq!((game.phase(), pigs(&game, 0)), (Phase::Deal, 0));
}

#[test]
fn t11_another_feature_completed_scores_no_pig() {
    // A road beside the shield of an unfinished city.
    let mut game = board(
        2,
        TRADERS,
        "E.1 *F/2a
         .    D.2/1b",
    );
    beside(&mut game, PieceKind::Pig, 0, 0, 0, 2);
    place_only(&mut game, "W", 1, 1, 0);
    let events = place_only(&mut game, "W", -1, 1, 0);
    assert_eq!(points(&events), [(1, 3, "road")]);
    assert_eq!((game.phase(), pigs(&game, 0)), (Phase::Deal, 0));
}

#[test]
fn t11_the_shield_may_be_on_the_completing_tile() {
    let mut game = board(
        2,
        TRADERS,
        "E.1 . *E.3/1a
         B   B  B",
    );
    beside(&mut game, PieceKind::Pig, 0, 0, 0, 1);
    let events = place_only(&mut game, "F", -1, 0, 0);
    assert_eq!(points(&events), [(0, 3, "pig")]);
}

#[test]
fn t11_three_points_for_every_completed_city_at_the_field_and_none_for_an_unfinished_one() {
    // Besides the city with the shield, finished cities in the west and east and an unfinished one in the south.
    let mut game = board(
        2,
        TRADERS,
        ".   E.1 *F/2a .   .
         E.1 E.3  B    E.1 E.3
         .   .    E.2  .   .",
    );
    beside(&mut game, PieceKind::Pig, 0, 0, 0, 2);
    assert_eq!(points(&complete(&mut game)), [(0, 9, "pig")]);
}

#[test]
fn t11_all_pigs_are_scored_also_far_away() {
    // West of the road a field that borders another finished city only.
    let mut game = board(
        2,
        TRADERS,
        "E.2 U/2b E.1 *F .
         E   .    .    . .",
    );
    beside(&mut game, PieceKind::Pig, 1, -2, 0, 2);
    assert_eq!(points(&complete(&mut game)), [(1, 3, "pig")]);
}

#[test]
fn t11_a_pig_at_no_completed_city_goes_back_for_nothing() {
    let mut game = board(2, TRADERS, "U/2b E.1 *F .");
    beside(&mut game, PieceKind::Pig, 1, -2, 0, 2);
    assert_eq!(points(&complete(&mut game)), []);
    assert_eq!((game.phase(), to_act(&game), pigs(&game, 1)), (Phase::Pig, Some(1), 1));
    play(&mut game, Action::ReturnFarmer);
    assert_eq!((game.phase(), followers(&game, 1)), (Phase::Deal, 7));
}

#[test]
fn t11_the_majority_on_the_field_does_not_matter() {
    // One farmer with a pig against two others.
    let mut game = board(
        2,
        TRADERS,
        "E.1 *F/2a   .
         .    U.1/2b U.1/2b",
    );
    beside(&mut game, PieceKind::Pig, 0, 0, 0, 2);
    assert_eq!(points(&complete(&mut game)), [(0, 3, "pig")]);
}

#[test]
fn t11_the_pigs_are_scored_also_when_nobody_has_a_knight_in_the_city() {
    let mut game = city(2, 'a', 'b');
    beside(&mut game, PieceKind::Pig, 1, 0, 0, 2);
    assert_eq!(feature(&game, 0, 0, 0).strength, [0; 6]);
    assert_eq!(points(&complete(&mut game)), [(1, 3, "pig")]);
}

#[test]
fn t11_a_pig_placed_in_this_very_turn_is_scored_like_the_others() {
    let mut game = board(2, TRADERS, "E.1 *F .");
    place(&mut game, "E", 1, 0, 3);
    let events = play(&mut game, with_pig(1));
    assert_eq!(points(&events), [(0, 3, "pig")]);
    assert_eq!((game.phase(), to_act(&game)), (Phase::Pig, Some(0)));
    play(&mut game, Action::ReturnFarmer);
    assert_eq!((followers(&game, 0), pigs(&game, 0), pieces(&game)), (7, 1, vec![]));
}

#[test]
fn t11_one_tile_that_completes_several_such_cities_scores_the_pigs_once() {
    // Two cities with shields, north and south of the gap, and one field east of both.
    let mut game = board(
        2,
        TRADERS,
        " E.2    .
          F.1/1a B
          .      B
         *F.1    B
          E      .",
    );
    beside(&mut game, PieceKind::Pig, 0, 0, -2, 1);
    let events = place_only(&mut game, "H", 0, -1, 0);
    assert_eq!(points(&events), [(0, 6, "pig")]);
    assert_eq!(points(&play(&mut game, Action::Pass)), []);
    assert_eq!((game.phase(), active(&game)), (Phase::Deal, Some(1)));
}

#[test]
fn t11_pigs_wait_until_everything_completed_in_the_turn_was_scored() {
    // The city is scored first in reading order, the road after it, the pigs last.
    let mut game = board(
        2,
        TRADERS,
        " E.2    B
         *F.1/1a B
          .      A.1/1b",
    );
    beside(&mut game, PieceKind::Pig, 0, 0, 0, 1);
    let events = place_only(&mut game, "L", 0, 1, 0);
    assert_eq!(points(&events), [(1, 2, "road"), (0, 3, "pig")]);
}

#[test]
fn t11_the_pig_goes_back_and_the_farmer_goes_or_stays() {
    for (answer, left) in [(Action::Pass, 6), (Action::ReturnFarmer, 7)] {
        let mut game = city(2, 'a', 'b');
        beside(&mut game, PieceKind::Pig, 0, 0, 0, 1);
        complete(&mut game);
        assert_eq!((pigs(&game, 0), followers(&game, 0)), (1, 6));
        let events = play(&mut game, answer);
        assert_eq!(followers(&game, 0), left, "{answer:?}");
        assert_eq!(events.iter().filter(|event| matches!(event, Event::Returned { .. })).count(), (left - 6).into());
    }
}

#[test]
fn t11_a_pig_that_has_gone_back_is_not_scored_again() {
    let mut game = board(
        2,
        TRADERS,
        "E.1 *F/1a .
         B    B    B
         E.1  F    .",
    );
    beside(&mut game, PieceKind::Pig, 0, 0, 0, 1);
    complete(&mut game);
    play(&mut game, Action::Pass);
    let events = place_only(&mut game, "E", 1, 2, 3);
    assert_eq!((points(&events), game.phase()), (vec![], Phase::Deal));
}

#[test]
fn t12_the_owners_decide_clockwise_from_the_active_player() {
    let mut game = board(
        4,
        TRADERS,
        "E.1 *F/1a/2c .
         .    U.1/2d  .",
    );
    for (number, y, segment) in [(0, 0, 1), (2, 0, 2), (3, 1, 2)] {
        beside(&mut game, PieceKind::Pig, number, 0, y, segment);
    }
    game.position.active = seat(2);
    let mut order = vec![];
    let mut events = complete(&mut game);
    while game.phase() == Phase::Pig {
        // Who is asked has just been scored, and nobody after.
        assert_eq!(points(&events), [(to_act(&game).unwrap(), 3, "pig")]);
        order.push(to_act(&game).unwrap());
        assert_eq!(active(&game), Some(2), "it is still this player's turn");
        let back = [0, 2, 3].map(|number| pigs(&game, number) == 1);
        assert_eq!(back, [0, 2, 3].map(|number| order.contains(&number)), "{order:?}");
        events = play(&mut game, Action::Pass);
    }
    assert_eq!(order, [2, 3, 0], "seat 1 has no pig");
    assert_eq!((game.phase(), active(&game)), (Phase::Deal, Some(3)));
}

#[test]
fn t12_the_game_waits_for_the_decision() {
    let mut game = city(2, 'a', 'b');
    beside(&mut game, PieceKind::Pig, 1, 0, 0, 2);
    complete(&mut game);
    assert_eq!((to_act(&game), active(&game), game.turn()), (Some(1), Some(0), 1));
    assert_eq!(actions(&game), [Action::ReturnFarmer, Action::Pass]);
    assert_eq!(forbidden_by(&game, follower(0)), Some("T11"));
    assert!(game.check(Action::Draw { tile: tile("U") }).is_err(), "no draw before the turn has ended");
    play(&mut game, Action::ReturnFarmer);
    assert_eq!((game.phase(), active(&game), game.turn()), (Phase::Deal, Some(1), 2));
    assert!(game.check(Action::ReturnFarmer).is_err());
}

#[test]
fn t12_at_the_last_tile_the_owners_are_asked_before_the_game_ends() {
    for (answer, scores) in [(Action::Pass, [6, 0]), (Action::ReturnFarmer, [3, 0])] {
        let mut game = last_turn(2, TRADERS, "E.1 *F/1a .");
        beside(&mut game, PieceKind::Pig, 0, 0, 0, 1);
        complete(&mut game);
        assert_eq!(game.phase(), Phase::Pig);
        play(&mut game, answer);
        assert_eq!(game.phase(), Phase::Over);
        assert_eq!(game.scores(), scores, "the farmer scores in the end only if it stayed");
    }
}

#[test]
fn t13_pigs_give_nothing_in_the_final_scoring() {
    let mut game = board(
        2,
        TRADERS,
        " E.2
         *D/2a",
    );
    beside(&mut game, PieceKind::Pig, 0, 0, 0, 2);
    assert_eq!(points(&final_scoring(&mut game)), [(0, 3, "field")]);
    assert_eq!(pigs(&game, 0), 0, "no piece moves");
}
