//! What the person has solved, kept in this browser.

use crate::browser;
use rules::GameId;
use std::collections::BTreeSet;

const STORED: &str = "bastide.puzzles";

/// What was solved, and for how many days in a row the puzzle of the day was.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Progress {
    pub(super) solved: BTreeSet<String>,
    /// The last day on which the puzzle of the day was solved.
    last: Option<i64>,
    streak: u32,
    longest: u32,
}

impl Progress {
    pub(super) fn load() -> Progress {
        browser::stored(STORED).map(|text| Progress::parse(&text)).unwrap_or_default()
    }

    pub(super) fn store(&self) {
        browser::store(STORED, &self.text());
    }

    fn text(&self) -> String {
        let last = self.last.map_or(String::new(), |day| format!("days {day} {} {}\n", self.streak, self.longest));
        let solved: Vec<&str> = self.solved.iter().map(String::as_str).collect();
        format!("{last}solved {}\n", solved.join(" "))
    }

    /// What cannot be read is as if it had never been.
    fn parse(text: &str) -> Progress {
        let mut progress = Progress::default();
        for line in text.lines() {
            let mut words = line.split(' ');
            match words.next() {
                Some("days") => {
                    let mut number = || words.next().and_then(|word| word.parse::<i64>().ok());
                    if let (Some(day), Some(streak), Some(longest)) = (number(), number(), number()) {
                        progress.last = Some(day);
                        progress.streak = u32::try_from(streak).unwrap_or(0);
                        progress.longest = u32::try_from(longest).unwrap_or(0).max(progress.streak);
                    }
                }
                Some("solved") => {
                    progress.solved = words.filter(|word| !word.is_empty()).map(str::to_owned).collect();
                }
                _ => {}
            }
        }
        progress
    }

    /// A puzzle was solved today; whether it is the one of the day.
    pub(super) fn note(&mut self, name: &str, daily: bool, today: i64) {
        self.solved.insert(name.to_owned());
        if !daily || self.last == Some(today) {
            return;
        }
        self.streak = if self.last == Some(today - 1) { self.streak.saturating_add(1) } else { 1 };
        self.longest = self.longest.max(self.streak);
        self.last = Some(today);
    }

    /// For how many days in a row the puzzle of the day was solved; one day off is not over before it ends.
    pub(super) fn streak(&self, today: i64) -> u32 {
        if self.last.is_some_and(|last| (today - 1..=today).contains(&last)) { self.streak } else { 0 }
    }

    /// The most days in a row.
    pub(super) const fn longest(&self) -> u32 {
        self.longest
    }
}

/// The day as a number, where the person is.
pub(super) fn today() -> i64 {
    let now = js_sys::Date::new_0();
    let offset = now.get_timezone_offset() * 60_000.0;
    ((now.get_time() - offset) / 86_400_000.0).floor() as i64
}

/// The game of a day: each has its turn.
pub(super) fn game_of(day: i64) -> GameId {
    let count = GameId::ALL.len() as i64;
    GameId::ALL[day.rem_euclid(count) as usize]
}

/// Which of the puzzles of its game is that of a day: all come before any comes again.
pub(super) fn index_of(day: i64, count: usize) -> usize {
    if count == 0 {
        return 0;
    }
    let round = day.div_euclid(GameId::ALL.len() as i64);
    // Neighbours in the file are alike, so they come far apart.
    let step = (count * 5 / 8..).find(|step| *step > 0 && common_divisor(*step, count) == 1).unwrap_or(1);
    (round.rem_euclid(count as i64) as usize * step) % count
}

fn common_divisor(one: usize, other: usize) -> usize {
    if other == 0 { one } else { common_divisor(other, one % other) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_in_a_row_count_and_a_missed_one_begins_anew() {
        let mut progress = Progress::default();
        progress.note("a", true, 100);
        progress.note("b", true, 101);
        progress.note("b", true, 101);
        progress.note("c", false, 102);
        assert_eq!((progress.streak(101), progress.streak(102), progress.streak(103)), (2, 2, 0));
        assert_eq!(Progress::parse(&progress.text()), progress);
        progress.note("d", true, 104);
        assert_eq!((progress.streak(104), progress.longest()), (1, 2));
        assert_eq!(progress.solved.len(), 4);
        for broken in ["", "days x\nsolved", "days 1 -4 99999999999999999999", "rubbish"] {
            assert_eq!(Progress::parse(broken).streak(1), 0, "{broken}");
        }
    }

    #[test]
    fn every_puzzle_has_its_day() {
        for count in [1, 2, 40, 41, 48] {
            let days = (0..count as i64).map(|round| index_of(round * 4, count));
            let days: BTreeSet<usize> = days.collect();
            assert_eq!(days.len(), count);
        }
        assert_eq!(index_of(7, 0), 0);
        let games: BTreeSet<GameId> = (-2..2).map(game_of).collect();
        assert_eq!(games.len(), GameId::ALL.len());
    }
}
