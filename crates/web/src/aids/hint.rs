//! Advice from a bot: what it would do, shown on the board as a turn to be confirmed, and why, in numbers.

use crate::app::App;
use crate::board::{BoardView, TilePicture, corner_of};
use crate::bots::{Advice, Level};
use crate::icon::Icon;
use crate::lang::Lang;
use crate::table::{Draft, Pointed, TableState, Trial, choice_name, place_words};
use crate::tool::ToolButton;
use art::Point;
use leptos::prelude::*;
use rules::Action;

/// How long the bot may think, in milliseconds.
const THINKS: u64 = 1500;
/// How many other possibilities are named.
const OTHERS: usize = 3;

/// Where the advice stands.
#[derive(Clone, PartialEq, Default)]
pub(crate) enum Hint {
    #[default]
    None,
    Asked,
    Given(Advice),
}

/// Asks for advice, if a person is to act.
pub(crate) fn ask_hint(state: TableState) {
    let acting = state.outlook.with_untracked(Option::is_some);
    let asked = state.hint.with_untracked(|hint| *hint == Hint::Asked);
    if asked || !acting {
        return;
    }
    // The bot decides about the turn from its beginning.
    state.draft.set(Draft::default());
    state.hint.set(Hint::Asked);
    state.ask(Level::Strategist.into(), THINKS, move |advice| match advice {
        Some(advice) => {
            state.draft.set(draft(advice.action, advice.then));
            state.hint.set(Hint::Given(advice));
        }
        None => state.hint.set(Hint::None),
    });
}

/// The turn as the person would have tried it on the board.
fn draft(action: Action, then: Option<Action>) -> Draft {
    let (trial, act) = match action {
        Action::Place { tile, pos, rotation } => (Some(Trial { tile, pos, rotation }), then),
        action => (None, Some(action)),
    };
    let lifted = match act {
        Some(Action::Ranger { from, .. }) => from,
        _ => None,
    };
    let act = act.filter(|act| *act != Action::Pass);
    Draft { chosen: trial.map(|trial| trial.tile), trial, kind: None, act, lifted }
}

/// The best of the other actions with the lead that each is expected to bring: of one cell only the best rotation.
fn others(advice: &Advice) -> Vec<(Action, f32)> {
    let cell = |action: Action| match action {
        Action::Place { pos, .. } => Some(pos),
        _ => None,
    };
    let mut others: Vec<(Action, f32)> = Vec::new();
    for &(action, value) in &advice.values {
        let same = |known: Action| known == action || cell(known).is_some_and(|known| Some(known) == cell(action));
        if others.len() < OTHERS && !same(advice.action) && !others.iter().any(|other| same(other.0)) {
            others.push((action, value));
        }
    }
    others
}

/// The lead that the advised action is expected to bring.
fn lead(advice: &Advice) -> Option<f32> {
    advice.values.iter().find(|(action, _)| *action == advice.action).map(|(_, value)| *value)
}

#[component]
pub(crate) fn HintCard(state: TableState, view: BoardView) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let card = move || match state.hint.get() {
        Hint::None => ().into_any(),
        Hint::Asked => view! { <p class="feature-card">{lang.hint_thinking()}</p> }.into_any(),
        Hint::Given(advice) => advice_view(state, lang, &advice).into_any(),
    };
    // Not over the tile that it is about.
    let aside = move || {
        let trial = state.draft.with(|draft| draft.trial);
        trial.is_some_and(|trial| view.is_left(corner_of(trial.pos) + Point::CENTRE))
    };
    view! { <div class="feature-cards hint" class:right=aside aria-live="polite">{card}</div> }
}

fn advice_view(state: TableState, lang: Lang, advice: &Advice) -> impl IntoView + use<> {
    let best = (advice.action, advice.then);
    let seats = state.read_untracked(|session| session.seats().to_vec());
    let expected: Vec<String> =
        seats.iter().zip(&advice.expected).map(|(info, points)| format!("{}: {points:.0}", info.name)).collect();
    let lead = lead(advice);
    let row = move |action: Action, then: Option<Action>, value: Option<f32>| {
        let text = name(state, lang, action, then);
        view! {
            <li>
                <button
                    on:click=move |_| state.draft.set(draft(action, then))
                    on:pointerenter=move |_| state.pointed.set(place_of(action))
                    on:pointerleave=move |_| state.pointed.set(None)
                    on:focus=move |_| state.pointed.set(place_of(action))
                    on:blur=move |_| state.pointed.set(None)
                >
                    {picture(action)}
                    <span class="unseen">{text}</span>
                    <span>{seen(state, lang, action, then)}</span>
                    {value.map(|value| view! { <b>{lang.signed(value)}</b> })}
                </button>
            </li>
        }
    };
    let others = others(advice);
    let more = !others.is_empty();
    let others: Vec<_> = others.into_iter().map(|(action, value)| row(action, None, Some(value))).collect();
    view! {
        <article class="feature-card">
            <header>
                <h3>{lang.hint()}</h3>
                <ToolButton
                    label=lang.close()
                    icon=Icon::Close
                    on_press=move |()| state.hint.set(Hint::None)
                />
            </header>
            <p class="size about">{lang.hint_about()}</p>
            <ol>{row(best.0, best.1, lead)}</ol>
            {(!expected.is_empty()).then(|| view! { <p class="size">{lang.hint_expected(expected.join(", "))}</p> })}
            {more.then(|| view! { <p class="size">{lang.hint_others()}</p> })}
            <ol class="others">{others}</ol>
        </article>
    }
}

/// Where an action would be, to be lit on the board.
fn place_of(action: Action) -> Option<Pointed> {
    match action {
        Action::Place { pos, .. } => Some(Pointed::Cell(pos)),
        _ => None,
    }
}

/// The tile as it would lie; where is seen on the board.
fn picture(action: Action) -> Option<impl IntoView> {
    let Action::Place { tile, rotation, .. } = action else { return None };
    Some(view! { <span class="thumb" aria-hidden="true"><TilePicture kind=tile rotation=rotation/></span> })
}

/// What is done beside placing the tile, for those who see where it would lie.
fn seen(state: TableState, lang: Lang, action: Action, then: Option<Action>) -> Option<impl IntoView> {
    let text = match (action, then) {
        (Action::Place { .. }, None | Some(Action::Pass)) => return None,
        (Action::Place { .. }, Some(then)) => choice_name(state, lang, &draft(action, None), then),
        (action, _) => choice_name(state, lang, &Draft::default(), action),
    };
    Some(view! { <span aria-hidden="true">{text}</span> })
}

/// The action in words.
fn name(state: TableState, lang: Lang, action: Action, then: Option<Action>) -> String {
    let Action::Place { pos, .. } = action else { return choice_name(state, lang, &Draft::default(), action) };
    match then {
        None | Some(Action::Pass) => place_words(lang, pos),
        Some(then) => format!("{}: {}", place_words(lang, pos), choice_name(state, lang, &draft(action, None), then)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::{Pos, Rotation, Segment, TileKind};

    fn place(x: i16) -> Action {
        let tile = TileKind::from_name("base/D").expect("a tile");
        Action::Place { tile, pos: Pos::new(x, 0), rotation: Rotation::NONE }
    }

    #[test]
    fn advice_becomes_a_turn_to_be_confirmed() {
        let follower = Action::follower(Segment(1));
        let tried = draft(place(1), Some(follower));
        assert_eq!((tried.trial.map(|trial| trial.pos), tried.act), (Some(Pos::new(1, 0)), Some(follower)));
        assert_eq!(draft(place(1), Some(Action::Pass)).act, None);
        let from = Some(Pos::new(2, 2));
        let drive = Action::Ranger { from, to: Pos::new(3, 3) };
        assert_eq!((draft(place(1), Some(drive)).lifted, draft(follower, None).trial), (from, None));
    }

    #[test]
    fn the_reasons_leave_the_advised_action_out() {
        let values = (1..=6).map(|x| (place(x), 4.0 - f32::from(x))).collect();
        let advice = Advice { action: place(1), then: None, expected: vec![], values };
        assert_eq!(lead(&advice), Some(3.0));
        assert_eq!(others(&advice).iter().map(|(_, value)| *value).collect::<Vec<_>>(), [2.0, 1.0, 0.0]);
        let turned = |action| match action {
            Action::Place { tile, pos, .. } => Action::Place { tile, pos, rotation: Rotation::ALL[1] },
            other => other,
        };
        let values = vec![(place(1), 3.0), (turned(place(1)), 2.0), (place(2), 1.0), (turned(place(2)), 0.0)];
        assert_eq!(others(&Advice { values, ..advice }), [(place(2), 1.0)], "one line a cell");
    }
}
