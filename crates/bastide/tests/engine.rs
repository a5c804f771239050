//! The engine protocol, spoken to the real program and to the engine inside it.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on shall stop")]

use engine::{Engine, MAX_LINE};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::io::Write;
use std::process::{Command, Stdio};

fn ask(engine: &mut Engine, request: &Value) -> Value {
    let answer = engine.answer(request.to_string().as_bytes()).expect("the engine goes on");
    serde_json::from_str(&answer).expect("answers are JSON")
}

fn new(engine: &mut Engine, extra: Value) -> Value {
    let mut request = json!({"cmd": "new", "game": "base", "options": [], "players": 2, "seed": 42});
    for (key, value) in extra.as_object().unwrap() {
        request[key] = value.clone();
    }
    ask(engine, &request)
}

fn code(answer: &Value) -> &str {
    assert_eq!(answer["ok"], false, "{answer}");
    assert!(!answer["error"]["message"].as_str().unwrap().is_empty());
    answer["error"]["code"].as_str().unwrap()
}

/// Plays the first action listed until the game is over.
fn play_out(engine: &mut Engine) -> Value {
    loop {
        let listed = ask(engine, &json!({"cmd": "actions"}));
        let Some(action) = listed["actions"].as_array().unwrap().first() else {
            assert_eq!(listed["player"], Value::Null);
            return ask(engine, &json!({"cmd": "state"}))["state"].clone();
        };
        let answer = ask(engine, &json!({"cmd": "play", "action": action}));
        assert_eq!(answer["ok"], true, "{answer}");
    }
}

#[test]
fn a_whole_game_with_a_fixed_deck() {
    let mut engine = Engine::new();
    let deck = ["base/U", "base/D", "base/E"];
    let state = new(&mut engine, json!({"first": 1, "deck": deck}))["state"].clone();
    assert_eq!(state["tile"], "base/U");
    assert_eq!(state["active"], 1);
    assert_eq!(state["bag"], 2);
    assert_eq!(state["remaining"], json!({"base/D": 1, "base/E": 1}));
    assert_eq!(state["board"], json!([{"x": 0, "y": 0, "tile": "base/D", "rot": 0}]));
    assert!(state.get("winners").is_none() && state.get("hands").is_none() && state.get("rangers").is_none());
    let place = json!({"type": "place", "tile": "base/U", "x": 1, "y": 0, "rot": 1});
    let answer = ask(&mut engine, &json!({"cmd": "play", "action": place}));
    assert_eq!(answer["state"]["phase"], "act");
    let follower = json!({"type": "follower", "segment": 0});
    let answer = ask(&mut engine, &json!({"cmd": "play", "action": follower}));
    let piece = json!([{"player": 1, "kind": "follower", "x": 1, "y": 0, "segment": 0}]);
    assert_eq!(answer["state"]["pieces"], piece);
    let deployed = json!({"type": "deployed", "player": 1, "kind": "follower", "x": 1, "y": 0, "segment": 0});
    assert_eq!(answer["events"][0], deployed);
    assert_eq!(answer["events"][1], json!({"type": "drawn", "player": 0, "tile": "base/D"}));
    let over = play_out(&mut engine);
    assert_eq!(over["phase"], "over");
    for gone in ["active", "to_act", "tile"] {
        assert_eq!(over[gone], Value::Null);
    }
    assert!(over["winners"].is_array());
    assert_eq!(code(&ask(&mut engine, &json!({"cmd": "play", "action": {"type": "pass"}}))), "game_over");
    assert_eq!(code(&ask(&mut engine, &json!({"cmd": "best", "ms": 1}))), "game_over");
}

#[test]
fn each_kind_of_mistake_has_its_error_and_changes_nothing() {
    let mut engine = Engine::new();
    assert_eq!(code(&ask(&mut engine, &json!({"cmd": "state"}))), "no_game");
    assert_eq!(code(&ask(&mut engine, &json!({"cmd": "play", "action": {"type": "pass"}}))), "no_game");
    for bad in ["{", "nonsense", "\"\\ud800\"", "[1,2", "{\"cmd\":\"new\"}}"] {
        let answer: Value = serde_json::from_str(&engine.answer(bad.as_bytes()).unwrap()).unwrap();
        assert_eq!(code(&answer), "bad_json", "{bad}");
    }
    assert_eq!(code(&serde_json::from_str(&engine.answer(b"\xff\xfe{}").unwrap()).unwrap()), "bad_json");

    let state = new(&mut engine, json!({"deck": ["base/U", "base/D"]}));
    let before = ask(&mut engine, &json!({"cmd": "state"}));
    assert_eq!(before["state"], state["state"]);
    let place = |tile: &str, x: i64, y: i64, rot: i64| json!({"cmd": "play", "action": {"type": "place", "tile": tile, "x": x, "y": y, "rot": rot}});
    let cases = [
        (json!({"cmd": "dance"}), "bad_request"),
        (json!({}), "bad_request"),
        (json!([]), "bad_request"),
        (json!({"cmd": "state", "extra": 1}), "bad_request"),
        (json!({"cmd": "play"}), "bad_request"),
        (json!({"cmd": "play", "action": "pass"}), "bad_request"),
        (json!({"cmd": "play", "action": {"type": "pass", "with": "love"}}), "bad_request"),
        (json!({"cmd": "play", "action": {"type": "fly"}}), "bad_request"),
        (json!({"cmd": "play", "action": {"type": "follower", "segment": "2"}}), "bad_request"),
        (json!({"cmd": "best"}), "bad_request"),
        (json!({"cmd": "best", "ms": 5, "playouts": 5}), "bad_request"),
        (json!({"cmd": "load", "record": "bastide record 1\n"}), "bad_request"),
        (json!({"cmd": "undo"}), "bad_request"),
        (json!({"cmd": "new", "game": "base", "options": [], "players": 7, "seed": 1}), "bad_request"),
        (json!({"cmd": "new", "game": "chess", "options": [], "players": 2, "seed": 1}), "bad_request"),
        (json!({"cmd": "new", "game": "base", "options": ["hand"], "players": 2, "seed": 1}), "bad_request"),
        (json!({"cmd": "new", "game": "base", "options": [], "players": 2, "seed": -1}), "bad_request"),
        (json!({"cmd": "new", "game": "base", "options": [], "players": 2, "seed": 1, "first": 2}), "bad_request"),
        (
            json!({"cmd": "new", "game": "base", "options": [], "players": 2, "seed": 1, "deck": ["base/Z"]}),
            "bad_request",
        ),
        (
            json!({"cmd": "new", "game": "base", "options": [], "players": 2, "seed": 1, "deck": ["river/lake"]}),
            "bad_request",
        ),
        (
            json!({"cmd": "new", "game": "base", "options": [], "players": 2, "seed": 1, "deck": ["base/C", "base/C"]}),
            "bad_request",
        ),
        (
            json!({"cmd": "new", "game": "base", "options": [], "players": 2, "seed": 1, "tokens": ["lion"]}),
            "bad_request",
        ),
        (place("base/U", 1, 0, 0), "illegal_action"),
        (place("base/U", 5, 5, 0), "illegal_action"),
        (place("base/U", 1 << 40, -(1 << 40), 0), "illegal_action"),
        (place("base/D", 1, 0, 0), "illegal_action"),
        (json!({"cmd": "play", "action": {"type": "pass"}}), "illegal_action"),
        (json!({"cmd": "play", "action": {"type": "hut", "segment": 0}}), "illegal_action"),
    ];
    for (request, expected) in cases {
        assert_eq!(code(&ask(&mut engine, &request)), expected, "{request}");
        assert_eq!(ask(&mut engine, &json!({"cmd": "state"})), before, "{request}");
    }
    assert_eq!(ask(&mut engine, &place("base/U", 1, 0, 0))["error"]["rule"], "C3");
}

#[test]
fn river_tiles_of_a_deck_come_first() {
    let mut engine = Engine::new();
    let river = |deck: &[&str]| json!({"options": ["river"], "deck": deck});
    assert_eq!(code(&new(&mut engine, river(&["base/A", "river/bend"]))), "bad_request");
    assert_eq!(code(&new(&mut engine, river(&["river/lake", "river/bend"]))), "bad_request");
    assert_eq!(code(&new(&mut engine, river(&["river/spring"]))), "bad_request");
    // The start tile of the base game stays in the box (R1).
    assert_eq!(code(&new(&mut engine, river(&["base/D", "base/D", "base/D", "base/D"]))), "bad_request");
    let state = new(&mut engine, river(&["river/bend", "river/lake", "base/D", "base/D", "base/D"]));
    assert_eq!(state["state"]["tile"], "river/bend");
    assert_eq!(state["state"]["board"][0]["tile"], "river/spring");
}

#[test]
fn undo_save_and_load() {
    let mut engine = Engine::new();
    let begin = new(&mut engine, json!({"options": ["traders_builders", "river"], "players": 6}))["state"].clone();
    let mut states = vec![begin];
    for step in 0..40 {
        let listed = ask(&mut engine, &json!({"cmd": "actions"}));
        let actions = listed["actions"].as_array().unwrap();
        let action = &actions[step % actions.len()];
        states.push(ask(&mut engine, &json!({"cmd": "play", "action": action}))["state"].clone());
    }
    let record = ask(&mut engine, &json!({"cmd": "save"}))["record"].clone();
    let mut other = Engine::new();
    let loaded = ask(&mut other, &json!({"cmd": "load", "record": record}));
    assert_eq!(Some(&loaded["state"]), states.last());
    for engine in [&mut engine, &mut other] {
        for state in states.iter().rev().skip(1) {
            assert_eq!(&ask(engine, &json!({"cmd": "undo"}))["state"], state);
        }
        assert_eq!(code(&ask(engine, &json!({"cmd": "undo"}))), "bad_request");
    }
    assert_eq!(play_out(&mut engine), play_out(&mut other), "the draws after loading are the same");
}

#[test]
fn best_plays_something_possible() {
    let mut engine = Engine::new();
    new(&mut engine, json!({}));
    let best = ask(&mut engine, &json!({"cmd": "best", "playouts": 10}));
    assert_eq!(ask(&mut engine, &json!({"cmd": "play", "action": best["action"]}))["ok"], true);
    assert_eq!(code(&ask(&mut engine, &json!({"cmd": "best", "ms": 10, "bot": "oracle"}))), "bad_request");
}

#[test]
fn best_tells_what_each_action_is_worth() {
    let mut engine = Engine::new();
    new(&mut engine, json!({}));
    let actions = ask(&mut engine, &json!({"cmd": "actions"}))["actions"].clone();
    for bot in ["greedy", "tactician", "strategist"] {
        let best = ask(&mut engine, &json!({"cmd": "best", "playouts": 20, "bot": bot}));
        let values = best["values"].as_array().expect("values");
        assert_eq!(values[0]["action"], best["action"], "the best comes first");
        assert!(values.iter().all(|it| actions.as_array().expect("actions").contains(&it["action"])));
        assert!(values.iter().all(|it| it["value"].is_number()));
        assert_eq!(best["expected"].as_array().expect("expected scores").len(), 2);
        assert_eq!(best["playouts"].as_u64().expect("playouts") > 0, bot != "greedy");
        let outlook = &best["outlook"];
        assert_eq!(outlook.is_object(), bot == "strategist", "only a net says how it will end");
        if outlook.is_object() {
            let sum =
                |values: &Value| -> f64 { values.as_array().expect("numbers").iter().filter_map(Value::as_f64).sum() };
            assert!((sum(&outlook["chances"]) - 1.0).abs() < 0.02, "{outlook}");
            let to_come = outlook["to_come"].as_object().expect("points by source");
            assert!(sum(&to_come["city"]) > sum(&to_come["pig"]), "{outlook}");
            let all: f64 = to_come.values().map(sum).sum();
            assert!(all > 100.0, "a game of two brings some points: {outlook}");
        }
        assert_eq!(ask(&mut engine, &json!({"cmd": "best", "playouts": 20, "bot": bot})), best, "the same again");
    }
    let random = ask(&mut engine, &json!({"cmd": "best", "playouts": 20, "bot": "random"}));
    assert!(random["values"].is_null() && random["action"].is_object());
}

#[test]
fn best_refuses_bad_budgets() {
    let mut engine = Engine::new();
    new(&mut engine, json!({}));
    for budget in [json!({"ms": 0}), json!({"playouts": 0}), json!({"ms": u64::MAX}), json!({"playouts": u64::MAX})] {
        let mut request = json!({"cmd": "best"});
        request.as_object_mut().expect("an object").extend(budget.as_object().expect("an object").clone());
        assert_eq!(code(&ask(&mut engine, &request)), "bad_request", "{request}");
    }
}

/// Plays an action that must be possible.
fn play(engine: &mut Engine, action: &Value) -> Value {
    let answer = ask(engine, &json!({"cmd": "play", "action": action}));
    assert_eq!(answer["ok"], true, "{action}: {answer}");
    answer
}

fn place(tile: &str, x: i64, y: i64, rot: i64) -> Value {
    json!({"type": "place", "tile": tile, "x": x, "y": y, "rot": rot})
}

/// The events of this type.
fn told<'a>(answer: &'a Value, kind: &str) -> Vec<&'a Value> {
    answer["events"].as_array().unwrap().iter().filter(|event| event["type"] == kind).collect()
}

fn large(segment: u8) -> Value {
    json!({"type": "follower", "segment": segment, "piece": "large_follower"})
}

#[test]
fn without_options_there_are_none() {
    let mut engine = Engine::new();
    let silent = ask(&mut engine, &json!({"cmd": "new", "game": "base", "players": 2, "seed": 42}));
    assert_eq!(silent["state"]["options"], json!([]));
    assert_eq!(silent, new(&mut engine, json!({"options": []})));
    assert_eq!(code(&new(&mut engine, json!({"options": ["inns_cathedrals", "inns_cathedrals"]}))), "bad_request");
    assert_eq!(code(&new(&mut engine, json!({"options": ["wide_corners"]}))), "bad_request");
    assert_eq!(code(&new(&mut engine, json!({"players": 6}))), "bad_request");
    assert_eq!(new(&mut engine, json!({"players": 6, "options": ["inns_cathedrals"]}))["ok"], true);
}

#[test]
fn i2_a_large_follower_is_written_in_one_way() {
    let mut engine = Engine::new();
    let deck = ["base/V", "base/E", "base/U"];
    let state = new(&mut engine, json!({"options": ["inns_cathedrals"], "first": 0, "deck": deck}))["state"].clone();
    assert_eq!(state["supply"][0], json!({"follower": 7, "large_follower": 1}));
    play(&mut engine, &place("base/V", 1, 0, 0));
    let listed = ask(&mut engine, &json!({"cmd": "actions"}))["actions"].clone();
    let listed = listed.as_array().unwrap();
    for segment in 0..3 {
        let small = json!({"type": "follower", "segment": segment});
        for form in [small, large(segment)] {
            assert_eq!(listed.iter().filter(|action| **action == form).count(), 1, "{form}");
        }
    }
    assert_eq!(listed.len(), 7, "two sizes on three segments, or nothing");
    // A small one has no other form, and no other piece is placed so.
    for piece in ["follower", "builder", "pig", "hut", "large", "Large_Follower", ""] {
        let action = json!({"type": "follower", "segment": 0, "piece": piece});
        assert_eq!(code(&ask(&mut engine, &json!({"cmd": "play", "action": action}))), "bad_request", "{piece:?}");
    }
    let wrong = json!({"type": "follower", "segment": 0, "with": "large_follower"});
    assert_eq!(code(&ask(&mut engine, &json!({"cmd": "play", "action": wrong}))), "bad_request");

    let answer = play(&mut engine, &large(0));
    let piece = json!({"player": 0, "kind": "large_follower", "x": 1, "y": 0, "segment": 0});
    assert_eq!(answer["state"]["pieces"], json!([piece]));
    assert_eq!(answer["state"]["supply"][0], json!({"follower": 7, "large_follower": 0}));
    assert_eq!(answer["events"][0]["type"], "deployed");
    assert_eq!(answer["events"][0]["kind"], "large_follower");
    // It is placed: the next turn offers the small ones only.
    play(&mut engine, &place("base/E", 0, -1, 2));
    play(&mut engine, &json!({"type": "pass"}));
    play(&mut engine, &place("base/U", 1, 1, 0));
    let answer = ask(&mut engine, &json!({"cmd": "play", "action": large(1)}));
    assert_eq!((code(&answer), &answer["error"]["rule"]), ("illegal_action", &json!("I2")));
}

#[test]
fn i2_without_the_option_there_is_no_large_follower() {
    let mut engine = Engine::new();
    let state = new(&mut engine, json!({"deck": ["base/V"]}))["state"].clone();
    assert_eq!(state["supply"][0], json!({"follower": 7}));
    play(&mut engine, &place("base/V", 1, 0, 0));
    let before = ask(&mut engine, &json!({"cmd": "state"}));
    let answer = ask(&mut engine, &json!({"cmd": "play", "action": large(0)}));
    assert_eq!((code(&answer), &answer["error"]["rule"]), ("illegal_action", &json!("I2")));
    assert_eq!(ask(&mut engine, &json!({"cmd": "state"})), before);
    assert_eq!(code(&new(&mut engine, json!({"deck": ["inns_cathedrals/cathedral"]}))), "bad_request");
}

#[test]
fn points_say_that_an_inn_or_a_cathedral_brought_more() {
    let mut engine = Engine::new();
    let inn = ["inns_cathedrals/bend-inn", "base/W", "base/W"];
    new(&mut engine, json!({"options": ["inns_cathedrals"], "first": 0, "deck": inn}));
    play(&mut engine, &place(inn[0], 1, 0, 0));
    play(&mut engine, &large(0));
    play(&mut engine, &place("base/W", -1, 0, 0));
    play(&mut engine, &json!({"type": "pass"}));
    play(&mut engine, &place("base/W", 1, 1, 3));
    let answer = play(&mut engine, &json!({"type": "pass"}));
    let scored = told(&answer, "scored")[0];
    assert_eq!((&scored["points"], &scored["inn"]), (&json!(8), &json!(true)));
    assert_eq!(scored["counted"], json!({"tiles": 4, "inn": 1}));
    assert!(scored.get("cathedral").is_none());
    assert_eq!(told(&answer, "returned")[0]["kind"], "large_follower");

    let city = ["inns_cathedrals/cathedral", "base/E", "base/E", "base/E"];
    new(&mut engine, json!({"options": ["inns_cathedrals"], "first": 0, "deck": city}));
    play(&mut engine, &place(city[0], 0, -1, 0));
    play(&mut engine, &json!({"type": "follower", "segment": 0}));
    for (x, y, rot) in [(-1, -1, 1), (1, -1, 3)] {
        play(&mut engine, &place("base/E", x, y, rot));
        play(&mut engine, &json!({"type": "pass"}));
    }
    play(&mut engine, &place("base/E", 0, -2, 2));
    let answer = play(&mut engine, &json!({"type": "pass"}));
    let scored = told(&answer, "scored")[0];
    assert_eq!((&scored["points"], &scored["cathedral"]), (&json!(15), &json!(true)));
    assert_eq!(scored["counted"], json!({"tiles": 5, "cathedral": 1}));
    assert!(scored.get("inn").is_none());

    // Nothing is told of what brings nothing (I8).
    new(&mut engine, json!({"options": ["inns_cathedrals"], "first": 0, "deck": [inn[0]]}));
    play(&mut engine, &place(inn[0], 1, 0, 0));
    let answer = play(&mut engine, &large(0));
    assert_eq!(answer["state"]["phase"], "over");
    assert!(told(&answer, "scored").is_empty());
}

#[test]
fn i14_a_large_follower_takes_a_companion_along() {
    let mut engine = Engine::new();
    let options = ["inns_cathedrals", "traders_builders"];
    let state =
        new(&mut engine, json!({"options": options, "first": 0, "deck": ["base/F", "base/H"]}))["state"].clone();
    let supply = json!({"follower": 7, "large_follower": 1, "builder": 1, "pig": 1,
        "goods": {"chicken": 0, "wheat": 0, "cloth": 0}});
    assert_eq!(state["supply"][0], supply);
    play(&mut engine, &place("base/F", 0, -1, 3));
    let with_pig = json!({"type": "follower", "segment": 1, "with": "pig", "piece": "large_follower"});
    let listed = ask(&mut engine, &json!({"cmd": "actions"}))["actions"].clone();
    assert_eq!(listed.as_array().unwrap().iter().filter(|action| **action == with_pig).count(), 1);
    let answer = play(&mut engine, &with_pig);
    let kinds: Vec<&Value> = told(&answer, "deployed").iter().map(|event| &event["kind"]).collect();
    assert_eq!(kinds, ["large_follower", "pig"]);
    play(&mut engine, &place("base/H", 0, -2, 0));
    let answer = play(&mut engine, &json!({"type": "pass"}));
    assert_eq!(answer["state"]["phase"], "pig");
    let answer = play(&mut engine, &json!({"type": "return_farmer"}));
    assert!(told(&answer, "returned").iter().any(|event| event["kind"] == "large_follower"));
    assert_eq!(answer["state"]["supply"][0], supply);
}

#[test]
fn s12_wide_corners_take_more_waterholes() {
    let found = json!({"type": "waterhole", "x": -1, "y": -1, "corner": "SE", "animal": "zebra"});
    for (options, possible) in [(json!([]), false), (json!(["wide_corners"]), true)] {
        let mut engine = Engine::new();
        let tokens = ["elephant", "zebra", "monkey", "elephant"];
        let request =
            json!({"game": "safari", "options": options, "first": 0, "deck": ["safari/20a"], "tokens": tokens});
        assert_eq!(new(&mut engine, request)["state"]["options"], options);
        play(&mut engine, &place("safari/20a", -1, -1, 0));
        let listed = ask(&mut engine, &json!({"cmd": "actions"}))["actions"].clone();
        assert_eq!(listed.as_array().unwrap().contains(&found), possible);
        let answer = ask(&mut engine, &json!({"cmd": "play", "action": found}));
        if possible {
            assert_eq!(told(&answer, "scored")[0]["points"], 3);
        } else {
            assert_eq!((code(&answer), &answer["error"]["rule"]), ("illegal_action", &json!("S12")));
        }
    }
}

/// Runs `bastide` with this input; what it printed, and whether it ended well.
fn run(arguments: &[&str], input: &[u8]) -> (String, bool) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_bastide"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // The program may stop reading first; then the pipe is broken, and that is fine.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    (String::from_utf8(output.stdout).unwrap(), output.status.success())
}

#[test]
fn the_program_answers_line_by_line_and_survives_everything() {
    let mut input = Vec::new();
    input.extend_from_slice(b"{\"cmd\":\"state\"}\n\n   \n");
    input.extend_from_slice(&[b'['; 5_000]);
    input.push(b'\n');
    input.extend(std::iter::repeat_n(b' ', MAX_LINE + 10));
    input.extend_from_slice(b"{}\n");
    let mut long = b"{\"cmd\":\"load\",\"record\":\"".to_vec();
    long.extend(std::iter::repeat_n(b'x', MAX_LINE - 26));
    long.extend_from_slice(b"\"}\n");
    assert_eq!(long.len(), MAX_LINE + 1, "the longest line that is allowed, and its end");
    input.extend_from_slice(&long);
    input.extend_from_slice(
        b"{\"cmd\":\"new\",\"game\":\"base\",\"options\":[],\"players\":2,\"seed\":18446744073709551615}\n",
    );
    input.extend_from_slice(b"{\"cmd\":\"quit\"}\n{\"cmd\":\"state\"}\n");
    let (output, success) = run(&["engine"], &input);
    assert!(success);
    let answers: Vec<Value> = output.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let codes: Vec<&Value> = answers.iter().map(|answer| &answer["error"]["code"]).collect();
    assert_eq!(
        codes,
        [&json!("no_game"), &json!("bad_json"), &json!("bad_request"), &json!("bad_request"), &Value::Null]
    );
    assert!(answers[3]["error"]["message"].as_str().unwrap().contains("line 1, column 1"), "{}", answers[3]);
    assert_eq!(answers[4]["state"]["phase"], "place");
}

#[test]
fn the_end_of_input_ends_the_program_well() {
    let (output, success) = run(&["engine"], b"{\"cmd\":\"actions\"}");
    assert!(success);
    assert_eq!(output.lines().count(), 1, "a last line without its end is answered");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Whatever is sent, every line is answered with JSON and the next request is understood.
    #[test]
    fn any_bytes_get_an_answer(lines in proptest::collection::vec(proptest::collection::vec(any::<u8>(), 0..80), 0..8)) {
        let mut engine = Engine::new();
        new(&mut engine, json!({}));
        let before = ask(&mut engine, &json!({"cmd": "state"}));
        for line in lines {
            let answer = engine.answer(&line).unwrap();
            let answer: Value = serde_json::from_str(&answer).unwrap();
            prop_assert_eq!(&answer["ok"], &Value::Bool(false));
        }
        prop_assert_eq!(ask(&mut engine, &json!({"cmd": "state"})), before);
    }

    /// Well-formed requests with odd values never break the engine.
    #[test]
    fn odd_values_get_an_answer(x in any::<i64>(), y in any::<i64>(), segment in any::<u64>(), rot in any::<u64>(), word in ".{0,12}") {
        let mut engine = Engine::new();
        new(&mut engine, json!({"options": ["traders_builders"]}));
        let actions = [
            json!({"type": "place", "tile": word, "x": x, "y": y, "rot": rot}),
            json!({"type": "place", "tile": "base/A", "x": x, "y": y, "rot": rot % 4}),
            json!({"type": "follower", "segment": segment, "with": word}),
            json!({"type": "recall", "x": x, "y": y, "segment": segment}),
            json!({"type": "ranger", "from": [x, y], "to": [y, x]}),
            json!({"type": "waterhole", "x": x, "y": y, "corner": word, "animal": "lion"}),
            json!({"type": word}),
        ];
        for action in actions {
            let answer = ask(&mut engine, &json!({"cmd": "play", "action": action}));
            prop_assert!(answer["ok"].is_boolean());
        }
        ask(&mut engine, &json!({"cmd": "load", "record": word}));
        ask(&mut engine, &json!({"cmd": "best", "playouts": segment, "ms": x}));
        prop_assert_eq!(&ask(&mut engine, &json!({"cmd": "state"}))["ok"], &Value::Bool(true));
    }
}
