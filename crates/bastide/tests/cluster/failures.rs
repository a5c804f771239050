//! Each failure while people play.

use crate::history::{Game, World};
use crate::kit::{Engines, LEASE, Leases, Node, engines, schema};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// So many games go on.
const GAMES: usize = 5;
/// The time between actions: games last longer than any trouble.
const PACE: Duration = Duration::from_millis(150);
/// How long things go well before and after.
const WELL: Duration = Duration::from_millis(1200);
/// How long anything is waited for. Players are slow on a machine that is busy: what is promised is told by PostgreSQL's clock.
const PATIENCE: Duration = Duration::from_secs(20);
/// After the end of a lease other nodes have the games within so long, in milliseconds.
const PROMISE: i64 = 5000;

/// What became of a node whose lease ends, or of an engine.
struct Lost {
    /// When it was gone, if clocks must not have run from then on.
    at: Option<u64>,
    /// When the leases of all nodes ended, had they not been renewed since; if one of them ended.
    leases: Option<Leases>,
}

/// Milliseconds since 1970.
fn now() -> u64 {
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_millis() as u64
}

/// Plays on three nodes while `trouble` happens; if a node lost its lease by it, others have its games in time. Afterwards
/// everything that was said is true.
fn play_through(name: &str, trouble: impl FnOnce(&mut Engines, &mut [Node], &World) -> Option<Lost>) {
    let Some(mut engines) = engines() else { return };
    let engines = engines.as_mut().unwrap();
    let schema = schema(&engines.postgres);
    let mut nodes: Vec<Node> = (0..3).map(|_| Node::start(engines, &schema)).collect();
    let addresses: Vec<String> = nodes.iter().map(|node| node.address.clone()).collect();
    let games: Vec<Game> =
        (0..GAMES).map(|number| Game::new(&addresses[number % 3], &addresses[(number + 1) % 3])).collect();
    let world = World::new(addresses.clone());
    let (slowest, count) = std::thread::scope(|scope| {
        for (number, game) in games.iter().enumerate() {
            let (world, addresses) = (&world, &addresses);
            scope.spawn(move || game.play(world, number as u64, PACE));
            scope.spawn(move || game.chat(world, 100 + number as u64));
            for ear in 0..2 {
                let mut turn = number + ear;
                scope.spawn(move || {
                    // First where the room is, and at the next node; after trouble anywhere.
                    game.listen(world, || {
                        turn += 1;
                        Some(addresses[(turn - 1) % addresses.len()].clone())
                    });
                });
            }
        }
        std::thread::sleep(WELL);
        let begun = Instant::now();
        // However it ends, the players stop.
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let lost = trouble(engines, &mut nodes, &world);
            let mended = Instant::now();
            let on = |game: &Game| game.first_after(mended + Duration::from_millis(1));
            while !games.iter().all(|game| on(game).is_some()) && mended.elapsed() < PATIENCE {
                std::thread::sleep(Duration::from_millis(20));
            }
            let on: Option<Vec<Instant>> = games.iter().map(on).collect();
            let slowest = on.and_then(|on| on.into_iter().max()).map(|on| on - mended);
            std::thread::sleep(WELL);
            (slowest, lost)
        }));
        world.stop.store(true, Ordering::SeqCst);
        let outcome = outcome.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        (outcome, begun.elapsed())
    });
    let (slowest, lost) = slowest;
    let gone = lost.as_ref().and_then(|lost| lost.at);
    let live = world.addresses.lock().unwrap().clone();
    for game in &games {
        game.check(&live[0]);
    }
    if let Some(gone) = gone {
        let stood: Vec<bool> = games.iter().filter_map(|game| game.stood_still(&live[0], gone)).collect();
        assert!(!stood.is_empty() && stood.iter().all(|stood| *stood), "clocks ran while nobody could act: {stood:?}");
    }
    if let Some(leases) = lost.and_then(|lost| lost.leases) {
        let taken = leases.taken(engines, &schema);
        println!("{name}: others had the games so many milliseconds after the lease ended: {taken:?}");
        assert!(!taken.is_empty(), "the node had games");
        assert!(taken.iter().all(|late| *late <= PROMISE), "{taken:?}");
    }
    let told: usize = games.iter().map(Game::count).sum();
    println!("{name}: {told} acknowledged actions, all there; games went on after {slowest:?}; {count:?} in all");
    assert!(slowest.is_some_and(|slowest| slowest < PATIENCE), "some game does not go on");
    assert!(told >= GAMES * 10, "people played: {told}");
}

/// Players do not ask a node that is in trouble: a balancer leaves it out.
fn avoid(world: &World, node: &Node) {
    world.addresses.lock().unwrap().retain(|address| *address != node.address);
}

fn come_back(world: &World, node: &Node) {
    world.addresses.lock().unwrap().push(node.address.clone());
}

#[test]
fn a_node_is_killed() {
    play_through("kill -9", |engines, nodes, world| {
        avoid(world, &nodes[0]);
        nodes[0].signal("KILL");
        let at = Some(now());
        let leases = Leases::now(engines, &nodes[0].schema);
        Some(Lost { at, leases: Some(leases) })
    });
}

/// It wakes up with rooms in its memory that are others' by now, and can write nothing for them.
#[test]
fn a_node_sleeps_and_wakes_up() {
    play_through("SIGSTOP, SIGCONT", |engines, nodes, world| {
        avoid(world, &nodes[0]);
        nodes[0].signal("STOP");
        let leases = Leases::now(engines, &nodes[0].schema);
        std::thread::sleep(LEASE * 3);
        nodes[0].signal("CONT");
        // From the first moment on it gives nobody an old answer.
        come_back(world, &nodes[0]);
        Some(Lost { at: None, leases: Some(leases) })
    });
}

#[test]
fn a_node_is_cut_off_from_nats() {
    play_through("cut off from NATS", |_, nodes, world| {
        nodes[0].to_nats.cut();
        while Node::is_ready(&nodes[0].address) {
            std::thread::sleep(Duration::from_millis(20));
        }
        avoid(world, &nodes[0]);
        std::thread::sleep(LEASE);
        nodes[0].to_nats.mend();
        while !Node::is_ready(&nodes[0].address) {
            std::thread::sleep(Duration::from_millis(20));
        }
        come_back(world, &nodes[0]);
        None
    });
}

#[test]
fn a_node_is_cut_off_from_postgresql() {
    play_through("cut off from PostgreSQL", |engines, nodes, world| {
        nodes[0].to_postgres.cut();
        let leases = Leases::now(engines, &nodes[0].schema);
        while Node::is_ready(&nodes[0].address) {
            std::thread::sleep(Duration::from_millis(20));
        }
        avoid(world, &nodes[0]);
        std::thread::sleep(LEASE * 2);
        nodes[0].to_postgres.mend();
        while !Node::is_ready(&nodes[0].address) {
            std::thread::sleep(Duration::from_millis(20));
        }
        come_back(world, &nodes[0]);
        Some(Lost { at: None, leases: Some(leases) })
    });
}

#[test]
fn nats_restarts() {
    play_through("NATS restarts", |engines, _, _| {
        engines.nats.stop();
        std::thread::sleep(Duration::from_millis(500));
        engines.nats.resume().unwrap();
        None
    });
}

/// Whoever could not act because nothing could be kept has not lost that time, though the nodes were there.
#[test]
fn postgresql_restarts() {
    play_through("PostgreSQL restarts", |engines, _, _| {
        let at = Some(now());
        engines.postgres.crash();
        std::thread::sleep(Duration::from_millis(300));
        engines.postgres.resume().unwrap();
        Some(Lost { at, leases: None })
    });
}

/// Old nodes take nobody new, new ones stand beside them, and then the old ones stop one by one: everybody moves once at most.
#[test]
fn nodes_are_replaced_while_games_go_on() {
    let Some(mut engines) = engines() else { return };
    let engines = engines.as_mut().unwrap();
    let count: usize = std::env::var("BASTIDE_GAMES").map_or(40, |games| games.parse().unwrap());
    let schema = schema(&engines.postgres);
    let mut old: Vec<Node> = (0..3).map(|_| Node::start(engines, &schema)).collect();
    let world = World::new(old.iter().map(|node| node.address.clone()).collect());
    let address = |number: usize| old[number % 3].address.clone();
    let games: Vec<Game> = (0..count).map(|number| Game::new(&address(number), &address(number + 1))).collect();
    let actors = 4;
    std::thread::scope(|scope| {
        let (world, games) = (&world, &games);
        for actor in 0..actors {
            scope.spawn(move || {
                let mut random = table::Random::new(actor as u64);
                for number in 0.. {
                    let mut on = false;
                    for game in games.iter().skip(actor).step_by(actors) {
                        on |= game.step(world, &mut random, number);
                    }
                    if !on {
                        return;
                    }
                }
            });
        }
        for (number, game) in games.iter().enumerate() {
            for seat in 0..2 {
                let builder = std::thread::Builder::new().stack_size(256 * 1024);
                let mut turn = number + seat;
                let listen = move || {
                    game.listen(world, || {
                        // What a balancer does: the next one that is ready.
                        turn += 1;
                        let addresses = world.addresses.lock().unwrap().clone();
                        let address = addresses[turn % addresses.len()].clone();
                        Node::is_ready(&address).then_some(address)
                    });
                };
                builder.spawn_scoped(scope, listen).unwrap();
            }
        }
        std::thread::sleep(WELL);
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let new: Vec<Node> = (0..3).map(|_| Node::start(engines, &schema)).collect();
            world.addresses.lock().unwrap().extend(new.iter().map(|node| node.address.clone()));
            old.iter().for_each(|node| node.signal("USR1"));
            while old.iter().any(|node| Node::is_ready(&node.address)) {
                std::thread::sleep(Duration::from_millis(10));
            }
            for node in &mut old {
                avoid(world, node);
                node.signal("TERM");
                node.wait();
            }
            let moved = Instant::now();
            while !games.iter().all(|game| game.first_after(moved).is_some()) && moved.elapsed() < PATIENCE * 3 {
                std::thread::sleep(Duration::from_millis(20));
            }
            new
        }));
        let stopped = Instant::now();
        world.stop.store(true, Ordering::SeqCst);
        let new = outcome.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        // How many connections began anew never, and once.
        let mut anew = [0, 0];
        for game in games {
            while game.reconnections.lock().unwrap().len() < 2 {
                assert!(stopped.elapsed() < PATIENCE, "somebody listens for ever");
                std::thread::sleep(Duration::from_millis(5));
            }
            let reconnections = game.reconnections.lock().unwrap().clone();
            assert!(reconnections.iter().all(|count| *count <= 1), "{reconnections:?}");
            reconnections.iter().for_each(|count| anew[*count] += 1);
            game.check(&new[0].address);
        }
        println!("of {} connections {} began anew once, {} never, none twice", 2 * count, anew[1], anew[0]);
    });
    let told: usize = games.iter().map(Game::count).sum();
    println!("{count} games moved from 3 nodes to 3 others, {told} acknowledged actions, all there");
}
