//! Games that go on whatever happens, and a history of everything that their players and listeners were told, which is compared
//! with the log at the end.
//!
//! The log of a room is one order of all that happened. It explains what everybody saw if
//! - what was acknowledged is there once, with the number that was said, and nothing is there that nobody asked for, or twice;
//! - what was asked for after something was acknowledged comes after it;
//! - whoever looks sees at least everything that was acknowledged to anybody or seen by anybody before, and nothing that was not
//!   asked for yet;
//! - whoever listens hears the log, in its order, without gaps.

use crate::kit::{ask, good};
use crate::speaking::events;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use table::Random;

/// How long each player has.
const SECONDS: u64 = 3600;

/// Something that was asked for.
struct Operation {
    /// How it is known in the log.
    name: String,
    asked: Instant,
    /// Number and time of its acknowledgement.
    told: Option<(u64, Instant)>,
    action: Option<Value>,
}

/// Somebody looked: when that was asked for and answered, and how many events there were.
struct Look {
    asked: Instant,
    told: Instant,
    last: u64,
}

/// A room with its history.
pub(crate) struct Game {
    pub(crate) room: String,
    tokens: [String; 2],
    /// The highest number that anybody was told.
    acknowledged: AtomicU64,
    operations: Mutex<Vec<Operation>>,
    looks: Mutex<Vec<Look>>,
    /// What listeners heard.
    heard: Mutex<Vec<Vec<Value>>>,
    pub(crate) reconnections: Mutex<Vec<usize>>,
    started: Instant,
    over: AtomicBool,
}

/// Where the nodes are, and when to stop.
pub(crate) struct World {
    pub(crate) addresses: Mutex<Vec<String>>,
    pub(crate) stop: AtomicBool,
}

impl World {
    pub(crate) fn new(addresses: Vec<String>) -> World {
        World { addresses: Mutex::new(addresses), stop: AtomicBool::new(false) }
    }

    fn stopped(&self) -> bool {
        self.stop.load(Ordering::SeqCst)
    }

    fn any(&self, random: &mut Random) -> String {
        let addresses = self.addresses.lock().unwrap();
        addresses[random.below(addresses.len() as u32) as usize].clone()
    }
}

impl Game {
    pub(crate) fn new(address: &str, other: &str) -> Game {
        let guest = |name: &str| {
            good(address, "POST", "/guests", "", &json!({"name": name}))["token"].as_str().unwrap().to_owned()
        };
        let tokens = [guest("Ann"), guest("Bob")];
        let open = json!({"kind": "open"});
        let wish = json!({"game": "base", "options": ["river"], "seats": [open, open], "public": false,
            "clock": {"kind": "player", "seconds": SECONDS, "increment": 0}});
        let room = good(address, "POST", "/rooms", &tokens[0], &wish)["room"]["id"].as_str().unwrap().to_owned();
        let started = Instant::now();
        good(other, "POST", &format!("/rooms/{room}/join"), &tokens[1], &Value::Null);
        Game {
            room,
            tokens,
            acknowledged: AtomicU64::new(0),
            operations: Mutex::default(),
            looks: Mutex::default(),
            heard: Mutex::default(),
            reconnections: Mutex::default(),
            started,
            over: AtomicBool::new(false),
        }
    }

    /// Asks until there is an answer, of one node after the other; nothing else than trouble may be answered instead.
    fn insist(&self, world: &World, random: &mut Random, path: &str, token: &str, body: &Value) -> Option<Value> {
        loop {
            let address = world.any(random);
            let method = if body.is_null() { "GET" } else { "POST" };
            match ask(&address, method, &format!("/rooms/{}/{path}", self.room), token, body) {
                Ok((200, answer)) => return Some(answer),
                Ok((503, _)) | Err(_) => {}
                Ok((status, answer)) => panic!("{path}: {status} {answer}"),
            }
            if world.stopped() {
                return None;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Plays for both until it is time to stop, with `pause` between actions.
    pub(crate) fn play(&self, world: &World, seed: u64, pause: Duration) {
        let mut random = Random::new(seed);
        for number in 0.. {
            if !self.step(world, &mut random, number) {
                return;
            }
            std::thread::sleep(pause);
        }
    }

    /// One action; false if there are no more.
    pub(crate) fn step(&self, world: &World, random: &mut Random, number: u64) -> bool {
        if world.stopped() || self.over.load(Ordering::SeqCst) {
            return false;
        }
        let before = self.acknowledged.load(Ordering::SeqCst);
        let asked = Instant::now();
        let Some(state) = self.insist(world, random, "state", "", &Value::Null) else { return false };
        let last = self.look(asked, &state);
        assert!(last >= before, "{before} was acknowledged, and then the last event was {last}");
        let Some(seat) = state["player"].as_u64() else {
            self.over.store(true, Ordering::SeqCst);
            return false;
        };
        let actions = state["actions"].as_array().unwrap();
        let action = &actions[random.below(actions.len() as u32) as usize];
        let request = json!({"id": number.to_string(), "after": last, "action": action});
        let operation = self.begin(format!("action {number}"), Some(action.clone()));
        let answer = self.insist(world, random, "actions", &self.tokens[seat as usize], &request);
        let Some(answer) = answer else { return false };
        self.end(operation, answer["n"].as_u64().unwrap());
        true
    }

    /// Notes what somebody saw.
    fn look(&self, asked: Instant, state: &Value) -> u64 {
        let last = state["last"].as_u64().unwrap();
        self.looks.lock().unwrap().push(Look { asked, told: Instant::now(), last });
        last
    }

    /// Says something now and then, each time once, whether it is heard or not, and looks at the game anywhere.
    pub(crate) fn chat(&self, world: &World, seed: u64) {
        let mut random = Random::new(seed);
        for number in 0.. {
            if world.stopped() {
                return;
            }
            let text = format!("{seed} {number}");
            let operation = self.begin(text.clone(), None);
            let path = format!("/rooms/{}/chat", self.room);
            if let Ok((200, answer)) =
                ask(&world.any(&mut random), "POST", &path, &self.tokens[0], &json!({"text": text}))
            {
                self.end(operation, answer["n"].as_u64().unwrap());
            }
            let (asked, path) = (Instant::now(), format!("/rooms/{}/state", self.room));
            if let Ok((200, state)) = ask(&world.any(&mut random), "GET", &path, "", &Value::Null) {
                self.look(asked, &state);
            }
            std::thread::sleep(Duration::from_millis(40 + u64::from(random.below(40))));
        }
    }

    fn begin(&self, name: String, action: Option<Value>) -> usize {
        let mut operations = self.operations.lock().unwrap();
        operations.push(Operation { name, asked: Instant::now(), told: None, action });
        operations.len() - 1
    }

    fn end(&self, operation: usize, n: u64) {
        self.operations.lock().unwrap()[operation].told = Some((n, Instant::now()));
        self.acknowledged.fetch_max(n, Ordering::SeqCst);
    }

    /// Listens until it is time to stop, at one node after the other if it has to. `choose` says where.
    pub(crate) fn listen(&self, world: &World, mut choose: impl FnMut() -> Option<String>) {
        let mut heard: Vec<Value> = Vec::new();
        let mut connections = 0;
        while !world.stopped() {
            if let Some(address) = choose() {
                connections += usize::from(self.hear(world, &address, &mut heard));
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        self.remember(heard);
        self.reconnections.lock().unwrap().push(connections - 1);
    }

    /// Keeps what a listener heard, to be compared.
    pub(crate) fn remember(&self, heard: Vec<Value>) {
        self.heard.lock().unwrap().push(heard);
    }

    /// Listens at a node as long as the line holds; says whether it ever did.
    pub(crate) fn hear(&self, world: &World, address: &str, heard: &mut Vec<Value>) -> bool {
        let Ok(mut stream) = TcpStream::connect(address) else { return false };
        stream.set_read_timeout(Some(Duration::from_millis(300))).unwrap();
        let (room, after) = (&self.room, heard.len());
        let _ = write!(stream, "GET /api/v1/rooms/{room}/events?after={after} HTTP/1.0\r\nHost: a\r\n\r\n");
        let mut lines = BufReader::new(stream);
        let mut line = String::new();
        let mut greeted = false;
        while !world.stopped() {
            match lines.read_line(&mut line) {
                Ok(0) => break,
                // The rest of the line comes later.
                Err(error) if matches!(error.kind(), std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut) => {
                }
                Err(_) => break,
                Ok(_) if !line.ends_with('\n') => break,
                Ok(_) => {
                    greeted |= line.starts_with("HTTP/1.0 200") || line.starts_with("HTTP/1.1 200");
                    if line.starts_with('{') && greeted {
                        let event: Value = serde_json::from_str(&line).unwrap();
                        assert_eq!(event["n"], heard.len() + 1, "events come in order, each once");
                        heard.push(event);
                    }
                    line.clear();
                }
            }
        }
        greeted
    }

    /// When the first action after an instant was acknowledged that was asked for after it.
    pub(crate) fn first_after(&self, instant: Instant) -> Option<Instant> {
        let operations = self.operations.lock().unwrap();
        let told =
            operations.iter().filter(|operation| operation.action.is_some()).filter_map(|operation| operation.told);
        told.map(|(_, told)| told).filter(|told| *told > instant).min()
    }

    /// How many actions were acknowledged.
    pub(crate) fn count(&self) -> usize {
        self.operations
            .lock()
            .unwrap()
            .iter()
            .filter(|operation| operation.action.is_some() && operation.told.is_some())
            .count()
    }

    /// Whether time stood still from when the node that had the room was gone for sure until another had it; none if it had
    /// not been there. A room may also go from one living node to another, and its clocks are told then, too: something happened in it
    /// after the other node was gone.
    pub(crate) fn stood_still(&self, address: &str, gone: u64) -> Option<bool> {
        let log = events(address, &self.room);
        let at = |event: &Value| event["at"].as_u64().unwrap();
        let taken = log.iter().position(|event| event["type"] == "clock" && at(event) > gone)?;
        let left = |event: &Value| -> Option<u64> {
            let clock = event.get("clock").unwrap_or(event);
            Some(clock.get("left")?.as_array()?.iter().map(|left| left.as_u64().unwrap()).sum())
        };
        let before = log[..taken].iter().rev().find(|event| left(event).is_some())?;
        if at(before) > gone {
            return None;
        }
        let charged = left(before)? - left(&log[taken])?;
        let most = gone - at(before);
        println!("{charged} ms charged of {} ms, {most} ms before the end", at(&log[taken]) - at(before));
        // The nodes agree on the time up to some milliseconds.
        Some(charged <= most + 100)
    }

    /// Compares everything that anybody was told with the log.
    pub(crate) fn check(&self, address: &str) {
        let log = events(address, &self.room);
        let operations = self.operations.lock().unwrap();
        // What is in the log, by the name under which it was asked for.
        let mut actions = log.iter().filter(|event| event["type"] == "action");
        let mut found: HashMap<&str, (u64, Option<&Value>)> = HashMap::new();
        for operation in operations.iter().filter(|operation| operation.action.is_some()) {
            match (actions.next(), operation.told) {
                (Some(event), _) => {
                    assert_eq!(Some(&event["action"]), operation.action.as_ref(), "{}: another action", operation.name);
                    found.insert(&operation.name, (event["n"].as_u64().unwrap(), Some(&event["action"])));
                }
                (None, told) => assert!(told.is_none(), "{} was acknowledged and is not there", operation.name),
            }
        }
        assert!(actions.next().is_none(), "an action that nobody asked for, or one that happened twice");
        for event in log.iter().filter(|event| event["type"] == "chat") {
            let n = event["n"].as_u64().unwrap();
            let text = event["text"].as_str().unwrap();
            assert!(operations.iter().any(|operation| operation.name == text), "{text}: nobody said that");
            assert!(found.insert(text, (n, None)).is_none(), "{text}: said once, heard twice");
        }
        for operation in operations.iter() {
            if let Some((n, _)) = operation.told {
                assert_eq!(found.get(&*operation.name).map(|found| found.0), Some(n), "{}", operation.name);
            }
        }
        // What was asked for after something was acknowledged or seen has a higher number, and whoever looks then sees it.
        let looks = self.looks.lock().unwrap();
        let acknowledged = operations.iter().filter_map(|one| one.told.map(|(n, at)| (at, n)));
        let mut told: Vec<(Instant, u64)> =
            acknowledged.chain(looks.iter().map(|look| (look.told, look.last))).collect();
        told.sort_unstable();
        let highest: Vec<u64> = told
            .iter()
            .scan(0, |most, (_, n)| {
                *most = (*most).max(*n);
                Some(*most)
            })
            .collect();
        let known = |asked: Instant| {
            let earlier = told.partition_point(|(at, _)| *at < asked);
            earlier.checked_sub(1).and_then(|index| highest.get(index)).copied().unwrap_or_default()
        };
        for operation in operations.iter() {
            let Some((n, _)) = found.get(&*operation.name) else { continue };
            let (name, most) = (&operation.name, known(operation.asked));
            assert!(*n > most, "{name} has number {n}, but {most} was known before it was asked for");
        }
        for look in looks.iter() {
            let (last, most) = (look.last, known(look.asked));
            assert!(last >= most, "somebody saw {last} events, but {most} were known before");
            assert!(last <= log.len() as u64, "somebody saw {last} events, and there are {}", log.len());
        }
        for heard in self.heard.lock().unwrap().iter() {
            assert_eq!(&log[..heard.len()], &heard[..], "who listened heard the log");
        }
        self.check_clocks(&log);
    }

    /// Nobody pays for more time than there was.
    fn check_clocks(&self, log: &[Value]) {
        let Some(clock) = log.iter().rev().find_map(|event| event.get("clock").or(event.get("left").map(|_| event)))
        else {
            return;
        };
        let left = clock["left"].as_array().unwrap();
        let charged: u64 = left.iter().map(|left| SECONDS * 1000 - left.as_u64().unwrap()).sum();
        let real = self.started.elapsed().as_millis() as u64;
        assert!(charged <= real + 100, "{charged} ms charged in {real} ms");
    }
}
