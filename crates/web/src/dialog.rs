//! A window over the page: the browser's own, so that focus stays inside and Escape closes it. Going back in the browser
//! closes it as well, and nothing else.

use crate::app::App;
use crate::icon::Icon;
use crate::tool::ToolButton;
use leptos::html;
use leptos::prelude::*;
use std::cell::{Cell, RefCell};

/// Marks the place in the browser's history at which a window is open.
pub(crate) const WINDOW: &str = "window";

thread_local! {
    /// What opens and closes the windows that are open, the one on top last.
    static OPEN: RefCell<Vec<RwSignal<bool>>> = const { RefCell::new(Vec::new()) };
    /// Steps back that the page itself took and has not heard of yet.
    static STEPS: Cell<u32> = const { Cell::new(0) };
}

/// Somebody went back: a window is closed by that. Says whether this was all.
pub(crate) fn goes_back() -> bool {
    if STEPS.get() > 0 {
        STEPS.set(STEPS.get() - 1);
        return true;
    }
    OPEN.with_borrow_mut(Vec::pop).is_some_and(|top| top.try_set(false).is_none())
}

fn note_opened(open: RwSignal<bool>) {
    OPEN.with_borrow_mut(|all| all.push(open));
    if let Ok(history) = window().history() {
        let _ = history.push_state(&WINDOW.into(), "");
    }
}

/// Says whether it was known to be open.
fn forget(open: RwSignal<bool>) -> bool {
    OPEN.with_borrow_mut(|all| {
        let before = all.len();
        all.retain(|other| *other != open);
        all.len() < before
    })
}

/// Takes the step back that somebody did not take who closed the window otherwise.
fn note_closed(open: RwSignal<bool>) {
    if let Ok(history) = window().history()
        && forget(open)
        && history.state().is_ok_and(|state| state == WINDOW)
        && history.back().is_ok()
    {
        STEPS.set(STEPS.get() + 1);
    }
}

/// Shows its children over the page while `open` is true.
#[component]
pub(crate) fn Dialog(
    open: RwSignal<bool>,
    #[prop(into)] title: Signal<String>,
    /// A class for its size.
    #[prop(default = "")]
    class: &'static str,
    children: ChildrenFn,
) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let window: NodeRef<html::Dialog> = NodeRef::new();
    Effect::new(move |_| {
        let Some(window) = window.get() else { return };
        match (open.get(), window.open()) {
            (true, false) => {
                let _ = window.show_modal();
            }
            (false, true) => window.close(),
            _ => {}
        }
    });
    Effect::new(move |before: Option<bool>| {
        let now = open.get();
        match (before.unwrap_or(false), now) {
            (false, true) => note_opened(open),
            (true, false) => note_closed(open),
            _ => {}
        }
        now
    });
    on_cleanup(move || note_closed(open));
    // A touch beside the window closes it.
    let beside = move |event: web_sys::MouseEvent| {
        let on_backdrop = window.get_untracked().is_some_and(|window| event.target().as_ref() == Some(window.as_ref()));
        if on_backdrop {
            open.set(false);
        }
    };
    // The browser tells of it a moment later, when the window may be open again.
    let closed = move |_| {
        if window.get_untracked().is_none_or(|window| !window.open()) {
            open.set(false);
        }
    };
    view! {
        <dialog
            node_ref=window
            class=class
            aria-label=title
            on:close=closed
            on:click=beside
        >
            <Show when=move || open.get()>
                <div class="window">
                    <header>
                        <h2>{title}</h2>
                        <ToolButton label=lang.close() icon=Icon::Close on_press=move |()| open.set(false)/>
                    </header>
                    <div class="content">{children()}</div>
                </div>
            </Show>
        </dialog>
    }
}

/// Whether a window is open over the page, which then gets no keys.
pub(crate) fn is_any_open() -> bool {
    document().query_selector("dialog[open]").ok().flatten().is_some()
}
