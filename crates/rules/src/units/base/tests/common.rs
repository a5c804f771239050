//! The rules common to every game (C), as the base game shows them; those of the bare board are tested beside it.

use super::*;
use crate::action::Animal;
use crate::game::Chance;
use crate::geometry::Corner;
use crate::seat::SeatSet;
use crate::setup::{Options, SetupError};

#[test]
fn c01_the_start_tile_lies_at_the_origin_unturned() {
    let game = BaseGame::new(&setup(2, &[]));
    assert_eq!(game.board().tile_count(), 1);
    let start = game.board().laid(0).unwrap();
    assert_eq!((start.kind, start.pos, start.rotation), (tile("D"), Pos::new(0, 0), Rotation::NONE));
}

#[test]
fn c01_a_cell_far_away_is_refused_and_nothing_breaks() {
    let mut game = BaseGame::new(&setup(2, &[]));
    draw(&mut game, "E");
    for (x, y) in [(i16::MAX, i16::MAX), (i16::MIN, i16::MIN), (127, 0), (128, 0), (-129, 0), (256, 1), (0, -255)] {
        assert_eq!(forbidden_by(&game, at("E", x, y, 0)), Some("C3"), "{x},{y}");
    }
}

#[test]
fn c03_a_tile_needs_a_side_in_common_with_a_placed_one() {
    let mut game = BaseGame::new(&setup(2, &[]));
    draw(&mut game, "E");
    assert_eq!(forbidden_by(&game, at("E", 2, 0, 0)), Some("C3"));
    assert_eq!(forbidden_by(&game, at("E", 1, 1, 0)), Some("C3"), "a corner is not enough");
    assert_eq!(forbidden_by(&game, at("E", 0, 0, 0)), Some("C3"), "the cell is taken");
    assert_eq!(game.check(at("E", 0, 1, 1)), Ok(()));
}

#[test]
fn c03_the_terrain_of_every_shared_side_must_be_the_same() {
    let mut game = BaseGame::new(&setup(2, &[]));
    draw(&mut game, "E");
    // The start tile has a city in the north, roads in the east and west, a field in the south: a tile with one city
    // side goes to the north with the city to the south, or to the south with any other side to the north.
    let mut listed = actions(&game);
    listed.sort_unstable();
    assert_eq!(listed, [at("E", 0, -1, 2), at("E", 0, 1, 1), at("E", 0, 1, 2), at("E", 0, 1, 3)]);
    assert_eq!(forbidden_by(&game, at("E", 0, -1, 0)), Some("C3"));
    assert_eq!(forbidden_by(&game, at("E", 1, 0, 0)), Some("C3"));
}

#[test]
fn c07_play_goes_clockwise_from_the_first_player() {
    let setup = Setup::new(GameId::Base, Options::NONE, 3, seat(1)).unwrap();
    let mut game = BaseGame::new(&setup);
    let mut order = Vec::new();
    for x in 1..=5 {
        order.push((active(&game).unwrap(), game.turn()));
        place_only(&mut game, "U", x, 0, 1);
    }
    assert_eq!(order, [(1, 1), (2, 2), (0, 3), (1, 4), (2, 5)]);
}

#[test]
fn c07_the_first_player_must_be_one_of_the_players() {
    let wrong = Setup::new(GameId::Base, Options::NONE, 3, seat(3));
    assert_eq!(wrong, Err(SetupError::First(seat(3), 3)));
}

#[test]
fn c08_a_turn_begins_by_drawing_a_tile_from_the_bag() {
    let mut game = deck(2, &[], &["E", "E", "U"]);
    assert_eq!((game.phase(), game.to_act(), game.chance()), (Phase::Deal, Actor::Dealer, Some(Chance::Tile)));
    assert_eq!(game.tile(), None);
    let outcomes = actions(&game);
    assert_eq!(outcomes, [Action::Draw { tile: tile("E") }, Action::Draw { tile: tile("U") }]);
    let weights: Vec<u32> = outcomes.iter().map(|&outcome| game.weight(outcome)).collect();
    assert_eq!(weights, [2, 1]);
    let events = draw(&mut game, "E");
    assert_eq!(events, [Event::Drawn { seat: seat(0), tile: tile("E") }]);
    assert_eq!((game.phase(), to_act(&game), game.tile()), (Phase::Place, Some(0), Some(tile("E"))));
}

#[test]
fn c08_a_tile_that_is_not_in_the_bag_cannot_come() {
    let mut game = deck(2, &[], &["E", "U"]);
    assert_eq!(forbidden_by(&game, Action::Draw { tile: tile("V") }), Some("C8"));
    assert_eq!(game.weight(Action::Draw { tile: tile("V") }), 0);
    draw(&mut game, "E");
    play(&mut game, at("E", 0, -1, 2));
    play(&mut game, Action::Pass);
    assert_eq!(forbidden_by(&game, Action::Draw { tile: tile("E") }), Some("C8"), "there was only one");
}

#[test]
fn c10_placing_the_tile_is_obligatory_and_comes_first() {
    let mut game = BaseGame::new(&setup(2, &[]));
    draw(&mut game, "E");
    assert_eq!(forbidden_by(&game, Action::Pass), Some("C10"));
    assert_eq!(forbidden_by(&game, follower(0)), Some("C10"));
    assert_eq!(forbidden_by(&game, at("U", 1, 0, 1)), Some("C10"), "another tile than the one drawn");
}

#[test]
fn c10_one_tile_and_one_follower_a_turn() {
    let mut game = BaseGame::new(&setup(2, &[]));
    draw(&mut game, "U");
    play(&mut game, at("U", 1, 0, 1));
    assert_eq!(game.phase(), Phase::Act);
    assert_eq!(game.tile(), Some(tile("U")), "the tile just placed");
    assert_eq!(forbidden_by(&game, at("U", 2, 0, 1)), Some("C10"));
    play(&mut game, follower(0));
    assert_eq!(game.phase(), Phase::Deal);
    assert!(game.check(follower(1)).is_err());
    assert_eq!(followers(&game, 0), 6);
}

#[test]
fn c10_a_refused_action_changes_nothing() {
    let mut game = BaseGame::new(&setup(2, &[]));
    draw(&mut game, "U");
    let before = actions(&game);
    assert!(game.play(at("U", 0, -1, 0)).is_err());
    assert_eq!(actions(&game), before);
    assert_eq!(game.board().tile_count(), 1);
}

/// A hole in the middle which one tile fills: it completes red's city, blue's road and yellow's cloister.
const THREE_AT_ONCE: &str = "
    B  B     E.2/0a B
    B *B/0c  .      A.1/1b
    B  B     A.2    .";

#[test]
fn c10_actions_of_other_phases_and_games_are_refused() {
    let mut game = BaseGame::new(&setup(2, TRADERS));
    let pos = Pos::ORIGIN;
    let strange = [
        Action::DrawToken { animal: Animal::Lion },
        Action::Hut { segment: Segment(0) },
        Action::Recall { pos, segment: Segment(0) },
        Action::Ranger { from: None, to: pos },
        Action::Waterhole { pos, corner: Corner::NorthEast, animal: Animal::Lion },
        Action::Token { animal: Animal::Lion },
        Action::ReturnFarmer,
    ];
    let refused = |game: &BaseGame| strange.iter().all(|&action| game.check(action).is_err());
    assert!(refused(&game) && game.check(Action::Pass).is_err() && game.check(at("E", 0, 1, 1)).is_err());
    draw(&mut game, "E");
    assert!(refused(&game) && game.check(Action::Draw { tile: tile("E") }).is_err());
    play(&mut game, at("E", 0, 1, 1));
    assert!(refused(&game) && game.check(Action::Draw { tile: tile("E") }).is_err());
    final_scoring(&mut game);
    assert!(refused(&game) && game.check(Action::Pass).is_err());
}

#[test]
fn c10_everything_completed_is_scored_whoever_owns_it() {
    let mut game = board(3, &[], THREE_AT_ONCE);
    game.position.active = seat(1);
    place_only(&mut game, "J", 1, 0, 0);
    assert_eq!(game.scores(), [4, 3, 9]);
    assert_eq!([0, 1, 2].map(|number| followers(&game, number)), [7, 7, 7]);
    assert_eq!(active(&game), Some(2));
}

#[test]
fn c16_the_most_points_win() {
    let mut game = board(3, &[], "U.1/0b *U.1 W/0c");
    assert_eq!(game.winners(), SeatSet::EMPTY, "not before the end");
    let events = final_scoring(&mut game);
    let winner = SeatSet::EMPTY.with(seat(1));
    assert_eq!(game.scores(), [0, 3, 1]);
    assert_eq!(game.winners(), winner);
    assert_eq!(events.last(), Some(&Event::GameOver { winners: winner }));
}

#[test]
fn c16_tied_players_share_the_win() {
    let mut game = board(3, &[], "*W/2a/1c");
    final_scoring(&mut game);
    assert_eq!(game.scores(), [1, 0, 1]);
    assert_eq!(game.winners(), SeatSet::EMPTY.with(seat(0)).with(seat(2)));
}

#[test]
fn c17_which_tiles_are_still_to_come_is_public_as_counts() {
    let mut game = BaseGame::new(&setup(2, &[]));
    assert_eq!((game.bag().count(tile("U")), game.bag().total()), (8, 71));
    draw(&mut game, "U");
    assert_eq!((game.bag().count(tile("U")), game.bag().total()), (7, 70), "the drawn tile is not among them");
}

#[test]
fn c18_features_are_scored_in_reading_order_of_their_first_tiles() {
    // The city begins in the row above, the cloister lies west of the road's first tile.
    let mut game = board(3, &[], THREE_AT_ONCE);
    let events = place_only(&mut game, "J", 1, 0, 0);
    assert_eq!(points(&events), [(0, 4, "city"), (2, 9, "cloister"), (1, 3, "road")]);
    let places: Vec<_> = events
        .iter()
        .filter_map(|event| match event {
            Event::Scored(score) => score.at.map(|(pos, segment)| (pos.x, pos.y, segment.0)),
            _ => None,
        })
        .collect();
    assert_eq!(places, [(1, -1, 0), (0, 0, 0), (1, 0, 1)]);
}

#[test]
fn c18_of_features_that_begin_on_one_tile_the_lower_segment_comes_first() {
    // The village's east road is its segment 0, the south road its segment 1.
    let mut game = board(
        2,
        &[],
        " .      A.1/1b
         *A.2/1a B",
    );
    let events = place_only(&mut game, "W", 0, -1, 0);
    assert_eq!(points(&events), [(1, 2, "road"), (0, 2, "road")]);
}
