//! What flies over the table, and what is lit on it.

use super::{Flight, Flyer, Light, Motion};
use crate::board::{BoardView, Look, corner_of, tile_art};
use crate::livery::{Badge, livery, piece_id};
use art::Point;
use leptos::prelude::*;

/// A light is drawn this much larger than its feature, for the line around it.
const MARGIN: f32 = 8.0;

/// Things in the air: over the board and the panels, moved with the board as one layer.
#[component]
pub(crate) fn Sky(motion: Motion) -> impl IntoView {
    let BoardView { camera, glides, .. } = motion.view;
    view! {
        <div class="sky" aria-hidden="true" class:gliding=glides style:transform=move || camera.get().style()>
            <For each=move || motion.flights.get() key=|flight| flight.number let:flight>
                {flight_view(motion, flight)}
            </For>
        </div>
    }
}

fn flight_view(motion: Motion, flight: Flight) -> impl IntoView {
    let Flight { number, what, from, to, sizes, waits, lasts } = flight;
    let place = |at: Point| format!("{}px,{}px", at.x, at.y);
    let style = format!(
        "--from:{};--to:{};--small:{};--large:{};animation-duration:{lasts}ms;animation-delay:{waits}ms",
        place(from),
        place(to),
        sizes.0,
        sizes.1
    );
    let (class, inside) = match what {
        Flyer::Tile(tile) => {
            let id = Look::of(&tile).id();
            let drawn = format!("<use href=\"#{id}g\"/><use href=\"#{id}d\"/>");
            ("fly tile-flies", view! { <svg viewBox="0 0 100 100" inner_html=drawn></svg> }.into_any())
        }
        Flyer::Piece(colour, piece) => {
            let drawn = format!("<use href=\"#{}\"/>", piece_id(colour, piece));
            ("fly piece-flies", view! { <svg viewBox="-10 -11 20 21" inner_html=drawn></svg> }.into_any())
        }
        Flyer::Points(colour, points) => {
            let look = livery(colour);
            let badge = view! {
                <b style:background=look.badge() style:color=look.on_badge()>{format!("+{points}")}</b>
            };
            ("fly points-fly", badge.into_any())
        }
    };
    view! { <div class=class style=style on:animationend=move |_| motion.landed(number)>{inside}</div> }
}

/// Features that are lit: a layer of its own over the board, so that its light comes and goes without drawing the board
/// anew.
#[component]
pub(crate) fn Glow(motion: Motion) -> impl IntoView {
    view! {
        <For each=move || motion.lights.get() key=|light| light.number let:light>
            {light_view(&light)}
        </For>
    }
}

fn light_view(light: &Light) -> impl IntoView + use<> {
    let corners = || light.segments.iter().map(|(laid, _)| corner_of(laid.pos));
    let edge = |of: fn(f32, f32) -> f32, part: fn(Point) -> f32| corners().map(part).reduce(of).unwrap_or(0.0);
    let margin = Point::new(MARGIN, MARGIN);
    let from = Point::new(edge(f32::min, |at| at.x), edge(f32::min, |at| at.y)) - margin;
    let to = Point::new(edge(f32::max, |at| at.x), edge(f32::max, |at| at.y)) + Point::new(art::TILE, art::TILE) + margin;
    let size = to - from;
    let mut drawn = String::new();
    for (laid, segment) in &light.segments {
        let Some(area) = tile_art(laid.kind).area(*segment, laid.rotation) else { continue };
        let at = corner_of(laid.pos);
        drawn.push_str(&format!("<path transform=\"translate({} {})\" d=\"{area}\"/>", at.x, at.y));
    }
    let colour = light.colour.map(|colour| livery(colour).colour);
    view! {
        <svg
            class="glow"
            style:--seat=colour
            style=format!("left:{}px;top:{}px", from.x, from.y)
            width=size.x
            height=size.y
            viewBox=format!("{} {} {} {}", from.x, from.y, size.x, size.y)
            inner_html=drawn
        ></svg>
    }
}
