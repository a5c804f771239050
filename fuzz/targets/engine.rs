//! Lines of the engine protocol: each is answered by one JSON object, an error changes nothing, the same lines bring the
//! same answers, and a saved game is the game that is loaded.
#![no_main]

use engine::{Engine, serve};
use libfuzzer_sys::fuzz_target;
use serde_json::{Value, json};

const CODES: [&str; 5] = ["bad_json", "bad_request", "no_game", "illegal_action", "game_over"];

/// Bots think for long only where that is the question.
const MOST_PLAYOUTS: u64 = 4;

fuzz_target!(|input: &[u8]| {
    let lines = input.split(|&byte| byte == b'\n').filter(|line| !takes_time(line));
    let input = lines.collect::<Vec<_>>().join(&b'\n');

    let mut engine = Engine::new();
    let mut answers = String::new();
    let mut known = None;
    for line in input.split(|&byte| byte == b'\n').filter(|line| !line.iter().all(u8::is_ascii_whitespace)) {
        let Some(text) = engine.answer(line) else { break };
        let mut answer = check(&text);
        if answer["ok"] == false {
            assert_eq!(state(&mut engine), known, "an error changes nothing");
        } else if let Some(state) = answer.get_mut("state") {
            known = Some(state.take());
        }
        answers.push_str(&text);
        answers.push('\n');
    }

    let mut served = Vec::new();
    serve(&input[..], &mut served).expect("memory is always there");
    assert!(served == answers.as_bytes(), "the same lines bring the same answers");

    let saved = ask(&mut engine, &json!({"cmd": "save"}));
    if let Some(record) = saved.get("record") {
        let mut other = Engine::new();
        let loaded = ask(&mut other, &json!({"cmd": "load", "record": record}));
        assert_eq!(loaded["ok"], true, "{loaded}");
        assert_eq!(state(&mut other), state(&mut engine), "a saved game is the game that is loaded");
    }
});

/// Whether a bot may think by the clock, whose answers differ, or for longer than a fuzzer can wait.
fn takes_time(line: &[u8]) -> bool {
    let request: Value = serde_json::from_slice(line).unwrap_or_default();
    let much = request["playouts"].as_u64().is_some_and(|playouts| playouts > MOST_PLAYOUTS);
    request["cmd"] == "best" && request["bot"] != "random" && (much || request["playouts"].is_null())
}

/// The answer, which is one that the protocol knows.
fn check(answer: &str) -> Value {
    assert!(!answer.contains('\n'));
    let answer: Value = serde_json::from_str(answer).expect("answers are JSON");
    let good = answer["ok"].as_bool().expect("answers say whether all is well");
    assert_eq!(good, answer.get("error").is_none());
    if !good {
        assert!(answer["error"]["code"].as_str().is_some_and(|code| CODES.contains(&code)), "{answer}");
        assert!(answer["error"]["message"].as_str().is_some_and(|message| !message.is_empty()), "{answer}");
    }
    answer
}

fn state(engine: &mut Engine) -> Option<Value> {
    ask(engine, &json!({"cmd": "state"})).get_mut("state").map(Value::take)
}

fn ask(engine: &mut Engine, request: &Value) -> Value {
    let answer = engine.answer(request.to_string().as_bytes()).expect("the engine goes on");
    serde_json::from_str(&answer).expect("answers are JSON")
}
