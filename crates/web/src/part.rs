//! Parts of the program that come when they are wanted: the build cuts them off the first download.
//!
//! A part is a function marked with [`wasm_split`](leptos::wasm_split::wasm_split) and `fallible`; what only it reaches
//! is in its file. What several parts share goes into a file for each combination of them, so there are few parts: the
//! table, the end, the animation, the rules, playing together, and one (`more`) for what is seldom wanted in one sitting:
//! guided games, puzzles, analysis, the referee, games from elsewhere.

use crate::app::App;
use crate::browser;
use leptos::prelude::*;
use leptos::reactive::computed::ScopedFuture;
use leptos::task::spawn_local;
use leptos::wasm_split::SplitLoaderError;
use std::future::{Future, poll_fn};
use std::pin::pin;
use std::task::Poll;

/// The style of everything but the start page. It comes before the first part is shown.
pub(crate) const STYLE: &str = "later.css";

/// A part could not be loaded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NotThere;

impl From<SplitLoaderError> for NotThere {
    fn from(_: SplitLoaderError) -> NotThere {
        NotThere
    }
}

/// What a part shows.
pub(crate) type Shown = Result<AnyView, NotThere>;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Arrival {
    Coming,
    There,
    Failed,
}

/// Shows a part once it is there; says so where it cannot be loaded, and tries again when asked.
pub(crate) fn later<F: Future<Output = Shown> + 'static>(part: impl Fn() -> F + 'static) -> AnyView {
    let lang = expect_context::<App>().lang.get_untracked();
    let arrival = RwSignal::new(Arrival::Coming);
    let shown = StoredValue::new_local(None::<AnyView>);
    let failures = StoredValue::new(0_u32);
    let load = move || {
        // What the part makes belongs to the place where it is shown.
        let coming = ScopedFuture::new_untracked(while_wanted(part()));
        spawn_local(async move {
            let view = if browser::load_style(STYLE).await { coming.await } else { Err(NotThere) };
            let now = if view.is_ok() { Arrival::There } else { Arrival::Failed };
            failures.try_update_value(|failures| *failures += u32::from(view.is_err()));
            // Nobody may be waiting for it any more.
            if shown.try_set_value(view.ok()).is_none() {
                arrival.try_set(now);
            }
        });
    };
    load();
    let load = StoredValue::new_local(load);
    let again = move |_| {
        arrival.set(Arrival::Coming);
        load.with_value(|load| load());
    };
    let show = move || match arrival.get() {
        Arrival::There => shown.try_update_value(Option::take).flatten().into_any(),
        Arrival::Coming => ().into_any(),
        Arrival::Failed => view! {
            <p class="absent" role="alert">
                {lang.not_loaded()} " " <button on:click=again>{lang.try_again()}</button>
                // It may be gone with the version of this page.
                {(failures.get_value() > 1).then(|| view! {
                    " " <button on:click=|_| browser::reload()>{lang.reload()}</button>
                })}
            </p>
        }
        .into_any(),
    };
    show.into_any()
}

/// A part on its way to a place that may be gone when it comes, as a window closed at once: it is then not made at all,
/// because it would not find the program around it.
async fn while_wanted<F: Future<Output = Shown>>(part: F) -> Shown {
    let mut part = pin!(part);
    poll_fn(|context| match use_context::<App>() {
        Some(_) => part.as_mut().poll(context),
        None => Poll::Ready(Err(NotThere)),
    })
    .await
}
