//! Whole games over the network.

use crate::kit::{Client, House, folder, play, two};
use rules::{Game as _, GameId, Options, Record};
use serde_json::{Value, json};

fn room_for_two(house: &House) -> (Client, Client, String) {
    let (ann, bob) = (house.guest("Ann"), house.guest("Bob"));
    let room = ann.room(&two());
    assert_eq!(bob.post(&format!("/rooms/{room}/join"), &json!({})).ok(200), json!({"seat": 1}));
    (ann, bob, room)
}

#[test]
fn whole_games_of_every_kind() {
    let data = folder();
    let house = House::new(&data);
    for game in GameId::ALL {
        let all = Options::combinations(game).last().unwrap();
        for options in [Options::NONE, all] {
            let names: Vec<&str> = options.iter().map(rules::GameOption::name).collect();
            let seats = *game.players(options).end();
            let people: Vec<Client> = (0..seats).map(|seat| house.guest(&format!("P{seat}"))).collect();
            let open = vec![json!({"kind": "open"}); seats.into()];
            let room =
                people[0].room(&json!({"game": game.name(), "options": names, "seats": open, "contribution": "A0"}));
            for person in &people[1..] {
                person.post(&format!("/rooms/{room}/join"), &json!({"contribution": "7"})).ok(200);
            }
            let everybody: Vec<&Client> = people.iter().collect();
            play(&everybody, &room, 1, usize::MAX);

            let events = people[0].events(&room);
            let over = events.last().unwrap();
            assert_eq!(over["type"], "over", "{over}");
            let record = people[0].get(&format!("/rooms/{room}/record"));
            let record: Record = record.body.parse().unwrap();
            assert_eq!(table::verify(&record), Ok(()));
            assert_eq!(json!(record.result().unwrap()), over["scores"]);
            let reveal = record.dealing().fair.as_ref().unwrap().reveal.as_ref().unwrap();
            assert_eq!(over["seed"], reveal.seed.to_string());
            assert_eq!(over["salt"], reveal.salt.to_string());
            assert_eq!(over["contributions"][0], "a0");
            let view = people[0].get(&format!("/rooms/{room}")).ok(200);
            assert_eq!(view["room"]["state"], "over");
            assert_eq!(view["room"]["winners"], over["winners"]);
            assert_eq!(view["room"]["commitment"], table::commitment(reveal).to_string());
        }
    }
}

/// The state that the server tells is that of the engine, for the same actions and draws.
#[test]
fn events_tell_everything_that_a_client_needs() {
    let data = folder();
    let house = House::new(&data);
    let (ann, bob, room) = room_for_two(&house);
    play(&[&ann, &bob], &room, 3, 30);
    let state = ann.state(&room);
    let events = ann.events(&room);
    assert_eq!(state["last"], events.len());
    let mut game = None;
    for event in &events {
        let event: wire::server::ReadEvent = serde_json::from_value(event.clone()).unwrap();
        use wire::server::EventKind;
        let dealt = match &event.kind {
            EventKind::Started { setup, dealt, .. } => {
                let setup = wire::read_setup(&setup.game, &setup.options, setup.players, Some(setup.first)).unwrap();
                game = Some(rules::AnyGame::new(&setup));
                dealt
            }
            EventKind::Action { action, dealt, .. } => {
                game.as_mut().unwrap().play(action.try_into().unwrap()).unwrap();
                dealt
            }
            _ => continue,
        };
        for name in dealt {
            let tile = rules::TileKind::from_name(name).unwrap();
            game.as_mut().unwrap().play(rules::Action::Draw { tile }).unwrap();
        }
    }
    let game = game.unwrap();
    assert_eq!(serde_json::to_value(wire::StateJson::of(&game)).unwrap(), state["state"]);
    assert_eq!(serde_json::to_value(wire::legal_actions(&game)).unwrap(), state["actions"]);
}

#[test]
fn a_retry_acts_once_also_after_a_restart() {
    let data = folder();
    let house = House::new(&data);
    let (ann, bob, room) = room_for_two(&house);
    let state = ann.state(&room);
    let (after, action) = (state["last"].as_u64().unwrap(), state["actions"][0].clone());
    let who = if state["player"] == 0 { &ann } else { &bob };
    let first = who.act(&room, "x", after, &action).ok(200);
    assert_eq!(first, json!({"n": after + 1}));
    assert_eq!(who.act(&room, "x", after, &action).ok(200), first);
    let wrong = who.act(&room, "y", after, &action);
    assert_eq!(wrong.status, 409);
    wrong.error("stale");
    let before = ann.events(&room);
    drop(house);

    let house = House::new(&data);
    let (who, ann) = (who.at(&house), ann.at(&house));
    assert_eq!(ann.events(&room), before);
    assert_eq!(who.act(&room, "x", after, &action).ok(200), first);
    assert_eq!(who.act(&room, "x", after + 1, &action).ok(200), first, "whatever else the retry says");
    assert_eq!(ann.events(&room), before);
    play(&[&ann, &bob.at(&house)], &room, 5, 10);
}

#[test]
fn what_must_not_be_is_refused_and_changes_nothing() {
    let data = folder();
    let house = House::new(&data);
    let (ann, bob, room) = room_for_two(&house);
    let carl = house.guest("Carl");
    let before = ann.events(&room);
    let state = ann.state(&room);
    let after = state["last"].as_u64().unwrap();
    let action = state["actions"][0].clone();
    let (mover, other) = if state["player"] == 0 { (&ann, &bob) } else { (&bob, &ann) };

    other.act(&room, "1", after, &action).error("forbidden");
    carl.act(&room, "2", after, &action).error("forbidden");
    house.nobody().act(&room, "3", after, &action).error("unauthorised");
    mover.act(&room, "4", after - 1, &action).error("stale");
    mover.act(&room, "5", after + 7, &action).error("bad_request");
    mover.act(&room, "", after, &action).error("bad_request");
    mover.act(&room, &"i".repeat(65), after, &action).error("bad_request");
    let far = json!({"type": "place", "tile": state["state"]["tile"], "x": 90, "y": 90, "rot": 0});
    let illegal = mover.act(&room, "6", after, &far);
    assert_eq!(illegal.status, 422);
    assert!(illegal.error("illegal_action")["rule"].as_str().unwrap().starts_with('C'));
    mover.act(&room, "7", after, &json!({"type": "place"})).error("bad_request");
    mover.act(&room, "8", after, &json!({"type": "fly"})).error("bad_request");
    let path = format!("/rooms/{room}/actions");
    mover.post(&path, &json!({"id": "9", "after": after, "action": action, "more": 1})).error("bad_request");
    mover
        .raw("POST", &format!("/api/v1{path}"), &format!("Authorization: Bearer {}\r\n", mover.token), "{")
        .error("bad_request");
    let huge = mover.post(&path, &json!({"id": "x".repeat(100_000)}));
    huge.error("bad_request");
    mover.act("nowhere", "10", after, &action).error("not_found");
    carl.post(&format!("/rooms/{room}/join"), &json!({})).error("full");
    carl.post(&format!("/rooms/{room}/resign"), &json!({})).error("forbidden");
    ann.post(&format!("/rooms/{room}/start"), &json!({})).error("bad_request");
    let forged =
        Client { token: format!("{}.{}", ann.token.split('.').next().unwrap(), "0".repeat(64)), ..ann.clone() };
    forged.get("/me").error("unauthorised");
    assert_eq!(ann.events(&room), before);
    assert_eq!(ann.state(&room), state);
}

#[test]
fn rooms_that_cannot_be_are_refused() {
    let data = folder();
    let house = House::new(&data);
    let ann = house.guest("Ann");
    let open = || json!([{"kind": "open"}, {"kind": "open"}]);
    for wish in [
        json!({"game": "chess", "seats": open()}),
        json!({"game": "base", "options": ["wings"], "seats": open()}),
        json!({"game": "base", "options": ["river", "river"], "seats": open()}),
        json!({"game": "base", "seats": []}),
        json!({"game": "base", "seats": vec![json!({"kind": "open"}); 300]}),
        json!({"game": "base", "seats": [{"kind": "open"}, {"kind": "throne"}]}),
        json!({"game": "base", "seats": [{"kind": "open"}, {"kind": "bot", "level": "god"}]}),
        json!({"game": "base", "seats": open(), "first": 7}),
        json!({"game": "base", "seats": open(), "contribution": "xyz"}),
        json!({"game": "base", "seats": open(), "contribution": "0".repeat(65)}),
        json!({"game": "base", "seats": open(), "clock": {"kind": "player"}}),
        json!({"game": "base", "seats": open(), "seed": "no"}),
        json!({"game": "base", "seats": open(), "surprise": true}),
    ] {
        ann.post("/rooms", &wish).error("bad_request");
    }
    for name in ["", "\u{202e}", &"n".repeat(33)] {
        house.nobody().post("/guests", &json!({"name": name})).error("bad_request");
    }
    assert_eq!(ann.get("/rooms").ok(200), json!({"rooms": []}));
}

#[test]
fn both_ways_to_listen_tell_the_same_to_everybody() {
    let data = folder();
    let house = House::new(&data);
    let (ann, bob, room) = room_for_two(&house);
    let mut stream = house.nobody().stream(&room, 0);
    let mut socket = ann.socket(&room, 0);
    let mut late = Vec::new();
    // Bob plays by frames, Ann by requests.
    let mut frames = bob.socket(&room, 2);
    let mut seen = Vec::new();
    for number in 0..40 {
        let state = ann.state(&room);
        let Some(seat) = state["player"].as_u64() else { break };
        let after = state["last"].as_u64().unwrap();
        let action = &state["actions"][0];
        if seat == 0 {
            ann.act(&room, &format!("{number}"), after, action).ok(200);
        } else {
            let request = json!({"id": format!("{number}"), "request": "action", "after": after, "action": action});
            let answer = frames.ask(&request, &mut seen);
            assert_eq!(answer["ok"], json!({"n": after + 1}), "{answer}");
        }
    }
    let refused =
        frames.ask(&json!({"id": "s", "request": "action", "after": 1, "action": {"type": "pass"}}), &mut seen);
    assert_eq!((&refused["ok"], &refused["error"]["code"]), (&json!(false), &json!("stale")));
    let wrong = frames.ask(&json!({"id": "t", "request": "sing"}), &mut seen);
    assert_eq!(wrong["error"]["code"], "bad_request");
    let said = frames.ask(&json!({"id": "u", "request": "chat", "text": "hello"}), &mut seen);
    let events = ann.events(&room);
    assert_eq!(said["ok"]["n"], events.len());
    while late.len() < events.len() {
        late.push(stream.next());
    }
    assert_eq!(late, events);
    let heard: Vec<Value> = events.iter().map(|_| socket.next()).collect();
    assert_eq!(heard, events);
    while seen.last().is_none_or(|event: &Value| event["n"] != events.len()) {
        seen.push(frames.next());
    }
    assert_eq!(seen, events[2..]);
    assert_eq!(events.last().unwrap()["text"], "hello");
}

/// Two rooms whose secrets differ, with the same draws up to some point, tell byte for byte the same up to there.
#[test]
fn nothing_depends_on_what_is_not_drawn_yet() {
    let data = folder();
    let (house, _hands) = House::timed(&data, crate::kit::NOON);
    let ann = house.guest("Ann");
    let bob = house.guest("Bob");
    // Many rooms: some pairs agree in their first draws and differ later.
    let mut told: Vec<Vec<String>> = Vec::new();
    for seed in 0..150 {
        let mut wish = two();
        (wish["seed"], wish["first"]) = (json!(seed), json!(0));
        let room = ann.room(&wish);
        bob.post(&format!("/rooms/{room}/join"), &json!({})).ok(200);
        let mut messages = Vec::new();
        for number in 0..6 {
            let state = ann.get(&format!("/rooms/{room}/state")).body;
            let view = ann.get(&format!("/rooms/{room}")).body;
            let record = ann.get(&format!("/rooms/{room}/record")).body;
            let events = ann.get(&format!("/rooms/{room}/events?after=0&wait=0")).body;
            let commitment =
                serde_json::from_str::<Value>(&view).unwrap()["room"]["commitment"].as_str().unwrap().to_owned();
            // Names and promises differ from room to room, and say nothing; nor does whether a line has ended already.
            let view = view.replace(r#""present":true"#, r#""present":false"#);
            let whole = [state.clone(), view, record, events].join("\n");
            messages.push(whole.replace(&room, "ROOM").replace(&commitment, "COMMITMENT"));
            let state: Value = serde_json::from_str(&state).unwrap();
            let who = if state["player"] == 0 { &ann } else { &bob };
            let answer = who.act(&room, &format!("{number}"), state["last"].as_u64().unwrap(), &state["actions"][0]);
            messages.push(answer.body);
        }
        told.push(messages);
    }
    let tile = |messages: &[String], index: usize| {
        let state: Value = serde_json::from_str(messages[index].lines().next().unwrap()).unwrap();
        state["state"]["board"].to_string() + &state["state"]["tile"].to_string()
    };
    let mut pairs = 0;
    for (number, one) in told.iter().enumerate() {
        for other in &told[number + 1..] {
            let same = (0..6).take_while(|step| tile(one, 2 * step) == tile(other, 2 * step)).count();
            if same == 0 || same == 6 {
                continue;
            }
            // Before the next draw everything is the same.
            assert_eq!(one[..2 * same - 1], other[..2 * same - 1]);
            pairs += 1;
        }
    }
    assert!(pairs > 100, "only {pairs} pairs to compare");
}
