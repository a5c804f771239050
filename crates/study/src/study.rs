//! A game to be analysed, cut into tasks.

use crate::facts;
use crate::step::{Decision, Drawing, Grade, Line, Step, Value, What};
use bots::{Assessed, Assessment, Assessor, Budget, BudgetError, Move};
use rules::{Action, Actor, AnyGame, Chance, Game, Phase, Record};
use std::fmt;
use std::str::FromStr;

/// The seed of all playouts: numbers are to be compared.
const SEED: u64 = 0x5eed_57d1;

/// Where a draw or a decision begins in a record, and how many actions it takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Task {
    /// How many actions come before it.
    pub at: usize,
    /// How many it takes: a placement and what is done with the tile are one decision.
    pub length: usize,
}

/// A game to be analysed. Every task can be solved alone.
pub struct Study {
    record: Record,
    actions: Vec<Action>,
    tasks: Vec<Task>,
    budget: Budget,
}

impl Study {
    /// A game, and how much may be thought about each decision.
    pub fn new(record: Record, budget: Budget) -> Study {
        let actions: Vec<Action> = record.actions().collect();
        let mut tasks: Vec<Task> = Vec::new();
        let mut number = 0;
        record.replay(&mut (), |game, _, &mut ()| {
            let at = number;
            number += 1;
            let covered = tasks.last().is_some_and(|task| task.at + task.length > at);
            match game.to_act() {
                _ if covered => {}
                // What goes out of the game before it begins is nobody's luck yet.
                Actor::Dealer if game.chance() == Some(Chance::Removal) => {}
                Actor::Dealer => tasks.push(Task { at, length: 1 }),
                Actor::Player(_) => tasks.push(Task { at, length: length(game, &actions[at..]) }),
                Actor::Nobody => {}
            }
        });
        Study { record, actions, tasks, budget }
    }

    /// The game.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// How much may be thought about each decision.
    pub fn budget(&self) -> Budget {
        self.budget
    }

    /// All draws and decisions, in order.
    pub fn tasks(&self) -> &[Task] {
        &self.tasks
    }

    /// The task that begins after so many actions.
    pub fn task_at(&self, at: usize) -> Option<Task> {
        self.tasks.iter().find(|task| task.at == at).copied()
    }

    /// The game after so many actions.
    pub fn position(&self, count: usize) -> AnyGame {
        let mut game = AnyGame::new(self.record.setup());
        for &action in self.actions.iter().take(count) {
            game.play_unchecked(action, &mut ());
        }
        game
    }

    /// Solves one task.
    pub fn solve(&self, task: Task) -> Step {
        let game = self.position(task.at);
        let seat = match game.to_act() {
            Actor::Player(seat) => seat,
            _ => game.active().unwrap_or_default(),
        };
        let actions = &self.actions[task.at..(task.at + task.length).min(self.actions.len())];
        let what = match (game.to_act(), actions) {
            (Actor::Player(_), [first, rest @ ..]) => {
                What::Decision(decision(&game, Move { first: *first, then: rest.first().copied() }, self.budget))
            }
            (_, [outcome, ..]) => What::Draw(drawing(&game, *outcome)),
            (_, []) => What::Draw(drawing(&game, Action::Pass)),
        };
        Step { at: task.at, length: task.length, turn: game.turn(), seat: seat.number(), what }
    }
}

/// How many of these actions are one decision.
fn length(game: &AnyGame, actions: &[Action]) -> usize {
    let Some(&first) = actions.first() else { return 0 };
    let mut after = game.clone();
    after.play_unchecked(first, &mut ());
    let goes_on = game.phase() == Phase::Place && after.phase() == Phase::Act && actions.len() > 1;
    if goes_on { 2 } else { 1 }
}

fn line(assessed: &Assessed, players: u8) -> Line {
    Line {
        first: assessed.chosen.first,
        then: assessed.chosen.then,
        value: Value::of(&assessed.prospect, players),
        error: (assessed.error * 100.0).round() as i32,
    }
}

/// What the moves of a position are worth, best first: for whoever tries what could have been. Nothing if no player is to
/// act.
pub fn explore(game: &AnyGame, budget: Budget) -> Vec<Line> {
    let assessment = Assessor::new(SEED).decision(game, None, budget);
    let players = game.players();
    assessment.map(|found| found.moves.iter().map(|assessed| line(assessed, players)).collect()).unwrap_or_default()
}

fn decision(game: &AnyGame, played: Move, budget: Budget) -> Decision {
    let players = game.players();
    let none = Assessment { seat: game.active().unwrap_or_default(), count: 0, moves: Vec::new(), played: None };
    let found = Assessor::new(SEED).decision(game, Some(played), budget).unwrap_or(none);
    let seat = found.seat.number();
    let lines: Vec<Line> = found.moves.iter().map(|assessed| line(assessed, players)).collect();
    let index = found.played.unwrap_or(0);
    let nothing = || Line {
        first: played.first,
        then: played.then,
        value: Value { points: vec![0; players.into()], chances: vec![0; players.into()] },
        error: 0,
    };
    let best = lines.first().cloned().unwrap_or_else(nothing);
    let second = lines.get(1).cloned();
    let done = lines.get(index).cloned().unwrap_or_else(nothing);
    let loss = (best.value.lead(seat) - done.value.lead(seat)).max(0);
    let chance_loss = (best.value.chance(seat) - done.value.chance(seat)).max(0);
    let grade = if index == 0 { Grade::Good } else { Grade::of(loss, chance_loss, done.error) };
    let facts = if grade == Grade::Good { Vec::new() } else { facts::compare(game, played, best.chosen()) };
    // The move is named as it was played, whatever looks the same.
    let played = Line { first: played.first, then: played.then, ..done };
    let (loss, chance_loss) = if index == 0 { (0, 0) } else { (loss, chance_loss) };
    Decision { choices: found.count, played, best, second, loss, chance_loss, grade, facts }
}

fn drawing(game: &AnyGame, outcome: Action) -> Drawing {
    let players = game.players();
    let draws = Assessor::new(SEED).draws(game);
    let ways: u32 = draws.iter().map(|drawn| drawn.weight).sum();
    let values: Vec<(u32, Value)> =
        draws.iter().map(|drawn| (drawn.weight, Value::of(&drawn.prospect, players))).collect();
    let came = draws.iter().position(|drawn| drawn.outcome == outcome);
    let against = |worth: &dyn Fn(&Value, u8) -> i32| -> Vec<i32> {
        let seats = (0..players).map(|seat| {
            let sum: i64 =
                values.iter().map(|(weight, value)| i64::from(*weight) * i64::from(worth(value, seat))).sum();
            let mean = if ways == 0 { 0 } else { (sum as f64 / f64::from(ways)).round() as i32 };
            came.map_or(0, |came| worth(&values[came].1, seat) - mean)
        });
        seats.collect()
    };
    Drawing {
        outcome,
        weight: came.map_or(0, |came| draws[came].weight),
        ways,
        luck: against(&Value::lead),
        chance: against(&Value::chance),
    }
}

/// A budget as people write it: `200ms`, `2s` or `500p` (playouts).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BudgetText(pub Budget);

impl fmt::Display for BudgetText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Budget::Time(time) => write!(f, "{}ms", time.as_millis()),
            Budget::Playouts(playouts) => write!(f, "{playouts}p"),
        }
    }
}

impl FromStr for BudgetText {
    type Err = String;

    fn from_str(text: &str) -> Result<BudgetText, String> {
        let unknown = || format!("`{text}` is no budget: 200ms, 2s, or 500p for playouts");
        let split = text.find(|letter: char| !letter.is_ascii_digit()).ok_or_else(unknown)?;
        let (number, unit) = text.split_at(split);
        let number: u64 = number.parse().map_err(|_| unknown())?;
        let budget = match unit {
            "ms" => Budget::millis(number),
            "s" => Budget::millis(number.saturating_mul(1000)),
            "p" => Budget::playouts(number),
            _ => return Err(unknown()),
        };
        budget.map(BudgetText).map_err(|error: BudgetError| format!("`{text}`: {error}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budgets_are_read_as_they_are_written() {
        for text in ["200ms", "500p", "1p"] {
            assert_eq!(text.parse::<BudgetText>().expect("a budget").to_string(), text);
        }
        assert_eq!("2s".parse::<BudgetText>().expect("a budget").to_string(), "2000ms");
        for text in ["", "p", "12", "0p", "5x", "-3p", "99999999999999999999p", "9999999s"] {
            let error = text.parse::<BudgetText>().expect_err("no budget");
            assert!(error.contains(&format!("`{text}`")), "{error}");
        }
    }
}
