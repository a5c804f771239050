//! Writes the tables as Rust source.

use crate::model::{SIDES, Segment, Set, Tile};
use std::fmt::Write as _;

/// One segment as the tables hold it: printed ones first, then the river systems that follow from them.
struct Row {
    kind: String,
    ports: u16,
    printed: Option<Segment>,
    symbols: Vec<(String, u8)>,
    /// Symbols that count for the segment without being printed on it (the ports on a sea's shore).
    implied: Vec<(String, u8)>,
    system: Option<usize>,
}

pub(crate) fn tables(sets: &[Set]) -> String {
    let mut out = String::from("// Generated from tiles/*.toml by the build script.\n\n");
    let mut first = 0;
    let mut headers = String::new();
    let mut tiles = String::new();
    let mut widest = 0;
    for (number, set) in sets.iter().enumerate() {
        let _ = writeln!(
            headers,
            "    SetDef {{ id: {:?}, title: {:?}, version: {}, first: {first}, kinds: {}, board: {}, tiles: {}, segments: {} }},",
            set.id,
            set.title,
            set.version,
            set.tiles.len(),
            set.board,
            set.tiles.iter().map(|tile| tile.count).sum::<usize>(),
            set.tiles.iter().map(|tile| tile.count * rows(set, tile).len()).sum::<usize>(),
        );
        for (index, tile) in set.tiles.iter().enumerate() {
            let rows = rows(set, tile);
            widest = widest.max(rows.len());
            emit_tile(&mut tiles, number, set, tile, index < set.board, &rows);
        }
        first += set.tiles.len();
    }
    let _ = writeln!(out, "/// The most segments a tile has, river systems included.");
    let _ = writeln!(out, "pub const MAX_SEGMENTS: usize = {widest};\n");
    emit_sets(&mut out, sets);
    let _ = writeln!(out, "static SETS: [SetDef; {}] = [\n{headers}];\n", sets.len());
    let _ = writeln!(out, "static TILES: [TileDef; {first}] = [\n{tiles}];");
    out
}

fn emit_sets(out: &mut String, sets: &[Set]) {
    let _ = writeln!(out, "/// A tile set.");
    let _ = writeln!(out, "#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]\n#[repr(u8)]");
    let _ = writeln!(out, "pub enum TileSet {{");
    for set in sets {
        let _ = writeln!(out, "    /// {}.\n    {},", set.title, camel(&set.id));
    }
    let _ = writeln!(out, "}}\n\nimpl TileSet {{\n    /// All sets, in the order of their tile numbers.");
    let names: Vec<String> = sets.iter().map(|set| format!("TileSet::{}", camel(&set.id))).collect();
    let _ = writeln!(out, "    pub const ALL: [TileSet; {}] = [{}];\n}}\n", sets.len(), names.join(", "));
}

/// The corners that show savanna if only what lies between two sides of one and the same bush is bush (S12).
fn wide_corners(tile: &Tile) -> Vec<bool> {
    let bush_at = |side: usize| {
        let word = SIDES[side];
        tile.segment.iter().position(|segment| segment.kind == "bush" && segment.at.iter().any(|at| at == word))
    };
    (0..4).map(|corner| bush_at((corner + 3) % 4).is_none_or(|bush| bush_at(corner) != Some(bush))).collect()
}

fn rows(set: &Set, tile: &Tile) -> Vec<Row> {
    let mut rows: Vec<Row> = tile
        .segment
        .iter()
        .enumerate()
        .map(|(number, segment)| {
            let shore = tile.segment.iter().flat_map(|other| &other.city_sea).filter(|&&sea| sea == number).count();
            Row {
                kind: segment.kind.clone(),
                ports: segment.ports(),
                printed: Some(segment.clone()),
                symbols: segment.symbols(),
                implied: if shore > 0 { vec![("port".to_owned(), shore as u8)] } else { Vec::new() },
                system: None,
            }
        })
        .collect();
    if set.id.starts_with("hunters_gatherers") {
        add_systems(tile, &mut rows);
    }
    rows
}

/// All water of a tile that hangs together is one piece of a river system: it runs on under the middle of its sides.
fn add_systems(tile: &Tile, rows: &mut Vec<Row>) {
    for (number, segment) in tile.segment.iter().enumerate() {
        let hub = match segment.kind.as_str() {
            "lake" => number,
            "river" if segment.lake.is_none() => number,
            _ => continue,
        };
        let members: Vec<usize> =
            (0..tile.segment.len()).filter(|&other| other == hub || tile.segment[other].lake == Some(hub)).collect();
        let ports = members.iter().fold(0, |set, &member| set | rows[member].ports << 2);
        let implied = members.iter().flat_map(|&member| rows[member].symbols.clone()).collect();
        let system = rows.len();
        for &member in &members {
            rows[member].system = Some(system);
        }
        let kind = "system".to_owned();
        rows.push(Row { kind, ports, printed: None, symbols: Vec::new(), implied, system: None });
    }
}

fn emit_tile(out: &mut String, set_number: usize, set: &Set, tile: &Tile, board: bool, rows: &[Row]) {
    let _ = writeln!(out, "    TileDef {{");
    let _ = writeln!(out, "        set: {set_number},");
    let _ = writeln!(out, "        name: {:?},", format!("{}/{}", set.id, tile.id));
    let _ = writeln!(out, "        id: {:?},", tile.id);
    let _ = writeln!(out, "        count: {},", tile.count);
    let _ = writeln!(out, "        start: {},", tile.start || board);
    let _ = writeln!(out, "        last: {},", tile.last);
    let _ = writeln!(out, "        river: {},", tile.sides.iter().any(|side| side == "river"));
    let sides: Vec<String> = tile.sides.iter().map(|side| format!("Terrain::{}", camel(side))).collect();
    let _ = writeln!(out, "        sides: [{}],", sides.join(", "));
    let corners: Vec<bool> = match &tile.corners {
        Some(corners) => corners.iter().map(|ground| ground == "savanna").collect(),
        None => vec![false; 4],
    };
    let _ = writeln!(out, "        savanna_corners: {corners:?},");
    let wide = if tile.corners.is_some() { wide_corners(tile) } else { vec![false; 4] };
    let _ = writeln!(out, "        wide_corners: {wide:?},");
    let inferred = tile.evidence.as_deref().is_some_and(|evidence| evidence == "reconstructed");
    let _ = writeln!(out, "        inferred: {inferred},");
    let printed = rows.iter().filter(|row| row.printed.is_some()).count();
    let _ = writeln!(out, "        printed: {printed},");
    let centre = rows.iter().position(|row| matches!(row.kind.as_str(), "cloister" | "baobab"));
    let _ = writeln!(out, "        centre: {},", option_segment(centre));
    let _ = writeln!(out, "        edges: edges([{}]),", sides.join(", "));
    let turned: Vec<[u8; 16]> = (0..4).map(|rotation| port_segments(rows, rotation)).collect();
    let _ = writeln!(out, "        port_segments: {turned:?},");
    let _ = writeln!(out, "        segments: &[");
    for row in rows {
        emit_row(out, row);
    }
    let _ = writeln!(out, "        ],\n    }},");
}

fn emit_row(out: &mut String, row: &Row) {
    let printed = row.printed.clone().unwrap_or_default();
    let ports: Vec<String> = (0..4).map(|turn| format!("Ports({:#06x})", turned(row.ports, turn))).collect();
    let borders = printed.borders.iter().fold(0u16, |set, other| set | 1 << other);
    let shores: Vec<String> = printed.city_sea.iter().map(|sea| format!("Segment({sea})")).collect();
    let names = |list: &[(String, u8)]| -> String {
        list.iter().map(|(name, count)| format!("(Symbol::{}, {count})", camel(name))).collect::<Vec<_>>().join(", ")
    };
    let mut counted = row.symbols.clone();
    counted.extend(row.implied.iter().cloned());
    let _ = writeln!(
        out,
        "            SegmentDef {{ kind: FeatureKind::{}, ports: [{}], borders: SegmentSet({borders:#x}), ends: {}, \
         spring: {}, lake: {}, system: {}, shores: &[{}], symbols: &[{}], tally: Tally::of(&[{}]) }},",
        camel(&row.kind),
        ports.join(", "),
        printed.ends,
        printed.spring,
        option_segment(printed.lake),
        option_segment(row.system),
        shores.join(", "),
        names(&row.symbols),
        names(&counted),
    );
}

/// A set of ports after clockwise quarter turns: each side has four, so a turn moves them by four.
fn turned(ports: u16, quarters: u32) -> u16 {
    ports.rotate_left(4 * quarters)
}

fn port_segments(rows: &[Row], quarters: u32) -> [u8; 16] {
    let mut table = [u8::MAX; 16];
    for (number, row) in rows.iter().enumerate() {
        let ports = turned(row.ports, quarters);
        for (port, slot) in table.iter_mut().enumerate() {
            if ports & 1 << port != 0 {
                *slot = number as u8;
            }
        }
    }
    table
}

fn option_segment(number: Option<usize>) -> String {
    number.map_or("None".to_owned(), |number| format!("Some(Segment({number}))"))
}

fn camel(words: &str) -> String {
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().map(|first| first.to_ascii_uppercase().to_string() + letters.as_str()).unwrap_or_default()
    };
    words.split('_').map(capital).collect()
}
