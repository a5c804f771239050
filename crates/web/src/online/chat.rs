//! What people say in a room, and what happened around the game.

use super::json::Writer;
use super::room::{Room, Said, What};
use crate::app::App;
use crate::face::face_of;
use crate::icon::Icon;
use crate::lang::Lang;
use crate::session::Player;
use crate::tool::ToolButton;
use leptos::html;
use leptos::prelude::*;

/// The longest message, in characters.
const LONGEST: usize = 500;

/// The talk of a room; nothing can be said where the room has no chat or the person no name.
#[component]
pub(super) fn Chat(room: Room) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let muted = room.muted;
    let input: NodeRef<html::Input> = NodeRef::new();
    let list: NodeRef<html::Div> = NodeRef::new();
    let send = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let Some(input) = input.get_untracked() else { return };
        let text = input.value();
        if !text.trim().is_empty() {
            room.ask("/chat", Writer::default().text("text", &text).finish());
            input.set_value("");
        }
    };
    let shown =
        move || room.said.with(|said| said.iter().filter(|said| is_shown(room, said)).cloned().collect::<Vec<_>>());
    // The newest stays in sight.
    Effect::new(move |_| {
        room.said.track();
        request_animation_frame(move || {
            if let Some(list) = list.try_get_untracked().flatten() {
                list.set_scroll_top(list.scroll_height());
            }
        });
    });
    let allowed = move || room.view.with(|view| view.as_ref().is_some_and(|view| view.chat));
    let line = move |said: Said| line(lang, room, said);
    let mute = move || {
        let (label, icon) =
            if muted.get() { (lang.unmute_chat(), Icon::Mute) } else { (lang.mute_chat(), Icon::Sound) };
        view! { <ToolButton label icon on_press=move |()| muted.update(|muted| *muted ^= true)/> }
    };
    view! {
        <section class="chat">
            <header><h2>{lang.chat()}</h2>{mute}</header>
            <div class="spoken" node_ref=list role="log" tabindex="0" aria-label=lang.chat()><ol>
                <For each=shown key=|said| said.n let:said>{line(said)}</For>
            </ol></div>
            <Show when=move || allowed() && super::guest::id().is_some() fallback=move || (!allowed()).then(|| view! { <small>{lang.chat_off()}</small> })>
                <form on:submit=send>
                    <input node_ref=input type="text" maxlength=LONGEST aria-label=lang.say_something() placeholder=lang.say_something()/>
                    <button class="tool" type="submit" title=lang.send() aria-label=lang.send()>{Icon::Send.view()}</button>
                </form>
            </Show>
        </section>
    }
}

/// Whether somebody who wants no talk sees it nevertheless.
pub(super) fn is_shown(room: Room, said: &Said) -> bool {
    let own = said.seat.is_some() && said.seat == room.me.get();
    !room.muted.get() || !matches!(said.what, What::Text(_)) || own
}

fn line(lang: Lang, room: Room, said: Said) -> AnyView {
    let Said { seat, name, what, .. } = said;
    let What::Text(text) = what else {
        return view! { <li class="happened">{happened(lang, &name, &what)}</li> }.into_any();
    };
    let mine = seat.is_some() && seat == room.me.get_untracked();
    let face = seat.map(|seat| face_of(Player::Elsewhere, seat.into()));
    view! {
        <li class:mine=mine>
            {face}
            <p><b class:unseen=mine><bdi>{name}</bdi></b>" "<bdi>{text}</bdi></p>
        </li>
    }
    .into_any()
}

fn happened(lang: Lang, name: &str, what: &What) -> String {
    match what {
        What::Text(text) => text.clone(),
        What::Joined => lang.has_joined(name),
        What::Left => lang.has_left(name),
        What::Removed => lang.was_removed(name),
        What::Changed => lang.table_changed().to_owned(),
        What::Resigned => lang.has_resigned(name),
        What::Timeout => lang.time_up(name),
        What::BotTakes => lang.bot_took(name),
        What::UndoAsked => lang.asks_undo(name),
        What::UndoRefused => lang.refused_undo(name),
        What::Undone => lang.was_undone().to_owned(),
        What::Rematch => lang.rematch_offered().to_owned(),
    }
}
