//! C9 and B6: tiles that fit nowhere, and the end of the bag.

use super::*;
use crate::event::Discard;

/// Seat 0 closes the start tile's city: no city side is open any more, and a tile with four of them fits nowhere.
fn close_the_city(game: &mut BaseGame, action: Action) {
    draw(game, "E");
    play(game, at("E", 0, -1, 2));
    play(game, action);
}

fn discards(id: &str, number: u8) -> [Event; 2] {
    [
        Event::Drawn { seat: seat(number), tile: tile(id) },
        Event::Discarded { tile: tile(id), why: Discard::FitsNowhere },
    ]
}

#[test]
fn c09_a_tile_that_fits_nowhere_goes_out_of_the_game_and_the_next_is_drawn() {
    let mut game = deck(2, &[], &["E", "C", "U"]);
    close_the_city(&mut game, Action::Pass);
    let turn = game.turn();
    assert_eq!(draw(&mut game, "C"), discards("C", 1));
    assert_eq!(game.discarded(), [tile("C")]);
    assert_eq!((game.phase(), active(&game), game.turn()), (Phase::Deal, Some(1), turn));
    draw(&mut game, "U");
    assert_eq!((game.phase(), to_act(&game)), (Phase::Place, Some(1)));
    assert_eq!(game.discarded(), [tile("C")]);
}

#[test]
fn c09_a_tile_that_fits_somewhere_must_be_placed() {
    let mut game = deck(2, &[], &["C", "U"]);
    draw(&mut game, "C");
    assert_eq!(game.phase(), Phase::Place);
    // Only to the north of the start tile, in each of the four rotations that look alike.
    let mut listed = actions(&game);
    listed.sort_unstable();
    assert_eq!(listed, [0, 1, 2, 3].map(|quarters| at("C", 0, -1, quarters)));
}

#[test]
fn c09_several_tiles_in_a_row_can_fit_nowhere() {
    let mut game = deck(3, TRADERS, &["E", "C", "2-corners-chicken", "corner-2-caps-cloth", "U"]);
    close_the_city(&mut game, Action::Pass);
    for id in ["2-corners-chicken", "C", "corner-2-caps-cloth"] {
        assert_eq!(draw(&mut game, id), discards(id, 1));
        assert_eq!((game.phase(), active(&game)), (Phase::Deal, Some(1)));
    }
    assert_eq!(game.discarded(), [tile("2-corners-chicken"), tile("C"), tile("corner-2-caps-cloth")]);
    draw(&mut game, "U");
    assert_eq!((game.phase(), to_act(&game)), (Phase::Place, Some(1)));
}

#[test]
fn c09_when_the_last_tile_fits_nowhere_the_game_ends_with_the_final_scoring() {
    let mut game = deck(2, &[], &["E", "C"]);
    close_the_city(&mut game, follower(1));
    assert_eq!(game.phase(), Phase::Deal);
    let events = draw(&mut game, "C");
    assert_eq!(events[..2], discards("C", 1));
    assert!(matches!(events.last(), Some(Event::GameOver { .. })));
    assert_eq!((game.phase(), game.to_act(), game.active(), game.tile()), (Phase::Over, Actor::Nobody, None, None));
    assert_eq!(game.scores(), [3, 0], "the farmer beside the finished city");
    assert_eq!(actions(&game), []);
}

#[test]
fn c09_several_last_tiles_can_fit_nowhere() {
    let mut game = deck(2, TRADERS, &["E", "C", "2-corners-chicken"]);
    close_the_city(&mut game, Action::Pass);
    draw(&mut game, "C");
    assert_eq!(game.phase(), Phase::Deal);
    draw(&mut game, "2-corners-chicken");
    assert_eq!(game.phase(), Phase::Over);
    assert_eq!(game.discarded().len(), 2);
}

#[test]
fn c09_the_extra_turn_is_no_exception() {
    // The builder's road is extended with the last tile that fits; what is left fits nowhere.
    let mut game = board(2, TRADERS, "W/0a *U.1 .");
    beside(&mut game, PieceKind::Builder, 0, -1, 0, 0);
    let left = game.position.setup.with_tiles(["C", "2-corners-chicken", "E"].map(tile)).unwrap();
    game.position.bag = *left.bag();
    let events = place_only(&mut game, "U", 1, 0, 1);
    assert!(events.contains(&Event::ExtraTurn { seat: seat(0) }));
    assert_eq!(draw(&mut game, "C"), discards("C", 0));
    assert_eq!(draw(&mut game, "2-corners-chicken"), discards("2-corners-chicken", 0));
    draw(&mut game, "E");
    assert_eq!((game.phase(), to_act(&game)), (Phase::Place, Some(0)), "still the extra turn");
}

#[test]
fn b06_the_game_ends_after_the_turn_of_the_last_tile() {
    let mut game = deck(2, &[], &["U", "E"]);
    draw(&mut game, "U");
    play(&mut game, at("U", 1, 0, 1));
    play(&mut game, follower(0));
    draw(&mut game, "E");
    play(&mut game, at("E", 0, -1, 2));
    assert_eq!(game.phase(), Phase::Act, "the last turn is a whole one");
    let events = play(&mut game, follower(0));
    assert_eq!(points(&events), [(1, 4, "city"), (0, 2, "road")], "its scoring, then the final one");
    assert_eq!((game.phase(), game.to_act()), (Phase::Over, Actor::Nobody));
    assert!(game.bag().is_empty());
    assert!(game.check(Action::Pass).is_err());
}

#[test]
fn b06_a_game_without_tiles_is_over_at_once() {
    let game = deck(2, &[], &[]);
    assert_eq!(game.phase(), Phase::Over);
    assert_eq!(game.scores(), [0, 0]);
}
