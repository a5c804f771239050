//! What only several nodes can get wrong.

use crate::kit::{Client, House, folder, plain, play, two};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// A room of two, whose players are connected to different nodes.
fn apart(house: &House) -> (Client, Client, String) {
    let (ann, bob) = (house.guest("Ann"), house.guest("Bob"));
    let room = ann.room(&two());
    bob.post(&format!("/rooms/{room}/join"), &json!({})).ok(200);
    (ann, bob, room)
}

#[test]
fn everybody_sees_the_same_in_the_same_order() {
    let data = folder();
    let house = House::new(&data);
    let (ann, bob, room) = apart(&house);
    let mut ears: Vec<_> = house.addresses().iter().map(|address| ann.to(*address).stream(&room, 0)).collect();
    play(&[&ann, &bob], &room, 5, usize::MAX);
    let events = ann.events(&room);
    assert_eq!(bob.events(&room), events);
    for ear in &mut ears {
        let heard: Vec<Value> = events.iter().map(|_| ear.next()).collect();
        assert_eq!(heard, events);
    }
}

#[test]
fn lists_names_and_ratings_are_the_same_everywhere() {
    let data = folder();
    let house = House::new(&data);
    let (ann, bob, room) = apart(&house);
    let everywhere = |path: &str| -> Vec<Value> {
        let ask = |address: &_| ann.to(*address).get(path).ok(200);
        house.addresses().iter().map(ask).collect()
    };
    play(&[&ann, &bob], &room, 6, 12);
    // The points of a running game are known to the node that has it.
    let lists = everywhere("/rooms?state=playing");
    assert!(lists[0]["rooms"][0]["scores"].is_array(), "{}", lists[0]);
    assert!(lists.windows(2).all(|pair| pair[0]["rooms"][0]["scores"] == pair[1]["rooms"][0]["scores"]), "{lists:?}");
    ann.post("/me/name", &json!({"name": "Anna"})).ok(200);
    for address in house.addresses() {
        while ann.to(address).get("/me").ok(200)["player"]["name"] != "Anna" {
            std::thread::yield_now();
        }
    }
    bob.post(&format!("/rooms/{room}/resign"), &json!({})).ok(200);
    let players = everywhere(&format!("/players/{}", ann.id));
    assert_eq!(players[0]["ratings"][0]["games"], 1);
    assert!(players.windows(2).all(|pair| pair[0] == pair[1]));
}

/// Games that end at the same time at different nodes change the same ratings: none is lost.
#[test]
fn ratings_of_games_that_end_together_all_count() {
    let data = folder();
    let house = House::new(&data);
    let games: Vec<_> = (0..8).map(|_| ()).collect();
    let (ann, bob) = (house.guest("Ann"), house.guest("Bob"));
    let addresses = house.addresses();
    std::thread::scope(|scope| {
        for (number, ()) in games.iter().enumerate() {
            let place = addresses[number % addresses.len()];
            let (ann, bob) = (ann.to(place), bob.to(place));
            scope.spawn(move || {
                let room = ann.room(&two());
                bob.post(&format!("/rooms/{room}/join"), &json!({})).ok(200);
                play(&[&ann, &bob], &room, number as u64, 6);
                bob.post(&format!("/rooms/{room}/resign"), &json!({})).ok(200);
            });
        }
    });
    for player in [&ann, &bob] {
        let shown = player.get(&format!("/players/{}", player.id)).ok(200);
        assert_eq!(shown["ratings"][0]["games"], games.len(), "{shown}");
        assert_eq!(shown["curve"].as_array().unwrap().len(), games.len());
    }
}

/// Time limits of many rooms that nobody has in memory: each is over once.
#[test]
fn each_time_limit_ends_once() {
    let data = folder();
    let (time, hands) = server::Time::manual(crate::kit::NOON);
    let house = House::open(server::Config { time, idle_seconds: 0, ..plain(&data) });
    let (ann, bob) = (house.guest("Ann"), house.guest("Bob"));
    let mut wish = two();
    wish["clock"] = json!({"kind": "correspondence", "days": 1});
    let rooms: Vec<String> = (0..12).map(|_| ann.room(&wish)).collect();
    for room in &rooms {
        bob.post(&format!("/rooms/{room}/join"), &json!({})).ok(200);
    }
    hands.advance(25 * 60 * 60 * 1000);
    for room in &rooms {
        while ann.get(&format!("/rooms/{room}")).ok(200)["room"]["state"] != "over" {
            hands.advance(1000);
        }
        let events = ann.events(room);
        assert_eq!(events.iter().filter(|event| event["type"] == "timeout").count(), 1, "{events:?}");
    }
}

/// Nobody gets more by going to several nodes.
#[test]
fn limits_count_for_all_nodes_together() {
    let data = folder();
    let house = House::open(server::Config { limits: true, connections: 4, ..plain(&data) });
    let ann = house.guest("Ann");
    let room = ann.room(&two());
    let addresses = house.addresses();
    let open: Vec<_> = (0..4).map(|number| ann.to(addresses[number % addresses.len()]).stream(&room, 0)).collect();
    for address in &addresses {
        ann.to(*address).get(&format!("/rooms/{room}/events")).error("too_many");
    }
    drop(open);
    let made = |number: usize| {
        let nobody = house.nobody().to(addresses[number % addresses.len()]);
        nobody.post("/guests", &json!({"name": "Bob"})).status == 201
    };
    let begun = std::time::Instant::now();
    let made = (0..150).filter(|number| made(*number)).count();
    // 60 at once and one a second; one was Ann.
    let most = 60 + begun.elapsed().as_secs() as usize + 1;
    assert!((40..=most).contains(&made), "{made} of at most {most}");
    // 20 messages at once and two a second; 60 rooms at once and one a second, of which one was made above.
    let chat = (json!({"text": "hello"}), format!("/rooms/{room}/chat"), 20, 2, 200);
    let rooms = (two(), "/rooms".to_owned(), 60, 1, 201);
    for (body, path, burst, rate, good) in [chat, rooms] {
        let begun = std::time::Instant::now();
        let ask = |number: usize| ann.to(addresses[number % addresses.len()]).post(&path, &body).status == good;
        let done = (0..burst + 30).filter(|number| ask(*number)).count();
        let most = burst + (begun.elapsed().as_secs() as usize + 1) * rate;
        assert!((burst / 2..=most).contains(&done), "{path}: {done} of at most {most}");
    }
}

/// A retry that comes in at another node acts once.
#[test]
fn a_retry_elsewhere_acts_once() {
    let data = folder();
    let house = House::new(&data);
    let (ann, bob, room) = apart(&house);
    let mut numbers = BTreeSet::new();
    for round in 0..10 {
        let state = ann.state(&room);
        let after = state["last"].as_u64().unwrap();
        let who = [&ann, &bob][state["player"].as_u64().unwrap() as usize];
        let id = format!("r{round}");
        let answers: Vec<u64> = std::thread::scope(|scope| {
            let ask = |address: std::net::SocketAddr| {
                let (who, room, id, action) = (who.to(address), &room, &id, &state["actions"][0]);
                scope.spawn(move || who.act(room, id, after, action).ok(200)["n"].as_u64().unwrap())
            };
            let asked: Vec<_> = house.addresses().into_iter().chain(house.addresses()).map(ask).collect();
            asked.into_iter().map(|answer| answer.join().unwrap()).collect()
        });
        assert!(answers.iter().all(|n| *n == answers[0]), "{answers:?}");
        assert!(numbers.insert(answers[0]));
    }
    assert_eq!(ann.events(&room).iter().filter(|event| event["type"] == "action").count(), 10);
}
