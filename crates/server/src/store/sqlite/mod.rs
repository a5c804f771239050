//! Storage in one SQLite file.

#[path = "../sql/apply.rs"]
mod apply;
mod opened;
#[path = "../sql/read.rs"]
mod read;
mod writer;

use super::{Change, Found, Later, ListedRoom, RatingHistory, RoomFilter, RoomKey, Store, StoreError, Written};
use crate::ratings::Rating;
use crate::time::Millis;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteRow, SqliteSynchronous,
};
use sqlx::{ConnectOptions, Connection, Row, SqliteConnection};
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use wire::server::PlayerView;
use writer::Writer;

/// The scripts that bring a file from each version to the next; the first makes an empty one into version 1.
const MIGRATIONS: [&str; 1] = [include_str!("schema.sql")];

/// What the shared statements go through.
type DbConnection = SqliteConnection;
type DbRow = SqliteRow;

/// When an event happened.
const CHANGED: &str = "json_extract(body, '$.at')";
/// How a room's clock runs.
const PACE: &str = "json_extract(room.config, '$.clock.kind')";
/// Where a text has another in it, from 1.
const FIND: &str = "instr";
/// Which node has a room: there is only this one.
const OWNER: &str = "NULL";
/// When the clocks of a room stood still.
const PAUSES: &str = "SELECT began, ended FROM pause WHERE ended > $1 AND $2 = $2 ORDER BY began";
/// There is one writer: nothing needs a lock.
const LOCK_RATING: &str = "SELECT 1 WHERE $1 = $2";

/// How many may read at the same time.
const READERS: u32 = 4;

/// The file inside the data folder.
const FILE: &str = "bastide.sqlite";

/// How long to wait for a file that another program holds.
const PATIENCE: Duration = Duration::from_secs(5);

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        StoreError(error.to_string())
    }
}

/// An open file.
pub(crate) struct Sqlite {
    readers: SqlitePool,
    writer: Writer,
    /// Held so that no second server uses the folder.
    _lock: File,
}

fn options(file: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(file)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .busy_timeout(PATIENCE)
        .foreign_keys(false)
        .disable_statement_logging()
}

impl Sqlite {
    /// Opens the file in a data folder, makes it if there is none, and brings it up to date. The server was away from when
    /// it was last known to be there until now.
    pub(crate) async fn open(folder: &Path, now: Millis) -> Result<Sqlite, StoreError> {
        let failed = |error: &dyn std::fmt::Display| {
            StoreError(format!("cannot make the data folder {}: {error}", folder.display()))
        };
        std::fs::create_dir_all(folder).map_err(|error| failed(&error))?;
        let lock = lock(folder)?;
        let file = folder.join(FILE);
        let told = |error: sqlx::Error| StoreError(format!("{}: {error}", file.display()));
        let mut connection = options(&file).create_if_missing(true).connect().await.map_err(told)?;
        migrate(&mut connection, &file).await?;
        note_pause(&mut connection, now).await.map_err(told)?;
        let readers = SqlitePoolOptions::new()
            .max_connections(READERS)
            .connect_with(options(&file).read_only(true))
            .await
            .map_err(told)?;
        let checkpointer = options(&file).connect().await.map_err(told)?;
        Ok(Sqlite { readers, writer: Writer::start(connection, checkpointer, PathBuf::from(&file)), _lock: lock })
    }

    async fn reader(&self) -> Result<sqlx::pool::PoolConnection<sqlx::Sqlite>, StoreError> {
        Ok(self.readers.acquire().await?)
    }
}

/// Makes sure that nobody else uses a data folder as long as the file is open.
fn lock(folder: &Path) -> Result<File, StoreError> {
    let failed =
        |what: &str, error: &dyn std::fmt::Display| StoreError(format!("{what} {}: {error}", folder.display()));
    let lock = File::create(folder.join("lock")).map_err(|error| failed("cannot write to the data folder", &error))?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(TryLockError::WouldBlock) => Err(failed("another server uses", &"stop it, or give each its own --data")),
        Err(TryLockError::Error(error)) => Err(failed("cannot lock", &error)),
    }
}

/// Opens the file in a data folder for nobody but the caller, and brings it up to date.
pub(crate) async fn open_alone(folder: &Path) -> Result<(File, SqliteConnection), StoreError> {
    let file = folder.join(FILE);
    if !file.exists() {
        return Err(StoreError(format!("there is no {}", file.display())));
    }
    let lock = lock(folder)?;
    let mut connection = options(&file).connect().await?;
    migrate(&mut connection, &file).await?;
    Ok((lock, connection))
}

async fn version(connection: &mut SqliteConnection) -> Result<usize, sqlx::Error> {
    let row = sqlx::query("PRAGMA user_version").fetch_one(connection).await?;
    Ok(usize::try_from(row.try_get::<i64, _>(0)?).unwrap_or_default())
}

async fn migrate(connection: &mut SqliteConnection, file: &Path) -> Result<(), StoreError> {
    let told = |error: sqlx::Error| StoreError(format!("{}: {error}", file.display()));
    let found = version(connection).await.map_err(told)?;
    if found > MIGRATIONS.len() {
        let known = MIGRATIONS.len();
        let file = file.display();
        return Err(StoreError(format!(
            "{file} has version {found}, and this program knows versions up to {known}: use the newer Bastide that wrote it"
        )));
    }
    for (index, script) in MIGRATIONS.iter().enumerate().skip(found) {
        let next = index + 1;
        // All or nothing: the version changes together with what it stands for.
        let whole = format!("BEGIN IMMEDIATE;\n{script}\nPRAGMA user_version = {next};\nCOMMIT;");
        sqlx::raw_sql(sqlx::AssertSqlSafe(whole)).execute(&mut *connection).await.map_err(told)?;
        tracing::info!(version = next, "the database is up to date");
    }
    Ok(())
}

/// Remembers that the server was away, and moves the time limits of correspondence games by as much.
async fn note_pause(connection: &mut SqliteConnection, now: Millis) -> Result<(), sqlx::Error> {
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    let last = sqlx::query("SELECT at FROM alive").fetch_optional(&mut *transaction).await?;
    let last = last.map(|row| row.try_get::<i64, _>(0)).transpose()?.unwrap_or(now as i64);
    if last < now as i64 {
        let away = now as i64 - last;
        sqlx::query("INSERT OR REPLACE INTO pause VALUES (?, ?)")
            .bind(last)
            .bind(now as i64)
            .execute(&mut *transaction)
            .await?;
        sqlx::query("UPDATE room SET deadline = deadline + ? WHERE deadline IS NOT NULL")
            .bind(away)
            .execute(&mut *transaction)
            .await?;
    }
    sqlx::query("INSERT OR REPLACE INTO alive VALUES (1, ?)").bind(now as i64).execute(&mut *transaction).await?;
    transaction.commit().await
}

/// Writes a copy of the data to a file that is not there yet, also while a server uses it.
pub(crate) async fn backup(folder: &Path, to: &Path) -> Result<(), StoreError> {
    let file = folder.join(FILE);
    if !file.exists() {
        return Err(StoreError(format!("there is no {}", file.display())));
    }
    if to.exists() {
        return Err(StoreError(format!("{} is there already", to.display())));
    }
    let name = to.to_str().ok_or_else(|| StoreError(format!("{} is no name for a database", to.display())))?;
    let mut connection = options(&file).connect().await?;
    let found = version(&mut connection).await?;
    if found > MIGRATIONS.len() {
        return Err(StoreError(format!("{} was written by a newer Bastide", file.display())));
    }
    sqlx::query("VACUUM INTO ?").bind(name).execute(&mut connection).await?;
    connection.close().await?;
    File::open(to).and_then(|copy| copy.sync_all()).map_err(|error| StoreError(format!("{}: {error}", to.display())))
}

impl Store for Sqlite {
    fn write(&self, change: Change) -> Later<'_, Written> {
        Box::pin(self.writer.write(change))
    }

    fn player(&self, id: String) -> Later<'_, Option<PlayerView>> {
        Box::pin(async move { read::player(&mut *self.reader().await?, &id).await })
    }

    fn token(&self, id: String) -> Later<'_, Option<(Vec<u8>, PlayerView)>> {
        Box::pin(async move { read::token(&mut *self.reader().await?, &id).await })
    }

    fn claim(&self, id: String) -> Later<'_, Found> {
        Box::pin(async move {
            let room = read::room(&mut *self.reader().await?, &id).await?;
            Ok(room.map_or(Found::Missing, |room| Found::Mine(Box::new(room))))
        })
    }

    fn room_key(&self, id: String) -> Later<'_, Option<RoomKey>> {
        Box::pin(async move { read::room_key(&mut *self.reader().await?, &id).await })
    }

    fn lines(&self, room: RoomKey, after: u64, limit: u32) -> Later<'_, Vec<(u64, Arc<str>)>> {
        Box::pin(async move { read::lines(&mut *self.reader().await?, room, after, limit).await })
    }

    fn rooms(&self, filter: RoomFilter) -> Later<'_, Vec<ListedRoom>> {
        Box::pin(async move { read::rooms(&mut *self.reader().await?, &filter).await })
    }

    fn ratings(&self, game: String, players: Vec<String>) -> Later<'_, Vec<(String, Rating)>> {
        Box::pin(async move { read::ratings(&mut *self.reader().await?, &game, &players).await })
    }

    fn rating_history(&self, player: String, limit: u32) -> Later<'_, RatingHistory> {
        Box::pin(async move { read::rating_history(&mut *self.reader().await?, &player, limit).await })
    }

    fn leaders(&self, game: String, limit: u32) -> Later<'_, Vec<(PlayerView, Rating)>> {
        Box::pin(async move { read::leaders(&mut *self.reader().await?, &game, limit).await })
    }

    fn due(&self, now: Millis) -> Later<'_, Vec<String>> {
        Box::pin(async move {
            let script = "SELECT id FROM room WHERE deadline <= ? ORDER BY deadline LIMIT ?";
            let query = sqlx::query(script).bind(now as i64).bind(read::SOME);
            read::ids(query.fetch_all(&mut *self.reader().await?).await?)
        })
    }

    fn forgotten(&self, since: Millis) -> Later<'_, Vec<String>> {
        Box::pin(async move { read::forgotten(&mut *self.reader().await?, since).await })
    }

    fn close(&self) -> Later<'_, ()> {
        Box::pin(async move {
            // The writer comes last: who closes the file last tidies it up.
            self.readers.close().await;
            self.writer.close().await;
            Ok(())
        })
    }
}
