//! What is known of one decision or one draw. Points are whole hundredths and chances whole thousandths, so that what is
//! kept, sent and compared is the same everywhere.

use crate::facts::Told;
use bots::{Move, Prospect, Scores};
use rules::{Action, Seat};
use serde::{Deserialize, Serialize};

/// What is expected of a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Value {
    /// What each seat will have in the end, in hundredths of a point.
    pub points: Vec<i32>,
    /// The chance of each seat to win, in thousandths.
    pub chances: Vec<i32>,
}

impl Value {
    /// What the net or playouts expect, rounded.
    pub(crate) fn of(prospect: &Prospect, players: u8) -> Value {
        let round = |values: &Scores, unit: f32| {
            values.iter().take(players.into()).map(|value| (value * unit).round() as i32).collect()
        };
        Value { points: round(&prospect.scores, 100.0), chances: round(&prospect.chances, 1000.0) }
    }

    /// The lead of a seat over the others, in hundredths of a point: with two players the margin; with more, half of the
    /// weight lies on the strongest of the others.
    pub fn lead(&self, seat: u8) -> i32 {
        let own = self.points.get(usize::from(seat)).copied().unwrap_or(0);
        let others = || self.points.iter().enumerate().filter(|(other, _)| *other != usize::from(seat));
        let (sum, count) = others().fold((0, 0), |(sum, count), (_, points)| (sum + points, count + 1));
        let best = others().map(|(_, points)| *points).max().unwrap_or(0);
        own - (sum / count.max(1) + best) / 2
    }

    /// The chance of a seat to win, in thousandths.
    pub fn chance(&self, seat: u8) -> i32 {
        self.chances.get(usize::from(seat)).copied().unwrap_or(0)
    }
}

/// A move and what is expected after it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Line {
    /// The first action.
    #[serde(with = "as_text")]
    pub first: Action,
    /// What follows the placement in the same turn.
    #[serde(with = "as_optional_text", default, skip_serializing_if = "Option::is_none")]
    pub then: Option<Action>,
    /// What is expected.
    pub value: Value,
    /// How far the difference to the best move may be off, in hundredths of a point (its standard error).
    pub error: i32,
}

impl Line {
    /// The move.
    pub fn chosen(&self) -> Move {
        Move { first: self.first, then: self.then }
    }
}

/// How bad a move was.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Grade {
    /// Nothing to say.
    Good,
    /// `?!`
    Inaccuracy,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

impl Grade {
    /// From which loss on, in hundredths of a point, and in thousandths of winning chance.
    const FROM: [(Grade, i32, i32); 3] =
        [(Grade::Blunder, 700, 200), (Grade::Mistake, 400, 120), (Grade::Inaccuracy, 200, 60)];

    /// The marks that stand for mistakes, the lightest first.
    pub const BAD: [Grade; 3] = [Grade::Inaccuracy, Grade::Mistake, Grade::Blunder];

    /// The grade of a loss; a loss counts only as far as it is larger than it may be off.
    pub fn of(loss: i32, chance_loss: i32, error: i32) -> Grade {
        let sure = loss - error;
        let sure_chance = if sure > 0 { chance_loss } else { 0 };
        let found = Grade::FROM.iter().find(|(_, points, chance)| sure >= *points || sure_chance >= *chance);
        found.map_or(Grade::Good, |(grade, ..)| *grade)
    }

    /// As chess players write it.
    pub const fn mark(self) -> &'static str {
        match self {
            Grade::Good => "",
            Grade::Inaccuracy => "?!",
            Grade::Mistake => "?",
            Grade::Blunder => "??",
        }
    }
}

/// A decision of a player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Decision {
    /// How many different moves there were; with one nothing was decided.
    pub choices: usize,
    /// What was played; what is expected after it.
    pub played: Line,
    /// The best move; what is expected after it is what was expected before the decision.
    pub best: Line,
    /// The next best one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second: Option<Line>,
    /// What the move gave away, in hundredths of a point of lead.
    pub loss: i32,
    /// What it gave away, in thousandths of the chance to win.
    pub chance_loss: i32,
    /// How bad that is.
    pub grade: Grade,
    /// Why, where it is bad.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<Told>,
}

impl Decision {
    /// How much of what could be had was had, in thousandths: all for the best move, half for one that loses six points.
    pub fn accuracy(&self) -> i32 {
        600_000 / (600 + self.loss.max(0))
    }
}

/// A draw.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Drawing {
    /// What came.
    #[serde(with = "as_text")]
    pub outcome: Action,
    /// In how many of all ways.
    pub weight: u32,
    /// How many ways there were.
    pub ways: u32,
    /// What it was worth to the lead of each seat against the average draw, in hundredths of a point.
    pub luck: Vec<i32>,
    /// The same in thousandths of the chance to win.
    pub chance: Vec<i32>,
}

/// What a step is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum What {
    /// Chance spoke.
    Draw(Drawing),
    /// Somebody decided.
    Decision(Decision),
}

/// One draw or one decision of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Step {
    /// How many actions of the record come before it.
    pub at: usize,
    /// How many actions it takes.
    pub length: usize,
    /// The turn.
    pub turn: u16,
    /// Whose turn or decision it is.
    pub seat: u8,
    /// What it is.
    #[serde(flatten)]
    pub what: What,
}

impl Step {
    /// The decision, if it is one.
    pub fn decision(&self) -> Option<&Decision> {
        match &self.what {
            What::Decision(decision) => Some(decision),
            What::Draw(_) => None,
        }
    }

    /// The draw, if it is one.
    pub fn draw(&self) -> Option<&Drawing> {
        match &self.what {
            What::Draw(draw) => Some(draw),
            What::Decision(_) => None,
        }
    }

    /// The seat as the rules know it.
    pub fn player(&self) -> Seat {
        Seat::new(self.seat).unwrap_or_default()
    }

    /// As it is kept and sent.
    pub fn json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// As it comes back.
    pub fn parse(text: &str) -> Option<Step> {
        serde_json::from_str(text).ok()
    }
}

/// Actions as in records.
pub(crate) mod as_text {
    use rules::Action;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(action: &Action, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(action)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Action, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

pub(crate) mod as_optional_text {
    use rules::Action;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(action: &Option<Action>, serializer: S) -> Result<S::Ok, S::Error> {
        match action {
            Some(action) => serializer.collect_str(action),
            None => serializer.serialize_none(),
        }
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Action>, D::Error> {
        let text = Option::<String>::deserialize(deserializer)?;
        text.map(|text| text.parse().map_err(serde::de::Error::custom)).transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loss_counts_only_beyond_its_error() {
        for (loss, chance, error, grade) in [
            (0, 0, 0, Grade::Good),
            (199, 0, 0, Grade::Good),
            (200, 0, 0, Grade::Inaccuracy),
            (450, 0, 0, Grade::Mistake),
            (450, 0, 100, Grade::Inaccuracy),
            (700, 0, 0, Grade::Blunder),
            (50, 130, 10, Grade::Mistake),
            (50, 130, 60, Grade::Good),
        ] {
            assert_eq!(Grade::of(loss, chance, error), grade, "{loss} {chance} {error}");
        }
    }

    #[test]
    fn leads_of_two_cancel_and_the_strongest_of_more_counts_most() {
        let value = |points: &[i32]| Value { points: points.to_vec(), chances: vec![0; points.len()] };
        assert_eq!((value(&[5000, 4200]).lead(0), value(&[5000, 4200]).lead(1)), (800, -800));
        assert_eq!(value(&[5000, 4000, 2000]).lead(0), 5000 - (3000 + 4000) / 2);
    }
}
