//! I14 to I17: with Traders & Builders and with the River.

use super::*;
use crate::setup::Options;
use crate::tiles::TileSet;

#[test]
fn i14_the_builder_may_be_placed_together_with_a_large_thief_or_knight_and_the_pig_with_a_large_farmer() {
    let mut game = board(2, WITH_TRADERS, "*D");
    place(&mut game, "U", 1, 0, 1);
    let road = [follower(0), with_builder(0), large(0), large_with(PieceKind::Builder, 0)];
    let field = |segment| [follower(segment), with_pig(segment), large(segment), large_with(PieceKind::Pig, segment)];
    assert_eq!(actions(&game), [&road[..], &field(1), &field(2), &[Action::Pass]].concat());
    let mut farmer = game.clone();
    play(&mut game, large_with(PieceKind::Builder, 0));
    assert_eq!(pieces(&game), [(0, PieceKind::LargeFollower, 1, 0, 0), (0, PieceKind::Builder, 1, 0, 0)]);
    assert_eq!((followers(&game, 0), large_ones(&game, 0), builders(&game, 0)), (7, 0, 0));
    play(&mut farmer, large_with(PieceKind::Pig, 2));
    assert_eq!(pieces(&farmer), [(0, PieceKind::LargeFollower, 1, 0, 2), (0, PieceKind::Pig, 1, 0, 2)]);
}

#[test]
fn i14_the_rules_for_builders_and_pigs_are_the_same_beside_it() {
    let mut game = board(2, WITH_TRADERS, "*D");
    place(&mut game, "A", 0, 1, 0);
    assert_eq!(forbidden_by(&game, large_with(PieceKind::Builder, 0)), Some("T3"), "a large monk");
    assert_eq!(forbidden_by(&game, large_with(PieceKind::Builder, 2)), Some("T3"), "a large farmer");
    assert_eq!(forbidden_by(&game, large_with(PieceKind::Pig, 1)), Some("T9"), "a large thief");
    // Only from the supply.
    let mut game = board(2, WITH_TRADERS, "*D/1a");
    beside(&mut game, PieceKind::Builder, 0, 0, 0, 1);
    place(&mut game, "W", 0, 1, 0);
    assert_eq!(forbidden_by(&game, large_with(PieceKind::Builder, 0)), Some("T3"));
    let mut game = board(2, WITH_TRADERS, "*D/1A");
    place(&mut game, "V", 0, 1, 0);
    assert_eq!(forbidden_by(&game, large_with(PieceKind::Builder, 0)), Some("I2"));
    // Without Traders & Builders there are none.
    let mut game = board(2, INNS, "*D");
    place(&mut game, "U", 1, 0, 1);
    assert!(game.check(large_with(PieceKind::Builder, 0)).is_err());
}

#[test]
fn i14_the_builder_goes_back_with_the_large_follower() {
    let mut game = board(2, WITH_TRADERS, "W/0A *U.1 .");
    beside(&mut game, PieceKind::Builder, 0, -1, 0, 0);
    game.position.active = seat(1);
    assert_eq!(points(&place_only(&mut game, "W", 1, 0, 0)), [(0, 3, "road")]);
    assert_eq!((large_ones(&game, 0), builders(&game, 0), pieces(&game)), (1, 1, vec![]));
}

#[test]
fn i14_the_builder_beside_it_brings_the_double_turn() {
    let mut game = board(2, WITH_TRADERS, "W/0A *U.1 .");
    beside(&mut game, PieceKind::Builder, 0, -1, 0, 0);
    let events = place_only(&mut game, "U", 1, 0, 1);
    assert!(events.contains(&Event::ExtraTurn { seat: seat(0) }));
    assert_eq!(pieces(&game), [(0, PieceKind::LargeFollower, -1, 0, 0)]);
}

#[test]
fn i14_the_owner_of_a_pig_decides_about_the_large_farmer_beside_it_and_no_other() {
    // Red has a small farmer on the same field.
    let mut game = board(2, WITH_TRADERS, ".  B/1a .\nE.1 *F/1A .");
    beside(&mut game, PieceKind::Pig, 0, 0, 0, 1);
    place_only(&mut game, "E", 1, 0, 3);
    let events = play(&mut game, Action::ReturnFarmer);
    let home = first(&events, |event| matches!(event, Event::Returned { .. }));
    assert!(matches!(events[home], Event::Returned { piece, .. } if piece.kind == PieceKind::LargeFollower));
    assert_eq!(pieces(&game), [(0, PieceKind::Follower, 0, -1, 1)]);
    assert_eq!((large_ones(&game, 0), followers(&game, 0)), (1, 6));
    // The other way round: the pig beside the small one.
    let mut game = board(2, WITH_TRADERS, ".  B/1A .\nE.1 *F/1a .");
    beside(&mut game, PieceKind::Pig, 0, 0, 0, 1);
    place_only(&mut game, "E", 1, 0, 3);
    play(&mut game, Action::ReturnFarmer);
    assert_eq!(pieces(&game), [(0, PieceKind::LargeFollower, 0, -1, 1)]);
}

#[test]
fn i14_builder_and_pig_still_have_strength_0() {
    // A large farmer with a pig counts two: a tie with two farmers, less than three.
    for (last, scores) in [("U.1", [3, 3]), ("U.1/2b", [0, 3])] {
        let mut game = board(2, WITH_TRADERS, &format!("E.2 . . .\n*D/2A U.1/2b U.1/2b {last}"));
        beside(&mut game, PieceKind::Pig, 0, 0, 0, 2);
        final_scoring(&mut game);
        assert_eq!(game.scores(), scores, "{last}");
    }
    let mut game = board(2, WITH_TRADERS, "W/0A *U.1/0b U.1/0b U.1/0b");
    beside(&mut game, PieceKind::Builder, 0, -1, 0, 0);
    assert_eq!(points(&final_scoring(&mut game)), [(1, 4, "road")]);
}

#[test]
fn i15_goods_are_taken_one_for_each_symbol_in_a_city_with_a_cathedral() {
    let mut game = board(2, WITH_TRADERS, ". E.2 .\nE.1/0b *cathedral band-chicken band-road-wheat\n. E .");
    assert_eq!(points(&place_only(&mut game, "E", 3, 0, 3)), [(1, 21, "city")]);
    assert_eq!([goods(&game, 0), goods(&game, 1)], [[1, 1, 0], [0, 0, 0]]);
}

#[test]
fn i15_a_cathedral_alone_scores_no_pig_and_with_a_shield_it_gets_3() {
    for (band, phase, mine) in [("G/1b", Phase::Deal, 0), ("F/1b", Phase::Pig, 3)] {
        let mut game = board(2, WITH_TRADERS, &format!(". E.2 .\nE.1 *cathedral {band}\n. E ."));
        beside(&mut game, PieceKind::Pig, 1, 1, 0, 1);
        place_only(&mut game, "E", 2, 0, 3);
        assert_eq!((game.phase(), game.scores()), (phase, &[0, mine][..]), "{band}");
    }
}

#[test]
fn i15_builders_see_nothing_of_inns_and_cathedrals() {
    let extra = Event::ExtraTurn { seat: seat(0) };
    let mut game = board(2, WITH_TRADERS, "W/0a *U.1 .");
    beside(&mut game, PieceKind::Builder, 0, -1, 0, 0);
    let events = place_only(&mut game, "straight-inn", 1, 0, 0);
    assert_eq!(events.iter().filter(|event| **event == extra).count(), 1);
    let mut game = board(2, WITH_TRADERS, "*D/0a");
    beside(&mut game, PieceKind::Builder, 0, 0, 0, 0);
    let events = place_only(&mut game, "cathedral", 0, -1, 0);
    assert_eq!(events.iter().filter(|event| **event == extra).count(), 1);
    // An inn beside the builder's road that belongs to another one does not call it.
    let mut game = board(2, WITH_TRADERS, "*U.1/0a");
    beside(&mut game, PieceKind::Builder, 0, 0, 0, 0);
    let events = place_only(&mut game, "straight-inn", 0, 1, 0);
    assert!(!events.contains(&extra));
}

#[test]
fn i16_all_river_tiles_come_first_and_none_of_them_has_an_inn() {
    let options = [GameOption::River, GameOption::InnsCathedrals];
    let mut game = BaseGame::new(&setup(2, &options));
    for action in actions(&game) {
        let Action::Draw { tile } = action else { panic!("{action:?}") };
        assert!(tile.def().is_river());
    }
    assert_eq!(forbidden_by(&game, Action::Draw { tile: tile("bend-inn") }), Some("R1"));
    assert!(TileSet::River.kinds().all(|kind| !kind.def().segments().iter().any(|part| part.has(Symbol::Inn))));
    assert!(TileSet::InnsCathedrals.kinds().all(|kind| !kind.def().is_river()));
    // After the lake the 18 tiles are among the others.
    let tiles = [tile("lake"), tile("bend-inn"), tile("U")];
    game = BaseGame::new(&setup(2, &options).with_tiles(tiles).unwrap());
    draw(&mut game, "lake");
    play(&mut game, at("lake", 0, 1, 0));
    play(&mut game, Action::Pass);
    assert_eq!(actions(&game), [tile("U"), tile("bend-inn")].map(|tile| Action::Draw { tile }));
}

#[test]
fn i17_all_options_can_be_combined() {
    let river = GameOption::River;
    let traders = GameOption::TradersBuilders;
    let inns = GameOption::InnsCathedrals;
    let numbers: [(&[GameOption], u16); 8] = [
        (&[], 72),
        (&[river], 83),
        (&[traders], 95),
        (&[river, traders], 107),
        (&[inns], 90),
        (&[inns, river], 101),
        (&[inns, traders], 113),
        (&[inns, river, traders], 125),
    ];
    for (options, tiles) in numbers {
        let options: Options = options.iter().copied().collect();
        let most = if options.has(inns) || options.has(traders) { 6 } else { 5 };
        assert_eq!(GameId::Base.players(options), 2..=most);
        for players in 2..=most {
            let game = BaseGame::new(&Setup::new(GameId::Base, options, players, seat(0)).unwrap());
            assert_eq!(
                game.bag().total() + game.board().tile_count() as u16,
                tiles,
                "{options:?}, start tile included"
            );
            let start = if options.has(river) { "spring" } else { "D" };
            assert_eq!(game.board().laid(0).map(|laid| laid.kind), Some(tile(start)));
            for number in 0..players {
                let expected = [7, options.has(inns).into(), options.has(traders).into(), options.has(traders).into()];
                let kinds = [PieceKind::Follower, PieceKind::LargeFollower, PieceKind::Builder, PieceKind::Pig];
                assert_eq!(kinds.map(|kind| in_supply(&game, number, kind)), expected, "{options:?}");
            }
        }
    }
    assert_eq!(Options::combinations(GameId::Base).count(), numbers.len());
}
