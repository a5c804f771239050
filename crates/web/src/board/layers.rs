//! The layers of the board's picture, from the ground up.

use super::land::{SHADOW, squares, use_look};
use super::looks::{Look, corner_of, is_laid_out, theme_of, tile};
use super::overlay::{Overlay, ScoreMark, Spot, SpotShape, Verdict};
use super::picture::{Picture, PieceMark, TokenMark};
use super::queue;
use super::shared;
use crate::livery::{livery, piece_id};
use crate::table::Anchor;
use art::{Figurine, Landscape, Point};
use leptos::prelude::*;
use rules::{Animal, LaidTile, Pos, Rotation, TileKind};
use std::fmt::Write;

fn translate(at: Point) -> String {
    format!("translate({} {})", at.x, at.y)
}

/// What all tiles look like, and those that do not lie yet: the one being tried is held a little above the others, the one
/// under the pointer is only thought of.
#[component]
pub(super) fn Aloft(
    picture: Memo<Picture>,
    overlay: Memo<Overlay>,
    awaited: RwSignal<Option<LaidTile>>,
) -> impl IntoView {
    let held = Memo::new(move |_| {
        let pos = overlay.with(|overlay| overlay.trial)?;
        picture.with(|picture| picture.tiles.iter().find(|tile| tile.pos == pos).copied())
    });
    let held_html = Memo::new(move |before: Option<&(Option<LaidTile>, String)>| {
        let held = held.get();
        (held, held_html(held, before.and_then(|before| before.0)))
    });
    let ghost = Memo::new(move |_| overlay.with(|overlay| overlay.ghost));
    let looks = Memo::new(move |_| {
        let mut looks: Vec<Look> = Vec::new();
        let mut add = |tile: &LaidTile| {
            let look = Look::of(tile);
            if !looks.contains(&look) {
                looks.push(look);
            }
        };
        picture.with(|picture| picture.tiles.iter().for_each(&mut add));
        ghost.get().iter().chain(&held.get()).chain(&awaited.get()).for_each(&mut add);
        looks
    });
    let defined = defined(looks);
    view! {
        <defs>
            <For each=move || defined.get() key=|look| *look let:look>
                <g inner_html=look.definition()></g>
            </For>
        </defs>
        <g class="held" inner_html=move || held_html.with(|held| held.1.clone())></g>
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

/// A tile that is held a little above the others, with a shadow of its own. It settles on a cell and turns there.
fn held_html(held: Option<LaidTile>, before: Option<LaidTile>) -> String {
    let Some(tile) = held else { return String::new() };
    let class = match before {
        Some(before) if before.pos == tile.pos && before.rotation == tile.rotation => "",
        Some(before) if before.pos == tile.pos => "turns",
        _ => "settles",
    };
    let (at, square, id) = (corner_of(tile.pos), squares(&[tile]), Look::of(&tile).id());
    let mut html = format!(
        "<g transform=\"translate({} {}) scale(1.06) translate({} {})\"><g class=\"{class}\"><g class=\"shadow\">",
        at.x + 50.0,
        at.y + 47.0,
        -at.x - 50.0,
        -at.y - 50.0
    );
    for width in SHADOW {
        let _ = write!(html, "<path d=\"{square}\" stroke-width=\"{width}\"/>");
    }
    html.push_str("</g>");
    for class in ["edge dark-edge", "edge"] {
        let _ = write!(html, "<path class=\"{class}\" d=\"{square}\"/>");
    }
    for part in ["g", "d"] {
        let _ = write!(html, "<use href=\"#{id}{part}\" x=\"{}\" y=\"{}\"/>", at.x, at.y);
    }
    html.push_str("</g></g>");
    html
}

/// Differs from one rotation to the next, so that the style sheet turns what has it; nothing before the first turn.
fn turn_mark(
    rotation: impl Fn() -> Rotation + Send + Sync + 'static,
) -> impl Fn() -> Option<u8> + Copy + Send + Sync + 'static {
    let mark = Memo::new(move |before: Option<&(u8, bool)>| {
        let now = rotation().quarters();
        (now, before.is_some_and(|before| before.1 || before.0 != now))
    });
    move || Some(mark.get()).filter(|mark| mark.1).map(|mark| mark.0)
}

/// Those looks that are drawn: at once what is laid out already, the others one after another.
fn defined(looks: Memo<Vec<Look>>) -> RwSignal<Vec<Look>> {
    let defined: RwSignal<Vec<Look>> = RwSignal::new(Vec::new());
    Effect::new(move |_| {
        let missing = |look: &Look| defined.with_untracked(|defined| !defined.contains(look));
        let looks: Vec<Look> = looks.get().into_iter().filter(missing).collect();
        let (now, wait): (Vec<Look>, Vec<Look>) = looks.into_iter().partition(|look| is_laid_out(look.kind()));
        if !now.is_empty() {
            defined.update(|defined| defined.extend(now));
        }
        for look in wait {
            queue::later(move || {
                // The board may be gone by then, or the look may have been asked for twice.
                if defined.try_with_untracked(|defined| !defined.contains(&look)) == Some(true) {
                    tile(look.kind());
                    defined.update(|defined| defined.push(look));
                }
            });
        }
    });
    defined
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
    // As one text: it is compared, and set only when it changes.
    let last = Memo::new(move |_| overlay.with(|overlay| overlay.last.iter().map(last_html).collect::<String>()));
    let verdicts = Memo::new(move |_| overlay.with(|overlay| overlay.verdicts.clone()));
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
        <g class="lit">
            {move || overlay.with(|overlay| overlay.lit).map(|pos| view! {
                {frame("last halo", pos, 1.0, None)}
                {frame("lit-cell", pos, 1.0, None)}
            })}
        </g>
        {move || {
            let one = |verdict: Verdict| {
                let class = if verdict.good { "verdict good" } else { "verdict" };
                view! {
                    <g class=class>
                        {frame("last halo", verdict.pos, 2.5, None)}
                        {frame("verdict-frame", verdict.pos, 2.5, None)}
                        <g transform=translate(corner_of(verdict.pos) + Point::new(50.0, -7.0))><text>{verdict.text}</text></g>
                    </g>
                }
            };
            verdicts.get().into_iter().map(one).collect_view()
        }}
        <g class="dead">{move || dead.get().into_iter().map(cross).collect_view()}</g>
        <g inner_html=last></g>
        <g class="cells" style:stroke=move || colour.get() style:fill=move || colour.get()>
            {move || {
                let cell = |pos| {
                    let brackets = "M10 24V10h14M76 10h14v14M90 76v14H76M24 90H10V76";
                    view! {
                        {frame("cell", pos, 5.0, None)}
                        <path class="brackets" transform=translate(corner_of(pos)) d=brackets></path>
                    }
                };
                cells.get().into_iter().map(cell).collect_view()
            }}
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

/// The frame around somebody's last tile.
fn last_html((colour, pos): &(usize, Pos)) -> String {
    let (at, colour) = (corner_of(*pos) + Point::new(2.5, 2.5), livery(*colour).colour);
    let place = format!("x=\"{}\" y=\"{}\" width=\"95\" height=\"95\" rx=\"6\"", at.x, at.y);
    format!("<rect class=\"last halo\" {place}/><rect class=\"last\" style=\"stroke:{colour}\" {place}/>")
}

/// A cell where nothing can lie any more.
fn cross(pos: Pos) -> impl IntoView {
    let at = translate(corner_of(pos));
    view! { <path transform=at d="M16 16h68v68h-68zM36 36l28 28M64 36l-28 28"></path> }
}

fn piece(mark: &PieceMark) -> impl IntoView + use<> {
    let href = format!("#{}", piece_id(mark.colour, mark.piece));
    view! { <use_ href=href style:--at=place_style(mark.at) style:--aside=mark.aside.to_string()></use_> }
}

/// Pieces are placed by a style, so that they can be enlarged where they stand.
fn place_style(at: Point) -> String {
    format!("{}px, {}px", at.x, at.y)
}

fn token(mark: &TokenMark) -> impl IntoView + use<> {
    let follower = mark.colour.map(|colour| {
        piece(&PieceMark { at: mark.at + Point::new(6.0, 5.0), aside: 0.0, colour, piece: Figurine::Standing })
    });
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

/// What stands on a board that is only looked at.
#[component]
pub(super) fn Pieces(picture: Memo<Picture>) -> impl IntoView {
    let pieces = Memo::new(move |_| picture.with(|picture| picture.pieces.clone()));
    // Made anew only when a piece comes or goes.
    let html = Memo::new(move |before: Option<&(Vec<PieceMark>, String)>| {
        let pieces = pieces.get();
        let new = |mark: &PieceMark| before.is_some_and(|before| !before.0.contains(mark));
        let html = pieces.iter().map(|mark| piece_html(mark, new(mark))).collect();
        (pieces, html)
    });
    view! {
        <g class="pieces" inner_html=move || html.with(|html| html.1.clone())></g>
        {beside_pieces(picture)}
    }
}

/// A piece where it stands; one that has just come hops.
pub(super) fn piece_html(mark: &PieceMark, hops: bool) -> String {
    let (id, at) = (piece_id(mark.colour, mark.piece), place_style(mark.at));
    let class = if hops { "hops" } else { "" };
    format!("<g class=\"{class}\"><use href=\"#{id}\" style=\"--at:{at};--aside:{}\"/></g>", mark.aside)
}

/// Tokens and rangers.
pub(super) fn beside_pieces(picture: Memo<Picture>) -> impl IntoView {
    let middle = Point::CENTRE;
    let tokens = Memo::new(move |_| picture.with(|picture| picture.tokens.clone()));
    let rangers = Memo::new(move |_| picture.with(|picture| picture.rangers.clone()));
    view! {
        <g class="pieces">{move || tokens.with(|tokens| tokens.iter().map(token).collect_view())}</g>
        <g>
            {move || rangers.with(|rangers| {
                rangers.iter().map(|pos| ranger(corner_of(*pos) + middle)).collect_view()
            })}
        </g>
    }
}

/// Places for pieces on the tile being tried, and everything else that can be touched.
#[component]
pub(super) fn Spots(overlay: Memo<Overlay>) -> impl IntoView {
    let spots = Memo::new(move |_| overlay.with(|overlay| (overlay.spots.clone(), overlay.colour)));
    // The board itself finds out what was touched.
    move || {
        let (spots, colour) = spots.get();
        view! { <SpotMarks spots colour on_spot=|_| ()/> }
    }
}

/// Places to choose, on the board or on the tile in hand.
#[component]
pub(crate) fn SpotMarks(spots: Vec<Spot>, colour: usize, #[prop(into)] on_spot: Callback<Anchor>) -> impl IntoView {
    let radius = radius(&spots);
    // Points that every place brings tell none from another, and many of them hide the board.
    let tells = spots.len() <= FEW || spots.iter().any(|spot| spot.gain != spots[0].gain);
    let shown = move |spot: Spot| {
        let class = if spot.selected { "spot selected" } else { "spot" };
        let use_piece = |piece: Figurine, aside: f32| {
            let size = if spot.selected { 1.9 } else { 1.3 * radius / DISC };
            let at = format!("translate({} 0) scale({size})", aside * size);
            view! { <use_ href=format!("#{}", piece_id(colour, piece)) transform=at></use_> }
        };
        let shape = match spot.shape {
            SpotShape::Piece(main, None) => use_piece(main, 0.0).into_any(),
            SpotShape::Piece(main, Some(beside)) => {
                view! { {use_piece(main, -5.5)} {use_piece(beside, 5.5)} }.into_any()
            }
            SpotShape::Recall => view! { <path class="recall" d="M0 7V-7M-6-1L0-7L6-1"></path> }.into_any(),
            SpotShape::Token(kind) => {
                let size = format!("scale({})", if spot.selected { 1.5 } else { 1.0 });
                view! { <g transform=size>{animal(Point::new(0.0, 0.0), kind)}</g> }.into_any()
            }
            SpotShape::Ranger => ranger(Point::new(0.0, 0.0)).into_any(),
        };
        let wide = matches!(spot.anchor, Anchor::Cell(_) | Anchor::Ranger(_));
        let gain = (tells && spot.gain > 0).then(|| {
            view! {
                <g class="gain" transform="translate(12 -13)">
                    <rect x="-10" y="-7.5" width="20" height="14" rx="7"></rect>
                    <text y="3.6">{format!("+{}", spot.gain)}</text>
                </g>
            }
        });
        view! {
            <g class=class transform=translate(spot.at) on:click=move |_| on_spot.run(spot.anchor)>
                <circle class="ring" r=if wide { 36.0 } else { radius } style:stroke=livery(colour).colour></circle>
                {shape}
                {gain}
            </g>
        }
    };
    spots.into_iter().map(shown).collect_view()
}

/// So many places, as on one tile, say what they bring also where it is the same.
const FEW: usize = 6;

/// How large a place is drawn at most, and at least.
const DISC: f32 = 15.0;
const SMALL_DISC: f32 = 9.0;

/// How large places can be drawn so that none hides another: on a crossroads they stand close to each other.
fn radius(spots: &[Spot]) -> f32 {
    let free = |spot: &&Spot| !matches!(spot.anchor, Anchor::Cell(_) | Anchor::Ranger(_));
    let pairs = spots
        .iter()
        .filter(free)
        .enumerate()
        .flat_map(|(index, one)| spots.iter().filter(free).skip(index + 1).map(|other| one.at.distance(other.at)));
    let nearest = pairs.fold(f32::INFINITY, f32::min);
    (nearest / 2.0 - 0.5).clamp(SMALL_DISC, DISC)
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
    shared::need(Landscape::of(kind.def().set()));
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
        format!("{}{}", art.ground, art.detail)
    };
    let turned = turn_mark(move || rotation.get());
    view! { <svg class="tile" viewBox="0 0 100 100" aria-hidden="true" data-turn=turned inner_html=drawn></svg> }
}
