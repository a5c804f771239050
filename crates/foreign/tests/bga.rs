//! Replay logs of Board Game Arena.
//!
//! `GAME` is what happened in a real game of two that was played there in May 2023: the tiles, where they were laid, which
//! places were free then, where followers went, and the points after each turn. Its log lies in a public repository under
//! the MIT licence (Koki-Yamaguchi/carcassonne-ai, backend/src/data/374076298.json); only these facts are taken over, and the
//! log is written anew around them in the form that the site gives it. The names of the players are not theirs.

use foreign::{Reading, Source, Unreadable, What, looks_foreign, read};
use rules::{Phase, Record, Seat};
use serde_json::{Value, json};

/// A turn a line: number of the tile, x, y, how it lies; the places that are free; the place of the follower and what is
/// there; the points of whoever got some, the first player's after `a`, the other's after `b`.
const GAME: &str = "
1 0 -1 4|1234|2 city|
5 -1 0 4|1234|2 city|
17 1 -1 1|123|1 road|
17 1 -2 2|123||
12 1 0 2|234|2 city|
11 2 -1 2|12|1 city|
20 2 -2 1|12|1 abbey|
13 3 -1 4|134||b4
13 -1 -1 2|34||
11 -1 -2 1|12|1 city|
3 2 0 4|2||
11 1 1 3|12|1 city|
24 2 1 2|2|2 field|
8 1 2 2|23||
17 3 -2 4|13||
13 -1 -3 3|134||b8
12 0 -2 3|14||a8
16 4 -1 2|13|1 road|
18 -2 -1 1|135||a15
14 1 3 1|123567||b16
16 2 3 2|134||
11 2 4 3|12|1 city|
16 2 -3 2|13||
7 2 5 2|23||
16 0 2 1|134||
18 3 3 1|123456|1 road|b19
4 3 2 1|12||
17 4 2 4|123||
17 1 -3 4|12||
14 2 6 1|123567||b25
10 4 1 4|123|3 field|
20 -2 -2 1|1|1 abbey|
2 3 1 3|134||
17 5 -1 2|3||
22 -1 1 3|||
8 5 1 1|123|1 city|
6 5 -2 1|23||
20 4 0 1|1|1 abbey|
20 5 0 1|1|1 abbey|
6 -2 0 3|14||
17 3 -3 2|13||a24
9 6 1 4|23|3 field|b33
17 4 -3 3|13||
16 -1 -4 1|134|4 field|
16 6 -1 3|13||
3 -1 2 1|2||
18 -3 0 1|12345|2 road|a27
2 -3 1 3|124|1 road|b35
15 6 2 1|1234|3 field|
16 6 3 2|134||
12 7 2 2|123||
21 3 0 1|12|1 abbey|b44 b53
10 8 2 2|123|2 city|a31
17 -2 -3 3|13||
15 5 2 3|123||
5 9 2 4|1234|2 city|
23 8 3 3|12||
14 5 3 1|1234567|4 city|b57
3 2 2 2|||a51
15 7 -1 2|1234|2 city|
10 -1 3 2|123||
21 -3 -1 4|||
23 -3 2 1|12|1 city|
11 8 -1 4|||b61
23 -2 1 1|2||
5 7 0 4|1234||
4 -2 3 3|12|1 city|
19 3 -4 4|1234567|1 road|
16 8 1 2|134|4 field|
9 -3 -2 1|||
18 4 3 3|||b71 a61 b76 b82 b90 a69 b92 a72 a93 b98 a96";

/// The players, as the site numbers them.
const PEOPLE: [(&str, &str); 2] = [("101", "Anna"), ("102", "Ben")];

struct Turn {
    tile: Vec<i64>,
    free: &'static str,
    follower: Option<(i64, &'static str)>,
    points: Vec<(usize, i64)>,
}

fn turns() -> Vec<Turn> {
    let turn = |line: &'static str| {
        let mut parts = line.split('|');
        let tile = parts.next()?.split(' ').map(|word| word.parse().expect("a number")).collect();
        let free = parts.next()?;
        let follower = parts.next()?.split_once(' ').map(|(place, kind)| (place.parse().expect("a place"), kind));
        let point = |word: &str| (usize::from(word.starts_with('b')), word[1..].parse().expect("points"));
        Some(Turn { tile, free, follower, points: parts.next()?.split_whitespace().map(point).collect() })
    };
    GAME.trim().lines().map(|line| turn(line).expect("a turn")).collect()
}

fn told(kind: &str, args: Value) -> Value {
    json!({"type": kind, "log": "", "args": args})
}

/// The log of the first turns, in the last of which the follower goes elsewhere, if that is wanted.
fn log(count: usize, elsewhere: Option<i64>) -> Value {
    let mut packets = Vec::new();
    let mut add = |notes: Vec<Value>| {
        let packet = json!({"channel": "/table/t1", "move_id": (packets.len() + 1).to_string(), "data": notes});
        packets.push(packet);
    };
    for (number, turn) in turns().into_iter().enumerate().take(count) {
        let (id, name) = PEOPLE[number % 2];
        let text = |index: usize| turn.tile[index].to_string();
        let which = (100 + number).to_string();
        add(vec![told(
            "gameStateChange",
            json!({"id": 2, "args": {"tile_type": text(0), "tile_id": which}, "type": "activeplayer",
                "reflexion": {"total": {"101": null, "102": null}}}),
        )]);
        let mut tile = json!({"player_name": name, "player_id": id, "id": which});
        for (key, index) in [("type", 0), ("x", 1), ("y", 2), ("ori", 3)] {
            tile[key] = json!(text(index));
        }
        add(vec![told("playTile", tile)]);
        let last = number + 1 == count && elsewhere.is_some();
        let follower = if last { elsewhere.map(|place| (place, "")) } else { turn.follower };
        let mut notes = Vec::new();
        if let Some((place, kind)) = follower {
            let args = json!({"player_name": name, "player_id": id, "ptype": "normal", "pos": place.to_string(), "type": kind});
            notes.push(told("playPartisan", args));
        }
        for (seat, score) in turn.points.iter().filter(|_| !last) {
            notes.push(told("winPoints", json!({"player_id": PEOPLE[*seat].0, "score": score.to_string()})));
        }
        add(notes);
    }
    json!({"status": 1, "data": {"valid": 1, "data": packets}})
}

fn reading(log: &Value) -> Reading {
    read(&log.to_string()).expect("a log")
}

#[test]
fn a_real_game_is_read_to_its_end_with_all_its_points() {
    let Reading { source, record, trouble } = reading(&log(usize::MAX, None));
    assert_eq!((source, trouble), (Source::BoardGameArena, None));
    let game = record.replay(&mut (), |_, _, _| ());
    assert_eq!((game.phase(), game.scores()), (Phase::Over, &[96, 98][..]));
    assert_eq!((record.name(Seat::ALL[0]), record.name(Seat::ALL[1])), (Some("Anna"), Some("Ben")));
    assert_eq!(record.to_string().parse::<Record>().as_ref(), Ok(&record));
}

#[test]
fn after_every_tile_of_a_real_game_the_same_places_are_free() {
    for (number, turn) in turns().iter().enumerate() {
        for place in 1..=9 {
            let trouble = reading(&log(number + 1, Some(place))).trouble;
            let free = turn.free.contains(&place.to_string());
            assert_eq!(trouble.is_none(), free, "turn {}, place {place}: {trouble:?}", number + 1);
        }
    }
}

#[test]
fn a_page_with_a_log_in_it_and_other_wrappings_are_read() {
    let whole = log(8, None);
    let record = reading(&whole).record;
    let page = format!("<html><script>\nvar x = {{}};\n  g_gamelogs = {};\n  more();</script>", whole);
    assert!(looks_foreign(&page));
    assert_eq!(read(&page).expect("a page").record, record);
    let packets = whole["data"]["data"].clone();
    assert_eq!(reading(&packets).record, record);
    assert_eq!(reading(&json!({"status": 1, "data": {"logs": packets}})).record, record);
    // The same packet for two listeners is one.
    let mut twice = packets.as_array().expect("packets").clone();
    for (number, packet) in twice.iter_mut().enumerate() {
        for note in packet["data"].as_array_mut().expect("notes") {
            note["uid"] = json!(format!("{number}-{}", note["type"]));
        }
    }
    let twice: Vec<Value> = twice.into_iter().flat_map(|packet| [packet.clone(), packet]).collect();
    assert_eq!(reading(&json!(twice)).record, record);
}

#[test]
fn what_contradicts_the_rules_is_told_with_its_move_and_the_rest_is_kept() {
    type Change = fn(&mut Value);
    let cases: [(Change, &str); 7] = [
        (|args| args["x"] = json!("9"), "C"),
        (|args| args["type"] = json!("31"), "number 31 shows is not known"),
        (|args| args["type"] = json!("22"), "C3"),
        (|args| args["ori"] = json!("5"), "ori"),
        (|args| args["y"] = json!(null), "y"),
        (|args| args["player_id"] = json!("101"), "not to act"),
        (|args| args["id"] = json!("7"), "aside"),
    ];
    for (change, says) in cases {
        let mut bad = log(12, None);
        // The fourth tile.
        change(&mut bad["data"]["data"][10]["data"][0]["args"]);
        let Reading { record, trouble, .. } = reading(&bad);
        let trouble = trouble.unwrap_or_else(|| panic!("{says} is not noticed"));
        assert_eq!((trouble.place.entry, trouble.place.turn), (11, 4), "{trouble}");
        assert!(trouble.to_string().contains(says), "{trouble}");
        let tiles = record.replay(&mut (), |_, _, _| ()).board().tile_count();
        assert!((4..=5).contains(&tiles), "{says}: {tiles}");
    }
    // Other points than ours, other places than the tile has, pieces of other expansions.
    let mut bad = log(12, None);
    bad["data"]["data"][23]["data"][0]["args"]["score"] = json!("5");
    let what = reading(&bad).trouble.expect("other points").what;
    assert_eq!(what, What::Points { player: "Ben".to_owned(), said: 5, ours: 4 });
    for (key, value) in [("pos", json!("9")), ("type", json!("road")), ("ptype", json!("pig")), ("player_id", json!(7))]
    {
        let mut bad = log(2, None);
        bad["data"]["data"][2]["data"][0]["args"][key] = value;
        let trouble = reading(&bad).trouble.expect(key);
        assert_eq!((trouble.place.entry, trouble.place.turn), (3, 1), "{trouble}");
    }
}

#[test]
fn a_tile_that_fits_nowhere_is_put_aside() {
    // After the first follower the only city is closed from all sides but one, so a tile of four cities still fits: it is
    // told that it came, and that another was laid, which cannot be.
    let mut bad = log(2, None);
    let came = told("gameStateChange", json!({"args": {"tile_type": "22", "tile_id": "68"}}));
    bad["data"]["data"][3]["data"].as_array_mut().expect("notes").insert(0, came);
    assert!(matches!(reading(&bad).trouble.expect("it fits").what, What::Aside(name) if name == "22"));
}

#[test]
fn what_is_no_such_log_is_refused() {
    assert_eq!(read("{\"status\": 1, \"data\": {\"logs\": []}}").err(), Some(Unreadable::Unknown));
    let lonely = json!([{"data": [told("playTile", json!({"type": "17", "player_id": 1}))]}]);
    assert_eq!(read(&lonely.to_string()).err(), Some(Unreadable::Players(1)));
    assert!(matches!(read("g_gamelogs = {nothing").err(), Some(Unreadable::NotJson { .. })));
}
