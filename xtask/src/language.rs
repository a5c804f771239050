//! `cargo xtask language`: begins languages of the client and checks them.

use crate::messages::{self, FIRST, Language};
use crate::shell::{Failure, project_root};
use crate::web::MESSAGES;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// How long texts may be, where the place for them is small.
const LIMITS: &str = "crates/web/messages/limits.toml";

/// `new CODE`, `check CODE` or `check`.
pub(crate) fn language(arguments: &[String]) -> Result<(), Failure> {
    match arguments {
        [task, code] if task == "new" => begin(code),
        [task] if task == "check" => check(None),
        [task, code] if task == "check" => check(Some(code)),
        _ => Err(Failure::new("cargo xtask language new CODE, or check [CODE], where CODE is like de or pt-BR.")),
    }
}

fn folder() -> PathBuf {
    project_root().join(MESSAGES)
}

/// Copies English, to be translated.
fn begin(code: &str) -> Result<(), Failure> {
    let plain = |part: &str| (2..=8).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if !code.split('-').all(plain) {
        return Err(Failure::new(format!("{code:?} is no code of a language; such are de, pt-BR, zh-Hant")));
    }
    let (from, to) = (folder().join(FIRST), folder().join(code));
    if to.exists() {
        return Err(Failure::new(format!("{MESSAGES}/{code} is there already; `cargo xtask language check {code}`")));
    }
    let trouble = |path: &Path, error: std::io::Error| Failure::new(format!("{}: {error}", path.display()));
    fs::create_dir_all(&to).map_err(|error| trouble(&to, error))?;
    for file in fs::read_dir(&from).map_err(|error| trouble(&from, error))?.flatten() {
        let path = to.join(file.file_name());
        fs::copy(file.path(), &path).map_err(|error| trouble(&path, error))?;
    }
    println!("{MESSAGES}/{code} is a copy of English. Begin with language.toml; docs/adding-a-language.md says how.");
    Ok(())
}

fn check(wanted: Option<&str>) -> Result<(), Failure> {
    let languages = messages::read_all(&folder()).map_err(Failure::new)?;
    let english = &languages[0];
    let limits = limits()?;
    let sources = sources(&project_root().join("crates/web/src"));
    let mut found = Vec::new();
    if wanted.is_none() {
        found.extend(unused(english, &sources));
    }
    let chosen: Vec<&Language> = languages.iter().filter(|own| wanted.is_none_or(|code| own.code == code)).collect();
    if chosen.is_empty() {
        return Err(Failure::new(format!("there is no {MESSAGES}/{}", wanted.unwrap_or_default())));
    }
    for language in &chosen {
        found.extend(messages::mistakes(language, english));
        found.extend(missing(language, english));
        found.extend(untranslated(language, english));
        found.extend(too_long(language, &limits));
        found.extend(avoided(language));
    }
    if found.is_empty() {
        let names: Vec<&str> = chosen.iter().map(|language| language.name.as_str()).collect();
        println!("{}: {} texts, all in order.", names.join(", "), english.messages.len());
        return Ok(());
    }
    Err(Failure::new(format!("{}\n{} to put right.", found.join("\n"), found.len())))
}

fn missing(language: &Language, english: &Language) -> Vec<String> {
    let keys = english.messages.iter().filter(|(key, _)| !language.messages.contains_key(*key));
    keys.map(|(key, message)| format!("messages/{}/{}.toml: {key} is missing", language.code, message.topic)).collect()
}

/// Texts of several words that are the same as in English.
fn untranslated(language: &Language, english: &Language) -> Vec<String> {
    if language.code == FIRST || language.code.split('-').next() == Some(FIRST) {
        return Vec::new();
    }
    let same = language.messages.iter().filter(|(key, message)| {
        let Some(first) = english.messages.get(*key) else { return false };
        let is_word = |word: &&str| !word.contains('{') && word.contains(char::is_alphabetic);
        let words = |text: &String| text.split_whitespace().filter(is_word).count();
        first.forms == message.forms && first.forms.values().any(|text| words(text) > 1)
    });
    same.map(|(key, _)| format!("messages/{}: {key} is the same as in English", language.code)).collect()
}

fn limits() -> Result<BTreeMap<String, usize>, Failure> {
    let text =
        fs::read_to_string(project_root().join(LIMITS)).map_err(|error| Failure::new(format!("{LIMITS}: {error}")))?;
    let table: toml::Table = text.parse().map_err(|error| Failure::new(format!("{LIMITS}: {error}")))?;
    Ok(table.into_iter().filter_map(|(key, most)| Some((key, usize::try_from(most.as_integer()?).ok()?))).collect())
}

fn too_long(language: &Language, limits: &BTreeMap<String, usize>) -> Vec<String> {
    let mut found = Vec::new();
    for (key, message) in &language.messages {
        let Some(&most) = limits.get(key) else { continue };
        for text in message.forms.values() {
            let long = text.chars().count();
            if long > most {
                found.push(format!("messages/{}: {key} has {long} letters and room for {most}: {text}", language.code));
            }
        }
    }
    found
}

fn avoided(language: &Language) -> Vec<String> {
    let mut found = Vec::new();
    for (key, message) in &language.messages {
        let text = message.forms.values().cloned().collect::<Vec<_>>().join(" ").to_lowercase();
        for (word, instead) in &language.avoid {
            if text.contains(&word.to_lowercase()) {
                found.push(format!("messages/{}: {key} says {word:?}; the glossary wants {instead:?}", language.code));
            }
        }
    }
    found
}

/// Keys that nothing in the client asks for.
fn unused(english: &Language, sources: &str) -> Vec<String> {
    let used = |key: &str| sources.contains(&format!(".{key}(")) || sources.contains(&format!("Lang::{key}"));
    let keys = english.messages.keys().filter(|key| !used(key));
    keys.map(|key| format!("messages/{FIRST}: nothing uses {key}")).collect()
}

fn sources(folder: &Path) -> String {
    let mut text = String::new();
    for path in fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            text.push_str(&sources(&path));
        } else {
            text.push_str(&fs::read_to_string(path).unwrap_or_default());
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_is_in_order() {
        if let Err(failure) = check(None) {
            panic!("{failure}");
        }
    }
}
