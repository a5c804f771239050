//! Why something that the person wanted was not done.

use super::api::Trouble;
use crate::lang::Lang;

/// What went wrong with something that the person wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Refusal {
    /// The server cannot be reached.
    Offline,
    /// The game has moved on meanwhile.
    Stale,
    /// Every seat is taken.
    Full,
    TooMany,
    /// It answers, but cannot keep anything safe.
    Unavailable,
    /// The host does not want the person here.
    Removed,
    Other,
}

impl Refusal {
    pub(super) fn of(trouble: &Trouble) -> Refusal {
        match trouble {
            Trouble::Offline => Refusal::Offline,
            Trouble::Refused(code) => match code.as_str() {
                "stale" => Refusal::Stale,
                "full" => Refusal::Full,
                "too_many" => Refusal::TooMany,
                "unavailable" => Refusal::Unavailable,
                _ => Refusal::Other,
            },
        }
    }

    pub(crate) fn text(self, lang: Lang) -> &'static str {
        match self {
            Refusal::Offline => lang.not_reached(),
            Refusal::Stale => lang.moved_on(),
            Refusal::Full => lang.all_taken(),
            Refusal::TooMany => lang.too_fast(),
            Refusal::Unavailable => lang.cannot_store(),
            Refusal::Removed => lang.removed_you(),
            Refusal::Other => lang.was_refused(),
        }
    }
}
