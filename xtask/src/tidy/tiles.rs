//! The tile files stay as they are: tile ids and the order of segments are public names, used in the engine protocol and
//! in records.

use super::{Complaint, File};

const FOLDER: &str = "crates/rules/tiles/";
/// One line per tile file: its checksum, two spaces, its name.
const LIST: &str = "xtask/tiles.checksums";

pub(super) fn check(files: &[File]) -> Vec<Complaint> {
    let list = files.iter().find(|file| file.path == LIST).and_then(File::text).unwrap_or_default();
    let mut complaints = Vec::new();
    for file in files {
        let Some(name) = file.path.strip_prefix(FOLDER) else { continue };
        let line = format!("{:016x}  {name}", checksum(&file.content));
        if list.lines().any(|listed| listed == line) {
            continue;
        }
        let message = if listed_names(list).any(|(_, listed)| listed == name) {
            format!(
                "changed, and tile ids and segment order are public names: take the change back (a correction of a \
                 tile needs a line in CHANGELOG.md, and `{line}` in {LIST})"
            )
        } else {
            format!("a new tile file: add the line `{line}` to {LIST}")
        };
        complaints.push(Complaint::new(&file.path, 1, message));
    }
    for (number, name) in listed_names(list) {
        if !files.iter().any(|file| file.path.strip_prefix(FOLDER) == Some(name)) {
            complaints.push(Complaint::new(LIST, number, format!("{FOLDER}{name} is gone: bring it back")));
        }
    }
    complaints
}

fn listed_names(list: &str) -> impl Iterator<Item = (usize, &str)> {
    list.lines().enumerate().filter_map(|(index, line)| Some((index + 1, line.split_once("  ")?.1)))
}

/// FNV-1a, 64 bits: it guards against accidents, not against malice.
fn checksum(content: &[u8]) -> u64 {
    content.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str, content: &str) -> File {
        File { path: path.to_owned(), content: content.into() }
    }

    #[test]
    fn checksums_are_fnv_1a() {
        assert_eq!(checksum(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(checksum(b"foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn an_unchanged_file_passes_and_a_changed_one_does_not() {
        let list = || file(LIST, "85944171f73967e8  base.toml\n");
        assert_eq!(check(&[list(), file("crates/rules/tiles/base.toml", "foobar")]), []);
        let complaints = check(&[list(), file("crates/rules/tiles/base.toml", "foobaz")]);
        assert_eq!(complaints.len(), 1);
        assert!(complaints[0].message.starts_with("changed"), "{}", complaints[0]);
    }

    #[test]
    fn new_and_missing_files_are_named() {
        let complaints = check(&[file(LIST, "0  base.toml\n"), file("crates/rules/tiles/river.toml", "foobar")]);
        let places: Vec<_> = complaints.iter().map(|complaint| (complaint.file.as_str(), complaint.line)).collect();
        assert_eq!(places, [("crates/rules/tiles/river.toml", 1), (LIST, 1)]);
        assert!(complaints[0].message.contains("`85944171f73967e8  river.toml`"), "{}", complaints[0]);
    }
}
