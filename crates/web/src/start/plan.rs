//! What is chosen for the next game, kept for the next visit.

use super::players::{Chair, chairs};
use crate::browser;
use crate::lang::Lang;
use crate::session::SeatInfo;
use leptos::prelude::*;
use rules::{GameId, GameOption, Options};

const STORED: &str = "bastide.plan";

/// What is chosen so far; a handle that can be copied.
#[derive(Clone, Copy)]
pub(crate) struct Plan {
    pub(crate) game: RwSignal<GameId>,
    pub(crate) options: RwSignal<Vec<GameOption>>,
    pub(super) chairs: RwSignal<Vec<Chair>>,
    /// Who begins; nobody means by lot.
    pub(super) first: RwSignal<Option<usize>>,
    pub(super) seed: RwSignal<u64>,
}

impl Plan {
    /// As it was last time, or a person against a bot. It is stored with every change.
    pub(crate) fn load(lang: Lang) -> Plan {
        let stored = browser::stored(STORED).and_then(|text| Stored::parse(&text));
        let stored = stored.unwrap_or_else(|| Stored {
            game: GameId::Base,
            options: Vec::new(),
            seats: chairs(lang).into_iter().map(Chair::into_plan).collect(),
        });
        let seats = (0..).zip(stored.seats);
        let plan = Plan {
            game: RwSignal::new(stored.game),
            options: RwSignal::new(stored.options),
            chairs: RwSignal::new(seats.map(|(id, info)| Chair::from_plan(lang, id, info)).collect()),
            first: RwSignal::new(None),
            seed: RwSignal::new(browser::random_seed()),
        };
        Effect::new(move |_| {
            let seats = plan.chairs.get().into_iter().map(Chair::into_plan).collect();
            let stored = Stored { game: plan.game.get(), options: plan.options.get(), seats };
            browser::store(STORED, &stored.text());
            // Another game may seat fewer.
            let most = plan.most();
            if plan.chairs.with_untracked(Vec::len) > most {
                plan.chairs.update(|chairs| chairs.truncate(most));
            }
        });
        plan
    }

    /// The chosen options that the game has.
    pub(crate) fn options(&self) -> Options {
        let game = self.game.get();
        self.options.get().into_iter().filter(|option| game.options().contains(option)).collect()
    }

    /// The most people who can play.
    pub(crate) fn most(&self) -> usize {
        usize::from(*self.game.get().players(self.options()).end())
    }
}

/// What is kept; a seat without a name is called as the language has it.
#[derive(PartialEq, Debug)]
struct Stored {
    game: GameId,
    options: Vec<GameOption>,
    seats: Vec<SeatInfo>,
}

impl Stored {
    fn text(&self) -> String {
        let options: String = self.options.iter().map(|option| format!(" {}", option.name())).collect();
        let seats: Vec<String> = self.seats.iter().map(SeatInfo::text).collect();
        format!("{}{options}\n{}", self.game.name(), seats.join("\n"))
    }

    fn parse(text: &str) -> Option<Stored> {
        let (head, seats) = text.split_once('\n')?;
        let mut words = head.split(' ');
        let game = GameId::from_name(words.next()?)?;
        let options = words.map(GameOption::from_name).collect::<Option<_>>()?;
        let seats = seats.lines().map(SeatInfo::parse).collect::<Option<Vec<_>>>()?;
        (seats.len() >= 2).then_some(Stored { game, options, seats })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bots::Manner;
    use crate::session::Player;

    #[test]
    fn a_plan_comes_back_and_a_broken_one_is_none() {
        let info = |name: &str, player| SeatInfo { name: name.to_owned(), colour: 2, player };
        let stored = Stored {
            game: GameId::Base,
            options: vec![GameOption::River, GameOption::TradersBuilders],
            seats: vec![
                info("Anna Maria", Player::Person),
                info("", Player::Bot(Manner::from_name("tactician+builder").expect("a bot"))),
            ],
        };
        assert_eq!(Stored::parse(&stored.text()), Some(stored));
        for broken in [
            "",
            "base",
            "base river",
            "chess\n0 person \n1 person ",
            "base\n0 person ",
            "base tea\n0 person \n0 person ",
        ] {
            assert_eq!(Stored::parse(broken), None, "{broken:?}");
        }
    }
}
