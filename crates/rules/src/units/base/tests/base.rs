//! B1 to B4, B7 and B9: the bag, roads, cities, cloisters and what they pay at the end.

use super::*;
use crate::event::Counted;
use crate::setup::{Options, SetupError};
use crate::terrain::Symbol;
use crate::tiles::TileSet;

#[test]
fn b01_the_other_71_tiles_are_the_bag() {
    let game = BaseGame::new(&setup(2, &[]));
    assert_eq!(game.bag().total(), 71);
    assert_eq!(game.bag().count(tile("D")), 3, "one of the four lies on the table");
    for kind in TileSet::Base.kinds().filter(|&kind| kind != tile("D")) {
        assert_eq!(game.bag().count(kind), kind.def().count(), "{kind}");
    }
    for kind in TileSet::River.kinds().chain(TileSet::TradersBuilders.kinds()) {
        assert_eq!(game.bag().count(kind), 0, "{kind}");
    }
}

#[test]
fn b01_a_given_deck_has_only_tiles_of_the_bag() {
    let deck = |options: &[GameOption], ids: &[&str]| {
        let setup = setup(2, options).with_tiles(ids.iter().map(|id| tile(id)));
        setup.map(|setup| (setup.bag().total(), setup.is_full()))
    };
    assert_eq!(deck(&[], &["D", "D", "D"]), Ok((3, false)));
    assert_eq!(deck(&[], &["D", "D", "D", "D"]), Err(SetupError::TooMany(tile("D"), 3)), "one is the start tile");
    assert_eq!(deck(RIVER, &["D", "D", "D", "D"]), Err(SetupError::TooMany(tile("D"), 3)), "R1: it stays in the box");
    assert_eq!(deck(&[], &["C", "U", "C"]), Err(SetupError::TooMany(tile("C"), 1)));
    assert_eq!(deck(&[], &["lake"]), Err(SetupError::Tile(tile("lake"))));
    assert_eq!(deck(RIVER, &["spring"]), Err(SetupError::Tile(tile("spring"))), "it lies on the table");
    let goods = "river-corner-chicken";
    assert_eq!(deck(TRADERS, &[goods]), Err(SetupError::Tile(tile(goods))));
    assert_eq!(deck(BOTH, &[goods]), Ok((1, false)));
    assert!(setup(2, &[]).is_full());
}

#[test]
fn b01_options_of_other_games_are_refused() {
    for option in [GameOption::Hand, GameOption::EqualTurns] {
        let refused = Setup::new(GameId::Base, Options::NONE.with(option), 2, seat(0));
        assert_eq!(refused, Err(SetupError::Option(GameId::Base, option)));
    }
}

#[test]
fn b02_a_road_ends_at_a_crossing_a_city_or_a_cloister() {
    // From a crossing of four to each kind of end: two tiles.
    for (id, quarters) in [("X", 0), ("W", 0), ("L", 0), ("T", 1), ("S", 1), ("A", 1)] {
        let mut game = board(2, &[], "*X/1a");
        let events = place_only(&mut game, id, 1, 0, quarters);
        assert_eq!(points(&events), [(0, 2, "road")], "{id}");
    }
}

#[test]
fn b02_a_road_with_one_open_end_is_not_complete() {
    let mut game = board(2, &[], "*X/1a");
    for x in 1..=3 {
        let events = place_only(&mut game, "U", x, 0, 1);
        assert_eq!(points(&events), []);
    }
    assert_eq!(feature(&game, 0, 0, 1).open, 1);
}

#[test]
fn b02_the_roads_of_a_crossing_are_separate() {
    let game = board(2, &[], "U.1/0a *X/0b/2b U.1/0a");
    assert!(!joined(&game, (-1, 0, 0), (1, 0, 0)));
    assert_eq!(feature(&game, -1, 0, 0).tiles, 2);
}

#[test]
fn b02_a_loop_is_complete() {
    let mut game = board(
        2,
        &[],
        "*V.3/0a V
          V.2    .",
    );
    let events = place_only(&mut game, "V", 1, 1, 1);
    assert_eq!(points(&events), [(0, 4, "road")]);
    assert_eq!(followers(&game, 0), 7);
}

#[test]
fn b02_a_thief_may_be_placed_on_the_tile_that_closes_a_loop() {
    let mut game = board(
        2,
        &[],
        "*V.3 V
          V.2 .",
    );
    place(&mut game, "V", 1, 1, 1);
    let events = play(&mut game, follower(0));
    assert_eq!(points(&events), [(0, 4, "road")]);
}

#[test]
fn b02_a_road_that_leaves_a_village_and_comes_back_counts_the_village_once() {
    let mut game = board(
        2,
        &[],
        "*W/0a V
          V.2  .",
    );
    let events = place_only(&mut game, "V", 1, 1, 1);
    let road = feature(&game, 0, 0, 0);
    assert!(joined(&game, (0, 0, 0), (0, 0, 1)));
    assert_eq!((road.tally.segments(), road.tiles), (5, 4));
    assert_eq!(points(&events), [(0, 4, "road")]);
}

#[test]
fn b03_a_city_scores_2_a_tile_and_2_a_shield() {
    let mut game = board(2, &[], "E.1/0a *F F .");
    let events = place_only(&mut game, "E", 2, 0, 3);
    assert_eq!(points(&events), [(0, 12, "city")]);
}

#[test]
fn b03_a_city_of_two_tiles_is_no_exception() {
    let mut game = board(2, &[], "*D/0a");
    let events = place_only(&mut game, "E", 0, -1, 2);
    assert_eq!(points(&events), [(0, 4, "city")]);
}

#[test]
fn b03_a_city_with_a_side_at_an_empty_cell_is_not_complete() {
    let mut game = board(2, &[], "E.1/0a *R E.3");
    assert_eq!(feature(&game, 0, 0, 0).open, 1);
    let events = place_only(&mut game, "B", 0, 1, 0);
    assert_eq!(points(&events), []);
    let events = place_only(&mut game, "E", 0, -1, 2);
    assert_eq!(points(&events), [(0, 8, "city")]);
}

#[test]
fn b03_two_segments_of_one_tile_in_the_same_city_count_one_tile() {
    let mut game = board(
        2,
        &[],
        "N.1/0a N.2
         .     *N.3",
    );
    let events = place_only(&mut game, "I", -1, 0, 0);
    let city = feature(&game, -1, 0, 0);
    assert!(joined(&game, (-1, 0, 0), (-1, 0, 1)));
    assert_eq!((city.tally.segments(), city.tiles), (5, 4));
    assert_eq!(points(&events), [(0, 8, "city")]);
}

#[test]
fn b03_two_segments_of_one_tile_in_the_same_unfinished_city_count_one_tile_at_the_end() {
    let mut game = board(
        2,
        &[],
        "N.1/0a R.2
        *I      N.3",
    );
    assert_eq!(feature(&game, 0, 0, 0).open, 1, "to the east of the city on three sides");
    assert_eq!(points(&final_scoring(&mut game)), [(0, 4, "city")]);
}

#[test]
fn b03_a_city_around_a_hole_with_fields_is_complete() {
    let mut game = board(
        2,
        &[],
        "N.1/0a G N.2
         G.1    . G.1
        *N      G .",
    );
    let events = place_only(&mut game, "N", 2, 0, 3);
    assert_eq!(points(&events), [(0, 16, "city")]);
}

#[test]
fn b03_a_city_with_a_gap_inside_is_not_complete_until_it_is_filled() {
    let mut game = board(
        2,
        &[],
        "N.1/0a R.2 N.2
         G.1    .   G.1
        *N      G   .",
    );
    let events = place_only(&mut game, "N", 2, 0, 3);
    assert_eq!(points(&events), []);
    let events = place_only(&mut game, "E", 1, -1, 0);
    assert_eq!(points(&events), [(0, 18, "city")]);
}

#[test]
fn b04_a_cloister_is_complete_when_all_eight_cells_around_it_hold_tiles() {
    let mut game = board(
        2,
        &[],
        "E    E    .
         E.3 *B/0a .
         E.2  E.2  .",
    );
    for (y, open) in [(1, 2), (0, 1)] {
        let events = place_only(&mut game, "E", 1, y, 1);
        assert_eq!(points(&events), []);
        assert_eq!(feature(&game, 0, 0, 0).open, open);
    }
    let events = place_only(&mut game, "E", 1, -1, 1);
    assert_eq!(points(&events), [(0, 9, "cloister")]);
    assert_eq!(followers(&game, 0), 7);
}

#[test]
fn b04_one_tile_can_complete_two_cloisters() {
    let mut game = board(
        2,
        &[],
        "B  B     B     B
         B *B/0a  B/0b  B
         B  B     .     B",
    );
    let events = place_only(&mut game, "E", 1, 1, 2);
    assert_eq!(points(&events), [(0, 9, "cloister"), (1, 9, "cloister")]);
}

#[test]
fn b07_an_incomplete_city_pays_1_a_tile_and_1_a_shield() {
    let mut game = board(2, &[], "E.1/0a *F F");
    assert_eq!(points(&final_scoring(&mut game)), [(0, 5, "city")]);
}

#[test]
fn b07_an_incomplete_road_pays_1_a_tile() {
    let mut game = board(2, &[], "U.1/0a *U.1");
    assert_eq!(points(&final_scoring(&mut game)), [(0, 2, "road")]);
}

#[test]
fn b07_an_incomplete_cloister_pays_for_itself_and_each_tile_around_it() {
    let mut alone = board(2, &[], "*B/0a");
    assert_eq!(points(&final_scoring(&mut alone)), [(0, 1, "cloister")]);
    let mut game = board(
        2,
        &[],
        "E    E    E
         E.3 *B/0a E.1
         .    E.2  E.2",
    );
    assert_eq!(points(&final_scoring(&mut game)), [(0, 8, "cloister")]);
}

#[test]
fn b07_majorities_count_at_the_end_too() {
    let mut game = board(3, &[], "U.1/0a *U.1/0b U.1/0b");
    assert_eq!(points(&final_scoring(&mut game)), [(1, 3, "road")]);
    let mut game = board(3, &[], "U.1/0a *U.1 U.1/0c");
    assert_eq!(points(&final_scoring(&mut game)), [(0, 3, "road"), (2, 3, "road")]);
}

#[test]
fn b07_a_feature_without_followers_pays_nobody() {
    let mut game = board(2, &[], "E.1 *F");
    assert_eq!(points(&final_scoring(&mut game)), []);
}

#[test]
fn b07_the_final_scoring_moves_no_piece_and_says_it_is_final() {
    let mut game = board(2, &[], "*D/0a/1a/2b");
    let before = pieces(&game);
    let events = final_scoring(&mut game);
    assert_eq!(pieces(&game), before);
    assert_eq!([followers(&game, 0), followers(&game, 1)], [5, 6]);
    let all_final = events.iter().all(|event| !matches!(event, Event::Scored(score) if !score.end));
    assert!(all_final && points(&events).len() == 2);
}

#[test]
fn b07_what_the_last_tile_completes_is_scored_as_complete() {
    let mut game = last_turn(2, &[], "E.1/0a *F .");
    let events = place_only(&mut game, "E", 1, 0, 3);
    assert_eq!(points(&events), [(0, 8, "city")]);
    assert_eq!(game.phase(), Phase::Over);
}

#[test]
fn b07_scores_say_what_was_counted() {
    let counted = |drawing: &str| -> Vec<(Counted, u16)> {
        let events = final_scoring(&mut board(2, &[], drawing));
        let scores = events.iter().filter_map(|event| match event {
            Event::Scored(score) => Some(score.facts.iter().collect::<Vec<_>>()),
            _ => None,
        });
        scores.flatten().collect()
    };
    assert_eq!(counted("E.1/0a *F F"), [(Counted::Tiles, 3), (Counted::Symbol(Symbol::Shield), 2)]);
    assert_eq!(counted("E.1/0a *G"), [(Counted::Tiles, 2)], "no shields are not told");
    assert_eq!(counted("U.1/0a *U.1"), [(Counted::Tiles, 2)]);
    assert_eq!(counted("*B/0a E.1"), [(Counted::Surroundings, 2)]);
    assert_eq!(counted("E.1 *G/1a E.3"), [(Counted::Cities, 1)]);
}

#[test]
fn b09_two_to_five_can_play_with_seven_followers_each() {
    for players in 2..=5 {
        let game = BaseGame::new(&setup(players, &[]));
        assert_eq!(game.scores(), vec![0; players.into()]);
        assert_eq!(game.bag().total(), 71);
        for number in 0..players {
            assert_eq!(followers(&game, number), 7);
        }
    }
    for (players, options) in [(1, &[][..]), (6, &[][..]), (6, RIVER), (1, TRADERS), (7, TRADERS), (0, &[][..])] {
        let options: Options = options.iter().copied().collect();
        let refused = Setup::new(GameId::Base, options, players, seat(0));
        assert_eq!(refused, Err(SetupError::Players(GameId::Base, options, players)));
    }
}

#[test]
fn b09_with_traders_and_builders_six_can_play() {
    for players in 2..=6 {
        let game = BaseGame::new(&setup(players, TRADERS));
        for number in 0..players {
            assert_eq!((followers(&game, number), builders(&game, number), pigs(&game, number)), (7, 1, 1));
            assert_eq!(goods(&game, number), [0, 0, 0]);
        }
    }
}
