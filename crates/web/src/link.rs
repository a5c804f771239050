//! A game in an address: after `#r=` stands a record, packed so tightly that a link can carry it.
//!
//! The header of the record stays text. Of the actions only the number of each among all that were possible is kept, in
//! as few bits as that takes: reading a link plays the game, so the rules know what was possible. A sum over everything
//! tells links that were cut off or mistyped; a sum over the game that was played tells links of a version in which other
//! things were possible, which would else be read as another game.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use rules::{Action, AnyGame, Game as _, Phase, Record};

/// What comes before the packed record in the fragment of an address.
pub(crate) const MARK: &str = "#r=";
/// Links longer than this get lost on their way through other programs.
const LONGEST: usize = 4000;
/// Changes when old links can no longer be read. The first version did not say which game it carries.
const VERSION: u8 = 2;
/// Parts the header of a record from its actions.
const HEADER_END: &str = "\n\n";

/// Why there is no link, or no game in one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LinkError {
    /// The record does not fit into a link.
    TooLong,
    /// The link was made by a version with another form of links, or with other tiles or rules.
    Version,
    /// The link was cut off or changed.
    Broken,
}

/// The fragment of an address that carries the record, with its mark.
pub(crate) fn write(record: &Record) -> Result<String, LinkError> {
    let text = record.to_string();
    let (header, _) = text.split_once(HEADER_END).ok_or(LinkError::Broken)?;
    let mut bytes = vec![VERSION];
    bytes.extend(u16::try_from(header.len()).map_err(|_| LinkError::TooLong)?.to_le_bytes());
    bytes.extend(header.as_bytes());
    let count = u16::try_from(record.actions().count()).map_err(|_| LinkError::TooLong)?;
    bytes.extend(count.to_le_bytes());
    let mut bits = Bits::default();
    let mut game = AnyGame::new(record.setup());
    for action in record.actions() {
        let possible = possible(&game);
        let number = possible.binary_search(&action).map_err(|_| LinkError::Broken)?;
        bits.push(number, width(possible.len()));
        game.play_unchecked(action, &mut ());
    }
    bytes.extend(bits.bytes);
    bytes.extend(played(record.actions(), &game).to_le_bytes());
    bytes.extend(sum(&bytes).to_le_bytes());
    let packed = URL_SAFE_NO_PAD.encode(bytes);
    if packed.len() > LONGEST { Err(LinkError::TooLong) } else { Ok(format!("{MARK}{packed}")) }
}

/// The record in a fragment; `None` if the fragment is about something else.
pub(crate) fn read(fragment: &str) -> Option<Result<Record, LinkError>> {
    fragment.strip_prefix(MARK).map(unpack)
}

fn unpack(packed: &str) -> Result<Record, LinkError> {
    // Some programs pad what they take for base64, or add a full stop at the end of a sentence.
    let packed = packed.trim().trim_end_matches(['=', '.']);
    let bytes = URL_SAFE_NO_PAD.decode(packed).map_err(|_| LinkError::Broken)?;
    let (&version, _) = bytes.split_first().ok_or(LinkError::Broken)?;
    if version != VERSION {
        return Err(LinkError::Version);
    }
    let (content, told) = bytes.split_last_chunk::<4>().ok_or(LinkError::Broken)?;
    if sum(content) != u32::from_le_bytes(*told) {
        return Err(LinkError::Broken);
    }
    // From here on the bytes are what was written: what makes no sense now did when the link was made.
    let (content, game) = content.split_last_chunk::<4>().ok_or(LinkError::Version)?;
    let (header, rest) = split_counted(&content[1..]).ok_or(LinkError::Version)?;
    let header = std::str::from_utf8(header).map_err(|_| LinkError::Version)?;
    let empty: Record = format!("{header}{HEADER_END}unfinished\n").parse().map_err(|_| LinkError::Version)?;
    let (count, packed) = rest.split_first_chunk::<2>().ok_or(LinkError::Version)?;
    let game = u32::from_le_bytes(*game);
    let actions = read_actions(&empty, u16::from_le_bytes(*count), packed, game).ok_or(LinkError::Version)?;
    let record = Record::new(*empty.setup(), empty.dealing().clone(), actions).map_err(|_| LinkError::Version)?;
    let named = |record: Record, seat| match empty.name(seat) {
        Some(name) => record.with_name(seat, name),
        None => record,
    };
    Ok(empty.setup().seats().fold(record, named))
}

/// The actions, if they are those of the game that was written.
fn read_actions(empty: &Record, count: u16, packed: &[u8], wanted: u32) -> Option<Vec<Action>> {
    let mut bits = Bits { bytes: packed.to_vec(), at: 0 };
    let mut game = AnyGame::new(empty.setup());
    let mut actions = Vec::new();
    for _ in 0..count {
        let possible = possible(&game);
        if game.phase() == Phase::Over {
            return None;
        }
        let action = *possible.get(bits.take(width(possible.len()))?)?;
        game.play_unchecked(action, &mut ());
        actions.push(action);
    }
    (played(actions.iter().copied(), &game) == wanted).then_some(actions)
}

/// Tells games apart: by what was played, in the notation of records, and by the points that it brought.
fn played(actions: impl Iterator<Item = Action>, end: &AnyGame) -> u32 {
    let words: Vec<String> = actions.map(|action| action.to_string()).collect();
    sum(format!("{} {:?}", words.join(" "), end.scores()).as_bytes())
}

/// Everything that is possible, in an order that follows from the actions alone.
fn possible(game: &AnyGame) -> Vec<Action> {
    let mut actions = Vec::new();
    game.actions(&mut actions);
    actions.sort_unstable();
    actions
}

/// How many bits tell so many things apart.
fn width(count: usize) -> u32 {
    usize::BITS - count.saturating_sub(1).leading_zeros()
}

/// A part that says its length first, and the rest.
fn split_counted(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (length, rest) = bytes.split_first_chunk::<2>()?;
    rest.split_at_checked(u16::from_le_bytes(*length).into())
}

/// Tells texts apart that differ a little (FNV-1a).
fn sum(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811c_9dc5, |sum, byte| (sum ^ u32::from(*byte)).wrapping_mul(0x0100_0193))
}

/// Numbers of few bits, one after the other, lowest bits first.
#[derive(Default)]
struct Bits {
    bytes: Vec<u8>,
    at: usize,
}

impl Bits {
    fn push(&mut self, number: usize, width: u32) {
        for bit in 0..width {
            if self.at.is_multiple_of(8) {
                self.bytes.push(0);
            }
            if let Some(byte) = self.bytes.last_mut() {
                *byte |= ((number >> bit & 1) as u8) << (self.at % 8);
            }
            self.at += 1;
        }
    }

    fn take(&mut self, width: u32) -> Option<usize> {
        let mut number = 0;
        for bit in 0..width {
            let byte = self.bytes.get(self.at / 8)?;
            number |= usize::from(byte >> (self.at % 8) & 1) << bit;
            self.at += 1;
        }
        Some(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testkit::played;
    use rules::{GameId, Options, Seat, Setup};

    fn record(id: GameId, players: u8, most: usize) -> Record {
        let options: Options = id.options().iter().copied().collect();
        let setup = Setup::new(id, options, players, Seat::ALL[1]).expect("they can play");
        let table = played(&setup, 9, most);
        table.record().with_name(Seat::ALL[0], "Ганна & Co")
    }

    #[test]
    fn a_game_comes_back_from_its_link_finished_or_not() {
        for id in GameId::ALL {
            for most in [0, 30, usize::MAX] {
                let record = record(id, 3, most);
                let link = write(&record).expect("short enough");
                assert_eq!(read(&link), Some(Ok(record)), "{id:?}");
            }
        }
    }

    /// The same bytes with a right sum over them.
    fn resealed(link: &str, change: impl FnOnce(&mut Vec<u8>)) -> String {
        let mut bytes = URL_SAFE_NO_PAD.decode(&link[MARK.len()..]).expect("a link");
        bytes.truncate(bytes.len() - 4);
        change(&mut bytes);
        bytes.extend(sum(&bytes).to_le_bytes());
        format!("{MARK}{}", URL_SAFE_NO_PAD.encode(bytes))
    }

    #[test]
    fn a_link_whose_numbers_mean_another_game_is_of_another_version() {
        let record = record(GameId::Base, 2, 30);
        let link = write(&record).expect("short enough");
        assert_eq!(resealed(&link, |_| {}), link);
        let header = record.to_string().split_once(HEADER_END).expect("a header").0.len();
        // The number of the first action is another one: as if the order of what is possible had changed.
        let other = resealed(&link, |bytes| bytes[1 + 2 + header + 2] ^= 1);
        assert_eq!(read(&other), Some(Err(LinkError::Version)));
        let unknown = resealed(&link, |bytes| bytes[3] = b'x');
        assert_eq!(read(&unknown), Some(Err(LinkError::Version)));
    }

    /// Links as they are out in the world, with the games that they carry.
    #[test]
    fn golden_links_are_read_as_ever() {
        for id in GameId::ALL {
            let path = format!("{}/golden/link-{}.txt", env!("CARGO_MANIFEST_DIR"), id.name());
            if std::env::var_os("BASTIDE_REFRESH").is_some() {
                let record = record(id, 3, 60);
                let text = format!("{}\n{record}", write(&record).expect("short enough"));
                std::fs::write(&path, text).unwrap_or_else(|error| panic!("{path}: {error}"));
            }
            let golden = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
            let (link, record) = golden.split_once('\n').expect("a link and a record");
            let read = read(link).expect("a link").unwrap_or_else(|error| panic!("{path}: {error:?}"));
            assert_eq!(read.to_string(), record, "{path}");
            assert_eq!(write(&read).as_deref(), Ok(link), "{path}");
        }
    }

    #[test]
    fn links_are_short_and_need_no_escapes() {
        let link = write(&record(GameId::Base, 2, usize::MAX)).expect("short enough");
        assert!(link.len() < 700, "{}", link.len());
        assert!(link[MARK.len()..].bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte)), "{link}");
    }

    #[test]
    fn a_link_that_was_changed_is_noticed() {
        let link = write(&record(GameId::Safari, 2, 60)).expect("short enough");
        assert_eq!(read("#other"), None);
        assert_eq!(read(&link[..link.len() - 5]), Some(Err(LinkError::Broken)));
        assert_eq!(read(MARK), Some(Err(LinkError::Broken)));
        assert_eq!(read(&format!("{MARK}AQ")), Some(Err(LinkError::Version)), "the first version");
        for index in [10, 60, link.len() - 2] {
            let other = if &link[index..=index] == "A" { "B" } else { "A" };
            let changed = format!("{}{other}{}", &link[..index], &link[index + 1..]);
            assert_eq!(read(&changed), Some(Err(LinkError::Broken)), "{index}");
        }
    }

    #[test]
    fn what_other_programs_add_does_no_harm() {
        let record = record(GameId::Base, 2, 10);
        let link = write(&record).expect("short enough");
        assert_eq!(read(&format!("{link}==")), Some(Ok(record.clone())));
        assert_eq!(read(&format!("{link}.\n")), Some(Ok(record)));
    }

    #[test]
    fn so_many_bits_tell_so_many_apart() {
        assert_eq!([0, 1, 2, 3, 4, 5, 64, 65].map(width), [0, 0, 1, 2, 2, 3, 6, 7]);
    }
}
