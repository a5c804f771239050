//! A program of somebody else that speaks the engine protocol: started, asked, and given up when it does not answer.

use bots::Budget;
use bots::arena::Outsider;
use rules::{Action, AnyGame, Dealing, Record};
use serde_json::{Value, json};
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;
use wire::ActionJson;

/// How much longer than it was told a program may take in a match: its language may be slow to start.
const IN_A_MATCH: Duration = Duration::from_secs(5);

/// The program, running. It ends when this is dropped.
pub struct Program {
    child: Child,
    input: ChildStdin,
    lines: Receiver<io::Result<String>>,
    patience: Duration,
}

impl Program {
    /// Starts a program with its arguments. It may take so much longer than it is told.
    pub fn start(words: &[String], patience: Duration) -> Result<Program, String> {
        let (name, arguments) = words.split_first().ok_or("no program")?;
        let mut command = Command::new(name);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        // Whoever needs the rules finds them in the program that asks, installed or not.
        if std::env::var_os("BASTIDE").is_none()
            && let Ok(own) = std::env::current_exe()
        {
            command.env("BASTIDE", own);
        }
        let mut child = command.spawn().map_err(|error| format!("cannot start {name}: {error}"))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(format!("cannot speak with {name}"));
        };
        let (send, lines) = channel();
        // Reading waits; a thread of its own waits, so that whoever asks need not.
        thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                if send.send(line).is_err() {
                    return;
                }
            }
        });
        Ok(Program { child, input, lines, patience })
    }

    /// The same as somebody who plays in matches; words are separated by spaces.
    pub(crate) fn player(words: &str) -> Result<Box<dyn Outsider>, String> {
        let words: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
        Ok(Box::new(Program::start(&words, IN_A_MATCH)?))
    }

    /// Asks and waits for the answer; one that is not `ok` is an error.
    pub fn ask(&mut self, request: &Value) -> Result<Value, String> {
        self.ask_for(request, Duration::ZERO)
    }

    fn ask_for(&mut self, request: &Value, time: Duration) -> Result<Value, String> {
        let command = &request["cmd"];
        let wait = time + self.patience;
        let lost = |error: io::Error| format!("does not answer {command}: {error}");
        writeln!(self.input, "{request}").and_then(|()| self.input.flush()).map_err(lost)?;
        let line = match self.lines.recv_timeout(wait) {
            Ok(line) => line.map_err(lost)?,
            Err(RecvTimeoutError::Timeout) => {
                // What it says now would be taken for the answer to another question.
                let _ = self.child.kill();
                return Err(format!("took longer than {wait:?} for {command}"));
            }
            Err(RecvTimeoutError::Disconnected) => return Err(format!("ended instead of answering {command}")),
        };
        let answer: Value =
            serde_json::from_str(&line).map_err(|error| format!("answers {command} with what is no JSON: {error}"))?;
        match answer["ok"] == true {
            true => Ok(answer),
            false => Err(format!("refuses {command}: {}", answer["error"])),
        }
    }

    /// What the program does in this game: it is given the whole game so far, so that it needs no memory of its own, and is
    /// asked for the `best` action.
    pub fn decide(&mut self, record: &str, budget: Budget) -> Result<Value, String> {
        self.ask(&json!({"cmd": "load", "record": record}))?;
        let (best, time) = match budget {
            Budget::Time(time) => (json!({"cmd": "best", "ms": time.as_millis() as u64}), 2 * time),
            Budget::Playouts(playouts) => (json!({"cmd": "best", "playouts": playouts}), Budget::MAX_TIME),
        };
        match self.ask_for(&best, time)?.get_mut("action").map(Value::take) {
            Some(action) if action.is_object() => Ok(action),
            _ => Err("answers \"best\" without an action".to_owned()),
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // A program that does not end by itself at the end of its input must not stay behind.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Outsider for Program {
    fn choose(&mut self, game: &AnyGame, actions: &[Action], budget: Budget) -> Result<Action, String> {
        // Without the dealer's seed: what comes next is nobody's business.
        let record = Record::new(*game.setup(), Dealing::default(), actions.iter().copied());
        let record = record.map_err(|illegal| illegal.to_string())?;
        let action: ActionJson = serde_json::from_value(self.decide(&record.to_string(), budget)?)
            .map_err(|error| format!("answers \"best\" with what is no action: {error}"))?;
        Action::try_from(&action).map_err(|error| error.to_string())
    }
}
