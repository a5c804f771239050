//! A new table: what is played, who may sit down, and how time is counted.

use super::api;
use super::guest;
use super::json::{Writer, listed, quoted};
use super::lobby::{NameField, pace_text};
use super::message::{Pace, RoomView, SeatView, Sitter};
use super::refusal::Refusal;
use super::room::{Room, seat_name};
use crate::app::App;
use crate::bots::{Level, Manner, Style};
use crate::icon::Icon;
use crate::lang::Lang;
use crate::start::{Extras, Plan, StyleChoice, game_name, level_word, offered};
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

/// What becomes of a seat whose player left, in words.
pub(super) fn leave_text(lang: Lang, name: &str) -> &'static str {
    match name {
        "bot" => lang.leave_bot(),
        "end" => lang.leave_ends(),
        _ => lang.leave_waits(),
    }
}

/// What happens when time is up, in words.
pub(super) fn time_up_text(lang: Lang, forgiving: bool) -> &'static str {
    if forgiving { lang.time_bot() } else { lang.time_loses() }
}

/// A clock as the server reads it; a forgiving one lets a bot play on.
fn clock(pace: Pace, forgiving: bool) -> String {
    let clock = match pace {
        Pace::None => return "null".to_owned(),
        Pace::Player(seconds, increment) => Writer::default()
            .text("kind", "player")
            .raw("seconds", &seconds.to_string())
            .raw("increment", &increment.to_string()),
        Pace::Days(days) => Writer::default().text("kind", "correspondence").raw("days", &days.to_string()),
    };
    clock.text("on_timeout", if forgiving { "bot" } else { "loss" }).finish()
}

/// A seat as the server reads it: somebody who comes, or a bot.
fn seat(bot: Option<Manner>) -> String {
    match bot {
        Some(manner) => Writer::default().text("kind", "bot").text("level", &manner.to_string()).finish(),
        None => Writer::default().text("kind", "open").finish(),
    }
}

/// Who else sits at the table.
#[derive(Clone, PartialEq, Debug)]
enum Other {
    /// Whoever comes.
    Open,
    Bot(Manner),
    /// Somebody who is there already.
    Person(String),
}

impl Other {
    fn of(lang: Lang, seat: &SeatView) -> Other {
        match seat.sitter {
            Sitter::Open => Other::Open,
            Sitter::Bot(manner) => Other::Bot(manner),
            Sitter::Person(_) => Other::Person(seat_name(lang, seat)),
        }
    }

    const fn bot(&self) -> Option<Manner> {
        match self {
            Other::Bot(manner) => Some(*manner),
            _ => None,
        }
    }
}

/// What is chosen for a table; a handle that can be copied.
#[derive(Clone, Copy)]
struct Choices {
    plan: Plan,
    /// Everybody but the person here.
    others: RwSignal<Vec<Other>>,
    /// Where the person here sits.
    own: usize,
    pace: RwSignal<Pace>,
    forgiving: RwSignal<bool>,
    public: RwSignal<bool>,
    chat: RwSignal<bool>,
    on_leave: RwSignal<usize>,
}

impl Choices {
    fn new(lang: Lang) -> Choices {
        Choices {
            plan: Plan::load(lang),
            others: RwSignal::new(vec![Other::Open]),
            own: 0,
            pace: RwSignal::new(Pace::None),
            forgiving: RwSignal::new(false),
            public: RwSignal::new(true),
            chat: RwSignal::new(true),
            on_leave: RwSignal::new(0),
        }
    }

    /// As they were made for a room.
    fn of(lang: Lang, view: &RoomView, me: Option<u8>) -> Choices {
        let own = usize::from(me.unwrap_or(0));
        let choices = Choices { own, ..Choices::new(lang) };
        choices.plan.game.set(view.game);
        choices.plan.options.set(view.options.clone());
        let seats = view.seats.iter().enumerate().filter(|(index, _)| *index != own);
        choices.others.set(seats.map(|(_, seat)| Other::of(lang, seat)).collect());
        choices.pace.set(view.pace);
        choices.forgiving.set(view.forgiving);
        choices.public.set(view.public);
        choices.chat.set(view.chat);
        choices.on_leave.set(ON_LEAVE.iter().position(|name| *name == view.on_leave).unwrap_or(0));
        choices
    }

    fn write(&self) -> Writer {
        untrack(|| {
            let others = self.others.get().into_iter().take(self.plan.most() - 1);
            let mut seats: Vec<_> = others.map(|other| seat(other.bot())).collect();
            seats.insert(self.own.min(seats.len()), seat(None));
            let truth = |value: RwSignal<bool>| if value.get() { "true" } else { "false" };
            Writer::default()
                .text("game", self.plan.game.get().name())
                .raw("options", &listed(self.plan.options().iter().map(|option| quoted(option.name()))))
                .raw("seats", &listed(seats))
                .raw("clock", &clock(self.pace.get(), self.forgiving.get()))
                .raw("public", truth(self.public))
                .raw("chat", truth(self.chat))
                .text("on_leave", ON_LEAVE[self.on_leave.get() % ON_LEAVE.len()])
        })
    }
}

/// A new table, for a game if somebody chose one already.
#[component]
pub(super) fn NewTable(game: Option<GameId>) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let choices = Choices::new(lang);
    if let Some(game) = game {
        choices.plan.game.set(game);
    }
    let name = RwSignal::new(guest::name_or(lang));
    let refusal = RwSignal::new(None);
    let busy = RwSignal::new(false);
    let create = move |_| {
        let contribution = guest::contribution();
        let body = choices.write().text("contribution", &contribution).finish();
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
    view! {
        <NameField name/>
        <Fields choices name/>
        <p class="trouble" role="alert">{move || refusal.get().map(|refusal: Refusal| refusal.text(lang))}</p>
        <button class="primary create" disabled=busy on:click=create>{Icon::Check.view()} <span>{lang.open_table()}</span></button>
    }
}

/// Something else at a table whose game has not begun.
#[component]
pub(super) fn ChangeTable(room: Room, open: RwSignal<bool>) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let me = room.me.get_untracked();
    let choices = room.view.with_untracked(|view| view.as_ref().map(|view| Choices::of(lang, view, me)));
    let name = RwSignal::new(guest::name_or(lang));
    let change = move |choices: Choices| {
        room.ask("/change", choices.write().finish());
        open.set(false);
    };
    choices.map(|choices| {
        view! {
            <Fields choices name/>
            <button class="primary create" on:click=move |_| change(choices)>{Icon::Check.view()} <span>{lang.change_it()}</span></button>
        }
    })
}

#[component]
fn Fields(choices: Choices, name: RwSignal<String>) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let Choices { plan, others, pace, forgiving, public, chat, on_leave, .. } = choices;
    let chosen = move |event| plan.game.set(GameId::from_name(&event_target_value(&event)).unwrap_or(GameId::Base));
    let index = |event| event_target_value(&event).parse::<usize>().unwrap_or(0);
    // Programs may have made a room with a clock that is not among ours.
    let now = pace.get_untracked();
    let paces: Vec<Pace> = PACES.into_iter().chain(Some(now).filter(|now| !PACES.contains(now))).collect();
    let known = paces.clone();
    let set_pace = move |event| pace.set(known.get(index(event)).copied().unwrap_or(Pace::None));
    let leaves = on_leave.get_untracked();
    let switch = move |title: &'static str, about: Option<&'static str>, value: RwSignal<bool>| {
        view! {
            <label class="switch">
                <input type="checkbox" role="switch" prop:checked=value on:change=move |_| value.update(|value| *value ^= true)/>
                <span><b>{title}</b>{about.map(|about| view! { <small>{about}</small> })}</span>
            </label>
        }
    };
    view! {
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
            {move || others.get().into_iter().enumerate().map(|(number, other)| view! { <OtherSeat others number other/> }).collect_view()}
            <Show when=move || others.with(Vec::len) + 1 < plan.most()>
                <button class="add" on:click=move |_| others.update(|others| others.push(Other::Open))>{Icon::Plus.view()} {lang.add_player()}</button>
            </Show>
        </fieldset>
        <label class="field">
            {lang.clock()}
            <select class="pace" on:change=set_pace>
                {paces.iter().enumerate().map(|(index, one)| view! { <option value=index selected=*one == now>{pace_text(lang, *one)}</option> }).collect_view()}
            </select>
        </label>
        <Show when=move || pace.get() != Pace::None>
            <label class="field">
                {lang.when_time_is_up()}
                <select class="time-up" on:change=move |event| forgiving.set(index(event) == 1)>
                    <option value="0" selected=move || !forgiving.get_untracked()>{time_up_text(lang, false)}</option>
                    <option value="1" selected=move || forgiving.get_untracked()>{time_up_text(lang, true)}</option>
                </select>
            </label>
        </Show>
        <label class="field">
            {lang.when_someone_leaves()}
            <select class="leaves" on:change=move |event| on_leave.set(index(event))>
                {ON_LEAVE.iter().enumerate().map(|(index, name)| view! { <option value=index selected=index == leaves>{leave_text(lang, name)}</option> }).collect_view()}
            </select>
        </label>
        {switch(lang.public_table(), Some(lang.public_about()), public)}
        {switch(lang.chat(), None, chat)}
    }
}

/// One of the other seats.
#[component]
fn OtherSeat(others: RwSignal<Vec<Other>>, number: usize, other: Other) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    if let Other::Person(name) = other {
        return view! { <p><b><bdi>{name}</bdi></b></p> }.into_any();
    }
    let bot = other.bot();
    let choose = move |event| {
        let level = Level::from_name(&event_target_value(&event));
        others.update(|others| {
            if let Some(seat) = others.get_mut(number) {
                // Another level keeps the style.
                let style = seat.bot().map_or(Style::Even, |manner| manner.style);
                *seat = level.map_or(Other::Open, |level| Other::Bot(Manner { level, style }));
            }
        });
    };
    let restyle = move |style| {
        others.update(|others| {
            if let Some(Other::Bot(manner)) = others.get_mut(number) {
                manner.style = style;
            }
        });
    };
    let level = bot.map(|manner| manner.level);
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
                {offered(level).map(|one| view! { <option value=one.name() selected=level == Some(one)>{lang.bot_of_level(level_word(lang, one))}</option> }).collect_view()}
            </select>
            <crate::tool::ToolButton label=lang.remove_player(lang.open_seat()) icon=Icon::Bin disabled=Signal::derive(move || others.with(Vec::len) < 2) on_press=remove/>
            {bot.map(|manner| view! { <StyleChoice style=Signal::stored(manner.style) on_choice=restyle/> })}
        </p>
    }
    .into_any()
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
                .raw("seats", &listed([None, Manner::from_name("greedy+spoiler")].map(seat)))
                .raw("clock", &clock(*pace, *on_leave == "bot"))
                .raw("public", "false")
                .text("on_leave", on_leave)
                .finish();
            let read: Result<CreateRoom, _> = serde_json::from_str(&body);
            let room = read.unwrap_or_else(|error| panic!("{body}: {error}"));
            assert_eq!((room.seats.len(), room.clock.is_some()), (2, *pace != Pace::None), "{body}");
        }
    }
}
