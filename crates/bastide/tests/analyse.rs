//! `bastide analyse`: the table, JSON, the page, and what is said about input that is wrong.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn game() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../study/tests/golden/game.txt")
}

fn analyse(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bastide"));
    command.arg("analyse").args(arguments).output().expect("the program runs")
}

fn said(output: &Output) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr))
}

#[test]
fn json_holds_the_numbers_of_the_library_whatever_the_threads() {
    let file = game();
    let file = file.to_str().expect("a path");
    let (one, _) = said(&analyse(&[file, "--budget", "40p", "--json", "--threads", "1"]));
    let (three, _) = said(&analyse(&[file, "--budget", "40p", "--json", "--threads", "3"]));
    assert_eq!(one, three);
    let document: Value = serde_json::from_str(&one).expect("JSON");
    let golden = std::fs::read_to_string(game().with_extension("json")).expect("the golden analysis");
    let golden: Value = serde_json::from_str(&golden).expect("JSON");
    assert_eq!(document["report"], golden);
    assert_eq!(document["names"][0], "Anna");
    assert_eq!(document["players"].as_array().map(Vec::len), Some(2));
    let decisions = golden["steps"].as_array().expect("steps").iter().filter(|step| step.get("decision").is_some());
    assert_eq!(document["course"].as_array().map(Vec::len), Some(decisions.count()));
}

#[test]
fn the_table_and_the_page_show_moves_marks_and_moments() {
    let file = game();
    let file = file.to_str().expect("a path");
    let (table, _) = said(&analyse(&[file, "--budget", "12p"]));
    for part in [
        "turn  player",
        "before   after",
        "Anna",
        "best ",
        "next best ",
        "Key moments",
        "accuracy",
        "12p for each decision",
    ] {
        assert!(table.contains(part), "{part} in {table}");
    }
    let page = Path::new(env!("CARGO_TARGET_TMPDIR")).join("analysis.html");
    let output = analyse(&[file, "--budget", "12p", "--html", page.to_str().expect("a path")]);
    assert!(output.status.success(), "{output:?}");
    let html = std::fs::read_to_string(&page).expect("the page");
    for part in [
        "<!doctype html>",
        "Towns &amp; Roads",
        "class=\"graph\"",
        "Key moments",
        "<figure><svg",
        "All moves",
        "next best",
        "Anna",
    ] {
        assert!(html.contains(part), "{part}");
    }
    assert!(
        !html.contains("http://")
            || html.matches("http://").count() == html.matches("http://www.w3.org/2000/svg").count()
    );
    assert!(!html.contains("https://"), "it needs nothing from elsewhere");
}

#[test]
fn wrong_input_is_told_with_its_place() {
    let file = game();
    let file = file.to_str().expect("a path");
    let scratch = |name: &str, text: &str| {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::write(&path, text).expect("a file");
        path.to_str().expect("a path").to_owned()
    };
    let text = std::fs::read_to_string(game()).expect("the game");
    let broken = text.replacen("+base/", "+basе/", 1);
    for (arguments, parts) in [
        (vec![scratch("broken.txt", &broken)], vec!["broken.txt: line"]),
        (vec!["nowhere.txt".to_owned()], vec!["nowhere.txt"]),
        (vec![file.to_owned(), "--budget".to_owned(), "12".to_owned()], vec!["`12` is no budget", "200ms"]),
        (vec![file.to_owned(), "--budget".to_owned(), "0p".to_owned()], vec!["`0p`", "at least"]),
        (vec![file.to_owned(), "--html".to_owned(), "/nowhere/x.html".to_owned()], vec!["/nowhere/x.html"]),
        (
            vec![scratch("empty.txt", "bastide record 1\ngame base\nplayers 2\nfirst 0\n\nunfinished\n")],
            vec!["empty.txt: nothing is played"],
        ),
    ] {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let output = analyse(&arguments);
        let (_, error) = said(&output);
        assert!(!output.status.success(), "{arguments:?}");
        for part in parts {
            assert!(error.contains(part), "{part} in {error}");
        }
    }
}
