//! A window over the page: the browser's own, so that focus stays inside and Escape closes it.

use crate::app::App;
use crate::icon::Icon;
use crate::tool::ToolButton;
use leptos::html;
use leptos::prelude::*;

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
    // A touch beside the window closes it.
    let beside = move |event: web_sys::MouseEvent| {
        let on_backdrop = window.get_untracked().is_some_and(|window| event.target().as_ref() == Some(window.as_ref()));
        if on_backdrop {
            open.set(false);
        }
    };
    view! {
        <dialog
            node_ref=window
            class=class
            aria-label=title
            on:close=move |_| open.set(false)
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
