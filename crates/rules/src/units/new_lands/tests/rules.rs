//! One test or more for each numbered rule but the variant's.

use super::*;
use crate::event::{Counted, Discard, Facts, Score, Source};
use crate::terrain::FeatureKind;

#[test]
fn n01_a_follower_is_placed_or_taken_back_but_never_both() {
    let mut game = board("*02/0a");
    place(&mut game, "06", 0, 1, 0);
    assert_eq!(actions(&game), [follower(1), recall(0, 0, 0), Action::Pass]);

    let mut placed = game.clone();
    play(&mut placed, follower(1));
    assert_eq!(placed.phase(), Phase::Deal, "the turn is over");
    assert_eq!(placed.active(), Some(seat(1)));
    assert_eq!(placed.supply(seat(0)).count(PieceKind::Follower), FOLLOWERS - 2);

    play(&mut game, recall(0, 0, 0));
    assert_eq!(game.phase(), Phase::Deal, "the turn is over");
    assert_eq!(game.active(), Some(seat(1)));
    assert_eq!(game.supply(seat(0)).count(PieceKind::Follower), FOLLOWERS);
    assert!(game.pieces().is_empty());
}

#[test]
fn n01_only_own_followers_are_taken_back() {
    let mut game = board("*02/0b 06.3/1a");
    place(&mut game, "05", 0, 1, 0);
    assert_eq!(forbidden_by(&game, recall(0, 0, 0)), Some("N1"), "another player's");
    assert_eq!(forbidden_by(&game, recall(1, 0, 0)), Some("N1"), "nobody on this segment");
    assert_eq!(forbidden_by(&game, recall(0, 1, 0)), Some("N1"), "nobody on the tile just placed");
    assert_eq!(forbidden_by(&game, recall(5, 5, 0)), Some("N1"), "no tile");
    assert_eq!(forbidden_by(&game, recall(0, 0, 7)), Some("N1"), "no such segment");
    assert_eq!(actions(&game), [follower(1), recall(1, 0, 1), Action::Pass]);
}

#[test]
fn n01_the_tile_comes_first_and_there_is_one_a_turn() {
    let mut game = board("*02/0a");
    game.position.begin_placing(tile("06"));
    assert_eq!(forbidden_by(&game, recall(0, 0, 0)), Some("C10"));
    assert_eq!(forbidden_by(&game, follower(0)), Some("C10"));
    assert_eq!(forbidden_by(&game, Action::Pass), Some("C10"));
    assert_eq!(forbidden_by(&game, placing("05", 0, 1, 0)), Some("C10"), "not the tile drawn");
    assert_eq!(forbidden_by(&game, placing("06", 0, 1, 2)), Some("C3"));
    play(&mut game, placing("06", 0, 1, 0));
    assert_eq!(forbidden_by(&game, placing("06", 0, -1, 2)), Some("C10"));
    for segment in [1, 9].map(Segment) {
        let with_builder = Action::Follower { segment, with: Some(PieceKind::Builder), piece: PieceKind::Follower };
        assert_eq!(game.check(with_builder).map_err(|illegal| illegal.rule()), Err(None), "not of this game");
    }
    let large = Action::Follower { segment: Segment(1), with: None, piece: PieceKind::LargeFollower };
    assert_eq!(forbidden_by(&game, large), Some("I2"));
}

#[test]
fn n01_a_player_with_nothing_to_do_is_not_asked() {
    // Seat 1 has no follower on the map, and the tile's only feature is occupied.
    let mut game = board("*02/0a");
    game.position.active = seat(1);
    place(&mut game, "02", 0, 1, 0);
    assert_eq!(game.phase(), Phase::Deal);
    assert_eq!(game.active(), Some(seat(0)));
    // Seat 0 could take the follower back, and so is asked.
    place(&mut game, "02", 0, 2, 0);
    assert_eq!(actions(&game), [recall(0, 0, 0), Action::Pass]);
}

#[test]
fn n01_a_player_without_followers_beside_the_board_can_only_take_back() {
    let mut game = board("*13/0a 13/0a 13/0a 13/0a");
    assert_eq!(game.supply(seat(0)).count(PieceKind::Follower), 0);
    place(&mut game, "14", 4, 0, 0);
    let own = [recall(0, 0, 0), recall(1, 0, 0), recall(2, 0, 0), recall(3, 0, 0)];
    assert_eq!(actions(&game), [&own[..], &[Action::Pass]].concat());
    assert_eq!(forbidden_by(&game, follower(0)), Some("C11"));
}

#[test]
fn n02_nothing_is_scored_by_itself() {
    let mut game = board("*13.1/0a");
    let events = place(&mut game, "14", 1, 0, 3);
    assert!(points(&events).is_empty(), "the grassland is complete");
    let events = play(&mut game, Action::Pass);
    assert!(points(&events).is_empty());
    assert_eq!(game.pieces().len(), 1);
    assert_eq!(game.scores(), [0, 0]);
}

#[test]
fn n02_every_follower_scores_for_itself_without_majorities() {
    // Seat 1 has two explorers on the grassland, seat 0 one.
    let mut game = acting("13.1/0b *44/1a 36 45 13.3/0b");
    assert_eq!(earned(&mut game, 0, 0, 1), 10);
    for x in [-1, 3] {
        game.position.active = seat(1);
        game.position.phase = Phase::Act;
        assert_eq!(earned(&mut game, x, 0, 0), 10);
    }
    assert_eq!(game.scores(), [10, 20]);
}

#[test]
fn n02_taking_back_tells_the_points_and_the_way_home() {
    let mut game = acting("13.1 *44/1a 36 45 13.3");
    let events = play(&mut game, recall(0, 0, 1));
    let source = Source::Feature(FeatureKind::Grass);
    let at = Some((Pos::new(-1, 0), Segment(0)));
    let score = Score { seat: seat(0), points: 10, source, at, facts: Facts::of(Counted::Tiles, 5), end: false };
    assert_eq!(events[0], Event::Scored(score));
    let Event::Returned { piece, to_stacks: false } = events[1] else { panic!("{events:?}") };
    assert_eq!((piece.seat, piece.kind, piece.pos), (seat(0), PieceKind::Follower, Pos::ORIGIN));
    assert_eq!(events.len(), 2);
}

#[test]
fn n03_grassland_counts_tiles_not_segments_and_no_cities() {
    // Tile 31 has two grass caps, which meet around the corner: five segments on four tiles, with two cities.
    let ring = "
        08.1   08.2
        *31/0a 09.3";
    assert_eq!(worth(ring, 0, 0, 0), 8);
    assert_eq!(worth("*03/0a 13.3", 0, 0, 0), 2, "the exception is for complete ones; open, two tiles are 2 as well");
}

#[test]
fn n04_a_city_is_counted_once_however_often_its_grassland_touches_the_range() {
    // Both tiles of the range border the grassland in the east with its two cities.
    let drawing = "
        39.1/1a 08.2
        *39.1   08.3";
    assert_eq!(worth(drawing, 0, -1, 1), 2);
}

#[test]
fn n04_cities_of_a_complete_range_count_twice_also_in_complete_grasslands() {
    let drawing = "
        11.2     .
        *39.1/1a 13.3
        12       .";
    assert_eq!(worth(drawing, 0, 0, 1), 4);
}

#[test]
fn n04_cities_across_the_map_count() {
    // Complete on two tiles, so 1 for each of the two cities.
    assert_eq!(worth("12.1 *10.3/0a 44 36 45 13.3", 0, 0, 0), 2);
}

#[test]
fn n05_a_grassland_on_the_same_tile_need_not_touch() {
    // On tile 84 the sea lies between the range and the grass with the city; on tile 90 they border.
    assert_eq!(worth("*84/0a\n13", 0, 0, 0), 0);
    assert_eq!(worth("*90/0a", 0, 0, 0), 1);
}

#[test]
fn n05_a_range_does_not_reach_over_the_grass_to_another_range() {
    let drawing = "
        10.2/0a
        *36
        11";
    assert_eq!(worth(drawing, 0, -1, 0), 0);
}

#[test]
fn n06_a_city_belongs_to_the_sea_at_which_it_lies() {
    // Tile 24 has three seas around one grassland; its city lies at the eastern one.
    assert_eq!(worth("*24/1a", 0, 0, 1), 1);
    assert_eq!(worth("*24/0a", 0, 0, 0), 0);
    assert_eq!(worth("*24/2a", 0, 0, 2), 0);
}

#[test]
fn n06_an_inland_sea_counts_its_tiles_once() {
    // Tile 35 has two sea caps, which meet around the corner: five segments on four tiles, with one city.
    let ring = "
        08.3   09
        *35/0a 07.1";
    assert_eq!(worth(ring, 0, 0, 0), 5);
}

#[test]
fn n07_a_complete_range_gains_by_new_cities_in_its_grasslands() {
    let mut game = board("12.1 *39/1a 23");
    place(&mut game, "10", 0, 1, 2);
    assert_eq!(earned(&mut game.clone(), 0, 0, 1), 0);
    play(&mut game, Action::Pass);
    game.position.active = seat(0);
    place(&mut game, "13", 1, 1, 3);
    assert_eq!(earned(&mut game, 0, 0, 1), 2);
}

#[test]
fn n08_a_lake_on_a_single_tile_pays_by_the_general_rule() {
    assert_eq!(worth("*15/4a", 0, 0, 4), 1);
}

#[test]
fn n08_three_tiles_are_no_exception() {
    assert_eq!(worth("13.1/0a *45 14.3", -1, 0, 0), 6);
    assert_eq!(worth("12.1/0a *43 11.3", -1, 0, 0), 2);
    assert_eq!(worth("21.2/3a *37 18", -1, 0, 3), 4);
}

#[test]
fn n09_an_open_feature_without_followers_is_free_again() {
    let mut game = acting("*04/0a");
    assert_eq!(earned(&mut game, 0, 0, 0), 0);
    place(&mut game, "11", 0, 1, 2);
    assert_eq!(free_segments(&game), [0, 1]);
    play(&mut game, follower(1));
}

#[test]
fn n09_a_feature_that_still_holds_somebody_is_not_free() {
    let mut game = acting("04/0a *04/0b");
    assert_eq!(earned(&mut game, -1, 0, 0), 0);
    place(&mut game, "04", 1, 0, 0);
    assert!(free_segments(&game).is_empty());
}

#[test]
fn n10_the_game_ends_after_the_turn_of_the_last_tile() {
    let mut game = last_turn("*13.1/0a");
    place(&mut game, "14", 1, 0, 3);
    assert_eq!(game.phase(), Phase::Act);
    let events = play(&mut game, recall(0, 0, 0));
    assert_eq!(points(&events), [(0, 2, "grass")]);
    assert_eq!(game.phase(), Phase::Over);
    assert!(matches!(events.last(), Some(Event::GameOver { .. })));
    assert_eq!((game.active(), game.tile(), game.to_act()), (None, None, Actor::Nobody));
    assert_eq!(game.winners().iter().collect::<Vec<_>>(), [seat(0)]);
}

#[test]
fn n10_tiles_that_fit_nowhere_end_the_game() {
    // The sea of the start tile is closed by tile 72; then seas fit nowhere.
    let mut table = Table::new(&[], 2, 0, &["72", "04"]);
    table.play(placing("72", 0, -1, 1));
    table.play(Action::Pass);
    assert_eq!(table.game.phase(), Phase::Over);
    assert_eq!(table.discarded(), ["04"]);
    assert_eq!(table.game.turn(), 1);
    assert_eq!(table.game.winners().iter().count(), 2, "C16: a tie is shared");
}

#[test]
fn c09_a_tile_that_fits_nowhere_is_put_out_and_the_next_one_comes() {
    let mut table = Table::new(&[], 2, 0, &["72", "04", "13"]);
    table.play(placing("72", 0, -1, 1));
    let events = table.play(Action::Pass);
    let drawn = |id| Event::Drawn { seat: seat(1), tile: tile(id) };
    assert_eq!(events, [drawn("04"), Event::Discarded { tile: tile("04"), why: Discard::FitsNowhere }, drawn("13")]);
    assert_eq!((table.game.active(), table.game.turn()), (Some(seat(1)), 2));
    assert_eq!(table.game.tile(), Some(tile("13")));
}

#[test]
fn n11_at_the_end_everything_counts_as_open() {
    let grass = "13.1 *44 36/1a 45 13.3";
    let range = "
        .    13     13.2
        12.1 *01/1b 10.3
        .    13     08";
    let sea = "20.2/3a *37 37 18";
    for (drawing, player, points_at_the_end) in [(grass, 0, 5), (range, 1, 4), (sea, 0, 3)] {
        let mut game = last_turn(drawing);
        game.position.phase = Phase::Act;
        let events = play(&mut game, Action::Pass);
        assert_eq!(game.scores()[player], points_at_the_end, "{drawing}");
        assert_eq!(game.pieces().len(), 1, "final scoring moves no piece");
        assert!(matches!(events[0], Event::Scored(Score { end: true, .. })));
    }
}

#[test]
fn n11_each_follower_scores_on_its_own() {
    let mut game = last_turn("13.1/0b *44/1a 36 45 13.3/0b");
    game.position.phase = Phase::Act;
    let events = play(&mut game, Action::Pass);
    assert_eq!(points(&events), [(0, 5, "grass"), (1, 5, "grass"), (1, 5, "grass")]);
    assert_eq!(game.scores(), [5, 10]);
}

#[test]
fn c15_a_follower_on_the_feature_just_completed_stays_there() {
    let mut game = board("*13.1");
    place(&mut game, "14", 1, 0, 3);
    let events = play(&mut game, follower(0));
    assert!(points(&events).is_empty());
    assert_eq!(game.supply(seat(0)).count(PieceKind::Follower), FOLLOWERS - 1);
    game.position.active = seat(0);
    place(&mut game, "14", 2, 0, 1);
    assert_eq!(earned(&mut game, 1, 0, 0), 2, "complete, two tiles");
}

#[test]
fn n03_n11_a_feature_would_bring_its_open_value_at_the_end_and_more_when_complete() {
    let brings = |drawing: &str, x, y, segment| {
        let game = board(drawing);
        let id = game.board().feature_at(Pos::new(x, y), Segment(segment)).expect("a segment");
        game.worth(id).map(|worth| (worth.at_end, worth.complete))
    };
    assert_eq!(brings("13.1/0b *44/1a 36 45 13.3/0b", 0, 0, 1), Some((5, Some(10))));
    // Two tiles, complete: the exception.
    assert_eq!(brings("*13.1/0a 14.3", 0, 0, 0), Some((2, Some(2))));
}
