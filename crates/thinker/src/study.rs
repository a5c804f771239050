//! Questions about whole games: what a step of a game was worth, what could be done in a position, which tiles would hurt, how
//! it will end.
//! The first line says what is asked, the rest is a record; answers are JSON as `study` writes it.

use ::study::{self, BudgetText, Study};
use rules::{Record, Seat};

/// A question about a game or a position: its last one, for what could be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Inquiry {
    /// The step that begins after so many actions.
    Step(BudgetText, usize),
    /// The moves of the last position.
    Moves(BudgetText),
    /// What each tile that may come next does to a player.
    Hurts(Seat),
    /// How the last position will end.
    Outlook,
}

impl Inquiry {
    /// As it is sent.
    pub fn text(self, record: &str) -> String {
        match self {
            Inquiry::Step(budget, at) => format!("step {budget} {at}\n{record}"),
            Inquiry::Moves(budget) => format!("moves {budget}\n{record}"),
            Inquiry::Hurts(seat) => format!("hurts {seat}\n{record}"),
            Inquiry::Outlook => format!("outlook\n{record}"),
        }
    }

    /// The answer to a text; nothing if it is no such question.
    pub fn answer(text: &str) -> Option<String> {
        let (head, record) = text.split_once('\n')?;
        let words: Vec<&str> = head.split(' ').collect();
        let record = || record.parse::<Record>().ok();
        match words[..] {
            ["step", budget, at] => {
                let study = Study::new(record()?, budget.parse::<BudgetText>().ok()?.0);
                Some(study.solve(study.task_at(at.parse().ok()?)?).json())
            }
            ["moves", budget] => {
                let BudgetText(budget) = budget.parse().ok()?;
                let game = record()?.replay(&mut (), |_, _, _| {});
                serde_json::to_string(&study::explore(&game, budget)).ok()
            }
            ["hurts", seat] => {
                let seat = Seat::new(seat.parse().ok()?)?;
                let game = record()?.replay(&mut (), |_, _, _| {});
                serde_json::to_string(&study::hurts(&game, seat)).ok()
            }
            ["outlook"] => {
                let game = record()?.replay(&mut (), |_, _, _| {});
                serde_json::to_string(&study::outlook(&game)?).ok()
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ::study::{Budget, Hurt, Line, Outlook, Step};
    use rules::{Dealing, GameId, Options, Setup};
    use table::Table;

    #[test]
    fn questions_are_answered_as_the_library_does() {
        let setup = Setup::new(GameId::Base, Options::NONE, 2, Seat::ALL[0]).expect("two can play");
        let mut table = Table::new(&setup, Dealing::seeded(3)).expect("the bag can be shuffled");
        let mut actions = Vec::new();
        rules::Game::actions(table.game(), &mut actions);
        table.play(actions[0]).expect("a listed action is possible");
        let record = table.record();
        let budget = Budget::Playouts(8);
        let study = Study::new(record.clone(), budget);
        let ask = |inquiry: Inquiry| Inquiry::answer(&inquiry.text(&record.to_string())).expect("an answer");
        for task in study.tasks() {
            let answer = ask(Inquiry::Step(BudgetText(budget), task.at));
            assert_eq!(Step::parse(&answer), Some(study.solve(*task)));
        }
        let lines: Vec<Line> = serde_json::from_str(&ask(Inquiry::Moves(BudgetText(budget)))).expect("lines");
        assert_eq!(lines, study::explore(table.game(), budget));
        let hurts: Vec<Hurt> = serde_json::from_str(&ask(Inquiry::Hurts(Seat::ALL[1]))).expect("tiles");
        assert!(!hurts.is_empty());
        let outlook: Outlook = serde_json::from_str(&ask(Inquiry::Outlook)).expect("an outlook");
        assert_eq!(Some(&outlook), study::outlook(table.game()).as_ref());
        let all: i32 = outlook.to_come.iter().map(|coming| coming.points[0]).sum();
        assert!((all - outlook.value.points[0]).abs() < 20, "nothing is scored yet: {outlook:?}");
        for nonsense in [
            "",
            "step",
            "step 8p 0",
            "step 8p x\n",
            "moves 0p\n",
            "hurts 9\n",
            "outlook",
            "outlook\nx",
            "greedy 1 2\nx",
        ] {
            assert_eq!(Inquiry::answer(nonsense), None, "{nonsense}");
        }
    }
}
