//! A program that speaks the engine protocol, as a player: started, asked, and given up when it does not answer.

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

/// How much longer than it was told a program may take: its language may be slow to start.
const PATIENCE: Duration = Duration::from_secs(5);

/// A program that runs.
pub(crate) struct Program {
    child: Child,
    input: ChildStdin,
    lines: Receiver<io::Result<String>>,
}

impl Program {
    /// Starts it: a program and its arguments, separated by spaces.
    pub(crate) fn start(words: &str) -> Result<Program, String> {
        let mut words = words.split_whitespace();
        let name = words.next().ok_or("no program")?;
        let child = Command::new(name).args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = child.map_err(|error| format!("cannot start {name}: {error}"))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(format!("cannot speak with {name}"));
        };
        let (send, lines) = channel();
        // Reading waits; a thread of its own waits, so that the match need not.
        thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                if send.send(line).is_err() {
                    return;
                }
            }
        });
        Ok(Program { child, input, lines })
    }

    /// The same as somebody who plays in matches.
    pub(crate) fn player(words: &str) -> Result<Box<dyn Outsider>, String> {
        Ok(Box::new(Program::start(words)?))
    }

    fn ask(&mut self, request: &Value, wait: Duration) -> Result<Value, String> {
        let command = &request["cmd"];
        let lost = |error: io::Error| format!("does not answer {command}: {error}");
        writeln!(self.input, "{request}").and_then(|()| self.input.flush()).map_err(lost)?;
        let line = match self.lines.recv_timeout(wait) {
            Ok(line) => line.map_err(lost)?,
            Err(RecvTimeoutError::Timeout) => return Err(format!("took longer than {wait:?} for {command}")),
            Err(RecvTimeoutError::Disconnected) => return Err(format!("ended instead of answering {command}")),
        };
        let answer: Value =
            serde_json::from_str(&line).map_err(|error| format!("answers {command} with what is no JSON: {error}"))?;
        match answer["ok"] == true {
            true => Ok(answer),
            false => Err(format!("refuses {command}: {}", answer["error"])),
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Outsider for Program {
    fn choose(&mut self, game: &AnyGame, actions: &[Action], budget: Budget) -> Result<Action, String> {
        // Without the dealer's seed: what comes next is nobody's business.
        let record = Record::new(*game.setup(), Dealing::default(), actions.iter().copied());
        let record = record.map_err(|illegal| illegal.to_string())?;
        self.ask(&json!({"cmd": "load", "record": record.to_string()}), PATIENCE)?;
        let (best, wait) = match budget {
            Budget::Time(time) => (json!({"cmd": "best", "ms": time.as_millis() as u64}), 2 * time + PATIENCE),
            Budget::Playouts(playouts) => (json!({"cmd": "best", "playouts": playouts}), Budget::MAX_TIME),
        };
        let mut answer = self.ask(&best, wait)?;
        let action: ActionJson = serde_json::from_value(answer["action"].take())
            .map_err(|error| format!("answers \"best\" without an action: {error}"))?;
        Action::try_from(&action).map_err(|error| error.to_string())
    }
}
