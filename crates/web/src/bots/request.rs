//! What goes from the page to the worker: who thinks about what. The answer is an action in its notation.

use super::Level;
use rules::{Action, AnyGame, Dealing, Record};

/// A decision to be made.
pub(crate) struct Request {
    pub(crate) level: Level,
    pub(crate) seed: u64,
    pub(crate) game: AnyGame,
}

impl Request {
    /// The text for the worker. It holds what everybody may know: nothing of the dealer's order.
    pub(crate) fn text(
        level: Level,
        seed: u64,
        game: &AnyGame,
        actions: impl Iterator<Item = Action>,
    ) -> Option<String> {
        let record = Record::new(*game.setup(), Dealing::default(), actions).ok()?;
        Some(format!("{} {seed}\n{record}", level.name()))
    }

    pub(crate) fn parse(text: &str) -> Option<Request> {
        let (head, record) = text.split_once('\n')?;
        let (level, seed) = head.split_once(' ')?;
        let record: Record = record.parse().ok()?;
        let game = record.replay(&mut (), |_, _, _| {});
        Some(Request { level: Level::from_name(level)?, seed: seed.parse().ok()?, game })
    }

    pub(crate) fn answer(&self) -> Option<Action> {
        self.level.choose(&self.game, self.seed)
    }
}
