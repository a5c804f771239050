//! The same tests with two nodes on PostgreSQL and NATS: players alternate between them and must not notice.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on shall stop")]

#[path = "../server/clocks.rs"]
mod clocks;
#[path = "../server/doors.rs"]
mod doors;
#[path = "../server/kit.rs"]
mod kit;
#[path = "../server/lines.rs"]
mod lines;
#[path = "../server/playing.rs"]
mod playing;
#[path = "../server/rooms.rs"]
mod rooms;
mod together;

use engines::{Nats, Postgres};
use std::path::Path;
use std::sync::OnceLock;
use std::time::Duration;

/// How many nodes share each set of data.
const NODES: usize = 2;

/// Both engines, for all tests; they end with the program.
pub(crate) fn engines() -> Option<&'static (Postgres, Nats)> {
    static ENGINES: OnceLock<Option<(Postgres, Nats)>> = OnceLock::new();
    let start = || {
        if let Some(missing) = engines::missing() {
            assert!(!engines::required(), "{missing}");
            println!("{missing}: not tested with PostgreSQL and NATS");
            return None;
        }
        Some((Postgres::start(false).unwrap(), Nats::start().unwrap()))
    };
    ENGINES.get_or_init(start).as_ref()
}

/// What stands for a data folder: a schema of its own. Without engines the folder itself.
fn storage(data: &Path) -> Option<server::Cluster> {
    let (postgres, nats) = engines()?;
    let name: String =
        data.file_name().unwrap().to_str().unwrap().chars().filter(char::is_ascii_alphanumeric).collect();
    let schema = format!("t_{}", name.to_ascii_lowercase());
    postgres.sql(&format!("CREATE SCHEMA IF NOT EXISTS {schema}")).unwrap();
    let database = format!("{}?options=-csearch_path%3D{schema}", postgres.url());
    Some(server::Cluster { database, nats: nats.url(), lease: Duration::from_secs(3) })
}
