//! Another program holds the file, or takes it away: players get errors, and nothing is acknowledged that is not kept.

use crate::kit::{Client, House, NOON, PATIENCE, folder, play, two};
use serde_json::json;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, SqliteConnection};
use std::time::{Duration, Instant};
use tempfile::TempDir;
use tokio::runtime::{Builder, Runtime};

/// Another program that writes to the file and does not end.
struct Thief {
    runtime: Runtime,
    connection: SqliteConnection,
}

impl Thief {
    fn take(data: &TempDir) -> Thief {
        let runtime = Builder::new_current_thread().enable_all().build().unwrap();
        let file = data.path().join("bastide.sqlite");
        let mut connection = runtime.block_on(SqliteConnectOptions::new().filename(file).connect()).unwrap();
        runtime.block_on(sqlx::query("BEGIN IMMEDIATE").execute(&mut connection)).unwrap();
        Thief { runtime, connection }
    }

    fn give_back(self) {
        let Thief { runtime, mut connection } = self;
        runtime.block_on(sqlx::query("ROLLBACK").execute(&mut connection)).unwrap();
        runtime.block_on(connection.close()).unwrap();
    }
}

/// Waits until the server says that it is ready, or that it is not.
fn wait_for_ready(client: &Client, ready: bool) {
    let begun = Instant::now();
    while (client.raw("GET", "/readyz", "", "").status == 200) != ready {
        assert!(begun.elapsed() < PATIENCE, "it does not find out that it can keep things: {ready}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn a_server_without_games_finds_out_by_itself_what_it_can_keep() {
    let data = folder();
    let (house, hands) = House::timed(&data, NOON);
    let nobody = house.nobody();
    wait_for_ready(&nobody, true);
    let thief = Thief::take(&data);
    hands.advance(31_000);
    wait_for_ready(&nobody, false);
    thief.give_back();
    // Soon, for nobody is sent there before.
    hands.advance(2_000);
    wait_for_ready(&nobody, true);
}

#[test]
fn a_locked_file_gives_errors_and_then_it_goes_on() {
    let data = folder();
    let house = House::new(&data);
    let (ann, bob) = (house.guest("Ann"), house.guest("Bob"));
    let room = ann.room(&two());
    bob.post(&format!("/rooms/{room}/join"), &json!({})).ok(200);
    play(&[&ann, &bob], &room, 1, 4);
    let before = ann.events(&room);
    let thief = Thief::take(&data);
    let state = ann.state(&room);
    let (player, after) = (state["player"].as_u64().unwrap() as usize, state["last"].as_u64().unwrap());
    let mover = [&ann, &bob][player];
    mover.act(&room, "held", after, &state["actions"][0]).error("unavailable");
    assert_eq!(ann.raw("GET", "/readyz", "", "").status, 503, "a server that can keep nothing is not ready");
    // Nobody was told anything, and whoever only looks is not disturbed.
    assert_eq!(ann.events(&room), before);
    assert_eq!(ann.state(&room), state);
    thief.give_back();
    // By itself: nobody is sent to a server that is not ready, so nobody may come and try.
    wait_for_ready(mover, true);
    // The same request again is done now, once.
    mover.act(&room, "held", after, &state["actions"][0]).ok(200);
    mover.act(&room, "held", after, &state["actions"][0]).ok(200);
    assert_eq!(ann.events(&room).len(), before.len() + 1);
    play(&[&ann, &bob], &room, 2, 4);
}

#[test]
fn nobody_is_charged_while_nothing_can_be_kept_tried_or_not() {
    let data = folder();
    let (house, hands) = House::timed(&data, NOON);
    let (ann, bob) = (house.guest("Ann"), house.guest("Bob"));
    let mut wish = two();
    (wish["first"], wish["clock"]) = (json!(0), json!({"kind": "player", "seconds": 60}));
    let rooms = [ann.room(&wish), ann.room(&wish)];
    for room in &rooms {
        bob.post(&format!("/rooms/{room}/join"), &json!({})).ok(200);
    }
    let [tried, quiet] = &rooms;
    let thief = Thief::take(&data);
    let state = ann.state(tried);
    let after = state["last"].as_u64().unwrap();
    ann.act(tried, "held", after, &state["actions"][0]).error("unavailable");
    hands.advance(40_000);
    thief.give_back();
    ann.act(tried, "held", after, &state["actions"][0]).ok(200);
    // In the other room nobody had tried anything; they could not have.
    let mut stream = bob.stream(quiet, 3);
    let told = stream.next();
    assert_eq!((&told["type"], &told["left"]), (&json!("clock"), &json!([60_000, 60_000])));
    hands.advance(10_000);
    let view = ann.get(&format!("/rooms/{quiet}")).ok(200);
    assert_eq!(view["room"]["time"]["left"], json!([50_000, 60_000]));
}

#[cfg(unix)]
#[test]
fn what_would_be_written_to_a_deleted_file_is_not_acknowledged() {
    let data = folder();
    let house = House::new(&data);
    let (ann, bob) = (house.guest("Ann"), house.guest("Bob"));
    let room = ann.room(&two());
    bob.post(&format!("/rooms/{room}/join"), &json!({})).ok(200);
    play(&[&ann, &bob], &room, 1, 4);
    let state = ann.state(&room);
    let (player, after) = (state["player"].as_u64().unwrap() as usize, state["last"].as_u64().unwrap());
    let mover = [&ann, &bob][player];
    for name in ["bastide.sqlite-wal", "bastide.sqlite"] {
        let (file, aside) = (data.path().join(name), data.path().join("aside"));
        std::fs::rename(&file, &aside).unwrap();
        mover.act(&room, "gone", after, &state["actions"][0]).error("unavailable");
        std::fs::write(&file, "").unwrap();
        mover.act(&room, "gone", after, &state["actions"][0]).error("unavailable");
        std::fs::rename(&aside, &file).unwrap();
    }
    mover.act(&room, "gone", after, &state["actions"][0]).ok(200);
    play(&[&ann, &bob], &room, 2, 4);
}
