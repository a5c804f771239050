//! A game that was left, and records from files.

use super::foreign;
use super::games::game_texts;
use crate::app::App;
use crate::board::{Overlay, Picture, StillBoard};
use crate::browser;
use crate::dialog::Dialog;
use crate::face::face;
use crate::faults::{self, Trouble};
use crate::icon::Icon;
use crate::lang::Lang;
use crate::link::{self, LinkError};
use crate::session::{LocalSession, Saved, Session, Shelf};
use crate::table::{first_set, surface};
use crate::tool::ToolButton;
use art::Landscape;
use leptos::prelude::*;
use leptos::task::spawn_local;
use rules::{Phase, Record};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{File, HtmlInputElement};

/// Offers to go on with the game at the table, and with those put aside for it.
#[component]
pub(super) fn Resume() -> impl IntoView {
    let app = expect_context::<App>();
    let lang = app.lang.get_untracked();
    let games = RwSignal::new(waiting());
    let open = RwSignal::new(false);
    let more = Memo::new(move |_| games.with(Vec::len));
    let card = move |(since, text): (Option<u64>, String)| {
        let saved = Saved::parse(&text).ok().and_then(|saved| LocalSession::open(saved).ok());
        let card = match saved {
            Some(session) => resume_card(app, session, since).into_any(),
            // It is not thrown away: another version may understand it.
            None => view! {
                <p class="trouble" role="alert">
                    {lang.bad_saved()} " "
                    <button on:click=move |_| browser::download("bastide-stored.txt", &text)>{lang.save_record()}</button>
                </p>
            }
            .into_any(),
        };
        let discard = move |()| {
            match since {
                Some(since) => Shelf::here().discard(since),
                None => Shelf::here().discard_at_table(),
            }
            games.set(waiting());
        };
        view! {
            <div class="waiting panel">
                {card}
                <ToolButton label=lang.discard_game() icon=Icon::Bin on_press=discard/>
            </div>
        }
    };
    view! {
        {move || games.with(|games| games.first().cloned()).map(card)}
        <Show when=move || { more.get() > 1 }>
            <button class="all-games" aria-haspopup="dialog" on:click=move |_| open.set(true)>
                {move || lang.all_games(more.get() as u32)} {Icon::Next.view()}
            </button>
        </Show>
        <Dialog open title=lang.waiting_games()>
            {move || games.get().into_iter().map(card).collect_view()}
        </Dialog>
    }
}

/// The games in this browser, the one at the table first, each with the moment when it was put aside.
fn waiting() -> Vec<(Option<u64>, String)> {
    let shelf = Shelf::here();
    let aside = shelf.waiting().into_iter().map(|game| (Some(game.since), game.text));
    shelf.at_table().map(|text| (None, text)).into_iter().chain(aside).collect()
}

/// One game to go on with: a picture of its board, what it is, who plays.
fn resume_card(app: App, session: LocalSession, since: Option<u64>) -> impl IntoView {
    let lang = app.lang.get_untracked();
    let (game, turn) = (session.game().setup().game(), session.game().turn());
    let over = session.game().phase() == Phase::Over;
    let picture = Picture::of(session.game(), session.seats());
    let faces = session.seats().iter().map(face).collect_view();
    let when = since.map(|since| browser::date(since, lang.code()));
    let session = StoredValue::new_local(Some(session));
    let resume = move |_| {
        if since.is_some_and(|since| !Shelf::here().take(since, browser::now())) {
            return;
        }
        if let Some(session) = session.try_update_value(Option::take).flatten() {
            app.open(session);
        }
    };
    view! {
        <span class="thumb" data-surface=surface(Landscape::of(first_set(game)))>
            <StillBoard landscape=Landscape::of(first_set(game)) picture overlay=Overlay::default() label=String::new()/>
        </span>
        <span class="what">
            <b>{if over { lang.look_again() } else { lang.resume_title() }}</b>
            <span>{lang.resume_about(game_texts(lang, game).0, turn)} {when.map(|when| format!(" · {when}"))}</span>
        </span>
        <span class="faces">{faces}</span>
        <button class="resume" on:click=resume>{Icon::Play.view()} <span>{if over { lang.look() } else { lang.resume() }}</span></button>
    }
}

/// Says that the address carried no game.
#[component]
pub(super) fn BadLink() -> impl IntoView {
    let app = expect_context::<App>();
    let lang = app.lang.get_untracked();
    let text = move || app.bad_link.get().map_or("", |error| link_trouble(lang, error));
    view! { <p class="trouble" role="alert">{text}</p> }
}

fn link_trouble(lang: Lang, error: LinkError) -> &'static str {
    match error {
        LinkError::Version => lang.link_of_other_version(),
        LinkError::Broken | LinkError::TooLong => lang.link_broken(),
    }
}

/// Why a text cannot be opened.
enum Refused {
    Link(LinkError),
    Record(Trouble),
}

impl Refused {
    async fn told(self, lang: Lang) -> String {
        match self {
            Refused::Link(error) => link_trouble(lang, error).to_owned(),
            Refused::Record(trouble) => faults::told(lang, trouble).await,
        }
    }
}

/// Whether a text looks like a log from elsewhere: those we know are JSON.
fn looks_foreign(text: &str) -> bool {
    text.trim_start_matches('\u{feff}').trim_start().starts_with(['{', '['])
}

/// A game from a record.
fn of_record(record: Record, lang: Lang) -> Result<LocalSession, Refused> {
    let saved = Saved::from_record(record, |index| lang.player(index + 1));
    LocalSession::open(saved).map_err(|error| Refused::Record(Trouble::Game(error)))
}

/// The game in a text: a record, or a link that carries one.
fn session(text: &str, lang: Lang) -> Result<LocalSession, Refused> {
    let record = match text.find(link::MARK).and_then(|start| link::read(&text[start..])) {
        Some(record) => record.map_err(Refused::Link)?,
        None => text.parse::<Record>().map_err(|error| Refused::Record(Trouble::Record(error)))?,
    };
    of_record(record, lang)
}

/// Opens a record: from a file that is chosen or dropped on the page, or from the clipboard.
#[component]
pub(super) fn OpenRecord() -> impl IntoView {
    let app = expect_context::<App>();
    let lang = app.lang.get_untracked();
    let trouble = RwSignal::new(String::new());
    // What could be read of a log that breaks off.
    let partial: RwSignal<Option<Record>> = RwSignal::new(None);
    let sit_down = move |session: Result<LocalSession, Refused>| match session {
        // What is over is only looked at; the rest may be played on.
        Ok(session) if session.game().phase() == Phase::Over => app.open_shared(session),
        Ok(session) => {
            if !app.begin(session) {
                trouble.try_set(lang.no_room().to_owned());
            }
        }
        Err(refused) => spawn_local(async move {
            trouble.try_set(refused.told(lang).await);
        }),
    };
    let open = move |text: String| {
        partial.try_set(None);
        if !looks_foreign(&text) {
            return sit_down(session(&text, lang));
        }
        spawn_local(async move {
            match foreign::read(lang, text).await {
                Ok(foreign::Read { record, trouble: None }) => sit_down(of_record(record, lang)),
                Ok(foreign::Read { record, trouble: Some(why) }) => {
                    trouble.try_set(why);
                    partial.try_set(Some(record));
                }
                Err(why) => {
                    trouble.try_set(why);
                }
            }
        });
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
        <label class="button quiet" title=lang.open_record_about()>
            {Icon::Open.view()} <span>{lang.open_record()}</span>
            <input class="unseen" type="file" accept=".txt,.bastide,.jcz,.json,text/plain,application/json" on:change=chosen/>
        </label>
        <p class="trouble" role="alert">{trouble}</p>
        {move || partial.get().map(|record| {
            let show = move |_| sit_down(of_record(record.clone(), lang));
            view! { <button class="quiet" on:click=show>{lang.foreign_show()}</button> }
        })}
    }
}
