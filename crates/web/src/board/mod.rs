//! The board: a widget that is told what lies there and what is legal, and tells what was touched.

mod camera;
mod gestures;
mod growing;
mod land;
mod layers;
mod looks;
mod overlay;
mod picture;
mod pieces;
mod queue;
mod shared;
mod still;

pub(crate) use camera::{Camera, Room};
pub(crate) use layers::{SpotMarks, TilePicture};
pub(crate) use looks::{Look, cell_at, corner_of, place_on, tile as tile_art};
pub(crate) use overlay::{Overlay, ScoreMark, Spot, SpotShape, Tap, Verdict};
pub(crate) use picture::Picture;
pub(crate) use queue::later;
pub(crate) use shared::SharedArt;
pub(crate) use still::StillBoard;

use crate::browser;
use art::{Landscape, Point};
use gestures::{Gesture, Motion};
use land::{Land, LandLayer, Layer, TOGETHER};
use leptos::html::Div;
use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;
use rules::{LaidTile, Pos};
use std::time::Duration;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, PointerEvent, ResizeObserver, WheelEvent};

/// After this much rest the browser draws the board sharp again.
const REST: Duration = Duration::from_millis(180);
/// Empty cells drawn around the board at least, and when there are too few: the browser lays every picture of the board out
/// anew when its size changes.
const MARGIN: i16 = 2;
const SPARE: i16 = 8;
/// A tile that is tried is shown at least this large, in pixels: for a mouse, and for a finger.
const LEAST_POINTED: f32 = 84.0;
const LEAST_TOUCHED: f32 = 150.0;
/// The wheel turns a tile at most once in so many milliseconds.
const WHEEL_TURN: f64 = 220.0;
/// How far a finger may miss, in pixels.
const REACH: f32 = 20.0;
/// Between the board and what lies over it, in pixels.
const GAP: f32 = 8.0;
/// The least width and height in which a board is shown, in pixels.
const LEAST_ROOM: f32 = 120.0;
/// No piece is shown smaller than about this share of a tile of a hundred pixels: on a far board pieces grow.
const LEAST_PIECE: f32 = 0.74;
/// How large pieces are shown otherwise, as the style sheet does it.
const PIECE: f32 = 1.6;

/// How much larger pieces are shown on a board that is seen from afar.
fn growth(scale: f32) -> f32 {
    let wanted = LEAST_PIECE / scale;
    [1.0, 1.25, 1.6].into_iter().find(|step| *step >= wanted).unwrap_or(2.0)
}

/// What steers the view of a board from outside.
#[derive(Clone, Copy)]
pub(crate) struct BoardView {
    pub(crate) camera: RwSignal<Camera>,
    /// Whether the view follows the board as it grows; a person who moves it takes over.
    follows: RwSignal<bool>,
    /// Whether the view moves by itself, and so glides; what a person moves follows the hand.
    pub(crate) glides: RwSignal<bool>,
    /// Where the hand has moved the view since the last frame.
    steered: StoredValue<Option<Camera>>,
    /// The corner of the viewport in the window, as last asked for.
    corner: StoredValue<Point>,
    viewport: NodeRef<Div>,
    /// The first and the last cell with something on it.
    bounds: StoredValue<(Pos, Pos)>,
    /// The room for the board, as last asked for: asking anew with every movement would be slow.
    steering: StoredValue<Option<Room>>,
    /// What lies over the board and moves with it, from the board's own point of origin.
    pub(crate) over: NodeRef<Div>,
    /// Cells whose tile is still in the air.
    pub(crate) arriving: RwSignal<Vec<Pos>>,
    /// A tile that will lie there soon, and can be drawn before.
    pub(crate) awaited: RwSignal<Option<LaidTile>>,
}

impl BoardView {
    pub(crate) fn new() -> BoardView {
        BoardView {
            camera: RwSignal::new(Camera::default()),
            follows: RwSignal::new(true),
            glides: RwSignal::new(false),
            steered: StoredValue::new(None),
            corner: StoredValue::new(Point::new(0.0, 0.0)),
            viewport: NodeRef::new(),
            bounds: StoredValue::new((Pos::ORIGIN, Pos::ORIGIN)),
            steering: StoredValue::new(None),
            over: NodeRef::new(),
            arriving: RwSignal::new(Vec::new()),
            awaited: RwSignal::new(None),
        }
    }

    /// The point of the board that is seen at a point of the window.
    pub(crate) fn point_at(&self, x: i32, y: i32) -> Option<Point> {
        Some(self.camera.get_untracked().board_point(self.seen(x, y)?))
    }

    /// The point of the board that lies under the middle of something beside it, and how many tiles wide that is.
    pub(crate) fn point_of(&self, selector: &str) -> Option<(Point, f32)> {
        let frame = document().query_selector(selector).ok()??.get_bounding_client_rect();
        let middle = (frame.left() + frame.width() / 2.0, frame.top() + frame.height() / 2.0);
        let scale = self.camera.with_untracked(|camera| camera.scale);
        Some((self.point_at(middle.0 as i32, middle.1 as i32)?, frame.width() as f32 / (scale * art::TILE)))
    }

    /// How many times as large as they are defined pieces are shown.
    pub(crate) fn piece_scale(&self) -> f32 {
        PIECE * growth(self.camera.with_untracked(|camera| camera.scale))
    }

    /// Whether a point of the board is seen in the left half of the room for it.
    pub(crate) fn is_left(&self, point: Point) -> bool {
        let camera = self.camera.get_untracked();
        self.room().is_some_and(|room| camera.seen_point(point).x < room.middle().x)
    }

    /// Whether a point of the board is seen in the lower half of the room for it.
    pub(crate) fn is_low(&self, point: Point) -> bool {
        let camera = self.camera.get_untracked();
        self.room().is_some_and(|room| camera.seen_point(point).y > room.middle().y)
    }

    /// The part of the viewport between the panels that lie over it (`data-covers`).
    fn room(&self) -> Option<Room> {
        let frame = self.viewport.get_untracked()?.get_bounding_client_rect();
        let mut room = Room {
            from: Point::new(GAP, GAP),
            to: Point::new(frame.width() as f32 - GAP, frame.height() as f32 - GAP),
        };
        let covers = document().query_selector_all("[data-covers]").ok()?;
        for element in (0..covers.length()).filter_map(|index| covers.get(index)?.dyn_into::<Element>().ok()) {
            let cover = element.get_bounding_client_rect();
            if cover.width() > 0.0 && cover.height() > 0.0 {
                let from = Point::new((cover.left() - frame.left()) as f32, (cover.top() - frame.top()) as f32);
                room = room.beside(from, from + Point::new(cover.width() as f32, cover.height() as f32), GAP);
            }
        }
        // However little is left, something is shown.
        let least = |from: f32, to: f32| if to - from < LEAST_ROOM { from + LEAST_ROOM } else { to };
        room.to = Point::new(least(room.from.x, room.to.x), least(room.from.y, room.to.y));
        (frame.width() > 0.0 && frame.height() > 0.0).then_some(room)
    }

    /// Shows the whole board from now on.
    pub(crate) fn fit(&self, picture: &Picture) {
        self.follows.set(true);
        self.follow(picture, None);
    }

    /// Shows what is new: everything, or the last cell if the person has moved the view. With the next frame, when
    /// everything is where it will be: asking for the room before that would make the browser lay the page out twice.
    pub(crate) fn follow(&self, picture: &Picture, latest: Option<Pos>) {
        let view = *self;
        self.bounds.set_value(picture.bounds());
        request_animation_frame(move || {
            // The table may be gone by then.
            let Some((first, last)) = view.bounds.try_get_value() else { return };
            let Some(room) = view.room() else { return };
            if view.follows.get_untracked() {
                let camera = view.camera.get_untracked();
                view.glide(match latest {
                    Some(_) if camera != Camera::default() => camera.grown(first, last, room),
                    _ => Camera::fit(first, last, room),
                });
            } else if let Some(pos) = latest {
                view.glide(view.camera.get_untracked().showing(pos, room));
            }
        });
    }

    /// Comes near enough to a cell for what is on it to be seen and touched.
    pub(crate) fn focus(&self, pos: Pos) {
        let Some(room) = self.room() else { return };
        let camera = self.camera.get_untracked();
        let least = if browser::has_coarse_pointer() { LEAST_TOUCHED } else { LEAST_POINTED };
        let middle = (corner_of(pos) + Point::CENTRE) * camera.scale + camera.shift;
        let factor = (least / (camera.scale * art::TILE)).max(1.0);
        self.glide(camera.zoomed(factor, middle).showing(pos, room));
    }

    /// Moves as little as needed for a cell to be seen.
    pub(crate) fn reveal(&self, pos: Pos) {
        if let Some(room) = self.room() {
            self.glide(self.camera.get_untracked().showing(pos, room));
        }
    }

    fn glide(&self, to: Camera) {
        if to != self.camera.get_untracked() {
            self.steered.set_value(None);
            self.glides.set(true);
            self.camera.set(to);
        }
    }

    pub(crate) fn pan(&self, by: Point) {
        self.steer(|camera| camera.moved(by));
    }

    /// Follows the hand: once a frame, however often it is told.
    fn steer(&self, change: impl FnOnce(Camera) -> Camera) {
        let waiting = self.steered.get_value();
        let camera = waiting.unwrap_or_else(|| self.camera.get_untracked());
        let camera = change(camera);
        let (first, last) = self.bounds.get_value();
        let camera = self.steering.get_value().map_or(camera, |room| camera.within(first, last, room));
        self.steered.set_value(Some(camera));
        if waiting.is_some() {
            return;
        }
        let view = *self;
        request_animation_frame(move || {
            if let Some(camera) = view.steered.try_update_value(Option::take).flatten() {
                view.glides.set(false);
                view.follows.set(false);
                view.camera.set(camera);
            }
        });
    }

    /// Nearer or farther around the middle.
    pub(crate) fn zoom(&self, factor: f32) {
        if let Some(room) = self.room() {
            self.follows.set(false);
            self.glide(self.camera.get_untracked().zoomed(factor, room.middle()));
        }
    }

    fn zoom_at(&self, factor: f32, at: Point) {
        self.steer(|camera| camera.zoomed(factor, at));
    }

    /// Calls when the room for the board changes: another window, or something beside it that came or went.
    pub(crate) fn on_resize(&self, call: impl Fn() + 'static) {
        let call = Closure::<dyn Fn()>::new(call);
        let Ok(observer) = ResizeObserver::new(call.as_ref().unchecked_ref()) else { return };
        let kept = StoredValue::new_local(Some((observer.clone(), call)));
        let viewport = self.viewport;
        Effect::new(move |_| {
            if let Some(element) = viewport.get() {
                observer.observe(&element);
            }
        });
        on_cleanup(move || {
            if let Some((observer, _)) = kept.try_update_value(Option::take).flatten() {
                observer.disconnect();
            }
        });
    }

    /// Where in the viewport an event happened.
    fn seen(&self, x: i32, y: i32) -> Option<Point> {
        let frame = self.viewport.get_untracked()?.get_bounding_client_rect();
        self.corner.set_value(Point::new(frame.left() as f32, frame.top() as f32));
        Some(self.dragged(x, y))
    }

    /// The same while something is dragged: asking the browser where the viewport is would make it lay the page out with
    /// every movement.
    fn dragged(&self, x: i32, y: i32) -> Point {
        Point::new(x as f32, y as f32) - self.corner.get_value()
    }
}

#[component]
pub(crate) fn Board(
    view: BoardView,
    landscape: Landscape,
    picture: Memo<Picture>,
    overlay: Memo<Overlay>,
    /// Something was touched.
    #[prop(into)]
    on_tap: Callback<Tap>,
    /// The pointer is over this point of the board, or over none.
    #[prop(into)]
    on_hover: Callback<Option<Point>>,
    /// The tile is to be turned.
    #[prop(into)]
    on_turn: Callback<()>,
    label: &'static str,
) -> impl IntoView {
    let gesture = StoredValue::new(Gesture::default());
    let moving = moving_signal(view.camera);
    let turned = StoredValue::new(0.0);

    let down = move |event: PointerEvent| {
        if event.button() != 0 {
            return;
        }
        let Some(at) = view.seen(event.client_x(), event.client_y()) else { return };
        view.steering.set_value(view.room());
        gesture.update_value(|gesture| gesture.down(event.pointer_id(), at));
    };
    let moved = move |event: PointerEvent| {
        let (x, y) = (event.client_x(), event.client_y());
        let dragged = gesture.with_value(Gesture::is_dragging).then(|| view.dragged(x, y));
        let Some(at) = dragged.or_else(|| view.seen(x, y)) else { return };
        let motion = gesture.try_update_value(|gesture| gesture.moved(event.pointer_id(), at));
        match motion.unwrap_or(Motion::Still) {
            Motion::Still if event.pointer_type() == "mouse" => {
                on_hover.run(Some(view.camera.get_untracked().board_point(at)));
            }
            Motion::Still => {}
            Motion::Pan(by) => {
                // Only what is dragged is captured: a captured tap would hide what lies under it.
                if let Some(element) = view.viewport.get_untracked()
                    && !element.has_pointer_capture(event.pointer_id())
                {
                    let _ = element.set_pointer_capture(event.pointer_id());
                }
                view.pan(by);
            }
            Motion::Pinch { pan, factor, around } => {
                view.pan(pan);
                view.zoom_at(factor, around);
            }
        }
    };
    let up = move |event: PointerEvent| {
        let tapped = gesture.try_update_value(|gesture| gesture.up(event.pointer_id())).flatten();
        let Some(at) = tapped else { return };
        let camera = view.camera.get_untracked();
        if event.pointer_type() != "mouse" {
            // A finger does not hover: what it touched is pointed at, if a tile lies there.
            let point = camera.board_point(at);
            let taken = picture.with_untracked(|picture| picture.tiles.iter().any(|tile| tile.pos == cell_at(point)));
            on_hover.run(taken.then_some(point));
        }
        let hit = overlay.with_untracked(|overlay| overlay.hit(camera.board_point(at), REACH / camera.scale));
        on_tap.run(hit);
    };
    let cancel = move |event: PointerEvent| gesture.update_value(|gesture| gesture.cancel(event.pointer_id()));
    let leave = move |event: PointerEvent| {
        if !gesture.with_value(Gesture::is_dragging) {
            if event.pointer_type() == "mouse" {
                on_hover.run(None);
            }
            cancel(event);
        }
    };
    let wheel = move |event: WheelEvent| {
        event.prevent_default();
        let Some(at) = view.seen(event.client_x(), event.client_y()) else { return };
        let cell = cell_at(view.camera.get_untracked().board_point(at));
        let on_trial = overlay.with_untracked(|overlay| overlay.trial == Some(cell));
        if event.shift_key() || on_trial {
            // A wheel that runs on is one turn, not many.
            if event.time_stamp() - turned.get_value() > WHEEL_TURN {
                turned.set_value(event.time_stamp());
                on_turn.run(());
            }
            return;
        }
        // A line counts as much as sixteen pixels.
        let unit = if event.delta_mode() == WheelEvent::DOM_DELTA_LINE { 16.0 } else { 1.0 };
        view.zoom_at((-event.delta_y() as f32 * unit * 0.0015).exp(), at);
    };

    let area = Memo::new(move |before: Option<&(Pos, Pos)>| {
        let (first, last) = picture.with(Picture::bounds);
        let around = |by: i16| (Pos::new(first.x - by, first.y - by), Pos::new(last.x + by + 1, last.y + by + 1));
        let (from, to) = around(MARGIN);
        let holds =
            |area: &&(Pos, Pos)| area.0.x <= from.x && area.0.y <= from.y && area.1.x >= to.x && area.1.y >= to.y;
        before.filter(holds).copied().unwrap_or_else(|| around(SPARE))
    });
    let origin = move || corner_of(area.get().0);
    let size = move || corner_of(area.get().1) - origin();
    let shown = move || format!("{} {} {} {}", origin().x, origin().y, size().x, size().y);
    let transform = move || {
        let Camera { shift, scale } = view.camera.get();
        let at = shift + origin() * scale;
        format!("translate({}px,{}px) scale({scale})", at.x, at.y)
    };
    shared::need(landscape);
    let growing = growing::growing(picture);
    let land = Land::new(growing, overlay, view.arriving, TOGETHER);
    let groups = land.numbers();
    let pictures_of = move |layer: Layer| {
        view! {
            <For each=groups key=|group| *group let:group>
                <svg aria-hidden="true" width=move || size().x height=move || size().y viewBox=shown>
                    <LandLayer land layer group/>
                </svg>
            </For>
        }
    };
    // In steps: everything that stands on the board is drawn anew when it changes. What tiles look like is not below it, for
    // that is most of the page.
    let grow = Memo::new(move |_| growth(view.camera.with(|camera| camera.scale)));
    let far = Memo::new(move |_| view.camera.with(|camera| camera.scale < 0.6));
    view! {
        <div
            class="board"
            class:trying=move || overlay.with(|overlay| overlay.trial.is_some())
            node_ref=view.viewport
            role="application"
            aria-label=label
            tabindex="0"
            on:pointerdown=down
            on:pointermove=moved
            on:pointerup=up
            on:pointercancel=cancel
            on:pointerleave=leave
            on:wheel=wheel
            on:contextmenu=move |event| {
                event.prevent_default();
                on_turn.run(());
            }
        >
            <div class="layer" class:moving=moving class:gliding=view.glides style:transform=transform>
                // Several pictures: what changes with every movement of a hand, or with every new tile, does not make the
                // browser paint all tiles anew.
                {Layer::ALL.map(pictures_of).collect_view()}
                <svg
                    aria-hidden="true"
                    width=move || size().x
                    height=move || size().y
                    viewBox=shown
                >
                    <layers::Aloft picture=growing overlay awaited=view.awaited/>
                    <g class:far=far style:--grow=move || grow.get().to_string()>
                        <layers::Marks overlay/>
                        <pieces::LivePieces picture overlay/>
                        <g><layers::Spots overlay/></g>
                        <layers::Scores overlay/>
                    </g>
                </svg>
            </div>
            <div class="over" node_ref=view.over class:moving=moving class:gliding=view.glides style:transform=move || view.camera.get().style()></div>
        </div>
    }
}

/// True while the camera moves and a little longer: only then is the board a layer of its own for the compositor, which
/// is smooth but blurs when it is enlarged.
fn moving_signal(camera: RwSignal<Camera>) -> RwSignal<bool> {
    let moving = RwSignal::new(false);
    let timer: StoredValue<Option<TimeoutHandle>> = StoredValue::new(None);
    Effect::new(move |before: Option<()>| {
        camera.track();
        if before.is_none() {
            return;
        }
        moving.set(true);
        if let Some(old) = timer.get_value() {
            old.clear();
        }
        timer.set_value(set_timeout_with_handle(move || moving.set(false), REST).ok());
    });
    moving
}
