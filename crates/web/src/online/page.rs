//! A room before its game: who sits where, how to invite others, and one red button.

use super::chat::Chat;
use super::create::{ChangeTable, leave_text, time_up_text};
use super::games::{player_link, some_tiles};
use super::guest;
use super::invite::Invite;
use super::json::Writer;
use super::line::Status;
use super::lobby::{Frame, NameField, pace_text};
use super::message::{Pace, RoomView, SeatView, Sitter, Stage};
use super::refusal::Refusal;
use super::room::{Room, seat_name};
use crate::app::App;
use crate::bots::{Level, Manner};
use crate::browser;
use crate::dialog::Dialog;
use crate::face::face_of;
use crate::icon::Icon;
use crate::livery::livery;
use crate::session::Player;
use crate::start::{StyleChoice, game_name, level_word, manner_words, option_name};
use crate::table::TablePage;
use crate::tool::ToolButton;
use leptos::prelude::*;

/// A room: the table once it is laid, before that the seats.
#[component]
pub(crate) fn RoomPage(room: Room) -> impl IntoView {
    move || match room.table.get() {
        Some(state) => view! { <TablePage state/> }.into_any(),
        None => view! { <Waiting room/> }.into_any(),
    }
}

#[component]
fn Waiting(room: Room) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let known = Memo::new(move |_| room.view.with(Option::is_some));
    let title = move || {
        let host = room.view.with(|view| {
            let view = view.as_ref()?;
            let host = view.seat_of(view.host.as_deref()?)?;
            Some(seat_name(lang, view.seats.get(usize::from(host))?))
        });
        host.map_or_else(|| lang.a_table().to_owned(), |host| lang.table_of(host))
    };
    let taken = move || {
        room.view.with(|view| {
            let view = view.as_ref()?;
            let taken = view.seats.iter().filter(|seat| !seat.is_open()).count();
            Some(lang.seats_taken(taken, view.seats.len()))
        })
    };
    view! {
        <Frame class="room">
            <div class="headline"><h1>{title}</h1><p>{taken}</p></div>
            <Lost room/>
            <Outdated room/>
            <Show when=move || room.missing.get()>
                <p class="panel notice" role="alert">{lang.no_such_room()} " " <a class="button" href="#lobby">{lang.to_lobby()}</a></p>
            </Show>
            <Show when=move || known.get() && !room.missing.get()>
                <div class="places-of">
                    <section class="invite panel"><h2>{lang.invite()}</h2><Invite link=room.link()/></section>
                    <Seats room/>
                    <section class="talk panel"><Chat room/></section>
                </div>
                <Tray room/>
            </Show>
        </Frame>
    }
}

/// Says that the server cannot be reached.
#[component]
pub(super) fn Lost(room: Room) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    view! {
        <Show when=move || room.status.get() == Status::Lost>
            <p class="lost" role="status">{lang.line_lost()}</p>
        </Show>
    }
}

/// Says that the server has another version than this page.
#[component]
pub(super) fn Outdated(room: Room) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let reload = |_| browser::reload();
    view! {
        <Show when=move || room.is_outdated()>
            <p class="notice panel" role="alert">{lang.new_version()} " " <button on:click=reload>{lang.load_again()}</button></p>
        </Show>
    }
}

#[component]
fn Seats(room: Room) -> impl IntoView {
    let seats = move || {
        room.view.with(|view| {
            let seats = view.as_ref().map(|view| view.seats.clone()).unwrap_or_default();
            seats.into_iter().enumerate().map(|(index, seat)| view! { <OneSeat room index seat/> }).collect_view()
        })
    };
    view! { <ol class="sitters">{seats}</ol> }
}

#[component]
fn OneSeat(room: Room, index: usize, seat: SeatView) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let number = index as u8;
    let look = livery(index);
    if seat.is_open() {
        let about = if room.me.get_untracked().is_some() { lang.share_or_bot() } else { lang.free_for_you() };
        return view! {
            <li class="open"><span class="plus">{Icon::Plus.view()}</span><b>{lang.open_seat()}</b><small>{about}</small></li>
        }
        .into_any();
    }
    let name = seat_name(lang, &seat);
    let (player, about) = match &seat.sitter {
        Sitter::Bot(manner) => (Player::Bot(*manner), lang.bot_of_level(manner_words(lang, *manner))),
        _ => {
            let host = room.view.with_untracked(|view| {
                view.as_ref().and_then(|view| view.host.clone()) == seat.player.as_ref().map(|player| player.id.clone())
            });
            let me = room.me.get_untracked() == Some(number);
            let words = [host.then(|| lang.host()), me.then(|| lang.you())];
            let rating = seat.rating.map(|rating| format!("{} {rating}", lang.rating()));
            let words = words.into_iter().flatten().map(str::to_owned).chain(rating);
            (Player::Elsewhere, words.collect::<Vec<_>>().join(", "))
        }
    };
    let here = move || {
        player.level().is_some() || room.presence.with(|all| all.present.get(index).copied().unwrap_or(seat.present))
    };
    let state = move || {
        if here() {
            view! { <span class="ready">{Icon::Check.view()} {lang.is_ready()}</span> }.into_any()
        } else {
            view! { <span class="away">{Icon::Clock.view()} {lang.is_away()}</span> }.into_any()
        }
    };
    let other = player == Player::Elsewhere && room.me.get_untracked() != Some(number);
    let removed = name.clone();
    let name = match &seat.player {
        Some(player) => player_link(player).into_any(),
        None => view! { <bdi>{name}</bdi> }.into_any(),
    };
    view! {
        <li class="taken panel" style:--seat=look.colour>
            {face_of(player, index)}
            <b>{name}</b>
            <small>{about}</small>
            {state}
            {(other && untrack(|| room.is_host())).then(|| view! {
                <ToolButton label=lang.remove_player(removed) icon=Icon::Close on_press=move |()| {
                    room.ask("/kick", Writer::default().raw("seat", &number.to_string()).finish());
                }/>
            })}
        </li>
    }
    .into_any()
}

/// What is played, and what the person here can do about it.
#[component]
fn Tray(room: Room) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let waits = move || room.view.with(|view| view.as_ref().is_some_and(|view| view.stage == Stage::Waiting));
    let changes = RwSignal::new(false);
    let can_change = move || waits() && room.is_host();
    let about = move || {
        room.view.with(|view| {
            let RoomView { game, options, pace, forgiving, on_leave, .. } = view.as_ref()?;
            let options: Vec<&str> = options.iter().map(|option| option_name(lang, *option)).collect();
            Some(view! {
                {some_tiles(*game, 3)}
                <div class="what">
                    <h2>{game_name(lang, *game)}</h2>
                    <p>{options.join(", ")}</p>
                    {can_change().then(|| view! {
                        <button class="change" aria-haspopup="dialog" on:click=move |_| changes.set(true)>{lang.change_table()}</button>
                    })}
                </div>
                <div class="what">
                    <h2>{Icon::Clock.view()} {lang.clock()}</h2>
                    <p>{pace_text(lang, *pace)}</p>
                    {(*pace != Pace::None).then(|| view! { <small>{lang.when_time_is_up()} " " {time_up_text(lang, *forgiving)}</small> })}
                    <small>{lang.when_someone_leaves()} " " {leave_text(lang, on_leave)}</small>
                </div>
            })
        })
    };
    let name = RwSignal::new(guest::name_or(lang));
    let filling = RwSignal::new(Manner::from(Level::Tactician));
    let choose = move |event| {
        let level = Level::from_name(&event_target_value(&event)).unwrap_or(Level::Tactician);
        // Another level keeps the style.
        filling.update(|manner| manner.level = level);
    };
    let full =
        move || room.view.with(|view| view.as_ref().is_some_and(|view| view.seats.iter().all(|seat| !seat.is_open())));
    let start =
        move |_| room.ask("/start", Writer::default().text("level", &filling.get_untracked().to_string()).finish());
    let leave = move |_| {
        room.ask("/leave", "{}".to_owned());
        super::go_to_lobby();
    };
    let doing = move || {
        if !waits() || room.refusal.get() == Some(Refusal::Removed) {
            return ().into_any();
        }
        match (room.me.get().is_some(), room.is_host(), full()) {
            (false, _, false) => view! {
                <NameField name/>
                <button class="primary sit" on:click=move |_| room.sit_down(name.get_untracked(), None)>{Icon::Play.view()} <span>{lang.sit_down()}</span></button>
            }
            .into_any(),
            (false, ..) => view! { <p>{lang.all_taken()}</p> }.into_any(),
            (true, true, _) => view! {
                <div class="filling">
                    <label class="level">
                        {lang.fill_with()}
                        <select on:change=choose>
                            {Level::LADDER.map(|one| view! {
                                <option value=one.name() selected=one == filling.get_untracked().level>{level_word(lang, one)}</option>
                            }).collect_view()}
                        </select>
                    </label>
                    <StyleChoice
                        style=Signal::derive(move || filling.get().style)
                        on_choice=move |style| filling.update(|manner| manner.style = style)
                    />
                </div>
                <button class="primary begin" on:click=start>{Icon::Play.view()} <span>{lang.start_game()}</span></button>
                <small>{lang.starts_when_full()}</small>
            }
            .into_any(),
            (true, ..) => view! { <p>{lang.waiting_for_others()}</p> }.into_any(),
        }
    };
    view! {
        <section class="setup panel">
            {about}
            <div class="go">
                {doing}
                <Show when=move || room.me.get().is_some()>
                    <button class="quiet" on:click=leave>{Icon::Door.view()} <span>{lang.leave_room()}</span></button>
                </Show>
                <p class="trouble" role="alert">{move || room.refusal.get().map(|refusal| refusal.text(lang))}</p>
            </div>
        </section>
        <Dialog open=changes title=lang.change_it()><ChangeTable room open=changes/></Dialog>
    }
}
