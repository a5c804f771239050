//! A whole game as text: compact, readable, versioned.
//!
//! ```text
//! bastide record 1
//! game base river
//! players 2
//! first 1
//! tiles river:2
//!
//! 1:1 +river/straight river/straight@0,1r0 f1
//! unfinished
//! ```
//!
//! The first line names the format and its version. Headers follow, each once, in this order: `game` with its options,
//! `players`, `first` (the first seat); then what there is of: `tiles` (the versions of the tile sets, as `set:version`; one
//! that is not named is of version 1), `name SEAT TEXT`, `bag` (the tiles of a game without its
//! full sets, as `tile:count`), `seed`, and the fixed orders `deck`, `bonus`, `tokens`; of fair draws `commitment`,
//! `lot first` (the first seat was drawn), `contribution SEAT DIGITS`, `reveal SEED SALT`. After an empty line comes a line
//! for each turn: `turn:seat`, then its actions, the dealer's included. The last line is `result` with the points of each
//! seat, or `unfinished`, so that a record that was cut off is noticed.
//!
//! Reading a record plays it: what is read is a game that can happen.

use crate::action::{Action, Animal, Phase};
use crate::event::Log;
use crate::fair::{Fair, Reveal, is_contribution};
use crate::game::{AnyGame, Game as _};
use crate::seat::Seat;
use crate::setup::{Options, Setup};
use crate::tiles::{TileKind, TileSet};
use crate::units::{GameId, GameOption};
use std::fmt::{self, Write as _};

/// The version of the format that is written; older ones are read.
pub const RECORD_VERSION: u32 = 1;

/// What a record says of the dealer's secret: nothing, the seed of the shuffle, or fixed orders.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Dealing {
    /// The seed from which everything not fixed was shuffled.
    pub seed: Option<u64>,
    /// The land tiles in the order in which they come.
    pub deck: Option<Vec<TileKind>>,
    /// The bonus tiles in the order in which they come (Hunters & Gatherers).
    pub bonus: Option<Vec<TileKind>>,
    /// The animal tokens in the order in which they come (Safari).
    pub tokens: Option<Vec<Animal>>,
    /// Draws that can be checked afterwards.
    pub fair: Option<Fair>,
}

impl Dealing {
    /// Everything is shuffled from this seed.
    pub fn seeded(seed: u64) -> Dealing {
        Dealing { seed: Some(seed), ..Dealing::default() }
    }
}

/// The actions of one turn, or of one part of a double turn.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Line {
    turn: u16,
    seat: Seat,
    actions: Vec<Action>,
}

/// A game that was played, or is being played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    setup: Setup,
    names: Vec<Option<String>>,
    dealing: Dealing,
    lines: Vec<Line>,
    result: Option<Vec<u16>>,
}

impl Record {
    /// The record of a game with these actions, which must be possible in this order.
    pub fn new(
        setup: Setup,
        dealing: Dealing,
        actions: impl IntoIterator<Item = Action>,
    ) -> Result<Record, crate::action::Illegal> {
        let mut game = AnyGame::new(&setup);
        let names = vec![None; setup.players().into()];
        let mut record = Record { setup, names, dealing, lines: Vec::new(), result: None };
        for action in actions {
            record.push(&game, action);
            game.play(action)?;
        }
        record.result = (game.phase() == Phase::Over).then(|| game.scores().to_vec());
        Ok(record)
    }

    /// Adds an action that is about to be played.
    fn push(&mut self, game: &AnyGame, action: Action) {
        let label = (game.turn(), game.active().unwrap_or_default());
        let goes_on = self.lines.last().is_some_and(|line| {
            let draws_again = matches!(action, Action::Draw { .. })
                && line.actions.last().is_some_and(|last| !matches!(last, Action::Draw { .. }));
            (line.turn, line.seat) == label && !draws_again
        });
        if !goes_on {
            self.lines.push(Line { turn: label.0, seat: label.1, actions: Vec::new() });
        }
        if let Some(line) = self.lines.last_mut() {
            line.actions.push(action);
        }
    }

    /// Names the player of a seat; line breaks and outer spaces are taken out.
    pub fn with_name(mut self, seat: Seat, name: &str) -> Record {
        if let Some(slot) = self.names.get_mut(seat.index()) {
            *slot = plain_name(name);
        }
        self
    }

    /// What was agreed before the game.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// What is said of the dealer's secret.
    pub fn dealing(&self) -> &Dealing {
        &self.dealing
    }

    /// The name of a player, if it was given.
    pub fn name(&self, seat: Seat) -> Option<&str> {
        self.names.get(seat.index())?.as_deref()
    }

    /// All actions in order, the dealer's included.
    pub fn actions(&self) -> impl Iterator<Item = Action> + '_ {
        self.lines.iter().flat_map(|line| line.actions.iter().copied())
    }

    /// The final points of each seat, if the game is over.
    pub fn result(&self) -> Option<&[u16]> {
        self.result.as_deref()
    }

    /// Plays the game again; before each action `each` sees the game and the action.
    pub fn replay<L: Log>(&self, log: &mut L, mut each: impl FnMut(&AnyGame, Action, &mut L)) -> AnyGame {
        let mut game = AnyGame::new(&self.setup);
        for action in self.actions() {
            each(&game, action, log);
            game.play_unchecked(action, log);
        }
        game
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let setup = &self.setup;
        write!(f, "bastide record {RECORD_VERSION}\ngame {}", setup.game().name())?;
        for option in setup.options().iter() {
            write!(f, " {}", option.name())?;
        }
        write!(f, "\nplayers {}\nfirst {}\n", setup.players(), setup.first())?;
        let mut newer = sets(setup).filter(|set| set.version() > 1).peekable();
        if newer.peek().is_some() {
            f.write_str("tiles")?;
            newer.try_for_each(|set| write!(f, " {}:{}", set.id(), set.version()))?;
            f.write_char('\n')?;
        }
        for (seat, name) in setup.seats().zip(&self.names) {
            if let Some(name) = name {
                writeln!(f, "name {seat} {name}")?;
            }
        }
        if !setup.is_full() {
            f.write_str("bag")?;
            for (kind, count) in setup.bag().iter().chain(setup.bonus().iter()) {
                write!(f, " {kind}:{count}")?;
            }
            for (animal, count) in Animal::ALL.into_iter().zip(setup.tokens()).filter(|(_, count)| *count > 0) {
                write!(f, " {}:{count}", animal.name())?;
            }
            f.write_char('\n')?;
        }
        if let Some(seed) = self.dealing.seed {
            writeln!(f, "seed {seed}")?;
        }
        let orders = [("deck", &self.dealing.deck), ("bonus", &self.dealing.bonus)];
        for (word, order) in orders {
            if let Some(tiles) = order {
                f.write_str(word)?;
                tiles.iter().try_for_each(|tile| write!(f, " {tile}"))?;
                f.write_char('\n')?;
            }
        }
        if let Some(tokens) = &self.dealing.tokens {
            f.write_str("tokens")?;
            tokens.iter().try_for_each(|animal| write!(f, " {}", animal.name()))?;
            f.write_char('\n')?;
        }
        if let Some(fair) = &self.dealing.fair {
            write!(f, "{fair}")?;
        }
        f.write_char('\n')?;
        for line in &self.lines {
            write!(f, "{}:{}", line.turn, line.seat)?;
            line.actions.iter().try_for_each(|action| write!(f, " {action}"))?;
            f.write_char('\n')?;
        }
        match &self.result {
            None => f.write_str("unfinished\n"),
            Some(points) => {
                f.write_str("result")?;
                points.iter().try_for_each(|points| write!(f, " {points}"))?;
                f.write_char('\n')
            }
        }
    }
}

/// Why a text is no record: where and what.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// What is wrong there.
    pub message: String,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for RecordError {}

/// A word of a line and where it stands.
#[derive(Clone, Copy)]
struct Word<'a> {
    text: &'a str,
    line: usize,
    column: usize,
}

impl Word<'_> {
    fn error(&self, message: impl Into<String>) -> RecordError {
        RecordError { line: self.line, column: self.column, message: message.into() }
    }

    fn number<T: std::str::FromStr>(&self, what: &str) -> Result<T, RecordError> {
        let digits = !self.text.is_empty() && self.text.bytes().all(|byte| byte.is_ascii_digit());
        let number = if digits { self.text.parse().ok() } else { None };
        number.ok_or_else(|| self.error(format!("{what} expected, not {:?}", self.text)))
    }

    fn tile(&self) -> Result<TileKind, RecordError> {
        TileKind::from_name(self.text).ok_or_else(|| self.error(format!("unknown tile {:?}", self.text)))
    }

    fn animal(&self) -> Result<Animal, RecordError> {
        Animal::from_name(self.text).ok_or_else(|| self.error(format!("unknown animal {:?}", self.text)))
    }
}

/// The lines of a record, one after the other.
struct Lines<'a> {
    lines: std::iter::Peekable<std::iter::Enumerate<std::str::Lines<'a>>>,
    /// The number of the line read last.
    number: usize,
}

impl<'a> Lines<'a> {
    /// The words of the next line; `what` says what should stand there.
    fn next(&mut self, what: &str) -> Result<(&'a str, Vec<Word<'a>>), RecordError> {
        let Some((index, text)) = self.lines.next() else {
            let message = format!("the record ends where {what} should come");
            return Err(RecordError { line: self.number + 1, column: 1, message });
        };
        self.number = index + 1;
        let mut words = Vec::new();
        let mut column = 1;
        for piece in text.split(' ') {
            if !piece.is_empty() {
                words.push(Word { text: piece, line: self.number, column });
            }
            column += piece.chars().count() + 1;
        }
        Ok((text, words))
    }

    fn next_begins_with(&mut self, word: &str) -> bool {
        self.lines.peek().is_some_and(|(_, text)| text.split(' ').next() == Some(word))
    }

    /// The words after the header's name.
    fn header(&mut self, name: &str) -> Result<(Word<'a>, Vec<Word<'a>>), RecordError> {
        let what = format!("`{name} …`");
        let (_, words) = self.next(&what)?;
        match words.split_first() {
            Some((first, rest)) if first.text == name => Ok((*first, rest.to_vec())),
            Some((first, _)) => Err(first.error(format!("{what} expected, not {:?}", first.text))),
            None => Err(RecordError { line: self.number, column: 1, message: format!("{what} expected") }),
        }
    }

    fn single(&mut self, name: &str) -> Result<Word<'a>, RecordError> {
        let (word, rest) = self.header(name)?;
        match rest[..] {
            [value] => Ok(value),
            [] => Err(word.error(format!("`{name}` without a value"))),
            [_, surplus, ..] => Err(surplus.error(format!("`{name}` has one value only"))),
        }
    }

    fn optional(&mut self, name: &str) -> Result<Option<(Word<'a>, Vec<Word<'a>>)>, RecordError> {
        if self.next_begins_with(name) { self.header(name).map(Some) } else { Ok(None) }
    }
}

impl std::str::FromStr for Record {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<Record, RecordError> {
        let mut lines = Lines { lines: text.lines().enumerate().peekable(), number: 0 };
        read_version(&mut lines)?;
        let setup = read_setup(&mut lines)?;
        read_tiles(&mut lines, &setup)?;
        let names = read_names(&mut lines, &setup)?;
        let setup = read_bag(&mut lines, setup)?;
        let mut dealing = read_dealing(&mut lines)?;
        dealing.fair = read_fair(&mut lines, &setup)?;
        let (_, words) = lines.next("an empty line")?;
        if let Some(word) = words.first() {
            return Err(word.error(format!("an empty line or another header expected, not {:?}", word.text)));
        }
        let mut record = Record { setup, names, dealing, lines: Vec::new(), result: None };
        read_game(&mut lines, &mut record)?;
        for (index, rest) in lines.lines.by_ref() {
            if !rest.trim().is_empty() {
                return Err(RecordError { line: index + 1, column: 1, message: "text after the end".to_owned() });
            }
        }
        Ok(record)
    }
}

fn read_version(lines: &mut Lines) -> Result<(), RecordError> {
    let (text, words) = lines.next("`bastide record 1`")?;
    match words[..] {
        [bastide, record, version] if bastide.text == "bastide" && record.text == "record" => {
            let number: u32 = version.number("a version")?;
            if number == RECORD_VERSION {
                Ok(())
            } else {
                Err(version.error(format!("version {number} is unknown here; this program reads {RECORD_VERSION}")))
            }
        }
        _ => {
            let shown: String = text.chars().take(40).collect();
            let message = format!("a record begins with `bastide record {RECORD_VERSION}`, not with {shown:?}");
            Err(RecordError { line: 1, column: 1, message })
        }
    }
}

fn read_setup(lines: &mut Lines) -> Result<Setup, RecordError> {
    let (word, rest) = lines.header("game")?;
    let Some((name, chosen)) = rest.split_first() else { return Err(word.error("`game` without a name")) };
    let game = GameId::from_name(name.text).ok_or_else(|| name.error(format!("unknown game {:?}", name.text)))?;
    let mut options = Options::NONE;
    for option in chosen {
        let known = GameOption::from_name(option.text).filter(|known| game.options().contains(known));
        let known = known.ok_or_else(|| option.error(format!("{} has no option {:?}", game.name(), option.text)))?;
        if options.has(known) {
            return Err(option.error("the option is named twice"));
        }
        options = options.with(known);
    }
    let players = lines.single("players")?;
    let count = players.number("a number of players")?;
    // The first seat is read after the players, but a wrong number of players is told where it stands.
    Setup::new(game, options, count, Seat::default()).map_err(|error| players.error(error.to_string()))?;
    let first = lines.single("first")?;
    let seat = first.number("a seat").ok().and_then(Seat::new);
    let seat = seat.ok_or_else(|| first.error(format!("a seat expected, not {:?}", first.text)))?;
    Setup::new(game, options, count, seat).map_err(|error| first.error(error.to_string()))
}

/// The tile sets of a game.
fn sets(setup: &Setup) -> impl Iterator<Item = TileSet> {
    setup.units().flat_map(|unit| unit.tiles.into_iter().chain(unit.bonus))
}

/// A game that was played with other tiles would become another game.
fn read_tiles(lines: &mut Lines, setup: &Setup) -> Result<(), RecordError> {
    let mut played: Vec<(TileSet, u8)> = sets(setup).map(|set| (set, 1)).collect();
    let next = RecordError { line: lines.number + 1, column: 1, message: String::new() };
    let mut at = next;
    if let Some((word, rest)) = lines.optional("tiles")? {
        at = word.error("");
        for item in rest {
            let parts = item.text.split_once(':').and_then(|(id, version)| Some((id, version.parse::<u8>().ok()?)));
            let Some((id, version)) = parts else {
                return Err(item.error("a tile set and its version expected, as `new_lands:2`"));
            };
            let Some(entry) = played.iter_mut().find(|(set, _)| set.id() == id) else {
                return Err(item.error(format!("this game has no tile set {id:?}")));
            };
            entry.1 = version;
        }
    }
    let Some((set, version)) = played.into_iter().find(|(set, version)| set.version() != *version) else {
        return Ok(());
    };
    let message = format!(
        "this game was played with version {version} of the tiles of {} ({}); this program has version {}, with other \
         tiles, and cannot replay it",
        set.title(),
        set.id(),
        set.version()
    );
    Err(RecordError { message, ..at })
}

fn read_names(lines: &mut Lines, setup: &Setup) -> Result<Vec<Option<String>>, RecordError> {
    let mut names = vec![None; setup.players().into()];
    while let Some((word, rest)) = lines.optional("name")? {
        let Some((seat, name)) = rest.split_first() else { return Err(word.error("`name` without a seat")) };
        let number: usize = seat.number("a seat")?;
        match names.get_mut(number) {
            None => return Err(seat.error(format!("there is no seat {number}"))),
            Some(Some(_)) => return Err(seat.error(format!("seat {number} is named twice"))),
            Some(slot) => {
                let name = plain_name(&name.iter().map(|part| part.text).collect::<Vec<_>>().join(" "));
                *slot = Some(name.ok_or_else(|| seat.error("the name is missing"))?);
            }
        }
    }
    Ok(names)
}

/// A name as it stands in a record: words with one space between them. Other white space, a lone carriage return say, would
/// not come back as it was.
fn plain_name(name: &str) -> Option<String> {
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    (!name.is_empty()).then_some(name)
}

fn read_bag(lines: &mut Lines, setup: Setup) -> Result<Setup, RecordError> {
    let Some((word, rest)) = lines.optional("bag")? else { return Ok(setup) };
    let (mut land, mut bonus, mut tokens) = (Vec::new(), Vec::new(), Vec::new());
    for item in rest {
        let parts = item.text.rsplit_once(':').and_then(|(name, count)| Some((name, count.parse::<u8>().ok()?)));
        let Some((name, count)) = parts else { return Err(item.error("a tile and a count expected, as `base/D:3`")) };
        let copies = std::iter::repeat_n((), count.into());
        if let Some(animal) = Animal::from_name(name) {
            tokens.extend(copies.map(|()| animal));
        } else {
            let tile = TileKind::from_name(name).ok_or_else(|| item.error(format!("unknown tile {name:?}")))?;
            let list = if setup.bonus().count(tile) > 0 { &mut bonus } else { &mut land };
            list.extend(copies.map(|()| tile));
        }
    }
    let told = |error: crate::setup::SetupError| word.error(error.to_string());
    let mut setup = setup.with_tiles(land).map_err(told)?;
    if setup.game().unit().bonus.is_some() {
        setup = setup.with_bonus(bonus).map_err(told)?;
    }
    if setup.game().unit().tokens > 0 || !tokens.is_empty() {
        setup = setup.with_tokens(tokens).map_err(told)?;
    }
    Ok(setup)
}

fn read_dealing(lines: &mut Lines) -> Result<Dealing, RecordError> {
    let mut dealing = Dealing::default();
    if lines.next_begins_with("seed") {
        dealing.seed = Some(lines.single("seed")?.number("a seed")?);
    }
    if let Some((_, tiles)) = lines.optional("deck")? {
        dealing.deck = Some(tiles.iter().map(Word::tile).collect::<Result<_, _>>()?);
    }
    if let Some((_, tiles)) = lines.optional("bonus")? {
        dealing.bonus = Some(tiles.iter().map(Word::tile).collect::<Result<_, _>>()?);
    }
    if let Some((_, animals)) = lines.optional("tokens")? {
        dealing.tokens = Some(animals.iter().map(Word::animal).collect::<Result<_, _>>()?);
    }
    Ok(dealing)
}

fn read_fair(lines: &mut Lines, setup: &Setup) -> Result<Option<Fair>, RecordError> {
    let digest =
        |word: &Word| word.text.parse().map_err(|error: crate::fair::DigestError| word.error(error.to_string()));
    if !lines.next_begins_with("commitment") {
        return Ok(None);
    }
    let commitment = digest(&lines.single("commitment")?)?;
    let first_drawn = match lines.optional("lot")? {
        None => false,
        Some((_, rest)) if matches!(rest[..], [what] if what.text == "first") => true,
        Some((word, _)) => return Err(word.error("only `lot first` is known")),
    };
    let mut contributions = vec![String::new(); setup.players().into()];
    while let Some((word, rest)) = lines.optional("contribution")? {
        let [seat, text] = rest[..] else { return Err(word.error("a contribution is a seat and digits")) };
        match contributions.get_mut(seat.number::<usize>("a seat")?) {
            Some(slot) if slot.is_empty() && is_contribution(text.text) => text.text.clone_into(slot),
            Some(slot) if slot.is_empty() => return Err(text.error("1 to 64 lower-case hexadecimal digits expected")),
            Some(_) => return Err(seat.error("the seat has contributed already")),
            None => return Err(seat.error("there is no such seat")),
        }
    }
    let reveal = match lines.optional("reveal")? {
        Some((word, rest)) => {
            let [seed, salt] = rest[..] else { return Err(word.error("a seed and a salt are revealed")) };
            Some(Reveal { seed: digest(&seed)?, salt: digest(&salt)? })
        }
        None => None,
    };
    Ok(Some(Fair { commitment, first_drawn, contributions, reveal }))
}

fn read_game(lines: &mut Lines, record: &mut Record) -> Result<(), RecordError> {
    let mut game = AnyGame::new(&record.setup);
    loop {
        let (_, words) = lines.next("a turn, `result …` or `unfinished`")?;
        let Some((label, rest)) = words.split_first() else {
            let message = "a turn, `result …` or `unfinished` expected".to_owned();
            return Err(RecordError { line: lines.number, column: 1, message });
        };
        let over = game.phase() == Phase::Over;
        match label.text {
            "unfinished" if over => return Err(label.error("the game is over, its result is missing")),
            "unfinished" => return rest.first().map_or(Ok(()), |word| Err(word.error("text after the end"))),
            "result" if !over => return Err(label.error("a result, but the game is not over")),
            "result" => {
                let points = rest.iter().map(|word| word.number("points")).collect::<Result<Vec<u16>, _>>()?;
                if points != game.scores() {
                    return Err(label.error(format!("the game ends with {:?}, not {points:?}", game.scores())));
                }
                record.result = Some(points);
                return Ok(());
            }
            _ => {}
        }
        let numbers =
            label.text.split_once(':').and_then(|(turn, seat)| Some((turn.parse().ok()?, seat.parse().ok()?)));
        let Some((turn, seat)) = numbers.and_then(|(turn, seat)| Some((turn, Seat::new(seat)?))) else {
            return Err(label.error(format!("a turn and seat expected, as `3:1`, not {:?}", label.text)));
        };
        let expected = game.active().map(|active| (game.turn(), active));
        if expected != Some((turn, seat)) {
            let message = match expected {
                Some((turn, seat)) => format!("turn {turn} of seat {seat} should come here, not {:?}", label.text),
                None => "the game is over, `result …` should come here".to_owned(),
            };
            return Err(label.error(message));
        }
        let mut actions = Vec::new();
        for word in rest {
            let action: Action = word.text.parse().map_err(|error: crate::notation::NotationError| RecordError {
                line: word.line,
                column: word.column + error.offset,
                message: format!("{error} in {:?}", word.text),
            })?;
            game.play(action).map_err(|illegal| word.error(format!("{:?} is not possible: {illegal}", word.text)))?;
            actions.push(action);
        }
        if actions.is_empty() {
            return Err(label.error("a turn without actions"));
        }
        record.lines.push(Line { turn, seat, actions });
    }
}
