//! A game with its options, and how its actions and positions become numbers.

use crate::json::to_python;
use crate::state::State;
use crate::value_error;
use pyo3::prelude::*;
use rules::{Animal, GameId, GameOption, Options, Seat, Setup};
use serde_json::json;
use spaces::{ActionSpace, Candidates, Observer, SIZE};
use std::sync::Arc;

/// The games and what can be added to each, as a dictionary: name to options, and the numbers of players with none and all.
#[pyfunction]
pub(crate) fn games(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    let mut all = serde_json::Map::new();
    for game in GameId::ALL {
        let options: Vec<_> = game.options().iter().map(|option| option.name()).collect();
        let everything = game.options().iter().copied().collect::<Options>();
        let (plain, full) = (game.players(Options::NONE), game.players(everything));
        let players = json!({"least": plain.start(), "most": plain.end(), "most_with_options": full.end()});
        all.insert(game.name().to_owned(), json!({"options": options, "players": players}));
    }
    to_python(py, &all.into())
}

/// What is the same for all games with one setup.
pub(crate) struct Rules {
    pub(crate) setup: Setup,
    pub(crate) space: ActionSpace,
    pub(crate) observer: Observer,
    pub(crate) candidates: Candidates,
}

impl Rules {
    pub(crate) fn new(setup: Setup, size: usize) -> PyResult<Arc<Rules>> {
        let space = ActionSpace::new(&setup, size).map_err(value_error)?;
        let observer = Observer::new(&setup, size).map_err(value_error)?;
        let candidates = Candidates::new(&observer);
        Ok(Arc::new(Rules { setup, space, observer, candidates }))
    }
}

/// Reads a setup from Python's words.
pub(crate) fn read_setup(game: &str, options: &[String], players: u8, first: Option<u8>) -> PyResult<Setup> {
    wire::read_setup(game, options, players, first).map_err(value_error)
}

/// A game with its options and number of players: `Game("base", ["river"], players=3)`. `first` is the seat that begins; without
/// it the seed decides. `size` is the side of the grid on which cells are numbered.
#[pyclass(frozen, module = "bastide")]
pub(crate) struct Game {
    pub(crate) rules: Arc<Rules>,
    /// Whether the seat that begins was chosen.
    first: Option<u8>,
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (game = "base", options = Vec::new(), players = 2, *, first = None, size = SIZE))]
    fn new(game: &str, options: Vec<String>, players: u8, first: Option<u8>, size: usize) -> PyResult<Game> {
        let setup = read_setup(game, &options, players, first)?;
        Ok(Game { rules: Rules::new(setup, size)?, first })
    }

    /// The name of the game.
    #[getter]
    fn name(&self) -> &'static str {
        self.rules.setup.game().name()
    }

    /// The names of its options.
    #[getter]
    fn options(&self) -> Vec<&'static str> {
        self.rules.setup.options().iter().map(GameOption::name).collect()
    }

    /// How many play.
    #[getter]
    fn players(&self) -> u8 {
        self.rules.setup.players()
    }

    /// The side of the grid on which cells are numbered.
    #[getter]
    fn size(&self) -> usize {
        self.rules.space.size()
    }

    /// How many numbers of actions there are.
    #[getter]
    fn action_count(&self) -> usize {
        self.rules.space.count()
    }

    /// The planes of cells with which the numbers of actions begin.
    #[getter]
    fn action_planes(&self) -> Vec<String> {
        self.rules.space.planes()
    }

    /// The actions without a cell that follow the planes.
    #[getter]
    fn action_words(&self) -> Vec<String> {
        self.rules.space.words()
    }

    /// What the planes of an observation are.
    #[getter]
    fn plane_names(&self) -> Vec<String> {
        self.rules.observer.planes().to_vec()
    }

    /// What the features of an observation are.
    #[getter]
    fn feature_names(&self) -> Vec<String> {
        self.rules.observer.features().to_vec()
    }

    /// What the features of a candidate are.
    #[getter]
    fn candidate_names(&self) -> Vec<String> {
        self.rules.candidates.features().to_vec()
    }

    /// Everything that chance can ever bring, in notation: draws of tiles, then of animal tokens.
    #[getter]
    fn outcome_names(&self) -> Vec<String> {
        let setup = &self.rules.setup;
        let tiles = setup.bag().iter().chain(setup.bonus().iter()).map(|(tile, _)| rules::Action::Draw { tile });
        let animals = Animal::ALL.into_iter().zip(setup.tokens()).filter(|(_, count)| *count > 0);
        let tokens = animals.map(|(animal, _)| rules::Action::DrawToken { animal });
        tiles.chain(tokens).map(|outcome| outcome.to_string()).collect()
    }

    /// What the number of an action means.
    fn action_meaning(&self, number: usize) -> PyResult<String> {
        let meaning = self.rules.space.meaning(number);
        meaning.ok_or_else(|| value_error(format!("actions have numbers below {}", self.rules.space.count())))
    }

    /// A new game; the same seed gives the same draws, and without one they are new.
    #[pyo3(signature = (seed = None))]
    fn new_state(&self, seed: Option<u64>) -> PyResult<State> {
        let seed = seed.unwrap_or_else(random_seed);
        let setup = &self.rules.setup;
        let first = match self.first {
            Some(_) => setup.first(),
            None => table::Dealer::first_seat(seed, setup.players()),
        };
        State::dealt(self.rules.clone(), self.begun_by(first)?, seed)
    }

    /// A new game in which chance is an action like any other: while `is_chance`, play one of `outcomes()`.
    fn chance_state(&self) -> PyResult<State> {
        Ok(State::open(self.rules.clone(), &self.rules.setup))
    }

    fn __repr__(&self) -> String {
        format!("Game({:?}, {:?}, players={})", self.name(), self.options(), self.players())
    }
}

impl Game {
    fn begun_by(&self, first: Seat) -> PyResult<Setup> {
        wire::first_seat(&self.rules.setup, first).map_err(value_error)
    }
}

/// Something new every time: what the standard library keys its hash tables with.
pub(crate) fn random_seed() -> u64 {
    use std::hash::{BuildHasher as _, RandomState};
    RandomState::new().hash_one(0) >> 1
}
