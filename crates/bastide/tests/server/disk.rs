//! A disk that is full: players get errors, nothing that was acknowledged is lost, and with space it goes on.

use crate::kit::{Process, events, guest, room};
use serde_json::{Value, json};
use std::process::Command;

/// The largest file that the server may write at first, in bytes: the schema and some events.
const SPACE: u64 = 1024 * 1024;
/// More messages than have room in it.
const MANY: usize = 1500;

fn say(server: &Process, room: &str, token: &str, number: usize) -> (u16, String) {
    let text = format!("{number} {}", "x".repeat(480));
    server.ask("POST", &format!("/rooms/{room}/chat"), token, &json!({"text": text}))
}

fn move_on(server: &Process, room: &str, tokens: &[String; 2], id: &str) -> (u16, String) {
    let state = server.json("GET", &format!("/rooms/{room}/state"), "", &Value::Null);
    let token = &tokens[state["player"].as_u64().unwrap() as usize];
    let action = json!({"id": id, "after": state["last"], "action": state["actions"][0]});
    server.ask("POST", &format!("/rooms/{room}/actions"), token, &action)
}

#[test]
fn a_full_disk_loses_nothing_and_with_space_it_goes_on() {
    let data = tempfile::tempdir().unwrap();
    let Some(mut server) = Process::start_with_space(data.path(), SPACE) else {
        println!("this system cannot limit files: not tested");
        return;
    };
    let tokens = [guest(&server, "Ann"), guest(&server, "Bob")];
    let room = room(&server, "base", &tokens);
    assert_eq!(move_on(&server, &room, &tokens, "first").0, 200);
    let mut said = 0;
    let refused = (0..MANY).find_map(|number| {
        let (status, text) = say(&server, &room, &tokens[number % 2], number);
        said += usize::from(status == 200);
        (status != 200).then_some((status, text))
    });
    let (status, text) = refused.expect("the disk is full at last");
    let answer: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((status, &answer["error"]["code"]), (503, &json!("unavailable")), "{text}");
    assert!(said > 20, "{said}");
    // Whoever reads finds all that was acknowledged, and nothing of what was not.
    let heard = events(&server, &room);
    assert_eq!(heard.iter().filter(|event| event["type"] == "chat").count(), said);
    assert_eq!(heard.last().unwrap()["type"], "chat");
    // Space again: the same server goes on where that can be arranged, otherwise a new one.
    if !server.give_space() {
        server.kill();
        server = Process::start(data.path());
    }
    assert_eq!(move_on(&server, &room, &tokens, "second").0, 200);
    assert_eq!(say(&server, &room, &tokens[0], MANY).0, 200);
    let after = events(&server, &room);
    assert_eq!((&after[..heard.len()], after.len()), (&heard[..], heard.len() + 2));
    server.kill();
    let server = Process::start(data.path());
    assert_eq!(events(&server, &room), after);
    // A backup reads every page.
    let copy = data.path().join("copy.sqlite");
    let backup =
        Command::new(env!("CARGO_BIN_EXE_bastide")).arg("backup").arg(copy).arg("--data").arg(data.path()).output();
    let backup = backup.unwrap();
    assert!(backup.status.success(), "{}", String::from_utf8_lossy(&backup.stderr));
}
