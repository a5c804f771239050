//! Languages as data: every folder of `messages` is one. This file is part of two programs: the client's build script,
//! which turns keys into functions, and the project's tasks, which turn each language into the files that pages load.
//!
//! A text is a string, or a table with one string for each plural form, where `{n}` is the number that chooses. English
//! says which keys there are; what another language lacks is taken from it.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use toml::{Table, Value};

/// The language that the others are compared with.
pub(crate) const FIRST: &str = "en";
/// What a language says of itself, in its folder.
const OWN: &str = "language.toml";
/// Words that a language uses for the terms of the games, and such that it avoids.
const GLOSSARY: &str = "glossary.toml";
/// Parts the texts of a packed language, and the plural forms of one text.
const BETWEEN: char = '\u{1}';
const FORM: char = '\u{2}';

/// The texts of one message: a single one under the empty name, or one for each plural form.
pub(crate) type Forms = BTreeMap<String, String>;

/// When a page needs a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    /// For the first picture.
    First,
    /// When somebody wants to read the rules or to be guided.
    Later,
}

impl Part {
    /// Both.
    pub(crate) const ALL: [Part; 2] = [Part::First, Part::Later];

    /// How the file of a packed language is called.
    pub(crate) fn file(self, code: &str) -> String {
        match self {
            Part::First => format!("texts-{code}.txt"),
            Part::Later => format!("texts-{code}-more.txt"),
        }
    }

    fn of(topic: &str, key: &str) -> Part {
        let long = ["help_", "learn_"].iter().any(|start| topic.starts_with(start))
            || matches!(topic, "faults" | "foreign" | "guide" | "keys" | "online" | "puzzles" | "referee" | "study");
        // Titles stand on buttons.
        if long && !key.ends_with("_title") { Part::Later } else { Part::First }
    }
}

/// One message of a language.
#[derive(Clone, Debug)]
pub(crate) struct Message {
    /// The file that it stands in, without the end of its name.
    pub(crate) topic: String,
    /// Its texts.
    pub(crate) forms: Forms,
}

/// A language.
#[derive(Clone, Debug)]
pub(crate) struct Language {
    /// The name of its folder: `uk`, `pt-BR`.
    pub(crate) code: String,
    /// What its speakers call it.
    pub(crate) name: String,
    /// `ltr` or `rtl`.
    pub(crate) direction: String,
    /// What stands before the tenths.
    pub(crate) decimal: String,
    /// Plural forms, each with the rule for its numbers; the last one has none and takes all others.
    pub(crate) plural: Vec<(String, String)>,
    /// By key.
    pub(crate) messages: BTreeMap<String, Message>,
    /// Words that are not to be used, with what to use instead.
    pub(crate) avoid: Vec<(String, String)>,
}

/// All languages of a folder, English first, the others in the order of their own names.
pub(crate) fn read_all(folder: &Path) -> Result<Vec<Language>, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let folders = entries.flatten().map(|entry| entry.path()).filter(|path| path.is_dir());
    let mut languages = folders.map(|path| read(&path)).collect::<Result<Vec<_>, _>>()?;
    languages.sort_by_key(|language| (language.code != FIRST, language.name.clone()));
    match languages.first() {
        Some(first) if first.code == FIRST => Ok(languages),
        _ => Err(format!("{}: there is no {FIRST}", folder.display())),
    }
}

/// The language in a folder.
pub(crate) fn read(folder: &Path) -> Result<Language, String> {
    let code = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let own = table(&folder.join(OWN))?;
    let word = |key: &str| match own.get(key).and_then(Value::as_str) {
        Some(word) => Ok(word.to_owned()),
        None => Err(format!("{}: {key} is missing", folder.join(OWN).display())),
    };
    let plural = own.get("plural").and_then(Value::as_array).cloned().unwrap_or_default();
    let plural: Vec<(String, String)> = plural
        .iter()
        .filter_map(Value::as_str)
        .map(|form| form.split_once(':').unwrap_or((form, "")))
        .map(|(form, rule)| (form.trim().to_owned(), rule.trim().to_owned()))
        .collect();
    if plural.last().is_none_or(|last| !last.1.is_empty()) {
        return Err(format!("{}: the last plural form is for all other numbers, without a rule", folder.display()));
    }
    let mut language = Language {
        code,
        name: word("name")?,
        direction: word("direction")?,
        decimal: word("decimal")?,
        plural,
        messages: BTreeMap::new(),
        avoid: Vec::new(),
    };
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut files: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    files.sort();
    for path in files {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        match name.as_str() {
            OWN => {}
            GLOSSARY => language.avoid = avoided(&table(&path)?),
            _ => {
                let Some(topic) = name.strip_suffix(".toml") else { continue };
                for (key, value) in table(&path)? {
                    let forms = forms(&value).ok_or_else(|| format!("{}: {key} is no text", path.display()))?;
                    let message = Message { topic: topic.to_owned(), forms };
                    if language.messages.insert(key.clone(), message).is_some() {
                        return Err(format!("{}: {key} is in another file too", path.display()));
                    }
                }
            }
        }
    }
    Ok(language)
}

fn table(path: &Path) -> Result<Table, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    text.parse().map_err(|error| format!("{}: {error}", path.display()))
}

fn forms(value: &Value) -> Option<Forms> {
    match value {
        Value::String(text) => Some(Forms::from([(String::new(), text.trim().to_owned())])),
        Value::Table(table) => {
            table.iter().map(|(form, text)| Some((form.clone(), text.as_str()?.to_owned()))).collect()
        }
        _ => None,
    }
}

fn avoided(glossary: &Table) -> Vec<(String, String)> {
    let avoid = glossary.get("avoid").and_then(Value::as_table).cloned().unwrap_or_default();
    avoid.into_iter().filter_map(|(word, instead)| Some((word, instead.as_str()?.to_owned()))).collect()
}

/// The names in braces, each once, in the order in which they come; a message with plural forms always has `n`.
pub(crate) fn placeholders(forms: &Forms) -> Vec<String> {
    let mut names: Vec<String> = if forms.contains_key("") { Vec::new() } else { vec!["n".to_owned()] };
    for text in forms.values() {
        for part in text.split('{').skip(1) {
            let name = part.split('}').next().unwrap_or_default().to_owned();
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    names
}

/// What is wrong with the texts that a language has; those that it lacks are taken from English.
pub(crate) fn mistakes(language: &Language, english: &Language) -> Vec<String> {
    let mut found = Vec::new();
    let place = |key: &str| format!("messages/{}: {key}", language.code);
    for (key, message) in &language.messages {
        let Some(wanted) = english.messages.get(key) else {
            found.push(format!("{} is not in messages/{FIRST}", place(key)));
            continue;
        };
        if message.topic != wanted.topic {
            found.push(format!("{} belongs into {}.toml", place(key), wanted.topic));
        }
        let plural = !wanted.forms.contains_key("");
        if message.forms.contains_key("") == plural {
            found.push(format!("{}: plural forms in one language only", place(key)));
            continue;
        }
        if plural {
            let mut named: Vec<&String> = language.plural.iter().map(|form| &form.0).collect();
            named.sort();
            if message.forms.keys().collect::<Vec<_>>() != named {
                found.push(format!("{} needs the forms {named:?}", place(key)));
            }
        }
        let sorted = |mut names: Vec<String>| {
            names.sort();
            names
        };
        let (own, first) = (sorted(placeholders(&message.forms)), sorted(placeholders(&wanted.forms)));
        if own != first {
            found.push(format!("{} has the placeholders {own:?} instead of {first:?}", place(key)));
        }
    }
    found
}

/// The keys of a part in the order in which they are packed.
fn keys(english: &Language, part: Part) -> impl Iterator<Item = (&String, &Message)> {
    english.messages.iter().filter(move |(key, message)| Part::of(&message.topic, key) == part)
}

/// Tells a page whether a packed language was made for it.
fn fingerprint(english: &Language) -> String {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for (key, message) in &english.messages {
        let parts = format!("{key}{:?}{:?}", placeholders(&message.forms), Part::of(&message.topic, key));
        hash = parts.bytes().fold(hash, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    }
    format!("{hash:016x}")
}

/// A part of a language as a page loads it.
pub(crate) fn pack(language: &Language, english: &Language, part: Part) -> String {
    let mut out = fingerprint(english);
    if part == Part::First {
        let rules: Vec<String> = language.plural.iter().map(|(_, rule)| rule.clone()).collect();
        let _ = write!(out, "{BETWEEN}{}{BETWEEN}{}", language.decimal, rules.join("|"));
    }
    for (key, wanted) in keys(english, part) {
        let own = language.messages.get(key);
        let source = if own.is_some() { language } else { english };
        let forms = &own.unwrap_or(wanted).forms;
        let names = placeholders(&wanted.forms);
        let numbered = |text: &String| {
            let with = |text: String, (index, name): (usize, &String)| {
                text.replace(&format!("{{{name}}}"), &format!("{{{index}}}"))
            };
            names.iter().enumerate().fold(text.clone(), with)
        };
        let texts: Vec<String> = match forms.get("") {
            Some(text) => vec![numbered(text)],
            // A text from English has English forms, of which the last is used for all that the language adds.
            None => language
                .plural
                .iter()
                .filter_map(|(form, _)| forms.get(form).or_else(|| forms.get(&source.plural.last()?.0)).map(numbered))
                .collect(),
        };
        let _ = write!(out, "{BETWEEN}{}", texts.join(&FORM.to_string()));
    }
    out
}

/// The functions of the client, one for each key, and the list of languages.
pub(crate) fn code(languages: &[Language]) -> String {
    let mut code = String::from("impl Lang {\n");
    let english = &languages[0];
    for part in Part::ALL {
        for (index, (key, message)) in keys(english, part).enumerate() {
            let names = placeholders(&message.forms);
            let plural = !message.forms.contains_key("");
            let parameters: String = names
                .iter()
                .map(|name| if name == "n" { ", n: u32".to_owned() } else { format!(", {name}: impl Display") })
                .collect();
            let given: Vec<String> = names.iter().map(|name| format!("&{name}")).collect();
            let text = format!("self.text(Part::{part:?}, {index})");
            let (result, body) = match (names.is_empty(), plural) {
                (true, _) => ("&'static str", text),
                (false, false) => ("String", format!("fill({text}, &[{}])", given.join(", "))),
                (false, true) => ("String", format!("fill(self.form({text}, n), &[{}])", given.join(", "))),
            };
            let _ = writeln!(code, "    pub(crate) fn {key}(self{parameters}) -> {result} {{ {body} }}");
        }
    }
    code.push_str("}\n");
    let _ = writeln!(
        code,
        "/// All languages, English first.\npub(crate) const LANGUAGES: [Known; {}] = [",
        languages.len()
    );
    for Language { code: own, name, direction, .. } in languages {
        let _ = writeln!(code, "    Known {{ code: {own:?}, name: {name:?}, direction: {direction:?} }},");
    }
    let _ = writeln!(code, "];\nconst FINGERPRINT: &str = {:?};", fingerprint(english));
    code
}
