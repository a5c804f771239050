//! Which game: what many commands are told in the same words.

use clap::Args as ClapArgs;
use rules::{GameId, GameOption, Options, Seat, Setup, SetupError};

/// A game with its options.
#[derive(ClapArgs)]
pub(crate) struct Chosen {
    /// The game
    #[arg(long, default_value = "base", value_parser = parse_game)]
    pub(crate) game: GameId,
    /// Options of the game, separated by commas
    #[arg(long, value_delimiter = ',', value_parser = parse_option)]
    options: Vec<Choice>,
}

/// ... and for how many.
#[derive(ClapArgs)]
pub(crate) struct Seated {
    #[command(flatten)]
    pub(crate) chosen: Chosen,
    /// How many players
    #[arg(long, default_value_t = 2)]
    pub(crate) players: u8,
}

/// An option, or that there is none.
pub(crate) type Choice = Option<GameOption>;

impl Chosen {
    /// The options.
    pub(crate) fn options(&self) -> Options {
        self.options.iter().copied().flatten().collect()
    }

    /// The game for so many, the first seat beginning.
    pub(crate) fn setup(&self, players: u8) -> Result<Setup, SetupError> {
        Setup::new(self.game, self.options(), players, Seat::default())
    }
}

impl Seated {
    /// The game, the first seat beginning.
    pub(crate) fn setup(&self) -> Result<Setup, SetupError> {
        self.chosen.setup(self.players)
    }
}

/// Reads the name of a game.
pub(crate) fn parse_game(name: &str) -> Result<GameId, String> {
    GameId::from_name(name).ok_or_else(|| {
        let known: Vec<_> = GameId::ALL.iter().map(|game| game.name()).collect();
        format!("unknown game; there are: {}", known.join(", "))
    })
}

/// Reads the name of an option, or `none`.
pub(crate) fn parse_option(name: &str) -> Result<Choice, String> {
    if name.is_empty() || name == "none" {
        return Ok(None);
    }
    GameOption::from_name(name).map(Some).ok_or_else(|| format!("unknown option {name:?}"))
}
