//! Licences and advisories of everything that is used, by `deny.toml`: with `cargo deny` where it is installed, otherwise
//! by ourselves.
//!
//! Building `cargo deny` takes longer than all other checks together, so that it is not installed by itself.

use crate::shell::{self, Failure, cargo, output, project_root, succeeds};
use std::path::{Path, PathBuf};
use std::process::Command;
use toml::Value;

/// Where advisories come from, and the folder in cargo's own that keeps a copy; `cargo audit` uses the same.
const DATABASE: &str = "https://github.com/rustsec/advisory-db.git";
const COPY: &str = "advisory-db";

const ADVICE: &str = "deny.toml says what may be in the tree. `cargo update` often brings a mended version.";

/// Checks by `deny.toml`.
pub(crate) fn deny() -> Result<(), Failure> {
    if !succeeds(&mut cargo(&["deny", "--version"])) {
        licences()?;
        return advisories();
    }
    shell::run(&mut cargo(&["deny", "check", "licenses", "bans", "sources"]), ADVICE)?;
    // The list of advisories comes from the network; a copy of an earlier time will do.
    if succeeds(&mut cargo(&["deny", "fetch", "db"])) {
        return shell::run(&mut cargo(&["deny", "check", "advisories"]), ADVICE);
    }
    println!("The advisory database cannot be reached: its copy is used, if there is one.");
    if cargo_home().is_some_and(|home| home.join("advisory-dbs").is_dir()) {
        return shell::run(&mut cargo(&["deny", "check", "--disable-fetch", "advisories"]), ADVICE);
    }
    Ok(())
}

fn cargo_home() -> Option<PathBuf> {
    let given = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    given.or_else(|| std::env::home_dir().map(|home| home.join(".cargo")))
}

/// Looks for what is used among the known dangers.
fn advisories() -> Result<(), Failure> {
    let Some(copy) = cargo_home().map(|home| home.join(COPY)) else {
        return Err(Failure::new("There is no folder of cargo: set CARGO_HOME."));
    };
    if !refresh(&copy) {
        println!("The advisory database cannot be reached ({DATABASE}).");
        if !copy.join("crates").is_dir() {
            println!("There is no copy of an earlier time in {} either: advisories are not checked.", copy.display());
            return Ok(());
        }
        println!("Its copy of an earlier time in {} is used.", copy.display());
    }
    let what =
        ["run", "--quiet", "--locked", "--package", "xtask", "--features", "advisories", "--bin", "advisories", "--"];
    let mut command = cargo(&what);
    command.arg(copy).args(["Cargo.lock", "fuzz/Cargo.lock"]);
    shell::run(&mut command, ADVICE)
}

/// Brings the copy of the database up to date; says whether that worked.
fn refresh(copy: &Path) -> bool {
    // Who is not at the terminal is asked for nothing, and a line that hardly flows is none.
    let git = |arguments: &[&str]| {
        let mut command = Command::new("git");
        command.env("GIT_TERMINAL_PROMPT", "0");
        command.args(["-c", "http.lowSpeedLimit=1000", "-c", "http.lowSpeedTime=20"]).args(arguments);
        command
    };
    if copy.join(".git").is_dir() {
        let inside = |arguments: &[&str]| succeeds(git(arguments).current_dir(copy));
        return inside(&["fetch", "--quiet", "--depth", "1", "origin", "HEAD"])
            && inside(&["reset", "--quiet", "--hard", "FETCH_HEAD"]);
    }
    succeeds(git(&["clone", "--quiet", "--depth", "1", DATABASE]).arg(copy))
}

/// Every package of the tree has a licence that `deny.toml` allows.
fn licences() -> Result<(), Failure> {
    let file = project_root().join("deny.toml");
    let wrong = |error: String| Failure::new(format!("deny.toml: {error}"));
    let text = std::fs::read_to_string(file).map_err(|error| wrong(error.to_string()))?;
    let table: toml::Table = text.parse().map_err(|error: toml::de::Error| wrong(error.to_string()))?;
    let listed = table.get("licenses").and_then(|licences| licences.get("allow")).and_then(Value::as_array);
    let allowed: Vec<&str> = listed.into_iter().flatten().filter_map(Value::as_str).collect();
    let arguments = [
        "tree",
        "--workspace",
        "--target",
        "all",
        "--locked",
        "--prefix",
        "none",
        "--no-dedupe",
        "--format",
        "{p}\t{l}",
    ];
    let tree = output(&mut cargo(&arguments))?;
    let mut packages: Vec<&str> = tree.lines().filter(|line| line.contains('\t')).collect();
    packages.sort_unstable();
    packages.dedup();
    let bad: Vec<String> = packages
        .iter()
        .filter_map(|line| line.split_once('\t'))
        .filter(|(_, licence)| !is_allowed(licence, &allowed))
        .map(|(package, licence)| format!("{package}: {licence:?}"))
        .collect();
    if bad.is_empty() {
        println!("{} packages, all with licences that deny.toml allows", packages.len());
        return Ok(());
    }
    Err(Failure::new(format!("Licences that deny.toml does not allow:\n{}", bad.join("\n"))))
}

/// Whether an SPDX expression can be met with these licences. `AND` binds closer than `OR`; a slash is an old `OR`.
fn is_allowed(expression: &str, allowed: &[&str]) -> bool {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut rest = words.as_slice();
    any_of(&mut rest, allowed) && rest.is_empty()
}

fn any_of(rest: &mut &[&str], allowed: &[&str]) -> bool {
    let mut good = all_of(rest, allowed);
    while let Some((&"OR", after)) = rest.split_first() {
        *rest = after;
        good |= all_of(rest, allowed);
    }
    good
}

fn all_of(rest: &mut &[&str], allowed: &[&str]) -> bool {
    let mut good = one(rest, allowed);
    while let Some((&"AND", after)) = rest.split_first() {
        *rest = after;
        good &= one(rest, allowed);
    }
    good
}

fn one(rest: &mut &[&str], allowed: &[&str]) -> bool {
    match **rest {
        ["(", ..] => {
            *rest = &rest[1..];
            let good = any_of(rest, allowed);
            let closed = rest.first() == Some(&")");
            *rest = rest.get(1..).unwrap_or_default();
            good && closed
        }
        [licence, "WITH", exception, ..] => {
            *rest = &rest[3..];
            allowed.contains(&format!("{licence} WITH {exception}").as_str())
        }
        [licence, ..] => {
            *rest = &rest[1..];
            allowed.contains(&licence)
        }
        [] => false,
    }
}

#[cfg(test)]
mod tests {
    use super::is_allowed;

    #[test]
    fn expressions_are_read_as_they_are_meant() {
        let allowed = ["MIT", "ISC", "Apache-2.0 WITH LLVM-exception"];
        for good in ["MIT", "GPL-3.0 OR MIT", "MIT/Apache-2.0", "(MIT OR X) AND ISC", "Apache-2.0 WITH LLVM-exception"]
        {
            assert!(is_allowed(good, &allowed), "{good}");
        }
        for bad in ["", "GPL-3.0", "MIT AND GPL-3.0", "(MIT OR X) AND X", "Apache-2.0", "(MIT", "MIT ISC"] {
            assert!(!is_allowed(bad, &allowed), "{bad}");
        }
    }
}
