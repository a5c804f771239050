//! Games in lists, and the archive of those that are finished.

use super::lobby::{Frame, pace_text};
use super::message::{PlayerView, RoomView, SeatView, Sitter, Stage};
use super::room::seat_name;
use super::{api, guest};
use crate::app::App;
use crate::board::TilePicture;
use crate::browser;
use crate::lang::Lang;
use crate::start::{game_name, manner_words, option_name};
use crate::table::first_set;
use leptos::prelude::*;
use leptos::task::spawn_local;
use rules::{GameId, Rotation, TileKind};

/// How many games are asked for at a time.
const PAGE: usize = 30;

/// A few tiles of a game: it is known by them at a glance.
pub(super) fn some_tiles(game: GameId, count: usize) -> impl IntoView {
    let set = first_set(game);
    let kinds = TileKind::all().filter(move |kind| kind.def().set() == set).skip(3).step_by(5).take(count);
    let tiles = kinds.map(|kind| view! { <TilePicture kind rotation=Rotation::NONE/> }).collect_view();
    view! { <span class="some-tiles" aria-hidden="true">{tiles}</span> }
}

/// Somebody's name, with the way to their page.
pub(super) fn player_link(player: &PlayerView) -> impl IntoView + use<> {
    view! { <a href=format!("#player/{}", player.id)><bdi>{player.name.clone()}</bdi></a> }
}

/// A room in a list: what it is, who is there, and the way to it.
pub(super) fn row(lang: Lang, room: RoomView) -> impl IntoView {
    let me = guest::id().and_then(|id| room.seat_of(&id));
    let my_turn = me.is_some() && room.to_act == me && room.stage == Stage::Playing;
    let over = room.stage == Stage::Over;
    let name = |(index, seat): (usize, &SeatView)| {
        let name = match &seat.player {
            Some(player) => player_link(player).into_any(),
            None => view! { <bdi>{seat_name(lang, seat)}</bdi> }.into_any(),
        };
        // Also where a bot plays on for somebody.
        let level = match seat.sitter {
            Sitter::Bot(manner) => Some(lang.bot_of_level(manner_words(lang, manner))),
            Sitter::Person(_) | Sitter::Open => None,
        };
        let level = level.map(|level| view! { " " <small>{format!("({level})")}</small> });
        let score = room.scores.get(index).filter(|_| over).map(|score| view! { " " <b>{*score}</b> });
        let won = room.winners.iter().any(|winner| usize::from(*winner) == index).then_some(" ★");
        view! { <span class:won=won.is_some()>{name}{level}{score}{won}</span> }
    };
    let names = room.seats.iter().enumerate().map(name).collect_view();
    let options: Vec<&str> = room.options.iter().map(|option| option_name(lang, *option)).collect();
    let mut about = vec![pace_text(lang, room.pace)];
    if !options.is_empty() {
        about.insert(0, options.join(", "));
    }
    if over {
        about.push(browser::date(room.changed, lang.code()));
    }
    let label = match (room.stage, me) {
        (Stage::Waiting, None) => lang.sit_down(),
        (Stage::Playing, None) => lang.watch(),
        (Stage::Over, _) => lang.look(),
        _ => lang.resume(),
    };
    view! {
        <li class:turn=my_turn>
            {some_tiles(room.game, 1)}
            <span class="what"><b>{game_name(lang, room.game)}</b><span class="names">{names}</span><small>{about.join(" · ")}</small></span>
            {my_turn.then(|| view! { <span class="ready">{lang.my_turn()}</span> })}
            <a class="button" href=format!("#room/{}", room.id)>{label}</a>
        </li>
    }
}

/// Finished games, the latest first, as many as the person wants to see; `path` says which.
#[component]
pub(super) fn Games(#[prop(into)] path: Signal<String>) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let rooms: RwSignal<Vec<RoomView>> = RwSignal::new(Vec::new());
    let oldest: RwSignal<Option<String>> = RwSignal::new(None);
    let known = RwSignal::new(false);
    let offline = RwSignal::new(false);
    // Tells the answer to the last question from those before.
    let asked = StoredValue::new(0_u32);
    let load = move |path: String, before: Option<String>| {
        asked.update_value(|asked| *asked += 1);
        let question = asked.get_value();
        spawn_local(async move {
            let from = before.map(|before| format!("&before={before}")).unwrap_or_default();
            let answer = api::get(&format!("{path}{from}")).await;
            if asked.try_get_value() != Some(question) {
                return;
            }
            known.set(true);
            offline.set(answer.is_err());
            let Ok(json) = answer else { return };
            let told = json.get("rooms").list();
            oldest.set(told.last().filter(|_| told.len() == PAGE).map(|room| room.get("id").owned()));
            let found = RoomView::read_all(&json).into_iter().filter(|room| room.stage == Stage::Over);
            rooms.update(|rooms| rooms.extend(found));
        });
    };
    Effect::new(move |_| {
        let path = path.get();
        rooms.set(Vec::new());
        oldest.set(None);
        load(path, None);
    });
    let older = move |_| load(path.get_untracked(), oldest.get_untracked());
    view! {
        <Show when=move || offline.get()><p class="trouble" role="status">{lang.not_reached()}</p></Show>
        <ul class="found" aria-live="polite">
            <For each=move || rooms.get() key=|room| room.id.clone() children=move |room| row(lang, room)/>
        </ul>
        <Show when=move || known.get() && !offline.get() && rooms.with(Vec::is_empty)><p class="none">{lang.no_games_found()}</p></Show>
        <Show when=move || oldest.with(Option::is_some)>
            <button class="older" on:click=older>{lang.older_games()}</button>
        </Show>
    }
}

/// The address by which finished games are asked for.
pub(super) fn path_of(filters: &[(&str, &str)]) -> String {
    let given = filters.iter().filter(|(_, value)| !value.is_empty());
    let given: String = given.map(|(name, value)| format!("&{name}={}", browser::escaped(value))).collect();
    format!("rooms?state=over&limit={PAGE}{given}")
}

/// The games of a list to choose from, and all of them.
#[component]
fn GameFilter(game: RwSignal<String>) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let chosen = game.get_untracked();
    let option =
        |id: GameId| view! { <option value=id.name() selected=chosen == id.name()>{game_name(lang, id)}</option> };
    view! {
        <label class="field">
            {lang.game()}
            <select class="of-game" on:change=move |event| game.set(event_target_value(&event))>
                <option value="">{lang.every_game()}</option>
                {GameId::ALL.map(option).collect_view()}
            </select>
        </label>
    }
}

/// All public games that are finished. The address carries what is looked for: `#archive/base/Ann`.
#[component]
pub(crate) fn ArchivePage(wanted: String) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let (wanted_game, wanted_name) = wanted.split_once('/').unwrap_or((wanted.as_str(), ""));
    let game = RwSignal::new(GameId::from_name(wanted_game).map_or("", GameId::name).to_owned());
    let name = RwSignal::new(browser::unescaped(wanted_name));
    let path = Memo::new(move |_| path_of(&[("game", &game.get()), ("name", name.get().trim())]));
    Effect::new(move |before: Option<()>| {
        let fragment = format!("#archive/{}/{}", game.get(), browser::escaped(name.get().trim()));
        if before.is_some() {
            browser::note_fragment(fragment.trim_end_matches('/'));
        }
    });
    view! {
        <Frame class="archive">
            <div class="headline"><h1>{lang.archive()}</h1></div>
            <section class="rooms panel">
                <div class="filters">
                    <GameFilter game/>
                    <label class="field">
                        {lang.with_player()}
                        <input type="text" class="of-name" maxlength="32" prop:value=name on:change=move |event| name.set(event_target_value(&event))/>
                    </label>
                </div>
                <Games path/>
            </section>
        </Frame>
    }
}
