//! How a bot plays that people meet: how well, and what it likes.

use crate::bot::{Bot, Level};
use crate::habits::Style;
use crate::search::Depth;
use std::fmt;

/// A level with a style, by a name like `tactician+builder`; without a style the name is that of the level.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Manner {
    /// How well it plays.
    pub level: Level,
    /// What it likes.
    pub style: Style,
}

impl Manner {
    /// The one with this name.
    pub fn from_name(name: &str) -> Option<Manner> {
        let (level, style) = Style::split(name)?;
        Some(Manner { level: Level::from_name(level)?, style })
    }

    /// What there is, for those who asked for something else.
    pub fn known() -> String {
        let levels = Level::ALL.map(Level::name).join(", ");
        let styles = Style::NAMED.map(|style| Manner { level: Level::Tactician, style }.to_string()).join(", ");
        format!("{levels}, and with a style: {styles}")
    }

    /// A bot like this.
    pub fn bot(self, depth: Depth, seed: u64) -> Box<dyn Bot + Send> {
        self.level.skill().styled(self.style, depth, seed, None)
    }
}

impl From<Level> for Manner {
    fn from(level: Level) -> Manner {
        Manner { level, style: Style::Even }
    }
}

impl fmt::Display for Manner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.level.name())?;
        self.style.name().map_or(Ok(()), |style| write!(f, "+{style}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        assert_eq!(Manner::from_name("casual"), Some(Level::Casual.into()));
        for level in Level::ALL {
            for style in [Style::Even, Style::Builder, Style::Spoiler] {
                let manner = Manner { level, style };
                assert_eq!(Manner::from_name(&manner.to_string()), Some(manner));
            }
        }
        for wrong in ["", "+builder", "expert+", "expert+nice", "oracle+builder", "expert+builder+spoiler"] {
            assert_eq!(Manner::from_name(wrong), None, "{wrong}");
        }
        assert!(Manner::known().ends_with("tactician+builder, tactician+spoiler"), "{}", Manner::known());
    }
}
