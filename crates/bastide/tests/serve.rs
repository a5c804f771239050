//! The real server program, killed while people play.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on shall stop")]

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// A server in a process of its own.
struct Process {
    child: Child,
    address: String,
}

impl Process {
    fn start(data: &Path) -> Process {
        let mut child = Command::new(env!("CARGO_BIN_EXE_bastide"))
            .args(["serve", "--port", "0", "--allow-seeds", "--no-limits", "--data"])
            .arg(data)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        let address = address.unwrap_or_else(|| panic!("no address in {line:?}")).to_owned();
        Process { child, address }
    }

    fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    fn ask(&self, method: &str, path: &str, token: &str, body: &Value) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let length = body.len();
        let head = format!("{method} /api/v1{path} HTTP/1.0\r\nHost: a\r\n");
        let who = if token.is_empty() { String::new() } else { format!("Authorization: Bearer {token}\r\n") };
        write!(stream, "{head}{who}Content-Length: {length}\r\n\r\n{body}").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        (head.split(' ').nth(1).unwrap().parse().unwrap(), body.to_owned())
    }

    fn json(&self, method: &str, path: &str, token: &str, body: &Value) -> Value {
        let (status, text) = self.ask(method, path, token, body);
        assert!(status < 300, "{status} {text}");
        serde_json::from_str(&text).unwrap()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn guest(server: &Process, name: &str) -> String {
    let answer = server.json("POST", "/guests", "", &json!({"name": name}));
    answer["token"].as_str().unwrap().to_owned()
}

/// What was acknowledged is there after a sudden end, once, and the game goes on to a record that proves its draws.
#[test]
fn a_killed_server_forgets_nothing_that_it_acknowledged() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Process::start(data.path());
    let tokens = [guest(&server, "Ann"), guest(&server, "Bob")];
    let wish = json!({"game": "safari", "seats": [{"kind": "open"}, {"kind": "open"}], "contribution": "abc"});
    let room = server.json("POST", "/rooms", &tokens[0], &wish)["room"]["id"].as_str().unwrap().to_owned();
    server.json("POST", &format!("/rooms/{room}/join"), &tokens[1], &Value::Null);
    let mut told = Vec::new();
    for number in 0.. {
        let state = server.json("GET", &format!("/rooms/{room}/state"), "", &Value::Null);
        let Some(seat) = state["player"].as_u64() else { break };
        let actions = state["actions"].as_array().unwrap();
        let action = &actions[number * 31 % actions.len()];
        let request = json!({"id": number.to_string(), "after": state["last"], "action": action});
        let act =
            |server: &Process| server.json("POST", &format!("/rooms/{room}/actions"), &tokens[seat as usize], &request);
        let answer = act(&server);
        told.push((answer["n"].clone(), action.clone()));
        if number % 20 == 19 {
            server.kill();
            server = Process::start(data.path());
            assert_eq!(act(&server), answer, "the same request again acts once");
        }
    }
    let (_, events) = server.ask("GET", &format!("/rooms/{room}/events?wait=0"), "", &Value::Null);
    let events: Vec<Value> =
        events.lines().filter(|line| !line.is_empty()).map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(events.iter().enumerate().all(|(index, event)| event["n"] == index + 1));
    let acted = events.iter().filter(|event| event["type"] == "action");
    assert_eq!(acted.map(|event| (event["n"].clone(), event["action"].clone())).collect::<Vec<_>>(), told);
    assert_eq!(events.last().unwrap()["type"], "over");

    let (_, record) = server.ask("GET", &format!("/rooms/{room}/record"), "", &Value::Null);
    let verify = |record: &str| {
        let file = data.path().join("game.record");
        std::fs::write(&file, record).unwrap();
        let mut program = Command::new(env!("CARGO_BIN_EXE_bastide"));
        program.args(["replay", "--verify"]).arg(&file).output().unwrap()
    };
    let good = verify(&record);
    assert!(good.status.success(), "{}", String::from_utf8_lossy(&good.stderr));
    let changed = verify(&record.replace("contribution 0 abc", "contribution 0 abd"));
    assert!(!changed.status.success());
    assert!(String::from_utf8_lossy(&changed.stderr).contains("draw"), "{}", String::from_utf8_lossy(&changed.stderr));

    let copy = data.path().join("copy.sqlite");
    let backup =
        Command::new(env!("CARGO_BIN_EXE_bastide")).arg("backup").arg(&copy).arg("--data").arg(data.path()).status();
    assert!(backup.unwrap().success() && copy.exists());
}
