//! A server somewhere else, as a program asks it: requests that are repeated until they are answered, and a room's events.

use serde::de::DeserializeOwned;
use std::fmt;
use std::io::{BufRead, BufReader};
use std::thread;
use std::time::Duration;
use ureq::{Agent, BodyReader};
use wire::server::{ApiError, ApiErrorCode, ApiErrorJson, BASE_PATH, EventKind, ReadEvent};

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(30);
/// How long a stream of events is read before it is opened anew: a line that died in silence is noticed by then.
const STREAM: Duration = Duration::from_secs(60);
/// How often something is tried before it is given up: with the waits between, about ten minutes.
const ATTEMPTS: u32 = 30;

/// Why something did not work.
#[derive(Debug)]
pub(crate) enum Wrong {
    /// The server understood and refused.
    Refused(ApiError),
    /// The server cannot be reached, or what it says is not understood.
    Lost(String),
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wrong::Refused(error) => f.write_str(&error.message),
            Wrong::Lost(error) => f.write_str(error),
        }
    }
}

impl std::error::Error for Wrong {}

/// Somebody who asks a server.
pub(crate) struct Remote {
    agent: Agent,
    base: String,
    authorization: Option<String>,
}

impl Remote {
    /// Nobody yet.
    pub(crate) fn new(server: &str) -> Remote {
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .timeout_connect(Some(PATIENCE))
            .timeout_send_body(Some(PATIENCE))
            .timeout_recv_response(Some(PATIENCE))
            .timeout_recv_body(Some(STREAM));
        let base = format!("{}{BASE_PATH}", server.trim_end_matches('/'));
        Remote { agent: config.build().into(), base, authorization: None }
    }

    /// Asks as the player with this token from now on.
    pub(crate) fn identify(&mut self, token: &str) {
        self.authorization = Some(format!("Bearer {token}"));
    }

    pub(crate) fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, Wrong> {
        understood(path, &self.text(path)?)
    }

    pub(crate) fn post<T: DeserializeOwned>(&self, path: &str, body: &serde_json::Value) -> Result<T, Wrong> {
        understood(path, &persist(|| whole(self.send(path, Some(&body.to_string()))?))?)
    }

    /// The answer as it is.
    pub(crate) fn text(&self, path: &str) -> Result<String, Wrong> {
        persist(|| whole(self.send(path, None)?))
    }

    /// A room's events from the first on.
    pub(crate) fn events<'a>(&'a self, room: &'a str) -> Events<'a> {
        Events { remote: self, room, last: 0, lines: None }
    }

    fn send(&self, path: &str, body: Option<&str>) -> Result<ureq::http::Response<ureq::Body>, Wrong> {
        let address = format!("{}{path}", self.base);
        let who = self.authorization.iter().map(|who| ("authorization", who));
        let answer = match body {
            None => who.fold(self.agent.get(address), |request, (name, value)| request.header(name, value)).call(),
            Some(body) => {
                who.fold(self.agent.post(address), |request, (name, value)| request.header(name, value)).send(body)
            }
        };
        answer.map_err(|error| Wrong::Lost(format!("{}: {error}", self.base)))
    }
}

fn whole(answer: ureq::http::Response<ureq::Body>) -> Result<String, Wrong> {
    let status = answer.status();
    let text = answer.into_body().read_to_string().map_err(|error| Wrong::Lost(error.to_string()))?;
    if status.is_success() {
        return Ok(text);
    }
    // Anything else than the server's own words comes from something in between.
    let error =
        serde_json::from_str::<ApiErrorJson>(&text).map_err(|_| Wrong::Lost(format!("the answer is {status}")))?;
    Err(Wrong::Refused(error.error))
}

fn understood<T: DeserializeOwned>(path: &str, text: &str) -> Result<T, Wrong> {
    serde_json::from_str(text).map_err(|error| Wrong::Lost(format!("the answer of {path}: {error}")))
}

/// Tries again, after longer and longer waits, while it may work later.
fn persist<T>(mut attempt: impl FnMut() -> Result<T, Wrong>) -> Result<T, Wrong> {
    let mut tried = 0;
    loop {
        let wrong = match attempt() {
            Ok(value) => return Ok(value),
            Err(wrong) => wrong,
        };
        let later = match &wrong {
            Wrong::Lost(_) => true,
            Wrong::Refused(error) => matches!(error.code, ApiErrorCode::TooMany | ApiErrorCode::Unavailable),
        };
        tried += 1;
        if !later || tried >= ATTEMPTS {
            return Err(wrong);
        }
        thread::sleep(pause(tried));
    }
}

/// A quarter of a second at first, half a minute at most; not the same for all who lost the same server.
fn pause(tried: u32) -> Duration {
    let longest = (125u64 << tried.min(8)).min(30_000);
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    Duration::from_millis(longest / 2 + u64::from(now.subsec_nanos()) % (longest / 2))
}

/// The events of a room, over as many connections as it takes.
pub(crate) struct Events<'a> {
    remote: &'a Remote,
    room: &'a str,
    /// The number of the last event that came.
    last: u64,
    lines: Option<BufReader<BodyReader<'static>>>,
}

impl Events<'_> {
    /// Waits until something but talk has happened after this number.
    pub(crate) fn wait_beyond(&mut self, number: u64) -> Result<(), Wrong> {
        loop {
            let event = self.next()?;
            if event.n > number && !matches!(event.kind, EventKind::Chat { .. }) {
                return Ok(());
            }
        }
    }

    fn next(&mut self) -> Result<ReadEvent, Wrong> {
        persist(|| {
            let outcome = self.read();
            if outcome.is_err() {
                self.lines = None;
            }
            outcome
        })
    }

    fn read(&mut self) -> Result<ReadEvent, Wrong> {
        loop {
            let lines = match &mut self.lines {
                Some(lines) => lines,
                None => {
                    let answer = self.remote.send(&format!("/rooms/{}/events?after={}", self.room, self.last), None)?;
                    if !answer.status().is_success() {
                        whole(answer)?;
                        continue;
                    }
                    self.lines.insert(BufReader::new(answer.into_body().into_reader()))
                }
            };
            let mut line = String::new();
            match lines.read_line(&mut line) {
                Ok(0) | Err(_) => {
                    self.lines = None;
                    // The server closes streams when it stops: no haste.
                    thread::sleep(pause(1));
                }
                Ok(_) if line.trim().is_empty() => {}
                Ok(_) => {
                    let event: ReadEvent = understood("events", &line)?;
                    self.last = event.n;
                    return Ok(event);
                }
            }
        }
    }
}
