//! Engines, nodes in processes of their own, and how to ask them.

use crate::gate::Gate;
use engines::{Nats, Postgres};
use serde_json::Value;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long a node keeps its rooms without a sign of life.
pub(crate) const LEASE: Duration = Duration::from_millis(1500);
/// How long an answer may take: longer than a node looks for a room.
const PATIENCE: Duration = Duration::from_secs(20);

/// Both engines.
pub(crate) struct Engines {
    pub(crate) postgres: Postgres,
    pub(crate) nats: Nats,
}

/// The engines, for one test at a time; none if they are not installed.
pub(crate) fn engines() -> Option<MutexGuard<'static, Option<Engines>>> {
    static ENGINES: Mutex<Option<Engines>> = Mutex::new(None);
    if let Some(missing) = engines::missing() {
        assert!(!engines::required(), "{missing}");
        println!("{missing}: not tested");
        return None;
    }
    let mut engines = ENGINES.lock().unwrap_or_else(PoisonError::into_inner);
    engines.get_or_insert_with(|| Engines { postgres: Postgres::start(false).unwrap(), nats: Nats::start().unwrap() });
    Some(engines)
}

/// An empty schema: what to put behind the address of a database.
pub(crate) fn schema(postgres: &Postgres) -> String {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let name = format!("c{}", COUNT.fetch_add(1, Ordering::Relaxed));
    postgres.sql(&format!("CREATE SCHEMA {name}")).unwrap();
    format!("?options=-csearch_path%3D{name}")
}

/// A node in a process of its own, with gates to both engines.
pub(crate) struct Node {
    child: Child,
    pub(crate) address: String,
    pub(crate) to_postgres: Gate,
    pub(crate) to_nats: Gate,
}

impl Node {
    pub(crate) fn start(engines: &Engines, schema: &str) -> Node {
        let (to_postgres, to_nats) = (Gate::to(engines.postgres.port()), Gate::to(engines.nats.port()));
        let database = format!("postgres://bastide@127.0.0.1:{}/postgres{schema}", to_postgres.port);
        let nats = format!("nats://127.0.0.1:{}", to_nats.port);
        let mut child = Command::new(env!("CARGO_BIN_EXE_bastide"))
            .args(["serve", "--port", "0", "--allow-seeds", "--no-limits", "--bot-threads", "1"])
            .args(["--lease-seconds", &LEASE.as_secs_f64().to_string(), "--database", &database, "--nats", &nats])
            .args(["--log", &std::env::var("BASTIDE_TEST_LOG").unwrap_or_else(|_| "off".to_owned())])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        let address = address.unwrap_or_else(|| panic!("no address in {line:?}")).to_owned();
        Node { child, address, to_postgres, to_nats }
    }

    /// Sends a signal, by name.
    pub(crate) fn signal(&self, name: &str) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-s", name, &id]).status().unwrap().success());
    }

    /// Waits until it has ended by itself.
    pub(crate) fn wait(&mut self) {
        assert!(self.child.wait().unwrap().success());
    }

    /// Whether it takes people.
    pub(crate) fn is_ready(address: &str) -> bool {
        plain(address, "GET", "/readyz", "", &Value::Null).is_ok_and(|(status, _)| status == 200)
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// One request to the API; an error if the answer does not come whole.
pub(crate) fn ask(address: &str, method: &str, path: &str, token: &str, body: &Value) -> io::Result<(u16, Value)> {
    let (status, text) = plain(address, method, &format!("/api/v1{path}"), token, body)?;
    Ok((status, serde_json::from_str(&text).map_err(io::Error::other)?))
}

/// The answer, which is no error.
pub(crate) fn good(address: &str, method: &str, path: &str, token: &str, body: &Value) -> Value {
    let (status, answer) = ask(address, method, path, token, body).unwrap();
    assert!(status < 300, "{status} {answer}");
    answer
}

/// One request to anything.
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

/// All events of a room.
pub(crate) fn events(address: &str, room: &str) -> Vec<Value> {
    let (status, text) =
        plain(address, "GET", &format!("/api/v1/rooms/{room}/events?wait=0"), "", &Value::Null).unwrap();
    assert_eq!(status, 200, "{text}");
    let lines = text.lines().filter(|line| !line.is_empty());
    let events: Vec<Value> = lines.map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(events.iter().enumerate().all(|(index, event)| event["n"] == index + 1), "numbers without gaps");
    events
}
