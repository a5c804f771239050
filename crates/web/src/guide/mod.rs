//! Guided first games, in which a coach explains what to do and why, and short lessons on what people misread.
//!
//! Both are data that the rules play: what is to be done, with the texts that belong to it. They come when they are wanted.

mod coach;
mod games;
mod lessons;
mod list;
mod script;
mod session;

pub(crate) use coach::Coach;
pub(crate) use script::{Text, fulfils, is_as_good};

use crate::app::App;
use crate::part::{NotThere, Shown};
use leptos::prelude::*;
use leptos::wasm_split::wasm_split;
use rules::{GameId, GameOption, Options};
use script::Guide;
use session::GuideSession;

/// All that there is, in the order in which it is offered.
fn all() -> impl Iterator<Item = &'static Guide> {
    let games = [&games::BASE, &games::TRADERS, &games::HUNTERS, &games::LANDS, &games::SAFARI];
    let lessons = [
        &lessons::FIELDS,
        &lessons::JOINING,
        &lessons::RIVERS,
        &lessons::HUTS,
        &lessons::HOME,
        &lessons::TOKENS,
        &lessons::WATERHOLES,
    ];
    games.into_iter().chain(lessons)
}

/// Begins the first game of what was chosen: that of an expansion for those who play with it.
#[wasm_split(more, wasm_split_path = leptos::wasm_split, fallible)]
pub(crate) fn begin(app: App, game: GameId, options: Options) -> Result<(), NotThere> {
    let with_traders = options.has(GameOption::TradersBuilders);
    let fits = |guide: &&Guide| guide.game == game && guide.options.is_empty() != with_traders;
    all().find(fits).map_or(Err(NotThere), |guide| open(app, guide))
}

/// Everything to learn by playing in a game, as buttons.
#[wasm_split(more, wasm_split_path = leptos::wasm_split, fallible)]
pub(crate) fn offers(game: GameId) -> Shown {
    Ok(view! { <list::Offers game/> }.into_any())
}

fn open(app: App, guide: &'static Guide) -> Result<(), NotThere> {
    match GuideSession::new(app.lang.get_untracked(), guide) {
        Ok(session) => {
            app.open(session);
            Ok(())
        }
        Err(error) => {
            leptos::logging::error!("no guided game: {error}");
            Err(NotThere)
        }
    }
}
