//! What a room adds to the table: who is there, clocks, talk, questions, and ways out.

use super::chat::{Chat, is_shown};
use super::clock::Clock;
use super::fair::Proof;
use super::notify;
use super::page::{Lost, Outdated};
use super::room::Room;
use crate::app::App;
use crate::dialog::Dialog;
use crate::icon::Icon;
use leptos::prelude::*;
use rules::Seat;

/// Beside a player's name: whether they are there, and their clock.
#[component]
pub(crate) fn AtSeat(room: Room, seat: Seat) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let away = move || room.presence.with(|all| all.present.get(seat.index()) == Some(&false));
    view! {
        <Clock room seat=seat.number()/>
        <Show when=away><span class="absent-mark" role="img" aria-label=lang.is_away() title=lang.is_away()></span></Show>
    }
}

/// What concerns the room, among the panels beside the board.
#[component]
pub(crate) fn Beside(room: Room) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let (resigns, leaves, talks) = (RwSignal::new(false), RwSignal::new(false), RwSignal::new(false));
    // How much of the talk has been seen.
    let all = move || room.said.with(|said| said.iter().filter(|said| is_shown(room, said)).count());
    let seen = RwSignal::new(untrack(all));
    let unread = move || all().saturating_sub(seen.get());
    Effect::new(move |_| {
        let all = all();
        if talks.get() {
            seen.set(all);
        }
    });
    let asked = Memo::new(move |_| room.question.get());
    let question = move || {
        let question = asked.get()?;
        let me = room.me.get()?;
        Some(if question.seat == me {
            view! { <p class="notice panel" role="status">{lang.undo_waits()}</p> }.into_any()
        } else if question.answered {
            ().into_any()
        } else {
            view! {
                <div class="notice panel undo-question" role="alert">
                    <p>{lang.asks_undo(room.name_of(question.seat))}</p>
                    <div class="pair">
                        <button class="refuse" on:click=move |_| room.answer_undo(false)>{lang.no()}</button>
                        <button class="accept" on:click=move |_| room.answer_undo(true)>{lang.yes()}</button>
                    </div>
                </div>
            }
            .into_any()
        })
    };
    let watching = move || {
        let spectators = room.presence.with(|all| all.spectators);
        (spectators > 0).then(|| lang.spectators(spectators))
    };
    notify::title(room);
    let can_ask = RwSignal::new(notify::can_ask(room));
    view! {
        <Lost room/>
        {question}
        <Show when=move || room.refusal.get().is_some()>
            <p class="notice panel" role="alert">{move || room.refusal.get().map(|refusal| refusal.text(lang))}</p>
        </Show>
        <Outdated room/>
        <section class="beside panel">
            <p><b>{move || if room.me.get().is_some() { lang.play_together_title() } else { lang.you_watch() }}</b> " " <small>{watching}</small></p>
            <div class="row">
                <button class="talk-button" title=lang.chat() aria-label=lang.chat() aria-haspopup="dialog" on:click=move |_| talks.set(true)>
                    {Icon::Chat.view()} <span>{lang.chat()}</span>
                    {move || (unread() > 0).then(|| view! { <b class="unread">{unread()}</b> })}
                </button>
                <Show when=move || room.is_playing()>
                    <button class="resign" title=lang.resign() aria-haspopup="dialog" on:click=move |_| resigns.set(true)>{Icon::Flag.view()} <span>{lang.resign()}</span></button>
                    <button class="leave-game" title=lang.leave_room() aria-haspopup="dialog" on:click=move |_| leaves.set(true)>{Icon::Door.view()} <span>{lang.leave_room()}</span></button>
                </Show>
                <Show when=move || can_ask.get() && room.me.get().is_some()>
                    <button on:click=move |_| { notify::ask(); can_ask.set(false); }>{lang.notify_me()}</button>
                </Show>
            </div>
        </section>
        <Dialog open=talks title=lang.chat() class="talking"><Chat room/></Dialog>
        <Sure open=resigns title=lang.resign() about=lang.resign_about() on_yes=move || room.ask("/resign", "{}".to_owned())/>
        <Sure open=leaves title=lang.leave_room() about=lang.leave_about() on_yes=move || {
            room.ask("/leave", "{}".to_owned());
            super::go_to_lobby();
        }/>
    }
}

/// Asks once more.
#[component]
fn Sure(
    open: RwSignal<bool>,
    title: &'static str,
    about: &'static str,
    on_yes: impl Fn() + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    view! {
        <Dialog open title>
            <p>{about}</p>
            <div class="pair">
                <button on:click=move |_| open.set(false)>{lang.no()}</button>
                <button class="primary" on:click=move |_| { open.set(false); on_yes(); }>{title}</button>
            </div>
        </Dialog>
    }
}

/// The button for another game with the same people.
#[component]
pub(crate) fn Again(room: Room) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let label = move || if room.rematch.get().is_some() { lang.join_rematch() } else { lang.rematch() };
    view! {
        <Show when=move || room.me.get().is_some()>
            <button class="primary" on:click=move |_| room.play_again()>{Icon::Again.view()} <span>{label}</span></button>
        </Show>
        <p class="trouble" role="alert">{move || room.refusal.get().map(|refusal| refusal.text(lang))}</p>
    }
}

/// Whether the draws of the finished game were fair.
#[component]
pub(crate) fn FairBadge(room: Room) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    move || {
        match room.proof.get() {
        Proof::None => ().into_any(),
        Proof::Fair => {
            view! { <p class="fair ready" title=lang.fair_about()>{Icon::Check.view()} {lang.fair_draw()} <small>{lang.fair_about()}</small></p> }.into_any()
        }
        Proof::Broken => view! { <p class="fair trouble" role="alert">{lang.unfair_draw()}</p> }.into_any(),
    }
    }
}
