//! Weights of an evaluation: numbers with names, kept in a readable file per game.

use crate::habits::Habits;
use std::fmt::Write;

/// A set of weights that can be read, written and tuned.
pub trait Weights: Clone + Send + Sync + 'static {
    /// The names, in order.
    const NAMES: &'static [&'static str];
    /// What each is for.
    const NOTES: &'static [&'static str];

    /// Weights that a person would guess: where tuning begins, and what the weaker levels judge by.
    fn plain() -> &'static Self;

    /// The weights found by self-play.
    fn tuned() -> &'static Self;

    /// The values, in the order of the names.
    fn values(&self) -> Vec<f32>;

    /// The set with these values.
    fn from_values(values: &[f32]) -> Self;

    /// How whoever judges by them looks at a game; no part of the file.
    fn habits(&self) -> &Habits;

    /// The same for somebody with habits.
    #[must_use]
    fn with_habits(self, habits: Habits) -> Self;

    /// Reads `name = value` lines; `#` begins a comment. Every name must be there once.
    fn parse(text: &str) -> Result<Self, String> {
        let mut values = vec![None; Self::NAMES.len()];
        for line in text.lines().map(|line| line.split('#').next().unwrap_or("").trim()) {
            if line.is_empty() {
                continue;
            }
            let (name, value) = line.split_once('=').ok_or_else(|| format!("no `=` in {line:?}"))?;
            let name = name.trim();
            let index = Self::NAMES.iter().position(|known| *known == name);
            let index = index.ok_or_else(|| format!("unknown weight {name:?}"))?;
            let value: f32 = value.trim().parse().map_err(|_| format!("{name}: not a number"))?;
            if values[index].replace(value).is_some() {
                return Err(format!("{name} twice"));
            }
        }
        let missing = values.iter().position(Option::is_none);
        if let Some(index) = missing {
            return Err(format!("{} is missing", Self::NAMES[index]));
        }
        Ok(Self::from_values(&values.into_iter().flatten().collect::<Vec<_>>()))
    }

    /// Writes what [`Weights::parse`] reads.
    fn to_text(&self) -> String {
        let mut text = String::new();
        for ((name, note), value) in Self::NAMES.iter().zip(Self::NOTES).zip(self.values()) {
            let _ = writeln!(text, "{:<24} # {}", format!("{name} = {value:.4}"), note.trim());
        }
        text
    }
}

/// The text of a file of weights.
macro_rules! file {
    ($folder:literal, $file:literal) => {
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/weights/", $folder, $file))
    };
}

/// Reads a file that is part of this program; tests read them all.
pub(crate) fn read<W: Weights>(text: &str) -> W {
    W::parse(text).unwrap_or_else(|error| panic!("weights of this program: {error}"))
}

/// Declares a struct of weights and how to read it from its file.
macro_rules! weights {
    ($(#[$meta:meta])* $name:ident from $file:literal { $(#[doc = $note:literal] $field:ident,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $name {
            $(#[doc = $note] pub $field: f32,)*
            habits: $crate::habits::Habits,
        }

        impl $crate::weights::Weights for $name {
            const NAMES: &'static [&'static str] = &[$(stringify!($field)),*];
            const NOTES: &'static [&'static str] = &[$($note),*];

            fn plain() -> &'static Self {
                static PLAIN: std::sync::OnceLock<$name> = std::sync::OnceLock::new();
                PLAIN.get_or_init(|| $crate::weights::read($crate::weights::file!("plain/", $file)))
            }

            fn tuned() -> &'static Self {
                static TUNED: std::sync::OnceLock<$name> = std::sync::OnceLock::new();
                TUNED.get_or_init(|| $crate::weights::read($crate::weights::file!("", $file)))
            }

            fn values(&self) -> Vec<f32> {
                vec![$(self.$field),*]
            }

            fn from_values(values: &[f32]) -> Self {
                let mut values = values.iter().copied();
                let habits = $crate::habits::Habits::NONE;
                $name { $($field: values.next().unwrap_or_default(),)* habits }
            }

            fn habits(&self) -> &$crate::habits::Habits {
                &self.habits
            }

            fn with_habits(self, habits: $crate::habits::Habits) -> Self {
                $name { habits, ..self }
            }
        }
    };
}

pub(crate) use {file, weights};

#[cfg(test)]
mod tests {
    use super::Weights;
    use crate::{BaseWeights, HuntersWeights, LandsWeights, SafariWeights};

    fn check<W: Weights + PartialEq + std::fmt::Debug>() {
        for weights in [W::plain(), W::tuned()] {
            assert_eq!(weights.values().len(), W::NAMES.len());
            let again = W::parse(&weights.to_text()).expect("what was written can be read");
            let close = again.values().iter().zip(weights.values()).all(|(a, b)| (a - b).abs() < 1e-4);
            assert!(close, "{again:?}");
        }
        let text = W::tuned().to_text();
        let without_first: String = text.lines().skip(1).map(|line| format!("{line}\n")).collect();
        assert!(W::parse(&without_first).expect_err("one is missing").contains("missing"));
        assert!(W::parse(&format!("{text}{text}")).expect_err("all twice").contains("twice"));
        assert!(W::parse(&format!("{text}nonsense = 1")).is_err());
    }

    #[test]
    fn the_files_of_all_games_are_complete() {
        check::<BaseWeights>();
        check::<HuntersWeights>();
        check::<LandsWeights>();
        check::<SafariWeights>();
    }
}
