//! Turns the message files into functions. A text is a string, or a table with one string for each plural form, where `{n}`
//! is the number that chooses. A key that one language lacks, a placeholder that differs or a missing plural
//! form fails the build.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use std::{env, fs};
use toml::{Table, Value};

/// The languages with the plural forms that each needs; the first one is what the others are compared with.
const LANGUAGES: [(&str, &str, &[&str]); 3] =
    [("en", "En", &["one", "other"]), ("ru", "Ru", &["one", "few", "many"]), ("uk", "Uk", &["one", "few", "many"])];

/// The texts of one message: a single one, or one for each plural form.
type Forms = BTreeMap<String, String>;

fn main() {
    println!("cargo::rerun-if-changed=messages");
    let languages: Vec<BTreeMap<String, Forms>> = LANGUAGES.iter().map(|(name, ..)| read(name)).collect();
    let mut code = String::from("impl Lang {\n");
    for (key, forms) in &languages[0] {
        write_message(&mut code, key, forms, &languages);
    }
    for (language, (name, ..)) in languages.iter().zip(LANGUAGES) {
        let unknown = language.keys().find(|key| !languages[0].contains_key(*key));
        assert!(unknown.is_none(), "messages/{name}: {unknown:?} is not in messages/en");
    }
    code.push_str("}\n");
    let out = env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    fs::write(Path::new(&out).join("messages.rs"), code).expect("OUT_DIR can be written");
}

/// All texts of a language: its folder has one file for each topic.
fn read(language: &str) -> BTreeMap<String, Forms> {
    let folder = format!("messages/{language}");
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{folder}: {error}"));
    let mut texts = BTreeMap::new();
    for entry in entries {
        let path = entry.unwrap_or_else(|error| panic!("{folder}: {error}")).path();
        for (key, forms) in read_topic(&path) {
            let place = format!("{}: {key}", path.display());
            assert!(texts.insert(key, forms).is_none(), "{place} is in another file too");
        }
    }
    texts
}

fn read_topic(path: &Path) -> Vec<(String, Forms)> {
    let place = path.display();
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{place}: {error}"));
    let table: Table = text.parse().unwrap_or_else(|error| panic!("{place}: {error}"));
    let forms = |key: &str, value: Value| match value {
        Value::String(text) => Forms::from([(String::new(), text)]),
        Value::Table(table) => table
            .into_iter()
            .map(|(form, text)| (form, text.as_str().unwrap_or_else(|| panic!("{place}: {key}: no text")).to_owned()))
            .collect(),
        _ => panic!("{place}: {key} is neither a text nor a table of plural forms"),
    };
    table.into_iter().map(|(key, value)| (key.clone(), forms(&key, value))).collect()
}

fn write_message(code: &mut String, key: &str, forms: &Forms, languages: &[BTreeMap<String, Forms>]) {
    let plural = !forms.contains_key("");
    let wanted = placeholders(forms, plural);
    let parameters: String = wanted
        .iter()
        .map(|name| if name == "n" { ", n: u32".to_owned() } else { format!(", {name}: impl std::fmt::Display") })
        .collect();
    let result = if wanted.is_empty() { "&'static str" } else { "String" };
    let _ = writeln!(code, "    pub(crate) fn {key}(self{parameters}) -> {result} {{\n        match self {{");
    for (language, (name, variant, plurals)) in languages.iter().zip(LANGUAGES) {
        let place = format!("messages/{name}: {key}");
        let own = language.get(key).unwrap_or_else(|| panic!("{place} is missing"));
        assert_eq!(own.contains_key(""), !plural, "{place}: plural forms in one language only");
        assert_eq!(sorted(placeholders(own, plural)), sorted(wanted.clone()), "{place}: other placeholders");
        let text = |text: &str| if wanted.is_empty() { format!("{text:?}") } else { format!("format!({text:?})") };
        if !plural {
            let _ = writeln!(code, "            Lang::{variant} => {},", text(&own[""]));
            continue;
        }
        let given: Vec<&String> = own.keys().collect();
        assert_eq!(
            given,
            sorted(plurals.iter().map(|form| (*form).to_owned()).collect()).iter().collect::<Vec<_>>(),
            "{place}"
        );
        let _ = writeln!(code, "            Lang::{variant} => match self.plural(n) {{");
        for (index, form) in plurals.iter().enumerate() {
            let pattern =
                if index + 1 == plurals.len() { "_".to_owned() } else { format!("Plural::{}", capital(form)) };
            let _ = writeln!(code, "                {pattern} => {},", text(&own[*form]));
        }
        code.push_str("            },\n");
    }
    code.push_str("        }\n    }\n");
}

/// The names in braces, each once, in the order in which they come; a message with plural forms always has `n`.
fn placeholders(forms: &Forms, plural: bool) -> Vec<String> {
    let mut names: Vec<String> = if plural { vec!["n".to_owned()] } else { Vec::new() };
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

fn sorted(mut names: Vec<String>) -> Vec<String> {
    names.sort();
    names
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
