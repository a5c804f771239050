//! Actions.

use crate::json::{shown, to_python};
use crate::value_error;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use serde_json::json;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use wire::ActionJson;

/// One step of a game, in the notation of records: `Action("base/D@1,0r2")`.
#[pyclass(frozen, module = "bastide")]
pub(crate) struct Action(pub(crate) rules::Action);

#[pymethods]
impl Action {
    #[new]
    fn new(text: &str) -> PyResult<Action> {
        parse(text).map(Action)
    }

    /// What kind of action it is, as in the engine protocol: `place`, `follower`, `pass`, `draw`, …
    #[getter(r#type)]
    fn kind(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(self.to_dict(py)?.get_item("type")?.unbind())
    }

    /// The action as the engine protocol and data sets write it.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match self.0 {
            rules::Action::Draw { tile } => to_python(py, &json!({"type": "draw", "tile": tile.name()})),
            rules::Action::DrawToken { animal } => {
                to_python(py, &json!({"type": "draw_token", "animal": animal.name()}))
            }
            action => shown(py, &ActionJson::of(action)),
        }
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Action({:?})", self.0.to_string())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Action>().is_ok_and(|other| other.get().0 == self.0)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.hash(&mut hasher);
        hasher.finish()
    }
}

fn parse(text: &str) -> PyResult<rules::Action> {
    let wrong = |error: rules::NotationError| {
        value_error(format!("{text:?} is no action: at character {}: {error}", error.offset + 1))
    };
    text.parse().map_err(wrong)
}

/// How an action can be given.
pub(crate) enum Given {
    Action(rules::Action),
    Number(i64),
}

/// Reads an action: an `Action`, its notation, or its number.
pub(crate) fn given(value: &Bound<'_, PyAny>) -> PyResult<Given> {
    if let Ok(action) = value.cast::<Action>() {
        return Ok(Given::Action(action.get().0));
    }
    if let Ok(text) = value.extract::<String>() {
        return parse(&text).map(Given::Action);
    }
    let number = value.extract::<i64>().map(Given::Number);
    number.map_err(|_| PyTypeError::new_err("an action is an Action, its notation, or its number"))
}
