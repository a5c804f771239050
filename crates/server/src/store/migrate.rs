//! Everything that one server keeps in its folder moves to PostgreSQL, counted and compared.

use super::{StoreError, postgres, sqlite};
use futures_util::TryStreamExt;
use sha2::{Digest, Sha256};
use sqlx::postgres::{PgConnection, PgRow};
use sqlx::sqlite::SqliteRow;
use sqlx::{AssertSqlSafe, Connection, QueryBuilder, Row};
use std::path::Path;
use std::time::Duration;
use wire::server::RoomState;

/// How many rows are inserted at once.
const ROWS: usize = 500;

/// What a column holds.
#[derive(Clone, Copy)]
enum Kind {
    Text,
    Number,
    Flag,
    Real,
    Bytes,
}

use Kind::{Bytes, Flag, Number, Real, Text};

/// A table: its name, its columns, and the order in which both sides are read.
struct Table {
    name: &'static str,
    columns: &'static [(&'static str, Kind)],
    order: &'static str,
}

const TABLES: [Table; 11] = [
    Table { name: "player", columns: &[("id", Text), ("name", Text), ("bot", Flag), ("created", Number)], order: "id" },
    Table {
        name: "token",
        columns: &[("id", Text), ("hash", Bytes), ("player", Text), ("created", Number)],
        order: "id",
    },
    Table {
        name: "link",
        columns: &[("id", Text), ("hash", Bytes), ("player", Text), ("expires", Number)],
        order: "id",
    },
    Table {
        name: "room",
        columns: &[
            ("key", Number),
            ("id", Text),
            ("state", Text),
            ("game", Text),
            ("public", Flag),
            ("created", Number),
            ("deadline", Number),
            ("config", Text),
            ("summary", Text),
        ],
        order: "key",
    },
    Table { name: "room_secret", columns: &[("room", Number), ("seed", Bytes), ("salt", Bytes)], order: "room" },
    Table {
        name: "seat",
        columns: &[("player", Text), ("room", Number), ("seat", Number)],
        order: "player, room, seat",
    },
    Table {
        name: "event",
        columns: &[
            ("room", Number),
            ("n", Number),
            ("body", Text),
            ("turn", Number),
            ("player", Text),
            ("request", Text),
        ],
        order: "room, n",
    },
    Table {
        name: "rating",
        columns: &[
            ("player", Text),
            ("game", Text),
            ("rating", Real),
            ("deviation", Real),
            ("games", Number),
            ("won", Number),
        ],
        order: "player, game",
    },
    Table {
        name: "rating_point",
        columns: &[("player", Text), ("at", Number), ("room", Text), ("game", Text), ("rating", Real)],
        order: "player, at, room",
    },
    Table { name: "alive", columns: &[("one", Number), ("at", Number)], order: "one" },
    Table { name: "pause", columns: &[("began", Number), ("ended", Number)], order: "began" },
];

impl Table {
    fn select(&self) -> String {
        let columns: Vec<&str> = self.columns.iter().map(|(name, _)| *name).collect();
        format!("SELECT {} FROM {} ORDER BY {}", columns.join(", "), self.name, self.order)
    }
}

/// A value of a row, wherever it came from.
enum Value {
    Text(Option<String>),
    Number(Option<i64>),
    Flag(Option<bool>),
    Real(Option<f64>),
    Bytes(Option<Vec<u8>>),
}

/// Reads a row of either database.
macro_rules! reads {
    ($name:ident, $row:ty) => {
        fn $name(table: &Table, row: &$row) -> Result<Vec<Value>, StoreError> {
            let value = |(index, (_, kind)): (usize, &(&str, Kind))| {
                Ok(match kind {
                    Text => Value::Text(row.try_get(index)?),
                    Number => Value::Number(row.try_get(index)?),
                    Flag => Value::Flag(row.try_get(index)?),
                    Real => Value::Real(row.try_get(index)?),
                    Bytes => Value::Bytes(row.try_get(index)?),
                })
            };
            table.columns.iter().enumerate().map(value).collect()
        }
    };
}

reads!(from_sqlite, SqliteRow);
reads!(from_postgres, PgRow);

/// Rows, counted and hashed: equal rows in equal order have equal sums, whichever database they are in.
#[derive(Default)]
struct Sum {
    rows: u64,
    hash: Sha256,
}

impl Sum {
    fn add(&mut self, row: &[Value]) {
        self.rows += 1;
        for value in row {
            let bytes = match value {
                Value::Text(text) => text.as_ref().map(|text| text.as_bytes().to_vec()),
                Value::Number(number) => number.map(|number| number.to_be_bytes().to_vec()),
                Value::Flag(flag) => flag.map(|flag| vec![u8::from(flag)]),
                Value::Real(real) => real.map(|real| real.to_bits().to_be_bytes().to_vec()),
                Value::Bytes(bytes) => bytes.clone(),
            };
            // A length before each, so that no two rows look the same.
            let length = bytes.as_ref().map_or(u64::MAX, |bytes| bytes.len() as u64);
            self.hash.update(length.to_be_bytes());
            self.hash.update(bytes.unwrap_or_default());
        }
    }

    fn finish(self) -> (u64, String) {
        (self.rows, crate::secret::hex(&self.hash.finalize()))
    }
}

/// What was moved of one table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Moved {
    /// The table.
    pub table: &'static str,
    /// How many rows.
    pub rows: u64,
    /// SHA-256 of all of them, the same at both ends.
    pub checksum: String,
}

/// Moves everything. After an error nothing is there.
pub(crate) async fn migrate(from: &Path, to: &str) -> Result<Vec<Moved>, StoreError> {
    let (_lock, mut source) = sqlite::open_alone(from).await?;
    let mut target = postgres::connect(to, Duration::from_secs(60)).await?;
    postgres::migrate(&mut target, to).await?;
    sqlx::raw_sql("SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0")
        .execute(&mut target)
        .await?;
    let mut transaction = target.begin().await?;
    refuse_if_used(&mut transaction, to).await?;
    let mut moved = Vec::new();
    for table in &TABLES {
        let sent = copy(table, &mut source, &mut transaction).await?;
        let arrived = sum(table, &mut transaction).await?;
        if sent != arrived {
            return Err(StoreError(format!(
                "{}: {} rows with checksum {} were sent, {} rows with checksum {} arrived; nothing was changed",
                table.name, sent.0, sent.1, arrived.0, arrived.1
            )));
        }
        moved.push(Moved { table: table.name, rows: sent.0, checksum: sent.1 });
    }
    // New rooms come after those that moved.
    sqlx::query(
        "SELECT setval(pg_get_serial_sequence('room', 'key'), (SELECT COALESCE(MAX(key), 0) + 1 FROM room), FALSE)",
    )
    .execute(&mut *transaction)
    .await?;
    // Games go on by themselves: the first node takes what belongs to nobody.
    sqlx::query("INSERT INTO lease SELECT key, '', nextval('fence') FROM room WHERE state = $1")
        .bind(RoomState::Playing.name())
        .execute(&mut *transaction)
        .await?;
    transaction.commit().await?;
    source.close().await?;
    Ok(moved)
}

async fn refuse_if_used(target: &mut PgConnection, to: &str) -> Result<(), StoreError> {
    for name in TABLES.iter().map(|table| table.name).chain(["lease"]) {
        let row =
            sqlx::query(AssertSqlSafe(format!("SELECT EXISTS (SELECT 1 FROM {name})"))).fetch_one(&mut *target).await?;
        if row.try_get::<bool, _>(0)? {
            let place = postgres::shown(to);
            return Err(StoreError(format!("{place} is not empty: its table {name} has rows. Give an empty database")));
        }
    }
    Ok(())
}

async fn copy(
    table: &Table,
    source: &mut sqlx::SqliteConnection,
    target: &mut PgConnection,
) -> Result<(u64, String), StoreError> {
    let mut sum = Sum::default();
    let mut batch = Vec::with_capacity(ROWS);
    let select = AssertSqlSafe(table.select());
    let mut rows = sqlx::query(select).fetch(source);
    while let Some(row) = rows.try_next().await? {
        let row = from_sqlite(table, &row)?;
        sum.add(&row);
        batch.push(row);
        if batch.len() == ROWS {
            insert(table, &mut batch, target).await?;
        }
    }
    insert(table, &mut batch, target).await?;
    Ok(sum.finish())
}

async fn insert(table: &Table, batch: &mut Vec<Vec<Value>>, target: &mut PgConnection) -> Result<(), StoreError> {
    if batch.is_empty() {
        return Ok(());
    }
    let columns: Vec<&str> = table.columns.iter().map(|(name, _)| *name).collect();
    let mut query = QueryBuilder::new(format!("INSERT INTO {} ({}) ", table.name, columns.join(", ")));
    query.push_values(batch.drain(..), |mut out, row| {
        for value in row {
            match value {
                Value::Text(value) => out.push_bind(value),
                Value::Number(value) => out.push_bind(value),
                Value::Flag(value) => out.push_bind(value),
                Value::Real(value) => out.push_bind(value),
                Value::Bytes(value) => out.push_bind(value),
            };
        }
    });
    query.build().execute(target).await?;
    Ok(())
}

async fn sum(table: &Table, target: &mut PgConnection) -> Result<(u64, String), StoreError> {
    let mut sum = Sum::default();
    let select = AssertSqlSafe(table.select());
    let mut rows = sqlx::query(select).fetch(target);
    while let Some(row) = rows.try_next().await? {
        sum.add(&from_postgres(table, &row)?);
    }
    Ok(sum.finish())
}
