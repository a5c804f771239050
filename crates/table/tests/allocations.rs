//! Playing and listing actions must not touch the heap once the list has its room.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on shall stop")]

use bastide_table::Random;
use rules::{Action, Actor, AnyGame, Game, GameId, Options, Seat, Setup, Visitor};

struct Counted;

impl Visitor for Counted {
    type Output = u64;

    fn visit<G: Game + Send + Sync>(self, fresh: &G) -> u64 {
        let mut game = fresh.clone();
        let mut random = Random::new(3);
        // Warm-up: room for more actions than any position has.
        let mut actions: Vec<Action> = Vec::with_capacity(10_000);
        let info = allocation_counter::measure(|| {
            for _ in 0..20 {
                game.copy_from(fresh);
                play(&mut game, &mut random, &mut actions);
            }
        });
        info.count_total
    }
}

fn play<G: Game>(game: &mut G, random: &mut Random, actions: &mut Vec<Action>) {
    loop {
        let action = match game.to_act() {
            Actor::Nobody => return,
            Actor::Dealer => game.outcome(random.below(game.ways())),
            Actor::Player(_) => {
                game.actions(actions);
                actions.get(random.below(actions.len() as u32) as usize).copied()
            }
        };
        game.play(action.unwrap()).unwrap();
    }
}

#[test]
fn no_heap_allocation_while_playing() {
    for game in GameId::ALL {
        for options in Options::combinations(game) {
            let setup = Setup::new(game, options, 2, Seat::default()).unwrap();
            assert_eq!(AnyGame::new(&setup).visit(Counted), 0, "{} {options:?}", game.name());
        }
    }
}

#[test]
fn the_counter_counts() {
    let info = allocation_counter::measure(|| drop(std::hint::black_box(vec![1])));
    assert_eq!(info.count_total, 1);
}
