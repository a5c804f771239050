//! The coach: says what each step is about, and what is still to be done for it.

use super::script::is_as_good;
use crate::app::App;
use crate::lang::Lang;
use crate::part;
use crate::session::Lesson;
use crate::table::{Draft, TableState};
use leptos::prelude::*;
use rules::Action;

/// What is still to be done for the step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Hint {
    Place,
    Turn,
    Follower,
    OtherFollower,
    NoFollower,
    /// What is no follower.
    Choice,
    Confirm,
    Wait,
    Done,
}

impl Hint {
    fn of(draft: &Draft, wish: Option<&[Action]>) -> Hint {
        let Some(wish) = wish else { return Hint::Wait };
        let place = wish.first().copied().filter(|first| matches!(first, Action::Place { .. }));
        if let Some(place) = place {
            let Some(trial) = draft.trial else { return Hint::Place };
            let tried = Action::Place { tile: trial.tile, pos: trial.pos, rotation: trial.rotation };
            if !is_as_good(tried, place) {
                return Hint::Turn;
            }
        }
        // A tile after which nothing can be done is confirmed as it lies.
        let wished = wish.last().copied().filter(|last| Some(*last) != place);
        match (draft.act, wished) {
            (None, None) => Hint::Confirm,
            (None, Some(Action::Pass)) if place.is_some() => Hint::Confirm,
            (Some(_), None | Some(Action::Pass)) => Hint::NoFollower,
            (None, Some(Action::Follower { .. })) => Hint::Follower,
            (None, Some(_)) => Hint::Choice,
            (Some(chosen), Some(wished)) if chosen == wished => Hint::Confirm,
            (Some(_), Some(_)) => Hint::OtherFollower,
        }
    }

    fn text(self, lang: Lang) -> &'static str {
        match self {
            Hint::Place => lang.guide_hint_place(),
            Hint::Turn => lang.guide_hint_turn(),
            Hint::Follower => lang.guide_hint_follower(),
            Hint::OtherFollower => lang.guide_hint_other_follower(),
            Hint::NoFollower => lang.guide_hint_no_follower(),
            Hint::Choice => lang.guide_hint_choice(),
            Hint::Confirm => lang.guide_hint_confirm(),
            Hint::Wait => lang.guide_hint_wait(),
            Hint::Done => "",
        }
    }
}

/// The panel of the coach over the board, in a guided game.
#[component]
pub(crate) fn Coach(state: TableState) -> impl IntoView {
    let app = expect_context::<App>();
    let lang = app.lang.get_untracked();
    let game = state.game_id();
    let now = Memo::new(move |_| {
        state.read(|session| {
            let lesson = session.lesson().filter(|lesson| !lesson.free)?;
            let Lesson { step, steps, short, head, text, .. } = lesson;
            Some(Now { step, steps, short, head: head(lang), text: text(lang) })
        })
    });
    let hint = Memo::new(move |_| {
        let draft = state.draft.get();
        state.read(|session| match session.lesson() {
            Some(lesson) if lesson.waits => Hint::Done,
            Some(lesson) => Hint::of(&draft, lesson.wish),
            None => Hint::Done,
        })
    });
    let again = move || state.astray.get() && hint.get() != Hint::Confirm;
    let panel = move |Now { step, steps, short, head, text }: Now| {
        let over = step >= steps;
        let paragraphs = text.lines().map(|line| view! { <p>{line}</p> }).collect_view();
        view! {
            <section class="coach" aria-label=lang.guide()>
                // Where there is little room this is moved, and the hint stands below it.
                <div class="said">
                    <header>
                        <h2>{head}</h2>
                        {(!over).then(|| view! { <span class="step">{lang.guide_step(step + 1, steps)}</span> })}
                    </header>
                    <div aria-live="polite">{paragraphs}</div>
                    <div class="pair">
                        <button on:click=move |_| app.go_back()>{lang.guide_leave()}</button>
                        {(over && !short).then(|| view! {
                            <button class="primary" on:click=move |_| state.play_on()>{lang.guide_play_on()}</button>
                        })}
                    </div>
                    {over.then(|| part::later(move || super::offers(game)))}
                </div>
                <p class="hint" class:again=again role="status">{move || hint.get().text(lang)}</p>
            </section>
        }
    };
    move || now.get().map(panel)
}

/// What the panel shows.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Now {
    step: usize,
    steps: usize,
    short: bool,
    head: &'static str,
    text: &'static str,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Trial;

    fn wish(words: [&str; 2]) -> [Action; 2] {
        words.map(|word| word.parse().expect("an action"))
    }

    fn tried(place: &str, act: Option<&str>) -> Draft {
        let Ok(Action::Place { tile, pos, rotation }) = place.parse() else { panic!("{place} places nothing") };
        let act = act.map(|act| act.parse().expect("an action"));
        Draft { trial: Some(Trial { tile, pos, rotation }), act, ..Draft::default() }
    }

    #[test]
    fn the_hint_follows_what_is_tried() {
        let knight = wish(["base/M@0,-1r1", "f0"]);
        assert_eq!(Hint::of(&Draft::default(), Some(&knight)), Hint::Place);
        assert_eq!(Hint::of(&tried("base/M@0,-1r2", None), Some(&knight)), Hint::Turn);
        assert_eq!(Hint::of(&tried("base/M@0,-1r1", None), Some(&knight)), Hint::Follower);
        assert_eq!(Hint::of(&tried("base/M@0,-1r1", Some("f1")), Some(&knight)), Hint::OtherFollower);
        assert_eq!(Hint::of(&tried("base/M@0,-1r1", Some("f0")), Some(&knight)), Hint::Confirm);
        let none = wish(["base/E@1,-1r3", "-"]);
        assert_eq!(Hint::of(&tried("base/E@1,-1r3", None), Some(&none)), Hint::Confirm);
        assert_eq!(Hint::of(&tried("base/E@1,-1r3", Some("f1")), Some(&none)), Hint::NoFollower);
        assert_eq!(Hint::of(&Draft::default(), None), Hint::Wait);
        let hut = wish(["hunters_gatherers/24@1,-1r0", "h5"]);
        assert_eq!(Hint::of(&tried("hunters_gatherers/24@1,-1r0", None), Some(&hut)), Hint::Choice);
        let stays = wish(["-", "-"]);
        assert_eq!(Hint::of(&Draft::default(), Some(&stays[..1])), Hint::Choice);
    }
}
