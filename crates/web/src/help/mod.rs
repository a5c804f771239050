//! The rules of the games to read, with examples, wherever a question arises.

mod base;
mod example;
mod hunters_gatherers;
mod inns_cathedrals;
mod new_lands;
mod place;
mod played;
mod safari;
mod topic;
mod window;

pub(crate) use place::{asked, first, happened};
pub(crate) use topic::Topic;
pub(crate) use window::HelpWindow;

use crate::app::App;
use crate::icon::Icon;
use crate::lang::Lang;
use leptos::prelude::*;
use leptos::task::spawn_local;
use rules::GameId;

/// What is read at the moment; a handle that can be copied.
#[derive(Clone, Copy)]
pub(crate) struct Help {
    open: RwSignal<bool>,
    game: RwSignal<GameId>,
    topic: RwSignal<&'static Topic>,
    /// Whether the texts are loaded; nothing while they are on their way.
    there: RwSignal<Option<bool>>,
}

impl Help {
    pub(crate) fn new() -> Help {
        let game = GameId::Base;
        Help {
            open: RwSignal::new(false),
            game: RwSignal::new(game),
            topic: RwSignal::new(first(game)),
            there: RwSignal::new(None),
        }
    }

    /// Opens the rules of a game at a topic.
    pub(crate) fn show(&self, lang: Lang, game: GameId, topic: &'static Topic) {
        self.game.set(game);
        self.topic.set(topic);
        self.open.set(true);
        self.load(lang);
    }

    pub(crate) fn close(&self) {
        self.open.set(false);
    }

    /// The texts come when they are wanted.
    fn load(&self, lang: Lang) {
        let there = self.there;
        there.set(Some(lang.has_more()).filter(|there| *there));
        if !lang.has_more() {
            spawn_local(async move { there.set(Some(lang.load_more().await)) });
        }
    }
}

/// A small button that opens a topic.
#[component]
pub(crate) fn HelpButton(game: GameId, #[prop(into)] topic: Signal<&'static Topic>) -> impl IntoView {
    let app = expect_context::<App>();
    let lang = app.lang.get_untracked();
    let label = move || lang.rules_about((topic.get().title)(lang));
    view! {
        <button
            class="help-button"
            aria-haspopup="dialog"
            aria-label=label
            title=label
            on:click=move |_| app.help.show(lang, game, topic.get_untracked())
        >
            {Icon::Help.view()}
        </button>
    }
}
