//! JSON, as little of it as the page needs: whole numbers only, so that no parser of fractions has to be loaded.
//!
//! `wire` has the messages as types; their serde code would make everybody's first visit longer. The tests read and write
//! with `wire` what is written and read here.

use std::fmt::Write;

/// How deep values may lie in each other.
const DEEPEST: usize = 32;

/// A value.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) enum Json {
    #[default]
    Null,
    Bool(bool),
    /// Without its fraction.
    Number(i64),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

/// What is not there.
const NOTHING: &Json = &Json::Null;

impl Json {
    /// The value that a text says; nothing if it is no JSON.
    pub(crate) fn parse(text: &str) -> Option<Json> {
        let mut reader = Reader { rest: text };
        let value = reader.value(DEEPEST)?;
        reader.space();
        reader.rest.is_empty().then_some(value)
    }

    /// A field of an object; null if there is none.
    pub(crate) fn get(&self, name: &str) -> &Json {
        match self {
            Json::Object(fields) => fields.iter().find(|field| field.0 == name).map_or(NOTHING, |field| &field.1),
            _ => NOTHING,
        }
    }

    pub(crate) fn is_null(&self) -> bool {
        *self == Json::Null
    }

    /// True, and nothing else.
    pub(crate) fn is_true(&self) -> bool {
        *self == Json::Bool(true)
    }

    pub(crate) fn text(&self) -> Option<&str> {
        match self {
            Json::Text(text) => Some(text),
            _ => None,
        }
    }

    /// A text as one's own; empty if it is none.
    pub(crate) fn owned(&self) -> String {
        self.text().unwrap_or_default().to_owned()
    }

    pub(crate) fn number<T: TryFrom<i64>>(&self) -> Option<T> {
        match self {
            Json::Number(number) => T::try_from(*number).ok(),
            _ => None,
        }
    }

    /// The values of a list; none if it is no list.
    pub(crate) fn list(&self) -> &[Json] {
        match self {
            Json::List(values) => values,
            _ => &[],
        }
    }
}

struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    fn space(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\n', '\r', '\t']);
    }

    /// Goes on after a sign, if it comes next.
    fn take(&mut self, sign: &str) -> Option<()> {
        self.space();
        self.rest = self.rest.strip_prefix(sign)?;
        Some(())
    }

    fn value(&mut self, depth: usize) -> Option<Json> {
        let depth = depth.checked_sub(1)?;
        self.space();
        match self.rest.bytes().next()? {
            b'n' => self.take("null").map(|()| Json::Null),
            b't' => self.take("true").map(|()| Json::Bool(true)),
            b'f' => self.take("false").map(|()| Json::Bool(false)),
            b'"' => self.string().map(Json::Text),
            b'[' => {
                self.take("[")?;
                let mut values = Vec::new();
                while self.take("]").is_none() {
                    if !values.is_empty() {
                        self.take(",")?;
                    }
                    values.push(self.value(depth)?);
                }
                Some(Json::List(values))
            }
            b'{' => {
                self.take("{")?;
                let mut fields = Vec::new();
                while self.take("}").is_none() {
                    if !fields.is_empty() {
                        self.take(",")?;
                    }
                    let name = self.string()?;
                    self.take(":")?;
                    fields.push((name, self.value(depth)?));
                }
                Some(Json::Object(fields))
            }
            _ => self.number(),
        }
    }

    fn number(&mut self) -> Option<Json> {
        let end = self.rest.find(|sign: char| !matches!(sign, '0'..='9' | '-' | '+' | '.' | 'e' | 'E'));
        let (word, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        let whole = word.split(['.', 'e', 'E']).next()?;
        self.rest = rest;
        whole.parse().ok().map(Json::Number)
    }

    fn string(&mut self) -> Option<String> {
        self.take("\"")?;
        let mut text = String::new();
        loop {
            let end = self.rest.find(['"', '\\'])?;
            let (plain, rest) = self.rest.split_at(end);
            text.push_str(plain);
            self.rest = rest;
            if self.rest.starts_with('"') {
                self.rest = &self.rest[1..];
                return Some(text);
            }
            let mut signs = self.rest.chars();
            signs.next();
            let sign = signs.next()?;
            self.rest = signs.as_str();
            text.push(match sign {
                'n' => '\n',
                't' => '\t',
                'r' => '\r',
                'b' => '\u{8}',
                'f' => '\u{c}',
                'u' => self.escaped()?,
                '"' | '\\' | '/' => sign,
                _ => return None,
            });
        }
    }

    /// A character by its number, or two halves of one.
    fn escaped(&mut self) -> Option<char> {
        let first = self.four()?;
        if !(0xd800..0xdc00).contains(&first) {
            return char::from_u32(first);
        }
        self.rest = self.rest.strip_prefix("\\u")?;
        let second = self.four()?.checked_sub(0xdc00).filter(|half| *half < 0x400)?;
        char::from_u32(0x1_0000 + ((first - 0xd800) << 10) + second)
    }

    fn four(&mut self) -> Option<u32> {
        let digits = self.rest.get(..4)?;
        let number = u32::from_str_radix(digits, 16).ok()?;
        self.rest = &self.rest[4..];
        Some(number)
    }
}

/// An object that is being written.
#[derive(Default)]
pub(crate) struct Writer(String);

impl Writer {
    fn name(&mut self, name: &str) {
        self.0.push(if self.0.is_empty() { '{' } else { ',' });
        self.0.push_str(&quoted(name));
        self.0.push(':');
    }

    pub(crate) fn text(self, name: &str, value: &str) -> Writer {
        self.raw(name, &quoted(value))
    }

    /// A number, or JSON that is written already.
    pub(crate) fn raw(mut self, name: &str, value: &str) -> Writer {
        self.name(name);
        self.0.push_str(value);
        self
    }

    pub(crate) fn finish(self) -> String {
        if self.0.is_empty() { "{}".to_owned() } else { self.0 + "}" }
    }
}

/// A text with everything in it made harmless.
pub(crate) fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' | '\\' => {
                out.push('\\');
                out.push(letter);
            }
            letter if letter.is_control() => {
                let _ = write!(out, "\\u{:04x}", u32::from(letter));
            }
            letter => out.push(letter),
        }
    }
    out + "\""
}

/// A list of what is written already.
pub(crate) fn listed(values: impl IntoIterator<Item = String>) -> String {
    format!("[{}]", values.into_iter().collect::<Vec<_>>().join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let text = Writer::default().text("a\"", "x\n\\\u{1f3f0}").raw("b", "[1,-2,true,null,{}]").finish();
        let json = Json::parse(&text).expect("it was just written");
        assert_eq!(json.get("a\"").text(), Some("x\n\\\u{1f3f0}"));
        assert_eq!(json.get("b").list()[1].number::<i8>(), Some(-2));
        assert!(json.get("b").list()[2].is_true() && json.get("c").is_null());
        assert_eq!(serde_json::from_str::<serde_json::Value>(&text).expect("it is JSON")["b"][0], 1);
    }

    #[test]
    fn every_form_of_text_and_number_is_understood() {
        assert_eq!(Json::parse(r#" "\ud83c\udff0\u00e9\/" "#), Some(Json::Text("\u{1f3f0}é/".to_owned())));
        assert_eq!(Json::parse("1763217000000"), Some(Json::Number(1_763_217_000_000)));
        assert_eq!(Json::parse("[1.75, -0.5e3]"), Some(Json::List(vec![Json::Number(1), Json::Number(0)])));
        assert_eq!(Json::Number(300).number::<u8>(), None);
    }

    #[test]
    fn what_is_no_json_is_refused() {
        let deep = "[".repeat(200) + &"]".repeat(200);
        for text in ["", "{", "[1 2]", "{\"a\" 1}", "\"\\x\"", "\"\\ud83c\"", "tru", "1 2", "[,]", "\"", &deep] {
            assert_eq!(Json::parse(text), None, "{text}");
        }
    }
}
