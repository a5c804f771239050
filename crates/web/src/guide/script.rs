//! What is played in the guided game, turn by turn.

use crate::lang::Lang;
use rules::{Action, GameId, Options, Seat, Setup, SetupError, Side, TileKind};

/// One turn: a tile and what is done with it, in the notation of records.
pub(super) struct Turn {
    place: &'static str,
    act: &'static str,
    /// The points that it brings: whose, how many. The texts of the steps say the same.
    #[cfg_attr(not(test), expect(dead_code, reason = "what the texts say; checked by a test"))]
    points: &'static [(u8, u16)],
}

const fn turn(place: &'static str, act: &'static str, points: &'static [(u8, u16)]) -> Turn {
    Turn { place, act, points }
}

/// The turns of the person and of the opponent by turns; the person begins and ends.
pub(super) const SCRIPT: [Turn; 17] = [
    turn("base/M@0,-1r1", "f0", &[]),
    turn("base/V@1,0r0", "f0", &[]),
    turn("base/E@1,-1r3", "-", &[(0, 8)]),
    turn("base/W@-1,0r0", "-", &[]),
    turn("base/U@-1,1r0", "f0", &[]),
    turn("base/E@2,-1r0", "f0", &[]),
    turn("base/B@0,1r0", "f0", &[]),
    turn("base/W@1,1r3", "-", &[(1, 4)]),
    turn("base/W@-1,2r1", "-", &[(0, 3)]),
    turn("base/V@0,2r3", "-", &[]),
    turn("base/E@1,-2r1", "f0", &[]),
    turn("base/U@-2,0r1", "f0", &[]),
    turn("base/N@2,-2r2", "-", &[(0, 6), (1, 6)]),
    turn("base/U@-3,0r1", "-", &[]),
    turn("base/V@1,2r1", "-", &[(0, 9)]),
    turn("base/U@-2,2r1", "-", &[]),
    turn("base/E@2,0r1", "f1", &[]),
];

/// How many turns the person has.
pub(super) const STEPS: usize = SCRIPT.len().div_ceil(2);

/// The seat of the person; the opponent has the next one.
pub(super) const PERSON: Seat = Seat::ALL[0];

impl Turn {
    /// Its actions, if they can be read.
    pub(super) fn actions(&self) -> Option<[Action; 2]> {
        Some([self.place.parse().ok()?, self.act.parse().ok()?])
    }
}

pub(super) fn setup() -> Result<Setup, SetupError> {
    Setup::new(GameId::Base, Options::NONE, 2, PERSON)
}

/// The tiles of the script first, then all others, mixed.
pub(super) fn deck(setup: &Setup) -> Vec<TileKind> {
    let placed = |turn: &Turn| match turn.actions() {
        Some([Action::Place { tile, .. }, _]) => Some(tile),
        _ => None,
    };
    let first: Vec<TileKind> = SCRIPT.iter().filter_map(placed).collect();
    let mut rest: Vec<TileKind> =
        setup.bag().iter().flat_map(|(kind, count)| std::iter::repeat_n(kind, count.into())).collect();
    for tile in &first {
        if let Some(index) = rest.iter().position(|other| other == tile) {
            rest.remove(index);
        }
    }
    table::Random::new(1).shuffle(&mut rest);
    first.into_iter().chain(rest).collect()
}

/// Whether a turn is the wished one; turned so that the tile looks the same is as good.
pub(crate) fn fulfils(actions: &[Action], wish: &[Action]) -> bool {
    match (actions, wish) {
        (
            [Action::Place { tile, pos, rotation }, act],
            [Action::Place { tile: other, pos: there, rotation: as_wished }, wished],
        ) => {
            let alike =
                Side::ALL.iter().all(|&side| tile.def().side(side, *rotation) == tile.def().side(side, *as_wished));
            (tile, pos, act) == (other, there, wished) && alike
        }
        _ => false,
    }
}

/// What a step is about, and what is to be done.
pub(super) fn texts(lang: Lang, step: usize) -> (&'static str, &'static str) {
    match step {
        0 => (lang.guide_1_title(), lang.guide_1()),
        1 => (lang.guide_2_title(), lang.guide_2()),
        2 => (lang.guide_3_title(), lang.guide_3()),
        3 => (lang.guide_4_title(), lang.guide_4()),
        4 => (lang.guide_5_title(), lang.guide_5()),
        5 => (lang.guide_6_title(), lang.guide_6()),
        6 => (lang.guide_7_title(), lang.guide_7()),
        7 => (lang.guide_8_title(), lang.guide_8()),
        8 => (lang.guide_9_title(), lang.guide_9()),
        _ => (lang.guide_end_title(), lang.guide_end()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::{AnyGame, Dealing, Event, Game as _};
    use table::Table;

    fn points(events: &[Event]) -> Vec<(u8, u16)> {
        let scored = events.iter().filter_map(|event| match event {
            Event::Scored(score) => Some((score.seat.number(), score.points)),
            _ => None,
        });
        scored.collect()
    }

    fn numbers(text: &str) -> Vec<u16> {
        text.split(|letter: char| !letter.is_ascii_digit()).filter_map(|word| word.parse().ok()).collect()
    }

    #[test]
    fn every_turn_is_possible_and_pays_what_is_said() {
        let setup = setup().expect("two can play");
        let dealing = Dealing { deck: Some(deck(&setup)), ..Dealing::default() };
        let mut table = Table::new(&setup, dealing).expect("the deck is that of the bag");
        for turn in &SCRIPT {
            let mut events = Vec::new();
            for action in turn.actions().expect("the notation of records") {
                events.extend(table.play(action).unwrap_or_else(|error| panic!("{}: {error}", turn.place)));
            }
            assert_eq!(points(&events), turn.points, "{}", turn.place);
        }
        assert_eq!(table.game().scores(), [26, 10]);
    }

    #[test]
    fn the_texts_name_the_points() {
        for lang in Lang::all() {
            for (step, turn) in SCRIPT.iter().step_by(2).enumerate() {
                for (_, points) in turn.points {
                    let text = texts(lang, step).1;
                    assert!(numbers(text).contains(points), "{}: {points} in {text}", lang.code());
                }
            }
        }
    }

    #[test]
    fn the_last_text_says_what_the_end_would_bring() {
        let actions: Vec<Action> = SCRIPT.iter().flat_map(|turn| turn.actions().expect("readable")).collect();
        let tiles = actions.iter().filter_map(|action| match action {
            Action::Place { tile, .. } => Some(*tile),
            _ => None,
        });
        let setup = setup().expect("two can play").with_tiles(tiles).expect("they are in the bag");
        let mut game = AnyGame::new(&setup);
        for action in actions {
            if let Action::Place { tile, .. } = action {
                game.play(Action::Draw { tile }).expect("it is in the bag");
            }
            game.play(action).expect("a turn of the script");
        }
        assert_eq!(game.scores(), [32, 13]);
        for lang in Lang::all() {
            let said = numbers(texts(lang, STEPS).1);
            assert!([26, 10, 6, 3, 32, 13].iter().all(|number| said.contains(number)), "{}: {said:?}", lang.code());
        }
    }

    #[test]
    fn a_tile_turned_to_look_the_same_is_accepted() {
        let read = |words: [&str; 2]| words.map(|word| word.parse::<Action>().expect("an action"));
        let wish = read(["base/U@-1,1r0", "f0"]);
        assert!(fulfils(&read(["base/U@-1,1r2", "f0"]), &wish));
        assert!(!fulfils(&read(["base/U@-1,1r1", "f0"]), &wish));
        assert!(!fulfils(&read(["base/U@-1,1r0", "-"]), &wish));
    }
}
