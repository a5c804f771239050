//! From one server to several nodes, and bots that think elsewhere.

use crate::kit::{Node, engines, good, schema};
use crate::speaking::{events, plain};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A program that is ended with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_bastide"))
}

/// Starts something and waits for the first line that it prints.
fn start(command: &mut Command) -> (Running, String) {
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    (Running(child), line)
}

fn act(address: &str, room: &str, tokens: &[String; 2], count: usize) {
    for number in 0..count {
        let state = good(address, "GET", &format!("/rooms/{room}/state"), "", &Value::Null);
        let Some(seat) = state["player"].as_u64() else { return };
        let request =
            json!({"id": format!("{number} {}", state["last"]), "after": state["last"], "action": state["actions"][0]});
        good(address, "POST", &format!("/rooms/{room}/actions"), &tokens[seat as usize], &request);
    }
}

#[test]
fn everything_moves_from_a_folder_to_postgresql() {
    let Some(engines) = engines() else { return };
    let engines = engines.as_ref().unwrap();
    let data = tempfile::tempdir().unwrap();
    let (server, line) =
        start(program().args(["serve", "--port", "0", "--allow-seeds", "--no-limits", "--data"]).arg(data.path()));
    let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next()).unwrap().to_owned();
    let guest = |name: &str| {
        good(&address, "POST", "/guests", "", &json!({"name": name}))["token"].as_str().unwrap().to_owned()
    };
    let tokens = [guest("Ann"), guest("Bøb „quoted“\u{1F600}")];
    let open = json!({"kind": "open"});
    let clock = json!({"kind": "correspondence", "days": 3});
    let mut rooms = Vec::new();
    for (clock, moves) in [(Value::Null, 1000), (Value::Null, 9), (clock, 5)] {
        let wish = json!({"game": "base", "seats": [open, open], "clock": clock});
        let room = good(&address, "POST", "/rooms", &tokens[0], &wish)["room"]["id"].as_str().unwrap().to_owned();
        good(&address, "POST", &format!("/rooms/{room}/join"), &tokens[1], &Value::Null);
        act(&address, &room, &tokens, moves);
        rooms.push(room);
    }
    let me = good(&address, "GET", "/me", &tokens[1], &Value::Null);
    let player = me["player"]["id"].as_str().unwrap();
    let page = good(&address, "GET", &format!("/players/{player}"), "", &Value::Null);
    let before: Vec<Vec<Value>> = rooms.iter().map(|room| events(&address, room)).collect();

    let schema = schema(&engines.postgres);
    let database = format!("{}{schema}", engines.postgres.url());
    let migrate = || {
        let from = format!("sqlite:{}", data.path().display());
        program().args(["migrate", "--from", &from, "--to", &database]).output().unwrap()
    };
    let refused = migrate();
    assert!(!refused.status.success());
    assert!(String::from_utf8_lossy(&refused.stderr).contains("another server uses"), "the server still runs");
    drop(server);
    let moved = migrate();
    let report = String::from_utf8_lossy(&moved.stdout).into_owned();
    assert!(moved.status.success(), "{}", String::from_utf8_lossy(&moved.stderr));
    let rows = |table: &str| {
        let line = report.lines().find(|line| line.split_whitespace().next() == Some(table)).unwrap();
        line.split_whitespace().nth(1).unwrap().parse::<usize>().unwrap()
    };
    assert_eq!((rows("player"), rows("room"), rows("rating")), (2, 3, 2));
    assert_eq!(rows("event"), before.iter().map(Vec::len).sum::<usize>());
    let again = migrate();
    assert!(!again.status.success());
    assert!(String::from_utf8_lossy(&again.stderr).contains("is not empty"));

    let node = Node::start(engines, &schema);
    for (room, before) in rooms.iter().zip(&before) {
        let after = events(&node.address, room);
        assert_eq!(&after[..before.len()], &before[..], "every event is there");
    }
    assert_eq!(good(&node.address, "GET", &format!("/players/{player}"), "", &Value::Null), page);
    assert_eq!(good(&node.address, "GET", "/me", &tokens[1], &Value::Null)["player"], me["player"]);
    act(&node.address, &rooms[1], &tokens, 1000);
    assert_eq!(events(&node.address, &rooms[1]).last().unwrap()["type"], "over");
    // New rooms come after the old ones.
    let wish = json!({"game": "base", "seats": [open, open]});
    let room = good(&node.address, "POST", "/rooms", &tokens[0], &wish)["room"]["id"].clone();
    let list = good(&node.address, "GET", "/me", &tokens[0], &Value::Null);
    assert!(list["rooms"].as_array().unwrap().iter().any(|listed| listed["id"] == room));
}

#[test]
fn games_go_on_by_themselves_after_they_moved() {
    let Some(engines) = engines() else { return };
    let engines = engines.as_ref().unwrap();
    let data = tempfile::tempdir().unwrap();
    let (server, line) = start(program().args(["serve", "--port", "0", "--no-limits", "--data"]).arg(data.path()));
    let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next()).unwrap();
    let host = good(address, "POST", "/guests", "", &json!({"name": "Host"}));
    let bot = json!({"kind": "bot", "level": "tactician"});
    let wish = json!({"game": "base", "seats": [bot, bot]});
    let room = good(address, "POST", "/rooms", host["token"].as_str().unwrap(), &wish)["room"]["id"].clone();
    drop(server);
    let schema = schema(&engines.postgres);
    let (from, to) = (format!("sqlite:{}", data.path().display()), format!("{}{schema}", engines.postgres.url()));
    assert!(program().args(["migrate", "--from", &from, "--to", &to]).output().unwrap().status.success());
    let node = Node::start(engines, &schema);
    // Lists wake no room.
    let is_listed = |state: &str| {
        let list = good(&node.address, "GET", &format!("/rooms?state={state}"), "", &Value::Null);
        list["rooms"].as_array().unwrap().iter().any(|listed| listed["id"] == room)
    };
    assert!(is_listed("playing"), "the game was under way when the server stopped");
    let begin = Instant::now();
    while !is_listed("over") {
        assert!(begin.elapsed() < Duration::from_secs(120), "nobody plays on");
        std::thread::sleep(Duration::from_millis(100));
    }
}

#[test]
fn bots_think_in_programs_of_their_own_and_without_them() {
    let Some(engines) = engines() else { return };
    let engines = engines.as_ref().unwrap();
    let schema = schema(&engines.postgres);
    let node = Node::start(engines, &schema);
    let token =
        good(&node.address, "POST", "/guests", "", &json!({"name": "Host"}))["token"].as_str().unwrap().to_owned();
    let metric = |name: &str| {
        let (_, text) = plain(&node.address, "GET", "/metrics", "", &Value::Null).unwrap();
        text.lines().find_map(|line| line.strip_prefix(name)?.trim().parse::<u64>().ok()).unwrap()
    };
    let play = || {
        let bot = json!({"kind": "bot", "level": "random"});
        let wish = json!({"game": "safari", "seats": [bot, bot]});
        let room = good(&node.address, "POST", "/rooms", &token, &wish)["room"]["id"].as_str().unwrap().to_owned();
        while events(&node.address, &room).last().unwrap()["type"] != "over" {
            std::thread::sleep(Duration::from_millis(50));
        }
    };
    // Nobody else thinks: the node does.
    play();
    assert_eq!(metric("bastide_worker_moves_total "), 0);
    let (worker, _) = start(program().args(["worker", "--nats", &engines.nats.url(), "--threads", "1"]));
    while metric("bastide_worker_moves_total ") == 0 {
        play();
    }
    drop(worker);
    play();
}

#[test]
fn what_is_missing_or_too_new_is_said() {
    let Some(engines) = engines() else { return };
    let engines = engines.as_ref().unwrap();
    let refused = |arguments: &[&str]| {
        let output = program().arg("serve").args(["--port", "0"]).args(arguments).output().unwrap();
        assert!(!output.status.success(), "{arguments:?}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let schema = schema(&engines.postgres);
    let (database, nats) = (format!("{}{schema}", engines.postgres.url()), engines.nats.url());
    assert!(refused(&["--database", &database]).contains("needs --nats"));
    assert!(refused(&["--nats", &nats]).contains("needs --database"));
    assert!(refused(&["--database", "mysql://x", "--nats", &nats]).contains("wants postgres://"));
    assert!(refused(&["--database", &database, "--nats", &nats, "--data", "x"]).contains("one or the other"));
    assert!(refused(&["--database", &database, "--nats", &nats, "--lease-seconds", "0"]).contains("0.5 to 300"));
    let nobody = refused(&["--database", "postgres://u:hush@127.0.0.1:1/x", "--nats", &nats]);
    assert!(nobody.contains("127.0.0.1:1/x") && !nobody.contains("hush"), "{nobody}");
    assert!(refused(&["--database", &database, "--nats", "nats://127.0.0.1:1"]).contains("NATS at nats://127.0.0.1:1"));
    drop(Node::start(engines, &schema));
    let name = schema.rsplit("%3D").next().unwrap();
    engines.postgres.sql(&format!("UPDATE {name}.schema_version SET version = 99")).unwrap();
    let newer = refused(&["--database", &database, "--nats", &nats]);
    assert!(newer.contains("version 99") && newer.contains("newer Bastide"), "{newer}");
}
