//! What people ask of a position: what a feature needs to be closed and how likely that is, which tiles would hurt, and how it
//! will end.

use crate::facts::{Place, closers, holes, owners};
use crate::step::Value;
use bots::Assessor;
use rules::{Action, Actor, AnyGame, Board, FeatureId, Game, Pos, Rotation, Seat, Source};
use serde::{Deserialize, Serialize};

/// An empty cell that keeps a feature open.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Hole {
    /// Column.
    pub x: i16,
    /// Row.
    pub y: i16,
    /// How many of the tiles left fit there.
    pub fits: u16,
    /// The chance that the player draws at least one of them before the bag is empty, in thousandths.
    pub chance: i32,
}

/// What closing a feature needs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Closing {
    /// What the feature is.
    pub kind: String,
    /// Who owns it.
    pub owners: Vec<u8>,
    /// What it brings when it is complete, as it lies; nothing for what never is.
    pub points: Option<u16>,
    /// The cells that must be filled.
    pub holes: Vec<Hole>,
    /// How many of the tiles left close it by themselves; nothing where that cannot be said.
    pub closers: Option<u16>,
    /// How many tiles are left.
    pub left: u16,
    /// How many of them the player draws if everybody draws in turn.
    pub own: u16,
    /// The chance that the player draws what is needed before the bag is empty, in thousandths. Exact for one hole; for
    /// several the product over them, as if they had nothing to do with each other, and none if the player draws too few.
    pub chance: i32,
}

/// The chance that at least one of `good` of `left` tiles is among `drawn` of them, in thousandths.
fn at_least_one(left: u16, good: u16, drawn: u16) -> i32 {
    if good == 0 || left == 0 {
        return 0;
    }
    let mut none = 1.0_f64;
    for step in 0..drawn.min(left) {
        let rest = f64::from(left - step);
        none *= (rest - f64::from(good)).max(0.0) / rest;
    }
    ((1.0 - none) * 1000.0).round() as i32
}

/// How many of the tiles left a player draws if everybody draws in turn.
fn own_draws(game: &AnyGame, seat: Seat) -> u16 {
    let (left, players) = (game.bag().total(), u16::from(game.players()).max(1));
    let active = u16::from(game.active().unwrap_or_default().number());
    // Whoever is to place has drawn already.
    let next = if game.to_act() == Actor::Dealer { active } else { active + 1 };
    let wait = (u16::from(seat.number()) + players - next % players) % players;
    left.saturating_sub(wait).div_ceil(players)
}

/// How many of the tiles left fit a cell.
fn fitting(board: &Board, game: &AnyGame, pos: Pos) -> u16 {
    let fits = |kind| Rotation::ALL.into_iter().any(|rotation| board.accepts(kind, pos, rotation));
    game.bag().iter().filter(|(kind, _)| fits(*kind)).map(|(_, copies)| u16::from(copies)).sum()
}

/// What closing the feature at a place needs, for a player; nothing if no feature lies there.
pub fn closing(game: &AnyGame, at: Place, seat: Seat) -> Option<Closing> {
    let id = game.board().feature_at(at.pos(), at.segment())?;
    needs_of(game, id, at, seat)
}

/// The same for a feature that is known.
pub fn needs_of(game: &AnyGame, id: FeatureId, at: Place, seat: Seat) -> Option<Closing> {
    let board = game.board();
    let info = board.feature_info(id);
    let worth = game.worth(id)?;
    let (left, own) = (game.bag().total(), own_draws(game, seat));
    let open = if worth.complete.is_some() { holes(board, id) } else { Vec::new() };
    let holes: Vec<Hole> = open
        .into_iter()
        .map(|pos| {
            // A cell beside which nothing lies yet takes anything, once something does.
            let fits = if board.is_open(pos) { fitting(board, game, pos) } else { left };
            Hole { x: pos.x, y: pos.y, fits, chance: at_least_one(left, fits, own) }
        })
        .collect();
    let closers = if holes.is_empty() { None } else { closers(game, at) };
    let product: f64 = holes.iter().map(|hole| f64::from(hole.chance) / 1000.0).product();
    let chance = match (&holes[..], closers) {
        ([], _) => 0,
        ([_], Some(closers)) => at_least_one(left, closers, own),
        (all, _) if all.len() > usize::from(own) => 0,
        _ => (product * 1000.0).round() as i32,
    };
    Some(Closing {
        kind: info.kind.name().to_owned(),
        owners: owners(game, id).into_iter().map(Seat::number).collect(),
        points: worth.complete,
        holes,
        closers,
        left,
        own,
        chance,
    })
}

/// A tile that may come next, and what it does to somebody.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Hurt {
    /// The tile.
    pub tile: String,
    /// How many of it are left.
    pub count: u32,
    /// What it takes off the player's lead against the average draw, in hundredths of a point, after the best reply of
    /// whoever draws it; less than nothing if it helps.
    pub cost: i32,
}

/// What each tile that may come next does to a player, the worst first. Where somebody is to act, the best move by the first
/// look is played before.
pub fn hurts(game: &AnyGame, seat: Seat) -> Vec<Hurt> {
    let mut game = game.clone();
    let mut assessor = Assessor::new(1);
    for _ in 0..4 {
        if !matches!(game.to_act(), Actor::Player(_)) {
            break;
        }
        let Some(best) = assessor.first_look(&game) else { break };
        for action in [Some(best.first), best.then].into_iter().flatten() {
            if game.play(action).is_err() {
                return Vec::new();
            }
        }
    }
    let draws = assessor.draws(&game);
    let lead = |drawn: &bots::Drawn| Value::of(&drawn.prospect, game.players()).lead(seat.number());
    let ways: i64 = draws.iter().map(|drawn| i64::from(drawn.weight)).sum();
    let sum: i64 = draws.iter().map(|drawn| i64::from(drawn.weight) * i64::from(lead(drawn))).sum();
    let mean = if ways == 0 { 0 } else { (sum as f64 / ways as f64).round() as i32 };
    let mut hurts: Vec<Hurt> = draws
        .iter()
        .filter_map(|drawn| match drawn.outcome {
            Action::Draw { tile } => {
                Some(Hurt { tile: tile.to_string(), count: drawn.weight, cost: mean - lead(drawn) })
            }
            _ => None,
        })
        .collect();
    hurts.sort_by_key(|hurt| std::cmp::Reverse(hurt.cost));
    hurts
}

/// Points that are still to come, by what they are given for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Coming {
    /// What for: a source's name on score sheets; all kinds of goods are `goods`.
    pub source: String,
    /// For each seat, in hundredths of a point.
    pub points: Vec<i32>,
}

/// How a position will end, at a glance.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Outlook {
    /// What everybody will have, and the chance to win.
    pub value: Value,
    /// Where the points that are still missing come from.
    pub to_come: Vec<Coming>,
}

/// What points are given for, where kinds of goods are not told apart.
pub const fn source_name(source: Source) -> &'static str {
    match source {
        Source::Goods(_) => "goods",
        source => source.name(),
    }
}

/// How a position will end, in the opinion of the net, without playouts. Where somebody is to act, after the move that it likes most.
pub fn outlook(game: &AnyGame) -> Option<Outlook> {
    let outlook = Assessor::new(1).outlook(game)?;
    let players = usize::from(game.players());
    let coming = |(source, points): &(Source, bots::Scores)| Coming {
        source: source_name(*source).to_owned(),
        points: points.iter().take(players).map(|points| (points * 100.0).round() as i32).collect(),
    };
    let to_come = outlook.to_come.iter().map(coming).collect();
    Some(Outlook { value: Value::of(&outlook.prospect, game.players()), to_come })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_those_of_drawing_without_putting_back() {
        assert_eq!(at_least_one(10, 0, 5), 0);
        assert_eq!(at_least_one(10, 10, 1), 1000);
        assert_eq!(at_least_one(10, 3, 1), 300);
        // 1 - (7/10 * 6/9)
        assert_eq!(at_least_one(10, 3, 2), 533);
        assert_eq!(at_least_one(4, 1, 9), 1000);
    }
}
