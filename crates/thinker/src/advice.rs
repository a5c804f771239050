//! What comes back from the worker: what to do, and why.

use bots::Choice;
use rules::Action;
use std::fmt::Write;

/// A bot's answer: a line with what to do and what to do then, a line with the points that every seat is expected to end
/// with, and a line for each action that was looked at.
#[derive(Clone, PartialEq, Debug)]
pub struct Advice {
    /// What to do.
    pub action: Action,
    /// What to do after the placement, in the same turn.
    pub then: Option<Action>,
    /// The points of each seat in the end; none if the bot does not judge.
    pub expected: Vec<f32>,
    /// The actions that were looked at with the expected lead, best first.
    pub values: Vec<(Action, f32)>,
}

impl Advice {
    /// As it is sent.
    pub fn text(&self) -> String {
        let then = self.then.map(|then| format!(" {then}")).unwrap_or_default();
        let expected: Vec<String> = self.expected.iter().map(|points| hundredths(*points).to_string()).collect();
        let mut text = format!("{}{then}\n{}", self.action, expected.join(" "));
        for (action, value) in &self.values {
            let _ = write!(text, "\n{action} {}", hundredths(*value));
        }
        text
    }

    /// As it comes.
    pub fn parse(text: &str) -> Option<Advice> {
        let mut lines = text.split('\n');
        let mut actions = lines.next()?.split(' ').map(str::parse);
        let action = actions.next()?.ok()?;
        let then = actions.next().and_then(Result::ok);
        let expected = lines.next()?.split_whitespace().map(points).collect::<Option<_>>()?;
        let value = |line: &str| {
            let (action, value) = line.split_once(' ')?;
            Some((action.parse().ok()?, points(value)?))
        };
        Some(Advice { action, then, expected, values: lines.map(value).collect::<Option<_>>()? })
    }
}

/// Points go to the page as whole hundredths: reading decimal fractions takes tables that would make it larger.
fn hundredths(points: f32) -> i32 {
    (points * 100.0).round() as i32
}

fn points(hundredths: &str) -> Option<f32> {
    Some(hundredths.parse::<i32>().ok()? as f32 / 100.0)
}

impl From<Choice> for Advice {
    fn from(choice: Choice) -> Advice {
        let rounded = |points: f32| hundredths(points) as f32 / 100.0;
        let values = choice.values.iter().map(|candidate| (candidate.action, rounded(candidate.value))).collect();
        let expected = choice.expected.into_iter().map(rounded).collect();
        Advice { action: choice.action, then: choice.then, expected, values }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Level, Manner, Request, Style};
    use rules::{Dealing, Game as _, GameId, Options, Seat, Setup};
    use table::Table;

    #[test]
    fn every_level_and_style_decides_and_its_advice_survives_the_way() {
        for game in GameId::ALL {
            let setup = Setup::new(game, Options::NONE, 2, Seat::ALL[0]).expect("two can play");
            let table = Table::new(&setup, Dealing::seeded(3)).expect("the bag can be shuffled");
            let actions = || table.history().iter().map(|entry| entry.action);
            let styled = Style::NAMED.map(|style| Manner { level: Level::Tactician, style });
            for manner in Level::ALL.map(Manner::from).into_iter().chain(styled) {
                let text = Request::text(manner, 5, 20, table.game(), actions()).expect("the game can be recorded");
                let advice = Request::parse(&text).expect("it was just written").answer().expect("somebody is to act");
                assert!(table.game().check(advice.action).is_ok(), "{game:?} {manner}");
                assert_eq!(Advice::parse(&advice.text()), Some(advice));
            }
        }
        assert_eq!(Advice::parse(""), None);
    }
}
