//! The tiles that lie, in layers. Each layer of a board that is played on has a picture for each group of tiles, and most
//! groups do not change: a new tile makes the browser draw only itself and the few that came before it.

use super::looks::{Look, corner_of};
use super::overlay::Overlay;
use super::picture::Picture;
use leptos::prelude::*;
use rules::{LaidTile, Pos, sort_by_key};
use std::fmt::Write;

/// How wide the strokes are of which the soft shadow of tiles is made: no filter, which would be slow.
pub(super) const SHADOW: [u8; 7] = [38, 31, 25, 19, 13, 8, 4];
/// So many tiles that came one after another are drawn together, on a board that is played on.
pub(super) const TOGETHER: usize = 6;

/// The tiles that lie, in groups by when they came. A group that is full is not drawn anew before one of its tiles goes.
#[derive(Clone, Copy)]
pub(super) struct Land {
    groups: Memo<Vec<Vec<LaidTile>>>,
}

impl Land {
    /// The first group has what lies at the beginning, each of the others at most so many; all are in one if that is none.
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
        // A step later: a tile that flies to its place first is told to be arriving in answer to the same change, and would
        // be laid and taken up again before.
        let settled = RwSignal::new(tiles.get_untracked());
        Effect::new(move |_| {
            let tiles = tiles.get();
            if settled.with_untracked(|settled| *settled != tiles) {
                settled.set(tiles);
            }
        });
        let groups = Memo::new(move |before: Option<&Vec<Vec<LaidTile>>>| {
            settled.with(|tiles| grouped(before.map_or(&[], Vec::as_slice), tiles, most))
        });
        Land { groups }
    }

    /// The numbers of the groups.
    pub(super) fn numbers(self) -> impl Fn() -> Vec<usize> + Copy + Send + Sync + 'static {
        let count = Memo::new(move |_| self.groups.with(Vec::len));
        move || (0..count.get()).collect()
    }
}

/// Puts what is new into the last group, or into another if that is full. Within a group, what lies further south is
/// drawn later.
fn grouped(before: &[Vec<LaidTile>], tiles: &[LaidTile], most: usize) -> Vec<Vec<LaidTile>> {
    let lies = |group: &&Vec<LaidTile>| group.iter().all(|tile| tiles.contains(tile));
    let mut groups: Vec<Vec<LaidTile>> = before.iter().take_while(lies).cloned().collect();
    let is_new = |tile: &&LaidTile| !groups.iter().flatten().any(|other| other == *tile);
    let new: Vec<LaidTile> = tiles.iter().filter(is_new).copied().collect();
    if groups.is_empty() || new.len() > most {
        return vec![tiles.to_vec()];
    }
    match groups.last_mut().filter(|group| before.len() > 1 && group.len() + new.len() <= most) {
        Some(group) => {
            group.extend(new);
            sort_by_key(group, |tile| tile.pos);
        }
        None if new.is_empty() => {}
        None => groups.push(new),
    }
    groups
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

/// One layer of a group. What was there in the beginning is drawn with one path around all of it. Of what comes later each
/// tile has paths of its own: when a path grows, the browser draws everything anew that lies between its ends.
#[component]
pub(super) fn LandLayer(land: Land, layer: Layer, group: usize) -> impl IntoView {
    let tiles = Memo::new(move |_| land.groups.with(|groups| groups.get(group).cloned().unwrap_or_default()));
    let paths = move |path: fn(&[LaidTile]) -> String| {
        let paths = Memo::new(move |_| {
            let many = |tiles: &Vec<LaidTile>| tiles.chunks(1).map(path).collect::<Vec<_>>();
            tiles.with(|tiles| if group == 0 { vec![path(tiles)] } else { many(tiles) })
        });
        move || paths.get()
    };
    let drawn = move |class: &'static str, path: fn(&[LaidTile]) -> String| {
        view! {
            <For each=paths(path) key=String::clone let:path>
                <path class=class d=path></path>
            </For>
        }
    };
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
                <For each=paths(squares) key=String::clone let:path>
                    {SHADOW.map(|width| view! { <path d=path.clone() stroke-width=width></path> }).collect_view()}
                </For>
            </g>
            {drawn("edge dark-edge", squares)}
            {drawn("edge", squares)}
        }
        .into_any(),
        Layer::Ground => view! {
            <g>{looks("g")}</g>
            {drawn("rim light", |tiles| lines(tiles, "v-100h100", 100.0))}
            {drawn("rim", |tiles| lines(tiles, "h100v-100", 100.0))}
        }
        .into_any(),
        Layer::Detail => view! {
            <g>{looks("d")}</g>
            {drawn("night", squares)}
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

#[cfg(test)]
mod tests {
    use super::*;
    use rules::{Rotation, TileKind};

    #[test]
    fn a_new_tile_leaves_full_groups_as_they_are() {
        let kind = TileKind::all().next().expect("there are tiles");
        let tile = |x: i16| LaidTile { kind, pos: Pos::new(x, -x), rotation: Rotation::NONE };
        let tiles: Vec<LaidTile> = (0..12).map(tile).collect();
        let mut groups = grouped(&[], &tiles[..3], 2);
        for count in 4..=12 {
            let next = grouped(&groups, &tiles[..count], 2);
            assert_eq!(next.iter().map(Vec::len).sum::<usize>(), count);
            assert!(next.iter().zip(&groups).filter(|(new, old)| new != old).count() <= 1, "{count}");
            assert_eq!(next[0], tiles[..3], "what lay at the beginning is not drawn anew");
            groups = next;
        }
        assert_eq!(grouped(&groups, &tiles, 2), groups);
        // Who takes a turn back has the tiles before it where they were.
        assert_eq!(grouped(&groups, &tiles[..11], 2).concat().len(), 11);
        assert_eq!(grouped(&groups, &tiles[..2], 2), [tiles[..2].to_vec()], "a board of long ago is another");
    }
}
