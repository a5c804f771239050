//! Another program holds the file: players get errors, and when it lets go everything goes on.

use crate::kit::{House, folder, play, two};
use serde_json::json;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};

#[test]
fn a_locked_file_gives_errors_and_then_it_goes_on() {
    let data = folder();
    let house = House::new(&data);
    let (ann, bob) = (house.guest("Ann"), house.guest("Bob"));
    let room = ann.room(&two());
    bob.post(&format!("/rooms/{room}/join"), &json!({})).ok(200);
    play(&[&ann, &bob], &room, 1, 4);
    let before = ann.events(&room);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let file = data.path().join("bastide.sqlite");
    let mut thief = runtime.block_on(SqliteConnectOptions::new().filename(file).connect()).unwrap();
    runtime.block_on(sqlx::query("BEGIN IMMEDIATE").execute(&mut thief)).unwrap();
    let state = ann.state(&room);
    let (player, after) = (state["player"].as_u64().unwrap() as usize, state["last"].as_u64().unwrap());
    let mover = [&ann, &bob][player];
    mover.act(&room, "held", after, &state["actions"][0]).error("unavailable");
    // Nobody was told anything, and whoever only looks is not disturbed.
    assert_eq!(ann.events(&room), before);
    assert_eq!(ann.state(&room), state);
    runtime.block_on(sqlx::query("ROLLBACK").execute(&mut thief)).unwrap();
    runtime.block_on(thief.close()).unwrap();
    // The same request again is done now, once.
    mover.act(&room, "held", after, &state["actions"][0]).ok(200);
    mover.act(&room, "held", after, &state["actions"][0]).ok(200);
    assert_eq!(ann.events(&room).len(), before.len() + 1);
    play(&[&ann, &bob], &room, 2, 4);
}
