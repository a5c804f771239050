//! I6 to I9: roads with an inn.

use super::*;

#[test]
fn i06_a_road_has_an_inn_if_one_of_its_segments_has() {
    // At its beginning, in its middle, and on the tile that completes it.
    let with_inn =
        [("corner-road-inn.3/1a *U.1 .", "W"), ("W/0a *straight-inn .", "W"), ("W/0a *U.1 .", "crossing-inn")];
    for (drawing, last) in with_inn {
        let mut game = board(2, INNS, drawing);
        assert_eq!(points(&place_only(&mut game, last, 1, 0, 0)), [(0, 6, "road")], "{drawing}");
        assert_eq!(feature(&game, 0, 0, 0).tally.count(Symbol::Inn), 1);
    }
}

#[test]
fn i06_the_inn_is_nothing_to_stand_on() {
    let mut game = board(2, INNS, "*D");
    place(&mut game, "straight-inn", 1, 0, 0);
    assert_eq!(segments_offered(&game), [0, 0, 1, 1, 2, 2], "the road and the fields beside it");
    assert_eq!(forbidden_by(&game, follower(3)), Some("C11"));
}

#[test]
fn i06_the_inn_of_the_crossing_belongs_to_the_east_and_the_west_road() {
    let game = board(2, INNS, "*crossing-inn");
    let inns = [0, 1, 2].map(|segment| feature(&game, 0, 0, segment).tally.count(Symbol::Inn));
    assert_eq!(inns, [1, 0, 1]);
    // Each of them ends there.
    for (x, y, quarters, score) in [(1, 0, 1, 4), (0, 1, 2, 2), (-1, 0, 3, 4)] {
        let mut game = board(2, INNS, "*crossing-inn/0a/1a/2a");
        assert_eq!(points(&place_only(&mut game, "A", x, y, quarters)), [(0, score, "road")]);
    }
}

#[test]
fn i07_a_completed_road_with_an_inn_scores_2_a_tile() {
    let mut game = board(2, INNS, "W/0a *straight-inn U.1 U.1");
    let events = place_only(&mut game, "W", 3, 0, 0);
    assert_eq!(points(&events), [(0, 10, "road")]);
    assert_eq!(counted(&events), [(Counted::Tiles, 5), (Counted::Symbol(Symbol::Inn), 1)]);
    // Without one nothing has changed.
    let mut game = board(2, INNS, "W/0a *U.1 U.1 U.1");
    let events = place_only(&mut game, "W", 3, 0, 0);
    assert_eq!(points(&events), [(0, 5, "road")]);
    assert_eq!(counted(&events), [(Counted::Tiles, 5)]);
}

#[test]
fn i07_a_second_inn_changes_nothing() {
    let mut game = board(2, INNS, "corner-road-inn.3/1a *straight-inn .");
    let events = place_only(&mut game, "crossing-inn", 1, 0, 0);
    assert_eq!(points(&events), [(0, 6, "road")]);
    assert_eq!(counted(&events), [(Counted::Tiles, 3), (Counted::Symbol(Symbol::Inn), 3)]);
}

#[test]
fn i07_the_road_of_two_tiles_is_no_exception() {
    let mut game = board(2, INNS, "*corner-road-inn.3/1a .");
    assert_eq!(points(&place_only(&mut game, "W", 1, 0, 0)), [(0, 4, "road")]);
}

#[test]
fn i07_cities_fields_and_cloisters_see_nothing_of_inns() {
    // The city of a tile with an inn: two tiles and its shield.
    let mut game = board(2, INNS, "E.2 .\n*corner-bend-inn/0a .");
    assert_eq!(points(&place_only(&mut game, "E", -1, 0, 1)), [(0, 8, "city")]);
    assert_eq!(points(&final_scoring(&mut board(2, INNS, "E.2\n*cap-bend-inn/2a"))), [(0, 3, "field")]);
    assert_eq!(
        points(&final_scoring(&mut board(2, INNS, "*cloister-between-roads/0a straight-inn"))),
        [(0, 2, "cloister")]
    );
}

#[test]
fn i08_at_the_end_an_incomplete_road_with_an_inn_scores_0() {
    for drawing in ["W/0a *straight-inn", "straight-inn/0A *U.1 U.1", "*crossing-inn/0a", "*crossing-inn/2a"] {
        let mut game = board(2, INNS, drawing);
        let events = final_scoring(&mut game);
        assert_eq!(points(&events), [], "{drawing}");
        assert!(!events.iter().any(|event| matches!(event, Event::Scored(_))), "what brings nothing is not told");
        assert_eq!(game.scores(), [0, 0]);
        assert_eq!(pieces(&game).len(), 1, "no piece moves");
    }
    assert_eq!(points(&final_scoring(&mut board(2, INNS, "*crossing-inn/1a"))), [(0, 1, "road")], "the south one");
}

#[test]
fn i08_what_the_last_tile_completes_is_complete() {
    let mut game = last_turn(2, INNS, "W/0a *straight-inn");
    assert_eq!(points(&place_only(&mut game, "W", 1, 0, 0)), [(0, 6, "road")]);
    assert_eq!(game.phase(), Phase::Over);
}

#[test]
fn i07_i08_a_road_with_an_inn_would_bring_all_or_nothing() {
    let game = board(2, INNS, "W/0a *straight-inn U.1");
    let id = game.board().feature_at(Pos::ORIGIN, Segment(0)).expect("the road");
    let worth = game.worth(id).expect("roads score");
    assert_eq!((worth.at_end, worth.complete), (0, Some(6)));
    assert_eq!(game.projection(), [0, 0]);
}

#[test]
fn i09_anyone_may_lay_an_inn_to_the_road_of_somebody_else() {
    let mut game = board(2, INNS, "W/0a *U.1");
    game.position.active = seat(1);
    assert_eq!(game.projection(), [2, 0]);
    let events = place_only(&mut game, "straight-inn", 1, 0, 0);
    assert_eq!(points(&events), []);
    assert_eq!(game.projection(), [0, 0], "nothing if it stays open");
    assert_eq!(points(&place_only(&mut game, "W", 2, 0, 0)), [(0, 8, "road")]);
}
