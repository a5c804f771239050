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
use crate::fault::{Fault, Named, RecordError};
use crate::game::{AnyGame, Game as _};
use crate::seat::Seat;
use crate::setup::{Options, Setup};
use crate::tiles::{TileKind, TileSet};
use crate::units::{GameId, GameOption};
use std::fmt::{self, Write as _};

/// The version of the format that is written; older ones are read.
pub const RECORD_VERSION: u32 = 1;

/// What a line of the game looks like.
const TURN: &str = "1:0 …, result …, unfinished";
/// What a commitment, a seed or a salt of fair draws looks like.
const DIGEST: &str = "64 × 0–9, a–f";

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

/// A word of a line and where it stands.
#[derive(Clone, Copy)]
struct Word<'a> {
    text: &'a str,
    line: usize,
    column: usize,
}

impl Word<'_> {
    fn error(&self, fault: Fault) -> RecordError {
        RecordError { line: self.line, column: self.column, fault }
    }

    /// Something else should stand here, which looks like this.
    fn expected(&self, expected: &'static str) -> RecordError {
        self.error(Fault::Expected { expected, found: self.text.to_owned() })
    }

    fn unknown(&self, what: Named) -> RecordError {
        self.error(Fault::Unknown(what, self.text.to_owned()))
    }

    fn surplus(&self) -> RecordError {
        self.error(Fault::Surplus(self.text.to_owned()))
    }

    fn twice(&self) -> RecordError {
        self.error(Fault::Twice(self.text.to_owned()))
    }

    fn number<T: std::str::FromStr>(&self, example: &'static str) -> Result<T, RecordError> {
        let digits = !self.text.is_empty() && self.text.bytes().all(|byte| byte.is_ascii_digit());
        let number = if digits { self.text.parse().ok() } else { None };
        number.ok_or_else(|| self.expected(example))
    }

    fn tile(&self) -> Result<TileKind, RecordError> {
        TileKind::from_name(self.text).ok_or_else(|| self.unknown(Named::Tile))
    }

    fn animal(&self) -> Result<Animal, RecordError> {
        Animal::from_name(self.text).ok_or_else(|| self.unknown(Named::Animal))
    }
}

/// The lines of a record, one after the other.
struct Lines<'a> {
    lines: std::iter::Peekable<std::iter::Enumerate<std::str::Lines<'a>>>,
    /// The number of the line read last.
    number: usize,
}

impl<'a> Lines<'a> {
    /// The words of the next line, which should look like the example.
    fn next(&mut self, example: &'static str) -> Result<(&'a str, Vec<Word<'a>>), RecordError> {
        let Some((index, text)) = self.lines.next() else {
            return Err(RecordError { line: self.number + 1, column: 1, fault: Fault::Ends(example) });
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

    /// The words after the header's name, with which the example begins.
    fn header(&mut self, example: &'static str) -> Result<(Word<'a>, Vec<Word<'a>>), RecordError> {
        let (_, words) = self.next(example)?;
        match words.split_first() {
            Some((first, rest)) if example.split(' ').next() == Some(first.text) => Ok((*first, rest.to_vec())),
            Some((first, _)) => Err(first.expected(example)),
            None => Err(self.empty(example)),
        }
    }

    /// The line read last is empty, and should not be.
    fn empty(&self, expected: &'static str) -> RecordError {
        RecordError { line: self.number, column: 1, fault: Fault::Expected { expected, found: String::new() } }
    }

    fn single(&mut self, example: &'static str) -> Result<Word<'a>, RecordError> {
        let (word, rest) = self.header(example)?;
        match rest[..] {
            [value] => Ok(value),
            [] => Err(word.expected(example)),
            [_, surplus, ..] => Err(surplus.surplus()),
        }
    }

    fn optional(&mut self, name: &'static str) -> Result<Option<(Word<'a>, Vec<Word<'a>>)>, RecordError> {
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
        let (_, words) = lines.next(TURN)?;
        if let Some(word) = words.first() {
            return Err(word.error(Fault::NotEmpty(word.text.to_owned())));
        }
        let mut record = Record { setup, names, dealing, lines: Vec::new(), result: None };
        read_game(&mut lines, &mut record)?;
        for (index, rest) in lines.lines.by_ref() {
            if !rest.trim().is_empty() {
                let found = rest.trim().chars().take(40).collect();
                return Err(RecordError { line: index + 1, column: 1, fault: Fault::Surplus(found) });
            }
        }
        Ok(record)
    }
}

fn read_version(lines: &mut Lines) -> Result<(), RecordError> {
    let (text, words) = lines.next("bastide record 1")?;
    match words[..] {
        [bastide, record, version] if bastide.text == "bastide" && record.text == "record" => {
            let number: u32 = version.number("1")?;
            if number == RECORD_VERSION { Ok(()) } else { Err(version.error(Fault::Version(number))) }
        }
        _ => {
            let shown = text.chars().take(40).collect();
            Err(RecordError { line: 1, column: 1, fault: Fault::NoRecord(shown) })
        }
    }
}

fn read_setup(lines: &mut Lines) -> Result<Setup, RecordError> {
    let (word, rest) = lines.header("game base")?;
    let Some((name, chosen)) = rest.split_first() else { return Err(word.expected("game base")) };
    let game = GameId::from_name(name.text).ok_or_else(|| name.unknown(Named::Game))?;
    let mut options = Options::NONE;
    for option in chosen {
        let known = GameOption::from_name(option.text).filter(|known| game.options().contains(known));
        let known = known.ok_or_else(|| option.unknown(Named::Option))?;
        if options.has(known) {
            return Err(option.twice());
        }
        options = options.with(known);
    }
    let players = lines.single("players 2")?;
    let count = players.number("2")?;
    // The first seat is read after the players, but a wrong number of players is told where it stands.
    Setup::new(game, options, count, Seat::default()).map_err(|error| players.error(Fault::Setup(error)))?;
    let first = lines.single("first 0")?;
    let seat = Seat::new(first.number("0")?).ok_or_else(|| first.unknown(Named::Seat))?;
    Setup::new(game, options, count, seat).map_err(|error| first.error(Fault::Setup(error)))
}

/// The tile sets of a game.
fn sets(setup: &Setup) -> impl Iterator<Item = TileSet> {
    setup.units().flat_map(|unit| unit.tiles.into_iter().chain(unit.bonus))
}

/// A game that was played with other tiles would become another game.
fn read_tiles(lines: &mut Lines, setup: &Setup) -> Result<(), RecordError> {
    let mut played: Vec<(TileSet, u8)> = sets(setup).map(|set| (set, 1)).collect();
    let (mut line, mut column) = (lines.number + 1, 1);
    if let Some((word, rest)) = lines.optional("tiles")? {
        (line, column) = (word.line, word.column);
        for item in rest {
            let parts = item.text.split_once(':').and_then(|(id, version)| Some((id, version.parse::<u8>().ok()?)));
            let Some((id, version)) = parts else {
                return Err(item.expected("new_lands:2"));
            };
            let Some(entry) = played.iter_mut().find(|(set, _)| set.id() == id) else {
                return Err(item.error(Fault::Unknown(Named::TileSet, id.to_owned())));
            };
            entry.1 = version;
        }
    }
    let Some((set, version)) = played.into_iter().find(|(set, version)| set.version() != *version) else {
        return Ok(());
    };
    Err(RecordError { line, column, fault: Fault::OtherTiles(set, version) })
}

fn read_names(lines: &mut Lines, setup: &Setup) -> Result<Vec<Option<String>>, RecordError> {
    let mut names = vec![None; setup.players().into()];
    while let Some((word, rest)) = lines.optional("name")? {
        let Some((seat, name)) = rest.split_first() else { return Err(word.expected("name 0 Anna")) };
        let number: usize = seat.number("0")?;
        match names.get_mut(number) {
            None => return Err(seat.unknown(Named::Seat)),
            Some(Some(_)) => return Err(seat.twice()),
            Some(slot) => {
                let name = plain_name(&name.iter().map(|part| part.text).collect::<Vec<_>>().join(" "));
                *slot = Some(name.ok_or_else(|| seat.expected("0 Anna"))?);
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
        let Some((name, count)) = parts else { return Err(item.expected("base/D:3")) };
        let copies = std::iter::repeat_n((), count.into());
        if let Some(animal) = Animal::from_name(name) {
            tokens.extend(copies.map(|()| animal));
        } else {
            let tile =
                TileKind::from_name(name).ok_or_else(|| item.error(Fault::Unknown(Named::Tile, name.to_owned())))?;
            let list = if setup.bonus().count(tile) > 0 { &mut bonus } else { &mut land };
            list.extend(copies.map(|()| tile));
        }
    }
    let told = |error: crate::setup::SetupError| word.error(Fault::Setup(error));
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
        dealing.seed = Some(lines.single("seed 42")?.number("42")?);
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
    let digest = |word: &Word| word.text.parse().map_err(|_: crate::fair::DigestError| word.expected(DIGEST));
    if !lines.next_begins_with("commitment") {
        return Ok(None);
    }
    let commitment = digest(&lines.single("commitment 0f…")?)?;
    let first_drawn = match lines.optional("lot")? {
        None => false,
        Some((_, rest)) if matches!(rest[..], [what] if what.text == "first") => true,
        Some((word, _)) => return Err(word.expected("lot first")),
    };
    let mut contributions = vec![String::new(); setup.players().into()];
    while let Some((word, rest)) = lines.optional("contribution")? {
        let [seat, text] = rest[..] else { return Err(word.expected("contribution 0 0f…")) };
        match contributions.get_mut(seat.number::<usize>("0")?) {
            Some(slot) if slot.is_empty() && is_contribution(text.text) => text.text.clone_into(slot),
            Some(slot) if slot.is_empty() => return Err(text.expected("1–64 × 0–9, a–f")),
            Some(_) => return Err(seat.twice()),
            None => return Err(seat.unknown(Named::Seat)),
        }
    }
    let reveal = match lines.optional("reveal")? {
        Some((word, rest)) => {
            let [seed, salt] = rest[..] else { return Err(word.expected("reveal 0f… 0f…")) };
            Some(Reveal { seed: digest(&seed)?, salt: digest(&salt)? })
        }
        None => None,
    };
    Ok(Some(Fair { commitment, first_drawn, contributions, reveal }))
}

fn read_game(lines: &mut Lines, record: &mut Record) -> Result<(), RecordError> {
    let mut game = AnyGame::new(&record.setup);
    loop {
        let (_, words) = lines.next(TURN)?;
        let Some((label, rest)) = words.split_first() else { return Err(lines.empty(TURN)) };
        let over = game.phase() == Phase::Over;
        match label.text {
            "unfinished" if over => return Err(label.error(Fault::NoResult)),
            "unfinished" => return rest.first().map_or(Ok(()), |word| Err(word.surplus())),
            "result" if !over => return Err(label.error(Fault::NotOver)),
            "result" => {
                let points = rest.iter().map(|word| word.number("17")).collect::<Result<Vec<u16>, _>>()?;
                if points != game.scores() {
                    let fault = Fault::OtherResult { ends: game.scores().to_vec(), found: points };
                    return Err(label.error(fault));
                }
                record.result = Some(points);
                return Ok(());
            }
            _ => {}
        }
        let numbers =
            label.text.split_once(':').and_then(|(turn, seat)| Some((turn.parse().ok()?, seat.parse().ok()?)));
        let Some((turn, seat)) = numbers.and_then(|(turn, seat)| Some((turn, Seat::new(seat)?))) else {
            return Err(label.expected("3:1"));
        };
        let Some(active) = game.active() else { return Err(label.error(Fault::NoResult)) };
        if (turn, seat) != (game.turn(), active) {
            let fault = Fault::OtherTurn { turn: game.turn(), seat: active, found: label.text.to_owned() };
            return Err(label.error(fault));
        }
        let mut actions = Vec::new();
        for word in rest {
            let action: Action = word.text.parse().map_err(|error: crate::notation::NotationError| RecordError {
                line: word.line,
                column: word.column + error.offset,
                fault: Fault::Notation(error, word.text.to_owned()),
            })?;
            let fault = |illegal| word.error(Fault::Illegal { turn, seat, action, illegal });
            game.play(action).map_err(fault)?;
            actions.push(action);
        }
        if actions.is_empty() {
            return Err(label.expected("3:1 +base/V base/V@1,0r0 -"));
        }
        record.lines.push(Line { turn, seat, actions });
    }
}
