//! A player with whims: random, but with habits that bring up rare situations.

use bastide_table::Random;
use rules::{Action, AnyGame, Game as _, Safari};
use std::mem::discriminant;

/// Chooses among listed actions.
pub(crate) struct Player {
    random: Random,
    habit: u32,
}

impl Player {
    pub(crate) fn new(seed: u64) -> Player {
        let mut random = Random::stream(seed, 77);
        let habit = random.below(4);
        Player { random, habit }
    }

    pub(crate) fn choose(&mut self, game: &AnyGame, actions: &[Action]) -> Action {
        // So many moves of rangers and places for waterholes are possible that hardly anything else would be chosen.
        if game.unit::<Safari>().is_some() && self.random.below(4) > 0 {
            let mut kinds: Vec<_> = actions.iter().map(discriminant).collect();
            kinds.dedup();
            let kind = kinds[self.random.below(kinds.len() as u32) as usize];
            if kinds.len() > 1 {
                let same: Vec<&Action> = actions.iter().filter(|action| discriminant(*action) == kind).collect();
                return *same[self.random.below(same.len() as u32) as usize];
            }
        }
        let any = actions[self.random.below(actions.len() as u32) as usize];
        match self.habit {
            // Likes to place or do something, the last thing listed most of all.
            1 => *actions.iter().rev().find(|action| **action != Action::Pass && **action > any).unwrap_or(&any),
            // Seldom acts, so that followers stay in the supply and features grow unowned.
            2 if actions.contains(&Action::Pass) && self.random.below(4) > 0 => Action::Pass,
            // Builds compactly: features close, cloisters fill up.
            3 => {
                let crowd = |action: &Action| match action {
                    Action::Place { pos, .. } => {
                        pos.around().iter().filter(|&&near| game.board().laid_at(near).is_some()).count()
                    }
                    _ => 0,
                };
                let best = actions.iter().map(crowd).max().unwrap_or(0);
                let fitting: Vec<&Action> = actions.iter().filter(|action| crowd(action) == best).collect();
                *fitting[self.random.below(fitting.len() as u32) as usize]
            }
            _ => any,
        }
    }
}
