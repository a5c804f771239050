//! What is changed, in SQL that every storage understands. Each storage compiles this file with its own connection.

use super::{DbConnection, LOCK_RATING};
use crate::ratings::{self, Rating};
use crate::secret;
use crate::store::{Change, Hashed, Line, Outcome, RoomChange, RoomKey, StoreError, Written};
use crate::time::Millis;
use sqlx::Row;

/// Does everything but the events, which are gathered for the end.
pub(super) async fn apply<'a>(
    connection: &mut DbConnection,
    change: &'a Change,
    lines: &mut Vec<(RoomKey, &'a Line)>,
) -> Result<Written, StoreError> {
    match change {
        Change::Guest { player, token, now } => {
            sqlx::query("INSERT INTO player VALUES ($1, $2, $3, $4)")
                .bind(&player.id)
                .bind(&player.name)
                .bind(player.bot)
                .bind(*now as i64)
                .execute(&mut *connection)
                .await?;
            insert_token(connection, token, &player.id, *now).await?;
        }
        Change::Rename { player, name } => {
            let query = sqlx::query("UPDATE player SET name = $1 WHERE id = $2").bind(name).bind(player);
            query.execute(connection).await?;
        }
        Change::Link { player, link, expires } => {
            // One at a time: a new link makes the old one worthless.
            sqlx::query("DELETE FROM link WHERE player = $1").bind(player).execute(&mut *connection).await?;
            sqlx::query("INSERT INTO link VALUES ($1, $2, $3, $4)")
                .bind(&link.id)
                .bind(&link.hash[..])
                .bind(player)
                .bind(*expires as i64)
                .execute(connection)
                .await?;
        }
        Change::Claim { link, token, now } => return claim(connection, link, token, *now).await,
        Change::Room { config, change, secret, lines: new, deadline } => {
            let row = sqlx::query(
                "INSERT INTO room (id, state, game, public, created, deadline, config, summary) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING key",
            )
            .bind(&config.id)
            .bind(change.state.name())
            .bind(&config.game)
            .bind(config.public)
            .bind(config.created as i64)
            .bind(deadline.map(|deadline| deadline as i64))
            .bind(text(config)?)
            .bind(text(&change.summary)?)
            .fetch_one(&mut *connection)
            .await?;
            let room: RoomKey = row.try_get(0)?;
            sqlx::query("INSERT INTO room_secret VALUES ($1, $2, $3)")
                .bind(room)
                .bind(&secret.seed[..])
                .bind(&secret.salt[..])
                .execute(&mut *connection)
                .await?;
            insert_seats(connection, room, change).await?;
            lines.extend(new.iter().map(|line| (room, line)));
            return Ok(Written::Room(room, 0));
        }
        Change::Append { room, lines: new, change, outcome, deadline, .. } => {
            if let Some(change) = change {
                sqlx::query("UPDATE room SET state = $1, summary = $2 WHERE key = $3")
                    .bind(change.state.name())
                    .bind(text(&change.summary)?)
                    .bind(room)
                    .execute(&mut *connection)
                    .await?;
                if let Some(config) = &change.config {
                    sqlx::query("UPDATE room SET game = $1, public = $2, config = $3 WHERE key = $4")
                        .bind(&config.game)
                        .bind(config.public)
                        .bind(text(config)?)
                        .bind(room)
                        .execute(&mut *connection)
                        .await?;
                }
                if change.seats {
                    sqlx::query("DELETE FROM seat WHERE room = $1").bind(room).execute(&mut *connection).await?;
                    insert_seats(connection, *room, change).await?;
                }
            }
            if let Some(deadline) = deadline {
                sqlx::query("UPDATE room SET deadline = $1 WHERE key = $2")
                    .bind(deadline.map(|deadline| deadline as i64))
                    .bind(room)
                    .execute(&mut *connection)
                    .await?;
            }
            if let Some(outcome) = outcome {
                rate(connection, outcome).await?;
            }
            lines.extend(new.iter().map(|line| (*room, line)));
        }
        Change::Forget { room, .. } => {
            for script in [
                "DELETE FROM event WHERE room = $1",
                "DELETE FROM seat WHERE room = $1",
                "DELETE FROM room_secret WHERE room = $1",
                "DELETE FROM room WHERE key = $1",
            ] {
                sqlx::query(script).bind(room).execute(&mut *connection).await?;
            }
        }
        Change::Alive { now } => {
            let script = "UPDATE alive SET at = $1 WHERE at < $1";
            sqlx::query(script).bind(*now as i64).execute(connection).await?;
        }
        // Whoever shares rooms with other nodes looks after that.
        Change::Release { .. } => {}
    }
    Ok(Written::Done)
}

fn text(value: &impl serde::Serialize) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|error| StoreError(error.to_string()))
}

async fn insert_token(
    connection: &mut DbConnection,
    token: &Hashed,
    player: &str,
    now: Millis,
) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO token VALUES ($1, $2, $3, $4)")
        .bind(&token.id)
        .bind(&token.hash[..])
        .bind(player)
        .bind(now as i64)
        .execute(connection)
        .await?;
    Ok(())
}

async fn insert_seats(connection: &mut DbConnection, room: RoomKey, change: &RoomChange) -> Result<(), StoreError> {
    for (seat, sitting) in change.summary.seats.iter().enumerate() {
        if let Some(player) = &sitting.player {
            sqlx::query("INSERT INTO seat VALUES ($1, $2, $3)")
                .bind(&player.id)
                .bind(room)
                .bind(seat as i64)
                .execute(&mut *connection)
                .await?;
        }
    }
    Ok(())
}

async fn claim(
    connection: &mut DbConnection,
    link: &Hashed,
    token: &Hashed,
    now: Millis,
) -> Result<Written, StoreError> {
    let row = sqlx::query("SELECT hash, player FROM link WHERE id = $1 AND expires > $2")
        .bind(&link.id)
        .bind(now as i64)
        .fetch_optional(&mut *connection)
        .await?;
    let Some(row) = row else { return Ok(Written::Claimed(None)) };
    let (hash, player): (Vec<u8>, String) = (row.try_get(0)?, row.try_get(1)?);
    if !secret::same(&hash, &link.hash) {
        return Ok(Written::Claimed(None));
    }
    // Another node may have used it up just now.
    let used = sqlx::query("DELETE FROM link WHERE id = $1").bind(&link.id).execute(&mut *connection).await?;
    if used.rows_affected() == 0 {
        return Ok(Written::Claimed(None));
    }
    insert_token(connection, token, &player, now).await?;
    Ok(Written::Claimed(Some(player)))
}

/// Ratings change in the same transaction as the end of the game: no game is lost or counted twice. Rows are locked in one order,
/// so that games which end at the same time elsewhere wait for each other.
async fn rate(connection: &mut DbConnection, outcome: &Outcome) -> Result<(), StoreError> {
    let fresh = Rating::default();
    let mut players: Vec<&String> = outcome.places.iter().map(|(player, _)| player).collect();
    players.sort();
    for player in players {
        sqlx::query("INSERT INTO rating VALUES ($1, $2, $3, $4, 0, 0) ON CONFLICT (player, game) DO NOTHING")
            .bind(player)
            .bind(&outcome.game)
            .bind(fresh.rating)
            .bind(fresh.deviation)
            .execute(&mut *connection)
            .await?;
        sqlx::query(LOCK_RATING).bind(player).bind(&outcome.game).fetch_optional(&mut *connection).await?;
    }
    let mut before = Vec::new();
    for (player, place) in &outcome.places {
        let known = super::read::ratings(connection, &outcome.game, std::slice::from_ref(player)).await?;
        before.push((known.first().map_or(fresh, |(_, rating)| *rating), *place));
    }
    for ((player, _), rating) in outcome.places.iter().zip(ratings::after(&before)) {
        sqlx::query(
            "UPDATE rating SET rating = $3, deviation = $4, games = $5, won = $6 WHERE player = $1 AND game = $2",
        )
        .bind(player)
        .bind(&outcome.game)
        .bind(rating.rating)
        .bind(rating.deviation)
        .bind(i64::from(rating.games))
        .bind(i64::from(rating.won))
        .execute(&mut *connection)
        .await?;
        sqlx::query("INSERT INTO rating_point VALUES ($1, $2, $3, $4, $5)")
            .bind(player)
            .bind(outcome.at as i64)
            .bind(&outcome.room)
            .bind(&outcome.game)
            .bind(rating.rating)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}
