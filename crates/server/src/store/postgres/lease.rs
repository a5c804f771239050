//! Who has which room in memory.

use super::writer::stand;
use super::{DbConnection, ONE_AT_A_TIME, Postgres, bounded, read};
use crate::secret;
use crate::store::{Found, StoreError};
use crate::time::Millis;
use sqlx::{Connection, Row};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How many rooms that lost their node one round takes.
const ORPHANS: i64 = 200;
/// How many rooms whose time is up one round takes.
const DUE: i64 = 200;
/// How often a claim is tried while others change what it looks at.
const ATTEMPTS: usize = 8;

/// The least time between two commits of a node that is alone, and how much longer each other node makes it: PostgreSQL shall not
/// have more to do because the same appends come from several. What comes after a pause is committed at once; on busy nodes more
/// appends share a commit, which is what PostgreSQL has to do for them.
const GAP: Duration = Duration::from_millis(5);
const GAP_FOR_OTHERS: Duration = Duration::from_millis(10);
/// The longest that a node waits.
const LONGEST_GAP: Duration = Duration::from_millis(25);

/// What this node is for the others.
pub(super) struct Session {
    state: Mutex<State>,
    lease: Duration,
    /// How often events were committed.
    pub(super) commits: AtomicU64,
}

struct State {
    /// A name for the process, and how often it joined.
    id: String,
    joined: u32,
    /// Until when nobody else can have what this node has; reckoned from before PostgreSQL was asked.
    until: Option<Instant>,
    /// It takes no more rooms.
    leaving: bool,
    /// How many other nodes there are.
    others: u32,
}

impl Session {
    pub(super) fn new(lease: Duration) -> Session {
        let state = State { id: secret::random_id(), joined: 0, until: None, leaving: false, others: 0 };
        Session { state: Mutex::new(state), lease, commits: AtomicU64::new(0) }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn id(&self) -> String {
        let state = self.lock();
        format!("{}-{}", state.id, state.joined)
    }

    /// The least time between two commits of this node.
    pub(super) fn pace(&self) -> Duration {
        (GAP + GAP_FOR_OTHERS * self.lock().others).min(LONGEST_GAP)
    }

    pub(super) fn holds(&self) -> bool {
        self.lock().until.is_some_and(|until| Instant::now() < until)
    }
}

/// The process behind a node's name: its name stays the same when it joins anew.
pub(crate) fn process(node: &str) -> &str {
    node.split('-').next().unwrap_or_default()
}

/// How it stands after a sign of life.
pub(crate) enum Beat {
    /// All is well. Nodes that were found dead just now, and whether any other node reaches NATS.
    Held { dead: Vec<String>, others_reach_nats: bool },
    /// Others may have taken everything.
    Lost,
}

impl Postgres {
    /// The name of this node; another one each time it joins.
    pub(crate) fn node(&self) -> String {
        self.session.id()
    }

    /// How long nodes have what they have without a sign of life.
    pub(crate) fn lease(&self) -> Duration {
        self.session.lease
    }

    /// How often events were committed.
    pub(crate) fn commits(&self) -> u64 {
        self.session.commits.load(Ordering::Relaxed)
    }

    /// Whether this node takes rooms.
    pub(crate) fn set_leaving(&self, leaving: bool) {
        self.session.lock().leaving = leaving;
    }

    /// Whether this node takes rooms now.
    pub(crate) fn takes_rooms(&self) -> bool {
        !self.session.lock().leaving
    }

    /// Joins the other nodes, with nothing. If there are none, nobody was there since the last sign of life of any.
    pub(crate) async fn register(&self, nats: bool) -> Result<(), StoreError> {
        let (before, now) = (Instant::now(), self.time.now() as i64);
        let id = {
            let mut state = self.session.lock();
            state.joined += 1;
            state.until = None;
            format!("{}-{}", state.id, state.joined)
        };
        bounded(async {
            let mut connection = self.heart.acquire().await?;
            let mut transaction = connection.begin().await?;
            sqlx::query(ONE_AT_A_TIME).execute(&mut *transaction).await?;
            bury(&mut transaction).await?;
            let row = sqlx::query(
                "SELECT (SELECT COUNT(*) FROM node WHERE NOT dead), \
                 GREATEST((SELECT MAX(at) FROM alive), (SELECT MAX(seen) FROM node))",
            )
            .fetch_one(&mut *transaction)
            .await?;
            let (others, last): (i64, Option<i64>) = (row.try_get(0)?, row.try_get(1)?);
            if let Some(last) = last.filter(|last| others == 0 && *last < now) {
                sqlx::query("INSERT INTO pause VALUES ($1, $2) ON CONFLICT (began) DO UPDATE SET ended = $2")
                    .bind(last)
                    .bind(now)
                    .execute(&mut *transaction)
                    .await?;
                sqlx::query("UPDATE room SET deadline = deadline + $1 WHERE deadline IS NOT NULL")
                    .bind(now - last)
                    .execute(&mut *transaction)
                    .await?;
            }
            sqlx::query("INSERT INTO alive VALUES (1, $1) ON CONFLICT (one) DO UPDATE SET at = GREATEST(alive.at, $1)")
                .bind(now)
                .execute(&mut *transaction)
                .await?;
            // Those of whom nothing is left.
            for script in [
                "DELETE FROM presence WHERE node IN (SELECT id FROM node WHERE dead)",
                "DELETE FROM connection WHERE node IN (SELECT id FROM node WHERE dead)",
                "DELETE FROM node WHERE dead AND NOT EXISTS (SELECT 1 FROM lease WHERE lease.node = node.id)",
            ] {
                sqlx::query(script).execute(&mut *transaction).await?;
            }
            sqlx::query(
                "INSERT INTO node VALUES ($1, clock_timestamp() + $2::bigint * interval '1 ms', $3, $4, FALSE)",
            )
            .bind(&id)
            .bind(self.session.lease.as_millis() as i64)
            .bind(now)
            .bind(nats)
            .execute(&mut *transaction)
            .await?;
            transaction.commit().await?;
            Ok(())
        })
        .await?;
        self.session.lock().until = Some(before + self.session.lease);
        tracing::info!(node = %id, "this node has joined");
        Ok(())
    }

    /// A sign of life.
    pub(crate) async fn beat(&self, nats: bool) -> Result<Beat, StoreError> {
        let (before, now) = (Instant::now(), self.time.now() as i64);
        let id = self.session.id();
        let sent = self.time.now();
        let held = bounded(async {
            let mut connection = self.heart.acquire().await?;
            let script = "UPDATE node SET until = clock_timestamp() + $2::bigint * interval '1 ms', \
                          seen = GREATEST(seen, $3), nats = $4 \
                          WHERE id = $1 AND NOT dead AND until > clock_timestamp() \
                          RETURNING (extract(epoch FROM clock_timestamp()) * 1000)::bigint";
            let query = sqlx::query(script).bind(&id).bind(self.session.lease.as_millis() as i64).bind(now).bind(nats);
            let Some(row) = query.fetch_optional(&mut *connection).await? else { return Ok(None) };
            let there: i64 = row.try_get(0)?;
            self.time.correct(sent, there as Millis);
            let dead = bury(&mut connection).await?;
            let script = "SELECT COUNT(*), COALESCE(bool_or(nats), FALSE) FROM node WHERE id <> $1 AND NOT dead";
            let row = sqlx::query(script).bind(&id).fetch_one(&mut *connection).await?;
            Ok(Some((dead, row.try_get::<i64, _>(0)?, row.try_get(1)?)))
        })
        .await?;
        let mut state = self.session.lock();
        match held {
            Some((dead, others, others_reach_nats)) => {
                state.others = u32::try_from(others).unwrap_or_default();
                state.until = Some(before + self.session.lease);
                Ok(Beat::Held { dead, others_reach_nats })
            }
            None => {
                state.until = None;
                Ok(Beat::Lost)
            }
        }
    }

    /// Takes some of the rooms that lost their node, and says which: they are to be woken. Until they are, they stand still.
    pub(crate) async fn take_orphans(&self) -> Result<Vec<String>, StoreError> {
        if self.session.lock().leaving {
            return Ok(Vec::new());
        }
        let node = self.session.id();
        bounded(async {
            let mut connection = self.reader().await?;
            let mut transaction = connection.begin().await?;
            if !stand(&mut transaction, &node).await? {
                return Ok(Vec::new());
            }
            let script = "WITH free AS (\
                     SELECT lease.room, COALESCE(lease.since, node.seen) AS since \
                     FROM lease LEFT JOIN node ON node.id = lease.node \
                     WHERE lease.node = '' OR node.id IS NULL OR node.dead \
                     ORDER BY lease.room LIMIT $2 FOR UPDATE OF lease SKIP LOCKED) \
                 UPDATE lease SET node = $1, fence = nextval('fence'), since = free.since FROM free JOIN room ON room.key = free.room \
                 WHERE lease.room = free.room RETURNING room.id";
            let rows = sqlx::query(script).bind(&node).bind(ORPHANS).fetch_all(&mut *transaction).await?;
            transaction.commit().await?;
            read::ids(rows)
        })
        .await
    }

    /// Takes some of the rooms whose time limit is over and that nobody has, and says which: each of them goes to one node.
    pub(super) async fn take_due(&self, now: Millis) -> Result<Vec<String>, StoreError> {
        if self.session.lock().leaving {
            return Ok(Vec::new());
        }
        let node = self.session.id();
        let mut connection = self.reader().await?;
        let mut transaction = connection.begin().await?;
        if !stand(&mut transaction, &node).await? {
            return Ok(Vec::new());
        }
        let script = "WITH late AS (\
                 SELECT key FROM room WHERE deadline <= $2 \
                 AND NOT EXISTS (SELECT 1 FROM lease WHERE lease.room = room.key AND lease.node <> $1) \
                 ORDER BY deadline LIMIT $3 FOR UPDATE SKIP LOCKED), \
             taken AS (\
                 INSERT INTO lease SELECT key, $1, nextval('fence') FROM late \
                 ON CONFLICT (room) DO UPDATE SET fence = lease.fence WHERE lease.node = $1 RETURNING room) \
             SELECT room.id FROM taken JOIN room ON room.key = taken.room";
        let query = sqlx::query(script).bind(&node).bind(now as i64).bind(DUE);
        let rows = query.fetch_all(&mut *transaction).await?;
        transaction.commit().await?;
        read::ids(rows)
    }

    /// Takes a room, unless another node has it, and reads it.
    pub(super) async fn take(&self, id: String) -> Result<Found, StoreError> {
        let node = self.session.id();
        let leaving = self.session.lock().leaving;
        let mut connection = self.reader().await?;
        for _ in 0..ATTEMPTS {
            let script = "SELECT room.key, lease.node, lease.fence, lease.since, node.seen, \
                          node.id IS NULL OR node.dead AS free, node.until < clock_timestamp() AS late \
                          FROM room LEFT JOIN lease ON lease.room = room.key LEFT JOIN node ON node.id = lease.node \
                          WHERE room.id = $1";
            let row = sqlx::query(script).bind(&id).fetch_optional(&mut *connection).await?;
            let Some(row) = row else { return Ok(Found::Missing) };
            let key: i64 = row.try_get("key")?;
            let owner: Option<String> = row.try_get("node")?;
            let mine = owner.as_ref() == Some(&node);
            let free: bool = row.try_get("free")?;
            if !mine && !free {
                if row.try_get::<Option<bool>, _>("late")? == Some(true) {
                    bury(&mut connection).await?;
                    continue;
                }
                return Ok(Found::Elsewhere(owner.unwrap_or_default()));
            }
            if leaving {
                // Somebody else takes it; until then there is nobody to ask.
                return Ok(Found::Elsewhere(String::new()));
            }
            let fence: Option<i64> = row.try_get("fence")?;
            let since: Option<i64> = row.try_get("since")?;
            // Who had it was there until `seen`; whoever took it and has not woken it yet was not.
            let since = if mine { since } else { since.or(row.try_get("seen")?) };
            let pause = since.filter(|since| *since < self.time.now() as i64);
            let before = fence.filter(|_| mine);
            let Some(fence) = self.grab(&mut connection, &node, key, fence, pause).await? else { continue };
            let Some(mut room) = read::room(&mut connection, &id).await? else { return Ok(Found::Missing) };
            room.fence = fence;
            room.stood = pause.map(|since| since as Millis);
            room.before = before;
            return Ok(Found::Mine(Box::new(room)));
        }
        Err(StoreError("a room changes hands too often".to_owned()))
    }

    /// Takes a room if nothing has changed since it was looked at.
    async fn grab(
        &self,
        connection: &mut DbConnection,
        node: &str,
        room: i64,
        seen: Option<i64>,
        pause: Option<i64>,
    ) -> Result<Option<i64>, StoreError> {
        let mut transaction = connection.begin().await?;
        if !stand(&mut transaction, node).await? {
            return Err(StoreError("this node is not there for the others".to_owned()));
        }
        let script = "INSERT INTO lease VALUES ($1, $2, nextval('fence')) ON CONFLICT (room) \
                      DO UPDATE SET node = $2, fence = nextval('fence'), since = NULL WHERE lease.fence = $3 RETURNING fence";
        let query = sqlx::query(script).bind(room).bind(node).bind(seen.unwrap_or(-1));
        let Some(row) = query.fetch_optional(&mut *transaction).await? else { return Ok(None) };
        if let Some(began) = pause {
            sqlx::query("INSERT INTO room_pause VALUES ($1, $2, $3) ON CONFLICT DO NOTHING")
                .bind(room)
                .bind(began)
                .bind(self.time.now() as i64)
                .execute(&mut *transaction)
                .await?;
        }
        transaction.commit().await?;
        Ok(Some(row.try_get(0)?))
    }

    /// Gives all rooms away; what is written for them from now on is refused.
    /// Nobody has had them since then.
    pub(crate) async fn give_away(&self, since: Millis) -> Result<(), StoreError> {
        bounded(async {
            let mut connection = self.reader().await?;
            sqlx::query("UPDATE lease SET node = '', fence = nextval('fence'), since = $2 WHERE node = $1")
                .bind(self.session.id())
                .bind(since as i64)
                .execute(&mut *connection)
                .await?;
            Ok(())
        })
        .await
    }

    /// Gives everything away and is gone.
    pub(super) async fn leave(&self) -> Result<(), StoreError> {
        self.set_leaving(true);
        self.give_away(self.time.now()).await?;
        self.session.lock().until = None;
        let mut connection = self.reader().await?;
        for script in ["DELETE FROM presence WHERE node = $1", "DELETE FROM connection WHERE node = $1"] {
            sqlx::query(script).bind(self.session.id()).execute(&mut *connection).await?;
        }
        sqlx::query("UPDATE node SET dead = TRUE, seen = GREATEST(seen, $2) WHERE id = $1")
            .bind(self.session.id())
            .bind(self.time.now() as i64)
            .execute(&mut *connection)
            .await?;
        Ok(())
    }
}

/// Declares those dead whose time is over, and says who they are. Waits for what they have under way.
async fn bury(connection: &mut DbConnection) -> Result<Vec<String>, StoreError> {
    let script = "UPDATE node SET dead = TRUE WHERE NOT dead AND until < clock_timestamp() RETURNING id";
    read::ids(sqlx::query(script).fetch_all(connection).await?)
}
