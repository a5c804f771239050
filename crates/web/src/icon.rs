//! The icons: one family, on a grid of 24, an ink line with a wash inside. They take the colour of the text around them.

use leptos::prelude::*;

/// An icon.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Icon {
    Again,
    Back,
    Bin,
    Book,
    Chat,
    Check,
    Clock,
    Close,
    Copy,
    Door,
    Eye,
    Film,
    Fit,
    Flag,
    Globe,
    Help,
    Hint,
    Keys,
    Learn,
    Link,
    List,
    Menu,
    Minus,
    Moon,
    Mute,
    Next,
    Open,
    Pause,
    People,
    PickUp,
    Picture,
    Play,
    Plus,
    Redo,
    Replay,
    Send,
    Settings,
    Sound,
    Tiles,
    Turn,
    TurnLeft,
    Undo,
}

impl Icon {
    const fn shape(self) -> &'static str {
        match self {
            Icon::Again => {
                r#"<path d="M5 11a7 7 0 0 1 12.5-3.500L20 10M19 13a7 7 0 0 1-12.5 3.500L4 14"/><path d="M20 5.500V10h-4.500M4 18.500V14h4.5"/>"#
            }
            Icon::Back => r#"<path d="m14.5 6-6 6 6 6"/>"#,
            Icon::Bin => r#"<path class="w" d="M7 8h10l-1 12H8z"/><path d="M7 8h10l-1 12H8zM5 8h14M10 8V5h4v3"/>"#,
            Icon::Book => {
                r#"<path class="w" d="M12 7c-2-1.7-4.7-2.2-8-2v13c3.3-.2 6 .3 8 2z"/><path d="M12 7c-2-1.7-4.7-2.2-8-2v13c3.3-.2 6 .3 8 2 2-1.7 4.7-2.2 8-2V5c-3.3-.2-6 .3-8 2zM12 7v13"/>"#
            }
            Icon::Chat => {
                r#"<path class="w" d="M4 5.500h16v11h-9l-4.500 3.500v-3.500H4z"/><path d="M4 5.500h16v11h-9l-4.500 3.500v-3.500H4z"/>"#
            }
            Icon::Check => r#"<path d="m5 12.8 4.7 4.700L19.5 7"/>"#,
            Icon::Clock => {
                r#"<circle class="w" cx="12" cy="12" r="8.5"/><circle cx="12" cy="12" r="8.5"/><path d="M12 7v5l3.500 2"/>"#
            }
            Icon::Close => r#"<path d="m6.5 6.5 11 11M17.5 6.500l-11 11"/>"#,
            Icon::Copy => {
                r#"<rect class="w" x="8.5" y="8.5" width="11" height="11" rx="2"/><rect x="8.5" y="8.5" width="11" height="11" rx="2"/><path d="M15.5 5.500a1.5 1.5 0 0 0-1.5-1.500H6a2 2 0 0 0-2 2v8a1.5 1.5 0 0 0 1.5 1.5"/>"#
            }
            Icon::Door => {
                r#"<path class="w" d="M6 20V5.500L14 4v17z"/><path d="M6 20V5.500L14 4v16.500zM14 6h4v14M4 20h16M11 12.500v.1"/>"#
            }
            Icon::Eye => {
                r#"<path class="w" d="M3 12c2.3-4 5.3-6 9-6s6.7 2 9 6c-2.3 4-5.3 6-9 6s-6.7-2-9-6z"/><path d="M3 12c2.3-4 5.3-6 9-6s6.7 2 9 6c-2.3 4-5.3 6-9 6s-6.7-2-9-6z"/><circle cx="12" cy="12" r="2.6"/>"#
            }
            Icon::Film => {
                r#"<rect class="w" x="7.5" y="4" width="9" height="16"/><rect x="4" y="4" width="16" height="16" rx="2"/><path d="M7.5 4v16M16.500 4v16M4 9.300h3.500M4 14.700h3.500M16.500 9.300H20M16.500 14.700H20"/>"#
            }
            Icon::Fit => {
                r#"<path class="w" d="M8.5 8.5h7v7h-7z"/><path d="M4 8.5V6a2 2 0 0 1 2-2h2.5M15.5 4H18a2 2 0 0 1 2 2v2.5M20 15.500V18a2 2 0 0 1-2 2h-2.500M8.5 20H6a2 2 0 0 1-2-2v-2.5"/>"#
            }
            Icon::Flag => r#"<path class="w" d="M6 4.500h12l-3 4 3 4H6z"/><path d="M6 21V4.500h12l-3 4 3 4H6"/>"#,
            Icon::Globe => {
                r#"<circle class="w" cx="12" cy="12" r="8.5"/><circle cx="12" cy="12" r="8.5"/><path d="M3.5 12h17M12 3.500c2.7 2.6 4 5.4 4 8.500s-1.3 5.9-4 8.500c-2.7-2.6-4-5.4-4-8.500s1.3-5.9 4-8.500z"/>"#
            }
            Icon::Help => {
                r#"<circle class="w" cx="12" cy="12" r="8.5"/><circle cx="12" cy="12" r="8.5"/><path d="M9.6 9.700a2.5 2.5 0 1 1 3.7 2.200c-.9.5-1.3 1-1.3 1.9"/><path d="M12 16.800v.1"/>"#
            }
            Icon::Hint => {
                r#"<path class="w" d="M8.5 15.200a6 6 0 1 1 7 0v2.300h-7z"/><path d="M8.5 15.200a6 6 0 1 1 7 0v2.300h-7zM10 20.500h4"/>"#
            }
            Icon::Keys => {
                r#"<rect class="w" x="3" y="7" width="18" height="11" rx="2"/><rect x="3" y="7" width="18" height="11" rx="2"/><path d="M7 11v.1M12 11v.1M17 11v.1M8 14.5h8"/>"#
            }
            Icon::Learn => {
                r#"<path class="w" d="m12 5 9.5 4.500L12 14 2.5 9.500z"/><path d="m12 5 9.5 4.500L12 14 2.5 9.500zM6.5 11.500V16c1.7 1.6 3.5 2.3 5.5 2.300s3.8-.7 5.5-2.300v-4.500M21.5 9.500V15"/>"#
            }
            Icon::Link => {
                r#"<path d="M10 14.5 14.5 10"/><path d="m12.5 6.8 1.3-1.300a3.9 3.9 0 0 1 5.5 5.500l-2.5 2.500M11.5 17.200l-1.3 1.300a3.9 3.9 0 0 1-5.5-5.500l2.5-2.5"/>"#
            }
            Icon::List => {
                r#"<path d="M9 6.500h11M9 12h11M9 17.500h11"/><path d="M4.5 6.500v.1M4.5 12v.1M4.5 17.500v.1"/>"#
            }
            Icon::Menu => r#"<path d="M4 6.500h16M4 12h16M4 17.500h11"/>"#,
            Icon::Minus => r#"<path d="M5.5 12h13"/>"#,
            Icon::Moon => {
                r#"<path class="w" d="M19.5 14.500A8 8 0 0 1 9.5 4.500a8 8 0 1 0 10 10z"/><path d="M19.5 14.500A8 8 0 0 1 9.5 4.500a8 8 0 1 0 10 10z"/>"#
            }
            Icon::Mute => {
                r#"<path class="w" d="M4 9.5v5h3.5L12 18.5v-13L7.5 9.5z"/><path d="M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM16 9.5l5 5M21 9.5l-5 5"/>"#
            }
            Icon::Next => r#"<path d="m9.5 6 6 6-6 6"/>"#,
            Icon::Open => r#"<path class="w" d="M4 19V6h6l2 2h8v11z"/><path d="M4 19V6h6l2 2h8v11z"/>"#,
            Icon::Pause => r#"<path d="M9 6v12M15 6v12"/>"#,
            Icon::People => {
                r#"<circle class="w" cx="9" cy="8.5" r="3.5"/><circle cx="9" cy="8.5" r="3.5"/><path d="M3 19.5c.3-4 2.5-6 6-6s5.700 2 6 6M15.5 5.300a3.5 3.5 0 0 1 0 6.400M17.5 14c2.200.8 3.300 2.700 3.5 5.5"/>"#
            }
            Icon::PickUp => {
                r#"<rect class="w" x="6" y="11" width="12" height="9.5" rx="1.8"/><rect x="6" y="11" width="12" height="9.5" rx="1.8"/><path d="m8 7.5 4-4 4 4"/>"#
            }
            Icon::Picture => {
                r#"<path class="w" d="m4 17 5-5.500 4 4 2.500-2 4.500 4V20H4z"/><rect x="4" y="4.500" width="16" height="15" rx="2"/><path d="m4 17 5-5.500 4 4 2.500-2 4.500 4"/><circle cx="15" cy="9" r="1.7"/>"#
            }
            Icon::Play => r#"<path class="w" d="M8 5.500v13l10.5-6.500z"/><path d="M8 5.500v13l10.5-6.500z"/>"#,
            Icon::Plus => r#"<path d="M12 5.500v13M5.5 12h13"/>"#,
            Icon::Redo => r#"<path d="m15.5 5 4 4-4 4"/><path d="M19 9h-8.5a5.5 5.5 0 0 0 0 11H15"/>"#,
            Icon::Replay => {
                r#"<rect class="w" x="4" y="5" width="16" height="14" rx="2"/><rect x="4" y="5" width="16" height="14" rx="2"/><path d="m10.5 9.2 4.5 2.8-4.5 2.800z"/>"#
            }
            Icon::Send => {
                r#"<path class="w" d="M4 5.500 20.500 12 4 18.500 7.500 12z"/><path d="M4 5.500 20.500 12 4 18.500 7.500 12zM7.500 12h6"/>"#
            }
            Icon::Settings => {
                r#"<circle class="w" cx="9" cy="7" r="2.6"/><circle class="w" cx="15.5" cy="12" r="2.6"/><circle class="w" cx="8" cy="17" r="2.6"/><path d="M4 7h2.400M11.6 7H20M4 12h8.900M18.1 12H20M4 17h1.400M10.6 17H20"/><circle cx="9" cy="7" r="2.6"/><circle cx="15.5" cy="12" r="2.6"/><circle cx="8" cy="17" r="2.6"/>"#
            }
            Icon::Sound => {
                r#"<path class="w" d="M4 9.500v5h3.500L12 18.500v-13L7.5 9.500z"/><path d="M4 9.500v5h3.500L12 18.500v-13L7.5 9.500zM15.5 9.200a4 4 0 0 1 0 5.600M18 6.700a7.5 7.5 0 0 1 0 10.6"/>"#
            }
            Icon::Tiles => {
                r#"<path class="w" d="M12 4 3.5 8.5 12 13l8.5-4.500z"/><path d="M12 4 3.5 8.5 12 13l8.5-4.500zM3.5 12.5 12 17l8.5-4.500M3.5 16.300l8.5 4.5 8.5-4.5"/>"#
            }
            Icon::Turn => {
                r#"<path class="w" d="M12 5a7 7 0 1 0 7 7h-7z"/><path d="M19 12a7 7 0 1 1-2.4-5.300L19 9"/><path d="M19.3 4.500V9h-4.5"/>"#
            }
            Icon::TurnLeft => {
                r#"<path class="w" d="M12 5a7 7 0 1 1-7 7h7z"/><path d="M5 12a7 7 0 1 0 2.4-5.300L5 9"/><path d="M4.7 4.500V9h4.5"/>"#
            }
            Icon::Undo => r#"<path d="M8.5 5 4.5 9l4 4"/><path d="M5 9h8.500a5.5 5.5 0 0 1 0 11H9"/>"#,
        }
    }

    pub(crate) fn view(self) -> impl IntoView {
        view! { <svg class="i" viewBox="0 0 24 24" aria-hidden="true" inner_html=self.shape()></svg> }
    }
}
