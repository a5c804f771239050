//! The client in a real Chromium: played by mouse, keyboard and finger, interrupted, cut off from the network, and read
//! in three languages. Every test waits for what the page shows, and fails when the page logs an error.

mod mouse;

use browser::{Chromium, Failure, Page, Profile, Result, Site};
use std::path::Path;

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
        let page = chromium.open(false)?;
        Ok(Visit { page, chromium, profile, site })
    }
}

/// Runs a test on a page that is not at the client yet, and then demands that the page had nothing to complain about.
fn on_a_page(name: &str, test: impl FnOnce(&mut Visit) -> Result<()>) {
    let outcome = Visit::begin().and_then(|mut visit| {
        let outcome = test(&mut visit).and_then(|()| match visit.page.complaints()? {
            [] => Ok(()),
            complaints => Err(Failure::new(format!("the page complains:\n{}", complaints.join("\n")))),
        });
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
