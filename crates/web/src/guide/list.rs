//! What there is to learn by playing in a game.

use super::script::Guide;
use super::{all, open};
use crate::app::App;
use crate::icon::Icon;
use leptos::prelude::*;
use rules::GameId;

/// A button for each guided game and lesson.
#[component]
pub(super) fn Offers(game: GameId) -> impl IntoView {
    let app = expect_context::<App>();
    let lang = app.lang.get_untracked();
    let button = move |guide: &'static Guide| {
        let begin = move |_| {
            app.help.close();
            // What it says when it fails is on the console; nobody can do anything about it.
            let _ = open(app, guide);
        };
        let icon = if guide.short { Icon::Hint } else { Icon::Learn };
        view! { <li><button class="lesson" on:click=begin>{icon.view()} <span>{(guide.name)(lang)}</span></button></li> }
    };
    view! {
        <section class="lessons">
            <h3>{lang.guide_begin()}</h3>
            <ul>{all().filter(|guide| guide.game == game).map(button).collect_view()}</ul>
        </section>
    }
}
