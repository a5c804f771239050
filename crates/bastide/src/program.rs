//! A program of somebody else that speaks the engine protocol, and what it decides.

use serde_json::{Value, json};
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// The program, running. It ends when this is dropped.
pub struct Program {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Program {
    /// Starts a program with its arguments.
    pub fn start(words: &[String]) -> Result<Program, String> {
        let (program, arguments) = words.split_first().ok_or("no program")?;
        let child = Command::new(program).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = child.map_err(|error| format!("cannot start {program}: {error}"))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(format!("cannot speak with {program}"));
        };
        Ok(Program { child, input, output: BufReader::new(output) })
    }

    /// Asks and waits for the answer; one that is not `ok` is an error.
    pub fn ask(&mut self, request: &Value) -> Result<Value, String> {
        let command = &request["cmd"];
        let lost = |error: io::Error| format!("the program does not answer {command}: {error}");
        writeln!(self.input, "{request}").and_then(|()| self.input.flush()).map_err(lost)?;
        let mut line = String::new();
        if self.output.read_line(&mut line).map_err(lost)? == 0 {
            return Err(format!("the program ended instead of answering {command}"));
        }
        let answer: Value = serde_json::from_str(&line)
            .map_err(|error| format!("the program's answer to {command} is not JSON: {error}"))?;
        if answer["ok"] == true {
            Ok(answer)
        } else {
            Err(format!("the program refused {command}: {}", answer["error"]))
        }
    }

    /// What the program does in this game: it is given the whole game so far, so that it needs no memory of its own, and is
    /// asked for the `best` action.
    pub fn decide(&mut self, record: &str, best: &Value) -> Result<Value, String> {
        self.ask(&json!({"cmd": "load", "record": record}))?;
        match self.ask(best)?.get_mut("action").map(Value::take) {
            Some(action) if action.is_object() => Ok(action),
            _ => Err("the program's answer to \"best\" has no action".to_owned()),
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
