//! The score of a game with cardboard: people enter what came and what was done, and the page counts.
//!
//! It is the table of every other game; only what comes is not dealt but asked for. A part of its own, with its style.

mod board;
mod cells;
mod count;
mod pattern;
mod people;
mod picker;
mod setup;
mod sheet;

use crate::app::App;
use crate::part::{NotThere, Shown};
use crate::table::TableState;
use leptos::prelude::*;
use leptos::wasm_split::wasm_split;
use picker::Picker;
use setup::RefereePage;

/// Whether the address leads here.
pub(crate) fn is_asked_for() -> bool {
    window().location().hash().is_ok_and(|hash| hash == "#referee")
}

/// The page where such a game begins, with its texts.
pub(crate) async fn begin(app: App) -> Shown {
    if app.lang.get_untracked().load_more().await { page().await } else { Err(NotThere) }
}

/// What asks for what came, with its texts.
pub(crate) async fn ask(state: TableState) -> Shown {
    if expect_context::<App>().lang.get_untracked().load_more().await { picker(state).await } else { Err(NotThere) }
}

#[wasm_split(more, wasm_split_path = leptos::wasm_split, fallible)]
fn page() -> Shown {
    Ok(view! { <Style/> <RefereePage/> }.into_any())
}

#[wasm_split(more, wasm_split_path = leptos::wasm_split, fallible)]
fn picker(state: TableState) -> Shown {
    Ok(view! { <Style/> <Picker state/> }.into_any())
}

/// The style comes with the part, so that nobody else waits for it.
#[component]
fn Style() -> impl IntoView {
    view! { <style>{include_str!("referee.css")}</style> }
}
