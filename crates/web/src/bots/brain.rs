//! How the bots of this page decide: the best position right after the own turn.

use rules::{Action, Actor, AnyGame, FeatureKind, Seat};
use table::Random;

/// How well a bot plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Level {
    /// Any possible action.
    Random,
    /// The best position after the own turn.
    Greedy,
}

impl Level {
    pub(crate) const ALL: [Level; 2] = [Level::Random, Level::Greedy];

    /// The name in stored games.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Level::Random => "random",
            Level::Greedy => "greedy",
        }
    }

    pub(crate) fn from_name(name: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.name() == name)
    }

    /// Decides for whoever is to act; nothing when nobody is.
    pub(crate) fn choose(self, game: &AnyGame, seed: u64) -> Option<Action> {
        let Actor::Player(seat) = game.to_act() else { return None };
        let mut actions = Vec::new();
        game.actions(&mut actions);
        let mut random = Random::new(seed);
        random.shuffle(&mut actions);
        match self {
            Level::Random => actions.first().copied(),
            Level::Greedy => {
                let worth = |action: &Action| after(game, *action, seat);
                actions.into_iter().max_by(|a, b| worth(a).total_cmp(&worth(b)))
            }
        }
    }
}

/// What the game is worth to the seat after the action and, while it decides, the best that can follow.
fn after(game: &AnyGame, action: Action, seat: Seat) -> f32 {
    let mut next = game.clone();
    next.play_unchecked(action, &mut ());
    let places = matches!(action, Action::Place { .. });
    if !places || next.to_act() != Actor::Player(seat) {
        return worth(&next, seat);
    }
    let mut actions = Vec::new();
    next.actions(&mut actions);
    actions.into_iter().map(|action| after(&next, action, seat)).fold(f32::MIN, f32::max)
}

/// Points, what stands on the map, and followers at hand.
fn worth(game: &AnyGame, seat: Seat) -> f32 {
    let rivals = game.setup().players().saturating_sub(1).max(1);
    let standing = |own: Seat| f32::from(game.scores()[own.index()]) + promise(game, own);
    let others = game.setup().seats().filter(|other| *other != seat).map(standing).sum::<f32>() / f32::from(rivals);
    let free = f32::from(game.supply(seat).followers.min(4));
    let rest = f32::from(game.bag().total().min(40)) / 40.0;
    standing(seat) - others + 1.6 * free * rest
}

/// What the features with the seat's followers promise.
fn promise(game: &AnyGame, seat: Seat) -> f32 {
    let board = game.board();
    let of_feature = |id| {
        let info = board.feature_info(id);
        let own = info.followers[seat.index()];
        if own == 0 || info.followers.iter().any(|others| *others > own) {
            return 0.0;
        }
        let chance = if info.open <= 2 { 0.9 } else { 0.6 };
        match info.kind {
            FeatureKind::City | FeatureKind::Forest => 1.3 * chance * f32::from(info.tiles),
            FeatureKind::Cloister | FeatureKind::Baobab => f32::from(9 - info.open.min(9)) * 0.9 + 1.0,
            FeatureKind::Field | FeatureKind::Meadow => 0.4 * f32::from(info.tiles.min(8)),
            _ => chance * f32::from(info.tiles),
        }
    };
    board.feature_ids().into_iter().map(of_feature).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::{Dealing, GameId, Options, Setup};
    use table::Table;

    #[test]
    fn greedy_beats_random_and_never_breaks_a_rule() {
        let mut wins = 0;
        for seed in 0..4 {
            let setup = Setup::new(GameId::Base, Options::NONE, 2, Seat::ALL[0]).expect("two can play");
            let mut table = Table::new(&setup, Dealing::seeded(seed)).expect("the bag can be shuffled");
            while let Actor::Player(seat) = table.game().to_act() {
                let level = if seat == Seat::ALL[0] { Level::Greedy } else { Level::Random };
                let action = level.choose(table.game(), seed).expect("somebody is to act");
                table.play(action).expect("a bot plays by the rules");
            }
            wins += u32::from(table.game().scores()[0] > table.game().scores()[1]);
        }
        assert_eq!(wins, 4);
    }
}
