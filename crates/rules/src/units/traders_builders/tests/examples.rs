//! The examples of the rulebook of Traders & Builders. You are red (seat 0, `a`), blue is seat 1 (`b`), yellow seat 2 (`c`).

use super::*;

#[test]
fn you_complete_blues_city_with_one_chicken_and_two_wheat_and_take_all_three() {
    let mut game = board(2, TRADERS, "E.1/0b *band-chicken band-road-wheat corner-wheat");
    let events = place_only(&mut game, "E", 2, -1, 2);
    assert_eq!(points(&events), [(1, 10, "city")]);
    assert_eq!(goods(&game, 0), [1, 2, 0]);
    assert_eq!(goods(&game, 1), [0, 0, 0]);
}

#[test]
fn with_a_tie_in_one_kind_of_goods_both_score_20() {
    // Chicken 3 to 1, wheat 1 to 2, cloth 2 to 2.
    let mut game = goods::market(2);
    goods::give(&mut game, 0, [3, 1, 2]);
    goods::give(&mut game, 1, [1, 2, 2]);
    let events = final_scoring(&mut game);
    assert_eq!(points(&events), [(0, 10, "chicken"), (1, 10, "wheat"), (0, 10, "cloth"), (1, 10, "cloth")]);
    assert_eq!(game.scores(), [20, 20]);
}

#[test]
fn extending_the_road_of_the_builder_brings_a_second_turn_and_no_third() {
    let mut game = board(2, TRADERS, "W/0a *U.1 .");
    beside(&mut game, PieceKind::Builder, 0, -1, 0, 0);

    place(&mut game, "U", 1, 0, 1);
    assert_eq!(pieces(&game), [(0, PieceKind::Follower, -1, 0, 0)], "the builder is at the stacks, the thief stays");
    let events = play(&mut game, Action::Pass);
    assert!(events.contains(&Event::ExtraTurn { seat: seat(0) }));
    assert_eq!(builders(&game, 0), 1, "you take the builder back");
    assert_eq!(active(&game), Some(0));

    // The second turn: the builder is placed again, on another road, and the turn ends there.
    place(&mut game, "W", -2, 0, 0);
    let events = play(&mut game, with_builder(2));
    assert!(!events.contains(&Event::ExtraTurn { seat: seat(0) }));
    assert_eq!(builders(&game, 0), 0);
    assert_eq!(active(&game), Some(1));
}

#[test]
fn a_city_with_a_shield_scores_the_pigs_of_all_three_players() {
    // Your pig north of the city, blue's and yellow's together on the field south of it.
    let mut game = board(
        3,
        TRADERS,
        "E.1 *F/1a/2b .
         .    U.1/2c  .",
    );
    beside(&mut game, PieceKind::Pig, 0, 0, 0, 1);
    beside(&mut game, PieceKind::Pig, 1, 0, 0, 2);
    beside(&mut game, PieceKind::Pig, 2, 0, 1, 2);
    let events = place_only(&mut game, "E", 1, 0, 3);
    assert_eq!(points(&events), [(0, 3, "pig")]);
    assert_eq!(to_act(&game), Some(0));
    let events = play(&mut game, Action::Pass);
    assert_eq!(points(&events), [(1, 3, "pig")]);
    assert_eq!(to_act(&game), Some(1));
    let events = play(&mut game, Action::Pass);
    assert_eq!(points(&events), [(2, 3, "pig")]);
    assert_eq!(to_act(&game), Some(2));
    play(&mut game, Action::ReturnFarmer);
    assert_eq!(game.phase(), Phase::Deal);
    assert_eq!(game.scores(), [3, 3, 3]);
    assert_eq!([0, 1, 2].map(|number| pigs(&game, number)), [1, 1, 1]);
    assert_eq!([0, 1, 2].map(|number| followers(&game, number)), [6, 6, 7]);
    assert_eq!(pieces(&game), [(0, PieceKind::Follower, 0, 0, 1), (1, PieceKind::Follower, 0, 0, 2)]);
}
