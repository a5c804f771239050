//! Cells that no tile to come can fill.

use crate::app::App;
use crate::settings::Switch;
use crate::table::TableState;
use leptos::prelude::*;
use rules::{Game as _, Phase, Pos};

/// The cells to mark; none when the game is over or nobody wants to know.
pub(crate) fn dead_cells(state: TableState) -> Memo<Vec<Pos>> {
    let settings = expect_context::<App>().settings;
    Memo::new(move |_| {
        if !settings.is_on(Switch::DeadCells) {
            return Vec::new();
        }
        state.read_game(|game| if game.phase() == Phase::Over { Vec::new() } else { game.dead_cells() })
    })
}
