//! The table of units holds together, and what is set up from it.

use super::*;
use crate::geometry::Pos;
use crate::position::{MAX_PIECES, Position};
use crate::seat::Seat;
use crate::setup::{Options, Setup, start_tiles};
use std::collections::BTreeSet;

#[test]
fn names_read_back_and_no_two_are_equal() {
    for game in GameId::ALL {
        assert_eq!(game.name().parse(), Ok(game));
        assert!(game.options().iter().all(|option| option.game() == game));
    }
    for option in GameOption::ALL {
        assert_eq!(option.name().parse(), Ok(option));
    }
    assert!("chess".parse::<GameId>().is_err_and(|error| error.to_string() == "there is no game \"chess\""));
}

/// All units: the games, then the options.
fn all_units() -> impl Iterator<Item = &'static Unit> {
    GameId::ALL.into_iter().map(GameId::unit).chain(GameOption::ALL.into_iter().map(GameOption::unit))
}

#[test]
fn no_two_units_have_one_name_and_options_count_under_the_letter_of_their_rules() {
    let names: BTreeSet<&str> = all_units().map(|unit| unit.name).collect();
    assert_eq!(names.len(), GameId::ALL.len() + GameOption::ALL.len());
    for name in names {
        assert!(!name.is_empty() && name.chars().all(|letter| letter.is_ascii_lowercase() || letter == '_'), "{name}");
    }
    assert!(all_units().all(|unit| unit.letter.is_ascii_uppercase()));
    for game in GameId::ALL {
        // What brings something to the table has rules of its own; a variant is a rule of its game.
        for unit in game.options().iter().map(|option| option.unit()) {
            assert_eq!(unit.letter == game.unit().letter, unit.tiles.is_none(), "{}", unit.name);
        }
    }
}

#[test]
fn every_option_belongs_to_one_game_and_has_none_itself() {
    for option in GameOption::ALL {
        let games: Vec<GameId> = GameId::ALL.into_iter().filter(|game| game.options().contains(&option)).collect();
        assert_eq!(games, [option.game()], "{option}");
        assert!(option.unit().options.is_empty(), "{option}");
    }
}

#[test]
fn every_set_is_brought_by_one_unit_whose_name_it_has() {
    for set in TileSet::ALL {
        let land: Vec<&str> = all_units().filter(|unit| unit.tiles == Some(set)).map(|unit| unit.name).collect();
        let bonus: Vec<&str> = all_units().filter(|unit| unit.bonus == Some(set)).map(|unit| unit.name).collect();
        assert_eq!(land.len() + bonus.len(), 1, "{set:?}");
        assert!(land.iter().all(|name| *name == set.id()), "{set:?}");
        assert!(bonus.iter().all(|name| set.id() == format!("{name}_bonus")), "{set:?}");
    }
}

#[test]
fn who_lays_out_a_start_tile_has_one_and_every_game_does() {
    for unit in all_units() {
        let starts = unit.tiles.into_iter().flat_map(TileSet::kinds).filter(|kind| kind.def().is_start()).count();
        assert_eq!(unit.starts, starts > 0, "{}", unit.name);
    }
    assert!(GameId::ALL.into_iter().all(|game| game.unit().starts && game.unit().tiles.is_some()));
    // A start board is a row of squares with one in the middle.
    for game in GameId::ALL {
        for options in Options::combinations(game) {
            let starts: Vec<_> = start_tiles(game, options).collect();
            assert_eq!(starts.len() % 2, 1, "{game}");
            assert_eq!(starts[starts.len() / 2].1, Pos::ORIGIN, "{game}");
        }
    }
}

#[test]
fn a_tile_waits_only_for_an_option_of_its_own_game() {
    let mut waiting = Vec::new();
    for game in GameId::ALL {
        for unit in game.units() {
            for kind in unit.tiles.into_iter().flat_map(TileSet::kinds) {
                let Some(option) = (unit.tile_waits_for)(kind) else { continue };
                assert!(game.options().contains(&option) && option.name() != unit.name, "{kind}");
                waiting.push(kind.name());
            }
        }
    }
    assert_eq!(waiting, ["traders_builders/river-corner-chicken"]);
}

#[test]
fn the_bag_has_every_tile_of_the_chosen_units_but_the_start_tiles() {
    for game in GameId::ALL {
        for options in Options::combinations(game) {
            let setup = Setup::new(game, options, 2, Seat::ALL[0]).unwrap();
            for unit in game.units() {
                let chosen = unit.name == game.name() || options.iter().any(|option| option.name() == unit.name);
                for kind in unit.tiles.into_iter().flat_map(TileSet::kinds) {
                    let waits = (unit.tile_waits_for)(kind).is_some_and(|option| !options.has(option));
                    let in_bag = kind.def().count() - u8::from(kind.def().is_start());
                    let expected = if chosen && !waits { in_bag } else { 0 };
                    assert_eq!(setup.bag().count(kind), expected, "{kind} with {options:?}");
                }
            }
            let bonus: u16 =
                game.unit().bonus.into_iter().flat_map(TileSet::kinds).map(|kind| u16::from(kind.def().count())).sum();
            assert_eq!(setup.bonus().total(), bonus, "{game}");
            assert_eq!(setup.tokens(), [game.unit().tokens; 5], "{game}");
        }
    }
}

#[test]
fn each_kind_of_piece_comes_from_one_unit_of_a_game_and_the_supplies_hold_them() {
    for game in GameId::ALL {
        let kinds: Vec<PieceKind> = game.units().flat_map(|unit| unit.pieces).map(|(kind, _)| *kind).collect();
        let different: BTreeSet<PieceKind> = kinds.iter().copied().collect();
        assert_eq!(kinds.len(), different.len(), "{game}");
        assert!(game.unit().pieces.iter().any(|(kind, count)| *kind == PieceKind::Follower && *count > 0), "{game}");
        for options in Options::combinations(game) {
            for players in game.players(options) {
                let setup = Setup::new(game, options, players, Seat::ALL[0]).unwrap();
                let position = Position::new(&setup);
                for (seat, kind) in setup.seats().flat_map(|seat| PieceKind::ALL.map(|kind| (seat, kind))) {
                    let given: u8 = setup.pieces().filter(|(known, _)| *known == kind).map(|(_, count)| count).sum();
                    assert_eq!(position.supply(seat).count(kind), given, "{game} {options:?} {kind:?}");
                }
            }
        }
    }
    let brought: BTreeSet<PieceKind> = all_units().flat_map(|unit| unit.pieces).map(|(kind, _)| *kind).collect();
    assert!(brought.into_iter().eq(PieceKind::ALL), "every kind is in some game");
}

#[test]
fn all_pieces_of_a_full_table_can_stand_on_the_map_at_once() {
    for game in GameId::ALL {
        let all: Options = game.options().iter().copied().collect();
        let players = usize::from(*game.players(all).end());
        let each: usize = game.units().flat_map(|unit| unit.pieces).map(|(_, count)| usize::from(*count)).sum();
        assert!(players <= MAX_SEATS && players * each <= MAX_PIECES, "{game}");
        // A player's pieces together, on one feature, are counted with four bits.
        let strength: u8 = game.units().flat_map(|unit| unit.pieces).map(|(kind, count)| kind.strength() * count).sum();
        assert!(strength < 16, "{game}");
    }
}

#[test]
fn more_can_play_with_an_option_never_fewer() {
    for game in GameId::ALL {
        assert!(game.unit().most_players >= 2, "{game}");
        let plain = game.players(Options::NONE);
        for options in Options::combinations(game) {
            assert!(game.players(options).start() == plain.start() && game.players(options).end() >= plain.end());
        }
    }
}

#[test]
fn only_units_with_tiles_bring_something_to_the_table() {
    for unit in all_units().filter(|unit| unit.tiles.is_none()) {
        let nothing = unit.pieces.is_empty() && unit.goods.is_empty() && unit.tokens == 0 && unit.bonus.is_none();
        assert!(nothing && !unit.starts && unit.most_players == 0, "{}", unit.name);
    }
}

#[test]
fn sets_mixed_in_one_bag_stand_together_in_the_tables() {
    for game in GameId::ALL {
        let numbers: Vec<usize> = game.tile_sets().iter().map(|set| *set as usize).collect();
        assert!(numbers.windows(2).all(|pair| pair[0] + 1 == pair[1]), "{game}: {numbers:?}");
    }
}
