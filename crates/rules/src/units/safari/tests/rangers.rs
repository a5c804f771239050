//! Ranger cars (S8 to S11).

use super::*;

#[test]
fn s08_rangers_start_at_the_ends_of_the_start_board() {
    let game = SafariGame::new(&setup(2));
    assert_eq!(rangers(&game), (vec![Pos::new(-2, 0), Pos::new(2, 0)]));
    assert!(!game.rules.ranger_is_held());
}

#[test]
fn s08_a_ranger_stands_on_an_empty_cell_beside_a_tile_one_on_each() {
    let mut game = board(2, "*01");
    set_rangers(&mut game, [(-1, 0), (0, -1)]);
    place(&mut game, "01", 1, 0, 0);
    assert_eq!(forbidden_by(&game, drive((-1, 0), (0, 1))), None);
    assert_eq!(forbidden_by(&game, drive((-1, 0), (0, -1))), Some("S8"));
    assert_eq!(forbidden_by(&game, drive((-1, 0), (1, 0))), Some("S8"));
    assert_eq!(forbidden_by(&game, drive((-1, 0), (-1, -1))), Some("S8"));
    assert_eq!(forbidden_by(&game, drive((-1, 0), (30_000, -30_000))), Some("S8"));
}

#[test]
fn s09_a_tile_on_a_rangers_cell_takes_it_for_3_points_and_it_is_put_back() {
    let mut game = board(2, "*01");
    set_rangers(&mut game, [(-1, 0), (1, 0)]);
    let events = place(&mut game, "01", 1, 0, 0);
    assert!(events.contains(&Event::RangerTaken { seat: seat(0), pos: Pos::new(1, 0) }));
    assert_eq!((game.rules.ranger_is_held(), rangers(&game)), (true, vec![Pos::new(-1, 0)]));
    assert_eq!(game.scores(), [0, 0]);
    assert_eq!(points(&play(&mut game, Action::Pass)), [(0, 3, "ranger")]);
    assert_eq!((game.phase(), game.to_act()), (Phase::Ranger, Actor::Player(seat(0))));
    assert_eq!(actions(&game).len(), 5, "all open cells but the other ranger's");
    assert_eq!(forbidden_by(&game, Action::Pass), Some("S9"));
    assert_eq!(forbidden_by(&game, put_back(-1, 0)), Some("S8"));
    assert_eq!(forbidden_by(&game, put_back(1, 0)), Some("S8"));
    play(&mut game, put_back(2, 0));
    assert_eq!(rangers(&game), (vec![Pos::new(-1, 0), Pos::new(2, 0)]));
    assert_eq!((game.rules.ranger_is_held(), game.active(), game.turn()), (false, Some(seat(1)), 2));
}

#[test]
fn s09_after_taking_a_ranger_none_may_be_moved() {
    let mut game = board(2, "*01");
    set_rangers(&mut game, [(-1, 0), (1, 0)]);
    place(&mut game, "01", 1, 0, 0);
    assert_eq!(forbidden_by(&game, drive((-1, 0), (0, 1))), Some("S9"));
    assert_eq!(forbidden_by(&game, put_back(0, 1)), Some("S9"));
    assert_eq!(actions(&game), [follower(0), Action::Pass]);
}

#[test]
fn s09_a_ranger_is_put_back_also_in_the_last_turn() {
    let mut game = last_turn(2, "*01");
    set_rangers(&mut game, [(-1, 0), (1, 0)]);
    place(&mut game, "01", 1, 0, 0);
    play(&mut game, Action::Pass);
    assert_eq!(game.phase(), Phase::Ranger);
    play(&mut game, put_back(0, 1));
    assert_eq!((game.phase(), game.scores()), (Phase::Over, &[3, 0][..]));
    assert!(!game.rules.ranger_is_held());
}

#[test]
fn s10_moving_a_ranger_brings_no_points_and_staying_is_no_action() {
    let mut game = board(2, "*01");
    set_rangers(&mut game, [(-1, 0), (0, -1)]);
    place(&mut game, "01", 1, 0, 0);
    assert_eq!(forbidden_by(&game, drive((-1, 0), (-1, 0))), Some("S10"));
    assert_eq!(forbidden_by(&game, drive((0, 1), (1, 1))), Some("S10"));
    assert_eq!(forbidden_by(&game, put_back(0, 1)), Some("S10"));
    let moves = actions(&game).into_iter().filter(|action| matches!(action, Action::Ranger { .. })).count();
    assert_eq!(moves, 2 * 4, "six open cells, two of them taken");
    assert_eq!(points(&play(&mut game, drive((-1, 0), (2, 0)))), []);
    assert_eq!(rangers(&game), (vec![Pos::new(0, -1), Pos::new(2, 0)]));
    assert_eq!((game.scores(), game.active()), (&[0, 0][..], Some(seat(1))));
}

#[test]
fn s11_rangers_do_not_restrict_placing_and_a_taken_one_allows_followers_and_waterholes() {
    for action in [follower(0), waterhole(0, 0, NW, Lion)] {
        let mut game = board(2, "*01");
        give(&mut game, 0, &[Lion]);
        set_rangers(&mut game, [(-1, 0), (1, 0)]);
        place(&mut game, "03a", 1, 0, 2);
        play(&mut game, action);
        assert_eq!(game.phase(), Phase::Ranger);
    }
}

#[test]
fn s11_without_anything_to_do_a_taken_ranger_leads_to_phase_ranger_at_once() {
    // All followers are out, and no token is held.
    let mut game = board(2, "*01/0a 01/0a 01/0a 01/0a 01/0a 01/0a .");
    set_rangers(&mut game, [(-1, 0), (6, 0)]);
    let events = place(&mut game, "01", 6, 0, 0);
    assert_eq!(points(&events), [(0, 3, "ranger")]);
    assert_eq!(game.phase(), Phase::Ranger);
}
