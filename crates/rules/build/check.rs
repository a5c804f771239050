//! What must hold of every tile set. Each complaint names the file, the tile and what is wrong.

use crate::model::{LANES, SIDES, Segment, Set, Tile, port};

/// The words each family of sets may use: sides with what lies in their middle and on their halves, segment kinds, symbols.
struct Vocabulary {
    /// (side, kind in the middle, kind on both halves); "" where nothing is.
    sides: &'static [(&'static str, &'static str, &'static str)],
    /// Kinds that touch no side.
    inner: &'static [&'static str],
    symbols: &'static [(&'static str, &'static str)],
    /// (kind, kinds that it can border).
    borders: &'static [(&'static str, &'static [&'static str])],
    corners: bool,
}

const TOWNS: Vocabulary = Vocabulary {
    sides: &[("city", "city", ""), ("road", "road", "field"), ("field", "", "field"), ("river", "river", "field")],
    inner: &["cloister"],
    symbols: &[
        ("city", "shield"),
        ("city", "chicken"),
        ("city", "wheat"),
        ("city", "cloth"),
        ("road", "inn"),
        ("city", "cathedral"),
    ],
    borders: &[("field", &["city"])],
    corners: false,
};
const STONE_AGE: Vocabulary = Vocabulary {
    sides: &[("forest", "forest", ""), ("river", "river", "meadow"), ("meadow", "", "meadow")],
    inner: &["lake"],
    symbols: &[
        ("lake", "fish"),
        ("forest", "nugget"),
        ("forest", "mushroom"),
        ("meadow", "deer"),
        ("meadow", "mammoth"),
        ("meadow", "aurochs"),
        ("meadow", "tiger"),
        ("meadow", "fire"),
        ("meadow", "shrine"),
    ],
    borders: &[],
    corners: false,
};
const COASTS: Vocabulary = Vocabulary {
    sides: &[("grass", "grass", ""), ("mountain", "mountain", ""), ("sea", "sea", "")],
    inner: &[],
    symbols: &[("grass", "port"), ("mountain", "port")],
    borders: &[
        ("grass", &["grass", "mountain", "sea"]),
        ("mountain", &["grass", "mountain", "sea"]),
        ("sea", &["grass", "mountain", "sea"]),
    ],
    corners: false,
};
const SAVANNA: Vocabulary = Vocabulary {
    sides: &[("savanna", "", ""), ("path", "path", ""), ("bush", "bush", "")],
    inner: &["baobab"],
    symbols: &[
        ("path", "monkey"),
        ("path", "elephant"),
        ("path", "giraffe"),
        ("path", "lion"),
        ("path", "zebra"),
        ("bush", "monkey"),
        ("bush", "elephant"),
        ("bush", "giraffe"),
        ("bush", "lion"),
        ("bush", "zebra"),
        ("bush", "bird"),
    ],
    borders: &[],
    corners: true,
};

fn vocabulary(set: &str) -> Option<&'static Vocabulary> {
    match set {
        "base" | "river" | "traders_builders" | "inns_cathedrals" => Some(&TOWNS),
        "hunters_gatherers" | "hunters_gatherers_bonus" => Some(&STONE_AGE),
        "new_lands" => Some(&COASTS),
        "safari" => Some(&SAVANNA),
        _ => None,
    }
}

/// Everything that is wrong with the set; empty if it is sound.
pub(crate) fn check(set: &Set) -> Vec<String> {
    let mut complaints = Vec::new();
    let Some(vocabulary) = vocabulary(&set.id) else {
        return vec![format!("tiles/{}.toml: no vocabulary for this set", set.id)];
    };
    let total: usize = set.tiles[set.board..].iter().map(|tile| tile.count).sum();
    if total != set.total {
        complaints.push(format!("tiles/{}.toml: {total} tiles, but total = {}", set.id, set.total));
    }
    let starts = set.board + set.tiles.iter().filter(|tile| tile.start).count();
    let wanted = match set.id.as_str() {
        "traders_builders" | "inns_cathedrals" | "hunters_gatherers_bonus" => 0,
        "safari" => 3,
        _ => 1,
    };
    if starts != wanted {
        complaints.push(format!("tiles/{}.toml: {starts} start tiles instead of {wanted}", set.id));
    }
    for (index, tile) in set.tiles.iter().enumerate() {
        let mut say = |what: String| {
            complaints.push(format!("tiles/{}.toml: tile {}: {what}", set.id, tile.id));
        };
        if set.tiles[..index].iter().any(|other| other.id == tile.id) {
            say("the id is used twice".to_owned());
        }
        if tile.count == 0 {
            say("count is 0".to_owned());
        }
        if tile.segment.iter().filter(|segment| matches!(segment.kind.as_str(), "cloister" | "baobab")).count() > 1 {
            say("more than one centre to be surrounded".to_owned());
        }
        check_sides(vocabulary, tile, &mut say);
        for (number, segment) in tile.segment.iter().enumerate() {
            check_segment(vocabulary, tile, segment, &mut |what| say(format!("segment {number}: {what}")));
        }
        check_corners(vocabulary, tile, &mut say);
    }
    complaints
}

/// Every side is covered exactly by the segments that its terrain calls for.
fn check_sides(vocabulary: &Vocabulary, tile: &Tile, say: &mut dyn FnMut(String)) {
    for (side, terrain) in tile.sides.iter().enumerate() {
        let Some((_, middle, halves)) = vocabulary.sides.iter().find(|(name, ..)| name == terrain) else {
            say(format!("side {} is of unknown terrain {terrain:?}", SIDES[side]));
            continue;
        };
        for (lane, wanted) in [halves, middle, halves].into_iter().enumerate() {
            let found: Vec<&str> = tile
                .segment
                .iter()
                .filter(|segment| segment.ports() & 1 << (side * 4 + lane) != 0)
                .map(|segment| segment.kind.as_str())
                .collect();
            let place = format!("{}{}", SIDES[side], LANES[lane]);
            match found.as_slice() {
                [] if wanted.is_empty() => {}
                [] => say(format!("no {wanted} segment at {place}, though the side is {terrain}")),
                [kind] if wanted.is_empty() => {
                    say(format!("a {kind} segment at {place}, though the side is {terrain}"));
                }
                [kind] if kind != wanted => say(format!("a {kind} segment at {place} of a {terrain} side")),
                [_] => {}
                several => say(format!("{} segments at {place}", several.len())),
            }
        }
    }
}

fn check_segment(vocabulary: &Vocabulary, tile: &Tile, segment: &Segment, say: &mut dyn FnMut(String)) {
    let kind = segment.kind.as_str();
    let inner = vocabulary.inner.contains(&kind);
    let outer = vocabulary.sides.iter().any(|(_, middle, halves)| *middle == kind || *halves == kind);
    if !inner && !outer {
        return say(format!("unknown kind {kind:?}"));
    }
    if inner && !segment.at.is_empty() {
        say(format!("a {kind} touches no side"));
    }
    // Fields, meadows and lakes of the sea can be enclosed on their tile.
    if !inner && segment.at.is_empty() && !matches!(kind, "field" | "meadow" | "sea") {
        say(format!("the {kind} touches no side"));
    }
    for (index, word) in segment.at.iter().enumerate() {
        if port(word).is_none() || word.ends_with('U') {
            say(format!("at {word:?} is no place"));
        }
        if segment.at[..index].contains(word) {
            say(format!("at {word} twice"));
        }
    }
    if kind == "road" && segment.ends != (segment.at.len() == 1) {
        say("a road ends on the tile exactly when it leaves over one side".to_owned());
    }
    if segment.ends && kind != "road" {
        say(format!("a {kind} has no `ends`"));
    }
    if matches!(kind, "road" | "river" | "path") && segment.at.len() > 2 {
        say(format!("a {kind} has at most two ends"));
    }
    for (symbol, _) in segment.symbols() {
        if !vocabulary.symbols.contains(&(kind, symbol.as_str())) {
            say(format!("a {kind} cannot hold {symbol}"));
        }
    }
    for &other in &segment.borders {
        let allowed = vocabulary.borders.iter().find(|(name, _)| *name == kind).map_or(&[][..], |(_, to)| to);
        match tile.segment.get(other) {
            None => say(format!("borders segment {other}, which is not there")),
            Some(neighbour) if !allowed.contains(&neighbour.kind.as_str()) => {
                say(format!("a {kind} does not border a {}", neighbour.kind));
            }
            // Between equals (coasts) the relation is written on both sides.
            Some(neighbour) if allowed.contains(&kind) => {
                let this = tile.segment.iter().position(|candidate| std::ptr::eq(candidate, segment));
                if !this.is_some_and(|this| neighbour.borders.contains(&this)) {
                    say(format!("borders segment {other}, which does not border it"));
                }
            }
            Some(_) => {}
        }
    }
    check_water(tile, segment, say);
    if segment.city_sea.len() != usize::from(segment.cities) {
        say(format!("{} cities, but {} in city_sea", segment.cities, segment.city_sea.len()));
    }
    for &sea in &segment.city_sea {
        if tile.segment.get(sea).is_none_or(|other| other.kind != "sea") || !segment.borders.contains(&sea) {
            say(format!("city_sea names segment {sea}, which is no sea beside it"));
        }
    }
}

/// A river of the stone age with one side ends at a spring or a lake, one with two sides nowhere.
fn check_water(tile: &Tile, segment: &Segment, say: &mut dyn FnMut(String)) {
    if let Some(lake) = segment.lake {
        if segment.kind != "river" {
            say(format!("a {} does not end at a lake", segment.kind));
        }
        if tile.segment.get(lake).is_none_or(|other| other.kind != "lake") {
            say(format!("lake = {lake} is no lake"));
        }
    }
    if segment.spring && segment.kind != "river" {
        say(format!("a {} has no spring", segment.kind));
    }
    let meadows = tile.segment.iter().any(|other| other.kind == "meadow");
    if segment.kind == "river" && meadows {
        let ends = usize::from(segment.lake.is_some()) + usize::from(segment.spring);
        if segment.at.len() + ends != 2 {
            say(format!("a river has two ends, this one {}", segment.at.len() + ends));
        }
    }
}

/// A corner is bush when a bush side meets there, else savanna.
fn check_corners(vocabulary: &Vocabulary, tile: &Tile, say: &mut dyn FnMut(String)) {
    match &tile.corners {
        None if vocabulary.corners => say("corners are missing".to_owned()),
        Some(_) if !vocabulary.corners => say("this set has no corners".to_owned()),
        None => {}
        Some(corners) => {
            for (corner, ground) in corners.iter().enumerate() {
                let bush = [(corner + 3) % 4, corner].iter().any(|&side| tile.sides[side] == "bush");
                let wanted = if bush { "bush" } else { "savanna" };
                if ground != wanted {
                    say(format!("corner {corner} is {ground:?}, but its sides make it {wanted}"));
                }
            }
        }
    }
}
