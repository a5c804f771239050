//! What people do in rooms beside playing.

use crate::kit::{Client, House, NOON, folder, play, two};
use serde_json::{Value, json};

fn kinds(events: &[Value]) -> Vec<&str> {
    events.iter().map(|event| event["type"].as_str().unwrap()).collect()
}

/// A room that Ann and Bob are in, with other choices.
fn pair(house: &House, more: &Value) -> (Client, Client, String) {
    let (ann, bob) = (house.guest("Ann"), house.guest("Bob"));
    let mut wish = two();
    for (name, value) in more.as_object().unwrap() {
        wish[name] = value.clone();
    }
    let room = ann.room(&wish);
    bob.post(&format!("/rooms/{room}/join"), &json!({})).ok(200);
    (ann, bob, room)
}

fn say(client: &Client, room: &str, what: &str, body: &Value) -> crate::kit::Answer {
    client.post(&format!("/rooms/{room}/{what}"), body)
}

#[test]
fn people_come_and_go_before_the_start() {
    let data = folder();
    let house = House::new(&data);
    let (ann, bob, carl) = (house.guest("Ann"), house.guest("Bob"), house.guest("Carl"));
    let room = ann.room(&json!({"game": "base", "seats": [{"kind": "open"}, {"kind": "open"}, {"kind": "open"}]}));
    assert_eq!(say(&ann, &room, "join", &json!({})).ok(200)["seat"], 0, "who sits there stays there");
    say(&bob, &room, "join", &json!({"seat": 0})).error("full");
    say(&bob, &room, "join", &json!({"seat": 9})).error("bad_request");
    assert_eq!(say(&bob, &room, "join", &json!({"seat": 2})).ok(200)["seat"], 2);
    say(&bob, &room, "start", &json!({})).error("forbidden");
    say(&bob, &room, "kick", &json!({"seat": 0})).error("forbidden");
    say(&ann, &room, "kick", &json!({"seat": 2})).ok(200);
    say(&bob, &room, "leave", &json!({})).error("forbidden");
    say(&bob, &room, "join", &json!({})).error("forbidden");
    assert_eq!(say(&carl, &room, "join", &json!({})).ok(200)["seat"], 1);
    say(&ann, &room, "leave", &json!({})).ok(200);
    // The host has left: Carl is host now.
    for level in ["god", "random+nice"] {
        say(&carl, &room, "start", &json!({"level": level})).error("bad_request");
    }
    say(&carl, &room, "start", &json!({"level": "random+builder"})).ok(200);
    let events = carl.events(&room);
    assert_eq!(kinds(&events)[..6], ["joined", "joined", "left", "joined", "left", "started"]);
    assert_eq!(events[2]["removed"], true);
    let seats = events[5]["seats"].as_array().unwrap();
    assert_eq!(
        (&seats[0]["kind"], &seats[1]["player"]["name"], &seats[2]["level"]),
        (&json!("bot"), &json!("Carl"), &json!("random+builder"))
    );
    // A room that everybody leaves before the start is gone.
    let empty = ann.room(&two());
    let mut stream = ann.stream(&empty, 0);
    assert_eq!(stream.next()["type"], "joined");
    say(&ann, &empty, "leave", &json!({})).ok(200);
    ann.get(&format!("/rooms/{empty}")).error("not_found");
    ann.get(&format!("/rooms/{empty}/events?wait=0")).error("not_found");
}

#[test]
fn the_host_changes_the_table_and_people_stay() {
    let data = folder();
    let house = House::new(&data);
    let (ann, bob, carl) = (house.guest("Ann"), house.guest("Bob"), house.guest("Carl"));
    let open = json!({"kind": "open"});
    let bot = json!({"kind": "bot", "level": "random"});
    let room = ann.room(&json!({"game": "base", "seats": [&open, &open, &open], "contribution": "aa"}));
    let commitment = ann.get(&format!("/rooms/{room}")).ok(200)["room"]["commitment"].clone();
    // Somebody who came and went leaves nothing behind, also after a restart.
    say(&carl, &room, "join", &json!({"seat": 2, "contribution": "cc"})).ok(200);
    say(&carl, &room, "leave", &json!({})).ok(200);
    say(&bob, &room, "join", &json!({"seat": 2, "contribution": "bb"})).ok(200);
    let clock = json!({"kind": "player", "seconds": 60, "on_timeout": "bot"});
    let wish = |seats: Value| json!({"game": "safari", "seats": seats, "clock": clock, "public": false, "chat": false});
    say(&bob, &room, "change", &wish(json!([open, open]))).error("forbidden");
    say(&ann, &room, "change", &wish(json!([open, bot]))).error("full");
    say(&ann, &room, "change", &json!({"game": "safari", "seats": [open, open], "seed": 1})).error("bad_request");
    say(&ann, &room, "change", &json!({"game": "safari", "options": ["river"], "seats": [open, open]}))
        .error("bad_request");
    assert_eq!(ann.get(&format!("/rooms/{room}")).ok(200)["room"]["game"], "base", "an error changes nothing");
    say(&ann, &room, "change", &wish(json!([open, bot, open, open]))).ok(200);
    drop(house);
    let house = House::new(&data);
    let (ann, bob, carl) = (ann.at(&house), bob.at(&house), carl.at(&house));
    let view = ann.get(&format!("/rooms/{room}")).ok(200)["room"].take();
    assert_eq!((&view["game"], &view["chat"], &view["state"]), (&json!("safari"), &json!(false), &json!("waiting")));
    assert_eq!((&view["clock"]["seconds"], &view["commitment"]), (&json!(60), &commitment));
    assert_eq!((&view["seats"][1]["level"], &view["seats"][2]["player"]["name"]), (&json!("random"), &json!("Bob")));
    assert!(ann.get("/rooms?state=waiting").ok(200)["rooms"].as_array().unwrap().is_empty(), "it is by link only now");
    say(&ann, &room, "chat", &json!({"text": "Hi"})).error("forbidden");
    // Seats that go away are exchanged for others; without open seats the game begins.
    say(&ann, &room, "change", &wish(json!([open, open]))).ok(200);
    let events = carl.events(&room);
    assert_eq!(kinds(&events)[4..], ["changed", "changed", "started"]);
    assert_eq!(events[6]["contributions"], json!(["aa", "bb"]));
    assert_eq!(events[6]["setup"]["game"], "safari");
    say(&ann, &room, "change", &wish(json!([open, open]))).error("bad_request");
    play(&[&ann, &bob], &room, 1, usize::MAX);
    let record: rules::Record = ann.get(&format!("/rooms/{room}/record")).body.parse().unwrap();
    assert_eq!(table::verify(&record), Ok(()));
}

#[test]
fn finished_games_are_found_by_game_and_by_name() {
    let data = folder();
    let house = House::new(&data);
    let (_, bob, room) = pair(&house, &json!({}));
    say(&bob, &room, "resign", &json!({})).ok(200);
    let (anna, other, second) =
        (house.guest("Anna Zoe"), house.guest("Carl"), json!({"game": "safari", "seats": two()["seats"]}));
    let second = anna.room(&second);
    say(&other, &second, "join", &json!({})).ok(200);
    say(&other, &second, "resign", &json!({})).ok(200);
    let found = |query: &str| {
        let answer = bob.get(&format!("/rooms?state=over&{query}")).ok(200);
        answer["rooms"]
            .as_array()
            .unwrap()
            .iter()
            .map(|room| room["id"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(found("name=ann"), [second.clone(), room.clone()]);
    assert_eq!(found("name=na%20zo"), std::slice::from_ref(&second));
    assert_eq!(found("name=ann&game=base"), std::slice::from_ref(&room));
    assert_eq!(found(&format!("player={}", bob.id)), [room]);
    assert!(found("name=%25").is_empty());
}

#[test]
fn undo_needs_everybody() {
    let data = folder();
    let house = House::new(&data);
    let (ann, bob, room) = pair(&house, &json!({"first": 0}));
    say(&ann, &room, "undo", &json!({})).error("bad_request");
    let start = ann.state(&room);
    play(&[&ann, &bob], &room, 2, 1);
    let one = ann.state(&room);
    say(&bob, &room, "undo", &json!({"accept": true})).error("bad_request");
    say(&ann, &room, "undo", &json!({})).ok(200);
    say(&ann, &room, "undo", &json!({"accept": true})).error("forbidden");
    say(&bob, &room, "undo", &json!({"accept": false})).ok(200);
    assert_eq!(ann.state(&room)["state"], one["state"]);
    say(&ann, &room, "undo", &json!({})).ok(200);
    say(&bob, &room, "undo", &json!({"accept": true})).ok(200);
    let undone = ann.events(&room).pop().unwrap();
    let started = ann.events(&room).into_iter().find(|event| event["type"] == "started").unwrap();
    assert_eq!((&undone["type"], &undone["to"]), (&json!("undone"), &started["n"]));
    let after = ann.state(&room);
    assert_eq!(after["state"], start["state"]);
    assert_eq!(after["actions"], start["actions"]);
    // What was seen before the undo is stale.
    ann.act(&room, "old", one["last"].as_u64().unwrap(), &start["actions"][0]).error("stale");
    play(&[&ann, &bob], &room, 3, 12);
    // Back to a certain action, and the same after a restart.
    let numbers: Vec<u64> = ann
        .events(&room)
        .iter()
        .filter(|event| event["type"] == "action" && event["n"].as_u64() > undone["n"].as_u64())
        .map(|event| event["n"].as_u64().unwrap())
        .collect();
    say(&bob, &room, "undo", &json!({"to": numbers[3]})).ok(200);
    say(&ann, &room, "undo", &json!({"accept": true})).ok(200);
    let now = ann.state(&room);
    drop(house);
    let house = House::new(&data);
    let (ann, bob) = (ann.at(&house), bob.at(&house));
    assert_eq!(ann.state(&room), now);
    play(&[&ann, &bob], &room, 4, usize::MAX);
    let record: rules::Record = ann.get(&format!("/rooms/{room}/record")).body.parse().unwrap();
    assert_eq!(table::verify(&record), Ok(()));
}

#[test]
fn who_goes_away_is_not_waited_for_when_others_have_agreed_to_an_undo() {
    let data = folder();
    let house = House::new(&data);
    for away in ["leave", "resign"] {
        let people = ["Ann", "Bob", "Cat"].map(|name| house.guest(name));
        let [ann, bob, cat] = &people;
        let mut wish = two();
        (wish["first"], wish["seats"]) = (json!(0), json!(vec![json!({"kind": "open"}); 3]));
        let room = ann.room(&wish);
        say(bob, &room, "join", &json!({})).ok(200);
        say(cat, &room, "join", &json!({})).ok(200);
        let start = ann.state(&room);
        play(&[ann, bob, cat], &room, 2, 1);
        say(ann, &room, "undo", &json!({})).ok(200);
        say(bob, &room, "undo", &json!({"accept": true})).ok(200);
        say(cat, &room, away, &json!({})).ok(200);
        assert_eq!(kinds(&ann.events(&room)).last(), Some(&"undone"), "{away}");
        assert_eq!(ann.state(&room)["state"], start["state"]);
    }
}

#[test]
fn bots_let_people_go_back() {
    let data = folder();
    let house = House::new(&data);
    let ann = house.guest("Ann");
    let room =
        ann.room(&json!({"game": "base", "first": 0, "seats": [{"kind": "open"}, {"kind": "bot", "level": "random"}]}));
    let before = ann.state(&room);
    play(&[&ann, &ann], &room, 1, 1);
    say(&ann, &room, "undo", &json!({})).ok(200);
    let now = ann.state(&room);
    assert_eq!(now["state"], before["state"]);
}

#[test]
fn who_gives_up_loses() {
    let data = folder();
    let house = House::new(&data);
    let (ann, bob, room) = pair(&house, &json!({}));
    play(&[&ann, &bob], &room, 1, 6);
    say(&ann, &room, "resign", &json!({})).ok(200);
    let events = bob.events(&room);
    assert_eq!(kinds(&events)[events.len() - 2..], ["resigned", "over"]);
    assert_eq!(events.last().unwrap()["winners"], json!([1]));
    say(&bob, &room, "resign", &json!({})).error("game_over");
    let rating = |client: &Client| {
        client.get(&format!("/players/{}", client.id)).ok(200)["ratings"][0]["rating"].as_i64().unwrap()
    };
    assert!(rating(&bob) > 1500 && rating(&ann) < 1500);
    let leaders = ann.get("/leaders?game=base").ok(200);
    assert_eq!(leaders["leaders"][0]["player"]["name"], "Bob");
    let record: rules::Record = ann.get(&format!("/rooms/{room}/record")).body.parse().unwrap();
    assert_eq!(table::verify(&record), Ok(()), "also a game that was broken off reveals everything");
}

#[test]
fn a_seat_that_was_left_is_what_was_chosen() {
    let data = folder();
    let house = House::new(&data);
    let (ann, bob, room) = pair(&house, &json!({"on_leave": "wait"}));
    say(&ann, &room, "leave", &json!({})).ok(200);
    assert_eq!(say(&ann, &room, "join", &json!({})).ok(200)["seat"], 0);
    assert_eq!(kinds(&bob.events(&room))[3..], ["left", "joined"]);
    play(&[&ann, &bob], &room, 1, 4);

    let (ann, bob, room) = pair(&house, &json!({"on_leave": "bot", "first": 0}));
    say(&ann, &room, "leave", &json!({})).ok(200);
    let mut stream = bob.stream(&room, 0);
    while bob.state(&room)["player"] != 1 {
        stream.next();
    }
    assert!(kinds(&bob.events(&room)).contains(&"bot_takes"));

    let (ann, bob, room) = pair(&house, &json!({"on_leave": "end"}));
    say(&bob, &room, "leave", &json!({})).ok(200);
    let over = ann.events(&room).pop().unwrap();
    assert_eq!((&over["type"], &over["winners"]), (&json!("over"), &json!([0])));
}

#[test]
fn the_same_people_play_again() {
    let data = folder();
    let house = House::new(&data);
    let (ann, bob, room) = pair(&house, &json!({}));
    say(&ann, &room, "rematch", &json!({})).error("bad_request");
    say(&bob, &room, "resign", &json!({})).ok(200);
    let carl = house.guest("Carl");
    say(&carl, &room, "rematch", &json!({})).error("forbidden");
    // Whoever asks first and goes again takes the room along, and not the chance.
    let first = say(&ann, &room, "rematch", &json!({})).ok(201);
    let gone = first["room"]["id"].as_str().unwrap();
    say(&ann, gone, "leave", &json!({})).ok(200);
    ann.get(&format!("/rooms/{gone}")).error("not_found");
    let offer = say(&bob, &room, "rematch", &json!({})).ok(201);
    let again = offer["room"]["id"].as_str().unwrap();
    assert_eq!((&offer["seat"], &offer["room"]["state"]), (&json!(1), &json!("waiting")));
    say(&carl, again, "join", &json!({})).error("full");
    assert_eq!(ann.events(&room).last().unwrap()["room"], again);
    let accepted = say(&ann, &room, "rematch", &json!({})).ok(201);
    assert_eq!((&accepted["room"]["id"], &accepted["seat"]), (&json!(again), &json!(0)));
    assert_eq!(accepted["room"]["state"], "playing");
    play(&[&ann, &bob], again, 1, 4);
}

#[test]
fn chat_is_for_those_who_are_allowed() {
    let data = folder();
    let house = House::new(&data);
    let (ann, _, room) = pair(&house, &json!({}));
    let carl = house.guest("Carl");
    say(&ann, &room, "chat", &json!({"text": "hello\u{202e} there"})).ok(200);
    say(&carl, &room, "chat", &json!({"text": "<b>hi</b>"})).ok(200);
    say(&house.nobody(), &room, "chat", &json!({"text": "boo"})).error("unauthorised");
    say(&ann, &room, "chat", &json!({"text": ""})).error("bad_request");
    say(&ann, &room, "chat", &json!({"text": "x".repeat(501)})).error("bad_request");
    let events = ann.events(&room);
    let chat: Vec<&Value> = events.iter().filter(|event| event["type"] == "chat").collect();
    assert_eq!((&chat[0]["text"], &chat[0]["seat"]), (&json!("hello there"), &json!(0)));
    assert_eq!((&chat[1]["text"], &chat[1]["seat"]), (&json!("<b>hi</b>"), &Value::Null));
    // A word between does not make an action stale.
    let state = ann.state(&room);
    let moved = events.iter().rfind(|event| event["type"] == "started").unwrap()["n"].as_u64().unwrap();
    if state["player"] == 0 {
        ann.act(&room, "a", moved, &state["actions"][0]).ok(200);
    }
    let (ann, _, quiet) = pair(&house, &json!({"chat": false}));
    say(&ann, &quiet, "chat", &json!({"text": "hello"})).error("forbidden");
}

#[test]
fn an_identity_moves_to_another_device_once() {
    let data = folder();
    let house = House::new(&data);
    let ann = house.guest("Ann");
    let link = ann.post("/me/link", &json!({})).ok(201);
    let claim = json!({"code": link["code"]});
    let phone = house.nobody().post("/guests/claim", &claim).ok(201);
    assert_eq!(phone["player"]["id"], ann.id.as_str());
    house.nobody().post("/guests/claim", &claim).error("not_found");
    let phone = Client { token: phone["token"].as_str().unwrap().to_owned(), ..ann.clone() };
    phone.post("/me/name", &json!({"name": "Anna"})).ok(200);
    assert_eq!(ann.get("/me").ok(200)["player"]["name"], "Anna");
    // Only hashes of secrets are stored.
    drop(house);
    let secrets = [&ann.token, &phone.token].map(|token| token.split_once('.').unwrap().1.to_owned());
    for entry in std::fs::read_dir(data.path()).unwrap() {
        let bytes = std::fs::read(entry.unwrap().path()).unwrap();
        for secret in &secrets {
            assert!(!bytes.windows(secret.len()).any(|part| part == secret.as_bytes()));
        }
    }
}

#[test]
fn games_that_nobody_goes_on_with_take_no_room_in_lists() {
    let data = folder();
    let (house, hands) = House::timed(&data, NOON);
    let hour = 60 * 60 * 1000;
    let [ann, bob] = ["Ann", "Bob"].map(|name| house.guest(name));
    let begin = |wish: &Value| -> String {
        let room = ann.room(wish);
        bob.post(&format!("/rooms/{room}/join"), &json!({})).ok(200);
        room
    };
    let mut by_days = two();
    by_days["clock"] = json!({"kind": "correspondence", "days": 7});
    let (played, by_days) = (begin(&two()), begin(&by_days));
    // Newer than both, and as many as a page has.
    let left: Vec<String> = (0..3).map(|_| begin(&two())).collect();
    let ids = |query: &str| -> Vec<Value> {
        let rooms = bob.get(&format!("/rooms?state=playing{query}")).ok(200);
        rooms["rooms"].as_array().unwrap().iter().map(|room| room["id"].clone()).collect()
    };
    assert_eq!(ids("").len(), 5);
    hands.advance(71 * hour);
    ann.post(&format!("/rooms/{played}/chat"), &json!({"text": "Are you there?"})).ok(200);
    assert_eq!(ids("").len(), 5);
    hands.advance(2 * hour);
    assert_eq!(ids("&limit=3"), [by_days.as_str(), played.as_str()]);
    assert_eq!(ids(&format!("&limit=1&before={}", left[2])), [by_days.as_str()]);
    let mine = ann.get("/me").ok(200);
    assert_eq!(mine["rooms"].as_array().unwrap().len(), 5, "those who play find them");
}

#[test]
fn lists_show_what_they_should() {
    let data = folder();
    let house = House::new(&data);
    let (ann, bob, room) = pair(&house, &json!({"first": 0}));
    let waiting = ann.room(&json!({"game": "safari", "seats": [{"kind": "open"}, {"kind": "open"}]}));
    let hidden = ann.room(&json!({"game": "base", "public": false, "seats": [{"kind": "open"}, {"kind": "open"}]}));
    let ids = |client: &Client, path: &str| -> Vec<String> {
        let rooms = client.get(path).ok(200);
        rooms["rooms"].as_array().unwrap().iter().map(|room| room["id"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(ids(&bob, "/rooms"), [waiting.as_str(), room.as_str()]);
    assert_eq!(ids(&bob, "/rooms?state=waiting"), [waiting.as_str()]);
    assert_eq!(ids(&bob, "/rooms?game=base"), [room.as_str()]);
    assert_eq!(ids(&bob, "/rooms?limit=1"), [waiting.as_str()]);
    assert_eq!(ids(&bob, &format!("/rooms?before={waiting}")), [room.as_str()]);
    assert_eq!(ids(&bob, &format!("/rooms?player={}", bob.id)), [room.as_str()]);
    bob.get("/rooms?state=asleep").error("bad_request");
    bob.get("/rooms?colour=red").error("bad_request");
    bob.get("/rooms?before=nothing").error("not_found");
    assert_eq!(bob.get(&format!("/rooms/{hidden}")).ok(200)["room"]["state"], "waiting", "who has the link finds it");
    // Ann must move: that room comes first, though others are newer.
    assert_eq!(ids(&ann, "/me"), [room.as_str(), hidden.as_str(), waiting.as_str()]);
    house.nobody().get("/me").error("unauthorised");
    let view = &bob.get("/rooms?state=playing").ok(200)["rooms"][0];
    assert_eq!(
        (&view["to_act"], &view["scores"], &view["seats"][0]["rating"]),
        (&json!(0), &json!([0, 0]), &json!(1500))
    );
    assert!(view["link"].as_str().unwrap().ends_with(&room));
}

#[test]
fn presence_is_shown_to_those_who_want_it() {
    let data = folder();
    let house = House::new(&data);
    let (ann, bob, room) = pair(&house, &json!({}));
    let present = |client: &Client| {
        let view = client.get(&format!("/rooms/{room}")).ok(200);
        let seats = view["room"]["seats"].as_array().unwrap().clone();
        let there: Vec<bool> = seats.iter().map(|seat| seat["present"].as_bool().unwrap()).collect();
        (there, view["room"]["spectators"].as_u64().unwrap())
    };
    // With several nodes it takes a moment until all of them know.
    let becomes = |client: &Client, wanted: (Vec<bool>, u64)| {
        let soon = std::time::Instant::now() + std::time::Duration::from_secs(20);
        while present(client) != wanted {
            assert!(std::time::Instant::now() < soon, "{:?}, not {wanted:?}", present(client));
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
    };
    becomes(&ann, (vec![false, false], 0));
    let mut socket = ann.socket(&room, 0);
    while socket.next()["type"] != "started" {}
    let pong = socket.ask(&json!({"id": "1", "request": "ping"}), &mut Vec::new());
    assert_eq!(pong["ok"], true);
    becomes(&bob, (vec![true, false], 0));
    let mut watching = house.nobody().stream(&room, 0);
    watching.next();
    becomes(&bob, (vec![true, false], 1));
    drop(socket);
    drop(watching);
    becomes(&bob, (vec![false, false], 0));
}

#[test]
fn forgotten_rooms_go_away() {
    let data = folder();
    let (house, hands) = House::timed(&data, NOON);
    let (ann, _, playing) = pair(&house, &json!({}));
    let waiting = ann.room(&two());
    hands.advance(119 * 60_000);
    assert_eq!(ann.get(&format!("/rooms/{waiting}")).ok(200)["room"]["state"], "waiting");
    while ann.get(&format!("/rooms/{waiting}")).status == 200 {
        hands.advance(60_000);
    }
    assert_eq!(ann.get(&format!("/rooms/{playing}")).ok(200)["room"]["state"], "playing");
    // A game that nobody goes on with leaves the lobby, and is kept for its players.
    let watched = || ann.get("/rooms?state=playing").ok(200)["rooms"].as_array().unwrap().len();
    assert_eq!(watched(), 1);
    hands.advance(3 * 24 * 60 * 60_000);
    assert_eq!(watched(), 0);
    assert_eq!(ann.get("/me").ok(200)["rooms"][0]["id"], json!(playing));
}
