//! `bastide export` and `bastide import`: games come back exactly, and what is wrong is told with its line.

use bastide::dataset::{Extras, Row, Rows};
use rules::{Actor, Dealing, Digest, Fair, Game as _, GameId, Options, Record, Reveal, Seat, Setup, TileKind};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use table::Table;

fn golden() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../table/tests/golden")
}

fn bastide(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_bastide")).args(arguments).output().expect("the program runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The names and contents of the records in a folder.
fn records(folder: &Path) -> Vec<(String, String)> {
    let files = std::fs::read_dir(folder).expect("a folder").map(|file| file.expect("a file").path());
    let records = files.filter(|path| path.extension().is_some_and(|end| end == "record"));
    let read = |path: PathBuf| {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        (name, std::fs::read_to_string(path).expect("a record"))
    };
    let mut all: Vec<_> = records.map(read).collect();
    all.sort();
    all
}

/// Every game with every combination of its options, through files, with and without everything that can be added.
#[test]
fn records_come_back_exactly() {
    let scratch = tempfile::tempdir().expect("a folder");
    let from = golden();
    for (name, extra) in [("plain.jsonl", None), ("all.jsonl.zst", Some("states,actions"))] {
        let file = scratch.path().join(name).to_string_lossy().into_owned();
        let mut arguments = vec!["export", "--records", from.to_str().expect("a path"), "--out", &file];
        arguments.extend(extra.iter().flat_map(|extra| ["--with", extra]));
        let export = bastide(&arguments);
        assert!(export.status.success(), "{}", text(&export.stderr));
        let folder = scratch.path().join(format!("{name}.records"));
        let import = bastide(&["import", &file, "--out", folder.to_str().expect("a path")]);
        assert!(import.status.success(), "{}", text(&import.stderr));
        assert_eq!(records(&folder), records(&from), "{name}");
    }
}

fn through(record: &Record, extras: Extras) -> Result<Record, String> {
    let line = serde_json::to_string(&Row::of(record, None, extras)).expect("JSON");
    let mut rows = Rows::new(line.as_bytes());
    let (number, id, found) = rows.next().expect("a row")?;
    assert_eq!((number, id), (1, None));
    let marked = format!("\u{feff}{line}");
    assert!(Rows::new(marked.as_bytes()).next().is_some_and(|row| row.is_ok()), "a mark of editors does no harm");
    assert!(rows.next().is_none());
    Ok(found)
}

/// What the golden records do not have: names, short bags, fixed orders, fair draws, a game that is not over.
#[test]
fn everything_that_a_record_can_say_comes_back() {
    let seat = Seat::new(1).expect("a seat");
    let deck = ["base/A", "base/V", "base/E"].map(|name| TileKind::from_name(name).expect("a tile")).to_vec();
    let setup = Setup::new(GameId::Base, Options::NONE, 2, seat).expect("a setup");
    let setup = setup.with_tiles(deck.iter().copied()).expect("these tiles are in the set");
    let dealing = Dealing { seed: Some(u64::MAX), deck: Some(deck), ..Dealing::default() };
    let mut table = Table::new(&setup, dealing).expect("a game");
    let mut actions = Vec::new();
    for _ in 0..2 {
        assert!(matches!(table.game().to_act(), Actor::Player(_)));
        actions.clear();
        table.game().actions(&mut actions);
        table.play(actions[0]).expect("a legal action");
    }
    let unfinished = table.record().with_name(seat, "Ada \"the\" Größte");
    assert_eq!(through(&unfinished, Extras { states: true, actions: true }), Ok(unfinished));

    for reveal in [None, Some(Reveal { seed: Digest([7; 32]), salt: Digest([0xfe; 32]) })] {
        let contributions = vec!["0aff".to_owned(), String::new()];
        let fair = Fair { commitment: Digest([0x5a; 32]), first_drawn: true, contributions, reveal };
        let dealing = Dealing { fair: Some(fair), ..Dealing::default() };
        let record = Record::new(setup, dealing, []).expect("a record");
        assert_eq!(through(&record, Extras::default()), Ok(record));
    }
}

/// Bots play, every one in every seat; the same command gives the same file, with any number of threads.
#[test]
fn bots_play_data_sets() {
    let scratch = tempfile::tempdir().expect("a folder");
    let export = |name: &str, threads: &str| {
        let file = scratch.path().join(name);
        let path = file.to_string_lossy().into_owned();
        let game = ["export", "--games", "6", "--bots", "greedy,random", "--game", "safari", "--threads", threads];
        let done = bastide(&[&game[..], &["--out", &path]].concat());
        assert!(done.status.success(), "{}", text(&done.stderr));
        assert!(text(&done.stdout).starts_with("6 games, "), "{}", text(&done.stdout));
        std::fs::read(file).expect("a data set")
    };
    let packed = export("a.jsonl.zst", "1");
    assert_eq!(packed, export("b.jsonl.zst", "3"));
    let plain = export("c.jsonl", "2");
    assert_eq!(zstd::decode_all(&packed[..]).expect("packed"), plain);
    assert!(packed.len() * 4 < plain.len(), "{} of {}", packed.len(), plain.len());
    let found: Vec<_> = Rows::new(&plain[..]).collect::<Result<_, _>>().expect("six games");
    assert_eq!(found.len(), 6);
    let mut won = 0;
    for (number, id, record) in &found {
        assert_eq!(id.as_deref(), Some(&*format!("{number:06}")));
        let greedy = record.setup().seats().find(|seat| record.name(*seat) == Some("greedy")).expect("greedy plays");
        assert_eq!(greedy.index(), (number - 1) % 2, "bots change seats");
        let scores = record.result().expect("the game is over");
        won += usize::from(scores[greedy.index()] > scores[1 - greedy.index()]);
    }
    assert!(won >= 4, "greedy won {won} of 6");
}

/// Something done to a good row.
type Change<'a> = &'a dyn Fn(&mut serde_json::Value);

/// Each thing that can be wrong is told, with the number of its line.
#[test]
fn what_is_wrong_is_told_with_its_line() {
    let record: Record =
        std::fs::read_to_string(golden().join("safari-2.record")).expect("a record").parse().expect("readable");
    let row = Row::of(&record, None, Extras { states: true, actions: true });
    let good = serde_json::to_value(&row).expect("JSON");
    let told = |change: Change| {
        let mut bad = good.clone();
        change(&mut bad);
        let lines = format!("{good}\n\n{bad}\n{good}\n");
        let outcomes: Vec<_> = Rows::new(lines.as_bytes()).collect();
        assert!(outcomes[0].is_ok() && outcomes[2].is_ok(), "the other lines are in order");
        outcomes[1].as_ref().expect_err("wrong").clone()
    };
    let decision = row.moves.iter().position(|it| it.state.is_some()).expect("a decision");
    let cases: [(&str, Change); 11] = [
        ("line 3: version 2 of the schema", &|row| row["version"] = 2.into()),
        ("line 3: unknown game \"chess\"", &|row| row["game"] = "chess".into()),
        ("line 3: played with version 9 of the tiles safari", &|row| row["tile_sets"]["safari"] = 9.into()),
        ("line 3: unknown field `colour`", &|row| row["colour"] = "red".into()),
        ("line 3: move 1: unknown tile \"safari/x\"", &|row| {
            row["moves"][0]["action"] = serde_json::json!({"type": "draw", "tile": "safari/x"});
        }),
        ("move 1: +base/D is not possible", &|row| {
            row["moves"][0]["action"] = serde_json::json!({"type": "draw", "tile": "base/D"});
        }),
        ("turn is 77, but playing gives", &|row| row["moves"][3]["turn"] = 77.into()),
        ("state is another one", &|row| row["moves"][decision]["state"]["scores"][0] = 99.into()),
        ("actions is another list", &|row| row["moves"][decision]["actions"] = serde_json::json!([])),
        ("line 3: scores is [0,0], but playing gives", &|row| row["scores"] = serde_json::json!([0, 0])),
        ("line 3: finished is false", &|row| row["finished"] = false.into()),
    ];
    for (message, change) in cases {
        let error = told(change);
        assert!(error.contains(message) && error.starts_with("line 3: "), "{error}");
    }

    let broken = Rows::new(&b"{\"version\":1,}\n"[..]).next().expect("a line").expect_err("no JSON");
    assert_eq!(broken, "line 1: trailing comma (column 14)");

    let scratch = tempfile::tempdir().expect("a folder");
    let file = scratch.path().join("evil.jsonl");
    let evil = Row { id: Some("../evil".to_owned()), ..row };
    std::fs::write(&file, serde_json::to_string(&evil).expect("JSON")).expect("written");
    let folder = scratch.path().join("records");
    let import = bastide(&["import", file.to_str().expect("a path"), "--out", folder.to_str().expect("a path")]);
    assert!(!import.status.success());
    assert!(text(&import.stderr).contains("line 1: the id \"../evil\" cannot be a file name"));
    assert!(!scratch.path().join("evil.record").exists());
}

/// A pipe stays a pipe, a full disk is told with the name of the file, and a reader who has had enough is no error.
#[cfg(unix)]
#[test]
fn data_sets_go_where_they_can() {
    let from = golden().join("safari-2.record");
    let from = from.to_str().expect("a path");
    let scratch = tempfile::tempdir().expect("a folder");
    let pipe = scratch.path().join("pipe");
    let made = Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs");
    assert!(made.success());
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || std::fs::read_to_string(pipe).expect("what comes through the pipe")
    });
    let export = bastide(&["export", "--records", from, "--out", pipe.to_str().expect("a path")]);
    assert!(export.status.success(), "{}", text(&export.stderr));
    assert_eq!(reader.join().expect("a reader").lines().count(), 1);
    assert!(!std::fs::metadata(&pipe).expect("the pipe").is_file(), "it is still a pipe");

    let export = Command::new(env!("CARGO_BIN_EXE_bastide"))
        .args(["export", "--records", from, "--with", "states,actions", "--out", "-"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .map(|mut child| {
            drop(child.stdout.take());
            child.wait_with_output().expect("it ends")
        });
    let export = export.expect("the program runs");
    assert!(export.status.success() && export.stderr.is_empty(), "{}", text(&export.stderr));

    if Path::new("/dev/full").exists() {
        let export = bastide(&["export", "--records", from, "--out", "/dev/full"]);
        assert!(!export.status.success());
        assert!(text(&export.stderr).starts_with("bastide: /dev/full: "), "{}", text(&export.stderr));
    }
}

/// What is given to `bastide import` by mistake is called by its name.
#[test]
fn what_is_no_data_set_or_log_is_told() {
    let scratch = tempfile::tempdir().expect("a folder");
    let packed = scratch.path().join("plain.jsonl.zst");
    std::fs::write(&packed, "{}\n").expect("written");
    let import = bastide(&["import", packed.to_str().expect("a path")]);
    assert!(text(&import.stderr).contains("not packed with zstd"), "{}", text(&import.stderr));

    let record = golden().join("safari-2.record");
    let import = bastide(&["import", "--from", "auto", record.to_str().expect("a path")]);
    assert!(text(&import.stderr).contains("a record of Bastide already"), "{}", text(&import.stderr));
}

/// The only example in this language in the documents.
fn documented(language: &str) -> String {
    let document = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/datasets.md"));
    let document = document.expect("docs/datasets.md");
    let blocks: Vec<&str> = document.split(&format!("```{language}\n")).collect();
    assert_eq!(blocks.len(), 2, "one example in {language}");
    blocks[1].split("```").next().expect("an example").to_owned()
}

/// The program in the documents counts who won.
#[test]
fn the_documented_program_runs() {
    if !Command::new("python3").arg("--version").output().is_ok_and(|output| output.status.success()) {
        println!("there is no python3 here: not tested");
        return;
    }
    let scratch = tempfile::tempdir().expect("a folder");
    let file = scratch.path().join("games.jsonl");
    let file = file.to_str().expect("a path");
    let game = ["export", "--games", "2", "--bots", "greedy,random", "--game", "safari", "--out", file];
    assert!(bastide(&game).status.success());
    let counted = Command::new("python3").args(["-c", &documented("python")]).current_dir(scratch.path()).output();
    let counted = counted.expect("Python runs");
    assert!(text(&counted.stdout).contains("'greedy': "), "{}{}", text(&counted.stdout), text(&counted.stderr));
}

/// The example in the documents is a data set.
#[test]
fn the_documented_row_is_read() {
    let example = documented("json");
    // In the document the row is broken into lines to be read by people.
    let line = example.replace('\n', " ");
    let (_, id, record) = Rows::new(line.as_bytes()).next().expect("a row").expect("a game");
    assert_eq!(id.as_deref(), Some("example"));
    assert_eq!(record.name(Seat::default()), Some("Ada"));
}
