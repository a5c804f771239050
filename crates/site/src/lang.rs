//! The client's texts, as the client's tables of topics ask for them. The site has one language.

/// English.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Lang;

#[cfg(test)]
impl Lang {
    pub(crate) fn english() -> Lang {
        Lang
    }

    pub(crate) fn all() -> [Lang; 1] {
        [Lang]
    }

    pub(crate) fn code(self) -> &'static str {
        "en"
    }
}

mod texts {
    #![allow(dead_code, reason = "the files hold more than the rules")]

    use super::Lang;

    include!(concat!(env!("OUT_DIR"), "/texts.rs"));
}
