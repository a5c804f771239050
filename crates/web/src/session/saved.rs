//! A game as it is stored in the browser: who sits where, then the record.

use super::{Player, SeatInfo, Session, is_blank, plain_name};
use rules::{Record, RecordError, Seat};
use std::fmt::Write;

/// The first line of a stored game; the number changes when old ones can no longer be read.
const HEAD: &str = "bastide-save 1";
/// Stands after it where the game is played elsewhere, and told.
const TOLD: &str = " told";
/// Parts the seats from the record.
const RULE: &str = "---";

/// A game that was stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Saved {
    pub(crate) seats: Vec<SeatInfo>,
    pub(crate) record: Record,
    /// Whether the game is played elsewhere, and told.
    pub(crate) told: bool,
}

/// Why a stored text is no game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum SavedError {
    /// It was stored by another version, or is no stored game at all.
    Version,
    /// What it says of the seats makes no sense.
    Seats,
    Record(RecordError),
}

impl Saved {
    pub(crate) fn of(session: &dyn Session) -> Saved {
        Saved { seats: session.seats().to_vec(), record: session.record(), told: session.is_told() }
    }

    /// A record from elsewhere: everybody is a person.
    pub(crate) fn from_record(record: Record, unnamed: impl Fn(usize) -> String) -> Saved {
        let seat = |seat: Seat| SeatInfo {
            name: match record.name(seat) {
                Some(name) if !is_blank(name) => plain_name(name),
                _ => unnamed(seat.index()),
            },
            colour: seat.index(),
            player: Player::Person,
        };
        Saved { seats: record.setup().seats().map(seat).collect(), record, told: false }
    }

    pub(crate) fn text(&self) -> String {
        let mut text = format!("{HEAD}{}\n", if self.told { TOLD } else { "" });
        for info in &self.seats {
            let _ = writeln!(text, "{}", info.text());
        }
        let _ = write!(text, "{RULE}\n{}", self.record);
        text
    }

    pub(crate) fn parse(text: &str) -> Result<Saved, SavedError> {
        let rest = text.strip_prefix(HEAD).ok_or(SavedError::Version)?;
        let (told, rest) = rest.strip_prefix(TOLD).map_or((false, rest), |rest| (true, rest));
        let rest = Some(rest).filter(|rest| rest.starts_with('\n')).ok_or(SavedError::Version)?;
        // A line of its own: a name may end like that.
        let (seats, record) = rest.split_once(&format!("\n{RULE}\n")).ok_or(SavedError::Seats)?;
        let seats: Option<Vec<SeatInfo>> = seats.split('\n').skip(1).map(SeatInfo::parse).collect();
        let record: Record = record.parse().map_err(SavedError::Record)?;
        let fits = |seats: &Vec<SeatInfo>| seats.len() == usize::from(record.setup().players());
        let seats = seats.filter(fits).ok_or(SavedError::Seats)?;
        Ok(Saved { seats, record, told })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bots::Manner;
    use crate::session::LocalSession;
    use rules::{Game as _, GameId, Options, Setup};

    fn saved() -> Saved {
        let info = |name: &str, colour, player| SeatInfo { name: name.to_owned(), colour, player };
        let seats = vec![
            info("Anna Maria", 3, Player::Person),
            info("", 1, Player::Bot(Manner::from_name("pupil+spoiler").expect("a bot"))),
        ];
        let setup = Setup::new(GameId::Base, Options::NONE, 2, Seat::ALL[0]).expect("two can play");
        let mut session = LocalSession::new(&setup, 7, seats).expect("the bag can be shuffled");
        let mut actions = Vec::new();
        session.game().actions(&mut actions);
        session.play(actions[0]).expect("a listed action is possible");
        Saved::of(&session)
    }

    #[test]
    fn a_stored_game_comes_back_as_it_was() {
        let saved = saved();
        assert_eq!(Saved::parse(&saved.text()), Ok(saved));
    }

    #[test]
    fn no_name_hurts_a_stored_game() {
        for name in ["---", "Anna---", "--- ", "a\n---\nb", "\r", "\u{2028}x", "\u{85}", "1 person ---"] {
            let mut saved = saved();
            saved.seats[0].name = name.to_owned();
            let read = Saved::parse(&saved.text()).unwrap_or_else(|error| panic!("{name:?}: {error:?}"));
            assert_eq!(read.record, saved.record, "{name:?}");
            assert_eq!(read.seats[0].name, name.replace('\n', " "), "{name:?}");
            assert_eq!(read.seats[1], saved.seats[1], "{name:?}");
        }
    }

    #[test]
    fn broken_ones_say_why() {
        let text = saved().text();
        assert_eq!(Saved::parse("bastide-save 0\n"), Err(SavedError::Version));
        assert_eq!(Saved::parse(&text.replace("3 person", "9 person")), Err(SavedError::Seats));
        assert_eq!(Saved::parse(&text.replace("3 person Anna Maria\n", "")), Err(SavedError::Seats));
        assert!(matches!(Saved::parse(&text[..text.len() - 3]), Err(SavedError::Record(_))));
    }
}
