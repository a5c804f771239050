//! Games that wait in this browser: the one at the table, and any number of others put aside for it.

use super::Saved;
use crate::browser;
use rules::sort_by_key;
use std::cmp::Reverse;

/// Where the game at the table is stored.
pub(crate) const AT_TABLE: &str = "bastide.game";
/// Where others are stored, each under the moment when it was put aside.
const ASIDE: &str = "bastide.aside.";
/// Where earlier versions put the only other one.
const OLD_ASIDE: &str = "bastide.game-aside";

/// What keeps texts under names.
pub(crate) trait Store {
    fn get(&self, key: &str) -> Option<String>;
    /// Says whether it worked: a private window or a full disk may refuse.
    fn set(&mut self, key: &str, value: &str) -> bool;
    fn remove(&mut self, key: &str);
    fn keys(&self) -> Vec<String>;
}

/// The browser's own store.
pub(crate) struct BrowserStore;

impl Store for BrowserStore {
    fn get(&self, key: &str) -> Option<String> {
        browser::stored(key)
    }

    fn set(&mut self, key: &str, value: &str) -> bool {
        browser::store(key, value)
    }

    fn remove(&mut self, key: &str) {
        browser::forget(key);
    }

    fn keys(&self) -> Vec<String> {
        browser::stored_keys()
    }
}

/// A game that was put aside.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Waiting {
    /// When that was, in milliseconds since 1970: no two have the same.
    pub(crate) since: u64,
    pub(crate) text: String,
}

/// All games in a store.
pub(crate) struct Shelf<S: Store = BrowserStore>(pub(crate) S);

impl Shelf {
    /// The games in this browser.
    pub(crate) fn here() -> Shelf {
        Shelf(BrowserStore)
    }
}

impl<S: Store> Shelf<S> {
    /// The game at the table, as it is stored.
    pub(crate) fn at_table(&self) -> Option<String> {
        self.0.get(AT_TABLE)
    }

    /// Those put aside, the latest first.
    pub(crate) fn waiting(&self) -> Vec<Waiting> {
        let keys = self.0.keys();
        let since = keys.iter().filter_map(|key| key.strip_prefix(ASIDE)?.parse().ok());
        let mut waiting: Vec<Waiting> =
            since.filter_map(|since| Some(Waiting { since, text: self.0.get(&aside(since))? })).collect();
        sort_by_key(&mut waiting, |game| Reverse(game.since));
        waiting
    }

    /// Makes room at the table: a game that is not over, or that this version cannot read, is put aside. Says whether
    /// that worked; if not, nothing may be stored over it.
    pub(crate) fn clear_table(&mut self, now: u64) -> bool {
        let Some(text) = self.at_table() else { return true };
        if is_worth_keeping(&text) {
            let taken: Vec<u64> = self.waiting().iter().map(|game| game.since).collect();
            let since = (now..).find(|since| !taken.contains(since)).unwrap_or(now);
            if !self.0.set(&aside(since), &text) {
                return false;
            }
        }
        self.0.remove(AT_TABLE);
        true
    }

    /// Takes a game that waits to the table; the one there is put aside.
    pub(crate) fn take(&mut self, since: u64, now: u64) -> bool {
        let Some(text) = self.0.get(&aside(since)) else { return false };
        if !self.clear_table(now) || !self.0.set(AT_TABLE, &text) {
            return false;
        }
        self.0.remove(&aside(since));
        true
    }

    /// Throws a game away.
    pub(crate) fn discard(&mut self, since: u64) {
        self.0.remove(&aside(since));
    }

    /// Throws the game at the table away.
    pub(crate) fn discard_at_table(&mut self) {
        self.0.remove(AT_TABLE);
    }

    /// Takes over what an earlier version left.
    pub(crate) fn take_over(&mut self, now: u64) {
        if let Some(text) = self.0.get(OLD_ASIDE)
            && self.0.set(&aside(now), &text)
        {
            self.0.remove(OLD_ASIDE);
        }
    }
}

fn aside(since: u64) -> String {
    format!("{ASIDE}{since}")
}

fn is_worth_keeping(text: &str) -> bool {
    Saved::parse(text).map_or(true, |saved| saved.record.result().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::SeatInfo;
    use crate::session::{LocalSession, Player};
    use crate::testkit::played;
    use rules::{GameId, Options, Seat, Setup};
    use std::collections::BTreeMap;

    #[derive(Default)]
    struct Memory {
        texts: BTreeMap<String, String>,
        full: bool,
    }

    impl Store for Memory {
        fn get(&self, key: &str) -> Option<String> {
            self.texts.get(key).cloned()
        }

        fn set(&mut self, key: &str, value: &str) -> bool {
            if !self.full {
                self.texts.insert(key.to_owned(), value.to_owned());
            }
            !self.full
        }

        fn remove(&mut self, key: &str) {
            self.texts.remove(key);
        }

        fn keys(&self) -> Vec<String> {
            self.texts.keys().cloned().collect()
        }
    }

    fn game(seed: u64, most: usize) -> String {
        let setup = Setup::new(GameId::Base, Options::NONE, 2, Seat::ALL[0]).expect("two can play");
        let record = played(&setup, seed, most).record();
        let saved = Saved::from_record(record, |_| "A".to_owned());
        assert!(saved.seats.iter().all(|SeatInfo { player, .. }| *player == Player::Person));
        assert!(LocalSession::open(saved.clone()).is_ok());
        saved.text()
    }

    fn begin(shelf: &mut Shelf<Memory>, text: &str, now: u64) {
        assert!(shelf.clear_table(now));
        shelf.0.set(AT_TABLE, text);
    }

    #[test]
    fn no_game_is_lost_however_many_are_begun() {
        let mut shelf = Shelf(Memory::default());
        let games = [1, 2, 3, 4].map(|seed| game(seed, 20));
        for text in &games {
            // All in the same moment.
            begin(&mut shelf, text, 7);
        }
        let mut waiting: Vec<String> = shelf.waiting().into_iter().map(|game| game.text).collect();
        waiting.push(shelf.at_table().expect("the last one"));
        waiting.sort();
        let mut wanted = games.to_vec();
        wanted.sort();
        assert_eq!(waiting, wanted);
        let second = shelf.waiting().into_iter().find(|game| game.text == games[1]).expect("it waits");
        assert!(shelf.take(second.since, 9));
        assert_eq!(shelf.at_table().as_ref(), Some(&games[1]));
        assert_eq!(shelf.waiting().len(), 3);
        assert_eq!(shelf.waiting()[0].text, games[3], "the one that made room is the latest");
        shelf.discard(shelf.waiting()[0].since);
        assert_eq!(shelf.waiting().len(), 2);
    }

    #[test]
    fn what_cannot_be_read_is_kept_and_what_is_over_is_not() {
        let mut shelf = Shelf(Memory::default());
        begin(&mut shelf, "bastide-save 99\nfrom the future", 1);
        begin(&mut shelf, &game(1, usize::MAX), 2);
        begin(&mut shelf, &game(2, 20), 3);
        let waiting = shelf.waiting();
        assert_eq!(waiting, [Waiting { since: 2, text: "bastide-save 99\nfrom the future".to_owned() }]);
    }

    #[test]
    fn without_room_nothing_is_thrown_away() {
        let mut shelf = Shelf(Memory::default());
        begin(&mut shelf, &game(1, 20), 1);
        shelf.0.full = true;
        assert!(!shelf.clear_table(2));
        assert!(shelf.at_table().is_some());
    }

    #[test]
    fn the_game_aside_of_an_earlier_version_waits_with_the_others() {
        let mut shelf = Shelf(Memory::default());
        shelf.0.set(OLD_ASIDE, "something");
        shelf.take_over(5);
        assert_eq!(shelf.waiting(), [Waiting { since: 5, text: "something".to_owned() }]);
        shelf.take_over(6);
        assert_eq!(shelf.waiting().len(), 1);
    }
}
