//! What goes from the page to the worker: who thinks about what, and for how long.

use crate::{Advice, Manner};
use bots::{Budget, Depth};
use rules::{Action, AnyGame, Dealing, Record};

/// A decision to be made.
pub struct Request {
    manner: Manner,
    seed: u64,
    /// How long the strongest level may think.
    millis: u64,
    game: AnyGame,
}

impl Request {
    /// The text for the worker. It holds what everybody may know: nothing of the dealer's order.
    pub fn text(
        manner: Manner,
        seed: u64,
        millis: u64,
        game: &AnyGame,
        actions: impl Iterator<Item = Action>,
    ) -> Option<String> {
        let record = Record::new(*game.setup(), Dealing::default(), actions).ok()?;
        Some(format!("{manner} {seed} {millis}\n{record}"))
    }

    /// As it comes.
    pub fn parse(text: &str) -> Option<Request> {
        let (head, record) = text.split_once('\n')?;
        let mut words = head.split(' ');
        let manner = Manner::from_name(words.next()?)?;
        let mut number = || words.next()?.parse::<u64>().ok();
        let (seed, millis) = (number()?, number()?);
        let record: Record = record.parse().ok()?;
        let game = record.replay(&mut (), |_, _, _| {});
        Some(Request { manner, seed, millis, game })
    }

    /// Thinks.
    pub fn answer(&self) -> Option<Advice> {
        let budget = Budget::millis(self.millis).ok()?;
        self.manner.bot(Depth::default(), self.seed).choose(&self.game, budget).ok().map(Advice::from)
    }
}
