//! Examples as games: played when they are looked at, so that every picture can happen. The documentation site compiles this
//! file, too.

use rules::{Action, AnyGame, Event, Game as _, GameId, GameOption, Phase, Seat, Setup, TileKind};
use table::Entry;

/// A short game of two. What is shown is its last turn.
pub(crate) struct Example {
    pub(super) options: &'static [GameOption],
    /// The actions in the notation of records. A tile that is placed is drawn before; other draws are written out.
    pub(super) moves: &'static str,
    /// Whether the game ends after it: then only these tiles are in the bag.
    pub(super) ends: bool,
    /// The points of the last turn in order: whose (0 is orange, 1 is blue), how many.
    #[allow(dead_code, reason = "what the texts say; checked by a test")]
    pub(super) points: &'static [(u8, u16)],
}

/// An example after it was played.
pub(crate) struct Scene {
    pub(crate) game: AnyGame,
    /// What happened in the last turn.
    pub(crate) last: Vec<Entry>,
}

impl Example {
    /// Plays the example; says what is wrong with it if it is no game.
    pub(super) fn play(&self, game: GameId) -> Result<Scene, String> {
        let moves: Result<Vec<Action>, String> =
            self.moves.split(' ').map(|word| word.parse().map_err(|error| format!("{word}: {error}"))).collect();
        let moves = moves?;
        let mut game = AnyGame::new(&self.setup(game, &moves)?);
        let mut entries: Vec<(u16, Entry)> = Vec::new();
        let mut play = |game: &mut AnyGame, action: Action| {
            let (turn, actor, mut events) = (game.turn(), game.to_act(), Vec::new());
            game.play_logged(action, &mut events).map_err(|error| format!("{action}: {error}"))?;
            entries.push((turn, Entry { action, actor, events }));
            Ok::<(), String>(())
        };
        for action in moves {
            if let Action::Place { tile, .. } = action
                && game.phase() == Phase::Deal
            {
                play(&mut game, Action::Draw { tile })?;
            }
            play(&mut game, action)?;
        }
        let last = entries.last().map_or(0, |entry| entry.0);
        let last = entries.into_iter().filter(|entry| entry.0 == last).map(|entry| entry.1).collect();
        Ok(Scene { game, last })
    }

    fn setup(&self, game: GameId, moves: &[Action]) -> Result<Setup, String> {
        let options = self.options.iter().copied().collect();
        let setup = Setup::new(game, options, 2, Seat::ALL[0]).map_err(|error| error.to_string())?;
        if !self.ends {
            return Ok(setup);
        }
        let placed = moves.iter().filter_map(|action| match action {
            Action::Place { tile, .. } => Some(*tile),
            _ => None,
        });
        let bonus = |tile: &TileKind| tile.def().set() == rules::TileSet::HuntersGatherersBonus;
        let (bonus, land): (Vec<TileKind>, Vec<TileKind>) = placed.partition(bonus);
        let setup = setup.with_tiles(land).map_err(|error| error.to_string())?;
        if bonus.is_empty() { Ok(setup) } else { setup.with_bonus(bonus).map_err(|error| error.to_string()) }
    }
}

impl Scene {
    /// What happened in the last turn, as events.
    pub(super) fn events(&self) -> impl Iterator<Item = &Event> {
        self.last.iter().flat_map(|entry| &entry.events)
    }
}
