//! Who sits at the table.

use super::Plan;
use crate::app::App;
use crate::bots::{Level, Manner, Style};
use crate::dialog::Dialog;
use crate::face::face_of;
use crate::icon::Icon;
use crate::lang::Lang;
use crate::livery::{LIVERIES, livery};
use crate::session::{Player, SeatInfo, is_blank, plain_name};
use leptos::prelude::*;

/// A seat that is being prepared.
#[derive(Clone, PartialEq)]
pub(super) struct Chair {
    /// Tells chairs apart while names and order change.
    id: u32,
    pub(super) name: String,
    colour: usize,
    player: Player,
    /// Whether the name is still the one we gave.
    unnamed: bool,
}

impl Chair {
    fn new(lang: Lang, id: u32, colour: usize, player: Player) -> Chair {
        Chair { id, name: given_name(lang, id, player), colour, player, unnamed: true }
    }

    /// As it was planned before.
    pub(super) fn from_plan(lang: Lang, id: u32, info: SeatInfo) -> Chair {
        let unnamed = info.name.is_empty();
        let name = if unnamed { given_name(lang, id, info.player) } else { info.name };
        Chair { id, name, colour: info.colour, player: info.player, unnamed }
    }

    /// To be planned again, in another language perhaps.
    pub(super) fn into_plan(self) -> SeatInfo {
        let name = if self.unnamed { String::new() } else { self.name };
        SeatInfo { name, colour: self.colour, player: self.player }
    }

    /// As it is at the table: a blank name is none.
    pub(super) fn into_seat(self, lang: Lang) -> SeatInfo {
        let name = if is_blank(&self.name) { given_name(lang, self.id, self.player) } else { self.name };
        SeatInfo { name: name.trim().to_owned(), colour: self.colour, player: self.player }
    }
}

fn given_name(lang: Lang, id: u32, player: Player) -> String {
    match player {
        Player::Person | Player::Elsewhere => lang.player(id + 1),
        Player::Bot(manner) => bot_name(lang, manner.level).to_owned(),
    }
}

/// A person against a bot.
pub(super) fn chairs(lang: Lang) -> Vec<Chair> {
    vec![Chair::new(lang, 0, 0, Player::Person), Chair::new(lang, 1, 1, Player::Bot(Level::Casual.into()))]
}

/// Everybody at the table as a person: for a game that is played elsewhere.
pub(crate) fn people(plan: Plan, lang: Lang) -> Vec<SeatInfo> {
    let chairs = plan.chairs.get_untracked().into_iter().enumerate();
    let person = |(index, chair): (usize, Chair)| match chair.player {
        Player::Bot(_) => SeatInfo { name: lang.player(index + 1), colour: chair.colour, player: Player::Person },
        _ => chair.into_seat(lang),
    };
    chairs.map(person).collect()
}

/// What a bot is called.
pub(crate) fn bot_name(lang: Lang, level: Level) -> &'static str {
    match level {
        Level::Random | Level::Novice => lang.bot_name_novice(),
        Level::Pupil => lang.bot_name_pupil(),
        Level::Greedy | Level::Casual => lang.bot_name_casual(),
        Level::Regular => lang.bot_name_regular(),
        Level::Tactician => lang.bot_name_tactician(),
        Level::Expert => lang.bot_name_expert(),
        Level::Strategist => lang.bot_name_strategist(),
    }
}

/// How well a bot plays, in a word.
pub(crate) fn level_word(lang: Lang, level: Level) -> &'static str {
    match level {
        Level::Random | Level::Novice => lang.bot_novice(),
        Level::Pupil => lang.bot_pupil(),
        Level::Greedy | Level::Casual => lang.bot_casual(),
        Level::Regular => lang.bot_regular(),
        Level::Tactician => lang.bot_tactician(),
        Level::Expert => lang.bot_expert(),
        Level::Strategist => lang.bot_strategist(),
    }
}

/// What a bot likes, in a few words.
fn style_word(lang: Lang, style: Style) -> &'static str {
    match style {
        Style::Even => lang.style_even(),
        Style::Builder => lang.style_builder(),
        Style::Spoiler => lang.style_spoiler(),
    }
}

/// How well a bot plays and what it likes.
pub(crate) fn manner_words(lang: Lang, manner: Manner) -> String {
    match manner.style {
        Style::Even => level_word(lang, manner.level).to_owned(),
        style => format!("{}, {}", level_word(lang, manner.level), style_word(lang, style)),
    }
}

/// What a bot likes: a small choice, and a line that says what was chosen.
#[component]
pub(crate) fn StyleChoice(style: Signal<Style>, on_choice: impl Fn(Style) + 'static) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let all = [Style::Even, Style::Builder, Style::Spoiler];
    let chosen = move |event| {
        let name = event_target_value(&event);
        on_choice(all.into_iter().find(|style| style.name() == Some(name.as_str())).unwrap_or_default());
    };
    let about = move || match style.get() {
        Style::Even => "",
        Style::Builder => lang.style_builder_about(),
        Style::Spoiler => lang.style_spoiler_about(),
    };
    view! {
        <span class="style">
            <select aria-label=lang.style() on:change=chosen>
                {all.map(|one| view! {
                    <option value=one.name() selected=move || style.get() == one>{style_word(lang, one)}</option>
                }).collect_view()}
            </select>
            <small>{about}</small>
        </span>
    }
}

/// The levels to choose from; one that is no longer offered is among them where it was chosen before.
pub(crate) fn offered(chosen: Option<Level>) -> impl Iterator<Item = Level> {
    let old = chosen.filter(|level| !Level::LADDER.contains(level));
    old.into_iter().chain(Level::LADDER)
}

/// Who sits at the table: a row of faces. What is behind each can be changed in a window.
#[component]
pub(super) fn AtTable(plan: Plan) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let open = RwSignal::new(false);
    let full = move || plan.chairs.with(Vec::len) >= plan.most();
    let add = move |_| {
        plan.chairs.update(|chairs| {
            let id = (0..).find(|id| chairs.iter().all(|chair| chair.id != *id)).unwrap_or(0);
            let free = (0..LIVERIES).find(|colour| chairs.iter().all(|chair| chair.colour != *colour));
            let level = Level::LADDER[chairs.len() % Level::LADDER.len()];
            chairs.push(Chair::new(lang, id, free.unwrap_or(0), Player::Bot(level.into())));
        });
    };
    let seat = move |chair: Chair| {
        let about = chair.player.manner().map_or(lang.person().to_owned(), |manner| manner_words(lang, manner));
        view! {
            <button class="sitting" aria-haspopup="dialog" on:click=move |_| open.set(true)>
                {face_of(chair.player, chair.colour)}
                <b><bdi>{chair.name}</bdi></b>
                <small>{about}</small>
            </button>
        }
    };
    let first_choice = move |event| plan.first.set(event_target_value(&event).parse().ok());
    let seed_typed = move |event| {
        if let Ok(seed) = event_target_value(&event).parse() {
            plan.seed.set(seed);
        }
    };
    view! {
        <section class="at-table">
            <h2>{lang.players()}</h2>
            <div class="row">
                {move || plan.chairs.get().into_iter().map(seat).collect_view()}
                <Show when=move || !full()>
                    <button class="sitting add" on:click=add><span class="plus">{Icon::Plus.view()}</span><b>{lang.add_player()}</b></button>
                </Show>
            </div>
            <Dialog open title=lang.players()>
                <ol class="chairs">
                    <For each=move || plan.chairs.get() key=|chair| chair.id let:chair>
                        <Row plan id=chair.id/>
                    </For>
                </ol>
                <button disabled=full on:click=add>{lang.add_player()}</button>
                <div class="advanced">
                    <label>
                        {lang.first_player()}
                        <select on:change=first_choice>
                            <option value="">{lang.first_random()}</option>
                            {move || {
                                let names = plan.chairs.get().into_iter().map(|chair| chair.name).enumerate();
                                names.map(|(index, name)| view! {
                                    <option value=index selected=plan.first.get_untracked() == Some(index)>{name}</option>
                                }).collect_view()
                            }}
                        </select>
                    </label>
                    <label>
                        {lang.seed()}
                        <input type="number" min="0" prop:value=move || plan.seed.get().to_string() on:input=seed_typed/>
                        <small>{lang.seed_about()}</small>
                    </label>
                </div>
                <button class="primary done" on:click=move |_| open.set(false)>{lang.done()}</button>
            </Dialog>
        </section>
    }
}

#[component]
fn Row(plan: Plan, id: u32) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let chair = Memo::new(move |_| plan.chairs.with(|chairs| chairs.iter().find(|chair| chair.id == id).cloned()));
    let change = move |change: &dyn Fn(&mut Chair)| {
        plan.chairs.update(|chairs| chairs.iter_mut().filter(|chair| chair.id == id).for_each(change));
    };
    let name = move || chair.get().map(|chair| chair.name).unwrap_or_default();
    let named = move |event| {
        let name = plain_name(&event_target_value(&event));
        change(&|chair| {
            chair.name.clone_from(&name);
            chair.unnamed = false;
        });
    };
    let who = move |event| {
        let value = event_target_value(&event);
        let level = Level::from_name(&value);
        change(&|chair| {
            // Another level keeps the style.
            let style = chair.player.manner().map_or(Style::Even, |manner| manner.style);
            let player = level.map_or(Player::Person, |level| Player::Bot(Manner { level, style }));
            chair.player = player;
            if chair.unnamed {
                chair.name = given_name(lang, id, player);
            }
        });
    };
    let style = move || chair.get().and_then(|chair| chair.player.manner()).map(|manner| manner.style);
    let restyle = move |style| {
        change(&|chair| {
            if let Player::Bot(manner) = &mut chair.player {
                manner.style = style;
            }
        });
    };
    let recolour = move |_| {
        plan.chairs.update(|chairs| {
            let taken: Vec<usize> = chairs.iter().map(|chair| chair.colour).collect();
            let Some(chair) = chairs.iter_mut().find(|chair| chair.id == id) else { return };
            let next =
                (1..LIVERIES).map(|step| (chair.colour + step) % LIVERIES).find(|colour| !taken.contains(colour));
            chair.colour = next.unwrap_or(chair.colour);
        });
    };
    let remove = move |_| plan.chairs.update(|chairs| chairs.retain(|chair| chair.id != id));
    let look = move || livery(chair.get().map_or(0, |chair| chair.colour));
    let selected = move |value: &'static str| {
        chair.get().is_some_and(|chair| chair.player.level().map_or("person", Level::name) == value)
    };
    view! {
        <li style:--seat=move || look().colour>
            <button class="swatch" aria-label=lang.colour() title=lang.colour() on:click=recolour>
                {move || chair.get().map(|chair| face_of(chair.player, chair.colour))}
            </button>
            <input type="text" maxlength="24" aria-label=lang.name() prop:value=name on:input=named/>
            <select aria-label=lang.who_plays() on:change=who>
                <option value="person" selected=move || selected("person")>{lang.person()}</option>
                {offered(chair.get_untracked().and_then(|chair| chair.player.level())).map(|level| {
                    let text = format!("{}: {}", bot_name(lang, level), level_word(lang, level));
                    view! { <option value=level.name() selected=move || selected(level.name())>{text}</option> }
                }).collect_view()}
            </select>
            <button
                class="tool"
                aria-label=move || lang.remove_player(name())
                disabled=move || plan.chairs.with(Vec::len) <= 2
                on:click=remove
            >
                {Icon::Bin.view()}
            </button>
            <Show when=move || style().is_some()>
                <StyleChoice style=Signal::derive(move || style().unwrap_or_default()) on_choice=restyle/>
            </Show>
        </li>
    }
}
