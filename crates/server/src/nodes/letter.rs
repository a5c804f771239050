//! What nodes say to each other, a line each. None of it has to arrive.

use std::fmt::{Display, Formatter, Result};

/// One thing in a letter. Texts are JSON, in which no line ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Said<'a> {
    /// A question about a room. The asker `wants` the room if nobody listens to it where it is.
    Question { number: u64, room: &'a str, wants: bool, ask: &'a str },
    /// The answer to a question.
    Answer { number: u64, text: &'a str },
    /// An event of a room.
    Event { room: &'a str, n: u64, text: &'a str },
    /// Somebody came or went where this was written; whether anybody listens there now.
    Here { room: &'a str, listening: bool },
    /// Somebody came or went at a node that cannot say it.
    Presence { room: &'a str },
    /// A room is gone.
    Gone { room: &'a str },
    /// Whoever reads this shall have a room from now on.
    Yours { room: &'a str },
}

impl Display for Said<'_> {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        match self {
            Said::Question { number, room, wants, ask } => {
                write!(out, "? {number} {room} {} {ask}", u8::from(*wants))
            }
            Said::Answer { number, text } => write!(out, "! {number} {text}"),
            Said::Event { room, n, text } => write!(out, "e {room} {n} {text}"),
            Said::Here { room, listening: true } => write!(out, "+ {room}"),
            Said::Here { room, listening: false } => write!(out, "- {room}"),
            Said::Presence { room } => write!(out, "p {room}"),
            Said::Gone { room } => write!(out, "x {room}"),
            Said::Yours { room } => write!(out, "y {room}"),
        }
    }
}

impl<'a> Said<'a> {
    /// Reads a line; `None` for what a newer version may say.
    pub(crate) fn read(line: &'a str) -> Option<Said<'a>> {
        let (kind, rest) = line.split_once(' ')?;
        let word = |text: &'a str| text.split_once(' ');
        Some(match kind {
            "?" => {
                let (number, rest) = word(rest)?;
                let (room, rest) = word(rest)?;
                let (wants, ask) = word(rest)?;
                Said::Question { number: number.parse().ok()?, room, wants: wants == "1", ask }
            }
            "!" => {
                let (number, text) = word(rest)?;
                Said::Answer { number: number.parse().ok()?, text }
            }
            "e" => {
                let (room, rest) = word(rest)?;
                let (n, text) = word(rest)?;
                Said::Event { room, n: n.parse().ok()?, text }
            }
            "+" => Said::Here { room: rest, listening: true },
            "-" => Said::Here { room: rest, listening: false },
            "p" => Said::Presence { room: rest },
            "x" => Said::Gone { room: rest },
            "y" => Said::Yours { room: rest },
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_is_understood() {
        for said in [
            Said::Question { number: 7, room: "r", wants: true, ask: "{\"a b\": 1}" },
            Said::Question { number: u64::MAX, room: "r", wants: false, ask: "\"View\"" },
            Said::Answer { number: 0, text: "{\"Ok\": {\"Done\": 1}}" },
            Said::Event { room: "r", n: 12, text: "{\"n\":12,\"text\":\"a  b\"}" },
            Said::Here { room: "r", listening: true },
            Said::Here { room: "r", listening: false },
            Said::Presence { room: "r" },
            Said::Gone { room: "r" },
            Said::Yours { room: "r" },
        ] {
            assert_eq!(Said::read(&said.to_string()), Some(said));
        }
        for nonsense in ["", "e", "e r", "e r x {}", "? 1 r", "! x {}", "z r", "\u{fffd} "] {
            assert_eq!(Said::read(nonsense), None, "{nonsense:?}");
        }
    }
}
