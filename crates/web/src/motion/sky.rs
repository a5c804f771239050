//! What flies over the table, and what is lit on it, as elements that come and go without the page knowing of them: it
//! would be slower and larger with it.

use super::Motion;
use crate::board::{BoardView, Look, corner_of, tile_art};
use crate::livery::{Badge, livery, piece_id};
use art::{Figurine, Point};
use leptos::html::Div;
use leptos::prelude::*;
use rules::{LaidTile, Segment};
use std::fmt::Write;
use std::time::Duration;

/// A light is drawn this much larger than its feature, for the line around it.
const MARGIN: f32 = 8.0;

/// What has arrived is taken away a little later, in milliseconds: a tile lies there by then.
const LATE: u32 = 40;

/// What flies.
pub(super) enum Flyer {
    Tile(LaidTile),
    /// A piece with the number of its livery.
    Piece(usize, Figurine),
    Points(usize, u16),
}

/// Something on its way, from one point of the board to another.
pub(super) struct Flight {
    pub(super) what: Flyer,
    pub(super) from: Point,
    pub(super) to: Point,
    /// How large it is at the beginning and at the end.
    pub(super) sizes: (f32, f32),
    /// In milliseconds.
    pub(super) waits: u32,
    pub(super) lasts: u32,
}

impl Flight {
    fn html(&self) -> String {
        let Flight { from, to, sizes, waits, lasts, .. } = self;
        let (class, inside) = match self.what {
            Flyer::Tile(tile) => {
                let id = Look::of(&tile).id();
                ("tile", format!("<svg viewBox=\"0 0 100 100\"><use href=\"#{id}g\"/><use href=\"#{id}d\"/></svg>"))
            }
            Flyer::Piece(colour, piece) => {
                let id = piece_id(colour, piece);
                ("piece", format!("<svg viewBox=\"-10 -11 20 21\"><use href=\"#{id}\"/></svg>"))
            }
            Flyer::Points(colour, points) => {
                let look = livery(colour);
                let style = format!("background:{};color:{}", look.badge(), look.on_badge());
                ("points", format!("<b style=\"{style}\">+{points}</b>"))
            }
        };
        format!(
            "<div class=\"fly {class}-flies\" style=\"--from:{}px,{}px;--to:{}px,{}px;--small:{};--large:{};\
             animation-duration:{lasts}ms;animation-delay:{waits}ms\">{inside}</div>",
            from.x, from.y, to.x, to.y, sizes.0, sizes.1
        )
    }
}

/// Puts something into a layer and takes it away after a while, if that is said.
fn show(layer: NodeRef<Div>, html: &str, lasts: Option<u32>) {
    let Some(layer) = layer.get_untracked() else { return };
    if layer.insert_adjacent_html("beforeend", html).is_err() {
        return;
    }
    let (Some(element), Some(lasts)) = (layer.last_element_child(), lasts) else { return };
    set_timeout(move || element.remove(), Duration::from_millis(lasts.into()));
}

pub(super) fn fly(layer: NodeRef<Div>, flight: &Flight) {
    show(layer, &flight.html(), Some(flight.waits + flight.lasts + LATE));
}

/// Lights a feature in the colour of whoever gets points for it, for so many milliseconds or until nothing is lit.
pub(super) fn light(layer: NodeRef<Div>, segments: &[(LaidTile, Segment)], colour: Option<usize>, lasts: Option<u32>) {
    let corners = || segments.iter().map(|(laid, _)| corner_of(laid.pos));
    let edge = |of: fn(f32, f32) -> f32, part: fn(Point) -> f32| corners().map(part).reduce(of).unwrap_or(0.0);
    let margin = Point::new(MARGIN, MARGIN);
    let from = Point::new(edge(f32::min, |at| at.x), edge(f32::min, |at| at.y)) - margin;
    let far = Point::new(edge(f32::max, |at| at.x), edge(f32::max, |at| at.y)) + Point::new(art::TILE, art::TILE);
    let size = far + margin - from;
    let colour = colour.map_or("#b9860b", |colour| livery(colour).colour);
    let mut html = format!(
        "<svg class=\"glow{}\" style=\"--seat:{colour};left:{1}px;top:{2}px;--lasts:{3}ms\" \
         width=\"{4}\" height=\"{5}\" viewBox=\"{1} {2} {4} {5}\">",
        if lasts.is_some() { "" } else { " stays" },
        from.x,
        from.y,
        lasts.unwrap_or(0),
        size.x,
        size.y
    );
    let mut areas = String::new();
    for (laid, segment) in segments {
        let Some(area) = tile_art(laid.kind).area(*segment, laid.rotation) else { continue };
        let at = corner_of(laid.pos);
        let _ = write!(areas, "<path transform=\"translate({} {})\" d=\"{area}\"/>", at.x, at.y);
    }
    // A dark line around the coloured one: some colours are those of the land.
    let _ = write!(html, "<g class=\"rim\">{areas}</g>{areas}</svg>");
    show(layer, &html, lasts);
}

/// Takes the tiles away that have landed: those of one frame land together.
pub(super) fn land(layer: NodeRef<Div>) {
    let Some(layer) = layer.get_untracked() else { return };
    while let Ok(Some(tile)) = layer.query_selector(".tile-flies") {
        tile.remove();
    }
}

pub(super) fn clear(layer: NodeRef<Div>) {
    if let Some(layer) = layer.get_untracked() {
        layer.set_inner_html("");
    }
}

/// Things in the air: over the board and the panels, moved with the board as one layer.
#[component]
pub(crate) fn Sky(motion: Motion) -> impl IntoView {
    let BoardView { camera, glides, .. } = motion.view;
    let style = move || camera.get().style();
    view! { <div class="sky" aria-hidden="true" node_ref=motion.sky class:gliding=glides style:transform=style></div> }
}
