//! `cargo xtask cluster`: several nodes on this machine, with PostgreSQL, NATS and a proxy before them, all in temporary folders.

use crate::shell::{self, Failure, cargo, project_root};
use crate::web::{self, Build};
use engines::{Guarded, Nats, Postgres};
use std::io::{BufRead, BufReader};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// How often the proxy looks whether nodes take people.
const ROUND: Duration = Duration::from_millis(250);

/// What is wished for.
struct Wish {
    nodes: usize,
    workers: usize,
    port: u16,
    dev: bool,
    built: bool,
    load: Option<usize>,
    seconds: String,
    every: String,
    settle: Option<String>,
    together: bool,
}

impl Wish {
    fn parse(arguments: &[String]) -> Result<Wish, Failure> {
        let mut wish = Wish {
            nodes: 3,
            workers: 0,
            port: 0,
            dev: false,
            built: false,
            load: None,
            seconds: "30".into(),
            every: "5".into(),
            settle: None,
            together: false,
        };
        let mut words = arguments.iter();
        while let Some(word) = words.next() {
            match word.as_str() {
                "--dev" => wish.dev = true,
                "--built" => wish.built = true,
                "--together" => wish.together = true,
                _ => wish.set(word, words.next())?,
            }
        }
        Ok(wish)
    }

    fn set(&mut self, word: &str, value: Option<&String>) -> Result<(), Failure> {
        let value = value.ok_or_else(|| Failure::new(format!("{word} wants a number")))?;
        let number =
            || value.parse::<usize>().map_err(|_| Failure::new(format!("{word} wants a number, not `{value}`")));
        match word {
            "--nodes" => self.nodes = number()?.clamp(1, 32),
            "--workers" => self.workers = number()?.min(32),
            "--port" => {
                self.port = u16::try_from(number()?).map_err(|_| Failure::new("--port wants at most 65535"))?;
            }
            "--load" => self.load = Some(number()?),
            "--seconds" => self.seconds.clone_from(value),
            "--every" => self.every.clone_from(value),
            "--settle" => self.settle = Some(value.clone()),
            _ => return Err(Failure::new(format!("cluster does not know {word}"))),
        }
        Ok(())
    }
}

/// Makes sure that PostgreSQL and NATS are there; installs them if it may.
pub(crate) fn install() -> Result<(), Failure> {
    let Some(missing) = engines::missing() else { return Ok(()) };
    println!("{missing}: installing it");
    shell::install_packages(&engines::PACKAGES);
    engines::missing().map_or(Ok(()), |missing| Err(Failure::new(format!("{missing}, and it could not be installed."))))
}

fn told(error: &dyn std::fmt::Display) -> Failure {
    Failure::new(error.to_string())
}

/// A node that runs, and where.
struct Node {
    address: String,
    running: Guarded,
}

fn start(program: &std::path::Path, arguments: &[&str]) -> Result<(Guarded, String), Failure> {
    let mut command = Command::new(program);
    command.args(arguments);
    let (running, output) = Guarded::program(&command).map_err(|error| told(&error))?;
    let mut lines = BufReader::new(output);
    let mut line = String::new();
    lines.read_line(&mut line).map_err(|error| told(&error))?;
    // What it says later must not fill the pipe.
    std::thread::spawn(move || for_each_line(lines));
    if line.is_empty() { Err(Failure::new("a program did not start, see above.")) } else { Ok((running, line)) }
}

fn for_each_line(mut lines: impl BufRead) {
    let mut line = String::new();
    while lines.read_line(&mut line).is_ok_and(|length| length > 0) {
        line.clear();
    }
}

/// Starts everything and waits for Ctrl+C, or measures.
pub(crate) fn cluster(arguments: &[String]) -> Result<(), Failure> {
    let wish = Wish::parse(arguments)?;
    install()?;
    if !wish.built {
        build(&wish)?;
    }
    let program = project_root().join(if wish.dev { "target/debug/bastide" } else { "target/release/bastide" });

    // They are stopped in the opposite order: nodes, then NATS, then PostgreSQL.
    let postgres = Postgres::start(true).map_err(|error| told(&error))?;
    println!("PostgreSQL   {}", postgres.url());
    let nats = Nats::start().map_err(|error| told(&error))?;
    println!("NATS         {}  (numbers: http://127.0.0.1:{}/varz)", nats.url(), nats.monitor());
    let (database, meeting) = (postgres.url(), nats.url());
    // They share the cores of this machine.
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = (cores / wish.nodes.max(1)).max(1).to_string();
    let mut serve = vec!["serve", "--port", "0", "--database", &database, "--nats", &meeting, "--trusted-hops", "1"];
    serve.extend(["--threads", &threads]);
    if wish.load.is_some() {
        serve.extend(["--allow-seeds", "--no-limits"]);
    }
    let mut nodes = Vec::new();
    for number in 1..=wish.nodes {
        let (running, line) = start(&program, &serve)?;
        let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        let address = address.ok_or_else(|| Failure::new(format!("no address in {line:?}")))?.to_owned();
        println!("node {number}       http://{address}/");
        nodes.push(Node { address, running });
    }
    let mut workers = Vec::new();
    for number in 1..=wish.workers {
        workers.push(start(&program, &["worker", "--nats", &meeting])?.0);
        println!("worker {number}     thinks for bots");
    }
    let outcome = match wish.load {
        Some(games) => measure(&program, &wish, games, &nodes, &postgres, &nats),
        None => serve_people(&wish, &nodes),
    };
    println!("Stopping everything.");
    drop(workers);
    for node in nodes {
        drop(node.running);
    }
    drop(nats);
    drop(postgres);
    outcome
}

/// Builds the program, with the client inside if people shall use it.
fn build(wish: &Wish) -> Result<(), Failure> {
    let mut build = cargo(&["build", "--locked", "--package", "bastide", "--bin", "bastide"]);
    if wish.load.is_none() {
        web::web(if wish.dev { Build::Dev } else { Build::Release })?;
    }
    if !wish.dev {
        build.arg("--release");
    }
    shell::run(&mut build, "The program cannot be built, see above.")
}

/// Plays against the nodes and says what it cost, engines included.
fn measure(
    program: &std::path::Path,
    wish: &Wish,
    games: usize,
    nodes: &[Node],
    postgres: &Postgres,
    nats: &Nats,
) -> Result<(), Failure> {
    let mut load = Command::new(program);
    load.args(["load", "--games", &games.to_string(), "--seconds", &wish.seconds, "--every", &wish.every]);
    for node in nodes {
        load.args(["--url", &format!("http://{}", node.address)]);
    }
    for (name, process) in [("PostgreSQL", postgres.process()), ("NATS", nats.process())] {
        load.args(process.map(|process| format!("--process={name}={process}")));
    }
    load.args(wish.together.then_some("--together"));
    load.args(wish.settle.iter().flat_map(|seconds| ["--settle", seconds]));
    load.args(["--nats-monitor", &format!("http://127.0.0.1:{}", nats.monitor())]);
    shell::run(&mut load, "Something was lost, or the generator could not begin; see above.")
}

/// A balancer of the plainest kind: each connection goes to the next node that is ready.
struct Balancer {
    nodes: Vec<(String, AtomicBool)>,
    turn: AtomicUsize,
}

impl Balancer {
    fn next(&self) -> Option<&str> {
        let start = self.turn.fetch_add(1, Ordering::Relaxed);
        let order = (0..self.nodes.len()).map(|step| &self.nodes[(start + step) % self.nodes.len()]);
        order.into_iter().find(|(_, ready)| ready.load(Ordering::Relaxed)).map(|(address, _)| address.as_str())
    }

    async fn watch(&self) {
        loop {
            for (address, ready) in &self.nodes {
                let answer = tokio::time::timeout(ROUND * 4, is_ready(address)).await;
                ready.store(answer.is_ok_and(|answer| answer.unwrap_or(false)), Ordering::Relaxed);
            }
            tokio::time::sleep(ROUND).await;
        }
    }
}

async fn is_ready(address: &str) -> std::io::Result<bool> {
    let mut stream = TcpStream::connect(address).await?;
    stream.write_all(b"GET /readyz HTTP/1.0\r\nHost: a\r\n\r\n").await?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await?;
    Ok(answer.starts_with(b"HTTP/1.0 200") || answer.starts_with(b"HTTP/1.1 200"))
}

fn serve_people(wish: &Wish, nodes: &[Node]) -> Result<(), Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(|error| told(&error))?;
    let nodes = nodes.iter().map(|node| (node.address.clone(), AtomicBool::new(true))).collect();
    let balancer = Arc::new(Balancer { nodes, turn: AtomicUsize::new(0) });
    runtime.block_on(async {
        let listener = TcpListener::bind(("127.0.0.1", wish.port)).await.map_err(|error| told(&error))?;
        let port = listener.local_addr().map_err(|error| told(&error))?.port();
        println!("\nBastide is at http://localhost:{port}/  (Ctrl+C stops everything)");
        let watched = Arc::clone(&balancer);
        tokio::spawn(async move { watched.watch().await });
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let balancer = Arc::clone(&balancer);
                tokio::spawn(async move { pass(stream, &balancer).await });
            }
        });
        stop_signal().await;
        Ok(())
    })
}

async fn stop_signal() {
    #[cfg(unix)]
    if let Ok(mut terminate) = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
        tokio::select! {
            _ = tokio::signal::ctrl_c() => {}
            _ = terminate.recv() => {}
        }
        return;
    }
    let _ = tokio::signal::ctrl_c().await;
}

async fn pass(mut from: TcpStream, balancer: &Balancer) {
    let Some(address) = balancer.next() else { return };
    let Ok(mut to) = TcpStream::connect(address).await else { return };
    let _ = (from.set_nodelay(true), to.set_nodelay(true));
    let _ = tokio::io::copy_bidirectional(&mut from, &mut to).await;
}
