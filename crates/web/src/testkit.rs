//! What several tests need.

use rules::{Actor, Dealing, Game as _, Setup};
use table::{Random, Table};

/// A game played by lot, to its end or until so many actions are played.
pub(crate) fn played(setup: &Setup, seed: u64, most: usize) -> Table {
    let mut table = Table::new(setup, Dealing::seeded(seed)).expect("the bag can be shuffled");
    let mut random = Random::new(seed);
    let mut actions = Vec::new();
    while matches!(table.game().to_act(), Actor::Player(_)) && table.history().len() < most {
        actions.clear();
        table.game().actions(&mut actions);
        let action = actions[random.below(actions.len() as u32) as usize];
        table.play(action).expect("a listed action is possible");
    }
    table
}
