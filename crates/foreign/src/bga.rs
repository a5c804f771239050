//! Replay logs of Board Game Arena: JSON with packets of notifications, as the site sends them to the page that shows a
//! replay. That page's own text, which has them after `g_gamelogs`, will do as well.
//!
//! `playTile` lays a tile: `type` is its number, `ori` how it lies (1 to 4, clockwise), `x` and `y` where, y growing to the
//! south and the start tile at 0, 0. `playPartisan` places a follower: `pos` is the number of the place on the tile, `type`
//! what is there. `winPoints` says what somebody has then, which must agree with our count. The numbers of tiles and places
//! are facts that were taken from logs of whole games and agree with everything in them: the places that were free after
//! each tile, and all points (`tests/bga.rs`).

use crate::pattern::{find, parse, places_of};
use crate::play::{Play, add};
use crate::{Place, Reading, Source, Trouble, Unreadable, What};
use rules::{Actor, FeatureKind, GameId, Options, Phase, PieceKind, Pos, Rotation, Seat, Segment, Setup, TileKind};
use serde_json::Value;

/// What their tiles of the base game show when `ori` is 1, by their numbers from 1: each part after the number of its place.
const TILES: [&str; 24] = [
    "1r:S 2c:NEW 3f:SR 4f:SL",
    "1r:S 2c:NEW+ 3f:SR 4f:SL",
    "1c:NW 2f:ES",
    "1c:NW+ 2f:ES",
    "1r:ES 2c:NW 3f:EL,SR 4f:ER,SL",
    "1r:ES 2c:NW+ 3f:EL,SR 4f:ER,SL",
    "1c:EW 2f:N 3f:S",
    "1c:EW+ 2f:N 3f:S",
    "1c:N 2c:W 3f:ES",
    "1c:N 2c:S 3f:EW",
    "1c:N 2f:ESW",
    "1r:SW 2c:N 3f:WR,E,SL 4f:WL,SR",
    "1r:ES 2c:N 3f:EL,W,SR 4f:ER,SL",
    "1r:W 2r:E 3r:S 4c:N 5f:WR,EL 6f:WL,SR 7f:ER,SL",
    "1r:EW 2c:N 3f:EL,WR 4f:ER,S,WL",
    "1r:NS 3f:NL,W,SR 4f:NR,E,SL",
    "1r:SW 2f:WR,N,E,SL 3f:SR,WL",
    "1r:W 2r:E 3r:S 4f:WR,N,EL 5f:SR,WL 6f:ER,SL",
    "1r:W 2r:E 3r:S 4r:N 5f:WR,NL 6f:NR,EL 7f:ER,SL 8f:SR,WL",
    "1m: 2f:NESW",
    "1m: 2r:S 3f:NESW",
    "1c:NESW+",
    "1c:NEW 2f:S",
    "1c:NEW+ 2f:S",
];

/// What a part is on, in their words.
const KINDS: [(&str, FeatureKind); 4] = [
    ("city", FeatureKind::City),
    ("road", FeatureKind::Road),
    ("field", FeatureKind::Field),
    ("abbey", FeatureKind::Cloister),
];

/// The log inside the text of a page that shows a replay.
pub(crate) fn in_page(text: &str) -> Option<&str> {
    let (_, after) = text.split_once("g_gamelogs")?;
    let at = after.find(['{', '['])?;
    after[..at].trim().strip_prefix('=').filter(|rest| rest.trim().is_empty()).map(|_| &after[at..])
}

/// Something that the site told the page, with the number of the move.
struct Notification<'a> {
    kind: &'a str,
    args: &'a Value,
    number: usize,
}

/// Whether a tile is laid anywhere in it.
pub(crate) fn is_log(log: &Value) -> bool {
    notifications(log).iter().any(|told| told.kind == "playTile")
}

/// Everything that was told, in order, wherever the packets are.
fn notifications(log: &Value) -> Vec<Notification<'_>> {
    fn collect<'a>(
        value: &'a Value,
        depth: usize,
        number: usize,
        found: &mut Vec<(Option<&'a str>, Notification<'a>)>,
    ) {
        if depth > 8 {
            return;
        }
        match value {
            Value::Array(list) => list.iter().for_each(|inner| collect(inner, depth + 1, number, found)),
            Value::Object(object) => {
                let told = object.get("type").and_then(Value::as_str).zip(object.get("args"));
                if let Some((kind, args)) = told {
                    let number = if number == 0 { found.len() + 1 } else { number };
                    let uid = object.get("uid").and_then(Value::as_str);
                    // One packet may be there for several listeners.
                    if uid.is_none() || found.iter().all(|(known, _)| *known != uid) {
                        found.push((uid, Notification { kind, args, number }));
                    }
                    return;
                }
                let moved = whole(object.get("move_id")).and_then(|moved| usize::try_from(moved).ok());
                object.values().for_each(|inner| collect(inner, depth + 1, moved.unwrap_or(number), found));
            }
            _ => {}
        }
    }
    let mut found = Vec::new();
    collect(log, 0, 0, &mut found);
    found.into_iter().map(|(_, told)| told).collect()
}

/// A whole number, which may be written as text.
fn whole(value: Option<&Value>) -> Option<i64> {
    match value? {
        Value::String(text) => text.parse().ok(),
        number => number.as_i64(),
    }
}

fn number(args: &Value, key: &'static str) -> Result<i64, What> {
    whole(args.get(key)).ok_or(What::Missing(key))
}

/// Reads a log.
pub(crate) fn read(log: &Value) -> Result<Reading, Unreadable> {
    let told = notifications(log);
    let people = people(&told);
    let players = u8::try_from(people.len()).map_err(|_| Unreadable::Players(people.len()))?;
    let setup = Setup::new(GameId::Base, Options::NONE, players, Seat::default())
        .map_err(|_| Unreadable::Players(people.len()))?;
    let mut reader =
        Reader { play: Play::new(&setup), said: vec![None; people.len()], waiting: Vec::new(), last: None, people };
    let mut trouble = None;
    for one in &told {
        let turn = reader.play.game.turn();
        if let Err(what) = reader.take_in(one) {
            trouble = Some(Trouble { place: Place { entry: one.number, turn }, what });
            break;
        }
    }
    if trouble.is_none() {
        reader.play.pass();
        let place = Place { entry: told.last().map_or(1, |last| last.number), turn: reader.play.game.turn() };
        // Points of the last count are told when the game is over; before that there is nothing to compare with.
        let over = reader.play.game.phase() == Phase::Over;
        trouble = reader.compare().err().filter(|_| over).map(|what| Trouble { place, what });
    }
    let names = reader.people.into_iter().map(|(_, name)| name);
    let record = reader.play.record(setup).ok_or(Unreadable::Unknown)?;
    let named = Seat::ALL.into_iter().zip(names).fold(record, |record, (seat, name)| record.with_name(seat, &name));
    Ok(Reading { source: Source::BoardGameArena, record: named, trouble })
}

/// Who plays, in the order of their turns: whoever lays a tile, and those who never came to it.
fn people(told: &[Notification<'_>]) -> Vec<(i64, String)> {
    let mut people: Vec<(i64, String)> = Vec::new();
    for one in told.iter().filter(|one| one.kind == "playTile") {
        let Some(id) = whole(one.args.get("player_id")) else { continue };
        if people.iter().all(|(known, _)| *known != id) {
            let name = one.args.get("player_name").and_then(Value::as_str).unwrap_or_default();
            people.push((id, name.to_owned()));
        }
    }
    let clocks = told.iter().filter_map(|one| one.args.get("reflexion")?.get("total")?.as_object()).next();
    for id in clocks.into_iter().flat_map(|clocks| clocks.keys()).filter_map(|id| id.parse().ok()) {
        if people.iter().all(|(known, _)| *known != id) {
            people.push((id, String::new()));
        }
    }
    people
}

struct Reader {
    play: Play,
    people: Vec<(i64, String)>,
    /// The points that were told last.
    said: Vec<Option<i64>>,
    /// Tiles that came and are not laid yet: which one of all, and its number.
    waiting: Vec<(i64, i64)>,
    /// The tile that was laid last: its number and how it lies.
    last: Option<(i64, Rotation)>,
}

impl Reader {
    fn take_in(&mut self, told: &Notification<'_>) -> Result<(), What> {
        match told.kind {
            "playTile" => self.place(told.args),
            "playPartisan" => self.deploy(told.args),
            "winPoints" => {
                let (id, score) = (number(told.args, "player_id")?, number(told.args, "score")?);
                if let Some(seat) = self.people.iter().position(|(known, _)| *known == id) {
                    self.said[seat] = Some(score);
                }
                Ok(())
            }
            "gameStateChange" => {
                let args = told.args.get("args");
                let of = |key: &str| whole(args.and_then(|args| args.get(key)));
                if let Some(tile) = of("tile_id").zip(of("tile_type")).filter(|tile| !self.waiting.contains(tile)) {
                    self.waiting.push(tile);
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// What everybody has must be what the log says.
    fn compare(&self) -> Result<(), What> {
        for ((said, ours), (_, name)) in self.said.iter().zip(self.play.game.scores()).zip(&self.people) {
            let ours = i64::from(*ours);
            if let Some(said) = said.filter(|said| *said != ours) {
                return Err(What::Points { player: name.clone(), said, ours });
            }
        }
        Ok(())
    }

    fn place(&mut self, args: &Value) -> Result<(), What> {
        self.play.pass();
        self.compare()?;
        let (kind, which) = (number(args, "type")?, whole(args.get("id")));
        // What came and is not what is laid fitted nowhere.
        for (id, other) in std::mem::take(&mut self.waiting) {
            if which.is_some_and(|which| which != id) {
                let (tile, _) = tile(&self.play, other)?;
                self.play.put_aside(&other.to_string(), tile)?;
            }
        }
        let (tile, offset) = tile(&self.play, kind)?;
        let at = |key: &'static str| {
            number(args, key).and_then(|number| i8::try_from(number).map_err(|_| What::Missing(key)))
        };
        let pos = Pos::new(at("x")?.into(), at("y")?.into());
        let turned = usize::try_from(number(args, "ori")? - 1).ok().and_then(|turns| Rotation::ALL.get(turns));
        let turned = *turned.ok_or(What::Missing("ori"))?;
        let seat = self.seat(args)?;
        if self.play.game.active().is_some_and(|active| seat != Some(active)) {
            return Err(What::OutOfTurn);
        }
        self.play.place(&kind.to_string(), tile, pos, add(offset, turned))?;
        self.last = Some((kind, turned));
        Ok(())
    }

    /// Who does something.
    fn seat(&self, args: &Value) -> Result<Option<Seat>, What> {
        let who = number(args, "player_id")?;
        let seat = self.people.iter().position(|(known, _)| *known == who);
        Ok(seat.and_then(|seat| u8::try_from(seat).ok()).and_then(Seat::new))
    }

    fn deploy(&mut self, args: &Value) -> Result<(), What> {
        let piece = args.get("ptype").and_then(Value::as_str).unwrap_or("normal");
        let piece = match piece {
            "normal" => PieceKind::Follower,
            "big" => PieceKind::LargeFollower,
            other => return Err(What::Piece(other.to_owned())),
        };
        if self.seat(args)?.map(Actor::Player) != Some(self.play.game.to_act()) {
            return Err(What::OutOfTurn);
        }
        let place = number(args, "pos")?;
        let wrong = || What::Spot(place.to_string());
        let (kind, turned) = self.last.ok_or_else(wrong)?;
        let board = self.play.game.board();
        let laid = board.laid(board.tile_count().saturating_sub(1)).ok_or_else(wrong)?;
        let (segment, on) = spot(laid.kind, laid.rotation, kind, turned, place).ok_or_else(wrong)?;
        let said = args.get("type").and_then(Value::as_str).unwrap_or_default();
        if KINDS.iter().any(|(name, feature)| *name == said && *feature != on) {
            return Err(wrong());
        }
        self.play.follower(segment, piece)
    }
}

/// The parts of one of their tiles, each with the number of its place.
fn parts(number: i64) -> Option<impl Iterator<Item = (i64, &'static str)>> {
    let text = TILES.get(usize::try_from(number.checked_sub(1)?).ok()?)?;
    Some(text.split(' ').filter_map(|part| {
        let (place, pattern) = part.split_at_checked(1)?;
        Some((place.parse().ok()?, pattern))
    }))
}

/// Our tile for one of theirs, and how ours lies when theirs is not turned.
fn tile(play: &Play, number: i64) -> Result<(TileKind, Rotation), What> {
    let pattern = parts(number).ok_or(What::Number(number))?.map(|(_, part)| part).collect::<Vec<_>>().join(" ");
    find(&play.sets, &pattern).ok_or_else(|| What::Tile(number.to_string()))
}

/// The segment at one of their places, and what it is, on our tile as it lies.
fn spot(
    tile: TileKind,
    rotation: Rotation,
    number: i64,
    turned: Rotation,
    place: i64,
) -> Option<(Segment, FeatureKind)> {
    let (_, pattern) = parts(number)?.find(|(known, _)| *known == place)?;
    let (kind, at, _) = parse(pattern)?.pop()?;
    let mut wanted: Vec<u8> = at.into_iter().map(|half| (half + 2 * turned.index() as u8) % 8).collect();
    wanted.sort_unstable();
    let mut segments = tile.def().printed_segments();
    segments
        .find(|(segment, def)| def.kind == kind && places_of(tile, *segment, rotation) == wanted)
        .map(|(segment, _)| (segment, kind))
}
