//! A fixed order of tokens comes as it was given, and when it has run out, as the tokens were discarded (S7).

use crate::player::Player;
use bastide_table::{Random, Table};
use rules::{Action, Actor, Animal, Dealing, Event, Game as _, GameId, Options, Safari, Seat, Setup};
use std::collections::VecDeque;

#[test]
fn discarded_tokens_come_again_in_the_order_in_which_they_were_discarded() {
    let mut refills = 0;
    for seed in 0..24 {
        let players = 2 + seed as u8 % 4;
        let mut order: Vec<Animal> = Animal::ALL.repeat(2);
        Random::new(seed).shuffle(&mut order);
        let setup = Setup::new(GameId::Safari, Options::NONE, players, Seat::default()).unwrap();
        let setup = setup.with_tokens(order.iter().copied()).unwrap();
        let dealing = Dealing { seed: Some(seed), tokens: Some(order.clone()), ..Dealing::default() };
        let table = play(Table::new(&setup, dealing).unwrap(), seed);

        let mut stack: VecDeque<Animal> = order.into();
        let mut pile = Vec::new();
        for event in table.history().iter().flat_map(|entry| &entry.events) {
            match *event {
                Event::TokenLaid { animal, .. } => pile.push(animal),
                Event::TokenDrawn { animal, .. } => {
                    if stack.is_empty() {
                        refills += usize::from(pile.iter().any(|other| *other != pile[0]));
                        stack = std::mem::take(&mut pile).into();
                    }
                    assert_eq!(stack.pop_front(), Some(animal), "seed {seed}");
                }
                _ => {}
            }
        }
        assert_eq!(table.game().unit::<Safari>().unwrap().discarded_tokens(), pile, "seed {seed}");
    }
    assert!(refills > 5, "only {refills} piles with several kinds came again");
}

/// Plays a game in which tokens are laid on features and drawn at baobabs wherever it is possible.
fn play(mut table: Table, seed: u64) -> Table {
    let mut player = Player::new(seed);
    let mut actions = Vec::new();
    while table.game().to_act() != Actor::Nobody {
        table.game().actions(&mut actions);
        let wanted = |action: &&Action| matches!(action, Action::Token { .. } | Action::Follower { .. });
        let action = match actions.iter().rfind(wanted) {
            Some(&action) => action,
            None if actions.contains(&Action::Pass) => Action::Pass,
            None => player.choose(table.game(), &actions),
        };
        table.play(action).unwrap();
    }
    table
}
