//! The plainest HTTP for measuring a server on this machine, and that server.

use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// The longest answer.
const MAX_ANSWER: usize = 1 << 22;

/// A connection that asks one thing after the other.
pub(crate) struct Http {
    stream: TcpStream,
    address: String,
}

impl Http {
    pub(crate) async fn connect(address: &str) -> Result<Http, String> {
        let stream = TcpStream::connect(address).await.map_err(|error| format!("{address}: {error}"))?;
        let _ = stream.set_nodelay(true);
        Ok(Http { stream, address: address.to_owned() })
    }

    /// Asks the API; an error if it answers with one.
    pub(crate) async fn ask(&mut self, method: &str, path: &str, token: &str, body: &Value) -> Result<Value, String> {
        let path = format!("{}{path}", wire::server::BASE_PATH);
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let text = self.text(method, &path, token, &body).await?;
        serde_json::from_str(&text).map_err(|error| format!("{path}: {error}"))
    }

    pub(crate) async fn text(&mut self, method: &str, path: &str, token: &str, body: &str) -> Result<String, String> {
        let who = if token.is_empty() { String::new() } else { format!("Authorization: Bearer {token}\r\n") };
        let (address, length) = (&self.address, body.len());
        let request =
            format!("{method} {path} HTTP/1.1\r\nHost: {address}\r\n{who}Content-Length: {length}\r\n\r\n{body}");
        let lost = |error: std::io::Error| format!("{path}: {error}");
        self.stream.write_all(request.as_bytes()).await.map_err(lost)?;
        let mut answer = Vec::new();
        loop {
            if let Some((status, text)) = whole(&answer) {
                return if (200..300).contains(&status) { Ok(text) } else { Err(format!("{path}: {status} {text}")) };
            }
            if answer.len() > MAX_ANSWER || self.stream.read_buf(&mut answer).await.map_err(lost)? == 0 {
                return Err(format!("{path}: the answer is not whole"));
            }
        }
    }
}

/// Status and text of an answer that has come to its end.
fn whole(answer: &[u8]) -> Option<(u16, String)> {
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n")?;
    let head = String::from_utf8_lossy(&answer[..end]).to_ascii_lowercase();
    let status = head.split(' ').nth(1)?.parse().ok()?;
    let length: usize = head.lines().find_map(|line| line.strip_prefix("content-length:"))?.trim().parse().ok()?;
    let body = answer.get(end + 4..end + 4 + length)?;
    Some((status, String::from_utf8_lossy(body).into_owned()))
}

/// What a server says of itself.
#[derive(Clone, Copy, Default)]
pub(crate) struct Figures {
    /// Bytes of memory.
    pub(crate) memory: Option<u64>,
    /// Seconds of processor time.
    pub(crate) cpu: Option<f64>,
    /// Open WebSockets.
    pub(crate) sockets: u64,
    /// Commits of events that rooms shared, where several nodes may be.
    pub(crate) commits: u64,
    /// How often a room waited for its events to be durable, and for how many seconds in all.
    pub(crate) waits: u64,
    pub(crate) waited: f64,
}

impl std::ops::Add for Figures {
    type Output = Figures;

    fn add(self, other: Figures) -> Figures {
        Figures {
            memory: self.memory.zip(other.memory).map(|(one, other)| one + other),
            cpu: self.cpu.zip(other.cpu).map(|(one, other)| one + other),
            sockets: self.sockets + other.sockets,
            commits: self.commits + other.commits,
            waits: self.waits + other.waits,
            waited: self.waited + other.waited,
        }
    }
}

/// Host and port of a plain address.
pub(crate) fn address_of(url: &str) -> Option<String> {
    let address = url.strip_prefix("http://")?.trim_end_matches('/');
    Some(if address.contains(':') { address.to_owned() } else { format!("{address}:80") })
}

/// What several servers say of themselves, together.
pub(crate) async fn figures(servers: &[Server]) -> Result<Figures, String> {
    let mut all = servers.first().ok_or("no server")?.figures().await?;
    for server in &servers[1..] {
        all = all + server.figures().await?;
    }
    Ok(all)
}

/// A server to be measured.
pub(crate) struct Server {
    pub(crate) address: String,
    child: Option<Child>,
    /// A folder that goes with it.
    folder: Option<PathBuf>,
}

impl Server {
    /// One that runs already.
    pub(crate) fn at(url: &str) -> Result<Server, String> {
        let address = address_of(url).ok_or("--url wants http://HOST:PORT")?;
        Ok(Server { address, child: None, folder: None })
    }

    /// Starts one on a free port.
    pub(crate) fn start(data: Option<&Path>) -> Result<Server, String> {
        let mut server = Server { address: String::new(), child: None, folder: None };
        let data = match data {
            Some(data) => data.to_owned(),
            None => {
                let folder = std::env::temp_dir().join(format!("bastide-load-{}", std::process::id()));
                server.folder.insert(folder).clone()
            }
        };
        let program = std::env::current_exe().map_err(|error| error.to_string())?;
        let mut command = Command::new(program);
        command.args(["serve", "--port", "0", "--allow-seeds", "--no-limits", "--data"]).arg(data);
        let child =
            command.stdout(Stdio::piped()).spawn().map_err(|error| format!("cannot start a server: {error}"))?;
        let output = server.child.insert(child).stdout.take().ok_or("the server says nothing")?;
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line).map_err(|error| error.to_string())?;
        let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        server.address = address.ok_or_else(|| format!("the server did not start: {line}"))?.to_owned();
        Ok(server)
    }

    async fn figures(&self) -> Result<Figures, String> {
        let text = Http::connect(&self.address).await?.text("GET", "/metrics", "", "").await?;
        let value = |name: &str| text.lines().find_map(|line| line.strip_prefix(name)?.trim().parse::<f64>().ok());
        Ok(Figures {
            memory: value("process_resident_memory_bytes ").map(|bytes| bytes as u64),
            cpu: value("process_cpu_seconds_total "),
            sockets: value("bastide_sockets ").unwrap_or_default() as u64,
            commits: value("bastide_shared_commits_total ").unwrap_or_default() as u64,
            waits: value("bastide_commit_seconds_count ").unwrap_or_default() as u64,
            waited: value("bastide_commit_seconds_sum ").unwrap_or_default(),
        })
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            let _ = child.kill();
            let _ = child.wait();
        }
        if let Some(folder) = &self.folder {
            let _ = std::fs::remove_dir_all(folder);
        }
    }
}
