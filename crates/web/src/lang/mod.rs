//! Languages: each is a folder of `messages`, packed into two files by the build. A page loads one language before its
//! first picture, the long texts of it when somebody wants to read them, and others when they are chosen.

mod plural;

use crate::browser;
use std::cell::RefCell;
use std::fmt::{Display, Write};
use std::sync::OnceLock;

include!(concat!(env!("OUT_DIR"), "/messages.rs"));

/// What is known of a language before it is loaded.
#[derive(Debug)]
pub(crate) struct Known {
    pub(crate) code: &'static str,
    /// What its speakers call it.
    pub(crate) name: &'static str,
    /// `ltr` or `rtl`.
    pub(crate) direction: &'static str,
}

/// A language that is loaded, with one function for each text.
#[derive(Clone, Copy)]
pub(crate) struct Lang(&'static Texts);

struct Texts {
    known: &'static Known,
    decimal: &'static str,
    /// The rules of all plural forms but the last.
    plural: Vec<&'static str>,
    first: Vec<&'static str>,
    /// What is loaded when it is wanted.
    later: OnceLock<Vec<&'static str>>,
}

/// Where a text is found.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    First,
    Later,
}

const STORED: &str = "bastide.language";

thread_local! {
    /// Those that are loaded. They stay: there are few, and everything on the page refers to them.
    static LOADED: RefCell<Vec<Lang>> = const { RefCell::new(Vec::new()) };
}

impl PartialEq for Lang {
    fn eq(&self, other: &Lang) -> bool {
        self.code() == other.code()
    }
}

impl Lang {
    /// The language that the page began with; nothing if its file is not for this program.
    pub(crate) fn given() -> Option<Lang> {
        Lang::unpack(&browser::given("language")?, &browser::given("texts")?)
    }

    fn unpack(code: &str, packed: &str) -> Option<Lang> {
        let known = LANGUAGES.iter().find(|known| known.code == code)?;
        let mut parts = parts(packed)?.into_iter();
        let (decimal, plural) = (parts.next()?, parts.next()?);
        let plural = plural.split('|').filter(|rule| !rule.is_empty()).collect();
        let texts = Texts { known, decimal, plural, first: parts.collect(), later: OnceLock::new() };
        let lang = Lang(Box::leak(Box::new(texts)));
        LOADED.with_borrow_mut(|loaded| loaded.push(lang));
        Some(lang)
    }

    /// Loads a language if it is not there yet; says nothing when it cannot be had.
    pub(crate) async fn load(code: &str) -> Option<Lang> {
        let loaded = LOADED.with_borrow(|loaded| loaded.iter().find(|lang| lang.code() == code).copied());
        match loaded {
            Some(lang) => Some(lang),
            None => Lang::unpack(code, &browser::fetch_text(&file(code, Part::First)).await?),
        }
    }

    /// Loads the long texts; says whether they are there.
    pub(crate) async fn load_more(self) -> bool {
        if self.0.later.get().is_some() {
            return true;
        }
        let packed = browser::fetch_text(&file(self.code(), Part::Later)).await;
        let Some(texts) = packed.and_then(|packed| parts(&packed)) else { return false };
        let _ = self.0.later.set(texts);
        true
    }

    /// Whether the long texts are there.
    pub(crate) fn has_more(self) -> bool {
        self.0.later.get().is_some()
    }

    pub(crate) fn code(self) -> &'static str {
        self.0.known.code
    }

    /// In which direction it is written.
    pub(crate) fn direction(self) -> &'static str {
        self.0.known.direction
    }

    /// Remembers the choice for the next visit.
    pub(crate) fn keep(self) {
        browser::store(STORED, self.code());
    }

    /// A word as it stands by itself, on a button or as a title: texts hold words as they stand in a sentence.
    pub(crate) fn capital(word: &str) -> String {
        let mut letters = word.chars();
        letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
    }

    /// A number with one digit after the decimal sign, and its own sign.
    pub(crate) fn signed(self, number: f32) -> String {
        let text = format!("{number:+.1}").replace('-', "\u{2212}");
        text.replace('.', self.0.decimal)
    }

    fn text(self, part: Part, index: usize) -> &'static str {
        let texts = match part {
            Part::First => Some(&self.0.first),
            Part::Later => self.0.later.get(),
        };
        texts.and_then(|texts| texts.get(index)).copied().unwrap_or_default()
    }

    /// The plural form for a number.
    fn form(self, text: &'static str, n: u32) -> &'static str {
        let rules = &self.0.plural;
        let index = rules.iter().position(|rule| plural::holds(rule, n)).unwrap_or(rules.len());
        text.split('\u{2}').nth(index).unwrap_or(text)
    }
}

/// The texts of a file, if it was made for this program.
fn parts(packed: &str) -> Option<Vec<&'static str>> {
    let texts = packed.strip_prefix(FINGERPRINT)?.strip_prefix('\u{1}')?;
    let texts: &'static str = Box::leak(texts.to_owned().into_boxed_str());
    Some(texts.split('\u{1}').collect())
}

fn file(code: &str, part: Part) -> String {
    let more = if part == Part::Later { "-more" } else { "" };
    format!("texts-{code}{more}.txt")
}

/// Puts values at the numbers in braces.
fn fill(text: &str, values: &[&dyn Display]) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        let (number, after) = after.split_once('}').unwrap_or(("", after));
        if let Some(value) = number.parse().ok().and_then(|number: usize| values.get(number)) {
            let _ = write!(out, "{value}");
        }
        rest = after;
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
impl Lang {
    /// Every language with all its texts.
    pub(crate) fn all() -> Vec<Lang> {
        let load = |(known, [first, later]): (&Known, &[&str; 2])| {
            let lang = Lang::unpack(known.code, first).expect("it was just packed");
            let _ = lang.0.later.set(parts(later).expect("it was just packed"));
            lang
        };
        LANGUAGES.iter().zip(PACKED).map(load).collect()
    }

    /// English with all its texts.
    pub(crate) fn english() -> Lang {
        Lang::all()[0]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lang(code: &str) -> Lang {
        Lang::all().into_iter().find(|lang| lang.code() == code).expect("it is there")
    }

    #[test]
    fn plurals_follow_the_rules_of_the_language() {
        let points = |n| lang("ru").points(n);
        assert_eq!([1, 21, 101].map(points), ["1 очко", "21 очко", "101 очко"]);
        assert_eq!([2, 24, 104].map(points), ["2 очка", "24 очка", "104 очка"]);
        assert_eq!([0, 5, 11, 12, 14, 111].map(points).map(|text| text.ends_with("очков")), [true; 6]);
        assert_eq!([1, 2, 0].map(|n| lang("en").points(n)), ["1 point", "2 points", "0 points"]);
    }

    #[test]
    fn values_go_to_their_places_and_strange_braces_do_no_harm() {
        assert_eq!(fill("{1}: {0} {1}", &[&3, &"a"]), "a: 3 a");
        assert_eq!(fill("{7} {x} {", &[&3]), "  ");
    }

    #[test]
    fn numbers_have_the_signs_of_the_language() {
        assert_eq!([lang("en").signed(3.3), lang("ru").signed(-0.5)], ["+3.3", "\u{2212}0,5"]);
    }

    #[test]
    fn a_file_of_another_version_is_refused() {
        assert!(Lang::unpack("en", "0123456789abcdef\u{1}.\u{1}\u{1}text").is_none());
        assert!(Lang::unpack("xx", PACKED[0][0]).is_none());
    }

    #[test]
    fn every_language_is_complete() {
        // What a language lacks is taken from English, so that it can be tried while it grows; here it must be whole.
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("messages");
        let keys = |code: &str| -> Vec<String> {
            let files = std::fs::read_dir(folder.join(code)).expect("a folder").flatten();
            let texts = files.map(|file| (file.file_name(), std::fs::read_to_string(file.path()).expect("a text")));
            let texts = texts.filter(|(name, _)| name != "language.toml" && name != "glossary.toml");
            let mut keys: Vec<String> = texts
                .flat_map(|(_, text)| text.parse::<toml::Table>().expect("TOML").keys().cloned().collect::<Vec<_>>())
                .collect();
            keys.sort();
            keys
        };
        for known in &LANGUAGES {
            assert_eq!(keys(known.code), keys("en"), "{}", known.code);
        }
    }
}
