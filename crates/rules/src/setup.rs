//! What is agreed before a game begins.

use crate::action::Animal;
use crate::bag::Bag;
use crate::geometry::Pos;
use crate::piece::PieceKind;
use crate::seat::Seat;
use crate::tiles::{TileKind, TileSet};
use crate::units::{GameId, GameOption, Unit};
use std::fmt;
use std::ops::RangeInclusive;

/// The fewest players of any game.
const FEWEST_PLAYERS: u8 = 2;

impl GameId {
    /// How many can play.
    pub fn players(self, options: Options) -> RangeInclusive<u8> {
        let most = units(self, options).map(|unit| unit.most_players).max();
        FEWEST_PLAYERS..=most.unwrap_or(FEWEST_PLAYERS)
    }
}

/// The units in the game: itself, then the chosen options.
pub(crate) fn units(game: GameId, options: Options) -> impl Iterator<Item = &'static Unit> {
    std::iter::once(game.unit()).chain(options.iter().map(GameOption::unit))
}

/// A set of options.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Options(u32);

impl Options {
    /// The plain game.
    pub const NONE: Options = Options(0);

    /// Adds an option.
    pub const fn with(self, option: GameOption) -> Options {
        Options(self.0 | 1 << option as u32)
    }

    /// Whether the option is chosen.
    pub const fn has(self, option: GameOption) -> bool {
        self.0 & 1 << option as u32 != 0
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The chosen options.
    pub fn iter(self) -> impl Iterator<Item = GameOption> {
        GameOption::ALL.into_iter().filter(move |option| self.has(*option))
    }

    /// All combinations of the options of a game.
    pub fn combinations(game: GameId) -> impl Iterator<Item = Options> {
        let options = game.options();
        (0..1 << options.len()).map(move |chosen: u32| {
            (0..options.len())
                .filter(|index| chosen >> index & 1 != 0)
                .fold(Options::NONE, |sum, index| sum.with(options[index]))
        })
    }
}

impl FromIterator<GameOption> for Options {
    fn from_iter<I: IntoIterator<Item = GameOption>>(options: I) -> Options {
        options.into_iter().fold(Options::NONE, Options::with)
    }
}

/// What is agreed before a game begins: all of it public.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setup {
    game: GameId,
    options: Options,
    players: u8,
    first: Seat,
    bag: Bag,
    bonus: Bag,
    tokens: [u8; 5],
    full: bool,
}

impl Setup {
    /// A game with the full sets.
    pub fn new(game: GameId, options: Options, players: u8, first: Seat) -> Result<Setup, SetupError> {
        if let Some(option) = options.iter().find(|option| !game.options().contains(option)) {
            return Err(SetupError::Option(game, option));
        }
        if !game.players(options).contains(&players) {
            return Err(SetupError::Players(game, options, players));
        }
        if first.number() >= players {
            return Err(SetupError::First(first, players));
        }
        let (bag, bonus) = (full_bag(game, options), full_bonus(game));
        let tokens = [game.unit().tokens; 5];
        Ok(Setup { game, options, players, first, bag, bonus, tokens, full: true })
    }

    /// The same game with only these land tiles in the bag.
    pub fn with_tiles(mut self, tiles: impl IntoIterator<Item = TileKind>) -> Result<Setup, SetupError> {
        self.bag = sub_bag(&self.bag, &self.game.tile_sets(), tiles)?;
        self.full = false;
        Ok(self)
    }

    /// The same game with only these bonus tiles (Hunters & Gatherers).
    pub fn with_bonus(mut self, tiles: impl IntoIterator<Item = TileKind>) -> Result<Setup, SetupError> {
        let Some(set) = self.game.unit().bonus else {
            return Err(SetupError::NoBonus(self.game));
        };
        self.bonus = sub_bag(&self.bonus, &[set], tiles)?;
        self.full = false;
        Ok(self)
    }

    /// The same game with only these animal tokens (Safari).
    pub fn with_tokens(mut self, tokens: impl IntoIterator<Item = Animal>) -> Result<Setup, SetupError> {
        let most = self.game.unit().tokens;
        if most == 0 {
            return Err(SetupError::NoTokens(self.game));
        }
        self.tokens = [0; 5];
        for animal in tokens {
            let count = &mut self.tokens[animal.index()];
            if *count == most {
                return Err(SetupError::TooManyTokens(animal, most));
            }
            *count += 1;
        }
        self.full = false;
        Ok(self)
    }

    /// Which game.
    pub fn game(&self) -> GameId {
        self.game
    }

    /// With which options.
    pub fn options(&self) -> Options {
        self.options
    }

    /// Whether an option is chosen.
    pub fn has(&self, option: GameOption) -> bool {
        self.options.has(option)
    }

    /// How many players.
    pub fn players(&self) -> u8 {
        self.players
    }

    /// The seats of the players.
    pub fn seats(&self) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator + use<> {
        Seat::of(self.players)
    }

    /// Who begins (C7).
    pub fn first(&self) -> Seat {
        self.first
    }

    /// The rulebooks in the game: its own, then those of the chosen options.
    pub fn units(&self) -> impl Iterator<Item = &'static Unit> {
        units(self.game, self.options)
    }

    /// The pieces that each player has at the start.
    pub fn pieces(&self) -> impl Iterator<Item = (PieceKind, u8)> {
        self.units().flat_map(|unit| unit.pieces.iter().copied())
    }

    /// The land tiles that will come.
    pub fn bag(&self) -> &Bag {
        &self.bag
    }

    /// The bonus tiles (Hunters & Gatherers).
    pub fn bonus(&self) -> &Bag {
        &self.bonus
    }

    /// How many tokens of each animal (Safari).
    pub fn tokens(&self) -> [u8; 5] {
        self.tokens
    }

    /// Whether all tiles and tokens of the chosen sets are in the game.
    pub fn is_full(&self) -> bool {
        self.full
    }
}

/// The tiles laid out before the game begins, with their cells (C1): in a row with its middle at the origin.
pub(crate) fn start_tiles(game: GameId, options: Options) -> impl Iterator<Item = (TileKind, Pos)> {
    let set = units(game, options).filter(|unit| unit.starts).filter_map(|unit| unit.tiles).last();
    let starts = move || set.into_iter().flat_map(TileSet::kinds).filter(|kind| kind.def().is_start());
    let west = starts().count() as i16 / 2;
    starts().zip(-west..).map(|(kind, x)| (kind, Pos::new(x, 0)))
}

/// The bag with all chosen sets. Of a start tile one copy is not in it: it lies on the table, or stays in the box (R1).
fn full_bag(game: GameId, options: Options) -> Bag {
    let mut bag = Bag::new(&game.tile_sets());
    for unit in units(game, options) {
        let Some(set) = unit.tiles else { continue };
        for kind in set.kinds().skip(set.start_board().len()) {
            if (unit.tile_waits_for)(kind).is_none_or(|option| options.has(option)) {
                bag.add(kind, kind.def().count() - u8::from(kind.def().is_start()));
            }
        }
    }
    bag
}

fn full_bonus(game: GameId) -> Bag {
    let mut bag = Bag::new(game.unit().bonus.as_slice());
    for kind in game.unit().bonus.into_iter().flat_map(TileSet::kinds) {
        bag.add(kind, kind.def().count());
    }
    bag
}

fn sub_bag(full: &Bag, sets: &[TileSet], tiles: impl IntoIterator<Item = TileKind>) -> Result<Bag, SetupError> {
    let mut bag = Bag::new(sets);
    for kind in tiles {
        if full.count(kind) == 0 {
            return Err(SetupError::Tile(kind));
        }
        if bag.count(kind) == full.count(kind) {
            return Err(SetupError::TooMany(kind, full.count(kind)));
        }
        bag.add(kind, 1);
    }
    Ok(bag)
}

/// Why a game cannot be set up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SetupError {
    /// The game does not have the option.
    Option(GameId, GameOption),
    /// Too few or too many players.
    Players(GameId, Options, u8),
    /// The first seat is none of the players'.
    First(Seat, u8),
    /// The tile is in none of the chosen sets, or its only copy is the start tile.
    Tile(TileKind),
    /// More copies of the tile than the set has for the bag.
    TooMany(TileKind, u8),
    /// The game has no bonus tiles.
    NoBonus(GameId),
    /// The game has no tokens.
    NoTokens(GameId),
    /// More tokens of the animal than there are.
    TooManyTokens(Animal, u8),
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            SetupError::Option(game, option) => write!(f, "{} has no option {}", game.name(), option.name()),
            SetupError::Players(game, options, players) => {
                let range = game.players(options);
                write!(f, "{} takes {} to {} players, not {players}", game.name(), range.start(), range.end())
            }
            SetupError::First(first, players) => write!(f, "first seat {first} with {players} players"),
            SetupError::Tile(tile) => write!(f, "{tile} is not among the tiles of this game's bag"),
            SetupError::TooMany(tile, count) => write!(f, "more than {count} of {tile}"),
            SetupError::NoBonus(game) => write!(f, "{} has no bonus tiles", game.name()),
            SetupError::NoTokens(game) => write!(f, "{} has no animal tokens", game.name()),
            SetupError::TooManyTokens(animal, most) => write!(f, "more than {most} {} tokens", animal.name()),
        }
    }
}

impl std::error::Error for SetupError {}
