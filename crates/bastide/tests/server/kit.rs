//! A server in a process of its own, and how to ask it.

use crate::speaking::{address_of, plain, signal};
use serde_json::{Value, json};
use std::io;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// A server in a process of its own.
pub(crate) struct Process {
    child: Child,
    pub(crate) address: String,
}

impl Process {
    /// Starts it on any free port.
    pub(crate) fn start(data: &Path) -> Process {
        Process::start_at(data, 0)
    }

    /// Starts it on this port.
    pub(crate) fn start_at(data: &Path, port: u16) -> Process {
        Process::spawn(Command::new(env!("CARGO_BIN_EXE_bastide")), data, port)
    }

    /// Starts it so that it can write no file of more bytes, as if the disk were full; nothing where that is not possible.
    pub(crate) fn start_with_space(data: &Path, bytes: u64) -> Option<Process> {
        // A signal would end the program otherwise. The hard limit stays, so that more can be given.
        let script = format!("trap '' XFSZ && ulimit -S -f {} && exec \"$0\" \"$@\"", bytes / 512);
        let possible = Command::new("sh").args(["-c", &script, "true"]).output();
        possible.ok().filter(|output| cfg!(target_os = "linux") && output.status.success())?;
        let mut command = Command::new("sh");
        command.args(["-c", &script, env!("CARGO_BIN_EXE_bastide")]);
        Some(Process::spawn(command, data, 0))
    }

    /// Lets it write as much as it wants again; says whether that was possible.
    pub(crate) fn give_space(&self) -> bool {
        let process = self.child.id().to_string();
        let done = Command::new("prlimit").args(["--pid", &process, "--fsize=unlimited"]).output();
        done.is_ok_and(|output| output.status.success())
    }

    fn spawn(mut command: Command, data: &Path, port: u16) -> Process {
        let mut child = command
            .args(["serve", "--port", &port.to_string(), "--allow-seeds", "--no-limits", "--data"])
            .arg(data)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let address = address_of(&mut child);
        Process { child, address }
    }

    /// Ends it at once (`kill -9`).
    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Sends a signal, by name.
    pub(crate) fn signal(&self, name: &str) {
        signal(&self.child, name);
    }

    /// Status and text.
    pub(crate) fn ask(&self, method: &str, path: &str, token: &str, body: &Value) -> (u16, String) {
        ask(&self.address, method, path, token, body).unwrap()
    }

    /// The answer, which is no error.
    pub(crate) fn json(&self, method: &str, path: &str, token: &str, body: &Value) -> Value {
        let (status, text) = self.ask(method, path, token, body);
        assert!(status < 300, "{status} {text}");
        serde_json::from_str(&text).unwrap()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A new player's token.
pub(crate) fn guest(server: &Process, name: &str) -> String {
    let answer = server.json("POST", "/guests", "", &json!({"name": name}));
    answer["token"].as_str().unwrap().to_owned()
}

/// One request to the API; an error if the answer does not come whole.
pub(crate) fn ask(address: &str, method: &str, path: &str, token: &str, body: &Value) -> io::Result<(u16, String)> {
    plain(address, method, &format!("/api/v1{path}"), token, body)
}

/// All events of a room.
pub(crate) fn events(server: &Process, room: &str) -> Vec<Value> {
    crate::speaking::events(&server.address, room)
}

/// A new room of two people.
pub(crate) fn room(server: &Process, game: &str, tokens: &[String; 2]) -> String {
    room_with(server, &json!({"game": game, "contribution": "abc"}), tokens)
}

/// A new room of two people, with more wishes.
pub(crate) fn room_with(server: &Process, wishes: &Value, tokens: &[String; 2]) -> String {
    let mut wish = json!({"seats": [{"kind": "open"}, {"kind": "open"}]});
    wish.as_object_mut().unwrap().extend(wishes.as_object().unwrap().clone());
    let room = server.json("POST", "/rooms", &tokens[0], &wish)["room"]["id"].as_str().unwrap().to_owned();
    server.json("POST", &format!("/rooms/{room}/join"), &tokens[1], &Value::Null);
    room
}
