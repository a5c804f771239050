//! A page that shows all pictures: now in light and in dark, and before them how the same looked in the run before, so that
//! whoever changes the look sees before and after side by side.

use crate::{Colours, Page, Result, setup};
use std::fmt::Write;
use std::fs;

/// Where the pictures of the run before are kept, beside those of now.
const BEFORE: &str = "before";
/// The names of all pictures of the page begin so.
const MARK: &str = "show-";

/// Pictures that are shown together.
pub struct Gallery {
    rows: Vec<(String, [String; 2])>,
}

impl Gallery {
    /// Begins a page; the pictures of the run before are put aside.
    pub fn begin() -> Result<Gallery> {
        let folder = setup::screenshots();
        fs::create_dir_all(folder.join(BEFORE))?;
        for entry in fs::read_dir(&folder)? {
            let entry = entry?;
            if entry.file_name().to_string_lossy().starts_with(MARK) {
                fs::rename(entry.path(), folder.join(BEFORE).join(entry.file_name()))?;
            }
        }
        Ok(Gallery { rows: Vec::new() })
    }

    /// Takes a picture of what is seen, in light and in dark.
    pub fn take(&mut self, page: &mut Page, name: &str, about: &str) -> Result<()> {
        let files =
            [Colours::Light, Colours::Dark].map(|colours| (colours, format!("{MARK}{name}-{}", colours.name())));
        for (colours, file) in &files {
            page.prefer_colours(*colours)?;
            page.screenshot(file)?;
        }
        page.prefer_colours(Colours::Light)?;
        self.rows.push((about.to_owned(), files.map(|(_, file)| file)));
        Ok(())
    }

    /// Writes the page with all of them: `target/screenshots/index.html`.
    pub fn write(&self) -> Result<()> {
        let folder = setup::screenshots();
        let picture = |file: &str| format!("<td><a href='{file}'><img loading=lazy src='{file}' alt=''></a></td>");
        let mut rows = String::new();
        for (about, [light, dark]) in &self.rows {
            let before = format!("{BEFORE}/{light}.png");
            let before = if folder.join(&before).is_file() { picture(&before) } else { "<td>none</td>".to_owned() };
            let (light, dark) = (picture(&format!("{light}.png")), picture(&format!("{dark}.png")));
            let _ = write!(rows, "<tr><th>{about}</th>{before}{light}{dark}</tr>");
        }
        let page = format!(
            "<!doctype html><meta charset=utf-8><title>Bastide: before and after</title>\
             <style>body{{font:16px system-ui;margin:24px}}td,th{{padding:8px;vertical-align:top;text-align:left}}\
             img{{max-width:29vw;max-height:60vh;border:1px solid #8888}}</style>\
             <h1>Before and after</h1>\
             <p>All pictures are made by the tests of the client in a real Chromium. Before: the run before this one.</p>\
             <table><tr><th></th><th>Before, light</th><th>Now, light</th><th>Now, dark</th></tr>{rows}</table>"
        );
        Ok(fs::write(folder.join("index.html"), page)?)
    }
}
