//! Before the first tile: which game lies on the table, and who plays.

use super::board::FinalBoard;
use super::people::People;
use super::sheet::{STORED, Sheet};
use crate::app::{App, Preferences};
use crate::browser;
use crate::faults::{self, Trouble};
use crate::icon::Icon;
use crate::session::{LocalSession, is_blank};
use crate::start::{Games, Plan, option_name, people};
use leptos::prelude::*;
use leptos::task::spawn_local;
use rules::{GameOption, Options, Seat, Setup};

/// Options that change only what comes when: at a real table nobody has to tell us.
const OF_NO_MATTER: [GameOption; 2] = [GameOption::Hand, GameOption::EqualTurns];

/// Whether a board is being entered, for a reload.
const OPEN: &str = "bastide.referee-open";

#[component]
pub(super) fn RefereePage() -> impl IntoView {
    let app = expect_context::<App>();
    let lang = app.lang.get_untracked();
    let plan = Plan::load(lang);
    let (people, first) = (RwSignal::new(people(plan, lang)), RwSignal::new(0));
    let trouble = RwSignal::new(String::new());
    let options =
        move || -> Options { plan.options().iter().filter(|option| !OF_NO_MATTER.contains(option)).collect() };
    let most = Signal::derive(move || Some(usize::from(*plan.game.get().players(options()).end())));
    Effect::new(move |_| {
        let most = most.get().unwrap_or(usize::MAX);
        if people.with_untracked(Vec::len) > most {
            people.update(|people| people.truncate(most));
        }
    });
    let named = move || {
        let mut seats = people.get_untracked();
        for (index, info) in seats.iter_mut().enumerate().filter(|(_, info)| is_blank(&info.name)) {
            info.name = lang.player(index + 1);
        }
        seats
    };
    let begin = move |_| {
        let seats = named();
        let first = Seat::ALL.get(first.get_untracked()).copied().filter(|seat| seat.index() < seats.len());
        let options = untrack(options);
        let setup = Setup::new(plan.game.get_untracked(), options, seats.len() as u8, first.unwrap_or_default());
        match setup {
            Ok(setup) => {
                if !app.begin(LocalSession::told(&setup, seats)) {
                    trouble.set(lang.no_room().to_owned());
                }
            }
            Err(error) => spawn_local(async move {
                trouble.try_set(faults::told(lang, Trouble::Setup(error)).await);
            }),
        }
    };
    // A reload in the middle of a board goes on with it.
    let kept = || browser::stored(STORED).and_then(|text| Sheet::parse(&text));
    let board: RwSignal<Option<Sheet>> = RwSignal::new(browser::stored(OPEN).and_then(|_| kept()));
    let show = move |sheet: Sheet| {
        browser::store(OPEN, "1");
        board.set(Some(sheet));
    };
    let leave = move || {
        browser::forget(OPEN);
        board.set(None);
    };
    let begin_board = move |_| {
        let (game, options) = untrack(|| (plan.game.get(), options()));
        show(Sheet { game, options, seats: named(), entries: Vec::new(), owned: Vec::new() });
    };
    let option = move |option: GameOption| {
        let chosen = move || plan.options.with(|options| options.contains(&option));
        let switch = move |_| {
            plan.options.update(|options| match options.iter().position(|other| *other == option) {
                Some(index) => drop(options.remove(index)),
                None => options.push(option),
            });
        };
        view! {
            <label class="extra">
                <b>{option_name(lang, option)}</b>
                <input type="checkbox" role="switch" prop:checked=chosen on:change=switch/>
            </label>
        }
    };
    let offered = move || {
        plan.game.get().options().iter().copied().filter(|option| !OF_NO_MATTER.contains(option)).collect::<Vec<_>>()
    };
    view! {
        <Show when=move || board.with(Option::is_some)>
            {move || board.get().map(|sheet| view! { <FinalBoard sheet leave=Callback::new(move |()| leave())/> })}
        </Show>
        <Show when=move || board.with(Option::is_none)>
        <main class="start referee" data-surface="oak">
            <header class="top">
                <a class="button" href="#" aria-label=lang.to_start() title=lang.to_start()>{Icon::Back.view()}</a>
                <h1>{lang.referee_begin()}</h1>
                <nav><Preferences/></nav>
            </header>
            <p class="told-about panel">{lang.referee_about()}</p>
            <Games plan/>
            <section class="setup panel">
                <section class="at-table">
                    <h2>{lang.players()}</h2>
                    <People people first most/>
                </section>
                <section class="extras">
                    <Show when=move || !offered().is_empty()><h2>{lang.options()}</h2></Show>
                    {move || offered().into_iter().map(option).collect_view()}
                </section>
                <div class="go">
                    <button class="primary" on:click=begin>{Icon::Play.view()} <span>{lang.start_game()}</span></button>
                    <button class="only-board" title=lang.referee_board_about() on:click=begin_board>{Icon::Tiles.view()} <span>{lang.referee_board()}</span></button>
                    {move || kept().map(|sheet| view! {
                        <button class="quiet go-on" on:click=move |_| show(sheet.clone())>{Icon::Redo.view()} <span>{lang.referee_board_on()}</span></button>
                    })}
                    <p class="trouble" role="alert">{trouble}</p>
                </div>
            </section>
        </main>
        </Show>
    }
}
