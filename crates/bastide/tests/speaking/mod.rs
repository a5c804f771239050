//! How tests speak with servers in processes of their own: plain HTTP over plain sockets.

use serde_json::Value;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command};
use std::time::Duration;

/// How long an answer may take: longer than a node looks for a room.
const PATIENCE: Duration = Duration::from_secs(20);

/// Where a server that has just been started says that it is.
pub(crate) fn address_of(child: &mut Child) -> String {
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
    address.unwrap_or_else(|| panic!("no address in {line:?}")).to_owned()
}

/// Sends a signal to a server, by name.
pub(crate) fn signal(child: &Child, name: &str) {
    assert!(Command::new("kill").args(["-s", name, &child.id().to_string()]).status().unwrap().success());
}

/// One request: status and text, or an error if the answer does not come whole.
pub(crate) fn plain(address: &str, method: &str, path: &str, token: &str, body: &Value) -> io::Result<(u16, String)> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let length = body.len();
    let who = if token.is_empty() { String::new() } else { format!("Authorization: Bearer {token}\r\n") };
    write!(stream, "{method} {path} HTTP/1.0\r\nHost: a\r\n{who}Content-Length: {length}\r\n\r\n{body}")?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    let cut = || io::Error::from(io::ErrorKind::UnexpectedEof);
    let (head, body) = answer.split_once("\r\n\r\n").ok_or_else(cut)?;
    let header = |line: &str| line.to_ascii_lowercase().strip_prefix("content-length: ").map(str::to_owned);
    if head.lines().find_map(header).is_some_and(|length| length != body.len().to_string()) {
        return Err(cut());
    }
    Ok((head.split(' ').nth(1).and_then(|status| status.parse().ok()).ok_or_else(cut)?, body.to_owned()))
}

/// The lines of a text as JSON.
pub(crate) fn lines(text: &str) -> Vec<Value> {
    text.lines().filter(|line| !line.is_empty()).map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// All events of a room.
pub(crate) fn events(address: &str, room: &str) -> Vec<Value> {
    let path = format!("/api/v1/rooms/{room}/events?wait=0");
    let (status, text) = plain(address, "GET", &path, "", &Value::Null).unwrap();
    assert_eq!(status, 200, "{text}");
    let events = lines(&text);
    assert!(events.iter().enumerate().all(|(index, event)| event["n"] == index + 1), "numbers without gaps");
    events
}
