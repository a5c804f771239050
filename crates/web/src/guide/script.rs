//! What is played in a guided game or a short lesson, step by step: data that the rules play.

use crate::lang::Lang;
use rules::{Action, Animal, Dealing, GameId, GameOption, Seat, Setup, SetupError, Side, TileKind};

/// A text in the language asked for.
pub(crate) type Text = fn(Lang) -> &'static str;

/// One thing that the person does, and what the opponent does then.
pub(super) struct Step {
    pub(super) head: Text,
    pub(super) text: Text,
    /// The decisions of both, in the notation of records; the dealer's part goes by itself.
    pub(super) moves: &'static str,
}

pub(super) const fn step(head: Text, text: Text, moves: &'static str) -> Step {
    Step { head, text, moves }
}

/// A guided first game, or a short lesson on one thing.
pub(crate) struct Guide {
    pub(super) game: GameId,
    pub(super) options: &'static [GameOption],
    /// What it is called where there are several.
    pub(super) name: Text,
    /// What was played before it begins.
    pub(super) before: &'static str,
    /// The animals that are drawn, in order.
    pub(super) tokens: &'static [Animal],
    pub(super) steps: &'static [Step],
    pub(super) end: (Text, Text),
    /// Whether only what is described can be done; else the person looks for it.
    pub(super) leads: bool,
    /// Whether it is a lesson of a few steps, after which nobody plays on.
    pub(super) short: bool,
    /// The points of both when it is over, and what they would be if the game ended there. The last text says the same.
    #[cfg_attr(not(test), expect(dead_code, reason = "what the texts say; checked by a test"))]
    pub(super) points: ([u16; 2], [u16; 2]),
}

/// The seat of the person; the opponent has the next one.
pub(super) const PERSON: Seat = Seat::ALL[0];

/// The decisions in a text.
pub(super) fn decisions(words: &str) -> impl Iterator<Item = Action> + '_ {
    words.split_whitespace().filter_map(|word| word.parse().ok())
}

impl Guide {
    pub(super) fn setup(&self) -> Result<Setup, SetupError> {
        Setup::new(self.game, self.options.iter().copied().collect(), 2, PERSON)
    }

    /// All decisions, those before its beginning included.
    pub(super) fn all(&self) -> impl Iterator<Item = Action> + '_ {
        decisions(self.before).chain(self.steps.iter().flat_map(|step| decisions(step.moves)))
    }

    /// The tiles and tokens of the script first, then all others, mixed.
    pub(super) fn dealing(&self, setup: &Setup) -> Dealing {
        let placed = self.all().filter_map(|action| match action {
            Action::Place { tile, .. } => Some(tile),
            _ => None,
        });
        let (bonus, land): (Vec<TileKind>, Vec<TileKind>) = placed.partition(|tile| setup.bonus().count(*tile) > 0);
        let list = |bag: &rules::Bag| bag.iter().flat_map(|(kind, n)| std::iter::repeat_n(kind, n.into())).collect();
        let animals = Animal::ALL.into_iter().zip(setup.tokens());
        let animals = animals.flat_map(|(animal, count)| std::iter::repeat_n(animal, count.into())).collect();
        Dealing {
            deck: Some(first_then_rest(&land, list(setup.bag()))),
            bonus: (!setup.bonus().is_empty()).then(|| first_then_rest(&bonus, list(setup.bonus()))),
            tokens: (setup.tokens() != [0; 5]).then(|| first_then_rest(self.tokens, animals)),
            ..Dealing::default()
        }
    }
}

/// These first, then what else there is, mixed.
fn first_then_rest<T: Copy + PartialEq>(first: &[T], mut all: Vec<T>) -> Vec<T> {
    for wanted in first {
        if let Some(index) = all.iter().position(|other| other == wanted) {
            all.remove(index);
        }
    }
    table::Random::new(1).shuffle(&mut all);
    first.iter().copied().chain(all).collect()
}

/// Whether a turn is the wished one; turned so that the tile looks the same is as good.
pub(crate) fn fulfils(actions: &[Action], wish: &[Action]) -> bool {
    actions.len() == wish.len() && actions.iter().zip(wish).all(|(action, wished)| is_as_good(*action, *wished))
}

/// Whether two actions are the same, or place a tile so that it looks the same.
pub(crate) fn is_as_good(action: Action, wished: Action) -> bool {
    match (action, wished) {
        (Action::Place { tile, pos, rotation }, Action::Place { tile: other, pos: there, rotation: turned }) => {
            let alike = |side: &Side| tile.def().side(*side, rotation) == tile.def().side(*side, turned);
            (tile, pos) == (other, there) && Side::ALL.iter().all(alike)
        }
        _ => action == wished,
    }
}

#[cfg(test)]
mod tests {
    use super::super::all;
    use super::*;
    use rules::{Actor, Event, Game as _};
    use table::Table;

    fn numbers(text: &str) -> Vec<u16> {
        text.split(|letter: char| !letter.is_ascii_digit()).filter_map(|word| word.parse().ok()).collect()
    }

    fn table(guide: &Guide) -> Table {
        let setup = guide.setup().expect("two can play");
        let dealing = guide.dealing(&setup);
        Table::new(&setup, dealing).expect("the deck is that of the bag")
    }

    /// The points that a decision brings, whoever gets them.
    fn played(table: &mut Table, action: Action) -> Vec<u16> {
        let events = table.play(action).unwrap_or_else(|error| panic!("{action}: {error}"));
        let points = |event: &Event| match event {
            Event::Scored(score) => Some(score.points),
            _ => None,
        };
        events.iter().filter_map(points).collect()
    }

    fn assert_says(lang: Lang, text: Text, points: &[u16]) {
        let said = numbers(text(lang));
        for points in points {
            assert!(said.contains(points), "{}: {points} in {}", lang.code(), text(lang));
        }
    }

    #[test]
    fn every_step_can_be_played_and_pays_what_is_said_in_every_language() {
        let languages = Lang::all();
        for guide in all() {
            let words = |text: &str| text.split_whitespace().count();
            let count: usize = guide.steps.iter().map(|step| words(step.moves)).sum();
            assert_eq!(guide.all().count(), words(guide.before) + count, "everything can be read");
            let mut table = table(guide);
            for action in decisions(guide.before) {
                assert!(played(&mut table, action).is_empty(), "nothing is counted before it begins");
            }
            for (index, step) in guide.steps.iter().enumerate() {
                let next = guide.steps.get(index + 1).map_or(guide.end.1, |next| next.text);
                assert_eq!(table.game().to_act(), Actor::Player(PERSON), "{}", step.moves);
                let mut own = true;
                for action in decisions(step.moves) {
                    own &= table.game().to_act() == Actor::Player(PERSON);
                    let points = played(&mut table, action);
                    // What the opponent brought about is told in the next step.
                    languages.iter().for_each(|lang| assert_says(*lang, if own { step.text } else { next }, &points));
                }
            }
            let (scores, projected) = guide.points;
            assert_eq!((table.game().scores(), table.game().projection()), (&scores[..], projected.to_vec()));
            for lang in &languages {
                assert_says(*lang, guide.end.1, &[scores, projected].concat());
            }
        }
    }

    #[test]
    fn every_language_gives_the_same_numbers() {
        let texts = all().flat_map(|guide| guide.steps.iter().map(|step| step.text).chain([guide.end.1]));
        for text in texts {
            let said = |lang: Lang| {
                let mut said = numbers(text(lang));
                said.sort_unstable();
                said
            };
            for lang in Lang::all() {
                assert_eq!(said(lang), said(Lang::english()), "{}: {}", lang.code(), text(lang));
            }
        }
    }

    #[test]
    fn every_game_has_a_first_game_and_lessons() {
        for game in GameId::ALL {
            let of = |short| all().filter(|guide| guide.game == game && guide.short == short).count();
            assert!(of(false) > 0 && of(true) > 0, "{}", game.name());
        }
    }

    #[test]
    fn a_tile_turned_to_look_the_same_is_accepted() {
        let read = |words: &str| decisions(words).collect::<Vec<Action>>();
        let wish = read("base/U@-1,1r0 f0");
        assert!(fulfils(&read("base/U@-1,1r2 f0"), &wish));
        assert!(!fulfils(&read("base/U@-1,1r1 f0"), &wish));
        assert!(!fulfils(&read("base/U@-1,1r0 -"), &wish));
        assert!(!fulfils(&read("base/U@-1,1r0"), &wish));
    }
}
