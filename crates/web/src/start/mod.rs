//! The start page: which game, who plays.

mod games;
mod open;
mod plan;
mod players;

use crate::app::{App, Preferences};
use crate::lang::Lang;
use crate::session::LocalSession;
use leptos::prelude::*;
use plan::Plan;
use players::Chair;
use rules::{GameId, Seat, Setup};
use table::Dealer;

/// What a game is called.
pub(crate) fn game_name(lang: Lang, game: GameId) -> &'static str {
    games::game_texts(lang, game).0
}

#[component]
pub(crate) fn StartPage() -> impl IntoView {
    let app = expect_context::<App>();
    let lang = app.lang.get_untracked();
    let plan = Plan::load(lang);
    let trouble = RwSignal::new(String::new());
    let begin = move |_| match session(plan) {
        Ok(session) => {
            if !app.begin(session) {
                trouble.set(lang.no_room().to_owned());
            }
        }
        Err(error) => trouble.set(error),
    };
    let first_choice = move |event| plan.first.set(event_target_value(&event).parse().ok());
    let seed_typed = move |event| {
        if let Ok(seed) = event_target_value(&event).parse() {
            plan.seed.set(seed);
        }
    };
    view! {
        <main class="start">
            <header>
                <h1>{lang.title()}</h1>
                <p>{lang.tagline()}</p>
                <Preferences/>
            </header>
            <open::BadLink/>
            <open::Resume/>
            <games::Games plan/>
            <players::Players plan/>
            <details class="card advanced">
                <summary>{lang.advanced()}</summary>
                <label>
                    {lang.first_player()}
                    <select on:change=first_choice>
                        <option value="">{lang.first_random()}</option>
                        {move || {
                            let names = plan.chairs.get().into_iter().map(|chair| chair.name).enumerate();
                            names.map(|(index, name)| view! { <option value=index>{name}</option> }).collect_view()
                        }}
                    </select>
                </label>
                <label>
                    {lang.seed()}
                    <input type="number" min="0" prop:value=move || plan.seed.get().to_string() on:input=seed_typed/>
                    <small>{lang.seed_about()}</small>
                </label>
            </details>
            <div class="go">
                <button class="primary" on:click=begin>{lang.start_game()}</button>
                <open::OpenRecord/>
            </div>
            <p class="trouble" role="alert">{trouble}</p>
        </main>
    }
}

fn session(plan: Plan) -> Result<LocalSession, String> {
    let chairs = plan.chairs.get_untracked();
    let (seed, players) = (plan.seed.get_untracked(), chairs.len() as u8);
    let chosen = plan.first.get_untracked().and_then(|index| Seat::new(index as u8));
    let first = chosen.filter(|seat| seat.number() < players).unwrap_or_else(|| Dealer::first_seat(seed, players));
    let options = untrack(|| plan.options());
    let setup = Setup::new(plan.game.get_untracked(), options, players, first).map_err(|error| error.to_string())?;
    let seats = chairs.into_iter().map(Chair::into_seat).collect();
    LocalSession::new(&setup, seed, seats).map_err(|error| error.to_string())
}
