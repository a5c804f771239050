//! The seam between the table and whoever keeps the game: the page itself, or a server.

mod local;
mod saved;
mod shelf;

pub(crate) use local::LocalSession;
pub(crate) use saved::{Saved, SavedError};
pub(crate) use shelf::{AT_TABLE, Shelf};

use crate::analysis::StudySession;
use crate::bots::{Level, Manner};
use crate::guide;
use crate::livery::LIVERIES;
use crate::online::RemoteSession;
use crate::puzzles::Puzzling;
use rules::{Action, AnyGame, Illegal, Phase, Record, Seat};
use table::Entry;

/// Who sits on a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Player {
    /// Somebody at this screen.
    Person,
    /// Somebody at another screen.
    Elsewhere,
    Bot(Manner),
}

impl Player {
    /// How a bot plays; nothing for people.
    pub(crate) const fn manner(self) -> Option<Manner> {
        match self {
            Player::Person | Player::Elsewhere => None,
            Player::Bot(manner) => Some(manner),
        }
    }

    /// How well it does.
    pub(crate) fn level(self) -> Option<Level> {
        self.manner().map(|manner| manner.level)
    }
}

/// A seat as people see it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SeatInfo {
    pub(crate) name: String,
    /// The number of the livery of its pieces.
    pub(crate) colour: usize,
    pub(crate) player: Player,
}

/// Bots of one level have one name: the second of them is called so, as kings are.
pub(crate) fn tell_namesakes_apart(seats: &mut [SeatInfo]) {
    for seat in (1..seats.len()).rev() {
        let same = seats[..seat].iter().filter(|other| other.name == seats[seat].name).count();
        if same > 0 && matches!(seats[seat].player, Player::Bot(_)) {
            seats[seat].name += [" II", " III", " IV", " V", " VI"].get(same - 1).unwrap_or(&"");
        }
    }
}

impl SeatInfo {
    /// As it is stored: colour, player and name on one line.
    pub(crate) fn text(&self) -> String {
        let player = self.player.manner().map_or_else(|| PERSON.to_owned(), |manner| manner.to_string());
        format!("{} {player} {}", self.colour, self.name.replace('\n', " "))
    }

    pub(crate) fn parse(line: &str) -> Option<SeatInfo> {
        let mut words = line.splitn(3, ' ');
        let colour = words.next()?.parse().ok().filter(|colour| *colour < LIVERIES)?;
        let player = match words.next()? {
            PERSON => Player::Person,
            manner => Player::Bot(Manner::from_name(manner)?),
        };
        Some(SeatInfo { name: words.next().unwrap_or_default().to_owned(), colour, player })
    }
}

/// A name as it may be shown: without characters that control anything or turn the direction of what follows.
pub(crate) fn plain_name(name: &str) -> String {
    let turns =
        |letter: char| matches!(letter, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let unseen = |letter: char| {
        matches!(letter, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{2060}'..='\u{2064}' | '\u{feff}')
    };
    name.chars().filter(|letter| !letter.is_control() && !turns(*letter) && !unseen(*letter)).collect()
}

/// Whether nothing of a name would be seen.
pub(crate) fn is_blank(name: &str) -> bool {
    let joins = |letter: char| matches!(letter, '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}');
    let empty = |letter: char| matches!(letter, '\u{115f}' | '\u{1160}' | '\u{2800}' | '\u{3164}' | '\u{ffa0}');
    plain_name(name).chars().all(|letter| letter.is_whitespace() || joins(letter) || empty(letter))
}

/// How people are called where seats are stored; bots have the names of their levels and styles.
const PERSON: &str = "person";

/// How far a guided game is, and what is to be played in it.
#[derive(Clone, Copy)]
pub(crate) struct Lesson<'a> {
    /// How many steps are done, of how many.
    pub(crate) step: usize,
    pub(crate) steps: usize,
    /// What the step is about, and what is to be done.
    pub(crate) head: guide::Text,
    pub(crate) text: guide::Text,
    /// The turn that the person should play now.
    pub(crate) wish: Option<&'a [Action]>,
    /// Whether nothing else is offered.
    pub(crate) leads: bool,
    /// What the opponent plays now.
    pub(crate) reply: Option<Action>,
    /// Whether nobody plays until the person wants to go on.
    pub(crate) waits: bool,
    /// Whether the person plays on without a coach.
    pub(crate) free: bool,
    /// Whether it is a short lesson, after which nobody plays on.
    pub(crate) short: bool,
}

/// A game that is being played somewhere.
pub(crate) trait Session {
    fn seats(&self) -> &[SeatInfo];

    /// The game as it stands; it waits for a player or is over.
    fn game(&self) -> &AnyGame;

    /// Everything played so far, the dealer's actions included.
    fn history(&self) -> &[Entry];

    /// Plays for whoever is to act.
    fn play(&mut self, action: Action) -> Result<(), Illegal>;

    /// Goes back to the beginning of the last turn of a person at this screen; says whether there was one.
    fn undo_turn(&mut self) -> bool;

    /// The game so far, to be kept.
    fn record(&self) -> Record;

    /// What a coach wants, in a guided game. Such a game is not kept in the browser.
    fn lesson(&self) -> Option<Lesson<'_>> {
        None
    }

    /// Goes on without the coach.
    fn play_on(&mut self) {}

    /// Whether the game is played with cardboard elsewhere: what comes is told by a person at this screen.
    fn is_told(&self) -> bool {
        false
    }

    /// Of a game that is told: no tile comes any more. Says whether it could end here.
    fn end_told(&mut self) -> bool {
        false
    }

    /// Of a game that is told: corrects who sits where and who began. Says whether what was played goes with it.
    fn reseat(&mut self, _seats: Vec<SeatInfo>, _first: Seat) -> bool {
        false
    }

    /// The person has confirmed a turn: whether it is to be played. A puzzle wants one turn and no other.
    fn attempt(&mut self, _actions: &[Action]) -> bool {
        true
    }

    /// How far the person is, if this is a puzzle.
    fn puzzle(&self) -> Option<Puzzling> {
        None
    }

    /// Whether nobody plays any more; people may also end a game before its rules do.
    fn is_over(&self) -> bool {
        self.game().phase() == Phase::Over
    }

    /// Who won.
    fn winners(&self) -> Vec<Seat> {
        self.game().winners().iter().collect()
    }

    /// The game that a server keeps, if this is one.
    fn remote(&mut self) -> Option<&mut RemoteSession> {
        None
    }

    /// The game as a tree of what was and what could have been, if this is one.
    fn study(&mut self) -> Option<&mut StudySession> {
        None
    }

    /// The same, to be read.
    fn studied(&self) -> Option<&StudySession> {
        None
    }

    /// The number of the server's last event that moved the game.
    fn last_move(&self) -> u64 {
        0
    }

    fn seat(&self, seat: Seat) -> Option<&SeatInfo> {
        self.seats().get(seat.index())
    }

    fn is_person(&self, seat: Seat) -> bool {
        self.seat(seat).is_some_and(|info| info.player == Player::Person)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_shown_as_they_are_read_and_blank_ones_are_none() {
        for (name, plain) in [
            ("Анна Марія", "Анна Марія"),
            ("a\u{202e}b", "ab"),
            ("\u{7}bell\n", "bell"),
            ("\u{2066}x\u{2069}\u{200b}", "x"),
            ("👩\u{200d}🌾", "👩\u{200d}🌾"),
        ] {
            assert_eq!(plain_name(name), plain);
            assert!(!is_blank(name), "{name:?}");
        }
        for blank in ["", "  ", "\u{3000}", "\u{200b}\u{200d}", "\u{2800}", "\u{3164}\u{202e}", "\t\n"] {
            assert!(is_blank(blank), "{blank:?}");
        }
    }

    #[test]
    fn bots_of_one_level_are_told_apart_and_people_keep_their_names() {
        let people = ["Bruno", "Bruno"].map(|name| (name, Player::Person));
        let bots = ["Bruno", "Hilde", "Bruno"].map(|name| (name, Player::Bot(Level::Tactician.into())));
        let seat = |(name, player): (&str, Player)| SeatInfo { name: name.to_owned(), colour: 0, player };
        let mut seats: Vec<_> = people.into_iter().chain(bots).map(seat).collect();
        tell_namesakes_apart(&mut seats);
        let names: Vec<_> = seats.iter().map(|seat| seat.name.as_str()).collect();
        assert_eq!(names, ["Bruno", "Bruno", "Bruno III", "Hilde", "Bruno IV"]);
    }
}
