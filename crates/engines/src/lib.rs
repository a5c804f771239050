//! PostgreSQL and NATS as the system has them, in a temporary folder on free ports, for tests and for trying out. They end with the
//! program that started them, however that ends.

use std::fmt;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// How long an engine may take to answer.
const PATIENCE: Duration = Duration::from_secs(60);

/// The Debian packages that hold them.
pub const PACKAGES: [&str; 2] = ["postgresql", "nats-server"];

/// Why an engine does not run.
#[derive(Debug)]
pub struct EngineError(String);

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for EngineError {}

fn failed(what: impl Into<String>) -> EngineError {
    EngineError(what.into())
}

/// A program of the system: in the search path, or where Debian puts it.
fn find(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    folders.extend(["/usr/sbin", "/usr/local/sbin", "/usr/bin"].map(PathBuf::from));
    // The newest version of PostgreSQL comes first.
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut versions: Vec<PathBuf> = versions.map(|entry| entry.path().join("bin")).collect();
    versions.sort();
    folders.extend(versions.into_iter().rev());
    folders.into_iter().map(|folder| folder.join(name)).find(|file| file.is_file())
}

fn need(name: &str) -> Result<PathBuf, EngineError> {
    find(name)
        .ok_or_else(|| failed(format!("{name} is not installed (Debian: apt-get install {})", PACKAGES.join(" "))))
}

/// Says what is missing, if anything is.
pub fn missing() -> Option<String> {
    ["initdb", "postgres", "psql", "nats-server"].into_iter().find_map(|name| need(name).err()).map(|error| error.0)
}

fn free_port() -> Result<u16, EngineError> {
    let port = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
    port.map(|address| address.port()).map_err(|error| failed(error.to_string()))
}

/// PostgreSQL does not run as root.
fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.starts_with(b"0\n"))
}

/// The same command as the user `postgres`, if this is root.
fn unprivileged(program: &Path) -> Command {
    if !is_root() {
        return Command::new(program);
    }
    let mut command = Command::new("setpriv");
    command.args(["--reuid=postgres", "--regid=postgres", "--clear-groups", "--"]).arg(program);
    command
}

/// Ends the program when its standard input does, and removes the folder.
const GUARD: &str = r#"signal=$1; folder=$2; shift 2
"$@" </dev/null & child=$!
trap : INT TERM
read -r line || line=end
case $line in kill) kill -KILL $child ;; *) kill -"$signal" $child ;; esac 2>/dev/null
wait $child
case $line in end) rm -rf "$folder" "${folder}.log" ;; esac"#;

/// A program that ends with this one.
pub struct Guarded(Child);

impl Guarded {
    fn start(command: &Command, signal: &str, folder: &Path) -> Result<Guarded, EngineError> {
        let log = std::fs::File::options().create(true).append(true).open(folder.with_extension("log"));
        let log = log.map_err(|error| failed(error.to_string()))?;
        let other = log.try_clone().map_err(|error| failed(error.to_string()))?;
        Guarded::spawn(command, signal, folder, log.into(), other.into())
    }

    /// Starts any program, which is stopped by SIGTERM; what it says on standard output can be read.
    pub fn program(command: &Command) -> Result<(Guarded, std::process::ChildStdout), EngineError> {
        let nowhere = fresh("program");
        let mut guarded = Guarded::spawn(command, "TERM", &nowhere, Stdio::piped(), Stdio::inherit())?;
        let output = guarded.0.stdout.take().ok_or_else(|| failed("no output"))?;
        Ok((guarded, output))
    }

    fn spawn(
        command: &Command,
        signal: &str,
        folder: &Path,
        out: Stdio,
        trouble: Stdio,
    ) -> Result<Guarded, EngineError> {
        let mut guard = Command::new("sh");
        guard.args(["-c", GUARD, "guard", signal]).arg(folder);
        guard.arg(command.get_program()).args(command.get_args());
        guard.stdin(Stdio::piped()).stdout(out).stderr(trouble);
        // Ctrl+C is for the program that started it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut guard, 0);
        let child = guard.spawn().map_err(|error| failed(format!("{:?}: {error}", command.get_program())))?;
        Ok(Guarded(child))
    }

    /// The process whose child does the work.
    pub fn process(&self) -> u32 {
        self.0.id()
    }

    /// Ends it: `stop` keeps its data, `kill` does so at once, `end` removes them.
    fn end(&mut self, how: &str) {
        use std::io::Write as _;
        if let Some(mut pipe) = self.0.stdin.take() {
            let _ = writeln!(pipe, "{how}");
        }
        let _ = self.0.wait();
    }
}

impl Drop for Guarded {
    fn drop(&mut self) {
        self.end("end");
    }
}

fn wait(port: u16, what: &str, folder: &Path, ready: impl Fn() -> bool) -> Result<(), EngineError> {
    let begun = Instant::now();
    let place = SocketAddr::from(([127, 0, 0, 1], port));
    while TcpStream::connect_timeout(&place, Duration::from_secs(1)).is_err() || !ready() {
        if begun.elapsed() > PATIENCE {
            let log = std::fs::read_to_string(folder.with_extension("log")).unwrap_or_default();
            return Err(failed(format!("{what} does not answer on port {port}:\n{log}")));
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    Ok(())
}

/// A name that nobody else uses.
fn fresh(what: &str) -> PathBuf {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    std::env::temp_dir().join(format!("bastide-{what}-{}-{number}", std::process::id()))
}

/// A PostgreSQL with one database.
pub struct Postgres {
    port: u16,
    folder: PathBuf,
    durable: bool,
    running: Option<Guarded>,
}

impl Postgres {
    /// Starts one. `durable` waits for the disk as real ones do.
    pub fn start(durable: bool) -> Result<Postgres, EngineError> {
        let folder = fresh("postgres");
        let (initdb, _) = (need("initdb")?, need("postgres")?);
        let run = |command: &mut Command| {
            let output = command.stdin(Stdio::null()).output();
            match output {
                Ok(output) if output.status.success() => Ok(()),
                Ok(output) => Err(failed(String::from_utf8_lossy(&output.stderr).into_owned())),
                Err(error) => Err(failed(format!("{:?}: {error}", command.get_program()))),
            }
        };
        let owner: &[&str] = if is_root() { &["-o", "postgres"] } else { &[] };
        run(Command::new("install").args(["-d", "-m", "700"]).args(owner).arg(&folder))?;
        let cluster = folder.join("data");
        run(unprivileged(&initdb)
            .args(["-U", "bastide", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync", "-D"])
            .arg(&cluster))?;
        let mut postgres = Postgres { port: free_port()?, folder, durable, running: None };
        postgres.resume()?;
        Ok(postgres)
    }

    /// Where it is.
    pub fn url(&self) -> String {
        format!("postgres://bastide@127.0.0.1:{}/postgres", self.port)
    }

    /// Its port on this machine.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The process whose children do the work.
    pub fn process(&self) -> Option<u32> {
        self.running.as_ref().map(Guarded::process)
    }

    /// Stops it at once, as a crash would; data stay.
    pub fn crash(&mut self) {
        if let Some(mut running) = self.running.take() {
            // Its children notice and end, too.
            running.end("kill");
        }
    }

    /// Stops it; data stay.
    pub fn stop(&mut self) {
        if let Some(mut running) = self.running.take() {
            running.end("stop");
        }
    }

    /// Starts it again on the same port.
    pub fn resume(&mut self) -> Result<(), EngineError> {
        let program = need("postgres")?;
        let _ = std::fs::remove_file(self.folder.join("data/postmaster.pid"));
        let mut command = unprivileged(&program);
        command.arg("-D").arg(self.folder.join("data")).args(["-p", &self.port.to_string()]);
        let fsync = if self.durable { "fsync=on" } else { "fsync=off" };
        for setting in [
            "listen_addresses=127.0.0.1",
            "unix_socket_directories=",
            "max_connections=400",
            "shared_buffers=128MB",
            fsync,
        ] {
            command.args(["-c", setting]);
        }
        self.running = Some(Guarded::start(&command, "INT", &self.folder)?);
        wait(self.port, "PostgreSQL", &self.folder, || self.sql("SELECT 1").is_ok())
    }

    /// Does something in it, and says what comes of it, without decoration.
    pub fn sql(&self, script: &str) -> Result<String, EngineError> {
        let output = Command::new(need("psql")?)
            .args(["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", &self.url(), "-c", script])
            .output()
            .map_err(|error| failed(error.to_string()))?;
        match output.status.success() {
            true => Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned()),
            false => Err(failed(String::from_utf8_lossy(&output.stderr).into_owned())),
        }
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        drop(self.running.take());
        let _ = std::fs::remove_dir_all(&self.folder);
        let _ = std::fs::remove_file(self.folder.with_extension("log"));
    }
}

/// A NATS server.
pub struct Nats {
    port: u16,
    monitor: u16,
    folder: PathBuf,
    running: Option<Guarded>,
}

impl Nats {
    /// Starts one.
    pub fn start() -> Result<Nats, EngineError> {
        let folder = fresh("nats");
        let mut nats = Nats { port: free_port()?, monitor: free_port()?, folder, running: None };
        nats.resume()?;
        Ok(nats)
    }

    /// Where it is.
    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Its port on this machine.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The port where it tells numbers about itself, over HTTP.
    pub fn monitor(&self) -> u16 {
        self.monitor
    }

    /// The process whose child does the work.
    pub fn process(&self) -> Option<u32> {
        self.running.as_ref().map(Guarded::process)
    }

    /// Stops it.
    pub fn stop(&mut self) {
        if let Some(mut running) = self.running.take() {
            running.end("stop");
        }
    }

    /// Starts it again on the same port.
    pub fn resume(&mut self) -> Result<(), EngineError> {
        let mut command = Command::new(need("nats-server")?);
        command.args(["-a", "127.0.0.1", "-p", &self.port.to_string(), "-m", &self.monitor.to_string()]);
        self.running = Some(Guarded::start(&command, "TERM", &self.folder)?);
        wait(self.port, "NATS", &self.folder, || true)
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        drop(self.running.take());
        let _ = std::fs::remove_file(self.folder.with_extension("log"));
    }
}

/// Whether tests without these engines are no tests: `cargo verify` sees to it that they are there.
pub fn required() -> bool {
    std::env::var_os("BASTIDE_ENGINES").is_some_and(|value| value == "required")
}
