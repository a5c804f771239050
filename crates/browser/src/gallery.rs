//! A page that shows all pictures: now in light and in dark, and beside them how the same looked before, where a small
//! picture of that is kept.

use crate::{Colours, Page, Result, setup};
use std::fmt::Write;
use std::fs;

/// Small pictures of the first edition, by the names of those of now.
const BEFORE: &str = "docs/pictures/before";

/// Pictures that are shown together.
#[derive(Default)]
pub struct Gallery {
    rows: Vec<(String, Vec<String>)>,
}

impl Gallery {
    /// Takes a picture of what is seen, in light and in dark.
    pub fn take(&mut self, page: &mut Page, name: &str, about: &str) -> Result<()> {
        let mut files = Vec::new();
        for colours in [Colours::Light, Colours::Dark] {
            page.prefer_colours(colours)?;
            let file = format!("show-{name}-{}", colours.name());
            page.screenshot(&file)?;
            files.push(file);
        }
        page.prefer_colours(Colours::Light)?;
        self.rows.push((about.to_owned(), files));
        Ok(())
    }

    /// Writes the page with all of them: `target/screenshots/index.html`.
    pub fn write(&self) -> Result<()> {
        let folder = setup::screenshots();
        let mut rows = String::new();
        for (about, files) in &self.rows {
            let before =
                files.first().map(|file| format!("{}.webp", file.trim_end_matches("-light"))).unwrap_or_default();
            let kept = setup::root().join(BEFORE).join(&before);
            let before = if kept.is_file() {
                fs::copy(&kept, folder.join(&before))?;
                format!("<a href='{before}'><img loading=lazy src='{before}' alt='before'></a>")
            } else {
                String::new()
            };
            let now: String = files
                .iter()
                .map(|file| format!("<td><a href='{file}.png'><img loading=lazy src='{file}.png' alt=''></a></td>"))
                .collect();
            let _ = write!(rows, "<tr><th>{about}</th><td>{before}</td>{now}</tr>");
        }
        let page = format!(
            "<!doctype html><meta charset=utf-8><title>Bastide: before and after</title>\
             <style>body{{font:16px system-ui;margin:24px}}td,th{{padding:8px;vertical-align:top;text-align:left}}\
             img{{max-width:30vw;max-height:60vh;border:1px solid #8888}}</style>\
             <h1>Before and after</h1>\
             <p>The pictures of now are made by the tests of the client in a real Chromium. Where a picture of the first \
             edition is kept, it stands beside them.</p>\
             <table><tr><th></th><th>First edition</th><th>Now, light</th><th>Now, dark</th></tr>{rows}</table>"
        );
        Ok(fs::write(folder.join("index.html"), page)?)
    }
}
