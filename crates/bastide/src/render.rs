//! `bastide render`: the board of a recorded game as a picture, or the whole game as an animation.

use crate::picture::{self, Format};
use crate::replay;
use art::{Album, Landscape, Scene, Theme};
use clap::Args as ClapArgs;
use rules::{Action, Pos, Record, Seat};
use std::error::Error;
use std::path::PathBuf;

/// What to draw.
#[derive(ClapArgs)]
pub struct Args {
    /// The record; `-` reads standard input
    file: PathBuf,
    /// The picture: .svg or .png; .apng shows the whole game, turn by turn
    #[arg(short, long)]
    output: PathBuf,
    /// Show the board as it was after this turn; 0 is the beginning
    #[arg(long = "move", value_name = "N")]
    turn: Option<usize>,
    /// The side of a tile in pixels
    #[arg(long, default_value_t = 96, value_parser = clap::value_parser!(u16).range(8..=512))]
    tile: u16,
    /// Draw with high contrast
    #[arg(long)]
    contrast: bool,
    /// How long each turn of an animation is shown, in milliseconds
    #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(u16).range(20..=8000))]
    delay: u16,
}

/// Draws and writes.
pub fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    let format = Format::of(&args.output)?;
    let record = replay::read(&args.file)?;
    let mut scenes = scenes(&record, args.contrast.then_some(&Theme::CONTRAST));
    if let Some(turn) = args.turn {
        let turns = scenes.len() - 1;
        if turn > turns {
            return Err(format!("there is no turn {turn}: the record has {turns}").into());
        }
        scenes.truncate(turn + 1);
    }
    let tile = f32::from(args.tile);
    let window = scenes.last().map(Scene::bounds);
    if format == Format::Apng {
        let mut album = Album::default();
        let frames = scenes.into_iter().map(|scene| Scene { window, ..scene }.svg_with(&mut album, tile));
        return picture::animate(&args.output, frames, args.delay);
    }
    let last = scenes.pop().ok_or("there is nothing to show")?;
    picture::write(&args.output, &last.svg(tile))
}

/// The board at the beginning of the game and after each turn.
pub fn scenes(record: &Record, theme: Option<&'static Theme>) -> Vec<Scene> {
    let theme = theme.unwrap_or(Landscape::of_game(record.setup().game()).theme());
    let mut scenes = Vec::new();
    let mut last: Vec<(Seat, Pos)> = Vec::new();
    let mut turn = None;
    let end = record.replay(&mut (), |game, action, ()| {
        if turn != Some(game.turn()) {
            turn = Some(game.turn());
            scenes.push(Scene { last: last.clone(), ..Scene::of_game(game, theme) });
        }
        if let (Action::Place { pos, .. }, Some(seat)) = (action, game.active()) {
            last.retain(|(other, _)| *other != seat);
            last.push((seat, pos));
        }
    });
    scenes.push(Scene { last, ..Scene::of_game(&end, theme) });
    scenes
}
