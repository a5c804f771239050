//! The game as a picture or as an animation, made here and kept or handed to others. In steps: the page goes on meanwhile.

use super::gif::{Area, Gif, Palette};
use super::picture::{ROW, Stage};
use crate::browser;
use crate::part::NotThere;
use crate::session::SeatInfo;
use art::{Album, Landscape};
use leptos::prelude::{RwSignal, Set, document};
use leptos::wasm_split::wasm_split;
use rules::{Action, AnyGame, Event, Game as _, GameId, Pos, Setup};
use std::future::Future;
use std::pin::Pin;
use std::time::Duration;
use table::Entry;
use wasm_bindgen::{Clamped, JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, CanvasRenderingContext2d, HtmlCanvasElement, HtmlImageElement, Url};

/// A tile in a picture and in an animation, in pixels, at most.
const TILE: f32 = 150.0;
const FILM_TILE: f32 = 50.0;
/// How long a turn, a change of points and the end are seen, in hundredths of a second.
const TURN: u16 = 45;
const AT_ONCE: u16 = 2;
const END: u16 = 500;

/// A game to be drawn.
#[derive(Clone)]
pub(super) struct Played {
    pub(super) setup: Setup,
    pub(super) history: Vec<Entry>,
    pub(super) seats: Vec<SeatInfo>,
    pub(super) landscape: Landscape,
}

/// What is to be made of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Keepsake {
    Picture,
    Film,
}

impl Keepsake {
    fn file(self, game: GameId) -> String {
        let end = if self == Keepsake::Picture { "png" } else { "gif" };
        format!("bastide-{}.{end}", game.name())
    }
}

/// Makes a picture or an animation and lets the person keep it; `progress` says how far it is, in hundredths.
#[wasm_split(film, wasm_split_path = leptos::wasm_split, fallible)]
pub(super) fn make(played: Played, what: Keepsake, progress: RwSignal<u32>) -> Result<Making, NotThere> {
    Ok(Box::pin(async move {
        let made = match what {
            Keepsake::Picture => picture(&played).await,
            Keepsake::Film => film(&played, progress).await,
        };
        match made {
            Ok(made) => browser::hand_over(&what.file(played.setup.game()), &made).await,
            Err(error) => {
                leptos::logging::warn!("no picture: {error:?}");
                return Err(NotThere);
            }
        }
        Ok(())
    }))
}

/// A picture that is being made.
pub(super) type Making = Pin<Box<dyn Future<Output = Result<(), NotThere>>>>;

/// Something to draw on.
struct Canvas {
    element: HtmlCanvasElement,
    context: CanvasRenderingContext2d,
}

impl Canvas {
    fn new(stage: &Stage) -> Result<Canvas, JsValue> {
        let element: HtmlCanvasElement = document().create_element("canvas")?.dyn_into()?;
        element.set_width(stage.width.into());
        element.set_height(stage.height.into());
        // It is read again and again.
        let options = js_sys::Object::new();
        js_sys::Reflect::set(&options, &"willReadFrequently".into(), &true.into())?;
        let context = element.get_context_with_context_options("2d", &options)?.ok_or("no canvas")?;
        let context: CanvasRenderingContext2d = context.dyn_into().map_err(JsValue::from)?;
        context.set_fill_style_str(stage.table());
        context.fill_rect(0.0, 0.0, stage.width.into(), stage.height.into());
        Ok(Canvas { element, context })
    }

    /// Draws an SVG picture and says where it lies.
    async fn draw(&self, (svg, x, y): (String, u16, u16)) -> Result<Area, JsValue> {
        let image = HtmlImageElement::new()?;
        let address = Url::create_object_url_with_blob(&browser::blob(&svg.into(), "image/svg+xml")?)?;
        image.set_src(&address);
        let drawn = JsFuture::from(image.decode()).await;
        Url::revoke_object_url(&address)?;
        drawn?;
        self.context.draw_image_with_html_image_element(&image, x.into(), y.into())?;
        let fits = |at: u16, length: u32, most: u32| (length.min(most.saturating_sub(at.into()))) as u16;
        let (width, height) = (self.element.width(), self.element.height());
        Ok(Area { x, y, width: fits(x, image.natural_width(), width), height: fits(y, image.natural_height(), height) })
    }

    fn pixels(&self, area: Area) -> Result<Clamped<Vec<u8>>, JsValue> {
        let data = self.context.get_image_data(area.x.into(), area.y.into(), area.width.into(), area.height.into())?;
        Ok(data.data())
    }

    async fn png(&self) -> Result<Blob, JsValue> {
        let blob = js_sys::Promise::new(&mut |done, _| {
            let _ = self.element.to_blob(&done);
        });
        JsFuture::from(blob).await?.dyn_into()
    }
}

async fn picture(played: &Played) -> Result<Blob, JsValue> {
    let game = played.at(played.history.len());
    let stage = Stage::new(&game, &played.seats, played.landscape, TILE);
    let canvas = Canvas::new(&stage)?;
    canvas.draw(stage.whole(&game, &mut Album::default())).await?;
    canvas.draw((stage.row(game.scores()), 0, 0)).await?;
    canvas.png().await
}

async fn film(played: &Played, progress: RwSignal<u32>) -> Result<Blob, JsValue> {
    let end = played.at(played.history.len());
    let stage = Stage::new(&end, &played.seats, played.landscape, FILM_TILE);
    let canvas = Canvas::new(&stage)?;
    let mut album = Album::default();
    let row = |game: &AnyGame| (stage.row(game.scores()), 0, 0);
    // The colours of the end are those of the whole game.
    canvas.draw(stage.whole(&end, &mut album)).await?;
    canvas.draw(row(&end)).await?;
    let all = Area { x: 0, y: 0, width: stage.width, height: stage.height };
    let mut gif = Gif::new(stage.width, stage.height, Palette::of(&canvas.pixels(all)?));
    // The first picture of all is the end: that is what is seen where animations are not played.
    gif.frame(all, &canvas.pixels(all)?, END / 3);

    let turns = turns(&played.history);
    let mut game = AnyGame::new(&played.setup);
    let mut at = 0;
    for (number, &turn) in turns.iter().enumerate() {
        let before = if number == 0 { None } else { Some(game.clone()) };
        for entry in &played.history[at..turn] {
            game.play_unchecked(entry.action, &mut ());
        }
        at = turn;
        let scored = before.as_ref().is_none_or(|before| before.scores() != game.scores());
        let last = number + 1 == turns.len();
        let stays = if last { END } else { TURN };
        let area = match before.and_then(|before| changed(&before, &game, &played.history[turns[number - 1]..turn])) {
            Some((first, last)) => canvas.draw(stage.board(&game, &mut album, first, last)).await?,
            None => {
                canvas.context.fill_rect(0.0, 0.0, stage.width.into(), stage.height.into());
                canvas.draw(stage.whole(&game, &mut album)).await?;
                canvas.draw(row(&game)).await?;
                all
            }
        };
        gif.frame(area, &canvas.pixels(area)?, if scored && area != all { AT_ONCE } else { stays });
        if scored && area != all {
            let area = canvas.draw(row(&game)).await?;
            let area = Area { height: ROW, ..area };
            gif.frame(area, &canvas.pixels(area)?, stays);
        }
        progress.set((number * 100 / turns.len()) as u32);
        browser::sleep(Duration::ZERO).await;
    }
    let bytes = js_sys::Uint8Array::from(&gif.finish()[..]);
    browser::blob(&bytes.into(), "image/gif")
}

impl Played {
    /// The game after so many actions.
    fn at(&self, count: usize) -> AnyGame {
        let mut game = AnyGame::new(&self.setup);
        for entry in &self.history[..count] {
            game.play_unchecked(entry.action, &mut ());
        }
        game
    }
}

/// After how many actions each turn ends; first comes the beginning.
fn turns(history: &[Entry]) -> Vec<usize> {
    let places = |(index, entry): (usize, &Entry)| matches!(entry.action, Action::Place { .. }).then_some(index);
    history.iter().enumerate().filter_map(places).chain([history.len()]).collect()
}

/// The cells from the first to the last on which something changed.
fn changed(before: &AnyGame, after: &AnyGame, turn: &[Entry]) -> Option<(Pos, Pos)> {
    let mut cells: Vec<Pos> = Vec::new();
    for event in turn.iter().flat_map(|entry| &entry.events) {
        match event {
            Event::Placed { pos, .. }
            | Event::RangerTaken { pos, .. }
            | Event::Waterhole { pos, .. }
            | Event::WaterholeLeft { pos, .. } => cells.push(*pos),
            Event::RangerMoved { from, to, .. } => cells.extend(from.iter().chain([to])),
            _ => {}
        }
    }
    let (old, new) = (before.pieces(), after.pieces());
    cells.extend(old.iter().filter(|piece| !new.contains(piece)).map(|piece| piece.pos));
    cells.extend(new.iter().filter(|piece| !old.contains(piece)).map(|piece| piece.pos));
    let (x, y) = (|| cells.iter().map(|pos| pos.x), || cells.iter().map(|pos| pos.y));
    Some((Pos::new(x().min()?, y().min()?), Pos::new(x().max()?, y().max()?)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testkit::played;
    use rules::{Options, Seat};

    #[test]
    fn every_turn_changes_a_part_of_the_board_and_nothing_outside_it() {
        for id in GameId::ALL {
            let setup = Setup::new(id, Options::NONE, 2, Seat::ALL[0]).expect("two can play");
            let table = played(&setup, 6, usize::MAX);
            let film =
                Played { setup, history: table.history().to_vec(), seats: Vec::new(), landscape: Landscape::Towns };
            let turns = turns(table.history());
            assert_eq!(turns.last(), Some(&table.history().len()));
            for pair in turns.windows(2) {
                let (before, after) = (film.at(pair[0]), film.at(pair[1]));
                let turn = &table.history()[pair[0]..pair[1]];
                let (first, last) = changed(&before, &after, turn).expect("a tile was placed");
                let inside = |pos: Pos| pos.x >= first.x && pos.x <= last.x && pos.y >= first.y && pos.y <= last.y;
                let laid = after.board().laid(after.board().tile_count() - 1).expect("it lies");
                assert!(inside(laid.pos), "{id:?}");
                let moved = before.pieces().into_iter().filter(|piece| !after.pieces().contains(piece));
                assert!(moved.into_iter().all(|piece| inside(piece.pos)), "{id:?}");
            }
        }
    }
}
