//! The tray below the board: the tile in hand with the choices on it, what to do, and the buttons that do it.

use super::draft::{Anchor, Choice, Kind, Outlook};
use super::drag::{Drag, Dragged};
use super::scene;
use super::seats::{piece_picture, symbol_picture};
use super::state::{Pointed, TableState};
use super::telling;
use super::words;
use crate::app::App;
use crate::board::{BoardView, Look, Spot, SpotMarks, TilePicture, cell_at, corner_of};
use crate::browser;
use crate::help::HelpButton;
use crate::icon::Icon;
use crate::lang::Lang;
use crate::livery::livery;
use crate::motion::Motion;
use crate::session::Player;
use art::{Figurine, Point};
use leptos::html;
use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast as _;
use rules::{Action, Actor, LaidTile, Phase, Pos, Rotation, Seat, TileKind};
use std::time::Duration;
use table::Entry;
use web_sys::HtmlElement;

/// With more choices than this only the board shows them.
const MOST_CHIPS: usize = 14;
/// How long after what others placed was told the tile is shown that they have in hand next.
const AFTERWARDS: Duration = Duration::from_millis(80);

/// Something to press below the question.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Chip {
    /// What to do, before where; nothing is to do nothing.
    Kind(Option<Kind>),
    Choice(Choice),
}

/// Where a waterhole is to be: what is chosen there next is the animal.
pub(super) fn waterhole(state: TableState) -> Option<Anchor> {
    let act = state.draft.with(|draft| draft.act)?;
    let is_chosen = |choice: &&Choice| choice.action == act && Kind::of(act) == Kind::Waterhole;
    state.outlook.with(|outlook| outlook.as_ref()?.choices.iter().find(is_chosen)?.anchor)
}

/// The chips that are offered now, in order: digits press them.
pub(super) fn chips(outlook: &Outlook, waterhole: Option<Anchor>) -> Vec<Chip> {
    let mut chips = Vec::new();
    if outlook.asks_kind() {
        chips.extend(outlook.kinds.iter().map(|kind| Chip::Kind(Some(*kind))));
        if !outlook.kinds.contains(&Kind::Answer) {
            chips.push(Chip::Kind(None));
        }
    }
    if waterhole.is_some() {
        let here = outlook.shown().filter(|choice| choice.anchor == waterhole);
        chips.extend(here.map(|choice| Chip::Choice(*choice)));
        return chips;
    }
    let few = outlook.shown().count() <= MOST_CHIPS;
    let worth = |choice: &&Choice| {
        few || choice.anchor.is_none()
            || matches!(choice.action, Action::Follower { .. } | Action::Hut { .. } | Action::Recall { .. })
    };
    chips.extend(outlook.shown().filter(worth).map(|choice| Chip::Choice(*choice)));
    chips
}

/// Presses a chip.
pub(super) fn press(state: TableState, chip: Chip) {
    match chip {
        Chip::Kind(kind) => state.choose_kind(kind),
        // What has no place on the board needs no second look.
        Chip::Choice(choice) if choice.anchor.is_none() => state.answer(&[choice.action]),
        Chip::Choice(choice) => {
            if let Some(from) = choice.ranger() {
                state.draft.update(|draft| draft.lifted = Some(from));
            }
            state.choose(choice.action);
        }
    }
}

#[component]
pub(super) fn Tray(state: TableState, view: BoardView, motion: Motion) -> impl IntoView {
    let drag = Drag::new(state, view, motion);
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
        match state.outlook.get() {
            Some(_) if state.sent.get() => lang.sending().to_owned(),
            Some(outlook) => question(lang, &outlook, state).to_owned(),
            None if state.thinking.get() => lang.thinking(name),
            None if state.room.is_some() => lang.acts_elsewhere(name),
            None => name,
        }
    };
    let about = move || state.outlook.get().map(|outlook| about(lang, &outlook, state)).unwrap_or_default();
    let picked = Memo::new(move |_| {
        state.draft.with(|draft| draft.trial.is_some() || draft.act.is_some() || draft.kind.is_some())
    });
    let hand = hand(state);
    // Who only looks on has nothing to decide.
    let plays = Memo::new(move |_| {
        state.room.is_none() || state.read(|session| Seat::ALL.iter().any(|seat| session.is_person(*seat)))
    });
    let placing = Memo::new(move |_| {
        let tried = state.draft.with(|draft| draft.trial.is_some());
        !tried && state.outlook.with(|outlook| outlook.as_ref().is_some_and(|it| !it.cells.is_empty()))
    });
    let confirm = move |event: web_sys::MouseEvent| {
        // The second half of a double click is no decision.
        if event.detail() < 2 {
            state.confirm();
        }
    };
    let row: NodeRef<html::Div> = NodeRef::new();
    let kind = Memo::new(move |_| state.draft.with(|draft| draft.kind));
    let hole = Memo::new(move |_| waterhole(state));
    Effect::new(move |_| {
        hole.track();
        if kind.get().is_some() {
            request_animation_frame(move || show_places(row));
        }
    });
    view! {
        <section class="tray panel" data-covers="1" style:--seat=colour>
            <div class="hand" data-covers="1">{move || tiles_in_hand(state, lang, drag, hand.get())}</div>
            <Dragged drag rotation=Signal::derive(move || rotation_in_hand(state))/>
            <div class="ask">
                <div class="asked">
                    <h2 class="question" class:thinking=state.thinking aria-live="polite">{asked}</h2>
                    <Show when=move || state.outlook.with(Option::is_some)>
                        <HelpButton game=state.game_id() topic=Signal::derive(move || state.topic())/>
                    </Show>
                </div>
                <Show when=move || state.stalled.get()>
                    <p class="notice" role="alert">
                        {lang.bot_stalled()} " "
                        <button on:click=move |_| state.let_bot_think()>{lang.try_again()}</button> " "
                        // Its file may be gone with the version of this page; the game is stored.
                        <button on:click=move |_| browser::reload()>{lang.reload()}</button>
                    </p>
                </Show>
                <p class="about">{about}</p>
                <Show when=move || placing.get()>
                    <div class="turns">
                        <button on:click=move |_| state.turn_to(true)>{Icon::TurnLeft.view()} <span>{lang.turn_left()}</span></button>
                        <button on:click=move |_| state.turn_to(false)>{Icon::Turn.view()} <span>{lang.turn_right()}</span></button>
                    </div>
                </Show>
                <div class="chips" node_ref=row role="group" aria-label=lang.ask_choose()>{move || chips_view(state, view, lang, hole.get())}</div>
            </div>
            <Show when=move || plays.get()><div class="decide">
                <button class="primary" disabled=move || !state.is_ready() on:click=confirm>
                    {Icon::Check.view()} <span>{lang.confirm()}</span>
                </button>
                <div class="pair">
                    <button
                        class="turn-tile"
                        title=lang.turn_tile()
                        disabled=move || state.outlook.with(|outlook| outlook.as_ref().is_none_or(|it| it.cells.is_empty()))
                        on:click=move |_| state.turn()
                    >
                        {Icon::Turn.view()} <span>{lang.turn_tile()}</span>
                    </button>
                    <button
                        class="pick-up"
                        title=lang.take_up()
                        disabled=move || !picked.get()
                        on:click=move |_| { state.take_up(); }
                    >
                        {Icon::PickUp.view()} <span>{lang.take_up()}</span>
                    </button>
                </div>
            </div></Show>
        </section>
    }
}

fn question(lang: Lang, outlook: &Outlook, state: TableState) -> &'static str {
    let (tried, acted) = state.draft.with(|draft| (draft.trial.is_some(), draft.act.is_some()));
    match outlook.phase {
        Phase::Place if !tried => lang.ask_place(),
        Phase::Place | Phase::Act if several_animals(outlook, waterhole(state)) => lang.ask_animal(),
        Phase::Place | Phase::Act if outlook.choices.is_empty() || acted => lang.ask_confirm(),
        Phase::Place | Phase::Act => match outlook.kind {
            None if !outlook.asks_kind() => lang.ask_place_or_recall(),
            None => lang.ask_what(),
            Some(Kind::Follower) if outlook.asks_kind() => lang.ask_follower(),
            Some(Kind::Follower) => lang.ask_act(),
            Some(Kind::Hut) => lang.ask_hut(),
            Some(Kind::Recall) => lang.ask_recall(),
            Some(Kind::Ranger) => lang.ask_drive(),
            Some(Kind::Waterhole) => lang.ask_waterhole(),
            Some(Kind::Answer) => lang.ask_choose(),
        },
        Phase::Pig => lang.ask_pig(),
        Phase::Token => lang.ask_token(),
        Phase::Ranger => lang.ask_ranger(),
        Phase::Deal | Phase::Over => lang.ask_choose(),
    }
}

/// Whether there is a choice between animals at a waterhole.
fn several_animals(outlook: &Outlook, waterhole: Option<Anchor>) -> bool {
    waterhole.is_some() && outlook.shown().filter(|choice| choice.anchor == waterhole).count() > 1
}

/// How many turns somebody is told how tiles are placed; who has done it so often wants to know what is left.
const TAUGHT: usize = 3;

/// What to know for the answer: how to do it, what it costs, what is left.
fn about(lang: Lang, outlook: &Outlook, state: TableState) -> String {
    let tried = state.draft.with(|draft| draft.trial.is_some());
    let supply = state.read_untracked(|session| session.game().supply(outlook.seat));
    let left = || match supply.followers().map(|kind| u32::from(supply.count(kind))).sum() {
        0 => lang.no_follower_left().to_owned(),
        left => lang.followers_left(left),
    };
    if outlook.phase == Phase::Place && !tried {
        return state.read_untracked(|session| {
            let own = |entry: &&Entry| {
                entry.actor == Actor::Player(outlook.seat) && matches!(entry.action, Action::Place { .. })
            };
            let text = if session.history().iter().filter(own).count() < TAUGHT {
                lang.about_place().to_owned()
            } else {
                format!("{} · {}", lang.tiles_left(session.game().bag().total().into()), left())
            };
            let shared = session.seats().iter().filter(|info| info.player == Player::Person).count() > 1;
            match session.seat(outlook.seat).filter(|_| shared) {
                Some(info) => lang.told_of(&info.name, text),
                None => text,
            }
        });
    }
    match outlook.kind {
        Some(Kind::Waterhole) => lang.about_waterhole().to_owned(),
        // One that has driven away for good is in hand already.
        Some(Kind::Ranger) if outlook.phase != Phase::Ranger => lang.about_ranger().to_owned(),
        _ if matches!(outlook.phase, Phase::Place | Phase::Act) => match possible(lang, outlook) {
            what if what.is_empty() => left(),
            what => format!("{} · {}", lang.possible_now(what), left()),
        },
        _ => String::new(),
    }
}

/// Everything that can be done with the tile, each kind once: follower, hut, builder …
fn possible(lang: Lang, outlook: &Outlook) -> String {
    let mut names: Vec<String> = Vec::new();
    for choice in &outlook.choices {
        let with = choice.follower().and_then(|(_, with)| with).map(|with| telling::piece_name(lang, with).to_owned());
        let kind = match Kind::of(choice.action) {
            Kind::Answer => None,
            Kind::Follower => Some(lang.follower().to_owned()),
            Kind::Hut => Some(lang.hut().to_owned()),
            Kind::Ranger => Some(lang.ranger().to_owned()),
            Kind::Waterhole => Some(lang.waterhole().to_owned()),
            Kind::Recall => Some(lang.kind_recall().to_lowercase()),
        };
        for name in kind.into_iter().chain(with) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    names.join(", ")
}

/// The tiles in hand, and the one that is to be placed.
type Hand = (Vec<TileKind>, Option<TileKind>);

fn held(state: TableState, outlook: Option<&Outlook>) -> Hand {
    let tiles = match outlook {
        Some(outlook) if !outlook.tiles.is_empty() => outlook.tiles.clone(),
        _ => state.read(|session| session.game().tile()).into_iter().collect(),
    };
    (tiles, outlook.and_then(|outlook| outlook.tile))
}

/// The same as it is shown. What a bot or somebody elsewhere has in hand comes after what they placed has been seen and
/// told, for those frames have enough to do.
fn hand(state: TableState) -> RwSignal<Hand> {
    let now = Memo::new(move |_| state.outlook.with(|outlook| held(state, outlook.as_ref())));
    let shown = RwSignal::new(now.get_untracked());
    let show = move || {
        // The tray may be gone by then.
        let Some(now) = now.try_get_untracked() else { return };
        if shown.try_with_untracked(|shown| *shown != now) == Some(true) {
            shown.set(now);
        }
    };
    Effect::new(move |_| {
        now.track();
        if state.outlook.with_untracked(Option::is_some) {
            show();
        }
    });
    Effect::new(move |_| {
        state.told.track();
        set_timeout(show, AFTERWARDS);
    });
    shown
}

/// How the tile in hand is turned: as it lies or would lie.
fn rotation_in_hand(state: TableState) -> Rotation {
    let wish = state.wish.get();
    let trial = state.draft.with(|draft| draft.trial.map(|trial| trial.rotation));
    let aimed = || {
        let pos = state.hover.get().map(cell_at).or(state.cursor.get())?;
        state.outlook.with(|outlook| outlook.as_ref()?.fitting(pos, wish))
    };
    trial.or_else(aimed).unwrap_or(wish)
}

/// The tile to place, turned as it would lie, with the places on it; with several in hand, all of them.
fn tiles_in_hand(state: TableState, lang: Lang, drag: Drag, (tiles, chosen): Hand) -> impl IntoView {
    let one = move |tile: TileKind| {
        let rotation = Signal::derive(move || rotation_in_hand(state));
        let touch = move |_| {
            if drag.was_dragged() {
                return;
            }
            if chosen == Some(tile) { state.turn() } else { state.choose_tile(tile) }
        };
        let wheel = move |event: web_sys::WheelEvent| {
            event.prevent_default();
            state.turn();
        };
        // The places on the tile that is tried, as large as the hand shows them.
        let spots = Memo::new(move |_| {
            let trial = state.draft.with(|draft| draft.trial.filter(|trial| trial.tile == tile));
            trial.map(|trial| spots_on(state, corner_of(trial.pos))).unwrap_or_default()
        });
        let on_spot = move |anchor: Anchor| state.tap(crate::board::Tap::Spot(anchor));
        view! {
            <div class="held-tile" class:chosen=chosen == Some(tile)>
                <button class="tile-button" class:chosen=chosen == Some(tile) aria-label=lang.your_tile() title=lang.turn_tile()
                    on:click=touch
                    on:wheel=wheel
                    on:pointerdown=move |event| drag.down(&event)
                    on:pointermove=move |event| drag.moved(&event, tile)
                    on:pointerup=move |event| drag.up(&event)
                    on:pointercancel=move |_| drag.cancel()
                >
                    <TilePicture kind=tile rotation/>
                </button>
                {move || {
                    let spots = spots.get();
                    let colour = state.outlook.with(|outlook| outlook.as_ref().map_or(0, |it| state.colour_of(it.seat)));
                    (!spots.is_empty()).then(|| view! {
                        <svg class="places" viewBox="0 0 100 100" aria-hidden="true"><SpotMarks spots colour on_spot/></svg>
                    })
                }}
            </div>
        }
    };
    tiles.into_iter().map(one).collect_view()
}

/// The places on the tile with this corner, from that corner.
fn spots_on(state: TableState, corner: Point) -> Vec<Spot> {
    let draft = state.draft.get();
    state.outlook.with(|outlook| {
        let Some(outlook) = outlook else { return Vec::new() };
        let spots = state.read(|session| scene::spots(&draft.applied(session.game()), outlook, &draft));
        let inside = |spot: &Spot| {
            let at = spot.at - corner;
            (0.0..=100.0).contains(&at.x) && (0.0..=100.0).contains(&at.y)
        };
        spots.into_iter().filter(inside).map(|spot| Spot { at: spot.at - corner, ..spot }).collect()
    })
}

fn chips_view(state: TableState, view: BoardView, lang: Lang, hole: Option<Anchor>) -> Option<impl IntoView> {
    let outlook = state.outlook.get()?;
    let colour = state.colour_of(outlook.seat);
    let phase = outlook.phase;
    let trial = state.draft.with_untracked(|draft| draft.trial);
    let tile = trial.map(|trial| LaidTile { kind: trial.tile, pos: trial.pos, rotation: trial.rotation });
    let (kind, acted) = (outlook.kind, state.draft.with_untracked(|draft| draft.act.is_some()));
    let chip = move |(number, chip): (usize, Chip)| {
        let chosen = move || match chip {
            Chip::Kind(Some(own)) => kind == Some(own),
            Chip::Kind(None) => kind.is_none() && !acted,
            Chip::Choice(choice) => state.draft.with(|draft| draft.act == Some(choice.action)),
        };
        let touch = move |event: web_sys::MouseEvent| {
            if event.detail() < 2 {
                press(state, chip);
                let cell = match chip {
                    Chip::Choice(choice) => choice.anchor.map(Anchor::cell),
                    Chip::Kind(kind) => kind.and_then(|kind| nearest(state, kind)),
                };
                if let Some(cell) = cell {
                    view.reveal(cell);
                }
            }
        };
        let at = match chip {
            Chip::Choice(Choice { anchor: Some(Anchor::Segment(pos, segment)), .. }) => {
                Some(Pointed::Feature(pos, segment))
            }
            Chip::Choice(Choice { anchor: Some(Anchor::Cell(pos) | Anchor::Corner(pos, _)), .. }) => {
                Some(Pointed::Cell(pos))
            }
            _ => None,
        };
        let light = move |on: bool| state.pointed.set(at.filter(|_| on));
        let (picture, text, place, gain) = match chip {
            Chip::Kind(kind) => (kind_picture(kind, colour), kind_name(lang, kind).to_owned(), String::new(), 0),
            Chip::Choice(choice) => {
                let picture = view! { {map(state, tile, &choice)} {chip_picture(&choice, colour)} };
                let place = words::place_of_choice(lang, &choice, tile);
                (picture.into_any(), telling::choice(lang, phase, &choice), place, choice.gain)
            }
        };
        view! {
            <button
                class="chip"
                class:kind=matches!(chip, Chip::Kind(_))
                aria-pressed=move || chosen().to_string()
                on:click=touch
                on:pointerenter=move |_| light(true)
                on:pointerleave=move |_| light(false)
                on:focus=move |_| light(true)
                on:blur=move |_| light(false)
            >
                <kbd>{number + 1}</kbd>
                {picture}
                <span>{text}</span>
                // Equal ones are told apart by small maps; who does not see them hears where each is.
                {(!place.is_empty()).then(|| view! { <span class="unseen">{format!("({place})")}</span> })}
                {(gain > 0).then(|| view! { <small class="gain">{lang.more_points(gain)}</small> })}
            </button>
        }
    };
    Some(chips(&outlook, hole).into_iter().enumerate().map(chip).collect_view())
}

/// The nearest cell where something of this kind can be done, seen from the tile that is tried: it may be out of sight.
fn nearest(state: TableState, kind: Kind) -> Option<Pos> {
    let from = state.draft.with_untracked(|draft| draft.trial)?.pos;
    let way = |pos: &Pos| pos.x.abs_diff(from.x) + pos.y.abs_diff(from.y);
    state.outlook.with_untracked(|outlook| {
        let choices = outlook.as_ref()?.choices.iter().filter(|choice| Kind::of(choice.action) == kind);
        choices.filter_map(|choice| choice.ranger().or_else(|| choice.anchor.map(Anchor::cell))).min_by_key(way)
    })
}

/// Moves the row of chips to the places of the kind that was chosen: they come after all kinds.
fn show_places(row: NodeRef<html::Div>) {
    let Some(row) = row.try_get_untracked().flatten() else { return };
    let left = |what| Some(row.query_selector(what).ok().flatten()?.dyn_into::<HtmlElement>().ok()?.offset_left());
    if let (Some(first), Some(place)) = (left(".chip"), left(".chip:not(.kind)")) {
        row.set_scroll_left(place - first);
    }
}

/// A small map with the place of a choice, of its tile or of what lies around its cell: equal names are told apart by it.
fn map(state: TableState, tried: Option<LaidTile>, choice: &Choice) -> Option<impl IntoView + use<>> {
    let laid = |pos: Pos| {
        let lies = || state.read_untracked(|session| session.game().board().laid_at(pos));
        tried.filter(|tile| tile.pos == pos).or_else(lies)
    };
    let (at, tiles, size) = match choice.anchor? {
        Anchor::Segment(pos, segment) => {
            let tile = laid(pos)?;
            (crate::board::place_on(&tile, segment)? - corner_of(pos), vec![tile], 100)
        }
        Anchor::Cell(pos) => {
            let around = (-1..=1).flat_map(|y| (-1..=1).map(move |x| Pos::new(pos.x + x, pos.y + y)));
            (corner_of(pos) + Point::CENTRE, around.filter_map(laid).collect(), 300)
        }
        Anchor::Corner(..) | Anchor::Ranger(_) => return None,
    };
    let from = if size == 100 { Point::new(0.0, 0.0) } else { at - Point::new(150.0, 150.0) };
    let ground = |tile: LaidTile| {
        let corner = if size == 100 { Point::new(0.0, 0.0) } else { corner_of(tile.pos) };
        view! { <use_ href=format!("#{}g", Look::of(&tile).id()) x=corner.x y=corner.y></use_> }
    };
    Some(view! {
        <svg class="map" viewBox=format!("{} {} {size} {size}", from.x, from.y) aria-hidden="true">
            {tiles.into_iter().map(ground).collect_view()}
            <circle cx=at.x cy=at.y r=size * 17 / 100></circle>
        </svg>
    })
}

fn kind_name(lang: Lang, kind: Option<Kind>) -> &'static str {
    match kind {
        Some(Kind::Follower) => lang.kind_follower(),
        Some(Kind::Hut) => lang.kind_hut(),
        Some(Kind::Recall) => lang.kind_recall(),
        Some(Kind::Ranger) => lang.kind_ranger(),
        Some(Kind::Waterhole) => lang.kind_waterhole(),
        Some(Kind::Answer) | None => lang.kind_nothing(),
    }
}

fn kind_picture(kind: Option<Kind>, colour: usize) -> AnyView {
    match kind {
        Some(Kind::Follower) => piece_picture(colour, Figurine::Standing).into_any(),
        Some(Kind::Hut) => piece_picture(colour, Figurine::Hut).into_any(),
        Some(Kind::Recall) => Icon::Undo.view().into_any(),
        Some(Kind::Ranger) => {
            view! { <svg class="piece wide" viewBox="-18 -14 34 26" aria-hidden="true"><use_ href="#art-ranger"></use_></svg> }.into_any()
        }
        Some(Kind::Waterhole) => {
            let pool = "M-9 1c0-4 4-6 9-6s9 2 9 6-4 6-9 6-9-2-9-6z";
            view! { <svg class="piece wide" viewBox="-11 -8 22 17" aria-hidden="true"><path class="pool" d=pool></path></svg> }.into_any()
        }
        Some(Kind::Answer) | None => ().into_any(),
    }
}

fn chip_picture(choice: &Choice, colour: usize) -> AnyView {
    match choice.action {
        Action::Hut { .. } => piece_picture(colour, Figurine::Hut).into_any(),
        Action::Waterhole { animal, .. } | Action::Token { animal } => symbol_picture(animal.name()).into_any(),
        Action::Follower { .. } | Action::Recall { .. } => piece_picture(colour, choice.figurine()).into_any(),
        _ => ().into_any(),
    }
}
