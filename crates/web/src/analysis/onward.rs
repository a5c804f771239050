//! From a position that is looked at onwards: as a game of one's own against bots, or to somebody else.

use crate::app::{App, SEATED};
use crate::bots::{Level, Manner};
use crate::browser;
use crate::end::CopyLink;
use crate::icon::Icon;
use crate::session::{LocalSession, Player, Saved, SeatInfo, Session};
use crate::start::{StyleChoice, bot_name, level_word};
use crate::table::TableState;
use leptos::prelude::*;
use rules::{Actor, Dealing, Phase, Record, Seat};
use table::Table;

/// The position after so many actions as a game that goes on: whoever is to act is a person, the others are bots. What is
/// still to come comes in an order that nobody has seen. Nothing where the game is over.
fn from_here(session: &dyn Session, count: usize, manner: Manner, bot: &'static str) -> Option<Saved> {
    let actions = session.history().iter().take(count).map(|entry| entry.action);
    let record = Record::new(*session.game().setup(), Dealing::default(), actions).ok()?;
    // Who is to act is known when what comes next has come.
    let Actor::Player(person) = Table::load(&record).ok()?.game().to_act() else { return None };
    let several = session.seats().len() > 2;
    let seat = |(seat, info): (Seat, &SeatInfo)| {
        if seat == person {
            return SeatInfo { player: Player::Person, ..info.clone() };
        }
        let name = if several { format!("{bot} {}", seat.number() + 1) } else { bot.to_owned() };
        SeatInfo { name, player: Player::Bot(manner), ..info.clone() }
    };
    let seats: Vec<SeatInfo> = Seat::ALL.into_iter().zip(session.seats()).map(seat).collect();
    let named =
        Seat::ALL.into_iter().zip(&seats).fold(record, |record, (seat, info)| record.with_name(seat, &info.name));
    Some(Saved { seats, record: named, told: false })
}

/// Plays on; says whether there was room for another game.
fn play(app: App, state: TableState, manner: Manner) -> bool {
    let lang = app.lang.get_untracked();
    let now = untrack(|| state.moment());
    let saved = state.read_untracked(|session| from_here(session, now, manner, bot_name(lang, manner.level)));
    let Some(session) = saved.and_then(|saved| LocalSession::open(saved).ok()) else { return true };
    // The way back leads to the analysis.
    if let Ok(history) = window().history() {
        let _ = history.push_state_with_url(&SEATED.into(), "", Some(&browser::page_address()));
    }
    let room = app.begin(session);
    if !room && let Ok(history) = window().history() {
        let _ = history.back();
    }
    room
}

/// What can be done with the position.
#[component]
pub(super) fn Onward(state: TableState) -> impl IntoView {
    let app = expect_context::<App>();
    let lang = app.lang.get_untracked();
    let manner = RwSignal::new(Manner::from(Level::Tactician));
    let full = RwSignal::new(false);
    let goes_on = Memo::new(move |_| state.read_game(|game| game.phase() != Phase::Over));
    let choose = move |event| {
        let level = Level::from_name(&event_target_value(&event)).unwrap_or(Level::Tactician);
        // Another level keeps the style.
        manner.update(|manner| manner.level = level);
    };
    let option = |one: Level| {
        view! { <option value=one.name() selected=one == Level::Tactician>{level_word(lang, one)}</option> }
    };
    let save = move |_| {
        let (name, text) = state.read_untracked(|session| {
            (format!("bastide-{}.txt", session.game().setup().game().name()), session.record().to_string())
        });
        browser::download(&name, &text);
    };
    view! {
        <section class="question onward">
            <h3>{lang.study_onward()}</h3>
            <div class="pair" hidden=move || !goes_on.get()>
                <select aria-label=lang.study_against() on:change=choose>{Level::LADDER.map(option).collect_view()}</select>
                <StyleChoice
                    style=Signal::derive(move || manner.get().style)
                    on_choice=move |style| manner.update(|manner| manner.style = style)
                />
                <button class="play-on" on:click=move |_| full.set(!play(app, state, manner.get_untracked()))>
                    {Icon::Play.view()} <span>{lang.study_play()}</span>
                </button>
            </div>
            <Show when=move || full.get()><p class="trouble" role="alert">{lang.no_room()}</p></Show>
            <div class="pair">
                <CopyLink state/>
                <button class="save-line" on:click=save>{Icon::Copy.view()} <span>{lang.save_record()}</span></button>
            </div>
        </section>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::StudySession;
    use crate::bots::Style;
    use crate::testkit::played;
    use rules::{GameId, Options, Setup};

    #[test]
    fn every_position_of_every_game_goes_on_as_a_game() {
        let manner = Manner { level: Level::Greedy, style: Style::Spoiler };
        for game in GameId::ALL {
            let setup = Setup::new(game, Options::NONE, 3, Seat::ALL[1]).expect("three can play");
            let record = played(&setup, 7, usize::MAX).record();
            let info = |seat: Seat| SeatInfo { name: "Anna".to_owned(), colour: seat.index(), player: Player::Person };
            let seats: Vec<SeatInfo> = setup.seats().map(info).collect();
            let session = StudySession::new(record.clone(), seats);
            let all = session.history().len();
            for count in (0..all).step_by(17) {
                let saved = from_here(&session, count, manner, "Odo").expect("it goes on");
                let people = saved.seats.iter().filter(|info| info.player == Player::Person).count();
                assert_eq!(people, 1, "{game:?} after {count}");
                let bots = saved.seats.iter().filter(|info| info.player == Player::Bot(manner)).count();
                assert_eq!(bots, 2, "{game:?} after {count}: everybody else plays as it was chosen");
                let opened = LocalSession::open(saved).expect("a game");
                let kept: Vec<_> = opened.history().iter().take(count).map(|entry| entry.action).collect();
                assert!(record.actions().take(count).eq(kept), "{game:?} after {count}");
                let Actor::Player(seat) = opened.game().to_act() else { panic!("{game:?} after {count}: nobody acts") };
                assert_eq!(opened.seats()[seat.index()].player, Player::Person, "{game:?} after {count}");
            }
            assert!(from_here(&session, all, manner, "Odo").is_none(), "{game:?} is over");
        }
    }
}
