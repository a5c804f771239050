//! Records: what is wrong with a text, and where.

use bastide_rules::{
    Action, Actor, AnyGame, Dealing, Game, GameId, GameOption, Options, Phase, PieceKind, Pos, Record, Rotation, Seat,
    Segment, Setup, TileKind,
};
use proptest::prelude::*;

const GOOD: &str = "\
bastide record 1
game base
players 2
first 1
name 0 Ada Lovelace
bag base/D:1 base/U:1
deck base/U base/D

1:1 +base/U base/U@1,0r1 f0
2:0 +base/D base/D@2,0r2 -
result 0 3
";

#[test]
fn a_good_record_reads_and_writes_back() {
    let record: Record = GOOD.parse().unwrap();
    assert_eq!(record.to_string(), GOOD);
    assert_eq!(record.name(record.setup().seats().next().unwrap()), Some("Ada Lovelace"));
    assert_eq!(record.actions().count(), 6);
    assert_eq!(record.result(), Some(&[0, 3][..]));
}

/// The record with one piece of text replaced; where reading stops and a part of the message.
fn check(from: &str, to: &str, line: usize, column: usize, message: &str) {
    assert!(GOOD.contains(from), "{from}");
    let text = GOOD.replacen(from, to, 1);
    let error = text.parse::<Record>().expect_err(to);
    assert_eq!((error.line, error.column), (line, column), "{to:?}: {error}");
    assert!(error.fault.to_string().contains(message), "{to:?}: {error}");
}

#[test]
fn errors_name_line_and_column() {
    check("bastide record", "chess record", 1, 1, "begins with");
    check("record 1", "record 2", 1, 16, "version 2");
    check("game base", "game chess", 2, 6, "no game called");
    check("game base", "game base hand", 2, 11, "no option");
    check("game base", "game base river river", 2, 17, "already");
    check("players 2", "players two", 3, 9, "`2`");
    check("players 2", "players 6", 3, 9, "2 to 5");
    check("players 2\n", "", 3, 1, "`players");
    check("first 1", "first 2", 4, 7, "first seat 2");
    check("name 0 Ada Lovelace", "name 2 Ada", 5, 6, "no seat called");
    check("name 0 Ada Lovelace", "name 0 Ada\nname 0 Bob", 6, 6, "already");
    check("base/D:1", "base/D:4", 6, 1, "more than 3");
    check("base/D:1", "base/D", 6, 5, "base/D:3");
    check("deck base/U", "deck base/Q7", 7, 6, "no tile called");
    check("\n\n1:1", "\n1:1", 8, 1, "empty line");
    check("1:1 +", "1:0 +", 9, 1, "turn 1 of seat 1");
    check("1:1 +", "one +", 9, 1, "`3:1`");
    check("base/U@1,0r1", "base/U@1,0r0", 9, 13, "(C3)");
    check("base/U@1,0r1", "base/U@1,0x1", 9, 23, "expected r");
    check("r1 f0", "r1 f1 f0", 9, 29, "not possible");
    check("r1 f0", "r1 f9", 9, 26, "no such segment");
    check("2:0 +base/D", "2:0 +base/E", 10, 5, "no such tile is left");
    check("result 0 3", "result 0 4", 11, 1, "[0, 3]");
    check("result 0 3", "unfinished", 11, 1, "the game is over");
    check("result 0 3\n", "", 11, 1, "ends where");
    check("2:0 +base/D base/D@2,0r2 -\n", "", 10, 1, "not over");
    check("result 0 3\n", "result 0 3\n\nmore", 13, 1, "nothing more");
}

/// Columns count characters, not bytes.
#[test]
fn columns_are_characters() {
    check("name 0 Ada Lovelace\nbag base/D:1", "name 0 Ада\nbag base/Ы:1", 6, 5, "no tile called");
    check("r1 f0", "r1 ыы f0", 9, 26, "expected an action");
}

proptest! {
    /// A record with a few characters changed is refused or read; it never breaks anything, and what is read is written
    /// back so that it reads the same again.
    #[test]
    fn damaged_records_are_told_or_read(edits in proptest::collection::vec((0usize..220, any::<char>()), 1..4)) {
        let mut letters: Vec<char> = GOOD.chars().collect();
        for (place, letter) in edits {
            let place = place % letters.len();
            letters[place] = letter;
        }
        let text: String = letters.into_iter().collect();
        match text.parse::<Record>() {
            Ok(record) => prop_assert_eq!(&record.to_string().parse::<Record>().unwrap(), &record),
            Err(error) => {
                prop_assert!(error.line >= 1 && error.line <= text.lines().count() + 1);
                prop_assert!(error.column >= 1);
            }
        }
    }

    #[test]
    fn any_text_is_told_or_read(text in "\\PC{0,200}") {
        let _ = text.parse::<Record>();
        let _ = text.parse::<Action>();
    }

    #[test]
    fn placements_read_back(tile in 0..TileKind::all().count(), x in any::<i16>(), y in any::<i16>(), turn in 0u8..4) {
        let tile = TileKind::all().nth(tile).unwrap();
        let action = Action::Place { tile, pos: Pos::new(x, y), rotation: Rotation::new(turn).unwrap() };
        prop_assert_eq!(action.to_string().parse::<Action>(), Ok(action));
    }

    #[test]
    fn recalls_read_back(x in any::<i16>(), y in any::<i16>(), segment in any::<u8>()) {
        let action = Action::Recall { pos: Pos::new(x, y), segment: Segment(segment) };
        prop_assert_eq!(action.to_string().parse::<Action>(), Ok(action));
    }
}

#[test]
fn names_with_odd_spaces_are_made_plain() {
    let odd = GOOD.replacen("Ada Lovelace", "Ada\t Lovelace\r\r\r", 1);
    let record: Record = odd.parse().unwrap();
    assert_eq!(record.to_string(), GOOD);
    assert_eq!(GOOD.parse(), Ok(record));
    check("Ada Lovelace", "\r\r", 5, 6, "0 Anna");
}

/// Numbers that are random enough to choose among actions.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as u32 % bound
    }
}

/// The actions of a whole game at random, in which large followers are placed where it is possible.
fn wander(setup: &Setup, seed: u64) -> (Vec<Action>, AnyGame) {
    let is_large = |action: &&Action| matches!(action, Action::Follower { piece: PieceKind::LargeFollower, .. });
    let mut numbers = Numbers(seed);
    let mut game = AnyGame::new(setup);
    let (mut listed, mut played) = (Vec::new(), Vec::new());
    while game.phase() != Phase::Over {
        let action = if game.to_act() == Actor::Dealer {
            game.outcome(numbers.below(game.ways())).expect("an outcome")
        } else {
            game.actions(&mut listed);
            let large: Vec<Action> = listed.iter().filter(is_large).copied().collect();
            let list = if large.is_empty() { &listed } else { &large };
            list[numbers.below(list.len() as u32) as usize]
        };
        game.play(action).expect("a listed action");
        played.push(action);
    }
    (played, game)
}

#[test]
fn games_with_large_followers_read_back() {
    let mut notations = std::collections::BTreeSet::new();
    for (index, options) in Options::combinations(GameId::Base).enumerate() {
        let players = *GameId::Base.players(options).end();
        let setup = Setup::new(GameId::Base, options, players, Seat::ALL[index % 5]).expect("a setup");
        let (actions, end) = wander(&setup, index as u64);
        let record = Record::new(setup, Dealing::seeded(index as u64), actions.iter().copied()).expect("a game");
        let text = record.to_string();
        let read: Record = text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(read, record);
        assert_eq!(read.to_string(), text);
        assert!(read.actions().eq(actions));
        assert_eq!(read.result(), Some(end.scores()));
        assert_eq!(read.replay(&mut (), |_, _, ()| {}).pieces(), end.pieces());
        let words = text.lines().filter(|line| line.starts_with(|first: char| first.is_ascii_digit()));
        let large: Vec<&str> = words.flat_map(str::split_whitespace).filter(|word| word.starts_with('F')).collect();
        assert_eq!(large.is_empty(), !options.has(GameOption::InnsCathedrals), "{options:?}");
        let without_segment = |word: &str| word.replace(|letter: char| letter.is_ascii_digit(), "");
        notations.extend(large.into_iter().map(without_segment));
    }
    assert_eq!(Vec::from_iter(notations), ["F", "F+builder", "F+pig"]);
}

/// A game whose whole text is written out here: both sizes, with a pig and alone.
const LARGE: &str = "\
bastide record 1
game base traders_builders inns_cathedrals
players 2
first 0
bag base/E:1 base/U:2 inns_cathedrals/straight-inn:1
deck base/U base/E inns_cathedrals/straight-inn base/U

1:0 +base/U base/U@1,0r1 F2+pig
2:1 +base/E base/E@0,-1r2 F0
3:0 +inns_cathedrals/straight-inn inns_cathedrals/straight-inn@2,0r0 f0+builder
4:1 +base/U base/U@3,0r1 f1
result 3 4
";

#[test]
fn a_record_with_both_sizes_reads_and_writes_back() {
    let record: Record = LARGE.parse().unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(record.to_string(), LARGE);
    let (segment, piece) = (Segment(2), PieceKind::LargeFollower);
    let pig = Action::Follower { segment, with: Some(PieceKind::Pig), piece };
    assert_eq!(record.actions().nth(2), Some(pig));
}

#[test]
fn large_followers_that_cannot_be_are_told_where_they_stand() {
    let told = |from: &str, to: &str, line: usize, column: usize, message: &str| {
        assert!(LARGE.contains(from), "{from}");
        let error = LARGE.replacen(from, to, 1).parse::<Record>().expect_err(to);
        assert_eq!((error.line, error.column), (line, column), "{to:?}: {error}");
        assert!(error.fault.to_string().contains(message), "{to:?}: {error}");
    };
    told("f0+builder", "F0+builder", 10, 70, "(I2)");
    told("F2+pig", "F2+builder", 8, 26, "(T3)");
    told("F2+pig", "F2+hut", 8, 29, "builder or pig");
    told("F2+pig", "F", 8, 27, "a segment");
    told("F2+pig", "F9", 8, 26, "no such segment");
    check("r1 f0", "r1 F0", 9, 26, "(I2)");
}
