//! Saved games of JCloisterZone, versions 4 and 5: JSON with the setup and a list of what was done.
//!
//! A tile is placed with `PLACE_TILE`, a piece with `DEPLOY_MEEPLE`; `PASS` and `COMMIT` end what nobody wants to go on with.
//! Draws are not in the file: the tile that is placed is the one that came.

use crate::pattern::{find, places, places_of};
use crate::play::{Play, add};
use crate::{Place, Reading, Source, Trouble, Unreadable, What};
use rules::{
    Actor, FeatureKind, GameId, GameOption, Options, PieceKind, Pos, Rotation, Seat, Segment, Setup, TileKind, TileSet,
};
use serde_json::Value;

/// What their tiles show, by their names. Those with a garden have a `G` at the end and show the same otherwise.
const TILES: &[(&str, &str)] = &[
    ("BA.L", "m: f:NESW"),
    ("BA.LR", "m: r:S f:NESW"),
    ("BA.RCr", "c:N r:EW f:EL,WR f:ER,SL,SR,WL"),
    ("BA.Cccc+", "c:NESW+"),
    ("BA.CccR+", "c:NEW+ r:S f:SL f:SR"),
    ("BA.CccR", "c:NEW r:S f:SL f:SR"),
    ("BA.CFc+", "c:EW+ f:N f:S"),
    ("BA.CFc.1", "c:EW f:N f:S"),
    ("BA.Cc.1", "c:NW f:ES"),
    ("BA.Cc+", "c:NW+ f:ES"),
    ("BA.CcRr", "c:NW r:ES f:EL,SR f:ER,SL"),
    ("BA.CcRr+", "c:NW+ r:ES f:EL,SR f:ER,SL"),
    ("BA.Ccc", "c:NEW f:S"),
    ("BA.Ccc+", "c:NEW+ f:S"),
    ("BA.CRr", "c:N r:ES f:EL,W,SR f:ER,SL"),
    ("BA.CRRR", "c:N r:E r:S r:W f:WR,EL f:WL,SR f:ER,SL"),
    ("BA.RrC", "c:N r:SW f:WR,E,SL f:WL,SR"),
    ("BA.C", "c:N f:ESW"),
    ("BA.CFC.2", "c:N c:S f:EW"),
    ("BA.CC.2", "c:N c:W f:ES"),
    ("BA.RRRR", "r:N r:E r:S r:W f:WR,NL f:NR,EL f:ER,SL f:SR,WL"),
    ("BA.RRR", "r:E r:S r:W f:WR,N,EL f:ER,SL f:SR,WL"),
    ("BA.Rr", "r:SW f:WR,N,E,SL f:SR,WL"),
    ("BA.RFr", "r:EW f:WR,N,EL f:ER,S,WL"),
    ("RI.s", "i:E f:NESW"),
    ("RI.1.I.e", "i:W f:NESW"),
    ("RI.1.CICI", "c:N c:S i:EW f:EL,WR f:ER,WL"),
    ("RI.1.CIRI", "c:N r:S i:EW f:EL f:WR f:ER,SL f:WL,SR"),
    ("RI.1.LIRI", "m: r:S i:EW f:WR,N,EL f:ER,SL f:WL,SR"),
    ("RI.1.RIrI", "r:EW i:NS f:WR,NL f:NR,EL f:ER,SL f:WL,SR"),
    ("RI.1.IFI", "i:EW f:WR,N,EL f:WL,S,ER"),
    ("RI.1.CcII", "c:NW i:ES f:SR,EL f:ER,SL"),
    ("RI.1.RrII", "r:NE i:SW f:WR,NL,ER,SL f:NR,EL f:WL,SR"),
    ("RI.1.II", "i:SW f:WR,N,E,SL f:WL,SR"),
    ("TB.Cc.g", "c:NW~g f:ES"),
    ("TB.Cc.w", "c:NW~w f:ES"),
    ("TB.CCc.c", "c:EW~c c:S f:N f:"),
    ("TB.CCc.w", "c:EW~w c:S f:N f:"),
    ("TB.Ccc.g", "c:NEW~g f:S"),
    ("TB.CcCC.c", "c:NW~c c:S c:E f:"),
    ("TB.CcRR!.c", "c:NW~c r:S r:E f:SR f:SL f:ER f:EL"),
    ("TB.CcRR.w", "c:NW~w r:S r:E f:SR f:SL,ER f:EL"),
    ("TB.CcRC.c", "c:NW~c c:S r:E f:EL f:ER"),
    ("TB.CcRC.g", "c:NW~g c:S r:E f:EL f:ER"),
    ("TB.CcR.c", "c:NW~c r:E f:EL f:ER,S"),
    ("TB.CcR!.w", "c:NW~w r:E f:EL f:ER f:S"),
    ("TB.CccR.w", "c:NEW~w r:S f:SR f:SL"),
    ("TB.CcCc.w", "c:NW~w c:ES f:"),
    ("TB.CFc.w", "c:EW~w f:N f:S"),
    ("TB.CR", "c:N r:E f:EL f:W,S,ER"),
    ("TB.CRc.g", "c:EW~g r:S f:N f:SR f:SL"),
    ("TB.CRc.w", "c:EW~w r:S f:N f:SR f:SL"),
    ("TB.CRcR.w", "c:EW~w r:N r:S f:NL f:NR f:SL f:SR"),
    ("TB.LRRR", "m: r:E r:S r:W f:WR,N,EL f:ER,SL f:WL,SR"),
    ("TB.RCc.g", "c:NW~g r:S f:SR f:SL,E"),
    ("TB.RCc!.g", "c:NW~g r:S f:SR f:SL f:E"),
    ("TB.RRC", "c:N r:W r:S f:WR f:WL,SR f:E,SL"),
    ("TB.RRrr", "r:NS r:EW f:WR,NL f:NR,EL f:ER,SL f:SR,WL"),
];

/// Our tile for one of theirs, and how ours lies when theirs is not turned.
fn tile(sets: &[TileSet], name: &str) -> Option<(TileKind, Rotation)> {
    let name = name.replace('/', ".");
    let plain = name.strip_suffix('G').filter(|_| !TILES.iter().any(|(known, _)| *known == name));
    let wanted = plain.unwrap_or(&name);
    // A garden stands at the end of a name that otherwise ends in a number: `Cc.1` and `CcG` are one tile.
    let is = |known: &str| known == wanted || plain.is_some() && known.trim_end_matches(['.', '1', '2']) == wanted;
    let (_, pattern) = TILES.iter().find(|(known, _)| is(known))?;
    find(sets, pattern)
}

/// Reads a saved game.
pub(crate) fn read(log: &Value) -> Result<Reading, Unreadable> {
    let options = options(log.get("setup").ok_or(Unreadable::Missing("setup"))?)?;
    let names = names(log)?;
    let count = names.len();
    let players = u8::try_from(count).map_err(|_| Unreadable::Players(count))?;
    let setup = Setup::new(GameId::Base, options, players, Seat::default()).map_err(|_| Unreadable::Players(count))?;
    let mut play = Play::new(&setup);
    check_start(&play, log)?;
    let entries = log.get("replay").and_then(Value::as_array).ok_or(Unreadable::Missing("replay"))?;
    let mut trouble = None;
    for (index, entry) in entries.iter().enumerate() {
        let turn = play.game.turn();
        if let Err(what) = take_in(&mut play, entry) {
            trouble = Some(Trouble { place: Place { entry: index + 1, turn }, what });
            break;
        }
    }
    if trouble.is_none() {
        play.pass();
    }
    let record = play.record(setup).ok_or(Unreadable::Unknown)?;
    let named = Seat::ALL.into_iter().zip(&names).fold(record, |record, (seat, name)| record.with_name(seat, name));
    Ok(Reading { source: Source::JCloisterZone, record: named, trouble })
}

/// The options of the game: `expansions` in version 4, `sets` in version 5.
fn options(setup: &Value) -> Result<Options, Unreadable> {
    let listed =
        setup.get("sets").or_else(|| setup.get("expansions")).ok_or(Unreadable::Missing("list of expansions"))?;
    let names: Vec<String> = match listed {
        Value::Array(list) => list.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        Value::Object(counts) => {
            counts.iter().filter(|(_, count)| count.as_u64() != Some(0)).map(|(name, _)| name.clone()).collect()
        }
        _ => return Err(Unreadable::Missing("list of expansions")),
    };
    let mut options = Vec::new();
    for name in names {
        let plain = name.split(':').next().unwrap_or_default().to_lowercase().replace('-', "_");
        match plain.as_str() {
            "basic" => {}
            "river" | "river/1" => options.push(GameOption::River),
            "traders_and_builders" => options.push(GameOption::TradersBuilders),
            "inns_and_cathedrals" => options.push(GameOption::InnsCathedrals),
            _ => return Err(Unreadable::Expansion(name)),
        }
    }
    Ok(options.into_iter().collect())
}

/// The names of the players, in the order of their turns.
fn names(log: &Value) -> Result<Vec<String>, Unreadable> {
    let listed = log.get("players").or_else(|| log.get("slots")).and_then(Value::as_array);
    let listed = listed.ok_or(Unreadable::Missing("list of players"))?;
    // Version 4 numbers the seats that somebody took in the order of their turns.
    let numbered = listed.iter().any(|player| player.get("serial").is_some());
    let mut players: Vec<(u64, String)> = Vec::new();
    for (index, player) in listed.iter().enumerate() {
        let name = ["name", "nickname"].iter().find_map(|key| player.get(*key)?.as_str()).unwrap_or_default();
        let serial = if numbered { player.get("serial").and_then(Value::as_u64) } else { Some(index as u64) };
        players.extend(serial.map(|serial| (serial, name.to_owned())));
    }
    players.sort_by_key(|(serial, _)| *serial);
    Ok(players.into_iter().map(|(_, name)| name).collect())
}

/// What lies at the beginning, where it is said, must be what lies there with us.
fn check_start(play: &Play, log: &Value) -> Result<(), Unreadable> {
    let start = log.get("setup").and_then(|setup| setup.get("start")).and_then(Value::as_array);
    for laid in start.into_iter().flatten() {
        let name = laid.get("tile").and_then(Value::as_str).unwrap_or_default();
        let at = |key: &str| laid.get(key).and_then(Value::as_i64).and_then(|number| i8::try_from(number).ok());
        let pos = at("x").zip(at("y")).map(|(x, y)| Pos::new(x.into(), y.into()));
        let ours = pos.and_then(|pos| play.game.board().laid_at(pos));
        let theirs = tile(&play.sets, name);
        let turned = rotation(laid.get("rotation")).unwrap_or_default();
        let same = ours
            .zip(theirs)
            .is_some_and(|(ours, (kind, offset))| ours.kind == kind && ours.rotation == add(offset, turned));
        if !same {
            return Err(Unreadable::Start(name.to_owned()));
        }
    }
    Ok(())
}

fn take_in(play: &mut Play, entry: &Value) -> Result<(), What> {
    let kind = entry.get("type").and_then(Value::as_str).ok_or(What::Missing("type"))?;
    let body = entry.get("payload").unwrap_or(entry);
    match kind {
        "PLACE_TILE" => place(play, body),
        "DEPLOY_MEEPLE" => deploy(play, body),
        "PASS" | "COMMIT" => {
            play.pass();
            Ok(())
        }
        "GAME_OVER" => Ok(()),
        other => Err(What::Entry(other.to_owned())),
    }
}

fn place(play: &mut Play, body: &Value) -> Result<(), What> {
    play.pass();
    let name = body.get("tileId").and_then(Value::as_str).ok_or(What::Missing("tileId"))?;
    let (kind, offset) = tile(&play.sets, name).ok_or_else(|| What::Tile(name.to_owned()))?;
    let pos = position(body.get("position")).ok_or(What::Missing("position"))?;
    let turned = rotation(body.get("rotation")).ok_or(What::Missing("rotation"))?;
    play.place(name, kind, pos, add(offset, turned))
}

fn deploy(play: &mut Play, body: &Value) -> Result<(), What> {
    let piece = body.get("meepleId").and_then(Value::as_str).ok_or(What::Missing("meepleId"))?;
    let pointer = body.get("pointer").unwrap_or(body);
    let location = pointer.get("location").and_then(Value::as_str).ok_or(What::Missing("location"))?;
    let pos = position(pointer.get("position")).ok_or(What::Missing("position"))?;
    let mut words = piece.split('.');
    let (owner, kind) = (words.next().and_then(|word| word.parse::<u8>().ok()), words.next());
    let owner = owner.and_then(Seat::new).ok_or_else(|| What::Piece(piece.to_owned()))?;
    if play.game.to_act() != Actor::Player(owner) {
        return Err(What::OutOfTurn);
    }
    let piece = match kind {
        Some("small") => PieceKind::Follower,
        Some("big") => PieceKind::LargeFollower,
        // Theirs are placed in place of a follower, ours together with one (T3, T9).
        Some("builder" | "pig") => return Err(What::Alone(piece.to_owned())),
        _ => return Err(What::Piece(piece.to_owned())),
    };
    let laid = play.game.board().laid_at(pos).ok_or_else(|| What::Spot(location.to_owned()))?;
    let last = play.game.board().laid(play.game.board().tile_count().saturating_sub(1));
    if last.map(|last| last.pos) != Some(pos) {
        return Err(What::Spot(location.to_owned()));
    }
    let feature = pointer.get("feature").and_then(Value::as_str).unwrap_or_default();
    let segment = spot(laid.kind, laid.rotation, location, feature).ok_or_else(|| What::Spot(location.to_owned()))?;
    play.follower(segment, piece)
}

/// The segment at a place of the tile as it lies: sides such as `NS`, half sides such as `EL.SR`, all but some with `_`.
fn spot(tile: TileKind, rotation: Rotation, location: &str, feature: &str) -> Option<Segment> {
    let named = match feature {
        "City" => Some(FeatureKind::City),
        "Road" => Some(FeatureKind::Road),
        "Field" | "Farm" => Some(FeatureKind::Field),
        "Monastery" | "Cloister" => Some(FeatureKind::Cloister),
        _ => None,
    };
    let fits = |kind: FeatureKind| named.is_none_or(|named| named == kind);
    let mut segments = tile.def().printed_segments();
    if matches!(location, "CLOISTER" | "MONASTERY" | "ABBEY") || location == "I" && named != Some(FeatureKind::Field) {
        return segments.find(|(_, def)| def.kind == FeatureKind::Cloister).map(|(number, _)| number);
    }
    let wanted = match location.strip_prefix('_') {
        Some(rest) => {
            let without = places(rest)?;
            (0..8).filter(|place| !without.contains(place)).collect()
        }
        None if location == "I" || location == "INNER_FARM" => Vec::new(),
        None => places(location)?,
    };
    let halves = location.contains(['L', 'R']);
    segments.find_map(|(number, def)| {
        let here = places_of(tile, number, rotation) == wanted;
        let field = def.kind == FeatureKind::Field;
        // Without the name of the feature, half sides mean a field, whole ones what takes whole sides.
        let means = named.is_some() || field == (halves || wanted.is_empty());
        (here && fits(def.kind) && means && def.kind != FeatureKind::River).then_some(number)
    })
}

/// `[x, y]`.
fn position(value: Option<&Value>) -> Option<Pos> {
    let list = value?.as_array()?;
    let number = |index: usize| i8::try_from(list.get(index)?.as_i64()?).ok();
    (list.len() == 2).then(|| Some(Pos::new(number(0)?.into(), number(1)?.into()))).flatten()
}

/// `"R90"` in version 4, `90` in version 5.
fn rotation(value: Option<&Value>) -> Option<Rotation> {
    let degrees = match value? {
        Value::String(text) => text.strip_prefix('R').unwrap_or(text).parse::<u64>().ok()?,
        number => number.as_u64()?,
    };
    (degrees.is_multiple_of(90) && degrees < 360).then(|| Rotation::ALL[(degrees / 90) as usize])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_base_tile_has_its_counterpart_and_none_twice() {
        let mut ours: Vec<TileKind> = Vec::new();
        for (name, _) in TILES.iter().filter(|(name, _)| name.starts_with("BA.")) {
            let (kind, _) = tile(&[TileSet::Base], name).unwrap_or_else(|| panic!("{name} looks like none of ours"));
            assert!(!ours.contains(&kind), "{name} is {kind} again");
            ours.push(kind);
        }
        assert_eq!(ours.len(), 24);
        assert_eq!(tile(&[TileSet::Base], "BA/CcG"), tile(&[TileSet::Base], "BA.Cc.1"));
        assert_eq!(tile(&[TileSet::Base], "BA/Cc+G"), tile(&[TileSet::Base], "BA.Cc+"));
        assert_eq!(tile(&[TileSet::Base], "BA/nothing"), None);
    }

    #[test]
    fn tiles_of_other_sets_are_known_where_our_editions_agree() {
        let known = |prefix: &str, set| {
            let names = TILES.iter().filter(|(name, _)| name.starts_with(prefix));
            names.filter(|(name, _)| tile(&[set], name).is_some()).count()
        };
        // The spring, the lake and a few tiles with houses were printed anew.
        assert!(known("RI.", TileSet::River) >= 7, "{}", known("RI.", TileSet::River));
        assert!(known("TB.", TileSet::TradersBuilders) >= 18, "{}", known("TB.", TileSet::TradersBuilders));
    }

    #[test]
    fn places_are_found_by_their_letters() {
        let (kind, offset) = tile(&[TileSet::Base], "BA.RCr").expect("a tile");
        let at = |location: &str, feature: &str| {
            let number = spot(kind, offset, location, feature)?;
            kind.def().segment(number).map(|def| def.kind)
        };
        assert_eq!(at("N", ""), Some(FeatureKind::City));
        assert_eq!(at("WE", ""), Some(FeatureKind::Road));
        assert_eq!(at("EL.WR", ""), Some(FeatureKind::Field));
        assert_eq!(at("ER.SL.SR.WL", "Field"), Some(FeatureKind::Field));
        for wrong in ["", "S", "X", "NE", "CLOISTER", "_", "EL"] {
            assert_eq!(at(wrong, ""), None, "{wrong}");
        }
    }
}
