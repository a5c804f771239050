//! The lobby: my games, tables with free seats, games to watch; and who I am here.

use super::create::NewTable;
use super::games::row;
use super::invite::Invite;
use super::message::{Pace, RoomView, Stage};
use super::{api, guest, notify};
use crate::app::{App, Preferences};
use crate::browser;
use crate::dialog::Dialog;
use crate::icon::Icon;
use crate::lang::Lang;
use crate::session::plain_name;
use crate::start::{Sample, game_name};
use leptos::prelude::*;
use leptos::task::spawn_local;
use rules::GameId;
use std::time::Duration;

/// How often the lists are asked for again.
const LOOK: Duration = Duration::from_secs(5);
/// How many of these are left out while nobody looks.
const SELDOM: u32 = 11;
/// How many finished games of one's own are shown.
const LATEST: usize = 5;
/// Whether this page came from a server that can do this, from an earlier visit.
const SERVED: &str = "bastide.served";
const IS_SERVED: &str = "1";
const NOT_SERVED: &str = "0";

/// The way to the lobby, where there is a server.
#[component]
pub(crate) fn PlayTogether() -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let known = browser::stored(SERVED);
    // Most pages come from one: nothing moves under the finger there when the answer comes.
    let served = RwSignal::new(known.as_deref() != Some(NOT_SERVED));
    if known.as_deref() != Some(IS_SERVED) {
        spawn_local(async move {
            let is = api::get("bots").await.is_ok();
            browser::store(SERVED, if is { IS_SERVED } else { NOT_SERVED });
            served.try_set(is);
        });
    }
    view! {
        <Show when=move || served.get()>
            <a class="button together" href="#lobby">{Icon::People.view()} <span>{lang.play_together_title()}</span></a>
        </Show>
    }
}

/// What all pages around a room have in common.
#[component]
pub(super) fn Frame(class: &'static str, children: Children) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    view! {
        <main class=format!("start online {class}") data-surface="oak">
            <header class="top">
                <a class="brand" href="#" aria-label=lang.to_start()>
                    <img src="./icon.svg" alt="" width="58" height="58"/>
                    <span inner_html=include_str!("../start/wordmark.svg")></span>
                </a>
                <nav>
                    <a class="button" href="#lobby">{Icon::People.view()} <span>{lang.to_lobby()}</span></a>
                    <a class="button" href="#archive">{Icon::List.view()} <span>{lang.archive()}</span></a>
                    <a class="button" href="#leaders">{Icon::Flag.view()} <span>{lang.leaders()}</span></a>
                    <Preferences/>
                </nav>
            </header>
            {children()}
        </main>
    }
}

/// Under which name the person plays.
#[component]
pub(super) fn NameField(name: RwSignal<String>) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    view! {
        <label class="name-field">
            {lang.your_name()}
            <input type="text" maxlength="32" prop:value=name on:input=move |event| name.set(plain_name(&event_target_value(&event)))/>
        </label>
    }
}

/// A clock in words.
pub(super) fn pace_text(lang: Lang, pace: Pace) -> String {
    match pace {
        Pace::None => lang.no_clock().to_owned(),
        Pace::Player(seconds, increment) => lang.clock_of(seconds / 60, increment),
        Pace::Days(days) => lang.days_a_move(days),
    }
}

/// The lists of the lobby.
#[derive(Clone, PartialEq, Default)]
struct Lists {
    mine: Vec<RoomView>,
    waiting: Vec<RoomView>,
    playing: Vec<RoomView>,
    over: Vec<RoomView>,
}

#[component]
pub(crate) fn LobbyPage() -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let lists = RwSignal::new(Lists::default());
    let offline = RwSignal::new(false);
    let load = move || {
        spawn_local(async move {
            let rooms = async |path: &str| api::get(path).await.map(|json| RoomView::read_all(&json));
            let mut found = Lists::default();
            if guest::stored().is_some() {
                match rooms("me").await {
                    Ok(mine) => found.mine = mine,
                    Err(trouble) if trouble.is("unauthorised") => guest::forget(),
                    Err(_) => {}
                }
            }
            if let Some(before) = lists.try_with_untracked(|lists| lists.mine.clone()) {
                notify::mine(lang, &before, &found.mine);
            }
            // The others come first: of what is past the latest will do here.
            let mut past = 0;
            found.mine.retain(|room| {
                past += usize::from(room.stage == Stage::Over);
                room.stage != Stage::Over || past <= LATEST
            });
            let answers = (
                rooms("rooms?state=waiting").await,
                rooms("rooms?state=playing&limit=30").await,
                rooms("rooms?state=over&limit=10").await,
            );
            let (Ok(waiting), Ok(playing), Ok(over)) = answers else {
                offline.try_set(true);
                return;
            };
            offline.try_set(false);
            let other = |room: &RoomView| found.mine.iter().all(|mine| mine.id != room.id);
            let others = |rooms: Vec<RoomView>| rooms.into_iter().filter(other).collect();
            let (waiting, playing, over) = (others(waiting), others(playing), others(over));
            lists.try_set(Lists { waiting, playing, over, ..found });
        });
    };
    load();
    let missed = StoredValue::new(0_u32);
    let again = move || {
        // Nobody looks: now and then will do, if somebody wants to be told.
        let skip = browser::is_hidden() && !(notify::is_allowed() && missed.get_value() >= SELDOM);
        missed.update_value(|missed| *missed = if skip { *missed + 1 } else { 0 });
        if !skip {
            load();
        }
    };
    if let Ok(timer) = set_interval_with_handle(again, LOOK) {
        on_cleanup(move || timer.clear());
    }
    let (open, wanted) = (RwSignal::new(false), RwSignal::new(None));
    let device = RwSignal::new(false);
    let ask = move |game: Option<GameId>| {
        wanted.set(game);
        open.set(true);
    };
    let card = move |game: GameId| {
        let players = game.players(game.options().iter().copied().collect());
        view! {
            <button class="choice" aria-haspopup="dialog" on:click=move |_| ask(Some(game))>
                <Sample id=game/>
                <span class="tick">{Icon::Plus.view()}</span>
                <b>{game_name(lang, game)}</b>
                <small class="seats-of">{Icon::People.view()} {lang.players_from_to(players.start(), players.end())}</small>
            </button>
        }
    };
    let part =
        move |title: &'static str, class: &'static str, which: fn(&Lists) -> &Vec<RoomView>, none: &'static str| {
            let rooms = Memo::new(move |_| lists.with(|lists| which(lists).clone()));
            view! {
                <section class=format!("rooms panel {class}")>
                    <h2>{title}</h2>
                    <ul>{move || rooms.get().into_iter().map(|room| row(lang, room)).collect_view()}</ul>
                    <Show when=move || rooms.with(Vec::is_empty)><p class="none">{none}</p></Show>
                </section>
            }
        };
    view! {
        <Frame class="lobby">
            <div class="headline">
                <h1>{lang.play_together_title()}</h1>
                <button class="primary new-table" aria-haspopup="dialog" on:click=move |_| ask(None)>{Icon::Plus.view()} <span>{lang.new_table()}</span></button>
            </div>
            <Show when=move || offline.get()><p class="lost" role="status">{lang.line_lost()}</p></Show>
            <div class="lists">
                {part(lang.my_games(), "mine", |lists| &lists.mine, lang.no_games_yet())}
                {part(lang.open_tables(), "waits", |lists| &lists.waiting, lang.no_open_tables())}
                {part(lang.live_games(), "live", |lists| &lists.playing, lang.no_live_games())}
                {part(lang.finished_games(), "past", |lists| &lists.over, lang.no_finished_games())}
            </div>
            <section class="table-for" aria-label=lang.new_table()><div class="choices">{GameId::ALL.map(card).collect_view()}</div></section>
            {guest::stored().map(|guest| view! {
                <p class="who panel notice">
                    {lang.you_are(guest.player.name)} " "
                    <a class="button" href=format!("#player/{}", guest.player.id)>{lang.all_my_games()}</a>
                    <button class="device" aria-haspopup="dialog" on:click=move |_| device.set(true)>{lang.other_device()}</button>
                </p>
            })}
            <Dialog open title=lang.new_table()><NewTable game=wanted.get_untracked()/></Dialog>
            <Dialog open=device title=lang.other_device()><OtherDevice/></Dialog>
        </Frame>
    }
}

/// A link that makes another device the same person.
#[component]
fn OtherDevice() -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let link = RwSignal::new(None);
    spawn_local(async move {
        if let Ok(code) = guest::code().await {
            link.try_set(Some(format!("{}#claim/{code}", browser::page_address())));
        }
    });
    view! {
        <p>{lang.other_device_about()}</p>
        {move || match link.get() {
            Some(link) => view! { <div class="invite"><Invite link/></div> }.into_any(),
            None => view! { <p>{lang.loading()}</p> }.into_any(),
        }}
    }
}

/// Becoming the person of another device: asked for once more, because a link may be opened by mistake.
#[component]
pub(crate) fn ClaimPage(code: String) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let failed = RwSignal::new(false);
    let claim = move |_| {
        let code = code.clone();
        spawn_local(async move {
            match guest::claim(&code).await {
                // The code is used up, and nobody needs to see it again.
                Ok(()) => browser::replace_fragment("#lobby"),
                Err(_) => {
                    failed.try_set(true);
                }
            }
        });
    };
    view! {
        <Frame class="claim">
            <section class="panel notice">
                <h1>{lang.claim()}</h1>
                <p>{lang.claim_about()}</p>
                <button class="primary" on:click=claim>{Icon::Check.view()} <span>{lang.claim_here()}</span></button>
                <p class="trouble" role="alert">{move || failed.get().then(|| lang.claim_failed())}</p>
            </section>
        </Frame>
    }
}
