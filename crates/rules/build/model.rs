//! The tile files as they are written, read by serde, and the ports that a segment occupies.

use serde::Deserialize;

pub(crate) const SIDES: [&str; 4] = ["N", "E", "S", "W"];
pub(crate) const LANES: [&str; 4] = ["L", "", "R", "U"];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    set: Header,
    start: Option<Start>,
    tile: Vec<Tile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    id: String,
    title: String,
    total: usize,
    #[expect(dead_code, reason = "kept in the data for people")]
    sources: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Start {
    tile: Vec<Tile>,
}

#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub(crate) struct Tile {
    pub(crate) id: String,
    pub(crate) count: usize,
    #[serde(default)]
    pub(crate) start: bool,
    #[serde(default)]
    pub(crate) last: bool,
    pub(crate) sides: [String; 4],
    #[expect(dead_code, reason = "kept in the data for people")]
    pub(crate) note: Option<String>,
    pub(crate) evidence: Option<String>,
    pub(crate) corners: Option<[String; 4]>,
    #[serde(default)]
    pub(crate) segment: Vec<Segment>,
}

#[derive(Deserialize, Clone, Default)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Segment {
    pub(crate) kind: String,
    pub(crate) at: Vec<String>,
    pub(crate) ends: bool,
    pub(crate) borders: Vec<usize>,
    pub(crate) shields: u8,
    pub(crate) goods: Option<String>,
    pub(crate) inn: bool,
    pub(crate) cathedral: bool,
    pub(crate) lake: Option<usize>,
    pub(crate) spring: bool,
    pub(crate) fish: u8,
    pub(crate) nuggets: u8,
    pub(crate) mushrooms: u8,
    pub(crate) animals: Vec<String>,
    pub(crate) animal: Option<String>,
    pub(crate) special: Option<String>,
    pub(crate) birds: u8,
    pub(crate) cities: u8,
    pub(crate) city_sea: Vec<usize>,
}

/// One tile set: the tiles in the order of the file, a start board of several squares first.
pub(crate) struct Set {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) total: usize,
    /// Said by the table of sets, not by the file.
    pub(crate) version: u8,
    /// How many of `tiles` are squares of the start board; they are not counted in `total`.
    pub(crate) board: usize,
    pub(crate) tiles: Vec<Tile>,
}

pub(crate) fn parse(name: &str, text: &str) -> Result<Set, String> {
    let file: File = toml::from_str(text).map_err(|error| format!("tiles/{name}.toml: {error}"))?;
    if file.set.id != name {
        return Err(format!("tiles/{name}.toml: the set calls itself {:?}", file.set.id));
    }
    let mut tiles = file.start.map(|start| start.tile).unwrap_or_default();
    let board = tiles.len();
    tiles.extend(file.tile);
    Ok(Set { id: file.set.id, title: file.set.title, total: file.set.total, version: 1, board, tiles })
}

/// The port that a word of `at` names: four ports a side, clockwise from the north: the left half, the middle, the
/// right half, and one below for what runs on underneath (a river system).
pub(crate) fn port(word: &str) -> Option<usize> {
    let side = SIDES.iter().position(|side| word.starts_with(side))?;
    let lane = LANES.iter().position(|lane| *lane == &word[1..])?;
    Some(side * 4 + lane)
}

impl Segment {
    /// The segment's ports as a bit set, printed orientation; unknown words are left to the checks.
    pub(crate) fn ports(&self) -> u16 {
        self.at.iter().filter_map(|word| port(word)).fold(0, |set, port| set | 1 << port)
    }

    /// What is drawn on the segment, as (name of the symbol, how many).
    pub(crate) fn symbols(&self) -> Vec<(String, u8)> {
        let mut symbols: Vec<(String, u8)> = Vec::new();
        let mut add = |name: &str, count: u8| {
            if count == 0 {
                return;
            }
            match symbols.iter_mut().find(|(known, _)| known == name) {
                Some((_, sum)) => *sum += count,
                None => symbols.push((name.to_owned(), count)),
            }
        };
        add("shield", self.shields);
        add("inn", self.inn.into());
        add("cathedral", self.cathedral.into());
        add("fish", self.fish);
        add("nugget", self.nuggets);
        add("mushroom", self.mushrooms);
        add("bird", self.birds);
        add("port", self.cities);
        for name in self.goods.iter().chain(&self.animals).chain(&self.animal).chain(&self.special) {
            add(name, 1);
        }
        symbols
    }
}
