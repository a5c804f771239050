//! The native part of the Python package `bastide`: the games for Python, with nothing decided here. `docs/python.md` describes
//! the package, `python/bastide/_native.pyi` has its types.

mod action;
mod batch;
mod bot;
mod game;
mod json;
mod record;
mod state;

use pyo3::prelude::*;

/// The native part of the package; use `bastide`.
#[pymodule]
mod _native {
    #[pymodule_export]
    use crate::action::Action;
    #[pymodule_export]
    use crate::batch::BatchEnv;
    #[pymodule_export]
    use crate::bot::Bot;
    #[pymodule_export]
    use crate::game::{Game, games};
    #[pymodule_export]
    use crate::record::Record;
    #[pymodule_export]
    use crate::state::State;
}

/// Something that does not go as asked, in words.
fn value_error(error: impl std::fmt::Display) -> PyErr {
    pyo3::exceptions::PyValueError::new_err(error.to_string())
}
