//! A game that was left, and records from files.

use super::games::game_texts;
use crate::app::App;
use crate::browser;
use crate::lang::Lang;
use crate::link::{self, LinkError};
use crate::session::{LocalSession, Saved, Session};
use crate::table::STORED;
use leptos::prelude::*;
use rules::{Phase, Record};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{File, HtmlInputElement};

/// Offers to go on with the stored game, and with the one put aside for it.
#[component]
pub(super) fn Resume() -> impl IntoView {
    let app = expect_context::<App>();
    let lang = app.lang.get_untracked();
    let stored = app.stored_game().map(|stored| match stored.map(LocalSession::open) {
        Ok(Ok(session)) => resume_card(app, session, false).into_any(),
        // It is not thrown away: another version may understand it.
        _ => view! {
            <p class="trouble" role="alert">
                {lang.bad_saved()}
                <button on:click=|_| keep_stored()>{lang.save_record()}</button>
            </p>
        }
        .into_any(),
    });
    let aside = app.game_aside().and_then(|saved| LocalSession::open(saved).ok());
    view! {
        {stored}
        {aside.map(|session| resume_card(app, session, true))}
    }
}

/// One game to go on with.
fn resume_card(app: App, session: LocalSession, aside: bool) -> impl IntoView {
    let lang = app.lang.get_untracked();
    let (game, turn) = (session.game().setup().game(), session.game().turn());
    let names: Vec<&str> = session.seats().iter().map(|info| info.name.as_str()).collect();
    let names = names.join(", ");
    let over = session.game().phase() == Phase::Over;
    let session = StoredValue::new_local(Some(session));
    let resume = move |_| {
        if let Some(session) = session.try_update_value(Option::take).flatten() {
            if aside {
                app.swap_aside();
            }
            app.open(session);
        }
    };
    view! {
        <button class="card resume" on:click=resume>
            <b>{if over { lang.look_again() } else { lang.resume() }}</b>
            <span>{lang.resume_about(game_texts(lang, game).0, turn)} " · " {names}</span>
        </button>
    }
}

fn keep_stored() {
    if let Some(text) = browser::stored(STORED) {
        browser::download("bastide-stored.txt", &text);
    }
}

/// Says that the address carried no game.
#[component]
pub(super) fn BadLink() -> impl IntoView {
    let app = expect_context::<App>();
    let lang = app.lang.get_untracked();
    let text = move || match app.bad_link.get() {
        None => "",
        Some(LinkError::Version) => lang.link_of_other_version(),
        Some(LinkError::Broken | LinkError::TooLong) => lang.link_broken(),
    };
    view! { <p class="trouble" role="alert">{text}</p> }
}

/// The game in a text: a record, or a link that carries one.
fn session(text: &str, lang: Lang) -> Result<LocalSession, String> {
    let record = match text.find(link::MARK).and_then(|start| link::read(&text[start..])) {
        Some(record) => record.map_err(|_| lang.link_broken().to_owned())?,
        None => text.parse::<Record>().map_err(|error| lang.bad_record(error))?,
    };
    let saved = Saved::from_record(record, |index| lang.player(index + 1));
    LocalSession::open(saved).map_err(|error| lang.bad_record(error))
}

/// Opens a record: from a file that is chosen or dropped on the page, or from the clipboard.
#[component]
pub(super) fn OpenRecord() -> impl IntoView {
    let app = expect_context::<App>();
    let lang = app.lang.get_untracked();
    let trouble = RwSignal::new(String::new());
    let open = move |text: String| match session(&text, lang) {
        // What is over is only looked at; the rest may be played on.
        Ok(session) if session.game().phase() == Phase::Over => app.open_shared(session),
        Ok(session) => app.begin(session),
        Err(error) => {
            trouble.try_set(error);
        }
    };
    let read = move |file: File| {
        let read = Closure::once(move |text: JsValue| open(text.as_string().unwrap_or_default()));
        let _ = file.text().then(&read);
        // It is called once, later.
        read.forget();
    };
    let chosen = move |event: leptos::ev::Event| {
        let input = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
        if let Some(file) = input.and_then(|input| input.files()?.get(0)) {
            read(file);
        }
    };
    let dragged = window_event_listener(leptos::ev::dragover, |event| event.prevent_default());
    let dropped = window_event_listener(leptos::ev::drop, move |event| {
        event.prevent_default();
        let Some(data) = event.data_transfer() else { return };
        match data.files().and_then(|files| files.get(0)) {
            Some(file) => read(file),
            None => open(data.get_data("text").unwrap_or_default()),
        }
    });
    let pasted = window_event_listener(leptos::ev::paste, move |event| {
        let into_field = event.target().is_some_and(|target| target.dyn_into::<HtmlInputElement>().is_ok());
        if !into_field && let Some(data) = event.clipboard_data() {
            open(data.get_data("text").unwrap_or_default());
        }
    });
    on_cleanup(move || {
        dragged.remove();
        dropped.remove();
        pasted.remove();
    });
    view! {
        <label class="button">
            {lang.open_record()}
            <input class="unseen" type="file" accept=".txt,.bastide,text/plain" on:change=chosen/>
        </label>
        <small class="soft">{lang.open_record_about()}</small>
        <p class="trouble" role="alert">{trouble}</p>
    }
}
