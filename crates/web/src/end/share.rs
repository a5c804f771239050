//! A link that carries the game.

use crate::app::App;
use crate::browser;
use crate::icon::Icon;
use crate::link::{self, LinkError};
use crate::table::TableState;
use leptos::prelude::*;
use leptos::task::spawn_local;

/// What became of the wish for a link.
#[derive(Clone, PartialEq)]
enum Outcome {
    None,
    Copied,
    /// The browser has no clipboard for us: here it is, to be copied by hand.
    Here(String),
    Failed(LinkError),
}

/// Hands a link to others where that is usual, on phones; else copies it to the clipboard and says so.
#[component]
pub(crate) fn CopyLink(state: TableState) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let outcome = RwSignal::new(Outcome::None);
    let shares = browser::shares();
    let copy = move |_| {
        let link = match state.room {
            // A server keeps the game under an address of its own.
            Some(room) => Ok(room.link()),
            None => {
                state.read_untracked(|session| link::write(&session.record())).map(|it| browser::page_address() + &it)
            }
        };
        match link {
            Err(error) => outcome.set(Outcome::Failed(error)),
            Ok(link) => spawn_local(async move {
                if shares && browser::hand_over_link(&link).await {
                    return;
                }
                let here = link.clone();
                browser::copy(&link, move |copied| {
                    outcome.set(if copied { Outcome::Copied } else { Outcome::Here(here.clone()) });
                });
            }),
        }
    };
    let label = move || match outcome.get() {
        Outcome::Copied => lang.link_copied(),
        Outcome::None if shares => lang.share(),
        _ => lang.copy_link(),
    };
    let told = move || match outcome.get() {
        Outcome::None | Outcome::Copied => ().into_any(),
        Outcome::Here(link) => {
            view! { <input type="text" readonly aria-label=lang.copy_link() prop:value=link/> }.into_any()
        }
        Outcome::Failed(_) => view! { <p class="trouble">{lang.link_too_long()}</p> }.into_any(),
    };
    view! {
        <button class="copy-link" aria-live="polite" on:click=copy>{Icon::Link.view()} <span>{label}</span></button>
        {told}
    }
}
