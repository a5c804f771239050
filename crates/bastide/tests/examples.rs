//! The bots in `examples/engine` play against `random` and win, in every language that is installed here.

use bastide::program::Program;
use bots::{Budget, Level};
use rules::{Action, Actor, Dealing, GameId, Options, Seat, Setup, TileSet};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use table::{Random, Table};
use wire::ActionJson;

/// How many tiles are drawn in a game: enough to tell who plays, and soon over.
const TILES: usize = 24;
const THINKING: Budget = Budget::Time(Duration::from_secs(1));
/// Other programs may run beside the test.
const PATIENCE: Duration = Duration::from_secs(60);

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/engine")
}

/// A base game that ends early.
fn deal(seed: u64) -> Table {
    let mut tiles: Vec<_> = TileSet::Base
        .kinds()
        .flat_map(|kind| {
            // The start tile lies on the table already.
            let copies = kind.def().count() - u8::from(kind.def().is_start());
            std::iter::repeat_n(kind, copies.into())
        })
        .collect();
    let mut random = Random::new(seed);
    for index in 0..TILES {
        let other = index + random.below((tiles.len() - index) as u32) as usize;
        tiles.swap(index, other);
    }
    tiles.truncate(TILES);
    let setup = Setup::new(GameId::Base, Options::NONE, 2, Seat::default()).expect("a setup");
    let setup = setup.with_tiles(tiles.iter().copied()).expect("tiles of the set");
    Table::new(&setup, Dealing { deck: Some(tiles), ..Dealing::seeded(seed) }).expect("a deal")
}

/// The points of the program and of `random`, which sits in the other seat.
fn play(program: &mut Program, seed: u64, seat: usize) -> (u16, u16) {
    let mut table = deal(seed);
    let mut random = Level::Random.bot(seed);
    while let Actor::Player(player) = table.game().to_act() {
        let action = if player.index() == seat {
            let decided = program.decide(&table.record().to_string(), THINKING).expect("a decision");
            let json: ActionJson = serde_json::from_value(decided).expect("an action");
            Action::try_from(&json).expect("an action")
        } else {
            random.choose(table.game(), Budget::Playouts(1)).expect("a choice").action
        };
        table.play(action).expect("a legal action");
    }
    let scores = table.game().scores();
    (scores[seat], scores[1 - seat])
}

fn wins(words: &[&str]) {
    // Examples find the program where people would put it: on the path.
    let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    let mut program = Program::start(&words, PATIENCE).expect("the bot starts");
    let games: Vec<(u16, u16)> = (0..4).map(|seed| play(&mut program, seed, (seed % 2) as usize)).collect();
    let won = games.iter().filter(|(own, other)| own > other).count();
    let (own, other) = games.iter().fold((0, 0), |sum, game| (sum.0 + game.0, sum.1 + game.1));
    assert!(won >= 3 && own > other + 20, "{words:?}: {games:?}");
    let error = program.ask(&json!({"cmd": "dance"})).expect_err("the engine knows no such command");
    assert!(error.contains("bad_request"), "{error}");
}

/// Runs a bot behind `env`, which tells it where the program is.
fn script(interpreter: &str, file: &str) {
    if !Command::new(interpreter).arg("--version").output().is_ok_and(|output| output.status.success()) {
        println!("there is no {interpreter} here: {file} is not tested");
        return;
    }
    let program = format!("BASTIDE={}", env!("CARGO_BIN_EXE_bastide"));
    wins(&["env", &program, interpreter, examples().join(file).to_str().expect("a path")]);
}

#[test]
fn the_bot_in_python_wins() {
    script("python3", "greedy_bot.py");
}

#[test]
fn the_bot_in_javascript_wins() {
    script("node", "greedy_bot.js");
}

#[test]
fn the_bot_in_rust_wins() {
    let folder = Path::new(env!("CARGO_BIN_EXE_bastide")).parent().expect("a folder").join("examples");
    let bot = folder.join(format!("greedy_bot{}", std::env::consts::EXE_SUFFIX));
    assert!(bot.exists(), "`cargo build -p bastide --example greedy_bot` builds it: {}", bot.display());
    wins(&[bot.to_str().expect("a path")]);
}

/// Programs that do not do as they should: what is told of each.
#[cfg(unix)]
#[test]
fn programs_that_fail_are_told_apart() {
    let fails = |script: &str, patience: Duration| {
        let words = ["sh", "-c", script].map(str::to_owned);
        let mut program = Program::start(&words, patience).expect("a shell");
        program.decide(&deal(1).record().to_string(), THINKING).expect_err("no decision")
    };
    let ended = fails("read line; exit 3", PATIENCE);
    assert!(ended.contains("ended instead of answering \"load\""), "{ended}");
    let silent = fails("while read line; do :; done", Duration::from_millis(100));
    assert!(silent.contains("took longer than 100ms for \"load\""), "{silent}");
    let babble = fails("while read line; do echo hello; done", PATIENCE);
    assert!(babble.contains("no JSON"), "{babble}");
    let empty = fails("while read line; do echo '{\"ok\":true}'; done", PATIENCE);
    assert!(empty.contains("without an action"), "{empty}");
    let nowhere = Program::start(&["./no-such-bot".to_owned()], PATIENCE).err();
    assert!(nowhere.is_some_and(|error| error.contains("cannot start ./no-such-bot")));
}
