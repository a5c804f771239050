//! The client's server in a process of its own, so that it can be stopped like a real one.

use crate::{Failure, Result};
use server::{Config, Server};
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// A server of the client.
pub struct Site {
    process: Child,
    port: u16,
}

impl Site {
    /// Starts the server; `program` is this crate's own.
    pub fn start(program: &Path) -> Result<Site> {
        if !Server::has_client() {
            return Err(Failure::new("There is no client in target/dist: `cargo xtask web` builds it."));
        }
        let mut process = Command::new(program).arg("serve").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let mut line = String::new();
        if let Some(output) = process.stdout.take() {
            BufReader::new(output).read_line(&mut line)?;
        }
        let port = line.trim().parse().map_err(|_| Failure::new(format!("the server did not start: {line:?}")))?;
        Ok(Site { process, port })
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

impl Drop for Site {
    fn drop(&mut self) {
        let _ = self.stop();
    }
}

/// The other side of [`Site::start`]: serves the client, says on which port, and ends when its input does, which happens
/// also when whoever started it is killed.
pub fn serve() -> Result<()> {
    let data = tempfile::tempdir()?;
    let config = Config { port: 0, limits: false, ..Config::new(data.path().to_owned()) };
    let server = Server::bind(config).map_err(|error| Failure::new(error.to_string()))?;
    let port = server.address()?.port();
    std::thread::spawn(move || {
        let _ = std::io::stdin().read_to_end(&mut Vec::new());
        drop(data);
        std::process::exit(0);
    });
    server.run(std::future::pending(), || println!("{port}")).map_err(|error| Failure::new(error.to_string()))
}
