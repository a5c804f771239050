//! Games as rows of a data set: one JSON object a line, for people who train on games or count things in them.
//! `docs/datasets.md` describes every field.
//!
//! A row holds exactly what a record holds, in the words of the engine protocol. Everything that follows from the actions
//! (whose turn it is, scores, states) is there for the reader's comfort; reading a row plays it and compares.

use rules::{
    Action, Actor, Animal, AnyGame, Dealing, Digest, Fair, Game as _, GameOption, Record, Reveal, Seat, Setup,
    TileKind, is_contribution,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::{self, BufRead, Read as _};
use wire::{ActionJson, StateJson};

/// The version of the schema that is written and read.
pub const VERSION: u32 = 1;

/// The longest line that is read: a whole game with all states takes less than a million bytes.
const MAX_LINE: u64 = 64 << 20;

/// What a row holds beside the game itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Extras {
    /// The state before each decision of a player.
    pub states: bool,
    /// All legal actions at each decision of a player.
    pub actions: bool,
}

/// A game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "docs/datasets.md describes the fields")]
pub struct Row {
    pub version: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    pub game: String,
    pub options: Vec<String>,
    pub players: u8,
    pub first: u8,
    pub names: Vec<Option<String>>,
    pub tile_sets: BTreeMap<String, u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bag: Option<BagRow>,
    pub dealing: DealingRow,
    pub moves: Vec<MoveRow>,
    pub finished: bool,
    pub scores: Vec<u16>,
    pub winners: Vec<u8>,
}

/// What is in a game without its full sets.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "docs/datasets.md describes the fields")]
pub struct BagRow {
    pub tiles: BTreeMap<String, u8>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub bonus: BTreeMap<String, u8>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub tokens: BTreeMap<String, u8>,
}

/// What is known of the dealer's secret.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "docs/datasets.md describes the fields")]
pub struct DealingRow {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deck: Option<Vec<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bonus: Option<Vec<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tokens: Option<Vec<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fair: Option<FairRow>,
}

/// Draws that everybody can check.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "docs/datasets.md describes the fields")]
pub struct FairRow {
    pub commitment: String,
    pub first_drawn: bool,
    pub contributions: Vec<Option<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub salt: Option<String>,
}

/// An action.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "docs/datasets.md describes the fields")]
pub struct MoveRow {
    pub turn: u16,
    /// Nobody when the dealer acts.
    pub player: Option<u8>,
    /// As the engine protocol writes it, or what the dealer did. Read in two steps, so that an error says what is wrong.
    pub action: Value,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub actions: Option<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<Value>,
}

/// An action of the dealer, for which the engine protocol has no words.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
enum Dealt {
    Draw { tile: String },
    DrawToken { animal: String },
}

fn value(it: impl Serialize) -> Value {
    // Plain types with text for keys: there is nothing that JSON could not hold.
    serde_json::to_value(it).unwrap_or_default()
}

fn action_value(action: Action) -> Value {
    match action {
        Action::Draw { tile } => value(Dealt::Draw { tile: tile.name().to_owned() }),
        Action::DrawToken { animal } => value(Dealt::DrawToken { animal: animal.name().to_owned() }),
        played => value(ActionJson::of(played)),
    }
}

fn action(json: &Value) -> Result<Action, String> {
    let wrong = |error: serde_json::Error| error.to_string();
    if matches!(json["type"].as_str(), Some("draw" | "draw_token")) {
        return Ok(match Dealt::deserialize(json).map_err(wrong)? {
            Dealt::Draw { tile: name } => Action::Draw { tile: tile(&name)? },
            Dealt::DrawToken { animal: name } => Action::DrawToken { animal: animal(&name)? },
        });
    }
    let json = ActionJson::deserialize(json).map_err(wrong)?;
    Action::try_from(&json).map_err(|error| error.to_string())
}

fn tile(name: &str) -> Result<TileKind, String> {
    TileKind::from_name(name).ok_or_else(|| format!("unknown tile {name:?}"))
}

fn animal(name: &str) -> Result<Animal, String> {
    Animal::from_name(name).ok_or_else(|| format!("unknown animal {name:?}"))
}

fn tile_sets(setup: &Setup) -> BTreeMap<String, u8> {
    let sets = setup.units().flat_map(|unit| unit.tiles.into_iter().chain(unit.bonus));
    sets.map(|set| (set.id().to_owned(), set.version())).collect()
}

impl Row {
    /// The row of a game.
    pub fn of(record: &Record, id: Option<&str>, extras: Extras) -> Row {
        let setup = record.setup();
        let mut moves = Vec::new();
        let game = record.replay(&mut (), |game, action, ()| moves.push(MoveRow::of(game, action, extras)));
        Row {
            version: VERSION,
            id: id.map(ToOwned::to_owned),
            game: setup.game().name().to_owned(),
            options: setup.options().iter().map(|option: GameOption| option.name().to_owned()).collect(),
            players: setup.players(),
            first: setup.first().number(),
            names: setup.seats().map(|seat| record.name(seat).map(ToOwned::to_owned)).collect(),
            tile_sets: tile_sets(setup),
            bag: (!setup.is_full()).then(|| BagRow::of(setup)),
            dealing: DealingRow::of(record.dealing()),
            moves,
            finished: record.result().is_some(),
            scores: game.scores().to_vec(),
            winners: game.winners().iter().map(Seat::number).collect(),
        }
    }

    /// What the moves of the row hold beside the game itself.
    fn extras(&self) -> Extras {
        let any = |has: fn(&MoveRow) -> bool| self.moves.iter().any(has);
        Extras { states: any(|it| it.state.is_some()), actions: any(|it| it.actions.is_some()) }
    }

    /// The game of the row. Plays it: a row whose fields contradict each other is none.
    pub fn record(&self) -> Result<Record, String> {
        if self.version != VERSION {
            return Err(format!("version {} of the schema is not known here, only {VERSION}", self.version));
        }
        let setup = wire::read_setup(&self.game, &self.options, self.players, Some(self.first))?;
        for (set, version) in tile_sets(&setup) {
            match self.tile_sets.get(&set) {
                Some(found) if *found == version => {}
                Some(found) => {
                    return Err(format!("played with version {found} of the tiles {set}; here they are of {version}"));
                }
                None => return Err(format!("tile_sets does not name {set}")),
            }
        }
        let setup = self.bag.as_ref().map_or(Ok(setup), |bag| bag.apply(setup))?;
        let dealing = self.dealing.read(&setup)?;
        let mut game = AnyGame::new(&setup);
        let mut actions = Vec::with_capacity(self.moves.len());
        for (number, row) in (1..).zip(&self.moves) {
            let action = action(&row.action).map_err(|error| format!("move {number}: {error}"))?;
            game.play(action).map_err(|illegal| format!("move {number}: {action} is not possible: {illegal}"))?;
            actions.push(action);
        }
        let record = Record::new(setup, dealing, actions).map_err(|illegal| illegal.to_string())?;
        let record = self.name(record)?;
        self.compare(&Row::of(&record, None, self.extras()))?;
        Ok(record)
    }

    fn name(&self, mut record: Record) -> Result<Record, String> {
        if self.names.len() != usize::from(self.players) {
            return Err(format!("{} names for {} players", self.names.len(), self.players));
        }
        for (seat, name) in record.setup().seats().zip(&self.names) {
            let Some(name) = name else { continue };
            record = record.with_name(seat, name);
            if record.name(seat) != Some(name) {
                return Err(format!("{name:?} cannot be a name: words with one space between them can"));
            }
        }
        Ok(record)
    }

    /// Whether what follows from the actions is what the row says.
    fn compare(&self, played: &Row) -> Result<(), String> {
        for (number, (told, played)) in (1..).zip(self.moves.iter().zip(&played.moves)) {
            let MoveRow { turn, player, actions, state, .. } = played;
            let wrong = |field: &str, told: String, real: String| {
                Err(format!("move {number}: {field} is {told}, but playing gives {real}"))
            };
            if told.turn != *turn {
                return wrong("turn", told.turn.to_string(), turn.to_string());
            }
            if told.player != *player {
                return wrong("player", value(told.player).to_string(), value(player).to_string());
            }
            if told.actions != *actions {
                return wrong("actions", "another list".to_owned(), "the legal ones".to_owned());
            }
            if told.state != *state {
                return wrong("state", "another one".to_owned(), "that of the game".to_owned());
            }
        }
        let wrong = |field, told, real| Err(format!("{field} is {}, but playing gives {}", value(told), value(real)));
        if self.finished != played.finished {
            return Err(format!("finished is {}, but playing gives {}", self.finished, played.finished));
        }
        if self.scores != played.scores {
            return wrong("scores", &self.scores, &played.scores);
        }
        if self.winners != played.winners {
            return Err(format!("winners is {:?}, but playing gives {:?}", self.winners, played.winners));
        }
        Ok(())
    }
}

impl MoveRow {
    fn of(game: &AnyGame, action: Action, extras: Extras) -> MoveRow {
        let player = wire::decider(game);
        let decides = matches!(game.to_act(), Actor::Player(_));
        MoveRow {
            turn: game.turn(),
            player,
            action: action_value(action),
            actions: (extras.actions && decides).then(|| value(wire::legal_actions(game))),
            state: (extras.states && decides).then(|| value(StateJson::of(game))),
        }
    }
}

impl BagRow {
    fn of(setup: &Setup) -> BagRow {
        let counts = |bag: &rules::Bag| bag.iter().map(|(kind, count)| (kind.name().to_owned(), count)).collect();
        let tokens = Animal::ALL.into_iter().zip(setup.tokens()).filter(|(_, count)| *count > 0);
        BagRow {
            tiles: counts(setup.bag()),
            bonus: counts(setup.bonus()),
            tokens: tokens.map(|(animal, count)| (animal.name().to_owned(), count)).collect(),
        }
    }

    fn apply(&self, setup: Setup) -> Result<Setup, String> {
        fn copies<T: Copy>(
            counts: &BTreeMap<String, u8>,
            read: fn(&str) -> Result<T, String>,
        ) -> Result<Vec<T>, String> {
            let mut all = Vec::new();
            for (name, count) in counts {
                all.extend(std::iter::repeat_n(read(name)?, usize::from(*count)));
            }
            Ok(all)
        }
        let wrong = |error: rules::SetupError| format!("bag: {error}");
        let mut setup = setup.with_tiles(copies(&self.tiles, tile)?).map_err(wrong)?;
        if setup.game().unit().bonus.is_some() || !self.bonus.is_empty() {
            setup = setup.with_bonus(copies(&self.bonus, tile)?).map_err(wrong)?;
        }
        if setup.game().unit().tokens > 0 || !self.tokens.is_empty() {
            setup = setup.with_tokens(copies(&self.tokens, animal)?).map_err(wrong)?;
        }
        Ok(setup)
    }
}

impl DealingRow {
    fn of(dealing: &Dealing) -> DealingRow {
        let names = |tiles: &Vec<TileKind>| tiles.iter().map(|tile| tile.name().to_owned()).collect();
        DealingRow {
            seed: dealing.seed,
            deck: dealing.deck.as_ref().map(names),
            bonus: dealing.bonus.as_ref().map(names),
            tokens: dealing.tokens.as_ref().map(|all| all.iter().map(|animal| animal.name().to_owned()).collect()),
            fair: dealing.fair.as_ref().map(FairRow::of),
        }
    }

    fn read(&self, setup: &Setup) -> Result<Dealing, String> {
        let tiles = |names: &Vec<String>| names.iter().map(|name| tile(name)).collect();
        let animals = |names: &Vec<String>| names.iter().map(|name| animal(name)).collect();
        Ok(Dealing {
            seed: self.seed,
            deck: self.deck.as_ref().map(tiles).transpose()?,
            bonus: self.bonus.as_ref().map(tiles).transpose()?,
            tokens: self.tokens.as_ref().map(animals).transpose()?,
            fair: self.fair.as_ref().map(|fair| fair.read(setup)).transpose()?,
        })
    }
}

impl FairRow {
    fn of(fair: &Fair) -> FairRow {
        let given = |text: &String| (!text.is_empty()).then(|| text.clone());
        FairRow {
            commitment: fair.commitment.to_string(),
            first_drawn: fair.first_drawn,
            contributions: fair.contributions.iter().map(given).collect(),
            seed: fair.reveal.as_ref().map(|reveal| reveal.seed.to_string()),
            salt: fair.reveal.as_ref().map(|reveal| reveal.salt.to_string()),
        }
    }

    fn read(&self, setup: &Setup) -> Result<Fair, String> {
        let digest = |field: &str, text: &str| {
            text.parse::<Digest>().map_err(|error| format!("dealing.fair.{field}: {error}, not {text:?}"))
        };
        if self.contributions.len() != usize::from(setup.players()) {
            return Err("dealing.fair.contributions: one for each player expected, or null".to_owned());
        }
        let mut contributions = Vec::new();
        for text in &self.contributions {
            match text {
                Some(text) if !is_contribution(text) => {
                    return Err(format!("dealing.fair.contributions: {text:?} is not 1 to 64 hexadecimal digits"));
                }
                text => contributions.push(text.clone().unwrap_or_default()),
            }
        }
        let reveal = match (&self.seed, &self.salt) {
            (Some(seed), Some(salt)) => Some(Reveal { seed: digest("seed", seed)?, salt: digest("salt", salt)? }),
            (None, None) => None,
            _ => return Err("dealing.fair: seed and salt come together".to_owned()),
        };
        let commitment = digest("commitment", &self.commitment)?;
        Ok(Fair { commitment, first_drawn: self.first_drawn, contributions, reveal })
    }
}

/// The games of a data set, one after the other, each with the number of its line. Empty lines are passed over.
pub struct Rows<R> {
    input: R,
    number: usize,
}

impl<R: BufRead> Rows<R> {
    /// Reads lines from here.
    pub fn new(input: R) -> Rows<R> {
        Rows { input, number: 0 }
    }

    fn line(&mut self) -> io::Result<Option<String>> {
        loop {
            self.number += 1;
            let mut line = String::new();
            if (&mut self.input).take(MAX_LINE).read_line(&mut line)? == 0 {
                return Ok(None);
            }
            if line.len() as u64 == MAX_LINE {
                let message = format!("longer than {} MiB", MAX_LINE >> 20);
                return Err(io::Error::new(io::ErrorKind::InvalidData, message));
            }
            if !line.trim().is_empty() {
                return Ok(Some(line));
            }
        }
    }
}

/// A game that was read: the number of its line, its id and the record.
pub type Found = (usize, Option<String>, Record);

impl<R: BufRead> Iterator for Rows<R> {
    type Item = Result<Found, String>;

    fn next(&mut self) -> Option<Result<Found, String>> {
        let line = match self.line() {
            Ok(line) => line?,
            Err(error) => return Some(Err(format!("line {}: {error}", self.number))),
        };
        let number = self.number;
        let read = || {
            // Some editors put a mark before the first letter.
            let row: Row = serde_json::from_str(line.trim_start_matches('\u{feff}')).map_err(|error| {
                // serde counts lines within the one it is given.
                let text = error.to_string();
                let place = text.rfind(" at line ").filter(|_| error.line() > 0);
                let reason = place.map_or(text.as_str(), |place| &text[..place]);
                format!("{reason} (column {})", error.column())
            })?;
            let record = row.record()?;
            Ok((number, row.id, record))
        };
        Some(read().map_err(|error: String| format!("line {number}: {error}")))
    }
}
