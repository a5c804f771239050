//! A square button with a picture, and its name for those who point at it or cannot see it.

use leptos::prelude::*;

/// A button that is its picture: a letter or lines in a square of 22.
#[component]
pub(crate) fn ToolButton(
    label: &'static str,
    #[prop(into)] on_press: Callback<()>,
    picture: Picture,
    /// Whether it is shown on narrow screens only.
    #[prop(optional)]
    narrow: bool,
    /// Whether it opens a window.
    #[prop(optional)]
    opens: bool,
) -> impl IntoView {
    view! {
        <button
            class=if narrow { "tool narrow-only" } else { "tool" }
            title=label
            aria-label=label
            aria-haspopup=opens.then_some("dialog")
            on:click=move |_| on_press.run(())
        >
            {picture.view()}
        </button>
    }
}

/// What is on a button.
#[derive(Clone, Copy)]
pub(crate) enum Picture {
    Text(&'static str),
    /// The path of its lines.
    Lines(&'static str),
}

impl Picture {
    pub(crate) fn view(self) -> AnyView {
        match self {
            Picture::Text(text) => text.into_any(),
            Picture::Lines(path) => {
                view! { <svg viewBox="0 0 22 22" aria-hidden="true"><path d=path></path></svg> }.into_any()
            }
        }
    }
}
