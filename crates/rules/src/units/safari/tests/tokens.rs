//! The stack, the deal at the start and the discard pile (S7).

use super::*;

/// A game in which only these tokens exist, in the dealer's hands.
fn with_tokens(players: u8, tokens: &[Animal]) -> SafariGame {
    SafariGame::new(&setup(players).with_tokens(tokens.iter().copied()).unwrap())
}

#[test]
fn each_player_begins_with_2_tokens_dealt_to_seat_0_first() {
    let setup = Setup::new(GameId::Safari, Options::NONE, 3, seat(2)).unwrap();
    let mut game = SafariGame::new(&setup);
    assert_eq!(game.rules.token_stack(), [10; 5]);
    for number in 0..3 {
        assert_eq!(game.chance(), Some(Chance::Token));
        draw(&mut game, &[Lion, Animal::ALL[usize::from(number)]]);
        assert_eq!(held(&game, number), 2);
    }
    assert_eq!(game.chance(), Some(Chance::Tile));
    assert_eq!(game.active(), Some(seat(2)));
    assert_eq!(game.rules.tokens(seat(1)), [0, 1, 0, 1, 0]);
    assert_eq!(game.rules.token_stack(), [9, 9, 9, 7, 10]);
}

#[test]
fn s07_the_deal_stops_when_there_are_no_more_tokens() {
    let mut game = with_tokens(2, &[Lion, Zebra, Zebra]);
    assert_eq!(forbidden_by(&game, Action::DrawToken { animal: Monkey }), Some("S7"));
    draw(&mut game, &[Zebra, Lion, Zebra]);
    assert_eq!((held(&game, 0), held(&game, 1)), (2, 1));
    assert_eq!(game.chance(), Some(Chance::Tile));
    assert_eq!(with_tokens(2, &[]).chance(), Some(Chance::Tile));
}

#[test]
fn s07_the_discard_pile_becomes_the_stack_when_a_token_is_drawn() {
    let mut game = board(2, "*01 01");
    game.rules.tokens = Tokens::new(&setup(2).with_tokens([Zebra, Lion, Lion, Monkey]).unwrap());
    give(&mut game, 0, &[Lion, Zebra, Lion]);
    for animal in [Lion, Zebra, Lion] {
        game.rules.tokens.discard(seat(0), animal);
    }
    place(&mut game, "01", 0, 1, 0);
    play(&mut game, follower(0));
    // The last token of the stack, while the pile waits.
    assert_eq!(actions(&game), [Action::DrawToken { animal: Monkey }]);
    assert_eq!(game.weight(Action::DrawToken { animal: Lion }), 0);
    draw(&mut game, &[Monkey]);
    // The dealer is asked for one of the pile, and sees its order until it has answered.
    assert_eq!(game.rules.token_stack(), [0; 5]);
    assert_eq!(game.rules.discarded_tokens(), [Lion, Zebra, Lion]);
    assert_eq!(actions(&game), [Lion, Zebra].map(|animal| Action::DrawToken { animal }));
    assert_eq!([Lion, Zebra, Monkey].map(|animal| game.weight(Action::DrawToken { animal })), [2, 1, 0]);
    draw(&mut game, &[Lion]);
    assert_eq!(game.rules.discarded_tokens(), []);
    assert_eq!(game.rules.token_stack(), [0, 0, 0, 1, 1]);
    assert_eq!(game.chance(), Some(Chance::Tile));
}

#[test]
fn s07_nothing_is_drawn_from_an_empty_stack_and_pile() {
    let mut game = board(2, "*01 01");
    game.rules.tokens = Tokens::new(&setup(2).with_tokens([]).unwrap());
    place(&mut game, "01", 0, 1, 0);
    play(&mut game, follower(0));
    assert_eq!((game.chance(), game.active(), at_home(&game, 0)), (Some(Chance::Tile), Some(seat(1)), 5));
}

#[test]
fn s07_what_could_not_be_drawn_is_not_drawn_later() {
    // One token for the baobab instead of two; it is laid on a path in the next turn.
    let mut game = board(2, "*03a.2/0a .\n01 .");
    game.rules.tokens = Tokens::new(&setup(2).with_tokens([Monkey]).unwrap());
    place(&mut game, "01", 0, 2, 0);
    play(&mut game, follower(0));
    draw(&mut game, &[Monkey]);
    assert_eq!(game.chance(), Some(Chance::Tile));
    game.position.active = seat(0);
    place(&mut game, "03b", 1, 0, 0);
    play(&mut game, Action::Pass);
    play(&mut game, token(Monkey));
    assert_eq!(game.rules.discarded_tokens(), [Monkey]);
    assert_eq!(game.chance(), Some(Chance::Tile));
    assert_eq!(forbidden_by(&game, Action::DrawToken { animal: Monkey }), None);
    assert!(game.check(Action::DrawToken { animal: Monkey }).is_err());
}
