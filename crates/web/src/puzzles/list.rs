//! The list of puzzles: that of the day, and all of a game by theme and difficulty.

use super::progress::{Progress, game_of, index_of, today};
use super::{Route, load, words};
use crate::app::{App, Preferences};
use crate::board::{Overlay, Picture, StillBoard};
use crate::icon::Icon;
use crate::session::{Player, SeatInfo};
use crate::start::game_name;
use crate::table::{first_set, surface};
use art::Landscape;
use leptos::prelude::*;
use leptos::task::spawn_local;
use puzzles::{HARDEST, Puzzle, Theme};
use rules::GameId;

/// What is still to come, could not be had, or is there.
type Loaded = RwSignal<Option<Option<Vec<Puzzle>>>>;

#[component]
pub(super) fn ListPage(game: Option<GameId>) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let today = today();
    let game = game.unwrap_or_else(|| game_of(today));
    let progress = StoredValue::new(Progress::load());
    let (shown, daily): (Loaded, Loaded) = (RwSignal::new(None), RwSignal::new(None));
    spawn_local(async move {
        let of_today = load(game_of(today)).await;
        let all = if game_of(today) == game { of_today.clone() } else { load(game).await };
        // Both at once: what comes above a list moves it away from under the finger.
        daily.try_set(Some(of_today));
        shown.try_set(Some(all));
    });
    let theme: RwSignal<Option<Theme>> = RwSignal::new(None);
    let level: RwSignal<Option<usize>> = RwSignal::new(None);
    let way = move |one: GameId| {
        let current = (one == game).then_some("page");
        view! { <a class="button" aria-current=current href=format!("#puzzles/{}", one.name())>{game_name(lang, one)}</a> }
    };
    // Not every theme is one of every game: some have no fields.
    let lacks = move |one: Option<Theme>| {
        let none = |all: &Vec<Puzzle>, theme| all.iter().all(|puzzle| !puzzle.themes.contains(&theme));
        one.is_some_and(|theme| shown.with(|all| all.iter().flatten().any(|all| none(all, theme))))
    };
    let themes = std::iter::once(None).chain(Theme::ALL.map(Some)).map(move |one: Option<Theme>| {
        let name = one.map_or(lang.puzzle_all_themes(), |theme| words::theme_name(lang, theme));
        view! {
            <button class="chip" style:display=move || lacks(one).then_some("none") aria-pressed=move || (theme.get() == one).to_string() on:click=move |_| theme.set(one)>{name}</button>
        }
    });
    let levels =
        (1..=HARDEST).map(|one| view! { <option value=one.to_string()>{lang.puzzle_level(one, HARDEST)}</option> });
    let choose = move |event| level.set(event_target_value(&event).parse().ok());
    let cards = move || match shown.get() {
        None => ().into_any(),
        Some(None) => view! { <p class="trouble" role="alert">{lang.puzzle_absent()}</p> }.into_any(),
        Some(Some(all)) => {
            let solved = progress.with_value(|progress| progress.solved.clone());
            let count = all.iter().filter(|puzzle| solved.contains(&puzzle.name)).count();
            let summary = lang.puzzle_count(count, all.len());
            let wanted = |puzzle: &Puzzle| {
                theme.get().is_none_or(|theme| puzzle.themes.contains(&theme))
                    && level.get().is_none_or(|level| puzzle.difficulty() == level)
            };
            let cards = all.iter().enumerate().filter(|(_, puzzle)| wanted(puzzle)).map(|(index, puzzle)| {
                let is_solved = solved.contains(&puzzle.name);
                let theme = puzzle.themes.first().map_or("", |theme| words::theme_name(lang, *theme));
                let difficulty = lang.puzzle_level(puzzle.difficulty(), HARDEST);
                view! {
                    <li>
                        <a class="puzzle-card" class:solved=is_solved href=Route::to(game, &puzzle.name)>
                            <b>{index + 1}</b>
                            <span class="about"><span>{theme}</span> <small>{words::beside_theme(lang, puzzle)}</small></span>
                            <span class="dots" role="img" aria-label=difficulty>{dots(puzzle.difficulty())}</span>
                            {is_solved.then(|| view! { <span class="tick">{Icon::Check.view()}<span class="unseen">{lang.puzzle_solved()}</span></span> })}
                        </a>
                    </li>
                }
            });
            let cards = cards.collect_view();
            let nothing = cards.is_empty().then(|| view! { <p>{lang.puzzle_none()}</p> });
            view! { <p class="summary" role="status">{summary}</p> <ul class="puzzle-cards">{cards}</ul> {nothing} }
                .into_any()
        }
    };
    let of_today = move || {
        let all = daily.get().flatten()?;
        let puzzle = all.get(index_of(today, all.len()))?;
        let solved = progress.with_value(|progress| progress.solved.contains(&puzzle.name));
        Some(view! { <Daily puzzle=puzzle.clone() solved/> })
    };
    let streak = move || {
        progress.with_value(|progress| {
            let longest = (progress.longest() > 0).then(|| lang.puzzle_longest(lang.puzzle_streak(progress.longest())));
            let now = lang.puzzle_streak(progress.streak(today));
            // Who has never solved the puzzle of the day is not told of a row of none.
            longest.map(|longest| format!("{now} · {longest}"))
        })
    };
    view! {
        <main class="start online puzzles" data-surface="oak">
            <header class="top">
                <a class="brand" href="#" aria-label=lang.to_start()>
                    <img src="./icon.svg" alt="" width="58" height="58"/>
                    <span inner_html=include_str!("../start/wordmark.svg")></span>
                </a>
                <nav><Preferences/></nav>
            </header>
            <div class="headline"><h1>{lang.puzzles_title()}</h1><p class="streak">{streak}</p></div>
            {of_today}
            <nav class="of-games" aria-label=lang.choose_game()>{GameId::ALL.map(way).collect_view()}</nav>
            <section class="panel all-puzzles">
                <div class="filters">
                    <div class="chips" role="group" aria-label=lang.puzzle_all_themes()>{themes.collect_view()}</div>
                    <select aria-label=lang.puzzle_all_levels() on:change=choose>
                        <option value="">{lang.puzzle_all_levels()}</option>
                        {levels.collect_view()}
                    </select>
                </div>
                {cards}
            </section>
        </main>
    }
}

/// A puzzle as a card with its board.
#[component]
fn Daily(puzzle: Puzzle, solved: bool) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let setup = puzzle.record.setup();
    let game = setup.game();
    let seat = |index: usize| SeatInfo { name: String::new(), colour: index, player: Player::Person };
    let seats: Vec<SeatInfo> = (0..usize::from(setup.players())).map(seat).collect();
    let picture = Picture::of(&puzzle.game(), &seats);
    let landscape = Landscape::of(first_set(game));
    view! {
        <section class="daily panel waiting">
            <span class="thumb" data-surface=surface(landscape)>
                <StillBoard landscape picture overlay=Overlay::default() label=String::new()/>
            </span>
            <span class="what">
                <b>{lang.puzzle_daily()}</b>
                <span>{words::game_of(lang, &puzzle)} " · " {words::title(lang, &puzzle)}</span>
            </span>
            {solved.then(|| view! { <span class="tick">{Icon::Check.view()} {lang.puzzle_solved()}</span> })}
            <a class="button primary" href=Route::to(game, &puzzle.name)>{Icon::Play.view()} <span>{lang.puzzle_solve()}</span></a>
        </section>
    }
}

fn dots(level: usize) -> String {
    (1..=HARDEST).map(|one| if one <= level { '●' } else { '○' }).collect()
}
