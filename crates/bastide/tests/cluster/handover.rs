//! Games that go to where their people are while those play, and nodes that fail just then.

use crate::history::{Game, World};
use crate::kit::{LEASE, Node, engines, schema};
use crate::speaking::plain;
use serde_json::Value;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// So many games go on.
const GAMES: usize = 4;
/// The time between actions: games last longer than the way of their people.
const PACE: Duration = Duration::from_millis(60);
/// How long anything is waited for.
const PATIENCE: Duration = Duration::from_secs(30);

/// People who are all at one node, and go to another together.
struct Wanderers<'a> {
    world: &'a World,
    /// Where they listen, for as long as that does not stop.
    place: Mutex<Arc<World>>,
}

impl Wanderers<'_> {
    fn go(&self, node: &Node) {
        let there = vec![node.address.clone()];
        self.world.addresses.lock().unwrap().clone_from(&there);
        let before = std::mem::replace(&mut *self.place.lock().unwrap(), Arc::new(World::new(there)));
        before.stop.store(true, Ordering::SeqCst);
    }

    /// Listens to a game, always where people are.
    fn listen(&self, game: &Game) {
        let mut heard = Vec::new();
        while !self.world.stop.load(Ordering::SeqCst) {
            let place = Arc::clone(&self.place.lock().unwrap());
            let address = place.addresses.lock().unwrap()[0].clone();
            game.hear(&place, &address, &mut heard);
            std::thread::sleep(Duration::from_millis(10));
        }
        game.remember(heard);
    }
}

/// However it ends, everybody stops.
struct Evening<'a>(&'a Wanderers<'a>);

impl Drop for Evening<'_> {
    fn drop(&mut self) {
        self.0.world.stop.store(true, Ordering::SeqCst);
        self.0.place.lock().unwrap().stop.store(true, Ordering::SeqCst);
    }
}

fn wait_for(what: &str, mut there: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !there() {
        assert!(begun.elapsed() < PATIENCE, "{what}");
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// How many games a node has given to others so far.
fn moved(node: &Node) -> usize {
    let (_, text) = plain(&node.address, "GET", "/metrics", "", &Value::Null).unwrap();
    let count = text.lines().find_map(|line| line.strip_prefix("bastide_rooms_moved_total ")?.parse().ok());
    count.expect("a number of rooms")
}

/// Nobody is left behind: every game goes on, with something that was asked for only now.
fn all_go_on(games: &[Game], what: &str) {
    let now = Instant::now() + Duration::from_millis(1);
    wait_for(what, || games.iter().all(|game| game.first_after(now).is_some()));
}

/// People go from node to node, and their games after them; one that gives games away sleeps in the middle of it, one is killed in
/// the middle of it, and one is killed that gets them.
#[test]
fn games_follow_their_people_whatever_happens_to_nodes() {
    let Some(engines) = engines() else { return };
    let engines = engines.as_ref().unwrap();
    let schema = schema(&engines.postgres);
    let nodes: Vec<Node> = (0..4).map(|_| Node::start(engines, &schema)).collect();
    let first = &nodes[0].address;
    let games: Vec<Game> = (0..GAMES).map(|_| Game::new(first, first)).collect();
    let world = World::new(vec![first.clone()]);
    let place = Mutex::new(Arc::new(World::new(vec![first.clone()])));
    let people = Wanderers { world: &world, place };
    std::thread::scope(|scope| {
        let _evening = Evening(&people);
        for (number, game) in games.iter().enumerate() {
            let (world, people) = (&world, &people);
            scope.spawn(move || game.play(world, number as u64, PACE));
            scope.spawn(move || game.chat(world, 100 + number as u64));
            scope.spawn(move || people.listen(game));
        }
        all_go_on(&games, "games begin");
        // Whoever asked just before people left may have fetched a game back: each goes at least once, from wherever it is.
        let all_moved = || nodes.iter().map(moved).sum::<usize>();
        for step in 0..2 {
            let before = all_moved();
            people.go(&nodes[step + 1]);
            wait_for("games follow their people", || all_moved() >= before + GAMES);
            all_go_on(&games, "games go on where their people are");
        }

        // Some have left node 2, others have not, and it sleeps for longer than its lease.
        let before = moved(&nodes[2]);
        people.go(&nodes[3]);
        wait_for("games leave node 2", || moved(&nodes[2]) > before);
        nodes[2].signal("STOP");
        std::thread::sleep(LEASE * 2);
        nodes[2].signal("CONT");
        all_go_on(&games, "games go on while the node that had them slept");
        let before = all_moved();
        people.go(&nodes[2]);
        wait_for("games come back", || all_moved() >= before + GAMES);

        // The node that gives them away dies.
        let before = moved(&nodes[2]);
        people.go(&nodes[0]);
        wait_for("games leave node 2 again", || moved(&nodes[2]) > before);
        nodes[2].signal("KILL");
        all_go_on(&games, "games go on though the node died that gave them away");

        // The node that gets them dies.
        let before = moved(&nodes[0]);
        people.go(&nodes[1]);
        wait_for("games leave node 0", || moved(&nodes[0]) > before);
        nodes[1].signal("KILL");
        people.go(&nodes[3]);
        all_go_on(&games, "games go on though the node died that got them");
    });
    for game in &games {
        game.check(first);
    }
    let told: usize = games.iter().map(Game::count).sum();
    println!("{told} acknowledged actions of {GAMES} games that went from node to node, all there");
}
