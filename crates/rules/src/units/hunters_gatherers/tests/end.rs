//! The end of the game (H12 to H17).

use super::*;
use crate::action::Phase;
use crate::game::Chance;
use crate::seat::SeatSet;
use crate::testkit::{forbidden_by, points};

/// The final scoring of a drawing.
fn final_points(drawing: &str) -> Vec<(u8, u16, &'static str)> {
    finish(&mut board(3, drawing))
}

#[test]
fn h12_the_game_ends_after_the_last_land_tile_with_bonus_tiles_left() {
    let mut game = last_turn(2, "*61/0a .");
    let events = place(&mut game, "62", 1, 0, 0);
    assert_eq!(points(&events), [(0, 4, "meadow")]);
    assert_eq!((game.phase(), game.active(), game.tile(), game.turn()), (Phase::Over, None, None, 1));
    let winners = SeatSet::EMPTY.with(seat(0));
    assert_eq!((events.last(), game.winners()), (Some(&Event::GameOver { winners }), winners));
}

#[test]
fn h12_a_bonus_move_won_in_the_last_turn_is_still_played() {
    let mut game = last_turn(2, "35 . 35.2\n61 *61 61");
    place_only(&mut game, "39", 0, -1, 0);
    assert_eq!(game.chance(), Some(Chance::Bonus));
    draw(&mut game, "B11");
    play(&mut game, at("B11", 0, -2, 2));
    let events = play(&mut game, follower(0));
    assert_eq!(points(&events), [(0, 4, "meadow")]);
    assert_eq!(game.phase(), Phase::Over);
}

#[test]
fn h12_a_bonus_move_of_the_last_turn_without_a_fitting_tile_ends_the_game() {
    let mut game = last_turn(2, "35 . 35.2\n61 *61 61");
    game.rules.bonus = *game.position.setup.with_bonus([tile("B09")]).unwrap().bonus();
    place_only(&mut game, "39", 0, -1, 0);
    draw(&mut game, "B09");
    assert_eq!(game.phase(), Phase::Over);
}

#[test]
fn h12_the_game_ends_when_the_land_tiles_left_fit_nowhere_checked_after_the_bonus_move() {
    let mut game = board(2, "35 . 35.2\n61 *61 61");
    game.position.bag = *game.position.setup.with_tiles([tile("17"), tile("13")]).unwrap().bag();
    place_only(&mut game, "39", 0, -1, 0);

    // A bonus tile with rivers: the land tiles, all river, fit now.
    let mut wet = game.clone();
    draw(&mut wet, "B04");
    play(&mut wet, at("B04", 0, -2, 0));
    play(&mut wet, Action::Pass);
    draw(&mut wet, "17");
    assert_eq!((wet.phase(), wet.active()), (Phase::Place, Some(seat(1))));

    // One without: they do not.
    draw(&mut game, "B02");
    play(&mut game, at("B02", 0, -2, 0));
    play(&mut game, Action::Pass);
    draw(&mut game, "17");
    assert_eq!((game.phase(), game.chance()), (Phase::Deal, Some(Chance::Tile)));
    draw(&mut game, "13");
    assert_eq!((game.phase(), game.discarded()), (Phase::Over, &[tile("17"), tile("13")][..]));
}

#[test]
fn h12_an_empty_deck_ends_the_game_at_once() {
    let game = HuntersGatherersGame::new(&setup(2).with_tiles([]).unwrap());
    assert_eq!((game.phase(), game.winners()), (Phase::Over, setup(2).seats().collect()));
}

#[test]
fn h13_unfinished_rivers_and_forests_score_nothing() {
    let mut game = board(2, "*39/1a\n47/1b");
    assert_eq!(finish(&mut game), []);
    // Final scoring moves no piece.
    assert_eq!(game.pieces().len(), 2);
}

#[test]
fn h14_the_most_huts_own_a_river_system() {
    let mut game = board(2, "61 05.1 61\n05 . 05.2\n61 *61 61");
    hut(&mut game, 0, -1, -1, 1);
    hut(&mut game, 0, 0, -2, 2);
    hut(&mut game, 1, 1, -1, 1);
    place_only(&mut game, "03", 0, -1, 0);
    assert_eq!(finish(&mut game), [(0, 4, "system")]);
}

#[test]
fn h14_all_who_tie_score_a_river_system_in_full() {
    let mut game = board(2, "05 . 01.3\n61 *61 37");
    hut(&mut game, 0, -1, -1, 1);
    hut(&mut game, 1, 1, -1, 1);
    place_only(&mut game, "48", 0, -1, 0);
    assert_eq!(finish(&mut game), [(0, 3, "system"), (1, 3, "system")]);
}

#[test]
fn h14_a_river_system_is_named_by_a_printed_segment() {
    let mut game = board(2, "05 *48 05.2");
    hut(&mut game, 0, 0, 0, 1);
    let mut events = Vec::new();
    game.finish(&mut events);
    let places: Vec<_> = events
        .iter()
        .filter_map(|event| match event {
            Event::Scored(score) => score.at,
            _ => None,
        })
        .collect();
    assert_eq!(places, [(Pos::new(-1, 0), Segment(1))]);
}

#[test]
fn h15_tigers_eat_deer_and_nothing_else() {
    // A mammoth and a tiger; an aurochs and a tiger; two deer and a tiger.
    assert_eq!(final_points("*61/0a 31.1"), [(0, 2, "meadow")]);
    assert_eq!(final_points("*B04/2a 31.1"), [(0, 2, "meadow")]);
    assert_eq!(final_points("62 *62/0a 31.1"), [(0, 2, "meadow")]);
}

#[test]
fn h15_tigers_beyond_the_number_of_deer_take_nothing() {
    assert_eq!(final_points("31.3 *62/0a 31.1"), []);
    assert_eq!(final_points("31.3 *62/0a 61 31.1"), [(0, 2, "meadow")]);
}

#[test]
fn h15_the_most_hunters_own_a_meadow_and_ties_score_in_full() {
    assert_eq!(final_points("62/0a *62/0b 62/0b"), [(1, 6, "meadow")]);
    assert_eq!(final_points("62/0a *62/0b 62/0c"), [(0, 6, "meadow"), (1, 6, "meadow"), (2, 6, "meadow")]);
}

#[test]
fn h16_fire_drives_the_tigers_out_of_its_meadow() {
    assert_eq!(final_points("*62/0a 31.1"), []);
    assert_eq!(final_points("B02 *62/0a 31.1"), [(0, 2, "meadow")]);
}

#[test]
fn h16_fire_works_in_no_other_meadow_until_they_merge() {
    let mut game = board(2, "B02 . 62/0a 31.1\n39 *39 39 39");
    assert_eq!(finish(&mut game.clone()), []);
    place(&mut game, "61", 0, -1, 0);
    assert_eq!(finish(&mut game), [(0, 4, "meadow")]);
}

#[test]
fn h17_the_hunter_in_the_shrine_alone_scores_whatever_the_majority() {
    // A mammoth, two deer, and the tiger of the shrine tile.
    assert_eq!(final_points("62 62/0b\n61/0b *B01/0a"), [(0, 4, "meadow")]);
}

#[test]
fn h17_without_a_hunter_in_the_shrine_the_majority_scores() {
    assert_eq!(final_points("62 62/0b\n61/0b *B01"), [(1, 4, "meadow")]);
    // A gatherer on the shrine tile is not in the shrine.
    assert_eq!(final_points("62 62/0b\n61/0b *B01/1a"), [(1, 4, "meadow")]);
}

#[test]
fn h17_the_shrine_rules_a_meadow_once_they_merge() {
    let mut game = board(2, "B01.2/0a . 62/0b 62/0b\n39 *39 39 39");
    assert_eq!(finish(&mut game.clone()), [(1, 4, "meadow")]);
    place(&mut game, "61", 0, -1, 0);
    // Two deer, the mammoth, and the tiger of the shrine tile.
    assert_eq!(finish(&mut game), [(0, 4, "meadow")]);
}

#[test]
fn h17_the_shrine_takes_a_hunter_only_if_its_meadow_is_unoccupied() {
    let mut game = board(2, "*62/0b .");
    place(&mut game, "B01", 1, 0, 0);
    assert_eq!(forbidden_by(&game, follower(0)), Some("C11"));
    let mut game = board(2, "*62 .");
    place(&mut game, "B01", 1, 0, 0);
    assert_eq!(forbidden_by(&game, follower(0)), None);
}

#[test]
fn h17_fire_and_shrine_work_together() {
    assert_eq!(final_points("62 62/0b\nB02/0b *B01/0a"), [(0, 4, "meadow")]);
}

#[test]
fn h14_h15_systems_and_meadows_would_bring_what_the_final_scoring_pays() {
    let mut game = board(2, "61 05.1 61\n05 . 05.2\n61 *61/0b 61");
    hut(&mut game, 0, -1, -1, 1);
    let ids = game.board().feature_ids();
    let paid = finish(&mut game.clone());
    let told: Vec<(u8, u16)> = ids
        .into_iter()
        .filter_map(|id| game.worth(id))
        .flat_map(|worth| worth.scorers.iter().map(move |seat| (seat.number(), worth.at_end)))
        .collect();
    let mut paid: Vec<(u8, u16)> = paid.into_iter().map(|(seat, points, _)| (seat, points)).collect();
    let mut told: Vec<(u8, u16)> = told.into_iter().filter(|(_, points)| *points > 0).collect();
    paid.sort_unstable();
    told.sort_unstable();
    assert_eq!(told, paid);
    assert!(!told.is_empty());
}
