//! `bastide tiles`: the tile sets as a catalogue that a person can compare with the tiles on the table.

use crate::picture;
use art::{Landscape, Theme};
use clap::Args as ClapArgs;
use rules::{Corner, Lane, Rotation, Segment, SegmentDef, Side, TileDef, TileSet};
use serde::Serialize;
use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::PathBuf;

/// What to print.
#[derive(ClapArgs)]
pub struct Args {
    /// The set; all sets if absent
    set: Option<String>,
    /// Draw a contact sheet of the set instead: .svg or .png
    #[arg(long, requires = "set", value_name = "FILE")]
    sheet: Option<PathBuf>,
    /// The side of a tile on the sheet in pixels
    #[arg(long, default_value_t = 128, value_parser = clap::value_parser!(u16).range(8..=512))]
    tile: u16,
    /// Draw with high contrast
    #[arg(long)]
    contrast: bool,
    /// Print one JSON object instead, with an entry for each tile
    #[arg(long, conflicts_with = "sheet")]
    json: bool,
}

/// A tile for other people's programs.
#[derive(Serialize)]
struct TileRow {
    count: u8,
    /// North, east, south, west.
    sides: [&'static str; 4],
    segments: Vec<SegmentRow>,
}

/// A segment; its number is its place in the list.
#[derive(Serialize)]
struct SegmentRow {
    kind: &'static str,
    symbols: BTreeMap<&'static str, u8>,
}

impl TileRow {
    fn of(def: &TileDef) -> TileRow {
        let segment = |(_, segment): (Segment, &SegmentDef)| SegmentRow {
            kind: segment.kind.name(),
            symbols: segment.symbols.iter().map(|(symbol, count)| (symbol.name(), *count)).collect(),
        };
        TileRow {
            count: def.count(),
            sides: Side::ALL.map(|side| def.side(side, Rotation::NONE).name()),
            segments: def.printed_segments().map(segment).collect(),
        }
    }
}

/// Prints the catalogue, or draws it.
pub fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    let sets = match &args.set {
        None => TileSet::ALL.to_vec(),
        Some(id) => vec![TileSet::from_id(id).ok_or_else(|| {
            let known: Vec<_> = TileSet::ALL.iter().map(|set| set.id()).collect();
            format!("unknown set {id:?}; there are: {}", known.join(", "))
        })?],
    };
    if let (Some(path), [set]) = (&args.sheet, sets.as_slice()) {
        let theme = if args.contrast { &Theme::CONTRAST } else { Landscape::of(*set).theme() };
        picture::write(path, &art::sheet(*set, theme, args.tile.into()))?;
        if let Some(caution) = caution(*set, "with a dot below them") {
            writeln!(io::stdout(), "{caution}")?;
        }
        return Ok(());
    }
    if args.json {
        let kinds = sets.iter().flat_map(|set| set.kinds()).map(|kind| (kind.name(), TileRow::of(kind.def())));
        let all: BTreeMap<&str, TileRow> = kinds.collect();
        writeln!(io::stdout(), "{}", serde_json::to_string(&all)?)?;
        return Ok(());
    }
    let text: Vec<String> = sets.into_iter().map(catalogue).collect();
    io::stdout().lock().write_all(text.join("\n").as_bytes())?;
    Ok(())
}

/// The catalogue of one set.
pub fn catalogue(set: TileSet) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "{} ({})", set.title(), set.id());
    let board = set.start_board().len();
    for kind in set.kinds() {
        describe(&mut out, kind.def());
    }
    let copies: usize = set.kinds().skip(board).map(|kind| usize::from(kind.def().count())).sum();
    let kinds = set.kinds().len() - board;
    let _ = write!(out, "\n{copies} tiles of {kinds} kinds");
    if board > 0 {
        let _ = write!(out, ", and a start board of {board} squares");
    }
    let _ = writeln!(out);
    for (name, count) in totals(set) {
        let _ = writeln!(out, "{count:>5} {name}");
    }
    if let Some(caution) = caution(set, "\"inferred\"") {
        let _ = writeln!(out, "\n{caution}");
    }
    out
}

/// What is not certain about the set, in a sentence; `mark` says how the tiles in question are marked.
fn caution(set: TileSet, mark: &str) -> Option<String> {
    let inferred = set.kinds().filter(|kind| kind.def().is_inferred()).count();
    (inferred > 0).then(|| {
        format!(
            "{inferred} kinds are marked {mark}: no source shows all of them, and one detail, mostly where an animal stands, \
             is inferred."
        )
    })
}

/// How often each symbol occurs on all copies.
fn totals(set: TileSet) -> Vec<(&'static str, usize)> {
    let mut totals: Vec<(&'static str, usize)> = Vec::new();
    for def in set.kinds().map(rules::TileKind::def) {
        for (symbol, count) in def.printed_segments().flat_map(|(_, segment)| segment.symbols) {
            let sum = usize::from(*count) * usize::from(def.count());
            match totals.iter_mut().find(|(name, _)| *name == symbol.name()) {
                Some((_, total)) => *total += sum,
                None => totals.push((symbol.name(), sum)),
            }
        }
    }
    totals
}

fn describe(out: &mut String, def: &TileDef) {
    let side = |side: Side| def.side(side, Rotation::NONE).name();
    let [north, east, south, west] = Side::ALL.map(side);
    let mut marks = String::new();
    if def.is_start() {
        marks.push_str(if def.count() == 1 { ", start tile" } else { ", one is the start tile" });
    }
    if def.is_last() {
        marks.push_str(", laid last");
    }
    if def.is_inferred() {
        marks.push_str(", inferred");
    }
    let _ = writeln!(out, "\n{}  x{}{marks}", def.name(), def.count());
    let _ = writeln!(out, "    N {north}, E {east}, S {south}, W {west}");
    if def.set() == TileSet::Safari {
        let savanna = Corner::ALL.into_iter().filter(|&corner| def.is_savanna(corner, Rotation::NONE));
        let names: Vec<_> = savanna.map(Corner::name).collect();
        let _ = writeln!(
            out,
            "    savanna corners: {}",
            if names.is_empty() { "none".to_owned() } else { names.join(" ") }
        );
    }
    for (number, segment) in def.printed_segments() {
        let _ = writeln!(out, "    {}", describe_segment(number, segment));
    }
}

fn describe_segment(number: Segment, segment: &SegmentDef) -> String {
    let mut text = format!("{number} {:<8} {:<8}", segment.kind.name(), places(segment));
    for (symbol, count) in segment.symbols {
        let _ = write!(text, " {count} {}", symbol.name());
    }
    let list = |segments: &mut dyn Iterator<Item = Segment>| {
        segments.map(|other| other.to_string()).collect::<Vec<_>>().join(", ")
    };
    if segment.ends {
        text.push_str(" ends here");
    }
    if segment.spring {
        text.push_str(" from a spring");
    }
    if let Some(lake) = segment.lake {
        let _ = write!(text, " to lake {lake}");
    }
    if !segment.shores.is_empty() {
        let _ = write!(text, " at sea {}", list(&mut segment.shores.iter().copied()));
    }
    let borders = list(&mut segment.borders.iter());
    if !borders.is_empty() {
        let _ = write!(text, " beside {borders}");
    }
    text.trim_end().to_owned()
}

/// The sides and half sides that a segment touches, as in the tile files; both halves of a side are the side.
fn places(segment: &SegmentDef) -> String {
    let ports = segment.ports[0];
    let mut places = Vec::new();
    for side in Side::ALL {
        let letter = side.letter();
        match [Lane::Left, Lane::Middle, Lane::Right].map(|lane| ports.has(side, lane)) {
            [true, _, true] | [_, true, _] => places.push(letter.to_string()),
            [true, ..] => places.push(format!("{letter}L")),
            [.., true] => places.push(format!("{letter}R")),
            [false, false, false] => {}
        }
    }
    if places.is_empty() { "inside".to_owned() } else { places.join(" ") }
}
