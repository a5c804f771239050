//! The bar below the board: the tile in hand, what to do, and the choices.

use super::draft::{Choice, Outlook};
use super::seats::{piece_picture, symbol_picture};
use super::state::TableState;
use super::telling;
use crate::app::App;
use crate::board::{TilePicture, cell_at};
use crate::help::HelpButton;
use crate::lang::Lang;
use crate::livery::livery;
use art::Piece;
use leptos::prelude::*;
use rules::{Action, Actor, Event, Phase, TileKind};
use table::Entry;

/// With more choices than this only the board shows them.
const MOST_CHIPS: usize = 14;

#[component]
pub(super) fn Actions(state: TableState) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let seat = Memo::new(move |_| {
        state.read(|session| match session.game().to_act() {
            Actor::Player(seat) => session.seat(seat).cloned(),
            _ => None,
        })
    });
    let colour = move || seat.get().map(|info| livery(info.colour).colour);
    let asked = move || {
        let name = seat.get().map(|info| info.name).unwrap_or_default();
        let Some(outlook) = state.outlook.get() else {
            return if state.thinking.get() { lang.thinking(name) } else { String::new() };
        };
        question(lang, &outlook, state, name)
    };
    let discarded = Memo::new(move |_| state.read(|session| has_discarded(session.history())));
    let left = Memo::new(move |_| state.read(|session| session.game().bag().total()));
    view! {
        <div class="hand" style:--seat=colour>
            {move || tiles_in_hand(state, lang)}
            <span class="left">{move || lang.tiles_left(left.get().into())}</span>
        </div>
        <div class="ask" style:--seat=colour>
            <div class="asked">
                <p class="question" class:thinking=state.thinking aria-live="polite">{asked}</p>
                <Show when=move || state.outlook.with(Option::is_some)>
                    <HelpButton game=state.game_id() topic=Signal::derive(move || state.topic())/>
                </Show>
            </div>
            <Show when=move || discarded.get()>
                <p class="notice">{lang.told_discarded()}</p>
            </Show>
            <div class="chips">{move || chips(state, lang)}</div>
        </div>
        <div class="decide">
            <button
                class="primary"
                disabled=move || !state.is_ready()
                on:click=move |_| state.confirm()
            >
                {lang.confirm()}
            </button>
            <div class="pair">
                <button disabled=move || state.outlook.with(Option::is_none) on:click=move |_| state.turn()>
                    {lang.turn_tile()}
                </button>
                <button on:click=move |_| state.undo()>
                    {move || if state.draft.with(|draft| draft.trial.is_some()) { lang.take_up() } else { lang.undo() }}
                </button>
            </div>
        </div>
    }
}

/// Whether a tile went out of the game since the last one was placed.
fn has_discarded(history: &[Entry]) -> bool {
    let since = history.iter().rev().take_while(|entry| !matches!(entry.action, Action::Place { .. }));
    since.flat_map(|entry| &entry.events).any(|event| matches!(event, Event::Discarded { .. }))
}

fn question(lang: Lang, outlook: &Outlook, state: TableState, name: String) -> String {
    let tried = state.draft.with(|draft| draft.trial.is_some());
    let acted = state.draft.with(|draft| draft.act.is_some());
    match outlook.phase {
        Phase::Place if !tried => lang.ask_place(name),
        Phase::Place | Phase::Act if outlook.choices.is_empty() || acted => lang.ask_confirm(name),
        Phase::Place | Phase::Act if outlook.choices.iter().any(|choice| choice.ranger().is_some()) => {
            lang.ask_act_ranger(name)
        }
        Phase::Place | Phase::Act => lang.ask_act(name),
        Phase::Pig => lang.ask_pig(name),
        Phase::Token => lang.ask_token(name),
        Phase::Ranger => lang.ask_ranger(name),
        Phase::Deal | Phase::Over => lang.ask_choose(name),
    }
}

/// The tile to place, turned as it would lie; with several in hand, all of them.
fn tiles_in_hand(state: TableState, lang: Lang) -> impl IntoView {
    let outlook = state.outlook.get();
    let tiles = match &outlook {
        Some(outlook) if !outlook.tiles.is_empty() => outlook.tiles.clone(),
        _ => state.read(|session| session.game().tile()).into_iter().collect(),
    };
    let chosen = outlook.as_ref().and_then(|outlook| outlook.tile);
    let one = move |tile: TileKind| {
        let rotation = Signal::derive(move || {
            let wish = state.wish.get();
            let trial = state.draft.with(|draft| draft.trial.map(|trial| trial.rotation));
            let aimed = || {
                let pos = state.hover.get().map(cell_at).or(state.cursor.get())?;
                state.outlook.with(|outlook| outlook.as_ref()?.fitting(pos, wish))
            };
            trial.or_else(aimed).unwrap_or(wish)
        });
        let touch = move |_| {
            if chosen == Some(tile) { state.turn() } else { state.choose_tile(tile) }
        };
        let wheel = move |event: web_sys::WheelEvent| {
            event.prevent_default();
            state.turn();
        };
        view! {
            <button
                class="tile-button"
                class:chosen=chosen == Some(tile)
                class:laid=move || state.draft.with(|draft| draft.trial.is_some_and(|trial| trial.tile == tile))
                aria-label=lang.your_tile()
                title=lang.turn_tile()
                on:click=touch
                on:wheel=wheel
            >
                <TilePicture kind=tile rotation/>
            </button>
        }
    };
    tiles.into_iter().map(one).collect_view()
}

fn chips(state: TableState, lang: Lang) -> Option<impl IntoView> {
    let outlook = state.outlook.get()?;
    let colour = state.colour_of(outlook.seat);
    let few = outlook.choices.len() <= MOST_CHIPS;
    let chip = move |(number, choice): (usize, Choice)| {
        let chosen = move || state.draft.with(|draft| draft.act == Some(choice.action));
        let touch = move |_| {
            // What has no place on the board needs no second look.
            if choice.anchor.is_none() { state.play(&[choice.action]) } else { state.choose(choice.action) }
        };
        view! {
            <button class="chip" aria-pressed=move || chosen().to_string() on:click=touch>
                <kbd>{number + 1}</kbd>
                {chip_picture(&choice, colour)}
                {telling::choice(lang, &choice)}
                {(choice.gain > 0).then(|| view! { <b class="gain">{lang.more_points(choice.gain)}</b> })}
            </button>
        }
    };
    let worth_a_chip =
        move |choice: &Choice| few || matches!(choice.action, Action::Follower { .. } | Action::Hut { .. });
    let shown = outlook.choices.into_iter().enumerate();
    let shown = shown.filter(move |(_, choice)| choice.anchor.is_none() || worth_a_chip(choice));
    Some(shown.map(chip).collect_view())
}

fn chip_picture(choice: &Choice, colour: usize) -> AnyView {
    match choice.action {
        Action::Hut { .. } => piece_picture(colour, Piece::Hut).into_any(),
        Action::Waterhole { animal, .. } | Action::Token { animal } => symbol_picture(animal.name()).into_any(),
        Action::Follower { .. } | Action::Recall { .. } => {
            piece_picture(colour, choice.kind.map_or(Piece::Standing, Piece::follower_on)).into_any()
        }
        _ => ().into_any(),
    }
}
