//! Positions with the moves that good players would choose, and why: an examination for bots.
//!
//! A position is a game record that breaks off where somebody has to decide, below a few lines about it:
//!
//! ```text
//! position close-the-city
//! theme close
//! good base/E@0,-1r2 -
//! why The city is complete: 4 points, and the knight is back.
//! bastide record 1
//! game base
//! …
//! unfinished
//! ```
//!
//! `good` and `why` may come several times. A good move is written as in a record: a placement with what follows it, or
//! the one action that is asked for. `*` stands for anything, as in `base/U@* -`. Lines that begin with `#` above the first
//! position are for the reader of the file.
//!
//! Reading plays every record and looks for every good move among the possible ones, so what is read makes sense.

use crate::bot::Bot;
use crate::choice::Budget;
use crate::turn::Move;
use rules::{Actor, AnyGame, Game, GameId, Phase, Record};
use std::fmt;

/// What positions are about, in the order in which they are reported.
pub const THEMES: [&str; 26] = [
    "steal",
    "field",
    "block",
    "followers",
    "dead",
    "close",
    "refuse",
    "tie",
    "end",
    "win",
    "builder",
    "pig",
    "goods",
    "inn",
    "cathedral",
    "large",
    "river",
    "forest",
    "water",
    "meadow",
    "bonus",
    "recall",
    "token",
    "waterhole",
    "ranger",
    "baobab",
];

/// The positions of the project: a name and the text, for each file.
const FILES: [(&str, &str); 7] = [
    ("base.txt", include_str!("../suite/base.txt")),
    ("endings.txt", include_str!("../suite/endings.txt")),
    ("inns_cathedrals.txt", include_str!("../suite/inns_cathedrals.txt")),
    ("traders_builders.txt", include_str!("../suite/traders_builders.txt")),
    ("hunters_gatherers.txt", include_str!("../suite/hunters_gatherers.txt")),
    ("new_lands.txt", include_str!("../suite/new_lands.txt")),
    ("safari.txt", include_str!("../suite/safari.txt")),
];

/// A position in which somebody has to decide.
#[derive(Clone)]
pub struct Position {
    /// What it is called.
    pub name: String,
    /// What it is about, one of [`THEMES`].
    pub theme: &'static str,
    /// Why the good moves are good.
    pub why: String,
    /// The good moves, with `*` for anything.
    pub good: Vec<String>,
    /// The game as it stands.
    pub game: AnyGame,
}

/// Why a text is no list of positions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SuiteError {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub what: String,
}

impl fmt::Display for SuiteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, line {}: {}", self.file, self.line, self.what)
    }
}

impl std::error::Error for SuiteError {}

impl Position {
    /// The game that is played.
    pub fn game_id(&self) -> GameId {
        self.game.setup().game()
    }

    /// All moves that are possible here.
    pub fn moves(&self) -> Vec<Move> {
        let mut firsts = Vec::new();
        let mut acts = Vec::new();
        let mut moves = Vec::new();
        self.game.actions(&mut firsts);
        for first in firsts {
            let mut after = self.game.clone();
            let goes_on = self.game.phase() == Phase::Place && after.play(first).is_ok() && after.phase() == Phase::Act;
            if goes_on {
                acts.clear();
                after.actions(&mut acts);
                moves.extend(acts.iter().map(|&act| Move { first, then: Some(act) }));
            } else {
                moves.push(Move { first, then: None });
            }
        }
        moves
    }

    /// Whether this is a move that good players would choose.
    pub fn is_good(&self, chosen: Move) -> bool {
        let text = notation(chosen);
        self.good.iter().any(|pattern| matches(pattern.as_bytes(), text.as_bytes()))
    }

    /// What a bot does here: the whole turn as far as it goes without a draw or another decision.
    pub fn ask(&self, bot: &mut dyn Bot, budget: Budget) -> Result<Move, String> {
        let wrong = |what: String| format!("{}: {what}", self.name);
        let choice = bot.choose(&self.game, budget).map_err(|refusal| wrong(refusal.to_string()))?;
        let first = choice.action;
        let mut after = self.game.clone();
        after.play(first).map_err(|illegal| wrong(format!("{first}: {illegal}")))?;
        if self.game.phase() != Phase::Place || after.phase() != Phase::Act {
            return Ok(Move { first, then: None });
        }
        let then = match choice.then {
            Some(then) => then,
            None => bot.choose(&after, budget).map_err(|refusal| wrong(refusal.to_string()))?.action,
        };
        after.play(then).map_err(|illegal| wrong(format!("{first} {then}: {illegal}")))?;
        Ok(Move { first, then: Some(then) })
    }
}

/// A move as it is written in a record.
pub fn notation(chosen: Move) -> String {
    match chosen.then {
        Some(then) => format!("{} {then}", chosen.first),
        None => chosen.first.to_string(),
    }
}

/// Whether a text is as the pattern says, in which `*` stands for anything.
fn matches(pattern: &[u8], text: &[u8]) -> bool {
    match pattern.split_first() {
        None => text.is_empty(),
        Some((b'*', rest)) => (0..=text.len()).any(|skipped| matches(rest, &text[skipped..])),
        Some((letter, rest)) => text.split_first().is_some_and(|(first, text)| first == letter && matches(rest, text)),
    }
}

/// The positions of the project.
pub fn positions() -> Result<Vec<Position>, SuiteError> {
    let mut all = Vec::new();
    for (file, text) in FILES {
        all.extend(read(file, text)?);
    }
    Ok(all)
}

/// Reads the positions of a file.
pub fn read(file: &str, text: &str) -> Result<Vec<Position>, SuiteError> {
    let mut positions: Vec<Position> = Vec::new();
    let mut draft: Option<Draft> = None;
    for (index, line) in text.lines().enumerate() {
        let error = |what: String| SuiteError { file: file.to_owned(), line: index + 1, what };
        if let Some(name) = line.strip_prefix("position ") {
            if let Some(draft) = draft.take() {
                positions.push(draft.finish(file)?);
            }
            if positions.iter().any(|known| known.name == name) {
                return Err(error(format!("there is a position {name:?} already")));
            }
            draft = Some(Draft { line: index + 1, name, ..Draft::default() });
            continue;
        }
        match &mut draft {
            Some(draft) => draft.take_in(index + 1, line).map_err(error)?,
            None if line.is_empty() || line.starts_with('#') => {}
            None => return Err(error(format!("`position NAME` should come here, not {line:?}"))),
        }
    }
    if let Some(draft) = draft {
        positions.push(draft.finish(file)?);
    }
    Ok(positions)
}

/// A position that is being read.
#[derive(Default)]
struct Draft<'a> {
    /// Where it begins.
    line: usize,
    name: &'a str,
    theme: Option<&'static str>,
    why: Vec<&'a str>,
    /// The good moves and where they stand.
    good: Vec<(usize, &'a str)>,
    /// Where the record begins.
    record_line: usize,
    record: Vec<&'a str>,
}

impl<'a> Draft<'a> {
    fn take_in(&mut self, number: usize, line: &'a str) -> Result<(), String> {
        if !self.record.is_empty() {
            self.record.push(line);
            return Ok(());
        }
        match line.split_once(' ') {
            Some(("theme", name)) => {
                let known = THEMES.into_iter().find(|theme| *theme == name);
                self.theme = Some(known.ok_or_else(|| {
                    let themes = THEMES.join(", ");
                    format!("unknown theme {name:?}; there are: {themes}")
                })?);
            }
            Some(("good", chosen)) => self.good.push((number, chosen)),
            Some(("why", text)) => self.why.push(text),
            Some(("bastide", _)) => {
                self.record_line = number;
                self.record.push(line);
            }
            _ => return Err(format!("theme, good, why or a record should come here, not {line:?}")),
        }
        Ok(())
    }

    fn finish(self, file: &str) -> Result<Position, SuiteError> {
        let name = self.name;
        let error = |line: usize, what: String| SuiteError { file: file.to_owned(), line, what };
        let missing = |what: &str| error(self.line, format!("position {name:?} has no {what}"));
        let theme = self.theme.ok_or_else(|| missing("theme"))?;
        if self.why.is_empty() {
            return Err(missing("reason (why)"));
        }
        if self.record.is_empty() {
            return Err(missing("record"));
        }
        let record: Record = self.record.join("\n").parse().map_err(|wrong: rules::RecordError| {
            error(self.record_line + wrong.line - 1, format!("position {name:?}: {wrong}"))
        })?;
        let game = record.replay(&mut (), |_, _, _| ());
        let position = Position {
            name: name.to_owned(),
            theme,
            why: self.why.join(" "),
            good: self.good.iter().map(|(_, chosen)| (*chosen).to_owned()).collect(),
            game,
        };
        if !matches!(position.game.to_act(), Actor::Player(_)) {
            return Err(error(self.line, format!("position {name:?}: nobody has to decide here")));
        }
        let possible: Vec<String> = position.moves().into_iter().map(notation).collect();
        let is_possible = |pattern: &str| possible.iter().any(|text| matches(pattern.as_bytes(), text.as_bytes()));
        if let Some((line, chosen)) = self.good.iter().find(|(_, chosen)| !is_possible(chosen)) {
            return Err(error(*line, format!("position {name:?}: no possible move is {chosen:?}")));
        }
        match position.moves().into_iter().filter(|chosen| position.is_good(*chosen)).count() {
            0 => Err(missing("good move")),
            good if good == possible.len() => Err(error(self.line, format!("position {name:?}: every move is good"))),
            _ => Ok(position),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Level;
    use rules::GameOption;

    const ONE: &str = "\
# A file of one position.

position close
theme close
good base/E@0,-1r2 *
why The city is complete.
bastide record 1
game base
players 2
first 0

1:0 +base/E
unfinished
";

    #[test]
    fn the_suite_has_all_games_and_themes() {
        let all = positions().expect("the project's own positions");
        assert!(all.len() >= 60, "{} positions", all.len());
        for game in GameId::ALL {
            assert!(all.iter().filter(|position| position.game_id() == game).count() >= 5, "{}", game.name());
        }
        for theme in THEMES {
            assert!(all.iter().any(|position| position.theme == theme), "{theme}");
        }
        for option in [GameOption::River, GameOption::TradersBuilders, GameOption::InnsCathedrals] {
            assert!(all.iter().any(|position| position.game.setup().options().has(option)), "{}", option.name());
        }
        for (index, position) in all.iter().enumerate() {
            assert!(all[..index].iter().all(|other| other.name != position.name), "{} twice", position.name);
            assert!(position.why.ends_with('.'), "{}: a reason is a sentence", position.name);
        }
    }

    #[test]
    fn a_bot_is_asked_for_its_whole_turn() {
        let all = read("one.txt", ONE).expect("a position");
        let position = &all[0];
        assert_eq!((position.name.as_str(), position.theme), ("close", "close"));
        let budget = Budget::playouts(1).expect("a budget");
        for level in [Level::Random, Level::Greedy, Level::Tactician] {
            let chosen = position.ask(level.bot(1).as_mut(), budget).expect("an answer");
            assert!(position.moves().contains(&chosen), "{}: {}", level.name(), notation(chosen));
            assert!(chosen.then.is_some(), "a turn here has two parts");
        }
    }

    #[test]
    fn a_good_move_is_told_from_another() {
        let position = &read("one.txt", ONE).expect("a position")[0];
        let good = position.moves().into_iter().filter(|chosen| position.is_good(*chosen)).map(notation);
        let good: Vec<String> = good.collect();
        assert!(good.contains(&"base/E@0,-1r2 f0".to_owned()), "{good:?}");
        assert!(good.iter().all(|text| text.starts_with("base/E@0,-1r2 ")), "{good:?}");
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        let cases = [
            ("theme close\n", "theme clos\n", 4, "unknown theme"),
            ("theme close\n", "", 3, "no theme"),
            ("why The city is complete.\n", "", 3, "no reason"),
            ("good base/E@0,-1r2 *\n", "", 3, "no good move"),
            ("good base/E@0,-1r2 *\n", "good base/E@0,-1r1 *\n", 5, "no possible move"),
            ("good base/E@0,-1r2 *\n", "good *\n", 3, "every move is good"),
            ("good base", "better base", 5, "should come here"),
            ("1:0 +base/E", "1:0 +base/e", 12, "base/e"),
            ("1:0 +base/E\n", "", 3, "nobody has to decide"),
            ("position close\n", "", 3, "position NAME"),
        ];
        for (good, bad, line, what) in cases {
            let error = read("one.txt", &ONE.replace(good, bad)).err().expect(bad);
            assert!(error.line == line && error.what.contains(what), "{bad:?}: {error}");
        }
        let twice = format!("{ONE}{ONE}");
        let error = read("one.txt", &twice).err().expect("a surplus line");
        assert!(error.line > 13, "{error}");
    }
}
