//! Where followers and huts go (H1 to H4).

use super::*;
use crate::testkit::{forbidden_by, points};

#[test]
fn h01_followers_stand_in_forests_rivers_and_meadows_but_not_on_lakes() {
    let mut game = board(2, "*35 .");
    place(&mut game, "71", 1, 0, 0);
    assert_eq!(choices(&game), (vec![0, 1, 2, 3, 4, 5, 6], vec![1, 5, 7]));
    assert_eq!(forbidden_by(&game, follower(7)), Some("C11"));
    // Segment 8 is the first river system, which is not printed.
    assert_eq!(forbidden_by(&game, follower(8)), Some("C11"));
    assert_eq!(forbidden_by(&game, build(8)), Some("H2"));
    // Nothing comes with it, and there is one size only.
    for segment in [0, 8].map(Segment) {
        let with_pig = Action::Follower { segment, with: Some(PieceKind::Pig), piece: PieceKind::Follower };
        assert_eq!(game.check(with_pig).map_err(|illegal| illegal.rule()), Err(None), "not of this game");
    }
    let large = Action::Follower { segment: Segment(0), with: None, piece: PieceKind::LargeFollower };
    assert_eq!(forbidden_by(&game, large), Some("I2"));
}

#[test]
fn h01_without_followers_only_huts() {
    let mut game = board(2, "*35 .");
    leave_no_follower(&mut game);
    place(&mut game, "71", 1, 0, 0);
    assert_eq!(forbidden_by(&game, follower(0)), Some("C11"));
    assert_eq!(choices(&game), (vec![], vec![1, 5, 7]));
}

#[test]
fn h02_no_hut_where_one_stands_anywhere_in_the_river_system() {
    // From the hut the water goes on through a lake.
    let mut game = board(2, "05 *47 .");
    hut(&mut game, 1, -1, 0, 2);
    place(&mut game, "48", 1, 0, 0);
    assert_eq!(choices(&game), (vec![0, 1, 2], vec![]));
    assert_eq!(forbidden_by(&game, build(1)), Some("H2"));
}

#[test]
fn h02_the_own_hut_hinders_as_well() {
    let mut game = board(2, "*48 .");
    hut(&mut game, 0, 0, 0, 1);
    place(&mut game, "52", 1, 0, 0);
    assert_eq!(forbidden_by(&game, build(1)), Some("H2"));
}

#[test]
fn h02_the_river_system_is_judged_after_the_tile_was_placed() {
    // The tile joins two systems, one of which has a hut.
    let mut game = board(2, "05 . 05.2\n61 *61 61");
    hut(&mut game, 1, -1, -1, 1);
    place(&mut game, "48", 0, -1, 0);
    assert_eq!(forbidden_by(&game, build(1)), Some("H2"));
}

#[test]
fn h02_each_river_segment_and_each_lake_is_a_place_of_its_own() {
    let mut game = board(2, "*48 .");
    place(&mut game, "13", 1, 0, 0);
    assert_eq!(choices(&game).1, [1, 3, 5, 7, 8]);
    let events = play(&mut game, build(5));
    let piece = game.pieces()[0];
    assert_eq!((piece.kind, piece.pos, piece.segment), (PieceKind::Hut, Pos::new(1, 0), Segment(5)));
    assert!(events.contains(&Event::Deployed(piece)));
}

#[test]
fn h02_huts_stand_on_water_only_and_each_player_has_two() {
    let mut game = board(2, "*48\n61\n48\n61\n48");
    place(&mut game, "00", 0, -1, 0);
    assert_eq!(forbidden_by(&game, build(2)), Some("H2"));
    assert_eq!(forbidden_by(&game, build(3)), Some("H2"));
    assert_eq!(forbidden_by(&game, build(9)), Some("H2"));
    play(&mut game, Action::Pass);

    game.position.active = seat(0);
    hut(&mut game, 0, 0, 0, 1);
    hut(&mut game, 0, 0, 2, 1);
    assert_eq!(game.supply(seat(0)).count(PieceKind::Hut), 0);
    place(&mut game, "52", 1, 4, 0);
    assert_eq!(choices(&game), (vec![0, 1, 2], vec![]));
    assert_eq!(forbidden_by(&game, build(1)), Some("H2"));
}

#[test]
fn h02_a_follower_or_a_hut_never_both() {
    let mut game = board(2, "*48 .");
    place(&mut game, "52", 1, 0, 0);
    play(&mut game, build(1));
    assert_eq!(game.active(), Some(seat(1)));
    assert!(game.check(follower(1)).is_err());
}

#[test]
fn h03_rivers_stop_at_a_lake_and_river_systems_do_not() {
    let mut game = board(2, "*05/1a .");
    place(&mut game, "47", 1, 0, 0);
    assert!(together(&game, (0, 0, 1), (1, 0, 4)));
    assert!(!together(&game, (0, 0, 1), (1, 0, 1)));
    assert!(same_system(&game, (0, 0, 1), (1, 0, 1)) && same_system(&game, (0, 0, 2), (1, 0, 5)));
    assert_eq!(choices(&game), (vec![0, 1, 2, 3], vec![1, 4, 5]));
    // Two segments and one fish in each of the lakes.
    assert_eq!(points(&play(&mut game, Action::Pass)), [(0, 4, "river")]);
}

#[test]
fn h03_rivers_and_river_systems_end_at_springs() {
    let mut game = board(2, "*48 .");
    hut(&mut game, 1, 0, 0, 1);
    // Two springs back to back: one river comes from the system with the hut, the other begins a new one.
    place(&mut game, "70", 1, 0, 3);
    assert!(same_system(&game, (0, 0, 1), (1, 0, 1)) && !same_system(&game, (0, 0, 1), (1, 0, 3)));
    assert_eq!(choices(&game).1, [3]);
}

#[test]
fn h04_hunters_and_huts_stay_when_all_around_is_complete() {
    // The meadow between the bends is closed, and so is the river with a hut on it.
    let mut game = board(2, "15/2a 15.1\n*15.3 .");
    hut(&mut game, 1, 0, -1, 1);
    assert_eq!(points(&place_only(&mut game, "15", 1, 0, 2)), []);
    let kinds: Vec<_> = game.pieces().iter().map(|piece| piece.kind).collect();
    assert_eq!(kinds, [PieceKind::Hut, PieceKind::Follower]);
    assert_eq!((game.supply(seat(0)).count(PieceKind::Follower), game.supply(seat(1)).count(PieceKind::Hut)), (4, 1));
}

#[test]
fn a_choice_of_nothing_is_not_asked() {
    let mut game = board(2, "*35/1a .");
    leave_no_follower(&mut game);
    place(&mut game, "33", 1, 0, 0);
    assert_eq!(game.active(), Some(seat(1)));
}
