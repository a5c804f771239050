//! What is read, in SQL that every storage understands. Each storage compiles this file with its own connection and row, and the
//! few expressions in which they differ.

use super::{CHANGED, DbConnection, DbRow, FIND, OWNER, PACE, PAUSES};
use crate::ratings::Rating;
use crate::store::{Line, ListedRoom, RatingHistory, RoomFilter, RoomKey, RoomSecret, StoreError, StoredRoom};
use crate::time::Millis;
use sqlx::{QueryBuilder, Row};
use std::sync::Arc;
use wire::server::{PlayerView, RatingPoint, RoomState};

/// The most rooms that a task for the house looks at in one go.
pub(super) const SOME: i64 = 1000;

fn json<T: serde::de::DeserializeOwned>(row: &DbRow, column: &str) -> Result<T, StoreError> {
    let text: &str = row.try_get(column)?;
    serde_json::from_str(text).map_err(|error| StoreError(format!("{column} of a room: {error}")))
}

fn number(row: &DbRow, column: &str) -> Result<u64, StoreError> {
    Ok(u64::try_from(row.try_get::<i64, _>(column)?).unwrap_or_default())
}

fn seat(turn: Option<i64>) -> Option<Option<u8>> {
    turn.map(|turn| u8::try_from(turn).ok())
}

fn player_view(row: &DbRow) -> Result<PlayerView, StoreError> {
    Ok(PlayerView { id: row.try_get("id")?, name: row.try_get("name")?, bot: row.try_get("bot")? })
}

pub(super) async fn player(connection: &mut DbConnection, id: &str) -> Result<Option<PlayerView>, StoreError> {
    let row = sqlx::query("SELECT id, name, bot FROM player WHERE id = $1").bind(id).fetch_optional(connection).await?;
    row.map(|row| player_view(&row)).transpose()
}

pub(super) async fn token(
    connection: &mut DbConnection,
    id: &str,
) -> Result<Option<(Vec<u8>, PlayerView)>, StoreError> {
    let script = "SELECT token.hash, player.id, player.name, player.bot FROM token JOIN player ON player.id = token.player \
                  WHERE token.id = $1";
    let row = sqlx::query(script).bind(id).fetch_optional(connection).await?;
    row.map(|row| Ok((row.try_get("hash")?, player_view(&row)?))).transpose()
}

pub(super) async fn room_key(connection: &mut DbConnection, id: &str) -> Result<Option<RoomKey>, StoreError> {
    let row = sqlx::query("SELECT key FROM room WHERE id = $1").bind(id).fetch_optional(connection).await?;
    Ok(row.map(|row| row.try_get(0)).transpose()?)
}

pub(super) async fn room(connection: &mut DbConnection, id: &str) -> Result<Option<StoredRoom>, StoreError> {
    let script = "SELECT key, created, config, summary, seed, salt FROM room JOIN room_secret ON room_secret.room = room.key \
                  WHERE id = $1";
    let Some(row) = sqlx::query(script).bind(id).fetch_optional(&mut *connection).await? else { return Ok(None) };
    let key: RoomKey = row.try_get("key")?;
    let bytes = |column: &str| -> Result<[u8; 32], StoreError> {
        let bytes: Vec<u8> = row.try_get(column)?;
        bytes.try_into().map_err(|_| StoreError(format!("the {column} of a room is broken")))
    };
    let secret = RoomSecret { seed: bytes("seed")?, salt: bytes("salt")? };
    let script = "SELECT n, body, turn, player, request FROM event WHERE room = $1 ORDER BY n";
    let rows = sqlx::query(script).bind(key).fetch_all(&mut *connection).await?;
    let mut lines = Vec::with_capacity(rows.len());
    for line in &rows {
        let (player, request): (Option<String>, Option<String>) = (line.try_get("player")?, line.try_get("request")?);
        let body: &str = line.try_get("body")?;
        let turn = seat(line.try_get("turn")?);
        lines.push(Line { n: number(line, "n")?, body: body.into(), turn, request: player.zip(request) });
    }
    let created: i64 = row.try_get("created")?;
    let rows = sqlx::query(PAUSES).bind(created).bind(key).fetch_all(connection).await?;
    let pauses = rows.iter().map(|row| Ok((number(row, "began")?, number(row, "ended")?)));
    let pauses = pauses.collect::<Result<_, StoreError>>()?;
    let (config, summary) = (json(&row, "config")?, json(&row, "summary")?);
    Ok(Some(StoredRoom { key, fence: 0, config, summary, secret, lines, pauses, stood: None, before: Some(0) }))
}

pub(super) async fn lines(
    connection: &mut DbConnection,
    room: RoomKey,
    after: u64,
    limit: u32,
) -> Result<Vec<(u64, Arc<str>)>, StoreError> {
    let script = "SELECT n, body FROM event WHERE room = $1 AND n > $2 ORDER BY n LIMIT $3";
    let after = i64::try_from(after).unwrap_or(i64::MAX);
    let rows = sqlx::query(script).bind(room).bind(after).bind(i64::from(limit)).fetch_all(connection).await?;
    rows.iter().map(|row| Ok((number(row, "n")?, Arc::from(row.try_get::<&str, _>("body")?)))).collect()
}

pub(super) async fn rooms(connection: &mut DbConnection, filter: &RoomFilter) -> Result<Vec<ListedRoom>, StoreError> {
    let mut query = QueryBuilder::new(
        "SELECT room.state, room.config, room.summary, \
         (SELECT MAX(n) FROM event WHERE event.room = room.key) AS last, \
         (SELECT turn FROM event WHERE event.room = room.key AND turn IS NOT NULL ORDER BY n DESC LIMIT 1) AS turn, ",
    );
    query.push("(SELECT ").push(CHANGED);
    query.push(" FROM event WHERE event.room = room.key ORDER BY n DESC LIMIT 1) AS changed, ");
    query.push(OWNER).push(" AS owner FROM room WHERE TRUE");
    if !filter.hidden {
        query.push(" AND room.public");
    }
    if let Some(state) = filter.state {
        query.push(" AND room.state = ").push_bind(state.name());
    }
    if let Some(game) = &filter.game {
        query.push(" AND room.game = ").push_bind(game);
    }
    if let Some(player) = &filter.player {
        query.push(" AND room.key IN (SELECT room FROM seat WHERE player = ").push_bind(player).push(")");
    }
    if let Some(name) = &filter.name {
        let seats = " AND room.key IN (SELECT room FROM seat JOIN player ON player.id = seat.player WHERE ";
        query.push(seats).push(FIND).push("(lower(name), lower(").push_bind(name).push(")) > 0)");
    }
    if let Some(before) = &filter.before {
        query.push(" AND room.key < (SELECT key FROM room WHERE id = ").push_bind(before).push(")");
    }
    if let Some(since) = filter.lively_since {
        query
            .push(" AND (room.state <> 'playing' OR ")
            .push(PACE)
            .push(" = 'correspondence' OR (SELECT ")
            .push(CHANGED);
        query.push(" FROM event WHERE event.room = room.key ORDER BY n DESC LIMIT 1) >= ");
        query.push_bind(i64::try_from(since).unwrap_or(i64::MAX)).push(")");
    }
    query.push(" ORDER BY room.key DESC LIMIT ").push_bind(i64::from(filter.limit));
    let rows = query.build().fetch_all(connection).await?;
    let listed = rows.iter().map(|row| {
        let state: &str = row.try_get("state")?;
        Ok(ListedRoom {
            config: json(row, "config")?,
            state: RoomState::from_name(state).unwrap_or(RoomState::Over),
            summary: json(row, "summary")?,
            last: row.try_get::<Option<i64>, _>("last")?.unwrap_or_default() as u64,
            to_act: seat(row.try_get("turn")?).flatten(),
            changed: row.try_get::<Option<i64>, _>("changed")?.unwrap_or_default() as u64,
            owner: row.try_get("owner")?,
        })
    });
    listed.collect()
}

fn rating(row: &DbRow) -> Result<Rating, StoreError> {
    Ok(Rating {
        rating: row.try_get("rating")?,
        deviation: row.try_get("deviation")?,
        games: number(row, "games")? as u32,
        won: number(row, "won")? as u32,
    })
}

pub(super) async fn ratings(
    connection: &mut DbConnection,
    game: &str,
    players: &[String],
) -> Result<Vec<(String, Rating)>, StoreError> {
    if players.is_empty() {
        return Ok(Vec::new());
    }
    let mut query = QueryBuilder::new("SELECT player, rating, deviation, games, won FROM rating WHERE game = ");
    query.push_bind(game).push(" AND player IN (");
    let mut list = query.separated(", ");
    for player in players {
        list.push_bind(player);
    }
    query.push(")");
    let rows = query.build().fetch_all(connection).await?;
    rows.iter().map(|row| Ok((row.try_get("player")?, rating(row)?))).collect()
}

pub(super) async fn rating_history(
    connection: &mut DbConnection,
    player: &str,
    limit: u32,
) -> Result<RatingHistory, StoreError> {
    let script = "SELECT game, rating, deviation, games, won FROM rating WHERE player = $1 ORDER BY game";
    let rows = sqlx::query(script).bind(player).fetch_all(&mut *connection).await?;
    let now = rows.iter().map(|row| Ok((row.try_get("game")?, rating(row)?))).collect::<Result<_, StoreError>>()?;
    let script = "SELECT at, room, game, rating FROM rating_point WHERE player = $1 ORDER BY at DESC LIMIT $2";
    let rows = sqlx::query(script).bind(player).bind(i64::from(limit)).fetch_all(connection).await?;
    let point = |row: &DbRow| {
        let shown = Rating { rating: row.try_get("rating")?, ..Rating::default() }.shown();
        Ok(RatingPoint {
            game: row.try_get("game")?,
            room: row.try_get("room")?,
            at: number(row, "at")?,
            rating: shown,
        })
    };
    Ok((now, rows.iter().rev().map(point).collect::<Result<_, StoreError>>()?))
}

pub(super) async fn leaders(
    connection: &mut DbConnection,
    game: &str,
    limit: u32,
) -> Result<Vec<(PlayerView, Rating)>, StoreError> {
    let script = "SELECT id, name, bot, rating, deviation, games, won FROM rating JOIN player ON player.id = rating.player \
                  WHERE game = $1 ORDER BY rating DESC LIMIT $2";
    let rows = sqlx::query(script).bind(game).bind(i64::from(limit)).fetch_all(connection).await?;
    rows.iter().map(|row| Ok((player_view(row)?, rating(row)?))).collect()
}

pub(super) async fn forgotten(connection: &mut DbConnection, since: Millis) -> Result<Vec<String>, StoreError> {
    let script = "SELECT id FROM room WHERE state = 'waiting' AND created < $1 ORDER BY created LIMIT $2";
    ids(sqlx::query(script).bind(since as i64).bind(SOME).fetch_all(connection).await?)
}

pub(super) fn ids(rows: Vec<DbRow>) -> Result<Vec<String>, StoreError> {
    rows.iter().map(|row| Ok(row.try_get(0)?)).collect()
}
