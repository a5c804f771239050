//! R1 to R5: the river.

use crate::event::Discard;
use crate::tiles::TileSet;
use crate::units::base::kit::*;

/// Draws and places a river tile, and does no more.
fn river(game: &mut BaseGame, id: &str, x: i16, y: i16, quarters: u8) -> Vec<Event> {
    draw(game, id);
    let mut events = play(game, at(id, x, y, quarters));
    if game.phase() == Phase::Act {
        events.extend(play(game, Action::Pass));
    }
    events
}

/// The placements offered, as (x, y, quarters).
fn offered(game: &BaseGame) -> Vec<(i16, i16, u8)> {
    let places = actions(game).into_iter().filter_map(|action| match action {
        Action::Place { pos, rotation, .. } => Some((pos.x, pos.y, rotation.quarters())),
        _ => None,
    });
    places.collect()
}

#[test]
fn r01_the_spring_is_the_start_tile_and_the_base_games_stays_in_the_box() {
    let game = BaseGame::new(&setup(2, RIVER));
    let start = game.board().laid(0).unwrap();
    assert_eq!((start.kind, start.pos, start.rotation), (tile("spring"), Pos::ORIGIN, Rotation::NONE));
    assert_eq!(game.bag().total(), 71 + 11);
    assert_eq!(game.bag().count(tile("D")), 3);
    assert_eq!(game.bag().count(tile("spring")), 0);
}

#[test]
fn r01_the_river_tiles_come_before_any_other_and_the_lake_last_among_them() {
    let mut game = deck(2, RIVER, &["U", "lake", "straight", "bend"]);
    let coming = |game: &BaseGame| actions(game);
    assert_eq!(coming(&game), ["straight", "bend"].map(|id| Action::Draw { tile: tile(id) }));
    assert_eq!(forbidden_by(&game, Action::Draw { tile: tile("lake") }), Some("R1"));
    assert_eq!(forbidden_by(&game, Action::Draw { tile: tile("U") }), Some("R1"));
    assert_eq!(game.weight(Action::Draw { tile: tile("lake") }), 0);
    river(&mut game, "straight", 0, 1, 0);
    assert_eq!(coming(&game), [Action::Draw { tile: tile("bend") }]);
    river(&mut game, "bend", 0, 2, 0);
    assert_eq!(coming(&game), [Action::Draw { tile: tile("lake") }], "not yet the land");
    river(&mut game, "lake", -1, 2, 1);
    assert_eq!(coming(&game), [Action::Draw { tile: tile("U") }]);
}

#[test]
fn r01_the_players_place_them_in_turn() {
    let mut game = deck(3, RIVER, &["straight", "straight", "city-city", "lake"]);
    let mut order = vec![];
    for (id, y, quarters) in [("straight", 1, 0), ("straight", 2, 0), ("city-city", 3, 1), ("lake", 4, 0)] {
        order.push(active(&game));
        river(&mut game, id, 0, y, quarters);
    }
    assert_eq!(order, [0, 1, 2, 0].map(Some));
}

#[test]
fn r01_the_tile_of_traders_and_builders_with_river_sides_joins_them() {
    let game = BaseGame::new(&setup(2, BOTH));
    assert_eq!(game.bag().total(), 71 + 11 + 24);
    let goods = Action::Draw { tile: tile("river-corner-chicken") };
    assert!(actions(&game).contains(&goods));
    assert_eq!(actions(&game).len(), TileSet::River.kinds().len() - 2 + 1, "all but the spring and the lake");
    // Without the river it stays out.
    let game = BaseGame::new(&setup(2, TRADERS));
    assert_eq!(game.bag().total(), 71 + 23);
    assert_eq!(game.bag().count(tile("river-corner-chicken")), 0);
}

#[test]
fn r01_the_goods_of_that_tile_are_taken() {
    let mut game = deck(2, BOTH, &["river-corner-chicken", "E", "E"]);
    // The river turns to the west, the city lies in the east and south.
    river(&mut game, "river-corner-chicken", 0, 1, 1);
    river(&mut game, "E", 1, 1, 3);
    river(&mut game, "E", 0, 2, 0);
    assert_eq!([goods(&game, 0), goods(&game, 1)], [[1, 0, 0], [0, 0, 0]]);
}

#[test]
fn r02_a_river_tile_must_continue_the_river_at_its_open_end() {
    let mut game = deck(2, RIVER, &["straight", "straight", "lake"]);
    draw(&mut game, "straight");
    assert_eq!(offered(&game), [(0, 1, 0), (0, 1, 2)]);
    // West of the spring lies field: by its sides the tile would fit there.
    assert!(game.board().accepts(tile("straight"), Pos::new(-1, 0), Rotation::NONE));
    assert_eq!(forbidden_by(&game, at("straight", -1, 0, 0)), Some("R2"));
    play(&mut game, at("straight", 0, 1, 0));
    play(&mut game, Action::Pass);
    draw(&mut game, "straight");
    assert_eq!(offered(&game), [(0, 2, 0), (0, 2, 2)]);
    assert_eq!(forbidden_by(&game, at("straight", 1, 1, 0)), Some("R2"));
}

#[test]
fn r02_all_other_sides_match_as_usual() {
    let mut game = deck(2, RIVER, &["straight", "lake"]);
    draw(&mut game, "straight");
    assert_eq!(forbidden_by(&game, at("straight", 0, 1, 1)), Some("C3"), "field against the river");
    assert_eq!(forbidden_by(&game, at("straight", 0, -1, 0)), Some("C3"), "river against the spring's road");
}

/// A river that has turned left (to the east) on its first tile; the next one is turned up.
fn after_a_left_bend(next: &str) -> BaseGame {
    let mut game = deck(2, RIVER, &["bend", "bend", "straight", "corner-city", "road-bend", "lake"]);
    river(&mut game, "bend", 0, 1, 1);
    draw(&mut game, next);
    game
}

#[test]
fn r03_the_river_must_not_turn_the_same_way_on_two_tiles_that_touch() {
    let mut game = deck(2, RIVER, &["bend", "bend", "corner-city", "lake"]);
    draw(&mut game, "bend");
    assert_eq!(offered(&game), [(0, 1, 0), (0, 1, 1)], "the first bend may turn to the west or to the east");
    let game = after_a_left_bend("bend");
    // From the west: to the north would be left again, to the south is right.
    assert!(game.board().accepts(tile("bend"), Pos::new(1, 1), Rotation::NONE));
    assert_eq!(forbidden_by(&game, at("bend", 1, 1, 0)), Some("R3"));
    assert_eq!(offered(&game), [(1, 1, 3)]);
}

#[test]
fn r03_it_holds_for_every_kind_of_bend() {
    for (id, left, right) in [("corner-city", 1, 0), ("road-bend", 2, 1)] {
        let game = after_a_left_bend(id);
        assert_eq!(forbidden_by(&game, at(id, 1, 1, left)), Some("R3"), "{id}");
        assert_eq!(offered(&game), [(1, 1, right)], "{id}");
    }
}

#[test]
fn r03_two_right_bends_are_forbidden_likewise() {
    let mut game = deck(2, RIVER, &["bend", "bend", "lake"]);
    river(&mut game, "bend", 0, 1, 0);
    draw(&mut game, "bend");
    // From the east: to the north would be right again, to the south is left.
    assert_eq!(forbidden_by(&game, at("bend", -1, 1, 1)), Some("R3"));
    assert_eq!(offered(&game), [(-1, 1, 2)]);
}

#[test]
fn r03_bends_that_turn_in_turn_are_allowed() {
    let mut game = deck(2, RIVER, &["bend", "bend", "corner-city", "lake"]);
    river(&mut game, "bend", 0, 1, 1);
    river(&mut game, "bend", 1, 1, 3);
    draw(&mut game, "corner-city");
    // From the north again: left is allowed after right, right is not.
    assert_eq!(offered(&game), [(1, 2, 2)]);
    assert_eq!(forbidden_by(&game, at("corner-city", 1, 2, 1)), Some("R3"));
}

#[test]
fn r03_with_a_straight_tile_between_them_it_is_allowed() {
    let mut game = deck(2, RIVER, &["bend", "straight", "bend", "lake"]);
    river(&mut game, "bend", 0, 1, 1);
    river(&mut game, "straight", 1, 1, 1);
    draw(&mut game, "bend");
    assert_eq!(offered(&game), [(2, 1, 0), (2, 1, 3)]);
}

/// A river that runs around the spring to the cell north of it, whose south side must be road; these tiles are still to
/// come.
fn around_the_spring(coming: &[&str]) -> BaseGame {
    let tiles = [&["bend", "bend", "corner-city", "straight", "city-road", "city-city"], coming].concat();
    let mut game = deck(2, RIVER, &tiles);
    river(&mut game, "bend", 0, 1, 1);
    river(&mut game, "straight", 1, 1, 1);
    river(&mut game, "bend", 2, 1, 0);
    river(&mut game, "city-road", 2, 0, 1);
    river(&mut game, "corner-city", 2, -1, 0);
    river(&mut game, "city-city", 1, -1, 0);
    game
}

#[test]
fn r03_no_tile_may_leave_the_open_end_at_an_occupied_cell() {
    let mut game = around_the_spring(&["road-bend", "lake"]);
    draw(&mut game, "road-bend");
    // From the east to the south, where the spring lies, or to the north.
    assert_eq!(forbidden_by(&game, at("road-bend", 0, -1, 0)), Some("C3"));
    assert_eq!(offered(&game), [(0, -1, 3)]);
}

#[test]
fn r04_followers_stand_beside_the_river_never_on_it() {
    let mut game = deck(2, RIVER, &["straight", "city-road", "lake"]);
    draw(&mut game, "straight");
    play(&mut game, at("straight", 0, 1, 0));
    assert!(game.check(follower(0)).is_err());
    assert_eq!(segments_offered(&game), [1, 2]);
    play(&mut game, follower(1));
    draw(&mut game, "city-road");
    play(&mut game, at("city-road", 0, 2, 1));
    assert!(game.check(follower(2)).is_err());
    // City, road and the fields; one field goes on from the tile above, where a farmer stands.
    assert_eq!(segments_offered(&game).len(), 5);
    play(&mut game, follower(0));
    assert_eq!(followers(&game, 1), 6);
}

#[test]
fn r04_the_river_separates_fields_like_a_road() {
    let mut game = deck(2, RIVER, &["straight", "straight", "lake"]);
    river(&mut game, "straight", 0, 1, 0);
    river(&mut game, "straight", 0, 2, 0);
    assert!(!joined(&game, (0, 1, 1), (0, 1, 2)));
    assert!(joined(&game, (0, 1, 1), (0, 2, 1)) && joined(&game, (0, 1, 2), (0, 2, 2)), "half by half");
    assert!(joined(&game, (0, 0, 3), (0, 1, 1)), "east of the spring");
    assert!(joined(&game, (0, 0, 4), (0, 1, 2)), "west of the spring");
    river(&mut game, "lake", 0, 3, 0);
    assert!(joined(&game, (0, 1, 1), (0, 1, 2)), "the field runs around the lake");
}

#[test]
fn r04_a_road_crosses_the_river_on_a_bridge_and_its_four_fields_are_separate() {
    let game = board(2, RIVER, "W *road-bridge W");
    assert_eq!((feature(&game, 0, 0, 0).tiles, feature(&game, 0, 0, 0).open), (3, 0));
    for a in 2..6 {
        for b in 2..6 {
            assert_eq!(joined(&game, (0, 0, a), (0, 0, b)), a == b, "{a} and {b}");
        }
    }
}

#[test]
fn r04_the_lakes_cloister_is_one_like_any_other() {
    let mut game = deck(2, RIVER, &["lake", "U"]);
    draw(&mut game, "lake");
    play(&mut game, at("lake", 0, 1, 0));
    play(&mut game, follower(0));
    assert_eq!(feature(&game, 0, 1, 0).open, 7);
    assert_eq!(points(&final_scoring(&mut game)), [(0, 2, "cloister")]);
}

#[test]
fn r04_the_river_itself_scores_nothing() {
    let mut game = deck(2, RIVER, &["lake"]);
    draw(&mut game, "lake");
    play(&mut game, at("lake", 0, 1, 0));
    let events = play(&mut game, Action::Pass);
    assert_eq!(points(&events), []);
}

#[test]
fn r05_when_the_lake_has_been_placed_play_goes_on_with_the_land() {
    let mut game = deck(2, RIVER, &["lake", "U", "E"]);
    river(&mut game, "lake", 0, 1, 0);
    draw(&mut game, "U");
    let mut places = offered(&game);
    places.sort_unstable();
    // The spring's roads in the north and east and its field in the west, the lake's fields.
    let expected = [
        (-1, 0, 0),
        (-1, 0, 2),
        (-1, 1, 0),
        (-1, 1, 2),
        (0, -1, 0),
        (0, -1, 2),
        (0, 2, 1),
        (0, 2, 3),
        (1, 0, 1),
        (1, 0, 3),
        (1, 1, 0),
        (1, 1, 2),
    ];
    assert_eq!(places, expected);
}

#[test]
fn r05_a_river_tile_that_fits_nowhere_is_put_out_of_the_game_and_the_river_goes_on() {
    let mut game = around_the_spring(&["straight", "road-bridge", "lake", "U"]);
    // Its field would lie at the spring's road.
    let events = draw(&mut game, "straight");
    assert_eq!(events[1..], [Event::Discarded { tile: tile("straight"), why: Discard::FitsNowhere }]);
    assert_eq!((game.phase(), active(&game)), (Phase::Deal, Some(0)));
    assert_eq!(actions(&game), [Action::Draw { tile: tile("road-bridge") }], "the next river tile");
    river(&mut game, "road-bridge", 0, -1, 1);
    river(&mut game, "lake", -1, -1, 1);
    assert_eq!(actions(&game), [Action::Draw { tile: tile("U") }]);
}

#[test]
fn r05_when_the_lake_itself_is_put_out_the_rivers_end_stays_open() {
    let mut game = around_the_spring(&["lake", "U", "X"]);
    draw(&mut game, "lake");
    assert_eq!(game.discarded(), [tile("lake")]);
    draw(&mut game, "U");
    assert_eq!((game.phase(), to_act(&game)), (Phase::Place, Some(0)), "play goes on with the land");
    assert!(!offered(&game).is_empty());
    let end = Pos::new(0, -1);
    assert!(game.board().open_positions().contains(&end));
    for kind in TileSet::Base.kinds() {
        assert!(!Rotation::ALL.iter().any(|&rotation| game.board().accepts(kind, end, rotation)), "{kind}");
    }
}

#[test]
fn c09_fits_means_by_all_rules_for_placing() {
    // The river winds to the left around the cell east of the spring. By its sides the last bend fits there, but only
    // if it turned left once more, directly after a left bend.
    let tiles = ["bend", "bend", "corner-city", "river-corner-chicken", "straight", "straight", "road-bridge"];
    let tiles = [&tiles[..], &["city-city", "road-bend", "lake", "U"]].concat();
    let mut game = deck(2, BOTH, &tiles);
    river(&mut game, "bend", 0, 1, 1);
    river(&mut game, "road-bridge", 1, 1, 1);
    river(&mut game, "straight", 2, 1, 1);
    river(&mut game, "bend", 3, 1, 0);
    river(&mut game, "straight", 3, 0, 0);
    river(&mut game, "corner-city", 3, -1, 0);
    river(&mut game, "city-city", 2, -1, 0);
    river(&mut game, "river-corner-chicken", 1, -1, 3);
    let left = Rotation::new(3).unwrap();
    assert!(game.board().accepts(tile("road-bend"), Pos::new(1, 0), left));
    draw(&mut game, "road-bend");
    assert_eq!(game.discarded(), [tile("road-bend")]);
    assert_eq!(game.phase(), Phase::Deal);
}
