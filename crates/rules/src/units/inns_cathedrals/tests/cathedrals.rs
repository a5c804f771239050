//! I9 to I13: cities with a cathedral.

use super::*;

/// A cathedral at the origin with caps on all sides but the east.
const THREE_CAPS: &str = "
    .       E.2        .
    E.1/0a *cathedral  .
    .       E          .";

#[test]
fn i09_anyone_may_lay_a_cathedral_to_the_city_of_somebody_else() {
    let mut game = board(2, INNS, "E.1/0a *G .");
    game.position.active = seat(1);
    assert_eq!(game.projection(), [2, 0]);
    place(&mut game, "cathedral", 1, 0, 0);
    assert_eq!(game.phase(), Phase::Deal, "the city is red's, and there is nothing else on the tile");
    assert_eq!(game.projection(), [0, 0]);
}

#[test]
fn i09_nothing_but_the_sides_limits_where_a_cathedral_lies() {
    let mut game = board(2, INNS, "*D");
    game.position.begin_placing(tile("cathedral"));
    assert_eq!(actions(&game), [0, 1, 2, 3].map(|quarters| at("cathedral", 0, -1, quarters)));
    assert_eq!(forbidden_by(&game, at("cathedral", 1, 0, 0)), Some("C3"));
}

#[test]
fn i10_a_knight_may_stand_on_its_tile_and_nobody_else() {
    let mut game = board(2, INNS, "*D");
    place(&mut game, "cathedral", 0, -1, 0);
    assert_eq!(actions(&game), [follower(0), large(0), Action::Pass]);
    play(&mut game, follower(0));
    assert_eq!(pieces(&game), [(0, PieceKind::Follower, 0, -1, 0)]);
}

#[test]
fn i10_it_is_neither_a_cloister_nor_a_shield() {
    assert_eq!(tile("cathedral").def().centre(), None);
    let game = board(2, INNS, "*cathedral/0a");
    let city = feature(&game, 0, 0, 0);
    assert_eq!((city.tally.count(Symbol::Cathedral), city.tally.count(Symbol::Shield)), (1, 0));
    // Surrounded, but open: nothing is complete.
    let mut game = board(
        2,
        INNS,
        "B    G.1        B
         G   *cathedral/0a G
         B    G.1        .",
    );
    assert_eq!(points(&place_only(&mut game, "B", 1, 1, 0)), []);
}

#[test]
fn i11_a_completed_city_with_a_cathedral_scores_3_a_tile_and_3_a_shield() {
    let mut game = board(2, INNS, THREE_CAPS);
    place_only(&mut game, "F", 1, 0, 0);
    place_only(&mut game, "F", 2, 0, 0);
    let events = place_only(&mut game, "E", 3, 0, 3);
    assert_eq!(points(&events), [(0, 27, "city")], "7 tiles and 2 shields");
    let expected = [(Counted::Tiles, 7), (Counted::Symbol(Symbol::Shield), 2), (Counted::Symbol(Symbol::Cathedral), 1)];
    assert_eq!(counted(&events), expected);
}

#[test]
fn i11_the_smallest_one_has_5_tiles() {
    let mut game = board(2, INNS, THREE_CAPS);
    assert_eq!(points(&place_only(&mut game, "E", 1, 0, 3)), [(0, 15, "city")]);
    assert_eq!(followers(&game, 0), 7);
}

#[test]
fn i11_the_second_cathedral_changes_nothing() {
    let mut game = board(
        2,
        INNS,
        ".       E.2        E.2       .
         E.1/0a *cathedral  cathedral  .
         .       E          E         .",
    );
    let events = place_only(&mut game, "E", 2, 0, 3);
    assert_eq!(points(&events), [(0, 24, "city")]);
    assert_eq!(counted(&events), [(Counted::Tiles, 8), (Counted::Symbol(Symbol::Cathedral), 2)]);
}

#[test]
fn i11_the_cathedral_may_be_the_tile_that_completes_the_city() {
    let mut game = board(
        2,
        INNS,
        "B    E.2  B
         E.1  .    E.3/0a
         *B   E    .",
    );
    assert_eq!(points(&place_only(&mut game, "cathedral", 1, -1, 0)), [(0, 15, "city")]);
}

#[test]
fn i11_a_city_without_a_cathedral_scores_as_ever() {
    let mut game = five_tiles(INNS, ["a", "", "", ""]);
    let events = place_only(&mut game, "R", -1, 0, 0);
    assert_eq!(points(&events), [(0, 10, "city")]);
    assert_eq!(counted(&events), [(Counted::Tiles, 5)]);
}

#[test]
fn i12_at_the_end_an_incomplete_city_with_a_cathedral_scores_0_shields_included() {
    for drawing in [THREE_CAPS, "E.1/0a *cathedral F", "C/0A *cathedral", "*cathedral/0a"] {
        let mut game = board(2, INNS, drawing);
        let events = final_scoring(&mut game);
        assert_eq!(points(&events), [], "{drawing}");
        assert!(!events.iter().any(|event| matches!(event, Event::Scored(_))), "what brings nothing is not told");
    }
    assert_eq!(points(&final_scoring(&mut board(2, INNS, "C/0a *F"))), [(0, 4, "city")], "without one as ever");
}

#[test]
fn i11_i12_a_city_with_a_cathedral_would_bring_all_or_nothing() {
    let game = board(2, INNS, "E.1/0a *cathedral F");
    let id = game.board().feature_at(Pos::ORIGIN, Segment(0)).expect("the city");
    let worth = game.worth(id).expect("cities score");
    assert_eq!((worth.at_end, worth.complete), (0, Some(12)));
}

#[test]
fn i13_for_fields_nothing_changes() {
    // Farmers beside a finished city with a cathedral and beside an unfinished one.
    let mut game = board(2, INNS, ".  E.2/1b  .\nE.1  *cathedral  E.3\n.  E  .");
    assert_eq!(points(&final_scoring(&mut game)), [(1, 3, "field")]);
    let mut game = board(2, INNS, ".  E.2/1b  .\nE.1  *cathedral  .\n.  E  .");
    assert_eq!(points(&final_scoring(&mut game)), []);
}
