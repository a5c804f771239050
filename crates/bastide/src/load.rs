//! `bastide load`: whole games through real WebSockets, to see what a server bears.
//!
//! The generator has to be cheaper than the server: it plays a few games once, by the legal actions that the server lists, and
//! afterwards the same actions with the same seeds again and again. Of an event it reads only the number.

use crate::cost::{Cost, Process};
use crate::http::{Figures, Http, Server, address_of, figures};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::error::Error;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use table::Random;
use tokio::net::TcpStream;
use tokio::sync::{Semaphore, watch};
use tokio::time::{Instant, sleep_until, timeout};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config, tungstenite::Message};

/// So many different games are played.
const SCRIPTS: u64 = 4;
/// So many games are set up at once.
const SETTING_UP: usize = 64;
/// How long an event may take before it counts as lost.
const PATIENCE: Duration = Duration::from_secs(30);

/// How much to play.
#[derive(clap::Args)]
pub struct Args {
    /// How many games of two go on at the same time
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: usize,
    /// For how many seconds, once all have begun
    #[arg(long, value_name = "S", default_value_t = 30)]
    seconds: u64,
    /// The seconds from one action of a game to the next; 0: as fast as it goes
    #[arg(long, value_name = "S", default_value_t = 5.0)]
    every: f64,
    /// Which game
    #[arg(long, value_name = "GAME", default_value = "base")]
    game: String,
    /// A running server, as http://localhost:8080, that was started with --allow-seeds --no-limits; otherwise one is started.
    /// Given several times: nodes; everybody connects to any of them, as a balancer does it
    #[arg(long, value_name = "URL")]
    url: Vec<String>,
    /// Everybody of a game connects to the same node, as with a balancer that chooses by the room's id
    #[arg(long)]
    together: bool,
    /// A process whose processor time counts, too, with its children: PostgreSQL, NATS; may be given several times
    #[arg(long, value_name = "NAME=PID")]
    process: Vec<Process>,
    /// Where NATS tells numbers about itself, as http://localhost:8222
    #[arg(long, value_name = "URL")]
    nats_monitor: Option<String>,
    /// After so many seconds everything has found its place, and what an action costs is told from then on, too
    /// [default: a third of the time, at most 10]
    #[arg(long, value_name = "S")]
    settle: Option<u64>,
    /// The folder for the data of the server that is started [default: a new one for temporary files]
    #[arg(long, value_name = "DIR", conflicts_with = "url")]
    data: Option<PathBuf>,
}

/// One game as it is played again and again: who does what, as JSON.
type Script = Vec<(usize, String)>;

/// What was measured.
#[derive(Default)]
struct Results {
    /// Microseconds from the sending of each action until the last recipient had it.
    latencies: Vec<u32>,
    finished: usize,
    errors: usize,
    first_error: Option<String>,
}

/// What all games share.
struct Load {
    /// All nodes.
    addresses: Vec<String>,
    together: bool,
    game: String,
    scripts: Vec<Script>,
    every: Duration,
    tally: Mutex<Results>,
}

impl Load {
    fn tally(&self) -> std::sync::MutexGuard<'_, Results> {
        self.tally.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Any node.
    fn any(&self, random: &mut Random) -> &str {
        &self.addresses[random.below(self.addresses.len() as u32) as usize]
    }

    /// Makes a room with a seed and lets two players sit down.
    async fn room(&self, http: &mut Http, tokens: &[String; 2], seed: u64) -> Result<String, String> {
        let open = json!({"kind": "open"});
        let wish = json!({"game": self.game, "seats": [open, open], "seed": seed, "public": false});
        let answer = http.ask("POST", "/rooms", &tokens[0], &wish).await?;
        let room = answer["room"]["id"].as_str().ok_or("a room without id")?.to_owned();
        http.ask("POST", &format!("/rooms/{room}/join"), &tokens[1], &json!({})).await?;
        Ok(room)
    }

    /// Plays a game by lot and notes it.
    async fn script(&self, seed: u64) -> Result<Script, String> {
        let mut http = Http::connect(&self.addresses[0]).await?;
        let tokens = guests(&mut http).await?;
        let room = self.room(&mut http, &tokens, seed).await?;
        let mut random = Random::new(seed);
        let mut script = Script::new();
        loop {
            let state = http.ask("GET", &format!("/rooms/{room}/state"), "", &Value::Null).await?;
            let (Some(seat @ 0..2), Some(actions)) = (state["player"].as_u64(), state["actions"].as_array()) else {
                return Ok(script);
            };
            let action = actions.get(random.below(actions.len() as u32) as usize).ok_or("no action")?;
            let request = json!({"id": script.len().to_string(), "after": state["last"], "action": action});
            let path = format!("/rooms/{room}/actions");
            http.ask("POST", &path, &tokens[seat as usize], &request).await?;
            script.push((seat as usize, action.to_string()));
        }
    }

    /// Plays one game after the other until it is time to stop.
    async fn play(&self, number: u64, setting_up: &Semaphore, mut go: watch::Receiver<Option<Instant>>) {
        let mut random = Random::new(number);
        loop {
            let place = setting_up.acquire().await;
            let seed = number % SCRIPTS;
            let table = Table::set_up(self, number, &mut random).await;
            drop(place);
            let outcome = match table {
                Ok(mut table) => {
                    let Ok(Some(end)) = go.wait_for(Option::is_some).await.map(|end| *end) else { return };
                    // Not all at once.
                    let phase = random.below(self.every.as_millis() as u32 + 1);
                    let start = Instant::now() + Duration::from_millis(phase.into());
                    table.play(self, &self.scripts[seed as usize], start, end).await
                }
                Err(error) => Err(error),
            };
            match outcome {
                Ok(true) => self.tally().finished += 1,
                Ok(false) => return,
                Err(error) => {
                    let mut tally = self.tally();
                    tally.errors += 1;
                    tally.first_error.get_or_insert(error);
                }
            }
            let stop = go.borrow().is_some_and(|end| Instant::now() >= end);
            // A failed setup before the start must not be tried for ever.
            if stop || go.borrow().is_none() {
                return;
            }
        }
    }
}

async fn guests(http: &mut Http) -> Result<[String; 2], String> {
    let mut tokens = [String::new(), String::new()];
    for token in &mut tokens {
        let answer = http.ask("POST", "/guests", "", &json!({"name": "Load"})).await?;
        *token = answer["token"].as_str().ok_or("a guest without token")?.to_owned();
    }
    Ok(tokens)
}

/// A player's line, and the number of the last event that came over it.
struct Line {
    socket: WebSocketStream<TcpStream>,
    last: u64,
}

impl Line {
    async fn open(address: &str, room: &str, token: &str) -> Result<Line, String> {
        let stream = TcpStream::connect(address).await.map_err(|error| error.to_string())?;
        let _ = stream.set_nodelay(true);
        let url = format!("ws://{address}{}/rooms/{room}/ws", wire::server::BASE_PATH);
        let mut request = url.into_client_request().map_err(|error| error.to_string())?;
        let who = format!("Bearer {token}").parse().map_err(|_| "the token is not a header")?;
        request.headers_mut().insert("authorization", who);
        // There are thousands.
        let config = WebSocketConfig::default().read_buffer_size(2048).write_buffer_size(0);
        let opened = client_async_with_config(request, stream, Some(config)).await;
        let (socket, _) = opened.map_err(|error| error.to_string())?;
        Ok(Line { socket, last: 0 })
    }

    /// Reads up to an event; every number comes once, in order.
    async fn read_to(&mut self, number: u64) -> Result<(), String> {
        while self.last < number {
            let message = timeout(PATIENCE, self.socket.next()).await.map_err(|_| format!("event {number} is lost"))?;
            let text = match message {
                Some(Ok(Message::Text(text))) => text,
                Some(Ok(Message::Close(_)) | Err(_)) | None => return Err("the server closed a line".to_owned()),
                Some(Ok(_)) => continue,
            };
            match text.strip_prefix("{\"n\":") {
                Some(rest) => {
                    let digits = rest.split(|sign: char| !sign.is_ascii_digit()).next().unwrap_or_default();
                    if digits.parse() != Ok(self.last + 1) {
                        return Err(format!("event {digits} came after {}", self.last));
                    }
                    self.last += 1;
                }
                None if text.contains("\"ok\":false") => return Err(text.to_string()),
                None => {}
            }
        }
        Ok(())
    }
}

/// Two players of one room.
struct Table {
    lines: [Line; 2],
}

impl Table {
    async fn set_up(load: &Load, number: u64, random: &mut Random) -> Result<Table, String> {
        // The room is made anywhere, and each player is anywhere.
        let made = load.any(random);
        let mut http = Http::connect(made).await?;
        let tokens = guests(&mut http).await?;
        let room = load.room(&mut http, &tokens, number % SCRIPTS).await?;
        let [first, second] = if load.together { [made; 2] } else { [load.any(random), load.any(random)] };
        let mut lines = [Line::open(first, &room, &tokens[0]).await?, Line::open(second, &room, &tokens[1]).await?];
        // Two sat down, and the game started.
        for line in &mut lines {
            line.read_to(3).await?;
        }
        Ok(Table { lines })
    }

    /// Plays to the end of the game, or until the time is up: false.
    async fn play(&mut self, load: &Load, script: &Script, start: Instant, end: Instant) -> Result<bool, String> {
        let mut next = start;
        for (number, (seat, action)) in script.iter().enumerate() {
            if next >= end || Instant::now() >= end {
                sleep_until(end).await;
                return Ok(false);
            }
            sleep_until(next).await;
            next = Instant::now().max(next) + load.every;
            let after = self.lines[*seat].last;
            let text = format!(r#"{{"id":"{number}","request":"action","after":{after},"action":{action}}}"#);
            let sent = Instant::now();
            self.lines[*seat].socket.send(Message::text(text)).await.map_err(|error| error.to_string())?;
            let [one, other] = &mut self.lines;
            // Whoever has it last: both are read at the same time.
            let (first, second) = tokio::join!(one.read_to(after + 1), other.read_to(after + 1));
            first.and(second)?;
            let took = u32::try_from(sent.elapsed().as_micros()).unwrap_or(u32::MAX);
            load.tally().latencies.push(took);
        }
        for line in &mut self.lines {
            // The game is over.
            line.read_to(line.last + 1).await?;
        }
        Ok(true)
    }
}

/// Plays and prints what was measured; an error if anything went wrong.
pub fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    if args.games == 0 || !(0.0..=3600.0).contains(&args.every) {
        return Err("--games wants at least 1, --every at most 3600 seconds".into());
    }
    let servers = match args.url.is_empty() {
        false => args.url.iter().map(|url| Server::at(url)).collect::<Result<_, _>>()?,
        true => vec![Server::start(args.data.as_deref())?],
    };
    // One thread: the server shall have the rest of the machine.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(measure(args, &servers))
}

async fn measure(args: &Args, servers: &[Server]) -> Result<(), Box<dyn Error>> {
    let nats = args.nats_monitor.as_deref().map(|url| address_of(url).ok_or("--nats-monitor wants http://HOST:PORT"));
    let nats = nats.transpose()?;
    let cost = || Cost::now(&args.process, nats.as_deref());
    let mut load = Load {
        addresses: servers.iter().map(|server| server.address.clone()).collect(),
        together: args.together,
        game: args.game.clone(),
        scripts: Vec::new(),
        every: Duration::from_secs_f64(args.every),
        tally: Mutex::default(),
    };
    for seed in 0..SCRIPTS {
        load.scripts.push(load.script(seed).await?);
    }
    let load = Arc::new(load);
    let before = figures(servers).await?;
    let setting_up = Arc::new(Semaphore::new(SETTING_UP));
    let (go, _) = watch::channel(None);
    let began = Instant::now();
    let mut games = tokio::task::JoinSet::new();
    for number in 0..args.games as u64 {
        let (load, setting_up, ready) = (Arc::clone(&load), Arc::clone(&setting_up), go.subscribe());
        games.spawn(async move { load.play(number, &setting_up, ready).await });
    }
    // All have their place when nobody waits for one.
    while load.tally().errors == 0 && figures(servers).await?.sockets < 2 * args.games as u64 {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    if let Some(error) = load.tally().first_error.take() {
        return Err(format!("cannot set up {} games: {error}", args.games).into());
    }
    let set_up = began.elapsed();
    let moment = async || -> Result<Moment, String> {
        let actions = load.tally().latencies.len();
        let own = ::server::processor_seconds();
        Ok(Moment { actions, figures: figures(servers).await?, cost: cost().await?, own })
    };
    let ready = moment().await?;
    let start = Instant::now();
    let end = start + Duration::from_secs(args.seconds);
    let settle = args.settle.unwrap_or(args.seconds / 3).min(args.seconds);
    let _ = go.send(Some(end));
    sleep_until(start + Duration::from_secs(settle)).await;
    let settled = moment().await?;
    sleep_until(end).await;
    let after = moment().await?;
    while games.join_next().await.is_some() {}
    let tally = std::mem::take(&mut *load.tally());
    let begun = Begun { set_up, empty: before, ready, settle };
    report(args, tally, &begun, &settled, &after)
}

/// Numbers at one moment.
struct Moment {
    /// How many actions everybody had by then.
    actions: usize,
    figures: Figures,
    cost: Cost,
    /// Seconds of processor time of the generator.
    own: Option<f64>,
}

impl Moment {
    /// Tells what an action cost from an earlier moment on: processor time by process, commits, and what NATS carried.
    fn tell_cost(&self, out: &mut impl Write, from: &Moment, args: &Args) -> io::Result<()> {
        let count = self.actions.saturating_sub(from.actions);
        let each = |number: f64| number / count.max(1) as f64;
        let Some((before, after)) = from.figures.cpu.zip(self.figures.cpu) else {
            return writeln!(out, "{count} actions");
        };
        let paid = self.cost.clone() - from.cost.clone();
        let nodes = each(after - before) * 1e6;
        let all = nodes + each(paid.processor.iter().sum()) * 1e6;
        write!(out, "{all:.0} µs of processor time: nodes {nodes:.0}")?;
        for (process, seconds) in args.process.iter().zip(&paid.processor) {
            write!(out, ", {} {:.0}", process.name, each(*seconds) * 1e6)?;
        }
        if args.nats_monitor.is_some() {
            let (messages, bytes) = (each(paid.messages as f64), each(paid.bytes as f64));
            let commits = each((self.figures.commits - from.figures.commits) as f64);
            write!(out, "; {commits:.3} commits; NATS {messages:.2} messages, {bytes:.0} bytes in and out")?;
        }
        let waits = self.figures.waits.saturating_sub(from.figures.waits);
        let wait = (self.figures.waited - from.figures.waited) * 1000.0 / waits.max(1) as f64;
        writeln!(out, "; waits {wait:.1} ms for its commit ({count} actions)")
    }
}

/// How it began.
struct Begun {
    set_up: Duration,
    /// The servers without any game.
    empty: Figures,
    /// All games are set up.
    ready: Moment,
    /// After so many seconds everything has found its place.
    settle: u64,
}

fn report(
    args: &Args,
    mut tally: Results,
    Begun { set_up, empty, ready, settle }: &Begun,
    settled: &Moment,
    after: &Moment,
) -> Result<(), Box<dyn Error>> {
    let mut out = io::stdout().lock();
    let count = tally.latencies.len();
    let seconds = args.seconds.max(1) as f64;
    writeln!(
        out,
        "games        {} of two, set up in {:.1} s; {} finished",
        args.games,
        set_up.as_secs_f64(),
        tally.finished
    )?;
    writeln!(out, "actions      {count} in {seconds:.0} s: {:.0} a second", count as f64 / seconds)?;
    tally.latencies.sort_unstable();
    let millis = |share: f64| {
        let place = ((count as f64 * share).ceil() as usize).clamp(1, count.max(1)) - 1;
        tally.latencies.get(place).map_or(0.0, |micros| f64::from(*micros) / 1000.0)
    };
    let [half, ninety, most, nearly, worst] = [0.5, 0.9, 0.99, 0.999, 1.0].map(millis);
    writeln!(
        out,
        "latency      p50 {half:.1} ms, p90 {ninety:.1} ms, p99 {most:.1} ms, p99.9 {nearly:.1} ms, most {worst:.1} ms \
         (action sent to last recipient has it)"
    )?;
    if let (Some(empty), Some(full)) = (empty.memory, after.figures.memory) {
        let each = full.saturating_sub(empty) as f64 / 1024.0 / args.games as f64;
        writeln!(
            out,
            "memory       {each:.1} KiB a live game ({} MiB in all, {} MiB without)",
            full >> 20,
            empty >> 20
        )?;
    }
    if let (Some(from), Some(to)) = (ready.figures.cpu, after.figures.cpu) {
        let own =
            ready.own.zip(after.own).map_or(String::new(), |(from, to)| format!(", generator {:.1} s", to - from));
        writeln!(out, "processor    server {:.1} s{own}", to - from)?;
    }
    write!(out, "an action    ")?;
    after.tell_cost(&mut out, ready, args)?;
    write!(out, "after {:<7}", format!("{settle} s"))?;
    after.tell_cost(&mut out, settled, args)?;
    writeln!(out, "errors       {}", tally.errors)?;
    match tally.first_error {
        Some(error) => Err(format!("the first error: {error}").into()),
        None => Ok(()),
    }
}
