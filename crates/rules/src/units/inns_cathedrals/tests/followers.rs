//! I1 to I5: the bag and the large follower.

use super::*;
use crate::tiles::TileSet;

#[test]
fn i01_all_18_tiles_are_shuffled_into_the_bag() {
    let game = BaseGame::new(&setup(2, INNS));
    assert_eq!(game.bag().total(), 71 + 18);
    assert!(TileSet::InnsCathedrals.kinds().all(|kind| game.bag().count(kind) == kind.def().count()));
    let tiles_with = |symbol: Symbol| -> u8 {
        let shows = |kind: &TileKind| kind.def().segments().iter().any(|segment| segment.has(symbol));
        TileSet::InnsCathedrals.kinds().filter(shows).map(|kind| kind.def().count()).sum()
    };
    assert_eq!([Symbol::Inn, Symbol::Cathedral, Symbol::Shield].map(tiles_with), [6, 2, 3]);
    // Without the option none of them comes, and nobody lays out another start tile.
    let plain = BaseGame::new(&setup(2, &[]));
    assert!(TileSet::InnsCathedrals.kinds().all(|kind| plain.bag().count(kind) == 0));
    assert_eq!(game.board().laid(0), plain.board().laid(0));
}

#[test]
fn i02_each_of_2_to_6_players_has_one_large_follower_beside_the_7_others() {
    for players in 2..=6 {
        let game = BaseGame::new(&setup(players, INNS));
        for number in 0..players {
            assert_eq!((followers(&game, number), large_ones(&game, number)), (7, 1));
            assert_eq!((builders(&game, number), pigs(&game, number)), (0, 0));
        }
        let game = BaseGame::new(&setup(players, WITH_TRADERS));
        assert_eq!((followers(&game, players - 1), large_ones(&game, players - 1)), (7, 1));
    }
    assert_eq!(large_ones(&BaseGame::new(&setup(2, TRADERS)), 0), 0);
    for players in [0, 1, 7] {
        assert!(Setup::new(GameId::Base, INNS.iter().copied().collect(), players, seat(0)).is_err());
    }
}

#[test]
fn i02_who_places_a_follower_chooses_one_of_the_two_sizes() {
    let mut game = board(2, INNS, "*D");
    place(&mut game, "U", 1, 0, 1);
    let both = [follower(0), large(0), follower(1), large(1), follower(2), large(2), Action::Pass];
    assert_eq!(actions(&game), both);
    let mut small = game.clone();
    play(&mut small, follower(0));
    assert_eq!((followers(&small, 0), large_ones(&small, 0)), (6, 1));

    let events = play(&mut game, large(0));
    assert_eq!((followers(&game, 0), large_ones(&game, 0)), (7, 0));
    assert_eq!(pieces(&game), [(0, PieceKind::LargeFollower, 1, 0, 0)]);
    let deployed = first(&events, |event| matches!(event, Event::Deployed(_)));
    assert!(matches!(events[deployed], Event::Deployed(piece) if piece.kind == PieceKind::LargeFollower));
}

#[test]
fn i02_it_goes_where_any_follower_may_go() {
    // Cloister, road and field of one tile; city and field of another.
    for (id, y, quarters, segments) in [("A", 1, 0, 0..3), ("E", -1, 2, 0..2)] {
        for segment in segments {
            let mut game = board(2, INNS, "*D");
            place(&mut game, id, 0, y, quarters);
            assert!(actions(&game).contains(&large(segment)), "{id} {segment}");
            play(&mut game, large(segment));
        }
    }
    // But not on the river (R4), nor where the tile has nothing.
    let mut game = deck(2, &[GameOption::River, GameOption::InnsCathedrals], &["straight", "lake"]);
    draw(&mut game, "straight");
    play(&mut game, at("straight", 0, 1, 0));
    assert_eq!(forbidden_by(&game, large(0)), Some("C11"));
    assert_eq!(forbidden_by(&game, large(3)), Some("C11"));
    assert_eq!(segments_offered(&game), [1, 1, 2, 2]);
}

#[test]
fn i02_a_feature_that_holds_one_is_occupied() {
    for (drawing, segment) in [("W/0B *U.1", 0), ("*U.1/1A", 1), ("*U.1/2B", 2)] {
        let mut game = board(2, INNS, drawing);
        place(&mut game, "U", 1, 0, 1);
        assert_eq!(forbidden_by(&game, follower(segment)), Some("C11"), "{drawing}");
        assert!(!segments_offered(&game).contains(&segment), "{drawing}");
        game.position.active = seat(1);
        assert_eq!(forbidden_by(&game, follower(segment)), Some("C11"), "{drawing}");
    }
    // For the large follower of somebody else it is no different.
    let mut game = board(2, INNS, "W/0B *U.1");
    place(&mut game, "U", 1, 0, 1);
    assert_eq!(forbidden_by(&game, large(0)), Some("C11"));
    let mut game = board(2, INNS, "W/0b *U.1");
    place(&mut game, "U", 1, 0, 1);
    assert_eq!(forbidden_by(&game, large(0)), Some("C11"));
}

#[test]
fn i02_one_follower_is_placed_in_a_turn_never_both_sizes() {
    for one in [follower(0), large(0)] {
        let mut game = board(2, INNS, "*D");
        place(&mut game, "U", 1, 0, 1);
        play(&mut game, one);
        assert_eq!((game.phase(), active(&game)), (Phase::Deal, Some(1)));
        assert!(game.check(follower(1)).is_err() && game.check(large(1)).is_err());
        assert_eq!(pieces(&game).len(), 1);
    }
}

#[test]
fn i02_without_the_option_or_with_the_supply_empty_it_is_refused() {
    for options in [&[][..], TRADERS, RIVER] {
        let mut game = board(2, options, "*D");
        place(&mut game, "U", 1, 0, 1);
        for action in [large(0), large(1), large_with(PieceKind::Builder, 0)] {
            assert_eq!(forbidden_by(&game, action), Some("I2"), "{options:?}");
        }
        assert_eq!(game.check(follower(0)), Ok(()));
    }
    let mut game = board(2, INNS, "*D/0A");
    place(&mut game, "U", 1, 0, 1);
    assert_eq!(forbidden_by(&game, large(0)), Some("I2"));
    assert_eq!(actions(&game), [follower(0), follower(1), follower(2), Action::Pass]);
    // Blue's is another one.
    game.position.active = seat(1);
    assert_eq!(game.check(large(0)), Ok(()));
}

#[test]
fn i02_what_is_no_follower_cannot_be_placed_as_one() {
    let mut game = board(2, WITH_TRADERS, "*D");
    place(&mut game, "U", 1, 0, 1);
    for piece in [PieceKind::Builder, PieceKind::Pig, PieceKind::Hut] {
        assert!(game.check(Action::Follower { segment: Segment(0), with: None, piece }).is_err());
    }
    for with in [PieceKind::Follower, PieceKind::LargeFollower, PieceKind::Hut] {
        assert!(game.check(large_with(with, 0)).is_err());
        assert!(
            game.check(Action::Follower { segment: Segment(0), with: Some(with), piece: PieceKind::Follower }).is_err()
        );
    }
}

#[test]
fn i02_the_phase_is_skipped_for_want_of_followers_only_when_neither_size_is_left() {
    let mut game = board(2, INNS, "*D");
    leave_followers(&mut game, 0, 0);
    let mut none = game.clone();
    place(&mut game, "U", 1, 0, 1);
    assert_eq!((game.phase(), to_act(&game)), (Phase::Act, Some(0)));
    none.position.supply_mut(seat(0)).take(PieceKind::LargeFollower);
    place(&mut none, "U", 1, 0, 1);
    assert_eq!((none.phase(), active(&none)), (Phase::Deal, Some(1)));
    // The small ones are enough.
    let mut small = board(2, INNS, "*D/0A");
    place(&mut small, "U", 1, 0, 1);
    assert_eq!(small.phase(), Phase::Act);
}

#[test]
fn i03_it_counts_as_two_on_roads() {
    for (drawing, expected) in [
        ("W/0A *U.1/0b", vec![(0, 3, "road")]),
        ("W/0b *U.1/0A", vec![(0, 3, "road")]),
        ("W/0A *U.1/0b U.1/0b", vec![(0, 4, "road"), (1, 4, "road")]),
        ("W/0b *U.1/0A U.1/0b U.1/0b", vec![(1, 5, "road")]),
        ("W/0A *U.1/0b U.1/0a U.1/0b", vec![(0, 5, "road")]),
        ("W/0A *U.1/0B", vec![(0, 3, "road"), (1, 3, "road")]),
    ] {
        let mut game = board(2, INNS, drawing);
        let east = drawing.split_whitespace().count() as i16 - 1;
        assert_eq!(points(&place_only(&mut game, "W", east, 0, 0)), expected, "{drawing}");
    }
}

#[test]
fn i03_it_counts_as_two_in_cities_and_on_fields_and_at_the_end() {
    let final_points = |drawing: &str| points(&final_scoring(&mut board(2, INNS, drawing)));
    // Unfinished cities and roads.
    assert_eq!(final_points("E.1/0A *G/0b"), [(0, 2, "city")]);
    assert_eq!(final_points("E.1/0A *G/0b G/0b"), [(0, 3, "city"), (1, 3, "city")]);
    assert_eq!(final_points("U.1/0B *U.1/0a"), [(1, 2, "road")]);
    // Fields.
    assert_eq!(final_points("E.2\n*E/1A\nB/1b"), [(0, 3, "field")]);
    assert_eq!(final_points("E.2 .\n*E/1A B/1b\nB/1b ."), [(0, 3, "field"), (1, 3, "field")]);
    let game = board(2, INNS, "E.1/0A *G/0b G/0a");
    assert_eq!(feature(&game, 0, 0, 0).strength[..2], [3, 1]);
}

#[test]
fn i04_it_brings_the_points_once() {
    let mut game = board(2, INNS, "W/0A *U.1");
    assert_eq!(points(&place_only(&mut game, "W", 1, 0, 0)), [(0, 3, "road")]);
    assert_eq!(game.scores(), [3, 0]);
    assert_eq!(points(&final_scoring(&mut board(2, INNS, "*B/0A U"))), [(0, 2, "cloister")]);
    assert_eq!(points(&final_scoring(&mut board(2, INNS, "E.2\n*E/1A"))), [(0, 3, "field")]);
}

#[test]
fn i05_it_comes_back_like_the_others_also_to_who_got_nothing() {
    let mut game = board(2, INNS, "W/0A *U.1/0b U.1/0b U.1/0b");
    let events = place_only(&mut game, "W", 3, 0, 0);
    assert_eq!(points(&events), [(1, 5, "road")]);
    assert_eq!([followers(&game, 0), large_ones(&game, 0), followers(&game, 1), large_ones(&game, 1)], [7, 1, 7, 1]);
    let large = events.iter().filter(
        |event| matches!(event, Event::Returned { piece, to_stacks: false } if piece.kind == PieceKind::LargeFollower),
    );
    assert_eq!(large.count(), 1);
    assert_eq!(pieces(&game), []);
    // It can be placed again.
    game.position.active = seat(0);
    place(&mut game, "U", 0, 1, 1);
    assert_eq!(game.check(large_or_panic(&game)), Ok(()));
}

/// The first large follower that is offered.
fn large_or_panic(game: &BaseGame) -> Action {
    let is_large = |action: &Action| matches!(action, Action::Follower { piece: PieceKind::LargeFollower, .. });
    actions(game).into_iter().find(is_large).expect("a large follower")
}

#[test]
fn i05_a_large_monk_comes_back_and_a_large_farmer_stays_to_the_end() {
    let mut game = board(
        2,
        INNS,
        "E    E     E
         E.3 *B/0A  E.1
         E.2  E.2   .",
    );
    assert_eq!(points(&place_only(&mut game, "E", 1, 1, 2)), [(0, 9, "cloister")]);
    assert_eq!(large_ones(&game, 0), 1);

    let mut game = board(2, INNS, "*D/2A/0b");
    assert_eq!(points(&place_only(&mut game, "E", 0, -1, 2)), [(1, 4, "city")]);
    assert_eq!(points(&final_scoring(&mut game)), [(0, 3, "field")]);
    assert_eq!(pieces(&game), [(0, PieceKind::LargeFollower, 0, 0, 2)]);
    assert_eq!(large_ones(&game, 0), 0);
}
