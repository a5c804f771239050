//! `advisories DATABASE LOCK_FILE…`: whether something that is used is known to be dangerous. A program of its own, so that
//! only `cargo verify` has to build what it needs.

use rustsec::report::Settings;
use rustsec::{Database, Lockfile, Report};
use std::error::Error;
use std::path::Path;
use std::process::ExitCode;

/// What the other checks read, too: which advisories do not concern us.
const CHOICES: &str = "deny.toml";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some((database, locks)) = arguments.split_first() else {
        eprintln!("advisories DATABASE LOCK_FILE…");
        return ExitCode::FAILURE;
    };
    let choices = std::fs::read_to_string(CHOICES).unwrap_or_default();
    match check(Path::new(database), locks, &choices) {
        Ok(found) if found.is_empty() => ExitCode::SUCCESS,
        Ok(found) => {
            eprintln!("{}", found.join("\n"));
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// What is dangerous in lock files, each in a line; what only deserves attention is printed.
fn check(database: &Path, locks: &[String], choices: &str) -> Result<Vec<String>, Box<dyn Error>> {
    let database = Database::open(database).map_err(|error| format!("{}: {error}", database.display()))?;
    let mut settings = Settings::default();
    let table: toml::Table = choices.parse().map_err(|error| format!("{CHOICES}: {error}"))?;
    let ignored = table.get("advisories").and_then(|advisories| advisories.get("ignore"));
    for id in ignored.and_then(toml::Value::as_array).into_iter().flatten().filter_map(toml::Value::as_str) {
        settings.ignore.push(id.parse().map_err(|error| format!("{CHOICES}: {id}: {error}"))?);
    }
    let mut found = Vec::new();
    for lock in locks {
        let file = Lockfile::load(lock).map_err(|error| format!("{lock}: {error}"))?;
        let report = Report::generate(&database, &file, &settings);
        for one in report.vulnerabilities.list {
            let (package, advisory) = (&one.package, &one.advisory);
            found.push(format!("{lock}: {} {}: {} ({})", package.name, package.version, advisory.title, advisory.id));
        }
        println!("{lock}: {} packages against {} advisories", file.packages.len(), database.iter().count());
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ADVISORY: &str = r#"```toml
[advisory]
id = "RUSTSEC-2026-9999"
package = "leaky"
date = "2026-01-01"

[versions]
patched = [">= 1.2.0"]
```

# It leaks

Through the roof.
"#;

    fn lock(version: &str) -> String {
        let source = "registry+https://github.com/rust-lang/crates.io-index";
        format!("version = 4\n\n[[package]]\nname = \"leaky\"\nversion = \"{version}\"\nsource = \"{source}\"\n")
    }

    #[test]
    fn what_is_dangerous_is_found_and_what_is_mended_is_not() {
        let folder = std::env::temp_dir().join(format!("bastide-advisories-{}", std::process::id()));
        let of_leaky = folder.join("crates/leaky");
        std::fs::create_dir_all(&of_leaky).expect("a folder");
        std::fs::write(of_leaky.join("RUSTSEC-2026-9999.md"), ADVISORY).expect("a file");
        let found = |version: &str, choices: &str| {
            let file = folder.join("Cargo.lock");
            std::fs::write(&file, lock(version)).expect("a file");
            check(&folder, &[file.display().to_string()], choices).expect("it can be checked")
        };
        let old = found("1.1.9", "");
        assert!(old.len() == 1 && old[0].contains("leaky 1.1.9: It leaks (RUSTSEC-2026-9999)"), "{old:?}");
        assert!(found("1.2.0", "").is_empty());
        assert!(found("1.1.9", "[advisories]\nignore = [\"RUSTSEC-2026-9999\"]").is_empty());
        std::fs::remove_dir_all(folder).expect("it can go");
    }
}
