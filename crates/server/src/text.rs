//! Words of people: plain text, nothing that could disturb others.

use wire::server::{ApiError, ApiErrorCode, MAX_CHAT, MAX_NAME};

/// Characters that show nothing themselves but change how others look: controls, directions, invisible joiners that hide
/// text, and marks that stand for no character.
fn is_harmful(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
            '\u{00ad}' | '\u{034f}' | '\u{061c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180e}'
            | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{3164}' | '\u{fe00}'..='\u{fe0e}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{ffff}'
            | '\u{e0000}'..='\u{e0fff}' | '\u{f0000}'..='\u{10ffff}' | '\u{e000}'..='\u{f8ff}')
}

/// More marks on one letter than any language has cover the lines above and below.
const MOST_MARKS: usize = 4;

fn is_mark(letter: char) -> bool {
    matches!(letter, '\u{0300}'..='\u{036f}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}'
        | '\u{fe20}'..='\u{fe2f}' | '\u{0483}'..='\u{0489}')
}

fn clean(text: &str) -> String {
    let mut marks = 0;
    let mut letters = String::with_capacity(text.len());
    for letter in text.chars().map(|letter| if letter.is_whitespace() { ' ' } else { letter }) {
        marks = if is_mark(letter) { marks + 1 } else { 0 };
        if !is_harmful(letter) && marks <= MOST_MARKS {
            letters.push(letter);
        }
    }
    letters.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// A name as everybody may see it.
pub(crate) fn name(text: &str) -> Result<String, ApiError> {
    let name = clean(text);
    let count = name.chars().count();
    if count == 0 || !name.chars().any(char::is_alphanumeric) {
        return Err(ApiError::new(ApiErrorCode::BadRequest, "a name has at least one letter or digit"));
    }
    if count > MAX_NAME {
        return Err(ApiError::new(ApiErrorCode::BadRequest, format!("a name has at most {MAX_NAME} characters")));
    }
    Ok(name)
}

/// A chat message as everybody may see it.
pub(crate) fn chat(text: &str) -> Result<String, ApiError> {
    if text.chars().count() > MAX_CHAT {
        return Err(ApiError::new(ApiErrorCode::BadRequest, format!("a message has at most {MAX_CHAT} characters")));
    }
    let text = clean(text);
    if text.is_empty() {
        return Err(ApiError::new(ApiErrorCode::BadRequest, "an empty message"));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_plain() {
        assert_eq!(name("  Ann \n  Lee\u{202e} ").unwrap(), "Ann Lee");
        assert_eq!(name("Zoë 🐑").unwrap(), "Zoë 🐑");
        assert_eq!(name("महेश").unwrap(), "महेश");
        for bad in ["", "  ", "\u{202e}\u{200b}", "…", &"a".repeat(MAX_NAME + 1)] {
            assert!(name(bad).is_err(), "{bad:?}");
        }
        assert_eq!(name(&format!("a{}", "\u{0301}".repeat(20))).unwrap().chars().count(), 1 + MOST_MARKS);
    }

    #[test]
    fn chat_is_plain() {
        assert_eq!(chat("<b>hello</b>\u{7}").unwrap(), "<b>hello</b>");
        assert!(chat("\u{200b}").is_err());
        assert!(chat(&"a".repeat(MAX_CHAT)).is_ok());
        assert!(chat(&"a".repeat(MAX_CHAT + 1)).is_err());
    }
}
