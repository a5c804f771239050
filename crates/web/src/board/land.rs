//! The tiles that lie, in layers. Each layer of a board that is played on is a picture of its own, and most tiles are in
//! layers that change seldom: a new tile makes the browser draw only itself and the few that came before it.

use super::looks::{Look, corner_of};
use super::overlay::Overlay;
use super::picture::Picture;
use leptos::prelude::*;
use rules::{LaidTile, Pos};
use std::fmt::Write;

/// How wide the strokes are of which the soft shadow of tiles is made: no filter, which would be slow.
pub(super) const SHADOW: [u8; 7] = [38, 31, 25, 19, 13, 8, 4];
/// So many tiles may be new, on a board that is played on, before all are settled.
pub(super) const FRESH: usize = 10;

/// The tiles that lie.
#[derive(Clone, Copy)]
pub(super) struct Land {
    /// Those that lie for some time.
    settled: Memo<Vec<LaidTile>>,
    fresh: Memo<Vec<LaidTile>>,
}

impl Land {
    /// `most` of the tiles may be new.
    pub(super) fn new(
        picture: Memo<Picture>,
        overlay: Memo<Overlay>,
        arriving: RwSignal<Vec<Pos>>,
        most: usize,
    ) -> Land {
        let held_at = Memo::new(move |_| overlay.with(|overlay| overlay.trial));
        let tiles = Memo::new(move |_| {
            let (held, arriving) = (held_at.get(), arriving.get());
            let lies = |tile: &&LaidTile| Some(tile.pos) != held && !arriving.contains(&tile.pos);
            picture.with(|picture| picture.tiles.iter().filter(lies).copied().collect::<Vec<_>>())
        });
        let settled = Memo::new(move |before: Option<&Vec<LaidTile>>| {
            tiles.with(|tiles| {
                let still = |before: &&Vec<LaidTile>| {
                    before.iter().all(|tile| tiles.contains(tile)) && tiles.len() <= before.len() + most
                };
                before.filter(still).unwrap_or(tiles).clone()
            })
        });
        let fresh = Memo::new(move |_| {
            settled.with(|settled| {
                let fresh = |tile: &&LaidTile| !settled.contains(tile);
                tiles.with(|tiles| tiles.iter().filter(fresh).copied().collect())
            })
        });
        Land { settled, fresh }
    }
}

/// A layer of the tiles, from the ground up. Grounds lie below all details, so that trees and towers may stand out over
/// their tile.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Layer {
    /// What tiles throw and stand on: below all of them.
    Under,
    Ground,
    Detail,
}

impl Layer {
    pub(super) const ALL: [Layer; 3] = [Layer::Under, Layer::Ground, Layer::Detail];
}

/// One layer of those tiles that are settled, or of those that are new.
#[component]
pub(super) fn LandLayer(land: Land, layer: Layer, fresh: bool) -> impl IntoView {
    let tiles = if fresh { land.fresh } else { land.settled };
    let outline = Memo::new(move |_| tiles.with(|tiles| squares(tiles)));
    let looks = move |part: &'static str| {
        view! {
            <For each=move || tiles.get() key=key let:tile>
                {use_look(&tile, part)}
            </For>
        }
    };
    match layer {
        Layer::Under => view! {
            <g class="shadow">
                {SHADOW.map(|width| view! { <path d=outline stroke-width=width></path> }).collect_view()}
            </g>
            <path class="edge dark-edge" d=outline></path>
            <path class="edge" d=outline></path>
        }
        .into_any(),
        Layer::Ground => view! {
            <g>{looks("g")}</g>
            <path class="rim light" d=move || tiles.with(|tiles| lines(tiles, "v-100h100", 100.0))></path>
            <path class="rim" d=move || tiles.with(|tiles| lines(tiles, "h100v-100", 100.0))></path>
        }
        .into_any(),
        Layer::Detail => view! {
            <g>{looks("d")}</g>
            <path class="night" d=outline></path>
        }
        .into_any(),
    }
}

/// Which tile lies where: what makes one `<use>` differ from another.
fn key(tile: &LaidTile) -> (Look, i16, i16) {
    (Look::of(tile), tile.pos.x, tile.pos.y)
}

pub(super) fn use_look(tile: &LaidTile, part: &str) -> impl IntoView + use<> {
    let at = corner_of(tile.pos);
    view! { <use_ href=format!("#{}{part}", Look::of(tile).id()) x=at.x y=at.y></use_> }
}

/// One path around all tiles.
pub(super) fn squares(tiles: &[LaidTile]) -> String {
    tiles.iter().map(|tile| corner_of(tile.pos)).fold(String::new(), |mut path, at| {
        let _ = write!(path, "M{} {}h100v100h-100z", at.x, at.y);
        path
    })
}

/// One path along two sides of every tile, from its lower left corner.
fn lines(tiles: &[LaidTile], along: &str, down: f32) -> String {
    tiles.iter().map(|tile| corner_of(tile.pos)).fold(String::new(), |mut path, at| {
        let _ = write!(path, "M{} {}{along}", at.x, at.y + down);
        path
    })
}
