//! Every link of the site leads somewhere: to a file, and to a place in it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

/// Checks all pages in a folder; says how many links there are, or which lead nowhere.
pub(crate) fn check(folder: &Path) -> Result<usize, String> {
    let mut files = BTreeSet::new();
    list(folder, Path::new(""), &mut files).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut pages = BTreeMap::new();
    for file in files.iter().filter(|file| file.extension().is_some_and(|end| end == "html")) {
        let text =
            std::fs::read_to_string(folder.join(file)).map_err(|error| format!("{}: {error}", file.display()))?;
        pages.insert(file.clone(), text);
    }
    let mut count = 0;
    let mut bad = Vec::new();
    for (page, text) in &pages {
        for link in ["href=\"", "src=\""].into_iter().flat_map(|name| values(text, name)) {
            let outside =
                link.contains("://") || ["mailto:", "data:", "javascript:"].iter().any(|it| link.starts_with(it));
            if outside || link.is_empty() {
                continue;
            }
            count += 1;
            if let Err(why) = follow(page, &link, &files, &pages) {
                bad.push(format!("{}: {link}: {why}", page.display()));
            }
        }
    }
    if bad.is_empty() { Ok(count) } else { Err(format!("links that lead nowhere:\n{}", bad.join("\n"))) }
}

fn list(root: &Path, folder: &Path, files: &mut BTreeSet<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(root.join(folder))? {
        let entry = entry?;
        let path = folder.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            list(root, &path, files)?;
        } else {
            files.insert(path);
        }
    }
    Ok(())
}

/// The values of an attribute.
fn values<'a>(text: &'a str, name: &str) -> impl Iterator<Item = String> + use<'a> {
    let parts: Vec<&str> = text.split(name).skip(1).collect();
    parts.into_iter().filter_map(|rest| Some(rest.split_once('"')?.0.replace("&amp;", "&")))
}

fn follow(
    page: &Path,
    link: &str,
    files: &BTreeSet<PathBuf>,
    pages: &BTreeMap<PathBuf, String>,
) -> Result<(), &'static str> {
    let (path, place) = link.split_once('#').map_or((link, None), |(path, place)| (path, Some(decoded(place))));
    let path = decoded(path.split('?').next().unwrap_or_default());
    let target = if path.is_empty() { page.to_owned() } else { resolve(page, &path).ok_or("outside of the site")? };
    if !files.contains(&target) {
        return Err("there is no such file");
    }
    let Some(place) = place.filter(|place| !place.is_empty()) else { return Ok(()) };
    let there = pages.get(&target).is_some_and(|text| text.contains(&format!("id=\"{place}\"")));
    if there { Ok(()) } else { Err("there is no such place in the file") }
}

/// Where a relative address leads.
fn resolve(page: &Path, link: &str) -> Option<PathBuf> {
    let mut target = page.parent().map(Path::to_owned).unwrap_or_default();
    for part in Path::new(link).components() {
        match part {
            Component::Normal(name) => target.push(name),
            Component::ParentDir => {
                if !target.pop() {
                    return None;
                }
            }
            Component::CurDir => {}
            Component::RootDir | Component::Prefix(_) => return None,
        }
    }
    Some(target)
}

/// Addresses write some letters as `%` and two digits.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        let digits = tail.get(..2).and_then(|pair| std::str::from_utf8(pair).ok());
        match digits.and_then(|pair| u8::from_str_radix(pair, 16).ok()).filter(|_| *first == b'%') {
            Some(byte) => {
                bytes.push(byte);
                rest = &tail[2..];
            }
            None => {
                bytes.push(*first);
                rest = tail;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn broken_links_are_named_and_good_ones_counted() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            std::fs::write(path, text).expect("a file");
        };
        write(
            "a.html",
            r##"<a href="sub/b.html#x%20y">b</a> <a href="https://example.org/">out</a> <a href="#top" id="top">"##,
        );
        write("sub/b.html", r#"<p id="x y"><img src="../p.png"><a href="../a.html?x=1&amp;y=2">a</a>"#);
        write("p.png", "");
        assert_eq!(check(folder.path()), Ok(4));
        write("sub/c.html", r##"<a href="b.html#z"><a href="d.html"><a href="../../e.html"><a href="/a.html">"##);
        let bad = check(folder.path()).expect_err("broken links");
        let lines: Vec<&str> = bad.lines().skip(1).collect();
        assert_eq!(lines.len(), 4, "{bad}");
        assert!(lines[0].ends_with("b.html#z: there is no such place in the file"), "{bad}");
        assert!(lines[1].ends_with("d.html: there is no such file"), "{bad}");
    }
}
