//! Actions as words of a record; the description of each [`Action`] shows its notation.

use crate::action::{Action, Animal};
use crate::geometry::{Corner, Pos, Rotation};
use crate::piece::PieceKind;
use crate::tiles::{Segment, TileKind};
use std::fmt;

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Action::Draw { tile } => write!(f, "+{tile}"),
            Action::DrawToken { animal } => write!(f, "+{}", animal.name()),
            Action::Place { tile, pos, rotation } => write!(f, "{tile}@{pos}r{}", rotation.quarters()),
            Action::Follower { segment, with, piece } => {
                let letter = if piece == PieceKind::LargeFollower { 'F' } else { 'f' };
                write!(f, "{letter}{segment}")?;
                with.map_or(Ok(()), |with| write!(f, "+{}", with.name()))
            }
            Action::Hut { segment } => write!(f, "h{segment}"),
            Action::Recall { pos, segment } => write!(f, "x{pos}:{segment}"),
            Action::Ranger { from: Some(from), to } => write!(f, "c{from}>{to}"),
            Action::Ranger { from: None, to } => write!(f, "c>{to}"),
            Action::Waterhole { pos, corner, animal } => write!(f, "w{pos}{}:{}", corner.name(), animal.name()),
            Action::Token { animal } => write!(f, "t:{}", animal.name()),
            Action::ReturnFarmer => f.write_str("home"),
            Action::Pass => f.write_str("-"),
        }
    }
}

/// Why a word is no action: how many characters of it were understood, and what should have come there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotationError {
    /// Characters before the one at which reading stopped.
    pub offset: usize,
    /// What was expected there.
    pub expected: &'static str,
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}", self.expected)
    }
}

impl std::error::Error for NotationError {}

impl std::str::FromStr for Action {
    type Err = NotationError;

    fn from_str(word: &str) -> Result<Action, NotationError> {
        let mut reader = Reader { word, rest: word };
        let action = reader.action()?;
        if reader.rest.is_empty() { Ok(action) } else { Err(reader.expected("the end of the action")) }
    }
}

/// Reads a word from left to right.
struct Reader<'a> {
    word: &'a str,
    rest: &'a str,
}

impl<'a> Reader<'a> {
    fn expected(&self, expected: &'static str) -> NotationError {
        let read = &self.word[..self.word.len() - self.rest.len()];
        NotationError { offset: read.chars().count(), expected }
    }

    fn eat(&mut self, prefix: &str) -> bool {
        match self.rest.strip_prefix(prefix) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn need(&mut self, prefix: &'static str) -> Result<(), NotationError> {
        if self.eat(prefix) { Ok(()) } else { Err(self.expected(prefix)) }
    }

    /// The longest beginning of the rest whose characters all satisfy `wanted`.
    fn take(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let end = self.rest.find(|letter| !wanted(letter)).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at(end);
        self.rest = rest;
        taken
    }

    /// Reads a value; where there is none, reading stops before it.
    fn value<T>(
        &mut self,
        wanted: impl Fn(char) -> bool,
        make: impl Fn(&str) -> Option<T>,
        expected: &'static str,
    ) -> Result<T, NotationError> {
        let before = self.rest;
        let value = make(self.take(wanted));
        value.ok_or_else(|| {
            self.rest = before;
            self.expected(expected)
        })
    }

    /// A number as it is written out: no sign but a minus, no leading zeros, so that every action has one notation.
    fn number<T: std::str::FromStr + fmt::Display>(&mut self, expected: &'static str) -> Result<T, NotationError> {
        let digit = |letter: char| letter.is_ascii_digit() || letter == '-';
        self.value(digit, |text| text.parse().ok().filter(|number: &T| number.to_string() == text), expected)
    }

    fn pos(&mut self) -> Result<Pos, NotationError> {
        let x = self.number("a column")?;
        self.need(",")?;
        Ok(Pos::new(x, self.number("a row")?))
    }

    fn segment(&mut self) -> Result<Segment, NotationError> {
        self.number("a segment").map(Segment)
    }

    fn tile(&mut self) -> Result<TileKind, NotationError> {
        self.value(|letter| letter != '@', TileKind::from_name, "a tile")
    }

    fn animal(&mut self) -> Result<Animal, NotationError> {
        self.value(|letter| letter.is_ascii_lowercase(), Animal::from_name, "an animal")
    }

    fn action(&mut self) -> Result<Action, NotationError> {
        if self.rest.contains('@') {
            let tile = self.tile()?;
            self.need("@")?;
            let pos = self.pos()?;
            self.need("r")?;
            let one_digit = |text: &str| text.parse().ok().filter(|_| text.len() == 1).and_then(Rotation::new);
            let rotation = self.value(|letter| letter.is_ascii_digit(), one_digit, "0 to 3 quarter turns")?;
            return Ok(Action::Place { tile, pos, rotation });
        }
        if self.eat("+") {
            return match Animal::from_name(self.rest) {
                Some(animal) => {
                    self.rest = "";
                    Ok(Action::DrawToken { animal })
                }
                None => Ok(Action::Draw { tile: self.tile()? }),
            };
        }
        if self.rest == "home" {
            self.rest = "";
            return Ok(Action::ReturnFarmer);
        }
        if self.eat("-") {
            return Ok(Action::Pass);
        }
        for (letter, piece) in [("f", PieceKind::Follower), ("F", PieceKind::LargeFollower)] {
            if !self.eat(letter) {
                continue;
            }
            let segment = self.segment()?;
            let with = if self.eat("+") {
                let name = |letter: char| letter.is_ascii_lowercase();
                let companion = |name: &str| {
                    PieceKind::from_name(name).filter(|kind| matches!(kind, PieceKind::Builder | PieceKind::Pig))
                };
                Some(self.value(name, companion, "builder or pig")?)
            } else {
                None
            };
            return Ok(Action::Follower { segment, with, piece });
        }
        if self.eat("h") {
            return Ok(Action::Hut { segment: self.segment()? });
        }
        if self.eat("x") {
            let pos = self.pos()?;
            self.need(":")?;
            return Ok(Action::Recall { pos, segment: self.segment()? });
        }
        if self.eat("c") {
            let from = if self.rest.starts_with('>') { None } else { Some(self.pos()?) };
            self.need(">")?;
            return Ok(Action::Ranger { from, to: self.pos()? });
        }
        if self.eat("w") {
            let pos = self.pos()?;
            let upper = |letter: char| letter.is_ascii_uppercase();
            let corner = self.value(upper, Corner::from_name, "a corner")?;
            self.need(":")?;
            return Ok(Action::Waterhole { pos, corner, animal: self.animal()? });
        }
        if self.eat("t") {
            self.need(":")?;
            return Ok(Action::Token { animal: self.animal()? });
        }
        Err(self.expected("an action"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_notation_reads_back() {
        let words = [
            "+base/D",
            "+lion",
            "base/D@1,0r2",
            "new_lands/01@-3,12r0",
            "f2",
            "f2+builder",
            "f0+pig",
            "F2",
            "F1+builder",
            "h0",
            "x0,-1:2",
            "c2,0>0,1",
            "c>0,1",
            "w0,0SE:lion",
            "t:zebra",
            "home",
            "-",
        ];
        for word in words {
            let action: Action = word.parse().unwrap_or_else(|error| panic!("{word}: {error}"));
            assert_eq!(action.to_string(), word);
        }
    }

    #[test]
    fn errors_say_where_and_what() {
        let cases = [
            ("", 0, "an action"),
            ("q", 0, "an action"),
            ("base/Z@0,0r0", 0, "a tile"),
            ("base/D@1;0r0", 8, ","),
            ("base/D@1,0r4", 11, "0 to 3 quarter turns"),
            ("base/D@1,99999r0", 9, "a row"),
            ("base/D@01,0r0", 7, "a column"),
            ("+cow", 1, "a tile"),
            ("f", 1, "a segment"),
            ("f300", 1, "a segment"),
            ("f2+cow", 3, "builder or pig"),
            ("f2+hut", 3, "builder or pig"),
            ("F", 1, "a segment"),
            ("-x", 1, "the end of the action"),
            ("c1,2", 4, ">"),
            ("w0,0XX:lion", 4, "a corner"),
            ("t:cow", 2, "an animal"),
        ];
        for (word, offset, expected) in cases {
            assert_eq!(word.parse::<Action>(), Err(NotationError { offset, expected }), "{word}");
        }
    }
}
