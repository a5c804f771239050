//! Serves the browser client over HTTP. The client's files are part of the program (`cargo xtask web` makes them first).
//!
//! This is a server for one household: files only, one short-lived thread for each request.

mod files;
mod http;

use http::{Answer, Request};
use std::io;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::time::Duration;

/// How long a connection may be silent.
const PATIENCE: Duration = Duration::from_secs(10);

/// A server that listens, and does not answer yet.
pub struct Server(TcpListener);

impl Server {
    /// Listens on this machine only. Port 0 takes any free one.
    pub fn local(port: u16) -> io::Result<Server> {
        TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map(Server)
    }

    /// The port it listens on.
    pub fn port(&self) -> io::Result<u16> {
        self.0.local_addr().map(|address| address.port())
    }

    /// Whether the client's files are in this program.
    pub fn has_client() -> bool {
        files::find("index.html", "").is_some()
    }

    /// Answers until the program ends.
    pub fn run(self) -> io::Result<()> {
        for stream in self.0.incoming() {
            // One broken connection is no reason to stop.
            let Ok(stream) = stream else { continue };
            std::thread::spawn(move || serve(stream));
        }
        Ok(())
    }
}

fn serve(mut stream: TcpStream) {
    let timed = stream.set_read_timeout(Some(PATIENCE)).and_then(|()| stream.set_write_timeout(Some(PATIENCE)));
    let answer = match timed.and_then(|()| Request::read(&mut stream)) {
        Ok(request) => request.map_or(Answer::BAD, |request| answer(&request)),
        // Nobody is there to be told.
        Err(_) => return,
    };
    let _ = answer.write(&mut stream);
}

fn answer(request: &Request) -> Answer {
    if !matches!(request.method.as_str(), "GET" | "HEAD") {
        return Answer::NOT_ALLOWED;
    }
    let path = request.path.split(['?', '#']).next().unwrap_or_default().trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    let Some(file) = files::find(path, &request.encodings) else { return Answer::NOT_FOUND };
    if request.known.as_deref() == Some(file.tag.as_str()) {
        return Answer::unchanged(file.tag);
    }
    Answer::file(file, request.method == "HEAD")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn get(path: &str) -> Answer {
        let request =
            Request { method: "GET".to_owned(), path: path.to_owned(), encodings: String::new(), known: None };
        answer(&request)
    }

    #[test]
    fn what_is_not_there_is_not_found() {
        for path in ["/nothing", "/../Cargo.toml", "//etc/passwd", "/%2e%2e/Cargo.toml"] {
            assert_eq!(get(path).status(), "404 Not Found", "{path}");
        }
    }

    #[test]
    fn only_reading_is_allowed() {
        let request =
            Request { method: "POST".to_owned(), path: "/".to_owned(), encodings: String::new(), known: None };
        assert_eq!(answer(&request).status(), "405 Method Not Allowed");
    }
}
