//! The one that writes. Whoever wants something written puts it into a queue; everything that has come together by the
//! time the last commit is done is committed at once, so that thousands of games share one wait for the disk.

use super::apply::apply;
use super::opened::Opened;
use crate::store::{Change, Line, RoomKey, StoreError, Written};
use sqlx::{Connection, SqliteConnection};
use std::path::PathBuf;
use std::time::Duration;
use tokio::sync::{Mutex, mpsc, oneshot, watch};
use tokio::task::JoinHandle;

/// How many changes may wait; more are told to come later.
const QUEUE: usize = 16_384;
/// The most changes in one commit.
const BATCH: usize = 1024;
/// How many events one statement inserts.
const ROWS: usize = 16;
/// How often the log is folded into the file.
const CHECKPOINT: Duration = Duration::from_secs(1);

type Reply = oneshot::Sender<Result<Written, StoreError>>;

/// What the writer is told.
enum Order {
    Write(Change, Reply),
    Stop,
}

pub(super) struct Writer {
    queue: mpsc::Sender<Order>,
    stop_folding: watch::Sender<bool>,
    tasks: Mutex<Option<(JoinHandle<()>, JoinHandle<()>)>>,
}

impl Writer {
    pub(super) fn start(connection: SqliteConnection, checkpointer: SqliteConnection, file: PathBuf) -> Writer {
        let (queue, waiting) = mpsc::channel(QUEUE);
        let (stop_folding, stopped) = watch::channel(false);
        let writing = tokio::spawn(run(connection, Opened::new(&file), waiting));
        let folding = tokio::spawn(fold(checkpointer, file, stopped));
        Writer { queue, stop_folding, tasks: Mutex::new(Some((writing, folding))) }
    }

    pub(super) async fn write(&self, change: Change) -> Result<Written, StoreError> {
        let (reply, answer) = oneshot::channel();
        let full = |_| StoreError("too much waits to be written".to_owned());
        self.queue.try_send(Order::Write(change, reply)).map_err(full)?;
        answer.await.map_err(|_| StoreError("the writer has stopped".to_owned()))?
    }

    /// Writes what is waiting, stops, and leaves one tidy file.
    pub(super) async fn close(&self) {
        let Some((writing, folding)) = self.tasks.lock().await.take() else { return };
        let _ = self.stop_folding.send(true);
        let _ = folding.await;
        if self.queue.send(Order::Stop).await.is_ok() {
            let _ = writing.await;
        }
    }
}

async fn close(connection: SqliteConnection) {
    if let Err(error) = connection.close().await {
        tracing::warn!(%error, "the database was not closed properly");
    }
}

/// Folds the write-ahead log into the file beside the writer, so that no commit has to wait for it.
async fn fold(mut connection: SqliteConnection, file: PathBuf, mut stopped: watch::Receiver<bool>) {
    while tokio::time::timeout(CHECKPOINT, stopped.changed()).await.is_err() {
        if let Err(error) = sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").execute(&mut connection).await {
            tracing::warn!(%error, file = %file.display(), "the log cannot be folded into the database");
        }
    }
    close(connection).await;
}

async fn run(mut connection: SqliteConnection, opened: Opened, mut waiting: mpsc::Receiver<Order>) {
    let _ = sqlx::query("PRAGMA wal_autocheckpoint = 20000").execute(&mut connection).await;
    let mut orders = Vec::with_capacity(BATCH);
    let mut goes_on = true;
    while goes_on && waiting.recv_many(&mut orders, BATCH).await > 0 {
        let mut batch = Vec::with_capacity(orders.len());
        for order in orders.drain(..) {
            match order {
                Order::Write(change, reply) => batch.push((change, reply)),
                Order::Stop => goes_on = false,
            }
        }
        write_all(&mut connection, &opened, batch).await;
    }
    close(connection).await;
}

async fn write_all(connection: &mut SqliteConnection, opened: &Opened, batch: Vec<(Change, Reply)>) {
    if let Err(error) = opened.are_there() {
        tracing::error!(%error, "nothing can be kept");
        for (_, reply) in batch {
            let _ = reply.send(Err(error.clone()));
        }
        return;
    }
    match commit(connection, batch.iter().map(|(change, _)| change)).await {
        Ok(written) => {
            for ((_, reply), written) in batch.into_iter().zip(written) {
                let _ = reply.send(Ok(written));
            }
        }
        // One of them may be at fault: each for itself shows which.
        Err(error) if batch.len() > 1 => {
            tracing::warn!(%error, changes = batch.len(), "a commit failed, trying its changes one by one");
            for (change, reply) in batch {
                let written = commit(connection, std::iter::once(&change)).await;
                let _ = reply.send(written.map(|mut written| written.pop().unwrap_or(Written::Done)));
            }
        }
        Err(error) => {
            tracing::error!(%error, "a change could not be written");
            for (_, reply) in batch {
                let _ = reply.send(Err(error.clone()));
            }
        }
    }
}

/// Writes changes in one transaction: all of them or none.
async fn commit(
    connection: &mut SqliteConnection,
    changes: impl Iterator<Item = &Change>,
) -> Result<Vec<Written>, StoreError> {
    // By hand: when the disk is full SQLite takes a transaction back by itself, of which the library's own know nothing.
    let written = async {
        sqlx::query("BEGIN IMMEDIATE").execute(&mut *connection).await?;
        let written = write_changes(connection, changes).await?;
        sqlx::query("COMMIT").execute(&mut *connection).await?;
        Ok(written)
    };
    let written = written.await;
    if written.is_err() {
        // Fails where there is nothing left to be taken back.
        let _ = sqlx::query("ROLLBACK").execute(connection).await;
    }
    written
}

async fn write_changes(
    connection: &mut SqliteConnection,
    changes: impl Iterator<Item = &Change>,
) -> Result<Vec<Written>, StoreError> {
    let mut written = Vec::new();
    let mut lines: Vec<(RoomKey, &Line)> = Vec::new();
    for change in changes {
        written.push(apply(connection, change, &mut lines).await?);
    }
    insert(connection, &lines).await?;
    Ok(written)
}

const INSERT_ONE: &str = "INSERT INTO event (room, n, body, turn, player, request) VALUES (?, ?, ?, ?, ?, ?)";

async fn insert(connection: &mut SqliteConnection, lines: &[(RoomKey, &Line)]) -> Result<(), StoreError> {
    let many = || format!("{INSERT_ONE}{}", ", (?, ?, ?, ?, ?, ?)".repeat(ROWS - 1));
    for chunk in lines.chunks(ROWS) {
        if chunk.len() == ROWS {
            bind(sqlx::query(sqlx::AssertSqlSafe(many())), chunk).execute(&mut *connection).await?;
        } else {
            for line in chunk {
                bind(sqlx::query(INSERT_ONE), std::slice::from_ref(line)).execute(&mut *connection).await?;
            }
        }
    }
    Ok(())
}

type Query<'a> = sqlx::query::Query<'a, sqlx::Sqlite, <sqlx::Sqlite as sqlx::Database>::Arguments>;

fn bind<'a>(mut query: Query<'a>, lines: &[(RoomKey, &'a Line)]) -> Query<'a> {
    for (room, line) in lines {
        let (player, request) = line.request.as_ref().map(|(player, id)| (player.as_str(), id.as_str())).unzip();
        let turn = line.turn.map(|turn| turn.map_or(-1, i64::from));
        query = query.bind(*room).bind(line.n as i64).bind(&*line.body).bind(turn).bind(player).bind(request);
    }
    query
}
