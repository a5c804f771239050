//! A square button with an icon, and its name for those who point at it or cannot see it.

use crate::icon::Icon;
use leptos::prelude::*;

/// A button that is its icon.
#[component]
pub(crate) fn ToolButton(
    #[prop(into)] label: Signal<String>,
    #[prop(into)] on_press: Callback<()>,
    icon: Icon,
    /// A class of its own.
    #[prop(default = "")]
    class: &'static str,
    /// Whether it can be pressed.
    #[prop(into, default = Signal::stored(false))]
    disabled: Signal<bool>,
    /// Whether it opens a window.
    #[prop(optional)]
    opens: bool,
) -> impl IntoView {
    view! {
        <button
            class=format!("tool {class}")
            title=label
            aria-label=label
            aria-haspopup=opens.then_some("dialog")
            disabled=disabled
            on:click=move |_| on_press.run(())
        >
            {icon.view()}
        </button>
    }
}
