//! The whole client in one HTML file that plays from a disk, without a server and without a network.

use super::folder::{files_of, gzip, read, read_text, write};
use crate::shell::Failure;
use data_encoding::BASE64;
use serde_json::{Map, Value};
use std::path::Path;

/// What gives the client its files.
pub(super) const SCRIPT: &str = include_str!("single.js");
/// Where the page has its own files.
const FILES: &str = "files";
/// The sheet that the page has from the beginning.
const STYLE: &str = "style.css";
/// Pages of 4 MB can still be sent by mail; more would not be reasonable.
const MOST: usize = 4_000_000;

/// Writes the client of a folder as one file.
pub(super) fn write_single(folder: &Path, version: &str, file: &Path) -> Result<(), Failure> {
    let parts = folder.join(version);
    let mut files = Map::new();
    for part in files_of(&parts)? {
        let name = part.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let content = match part.extension().and_then(|end| end.to_str()) {
            _ if name == STYLE => continue,
            Some("css") => with_typefaces(&read_text(&part)?, &parts)?.into_bytes(),
            Some("js" | "wasm" | "txt") => read(&part)?,
            _ => continue,
        };
        files.insert(name, Value::String(BASE64.encode(&gzip(&content)?)));
    }
    let page = page(&Contents {
        page: &read_text(&folder.join("index.html"))?,
        icon: &read(&folder.join("icon.svg"))?,
        style: &read_text(&parts.join(STYLE))?,
        files: &Value::Object(files),
    })?;
    if page.len() > MOST {
        return Err(Failure::new(format!("{} would have {} bytes, more than {MOST}", file.display(), page.len())));
    }
    write(file, page.as_bytes())
}

/// A style sheet with the typefaces in it that it names.
fn with_typefaces(sheet: &str, parts: &Path) -> Result<String, Failure> {
    let mut sheet = sheet.to_owned();
    for file in files_of(parts)?.iter().filter(|file| file.extension().is_some_and(|end| end == "woff2")) {
        let named = format!("url({})", file.file_name().unwrap_or_default().to_string_lossy());
        if sheet.contains(&named) {
            let data = format!("url(data:font/woff2;base64,{})", BASE64.encode(&read(file)?));
            sheet = sheet.replace(&named, &data);
        }
    }
    Ok(sheet)
}

/// What the file is made of.
struct Contents<'a> {
    page: &'a str,
    icon: &'a [u8],
    style: &'a str,
    files: &'a Value,
}

/// The client's own page, with everything in it that it names.
fn page(contents: &Contents) -> Result<String, Failure> {
    let data = |kind: &str, content: &[u8]| format!("data:{kind};base64,{}", BASE64.encode(content));
    let mut page = String::new();
    for line in contents.page.lines() {
        let line = line.trim();
        if line.starts_with("<link rel=\"icon\"") {
            page += &format!("<link rel=\"icon\" href=\"{}\">", data("image/svg+xml", contents.icon));
        } else if line.starts_with("<link rel=\"stylesheet\"") {
            page += &format!("<style>{}</style>", contents.style);
        } else if line.starts_with("<script type=\"module\"") {
            page += &format!("<script type=\"application/json\" id=\"{FILES}\">{}</script>\n", contents.files);
            page += &format!("<script>\n(() => {{\n{SCRIPT}}})();\n</script>");
        } else if line.starts_with("<link ") {
            // Nothing is fetched before it is needed, and nothing can be installed from a disk.
            continue;
        } else {
            page += line;
        }
        page.push('\n');
    }
    for found in ["<style>", "id=\"files\"", "rel=\"icon\""] {
        if !page.contains(found) {
            return Err(Failure::new(format!("index.html has no place for {found} of the single file")));
        }
    }
    Ok(page)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn made(page: &str) -> Result<String, Failure> {
        let files = json!({"start.js": "H4sI"});
        super::page(&Contents { page, icon: b"<svg/>", style: "body {}", files: &files })
    }

    #[test]
    #[allow(clippy::unwrap_used, reason = "a test that cannot go on shall stop")]
    fn the_file_names_nothing_outside_itself() {
        let page = made(include_str!("../../../crates/web/static/index.html")).unwrap();
        let addresses = page.split("href=\"").skip(1).chain(page.split("src=\"").skip(1));
        let outside: Vec<&str> = addresses.filter(|address| !address.starts_with("data:")).collect();
        assert!(outside.is_empty(), "{outside:?}");
        for wanted in ["<style>body {}</style>", "{\"start.js\":\"H4sI\"}", "id=\"loading\""] {
            assert!(page.contains(wanted), "{wanted}");
        }
    }

    #[test]
    fn a_page_without_a_place_for_something_is_refused() {
        assert!(made("<!doctype html>").is_err());
    }
}
