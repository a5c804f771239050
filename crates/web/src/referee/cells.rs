//! The board for those who do not point at it: a button for every empty cell and every tile, found by screen readers and
//! with the keyboard. Arrows go to the next one in that direction; where one is, is lit on the board.

use super::board::Desk;
use crate::app::App;
use crate::board::Tap;
use crate::table::{place_words, tile_words};
use leptos::prelude::*;
use rules::Pos;
use wasm_bindgen::JsCast;

fn name(pos: Pos) -> String {
    format!("cell_{}_{}", pos.x, pos.y)
}

/// The nearest of some cells in a direction: those straight ahead before those aside.
fn ahead(from: Pos, (dx, dy): (i32, i32), cells: impl Iterator<Item = Pos>) -> Option<Pos> {
    let way = |pos: &Pos| {
        let (x, y) = (i32::from(pos.x) - i32::from(from.x), i32::from(pos.y) - i32::from(from.y));
        (x * dx + y * dy, (x * dy).abs() + (y * dx).abs())
    };
    cells.filter(|pos| way(pos).0 > 0).min_by_key(|pos| {
        let (on, aside) = way(pos);
        (on + 3 * aside, pos.y, pos.x)
    })
}

#[component]
pub(super) fn Cells(desk: Desk) -> impl IntoView {
    let lang = expect_context::<App>().lang.get_untracked();
    let tiles = move || desk.sheet.with(|sheet| sheet.entries.iter().map(|entry| entry.laid).collect::<Vec<_>>());
    let all = Memo::new(move |_| {
        let mut all: Vec<Pos> = desk.cells();
        all.extend(tiles().iter().map(|laid| laid.pos));
        all.sort_unstable_by_key(|pos| (pos.y, pos.x));
        all
    });
    let button = move |pos: Pos| {
        let label = move || {
            let tile = tiles().into_iter().find(|laid| laid.pos == pos);
            let what = tile.map(|laid| tile_words(lang, laid.kind, laid.rotation));
            let place = place_words(lang, pos);
            what.map_or_else(|| place.clone(), |what| lang.told_of(place.clone(), what))
        };
        view! {
            <button
                id=name(pos)
                on:click=move |_| desk.tap(Tap::Cell(pos))
                on:focus=move |_| desk.cursor.set(Some(pos))
                on:blur=move |_| desk.cursor.set(None)
            >{label}</button>
        }
    };
    let go = move |event: leptos::ev::KeyboardEvent| {
        let step = match event.key().as_str() {
            "ArrowUp" => (0, -1),
            "ArrowDown" => (0, 1),
            "ArrowLeft" => (-1, 0),
            "ArrowRight" => (1, 0),
            _ => return,
        };
        event.prevent_default();
        event.stop_propagation();
        let next = desk
            .cursor
            .get_untracked()
            .and_then(|from| all.with_untracked(|all| ahead(from, step, all.iter().copied())));
        let element = next.and_then(|pos| document().get_element_by_id(&name(pos)));
        if let Some(element) = element.and_then(|element| element.dyn_into::<web_sys::HtmlElement>().ok()) {
            let _ = element.focus();
        }
    };
    view! {
        <div class="unseen cells" role="group" aria-label=lang.board() on:keydown=go>
            <For each=move || all.get() key=|pos| *pos let:pos>{button(pos)}</For>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrows_lead_to_every_cell_around_a_tile() {
        let around = [Pos::new(0, -1), Pos::new(1, 0), Pos::new(0, 1), Pos::new(-1, 0)];
        let go = |from: Pos, way| ahead(from, way, around.into_iter());
        assert_eq!(go(Pos::new(0, -1), (0, 1)), Some(Pos::new(0, 1)), "straight ahead first");
        assert_eq!(go(Pos::new(0, -1), (1, 0)), Some(Pos::new(1, 0)));
        assert_eq!(go(Pos::new(0, -1), (-1, 0)), Some(Pos::new(-1, 0)));
        assert_eq!(go(Pos::new(0, -1), (0, -1)), None);
        assert_eq!(go(Pos::new(1, 0), (-1, 0)), Some(Pos::new(-1, 0)));
    }
}
