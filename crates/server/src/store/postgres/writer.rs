//! What is written for rooms. Events alone, which is nearly everything, go through one queue: whatever has come together by the
//! time the last commit is done is one statement, so that thousands of games share one commit. The rest has transactions of its own.

use super::lease::Session;
use super::{PATIENCE, Postgres, apply};
use crate::store::{Change, Fence, Line, RoomKey, StoreError, Written};
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{ConnectOptions, Connection, Row};
use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tokio::sync::{Mutex, mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep_until};

/// How many appends may wait; more are told to come later.
const QUEUE: usize = 16_384;
/// The most appends in one commit.
const BATCH: usize = 1024;

/// Inserts the events of those rooms that this node has with that fence, and says which. The row of the node is locked until
/// the commit: nobody can take its rooms meanwhile. Each lease is looked up by its room: as a join PostgreSQL would rather read all
/// leases of the node, with every commit.
const APPEND: &str = "WITH me AS MATERIALIZED (\
         SELECT id FROM node WHERE id = $1 AND NOT dead AND until > clock_timestamp() FOR SHARE) \
     INSERT INTO event (room, n, body, turn, player, request) \
     SELECT new.room, new.n, new.body, new.turn, new.player, new.request \
     FROM me, UNNEST($2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::bigint[], $7::text[], $8::text[]) \
         AS new (room, fence, n, body, turn, player, request) \
     WHERE new.fence = (SELECT lease.fence FROM lease WHERE lease.room = new.room AND lease.node = me.id) \
     RETURNING room";

/// The same without asking who has the room.
const INSERT: &str = "INSERT INTO event (room, n, body, turn, player, request) \
     SELECT * FROM UNNEST($1::bigint[], $2::bigint[], $3::text[], $4::bigint[], $5::text[], $6::text[])";

type Reply = oneshot::Sender<Result<Written, StoreError>>;

struct Append {
    room: RoomKey,
    fence: Fence,
    lines: Vec<Line>,
    reply: Reply,
}

enum Order {
    Append(Append),
    Stop,
}

pub(super) struct Writer {
    queue: mpsc::Sender<Order>,
    task: Mutex<Option<JoinHandle<()>>>,
}

impl Writer {
    pub(super) fn start(options: PgConnectOptions, session: Arc<Session>) -> Writer {
        let (queue, waiting) = mpsc::channel(QUEUE);
        // It is always the same statement: to plan it anew for each commit costs more than to do it.
        let options = options.options([("plan_cache_mode", "force_generic_plan")]);
        let task = tokio::spawn(run(options, session, waiting));
        Writer { queue, task: Mutex::new(Some(task)) }
    }

    pub(super) async fn append(&self, room: RoomKey, fence: Fence, lines: Vec<Line>) -> Result<Written, StoreError> {
        let (reply, answer) = oneshot::channel();
        let full = |_| StoreError("too much waits to be written".to_owned());
        self.queue.try_send(Order::Append(Append { room, fence, lines, reply })).map_err(full)?;
        answer.await.map_err(|_| StoreError("the writer has stopped".to_owned()))?
    }

    /// Writes what is waiting and stops.
    pub(super) async fn close(&self) {
        let Some(task) = self.task.lock().await.take() else { return };
        if self.queue.send(Order::Stop).await.is_ok() {
            let _ = task.await;
        }
    }
}

async fn run(options: PgConnectOptions, session: Arc<Session>, mut waiting: mpsc::Receiver<Order>) {
    let mut connection = None;
    let mut orders = Vec::with_capacity(BATCH);
    let mut goes_on = true;
    let mut next = Instant::now();
    while goes_on && waiting.recv_many(&mut orders, BATCH).await > 0 {
        sleep_until(next).await;
        while orders.len() < BATCH
            && let Ok(order) = waiting.try_recv()
        {
            orders.push(order);
        }
        next = Instant::now() + session.pace();
        let mut batch = Vec::with_capacity(orders.len());
        for order in orders.drain(..) {
            match order {
                Order::Append(append) => batch.push(append),
                Order::Stop => goes_on = false,
            }
        }
        if !batch.is_empty() {
            session.commits.fetch_add(1, Ordering::Relaxed);
            write_all(&options, &mut connection, &session.id(), batch).await;
        }
    }
    if let Some(connection) = connection {
        let _ = PgConnection::close(connection).await;
    }
}

async fn write_all(options: &PgConnectOptions, kept: &mut Option<PgConnection>, node: &str, batch: Vec<Append>) {
    match commit(options, kept, node, &batch).await {
        Ok(written) => {
            for append in batch {
                let done = if written.contains(&append.room) { Written::Done } else { Written::Lost };
                let _ = append.reply.send(Ok(done));
            }
        }
        // One of them may be at fault: each for itself shows which. If the line is gone, nobody knows what became of them:
        // the rooms are loaded again and see.
        Err(error) if batch.len() > 1 && kept.is_some() => {
            tracing::warn!(%error, appends = batch.len(), "a commit failed, trying its parts one by one");
            for append in batch {
                let written = commit(options, kept, node, std::slice::from_ref(&append)).await;
                let done = |written: HashSet<RoomKey>| match written.contains(&append.room) {
                    true => Written::Done,
                    false => Written::Lost,
                };
                let _ = append.reply.send(written.map(done));
            }
        }
        Err(error) => {
            tracing::error!(%error, "events could not be written");
            for append in batch {
                let _ = append.reply.send(Err(error.clone()));
            }
        }
    }
}

/// Lines as columns.
#[derive(Default)]
struct Columns<'a> {
    rooms: Vec<RoomKey>,
    fences: Vec<Fence>,
    numbers: Vec<i64>,
    bodies: Vec<&'a str>,
    turns: Vec<Option<i64>>,
    players: Vec<Option<&'a str>>,
    requests: Vec<Option<&'a str>>,
}

impl<'a> Columns<'a> {
    fn push(&mut self, room: RoomKey, fence: Fence, line: &'a Line) {
        let (player, request) = line.request.as_ref().map(|(player, id)| (player.as_str(), id.as_str())).unzip();
        self.rooms.push(room);
        self.fences.push(fence);
        self.numbers.push(line.n as i64);
        self.bodies.push(&line.body);
        self.turns.push(line.turn.map(|turn| turn.map_or(-1, i64::from)));
        self.players.push(player);
        self.requests.push(request);
    }
}

/// Writes appends in one statement, and says of which rooms.
async fn commit(
    options: &PgConnectOptions,
    kept: &mut Option<PgConnection>,
    node: &str,
    batch: &[Append],
) -> Result<HashSet<RoomKey>, StoreError> {
    let mut columns = Columns::default();
    for append in batch {
        for line in &append.lines {
            columns.push(append.room, append.fence, line);
        }
    }
    let work = async {
        let mut connection = match kept.take() {
            Some(connection) => connection,
            None => options.connect().await?,
        };
        let rows = sqlx::query(APPEND)
            .bind(node)
            .bind(&columns.rooms)
            .bind(&columns.fences)
            .bind(&columns.numbers)
            .bind(&columns.bodies)
            .bind(&columns.turns)
            .bind(&columns.players)
            .bind(&columns.requests)
            .fetch_all(&mut connection)
            .await;
        // After anything but an answer of PostgreSQL itself the line is not used again.
        if !matches!(&rows, Err(error) if error.as_database_error().is_none()) {
            *kept = Some(connection);
        }
        rows
    };
    let rows = tokio::time::timeout(PATIENCE, work).await;
    let rows = match rows.map_err(|_| StoreError("PostgreSQL does not answer".to_owned()))? {
        // Another node has written for this room: whoever believed to have it looks again.
        Err(sqlx::Error::Database(error)) if batch.len() == 1 && error.is_unique_violation() => {
            return Ok(HashSet::new());
        }
        rows => rows?,
    };
    rows.iter().map(|row| Ok(row.try_get(0)?)).collect()
}

/// Whether this node is there for PostgreSQL; if so, it stays until the transaction is over.
pub(super) async fn stand(connection: &mut PgConnection, node: &str) -> Result<bool, StoreError> {
    let script = "SELECT 1 FROM node WHERE id = $1 AND NOT dead AND until > clock_timestamp() FOR SHARE";
    Ok(sqlx::query(script).bind(node).fetch_optional(connection).await?.is_some())
}

impl Postgres {
    /// Writes one change in a transaction of its own.
    pub(super) async fn transact(&self, change: Change) -> Result<Written, StoreError> {
        let node = self.session.id();
        let mut connection = self.reader().await?;
        let mut transaction = connection.begin().await?;
        let owned = match &change {
            Change::Append { room, fence, .. } | Change::Forget { room, fence } => Some((*room, *fence)),
            Change::Release { room, fence, goes_on } => {
                let script = match goes_on {
                    None => "DELETE FROM lease WHERE room = $1 AND node = $2 AND fence = $3 AND $4::bigint IS NULL",
                    Some(_) => "UPDATE lease SET node = '', since = $4 WHERE room = $1 AND node = $2 AND fence = $3",
                };
                let since = goes_on.map(|now| now as i64);
                let query = sqlx::query(script).bind(room).bind(&node).bind(fence).bind(since);
                query.execute(&mut *transaction).await?;
                transaction.commit().await?;
                return Ok(Written::Done);
            }
            _ => None,
        };
        let for_room = owned.is_some() || matches!(change, Change::Room { .. });
        if for_room && !stand(&mut transaction, &node).await? {
            return Ok(Written::Lost);
        }
        if let Some((room, fence)) = owned {
            let script = "SELECT 1 FROM lease WHERE room = $1 AND node = $2 AND fence = $3";
            let query = sqlx::query(script).bind(room).bind(&node).bind(fence);
            if query.fetch_optional(&mut *transaction).await?.is_none() {
                return Ok(Written::Lost);
            }
        }
        let mut lines = Vec::new();
        let mut written = apply::apply(&mut transaction, &change, &mut lines).await?;
        if let Written::Room(room, fence) = &mut written {
            let row = sqlx::query("INSERT INTO lease VALUES ($1, $2, nextval('fence')) RETURNING fence")
                .bind(*room)
                .bind(&node)
                .fetch_one(&mut *transaction)
                .await?;
            *fence = row.try_get(0)?;
        }
        if let Change::Forget { room, .. } = &change {
            for script in ["DELETE FROM lease WHERE room = $1", "DELETE FROM room_pause WHERE room = $1"] {
                sqlx::query(script).bind(room).execute(&mut *transaction).await?;
            }
        }
        if !lines.is_empty() {
            let mut columns = Columns::default();
            for (room, line) in &lines {
                columns.push(*room, 0, line);
            }
            sqlx::query(INSERT)
                .bind(&columns.rooms)
                .bind(&columns.numbers)
                .bind(&columns.bodies)
                .bind(&columns.turns)
                .bind(&columns.players)
                .bind(&columns.requests)
                .execute(&mut *transaction)
                .await?;
        }
        transaction.commit().await?;
        Ok(written)
    }
}
