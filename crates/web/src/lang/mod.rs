//! Languages: the texts come from `messages/`, as one function each.

use crate::browser;

include!(concat!(env!("OUT_DIR"), "/messages.rs"));

/// A language of the client.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lang {
    En,
    Ru,
    Uk,
}

/// A plural form; the last one of each language stands for all other numbers.
enum Plural {
    One,
    Few,
    Rest,
}

const STORED: &str = "bastide.language";

impl Lang {
    pub(crate) const ALL: [Lang; 3] = [Lang::En, Lang::Ru, Lang::Uk];

    pub(crate) const fn code(self) -> &'static str {
        match self {
            Lang::En => "en",
            Lang::Ru => "ru",
            Lang::Uk => "uk",
        }
    }

    /// What its speakers call it.
    pub(crate) const fn own_name(self) -> &'static str {
        match self {
            Lang::En => "English",
            Lang::Ru => "Русский",
            Lang::Uk => "Українська",
        }
    }

    pub(crate) fn from_code(code: &str) -> Option<Lang> {
        Lang::ALL.into_iter().find(|lang| code.split(['-', '_']).next() == Some(lang.code()))
    }

    /// The one chosen before, else the first of the browser's languages that there is.
    pub(crate) fn preferred() -> Lang {
        let stored = browser::stored(STORED).and_then(|code| Lang::from_code(&code));
        let wished = || browser::languages().iter().find_map(|code| Lang::from_code(code));
        stored.or_else(wished).unwrap_or(Lang::En)
    }

    pub(crate) fn keep(self) {
        browser::store(STORED, self.code());
    }

    fn plural(self, n: u32) -> Plural {
        let (last, last_two) = (n % 10, n % 100);
        match self {
            Lang::En if n == 1 => Plural::One,
            Lang::En => Plural::Rest,
            Lang::Ru | Lang::Uk => match last {
                1 if last_two != 11 => Plural::One,
                2..=4 if !(12..=14).contains(&last_two) => Plural::Few,
                _ => Plural::Rest,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slavic_plurals_follow_the_last_digits() {
        let points = |n| Lang::Ru.points(n);
        assert_eq!([1, 21, 101].map(points), ["1 очко", "21 очко", "101 очко"]);
        assert_eq!([2, 24, 104].map(points), ["2 очка", "24 очка", "104 очка"]);
        assert_eq!([0, 5, 11, 12, 14, 111].map(points).map(|text| text.ends_with("очков")), [true; 6]);
        assert_eq!([1, 2, 0].map(|n| Lang::En.points(n)), ["1 point", "2 points", "0 points"]);
    }

    #[test]
    fn a_region_does_not_hide_the_language() {
        assert_eq!(Lang::from_code("uk-UA"), Some(Lang::Uk));
        assert_eq!(Lang::from_code("en_GB"), Some(Lang::En));
        assert_eq!(Lang::from_code("fr"), None);
    }
}
