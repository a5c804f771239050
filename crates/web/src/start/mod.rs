//! The start page: which game, who plays.

mod foreign;
mod games;
mod open;
mod plan;
mod players;
mod sample;

use crate::app::{App, Preferences};
use crate::dialog::Dialog;
use crate::faults::{self, Trouble};
use crate::icon::Icon;
use crate::lang::Lang;
use crate::online::PlayTogether;
use crate::session::{LocalSession, tell_namesakes_apart};
use crate::settings::Switches;
use crate::tool::ToolButton;
pub(crate) use games::{Extras, Games};
use leptos::prelude::*;
use leptos::task::spawn_local;
pub(crate) use plan::Plan;
pub(crate) use players::{StyleChoice, bot_name, level_word, manner_words, offered, people};
use rules::{GameId, GameOption, Seat, Setup};
pub(crate) use sample::Sample;
use table::Dealer;

/// What a game is called.
pub(crate) fn game_name(lang: Lang, game: GameId) -> &'static str {
    games::game_texts(lang, game).0
}

/// What an option is called.
pub(crate) fn option_name(lang: Lang, option: GameOption) -> &'static str {
    games::option_texts(lang, option).0
}

#[component]
pub(crate) fn StartPage() -> impl IntoView {
    let app = expect_context::<App>();
    let lang = app.lang.get_untracked();
    let plan = Plan::load(lang);
    let trouble = RwSignal::new(String::new());
    let settings = RwSignal::new(false);
    let begin = move |_| match session(plan, lang) {
        Ok(session) => {
            if !app.begin(session) {
                trouble.set(lang.no_room().to_owned());
            }
        }
        Err(error) => spawn_local(async move {
            trouble.try_set(faults::told(lang, error).await);
        }),
    };
    view! {
        <main class="start" data-surface="oak">
            <header class="top">
                <h1 class="brand" aria-label=lang.title()>
                    <img src="./icon.svg" alt="" width="58" height="58"/>
                    <span inner_html=include_str!("wordmark.svg")></span>
                </h1>
                <nav>
                    <PlayTogether/>
                    <games::Learn plan/>
                    <a class="button puzzles-link" href="#puzzles">{Icon::Tiles.view()} <span>{lang.puzzles_title()}</span></a>
                    <Preferences/>
                    <ToolButton label=lang.settings() icon=Icon::Settings class="settings-button" opens=true on_press=move |()| settings.set(true)/>
                </nav>
                <Dialog open=settings title=lang.settings()><Switches/></Dialog>
            </header>
            <open::BadLink/>
            <open::Resume/>
            <Games plan/>
            <section class="setup panel">
                <players::AtTable plan/>
                <Extras plan/>
                <div class="go">
                    <button class="primary" on:click=begin>{Icon::Play.view()} <span>{lang.start_game()}</span></button>
                    <open::OpenRecord/>
                    <a class="button quiet score-table" href="#referee" aria-label=lang.referee_begin() title=lang.referee_begin()>{Icon::List.view()} <span>{lang.referee_begin()}</span></a>
                    <p class="trouble" role="alert">{trouble}</p>
                </div>
            </section>
            // Fingers cannot paste into a page as such; whatever is pasted anywhere is opened.
            <textarea class="paste-here" rows="1" placeholder=lang.paste_record() aria-label=lang.paste_record()></textarea>
        </main>
    }
}

fn session(plan: Plan, lang: Lang) -> Result<LocalSession, Trouble> {
    let chairs = plan.chairs.get_untracked();
    let (seed, players) = (plan.seed.get_untracked(), chairs.len() as u8);
    let chosen = plan.first.get_untracked().and_then(|index| Seat::new(index as u8));
    let first = chosen.filter(|seat| seat.number() < players).unwrap_or_else(|| Dealer::first_seat(seed, players));
    let options = untrack(|| plan.options());
    let setup = Setup::new(plan.game.get_untracked(), options, players, first).map_err(Trouble::Setup)?;
    let mut seats: Vec<_> = chairs.into_iter().map(|chair| chair.into_seat(lang)).collect();
    tell_namesakes_apart(&mut seats);
    LocalSession::new(&setup, seed, seats).map_err(Trouble::Deal)
}
