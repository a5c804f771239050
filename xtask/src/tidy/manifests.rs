//! Checks of the crates' manifests: what every crate says of itself, and who may use whom.

use super::{Complaint, File};
use toml::{Table, Value};

/// Which crates of the project each crate may use: the layers of the architecture. Nobody uses `bastide`, `python`, `browser`,
/// `site` or `xtask`, and what draws (`art`) or thinks (`bots`) knows nothing of networks (`wire`, `server`).
const LAYERS: [(&str, &[&str]); 19] = [
    ("rules", &[]),
    ("table", &["rules"]),
    ("art", &["rules"]),
    ("bots", &["rules", "table"]),
    ("puzzles", &["rules"]),
    ("foreign", &["rules", "table"]),
    ("wire", &["rules", "table"]),
    ("engine", &["rules", "table", "bots", "wire"]),
    ("engines", &[]),
    ("server", &["rules", "table", "bots", "wire", "art", "engines"]),
    ("study", &["rules", "table", "bots"]),
    ("thinker", &["rules", "table", "bots", "study"]),
    ("web", &["rules", "table", "puzzles", "foreign", "thinker", "study", "wire", "art"]),
    ("spaces", &["rules", "table"]),
    ("python", &["rules", "table", "bots", "wire", "art", "spaces"]),
    (
        "bastide",
        &["rules", "table", "puzzles", "foreign", "bots", "study", "wire", "art", "engine", "engines", "server"],
    ),
    ("browser", &["rules", "table", "puzzles", "server"]),
    ("site", &["rules", "table", "art"]),
    ("xtask", &["engines"]),
];

/// What ships inside `rules` from outside the project: nothing. It runs everywhere, and everything waits for it to
/// compile.
const RULES_MAY_USE: [&str; 0] = [];

/// The crates that others may use, by folder, and how they are called out in the world.
const PUBLISHED: [(&str, &str); 6] = [
    ("rules", "bastide-rules"),
    ("table", "bastide-table"),
    ("art", "bastide-art"),
    ("bots", "bastide-bots"),
    ("study", "bastide-study"),
    ("wire", "bastide-protocol"),
];

fn published_name(folder: &str) -> &str {
    PUBLISHED.iter().find(|(known, _)| *known == folder).map_or(folder, |(_, name)| name)
}

/// The folder of a crate of the project by either of its names.
fn folder_of(name: &str) -> &str {
    PUBLISHED.iter().find(|(_, known)| *known == name).map_or(name, |(folder, _)| folder)
}

pub(super) fn check(files: &[File]) -> Vec<Complaint> {
    let mut complaints = Vec::new();
    for file in files {
        let Some(folder) = crate_folder(&file.path) else { continue };
        match file.text().unwrap_or_default().parse::<Table>() {
            Ok(manifest) => complaints.extend(Manifest { file, folder, manifest: &manifest }.check()),
            Err(error) => complaints.push(Complaint::new(&file.path, 1, format!("not TOML: {}", error.message()))),
        }
    }
    complaints
}

/// The name of the folder, for the manifest of a member of the workspace.
fn crate_folder(path: &str) -> Option<&str> {
    let folder = path.strip_suffix("/Cargo.toml")?;
    let folder = folder.strip_prefix("crates/").unwrap_or(folder);
    (folder != "fuzz" && !folder.contains('/')).then_some(folder)
}

struct Manifest<'a> {
    file: &'a File,
    folder: &'a str,
    manifest: &'a Table,
}

impl Manifest<'_> {
    fn check(&self) -> Vec<Complaint> {
        let mut complaints = Vec::new();
        let mut complain = |near: &str, message: String| complaints.push(self.complaint(near, message));
        let package = self.manifest.get("package").and_then(Value::as_table).cloned().unwrap_or_default();
        let name = published_name(self.folder);
        if package.get("name").and_then(Value::as_str) != Some(name) {
            complain("name", format!("a crate is named like its folder, or as it is published: call it `{name}`"));
        }
        if package.get("description").and_then(Value::as_str).is_none_or(|text| text.trim().is_empty()) {
            complain("[package]", "no description: say in one sentence what the crate is".to_owned());
        }
        if self.manifest.get("lints").and_then(|lints| lints.get("workspace")?.as_bool()) != Some(true) {
            complain(
                "[lints]",
                "the crate has lints of its own or none: write `[lints]`, `workspace = true`".to_owned(),
            );
        }
        let Some((_, may_use)) = LAYERS.iter().find(|(name, _)| *name == self.folder) else {
            let message = "a crate without a place in the architecture: add it to LAYERS in \
                           xtask/src/tidy/manifests.rs and to ARCHITECTURE.md";
            complain("[package]", message.to_owned());
            return complaints;
        };
        for (table, name) in self.dependencies() {
            let local = LAYERS.iter().any(|(local, _)| *local == name);
            if local && !may_use.contains(&name.as_str()) {
                complain(&name, format!("`{}` must not depend on `{name}`: see ARCHITECTURE.md", self.folder));
            }
            let ships = table == "dependencies";
            if self.folder == "rules" && !local && ships && !RULES_MAY_USE.contains(&name.as_str()) {
                complain(&name, format!("`rules` does without other crates: do it without `{name}`"));
            }
        }
        complaints
    }

    /// Every dependency: the table that names it, and the crate.
    fn dependencies(&self) -> Vec<(&'static str, String)> {
        let platforms = self.manifest.get("target").and_then(Value::as_table).into_iter().flat_map(Table::values);
        let places = std::iter::once(self.manifest).chain(platforms.filter_map(Value::as_table));
        let mut found = Vec::new();
        for place in places {
            for kind in ["dependencies", "build-dependencies", "dev-dependencies"] {
                for (name, how) in place.get(kind).and_then(Value::as_table).into_iter().flatten() {
                    let renamed = how.get("package").and_then(Value::as_str);
                    found.push((kind, folder_of(renamed.unwrap_or(name)).to_owned()));
                }
            }
        }
        found
    }

    /// A complaint at the first line that begins with the given words, or at the first line.
    fn complaint(&self, near: &str, message: String) -> Complaint {
        let text = self.file.text().unwrap_or_default();
        let line = text.lines().position(|line| line.trim_start().starts_with(near)).unwrap_or(0);
        Complaint::new(&self.file.path, line + 1, message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "[package]\nname = \"NAME\"\ndescription = \"It is.\"\n[lints]\nworkspace = true\n";

    fn complaints(path: &str, content: String) -> Vec<String> {
        let file = File { path: path.to_owned(), content: content.into_bytes() };
        check(&[file]).iter().map(Complaint::to_string).collect()
    }

    /// What is said of a crate that is in order but for these lines at its end.
    fn with(name: &str, extra: &str) -> Vec<String> {
        complaints(&format!("crates/{name}/Cargo.toml"), GOOD.replace("NAME", published_name(name)) + extra)
    }

    #[test]
    fn a_crate_in_order_passes() {
        assert_eq!(with("rules", ""), [""; 0]);
        assert_eq!(complaints("xtask/Cargo.toml", GOOD.replace("NAME", "xtask")), [""; 0]);
    }

    #[test]
    fn name_description_and_lints_are_demanded() {
        let bad = |from: &str, to: &str| {
            complaints("crates/rules/Cargo.toml", GOOD.replace("NAME", "bastide-rules").replace(from, to)).join("\n")
        };
        assert!(
            bad("\"bastide-rules\"", "\"rules\"")
                .starts_with("crates/rules/Cargo.toml:2: a crate is named like its folder")
        );
        assert!(bad("\"It is.\"", "\" \"").starts_with("crates/rules/Cargo.toml:1: no description"));
        assert!(
            bad("workspace = true", "workspace = false").starts_with("crates/rules/Cargo.toml:4: the crate has lints")
        );
        assert!(bad("[lints]", "[lints").starts_with("crates/rules/Cargo.toml:1: not TOML"));
    }

    #[test]
    fn rules_depends_on_nothing_that_ships() {
        let found = with("rules", "[dependencies]\nserde.workspace = true\n[dev-dependencies]\nproptest = \"1\"\n");
        assert_eq!(found, ["crates/rules/Cargo.toml:7: `rules` does without other crates: do it without `serde`"]);
    }

    #[test]
    fn layers_are_kept_in_every_kind_of_dependency() {
        for table in ["dependencies", "build-dependencies", "dev-dependencies", "target.'cfg(unix)'.dependencies"] {
            let found = with("rules", &format!("[{table}]\nwire.workspace = true\n"));
            assert_eq!(found, ["crates/rules/Cargo.toml:7: `rules` must not depend on `wire`: see ARCHITECTURE.md"]);
        }
        let renamed = with("art", "[dependencies]\nlines = { package = \"server\", path = \"../server\" }\n");
        assert_eq!(renamed.len(), 1);
        assert_eq!(with("wire", "[dependencies]\nrules.workspace = true\nserde = \"1\"\n"), [""; 0]);
    }

    #[test]
    fn an_unknown_crate_is_asked_for_its_place() {
        let found = with("utils", "");
        assert_eq!(found.len(), 1);
        assert!(found[0].contains("LAYERS"), "{}", found[0]);
    }

    #[test]
    fn the_layers_have_no_circle() {
        for (index, (name, may_use)) in LAYERS.iter().enumerate() {
            for used in *may_use {
                let below = LAYERS.iter().position(|(other, _)| other == used);
                assert!(below.is_some_and(|below| below < index), "{name} uses {used}");
            }
        }
    }
}
