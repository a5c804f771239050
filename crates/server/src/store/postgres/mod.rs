//! Storage in PostgreSQL, shared by any number of nodes.
//!
//! Nothing here trusts the clock of a node to know who has a room: leases end by PostgreSQL's clock, and every write carries its
//! fence.

#[path = "../sql/apply.rs"]
mod apply;
mod lease;
#[path = "../sql/read.rs"]
mod read;
mod shared;
#[cfg(test)]
mod tests;
mod writer;

pub(crate) use lease::{Beat, process};
pub(crate) use shared::Here;

use super::{Change, Found, Later, ListedRoom, RatingHistory, RoomFilter, RoomKey, Store, StoreError, Written};
use crate::ratings::Rating;
use crate::time::{Millis, Time};
use lease::Session;
use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool, PgPoolOptions, PgRow};
use sqlx::{ConnectOptions, Connection, Row};
use std::sync::Arc;
use std::time::Duration;
use wire::server::PlayerView;
use writer::Writer;

/// The scripts that bring a database from each version to the next; the first makes an empty one into version 1.
const MIGRATIONS: [&str; 1] = [include_str!("schema.sql")];

/// What the shared statements go through.
type DbConnection = PgConnection;
type DbRow = PgRow;

/// When an event happened.
const CHANGED: &str = "(body::json ->> 'at')::bigint";
/// How a room's clock runs.
const PACE: &str = "(room.config::json #>> '{clock,kind}')";
/// Where a text has another in it, from 1.
const FIND: &str = "strpos";
/// Which node has a room.
const OWNER: &str =
    "(SELECT lease.node FROM lease JOIN node ON node.id = lease.node WHERE lease.room = room.key AND NOT node.dead)";
/// When the clocks of a room stood still.
const PAUSES: &str = "SELECT began, ended FROM pause WHERE ended > $1 \
     UNION ALL SELECT began, ended FROM room_pause WHERE room = $2 ORDER BY 1";
/// Other nodes may change the same rating.
const LOCK_RATING: &str = "SELECT 1 FROM rating WHERE player = $1 AND game = $2 FOR UPDATE";

/// How many connections a node keeps for everything but appending events.
const CONNECTIONS: u32 = 8;
/// How long something may take before PostgreSQL counts as unreachable.
const PATIENCE: Duration = Duration::from_secs(5);
/// Only one node at a time changes the schema, or looks whether it is the first one.
const ONE_AT_A_TIME: &str = "SELECT pg_advisory_xact_lock(4217460231)";

/// The database.
pub(crate) struct Postgres {
    pool: PgPool,
    /// For signs of life, which must not wait for anything else.
    heart: PgPool,
    writer: Writer,
    session: Arc<Session>,
    time: Time,
    /// The name under which the nodes meet.
    pub(crate) cluster: String,
}

/// The address without what must not be in a log.
pub(crate) fn shown(url: &str) -> String {
    match (url.split_once("://"), url.rsplit_once('@')) {
        (Some((scheme, _)), Some((_, place))) => format!("{scheme}://{place}"),
        _ => url.to_owned(),
    }
}

/// How to connect. What a node leaves unfinished must not hold up the others longer than its lease.
fn options(url: &str, lease: Duration) -> Result<PgConnectOptions, StoreError> {
    let wrong = |error: sqlx::Error| StoreError(format!("{}: {error}", shown(url)));
    let options: PgConnectOptions = url.parse().map_err(wrong)?;
    let idle = (lease / 2).as_millis().max(200).to_string();
    let longest = PATIENCE.as_millis().to_string();
    let settings = [
        ("idle_in_transaction_session_timeout", idle),
        ("statement_timeout", longest),
        ("application_name", "bastide".into()),
    ];
    Ok(options.options(settings).disable_statement_logging())
}

/// Connects once, with an error that says where.
pub(crate) async fn connect(url: &str, lease: Duration) -> Result<PgConnection, StoreError> {
    let unreachable = |error: &dyn std::fmt::Display| StoreError(format!("PostgreSQL at {}: {error}", shown(url)));
    let connection = tokio::time::timeout(PATIENCE, options(url, lease)?.connect()).await;
    connection.map_err(|_| unreachable(&"no answer"))?.map_err(|error| unreachable(&error))
}

/// Brings a database up to date; refuses one that a newer program made.
pub(crate) async fn migrate(connection: &mut PgConnection, url: &str) -> Result<(), StoreError> {
    let told = |error: sqlx::Error| StoreError(format!("{}: {error}", shown(url)));
    let mut transaction = connection.begin().await.map_err(told)?;
    sqlx::query(ONE_AT_A_TIME).execute(&mut *transaction).await.map_err(told)?;
    sqlx::query("CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)")
        .execute(&mut *transaction)
        .await
        .map_err(told)?;
    let row =
        sqlx::query("SELECT MAX(version) FROM schema_version").fetch_one(&mut *transaction).await.map_err(told)?;
    let found = row.try_get::<Option<i64>, _>(0).map_err(told)?.unwrap_or_default();
    let found = usize::try_from(found).unwrap_or(usize::MAX);
    if found > MIGRATIONS.len() {
        let (known, place) = (MIGRATIONS.len(), shown(url));
        return Err(StoreError(format!(
            "{place} has version {found}, and this program knows versions up to {known}: use the newer Bastide that wrote it"
        )));
    }
    for (index, script) in MIGRATIONS.iter().enumerate().skip(found) {
        sqlx::raw_sql(*script).execute(&mut *transaction).await.map_err(told)?;
        sqlx::query("DELETE FROM schema_version").execute(&mut *transaction).await.map_err(told)?;
        sqlx::query("INSERT INTO schema_version VALUES ($1)")
            .bind(index as i64 + 1)
            .execute(&mut *transaction)
            .await
            .map_err(told)?;
        tracing::info!(version = index + 1, "the database is up to date");
    }
    transaction.commit().await.map_err(told)
}

/// At most so long, then it counts as an error.
async fn bounded<T>(work: impl Future<Output = Result<T, StoreError>>) -> Result<T, StoreError> {
    let late = |_| StoreError("PostgreSQL does not answer".to_owned());
    tokio::time::timeout(PATIENCE, work).await.map_err(late)?
}

impl Postgres {
    /// Connects, brings the database up to date and joins the other nodes.
    pub(crate) async fn open(url: &str, lease: Duration, time: Time) -> Result<Postgres, StoreError> {
        let mut connection = connect(url, lease).await?;
        migrate(&mut connection, url).await?;
        let row = sqlx::query("SELECT name FROM cluster").fetch_one(&mut connection).await?;
        let cluster: String = row.try_get(0)?;
        connection.close().await?;
        let options = options(url, lease)?;
        let pool = PgPoolOptions::new()
            .max_connections(CONNECTIONS)
            .acquire_timeout(PATIENCE)
            .connect_lazy_with(options.clone());
        let heart =
            PgPoolOptions::new().max_connections(1).acquire_timeout(PATIENCE).connect_lazy_with(options.clone());
        let session = Arc::new(Session::new(lease));
        let writer = Writer::start(options, Arc::clone(&session));
        let store = Postgres { pool, heart, writer, session, time, cluster };
        store.register(true).await?;
        // The first sign of life also puts the clock right.
        store.beat(true).await?;
        Ok(store)
    }

    async fn reader(&self) -> Result<PoolConnection<sqlx::Postgres>, StoreError> {
        Ok(self.pool.acquire().await?)
    }
}

/// Runs something on a connection, within bounds.
macro_rules! read {
    ($store:ident, $function:ident $(, $argument:expr)*) => {
        Box::pin(bounded(async move { read::$function(&mut *$store.reader().await? $(, $argument)*).await }))
    };
}

impl Store for Postgres {
    fn write(&self, change: Change) -> Later<'_, Written> {
        Box::pin(async move {
            match change {
                Change::Append { room, fence, lines, change: None, outcome: None, deadline: None } => {
                    self.writer.append(room, fence, lines).await
                }
                change => bounded(self.transact(change)).await,
            }
        })
    }

    fn player(&self, id: String) -> Later<'_, Option<PlayerView>> {
        read!(self, player, &id)
    }

    fn token(&self, id: String) -> Later<'_, Option<(Vec<u8>, PlayerView)>> {
        read!(self, token, &id)
    }

    fn claim(&self, id: String) -> Later<'_, Found> {
        Box::pin(bounded(self.take(id)))
    }

    fn room_key(&self, id: String) -> Later<'_, Option<RoomKey>> {
        read!(self, room_key, &id)
    }

    fn lines(&self, room: RoomKey, after: u64, limit: u32) -> Later<'_, Vec<(u64, Arc<str>)>> {
        read!(self, lines, room, after, limit)
    }

    fn rooms(&self, filter: RoomFilter) -> Later<'_, Vec<ListedRoom>> {
        read!(self, rooms, &filter)
    }

    fn ratings(&self, game: String, players: Vec<String>) -> Later<'_, Vec<(String, Rating)>> {
        read!(self, ratings, &game, &players)
    }

    fn rating_history(&self, player: String, limit: u32) -> Later<'_, RatingHistory> {
        read!(self, rating_history, &player, limit)
    }

    fn leaders(&self, game: String, limit: u32) -> Later<'_, Vec<(PlayerView, Rating)>> {
        read!(self, leaders, &game, limit)
    }

    fn due(&self, now: Millis) -> Later<'_, Vec<String>> {
        Box::pin(bounded(self.take_due(now)))
    }

    fn forgotten(&self, since: Millis) -> Later<'_, Vec<String>> {
        read!(self, forgotten, since)
    }

    fn close(&self) -> Later<'_, ()> {
        Box::pin(async move {
            self.writer.close().await;
            let left = bounded(self.leave()).await;
            self.pool.close().await;
            self.heart.close().await;
            left
        })
    }

    fn holds(&self) -> bool {
        self.session.holds()
    }
}
