//! Bad lines and bad clients: connections that break, stall and stutter, readers that do not read, frames that are no
//! requests.

use crate::kit::{Client, House, Socket, folder, plain, play, two};
use serde_json::{Value, json};
use server::Config;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::thread;
use std::time::Duration;
use table::Random;
use tungstenite::Message;

/// A line to the server that breaks every connection after some bytes, and until then passes on small pieces, some of them
/// late. It goes on until the test ends.
fn bad_line(server: SocketAddr) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        for (seed, client) in listener.incoming().enumerate() {
            let (Ok(client), Ok(server)) = (client, TcpStream::connect(server)) else { return };
            let (client_too, server_too) = (client.try_clone().unwrap(), server.try_clone().unwrap());
            let mut random = Random::new(seed as u64);
            let back = Random::new(random.next_u64());
            thread::spawn(move || pump(client, server, random));
            thread::spawn(move || pump(server_too, client_too, back));
        }
    });
    address
}

fn pump(mut from: TcpStream, mut to: TcpStream, mut random: Random) {
    // Enough for the handshake and some events.
    let mut left = 700 + random.below(4000) as usize;
    let mut piece = [0; 700];
    while left > 0 {
        let most = 1 + random.below(piece.len() as u32) as usize;
        let Ok(length @ 1..) = from.read(&mut piece[..most.min(left)]) else { break };
        if random.below(8) == 0 {
            thread::sleep(Duration::from_micros(random.below(2000).into()));
        }
        if to.write_all(&piece[..length]).is_err() {
            break;
        }
        left -= length;
    }
    let _ = from.shutdown(Shutdown::Both);
    let _ = to.shutdown(Shutdown::Both);
}

/// A client that connects again whenever its line breaks, and says what it still has to say again.
struct Stubborn {
    client: Client,
    room: String,
    socket: Option<Socket>,
    events: Vec<Value>,
    connections: usize,
}

impl Stubborn {
    fn new(client: &Client, room: &str, line: SocketAddr) -> Stubborn {
        let client = Client { address: line, ..client.clone() };
        Stubborn { client, room: room.to_owned(), socket: None, events: Vec::new(), connections: 0 }
    }

    /// The next frame that is no event; nothing if the line breaks.
    fn hear(&mut self) -> Option<Value> {
        loop {
            let text = match self.socket.as_mut()?.0.read() {
                Ok(Message::Text(text)) => text,
                Ok(Message::Close(_)) | Err(_) => {
                    self.socket = None;
                    return None;
                }
                Ok(_) => continue,
            };
            let frame: Value = serde_json::from_str(&text).unwrap();
            if frame.get("n").is_none() {
                return Some(frame);
            }
            assert_eq!(frame["n"], self.events.len() + 1, "no event is lost, none comes twice");
            self.events.push(frame);
        }
    }

    /// The answer to a request, over as many connections as it takes.
    fn ask(&mut self, request: &Value) -> Value {
        loop {
            if self.socket.is_none() {
                self.connections += 1;
                self.socket = self.client.try_socket(&self.room, self.events.len() as u64);
            }
            let Some(socket) = &mut self.socket else { continue };
            // Said twice: the server acts once and answers both.
            let said = Message::text(request.to_string());
            if socket.0.send(said.clone()).and_then(|()| socket.0.send(said)).is_err() {
                self.socket = None;
            }
            while let Some(answer) = self.hear() {
                if answer["id"] == request["id"] {
                    return answer;
                }
            }
        }
    }
}

#[test]
fn over_a_bad_line_everything_arrives_once() {
    let data = folder();
    let house = House::new(&data);
    let (ann, bob) = (house.guest("Ann"), house.guest("Bob"));
    let room = ann.room(&two());
    bob.post(&format!("/rooms/{room}/join"), &json!({})).ok(200);
    let line = bad_line(house.address);
    let mut players = [Stubborn::new(&ann, &room, line), Stubborn::new(&bob, &room, line)];
    let mut random = Random::new(5);
    let mut first = None;
    let mut acted = Vec::new();
    for number in 0..80 {
        let state = ann.state(&room);
        let seat = state["player"].as_u64().unwrap() as usize;
        let actions = state["actions"].as_array().unwrap();
        let action = actions[random.below(actions.len() as u32) as usize].clone();
        let request = json!({"id": number.to_string(), "request": "action", "after": state["last"], "action": action});
        let answer = players[seat].ask(&request);
        assert_eq!(answer["ok"]["n"], state["last"].as_u64().unwrap() + 1, "{answer}");
        acted.push(action);
        // What came long ago comes again, after what came later.
        let (seat, request, answer) = first.get_or_insert((seat, request, answer)).clone();
        if number % 20 == 19 {
            assert_eq!(players[seat].ask(&request), answer);
        }
    }
    let events = ann.events(&room);
    let there: Vec<_> = events.iter().filter(|event| event["type"] == "action").map(|event| &event["action"]).collect();
    assert_eq!(there, acted.iter().collect::<Vec<_>>());
    for player in &mut players {
        while player.events.len() < events.len() {
            player.ask(&json!({"id": "p", "request": "ping"}));
        }
        assert_eq!(player.events, events);
        assert!(player.connections > 2, "the line was bad: {} connections", player.connections);
    }
    assert_eq!(stream_over(line, &room, events.len()), events);
}

/// All events of a room by NDJSON, over as many connections as it takes.
fn stream_over(line: SocketAddr, room: &str, count: usize) -> Vec<Value> {
    let mut events = Vec::new();
    while events.len() < count {
        let after = events.len();
        let mut stream = TcpStream::connect(line).unwrap();
        let asked = write!(stream, "GET /api/v1/rooms/{room}/events?after={after}&wait=0 HTTP/1.0\r\nHost: a\r\n\r\n");
        let lines = asked.map(|()| BufReader::new(stream).lines().map_while(io::Result::ok));
        // A line that was cut off is no JSON.
        let whole = lines.into_iter().flatten().filter_map(|line| serde_json::from_str::<Value>(&line).ok());
        for event in whole.filter(|event| event.get("n").is_some()) {
            assert_eq!(event["n"], events.len() + 1);
            events.push(event);
        }
    }
    events
}

fn metric(house: &House, name: &str) -> u64 {
    let text = house.nobody().raw("GET", "/metrics", "", "").body;
    let value = text.lines().find_map(|line| line.strip_prefix(name)?.trim().parse().ok());
    value.unwrap_or_else(|| panic!("no {name} in {text}"))
}

#[test]
fn who_does_not_read_is_cut_off_and_catches_up() {
    let data = folder();
    let house = House::new(&data);
    let ann = house.guest("Ann");
    let room = ann.room(&two());
    let mut slow = Stubborn::new(&house.guest("Slow"), &room, house.address);
    slow.ask(&json!({"id": "p", "request": "ping"}));
    let mut busy = ann.socket(&room, 0);
    let mut said = 0;
    // What comes from another node comes too slowly for anybody to be cut off for sure.
    while said < 1000 || (crate::NODES == 1 && metric(&house, "bastide_cut_off_total") == 0) {
        assert!(said < 100_000, "nobody is ever cut off");
        let text = "z".repeat(500);
        for _ in 0..200 {
            busy.send(&json!({"id": said.to_string(), "request": "chat", "text": text}));
            said += 1;
        }
        let mut answered = 0;
        while answered < 200 {
            answered += usize::from(busy.next().get("n").is_none());
        }
    }
    let events = ann.events(&room);
    while slow.events.len() < events.len() {
        slow.ask(&json!({"id": "q", "request": "ping"}));
    }
    assert_eq!(slow.events, events);
}

#[test]
fn frames_that_are_no_requests_hurt_nobody() {
    let data = folder();
    let house = House::new(&data);
    let (ann, bob) = (house.guest("Ann"), house.guest("Bob"));
    let room = ann.room(&two());
    bob.post(&format!("/rooms/{room}/join"), &json!({})).ok(200);
    let state = ann.state(&room);
    let (action, after) = (&state["actions"][0], &state["last"]);
    let (mover, other) = if state["player"] == 0 { (&ann, &bob) } else { (&bob, &ann) };
    let act = json!({"id": "1", "request": "action", "after": after, "action": action});
    let mut heard = Vec::new();

    let refused = other.socket(&room, 0).ask(&act, &mut heard);
    assert_eq!(refused["error"]["code"], "forbidden", "a wrong seat");
    let refused = house.nobody().socket(&room, 0).ask(&act, &mut heard);
    assert_eq!(refused["error"]["code"], "unauthorised");

    // So much nonsense, and no more. Each waits for its answer: what is sent to a connection that is being closed makes systems throw
    // away what was not read yet.
    let mut mad = mover.socket(&room, 0);
    let mut answers = 0;
    let nonsense = ["", "{", "[]", "null", "\u{0}", "{\"id\":7}", "{\"request\":\"action\"}"];
    'open: for text in nonsense.iter().cycle().take(30) {
        if mad.0.send(Message::text(*text)).is_err() {
            break;
        }
        loop {
            match mad.0.read() {
                Ok(Message::Text(text)) if text.contains("bad_request") => break answers += 1,
                Ok(Message::Close(_)) | Err(_) => break 'open,
                Ok(_) => {}
            }
        }
    }
    assert_eq!(answers, 21);
    // Frames that WebSockets do not know: wrong text, no mask, no end in sight.
    let wild: [&[u8]; 4] = [
        &[0x81, 0x82, 0, 0, 0, 0, 0xc3, 0x28],
        &[0x81, 0x02, b'h', b'i'],
        &[0x81, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0],
        &[0x82, 0x81, 0, 0, 0, 0, 1],
    ];
    for bytes in wild {
        let mut socket = mover.socket(&room, 0);
        socket.0.get_mut().write_all(bytes).unwrap();
        while !matches!(socket.0.read(), Ok(Message::Close(_)) | Err(_)) {}
    }
    let answer = mover.socket(&room, 0).ask(&act, &mut heard);
    assert!(answer["ok"]["n"].is_u64(), "{answer}");
    // The name of a request belongs to its player, and stays what it was.
    let mut again = act.clone();
    again["action"] = json!({"type": "pass"});
    assert_eq!(mover.socket(&room, 0).ask(&again, &mut heard), answer);
    let stale = other.socket(&room, 0).ask(&act, &mut heard);
    assert!(stale["error"]["code"].is_string(), "{stale}");
    play(&[&ann, &bob], &room, 3, 5);
}

#[test]
fn a_flood_is_refused_and_others_go_on() {
    let data = folder();
    let house = House::open(Config { limits: true, ..plain(&data) });
    let (ann, bob) = (house.guest("Ann"), house.guest("Bob"));
    let room = ann.room(&two());
    bob.post(&format!("/rooms/{room}/join"), &json!({})).ok(200);
    let flooded = ann.room(&two());
    let mut flood = ann.socket(&flooded, 0);
    let flooding = thread::spawn(move || {
        let mut refused = 0;
        for number in 0..400 {
            let request = json!({"id": number.to_string(), "request": "chat", "text": "!"});
            let answer = flood.ask(&request, &mut Vec::new());
            refused += usize::from(answer["error"]["code"] == "too_many");
        }
        refused
    });
    assert_eq!(play(&[&ann, &bob], &room, 9, 10), 10, "the game goes on");
    let refused = flooding.join().unwrap();
    let chats = ann.events(&flooded).iter().filter(|event| event["type"] == "chat").count();
    assert_eq!(chats, 400 - refused, "what is refused did not happen");
    assert!(refused > 200, "{refused}");
}

/// Empty lines come at least every 15 seconds, whoever else comes and goes.
#[test]
fn a_quiet_stream_is_kept_alive_while_others_come_and_go() {
    let data = folder();
    let house = House::new(&data);
    let (ann, bob) = (house.guest("Ann"), house.guest("Bob"));
    let room = ann.room(&two());
    let mut stream = ann.stream(&room, 1);
    let begun = std::time::Instant::now();
    let line = thread::spawn(move || stream.empty());
    while !line.is_finished() {
        assert!(begun.elapsed() < Duration::from_secs(15));
        let socket = bob.socket(&room, 0);
        thread::sleep(Duration::from_millis(300));
        drop(socket);
        thread::sleep(Duration::from_millis(300));
    }
    line.join().unwrap();
}
