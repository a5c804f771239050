//! Pieces on a board that is played on: only those that come or go are made anew, for each is many elements to the browser.

use super::layers::{beside_pieces, piece_html};
use super::overlay::Overlay;
use super::picture::{Picture, PieceMark};
use art::Point;
use leptos::prelude::*;
use leptos::svg::G;
use web_sys::Element;

#[component]
pub(super) fn LivePieces(picture: Memo<Picture>, overlay: Memo<Overlay>) -> impl IntoView {
    // A piece that was tried stands there already when it is placed.
    let tried = StoredValue::new(None);
    Effect::new(move |_| {
        let at = overlay.with(|overlay| overlay.spots.iter().find(|spot| spot.selected).map(|spot| spot.at));
        if at.is_some() {
            tried.set_value(at);
        }
    });
    let pieces = Memo::new(move |_| picture.with(|picture| picture.pieces.clone()));
    let layer: NodeRef<G> = NodeRef::new();
    Effect::new(move |before: Option<Vec<PieceMark>>| {
        let pieces = pieces.get();
        let Some(layer) = layer.get() else { return Vec::new() };
        let tried = |mark: &PieceMark| tried.get_value().is_some_and(|at: Point| at.distance(mark.at) < 1.0);
        let hops = |mark: &PieceMark| before.is_some() && !tried(mark);
        renew(&layer, before.as_deref().unwrap_or_default(), &pieces, hops);
        pieces
    });
    view! {
        <g class="pieces" node_ref=layer></g>
        {beside_pieces(picture)}
    }
}

/// Makes what stands in a layer into what shall stand there. What stays is not touched.
fn renew(layer: &Element, before: &[PieceMark], now: &[PieceMark], hops: impl Fn(&PieceMark) -> bool) {
    let stays = |one: &[PieceMark], other: &[PieceMark]| -> Vec<PieceMark> {
        one.iter().filter(|mark| other.contains(mark)).cloned().collect()
    };
    // The order is that of how near they stand, and does not change; if it did, everything would be made anew.
    let ordered = stays(before, now) == stays(now, before);
    let mut next = layer.first_element_child();
    for old in before {
        let Some(element) = next else { break };
        next = element.next_element_sibling();
        if !ordered || !now.contains(old) {
            element.remove();
        }
    }
    let mut next = layer.first_element_child();
    for mark in now {
        let stood = before.contains(mark);
        if stood && ordered {
            next = next.and_then(|element| element.next_element_sibling());
            continue;
        }
        let html = piece_html(mark, !stood && hops(mark));
        let _ = match &next {
            Some(element) => element.insert_adjacent_html("beforebegin", &html),
            None => layer.insert_adjacent_html("beforeend", &html),
        };
    }
}
