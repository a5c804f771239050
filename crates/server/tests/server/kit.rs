//! A real server on a free port, and clients that speak to it over the network.

use serde_json::{Value, json};
use server::{Config, Hands, Server, Time};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;
use tempfile::TempDir;
use tokio::sync::oneshot;
use tungstenite::{Message, WebSocket};

/// How long a test waits before it says that something hangs.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// Noon of some day.
pub(crate) const NOON: u64 = 1_800_000_000_000;

/// A server in this process.
struct Node {
    address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Node {
    fn start(config: Config) -> Node {
        let server = Server::bind(config).unwrap();
        let address = server.address().unwrap();
        let (stop, stopped) = oneshot::channel();
        let (ready, is_ready) = std::sync::mpsc::channel();
        let thread = std::thread::spawn(move || {
            let stop = async {
                let _ = stopped.await;
            };
            server.run(stop, || ready.send(()).unwrap()).unwrap();
        });
        is_ready.recv_timeout(PATIENCE).unwrap();
        Node { address, stop: Some(stop), thread: Some(thread) }
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// All servers of one set of data: one, or several nodes.
pub(crate) struct House {
    pub(crate) address: SocketAddr,
    nodes: Vec<Node>,
    turn: AtomicUsize,
}

impl House {
    /// Starts servers as configured.
    pub(crate) fn open(config: Config) -> House {
        let cluster = crate::storage(&config.data);
        let count = if cluster.is_some() { crate::NODES } else { 1 };
        let config = Config { port: 0, allow_seeds: true, cluster, ..config };
        let nodes: Vec<Node> = (0..count).map(|_| Node::start(config.clone())).collect();
        House { address: nodes[0].address, nodes, turn: AtomicUsize::new(0) }
    }

    /// A server in a folder, without limits, by the machine's clock.
    pub(crate) fn new(data: &TempDir) -> House {
        House::open(plain(data))
    }

    /// A server whose clock the test sets.
    pub(crate) fn timed(data: &TempDir, now: u64) -> (House, Hands) {
        let (time, hands) = Time::manual(now);
        (House::open(Config { time, ..plain(data) }), hands)
    }

    /// Where its nodes are.
    #[allow(dead_code, reason = "only tests of several nodes ask")]
    pub(crate) fn addresses(&self) -> Vec<SocketAddr> {
        self.nodes.iter().map(|node| node.address).collect()
    }

    /// One node after the other.
    fn next(&self) -> SocketAddr {
        self.nodes[self.turn.fetch_add(1, Ordering::Relaxed) % self.nodes.len()].address
    }

    /// A new player.
    pub(crate) fn guest(&self, name: &str) -> Client {
        let nobody = self.nobody();
        let answer = nobody.post("/guests", &json!({"name": name})).ok(201);
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        Client { address: nobody.address, token: text(&answer["token"]), id: text(&answer["player"]["id"]) }
    }

    /// Somebody without a name.
    pub(crate) fn nobody(&self) -> Client {
        Client { address: self.next(), token: String::new(), id: String::new() }
    }
}

pub(crate) fn plain(data: &TempDir) -> Config {
    Config { limits: false, bot_threads: 1, ..Config::new(PathBuf::from(data.path())) }
}

pub(crate) fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

/// An answer: status and text.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: String,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error} in {:?}", self.body))
    }

    /// The answer, which has this status.
    #[track_caller]
    pub(crate) fn ok(self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.body);
        self.json()
    }

    /// The error, which has this code.
    #[track_caller]
    pub(crate) fn error(self, code: &str) -> Value {
        assert!(self.status >= 400, "{}", self.body);
        let mut answer = self.json();
        assert_eq!(answer["error"]["code"], code, "{answer}");
        assert!(!answer["error"]["message"].as_str().unwrap().is_empty());
        answer["error"].take()
    }
}

/// Somebody who speaks to a server.
#[derive(Clone)]
pub(crate) struct Client {
    pub(crate) address: SocketAddr,
    pub(crate) token: String,
    pub(crate) id: String,
}

impl Client {
    pub(crate) fn at(&self, house: &House) -> Client {
        self.to(house.next())
    }

    /// The same, at that node.
    pub(crate) fn to(&self, address: SocketAddr) -> Client {
        Client { address, ..self.clone() }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_nodelay(true).unwrap();
        stream
    }

    /// Asks something in plain HTTP.
    pub(crate) fn raw(&self, method: &str, path: &str, headers: &str, body: &str) -> Answer {
        let mut stream = self.connect();
        let length = body.len();
        let address = self.address;
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Length: {length}\r\n{headers}\r\n{body}"
        )
        .unwrap();
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).unwrap();
        read_answer(&bytes)
    }

    fn authorization(&self) -> String {
        if self.token.is_empty() { String::new() } else { format!("Authorization: Bearer {}\r\n", self.token) }
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.raw("GET", &format!("/api/v1{path}"), &self.authorization(), "")
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Answer {
        self.raw("POST", &format!("/api/v1{path}"), &self.authorization(), &body.to_string())
    }

    /// Makes a room and says its id.
    pub(crate) fn room(&self, wish: &Value) -> String {
        self.post("/rooms", wish).ok(201)["room"]["id"].as_str().unwrap().to_owned()
    }

    pub(crate) fn state(&self, room: &str) -> Value {
        self.get(&format!("/rooms/{room}/state")).ok(200)
    }

    pub(crate) fn act(&self, room: &str, id: &str, after: u64, action: &Value) -> Answer {
        self.post(&format!("/rooms/{room}/actions"), &json!({"id": id, "after": after, "action": action}))
    }

    /// All events so far.
    pub(crate) fn events(&self, room: &str) -> Vec<Value> {
        let answer = self.get(&format!("/rooms/{room}/events?after=0&wait=0"));
        assert_eq!(answer.status, 200, "{}", answer.body);
        let events: Vec<Value> = answer
            .body
            .lines()
            .filter(|line| !line.is_empty())
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        for (index, event) in events.iter().enumerate() {
            assert_eq!(event["n"], index + 1, "numbers from 1 without gaps");
        }
        events
    }

    /// A stream of events as it comes.
    pub(crate) fn stream(&self, room: &str, after: u64) -> Events {
        let mut stream = self.connect();
        let (address, auth) = (self.address, self.authorization());
        write!(stream, "GET /api/v1/rooms/{room}/events?after={after} HTTP/1.1\r\nHost: {address}\r\n{auth}\r\n")
            .unwrap();
        let mut lines = BufReader::new(stream);
        let mut line = String::new();
        while line != "\r\n" {
            line.clear();
            lines.read_line(&mut line).unwrap();
        }
        Events(lines)
    }

    /// A WebSocket to a room; the token goes in the first frame.
    pub(crate) fn socket(&self, room: &str, after: u64) -> Socket {
        self.try_socket(room, after).unwrap()
    }

    /// The same, if the line lets it come about.
    pub(crate) fn try_socket(&self, room: &str, after: u64) -> Option<Socket> {
        let stream = self.connect();
        let url = format!("ws://{}/api/v1/rooms/{room}/ws?after={after}", self.address);
        let (mut socket, _) = tungstenite::client(url, stream).ok()?;
        if !self.token.is_empty() {
            socket.send(Message::text(format!("Authorization: Bearer {}", self.token))).ok()?;
        }
        Some(Socket(socket))
    }
}

fn read_answer(bytes: &[u8]) -> Answer {
    let text = String::from_utf8(bytes.to_vec()).unwrap();
    let (headers, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    let status = headers.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    let headers = headers.to_ascii_lowercase();
    let body = if headers.contains("transfer-encoding: chunked") { unchunk(body) } else { body.to_owned() };
    Answer { status, headers, body }
}

fn unchunk(mut body: &str) -> String {
    let mut whole = String::new();
    while let Some((length, rest)) = body.split_once("\r\n") {
        let length = usize::from_str_radix(length, 16).unwrap();
        if length == 0 {
            break;
        }
        whole.push_str(&rest[..length]);
        body = &rest[length + 2..];
    }
    whole
}

/// A stream of events.
pub(crate) struct Events(BufReader<TcpStream>);

impl Events {
    /// The next event.
    pub(crate) fn next(&mut self) -> Value {
        loop {
            let mut line = String::new();
            assert!(self.0.read_line(&mut line).unwrap() > 0, "the stream has ended");
            // Lines of JSON stand between the lengths of chunks.
            if line.starts_with('{') {
                return serde_json::from_str(&line).unwrap();
            }
        }
    }
}

impl Events {
    /// Waits for an empty line.
    pub(crate) fn empty(&mut self) {
        let mut line = String::new();
        // An empty line is a chunk of one byte.
        while line != "1\r\n" {
            line.clear();
            assert!(self.0.read_line(&mut line).unwrap() > 0, "the stream has ended");
        }
    }
}

/// A WebSocket.
pub(crate) struct Socket(pub(crate) WebSocket<TcpStream>);

impl Socket {
    /// The next text.
    pub(crate) fn next(&mut self) -> Value {
        loop {
            match self.0.read().unwrap() {
                Message::Text(text) => return serde_json::from_str(&text).unwrap(),
                Message::Close(close) => panic!("closed: {close:?}"),
                _ => {}
            }
        }
    }

    pub(crate) fn send(&mut self, value: &Value) {
        self.0.send(Message::text(value.to_string())).unwrap();
    }

    /// Asks something; events that come before the answer go to `events`.
    pub(crate) fn ask(&mut self, request: &Value, events: &mut Vec<Value>) -> Value {
        self.send(request);
        loop {
            let frame = self.next();
            if frame.get("n").is_none() {
                assert_eq!(frame["id"], request["id"]);
                return frame;
            }
            events.push(frame);
        }
    }
}

/// A room for two people.
pub(crate) fn two() -> Value {
    json!({"game": "base", "options": [], "seats": [{"kind": "open"}, {"kind": "open"}]})
}

/// Plays at random for whoever decides, up to `most` actions or the end. Returns how many were played.
pub(crate) fn play(players: &[&Client], room: &str, seed: u64, most: usize) -> usize {
    let mut random = table::Random::new(seed);
    for count in 0..most {
        let state = players[0].state(room);
        let Some(seat) = state["player"].as_u64() else { return count };
        let actions = state["actions"].as_array().unwrap();
        let action = &actions[random.below(actions.len() as u32) as usize];
        let after = state["last"].as_u64().unwrap();
        let id = format!("{seed}-{count}");
        let answer = players[seat as usize].act(room, &id, after, action).ok(200);
        assert_eq!(answer, json!({"n": after + 1}));
    }
    most
}
