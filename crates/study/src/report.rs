//! What is known of a whole game, or of the part that is done.

use crate::step::{Grade, Step};
use crate::study::{BudgetText, Study};
use serde::{Deserialize, Serialize};

/// The version of what is kept; what another version kept is analysed anew.
const VERSION: u32 = 1;

/// An analysis, as far as it is done.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Report {
    version: u32,
    /// How many players.
    pub players: u8,
    /// How much was thought about each decision.
    pub budget: String,
    /// How many steps the game has.
    pub all: usize,
    /// The steps that are done, in order.
    pub steps: Vec<Step>,
    /// The final points, if the game is over.
    pub result: Option<Vec<u16>>,
}

/// How somebody played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Summary {
    /// The seat.
    pub seat: u8,
    /// How many decisions with a choice.
    pub decisions: usize,
    /// The mean accuracy of these, in thousandths.
    pub accuracy: i32,
    /// How many inaccuracies, mistakes and blunders.
    pub marks: [usize; 3],
    /// What was given away in all, in hundredths of a point.
    pub loss: i32,
    /// What all draws, also those of others, did to the lead, in hundredths of a point.
    pub luck: i32,
    /// What all decisions, also those of others, did to the lead, in hundredths of a point.
    pub skill: i32,
}

/// A point of the graph: after a decision.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Course {
    /// How many actions are played then.
    pub at: usize,
    /// The turn.
    pub turn: u16,
    /// The lead of each seat, in hundredths of a point.
    pub leads: Vec<i32>,
    /// The chance of each seat to win, in thousandths.
    pub chances: Vec<i32>,
    /// What decisions have done to the lead of each seat up to here.
    pub skill: Vec<i32>,
    /// What draws have done to it.
    pub luck: Vec<i32>,
}

impl Report {
    /// Nothing is done yet.
    pub fn new(study: &Study) -> Report {
        Report {
            version: VERSION,
            players: study.record().setup().players(),
            budget: BudgetText(study.budget()).to_string(),
            all: study.tasks().len(),
            steps: Vec::new(),
            result: study.record().result().map(<[u16]>::to_vec),
        }
    }

    /// Takes in a step; one that is there already is replaced.
    pub fn add(&mut self, step: Step) {
        match self.steps.binary_search_by_key(&step.at, |known| known.at) {
            Ok(index) => self.steps[index] = step,
            Err(index) => self.steps.insert(index, step),
        }
    }

    /// The step that begins after so many actions.
    pub fn step_at(&self, at: usize) -> Option<&Step> {
        self.steps.binary_search_by_key(&at, |step| step.at).ok().map(|index| &self.steps[index])
    }

    /// Whether everything is done.
    pub fn is_complete(&self) -> bool {
        self.steps.len() == self.all
    }

    /// Whether this is an analysis of that game with that budget.
    pub fn suits(&self, study: &Study) -> bool {
        let fresh = Report::new(study);
        let same = |step: &Step| study.task_at(step.at).is_some_and(|task| task.length == step.length);
        (self.version, self.players, self.all, &self.budget) == (VERSION, fresh.players, fresh.all, &fresh.budget)
            && self.steps.iter().all(same)
            && self.steps.is_sorted_by(|a, b| a.at < b.at)
    }

    /// As it is kept.
    pub fn json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// As it comes back.
    pub fn parse(text: &str) -> Option<Report> {
        serde_json::from_str(text).ok()
    }

    /// How everybody played.
    pub fn summaries(&self) -> Vec<Summary> {
        (0..self.players).map(|seat| self.summary(seat)).collect()
    }

    fn summary(&self, seat: u8) -> Summary {
        let mut summary = Summary { seat, ..Summary::default() };
        let mut accuracy = 0_i64;
        for step in &self.steps {
            if let Some(draw) = step.draw() {
                summary.luck += draw.luck.get(usize::from(seat)).copied().unwrap_or(0);
            }
            let Some(decision) = step.decision() else { continue };
            summary.skill += decision.played.value.lead(seat) - decision.best.value.lead(seat);
            if step.seat != seat || decision.choices < 2 {
                continue;
            }
            summary.decisions += 1;
            accuracy += i64::from(decision.accuracy());
            summary.loss += decision.loss;
            if let Some(index) = Grade::BAD.iter().position(|grade| *grade == decision.grade) {
                summary.marks[index] += 1;
            }
        }
        summary.accuracy = if summary.decisions == 0 { 0 } else { (accuracy / summary.decisions as i64) as i32 };
        summary
    }

    /// The graph: a point after each decision.
    pub fn course(&self) -> Vec<Course> {
        let players = usize::from(self.players);
        let (mut skill, mut luck) = (vec![0; players], vec![0; players]);
        let mut course = Vec::new();
        for step in &self.steps {
            if let Some(draw) = step.draw() {
                luck.iter_mut().zip(&draw.luck).for_each(|(sum, luck)| *sum += luck);
            }
            let Some(decision) = step.decision() else { continue };
            let (before, after) = (&decision.best.value, &decision.played.value);
            for (seat, sum) in (0..self.players).zip(&mut skill) {
                *sum += after.lead(seat) - before.lead(seat);
            }
            course.push(Course {
                at: step.at + step.length,
                turn: step.turn,
                leads: (0..self.players).map(|seat| after.lead(seat)).collect(),
                chances: after.chances.clone(),
                skill: skill.clone(),
                luck: luck.clone(),
            });
        }
        course
    }

    /// The steps that mattered most, so many at most, in order: the worst mistakes, and draws that were worth as much.
    pub fn moments(&self, most: usize) -> Vec<&Step> {
        let weight = |step: &Step| match (step.decision(), step.draw()) {
            (Some(decision), _) if decision.grade > Grade::Good => decision.loss + 10 * decision.chance_loss,
            (_, Some(draw)) => {
                let luck = draw.luck.get(usize::from(step.seat)).copied().unwrap_or(0).abs();
                if luck >= LUCKY { luck } else { 0 }
            }
            _ => 0,
        };
        let mut moments: Vec<&Step> = self.steps.iter().filter(|step| weight(step) > 0).collect();
        moments.sort_by_key(|step| (std::cmp::Reverse(weight(step)), step.at));
        moments.truncate(most);
        moments.sort_by_key(|step| step.at);
        moments
    }
}

/// From so much luck on a draw is a moment, in hundredths of a point.
const LUCKY: i32 = 500;
