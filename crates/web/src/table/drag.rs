//! The tile in hand is dragged to the board: let go over a cell where it fits, it is tried there; elsewhere it goes back.

use super::state::TableState;
use crate::board::{BoardView, TilePicture, corner_of};
use crate::motion::Motion;
use art::{Point, TILE};
use leptos::prelude::*;
use rules::{Pos, Rotation, TileKind};
use std::time::Duration;
use wasm_bindgen::JsCast;
use web_sys::{Element, PointerEvent};

/// A pointer that moved less than this, in pixels, pressed.
const SLACK: f32 = 8.0;
/// A finger hides what is under it: the tile is held this far above it, in pixels.
const ABOVE_FINGER: f32 = 64.0;
/// How far from its middle a cell still attracts the tile, in tiles.
const REACH: f32 = 0.8;
/// How long a tile takes back to the hand.
const BACK: Duration = Duration::from_millis(180);

/// A tile in the air, with its middle in the window.
#[derive(Clone, Copy, PartialEq)]
struct Held {
    tile: TileKind,
    at: Point,
    /// Whether it was let go where it does not fit.
    returns: bool,
}

/// The tile that is dragged, if one is; a handle that can be copied.
#[derive(Clone, Copy)]
pub(super) struct Drag {
    state: TableState,
    view: BoardView,
    motion: Motion,
    /// The pointer that is down on a tile, and where it went down.
    pressed: StoredValue<Option<(i32, Point)>>,
    held: RwSignal<Option<Held>>,
    /// Whether the last press became a drag: then it is no click.
    dragged: StoredValue<bool>,
}

impl Drag {
    pub(super) fn new(state: TableState, view: BoardView, motion: Motion) -> Drag {
        Drag {
            state,
            view,
            motion,
            pressed: StoredValue::new(None),
            held: RwSignal::new(None),
            dragged: StoredValue::new(false),
        }
    }

    pub(super) fn down(&self, event: &PointerEvent) {
        self.dragged.set_value(false);
        let can_lie =
            self.state.outlook.with_untracked(|outlook| outlook.as_ref().is_some_and(|it| !it.cells.is_empty()));
        if event.button() == 0 && can_lie && !self.state.sent.get_untracked() {
            self.pressed.set_value(Some((event.pointer_id(), place(event))));
        }
    }

    pub(super) fn moved(&self, event: &PointerEvent, tile: TileKind) {
        let Some((pointer, began)) = self.pressed.get_value().filter(|(pointer, _)| *pointer == event.pointer_id())
        else {
            return;
        };
        if !self.dragged.get_value() {
            if began.distance(place(event)) < SLACK {
                return;
            }
            self.dragged.set_value(true);
            if let Some(element) = event.current_target().and_then(|it| it.dyn_into::<Element>().ok()) {
                let _ = element.set_pointer_capture(pointer);
            }
            let chosen = self.state.outlook.with_untracked(|outlook| outlook.as_ref().and_then(|outlook| outlook.tile));
            if chosen != Some(tile) {
                self.state.choose_tile(tile);
            }
        }
        let at = middle(event);
        self.held.set(Some(Held { tile, at, returns: false }));
        // The board shows where it would lie.
        let aim = self.target(at).map(|pos| corner_of(pos) + Point::CENTRE);
        if self.state.hover.get_untracked() != aim {
            self.state.hover.set(aim);
        }
    }

    pub(super) fn up(&self, event: &PointerEvent) {
        let pressed = self.pressed.try_update_value(Option::take).flatten();
        if pressed.is_none() || !self.dragged.get_value() {
            return;
        }
        let at = middle(event);
        self.state.hover.set(None);
        if let Some(pos) = self.target(at) {
            self.held.set(None);
            self.motion.drop_at(at.x as i32, at.y as i32);
            self.state.try_tile(pos);
        } else {
            self.go_back();
        }
    }

    pub(super) fn cancel(&self) {
        if self.pressed.try_update_value(Option::take).flatten().is_some() && self.dragged.get_value() {
            self.state.hover.set(None);
            self.go_back();
        }
    }

    /// Whether the click that comes now is the end of a drag.
    pub(super) fn was_dragged(&self) -> bool {
        self.dragged.try_update_value(std::mem::take).unwrap_or(false)
    }

    fn go_back(&self) {
        let hand = document().query_selector(".hand .chosen .tile-button, .hand .tile-button").ok().flatten();
        let (Some(hand), true) = (hand, self.motion.travels()) else { return self.held.set(None) };
        let frame = hand.get_bounding_client_rect();
        let at = Point::new((frame.left() + frame.width() / 2.0) as f32, (frame.top() + frame.height() / 2.0) as f32);
        self.held.update(|held| *held = held.map(|held| Held { at, returns: true, ..held }));
        let held = self.held;
        set_timeout(
            move || {
                if held.try_get_untracked().flatten().is_some_and(|held| held.returns) {
                    held.set(None);
                }
            },
            BACK,
        );
    }

    /// The cell where the tile would come to lie, if it were let go there.
    fn target(&self, at: Point) -> Option<Pos> {
        let under = document().element_from_point(at.x, at.y)?;
        under.closest(".board").ok()??;
        let point = self.view.point_at(at.x as i32, at.y as i32)?;
        let distance = |pos: &Pos| (corner_of(*pos) + Point::CENTRE).distance(point);
        self.state.outlook.with_untracked(|outlook| {
            let cells = outlook.as_ref()?.cells.iter().map(|cell| cell.0);
            let near = cells.filter(|pos| distance(pos) < TILE * REACH);
            near.min_by(|one, other| distance(one).total_cmp(&distance(other)))
        })
    }
}

fn place(event: &PointerEvent) -> Point {
    Point::new(event.client_x() as f32, event.client_y() as f32)
}

/// Where the middle of the tile is.
fn middle(event: &PointerEvent) -> Point {
    let above = if event.pointer_type() == "mouse" { 0.0 } else { ABOVE_FINGER };
    place(event) - Point::new(0.0, above)
}

/// The tile under the pointer, as large as those on the board.
#[component]
pub(super) fn Dragged(drag: Drag, #[prop(into)] rotation: Signal<Rotation>) -> impl IntoView {
    let tile = Memo::new(move |_| drag.held.get().map(|held| held.tile));
    let transform = move || {
        let held = drag.held.get()?;
        let size = drag.view.camera.get().scale.max(0.6);
        Some(format!("translate({}px,{}px) scale({size}) translate(-50%,-50%)", held.at.x, held.at.y))
    };
    let returns = move || drag.held.with(|held| held.is_some_and(|held| held.returns));
    move || {
        tile.get().map(|kind| {
            view! {
                <div class="dragged" aria-hidden="true" class:returns=returns style:transform=transform>
                    <TilePicture kind rotation/>
                </div>
            }
        })
    }
}
