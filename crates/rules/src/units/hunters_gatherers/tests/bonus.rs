//! The move with a bonus tile (H9 to H11).

use super::*;
use crate::action::{Actor, Phase};
use crate::event::Discard;
use crate::game::Chance;
use crate::testkit::{actions, forbidden_by, points};

/// A forest with a nugget that lacks its middle, in which `39` or `41` fits at (0,-1).
const FOREST: &str = "35 . 35.2\n61 *61 61";

fn bonus_moves(events: &[Event]) -> Vec<u8> {
    let told = events.iter().filter_map(|event| match event {
        Event::BonusMove { seat } => Some(seat.number()),
        _ => None,
    });
    told.collect()
}

#[test]
fn h09_who_completes_a_forest_with_a_nugget_moves_again_though_another_owns_it() {
    let mut game = board(2, "35/1b . 35.2\n61 *61 61");
    let events = place_only(&mut game, "39", 0, -1, 0);
    assert_eq!(points(&events), [(1, 6, "forest")]);
    assert_eq!(bonus_moves(&events), [0]);
    assert_eq!((game.phase(), game.chance(), game.active()), (Phase::Deal, Some(Chance::Bonus), Some(seat(0))));
    assert_eq!(game.rules.bonus().total(), 12);
}

#[test]
fn h09_though_nobody_owns_it() {
    let mut game = board(2, FOREST);
    let events = place_only(&mut game, "39", 0, -1, 0);
    assert_eq!((points(&events), bonus_moves(&events)), (vec![], vec![0]));
    // The move comes after the scoring.
    let mut game = board(2, FOREST);
    place(&mut game, "39", 0, -1, 0);
    let events = play(&mut game, follower(1));
    assert_eq!(points(&events), [(0, 6, "forest")]);
    assert!(matches!(events.last(), Some(Event::BonusMove { .. })));
}

#[test]
fn h09_no_nugget_no_move() {
    let mut game = board(2, FOREST);
    // Two forests, both complete, neither with gold.
    let events = place_only(&mut game, "41", 0, -1, 0);
    assert_eq!(bonus_moves(&events), []);
    assert_eq!((game.chance(), game.active()), (Some(Chance::Tile), Some(seat(1))));
}

#[test]
fn h09_no_move_while_the_forest_is_open() {
    let mut game = board(2, "35 .\n61 *61");
    assert_eq!(bonus_moves(&place_only(&mut game, "39", 0, -1, 0)), []);
}

#[test]
fn h09_one_move_for_two_forests_with_nuggets() {
    let mut game = board(2, "35 38 . 38 35.2\n61 61 *61 61 61");
    let events = place_only(&mut game, "41", 0, -1, 0);
    assert_eq!(bonus_moves(&events), [0]);
    draw(&mut game, "B02");
    play(&mut game, at("B02", 0, 1, 0));
    play(&mut game, Action::Pass);
    assert_eq!((game.chance(), game.active(), game.turn()), (Some(Chance::Tile), Some(seat(1)), 2));
}

#[test]
fn h09_a_nugget_on_a_bonus_tile_counts() {
    let mut game = board(2, "*B01 .\n37 61");
    assert_eq!(bonus_moves(&place_only(&mut game, "35", 1, 0, 2)), [0]);
}

#[test]
fn h09_a_forest_completed_earlier_beside_the_tile_does_not_count() {
    let mut game = board(2, "35 39 35.2\n61 *61 61");
    assert_eq!(bonus_moves(&place_only(&mut game, "61", 0, 1, 0)), []);
}

#[test]
fn h10_the_bonus_tile_is_placed_in_the_same_turn_by_the_usual_rules() {
    let mut game = board(2, FOREST);
    place_only(&mut game, "39", 0, -1, 0);
    let outcomes = actions(&game);
    assert_eq!(outcomes.len(), 12);
    assert_eq!(outcomes.iter().map(|&outcome| game.weight(outcome)).sum::<u32>(), 12);
    assert_eq!(game.weight(Action::Draw { tile: tile("62") }), 0);
    assert_eq!(forbidden_by(&game, Action::Draw { tile: tile("62") }), Some("H10"));

    draw(&mut game, "B11");
    assert_eq!((game.phase(), game.to_act(), game.turn()), (Phase::Place, Actor::Player(seat(0)), 1));
    assert_eq!(game.tile(), Some(tile("B11")));
    assert_eq!(forbidden_by(&game, at("B11", 1, -2, 0)), Some("C3"));
    play(&mut game, at("B11", 0, -2, 2));
    assert_eq!(choices(&game), (vec![0, 1], vec![]));
    play(&mut game, follower(0));
    assert_eq!((game.active(), game.turn(), game.bag().total()), (Some(seat(1)), 2, 78));
    assert_eq!(game.rules.bonus().total(), 11);
    // Seat 1's land tile comes from the bag again.
    assert_eq!(forbidden_by(&game, Action::Draw { tile: tile("B02") }), Some("C8"));
    assert_eq!(forbidden_by(&game, Action::Draw { tile: tile("62") }), None);
}

#[test]
fn h10_a_bonus_tile_that_completes_a_forest_with_a_nugget_brings_no_other_move() {
    // Forest from the tile above and from the one to the west, each with one side.
    let mut game = board(2, "35 . 35.2\n61 *61 61\n61 36/1a 61\n35 . 61\n61 61 61");
    place_only(&mut game, "39", 0, -1, 0);
    draw(&mut game, "B01");
    play(&mut game, at("B01", 0, 2, 2));
    let events = play(&mut game, Action::Pass);
    assert_eq!(points(&events), [(0, 6, "forest")]);
    assert_eq!(bonus_moves(&events), []);
    assert_eq!((game.chance(), game.active()), (Some(Chance::Tile), Some(seat(1))));
}

#[test]
fn h10_followers_that_came_back_can_be_used_on_the_bonus_tile() {
    let mut game = board(2, "35/1a . 35.2\n61 *61 61");
    leave_no_follower(&mut game);
    let events = place(&mut game, "39", 0, -1, 0);
    // Without a follower there is nothing to decide on the land tile.
    assert_eq!((points(&events), bonus_moves(&events)), (vec![(0, 6, "forest")], vec![0]));
    draw(&mut game, "B11");
    play(&mut game, at("B11", 0, -2, 2));
    assert_eq!(choices(&game).0, [0, 1]);
}

#[test]
fn h10_a_hut_may_go_to_the_bonus_tile() {
    let mut game = board(2, FOREST);
    place_only(&mut game, "39", 0, -1, 0);
    draw(&mut game, "B04");
    play(&mut game, at("B04", 0, -2, 0));
    assert_eq!(choices(&game).1, [1, 3, 4]);
    play(&mut game, build(4));
    assert_eq!(game.supply(seat(0)).count(PieceKind::Hut), 1);
}

#[test]
fn h11_a_bonus_tile_that_fits_nowhere_goes_out_and_the_next_one_comes() {
    let mut game = board(2, FOREST);
    place_only(&mut game, "39", 0, -1, 0);
    // Rivers on all sides, and no river on the board.
    let events = draw(&mut game, "B09");
    assert!(events.contains(&Event::Discarded { tile: tile("B09"), why: Discard::FitsNowhere }));
    assert_eq!(
        (game.chance(), game.active(), game.discarded()),
        (Some(Chance::Bonus), Some(seat(0)), &[tile("B09")][..])
    );
    draw(&mut game, "B02");
    assert_eq!(game.phase(), Phase::Place);
}

#[test]
fn h11_no_bonus_tiles_no_move() {
    let mut game = board(2, FOREST);
    game.rules.bonus = *game.position.setup.with_bonus([]).unwrap().bonus();
    let events = place_only(&mut game, "39", 0, -1, 0);
    assert_eq!(bonus_moves(&events), []);
    assert_eq!((game.chance(), game.active()), (Some(Chance::Tile), Some(seat(1))));
}

#[test]
fn h11_the_turn_ends_when_the_bonus_tiles_left_fit_nowhere() {
    let mut game = board(2, FOREST);
    game.rules.bonus = *game.position.setup.with_bonus([tile("B09")]).unwrap().bonus();
    place_only(&mut game, "39", 0, -1, 0);
    draw(&mut game, "B09");
    assert_eq!((game.chance(), game.active(), game.turn()), (Some(Chance::Tile), Some(seat(1)), 2));
    assert_eq!(game.discarded(), [tile("B09")]);
}
