//! Saved games of JCloisterZone: games that our engine plays, written down as that program writes them.

use foreign::{Reading, Source, Unreadable, What, read};
use rules::{Action, Dealing, FeatureKind, Game, GameId, Options, Record, Rotation, Seat, Setup, Side, TileKind};
use serde_json::{Value, json};
use table::{Random, Table};

/// Their names for our tiles, and how far theirs is turned against ours as printed: quarters clockwise.
const NAMES: [(&str, &str, u8); 24] = [
    ("base/A", "BA/LR", 0),
    ("base/B", "BA/L", 0),
    ("base/C", "BA/Cccc+", 0),
    ("base/D", "BA/RCr", 0),
    ("base/E", "BA/C", 0),
    ("base/F", "BA/CFc+", 0),
    ("base/G", "BA/CFc.1", 0),
    ("base/H", "BA/CFC.2", 0),
    ("base/I", "BA/CC.2", 9),
    ("base/J", "BA/CRr", 9),
    ("base/K", "BA/RrC", 9),
    ("base/L", "BA/CRRR", 9),
    ("base/M", "BA/Cc+", 9),
    ("base/N", "BA/Cc.1", 9),
    ("base/O", "BA/CcRr+", 9),
    ("base/P", "BA/CcRr", 9),
    ("base/Q", "BA/Ccc+", 9),
    ("base/R", "BA/Ccc", 9),
    ("base/S", "BA/CccR+", 9),
    ("base/T", "BA/CccR", 9),
    ("base/U", "BA/RFr", 9),
    ("base/V", "BA/Rr", 9),
    ("base/W", "BA/RRR", 9),
    ("base/X", "BA/RRRR", 9),
];

/// The sides of their tiles as they print them, clockwise from the north.
const SIDES: [(&str, &str); 15] = [
    ("BA/CC.2", "cffc"),
    ("BA/CRr", "crrf"),
    ("BA/RrC", "cfrr"),
    ("BA/CRRR", "crrr"),
    ("BA/Cc+", "cffc"),
    ("BA/Cc.1", "cffc"),
    ("BA/CcRr+", "crrc"),
    ("BA/CcRr", "crrc"),
    ("BA/Ccc+", "ccfc"),
    ("BA/Ccc", "ccfc"),
    ("BA/CccR+", "ccrc"),
    ("BA/CccR", "ccrc"),
    ("BA/RFr", "frfr"),
    ("BA/Rr", "ffrr"),
    ("BA/RRR", "frrr"),
];

/// Their name for a tile, and by how many quarters ours is turned when theirs is not.
fn theirs(tile: TileKind) -> (&'static str, usize) {
    let (_, name, offset) = NAMES.into_iter().find(|(ours, ..)| *ours == tile.name()).expect("a base tile");
    if offset < 9 {
        return (name, offset.into());
    }
    let Some((_, sides)) = SIDES.into_iter().find(|(known, _)| *known == name) else { return (name, 0) };
    let letters = |rotation: Rotation| -> String {
        Side::ALL.iter().filter_map(|side| tile.def().side(*side, rotation).name().chars().next()).collect()
    };
    (name, Rotation::ALL.into_iter().position(|rotation| letters(rotation) == sides).expect(name))
}

/// Where a segment lies, in their letters.
fn location(tile: TileKind, rotation: Rotation, segment: rules::Segment) -> (String, &'static str) {
    let def = tile.def().segment(segment).expect("a segment");
    let ports = def.ports[rotation.index()];
    let feature = match def.kind {
        FeatureKind::Cloister => return ("I".to_owned(), "Monastery"),
        FeatureKind::City => "City",
        FeatureKind::Road => "Road",
        _ => "Field",
    };
    let mut text = String::new();
    for (side, letter) in Side::ALL.into_iter().zip("NESW".chars()) {
        let halves = [rules::Lane::Left, rules::Lane::Right].map(|lane| ports.has(side, lane));
        match (feature, halves) {
            ("Field", _) => {
                for (half, name) in halves.into_iter().zip("LR".chars()).filter(|(half, _)| *half) {
                    assert!(half);
                    text.push_str(&format!("{}{letter}{name}", if text.is_empty() { "" } else { "." }));
                }
            }
            _ if ports.touches(side) => text.push(letter),
            _ => {}
        }
    }
    (text, feature)
}

/// A game played at random, and the same as a saved game of theirs.
fn game(seed: u64, turns: u16) -> (Record, Value) {
    let setup = Setup::new(GameId::Base, Options::NONE, 2, Seat::default()).expect("two can play");
    let mut table = Table::new(&setup, Dealing::seeded(seed)).expect("a table");
    let mut random = Random::stream(seed, 5);
    let mut replay = Vec::new();
    let mut actions = Vec::new();
    while let rules::Actor::Player(seat) = table.game().to_act() {
        if table.game().turn() > turns {
            break;
        }
        table.game().actions(&mut actions);
        let action = actions[random.below(actions.len() as u32) as usize];
        match action {
            Action::Place { tile, pos, rotation } => {
                let (name, offset) = theirs(tile);
                let turned = (rotation.index() + 4 - offset) % 4;
                replay.push(json!({"type": "PLACE_TILE", "payload": {
                    "tileId": name, "rotation": turned * 90, "position": [pos.x, pos.y]}}));
            }
            Action::Follower { segment, .. } => {
                let laid = table.game().board().laid(table.game().board().tile_count() - 1).expect("a tile");
                let (location, feature) = location(laid.kind, laid.rotation, segment);
                replay.push(json!({"type": "DEPLOY_MEEPLE", "payload": {
                    "pointer": {"position": [laid.pos.x, laid.pos.y], "location": location, "feature": feature},
                    "meepleId": format!("{seat}.small.1")}}));
                replay.push(json!({"type": "COMMIT", "payload": {}}));
            }
            _ => {
                replay.push(json!({"type": "PASS", "payload": {}}));
                replay.push(json!({"type": "COMMIT", "payload": {}}));
            }
        }
        table.play(action).expect("a listed action");
    }
    let log = json!({
        "appVersion": "5.11.0", "gameId": "1", "name": "", "initialRandom": 0.5, "created": "2024-01-01T00:00:00.000Z",
        "players": [{"name": "Anna", "slot": 0}, {"name": "Ben", "slot": 1}],
        "setup": {"sets": {"basic:1": 1}, "elements": {"small-follower": 7, "farmers": true}, "rules": {},
            "start": [{"tile": "BA/RCr", "x": 0, "y": 0, "rotation": 0}], "timer": null},
        "replay": replay, "gameAnnotations": {}});
    (table.record(), log)
}

fn actions(record: &Record) -> Vec<Action> {
    record.actions().collect()
}

fn reading(log: &Value) -> Reading {
    read(&log.to_string()).expect("a log")
}

#[test]
fn whole_games_are_read_move_by_move() {
    for seed in 1..5 {
        let (record, log) = game(seed, u16::MAX);
        let Reading { source, record: found, trouble } = reading(&log);
        assert_eq!((source, trouble), (Source::JCloisterZone, None), "seed {seed}");
        let drawn = |action: &Action| !matches!(action, Action::Draw { .. });
        let ours: Vec<Action> = actions(&record).into_iter().filter(drawn).collect();
        let theirs: Vec<Action> = actions(&found).into_iter().filter(drawn).collect();
        // Tiles that fit nowhere are not in such a file; everything that players did is.
        assert_eq!(theirs, ours, "seed {seed}");
        assert_eq!((found.name(Seat::ALL[0]), found.name(Seat::ALL[1])), (Some("Anna"), Some("Ben")));
        assert_eq!(found.to_string().parse::<Record>().as_ref(), Ok(&found));
    }
}

#[test]
fn a_game_of_version_4_is_read() {
    // As that version writes it: points in names, angles as text, expansions in capitals, no names of features.
    let log = json!({
        "gameId": "1", "name": "", "appVersion": "4.4.0", "initialSeed": 1, "created": "2017-01-01T00:00:00.000Z",
        "slots": [{"number": 0, "serial": 1, "clientId": "1", "nickname": "Alice"},
            {"number": 1, "serial": 2, "clientId": "2", "nickname": "Bob"}, {"number": 2}],
        "clocks": [0, 0],
        "setup": {"expansions": {"BASIC": 1}, "rules": {}, "capabilities": ["StandardGame"]},
        "replay": [
            {"type": "PLACE_TILE", "payload": {"tileId": "BA.CC.2", "rotation": "R270", "position": [0, -1]}},
            {"type": "DEPLOY_MEEPLE", "payload":
                {"pointer": {"position": [0, -1], "location": "S"}, "meepleId": "0.small.1"}},
            {"type": "COMMIT", "payload": {"salt": 1}},
            {"type": "PLACE_TILE", "payload": {"tileId": "BA.RFr", "rotation": "R0", "position": [1, 0]}},
            {"type": "DEPLOY_MEEPLE", "payload":
                {"pointer": {"position": [1, 0], "location": "NL.NR.EL.WR"}, "meepleId": "1.small.1"}},
            {"type": "COMMIT", "payload": {"salt": 2}}]});
    let Reading { record, trouble, .. } = reading(&log);
    // The city beside the start tile is complete: the knight may not stand there and come home in one, but scores.
    assert_eq!(trouble, None);
    let game = record.replay(&mut (), |_, _, _| ());
    assert_eq!(game.board().tile_count(), 3);
    assert_eq!(game.scores(), [4, 0]);
    assert_eq!(game.pieces().iter().filter(|piece| piece.on == FeatureKind::Field).count(), 1);
    assert_eq!(record.name(Seat::ALL[1]), Some("Bob"));
}

/// Counts the board as it lies.
fn counted(record: &Record) -> Vec<u16> {
    let mut table = Table::told(record.setup());
    for action in actions(record) {
        table.play(action).expect("an action of the record");
    }
    assert!(table.end());
    table.game().scores().to_vec()
}

#[test]
fn saved_games_with_which_that_program_is_tested_come_to_the_same_points_as_far_as_the_editions_agree() {
    // The moves and the points are facts of two files of its repository (JCloisterZone-Client, engine-tests:
    // basic/field-scoring.jcz and traders-and-builders/cloth-scoring-tie.jcz); the files themselves are not here.
    let place = |tile: &str, turned: &str, x: i8, y: i8| json!({"type": "PLACE_TILE", "payload": {"tileId": tile, "rotation": turned, "position": [x, y]}});
    let farm = |x: i8, y: i8, at: &str, piece: &str| {
        let pointer = json!({"position": [x, y], "feature": "Field", "location": at});
        json!({"type": "DEPLOY_MEEPLE", "payload": {"pointer": pointer, "meepleId": piece}})
    };
    let (pass, commit) =
        (json!({"type": "PASS", "payload": {}}), json!({"type": "COMMIT", "payload": {"random": 0.0}}));
    let log = |sets: Value, replay: Vec<Value>| {
        json!({"appVersion": "5.7.0", "players": [{"name": "Oscar", "slot": 0}, {"name": "Carol", "slot": 1}],
            "setup": {"sets": sets, "start": [{"tile": "BA/RCr", "x": 0, "y": 0, "rotation": 0}]}, "replay": replay})
    };
    let fields = vec![
        place("BA/C", "R180", 0, -1),
        farm(0, -1, "NL.NR.EL.ER.WL.WR", "0.small.1"),
        commit.clone(),
        place("BA/CFC.2", "R90", 0, -2),
        pass.clone(),
        commit.clone(),
        place("BA/C", "R270", 1, -2),
        farm(1, -2, "NL.NR.EL.ER.SL.SR", "0.small.2"),
        commit.clone(),
    ];
    let Reading { record, trouble, .. } = reading(&log(json!({"basic:1": 1}), fields));
    assert_eq!((trouble, counted(&record)), (None, vec![9, 0]));
    let road = |piece: &str, x: i8| {
        let pointer = json!({"position": [x, 0], "feature": "Road", "location": "WE"});
        json!({"type": "DEPLOY_MEEPLE", "payload": {"pointer": pointer, "meepleId": piece}})
    };
    // A builder that goes to a follower who stands there already, as older editions have it.
    let builder = vec![
        place("BA/RFr", "R0", 1, 0),
        road("0.small.1", 1),
        commit.clone(),
        place("BA/L", "R0", 0, 1),
        pass.clone(),
        commit.clone(),
        place("BA/RFr", "R0", 2, 0),
        road("0.builder.1", 2),
    ];
    let Reading { record, trouble, .. } = reading(&log(json!({"basic:1": 1, "traders-and-builders:1": 1}), builder));
    let trouble = trouble.expect("the editions differ");
    assert_eq!((trouble.place.entry, &trouble.what), (8, &What::Alone("0.builder.1".to_owned())));
    assert_eq!(actions(&record).iter().filter(|action| matches!(action, Action::Place { .. })).count(), 3);
    let tiles = [
        place("TB/CcR.c", "R180", 0, -1),
        place("TB/CcRC.c", "R90", 1, -1),
        place("BA/CFC.2", "R90", 2, -1),
        place("BA/CC.2", "R0", 3, -1),
        place("BA/CFC.2", "R0", 1, -2),
    ];
    let goods = tiles.into_iter().flat_map(|tile| [tile, pass.clone(), commit.clone()]).collect();
    let sets = json!({"basic:1": 1, "traders-and-builders:1": 1});
    let Reading { record, trouble, .. } = reading(&log(sets, goods));
    // That tile is mirrored in our edition: the game is read up to it, and the tile is named.
    let trouble = trouble.expect("the editions differ");
    assert_eq!((trouble.place.turn, &trouble.what), (2, &What::Tile("TB/CcRC.c".to_owned())));
    assert_eq!(actions(&record).iter().filter(|action| matches!(action, Action::Place { .. })).count(), 1);
}

#[test]
fn what_contradicts_the_rules_is_told_with_its_place_and_the_rest_is_kept() {
    let (record, log) = game(7, 12);
    let entries = log["replay"].as_array().expect("a list").len();
    let placed = |log: &Value, number: usize| {
        let list = log["replay"].as_array().expect("a list");
        list.iter().enumerate().filter(|(_, entry)| entry["type"] == "PLACE_TILE").nth(number).expect("a tile").0
    };
    let sixth = placed(&log, 5);
    type Change = fn(&mut Value, usize);
    let cases: [(Change, &str); 6] = [
        (|log, at| log["replay"][at]["payload"]["position"] = json!([9, 9]), "C"),
        (|log, at| log["replay"][at]["payload"]["tileId"] = json!("XX/Y"), "XX/Y"),
        (|log, at| log["replay"][at]["payload"]["rotation"] = json!(45), "rotation"),
        (|log, at| log["replay"][at]["payload"] = json!({}), "tileId"),
        (|log, at| log["replay"][at]["type"] = json!("MOVE_DRAGON"), "MOVE_DRAGON"),
        (|log, at| log["replay"][at] = json!(7), "type"),
    ];
    for (change, told) in cases {
        let mut bad = log.clone();
        change(&mut bad, sixth);
        let Reading { record: found, trouble, .. } = reading(&bad);
        let trouble = trouble.unwrap_or_else(|| panic!("{told} is not noticed"));
        assert_eq!((trouble.place.entry, trouble.place.turn), (sixth + 1, 6), "{trouble}");
        assert!(trouble.to_string().contains(told), "{trouble}");
        let kept = actions(&found);
        assert!(kept.iter().filter(|action| matches!(action, Action::Place { .. })).count() == 5, "{told}");
        assert!(actions(&record).starts_with(&kept[..kept.len().saturating_sub(1)]), "{told}");
    }
    // Somebody who is not to act.
    let mut bad = log.clone();
    let list = bad["replay"].as_array_mut().expect("a list");
    let deployed = list.iter().position(|entry| entry["type"] == "DEPLOY_MEEPLE").expect("a follower");
    list[deployed]["payload"]["meepleId"] = json!("5.small.1");
    let trouble = reading(&bad).trouble.expect("out of turn");
    assert_eq!((trouble.place.entry, trouble.what), (deployed + 1, What::OutOfTurn));
    assert!(deployed < entries);
}

#[test]
fn what_is_no_such_game_is_refused_with_a_reason() {
    let (_, log) = game(3, 4);
    let refused = |change: fn(&mut Value)| {
        let mut log = log.clone();
        change(&mut log);
        read(&log.to_string()).expect_err("refused")
    };
    assert_eq!(refused(|log| log["setup"]["sets"] = json!({"tower": 1})), Unreadable::Expansion("tower".to_owned()));
    assert_eq!(refused(|log| log["players"] = json!([])), Unreadable::Players(0));
    assert_eq!(refused(|log| log["setup"]["start"][0]["tile"] = json!("BA/L")), Unreadable::Start("BA/L".to_owned()));
    assert_eq!(refused(|log| log["setup"] = json!({})), Unreadable::Missing("list of expansions"));
    assert_eq!(read("[]").err(), Some(Unreadable::Unknown));
    assert_eq!(read("{\n  nothing").err(), Some(Unreadable::NotJson { line: 2, column: 3 }));
}

#[test]
fn broken_text_never_does_harm() {
    let text = game(11, 8).1.to_string();
    for end in (0..text.len()).step_by(7) {
        assert!(read(&text[..end]).is_err(), "{end}");
    }
    let mut random = Random::stream(1, 1);
    for _ in 0..300 {
        let mut bytes = text.clone().into_bytes();
        for _ in 0..3 {
            let at = random.below(bytes.len() as u32) as usize;
            bytes[at] = b"0123456789\"[]{},:-NESW"[random.below(22) as usize];
        }
        let garbled = String::from_utf8(bytes).expect("ASCII");
        if let Ok(Reading { record, .. }) = read(&garbled) {
            assert!(record.to_string().parse::<Record>().is_ok());
        }
    }
}
