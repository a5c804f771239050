//! The DevTools protocol: calls that are answered, and events in between.

use crate::{Failure, Result};
use serde_json::{Value, json};
use std::net::TcpStream;
use std::time::{Duration, Instant};
use tungstenite::{Message, WebSocket};

/// How long Chromium may take for an answer.
const PATIENCE: Duration = Duration::from_secs(60);

/// A connection to Chromium.
pub(crate) struct Connection {
    socket: WebSocket<TcpStream>,
    calls: u64,
    /// What happened and was not asked for yet.
    events: Vec<Value>,
}

impl Connection {
    pub(crate) fn open(address: &str) -> Result<Connection> {
        let host = address.trim_start_matches("ws://").split('/').next().unwrap_or_default();
        let stream = TcpStream::connect(host)?;
        stream.set_nodelay(true)?;
        // A browser that has just started on a busy machine greets late; afterwards we look up now and then while we wait.
        stream.set_read_timeout(Some(PATIENCE))?;
        let (socket, _) = tungstenite::client(address, stream)
            .map_err(|error| Failure::new(format!("Chromium does not talk to us: {error}")))?;
        socket.get_ref().set_read_timeout(Some(Duration::from_secs(1)))?;
        Ok(Connection { socket, calls: 0, events: Vec::new() })
    }

    /// Calls a method, of a page where a session is given, and waits for the answer.
    pub(crate) fn call(&mut self, session: Option<&str>, method: &str, parameters: Value) -> Result<Value> {
        self.calls += 1;
        let id = self.calls;
        let mut message = json!({ "id": id, "method": method, "params": parameters });
        if let Some(session) = session {
            message["sessionId"] = session.into();
        }
        self.socket.send(Message::text(message.to_string()))?;
        let begin = Instant::now();
        while begin.elapsed() < PATIENCE {
            let Some(mut message) = self.receive()? else { continue };
            if message["id"] != id {
                // An answer to a call that we gave up is of no interest.
                if message["id"].is_null() {
                    self.events.push(message);
                }
                continue;
            }
            return match message.get("error") {
                Some(error) => Err(Failure::new(format!("{method}: {error}"))),
                None => Ok(message["result"].take()),
            };
        }
        Err(Failure::new(format!("{method}: no answer within {} seconds", PATIENCE.as_secs())))
    }

    /// What happened since the last time.
    pub(crate) fn take_events(&mut self) -> Vec<Value> {
        std::mem::take(&mut self.events)
    }

    /// The next message, if one comes within a second.
    fn receive(&mut self) -> Result<Option<Value>> {
        use std::io::ErrorKind::{TimedOut, WouldBlock};
        match self.socket.read() {
            Ok(Message::Text(text)) => Ok(Some(serde_json::from_str(&text)?)),
            Ok(_) => Ok(None),
            Err(tungstenite::Error::Io(error)) if matches!(error.kind(), WouldBlock | TimedOut) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }
}
