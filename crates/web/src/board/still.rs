//! A board that is only looked at, as in an example of the rules.

use super::land::{Land, LandLayer, Layer};
use super::layers;
use super::looks::corner_of;
use super::overlay::Overlay;
use super::picture::Picture;
use super::shared;
use art::{Landscape, Point};
use leptos::prelude::*;
use rules::Pos;

/// Room around the tiles, in board units.
const MARGIN: f32 = 14.0;
/// How wide a tile is shown at most, in pixels.
const WIDEST_TILE: f32 = 120.0;

/// A board with what is marked on it; `label` says what is to be seen. What comes later must have room between the first
/// and the last cell, which are those of the picture unless they are given.
#[component]
pub(crate) fn StillBoard(
    landscape: Landscape,
    #[prop(into)] picture: Signal<Picture>,
    overlay: Overlay,
    label: String,
    #[prop(optional)] bounds: Option<(Pos, Pos)>,
) -> impl IntoView {
    let (first, last) = bounds.unwrap_or_else(|| picture.with_untracked(Picture::bounds));
    let origin = corner_of(first) - Point::new(MARGIN, MARGIN);
    let size = corner_of(Pos::new(last.x + 1, last.y + 1)) + Point::new(MARGIN, MARGIN) - origin;
    let widest = size.x * WIDEST_TILE / art::TILE;
    shared::need(landscape);
    let picture = Memo::new(move |_| picture.get());
    let overlay = Memo::new(move |_| overlay.clone());
    let land = Land::new(picture, overlay, RwSignal::new(Vec::new()), 0);
    view! {
        <svg
            class="still"
            role=if label.is_empty() { "presentation" } else { "img" }
            aria-hidden=label.is_empty().then_some("true")
            aria-label=(!label.is_empty()).then_some(label)
            viewBox=format!("{} {} {} {}", origin.x, origin.y, size.x, size.y)
            style:max-width=format!("{widest}px")
            style:--grow="1"
        >
            {Layer::ALL.map(|layer| view! { <LandLayer land layer group=0/> }).collect_view()}
            <layers::Aloft picture overlay awaited=RwSignal::new(None)/>
            <layers::Marks overlay/>
            <layers::Pieces picture/>
            <layers::Scores overlay/>
        </svg>
    }
}
