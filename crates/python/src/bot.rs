//! Computer players.

use crate::action::Action;
use crate::game::random_seed;
use crate::json::to_python;
use crate::state::State;
use crate::value_error;
use bots::{Budget, Choice, Depth, Manner};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use serde_json::{Value, json};
use std::sync::Mutex;

/// A computer player: `Bot("strategist", playouts=200)`. Levels from weak to strong are `random`, `novice`, `greedy`, `pupil`, `casual`,
/// `regular`, `tactician`, `expert` and `strategist`; `+builder` or `+spoiler` after the name gives it a style. The strategist thinks for `ms` milliseconds or so many `playouts` (200 if nothing is said). With a seed and playouts it always decides alike.
#[pyclass(frozen, module = "bastide")]
pub(crate) struct Bot {
    name: String,
    budget: Budget,
    bot: Mutex<Box<dyn bots::Bot + Send>>,
}

/// What a strategist thinks if nothing is said.
const PLAYOUTS: u64 = 200;

#[pymethods]
impl Bot {
    #[new]
    #[pyo3(signature = (level = "greedy", *, seed = None, ms = None, playouts = None))]
    fn new(level: &str, seed: Option<u64>, ms: Option<u64>, playouts: Option<u64>) -> PyResult<Bot> {
        let name = level.to_owned();
        let manner = Manner::from_name(level)
            .ok_or_else(|| value_error(format!("no level {level:?}; there are: {}", Manner::known())))?;
        let budget = match (ms, playouts) {
            (Some(_), Some(_)) => return Err(value_error("a bot thinks for ms or for playouts, not both")),
            (Some(ms), None) => Budget::millis(ms),
            (None, playouts) => Budget::playouts(playouts.unwrap_or(PLAYOUTS)),
        };
        let seed = seed.unwrap_or_else(random_seed);
        let bot = Mutex::new(manner.bot(Depth::default(), seed));
        Ok(Bot { name, budget: budget.map_err(value_error)?, bot })
    }

    /// The level.
    #[getter]
    fn level(&self) -> &str {
        &self.name
    }

    /// What it would play for whoever decides. Other threads of Python go on meanwhile.
    fn choose(&self, py: Python<'_>, state: &Bound<'_, State>) -> PyResult<Action> {
        self.decide(py, state).map(|choice| Action(choice.action))
    }

    /// The same with what it thinks: `action`, the `values` of the actions it looked at (expected lead in points), the `expected`
    /// points of each seat, and how many `playouts` it took.
    fn think<'py>(&self, py: Python<'py>, state: &Bound<'py, State>) -> PyResult<Bound<'py, PyAny>> {
        let choice = self.decide(py, state)?;
        let values: Vec<Value> = choice
            .values
            .iter()
            .map(|candidate| json!({"action": candidate.action.to_string(), "value": candidate.value}))
            .collect();
        let told = json!({
            "action": choice.action.to_string(),
            "player": choice.seat.number(),
            "values": values,
            "expected": choice.expected,
            "playouts": choice.playouts,
        });
        to_python(py, &told)
    }

    fn __repr__(&self) -> String {
        format!("Bot({:?})", self.name)
    }
}

impl Bot {
    fn decide(&self, py: Python<'_>, state: &Bound<'_, State>) -> PyResult<Choice> {
        let game = state.borrow().game().clone();
        let choice = py.detach(|| {
            let mut bot = self.bot.lock().map_err(|_| "the bot gave up in another thread".to_owned())?;
            bot.choose(&game, self.budget).map_err(|refusal| refusal.to_string())
        });
        choice.map_err(PyRuntimeError::new_err)
    }
}
