//! Puzzles as text.
//!
//! ```text
//! puzzle base-17-42
//! about steal close
//! missed greedy tactician
//! best base/N@-1,-1r1 f0
//! second base/N@0,3r1 -
//! expected 7.3 2.1
//! playouts 2000 6000
//! losses F*17 9 F*204 0 F*31
//! bastide record 1
//! game base
//! …
//! 3:0 =~/N@0,-1r1 f0
//! unfinished
//! ```
//!
//! `about` are the themes, the most telling first; `missed` the levels of bots that play something else; `best` and `second`
//! are moves as in records, and `expected` what they lead to: the margin over the other players in points at the end of the
//! game, as it was measured with so many `playouts`, twice. `losses` has a digit for each of the possible moves in the
//! order of [`crate::turns`]: how much worse it is than the best, in half points, in the digits 0 to 9, A to Z, a to z;
//! `F*17` is the same seventeen times. The best moves were looked at closely; all others are at least as bad as the worst of
//! those, and have its loss. Below is the game up to the position, as a record in which `~/` stands for the game's own set of tiles
//! and `=tile@…` for drawing a tile and placing it.

use crate::insight::Insight;
use crate::theme::Theme;
use crate::turn::{Turn, canonical, turns};
use rules::{Actor, AnyGame, Phase, Record, RecordError, Seat};
use std::fmt;

const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// A position with one clearly best move.
#[derive(Clone, PartialEq, Debug)]
pub struct Puzzle {
    /// What it is called: the game, the seed of the game in which it was found, and the turn.
    pub name: String,
    /// What it is about, the most telling first.
    pub themes: Vec<Theme>,
    /// The levels of bots that miss it.
    pub missed: Vec<String>,
    /// The best move.
    pub best: Turn,
    /// The best of all others.
    pub second: Turn,
    /// The expected margin after each of them, in points.
    pub expected: [f32; 2],
    /// With how many playouts it was measured, the first and the second time.
    pub playouts: [u32; 2],
    /// How much worse each possible move is, in half points.
    pub losses: Vec<u8>,
    /// The game up to the position.
    pub record: Record,
}

/// What is wrong with a list of puzzles, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PuzzleError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub what: String,
}

impl fmt::Display for PuzzleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

impl std::error::Error for PuzzleError {}

impl Puzzle {
    /// The position.
    pub fn game(&self) -> AnyGame {
        self.record.replay(&mut (), |_, _, _| ())
    }

    /// Who is to find the move.
    pub fn seat(&self) -> Seat {
        match self.game().to_act() {
            Actor::Player(seat) => seat,
            _ => Seat::default(),
        }
    }

    /// How hard it is, from 1 to [`HARDEST`], by how many of the seven levels of bots miss it: one at most, two or three, four,
    /// more.
    pub fn difficulty(&self) -> usize {
        match self.missed.len() {
            0 | 1 => 1,
            2 | 3 => 2,
            4 => 3,
            _ => HARDEST,
        }
    }

    /// How many points a move is worse than the best; `None` if it is not possible.
    pub fn loss(&self, turn: Turn) -> Option<f32> {
        let game = self.game();
        let wanted = canonical(&game, turn);
        let index = turns(&game).into_iter().position(|turn| turn == wanted)?;
        self.losses.get(index).map(|loss| f32::from(*loss) / 2.0)
    }

    /// Whether this is the solution.
    pub fn is_solved_by(&self, turn: Turn) -> bool {
        let game = self.game();
        canonical(&game, turn) == canonical(&game, self.best)
    }

    /// What the solution does.
    pub fn insight(&self) -> Option<Insight> {
        Insight::of(&self.game(), self.best)
    }

    /// Says what is wrong with it: everything that can be known without thinking.
    pub fn check(&self) -> Result<(), String> {
        let game = self.game();
        if !matches!(game.to_act(), Actor::Player(_)) || game.phase() != Phase::Place {
            return Err("nobody has to place a tile here".to_owned());
        }
        let all = turns(&game);
        if all.len() != self.losses.len() {
            return Err(format!("{} moves are possible, there are losses of {}", all.len(), self.losses.len()));
        }
        let [best, second] = [self.best, self.second].map(|turn| canonical(&game, turn));
        if best == second {
            return Err("best and second are the same move".to_owned());
        }
        for (name, turn, right) in [("best", best, true), ("second", second, false)] {
            let index = all.iter().position(|known| *known == turn);
            let loss = index.and_then(|index| self.losses.get(index)).ok_or(format!("{name} is not possible"))?;
            if (*loss == 0) != right {
                return Err(format!("{name} is {} points worse", f32::from(*loss) / 2.0));
            }
        }
        if self.losses.iter().filter(|loss| **loss == 0).count() != 1 {
            return Err("several moves are best".to_owned());
        }
        let insight = self.insight().ok_or("the best move cannot be played")?;
        let themes = Theme::of(&insight);
        if themes != self.themes || themes.is_empty() {
            let names: Vec<_> = themes.iter().map(|theme| theme.name()).collect();
            return Err(format!("the move is about {}", names.join(" ")));
        }
        Ok(())
    }
}

/// The difficulty of puzzles that only levels find which search, or not even these.
pub const HARDEST: usize = 4;

/// How many moves have a loss of their own.
const CLOSELY: usize = 24;

impl Puzzle {
    /// Losses in points as they are kept; only the best move has none.
    pub fn kept_losses(losses: impl IntoIterator<Item = f32>) -> Vec<u8> {
        let most = DIGITS.len() as f32 - 1.0;
        let kept = |loss: f32| if loss <= 0.0 { 0 } else { (loss * 2.0).round().clamp(1.0, most) as u8 };
        let all: Vec<u8> = losses.into_iter().map(kept).collect();
        let mut sorted = all.clone();
        sorted.sort_unstable();
        let bound = sorted.get(CLOSELY - 1).copied().unwrap_or(u8::MAX);
        all.into_iter().map(|loss| loss.min(bound)).collect()
    }
}

/// Losses as text: runs of equal ones.
fn write_losses(losses: &[u8]) -> String {
    let runs = losses.chunk_by(|left, right| left == right).map(|run| {
        let digit = char::from(DIGITS[usize::from(run[0]).min(DIGITS.len() - 1)]);
        if run.len() == 1 { digit.to_string() } else { format!("{digit}*{}", run.len()) }
    });
    runs.collect::<Vec<_>>().join(" ")
}

/// More moves than any position has.
const MOST_MOVES: usize = 100_000;

fn read_losses(text: &str) -> Option<Vec<u8>> {
    let mut losses = Vec::new();
    for word in text.split(' ') {
        let (digit, count) = word.split_once('*').unwrap_or((word, "1"));
        let &[digit] = digit.as_bytes() else { return None };
        let digit = DIGITS.iter().position(|known| *known == digit)?;
        let count: usize = count.parse().ok().filter(|count| losses.len() + count <= MOST_MOVES)?;
        losses.extend(std::iter::repeat_n(digit as u8, count));
    }
    Some(losses)
}

/// The set of tiles of a game in a record, and how it is written here.
fn own_set(text: &str) -> Option<String> {
    let game = text.lines().find_map(|line| line.strip_prefix("game "))?;
    game.split(' ').next().map(|name| format!("{name}/"))
}

/// A record in fewer letters.
fn pack(record: &str) -> String {
    let Some(set) = own_set(record) else { return record.to_owned() };
    let short = record.replace(&set, "~/");
    let line = |line: &str| {
        let mut words: Vec<String> = Vec::new();
        for word in line.split(' ') {
            let drawn = words.last().and_then(|last| last.strip_prefix('+'));
            let placed = drawn.is_some_and(|tile| word.strip_prefix(tile).is_some_and(|rest| rest.starts_with('@')));
            if placed {
                words.pop();
                words.push(format!("={word}"));
            } else {
                words.push(word.to_owned());
            }
        }
        words.join(" ") + "\n"
    };
    short.lines().map(line).collect()
}

/// The record again.
fn unpack(text: &str) -> String {
    let line = |line: &str| {
        let word = |word: &str| match word.strip_prefix('=').and_then(|word| Some((word, word.split_once('@')?.0))) {
            Some((placed, tile)) => format!("+{tile} {placed}"),
            None => word.to_owned(),
        };
        line.split(' ').map(word).collect::<Vec<_>>().join(" ") + "\n"
    };
    let long: String = text.lines().map(line).collect();
    match own_set(text) {
        Some(set) => long.replace("~/", &set),
        None => long,
    }
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let themes: Vec<_> = self.themes.iter().map(|theme| theme.name()).collect();
        writeln!(f, "puzzle {}\nabout {}", self.name, themes.join(" "))?;
        if !self.missed.is_empty() {
            writeln!(f, "missed {}", self.missed.join(" "))?;
        }
        writeln!(f, "best {}\nsecond {}", self.best, self.second)?;
        let [best, second] = self.expected;
        writeln!(f, "expected {best:.1} {second:.1}\nplayouts {} {}", self.playouts[0], self.playouts[1])?;
        writeln!(f, "losses {}", write_losses(&self.losses))?;
        f.write_str(&pack(&self.record.to_string()))
    }
}

/// Reads puzzles. Their games are played, so they can happen; [`Puzzle::check`] looks at the rest, which takes longer.
pub fn read(text: &str) -> Result<Vec<Puzzle>, PuzzleError> {
    let mut all = Vec::new();
    let mut draft: Option<Draft> = None;
    for (index, line) in text.lines().enumerate() {
        let error = |what: String| PuzzleError { line: index + 1, what };
        if let Some(name) = line.strip_prefix("puzzle ") {
            if let Some(draft) = draft.take() {
                all.push(draft.finish()?);
            }
            draft = Some(Draft { line: index + 1, name, ..Draft::default() });
            continue;
        }
        match &mut draft {
            Some(draft) => draft.take_in(index + 1, line).map_err(error)?,
            None if line.is_empty() || line.starts_with('#') => {}
            None => return Err(error(format!("`puzzle NAME` should come here, not {line:?}"))),
        }
    }
    if let Some(draft) = draft {
        all.push(draft.finish()?);
    }
    Ok(all)
}

/// A puzzle that is being read.
#[derive(Default)]
struct Draft<'a> {
    /// Where it begins.
    line: usize,
    name: &'a str,
    themes: Vec<Theme>,
    missed: Vec<String>,
    best: Option<Turn>,
    second: Option<Turn>,
    expected: Option<[f32; 2]>,
    playouts: Option<[u32; 2]>,
    losses: Option<Vec<u8>>,
    record_line: usize,
    record: Vec<&'a str>,
}

/// Two numbers with a space between.
fn pair<T: std::str::FromStr>(text: &str) -> Result<[T; 2], String> {
    let both = text.split_once(' ').and_then(|(left, right)| Some([left.parse().ok()?, right.parse().ok()?]));
    both.ok_or_else(|| format!("two numbers should come here, not {text:?}"))
}

impl<'a> Draft<'a> {
    fn take_in(&mut self, number: usize, line: &'a str) -> Result<(), String> {
        if !self.record.is_empty() {
            self.record.push(line);
            return Ok(());
        }
        let turn = |text: &str| Turn::parse(text).map(Some).ok_or_else(|| format!("{text:?} is no move"));
        match line.split_once(' ') {
            Some(("about", names)) => {
                let theme = |name: &str| Theme::from_name(name).ok_or_else(|| format!("unknown theme {name:?}"));
                self.themes = names.split(' ').map(theme).collect::<Result<_, _>>()?;
            }
            Some(("missed", levels)) => self.missed = levels.split(' ').map(str::to_owned).collect(),
            Some(("best", text)) => self.best = turn(text)?,
            Some(("second", text)) => self.second = turn(text)?,
            Some(("expected", text)) => self.expected = Some(pair(text)?),
            Some(("playouts", text)) => self.playouts = Some(pair(text)?),
            Some(("losses", text)) => {
                self.losses = Some(read_losses(text).ok_or("losses are letters and digits")?);
            }
            Some(("bastide", _)) => {
                self.record_line = number;
                self.record.push(line);
            }
            _ => return Err(format!("something about the puzzle or a record should come here, not {line:?}")),
        }
        Ok(())
    }

    fn finish(self) -> Result<Puzzle, PuzzleError> {
        let name = self.name;
        let wrong = |what: String| PuzzleError { line: self.line, what: format!("puzzle {name}: {what}") };
        let missing = |what: &str| wrong(format!("there is no {what}"));
        if self.record.is_empty() {
            return Err(missing("record"));
        }
        let record: Record = unpack(&self.record.join("\n")).parse().map_err(|error: RecordError| PuzzleError {
            line: self.record_line + error.line - 1,
            what: format!("puzzle {name}, column {}: {}", error.column, error.fault),
        })?;
        Ok(Puzzle {
            name: name.to_owned(),
            best: self.best.ok_or_else(|| missing("best move"))?,
            second: self.second.ok_or_else(|| missing("second move"))?,
            expected: self.expected.ok_or_else(|| missing("expected margin"))?,
            playouts: self.playouts.ok_or_else(|| missing("number of playouts"))?,
            losses: self.losses.ok_or_else(|| missing("losses"))?,
            themes: self.themes,
            missed: self.missed,
            record,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{fitting, text};
    use rules::{Event, Game as _, GameId, GameOption};

    fn shipped(game: GameId) -> Vec<Puzzle> {
        read(text(game)).expect("the project's own puzzles")
    }

    #[test]
    fn every_game_has_its_puzzles_in_order_and_they_are_sound() {
        for game in GameId::ALL {
            let all = shipped(game);
            assert!(all.len() >= 40, "{game}: {}", all.len());
            for level in 1..=HARDEST {
                assert!(all.iter().any(|puzzle| puzzle.difficulty() == level), "{game}: none is of difficulty {level}");
            }
            let mut before = 0;
            for (index, puzzle) in all.iter().enumerate() {
                puzzle.check().unwrap_or_else(|wrong| panic!("{}: {wrong}", puzzle.name));
                assert_eq!(puzzle.record.setup().game(), game, "{}", puzzle.name);
                assert!(all[..index].iter().all(|other| other.name != puzzle.name), "{} twice", puzzle.name);
                assert!(puzzle.expected[0] - puzzle.expected[1] >= 3.9, "{}: clearly best", puzzle.name);
                assert!(puzzle.losses.iter().all(|loss| *loss == 0 || *loss >= 8), "{}: nothing near", puzzle.name);
                assert!(puzzle.difficulty() >= before, "{}: the easiest first", puzzle.name);
                before = puzzle.difficulty();
                let written = puzzle.to_string();
                assert!(written.len() <= 3000, "{}: {} bytes", puzzle.name, written.len());
                assert_eq!(read(&written).expect("as it was written"), std::slice::from_ref(puzzle));
            }
        }
        let base = shipped(GameId::Base);
        for theme in Theme::ALL {
            assert!(base.iter().any(|puzzle| puzzle.themes.contains(&theme)), "{}", theme.name());
        }
        for option in [GameOption::River, GameOption::TradersBuilders, GameOption::InnsCathedrals] {
            assert!(base.iter().any(|puzzle| puzzle.record.setup().has(option)), "{}", option.name());
        }
    }

    /// What is said of a move, counted again in other ways.
    #[test]
    fn insights_hold_on_the_board() {
        for puzzle in GameId::ALL.into_iter().flat_map(shipped) {
            let (before, insight) = (puzzle.game(), puzzle.insight().expect("possible"));
            let mut events: Vec<Event> = Vec::new();
            let mut after = before.clone();
            for action in std::iter::once(puzzle.best.place).chain(puzzle.best.then) {
                after.play_logged(action, &mut events).expect("possible");
            }
            let name = &puzzle.name;
            if after.phase() != Phase::Token {
                for seat in before.setup().seats() {
                    let gained = after.scores()[seat.index()] - before.scores()[seat.index()];
                    assert!(insight.points_of(seat) <= gained, "{name}: points of {seat}");
                }
            }
            for taken in &insight.taken {
                let now = after.board().feature_at(taken.at.0, taken.at.1).expect("it is there");
                assert!(!taken.from.contains(insight.seat), "{name}: it was somebody else's");
                let parts = after.board().segments_of(now);
                let theirs = parts.iter().filter_map(|(pos, segment)| before.board().feature_at(*pos, *segment));
                let mut theirs = theirs.filter(|id| before.board().feature(*id).owners() == taken.from);
                let agrees = |id| {
                    let worth = before.worth(id).expect("it is worth something");
                    // What counts only when complete is told with that.
                    let told = if worth.at_end == 0 { worth.complete.unwrap_or(0) } else { worth.at_end };
                    told == taken.was_worth
                };
                assert!(theirs.any(agrees), "{name}: {taken:?}");
            }
            for blocked in &insight.blocked {
                let now = after.board().feature_at(blocked.at.0, blocked.at.1).expect("it is there");
                assert!(after.board().feature(now).open() > 0, "{name}: it is still open");
                // Some open cell takes exactly so many of the tiles to come.
                let takes = |pos| after.board().demand(pos).map(|demand| fitting(&after, demand));
                let cells = after.board().open_positions();
                assert!(cells.into_iter().filter_map(takes).any(|fit| fit == blocked.fit_now), "{name}");
                assert!(blocked.fit_before > blocked.fit_now, "{name}");
            }
            if let Some(near) = insight.approach {
                let other = after.board().feature_at(near.at.0, near.at.1).expect("it is there");
                let mut faces = false;
                after.board().facing(near.cell, |id| faces |= id == other);
                assert!(faces, "{name}: it ends at that cell");
            }
            if insight.waits {
                assert!(insight.followers_after > 0 && insight.placed.is_none(), "{name}");
            }
        }
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        let good = shipped(GameId::Base).remove(0).to_string();
        for (from, to, told) in [
            ("about ", "about nothing ", "unknown theme"),
            ("best ", "better ", "should come here"),
            ("expected ", "expected x ", "two numbers"),
            ("losses ", "losses !", "letters"),
            ("bastide record 1", "bastide record 9", "version"),
        ] {
            let error = read(&good.replacen(from, to, 1)).expect_err(told);
            assert!(error.what.contains(told) && error.line > 1, "{error}");
        }
        let mut short = shipped(GameId::Base).remove(0);
        short.losses.pop();
        assert!(short.check().is_err_and(|wrong| wrong.contains("losses")));
        let mut other = shipped(GameId::Base).remove(0);
        other.themes = vec![Theme::Wait, Theme::Steal];
        assert!(other.check().is_err());
    }
}
