//! `cargo xtask tidy`: house rules that rustc and clippy do not know.

mod manifests;
mod sources;
mod tiles;

use crate::shell::{Failure, project_root};
use std::fmt;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Something to put right, and where.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Complaint {
    file: String,
    line: usize,
    /// What is wrong and what to do.
    message: String,
}

impl Complaint {
    fn new(file: &str, line: usize, message: impl Into<String>) -> Complaint {
        Complaint { file: file.to_owned(), line, message: message.into() }
    }
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.message)
    }
}

/// A file of the project: its path from the root, with `/`, and its content.
struct File {
    path: String,
    content: Vec<u8>,
}

impl File {
    /// The content, if it is text.
    fn text(&self) -> Option<&str> {
        std::str::from_utf8(&self.content).ok().filter(|text| !text.contains('\0'))
    }
}

/// Checks all files of the project.
pub(crate) fn tidy() -> Result<(), Failure> {
    let files = project_files(project_root())?;
    let mut complaints = complaints(&files);
    complaints.sort();
    if complaints.is_empty() {
        println!("{} files are tidy.", files.len());
        return Ok(());
    }
    let list: Vec<String> = complaints.iter().map(Complaint::to_string).collect();
    Err(Failure::new(format!("{}\n{} to put right.", list.join("\n"), list.len())))
}

fn complaints(files: &[File]) -> Vec<Complaint> {
    let texts = files.iter().filter_map(|file| Some((file.path.as_str(), file.text()?)));
    let mut complaints: Vec<Complaint> = texts.flat_map(|(path, text)| sources::check(path, text)).collect();
    complaints.extend(manifests::check(files));
    complaints.extend(tiles::check(files));
    complaints
}

/// The files that git knows or would add; without git, all but what a build makes.
fn project_files(root: &Path) -> Result<Vec<File>, Failure> {
    let listed = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
    let paths = match Command::new("git").args(listed).current_dir(root).output() {
        Ok(output) if output.status.success() => {
            String::from_utf8_lossy(&output.stdout).split_terminator('\0').map(str::to_owned).collect()
        }
        _ => {
            let mut paths = Vec::new();
            walk(root, "", &mut paths);
            paths
        }
    };
    let mut files = Vec::new();
    // A file that git knows may be deleted in the working tree.
    for path in paths.into_iter().filter(|path| root.join(path).is_file()) {
        let content =
            fs::read(root.join(&path)).map_err(|error| Failure::new(format!("cannot read {path}: {error}")))?;
        files.push(File { path, content });
    }
    Ok(files)
}

fn walk(folder: &Path, prefix: &str, paths: &mut Vec<String>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = format!("{prefix}{name}");
        if [".git", "target", "fuzz/target", "fuzz/corpus", "fuzz/artifacts"].contains(&path.as_str()) {
            continue;
        }
        if entry.path().is_dir() {
            walk(&entry.path(), &format!("{path}/"), paths);
        } else {
            paths.push(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_complaint_names_the_place_first() {
        assert_eq!(Complaint::new("src/a.rs", 3, "say why").to_string(), "src/a.rs:3: say why");
    }

    #[test]
    fn every_kind_of_check_reaches_its_files() {
        let file = |path: &str, content: &str| File { path: path.to_owned(), content: content.into() };
        let files = [
            file("README.md", "trailing \n"),
            file("crates/rules/Cargo.toml", "[package]\n"),
            file("crates/rules/tiles/base.toml", "changed"),
        ];
        let complaints = complaints(&files);
        for wanted in files {
            assert!(complaints.iter().any(|complaint| complaint.file == wanted.path), "{}", wanted.path);
        }
    }
}
