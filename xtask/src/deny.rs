//! Licences and advisories of everything that is used: `cargo deny` where it is installed, otherwise the licences alone.
//!
//! Building `cargo deny` takes longer than all other checks together, so that it is not installed by itself.

use crate::shell::{self, Failure, cargo, output, project_root, succeeds};
use toml::Value;

/// Checks by `deny.toml`.
pub(crate) fn deny() -> Result<(), Failure> {
    if !succeeds(&mut cargo(&["deny", "--version"])) {
        println!(
            "cargo-deny is not installed (`cargo install --locked cargo-deny`): licences are checked, advisories are not."
        );
        return licences();
    }
    let advice = "deny.toml says what may be in the tree. `cargo update` often brings a mended version.";
    shell::run(&mut cargo(&["deny", "check", "licenses", "bans", "sources"]), advice)?;
    // The list of advisories comes from the network; a copy of an earlier time will do.
    if succeeds(&mut cargo(&["deny", "fetch", "db"])) {
        return shell::run(&mut cargo(&["deny", "check", "advisories"]), advice);
    }
    println!("The advisory database cannot be reached: its copy is used, if there is one.");
    let offline = ["deny", "check", "--disable-fetch", "advisories"];
    match std::env::var_os("CARGO_HOME").or_else(|| std::env::home_dir().map(|home| home.join(".cargo").into())) {
        Some(home) if std::path::Path::new(&home).join("advisory-dbs").is_dir() => {
            shell::run(&mut cargo(&offline), advice)
        }
        _ => Ok(()),
    }
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
