//! Engines, nodes in processes of their own, and how to ask them.

use crate::gate::Gate;
use crate::speaking::{address_of, plain, signal};
use engines::{Nats, Postgres};
use serde_json::Value;
use std::io;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long a node keeps its rooms without a sign of life.
pub(crate) const LEASE: Duration = Duration::from_millis(1500);

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

/// When leases end, in milliseconds by PostgreSQL's clock.
pub(crate) struct Leases(Vec<(String, i64)>);

impl Leases {
    /// Those of all nodes that are there.
    pub(crate) fn now(engines: &Engines, schema: &str) -> Leases {
        let script = "SELECT id || ' ' || (extract(epoch FROM until) * 1000)::bigint FROM node WHERE NOT dead";
        let answer = sql(engines, schema, script);
        let row = |line: &str| line.split_once(' ').map(|(id, until)| (id.to_owned(), until.parse().unwrap()));
        Leases(answer.lines().filter_map(row).collect())
    }

    /// How long after the end of a lease that was not renewed others had the rooms, one number a room.
    pub(crate) fn taken(&self, engines: &Engines, schema: &str) -> Vec<i64> {
        let alive = Leases::now(engines, schema);
        let lost = self.0.iter().filter(|(id, _)| alive.0.iter().all(|(other, _)| other != id));
        let late = |(_, until): &(String, i64)| {
            // Nobody had the room from before the end of the lease on.
            let script = format!("SELECT ended - {until} FROM room_pause WHERE began < {until} AND ended >= {until}");
            sql(engines, schema, &script).lines().map(|late| late.parse().unwrap()).collect::<Vec<i64>>()
        };
        lost.flat_map(late).collect()
    }
}

fn sql(engines: &Engines, schema: &str, script: &str) -> String {
    let name = schema.rsplit("%3D").next().unwrap();
    engines.postgres.sql(&format!("SET search_path TO {name}; {script}")).unwrap()
}

/// A node in a process of its own, with gates to both engines.
pub(crate) struct Node {
    child: Child,
    pub(crate) schema: String,
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
        let address = address_of(&mut child);
        Node { child, schema: schema.to_owned(), address, to_postgres, to_nats }
    }

    /// Sends a signal, by name.
    pub(crate) fn signal(&self, name: &str) {
        signal(&self.child, name);
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
