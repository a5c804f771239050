//! The whole page: language, light or dark, and whether people are at the table or about to sit down.

use crate::analysis;
use crate::board::{SharedArt, later};
use crate::browser;
use crate::dialog::{self, WINDOW};
use crate::help::{Help, HelpWindow};
use crate::icon::Icon;
use crate::lang::{LANGUAGES, Lang};
use crate::link::{self, LinkError};
use crate::online::{self, Place, Route};
use crate::part::{self, NotThere};
use crate::puzzles;
use crate::referee;
use crate::session::{AT_TABLE, LocalSession, Saved, SavedError, Session, Shelf};
use crate::settings::Settings;
use crate::start::StartPage;
use crate::table::{TableState, fetch_table, table_page};
use crate::tool::ToolButton;
use leptos::prelude::*;
use leptos::task::spawn_local;
use rules::Setup;
use std::time::Duration;
use table::Dealer;

const STORED_THEME: &str = "bastide.theme";

/// What every part of the page may ask for.
#[derive(Clone, Copy)]
pub(crate) struct App {
    pub(crate) lang: RwSignal<Lang>,
    /// The language that was asked for last.
    wished: StoredValue<String>,
    pub(crate) settings: Settings,
    /// Why the address that was opened carries no game.
    pub(crate) bad_link: RwSignal<Option<LinkError>>,
    pub(crate) help: Help,
    table: RwSignal<Option<TableState>>,
    /// Whether the person is about to keep the score of a game with cardboard.
    pub(crate) referee: RwSignal<bool>,
    /// Where the person is among people elsewhere, if at all.
    online: RwSignal<Option<Result<Place, NotThere>>>,
    /// Which puzzle or list of puzzles is looked at, if any.
    puzzles: RwSignal<Option<puzzles::Route>>,
    /// Owns the page.
    root: StoredValue<Owner>,
    /// Owns the table's state, which outlives the views: they are built anew when the language changes.
    owner: StoredValue<Option<Owner>>,
}

impl App {
    /// Sits down at a new game; one in progress is put aside. Says whether there was room for that.
    pub(crate) fn begin(&self, session: impl Session + 'static) -> bool {
        let room = Shelf::here().clear_table(browser::now());
        if room {
            self.open(session);
        }
        room
    }

    /// Sits down at a game.
    pub(crate) fn open(&self, session: impl Session + 'static) {
        // A lesson does not take the place of a game.
        let is_stored = session.lesson().is_none();
        if is_stored {
            browser::store(AT_TABLE, &Saved::of(&session).text());
        }
        self.sit_down(session, is_stored);
    }

    /// Opens a game from elsewhere, to be looked at first. It is stored unless a game in progress would be lost.
    pub(crate) fn open_shared(&self, session: impl Session + 'static) {
        let in_progress = |saved: Saved| saved.record.result().is_none();
        if self.stored_game().is_some_and(|stored| stored.is_ok_and(in_progress)) {
            self.sit_down(session, false);
        } else {
            self.open(session);
        }
        if let Some(state) = self.table.get_untracked()
            && !untrack(|| state.is_over())
        {
            state.past.set(Some(state.read_untracked(|session| session.history().len())));
        }
    }

    /// Opens the game that the address carries, or says on the start page why it cannot; `false` if it carries none.
    fn open_link(&self) -> bool {
        let fragment = window().location().hash().unwrap_or_default();
        let Some(record) = link::read(&fragment) else { return false };
        let lang = self.lang.get_untracked();
        let session = record.and_then(|record| {
            let saved = Saved::from_record(record, |index| lang.player(index + 1));
            LocalSession::open(saved).map_err(|_| LinkError::Broken)
        });
        match session {
            Ok(session) => self.open_shared(session),
            Err(error) => {
                self.leave_table();
                self.bad_link.set(Some(error));
            }
        }
        true
    }

    /// Opens the analysis that the address leads to; leaves one where it leads elsewhere. `false` if it leads to none.
    fn follow_analysis(&self) -> bool {
        let wanted = window().location().hash().is_ok_and(|hash| hash == analysis::ADDRESS);
        if !wanted {
            if self.table.get_untracked().is_some_and(|state| state.analysis.is_some()) {
                self.leave_table();
            }
            return false;
        }
        let (app, lang) = (*self, self.lang.get_untracked());
        // Telling that nothing has changed would build the page anew.
        if self.online.with_untracked(Option::is_some) {
            self.online.set(None);
        }
        if self.puzzles.with_untracked(Option::is_some) {
            self.puzzles.set(None);
        }
        spawn_local(async move {
            lang.load_more().await;
            let owner = app.root.with_value(Owner::child);
            let made = analysis::open(owner.clone()).await;
            // To open it and to show it are each work enough for a moment.
            browser::sleep(Duration::ZERO).await;
            match made.ok().flatten() {
                Some(state) => {
                    app.table.set(Some(state));
                    app.change_owner(Some(owner));
                }
                None => app.leave_table(),
            }
        });
        true
    }

    /// Goes where the address leads among people elsewhere; `false` if it leads nowhere there.
    fn follow_address(&self) -> bool {
        let fragment = window().location().hash().unwrap_or_default();
        let puzzle = puzzles::Route::read(&fragment);
        if puzzle.is_some() {
            self.table.set(None);
            self.online.set(None);
            self.change_owner(None);
        }
        if self.puzzles.with_untracked(|before| *before != puzzle) {
            self.puzzles.set(puzzle.clone());
        }
        if puzzle.is_some() {
            return true;
        }
        let Some(route) = Route::read(&fragment) else {
            if self.online.with_untracked(Option::is_some) {
                self.online.set(None);
                self.change_owner(None);
            }
            return false;
        };
        let (app, lang) = (*self, self.lang.get_untracked());
        spawn_local(async move {
            lang.load_more().await;
            app.table.set(None);
            let owner = app.root.with_value(Owner::child);
            let place = online::enter(app, owner.clone(), route).await;
            app.online.set(Some(place));
            app.change_owner(Some(owner));
        });
        true
    }

    /// What belonged to the place before goes after its views.
    fn change_owner(&self, owner: Option<Owner>) {
        let before = self.owner.try_update_value(|now| std::mem::replace(now, owner)).flatten();
        set_timeout(move || drop(before), Duration::ZERO);
    }

    /// Makes something that lives as long as the place where the person is.
    pub(crate) fn own<T>(&self, make: impl FnOnce() -> T) -> T {
        let owner = self.owner.get_value();
        owner.unwrap_or_default().with(make)
    }

    /// Leaves the table as the browser's button does, so that both ways are one.
    pub(crate) fn go_back(&self) {
        if self.online.with_untracked(Option::is_some) {
            return online::go_to_lobby();
        }
        if let Some(route) = self.puzzles.get_untracked() {
            return route.leave();
        }
        if self.table.get_untracked().is_some_and(|state| state.analysis.is_some()) {
            let before = window().history().ok().filter(|history| history.length().is_ok_and(|length| length > 1));
            if before.is_none_or(|history| history.back().is_err()) {
                let _ = window().location().set_hash("");
            }
            return;
        }
        let sitting = window().history().ok().filter(|history| history.state().is_ok_and(|state| state == SEATED));
        match sitting {
            Some(history) if history.back().is_ok() => {}
            _ => self.leave_table(),
        }
    }

    fn sit_down(&self, session: impl Session + 'static, is_stored: bool) {
        if let Ok(history) = window().history()
            && history.state().is_ok_and(|state| state != SEATED)
        {
            // Who sits down from within a window does not come back to it.
            let _ = if history.state().is_ok_and(|state| state == WINDOW) {
                history.replace_state(&SEATED.into(), "")
            } else {
                history.push_state(&SEATED.into(), "")
            };
        }
        // Not a child of the start page, which goes away when the table comes.
        let owner = self.root.with_value(Owner::child);
        let state = owner.with(|| TableState::new(Box::new(session), is_stored, None));
        self.table.set(Some(state));
        self.owner.set_value(Some(owner));
    }

    /// Shows everything in another language, once it is loaded.
    async fn switch_language(&self, code: &str) {
        let before = self.lang.get_untracked();
        self.wished.set_value(code.to_owned());
        let Some(lang) = Lang::load(code).await else { return };
        // Somebody may be reading the rules.
        if before.has_more() {
            lang.load_more().await;
        }
        // Who runs through the list wants the last one, whichever comes first.
        if self.wished.with_value(|wished| wished != code) {
            return;
        }
        lang.keep();
        self.lang.set(lang);
    }

    /// Plays the same game again, with other tiles.
    pub(crate) fn rematch(&self, state: TableState) {
        let seed = browser::random_seed();
        let session = state.read_untracked(|session| {
            let old = session.game().setup();
            let setup = Setup::new(old.game(), old.options(), old.players(), Dealer::first_seat(seed, old.players()));
            setup.ok().and_then(|setup| LocalSession::new(&setup, seed, session.seats().to_vec()).ok())
        });
        if let Some(session) = session {
            self.begin(session);
        }
    }

    pub(crate) fn leave_table(&self) {
        self.table.set(None);
        self.owner.set_value(None);
        self.bad_link.set(None);
        if link::read(&window().location().hash().unwrap_or_default()).is_some() {
            let _ = window().location().set_hash("");
        }
    }

    /// The game stored in this browser, if there is one; why not, if it cannot be read.
    pub(crate) fn stored_game(&self) -> Option<Result<Saved, SavedError>> {
        Shelf::here().at_table().map(|text| Saved::parse(&text))
    }
}

/// Puts the page into the document.
pub(crate) fn mount(lang: Lang) {
    if let Some(theme) = browser::stored(STORED_THEME) {
        show_theme(&theme);
    }
    mount_to_body(move || view! { <Root lang/> });
    if let Some(loading) = document().get_element_by_id("loading") {
        loading.remove();
    }
    // The table comes while people look at the start page, after its first tiles: each of these steps waits behind what the
    // ones before it have asked for. If it does not come, sitting down tells why.
    later(|| {
        later(|| {
            later(|| {
                spawn_local(async {
                    browser::load_style(part::STYLE).await;
                });
                spawn_local(async { drop(fetch_table().await) });
            });
        });
    });
}

#[component]
fn Root(lang: Lang) -> impl IntoView {
    let app = App {
        lang: RwSignal::new(lang),
        settings: Settings::load(),
        wished: StoredValue::new(String::new()),
        bad_link: RwSignal::new(None),
        help: Help::new(),
        table: RwSignal::new(None),
        referee: RwSignal::new(referee::is_asked_for()),
        online: RwSignal::new(None),
        puzzles: RwSignal::new(None),
        root: StoredValue::new(Owner::current().unwrap_or_default()),
        owner: StoredValue::new(None),
    };
    provide_context(app);
    Shelf::here().take_over(browser::now());
    // A reload in the middle of a game goes on with it.
    if !app.follow_analysis()
        && !app.follow_address()
        && !app.open_link()
        && let Some(Ok(saved)) = app.stored_game()
        && browser::stored(SITTING).is_some()
        && let Ok(session) = LocalSession::open(saved)
    {
        app.open(session);
    }
    let opened = window_event_listener(leptos::ev::hashchange, move |_| {
        app.referee.set(referee::is_asked_for());
        if !app.follow_analysis() && !app.follow_address() {
            app.open_link();
        }
    });
    let went = window_event_listener(leptos::ev::popstate, move |event| {
        if dialog::goes_back() {
            return;
        }
        if event.state() == SEATED {
            // Forward again: to the game that waits.
            if let Some(Ok(saved)) = app.stored_game()
                && app.table.get_untracked().is_none_or(|state| state.analysis.is_some())
                && let Ok(session) = LocalSession::open(saved)
            {
                app.open(session);
            }
        } else if app.table.get_untracked().is_some() {
            // On the way to the analysis the table stays until that is there: nobody wants to see the start page meanwhile.
            let hash = window().location().hash().unwrap_or_default();
            if hash != analysis::ADDRESS && link::read(&hash).is_none() {
                app.leave_table();
            }
        }
    });
    on_cleanup(move || {
        opened.remove();
        went.remove();
    });
    Effect::new(move |_| {
        if app.table.get().is_some_and(|state| state.is_stored) {
            browser::store(SITTING, "1");
        } else {
            browser::forget(SITTING);
        }
    });
    Effect::new(move |_| {
        let lang = app.lang.get();
        if let Some(root) = document().document_element() {
            let _ = root.set_attribute("lang", lang.code());
            let _ = root.set_attribute("dir", lang.direction());
        }
    });
    // Nobody looks at pieces before there are tiles, whose work is asked for when the page is built, just after this.
    let pieces = RwSignal::new(String::new());
    later(move || later(move || pieces.set(art::piece_definitions(&art::Theme::TOWNS))));
    let page = move || {
        // All texts are plain: another language builds the page anew.
        app.lang.track();
        let page = match (app.online.get(), app.table.get(), app.puzzles.get()) {
            (Some(place), ..) => part::later(move || online::page(place.clone())),
            (None, _, Some(route)) => puzzles::later(route),
            (None, Some(state), None) => part::later(move || async move {
                // The page before has gone by then.
                if state.analysis.is_some() {
                    browser::sleep(Duration::ZERO).await;
                }
                table_page(state).await
            }),
            (None, None, None) if app.referee.get() => part::later(move || referee::begin(app)),
            (None, None, None) => view! { <StartPage/> }.into_any(),
        };
        view! {
            {page}
            <HelpWindow/>
        }
    };
    view! {
        // Drawn once, used everywhere.
        <svg class="unseen" aria-hidden="true"><defs inner_html=pieces></defs></svg>
        <SharedArt/>
        {page}
    }
}

/// Marks the place in the browser's history at which people sit at the table.
pub(crate) const SEATED: &str = "table";

/// Whether people sit at the table, for a reload.
const SITTING: &str = "bastide.at-table";

/// Language, light or dark.
#[component]
pub(crate) fn Preferences() -> impl IntoView {
    let app = expect_context::<App>();
    let lang = app.lang.get_untracked();
    let choose = move |event| {
        let code = event_target_value(&event);
        spawn_local(async move { app.switch_language(&code).await });
    };
    let languages = LANGUAGES.iter().map(|known| {
        view! { <option value=known.code lang=known.code selected=known.code == lang.code()>{known.name}</option> }
    });
    view! {
        <div class="preferences">
            <label class="language">{Icon::Globe.view()}<select aria-label=lang.language() on:change=choose>{languages.collect_view()}</select></label>
            <ToolButton label=lang.theme() icon=Icon::Moon on_press=|()| switch_theme()/>
        </div>
    }
}

fn is_dark() -> bool {
    let chosen = document().document_element().and_then(|root| root.get_attribute("data-theme"));
    let system = || {
        let query = window().match_media("(prefers-color-scheme: dark)").ok().flatten();
        query.is_some_and(|query| query.matches())
    };
    chosen.map_or_else(system, |theme| theme == "dark")
}

fn switch_theme() {
    let theme = if is_dark() { "light" } else { "dark" };
    browser::store(STORED_THEME, theme);
    show_theme(theme);
}

fn show_theme(theme: &str) {
    if let Some(root) = document().document_element() {
        let _ = root.set_attribute("data-theme", theme);
    }
}
