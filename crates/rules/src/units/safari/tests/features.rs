//! Paths, bushes and baobabs (S0 to S6).

use super::*;

#[test]
fn s00_savanna_bush_and_path_sides_must_match() {
    let mut game = board(2, "*05");
    game.position.begin_placing(testkit::tile(&sets(), "13a"));
    let placed = |x: i16, y: i16, quarters: u8| {
        let rotation = Rotation::new(quarters).unwrap();
        forbidden_by(&game, Action::Place { tile: game.tile().unwrap(), pos: Pos::new(x, y), rotation })
    };
    // Beside the path: its own path fits, bush and savanna do not.
    assert_eq!([placed(1, 0, 1), placed(1, 0, 3)], [None, None]);
    assert_eq!([placed(1, 0, 0), placed(1, 0, 2)], [Some("C3"), Some("C3")]);
    // Above the savanna.
    assert_eq!([placed(0, -1, 3), placed(0, -1, 1)], [None, Some("C3")]);
    assert_eq!([placed(0, -1, 0), placed(1, -1, 0)], [Some("C3"), Some("C3")]);
}

#[test]
fn s01_a_follower_goes_to_path_bush_or_baobab_of_the_tile_just_placed() {
    let mut game = board(2, "*05");
    place(&mut game, "14b", 1, 0, 0);
    let followers: Vec<Action> =
        actions(&game).into_iter().filter(|action| matches!(action, Action::Follower { .. })).collect();
    assert_eq!(followers, [follower(0), follower(1), follower(2)]);
    assert_eq!(forbidden_by(&game, follower(3)), Some("C11"));
    // Nothing comes with it, and there is one size only.
    let piece = PieceKind::Follower;
    for (segment, with) in [(0, PieceKind::Builder), (0, PieceKind::Pig), (3, PieceKind::Builder)] {
        let action = Action::Follower { segment: Segment(segment), with: Some(with), piece };
        assert_eq!(forbidden_by(&game, action), Some("S1"));
    }
    let large = Action::Follower { segment: Segment(0), with: None, piece: PieceKind::LargeFollower };
    assert_eq!(forbidden_by(&game, large), Some("I2"));
}

#[test]
fn s01_there_is_one_action_a_turn() {
    let mut game = board(2, "*01");
    give(&mut game, 0, &[Lion]);
    place(&mut game, "01", 1, 0, 0);
    play(&mut game, waterhole(0, 0, NW, Lion));
    assert_eq!((game.active(), game.phase()), (Some(seat(1)), Phase::Deal));
}

#[test]
fn s02_a_follower_needs_a_path_without_one() {
    let mut game = board(2, "*05/0b");
    place(&mut game, "03a", 1, 0, 0);
    assert_eq!(forbidden_by(&game, follower(0)), Some("C11"));
    let mut game = board(2, "*05");
    place(&mut game, "03a", 1, 0, 0);
    assert_eq!(forbidden_by(&game, follower(0)), None);
}

#[test]
fn s02_a_path_closed_into_a_ring_is_complete() {
    // Giraffe and elephant, twice each.
    let mut game = board(2, "*07b/0a 07a.1\n07b.3 .");
    place(&mut game, "07a", 1, 1, 2);
    assert_eq!(points(&play(&mut game, Action::Pass)), [(0, 3, "path")]);
}

#[test]
fn s02_a_path_ends_in_bush_or_savanna() {
    let mut game = board(2, "*14a.2/0a .");
    place(&mut game, "03a", 1, 0, 0);
    assert_eq!(points(&play(&mut game, Action::Pass)), [(0, 3, "path")]);
}

#[test]
fn s03_a_bush_is_complete_without_open_sides_and_the_same_turn_counts() {
    let mut game = board(2, "*20b .");
    place(&mut game, "20c", 1, 0, 2);
    assert_eq!(points(&play(&mut game, follower(0))), [(0, 3, "bush")]);
    assert_eq!(at_home(&game, 0), 6);
    let mut game = board(2, "*20b .");
    place(&mut game, "30b", 1, 0, 0);
    assert_eq!(points(&play(&mut game, follower(0))), []);
    assert_eq!(at_home(&game, 0), 5);
}

#[test]
fn s04_the_same_kind_counts_once_and_every_number_of_kinds_has_its_score() {
    let paths = [
        ("*03b.2/0a .", 1),
        ("*03a.2/0a .", 3),
        ("*03a.2/0a 05 .", 6),
        ("*03a.2/0a 05 13b.1 .", 10),
        ("*03a.2/0a 05 13b.1 04a .", 15),
    ];
    for (drawing, score) in paths {
        let mut game = board(2, drawing);
        let end = drawing.split_whitespace().count() as i16 - 1;
        place(&mut game, "03b", end, 0, 0);
        assert_eq!(points(&play(&mut game, Action::Pass)), [(0, score, "path")], "{drawing}");
    }
}

#[test]
fn s04_birds_count_in_bushes_and_a_bush_without_animals_brings_only_birds() {
    let mut game = board(2, "*21d/0a .");
    place(&mut game, "21d", 1, 0, 2);
    assert_eq!(points(&play(&mut game, Action::Pass)), [(0, 2, "bush")]);
}

#[test]
fn s04_tied_owners_score_in_full() {
    let mut game = board(3, "*03a.2/0a 05 . 03c/0b\n01 01 01 01");
    place(&mut game, "13a", 2, 0, 3);
    assert_eq!(points(&play(&mut game, Action::Pass)), [(0, 10, "path"), (1, 10, "path")]);
}

#[test]
fn s05_a_token_must_be_of_a_kind_not_shown_and_goes_to_the_discard_pile() {
    let mut game = board(2, "*03a.2/0a .");
    give(&mut game, 0, &[Elephant, Giraffe, Monkey, Monkey]);
    place(&mut game, "03b", 1, 0, 0);
    play(&mut game, Action::Pass);
    assert_eq!(actions(&game), [token(Monkey), Action::Pass]);
    let shown_or_missing = [token(Elephant), token(Giraffe), token(Lion)].map(|action| forbidden_by(&game, action));
    assert_eq!(shown_or_missing, [Some("S5"); 3]);
    assert_eq!(points(&play(&mut game, token(Monkey))), [(0, 6, "path")]);
    assert_eq!(game.rules.tokens(seat(0)), [1, 1, 1, 0, 0]);
    assert_eq!(game.rules.discarded_tokens(), [Monkey]);
}

#[test]
fn s05_owners_decide_clockwise_from_the_active_player_and_tokens_do_not_count_for_others() {
    let mut game = board(3, "*03a.2/0a 05 . 03c/0c\n01 01 01 01");
    for number in 0..3 {
        give(&mut game, number, &[Monkey]);
    }
    game.position.active = seat(1);
    place(&mut game, "13a", 2, 0, 3);
    play(&mut game, Action::Pass);
    assert_eq!(game.to_act(), Actor::Player(seat(2)));
    play(&mut game, token(Monkey));
    // The monkey that the other owner has laid is not shown on the feature.
    assert_eq!(game.to_act(), Actor::Player(seat(0)));
    assert_eq!(points(&play(&mut game, token(Monkey))), [(2, 15, "path"), (0, 15, "path")]);
    assert_eq!(held(&game, 1), 1);
}

#[test]
fn s05_who_has_no_fitting_token_is_not_asked() {
    let mut game = board(2, "*03a.2/0a 05 . 03c/0b\n01 01 01 01");
    give(&mut game, 0, &[Elephant, Lion]);
    give(&mut game, 1, &[Monkey]);
    place(&mut game, "13a", 2, 0, 3);
    play(&mut game, Action::Pass);
    assert_eq!(game.to_act(), Actor::Player(seat(1)));
    assert_eq!(points(&play(&mut game, token(Monkey))), [(0, 10, "path"), (1, 15, "path")]);
}

#[test]
fn s05_with_all_five_kinds_shown_nobody_is_asked() {
    let mut game = board(2, "*03a.2/0a 05 13b.1 04a .");
    give(&mut game, 0, &[Elephant, Lion, Giraffe, Monkey, Zebra]);
    place(&mut game, "03b", 4, 0, 0);
    assert_eq!(points(&play(&mut game, Action::Pass)), [(0, 15, "path")]);
}

#[test]
fn s06_a_follower_on_a_baobab_brings_2_tokens_at_once_and_2_when_surrounded() {
    let mut game = board(2, "01 01 01\n01 . 01\n01 *01 01");
    place(&mut game, "01", 0, -1, 0);
    play(&mut game, follower(0));
    assert_eq!((game.chance(), game.active(), at_home(&game, 0)), (Some(Chance::Token), Some(seat(0)), 5));
    draw(&mut game, &[Lion, Zebra]);
    // The hole is filled: the baobab is surrounded at once.
    assert_eq!((game.chance(), at_home(&game, 0)), (Some(Chance::Token), 6));
    let events = draw(&mut game, &[Monkey, Zebra]);
    assert_eq!(game.rules.tokens(seat(0)), [1, 0, 0, 1, 2]);
    assert_eq!(points(&events), []);
}

#[test]
fn s06_the_owner_of_a_surrounded_baobab_draws_whoever_placed_the_tile() {
    let mut game = board(2, "01 01 01\n01 *01/0b 01\n01 01 .");
    place(&mut game, "01", 1, 1, 0);
    play(&mut game, Action::Pass);
    draw(&mut game, &[Lion, Zebra]);
    assert_eq!((held(&game, 0), held(&game, 1)), (0, 2));
}

#[test]
fn s06_two_baobabs_surrounded_by_one_tile_both_draw() {
    let mut game = board(2, "01 01 01 01\n01 *01/0b 01/0a 01\n01 01 . 01");
    place(&mut game, "01", 1, 1, 0);
    play(&mut game, Action::Pass);
    draw(&mut game, &[Lion, Lion]);
    assert_eq!((held(&game, 0), held(&game, 1)), (0, 2));
    draw(&mut game, &[Zebra, Zebra]);
    assert_eq!((held(&game, 0), held(&game, 1)), (2, 2));
}
