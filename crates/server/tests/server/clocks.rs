//! Clocks, with time in the hands of the test.

use crate::kit::{Client, House, NOON, folder, play, two};
use serde_json::{Value, json};

const SECOND: u64 = 1000;
const DAY: u64 = 24 * 60 * 60 * SECOND;

fn timed_room(house: &House, clock: &Value, seats: usize) -> (Vec<Client>, String) {
    let people: Vec<Client> = (0..seats).map(|seat| house.guest(&format!("P{seat}"))).collect();
    let mut wish = two();
    (wish["clock"], wish["first"]) = (clock.clone(), json!(0));
    wish["seats"] = json!(vec![json!({"kind": "open"}); seats]);
    let room = people[0].room(&wish);
    for person in &people[1..] {
        person.post(&format!("/rooms/{room}/join"), &json!({})).ok(200);
    }
    (people, room)
}

/// Plays one action of whoever decides.
fn step(people: &[Client], room: &str) -> Value {
    let state = people[0].state(room);
    let seat = state["player"].as_u64().unwrap() as usize;
    let after = state["last"].as_u64().unwrap();
    people[seat].act(room, &format!("s{after}"), after, &state["actions"][0]).ok(200);
    people[0].events(room).last().unwrap().clone()
}

fn blitz() -> Value {
    json!({"kind": "player", "seconds": 60, "increment": 5})
}

/// Waits until the room has an event of this type.
fn wait_for(client: &Client, room: &str, kind: &str) -> Vec<Value> {
    let mut stream = client.stream(room, 0);
    while stream.next()["type"] != kind {}
    client.events(room)
}

#[test]
fn time_runs_for_whoever_decides() {
    let data = folder();
    let (house, hands) = House::timed(&data, NOON);
    let (people, room) = timed_room(&house, &blitz(), 2);
    let started = people[0].events(&room).into_iter().find(|event| event["type"] == "started").unwrap();
    assert_eq!(started["clock"], json!({"left": [60_000, 60_000], "running": 0}));
    hands.advance(10 * SECOND);
    let view = people[1].get(&format!("/rooms/{room}")).ok(200);
    assert_eq!(view["room"]["time"], json!({"left": [50_000, 60_000], "running": 0}));
    let mut left = [50_000, 60_000];
    for _ in 0..8 {
        let event = step(&people, &room);
        let seat = event["seat"].as_u64().unwrap() as usize;
        let running = event["clock"]["running"].as_u64().unwrap() as usize;
        if running != seat {
            left[seat] += 5 * SECOND;
        }
        assert_eq!(event["clock"]["left"], json!(left));
        hands.advance(SECOND);
        left[running] -= SECOND;
    }
}

#[test]
fn who_is_too_late_loses() {
    let data = folder();
    let (house, hands) = House::timed(&data, NOON);
    let (people, room) = timed_room(&house, &blitz(), 2);
    hands.advance(59 * SECOND);
    step(&people, &room);
    hands.advance(200 * SECOND);
    let events = wait_for(&people[0], &room, "over");
    let late = events.iter().find(|event| event["type"] == "timeout").unwrap();
    let winner = 1 - late["seat"].as_u64().unwrap();
    assert_eq!(events.last().unwrap()["winners"], json!([winner]));
    let state = people[0].state(&room);
    assert_eq!((&state["player"], &state["actions"]), (&Value::Null, &json!([])));
    people[0].act(&room, "late", events.len() as u64, &json!({"type": "pass"})).error("game_over");
}

#[test]
fn a_bot_plays_on_if_that_was_chosen() {
    let data = folder();
    let (house, hands) = House::timed(&data, NOON);
    let mut clock = blitz();
    clock["on_timeout"] = json!("bot");
    let (people, room) = timed_room(&house, &clock, 2);
    hands.advance(61 * SECOND);
    let events = wait_for(&people[0], &room, "bot_takes");
    assert!(events.iter().any(|event| event["type"] == "timeout" && event["seat"] == 0));
    // It is the other's turn sooner or later.
    let mut stream = people[1].stream(&room, events.len() as u64);
    while people[1].state(&room)["player"] != 1 {
        stream.next();
    }
    let view = people[0].get(&format!("/rooms/{room}")).ok(200);
    assert_eq!(view["room"]["seats"][0]["kind"], "bot");
    assert_eq!(view["room"]["seats"][0]["player"]["name"], "P0");
    let after = people[0].events(&room).len() as u64;
    people[0].act(&room, "no", after, &json!({"type": "pass"})).error("forbidden");
}

#[test]
fn of_three_the_others_go_on() {
    let data = folder();
    let (house, hands) = House::timed(&data, NOON);
    let (people, room) = timed_room(&house, &blitz(), 3);
    hands.advance(61 * SECOND);
    wait_for(&people[0], &room, "bot_takes");
    let mut stream = people[1].stream(&room, 0);
    while people[1].state(&room)["player"] != 1 {
        stream.next();
    }
    people[2].post(&format!("/rooms/{room}/resign"), &json!({})).ok(200);
    let over = people[1].events(&room).pop().unwrap();
    assert_eq!((&over["type"], &over["winners"]), (&json!("over"), &json!([1])));
}

#[test]
fn clocks_stand_still_while_the_server_is_down() {
    let data = folder();
    let (house, hands) = House::timed(&data, NOON);
    let (people, room) = timed_room(&house, &blitz(), 2);
    hands.advance(10 * SECOND);
    // The server notes every second that it is there. Several nodes note it in another way, also when they stop.
    let alive = || {
        let file = data.path().join("bastide.sqlite-wal");
        std::fs::metadata(file).map(|data| data.len()).unwrap_or_default()
    };
    let before = alive();
    hands.advance(2 * SECOND);
    while crate::NODES == 1 && alive() == before {
        std::thread::yield_now();
    }
    drop(house);
    let (house, _hands) = House::timed(&data, NOON + 100 * DAY);
    let people: Vec<Client> = people.iter().map(|person| person.at(&house)).collect();
    let view = people[0].get(&format!("/rooms/{room}")).ok(200);
    let left = view["room"]["time"]["left"][0].as_u64().unwrap();
    assert!((48_000..=50_000).contains(&left), "{left} of the minute are left after 10 to 12 seconds");
    let events = people[0].events(&room);
    assert_eq!(events.last().unwrap()["type"], "clock", "everybody is told");
    assert_eq!(events.last().unwrap()["left"][0], left);
    let event = step(&people, &room);
    assert_eq!(
        event["clock"]["left"][0].as_u64().unwrap() / 10_000,
        4 + u64::from(left >= 50_000 || event["clock"]["running"] == 1)
    );
}

#[test]
fn after_a_restart_games_go_on_also_where_people_only_listen() {
    let data = folder();
    let (house, _) = House::timed(&data, NOON);
    let (people, timed) = timed_room(&house, &blitz(), 2);
    let mut wish = two();
    wish["seats"] = json!(vec![json!({"kind": "bot", "level": "tactician"}); 2]);
    let bots = people[0].room(&wish);
    drop(house);
    let (house, hands) = House::timed(&data, NOON + 100 * SECOND);
    let bob = people[1].at(&house);
    let mut stream = bob.stream(&bots, 0);
    while stream.next()["type"] != "over" {}
    hands.advance(61 * SECOND);
    let mut stream = bob.stream(&timed, 0);
    while stream.next()["type"] != "timeout" {}
}

#[test]
fn correspondence_waits_for_days_also_without_memory() {
    let data = folder();
    let (time, hands) = server::Time::manual(NOON);
    // Rooms leave memory at once.
    let house = House::open(server::Config { time, idle_seconds: 0, ..crate::kit::plain(&data) });
    let (people, room) = timed_room(&house, &json!({"kind": "correspondence", "days": 2}), 2);
    hands.advance(DAY);
    let event = step(&people, &room);
    assert_eq!(event["clock"]["left"], json!([2 * DAY, 2 * DAY]));
    hands.advance(2 * DAY - SECOND);
    assert_eq!(people[0].get(&format!("/rooms/{room}")).ok(200)["room"]["state"], "playing");
    step(&people, &room);
    hands.advance(2 * DAY + SECOND);
    // Nobody asks for the room: the house keeps the time.
    let listed =
        |state: &str| people[0].get(&format!("/rooms?state={state}")).ok(200)["rooms"].as_array().unwrap().len();
    while listed("over") == 0 {
        hands.advance(SECOND);
    }
    let events = people[0].events(&room);
    assert_eq!(events[events.len() - 2]["type"], "timeout");
    assert_eq!(listed("playing"), 0);
}

#[test]
fn a_game_with_clocks_can_be_played_to_its_end() {
    let data = folder();
    let (house, _hands) = House::timed(&data, NOON);
    let (people, room) = timed_room(&house, &blitz(), 2);
    play(&[&people[0], &people[1]], &room, 9, usize::MAX);
    assert_eq!(people[0].events(&room).last().unwrap()["type"], "over");
}
