//! T1 and T2: goods.

use super::*;
use crate::rulebook::Rulebook;

/// A board with one city of each kind of goods, none of them touching another.
pub(super) fn market(players: u8) -> BaseGame {
    board(
        players,
        TRADERS,
        " band-cap-cloth
         *band-chicken
          corner-wheat.2",
    )
}

/// The player takes so many tokens of each kind at the market.
pub(super) fn give(game: &mut BaseGame, number: u8, tokens: [u8; 3]) {
    // The rows of chicken, wheat and cloth.
    for (y, count) in [0, 1, -1].into_iter().zip(tokens) {
        take(game, number, (0, y), count);
    }
}

/// The player takes the goods of the city in segment 0 of this cell, so many times.
fn take(game: &mut BaseGame, number: u8, (x, y): (i16, i16), times: u8) {
    let before = std::mem::replace(&mut game.position.active, seat(number));
    let city = game.position.board.feature_of(node(game, x, y, 0));
    for _ in 0..times {
        game.rules.completed(&mut game.position, city, &mut ());
    }
    game.position.active = before;
}

/// What was taken, as (seat, goods, count).
fn taken(events: &[Event]) -> Vec<(u8, Goods, u8)> {
    let taken = events.iter().filter_map(|event| match *event {
        Event::Goods { seat, goods, count } => Some((seat.number(), goods, count)),
        _ => None,
    });
    taken.collect()
}

#[test]
fn t01_the_set_has_9_chicken_6_wheat_and_5_cloth() {
    let game = BaseGame::new(&setup(2, BOTH));
    let mut symbols = [0; 3];
    for (tile, count) in game.bag().iter() {
        for (_, segment) in tile.def().printed_segments() {
            for goods in Goods::ALL {
                let found = segment.symbols.iter().find(|(symbol, _)| *symbol == goods.symbol());
                symbols[goods.index()] += found.map_or(0, |(_, number)| number * count);
            }
        }
    }
    assert_eq!(symbols, [9, 6, 5]);
}

#[test]
fn t01_the_city_is_scored_first_then_the_goods_are_taken() {
    let mut game = board(2, TRADERS, "E.1/0a *band-chicken");
    let events = place_only(&mut game, "E", 1, 0, 3);
    assert_eq!(points(&events), [(0, 6, "city")]);
    assert_eq!(taken(&events), [(0, Goods::Chicken, 1)]);
    let scored = first(&events, |event| matches!(event, Event::Scored(_)));
    assert!(scored < first(&events, |event| matches!(event, Event::Goods { .. })));
}

#[test]
fn t01_goods_go_to_who_completes_the_city_and_not_to_its_owner() {
    let mut game = board(2, TRADERS, "E.1/0b *band-chicken");
    let events = place_only(&mut game, "E", 1, 0, 3);
    assert_eq!(points(&events), [(1, 6, "city")]);
    assert_eq!([goods(&game, 0), goods(&game, 1)], [[1, 0, 0], [0, 0, 0]]);
}

#[test]
fn t01_goods_are_taken_also_from_a_city_of_nobody() {
    let mut game = board(2, TRADERS, "E.1 *band-chicken");
    let events = place_only(&mut game, "E", 1, 0, 3);
    assert_eq!(points(&events), []);
    assert_eq!(goods(&game, 0), [1, 0, 0]);
}

#[test]
fn t01_goods_of_the_completing_tile_count_too() {
    let mut game = board(
        2,
        TRADERS,
        "E.1 . *E.3
         B   B  B",
    );
    place_only(&mut game, "band-chicken", -1, 0, 0);
    assert_eq!(goods(&game, 0), [1, 0, 0]);
}

#[test]
fn t01_one_token_for_each_symbol_of_every_city_the_tile_completes() {
    // The tile's own cloth city to the north and west, and the chicken city at its east cap.
    let mut game = board(
        2,
        TRADERS,
        "B   E.2  B            .
         E.1 .   *band-chicken E.3",
    );
    place_only(&mut game, "corner-cap-road-cloth", -1, 0, 0);
    assert_eq!(goods(&game, 0), [1, 0, 1]);
}

#[test]
fn t01_a_city_that_holds_two_segments_of_the_completing_tile_gives_its_goods_once() {
    // Corner and cap of the tile close the same city, whose western part is the larger.
    let mut game = board(
        2,
        TRADERS,
        ".      . . B N.1  N.2
         E.1/0b G G G .   *N.3",
    );
    let events = place_only(&mut game, "corner-cap-road-cloth", -1, 0, 0);
    let city = feature(&game, -1, 0, 1);
    assert!(joined(&game, (-1, 0, 0), (-1, 0, 1)));
    assert_eq!((city.tiles, city.tally.segments(), city.open), (8, 9, 0));
    assert_eq!(points(&events), [(1, 16, "city")]);
    assert_eq!(taken(&events), [(0, Goods::Cloth, 1)]);
}

#[test]
fn t01_shields_and_goods_of_one_city_are_told_apart() {
    let mut game = board(2, TRADERS, "E.1/0b *F band-chicken band-road-wheat corner-road-cloth.3");
    let events = place_only(&mut game, "E", 3, -1, 2);
    assert_eq!(points(&events), [(1, 14, "city")]);
    assert_eq!(goods(&game, 0), [1, 1, 1]);
}

#[test]
fn t01_an_unfinished_city_gives_no_goods() {
    let mut game = board(2, TRADERS, "E.1/0a *band-chicken");
    let events = place_only(&mut game, "band-road-wheat", 1, 0, 0);
    assert_eq!(taken(&events), []);
    assert_eq!(goods(&game, 0), [0, 0, 0]);
}

#[test]
fn t01_a_city_that_was_completed_before_gives_nothing_again() {
    let mut game = board(2, TRADERS, "E.1 *band-chicken E.3");
    // A tile beside the finished city.
    let events = place_only(&mut game, "B", 0, 1, 0);
    assert_eq!(taken(&events), []);
}

#[test]
fn t01_an_empty_supply_of_a_kind_gives_nothing_more() {
    // Five cloth are all there is.
    let mut game = market(2);
    give(&mut game, 1, [8, 0, 4]);
    give(&mut game, 0, [2, 0, 2]);
    assert_eq!(goods(&game, 0), [1, 0, 1]);
    assert_eq!(goods(&game, 1), [8, 0, 4]);
}

#[test]
fn t01_when_two_tokens_are_due_and_one_is_left_one_is_taken() {
    let mut game = board(
        2,
        TRADERS,
        "E.1 *band-road-wheat three-wheat    E.3
         .    .               corner-wheat.2 .",
    );
    // Five of the six wheat are gone.
    take(&mut game, 1, (1, 1), 5);
    let events = place_only(&mut game, "E", 1, -1, 2);
    assert_eq!(taken(&events), [(0, Goods::Wheat, 1)]);
}

#[test]
fn t01_without_the_option_there_are_no_goods() {
    let game = board(2, &[], "*D");
    assert!(game.unit::<TradersBuilders>().is_none());
    assert_eq!((builders(&game, 0), pigs(&game, 0)), (0, 0));
}

#[test]
fn t02_the_most_tokens_of_a_kind_bring_10() {
    let mut game = market(3);
    give(&mut game, 0, [1, 0, 0]);
    give(&mut game, 1, [2, 3, 0]);
    give(&mut game, 2, [0, 2, 1]);
    let events = final_scoring(&mut game);
    assert_eq!(points(&events), [(1, 10, "chicken"), (1, 10, "wheat"), (2, 10, "cloth")]);
}

#[test]
fn t02_all_who_tie_get_10_each() {
    let mut game = market(3);
    give(&mut game, 0, [2, 0, 0]);
    give(&mut game, 1, [1, 0, 0]);
    give(&mut game, 2, [2, 0, 0]);
    assert_eq!(points(&final_scoring(&mut game)), [(0, 10, "chicken"), (2, 10, "chicken")]);
}

#[test]
fn t02_who_has_no_token_of_a_kind_gets_nothing_for_it() {
    let mut game = market(2);
    assert_eq!(points(&final_scoring(&mut game)), []);
    assert_eq!(game.scores(), [0, 0]);
}
