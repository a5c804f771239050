//! What is agreed before a game begins.

use crate::action::Animal;
use crate::bag::Bag;
use crate::geometry::Pos;
use crate::seat::Seat;
use crate::tiles::{TileKind, TileSet};
use std::fmt;
use std::ops::RangeInclusive;

/// A game of the family.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum GameId {
    /// The base game, with the options River and Traders & Builders.
    Base,
    /// Hunters & Gatherers.
    HuntersGatherers,
    /// New Lands, with the options hand and equal turns.
    NewLands,
    /// Safari.
    Safari,
}

impl GameId {
    /// All games.
    pub const ALL: [GameId; 4] = [GameId::Base, GameId::HuntersGatherers, GameId::NewLands, GameId::Safari];

    /// The name in records and in the engine protocol.
    pub const fn name(self) -> &'static str {
        match self {
            GameId::Base => "base",
            GameId::HuntersGatherers => "hunters_gatherers",
            GameId::NewLands => "new_lands",
            GameId::Safari => "safari",
        }
    }

    /// The game with this name.
    pub fn from_name(name: &str) -> Option<GameId> {
        GameId::ALL.into_iter().find(|game| game.name() == name)
    }

    /// The options that the game has.
    pub const fn options(self) -> &'static [GameOption] {
        match self {
            GameId::Base => &[GameOption::TradersBuilders, GameOption::River],
            GameId::NewLands => &[GameOption::Hand, GameOption::EqualTurns],
            GameId::HuntersGatherers | GameId::Safari => &[],
        }
    }

    /// How many can play.
    pub const fn players(self, options: Options) -> RangeInclusive<u8> {
        if options.has(GameOption::TradersBuilders) { 2..=6 } else { 2..=5 }
    }
}

/// Something that can be added to a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum GameOption {
    /// Traders & Builders.
    TradersBuilders,
    /// The River.
    River,
    /// New Lands: two open tiles in hand (N12).
    Hand,
    /// New Lands: the same number of turns for all (N13).
    EqualTurns,
}

impl GameOption {
    /// All options of all games.
    pub const ALL: [GameOption; 4] =
        [GameOption::TradersBuilders, GameOption::River, GameOption::Hand, GameOption::EqualTurns];

    /// The name in records and in the engine protocol.
    pub const fn name(self) -> &'static str {
        match self {
            GameOption::TradersBuilders => "traders_builders",
            GameOption::River => "river",
            GameOption::Hand => "hand",
            GameOption::EqualTurns => "equal_turns",
        }
    }

    /// The option with this name.
    pub fn from_name(name: &str) -> Option<GameOption> {
        GameOption::ALL.into_iter().find(|option| option.name() == name)
    }
}

/// A set of options.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Options(u8);

impl Options {
    /// The plain game.
    pub const NONE: Options = Options(0);

    /// Adds an option.
    pub const fn with(self, option: GameOption) -> Options {
        Options(self.0 | 1 << option as u8)
    }

    /// Whether the option is chosen.
    pub const fn has(self, option: GameOption) -> bool {
        self.0 & 1 << option as u8 != 0
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

/// How many tokens of each animal there are (Safari).
pub(crate) const TOKENS_PER_ANIMAL: u8 = 10;

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
        let tokens = if game == GameId::Safari { [TOKENS_PER_ANIMAL; 5] } else { [0; 5] };
        Ok(Setup { game, options, players, first, bag, bonus, tokens, full: true })
    }

    /// The same game with only these land tiles in the bag.
    pub fn with_tiles(mut self, tiles: impl IntoIterator<Item = TileKind>) -> Result<Setup, SetupError> {
        self.bag = sub_bag(&self.bag, &sets(self.game, self.options), tiles)?;
        self.full = false;
        Ok(self)
    }

    /// The same game with only these bonus tiles (Hunters & Gatherers).
    pub fn with_bonus(mut self, tiles: impl IntoIterator<Item = TileKind>) -> Result<Setup, SetupError> {
        if self.game != GameId::HuntersGatherers {
            return Err(SetupError::NoBonus(self.game));
        }
        self.bonus = sub_bag(&self.bonus, &[TileSet::HuntersGatherersBonus], tiles)?;
        self.full = false;
        Ok(self)
    }

    /// The same game with only these animal tokens (Safari).
    pub fn with_tokens(mut self, tokens: impl IntoIterator<Item = Animal>) -> Result<Setup, SetupError> {
        if self.game != GameId::Safari {
            return Err(SetupError::NoTokens(self.game));
        }
        self.tokens = [0; 5];
        for animal in tokens {
            let count = &mut self.tokens[animal.index()];
            if *count == TOKENS_PER_ANIMAL {
                return Err(SetupError::TooManyTokens(animal));
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
    let set = match game {
        GameId::Base if options.has(GameOption::River) => TileSet::River,
        GameId::Base => TileSet::Base,
        GameId::HuntersGatherers => TileSet::HuntersGatherers,
        GameId::NewLands => TileSet::NewLands,
        GameId::Safari => TileSet::Safari,
    };
    let starts = || set.kinds().filter(|kind| kind.def().is_start());
    let west = starts().count() as i16 / 2;
    starts().zip(-west..).map(|(kind, x)| (kind, Pos::new(x, 0)))
}

/// All sets of the game's land tiles that stand beside each other in the tables, chosen or not.
fn sets(game: GameId, _: Options) -> Vec<TileSet> {
    match game {
        GameId::Base => vec![TileSet::Base, TileSet::River, TileSet::TradersBuilders],
        GameId::HuntersGatherers => vec![TileSet::HuntersGatherers],
        GameId::NewLands => vec![TileSet::NewLands],
        GameId::Safari => vec![TileSet::Safari],
    }
}

fn full_bag(game: GameId, options: Options) -> Bag {
    let sets = sets(game, options);
    let mut bag = Bag::new(&sets);
    let chosen = |set: TileSet| match set {
        TileSet::River => options.has(GameOption::River),
        TileSet::TradersBuilders => options.has(GameOption::TradersBuilders),
        _ => true,
    };
    for set in sets.into_iter().filter(|&set| chosen(set)) {
        for kind in set.kinds().skip(set.start_board().len()) {
            let river = game == GameId::Base && kind.def().is_river();
            if !river || options.has(GameOption::River) {
                bag.add(kind, kind.def().count());
            }
        }
    }
    for (kind, _) in start_tiles(game, options) {
        bag.take(kind);
    }
    bag
}

fn full_bonus(game: GameId) -> Bag {
    let mut bag = Bag::new(&[TileSet::HuntersGatherersBonus]);
    if game == GameId::HuntersGatherers {
        for kind in TileSet::HuntersGatherersBonus.kinds() {
            bag.add(kind, kind.def().count());
        }
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
    TooManyTokens(Animal),
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
            SetupError::TooManyTokens(animal) => write!(f, "more than {TOKENS_PER_ANIMAL} {} tokens", animal.name()),
        }
    }
}

impl std::error::Error for SetupError {}
