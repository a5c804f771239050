//! `bastide bridge`: a program that speaks the engine protocol plays on a server.
//!
//! Before each decision the program is given the whole game so far (`load`), so that it is exactly in step after anything: a lost
//! line, a restart of the server, actions that were taken back. One program serves all rooms, one question after the other.

use crate::program::Program;
use crate::remote::{Remote, Wrong};
use bots::Budget;
use serde_json::{Value, json};
use std::collections::HashSet;
use std::error::Error;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;
use wire::server::{ApiErrorCode, MeAnswer, RoomAnswer, RoomState, RoomView, RoomsAnswer, SeatKind};

/// How often the server is asked for new rooms.
const LOOK: Duration = Duration::from_secs(3);
/// How much longer than it was told a program may take; then it is started again.
const PATIENCE: Duration = Duration::from_secs(60);

/// Who plays where.
#[derive(clap::Args)]
pub struct Args {
    /// The address of the server
    #[arg(long, value_name = "URL", default_value = "http://localhost:8080")]
    server: String,
    /// The token of the player; better in the environment, where other users of the machine do not see it
    #[arg(long, env = "BASTIDE_TOKEN", value_name = "TOKEN", hide_env_values = true)]
    token: Option<String>,
    /// Without a token: become a new player of this name and say the token
    #[arg(long, value_name = "NAME", conflicts_with = "token", default_value = "Bridge")]
    name: String,
    /// Play in this room (its id or link) and end with it. Otherwise: in every room where the player sits, until stopped
    #[arg(long, value_name = "ROOM")]
    room: Option<String>,
    /// Whenever the player has no game, take a free seat in a public room of this game; may be given several times
    #[arg(long, value_name = "GAME", conflicts_with = "room")]
    join: Vec<String>,
    /// How many milliseconds the program may think about a decision
    #[arg(long, value_name = "N", default_value_t = 500, conflicts_with = "playouts")]
    ms: u64,
    /// Let it think for so many playouts instead
    #[arg(long, value_name = "N")]
    playouts: Option<u64>,
    /// The program and its arguments, after `--`
    #[arg(last = true, required = true, value_name = "PROGRAM")]
    program: Vec<String>,
}

/// What all rooms share.
struct Bridge {
    remote: Remote,
    /// The id of the player.
    player: String,
    words: Vec<String>,
    program: Mutex<Program>,
    budget: Budget,
}

impl Bridge {
    fn decide(&self, record: &str) -> Result<Value, String> {
        let mut program = self.program.lock().unwrap_or_else(PoisonError::into_inner);
        let decided = program.decide(record, self.budget).map_err(|error| format!("the program {error}"));
        if decided.is_err() {
            *program = Program::start(&self.words, PATIENCE)?;
        }
        decided
    }

    fn view(&self, room: &str) -> Result<RoomView, Wrong> {
        self.remote.get::<RoomAnswer>(&format!("/rooms/{room}")).map(|answer| answer.room)
    }

    fn seat(&self, view: &RoomView) -> Option<usize> {
        let mine = |player: &wire::server::PlayerView| player.id == self.player;
        view.seats.iter().position(|seat| seat.player.as_ref().is_some_and(mine))
    }

    /// Plays in a room until its game is over or the seat is gone.
    fn play(&self, room: &str) -> Result<(), String> {
        let join = || self.remote.post::<Value>(&format!("/rooms/{room}/join"), &json!({}));
        if self.seat(&self.view(room).map_err(|wrong| wrong.to_string())?).is_none() {
            join().map_err(|wrong| wrong.to_string())?;
        }
        let mut events = self.remote.events(room);
        loop {
            let view = self.view(room).map_err(|wrong| wrong.to_string())?;
            let Some(seat) = self.seat(&view) else { return Err("the seat is gone".to_owned()) };
            if view.state == RoomState::Over {
                say(&format!("{room}: over, {:?}", view.scores.unwrap_or_default()));
                return Ok(());
            }
            if view.seats[seat].kind == SeatKind::Bot {
                // A bot of the server plays on for somebody who left; if that may be, the seat is had back.
                let _ = join();
            } else if view.to_act.is_some_and(|to_act| usize::from(to_act) == seat) {
                self.act(room, view.last)?;
            }
            events.wait_beyond(view.last).map_err(|wrong| wrong.to_string())?;
        }
    }

    /// Decides and acts; does nothing if the game has moved on meanwhile.
    fn act(&self, room: &str, last: u64) -> Result<(), String> {
        let record = self.remote.text(&format!("/rooms/{room}/record")).map_err(|wrong| wrong.to_string())?;
        let action = self.decide(&record)?;
        // The same name for the same decision: sent again after a lost answer, it acts once.
        let request = json!({"id": format!("bridge-{last}"), "after": last, "action": action});
        match self.remote.post::<Value>(&format!("/rooms/{room}/actions"), &request) {
            Ok(_) => Ok(()),
            Err(Wrong::Refused(error)) if matches!(error.code, ApiErrorCode::Stale | ApiErrorCode::GameOver) => Ok(()),
            Err(wrong) => Err(format!("{action}: {wrong}")),
        }
    }

    /// A room of these games that waits for somebody.
    fn challenge(&self, games: &[String]) -> Option<String> {
        games.iter().find_map(|game| {
            let listed: RoomsAnswer = self.remote.get(&format!("/rooms?state=waiting&game={game}")).ok()?;
            let free = |room: &RoomView| room.seats.iter().any(|seat| seat.kind == SeatKind::Open);
            listed.rooms.into_iter().rfind(free).map(|room| room.id)
        })
    }
}

fn say(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// Plays until stopped, or until the game of the given room is over.
pub fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    let budget = args.playouts.map_or_else(|| Budget::millis(args.ms), Budget::playouts);
    let budget = budget.map_err(|error| error.to_string())?;
    let mut remote = Remote::new(&args.server);
    let token = match &args.token {
        Some(token) => token.clone(),
        None => {
            let answer: wire::server::GuestAnswer = remote.post("/guests", &json!({"name": args.name, "bot": true}))?;
            say(&format!("{} plays with the token {}", args.name, answer.token));
            answer.token
        }
    };
    remote.identify(&token);
    let player = remote.get::<MeAnswer>("/me")?.player.id;
    let program = Mutex::new(Program::start(&args.program, PATIENCE)?);
    let bridge = Arc::new(Bridge { remote, player, words: args.program.clone(), program, budget });
    if let Some(room) = &args.room {
        let id = room.trim_end_matches('/').rsplit(['/', '#', '=']).next().unwrap_or(room);
        return bridge.play(id).map_err(|error| format!("{id}: {error}").into());
    }
    let playing: Arc<Mutex<HashSet<String>>> = Arc::default();
    loop {
        let rooms = bridge.remote.get::<MeAnswer>("/me")?.rooms;
        let mut wanted: Vec<String> =
            rooms.into_iter().filter(|room| room.state != RoomState::Over).map(|room| room.id).collect();
        if wanted.is_empty() {
            wanted.extend(bridge.challenge(&args.join));
        }
        for room in wanted {
            let mut busy = playing.lock().unwrap_or_else(PoisonError::into_inner);
            if !busy.insert(room.clone()) {
                continue;
            }
            let (bridge, playing) = (Arc::clone(&bridge), Arc::clone(&playing));
            thread::spawn(move || {
                if let Err(error) = bridge.play(&room) {
                    say(&format!("{room}: {error}"));
                }
                playing.lock().unwrap_or_else(PoisonError::into_inner).remove(&room);
            });
        }
        thread::sleep(LOOK);
    }
}
