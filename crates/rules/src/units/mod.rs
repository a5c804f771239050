//! The rulebooks as units: a game, or something that can be added to one. Each has a folder here with its rules and their
//! tests, a file of tiles where it brings some, and one entry in the table that everybody walks who lists games, options,
//! sets, pieces or player counts.

pub(crate) mod base;
pub(crate) mod hunters_gatherers;
pub(crate) mod inns_cathedrals;
pub(crate) mod new_lands;
pub(crate) mod river;
pub(crate) mod safari;
pub(crate) mod traders_builders;

use crate::bag::MAX_KINDS;
use crate::board::{MAX_FEATURES, MAX_TILES};
use crate::event::Goods;
use crate::piece::PieceKind;
use crate::seat::MAX_SEATS;
use crate::tiles::{TileKind, TileSet};
use std::fmt;
use std::str::FromStr;

/// What a rulebook brings to the table.
#[derive(Debug)]
#[non_exhaustive]
pub struct Unit {
    /// The name in records and in the engine protocol.
    pub name: &'static str,
    /// The letter with which the numbers of its rules begin.
    pub letter: char,
    /// The set of its land tiles, if it brings any.
    pub tiles: Option<TileSet>,
    /// The set of tiles that come by a rule of their own (H10).
    pub bonus: Option<TileSet>,
    /// Whether its start tile is laid out, in place of the game's own where it is an option (R1).
    pub starts: bool,
    /// How many can play when it is in the game.
    pub most_players: u8,
    /// The pieces that each player gets.
    pub pieces: &'static [(PieceKind, u8)],
    /// The goods that it brings.
    pub goods: &'static [Goods],
    /// How many animal tokens of each kind it brings.
    pub tokens: u8,
    /// What can be added to it.
    pub options: &'static [GameOption],
    /// The option without which one of its tiles stays in the box.
    pub tile_waits_for: fn(TileKind) -> Option<GameOption>,
}

/// A unit that brings nothing, to be filled in.
pub(crate) const NOTHING: Unit = Unit {
    name: "",
    letter: ' ',
    tiles: None,
    bonus: None,
    starts: false,
    most_players: 0,
    pieces: &[],
    goods: &[],
    tokens: 0,
    options: &[],
    tile_waits_for: |_| None,
};

/// Makes an enum of units and the table behind it.
macro_rules! unit_enum {
    ($(#[$attribute:meta])* $name:ident, $count:literal, $error:literal: $($(#[$doc:meta])* $variant:ident = $unit:path,)*) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        #[repr(u8)]
        pub enum $name {
            $($(#[$doc])* $variant,)*
        }

        impl $name {
            /// All of them.
            pub const ALL: [$name; $count] = [$($name::$variant,)*];

            /// What it brings to the table.
            pub const fn unit(self) -> &'static Unit {
                match self {
                    $($name::$variant => &$unit,)*
                }
            }

            /// The name in records and in the engine protocol.
            pub const fn name(self) -> &'static str {
                self.unit().name
            }

            /// The one with this name.
            pub fn from_name(name: &str) -> Option<$name> {
                $name::ALL.into_iter().find(|known| known.name() == name)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.name())
            }
        }

        impl FromStr for $name {
            type Err = UnknownName;

            fn from_str(name: &str) -> Result<$name, UnknownName> {
                $name::from_name(name).ok_or_else(|| UnknownName::new($error, name))
            }
        }
    };
}

unit_enum! {
    /// A game of the family.
    GameId, 4, "game":
    /// The base game.
    Base = base::UNIT,
    /// Hunters & Gatherers.
    HuntersGatherers = hunters_gatherers::UNIT,
    /// New Lands.
    NewLands = new_lands::UNIT,
    /// Safari.
    Safari = safari::UNIT,
}

unit_enum! {
    /// Something that can be added to a game. The order is that of the names in records.
    GameOption, 6, "option":
    /// Base game: Traders & Builders.
    TradersBuilders = traders_builders::UNIT,
    /// Base game: the River.
    River = river::UNIT,
    /// New Lands: two open tiles in hand (N12).
    Hand = new_lands::hand::UNIT,
    /// New Lands: the same number of turns for all (N13).
    EqualTurns = new_lands::equal_turns::UNIT,
    /// Base game: Inns & Cathedrals.
    InnsCathedrals = inns_cathedrals::UNIT,
    /// Safari: more corners take a waterhole (S12).
    WideCorners = safari::WIDE_CORNERS,
}

impl GameId {
    /// The options that the game has.
    pub const fn options(self) -> &'static [GameOption] {
        self.unit().options
    }

    /// The units of the game, itself first, chosen or not.
    pub fn units(self) -> impl Iterator<Item = &'static Unit> {
        std::iter::once(self.unit()).chain(self.options().iter().map(|option| option.unit()))
    }

    /// The sets of land tiles that the game can have, in the order of the tables.
    pub fn tile_sets(self) -> Vec<TileSet> {
        let mut sets: Vec<TileSet> = self.units().filter_map(|unit| unit.tiles).collect();
        crate::sort_by_key(&mut sets, |set| *set);
        sets
    }
}

impl GameOption {
    /// The game that has the option.
    pub fn game(self) -> GameId {
        let has = |game: &GameId| game.options().contains(&self);
        GameId::ALL.into_iter().find(has).unwrap_or(GameId::Base)
    }
}

/// A name that nothing has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownName {
    kind: &'static str,
    name: String,
}

impl UnknownName {
    pub(crate) fn new(kind: &'static str, name: &str) -> UnknownName {
        UnknownName { kind, name: name.to_owned() }
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no {} {:?}", self.kind, self.name)
    }
}

impl std::error::Error for UnknownName {}

/// Tiles, kinds and segments of a unit's sets.
const fn sizes(unit: &Unit) -> [usize; 3] {
    let mut sizes = [0; 3];
    let sets = [unit.tiles, unit.bonus];
    let mut index = 0;
    while index < sets.len() {
        if let Some(set) = sets[index] {
            let (tiles, segments) = set.totals();
            sizes = [sizes[0] + tiles, sizes[1] + set.kind_count(), sizes[2] + segments];
        }
        index += 1;
    }
    sizes
}

/// The kernel has room for every game with everything that can be added to it.
const fn assert_room(game: GameId) {
    let [mut tiles, mut kinds, mut segments] = sizes(game.unit());
    let mut index = 0;
    while index < game.options().len() {
        let unit = game.options()[index].unit();
        let more = sizes(unit);
        tiles += more[0];
        kinds += more[1];
        segments += more[2];
        assert!(unit.most_players as usize <= MAX_SEATS);
        index += 1;
    }
    assert!(tiles <= MAX_TILES && kinds <= MAX_KINDS && segments <= MAX_FEATURES);
}

const _: () = {
    assert_room(GameId::Base);
    assert_room(GameId::HuntersGatherers);
    assert_room(GameId::NewLands);
    assert_room(GameId::Safari);
};

#[cfg(test)]
mod tests;
