//! A new table: what is played, who may sit down, and how time is counted.

use super::api;
use super::guest;
use super::json::{Writer, listed, quoted};
use super::lobby::{NameField, pace_text};
use super::message::Pace;
use super::refusal::Refusal;
use crate::app::App;
use crate::bots::Level;
use crate::icon::Icon;
use crate::start::{Extras, Plan, game_name, level_word};
use leptos::prelude::*;
use leptos::task::spawn_local;
use rules::GameId;

/// The clocks to choose from.
const PACES: [Pace; 6] = [
    Pace::None,
    Pace::Player(5 * 60, 5),
    Pace::Player(10 * 60, 20),
    Pace::Player(30 * 60, 30),
    Pace::Days(1),
    Pace::Days(3),
];
/// What becomes of a seat whose player left, as the server calls it.
const ON_LEAVE: [&str; 3] = ["wait", "bot", "end"];

/// A clock as the server reads it.
fn clock(pace: Pace) -> String {
    match pace {
        Pace::None => "null".to_owned(),
        Pace::Player(seconds, increment) => Writer::default()
            .text("kind", "player")
            .raw("seconds", &seconds.to_string())
            .raw("increment", &increment.to_string())
            .text("on_timeout", "loss")
            .finish(),
        Pace::Days(days) => Writer::default().text("kind", "correspondence").raw("days", &days.to_string()).finish(),
    }
}

/// A seat as the server reads it: somebody who comes, or a bot.
fn seat(bot: Option<Level>) -> String {
    match bot {
        Some(level) => Writer::default().text("kind", "bot").text("level", level.name()).finish(),
        None => Writer::default().text("kind", "open").finish(),
    }
}

#[component]
pub(super) fn NewTable() -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let plan = Plan::load(lang);
    let name = RwSignal::new(guest::name_or(lang));
    // Nobody means whoever comes; the first seat is one's own.
    let others: RwSignal<Vec<Option<Level>>> = RwSignal::new(vec![None]);
    let pace = RwSignal::new(0_usize);
    let public = RwSignal::new(true);
    let chat = RwSignal::new(true);
    let on_leave = RwSignal::new(0_usize);
    let refusal = RwSignal::new(None);
    let busy = RwSignal::new(false);
    let create = move |_| {
        let contribution = guest::contribution();
        let game = plan.game.get_untracked();
        let options = untrack(|| plan.options());
        let others = others.get_untracked().into_iter().take(untrack(|| plan.most()) - 1);
        let truth = |value: RwSignal<bool>| if value.get_untracked() { "true" } else { "false" };
        let body = Writer::default()
            .text("game", game.name())
            .raw("options", &listed(options.iter().map(|option| quoted(option.name()))))
            .raw("seats", &listed(std::iter::once(None).chain(others).map(seat)))
            .raw("clock", &clock(PACES[pace.get_untracked() % PACES.len()]))
            .raw("public", truth(public))
            .raw("chat", truth(chat))
            .text("on_leave", ON_LEAVE[on_leave.get_untracked() % ON_LEAVE.len()])
            .text("contribution", &contribution)
            .finish();
        let name = name.get_untracked();
        busy.set(true);
        spawn_local(async move {
            let created = match guest::introduce(&name).await {
                Ok(()) => api::post("rooms", &body).await,
                Err(trouble) => Err(trouble),
            };
            busy.try_set(false);
            match created {
                Ok(answer) => {
                    let id = answer.get("room").get("id").owned();
                    guest::remember(&id, &contribution);
                    super::go_to_room(&id);
                }
                Err(trouble) => {
                    refusal.try_set(Some(Refusal::of(&trouble)));
                }
            }
        });
    };
    let chosen = move |event| plan.game.set(GameId::from_name(&event_target_value(&event)).unwrap_or(GameId::Base));
    let index = |event| event_target_value(&event).parse().unwrap_or(0);
    let leave_text = move |index: usize| [lang.leave_waits(), lang.leave_bot(), lang.leave_ends()][index];
    view! {
        <NameField name/>
        <label class="field">
            {lang.choose_game()}
            <select class="game" on:change=chosen>
                {GameId::ALL.map(|game| view! { <option value=game.name() selected=plan.game.get_untracked() == game>{game_name(lang, game)}</option> }).collect_view()}
            </select>
        </label>
        <Extras plan/>
        <fieldset class="with">
            <legend>{lang.players()}</legend>
            <p><b><bdi>{name}</bdi></b> " " <small>{lang.you()}</small></p>
            {move || others.get().into_iter().enumerate().map(|(number, bot)| view! { <Other others number bot/> }).collect_view()}
            <Show when=move || others.with(Vec::len) + 1 < plan.most()>
                <button class="add" on:click=move |_| others.update(|others| others.push(None))>{Icon::Plus.view()} {lang.add_player()}</button>
            </Show>
        </fieldset>
        <label class="field">
            {lang.clock()}
            <select class="pace" on:change=move |event| pace.set(index(event))>
                {PACES.iter().enumerate().map(|(index, one)| view! { <option value=index>{pace_text(lang, *one)}</option> }).collect_view()}
            </select>
        </label>
        <label class="field">
            {lang.when_someone_leaves()}
            <select on:change=move |event| on_leave.set(index(event))>
                {(0..ON_LEAVE.len()).map(|index| view! { <option value=index>{leave_text(index)}</option> }).collect_view()}
            </select>
        </label>
        <label class="switch">
            <input type="checkbox" role="switch" prop:checked=public on:change=move |_| public.update(|public| *public ^= true)/>
            <span><b>{lang.public_table()}</b><small>{lang.public_about()}</small></span>
        </label>
        <label class="switch">
            <input type="checkbox" role="switch" prop:checked=chat on:change=move |_| chat.update(|chat| *chat ^= true)/>
            <span><b>{lang.chat()}</b></span>
        </label>
        <button class="primary create" disabled=busy on:click=create>{Icon::Check.view()} <span>{lang.open_table()}</span></button>
        <p class="trouble" role="alert">{move || refusal.get().map(|refusal: Refusal| refusal.text(lang))}</p>
    }
}

/// One of the other seats.
#[component]
fn Other(others: RwSignal<Vec<Option<Level>>>, number: usize, bot: Option<Level>) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let choose = move |event| {
        let level = Level::from_name(&event_target_value(&event));
        others.update(|others| {
            if let Some(seat) = others.get_mut(number) {
                *seat = level;
            }
        });
    };
    let remove = move |()| {
        others.update(|others| {
            if others.len() > 1 {
                others.remove(number);
            }
        });
    };
    view! {
        <p class="other">
            <select aria-label=lang.who_plays() on:change=choose>
                <option value="" selected=bot.is_none()>{lang.open_seat()}</option>
                {Level::ALL.map(|level| view! { <option value=level.name() selected=bot == Some(level)>{lang.bot_of_level(level_word(lang, level))}</option> }).collect_view()}
            </select>
            <crate::tool::ToolButton label=lang.remove_player(lang.open_seat()) icon=Icon::Bin disabled=Signal::derive(move || others.with(Vec::len) < 2) on_press=remove/>
        </p>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wire::server::CreateRoom;

    #[test]
    fn the_server_reads_every_choice() {
        for (pace, on_leave) in PACES.iter().zip(ON_LEAVE.iter().cycle()) {
            let body = Writer::default()
                .text("game", GameId::Base.name())
                .raw("options", &listed([quoted("river")]))
                .raw("seats", &listed([None, Some(Level::Greedy)].map(seat)))
                .raw("clock", &clock(*pace))
                .raw("public", "false")
                .text("on_leave", on_leave)
                .finish();
            let read: Result<CreateRoom, _> = serde_json::from_str(&body);
            let room = read.unwrap_or_else(|error| panic!("{body}: {error}"));
            assert_eq!((room.seats.len(), room.clock.is_some()), (2, *pace != Pace::None), "{body}");
        }
    }
}
