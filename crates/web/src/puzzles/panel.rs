//! What is asked, how the last try was, and why the best move is best.

use super::progress::Progress;
use super::{Puzzling, Route, Verdict, load, words};
use crate::app::App;
use crate::icon::Icon;
use crate::table::TableState;
use leptos::prelude::*;
use leptos::task::spawn_local;

#[component]
pub(super) fn Panel(state: TableState, puzzling: Puzzling) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let verdict = puzzling.verdict;
    let (title, game) = puzzling.puzzle.with_value(|puzzle| (words::title(lang, puzzle), puzzle.record.setup().game()));
    let who = state.read_untracked(|session| {
        let seat = puzzling.puzzle.with_value(puzzles::Puzzle::seat);
        session.seat(seat).map(|info| info.name.clone()).unwrap_or_default()
    });
    let told = move || match verdict.get() {
        Verdict::Fresh => String::new(),
        Verdict::Wrong(loss) => lang.puzzle_wrong(lang.signed(-loss)),
        Verdict::Solved(_) => lang.puzzle_right().to_owned(),
        Verdict::Shown => lang.puzzle_shown().to_owned(),
    };
    let done = Memo::new(move |_| puzzling.is_done());
    let reasons = move || {
        done.get().then(|| {
            let seats = state.read_untracked(|session| session.seats().to_vec());
            let sentences = puzzling.puzzle.with_value(|puzzle| words::reasons(lang, puzzle, &seats));
            sentences.into_iter().map(|text| view! { <li>{text}</li> }).collect_view()
        })
    };
    let reveal = move |_| {
        let best = puzzling.puzzle.with_value(|puzzle| puzzle.best);
        verdict.set(Verdict::Shown);
        let actions: Vec<_> = std::iter::once(best.place).chain(best.then).collect();
        state.play(&actions);
    };
    // The next one that is not solved yet, in the order of the list.
    let next: RwSignal<Option<String>> = RwSignal::new(None);
    spawn_local(async move {
        let Some(all) = load(game).await else { return };
        let name = puzzling.puzzle.try_with_value(|puzzle| puzzle.name.clone()).unwrap_or_default();
        let at = all.iter().position(|puzzle| puzzle.name == name).map_or(0, |at| at + 1);
        let solved = Progress::load().solved;
        let mut others = all[at..].iter().chain(&all[..at.min(all.len())]);
        let found = others.find(|puzzle| puzzle.name != name && !solved.contains(&puzzle.name));
        next.try_set(found.map(|puzzle| Route::to(game, &puzzle.name)));
    });
    let go_on = move || {
        next.get().map(|address| {
            view! { <a class="button primary next-puzzle" href=address>{Icon::Next.view()} <span>{lang.puzzle_next()}</span></a> }
        })
    };
    view! {
        <section class="coach puzzle-panel" aria-label=lang.puzzles_title() data-done=move || done.get().to_string()>
            <header><h2>{title}</h2></header>
            <Show when=move || !done.get()>
                <p>{lang.puzzle_turn(who.clone())} " " {lang.puzzle_about()}</p>
            </Show>
            <p class="hint" class:again=move || matches!(verdict.get(), Verdict::Wrong(_)) role="status">{told}</p>
            <ul class="reasons" aria-live="polite">{reasons}</ul>
            <div class="pair">
                <a class="button" href=format!("#puzzles/{}", game.name())>{lang.puzzle_list()}</a>
                <Show when=move || !done.get()>
                    <button class="show-solution" on:click=reveal>{lang.puzzle_show()}</button>
                </Show>
                <Show when=move || done.get()>{go_on}</Show>
            </div>
        </section>
    }
}
