//! Programs of other people play on the server.

use crate::kit::{Process, events, guest};
use serde_json::{Value, json};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;

/// A program that is ended with the test.
struct Running(Child);

impl Running {
    fn start(command: &mut Command) -> Running {
        Running(command.stdout(Stdio::null()).spawn().unwrap())
    }

    fn wait(mut self) -> ExitStatus {
        self.0.wait().unwrap()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A short game, one seat for whoever makes the room and one for a bot of the server or somebody else.
fn room(server: &Process, token: &str, other: &Value) -> String {
    let wish = json!({"game": "safari", "seats": [{"kind": "open"}, other], "seed": 7});
    server.json("POST", "/rooms", token, &wish)["room"]["id"].as_str().unwrap().to_owned()
}

/// The engine plays through the bridge against a bot of the server, which is killed and restarted in the middle.
#[test]
fn a_program_with_the_engine_protocol_plays_through_the_bridge() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Process::start(data.path());
    let token = guest(&server, "Engine");
    let room = room(&server, &token, &json!({"kind": "bot", "level": "random"}));
    let program = env!("CARGO_BIN_EXE_bastide");
    let bridge = Running::start(
        Command::new(program)
            .args(["bridge", "--server", &format!("http://{}", server.address), "--token", &token])
            .args(["--room", &format!("http://{}/#room/{room}", server.address), "--playouts", "1"])
            .args(["--", program, "engine"]),
    );
    while events(&server, &room).len() < 20 {
        std::thread::sleep(Duration::from_millis(20));
    }
    server.kill();
    let port = server.address.rsplit(':').next().unwrap().parse().unwrap();
    server = Process::start_at(data.path(), port);
    assert!(bridge.wait().success());
    let events = events(&server, &room);
    assert_eq!(events.last().unwrap()["type"], "over");
    assert!(events.iter().any(|event| event["type"] == "action" && event["seat"] == 0));

    let mute = Command::new(program)
        .args(["bridge", "--server", &format!("http://{}", server.address), "--room", &room, "--", "no-such-program"])
        .output()
        .unwrap();
    assert!(!mute.status.success());
    assert!(String::from_utf8_lossy(&mute.stderr).contains("cannot start no-such-program"));
}

/// The example in Python: one is sent to a room, another finds it in the list of challenges.
#[test]
fn the_example_bot_takes_challenges_and_plays() {
    let python = |arguments: &[&str]| {
        let mut command = Command::new("python3");
        command.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/bots/random_bot.py")).args(arguments);
        command
    };
    if !Command::new("python3").arg("--version").output().is_ok_and(|output| output.status.success()) {
        println!("there is no python3 here: not tested");
        return;
    }
    let data = tempfile::tempdir().unwrap();
    let server = Process::start(data.path());
    let address = format!("http://{}", server.address);
    let token = guest(&server, "Host");
    let room = room(&server, &token, &json!({"kind": "open"}));
    let file = data.path().join("token");
    std::fs::write(&file, &token).unwrap();
    let _taker = Running::start(&mut python(&["--server", &address, "--game", "safari"]));
    let sent = ["--server", &address, "--token-file", file.to_str().unwrap(), "--room", &room];
    assert!(Running::start(&mut python(&sent)).wait().success());
    let events = events(&server, &room);
    assert_eq!(events.last().unwrap()["type"], "over");
    assert!((0..2).all(|seat| events.iter().any(|event| event["type"] == "action" && event["seat"] == seat)));
}

/// The load generator finds nothing wrong with a server of its own.
#[test]
fn load_plays_whole_games_and_tells_what_it_measured() {
    let program = Command::new(env!("CARGO_BIN_EXE_bastide"))
        .args(["load", "--games", "3", "--seconds", "2", "--every", "0", "--game", "safari"])
        .output()
        .unwrap();
    let (text, trouble) = (String::from_utf8_lossy(&program.stdout), String::from_utf8_lossy(&program.stderr));
    assert!(program.status.success(), "{text}{trouble}");
    for word in ["games ", "actions ", "latency ", "errors       0"] {
        assert!(text.lines().any(|line| line.starts_with(word)), "{word} in {text}");
    }
}
