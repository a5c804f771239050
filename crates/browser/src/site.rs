//! The client's server in a process of its own, so that it can be stopped like a real one.

use crate::{Failure, Result};
use server::{Config, Server};
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use tempfile::TempDir;

/// A server of the client.
pub struct Site {
    process: Child,
    program: PathBuf,
    port: u16,
    /// Goes after the server.
    data: TempDir,
}

impl Site {
    /// Starts the server; `program` is this crate's own.
    pub fn start(program: &Path) -> Result<Site> {
        if !Server::has_client() {
            return Err(Failure::new("There is no client in target/dist: `cargo xtask web` builds it."));
        }
        let data = tempfile::tempdir()?;
        let (process, port) = spawn(program, 0, data.path())?;
        Ok(Site { process, program: program.to_owned(), port, data })
    }

    /// Starts the server again after [`Site::stop`], at the same address and with what it had stored.
    pub fn go_on(&mut self) -> Result<()> {
        (self.process, self.port) = spawn(&self.program, self.port, self.data.path())?;
        Ok(())
    }

    /// Where the client is.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}/", self.port)
    }

    /// Nobody answers from now on.
    pub fn stop(&mut self) -> Result<()> {
        self.process.kill()?;
        self.process.wait()?;
        Ok(())
    }
}

fn spawn(program: &Path, port: u16, data: &Path) -> Result<(Child, u16)> {
    let mut command = Command::new(program);
    command.arg("serve").arg(port.to_string()).arg(data);
    let mut process = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let mut line = String::new();
    if let Some(output) = process.stdout.take() {
        BufReader::new(output).read_line(&mut line)?;
    }
    let port = line.trim().parse().map_err(|_| Failure::new(format!("the server did not start: {line:?}")))?;
    Ok((process, port))
}

impl Drop for Site {
    fn drop(&mut self) {
        let _ = self.stop();
    }
}

/// The other side of [`Site::start`]: serves the client, says on which port, and ends when its input does, which happens
/// also when whoever started it is killed.
pub fn serve(port: u16, data: PathBuf) -> Result<()> {
    let config = Config { port, limits: false, ..Config::new(data) };
    let server = Server::bind(config).map_err(|error| Failure::new(error.to_string()))?;
    let port = server.address()?.port();
    std::thread::spawn(move || {
        let _ = std::io::stdin().read_to_end(&mut Vec::new());
        std::process::exit(0);
    });
    server.run(std::future::pending(), || println!("{port}")).map_err(|error| Failure::new(error.to_string()))
}
