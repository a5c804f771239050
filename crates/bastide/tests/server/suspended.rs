//! The program is suspended while a clock runs, as when a laptop sleeps: nobody could act, so nobody is charged.

use crate::kit::{Process, events, guest, room_with};
use serde_json::{Value, json};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The time of each player.
const MINUTE: u64 = 60_000;
/// How long nothing happens.
const ASLEEP: Duration = Duration::from_secs(3);
/// What may be charged of it: until the heart is found to have stopped.
const NOTICED: u64 = 1_500;

#[test]
#[cfg(unix)]
fn nobody_is_charged_while_the_server_is_suspended() {
    let data = tempfile::tempdir().unwrap();
    let server = Process::start(data.path());
    let tokens = [guest(&server, "Ann"), guest(&server, "Bob")];
    let begun = Instant::now();
    let clock = json!({"kind": "player", "seconds": MINUTE / 1000, "increment": 0});
    let room = room_with(&server, &json!({"game": "base", "clock": clock}), &tokens);
    // A heart that has not beaten yet cannot stop.
    sleep(Duration::from_secs(1));
    server.signal("STOP");
    let stopped = Instant::now();
    sleep(ASLEEP);
    let asleep = stopped.elapsed();
    server.signal("CONT");
    let told = loop {
        let events = events(&server, &room);
        assert!(!events.iter().any(|event| event["type"] == "timeout"), "{events:?}");
        if let Some(told) = events.into_iter().find(|event| event["type"] == "clock") {
            break told;
        }
        assert!(stopped.elapsed() < Duration::from_secs(60), "everybody is told how the clocks stand");
        sleep(Duration::from_millis(50));
    };
    let awake = (begun.elapsed() - asleep).as_millis() as u64;
    let left: u64 = told["left"].as_array().unwrap().iter().map(|left| left.as_u64().unwrap()).sum();
    assert!(left + awake + NOTICED >= 2 * MINUTE, "{left} ms are left, awake for {awake} ms: {told}");
    let state = server.json("GET", &format!("/rooms/{room}/state"), "", &Value::Null);
    let seat = state["player"].as_u64().unwrap() as usize;
    let action = json!({"id": "on", "after": state["last"], "action": state["actions"][0]});
    server.json("POST", &format!("/rooms/{room}/actions"), &tokens[seat], &action);
}
