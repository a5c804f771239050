//! How others find a room: a link, and the same as a picture for phones.

use crate::app::App;
use crate::browser;
use crate::icon::Icon;
use leptos::prelude::*;
use leptos::task::spawn_local;
use qrcodegen::{QrCode, QrCodeEcc};
use std::fmt::Write;

/// Empty modules around the code, as readers want it.
const MARGIN: i32 = 3;

/// The picture of a link: its size, and the path of its dark modules.
fn modules(link: &str) -> Option<(i32, String)> {
    let code = QrCode::encode_text(link, QrCodeEcc::Medium).ok()?;
    let size = code.size();
    let mut path = String::new();
    for y in 0..size {
        for x in (0..size).filter(|x| code.get_module(*x, y)) {
            let _ = write!(path, "M{} {}h1v1h-1z", x + MARGIN, y + MARGIN);
        }
    }
    Some((size + 2 * MARGIN, path))
}

/// A link as a picture that phones read.
#[component]
pub(super) fn QrPicture(link: String, #[prop(into)] label: String) -> impl IntoView {
    modules(&link).map(|(size, path)| {
        view! {
            <svg class="qr" role="img" aria-label=label viewBox=format!("0 0 {size} {size}") shape-rendering="crispEdges">
                <rect width=size height=size></rect>
                <path d=path></path>
            </svg>
        }
    })
}

/// A link to be copied, shared or scanned.
#[component]
pub(super) fn Invite(link: String) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let copied = RwSignal::new(false);
    let shown = link.clone();
    let own = link.clone();
    let copy = move |_| browser::copy(&own, move |done| copied.set(done));
    let select = |event: leptos::ev::FocusEvent| event_target::<web_sys::HtmlInputElement>(&event).select();
    let can_share = browser::can_share();
    let shared = link.clone();
    let share = move |_| {
        let link = shared.clone();
        spawn_local(async move {
            browser::hand_over_link(&link).await;
        });
    };
    view! {
        <QrPicture link label=lang.qr_code()/>
        <p class="how"><small>{lang.scan_or_send()}</small></p>
        <div class="link">
            <input type="text" readonly aria-label=lang.link() prop:value=shown on:focus=select/>
            <button class="copy" title=lang.copy_link() aria-label=lang.copy_link() on:click=copy>
                {move || if copied.get() { Icon::Check.view() } else { Icon::Copy.view() }}
            </button>
        </div>
        <p class="unseen" role="status">{move || copied.get().then(|| lang.link_copied())}</p>
        {can_share.then(|| view! {
            <button class="share" on:click=share>{Icon::Send.view()} <span>{lang.share()}</span></button>
        })}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_becomes_a_picture_with_its_three_corners() {
        let (size, path) = modules("https://bastide.example/#room/abcdefgh01234567").expect("it fits");
        assert!(size > 21 + 2 * MARGIN);
        for (x, y) in [(MARGIN, MARGIN), (size - MARGIN - 1, MARGIN), (MARGIN, size - MARGIN - 1)] {
            assert!(path.contains(&format!("M{x} {y}h1")), "{x} {y}");
        }
    }
}
