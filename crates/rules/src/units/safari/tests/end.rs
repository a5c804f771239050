//! The order of the scoring step and the end (S17 to S20).

use super::*;

#[test]
fn s17_the_game_ends_after_the_turn_of_the_last_tile() {
    let tile = testkit::tile(&sets(), "01");
    let setup = setup(2).with_tiles([tile]).unwrap().with_tokens([]).unwrap();
    let mut game = SafariGame::new(&setup);
    play(&mut game, Action::Draw { tile });
    play(&mut game, Action::Place { tile, pos: Pos::new(0, -1), rotation: Rotation::NONE });
    let events = play(&mut game, Action::Pass);
    assert!(matches!(events.last(), Some(Event::GameOver { .. })));
    assert_eq!((game.phase(), game.to_act(), game.tile()), (Phase::Over, Actor::Nobody, None));
    assert_eq!(game.winners().iter().count(), 2);
}

#[test]
fn s17_tiles_that_fit_nowhere_are_put_out_and_can_end_the_game() {
    // Bush and path on all sides, and only savanna on the board.
    let tile = testkit::tile(&sets(), "31");
    let mut game = board(2, "01 01 01\n01 *01 01");
    game.position.bag = *setup(2).with_tiles([tile]).unwrap().bag();
    give(&mut game, 1, &[Lion]);
    let events = play(&mut game, Action::Draw { tile });
    assert_eq!(game.discarded(), [tile]);
    assert_eq!(points(&events), [(1, 1, "tokens")]);
    assert_eq!(game.phase(), Phase::Over);
}

#[test]
fn s18_everyone_on_an_unfinished_feature_scores_every_animal_and_bird_once() {
    // Seat 0 has two followers, seat 1 one: no majority at the end.
    let mut game = last_turn(2, "*30a/0a 30a/0a 30b/0b");
    place(&mut game, "01", 0, 1, 0);
    let events = play(&mut game, Action::Pass);
    assert_eq!(points(&events), [(0, 6, "bush"), (1, 6, "bush")]);
}

#[test]
fn s19_tokens_bring_a_point_each_baobabs_and_waterholes_nothing() {
    let mut game = last_turn(2, "*01/0b 01");
    give(&mut game, 0, &[Lion, Lion, Zebra]);
    place(&mut game, "01", 0, 1, 0);
    let events = play(&mut game, waterhole(0, 0, NW, Lion));
    assert_eq!(points(&events), [(0, 3, "waterhole"), (0, 2, "tokens")]);
    assert_eq!((at_home(&game, 0), at_home(&game, 1)), (5, 5), "no piece is moved");
}

#[test]
fn s20_features_are_scored_in_reading_order_and_tokens_decided_feature_by_feature() {
    // The tile ends the path in the west (a) and the one in the north (b), whose first tile comes first.
    let mut game = board(2, "01 03a.3/0b\n*03b.2/0a .");
    give(&mut game, 0, &[Lion]);
    give(&mut game, 1, &[Lion]);
    place(&mut game, "09", 1, 0, 0);
    play(&mut game, Action::Pass);
    assert_eq!(game.to_act(), Actor::Player(seat(1)));
    assert_eq!(points(&play(&mut game, token(Lion))), [(1, 6, "path")]);
    assert_eq!((game.to_act(), at_home(&game, 1)), (Actor::Player(seat(0)), 6));
    assert_eq!(points(&play(&mut game, Action::Pass)), [(0, 3, "path")]);
}

#[test]
fn s20_one_token_can_be_laid_once_only() {
    // Both paths are the same player's, who holds one token.
    let mut game = board(2, "01 03a.3/0a\n*03b.2/0a .");
    give(&mut game, 0, &[Lion]);
    place(&mut game, "09", 1, 0, 0);
    play(&mut game, Action::Pass);
    let events = play(&mut game, token(Lion));
    assert_eq!(points(&events), [(0, 6, "path"), (0, 3, "path")]);
}

#[test]
fn s20_tokens_of_a_surrounded_baobab_can_be_laid_on_features_that_come_later() {
    // The tile at (1,1) surrounds the baobab at (0,0), which comes first, and closes the path in the south.
    let mut game = board(2, "01 01 01\n01 *01/0a 01\n01 01 .\n. 01 03b.1/0a");
    place(&mut game, "03a", 1, 1, 3);
    play(&mut game, Action::Pass);
    assert_eq!(game.chance(), Some(Chance::Token));
    draw(&mut game, &[Giraffe, Lion]);
    assert_eq!(actions(&game), [token(Lion), Action::Pass]);
    assert_eq!(points(&play(&mut game, token(Lion))), [(0, 6, "path")]);
}

#[test]
fn s20_tokens_that_come_later_in_the_order_are_too_late() {
    // The path at the top comes first, then the baobab at (0,0).
    let mut game = board(2, "01 01 03b.3/0a\n01 01 .\n01 *01/0a 01\n01 01 01");
    place(&mut game, "03a", 1, -1, 1);
    let events = play(&mut game, Action::Pass);
    assert_eq!(points(&events), [(0, 3, "path")]);
    assert_eq!(game.chance(), Some(Chance::Token));
    draw(&mut game, &[Lion, Lion]);
    assert_eq!((game.chance(), held(&game, 0)), (Some(Chance::Tile), 2));
}

#[test]
fn s20_the_rangers_points_come_after_the_features() {
    let mut game = board(2, "*03a.2/0b .");
    set_rangers(&mut game, [(-1, 0), (1, 0)]);
    give(&mut game, 1, &[Lion]);
    // The active player can neither place a follower on the path nor move a ranger, and is not asked.
    place(&mut game, "03b", 1, 0, 0);
    assert_eq!((game.to_act(), game.active()), (Actor::Player(seat(1)), Some(seat(0))));
    assert_eq!(points(&play(&mut game, token(Lion))), [(1, 6, "path"), (0, 3, "ranger")]);
    assert_eq!((game.phase(), game.to_act()), (Phase::Ranger, Actor::Player(seat(0))));
}

#[test]
fn s04_s18_a_path_would_bring_its_kinds_when_complete_and_its_animals_at_the_end() {
    let brings = |game: &SafariGame, segment| {
        let id = game.board().feature_at(Pos::ORIGIN, Segment(segment)).expect("a segment");
        game.worth(id).map(|worth| (worth.at_end, worth.complete, worth.scorers.iter().count()))
    };
    // Giraffe and elephant, one and a half times each: three animals of two kinds.
    let game = board(2, "*07b/0a 07a.1\n07b.3 .");
    assert_eq!(brings(&game, 0), Some((3, Some(3), 1)));
    // Everybody scores at the end, not the majority alone.
    let game = board(2, "*30a/0a 30a/0a 30b/0b");
    assert_eq!(brings(&game, 0).map(|(at_end, _, seats)| (at_end, seats)), Some((6, 2)));
    assert_eq!(brings(&board(2, "*01/0b 01"), 0), None, "a baobab brings tokens");
}

#[test]
fn s20_a_projection_while_tokens_are_asked_for_pays_the_path() {
    let mut game = board(2, "01 03a.3/0b\n*03b.2/0a .");
    give(&mut game, 1, &[Lion]);
    place(&mut game, "09", 1, 0, 0);
    play(&mut game, Action::Pass);
    assert_eq!((game.phase(), game.scores()), (Phase::Token, &[0, 0][..]));
    assert_eq!(game.projection(), [3, 3 + 1]);
}
