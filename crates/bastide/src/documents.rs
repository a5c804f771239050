//! What the documents show is what the program does: commands, records, requests.

use super::Cli;
use clap::{Command, CommandFactory as _, Parser as _};
use rules::{Record, Seat};
use std::fs;
use std::path::{Path, PathBuf};
use wire::{ActionJson, Request};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A document with its name.
fn document(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The names of all documents for people.
fn documents() -> Vec<String> {
    let pages = fs::read_dir(root().join("docs")).expect("docs").flatten();
    let pages = pages.filter_map(|entry| entry.file_name().into_string().ok()).filter(|name| name.ends_with(".md"));
    let beside = ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md"].map(str::to_owned);
    let mut names: Vec<String> = pages.map(|name| format!("docs/{name}")).chain(beside).collect();
    names.sort();
    names
}

/// The blocks of a document that stand between fences, and everything else.
fn blocks(text: &str) -> (Vec<&str>, Vec<&str>) {
    let parts: Vec<&str> = text.split("```").collect();
    let inside = parts.iter().skip(1).step_by(2).copied().collect();
    (inside, parts.into_iter().step_by(2).collect())
}

/// What stands between backticks.
fn code(prose: &str) -> impl Iterator<Item = &str> {
    prose.split('`').skip(1).step_by(2)
}

/// The words of a command as a shell would see them; what is said about it after two spaces or a `#` is no part of it.
fn words(line: &str) -> Vec<String> {
    let command = line.split("  ").next().unwrap_or(line).split(" #").next().unwrap_or(line);
    let mut words = vec![String::new()];
    let mut quoted = false;
    for letter in command.trim().chars() {
        match letter {
            '"' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            _ => words.last_mut().expect("a word").push(letter),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

#[test]
fn the_manual_page_has_every_command_as_the_program_tells_it() {
    let manual = document("deploy/bastide.1");
    let section = manual.split(".SH COMMANDS").nth(1).and_then(|rest| rest.split(".SH").next()).expect("commands");
    let commands = Cli::command();
    for command in commands.get_subcommands() {
        let about = command.get_about().map(ToString::to_string).unwrap_or_default();
        let entry = format!(".TP\n.B {}\n{about}\n", command.get_name());
        assert!(section.contains(&entry), "deploy/bastide.1 lacks:\n{entry}");
    }
    let told = section.matches(".TP\n").count();
    assert_eq!(told, commands.get_subcommands().count(), "deploy/bastide.1 tells of a command that is gone");
}

#[test]
fn commands_in_documents_are_understood() {
    let mut seen = 0;
    for name in documents() {
        let text = document(&name);
        for line in blocks(&text).0.iter().flat_map(|block| block.lines()) {
            let line = line.trim().trim_start_matches("$ ");
            // Records begin with the same word.
            if !line.starts_with("bastide ") || line.starts_with("bastide record ") || line.contains(['…', '$']) {
                continue;
            }
            if let Err(error) = Cli::try_parse_from(words(line)) {
                panic!("{name}: {line}\n{error}");
            }
            seen += 1;
        }
    }
    assert!(seen > 20, "only {seen} commands were found");
}

#[test]
fn flags_in_documents_exist() {
    let commands = Cli::command();
    let mut seen = 0;
    for name in documents() {
        let text = document(&name);
        for line in blocks(&text).1.iter().flat_map(|prose| code(prose)) {
            let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
            let words = words(line.split(" -- ").next().unwrap_or(&line));
            let Some(("bastide", [called, rest @ ..])) = words.split_first().map(|(first, rest)| (&**first, rest))
            else {
                continue;
            };
            let Some(command) = commands.find_subcommand(called) else {
                // Records and the text that fair draws are made of begin with the name of the program, too.
                let known = ["help", "record", "fair"].contains(&&**called);
                assert!(known, "{name}: `{line}` names no command");
                continue;
            };
            for flag in rest.iter().filter(|word| word.starts_with("--")) {
                assert!(has_flag(command, flag), "{name}: `{line}`: {flag} is no option of {called}");
                seen += 1;
            }
        }
    }
    assert!(seen > 20, "only {seen} options were found");
}

fn has_flag(command: &Command, flag: &str) -> bool {
    let wanted = flag.trim_start_matches('-').split('=').next();
    command.get_arguments().any(|known| known.get_long() == wanted)
}

#[test]
fn the_documented_record_is_a_game() {
    let text = document("docs/records.md");
    let record = blocks(&text).0.into_iter().find_map(|block| block.strip_prefix("text\nbastide record"));
    let record: Record = format!("bastide record{}", record.expect("a record")).parse().expect("a record");
    let game = record.replay(&mut (), |_, _, _| {});
    assert_eq!(record.name(Seat::default()), Some("Ada"));
    assert_eq!(game.turn(), 3);
}

#[test]
fn documented_requests_and_actions_are_understood() {
    let text = document("docs/engine-protocol.md");
    let (mut requests, mut actions) = (0, 0);
    for json in blocks(&text).1.iter().flat_map(|prose| code(prose)).filter(|json| !json.contains('…')) {
        if json.starts_with(r#"{"cmd":"#) {
            serde_json::from_str::<Request>(json).unwrap_or_else(|error| panic!("{json}: {error}"));
            requests += 1;
        } else if json.starts_with(r#"{"type":"#) && !json.contains("\"player\"") {
            serde_json::from_str::<ActionJson>(json).unwrap_or_else(|error| panic!("{json}: {error}"));
            actions += 1;
        }
    }
    assert!(requests >= 7 && actions >= 10, "{requests} requests and {actions} actions were found");
}
