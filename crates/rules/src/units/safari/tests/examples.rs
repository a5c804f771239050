//! The examples of the rulebook on small boards.

use super::*;

#[test]
fn a_path_with_3_kinds_scores_6_and_an_opponents_tile_completes_it() {
    let mut game = board(2, "*03b.2/0b 05 .");
    place(&mut game, "03c", 2, 0, 0);
    assert_eq!(points(&play(&mut game, Action::Pass)), [(1, 6, "path")]);
    assert_eq!(at_home(&game, 1), 6);
}

#[test]
fn elephant_zebra_giraffe_and_a_lion_token_score_10_instead_of_6() {
    let drawing = "*03a.2/0a 13b.1 .";
    for (choice, score) in [(token(Lion), 10), (Action::Pass, 6)] {
        let mut game = board(2, drawing);
        give(&mut game, 0, &[Lion, Zebra]);
        place(&mut game, "03b", 2, 0, 0);
        assert_eq!(points(&play(&mut game, Action::Pass)), []);
        assert_eq!((game.phase(), game.to_act()), (Phase::Token, Actor::Player(seat(0))));
        assert_eq!(actions(&game), [token(Lion), Action::Pass]);
        assert_eq!(points(&play(&mut game, choice)), [(0, score, "path")]);
    }
}

#[test]
fn a_bush_with_giraffe_monkey_a_zebra_token_and_3_birds_scores_9() {
    let mut game = board(2, "*20a/0a 30a 31 .");
    give(&mut game, 0, &[Zebra]);
    place(&mut game, "20a", 3, 0, 2);
    play(&mut game, Action::Pass);
    assert_eq!(points(&play(&mut game, token(Zebra))), [(0, 9, "bush")]);
    assert_eq!(held(&game, 0), 0);
    assert_eq!(game.rules.discarded_tokens(), [Zebra]);
}

#[test]
fn a_surrounded_baobab_returns_its_follower_and_brings_2_tokens() {
    let mut game = board(2, "01 01 01\n01 *01/0a 01\n01 01 .");
    place(&mut game, "01", 1, 1, 0);
    assert_eq!(at_home(&game, 0), 5);
    play(&mut game, Action::Pass);
    assert_eq!(at_home(&game, 0), 6);
    assert_eq!(game.chance(), Some(Chance::Token));
    let events = draw(&mut game, &[Lion, Lion]);
    assert_eq!(points(&events), []);
    assert_eq!(game.rules.tokens(seat(0)), [0, 0, 0, 2, 0]);
    assert_eq!((game.chance(), game.active()), (Some(Chance::Tile), Some(seat(1))));
}

#[test]
fn a_token_that_touches_none_scores_3_also_diagonally_to_blues_giraffe() {
    let mut game = board(2, "01 01\n01 *01");
    give(&mut game, 1, &[Giraffe]);
    give(&mut game, 0, &[Giraffe]);
    game.position.active = seat(1);
    place(&mut game, "01", 1, 0, 0);
    assert_eq!(points(&play(&mut game, waterhole(-1, -1, SE, Giraffe))), [(1, 3, "waterhole")]);
    assert_eq!(at_home(&game, 1), 5);
    place(&mut game, "01", 2, 0, 0);
    assert_eq!(points(&play(&mut game, waterhole(0, 0, NW, Giraffe))), [(0, 3, "waterhole")]);
    assert_eq!(at_home(&game, 0), 5);
}

#[test]
fn the_third_token_scores_5_the_fourth_6_and_blues_follower_3() {
    let mut game = board(2, "01 01\n01 *01");
    give(&mut game, 1, &[Zebra, Giraffe, Lion]);
    give(&mut game, 0, &[Monkey, Elephant]);
    game.position.active = seat(1);
    place(&mut game, "01", 1, 0, 0);
    play(&mut game, waterhole(-1, -1, SE, Zebra));
    game.position.active = seat(1);
    place(&mut game, "01", 2, 0, 0);
    assert_eq!(points(&play(&mut game, waterhole(0, -1, SW, Giraffe))), [(1, 4, "waterhole")]);
    place(&mut game, "01", 3, 0, 0);
    assert_eq!(points(&play(&mut game, waterhole(0, 0, NW, Monkey))), [(0, 5, "waterhole")]);
    game.position.active = seat(0);
    place(&mut game, "01", 4, 0, 0);
    let events = play(&mut game, waterhole(-1, 0, NE, Elephant));
    assert_eq!(points(&events), [(0, 6, "waterhole"), (1, 3, "waterhole")]);
    assert_eq!((at_home(&game, 0), at_home(&game, 1)), (6, 6));
    assert!(game.rules.waterholes().iter().all(|token| token.follower.is_none()));
}

#[test]
fn a_joined_path_with_4_kinds_brings_15_with_the_fifth_kind_and_10_without() {
    let mut game = board(2, "*03a.2/0a 05 . 03c/0b\n01 01 01 01");
    give(&mut game, 0, &[Monkey]);
    give(&mut game, 1, &[Monkey]);
    place(&mut game, "13a", 2, 0, 3);
    play(&mut game, Action::Pass);
    assert_eq!(points(&play(&mut game, token(Monkey))), []);
    assert_eq!((game.active(), game.to_act()), (Some(seat(0)), Actor::Player(seat(1))));
    assert_eq!(points(&play(&mut game, Action::Pass)), [(0, 15, "path"), (1, 10, "path")]);
}

#[test]
fn of_three_followers_joined_in_a_bush_two_are_yours_you_alone_score_11() {
    let mut game = board(2, "*20b.1/0a .\n30c.1 03a.3\n. 13a.2/1a\n21d.3/0b 03b.1");
    give(&mut game, 0, &[Lion]);
    give(&mut game, 1, &[Lion]);
    place(&mut game, "33a", 0, 2, 0);
    play(&mut game, Action::Pass);
    assert_eq!(points(&play(&mut game, Action::Pass)), [(0, 11, "bush")]);
    assert_eq!((at_home(&game, 0), at_home(&game, 1)), (6, 6));
}

#[test]
fn at_the_end_animals_birds_and_tokens_count() {
    let mut game = last_turn(2, "*30a/0a 30b/0b 30c/0a 31/1a 30a\n01/0b 29.1/0b . 05.1 .");
    give(&mut game, 0, &[Lion, Lion, Zebra]);
    place(&mut game, "01", 0, -1, 0);
    let events = play(&mut game, Action::Pass);
    let expected = [(0, 10, "bush"), (1, 10, "bush"), (0, 2, "path"), (1, 2, "bush"), (0, 3, "tokens")];
    assert_eq!(points(&events), expected);
    assert_eq!(game.scores(), [15, 12]);
    assert_eq!(game.winners().iter().collect::<Vec<_>>(), [seat(0)]);
}
