//! Records.

use crate::action::Action;
use crate::game::Rules;
use crate::state::State;
use crate::value_error;
use pyo3::prelude::*;
use rules::{GameOption, Seat};
use spaces::SIZE;

/// A game as text that every program of the project reads and writes: `Record(text)` reads and checks one.
#[pyclass(frozen, module = "bastide")]
pub(crate) struct Record(pub(crate) rules::Record);

#[pymethods]
impl Record {
    #[new]
    fn new(text: &str) -> PyResult<Record> {
        text.parse().map(Record).map_err(|error: rules::RecordError| value_error(error))
    }

    /// The name of the game.
    #[getter]
    fn game(&self) -> &'static str {
        self.0.setup().game().name()
    }

    /// The names of its options.
    #[getter]
    fn options(&self) -> Vec<&'static str> {
        self.0.setup().options().iter().map(GameOption::name).collect()
    }

    /// How many played.
    #[getter]
    fn players(&self) -> u8 {
        self.0.setup().players()
    }

    /// The names of the players, as far as they are known.
    #[getter]
    fn names(&self) -> Vec<Option<String>> {
        self.0.setup().seats().map(|seat| self.0.name(seat).map(str::to_owned)).collect()
    }

    /// All actions in order, the dealer's included.
    #[getter]
    fn actions(&self) -> Vec<Action> {
        self.0.actions().map(Action).collect()
    }

    /// The final points of each seat; `None` if the game is not over.
    #[getter]
    fn result(&self) -> Option<Vec<u16>> {
        self.0.result().map(<[u16]>::to_vec)
    }

    /// The same record with names of players, in the order of the seats.
    fn with_names(&self, names: Vec<String>) -> Record {
        let named = |record: rules::Record, (seat, name): (Seat, &String)| record.with_name(seat, name);
        Record(self.0.setup().seats().zip(&names).fold(self.0.clone(), named))
    }

    /// The game where the record ends; it can be played on.
    #[pyo3(signature = (*, size = SIZE))]
    fn state(&self, size: usize) -> PyResult<State> {
        State::loaded(Rules::new(*self.0.setup(), size)?, &self.0)
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        let length = self.0.actions().count();
        format!("<Record of {} with {length} actions, result {:?}>", self.game(), self.0.result())
    }
}
