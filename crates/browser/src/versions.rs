//! The client on a server that gets newer versions while people play. Each version has a folder of its own for its files,
//! and the server has those of the latest one only, as after an update.

use crate::setup::client_folder;
use crate::{Failure, Result};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// A server of the client in several versions, which differ in nothing but their names.
pub struct Versions {
    port: u16,
    latest: Arc<AtomicU32>,
}

impl Versions {
    /// Starts with the first version. The server lives as long as the program.
    pub fn start() -> Result<Versions> {
        let folder = folder()?;
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let port = listener.local_addr()?.port();
        let latest = Arc::new(AtomicU32::new(1));
        let known = Arc::clone(&latest);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (folder, latest) = (folder.clone(), known.load(Ordering::SeqCst));
                // A browser that hangs up is no concern of the others.
                std::thread::spawn(move || drop(answer(&stream, &folder, latest)));
            }
        });
        Ok(Versions { port, latest })
    }

    /// Where the client is.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}/", self.port)
    }

    /// A newer version takes the place of the latest one, whose files are gone.
    pub fn publish(&self) {
        self.latest.fetch_add(1, Ordering::SeqCst);
    }
}

/// The folder with the files of the client as it was built.
fn folder() -> Result<String> {
    let names = fs::read_dir(client_folder())?.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned());
    let mut folders = names.filter(|name| name.starts_with("v-"));
    folders.next().ok_or_else(|| Failure::new("There is no client in target/dist: `cargo xtask web` builds it."))
}

fn answer(mut stream: &TcpStream, folder: &str, latest: u32) -> Result<()> {
    let mut lines = BufReader::new(stream).lines();
    let request = lines.next().transpose()?.unwrap_or_default();
    for line in lines {
        if line?.is_empty() {
            break;
        }
    }
    let path = request.split(' ').nth(1).unwrap_or_default();
    let path = path.split('?').next().unwrap_or_default().trim_start_matches('/');
    let own = format!("{folder}-{latest}/");
    let (status, kind, body) = if path.starts_with("api/") {
        // Nobody plays with people elsewhere here.
        ("200 OK", "application/json", b"[]".to_vec())
    } else {
        match read(path, folder, &own) {
            Some(body) => ("200 OK", kind_of(path), body),
            None => ("404 Not Found", "text/plain", Vec::new()),
        }
    };
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nCache-Control: no-store\r\n\
         Connection: close\r\n\r\n",
        body.len()
    )?;
    stream.write_all(&body)?;
    Ok(())
}

/// A file of the latest version: one in its folder, or one that keeps its name and speaks of that folder.
fn read(path: &str, folder: &str, own: &str) -> Option<Vec<u8>> {
    if let Some(name) = path.strip_prefix(own) {
        return fs::read(client_folder().join(folder).join(name)).ok();
    }
    let name = if path.is_empty() { "index.html" } else { path };
    let text = fs::read_to_string(client_folder().join(name)).ok().filter(|_| !name.contains('/'))?;
    Some(text.replace(folder, own.trim_end_matches('/')).into_bytes())
}

fn kind_of(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("html", |(_, end)| end) {
        "html" => "text/html",
        "js" => "text/javascript",
        "css" => "text/css",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "webmanifest" => "application/manifest+json",
        "woff2" => "font/woff2",
        _ => "text/plain",
    }
}
