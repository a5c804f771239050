//! Puzzles: positions in which one move is clearly best. The list, and a table at which the person has one turn.
//!
//! Addresses: `#puzzles`, `#puzzles/GAME`, `#puzzles/GAME/NAME`.

mod list;
mod panel;
mod progress;
mod session;
mod words;

use crate::app::App;
use crate::browser;
use crate::part::{self, Shown};
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos::wasm_split::wasm_split;
use puzzles::Puzzle;
use rules::GameId;

use crate::table::TableState;

/// How far the person is with a puzzle.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Verdict {
    /// Nothing was tried yet.
    Fresh,
    /// The last try was so many points worse than the best move.
    Wrong(f32),
    /// Found, after so many tries that were not it.
    Solved(u32),
    /// The person wanted to see it.
    Shown,
}

/// A puzzle at the table; a handle that can be copied.
#[derive(Clone, Copy)]
pub(crate) struct Puzzling {
    verdict: RwSignal<Verdict>,
    puzzle: StoredValue<Puzzle>,
    /// How many tries were wrong.
    wrong: StoredValue<u32>,
}

impl Puzzling {
    /// Whether there is nothing more to find.
    pub(crate) fn is_done(&self) -> bool {
        matches!(self.verdict.get(), Verdict::Solved(_) | Verdict::Shown)
    }
}

/// What the address asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Route {
    /// The puzzles of a game; of the game of the day, if none is named.
    List(Option<GameId>),
    /// One puzzle.
    One(GameId, String),
}

impl Route {
    /// What comes after `#`, with the mark.
    pub(crate) fn read(fragment: &str) -> Option<Route> {
        let rest = fragment.strip_prefix("#puzzles")?;
        let Some(rest) = rest.strip_prefix('/') else { return rest.is_empty().then_some(Route::List(None)) };
        match rest.split_once('/') {
            None => GameId::from_name(rest).map(|game| Route::List(Some(game))),
            Some((game, name)) => {
                let harmless = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
                let plain = !name.is_empty() && name.bytes().all(harmless);
                GameId::from_name(game).filter(|_| plain).map(|game| Route::One(game, name.to_owned()))
            }
        }
    }

    /// The address of a puzzle.
    fn to(game: GameId, name: &str) -> String {
        format!("#puzzles/{}/{name}", game.name())
    }

    /// Goes one place up: from a puzzle to the list, from there to the start.
    pub(crate) fn leave(&self) {
        let up = match self {
            Route::List(_) => String::new(),
            Route::One(game, _) => format!("puzzles/{}", game.name()),
        };
        let _ = window().location().set_hash(&up);
    }
}

/// The page of an address, once its texts are there.
pub(crate) fn later(route: Route) -> AnyView {
    let app = expect_context::<App>();
    let lang = app.lang.get_untracked();
    let ready = RwSignal::new(lang.has_more());
    if !ready.get_untracked() {
        spawn_local(async move {
            lang.load_more().await;
            ready.try_set(true);
        });
    }
    let route = StoredValue::new(route);
    (move || ready.get().then(|| part::later(move || page(route.get_value())))).into_any()
}

#[wasm_split(more, wasm_split_path = leptos::wasm_split, fallible)]
fn page(route: Route) -> Shown {
    let style = view! { <style>{include_str!("puzzles.css")}</style> };
    let page = match route {
        Route::List(game) => view! { <list::ListPage game/> }.into_any(),
        Route::One(game, name) => view! { <session::PuzzlePage game name/> }.into_any(),
    };
    Ok(view! { {style} {page} }.into_any())
}

/// What is asked and how it went, beside the board.
#[wasm_split(more, wasm_split_path = leptos::wasm_split, fallible)]
pub(crate) fn panel(state: TableState) -> Shown {
    Ok(state.puzzle().map(|puzzling| view! { <panel::Panel state puzzling/> }).into_any())
}

/// The puzzles of a game, loaded once for each page; the browser keeps the file for the time without a network.
async fn load(game: GameId) -> Option<Vec<Puzzle>> {
    let text = browser::fetch_text(&format!("puzzles-{}.txt", game.name())).await?;
    puzzles::read(&text).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_lead_to_puzzles() {
        assert_eq!(Route::read("#puzzles"), Some(Route::List(None)));
        assert_eq!(Route::read("#puzzles/safari"), Some(Route::List(Some(GameId::Safari))));
        assert_eq!(Route::read("#puzzles/base/base-1-2"), Some(Route::One(GameId::Base, "base-1-2".to_owned())));
        assert_eq!(Route::read(&Route::to(GameId::Base, "x")), Some(Route::One(GameId::Base, "x".to_owned())));
        for other in ["", "#puzzle", "#puzzlesx", "#puzzles/chess", "#puzzles/base/", "#puzzles/base/a/b", "#lobby"] {
            assert_eq!(Route::read(other), None, "{other}");
        }
    }
}
