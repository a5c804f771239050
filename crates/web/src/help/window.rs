//! The window with the rules: the topics on one side, the chosen one with its example on the other.

use super::example::Scene;
use super::topic::{Section, Topic, sections, topics};
use crate::app::App;
use crate::board::StillBoard;
use crate::dialog::Dialog;
use crate::guide;
use crate::icon::Icon;
use crate::lang::Lang;
use crate::livery::livery;
use crate::part::{self, Shown};
use crate::session::{Player, SeatInfo};
use crate::start::game_name;
use crate::table::{event_text, first_set};
use art::Landscape;
use leptos::html;
use leptos::prelude::*;
use leptos::wasm_split::wasm_split;
use rules::{Event, GameId};

/// Shows what [`super::Help`] says while it is open.
#[component]
pub(crate) fn HelpWindow() -> impl IntoView {
    let app = expect_context::<App>();
    let (lang, help) = (app.lang.get_untracked(), app.help);
    let title = Signal::derive(move || lang.rules_of(game_name(lang, help.game.get())));
    view! {
        <Dialog open=help.open title class="help">
            {move || match help.there.get() {
                Some(true) => part::later(shelf),
                Some(false) => view! {
                    <p class="absent">{lang.not_loaded()} " " <button on:click=move |_| help.load(lang)>{lang.try_again()}</button></p>
                }
                .into_any(),
                None => view! { <p class="absent" role="status">"…"</p> }.into_any(),
            }}
        </Dialog>
    }
}

/// The topics and the one that is read, loaded with their texts.
#[wasm_split(help, wasm_split_path = leptos::wasm_split, fallible)]
fn shelf() -> Shown {
    Ok(view! { <Shelf/> }.into_any())
}

#[component]
fn Shelf() -> impl IntoView {
    let app = expect_context::<App>();
    let (lang, help) = (app.lang.get_untracked(), app.help);
    let page: NodeRef<html::Article> = NodeRef::new();
    // Another topic is read from its beginning.
    Effect::new(move |_| {
        help.topic.track();
        if let Some(page) = page.get() {
            page.set_scroll_top(0);
        }
    });
    view! {
        <div class="shelf">
            <nav aria-label=lang.rules_topics()>
                {move || sections(help.game.get()).iter().map(|section| list(lang, section)).collect_view()}
            </nav>
            {move || choice(lang, help.game.get())}
            <article node_ref=page tabindex="0">
                {move || read(lang, help.game.get(), help.topic.get())}
                {move || neighbours(lang, help.game.get(), help.topic.get())}
                {move || {
                    let game = help.game.get();
                    part::later(move || guide::offers(game))
                }}
            </article>
        </div>
    }
}

fn list(lang: Lang, section: &'static Section) -> impl IntoView {
    let help = expect_context::<App>().help;
    let row = move |topic: &'static Topic| {
        let here = move || help.topic.get() == topic;
        view! {
            <li>
                <button aria-current=move || here().then_some("true") on:click=move |_| help.topic.set(topic)>
                    {(topic.title)(lang)}
                </button>
            </li>
        }
    };
    view! {
        <h3>{(section.title)(lang)}</h3>
        <ul>{section.topics.iter().map(|topic| row(topic)).collect_view()}</ul>
    }
}

/// The list of topics where there is no room for one.
fn choice(lang: Lang, game: GameId) -> impl IntoView {
    let help = expect_context::<App>().help;
    let chosen = move |event| {
        let number = event_target_value(&event).parse().ok();
        if let Some(topic) = number.and_then(|number| topics(game).nth(number)) {
            help.topic.set(topic);
        }
    };
    let number = |topic: &'static Topic| topics(game).position(|other| other == topic).unwrap_or(0);
    let option = move |topic: &'static Topic| {
        let here = move || help.topic.get() == topic;
        view! { <option value=number(topic).to_string() selected=here>{(topic.title)(lang)}</option> }
    };
    let group = |section: &'static Section| {
        let options = section.topics.iter().map(|topic| option(topic)).collect_view();
        view! { <optgroup label=(section.title)(lang)>{options}</optgroup> }
    };
    view! {
        <select aria-label=lang.rules_topics() on:change=chosen>
            {sections(game).iter().map(group).collect_view()}
        </select>
    }
}

fn read(lang: Lang, game: GameId, topic: &'static Topic) -> impl IntoView {
    let example = topic.example.as_ref().and_then(|(example, caption)| {
        let scene = example.play(game).ok()?;
        Some(figure(lang, game, &scene, caption(lang)))
    });
    view! {
        <h3>{(topic.title)(lang)}</h3>
        {paragraphs((topic.text)(lang))}
        {example}
    }
}

/// Paragraphs and lists of points.
fn paragraphs(text: &'static str) -> Vec<AnyView> {
    let mut parts: Vec<AnyView> = Vec::new();
    let mut points: Vec<&'static str> = Vec::new();
    let list = |points: &mut Vec<&'static str>| {
        let points = std::mem::take(points);
        let list = points.into_iter().map(|point| view! { <li>{point}</li> }).collect_view();
        view! { <ul class="points">{list}</ul> }.into_any()
    };
    for line in text.lines().filter(|line| !line.is_empty()) {
        if let Some(point) = line.strip_prefix("- ") {
            points.push(point);
            continue;
        }
        if !points.is_empty() {
            parts.push(list(&mut points));
        }
        parts.push(view! { <p>{line}</p> }.into_any());
    }
    if !points.is_empty() {
        parts.push(list(&mut points));
    }
    parts
}

fn figure(lang: Lang, game: GameId, scene: &Scene, caption: &'static str) -> impl IntoView + use<> {
    let landscape = Landscape::of(first_set(game));
    let seats = [lang.seat_orange(), lang.seat_blue()].into_iter().enumerate().map(|(colour, name)| SeatInfo {
        name: name.to_owned(),
        colour,
        player: Player::Person,
    });
    let seats: Vec<SeatInfo> = seats.collect();
    let scored = scene.last.iter().flat_map(|entry| &entry.events).filter_map(|event| match event {
        Event::Scored(score) => Some((score.seat.index(), event_text(lang, &seats, event)?)),
        _ => None,
    });
    let line = |(colour, text): (usize, String)| view! { <li style:--seat=livery(colour).colour>{text}</li> };
    view! {
        <figure>
            <StillBoard landscape picture=scene.picture() overlay=scene.overlay(lang) label=lang.rules_example().to_owned()/>
            <figcaption>
                <p>{caption}</p>
                <ul class="scored">{scored.map(line).collect_view()}</ul>
            </figcaption>
        </figure>
    }
}

/// To the topics before and after.
fn neighbours(lang: Lang, game: GameId, topic: &'static Topic) -> impl IntoView {
    let help = expect_context::<App>().help;
    let all: Vec<&'static Topic> = topics(game).collect();
    let here = all.iter().position(|other| *other == topic).unwrap_or(0);
    let to = move |topic: &&'static Topic, back: bool| {
        let (topic, title) = (*topic, (topic.title)(lang));
        view! {
            <button on:click=move |_| help.topic.set(topic)>
                {back.then(|| Icon::Back.view())} <span>{title}</span> {(!back).then(|| Icon::Next.view())}
            </button>
        }
    };
    let before = here.checked_sub(1).and_then(|index| all.get(index));
    view! {
        <footer class="neighbours">
            {before.map(|topic| to(topic, true))}
            <span></span>
            {all.get(here + 1).map(|topic| to(topic, false))}
        </footer>
    }
}
