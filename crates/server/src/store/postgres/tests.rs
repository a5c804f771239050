//! What tests from outside cannot time: moments between two steps of a node.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on shall stop")]

use super::{Beat, Postgres};
use crate::room::Room;
use crate::store::{Found, RoomSecret, Store, StoredRoom, Written};
use crate::time::{Millis, Time};
use serde_json::json;
use std::time::Duration;
use wire::server::{CreateRoom, PlayerView};

const NOON: Millis = 1_763_200_000_000;

fn player(name: &str) -> PlayerView {
    serde_json::from_value(json!({"id": name, "name": name})).unwrap()
}

/// A game with a minute for each, begun now.
fn game(now: Millis) -> Room {
    let clock = json!({"kind": "player", "seconds": 60});
    let wish = json!({"game": "base", "seats": [{"kind": "open"}, {"kind": "bot"}], "first": 0, "clock": clock});
    let wish: CreateRoom = serde_json::from_value(wish).unwrap();
    let secret = RoomSecret { seed: [1; 32], salt: [2; 32] };
    Room::create(&wish, "room".to_owned(), secret, &player("ann"), now).unwrap()
}

fn mine(found: Found) -> StoredRoom {
    match found {
        Found::Mine(stored) => *stored,
        Found::Missing => panic!("there is no room"),
        Found::Elsewhere(node) => panic!("{node:?} has the room"),
    }
}

/// A node dies, another takes its room and dies before it has woken it, and a third one takes and wakes it, each some time
/// after the other: nobody pays for any of that.
#[test]
fn time_runs_again_when_a_room_is_awake_not_when_it_is_taken() {
    if let Some(missing) = engines::missing() {
        assert!(!engines::required(), "{missing}");
        return println!("{missing}: not tested");
    }
    let engine = engines::Postgres::start(false).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let (time, hands) = Time::manual(NOON);
        let short = Duration::from_millis(300);
        let open = async |lease: Duration| Postgres::open(&engine.url(), lease, time.clone()).await.unwrap();
        let (first, last) = (open(short).await, open(Duration::from_secs(600)).await);
        let mut room = game(NOON);
        let (change, _) = room.first_change();
        assert!(matches!(first.write(change).await.unwrap(), Written::Room(..)));
        hands.advance(5_000);
        assert!(matches!(first.beat(true).await.unwrap(), Beat::Held { .. }));
        // It is dead from here on, and found to be so later.
        let second = open(short).await;
        hands.advance(20_000);
        while second.take_orphans().await.unwrap().is_empty() {
            tokio::time::sleep(Duration::from_millis(20)).await;
            second.beat(true).await.unwrap();
        }
        hands.advance(7_000);
        second.beat(true).await.unwrap();
        // The second one ends without having had the room in memory.
        while last.take_orphans().await.unwrap().is_empty() {
            tokio::time::sleep(Duration::from_millis(20)).await;
            last.beat(true).await.unwrap();
        }
        hands.advance(900);
        let stored = mine(last.claim("room".to_owned()).await.unwrap());
        assert_eq!(stored.stood, Some(NOON + 5_000), "since the last sign of life of who had it");
        let fence = stored.fence;
        // It is awake somewhat later than it was found.
        hands.advance(70);
        let awake = Room::load(stored, time.now()).unwrap();
        assert_eq!(awake.view(time.now()).time.unwrap().left[0], 55_000);
        // Whoever finds it once more finds how long it stood.
        let again = mine(last.claim("room".to_owned()).await.unwrap());
        assert_eq!((again.stood, &again.pauses[..]), (None, &[(NOON + 5_000, NOON + 32_900)][..]));
        assert_eq!(again.before, Some(fence));
    });
}

/// A node that hears nobody charges nobody, and says how the clocks stand when it hears them again.
#[test]
fn nobody_pays_while_the_other_nodes_are_not_heard() {
    let mut room = game(NOON);
    room.first_change();
    // After ten seconds the others are silent; time does not run, and is not up.
    let silent = NOON + 10_000;
    for now in [silent + 1_000, silent + 200_000] {
        room.skip(&[(silent, now)], false, now);
        room.tick(now);
        assert_eq!(room.view(now).time.unwrap().left[0], 50_000);
        assert!(room.next_change().is_none(), "nothing happened");
    }
    let back = silent + 300_000;
    room.skip(&[(silent, back)], true, back + 500);
    room.tick(back + 500);
    let (_, lines) = room.next_change().unwrap();
    assert_eq!(lines.len(), 1, "the clocks are told, and nobody's time is up");
    assert!(lines[0].body.contains("\"left\":[49500,60000]"), "{}", lines[0].body);
}
