//! The doors of the server: who may come in, and how often.

use crate::kit::{House, folder, plain, play, two};
use serde_json::{Value, json};
use server::Config;
use std::io::{Read, Write};
use std::net::TcpStream;
use tungstenite::client::IntoClientRequest;

#[test]
fn every_answer_has_the_headers_that_protect() {
    let data = folder();
    let house = House::new(&data);
    let nobody = house.nobody();
    for path in
        ["/", "/healthz", "/readyz", "/metrics", "/api/docs", "/api/openapi.json", "/api/v1/rooms", "/api/v1/none"]
    {
        let answer = nobody.raw("GET", path, "", "");
        let policy = answer.headers.lines().find(|line| line.starts_with("content-security-policy")).unwrap();
        assert!(policy.contains("frame-ancestors 'none'") && policy.contains("default-src 'none'"));
        let scripts = policy.split(';').find(|part| part.trim().starts_with("script-src")).unwrap();
        assert!(!scripts.contains("unsafe-inline") && !scripts.contains("'unsafe-eval'"));
        assert!(answer.headers.contains("x-content-type-options: nosniff"));
        assert!(answer.headers.contains("x-request-id: "));
    }
    assert_eq!(nobody.raw("GET", "/healthz", "", "").status, 200);
    assert_eq!(nobody.raw("GET", "/readyz", "", "").status, 200);
    assert!(nobody.raw("GET", "/healthz", "X-Request-Id: abc-1\r\n", "").headers.contains("x-request-id: abc-1"));
    nobody.raw("GET", "/api/v1/none", "", "").error("not_found");
    nobody.raw("PUT", "/api/v1/rooms", "", "").error("bad_request");
    assert_eq!(nobody.raw("POST", "/", "", "").status, 405);
    let twice = nobody.raw("PUT", "/api/v1/guests", "", "{}");
    assert_eq!((twice.status, twice.body.contains("bad_request")), (405, true), "{}", twice.body);
    let long = nobody.post("/guests", &json!({"name": "x".repeat(17_000)}));
    assert_eq!((long.status, long.body.contains("bad_request")), (413, true), "{}", long.body);
    for path in ["/nothing.js", "/../../crates/web/static/index.html", "/%2e%2e/index.html", "//etc/a.html"] {
        assert_eq!(nobody.raw("GET", path, "", "").status, 404, "{path}");
    }
}

#[test]
fn the_description_names_every_door() {
    let data = folder();
    let house = House::new(&data);
    let nobody = house.nobody();
    let description: Value = nobody.raw("GET", "/api/openapi.json", "", "").json();
    let paths = description["paths"].as_object().unwrap();
    for (path, doors) in paths {
        let path = path.replace("{id}", "none");
        for method in doors.as_object().unwrap().keys() {
            let answer = nobody.raw(&method.to_uppercase(), &path, "", "{}");
            let unknown = answer.status == 404 && answer.body.contains("there is nothing here");
            assert!(!unknown && answer.status != 405, "{method} {path}: {}", answer.status);
        }
    }
    assert!(paths.len() > 20);
    let page = nobody.raw("GET", "/api/docs", "", "").body;
    assert!(page.contains("/api/v1/rooms/{id}/actions") && !page.contains("<script"));
}

/// Errors have one shape, also where the request hardly is one.
#[test]
fn what_is_no_request_gets_an_error_like_any_other() {
    let data = folder();
    let house = House::new(&data);
    let ann = house.guest("Ann");
    let room = ann.room(&two());
    for path in ["", "/state", "/events?wait=0", "/record"] {
        ann.get(&format!("/rooms/%ff{path}")).error("not_found");
    }
    ann.get("/players/%ff").error("not_found");
    ann.get(&format!("/rooms/{room}/ws")).error("bad_request");
    let mut stream = TcpStream::connect(house.address).unwrap();
    let head = "POST /api/v1/guests HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked";
    write!(stream, "{head}\r\n\r\nno length\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 400 ") && answer.contains("\"bad_request\""), "{answer}");
}

/// PostgreSQL has no text with a zero in it: it is as unknown as anything else.
#[test]
fn a_zero_is_no_part_of_any_name() {
    let data = folder();
    let house = House::new(&data);
    let (ann, bob) = (house.guest("A\0nn"), house.guest("Bob"));
    for path in ["/rooms/%00", "/rooms/%00/state", "/rooms/a%00b/events?wait=0", "/players/%00"] {
        ann.get(path).error("not_found");
    }
    for path in ["/rooms?name=%00", "/rooms?before=%00", "/rooms?game=%00"] {
        ann.get(path).error("bad_request");
    }
    let room = ann.room(&two());
    bob.post(&format!("/rooms/{room}/join"), &json!({})).ok(200);
    ann.post(&format!("/rooms/{room}/chat"), &json!({"text": "a\0b"})).ok(200);
    let state = ann.state(&room);
    let who = [&ann, &bob][state["player"].as_u64().unwrap() as usize];
    let after = state["last"].as_u64().unwrap();
    who.act(&room, "a\0", after, &state["actions"][0]).error("bad_request");
    who.act(&room, "a", after, &state["actions"][0]).ok(200);
    let mut forged = house.nobody().socket(&room, 100);
    forged.0.send(tungstenite::Message::text(json!({"token": "\0.b"}).to_string())).unwrap();
    assert_eq!(forged.next()["error"]["code"], "unauthorised");
    house.nobody().post("/guests/claim", &json!({"code": "\0.b"})).error("not_found");
}

fn shake_hands(house: &House, room: &str, origin: &str) -> Result<(), u16> {
    let url = format!("ws://{}/api/v1/rooms/{room}/ws", house.address);
    let mut request = url.into_client_request().unwrap();
    if !origin.is_empty() {
        request.headers_mut().insert("origin", origin.parse().unwrap());
    }
    match tungstenite::client(request, TcpStream::connect(house.address).unwrap()) {
        Ok(_) => Ok(()),
        Err(tungstenite::HandshakeError::Failure(tungstenite::Error::Http(answer))) => Err(answer.status().as_u16()),
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn pages_of_other_places_cannot_connect() {
    let data = folder();
    let house = House::open(Config { origins: vec!["https://friend.example".to_owned()], ..plain(&data) });
    let room = house.guest("Ann").room(&two());
    assert_eq!(shake_hands(&house, &room, ""), Ok(()), "programs have no origin");
    assert_eq!(shake_hands(&house, &room, &format!("http://{}", house.address)), Ok(()));
    assert_eq!(shake_hands(&house, &room, "https://friend.example"), Ok(()));
    for origin in ["https://evil.example", "null", "https://friend.example.evil.example"] {
        assert_eq!(shake_hands(&house, &room, origin), Err(403), "{origin}");
    }
    assert_eq!(shake_hands(&house, "none", ""), Err(404));
}

#[test]
fn too_much_is_too_much() {
    let data = folder();
    let house = House::open(Config { limits: true, connections: 3, ..plain(&data) });
    let ann = house.guest("Ann");
    let room = ann.room(&two());
    let open: Vec<_> = (0..3).map(|_| ann.stream(&room, 0)).collect();
    ann.get(&format!("/rooms/{room}/events")).error("too_many");
    assert_eq!(shake_hands(&house, &room, ""), Err(429));
    drop(open);
    while ann.get(&format!("/rooms/{room}/events?wait=0")).status == 429 {
        std::thread::yield_now();
    }
    let refused = (0..200).filter(|_| house.nobody().post("/guests", &json!({"name": "Bob"})).status == 429).count();
    assert!(refused > 100, "{refused}");
    assert_eq!(ann.get("/me").ok(200)["player"]["name"], "Ann", "other things still work");
}

#[test]
fn a_frame_that_is_too_long_ends_the_connection() {
    let data = folder();
    let house = House::new(&data);
    let ann = house.guest("Ann");
    let room = ann.room(&two());
    let mut socket = ann.socket(&room, 0);
    assert_eq!(socket.next()["type"], "joined");
    let _ = socket.0.send(tungstenite::Message::text("x".repeat(100_000)));
    let code = loop {
        match socket.0.read() {
            Ok(tungstenite::Message::Close(frame)) => break frame.map(|frame| u16::from(frame.code)),
            Ok(_) => {}
            // It may stop reading before the goodbye has come through.
            Err(_) => break None,
        }
    };
    assert!(matches!(code, None | Some(1009)), "{code:?}");
    // Somebody with a wrong token is told so and sent away.
    let mut forged = house.nobody().socket(&room, 0);
    forged.0.send(tungstenite::Message::text("Bearer a.b")).unwrap();
    let mut told = forged.next();
    if told.get("n").is_some() {
        told = forged.next();
    }
    assert_eq!((&told["ok"], &told["error"]["code"]), (&json!(false), &json!("unauthorised")));
}

#[test]
fn a_slow_reader_misses_nothing_and_costs_nobody() {
    let data = folder();
    let house = House::new(&data);
    let (ann, bob) = (house.guest("Ann"), house.guest("Bob"));
    let room = ann.room(&two());
    bob.post(&format!("/rooms/{room}/join"), &json!({})).ok(200);
    let mut slow = house.nobody().stream(&room, 0);
    play(&[&ann, &bob], &room, 1, usize::MAX);
    for number in 0..300 {
        ann.post(&format!("/rooms/{room}/chat"), &json!({"text": format!("{number} {}", "z".repeat(480))})).ok(200);
    }
    let events = ann.events(&room);
    let heard: Vec<Value> = events.iter().map(|_| slow.next()).collect();
    assert_eq!(heard, events);
}

#[test]
fn stopping_tells_those_who_listen() {
    let data = folder();
    let house = House::new(&data);
    let ann = house.guest("Ann");
    let room = ann.room(&two());
    let mut socket = ann.socket(&room, 0);
    assert_eq!(socket.next()["type"], "joined");
    let address = house.address;
    let stopped = std::thread::spawn(move || drop(house));
    let close = loop {
        if let tungstenite::Message::Close(close) = socket.0.read().unwrap() {
            break close.unwrap();
        }
    };
    assert_eq!(u16::from(close.code), 1012, "the server restarts");
    drop(socket);
    stopped.join().unwrap();
    assert!(TcpStream::connect(address).is_err());
}

#[test]
fn half_a_request_hurts_nobody() {
    let data = folder();
    let house = House::new(&data);
    for bytes in [
        &b"\xff\xfe\x00"[..],
        b"GET / HTTP/9.9\r\n\r\n",
        b"POST /api/v1/guests HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999\r\n\r\n",
    ] {
        let mut stream = TcpStream::connect(house.address).unwrap();
        stream.write_all(bytes).unwrap();
        stream.shutdown(std::net::Shutdown::Write).unwrap();
        let _ = stream.read_to_end(&mut Vec::new());
    }
    house.guest("Ann");
}
