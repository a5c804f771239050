//! The engine protocol: one JSON object a line in, one out.

use bots::{Assessor, Budget, Candidate, Depth, Level, Manner, Refusal, Scores};
use rules::{Animal, AnyGame, Dealing, Phase, Record, Source, TileKind};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};
use std::num::NonZeroUsize;
use std::thread;
use table::{Dealer, Random, Table};
use wire::{ActionJson, ErrorCode, ErrorJson, EventJson, Request, StateJson};

/// The longest line that is read.
pub const MAX_LINE: usize = 1 << 20;

/// An answer; only the fields that belong to the request are written.
#[derive(Default, Serialize)]
struct Answer {
    ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<ErrorJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    player: Option<Option<u8>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    actions: Option<Vec<ActionJson>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    action: Option<ActionJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    values: Option<Vec<ValueJson>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<Vec<f64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    playouts: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    outlook: Option<OutlookJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    events: Option<Vec<EventJson>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    record: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    state: Option<StateJson>,
}

impl Answer {
    fn good() -> Answer {
        Answer { ok: true, ..Answer::default() }
    }

    fn state(game: &AnyGame) -> Answer {
        Answer { state: Some(StateJson::of(game)), ..Answer::good() }
    }
}

fn bad_request(message: impl Into<String>) -> ErrorJson {
    ErrorJson::new(ErrorCode::BadRequest, message)
}

/// One conversation.
pub struct Engine {
    table: Option<Table>,
    random: Random,
}

impl Default for Engine {
    fn default() -> Engine {
        Engine::new()
    }
}

impl Engine {
    /// No game yet.
    pub fn new() -> Engine {
        Engine { table: None, random: Random::new(0) }
    }

    /// Answers one line; `None` when the conversation is over.
    pub fn answer(&mut self, line: &[u8]) -> Option<String> {
        let answer = match self.handle(line) {
            Ok(None) => return None,
            Ok(Some(answer)) => answer,
            Err(error) => Answer { error: Some(error), ..Answer::default() },
        };
        let fallback = |_| r#"{"ok":false,"error":{"code":"bad_request","message":"no answer"}}"#.to_owned();
        Some(serde_json::to_string(&answer).unwrap_or_else(fallback))
    }

    /// The answer to a line; `None` to `quit`.
    fn handle(&mut self, line: &[u8]) -> Result<Option<Answer>, ErrorJson> {
        if line.len() > MAX_LINE {
            return Err(bad_request(format!("the line is longer than {MAX_LINE} bytes")));
        }
        let bad_json = |error: serde_json::Error| ErrorJson::new(ErrorCode::BadJson, error.to_string());
        let value: serde_json::Value = serde_json::from_slice(line).map_err(bad_json)?;
        let request: Request = serde_json::from_value(value).map_err(|error| bad_request(error.to_string()))?;
        let answer = match request {
            Request::New { game, options, players, seed, first, deck, bonus, tokens } => {
                let order = Orders { deck, bonus, tokens };
                let table = new_table(&game, &options, players, seed, first, order)?;
                let answer = Answer::state(table.game());
                self.random = Random::new(seed);
                self.table = Some(table);
                answer
            }
            Request::Actions {} => list(self.table()?.game()),
            Request::Play { action } => self.play(&action)?,
            Request::State {} => Answer::state(self.table()?.game()),
            Request::Undo {} => {
                let table = self.table.as_mut().ok_or_else(no_game)?;
                if !table.undo() {
                    return Err(bad_request("there is no action to take back"));
                }
                Answer::state(table.game())
            }
            Request::Best { ms, playouts, bot } => self.best(ms, playouts, bot.as_deref())?,
            Request::Save {} => Answer { record: Some(self.table()?.record().to_string()), ..Answer::good() },
            Request::Load { record } => {
                let record: Record = record.parse().map_err(|error| bad_request(format!("record: {error}")))?;
                let table = Table::load(&record).map_err(|error| bad_request(format!("record: {error}")))?;
                let answer = Answer::state(table.game());
                self.table = Some(table);
                answer
            }
            Request::Quit {} => return Ok(None),
        };
        Ok(Some(answer))
    }

    fn table(&self) -> Result<&Table, ErrorJson> {
        self.table.as_ref().ok_or_else(no_game)
    }

    fn play(&mut self, action: &ActionJson) -> Result<Answer, ErrorJson> {
        let table = self.table.as_mut().ok_or_else(no_game)?;
        if table.game().phase() == Phase::Over {
            return Err(game_over());
        }
        let action = action.try_into().map_err(|error: wire::ActionError| bad_request(error.to_string()))?;
        let events = table.play(action).map_err(|illegal| ErrorJson {
            code: ErrorCode::IllegalAction,
            message: format!("{action}: {}", illegal.reason()),
            rule: illegal.rule(),
        })?;
        Ok(Answer { events: Some(EventJson::list(&events)), ..Answer::state(table.game()) })
    }

    fn best(&mut self, ms: Option<u64>, playouts: Option<u64>, bot: Option<&str>) -> Result<Answer, ErrorJson> {
        let game = self.table.as_ref().ok_or_else(no_game)?.game();
        let budget = match (ms, playouts) {
            (Some(ms), None) => Budget::millis(ms),
            (None, Some(playouts)) => Budget::playouts(playouts),
            _ => return Err(bad_request("best wants either ms or playouts")),
        };
        let budget = budget.map_err(|error| bad_request(error.to_string()))?;
        let manner = match bot {
            None => Level::Strategist.into(),
            Some(name) => Manner::from_name(name)
                .ok_or_else(|| bad_request(format!("unknown bot {name:?}; there are: {}", Manner::known())))?,
        };
        // The same question has the same answer, except from a bot that plays anything.
        let seed = if manner.level == Level::Random { self.random.next_u64() } else { 0 };
        let threads = thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let mut bot = manner.bot(Depth { threads, ..Depth::default() }, seed);
        let choice = bot.choose(game, budget).map_err(|refusal| match refusal {
            Refusal::GameOver => game_over(),
            Refusal::DealerActs => bad_request(refusal.to_string()),
        })?;
        let value = |candidate: &Candidate| {
            Some(ValueJson { action: ActionJson::of(candidate.action)?, value: round(candidate.value) })
        };
        let judged = !choice.values.is_empty();
        let has_net = matches!(manner.level, Level::Expert | Level::Strategist);
        Ok(Answer {
            action: ActionJson::of(choice.action),
            values: judged.then(|| choice.values.iter().filter_map(value).collect()),
            expected: judged.then(|| choice.expected.iter().map(|&score| round(score)).collect()),
            playouts: judged.then_some(choice.playouts),
            outlook: has_net.then(|| OutlookJson::of(game)).flatten(),
            ..Answer::good()
        })
    }
}

/// Values are shown to a hundredth of a point.
fn round(value: f32) -> f64 {
    (f64::from(value) * 100.0).round() / 100.0
}

/// What an action is worth to whoever decides: the expected margin over the others.
#[derive(Serialize)]
struct ValueJson {
    action: ActionJson,
    value: f64,
}

/// How the position will end, by the net at a glance: the chances to win, and what the points still to come are given for.
#[derive(Serialize)]
struct OutlookJson {
    chances: Vec<f64>,
    to_come: BTreeMap<&'static str, Vec<f64>>,
}

impl OutlookJson {
    fn of(game: &AnyGame) -> Option<OutlookJson> {
        let outlook = Assessor::new(0).outlook(game)?;
        let players = usize::from(game.players());
        let numbers = |values: &Scores| values.iter().take(players).map(|&value| round(value)).collect();
        let coming = |(source, points): &(Source, Scores)| {
            // All kinds of goods are one.
            let name = if matches!(source, Source::Goods(_)) { "goods" } else { source.name() };
            (name, numbers(points))
        };
        Some(OutlookJson {
            chances: numbers(&outlook.prospect.chances),
            to_come: outlook.to_come.iter().map(coming).collect(),
        })
    }
}

fn no_game() -> ErrorJson {
    ErrorJson::new(ErrorCode::NoGame, "there is no game: begin one with new or load")
}

fn game_over() -> ErrorJson {
    ErrorJson::new(ErrorCode::GameOver, "the game is over")
}

fn list(game: &AnyGame) -> Answer {
    Answer { player: Some(wire::decider(game)), actions: Some(wire::legal_actions(game)), ..Answer::good() }
}

/// Orders that a request fixes.
struct Orders {
    deck: Option<Vec<String>>,
    bonus: Option<Vec<String>>,
    tokens: Option<Vec<String>>,
}

fn new_table(
    game: &str,
    options: &[String],
    players: u8,
    seed: u64,
    first: Option<u8>,
    orders: Orders,
) -> Result<Table, ErrorJson> {
    let mut setup = wire::read_setup(game, options, players, first).map_err(bad_request)?;
    if first.is_none() {
        setup = wire::first_seat(&setup, Dealer::first_seat(seed, players)).map_err(bad_request)?;
    }
    let mut dealing = Dealing::seeded(seed);
    if let Some(names) = orders.deck {
        let deck = tiles("deck", &names)?;
        setup = setup.with_tiles(deck.iter().copied()).map_err(|error| bad_request(format!("deck: {error}")))?;
        dealing.deck = Some(deck);
    }
    if let Some(names) = orders.bonus {
        let bonus = tiles("bonus", &names)?;
        setup = setup.with_bonus(bonus.iter().copied()).map_err(|error| bad_request(format!("bonus: {error}")))?;
        dealing.bonus = Some(bonus);
    }
    if let Some(names) = orders.tokens {
        let animal = |name: &String| {
            Animal::from_name(name).ok_or_else(|| bad_request(format!("tokens: unknown animal {name:?}")))
        };
        let tokens: Vec<Animal> = names.iter().map(animal).collect::<Result<_, _>>()?;
        setup = setup.with_tokens(tokens.iter().copied()).map_err(|error| bad_request(format!("tokens: {error}")))?;
        dealing.tokens = Some(tokens);
    }
    Table::new(&setup, dealing).map_err(|error| bad_request(error.to_string()))
}

fn tiles(field: &str, names: &[String]) -> Result<Vec<TileKind>, ErrorJson> {
    let tile =
        |name: &String| TileKind::from_name(name).ok_or_else(|| bad_request(format!("{field}: unknown tile {name:?}")));
    names.iter().map(tile).collect()
}

/// Reads lines and answers them until the end of input or `quit`.
pub fn serve(mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut engine = Engine::new();
    let mut line = Vec::new();
    while read_line(&mut input, &mut line)? {
        if line.len() <= MAX_LINE && line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        match engine.answer(&line) {
            Some(answer) => writeln!(output, "{answer}")?,
            None => break,
        }
        output.flush()?;
    }
    output.flush()
}

/// Reads the next line without its end; of a line that is too long only as much as shows that it is. `false` at the end
/// of input.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    let mut any = false;
    loop {
        let chunk = match input.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if chunk.is_empty() {
            return Ok(any);
        }
        any = true;
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let text = &chunk[..end.unwrap_or(chunk.len())];
        let room = (MAX_LINE + 1).saturating_sub(line.len());
        line.extend_from_slice(&text[..text.len().min(room)]);
        let used = end.map_or(chunk.len(), |end| end + 1);
        input.consume(used);
        if end.is_some() {
            return Ok(true);
        }
    }
}
