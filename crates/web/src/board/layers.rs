//! The layers of the board's picture, from the ground up.

use super::looks::{Look, corner_of, is_laid_out, theme_of, tile};
use super::overlay::{Overlay, ScoreMark, Spot, SpotShape};
use super::picture::{Picture, PieceMark, TokenMark};
use super::queue;
use crate::livery::{livery, piece_id};
use crate::table::Anchor;
use art::{Landscape, Piece, Point, definitions};
use leptos::prelude::*;
use rules::{Animal, LaidTile, Pos, Rotation, TileKind};
use std::collections::BTreeSet;

fn translate(at: Point) -> String {
    format!("translate({} {})", at.x, at.y)
}

/// Which tile lies where: what makes one `<use>` differ from another.
fn key(tile: &LaidTile) -> (Look, i16, i16) {
    (Look::of(tile), tile.pos.x, tile.pos.y)
}

/// Grounds below, details above, so that trees and towers may stand out over their tile.
#[component]
pub(super) fn Tiles(picture: Memo<Picture>, overlay: Memo<Overlay>) -> impl IntoView {
    let tiles = Memo::new(move |_| picture.with(|picture| picture.tiles.clone()));
    let ghost = Memo::new(move |_| overlay.with(|overlay| overlay.ghost));
    let looks = Memo::new(move |_| {
        let mut looks: BTreeSet<Look> = tiles.with(|tiles| tiles.iter().map(Look::of).collect());
        looks.extend(ghost.get().as_ref().map(Look::of));
        looks
    });
    let defined = defined(looks);
    let layer = move |part: &'static str| {
        view! {
            <For each=move || tiles.get() key=key let:tile>
                {use_look(&tile, part)}
            </For>
        }
    };
    view! {
        <defs>
            <For each=move || defined.get() key=|look| *look let:look>
                <g inner_html=look.definition()></g>
            </For>
        </defs>
        <g>{layer("g")}</g>
        <g>{layer("d")}</g>
        {move || {
            ghost.get().map(|tile| {
                view! {
                    <g class="ghost">
                        {use_look(&tile, "g")}
                        {use_look(&tile, "d")}
                    </g>
                }
            })
        }}
    }
}

/// Those looks that are drawn: at once what is laid out already, the others one after another.
fn defined(looks: Memo<BTreeSet<Look>>) -> RwSignal<BTreeSet<Look>> {
    let defined = RwSignal::new(BTreeSet::new());
    Effect::new(move |_| {
        let looks = looks.get();
        let (now, wait): (BTreeSet<Look>, _) = looks.into_iter().partition(|look| is_laid_out(look.kind()));
        defined.update(|defined| defined.extend(now));
        for look in wait {
            queue::later(move || {
                // The board may be gone by then.
                if defined.try_get_untracked().is_some() {
                    tile(look.kind());
                    defined.update(|defined| {
                        defined.insert(look);
                    });
                }
            });
        }
    });
    defined
}

fn use_look(tile: &LaidTile, part: &str) -> impl IntoView + use<> {
    let at = corner_of(tile.pos);
    view! { <use_ href=format!("#{}{part}", Look::of(tile).id()) x=at.x y=at.y></use_> }
}

/// Legal cells, the last moves, the tile being tried, the feature pointed out.
#[component]
pub(super) fn Marks(overlay: Memo<Overlay>) -> impl IntoView {
    let frame = |class: &'static str, pos, inset: f32, colour: Option<&'static str>| {
        let at = corner_of(pos) + Point::new(inset, inset);
        let side = art::TILE - 2.0 * inset;
        view! { <rect class=class x=at.x y=at.y width=side height=side rx="6" style:stroke=colour></rect> }
    };
    let cells = Memo::new(move |_| overlay.with(|overlay| overlay.cells.clone()));
    let colour = Memo::new(move |_| overlay.with(|overlay| livery(overlay.colour).colour));
    let dead = Memo::new(move |_| overlay.with(|overlay| overlay.dead.clone()));
    let last = Memo::new(move |_| overlay.with(|overlay| overlay.last.clone()));
    let outline = Memo::new(move |_| overlay.with(|overlay| (overlay.outline.clone(), overlay.outline_colour)));
    view! {
        <g class="outline">
            {move || {
                let (segments, owner) = outline.get();
                let colour = owner.map_or("#ffffff", |owner| livery(owner).colour);
                let area = |(laid, segment): (LaidTile, _)| {
                    let path = tile(laid.kind).area(segment, laid.rotation)?;
                    let at = translate(corner_of(laid.pos));
                    Some(view! { <path d=path transform=at style:fill=colour style:stroke=colour></path> })
                };
                segments.into_iter().map(area).collect_view()
            }}
        </g>
        <g class="dead">{move || dead.get().into_iter().map(cross).collect_view()}</g>
        {move || {
            let mark = |(colour, pos)| {
                view! {
                    {frame("last halo", pos, 2.5, None)}
                    {frame("last", pos, 2.5, Some(livery(colour).colour))}
                }
            };
            last.get().into_iter().map(mark).collect_view()
        }}
        <g class="cells" style:stroke=move || colour.get() style:fill=move || colour.get()>
            {move || cells.get().into_iter().map(|pos| frame("cell", pos, 5.0, None)).collect_view()}
        </g>
        {move || {
            overlay.with(|overlay| overlay.trial).map(|pos| {
                view! {
                    {frame("trial halo", pos, -1.0, None)}
                    {frame("trial", pos, -1.0, Some(colour.get()))}
                }
            })
        }}
    }
}

/// A cell where nothing can lie any more.
fn cross(pos: Pos) -> impl IntoView {
    let at = translate(corner_of(pos));
    view! { <path transform=at d="M16 16h68v68h-68zM36 36l28 28M64 36l-28 28"></path> }
}

fn piece(mark: &PieceMark) -> impl IntoView + use<> {
    let href = format!("#{}", piece_id(mark.colour, mark.piece));
    view! { <use_ href=href x=mark.at.x y=mark.at.y></use_> }
}

fn token(mark: &TokenMark) -> impl IntoView + use<> {
    let follower = mark
        .colour
        .map(|colour| piece(&PieceMark { at: mark.at + Point::new(6.0, 5.0), colour, piece: Piece::Standing }));
    view! {
        {animal(mark.at, mark.animal)}
        {follower}
    }
}

fn animal(at: Point, animal: Animal) -> impl IntoView {
    let icon = format!("#art-{}", animal.name());
    view! {
        <g transform=translate(at)>
            <circle r="12" class="token"></circle>
            <use_ href=icon transform="scale(.85)"></use_>
        </g>
    }
}

fn ranger(at: Point) -> impl IntoView {
    view! { <use_ href="#art-ranger" transform=format!("{} scale(2)", translate(at))></use_> }
}

#[component]
pub(super) fn Pieces(picture: Memo<Picture>) -> impl IntoView {
    let pieces = Memo::new(move |_| picture.with(|picture| picture.pieces.clone()));
    let middle = Point::CENTRE;
    view! {
        <g>{move || pieces.get().iter().map(piece).collect_view()}</g>
        <g>{move || picture.with(|picture| picture.tokens.iter().map(token).collect_view())}</g>
        <g>
            {move || picture.with(|picture| {
                picture.rangers.iter().map(|pos| ranger(corner_of(*pos) + middle)).collect_view()
            })}
        </g>
    }
}

/// Places for pieces on the tile being tried, and everything else that can be touched.
#[component]
pub(super) fn Spots(overlay: Memo<Overlay>) -> impl IntoView {
    let spots = Memo::new(move |_| overlay.with(|overlay| overlay.spots.clone()));
    let shown = move |spot: Spot| {
        let colour = overlay.with_untracked(|overlay| overlay.colour);
        let class = if spot.selected { "spot selected" } else { "spot" };
        let use_piece = |piece: Piece, aside: f32| {
            view! { <use_ href=format!("#{}", piece_id(colour, piece)) x=aside y="0"></use_> }
        };
        let shape = match spot.shape {
            SpotShape::Piece(main, None) => use_piece(main, 0.0).into_any(),
            SpotShape::Piece(main, Some(beside)) => {
                view! { {use_piece(main, -5.5)} {use_piece(beside, 5.5)} }.into_any()
            }
            SpotShape::Recall => view! { <path class="recall" d="M0 6V-6M-5-1L0-6L5-1"></path> }.into_any(),
            SpotShape::Token(kind) => animal(Point::new(0.0, 0.0), kind).into_any(),
            SpotShape::Ranger => ranger(Point::new(0.0, 0.0)).into_any(),
        };
        let wide = matches!(spot.anchor, Anchor::Cell(_) | Anchor::Ranger(_));
        let gain = (spot.gain > 0).then(|| {
            view! {
                <g class="gain" transform="translate(9 -10)">
                    <rect x="-9" y="-6.5" width="18" height="12" rx="6"></rect>
                    <text y="3">{format!("+{}", spot.gain)}</text>
                </g>
            }
        });
        view! {
            <g class=class transform=translate(spot.at)>
                <circle class="ring" r=if wide { 32 } else { 11 } style:stroke=livery(colour).colour></circle>
                {shape}
                {gain}
            </g>
        }
    };
    view! { <g>{move || spots.get().into_iter().map(shown).collect_view()}</g> }
}

#[component]
pub(super) fn Scores(overlay: Memo<Overlay>) -> impl IntoView {
    let scores = Memo::new(move |_| overlay.with(|overlay| overlay.scores.clone()));
    let shown = |(index, mark): (usize, ScoreMark)| {
        let look = livery(mark.colour);
        view! {
            <g transform=translate(mark.at)>
                <g class="score" style:animation-delay=format!("{}ms", index * 120)>
                    <circle r="15" style:fill=look.colour></circle>
                    <text y="5.5" style:fill=look.mark_colour>{format!("+{}", mark.points)}</text>
                    <text class="what" y="27">{mark.what}</text>
                </g>
            </g>
        }
    };
    view! { <g>{move || scores.get().into_iter().enumerate().map(shown).collect_view()}</g> }
}

/// One tile by itself, as in a hand.
#[component]
pub(crate) fn TilePicture(kind: TileKind, #[prop(into)] rotation: Signal<Rotation>) -> impl IntoView {
    let laid_out = RwSignal::new(is_laid_out(kind));
    if !laid_out.get_untracked() {
        queue::later(move || {
            // The picture may be gone by then.
            if laid_out.try_get_untracked().is_some() {
                tile(kind);
                laid_out.set(true);
            }
        });
    }
    let drawn = move || {
        if !laid_out.get() {
            return String::new();
        }
        // Drawn turned, not turned by the browser: its details stand upright.
        let art = tile(kind).draw(rotation.get(), 0, theme_of(kind));
        let shared = definitions(Landscape::of(kind.def().set()), theme_of(kind));
        format!("<defs>{shared}</defs>{}{}", art.ground, art.detail)
    };
    view! { <svg class="tile" viewBox="-6 -10 112 116" aria-hidden="true" inner_html=drawn></svg> }
}
