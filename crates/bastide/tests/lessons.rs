//! `bastide train --draws`, `--lessons` and `--grade`: searches are compared on the same decisions.

use std::process::{Command, Output};

fn train(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_bastide")).arg("train").args(arguments).output().expect("the program runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn searches_are_graded_on_the_same_decisions() {
    let scratch = tempfile::tempdir().expect("a folder");
    let lessons = scratch.path().join("lessons").to_string_lossy().into_owned();
    let played = train(&[
        "--net",
        "own",
        "--games",
        "2",
        "--draws",
        "4",
        "--turns",
        "1",
        "--reach",
        "3",
        "--keep",
        "0.15",
        "--seed",
        "5",
        "--threads",
        "1",
        "--out",
        &lessons,
    ]);
    assert!(played.status.success(), "{}", text(&played.stderr));

    let graded = train(&["--lessons", &lessons, "--grade", "strategist:12p,strategist:12p,classic:12p"]);
    assert!(graded.status.success(), "{}", text(&graded.stderr));
    let out = text(&graded.stdout);
    let lines: Vec<&str> = out.lines().collect();
    let [first, again, classic] = lines[..] else { panic!("three lines for three bots: {out}") };
    let decisions = |line: &str| line.split(' ').nth(1).and_then(|word| word.parse::<u32>().ok());
    assert!(decisions(first).is_some_and(|count| count > 5), "{out}");
    assert_eq!([decisions(first); 2], [again, classic].map(decisions), "the same decisions: {out}");
    assert!(first.starts_with("strategist:12p: ") && !first.contains("first"), "{out}");
    assert!(again.ends_with(", +0.000 ± 0.000 less than the first"), "the same search does the same: {out}");
    assert!(classic.starts_with("classic:12p: ") && classic.ends_with("less than the first"), "{out}");
    assert!(!classic.contains("+0.000 ± 0.000"), "another search does something else: {out}");

    let refused = train(&["--lessons", &lessons, "--grade", "strategist:12p,greedy"]);
    assert!(!refused.status.success());
    assert!(text(&refused.stderr).contains("only bots that search"), "{}", text(&refused.stderr));
}
