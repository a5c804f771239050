//! The server is killed while people play: what it acknowledged or told is there afterwards.

use crate::kit::{self, Process, ask, events, guest, room};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use table::Random;

/// What was acknowledged is there after a sudden end, once, and the game goes on to a record that proves its draws.
#[test]
fn a_killed_server_forgets_nothing_that_it_acknowledged() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Process::start(data.path());
    let tokens = [guest(&server, "Ann"), guest(&server, "Bob")];
    let room = room(&server, "safari", &tokens);
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
    let events = events(&server, &room);
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
    // With other randomness somebody else would have begun, or other tiles would have come.
    let complaint = String::from_utf8_lossy(&changed.stderr);
    assert!(complaint.contains("draw") || complaint.contains("first seat"), "{complaint}");

    let copy = data.path().join("copy.sqlite");
    let backup =
        Command::new(env!("CARGO_BIN_EXE_bastide")).arg("backup").arg(&copy).arg("--data").arg(data.path()).status();
    assert!(backup.unwrap().success() && copy.exists());
}

/// A room with everything that its players and somebody who watches were told.
struct Witness {
    room: String,
    tokens: [String; 2],
    random: Random,
    /// How many requests were made.
    asked: u64,
    /// Number and action of what was acknowledged.
    acknowledged: Vec<(u64, Value)>,
    /// What was sent and not answered.
    open: Option<(usize, Value)>,
    /// What whoever watches heard.
    heard: Vec<Value>,
    over: bool,
}

impl Witness {
    fn new(server: &Process, tokens: &[String; 2], seed: u64) -> Witness {
        let room = room(server, "safari", tokens);
        let random = Random::new(seed);
        let (acknowledged, heard) = (Vec::new(), Vec::new());
        Witness { room, tokens: tokens.clone(), random, asked: 0, acknowledged, open: None, heard, over: false }
    }

    /// Plays until the server is gone or the game is over.
    fn play(&mut self, address: &str, acts: &AtomicUsize) {
        while let Ok(true) = self.step(address) {
            acts.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// One action; an error if the server is gone, false if the game is over.
    fn step(&mut self, address: &str) -> std::io::Result<bool> {
        if self.open.is_none() {
            let (_, state) = ask(address, "GET", &format!("/rooms/{}/state", self.room), "", &Value::Null)?;
            let state: Value = serde_json::from_str(&state)?;
            let Some(seat) = state["player"].as_u64() else {
                self.over = true;
                return Ok(false);
            };
            let actions = state["actions"].as_array().unwrap();
            let action = &actions[self.random.below(actions.len() as u32) as usize];
            self.asked += 1;
            let request = json!({"id": self.asked.to_string(), "after": state["last"], "action": action});
            self.open = Some((seat as usize, request));
        }
        let (seat, request) = self.open.as_ref().unwrap();
        let (status, answer) =
            ask(address, "POST", &format!("/rooms/{}/actions", self.room), &self.tokens[*seat], request)?;
        let answer: Value = serde_json::from_str(&answer)?;
        assert_eq!(status, 200, "{answer}");
        self.acknowledged.push((answer["n"].as_u64().unwrap(), request["action"].clone()));
        self.open = None;
        Ok(true)
    }

    /// Compares what was said before the end with what is there after it.
    fn check(&mut self, server: &Process) {
        let events = events(server, &self.room);
        for heard in &self.heard {
            let index = heard["n"].as_u64().unwrap() as usize - 1;
            assert_eq!(events.get(index), Some(heard), "what was told is there");
        }
        let acted = events.iter().filter(|event| event["type"] == "action");
        let mut there: Vec<_> = acted.map(|event| (event["n"].as_u64().unwrap(), event["action"].clone())).collect();
        if there.len() > self.acknowledged.len() {
            // What was not answered may have happened; the same request again finds it.
            let (seat, request) = self.open.take().expect("nothing is there that nobody did");
            let path = format!("/rooms/{}/actions", self.room);
            let answer = server.json("POST", &path, &self.tokens[seat], &request);
            self.acknowledged.push((answer["n"].as_u64().unwrap(), request["action"].clone()));
            assert_eq!(kit::events(server, &self.room), events, "it acts once");
        }
        there.dedup();
        assert_eq!(there, self.acknowledged, "every acknowledged action is there, once, and no other");
    }
}

/// Listens to a room from an event on until the server is gone; only whole lines count.
fn listen(address: &str, room: &str, after: usize) -> Vec<Value> {
    let Ok(mut stream) = TcpStream::connect(address) else { return Vec::new() };
    let _ = write!(stream, "GET /api/v1/rooms/{room}/events?after={after} HTTP/1.0\r\nHost: a\r\n\r\n");
    let lines = BufReader::new(stream).split(b'\n').map_while(Result::ok);
    // The last line may be cut off.
    let whole = lines.filter_map(|line| serde_json::from_slice::<Value>(&line).ok());
    whole.filter(|event| event.get("n").is_some()).collect()
}

/// `BASTIDE_KILLS` says how often; `cargo xtask crash --kills N` sets it.
#[test]
fn whenever_the_server_is_killed_everything_that_it_said_is_true() {
    let kills: usize = std::env::var("BASTIDE_KILLS").map_or(50, |kills| kills.parse().unwrap());
    let data = tempfile::tempdir().unwrap();
    let mut random = Random::new(11);
    let mut server = Process::start(data.path());
    let tokens = [guest(&server, "Ann"), guest(&server, "Bob")];
    let mut witnesses: Vec<Witness> = (0..3).map(|seed| Witness::new(&server, &tokens, seed)).collect();
    let mut finished = Vec::new();
    let acts = AtomicUsize::new(0);
    for _ in 0..kills {
        let address = server.address.clone();
        let goal = acts.load(Ordering::Relaxed) + random.below(24) as usize;
        std::thread::scope(|scope| {
            for witness in &mut witnesses {
                let (room, after, address, acts) = (witness.room.clone(), witness.heard.len(), &address, &acts);
                let ears = scope.spawn(move || listen(address, &room, after));
                scope.spawn(move || {
                    witness.play(address, acts);
                    witness.heard.extend(ears.join().unwrap());
                });
            }
            // Somewhere after some actions; if all games are over meanwhile, at once.
            for _ in 0..500 {
                if acts.load(Ordering::Relaxed) >= goal {
                    break;
                }
                std::thread::sleep(Duration::from_millis(1));
            }
            std::thread::sleep(Duration::from_micros(random.below(4000).into()));
            server.kill();
        });
        server = Process::start(data.path());
        for witness in &mut witnesses {
            witness.check(&server);
            if witness.over {
                let next = Witness::new(&server, &tokens, random.next_u64());
                finished.push(std::mem::replace(witness, next));
            }
        }
    }
    for witness in finished.iter_mut().chain(&mut witnesses) {
        witness.check(&server);
    }
    let told: usize = finished.iter().chain(&witnesses).map(|witness| witness.acknowledged.len()).sum();
    println!("{kills} kills, {told} acknowledged actions, {} finished games: all are there", finished.len());
    assert!(told >= kills, "the server was killed while people played: {told}");
}
