//! The client in a real Chromium: played by mouse, keyboard and finger, interrupted, cut off from the network, and read
//! in three languages. Every test waits for what the page shows, and fails when the page logs an error.

mod alive;
mod bots;
mod elsewhere;
mod gallery;
mod game;
mod helping;
mod keeping;
mod keyboard;
mod languages;
mod listening;
mod mouse;
mod offline;
mod online;
mod pages;
mod puzzles;
mod referee;
mod studying;
mod tabs;
mod together;
mod touch;
mod versions;

use browser::{Chromium, Failure, Page, Profile, Result, Site};
use std::path::Path;
use std::time::{Duration, Instant};

/// How long Chromium may keep what a page stores before it writes it to the disk.
const WRITTEN: Duration = Duration::from_secs(60);

/// A page with everything that it needs; what is first goes first.
struct Visit {
    page: Page,
    chromium: Chromium,
    profile: Profile,
    site: Site,
}

impl Visit {
    fn begin() -> Result<Visit> {
        let site = Site::start(Path::new(env!("CARGO_BIN_EXE_browser")))?;
        let profile = Profile::new()?;
        let chromium = Chromium::start(&profile)?;
        let mut page = chromium.open(false)?;
        page.prefer_motion(false)?;
        // Nobody waits to see what bots do.
        page.run_first(&set_pace("off"))?;
        Ok(Visit { page, chromium, profile, site })
    }

    /// Closes the tab and opens another one.
    fn reopen(&mut self, address: &str) -> Result<()> {
        self.is_content()?;
        let old = std::mem::replace(&mut self.page, self.chromium.open(false)?);
        old.close()?;
        self.page.visit(address)
    }

    /// Kills Chromium and starts it again with what it had written.
    fn crash(&mut self, address: &str) -> Result<()> {
        self.is_content()?;
        self.chromium.kill()?;
        self.chromium = Chromium::start(&self.profile)?;
        self.page = self.chromium.open(false)?;
        self.page.visit(address)
    }

    /// Waits until Chromium has written to the disk what pages stored up to now, which it does after a while and in
    /// order.
    fn wait_until_written(&mut self) -> Result<()> {
        let mark = "everything before this is written";
        self.page.run(&format!("localStorage.setItem('mark', '{mark}, {mark}')"))?;
        let begin = Instant::now();
        while !self.profile.has_stored(mark) {
            if begin.elapsed() > WRITTEN {
                return Err(Failure::new("Chromium does not write what the page stores"));
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        Ok(())
    }

    /// Demands that the page had nothing to complain about.
    fn is_content(&mut self) -> Result<()> {
        match self.page.complaints()? {
            [] => Ok(()),
            complaints => Err(Failure::new(format!("the page complains:\n{}", complaints.join("\n")))),
        }
    }
}

/// A script that chooses how fast moves are shown.
fn set_pace(pace: &str) -> String {
    format!("try {{ localStorage.setItem('bastide.pace', '{pace}') }} catch {{}}")
}

/// Runs a test on a page that is not at the client yet, and then demands that the page had nothing to complain about.
fn on_a_page(name: &str, test: impl FnOnce(&mut Visit) -> Result<()>) {
    let outcome = Visit::begin().and_then(|mut visit| {
        let outcome = test(&mut visit).and_then(|()| visit.is_content());
        if outcome.is_err() {
            // Best effort: the page may be the reason.
            let _ = visit.page.screenshot(&format!("failed-{name}"));
        }
        outcome
    });
    if let Err(failure) = outcome {
        panic!("{name}: {failure}");
    }
}
