//! A Chromium of our own, with a profile of its own.

use crate::{Failure, Page, Result, setup};
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// How long Chromium may take to start.
const START: Duration = Duration::from_secs(60);

/// The folder in which a Chromium keeps what pages store; gone with this value.
pub struct Profile(TempDir);

impl Profile {
    /// An empty one.
    pub fn new() -> Result<Profile> {
        Ok(Profile(tempfile::Builder::new().prefix("bastide-chromium-").tempdir()?))
    }

    /// Whether a text that a page stored has been written to the disk. It must be in the store twice: the files are
    /// made of blocks, and a text on the border between two of them is cut.
    pub fn has_stored(&self, text: &str) -> bool {
        let folder = self.0.path().join("Default/Local Storage/leveldb");
        let files = fs::read_dir(folder).into_iter().flatten().flatten();
        let contents = files.filter_map(|file| fs::read(file.path()).ok());
        contents.into_iter().any(|content| content.windows(text.len()).any(|window| window == text.as_bytes()))
    }
}

impl Drop for Profile {
    fn drop(&mut self) {
        // Chromium's other processes take a moment to follow it, and write until then.
        for _ in 0..100 {
            if fs::remove_dir_all(self.0.path()).is_ok() {
                break;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

/// A running Chromium; it is killed when this value goes.
pub struct Chromium {
    process: Child,
    /// Where it listens for us.
    address: String,
}

impl Chromium {
    /// Starts one without a window.
    pub fn start(profile: &Profile) -> Result<Chromium> {
        let folder = profile.0.path();
        let told = folder.join("DevToolsActivePort");
        // An earlier one left it.
        let _ = fs::remove_file(&told);
        let log = folder.join("chromium.log");
        let mut command = Command::new(setup::chromium()?);
        command.arg("--headless=new").arg(format!("--user-data-dir={}", folder.display()));
        command.args(["--remote-debugging-port=0", "--no-first-run", "--no-default-browser-check"]);
        command.args(["--disable-gpu", "--disable-quic", "--disable-background-networking", "--disable-sync"]);
        command.args(["--disable-component-update", "--disable-dev-shm-usage", "--hide-scrollbars", "--mute-audio"]);
        if setup::is_root() {
            command.arg("--no-sandbox");
        }
        command.arg("about:blank").stdin(Stdio::null()).stdout(Stdio::null()).stderr(fs::File::create(&log)?);
        let mut chromium = Chromium { process: command.spawn()?, address: String::new() };
        let begin = Instant::now();
        while begin.elapsed() < START {
            if let Some(address) = address(&told) {
                chromium.address = address;
                return Ok(chromium);
            }
            if let Some(status) = chromium.process.try_wait()? {
                let said = fs::read_to_string(&log).unwrap_or_default();
                return Err(Failure::new(format!("Chromium ended at once ({status}):\n{said}")));
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        Err(Failure::new(format!("Chromium did not start within {} seconds", START.as_secs())))
    }

    /// A new page, with an empty memory of its own where `private` is set.
    pub fn open(&self, private: bool) -> Result<Page> {
        Page::open(&self.address, private)
    }

    /// Ends it without a chance to put anything in order.
    pub fn kill(&mut self) -> Result<()> {
        self.process.kill()?;
        self.process.wait()?;
        Ok(())
    }
}

impl Drop for Chromium {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Reads the file in which Chromium says where it listens: the port, then the path.
fn address(told: &Path) -> Option<String> {
    let text = fs::read_to_string(told).ok()?;
    let (port, path) = text.split_once('\n')?;
    path.starts_with('/').then(|| format!("ws://127.0.0.1:{port}{}", path.trim_end()))
}
