//! Checks of single lines and of lengths.

use super::Complaint;

const MOST_RUST_LINES: usize = 600;
const MOST_README_LINES: usize = 120;

/// Files that people write, as opposed to recorded inputs and outputs, by the end of their names.
const WRITTEN: [&str; 15] = [
    ".rs",
    ".toml",
    ".md",
    ".sh",
    ".yml",
    ".js",
    ".mjs",
    ".css",
    ".html",
    ".ftl",
    ".py",
    ".pyi",
    ".dict",
    ".ci/run",
    ".gitignore",
];

// Put together from parts, here and in the tests, so that this file does not complain of itself.
const MARKS: [&str; 3] = [concat!("TO", "DO"), concat!("FIX", "ME"), concat!("XX", "X")];
const UNFINISHED: [&str; 2] = [concat!("to", "do!("), concat!("un", "implemented!(")];
const IGNORED: &str = concat!("#[ig", "nore");

pub(super) fn check(path: &str, text: &str) -> Vec<Complaint> {
    let mut complaints = Vec::new();
    let written = WRITTEN.iter().any(|end| path.ends_with(end));
    for (index, line) in text.lines().enumerate() {
        let mut complain = |message: String| complaints.push(Complaint::new(path, index + 1, message));
        if written && line.ends_with([' ', '\t', '\r']) {
            complain("space at the end of the line: remove it".to_owned());
        }
        if written
            && !path.ends_with(".md")
            && let Some(message) = unfinished(line)
        {
            complain(message);
        }
    }
    if written && !text.is_empty() && !text.ends_with('\n') {
        complaints.push(Complaint::new(path, text.lines().count(), "no line end at the end of the file: add one"));
    }
    complaints.extend(too_long(path, text.lines().count()));
    complaints
}

fn too_long(path: &str, lines: usize) -> Option<Complaint> {
    let (most, advice) = if path == "README.md" {
        (MOST_README_LINES, "move detail to ARCHITECTURE.md or docs/")
    } else if path.ends_with(".rs") {
        (MOST_RUST_LINES, "split it by topic")
    } else {
        return None;
    };
    (lines > most).then(|| Complaint::new(path, most + 1, format!("{lines} lines, at most {most}: {advice}")))
}

/// Unfinished work that does not say what it waits for.
fn unfinished(line: &str) -> Option<String> {
    for mark in MARKS {
        let words = line.match_indices(mark).filter(|(at, _)| {
            let rest = &line[at + mark.len()..];
            let inside_word = |c: char| c.is_alphanumeric() || c == '_';
            !line[..*at].ends_with(inside_word) && !rest.starts_with(inside_word)
        });
        for (at, _) in words {
            let rest = &line[at + mark.len()..];
            let reason = rest.strip_prefix('(').and_then(|rest| rest.split_once("):"));
            if reason.is_none_or(|(reason, what)| reason.trim().is_empty() || what.trim().is_empty()) {
                return Some(format!(
                    "{mark} without a reason: do it, or write `{mark}(what it waits for): what to do`"
                ));
            }
        }
    }
    for call in UNFINISHED {
        if line.split(call).skip(1).any(|rest| !rest.starts_with('"')) {
            return Some(format!("{call}) without a reason: do it, or say in it what it waits for"));
        }
    }
    if line.split(IGNORED).skip(1).any(|rest| !rest.trim_start().starts_with('=')) {
        return Some(format!("{IGNORED}] without a reason: write {IGNORED} = \"why\"]"));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines of which something is said.
    fn lines(path: &str, text: &str) -> Vec<usize> {
        check(path, text).into_iter().map(|complaint| complaint.line).collect()
    }

    #[test]
    fn long_files_are_named_from_the_first_line_too_many() {
        assert_eq!(lines("a.rs", &"//\n".repeat(600)), [0usize; 0]);
        assert_eq!(lines("a.rs", &"//\n".repeat(601)), [601]);
        assert_eq!(lines("README.md", &"-\n".repeat(120)), [0usize; 0]);
        assert_eq!(lines("README.md", &"-\n".repeat(121)), [121]);
        assert_eq!(lines("docs/README.md", &"-\n".repeat(121)), [0usize; 0]);
    }

    #[test]
    fn spaces_at_line_ends_are_found_in_written_files_only() {
        assert_eq!(lines("a.md", "one\ntwo \nthree\t\n"), [2, 3]);
        assert_eq!(lines("fuzz/seeds/engine/typo", "two "), [0usize; 0]);
    }

    #[test]
    fn the_last_line_ends() {
        assert_eq!(lines("a.rs", "one\ntwo"), [2]);
        assert_eq!(lines("a.rs", ""), [0usize; 0]);
    }

    #[test]
    fn marks_of_unfinished_work_need_a_reason() {
        for mark in MARKS {
            for bad in ["// @", "// @: soon", "// @(): soon", "// @(the server):"] {
                assert_eq!(lines("a.rs", &format!("{}\n", bad.replace('@', mark))), [1], "{bad}");
            }
            for good in ["// @(the server): keep rooms", "let A@ = 1;", "@S", "B_@"] {
                assert_eq!(lines("a.rs", &format!("{}\n", good.replace('@', mark))), [0usize; 0], "{good}");
            }
        }
    }

    #[test]
    fn unfinished_calls_and_ignored_tests_need_a_reason() {
        for call in UNFINISHED {
            assert_eq!(lines("a.rs", &format!("    {call})\n")), [1]);
            assert_eq!(lines("a.rs", &format!("    {call}\"the bots\")\n")), [0usize; 0]);
        }
        assert_eq!(lines("a.rs", &format!("{IGNORED}]\n")), [1]);
        assert_eq!(lines("a.rs", &format!("{IGNORED} = \"takes an hour\"]\n")), [0usize; 0]);
    }
}
