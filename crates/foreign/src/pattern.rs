//! Tiles by what is printed on them.
//!
//! A pattern is a list of parts: `c:NW+ r:ES f:EL,SR f:ER,SL` is a city at two sides with a shield, a road, and two fields
//! with the half sides that they touch. `m` is a cloister, `i` a river; `~w`, `~g` and `~c` are goods on a city.

use rules::{FeatureKind, Lane, Rotation, Segment, Side, Symbol, TileKind, TileSet};

/// Something printed on a tile: what, where, and what is drawn on it. Places are half sides, two a side, clockwise from the
/// north; the middle of a side counts as both.
pub(crate) type Part = (FeatureKind, Vec<u8>, Option<Symbol>);

/// A side or half side by its letters.
pub(crate) fn places(word: &str) -> Option<Vec<u8>> {
    let mut found = Vec::new();
    let mut letters = word.chars().filter(|letter| !matches!(letter, '.' | ',' | ' ')).peekable();
    while let Some(letter) = letters.next() {
        let side = "NESW".find(letter)? as u8;
        match letters.peek() {
            Some('L') => found.push(2 * side),
            Some('R') => found.push(2 * side + 1),
            _ => {
                found.extend([2 * side, 2 * side + 1]);
                continue;
            }
        }
        letters.next();
    }
    found.sort_unstable();
    found.dedup();
    Some(found)
}

/// The parts of a pattern.
pub(crate) fn parse(pattern: &str) -> Option<Vec<Part>> {
    let part = |word: &str| {
        let (kind, rest) = word.split_at_checked(1)?;
        let rest = rest.strip_prefix(':').unwrap_or(rest);
        let (at, symbol) = if let Some(at) = rest.strip_suffix('+') {
            (at, Some(Symbol::Shield))
        } else {
            match rest.split_once('~') {
                Some((at, "w")) => (at, Some(Symbol::Chicken)),
                Some((at, "g")) => (at, Some(Symbol::Wheat)),
                Some((at, "c")) => (at, Some(Symbol::Cloth)),
                _ => (rest, None),
            }
        };
        let kind = match kind {
            "c" => FeatureKind::City,
            "r" => FeatureKind::Road,
            "f" => FeatureKind::Field,
            "i" => FeatureKind::River,
            "m" => FeatureKind::Cloister,
            _ => return None,
        };
        Some((kind, places(at)?, symbol))
    };
    let mut parts: Vec<Part> = pattern.split(' ').map(part).collect::<Option<_>>()?;
    parts.sort_unstable();
    Some(parts)
}

/// Where a segment of a tile lies when the tile is turned.
pub(crate) fn places_of(tile: TileKind, segment: Segment, rotation: Rotation) -> Vec<u8> {
    let Some(def) = tile.def().segment(segment) else { return Vec::new() };
    let ports = def.ports[rotation.index()];
    let mut found = Vec::new();
    for (index, side) in Side::ALL.into_iter().enumerate() {
        let middle = ports.has(side, Lane::Middle);
        for (half, lane) in [Lane::Left, Lane::Right].into_iter().enumerate() {
            if middle || ports.has(side, lane) {
                found.push(2 * index as u8 + half as u8);
            }
        }
    }
    found
}

fn parts_of(tile: TileKind, rotation: Rotation) -> Vec<Part> {
    let part = |(segment, def): (Segment, &'static rules::SegmentDef)| {
        (def.kind, places_of(tile, segment, rotation), def.symbols.first().map(|(symbol, _)| *symbol))
    };
    let mut parts: Vec<Part> = tile.def().printed_segments().map(part).collect();
    parts.sort_unstable();
    parts
}

/// The tile of these sets that looks like this, and how ours is to be turned for that.
pub(crate) fn find(sets: &[TileSet], pattern: &str) -> Option<(TileKind, Rotation)> {
    let wanted = parse(pattern)?;
    TileKind::all().filter(|tile| sets.contains(&tile.def().set())).find_map(|tile| {
        Rotation::ALL.into_iter().find(|rotation| parts_of(tile, *rotation) == wanted).map(|rotation| (tile, rotation))
    })
}
