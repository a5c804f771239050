//! Waterholes (S12 to S16).

use super::*;
use crate::tiles::TileDef;

/// Seat 0 is to act on four savanna tiles around the grid point north-west of (0,0), with one more tile in the east.
fn square() -> SafariGame {
    let mut game = board(2, "01 01\n01 *01");
    give(&mut game, 0, &Animal::ALL);
    give(&mut game, 1, &Animal::ALL);
    turn(&mut game, 0);
    game
}

/// It is this player's turn, after placing a tile somewhere in the east.
fn turn(game: &mut SafariGame, number: u8) {
    game.position.active = seat(number);
    let east = game.position.board.open_cells().iter().copied().filter(|cell| cell.y == 0).max().unwrap();
    place(game, "01", east.x, 0, 0);
}

/// This player lays a token at the grid point, on the tile named by its corner there.
fn lay(game: &mut SafariGame, number: u8, corner: Corner, animal: Animal) -> Vec<Event> {
    if game.phase() != Phase::Act {
        turn(game, number);
    }
    game.position.active = seat(number);
    play(game, at_point(corner, animal))
}

fn at_point(corner: Corner, animal: Animal) -> Action {
    match corner {
        NW => waterhole(0, 0, NW, animal),
        NE => waterhole(-1, 0, NE, animal),
        SE => waterhole(-1, -1, SE, animal),
        SW => waterhole(0, -1, SW, animal),
    }
}

#[test]
fn s12_a_token_needs_a_savanna_corner_turned_with_the_tile() {
    let mut game = board(2, "*20a.1 01");
    give(&mut game, 0, &[Lion]);
    place(&mut game, "01", 2, 0, 0);
    // The bush lies in the south now.
    let at = |corner| forbidden_by(&game, waterhole(0, 0, corner, Lion));
    assert_eq!([NW, NE, SE, SW].map(at), [None, None, Some("S12"), Some("S12")]);
    assert_eq!(forbidden_by(&game, waterhole(0, 1, NW, Lion)), Some("S12"));
}

#[test]
fn s12_bush_corners_are_closed_to_extending_as_well() {
    let mut game = board(2, "*01 20a.3");
    give(&mut game, 0, &[Lion, Zebra, Monkey]);
    place(&mut game, "01", -1, 0, 0);
    play(&mut game, waterhole(0, 0, NE, Lion));
    game.position.active = seat(0);
    place(&mut game, "01", -2, 0, 0);
    assert_eq!(forbidden_by(&game, waterhole(1, 0, NW, Zebra)), Some("S12"));
    assert_eq!(forbidden_by(&game, waterhole(0, 0, NE, Zebra)), Some("S12"));
}

/// How many corners of all printed tiles, the start board's squares among them, take a waterhole.
fn printed_corners(takes: impl Fn(&TileDef, Corner) -> bool) -> usize {
    let tiles = TileSet::Safari.kinds().map(|kind| {
        let corners = Corner::ALL.into_iter().filter(|&corner| takes(kind.def(), corner)).count();
        corners * usize::from(kind.def().count())
    });
    tiles.sum()
}

#[test]
fn s12_the_two_readings_count_168_and_284_of_300_printed_corners() {
    assert_eq!(printed_corners(|_, _| true), 300);
    assert_eq!(printed_corners(|tile, corner| tile.is_savanna(corner, Rotation::NONE)), 168);
    assert_eq!(printed_corners(|tile, corner| tile.is_savanna_so(corner, Rotation::NONE, true)), 284);
    // What the narrow reading allows the wide one allows too.
    let narrow_only = |tile: &TileDef, corner| {
        tile.is_savanna(corner, Rotation::NONE) && !tile.is_savanna_so(corner, Rotation::NONE, true)
    };
    assert_eq!(printed_corners(narrow_only), 0);
}

#[test]
fn s12_with_wide_corners_only_what_lies_between_two_sides_of_one_bush_is_bush() {
    let taken = |drawing: &str| {
        let mut game = board_of(wide_setup(2), drawing);
        give(&mut game, 0, &[Lion]);
        place(&mut game, "01", 0, 1, 0);
        [NW, NE, SE, SW].map(|corner| forbidden_by(&game, waterhole(0, 0, corner, Lion)))
    };
    let all = [None; 4];
    assert_eq!(taken("*20a"), all, "one side");
    assert_eq!(taken("*22"), all, "two sides, but each is a bush of its own");
    assert_eq!(taken("*30a"), all, "no corner between opposite sides");
    assert_eq!(taken("*29"), [None, Some("S12"), None, None]);
    assert_eq!(taken("*29.3"), [Some("S12"), None, None, None], "it turns with the tile");
    assert_eq!(taken("*33a.3"), [Some("S12"), Some("S12"), None, None]);
}

#[test]
fn s12_wide_corners_are_for_extending_too() {
    // The corner of a bush cap, which is closed without the option.
    for (setup, rule) in [(wide_setup(2), None), (setup(2), Some("S12"))] {
        let mut game = board_of(setup, "*01 20a.3");
        give(&mut game, 0, &[Lion, Zebra]);
        place(&mut game, "01", -1, 0, 0);
        play(&mut game, waterhole(0, 0, NE, Lion));
        game.position.active = seat(0);
        place(&mut game, "01", -2, 0, 0);
        assert_eq!(forbidden_by(&game, waterhole(1, 0, NW, Zebra)), rule);
        let listed = actions(&game).contains(&waterhole(1, 0, NW, Zebra));
        assert_eq!(listed, rule.is_none());
        if rule.is_none() {
            assert_eq!(points(&play(&mut game, waterhole(1, 0, NW, Zebra))), [(0, 4, "waterhole")]);
        }
    }
}

#[test]
fn s12_the_squares_of_the_start_board_are_tiles_in_every_respect() {
    let mut game = SafariGame::new(&setup(2));
    draw(&mut game, &[Lion, Zebra, Monkey, Monkey]);
    let tile = testkit::tile(&sets(), "03a");
    play(&mut game, Action::Draw { tile });
    // The path of the middle square goes on, with its giraffe.
    play(&mut game, Action::Place { tile, pos: Pos::new(0, 1), rotation: Rotation::ALL[1] });
    let corners: Vec<Action> = actions(&game)
        .into_iter()
        .filter(|action| matches!(action, Action::Waterhole { animal: Lion, pos, .. } if pos.y == 0))
        .collect();
    let expected = [(-1, NW), (-1, NE), (0, NW), (0, NE), (0, SE), (0, SW), (1, SE), (1, SW)];
    assert_eq!(corners, expected.map(|(x, corner)| waterhole(x, 0, corner, Lion)));
    play(&mut game, follower(0));
    assert_eq!(points(&play(&mut game, Action::Pass)), [(0, 3, "path")]);
}

#[test]
fn s12_the_start_board_surrounds_baobabs() {
    // North of the start board: the baobab at (1,-1) needs the squares below it.
    let mut game = board(2, "01 01 .\n01 01/0a 01\n*start-west start-middle 01");
    place(&mut game, "01", 2, -2, 0);
    play(&mut game, Action::Pass);
    assert_eq!((game.chance(), at_home(&game, 0)), (Some(Chance::Token), 6));
}

#[test]
fn s13_founding_takes_a_token_and_a_follower_and_brings_3() {
    let mut game = square();
    let events = lay(&mut game, 0, NW, Lion);
    assert_eq!(points(&events), [(0, 3, "waterhole")]);
    assert_eq!((at_home(&game, 0), held(&game, 0)), (5, 4));
    let tokens = game.rules.waterholes();
    assert_eq!(tokens.len(), 1);
    assert_eq!((tokens[0].pos, tokens[0].corner), (Pos::ORIGIN, NW));
    assert_eq!((tokens[0].animal, tokens[0].follower), (Lion, Some(seat(0))));
    assert_eq!(game.pieces(), [], "no piece of a segment");
}

#[test]
fn s13_founding_needs_a_follower_and_extending_does_not() {
    let mut game = board(2, "01/0a 01/0a\n*01/0a 01/0a\n01/0a 01/0a");
    give(&mut game, 0, &[Lion]);
    give(&mut game, 1, &[Zebra]);
    place(&mut game, "01", 2, 0, 0);
    assert_eq!(forbidden_by(&game, waterhole(0, 0, NE, Lion)), Some("S13"));
    assert!(!actions(&game).iter().any(|action| matches!(action, Action::Waterhole { .. })));
    game.position.active = seat(1);
    play(&mut game, waterhole(1, 0, NW, Zebra));
    place(&mut game, "01", 3, 0, 0);
    assert_eq!(points(&play(&mut game, waterhole(0, 0, NE, Lion))), [(0, 4, "waterhole")]);
}

#[test]
fn s13_a_token_that_is_not_held_cannot_be_laid() {
    let mut game = board(2, "*01");
    give(&mut game, 1, &[Lion]);
    place(&mut game, "01", 1, 0, 0);
    assert_eq!(forbidden_by(&game, waterhole(0, 0, NW, Lion)), Some("S13"));
}

#[test]
fn s14_extending_takes_another_kind_and_brings_4_5_6() {
    let mut game = square();
    lay(&mut game, 0, NW, Lion);
    turn(&mut game, 1);
    assert_eq!(forbidden_by(&game, at_point(NE, Lion)), Some("S14"));
    assert_eq!(points(&lay(&mut game, 1, NE, Zebra)), [(1, 4, "waterhole")]);
    assert_eq!(at_home(&game, 1), 6);
    turn(&mut game, 0);
    assert_eq!(forbidden_by(&game, at_point(SE, Zebra)), Some("S14"));
    assert_eq!(forbidden_by(&game, at_point(SE, Lion)), Some("S14"), "not held any more");
    assert_eq!(points(&lay(&mut game, 0, SE, Monkey)), [(0, 5, "waterhole")]);
    assert_eq!(points(&lay(&mut game, 1, SW, Giraffe)), [(1, 6, "waterhole"), (0, 3, "waterhole")]);
}

#[test]
fn s14_other_grid_points_of_the_tile_do_not_matter() {
    let mut game = square();
    lay(&mut game, 0, NW, Lion);
    turn(&mut game, 0);
    game.rules.tokens.give(seat(0), Lion);
    assert_eq!(points(&play(&mut game, waterhole(0, 0, NE, Lion))), [(0, 3, "waterhole")]);
}

#[test]
fn s15_two_followers_of_one_player_bring_3_once_and_both_go_back() {
    let mut game = square();
    lay(&mut game, 0, NW, Lion);
    lay(&mut game, 0, SE, Zebra);
    assert_eq!(at_home(&game, 0), 4);
    lay(&mut game, 1, NE, Monkey);
    let events = lay(&mut game, 1, SW, Elephant);
    assert_eq!(points(&events), [(1, 6, "waterhole"), (0, 3, "waterhole")]);
    assert_eq!(at_home(&game, 0), 6);
    let left = events.iter().filter(|event| matches!(event, Event::WaterholeLeft { .. })).count();
    assert_eq!(left, 2);
    // The tokens stay, and the place is closed.
    assert_eq!(game.rules.waterholes().len(), 4);
    turn(&mut game, 0);
    assert_eq!([NW, NE, SE, SW].map(|corner| forbidden_by(&game, at_point(corner, Giraffe))), [Some("S12"); 4]);
}

#[test]
fn s15_who_completes_the_own_waterhole_gets_6_and_3() {
    let mut game = square();
    for (corner, animal) in [(NW, Lion), (NE, Zebra), (SE, Monkey)] {
        lay(&mut game, 0, corner, animal);
    }
    assert_eq!(points(&lay(&mut game, 0, SW, Giraffe)), [(0, 6, "waterhole"), (0, 3, "waterhole")]);
}

#[test]
fn s16_founded_twice_at_diagonal_corners_it_is_one_waterhole() {
    let mut game = square();
    lay(&mut game, 0, NW, Lion);
    assert_eq!(points(&lay(&mut game, 1, SE, Lion)), [(1, 3, "waterhole")]);
    turn(&mut game, 0);
    game.rules.tokens.give(seat(0), Lion);
    assert_eq!(forbidden_by(&game, at_point(NE, Lion)), Some("S14"));
    // The third token at once.
    assert_eq!(points(&lay(&mut game, 0, NE, Zebra)), [(0, 5, "waterhole")]);
    turn(&mut game, 1);
    assert_eq!(forbidden_by(&game, at_point(SW, Zebra)), Some("S14"));
    let events = lay(&mut game, 1, SW, Monkey);
    assert_eq!(points(&events), [(1, 6, "waterhole"), (1, 3, "waterhole"), (0, 3, "waterhole")]);
    assert_eq!((at_home(&game, 0), at_home(&game, 1)), (6, 6));
}

#[test]
fn s16_a_tile_laid_later_at_the_grid_point_knows_its_waterhole() {
    let mut game = board(2, "*01 .");
    give(&mut game, 0, &[Lion, Lion, Zebra]);
    place(&mut game, "01", 0, 1, 0);
    play(&mut game, waterhole(0, 0, SE, Lion));
    game.position.active = seat(0);
    place(&mut game, "01", 1, 0, 0);
    assert_eq!(forbidden_by(&game, waterhole(1, 0, SW, Lion)), Some("S14"));
    play(&mut game, Action::Pass);
    game.position.active = seat(0);
    place(&mut game, "01", 1, 1, 0);
    // Diagonally opposite: the same kind founds.
    assert_eq!(points(&play(&mut game, waterhole(1, 1, NW, Lion))), [(0, 3, "waterhole")]);
}
