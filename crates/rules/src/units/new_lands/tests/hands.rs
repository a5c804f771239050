//! The variant: open hands of two (N12) and equal turns (N13).

use super::*;
use crate::event::Discard;

const HAND: &[GameOption] = &[GameOption::Hand];

#[test]
fn n12_the_deal_gives_two_to_each_seat_from_seat_0_on_whoever_begins() {
    let table = Table::new(HAND, 3, 2, &["05", "06", "08", "10", "13", "14", "36"]);
    assert_eq!(table.hands(), [["05", "06"], ["08", "10"], ["13", "14"]]);
    assert_eq!((table.game.active(), table.game.turn()), (Some(seat(2)), 1));
    assert_eq!((table.game.phase(), table.game.tile()), (Phase::Place, None));
    assert_eq!(table.game.bag().total(), 1);
}

#[test]
fn n12_the_deal_tells_who_gets_which_tile() {
    let mut table = Table::undealt(HAND, 2, 1, &["05", "06", "08", "10"]);
    assert_eq!(table.game.chance(), Some(Chance::Tile));
    let told: Vec<_> = table
        .deal()
        .into_iter()
        .map(|event| match event {
            Event::Drawn { seat, tile } => (seat.number(), tile.def().id()),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(told, [(0, "05"), (0, "06"), (1, "08"), (1, "10")]);
}

#[test]
fn n12_one_of_two_is_played_and_the_new_one_comes_after_the_action() {
    let mut table = Table::new(HAND, 2, 0, &["13", "06", "08", "10", "36"]);
    let both = actions(&table.game);
    for id in ["13", "06"] {
        assert!(both.iter().any(|action| matches!(action, Action::Place { tile: held, .. } if *held == tile(id))));
    }
    assert_eq!(forbidden_by(&table.game, placing("08", 0, 1, 0)), Some("N12"), "another player's tile");
    assert_eq!(forbidden_by(&table.game, placing("36", 0, 1, 0)), Some("N12"), "a tile of the bag");
    table.play(placing("13", 0, 1, 0));
    assert_eq!((table.game.phase(), table.game.tile()), (Phase::Act, Some(tile("13"))));
    assert_eq!(table.hands(), [vec!["06"], vec!["08", "10"]]);
    let events = table.play(follower(0));
    assert!(matches!(events[0], Event::Deployed(_)));
    assert_eq!(events[1], Event::Drawn { seat: seat(0), tile: tile("36") });
    assert_eq!(table.hands(), [["06", "36"], ["08", "10"]]);
    assert_eq!((table.game.active(), table.game.turn(), table.game.tile()), (Some(seat(1)), 2, None));
}

#[test]
fn n12_a_tile_held_twice_is_listed_once() {
    let table = Table::new(HAND, 2, 0, &["13", "13", "08", "10"]);
    let listed = actions(&table.game);
    let mut once = listed.clone();
    once.sort_unstable();
    once.dedup();
    assert_eq!(once.len(), listed.len());
    assert!(!listed.is_empty());
}

#[test]
fn n12_a_tile_that_does_not_fit_stays_in_hand_as_long_as_the_other_fits() {
    // Tile 72 closes the only sea; then 04 fits nowhere.
    let mut table = Table::new(HAND, 2, 0, &["72", "02", "04", "13", "03"]);
    table.turn("72", 0, -1, 1);
    assert_eq!(table.hands(), [["02", "03"], ["04", "13"]]);
    assert!(table.discarded().is_empty());
    assert!(
        actions(&table.game)
            .iter()
            .all(|action| matches!(action, Action::Place { tile: held, .. } if *held == tile("13")))
    );
    assert_eq!(table.game.active(), Some(seat(1)));
}

#[test]
fn n12_a_hand_of_which_nothing_fits_is_put_out_again_and_again() {
    let mut table = Table::new(HAND, 2, 0, &["21", "10", "10", "02", "03", "04", "05", "06", "11", "13"]);
    // Sea and mountains are closed one by one; only grass stays open.
    table.turn("21", 0, -1, 3);
    table.turn("10", 1, 0, 3);
    assert_eq!(table.hands(), [["10", "03"], ["02", "04"]]);
    assert!(table.discarded().is_empty(), "hands are looked at when their turn begins");
    table.play(placing("10", -1, 0, 1));
    let events = table.play(Action::Pass);
    let drawn = |to, id| Event::Drawn { seat: seat(to), tile: tile(id) };
    let out = |id| Event::Discarded { tile: tile(id), why: Discard::FitsNowhere };
    let (first, second) = ([out("02"), out("04")], [drawn(1, "06"), drawn(1, "11"), out("06"), out("11")]);
    assert_eq!(events, [&[drawn(0, "05")][..], &first, &second, &[drawn(1, "13")]].concat());
    assert_eq!(table.hands(), [vec!["03", "05"], vec!["13"]]);
    assert_eq!((table.game.active(), table.game.turn()), (Some(seat(1)), 4));
}

#[test]
fn n12_a_player_left_without_a_tile_is_passed_over() {
    let mut table = Table::new(HAND, 2, 0, &["72", "03", "04"]);
    assert_eq!(table.hands(), [vec!["72", "03"], vec!["04"]]);
    table.turn("72", 0, -1, 1);
    assert_eq!(table.discarded(), ["04"]);
    assert_eq!((table.game.active(), table.game.turn()), (Some(seat(0)), 2), "no turn for seat 1");
    assert_eq!(table.hands(), [vec!["03"], vec![]]);
    table.turn("03", 0, 1, 0);
    assert_eq!(table.game.phase(), Phase::Over);
    assert_eq!(table.game.turn(), 2);
}

#[test]
fn n12_with_a_short_deal_the_first_player_may_have_nothing() {
    let table = Table::new(HAND, 3, 2, &["05", "06", "08"]);
    assert_eq!(table.hands(), [vec!["05", "06"], vec!["08"], vec![]]);
    assert_eq!((table.game.active(), table.game.turn()), (Some(seat(0)), 1));
}

#[test]
fn n12_the_game_ends_when_nobody_holds_a_tile() {
    let mut table = Table::new(HAND, 2, 0, &["13", "10", "12"]);
    table.turn("13", 0, 1, 0);
    table.turn("12", -1, 0, 1);
    assert_eq!((table.game.phase(), table.game.active()), (Phase::Place, Some(seat(0))));
    table.turn("10", 1, 0, 3);
    assert_eq!((table.game.phase(), table.game.turn()), (Phase::Over, 3));
    assert_eq!(table.hands(), [[""; 0]; 2]);
    assert_eq!(Table::new(HAND, 2, 0, &[]).game.phase(), Phase::Over, "with no tiles at all");
}

#[test]
fn n13_tiles_are_put_out_before_the_game_so_that_all_have_the_same_number_of_turns() {
    for (players, out) in [(2, 1), (3, 2), (4, 3), (5, 3)] {
        for hand in [false, true] {
            let mut options = Options::NONE.with(GameOption::EqualTurns);
            if hand {
                options = options.with(GameOption::Hand);
            }
            let setup = Setup::new(GameId::NewLands, options, players, seat(0)).unwrap();
            let mut game = NewLandsGame::new(&setup);
            for _ in 0..out {
                assert_eq!(game.chance(), Some(Chance::Removal));
                let action = actions(&game)[0];
                let Action::Draw { tile } = action else { panic!("{action:?}") };
                assert_eq!(play(&mut game, action), [Event::Discarded { tile, why: Discard::PutAside }]);
            }
            assert_eq!(game.chance(), Some(Chance::Tile));
            assert_eq!(game.discarded().len(), out);
            assert_eq!(game.bag().total() % u16::from(players), 0);
            assert_eq!(game.turn(), 1);
        }
    }
}

#[test]
fn n13_a_given_deck_is_played_as_it_is() {
    let table = Table::new(&[GameOption::EqualTurns], 2, 0, &["13", "10", "12"]);
    assert!(table.discarded().is_empty());
    assert_eq!(table.game.tile(), Some(tile("13")));
    let full = Setup::new(GameId::NewLands, Options::NONE, 2, seat(0)).unwrap();
    let deck: Vec<&str> = full.bag().iter().flat_map(|(kind, n)| vec![kind.def().id(); n.into()]).collect();
    let table = Table::new(&[GameOption::EqualTurns], 2, 0, &deck);
    assert_eq!((table.discarded().len(), table.deck.len()), (0, 82));
}
