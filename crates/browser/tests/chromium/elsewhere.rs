//! The client without our server: in a folder of a plain host, and as one file on a disk.

use crate::on_a_page;
use browser::{Failure, Hand, Page, Player, Result, client_file, client_folder, stored_game};
use rules::{Action, Actor, Seat};
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::Path;

/// Where the folder lies on the host.
const PLACE: &str = "/games/bastide/";
/// The service worker has everything that this page used, and answers for it.
const READY: &str = "navigator.serviceWorker.controller !== null && window.bastide?.offline === true";

/// Without a network the browser would complain of the question for a server, at any time.
const NO_QUESTION: &str = "{ const ask = window.fetch; window.fetch = (what, ...how) => String(what).startsWith('api/v1/') \
                           ? Promise.reject(new TypeError('no server')) : ask(what, ...how); }";

/// A host that knows nothing but files: serves the client below [`PLACE`] for as long as the tests run.
fn plain_host() -> Result<String> {
    let listener = TcpListener::bind(("127.0.0.1", 0))?;
    let address = format!("http://{}{PLACE}", listener.local_addr()?);
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            // A browser that goes away in the middle is no trouble of ours.
            std::thread::spawn(move || drop(answer(stream)));
        }
    });
    Ok(address)
}

fn answer(mut stream: TcpStream) -> Result<()> {
    let mut lines = BufReader::new(stream.try_clone()?).lines();
    let request = lines.next().transpose()?.unwrap_or_default();
    for line in lines {
        if line?.is_empty() {
            break;
        }
    }
    let path = request.split(' ').nth(1).unwrap_or_default().split('?').next().unwrap_or_default();
    let name = path.strip_prefix(PLACE).map(|name| if name.is_empty() { "index.html" } else { name });
    let file = name.filter(|name| !name.contains("..")).map(|name| client_folder().join(name));
    let content = file.as_ref().and_then(|file| fs::read(file).ok());
    let status = if content.is_some() { "200 OK" } else { "404 Not Found" };
    let content = content.unwrap_or_default();
    let kind = file.as_deref().map_or("text/plain", kind);
    let length = content.len();
    write!(
        stream,
        "HTTP/1.1 {status}\r\ncontent-type: {kind}\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n"
    )?;
    Ok(stream.write_all(&content)?)
}

/// What every host says of files with such an end.
fn kind(file: &Path) -> &'static str {
    match file.extension().and_then(|end| end.to_str()) {
        Some("html") => "text/html",
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        Some("woff2") => "font/woff2",
        Some("webmanifest") => "application/manifest+json",
        _ => "text/plain",
    }
}

/// Plays some turns against the bot that is offered; the record of the game.
fn play(page: &mut Page, lot: u64, picture: &str) -> Result<String> {
    let mut player = Player::new(Hand::Mouse, lot);
    player.touch_element(page, ".go .primary")?;
    page.wait_for("main.table .board")?;
    player.play_turns(page, 2)?;
    page.wait_for(".board .cell")?;
    page.screenshot(picture)?;
    let table = stored_game(page)?;
    for seat in [Seat::ALL[0], Seat::ALL[1]] {
        let by_seat = |entry: &&table::Entry| entry.actor == Actor::Player(seat);
        let placed = table.history().iter().filter(by_seat);
        let placed = placed.filter(|entry| matches!(entry.action, Action::Place { .. })).count();
        if placed < 2 {
            return Err(Failure::new(format!("{seat} placed {placed} tiles")));
        }
    }
    Ok(table.record().to_string())
}

/// The client asks whether there is a server that knows rooms; that there is none is all that the browser may complain of.
fn forgive_question(page: &mut Page) -> Result<()> {
    let odd = page.complaints()?.iter().find(|words| !words.contains("/games/bastide/api/v1/"));
    match odd {
        Some(words) => Err(Failure::new(format!("the page complains: {words}"))),
        None => page.forgive(),
    }
}

#[test]
fn the_folder_plays_under_any_path_of_any_host_and_offline_afterwards() {
    on_a_page("plain-host", |visit| {
        visit.site.stop()?;
        let page = &mut visit.page;
        page.visit(&plain_host()?)?;
        page.wait_until(READY)?;
        forgive_question(page)?;
        page.run_first(NO_QUESTION)?;
        page.go_offline()?;
        page.reload()?;
        let before = play(page, 61, "table-plain-host")?;
        page.reload()?;
        page.wait_for("main.table .board .cell")?;
        assert_eq!(stored_game(page)?.record().to_string(), before);
        Ok(())
    });
}

#[test]
fn one_file_plays_from_a_disk() {
    on_a_page("from-disk", |visit| {
        visit.site.stop()?;
        let file = client_file();
        if !file.is_file() {
            return Err(Failure::new(format!("{} is missing: `cargo xtask web` writes it", file.display())));
        }
        let page = &mut visit.page;
        page.go_offline()?;
        page.visit(&format!("file://{}", file.display()))?;
        // What a page from a disk has stored is not always there after a reload: on a busy machine Chromium forgets the
        // last seconds of it, whoever wrote them. So nothing is asked of that here.
        play(page, 62, "table-from-disk").map(drop)
    });
}
