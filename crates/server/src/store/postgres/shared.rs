//! What nodes know of each other's connections: who is there, and how much addresses ask for.

use super::{Postgres, bounded};
use crate::store::StoreError;
use sqlx::Row;
use std::collections::HashMap;

/// Who is connected to a room, at all nodes together: players, and how many others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Here {
    pub(crate) players: Vec<String>,
    pub(crate) anonymous: u32,
}

impl Postgres {
    /// Writes how many connections of players to rooms there are at this node: room, player, count.
    pub(crate) async fn write_presence(&self, changes: &[(String, String, u32)]) -> Result<(), StoreError> {
        let node = self.node();
        let columns = |there: bool| {
            let rows = changes.iter().filter(move |(_, _, count)| (*count > 0) == there);
            let (mut rooms, mut players, mut counts) = (Vec::new(), Vec::new(), Vec::new());
            for (room, player, count) in rows {
                rooms.push(room.as_str());
                players.push(player.as_str());
                counts.push(i64::from(*count));
            }
            (rooms, players, counts)
        };
        bounded(async {
            let mut connection = self.reader().await?;
            let (rooms, players, counts) = columns(true);
            if !rooms.is_empty() {
                let script = "INSERT INTO presence \
                              SELECT room, $1, player, count FROM UNNEST($2::text[], $3::text[], $4::bigint[]) AS t (room, player, count) \
                              ON CONFLICT (room, node, player) DO UPDATE SET count = EXCLUDED.count";
                let query = sqlx::query(script).bind(&node).bind(rooms).bind(players).bind(counts);
                query.execute(&mut *connection).await?;
            }
            let (rooms, players, _) = columns(false);
            if !rooms.is_empty() {
                let script = "DELETE FROM presence USING UNNEST($2::text[], $3::text[]) AS t (room, player) \
                              WHERE presence.node = $1 AND presence.room = t.room AND presence.player = t.player";
                sqlx::query(script).bind(&node).bind(rooms).bind(players).execute(&mut *connection).await?;
            }
            Ok(())
        })
        .await
    }

    /// Who is connected to rooms, at all nodes that are there.
    pub(crate) async fn present(&self, rooms: &[String]) -> Result<HashMap<String, Here>, StoreError> {
        bounded(async {
            let mut connection = self.reader().await?;
            let script = "SELECT presence.room, presence.player, SUM(count)::bigint FROM presence \
                          JOIN node ON node.id = presence.node AND NOT node.dead \
                          WHERE presence.room = ANY($1) GROUP BY 1, 2 ORDER BY 1, 2";
            let rows = sqlx::query(script).bind(rooms).fetch_all(&mut *connection).await?;
            let mut here: HashMap<String, Here> = HashMap::new();
            for row in &rows {
                let (room, player, count): (String, String, i64) = (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
                let known = here.entry(room).or_default();
                match player.is_empty() {
                    true => known.anonymous = u32::try_from(count).unwrap_or(u32::MAX),
                    false => known.players.push(player),
                }
            }
            Ok(here)
        })
        .await
    }

    /// The other nodes that care about rooms: those where somebody listens, and those that have them. Each with the room.
    pub(crate) async fn concerned(&self, rooms: &[String]) -> Result<Vec<(String, String)>, StoreError> {
        bounded(async {
            let script = "SELECT presence.room, presence.node FROM presence \
                          JOIN node ON node.id = presence.node AND NOT node.dead \
                          WHERE presence.room = ANY($1) AND presence.node <> $2 \
                          UNION SELECT room.id, lease.node FROM room JOIN lease ON lease.room = room.key \
                          WHERE room.id = ANY($1) AND lease.node <> $2 AND lease.node <> ''";
            let query = sqlx::query(script).bind(rooms).bind(self.node());
            let rows = query.fetch_all(&mut *self.reader().await?).await?;
            rows.iter().map(|row| Ok((row.try_get(0)?, row.try_get(1)?))).collect()
        })
        .await
    }

    /// The other nodes where somebody listens to a room.
    pub(crate) async fn listeners(&self, room: &str) -> Result<Vec<String>, StoreError> {
        bounded(async {
            let script = "SELECT DISTINCT presence.node FROM presence \
                          JOIN node ON node.id = presence.node AND NOT node.dead \
                          WHERE presence.room = $1 AND presence.node <> $2";
            let query = sqlx::query(script).bind(room).bind(self.node());
            super::read::ids(query.fetch_all(&mut *self.reader().await?).await?)
        })
        .await
    }

    /// The rooms to which somebody is connected at a node.
    pub(crate) async fn rooms_at(&self, node: &str) -> Result<Vec<String>, StoreError> {
        bounded(async {
            let script = "SELECT DISTINCT room FROM presence WHERE node = $1";
            super::read::ids(sqlx::query(script).bind(node).fetch_all(&mut *self.reader().await?).await?)
        })
        .await
    }

    /// The numbers of the last events of rooms.
    pub(crate) async fn lasts(&self, rooms: &[String]) -> Result<Vec<(String, u64)>, StoreError> {
        bounded(async {
            let script = "SELECT room.id, COALESCE((SELECT MAX(n) FROM event WHERE event.room = room.key), 0) \
                          FROM room WHERE room.id = ANY($1)";
            let rows = sqlx::query(script).bind(rooms).fetch_all(&mut *self.reader().await?).await?;
            rows.iter().map(|row| Ok((row.try_get(0)?, row.try_get::<i64, _>(1)? as u64))).collect()
        })
        .await
    }

    /// Takes some drops out of an address's bucket, into which so many fall in a second and which holds so many; says whether
    /// they were there. All nodes take from the same one.
    pub(crate) async fn take_drops(
        &self,
        address: &str,
        what: i64,
        drops: u32,
        rate: u32,
        holds: u32,
    ) -> Result<bool, StoreError> {
        bounded(async {
            let script = "INSERT INTO bucket VALUES ($1, $2, extract(epoch FROM clock_timestamp()) + $3) \
                          ON CONFLICT (address, what) DO UPDATE \
                          SET full_at = GREATEST(bucket.full_at, extract(epoch FROM clock_timestamp())) + $3 \
                          WHERE GREATEST(bucket.full_at, extract(epoch FROM clock_timestamp())) + $3 \
                          <= extract(epoch FROM clock_timestamp()) + $4 RETURNING 1";
            let query = sqlx::query(script)
                .bind(address)
                .bind(what)
                .bind(f64::from(drops) / f64::from(rate.max(1)))
                .bind(f64::from(holds) / f64::from(rate.max(1)));
            Ok(query.fetch_optional(&mut *self.reader().await?).await?.is_some())
        })
        .await
    }

    /// Forgets buckets that are full.
    pub(crate) async fn tidy_buckets(&self) -> Result<(), StoreError> {
        bounded(async {
            let script = "DELETE FROM bucket WHERE full_at < extract(epoch FROM clock_timestamp())";
            sqlx::query(script).execute(&mut *self.reader().await?).await?;
            Ok(())
        })
        .await
    }

    /// Notes how many connections an address has at this node.
    pub(crate) async fn note_connections(&self, address: &str, count: u32) -> Result<(), StoreError> {
        bounded(async {
            let script = match count {
                0 => "DELETE FROM connection WHERE address = $1 AND node = $2 AND $3 = 0",
                _ => {
                    "INSERT INTO connection VALUES ($1, $2, $3) ON CONFLICT (address, node) DO UPDATE SET count = EXCLUDED.count"
                }
            };
            let query = sqlx::query(script).bind(address).bind(self.node()).bind(i64::from(count));
            query.execute(&mut *self.reader().await?).await?;
            Ok(())
        })
        .await
    }

    /// How many connections an address has at the other nodes that are there.
    pub(crate) async fn connections_elsewhere(&self, address: &str) -> Result<u32, StoreError> {
        bounded(async {
            let script = "SELECT COALESCE(SUM(count), 0)::bigint FROM connection \
                          JOIN node ON node.id = connection.node AND NOT node.dead \
                          WHERE connection.address = $1 AND connection.node <> $2";
            let query = sqlx::query(script).bind(address).bind(self.node());
            let row = query.fetch_one(&mut *self.reader().await?).await?;
            Ok(u32::try_from(row.try_get::<i64, _>(0)?).unwrap_or(u32::MAX))
        })
        .await
    }
}
