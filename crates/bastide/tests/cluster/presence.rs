//! Who is there, when the node is not to which they were connected.

use crate::kit::{Node, engines, good, schema};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// How long anything is waited for.
const PATIENCE: Duration = Duration::from_secs(30);

/// Connects somebody to a room at a node, as its first events show.
fn connect(node: &Node, room: &str, token: &str) -> BufReader<TcpStream> {
    let mut stream = TcpStream::connect(&node.address).unwrap();
    let path = format!("/api/v1/rooms/{room}/events");
    write!(stream, "GET {path} HTTP/1.0\r\nHost: a\r\nAuthorization: Bearer {token}\r\n\r\n").unwrap();
    let mut lines = BufReader::new(stream);
    let mut line = String::new();
    while !line.contains("\"started\"") {
        line.clear();
        assert!(lines.read_line(&mut line).unwrap() > 0, "no events");
    }
    lines
}

/// Ann is at one node and Bob at another, which dies: he is not there any more, without having said goodbye, and is again when he
/// comes back elsewhere.
#[test]
fn who_was_at_a_dead_node_is_not_there_any_more() {
    let Some(engines) = engines() else { return };
    let engines = engines.as_ref().unwrap();
    let schema = schema(&engines.postgres);
    let nodes: Vec<Node> = (0..3).map(|_| Node::start(engines, &schema)).collect();
    let here = &nodes[0].address;
    let guest =
        |name: &str| good(here, "POST", "/guests", "", &json!({"name": name}))["token"].as_str().unwrap().to_owned();
    let (ann, bob) = (guest("Ann"), guest("Bob"));
    let open = json!({"kind": "open"});
    let room = good(here, "POST", "/rooms", &ann, &json!({"game": "base", "seats": [open, open]}));
    let room = room["room"]["id"].as_str().unwrap();
    good(&nodes[1].address, "POST", &format!("/rooms/{room}/join"), &bob, &Value::Null);
    let becomes = |node: &Node, wanted: [bool; 2]| {
        let begun = Instant::now();
        loop {
            let view = good(&node.address, "GET", &format!("/rooms/{room}"), "", &Value::Null);
            let seats = [0, 1].map(|seat| view["room"]["seats"][seat]["present"] == true);
            if seats == wanted {
                return;
            }
            assert!(begun.elapsed() < PATIENCE, "{seats:?}, not {wanted:?}");
            std::thread::sleep(Duration::from_millis(20));
        }
    };
    let _ann = connect(&nodes[0], room, &ann);
    let _bob = connect(&nodes[1], room, &bob);
    [0, 2].into_iter().for_each(|node| becomes(&nodes[node], [true, true]));
    nodes[1].signal("KILL");
    [0, 2].into_iter().for_each(|node| becomes(&nodes[node], [true, false]));
    let _again = connect(&nodes[2], room, &bob);
    [0, 2].into_iter().for_each(|node| becomes(&nodes[node], [true, true]));
}
