//! T3 to T8: the builder.

use super::*;

const EXTRA_TURN: Event = Event::ExtraTurn { seat: Seat::ALL[0] };

/// A road from a village, open to the east, with seat 0's thief and builder on it.
fn road_with_builder() -> BaseGame {
    let mut game = board(2, TRADERS, "W/0a *U.1 .");
    beside(&mut game, PieceKind::Builder, 0, -1, 0, 0);
    game
}

#[test]
fn t03_the_builder_is_placed_together_with_a_thief() {
    let mut game = board(2, TRADERS, "*D");
    place(&mut game, "U", 1, 0, 1);
    let offered = [follower(0), with_builder(0), follower(1), with_pig(1), follower(2), with_pig(2), Action::Pass];
    assert_eq!(actions(&game), offered);
    let events = play(&mut game, with_builder(0));
    assert_eq!(pieces(&game), [(0, PieceKind::Follower, 1, 0, 0), (0, PieceKind::Builder, 1, 0, 0)]);
    assert_eq!((followers(&game, 0), builders(&game, 0)), (6, 0));
    assert_eq!(events.iter().filter(|event| matches!(event, Event::Deployed(_))).count(), 2);
}

#[test]
fn t03_the_builder_is_placed_together_with_a_knight() {
    let mut game = board(2, TRADERS, "*D");
    place(&mut game, "R", 0, -1, 1);
    play(&mut game, with_builder(0));
    assert_eq!(pieces(&game), [(0, PieceKind::Follower, 0, -1, 0), (0, PieceKind::Builder, 0, -1, 0)]);
}

#[test]
fn t03_not_with_a_farmer_or_a_monk() {
    let mut game = board(2, TRADERS, "*D");
    place(&mut game, "B", 0, 1, 0);
    assert_eq!(forbidden_by(&game, with_builder(0)), Some("T3"));
    assert_eq!(forbidden_by(&game, with_builder(1)), Some("T3"));
    assert_eq!(actions(&game), [follower(0), follower(1), with_pig(1), Action::Pass]);
}

#[test]
fn t03_only_from_the_supply() {
    let mut game = road_with_builder();
    place(&mut game, "U", -1, 1, 0);
    assert_eq!(forbidden_by(&game, with_builder(0)), Some("T3"));
    assert_eq!(game.check(follower(0)), Ok(()));
    assert!(!actions(&game).contains(&with_builder(0)));
}

#[test]
fn t03_each_player_has_one_of_their_own() {
    let mut game = road_with_builder();
    game.position.active = seat(1);
    place(&mut game, "U", -1, 1, 0);
    assert_eq!(game.check(with_builder(0)), Ok(()));
}

#[test]
fn t03_the_follower_with_it_needs_a_free_feature() {
    let mut game = board(2, TRADERS, "W/0b *U.1 .");
    place(&mut game, "U", 1, 0, 1);
    assert_eq!(forbidden_by(&game, with_builder(0)), Some("C11"));
}

#[test]
fn t03_never_without_a_follower() {
    let mut game = board(2, TRADERS, "*D");
    leave_followers(&mut game, 0, 0);
    place(&mut game, "U", 1, 0, 1);
    assert_eq!((game.phase(), builders(&game, 0)), (Phase::Deal, 1));
}

#[test]
fn t03_there_are_builders_and_pigs_only_with_the_option() {
    let mut game = board(2, &[], "*D");
    place(&mut game, "U", 1, 0, 1);
    assert!(game.check(with_builder(0)).is_err());
    assert!(game.check(with_pig(1)).is_err());
    assert_eq!(actions(&game), [follower(0), follower(1), follower(2), Action::Pass]);
}

#[test]
fn t04_the_builder_goes_back_with_its_follower() {
    // The other player completes the road: nobody is sent to the stacks.
    let mut game = road_with_builder();
    game.position.active = seat(1);
    let events = place_only(&mut game, "W", 1, 0, 0);
    assert_eq!(points(&events), [(0, 3, "road")]);
    assert_eq!((followers(&game, 0), builders(&game, 0), pieces(&game)), (7, 1, vec![]));
    assert_eq!(active(&game), Some(0), "the next player, and nobody's extra turn");
    assert!(!events.iter().any(|event| matches!(event, Event::ExtraTurn { .. })));
}

#[test]
fn t04_the_builder_stays_when_another_feature_of_its_owner_is_completed() {
    let mut game = board(2, TRADERS, "W/0a/2a *U.1 .");
    beside(&mut game, PieceKind::Builder, 0, -1, 0, 0);
    let events = place_only(&mut game, "W", -2, 0, 0);
    assert_eq!(points(&events), [(0, 2, "road")]);
    assert_eq!(pieces(&game), [(0, PieceKind::Follower, -1, 0, 0), (0, PieceKind::Builder, -1, 0, 0)]);
}

#[test]
fn t04_the_builder_has_strength_0_in_majorities() {
    // One thief and the builder against two thieves.
    let mut game = board(2, TRADERS, "W/0a *U.1/0b U.1/0b");
    beside(&mut game, PieceKind::Builder, 0, -1, 0, 0);
    game.position.active = seat(1);
    let events = place_only(&mut game, "W", 2, 0, 0);
    assert_eq!(points(&events), [(1, 4, "road")]);
    // Against one: both own the road.
    let mut game = board(2, TRADERS, "W/0a *U.1/0b");
    beside(&mut game, PieceKind::Builder, 0, -1, 0, 0);
    game.position.active = seat(1);
    let events = place_only(&mut game, "W", 1, 0, 0);
    assert_eq!(points(&events), [(0, 3, "road"), (1, 3, "road")]);
}

#[test]
fn t04_placed_on_the_tile_that_completes_the_feature_it_comes_back_without_an_extra_turn() {
    let mut game = board(2, TRADERS, "W *U.1 .");
    place(&mut game, "W", 1, 0, 0);
    let events = play(&mut game, with_builder(2));
    assert_eq!(points(&events), [(0, 3, "road")]);
    assert_eq!((followers(&game, 0), builders(&game, 0)), (7, 1));
    assert_eq!(active(&game), Some(1));
}

#[test]
fn t05_extending_the_feature_sends_the_builder_to_the_stacks_and_the_follower_stays() {
    let mut game = road_with_builder();
    let events = place(&mut game, "U", 1, 0, 1);
    let gone = first(&events, |event| matches!(event, Event::Returned { to_stacks: true, .. }));
    assert!(matches!(events[gone], Event::Returned { piece, .. } if piece.kind == PieceKind::Builder));
    assert_eq!(pieces(&game), [(0, PieceKind::Follower, -1, 0, 0)]);
    assert_eq!(game.phase(), Phase::Act);
}

#[test]
fn t05_a_city_is_extended_like_a_road() {
    let mut game = board(2, TRADERS, "*D/0a");
    beside(&mut game, PieceKind::Builder, 0, 0, 0, 0);
    let events = place_only(&mut game, "R", 0, -1, 1);
    assert!(events.contains(&EXTRA_TURN));
    assert_eq!(pieces(&game), [(0, PieceKind::Follower, 0, 0, 0)]);
}

#[test]
fn t05_the_builder_goes_to_the_stacks_even_when_the_tile_completes_the_feature() {
    let mut game = road_with_builder();
    let events = place(&mut game, "W", 1, 0, 0);
    assert!(events.iter().any(|event| matches!(event, Event::Returned { to_stacks: true, .. })));
    assert_eq!(builders(&game, 0), 0);
    let events = play(&mut game, Action::Pass);
    assert_eq!(points(&events), [(0, 3, "road")]);
    assert!(events.contains(&EXTRA_TURN));
    assert_eq!((followers(&game, 0), builders(&game, 0), active(&game)), (7, 1, Some(0)));
}

#[test]
fn t05_a_tile_that_joins_another_feature_to_it_extends_it() {
    // The builder's road is the far one; the tile joins it and the near one.
    let mut game = board(
        2,
        TRADERS,
        "U.1 . *U.1 W/2a
         B   B  B   .",
    );
    beside(&mut game, PieceKind::Builder, 0, 1, 0, 2);
    let events = place_only(&mut game, "U", -1, 0, 1);
    assert!(events.contains(&EXTRA_TURN));
}

#[test]
fn t05_a_tile_beside_the_feature_does_not_extend_it() {
    let mut game = road_with_builder();
    // It touches the road's tile in the field.
    let events = place_only(&mut game, "B", 0, 1, 0);
    assert_eq!(builders(&game, 0), 0);
    assert!(pieces(&game).contains(&(0, PieceKind::Builder, -1, 0, 0)));
    assert!(!events.contains(&EXTRA_TURN));
    // It continues another road of the same village.
    game.position.active = seat(0);
    let events = place_only(&mut game, "U", -2, 0, 1);
    assert!(!events.contains(&EXTRA_TURN));
}

#[test]
fn t05_another_player_extending_the_feature_moves_no_builder() {
    let mut game = road_with_builder();
    game.position.active = seat(1);
    let events = place_only(&mut game, "U", 1, 0, 1);
    assert!(pieces(&game).contains(&(0, PieceKind::Builder, -1, 0, 0)));
    assert!(!events.iter().any(|event| matches!(event, Event::ExtraTurn { .. })));
    assert_eq!(active(&game), Some(0));
}

#[test]
fn t05_only_the_own_builder_is_called() {
    // Both builders stand on the road; seat 0 extends it.
    let mut game = board(2, TRADERS, "U.1/0b *U.1/0a .");
    beside(&mut game, PieceKind::Builder, 0, 0, 0, 0);
    beside(&mut game, PieceKind::Builder, 1, -1, 0, 0);
    let events = place_only(&mut game, "U", 1, 0, 1);
    assert!(events.contains(&EXTRA_TURN));
    assert_eq!([builders(&game, 0), builders(&game, 1)], [1, 0]);
    assert!(pieces(&game).contains(&(1, PieceKind::Builder, -1, 0, 0)));
}

#[test]
fn t05_the_tile_with_which_the_builder_comes_is_no_extension() {
    let mut game = board(2, TRADERS, "*D");
    place(&mut game, "U", 1, 0, 1);
    let events = play(&mut game, with_builder(0));
    assert!(!events.contains(&EXTRA_TURN));
    assert_eq!((active(&game), builders(&game, 0)), (Some(1), 0));
}

#[test]
fn t06_at_the_stacks_the_builder_is_not_in_the_supply_and_cannot_be_placed() {
    let mut game = road_with_builder();
    // The village completes the builder's road and offers two new ones.
    place(&mut game, "W", 1, 0, 0);
    assert_eq!(game.phase(), Phase::Act);
    assert_eq!(builders(&game, 0), 0);
    assert!(!pieces(&game).iter().any(|piece| piece.1 == PieceKind::Builder));
    assert_eq!(forbidden_by(&game, with_builder(0)), Some("T3"));
    assert!(!actions(&game).contains(&with_builder(0)));
    assert_eq!(game.check(follower(0)), Ok(()));
}

#[test]
fn t06_it_stays_there_through_the_pigs() {
    // The builder's city has a shield and is completed; a pig stands beside it.
    let mut game = board(2, TRADERS, "E.1/0a *F/1b .");
    beside(&mut game, PieceKind::Builder, 0, -1, 0, 0);
    beside(&mut game, PieceKind::Pig, 1, 0, 0, 1);
    let events = place_only(&mut game, "E", 1, 0, 3);
    assert_eq!(points(&events), [(0, 8, "city"), (1, 3, "pig")]);
    assert_eq!((game.phase(), to_act(&game), active(&game)), (Phase::Pig, Some(1), Some(0)));
    assert_eq!(builders(&game, 0), 0);
    let events = play(&mut game, Action::Pass);
    assert_eq!(events, [EXTRA_TURN]);
    assert_eq!((game.phase(), active(&game), builders(&game, 0)), (Phase::Deal, Some(0), 1));
}

#[test]
fn t07_the_extra_turn_comes_after_all_scoring_and_is_a_full_one() {
    let mut game = road_with_builder();
    place(&mut game, "W", 1, 0, 0);
    let events = play(&mut game, follower(0));
    let scored = first(&events, |event| matches!(event, Event::Scored(_)));
    assert!(scored < first(&events, |event| *event == EXTRA_TURN));
    assert_eq!((game.phase(), active(&game), game.turn()), (Phase::Deal, Some(0), 1), "the same turn's number");

    draw(&mut game, "U");
    play(&mut game, at("U", 2, 0, 1));
    assert_eq!(game.phase(), Phase::Act);
    play(&mut game, follower(1));
    assert_eq!((active(&game), game.turn()), (Some(1), 2));
}

#[test]
fn t07_there_is_no_third_turn() {
    let mut game = road_with_builder();
    place_only(&mut game, "U", 1, 0, 1);
    // The extra turn extends the same road: the builder is in the supply now.
    let events = place_only(&mut game, "U", 2, 0, 1);
    assert!(!events.contains(&EXTRA_TURN));
    assert_eq!(active(&game), Some(1));
}

#[test]
fn t07_a_builder_placed_in_the_extra_turn_works_in_the_next_turn() {
    let mut game = road_with_builder();
    place_only(&mut game, "W", 1, 0, 0);
    place(&mut game, "U", 2, 0, 1);
    let events = play(&mut game, with_builder(0));
    assert!(!events.contains(&EXTRA_TURN));
    assert_eq!(active(&game), Some(1));
    place_only(&mut game, "B", 0, 1, 0);
    assert_eq!(active(&game), Some(0));
    let events = place_only(&mut game, "U", 3, 0, 1);
    assert!(events.contains(&EXTRA_TURN));
    assert_eq!((active(&game), builders(&game, 0)), (Some(0), 1));
}

#[test]
fn t07_with_no_tile_left_the_game_ends_and_the_builder_is_in_the_supply() {
    let mut game = last_turn(2, TRADERS, "W/0a *U.1 .");
    beside(&mut game, PieceKind::Builder, 0, -1, 0, 0);
    let events = place_only(&mut game, "U", 1, 0, 1);
    assert_eq!(game.phase(), Phase::Over);
    assert_eq!(builders(&game, 0), 1);
    assert_eq!(points(&events), [(0, 3, "road")]);
    assert!(!events.contains(&EXTRA_TURN));
}

#[test]
fn t07_when_all_tiles_left_fit_nowhere_the_game_ends_in_the_extra_turn() {
    let mut game = road_with_builder();
    let left = game.position.setup.with_tiles([tile("C")]).unwrap();
    game.position.bag = *left.bag();
    place_only(&mut game, "U", 1, 0, 1);
    assert_eq!((game.phase(), active(&game)), (Phase::Deal, Some(0)));
    draw(&mut game, "C");
    assert_eq!((game.phase(), builders(&game, 0)), (Phase::Over, 1));
    assert_eq!(game.scores(), [3, 0]);
}

#[test]
fn t08_the_builder_counts_for_no_score_of_its_own() {
    let mut game = road_with_builder();
    assert_eq!(points(&final_scoring(&mut game)), [(0, 2, "road")]);
}
