//! What is wrong with a record or a set-up, in the person's language. This and its texts come when they are wanted.

use crate::lang::Lang;
use crate::part::NotThere;
use crate::start::game_name;
use leptos::wasm_split::wasm_split;
use rules::{Action, Fault, Named, RECORD_VERSION, RecordError, SetupError};
use table::{DealError, LoadError};

/// Why there is no game.
pub(crate) enum Trouble {
    /// A text is no record.
    Record(RecordError),
    /// A record cannot be played on.
    Game(LoadError),
    /// What was chosen cannot be set up.
    Setup(SetupError),
    /// What was chosen cannot be dealt.
    Deal(DealError),
}

/// Why there is no game, in words.
pub(crate) async fn told(lang: Lang, trouble: Trouble) -> String {
    lang.load_more().await;
    in_words(lang, trouble).await.unwrap_or_else(|NotThere| lang.not_loaded().to_owned())
}

#[wasm_split(help, wasm_split_path = leptos::wasm_split, fallible)]
fn in_words(lang: Lang, trouble: Trouble) -> Result<String, NotThere> {
    Ok(match trouble {
        Trouble::Record(error) => lang.bad_record(of_record(lang, &error)),
        Trouble::Game(error) => lang.bad_record(of_game(lang, error)),
        Trouble::Setup(error) => lang.cannot_begin(of_setup(lang, error)),
        Trouble::Deal(error) => lang.cannot_begin(of_dealing(lang, error)),
    })
}

/// Why a text is no record: where, and what is wrong there.
fn of_record(lang: Lang, error: &RecordError) -> String {
    if !lang.has_more() {
        // Better in English than not at all.
        return error.to_string();
    }
    lang.fault_at(error.line, error.column, fault(lang, &error.fault))
}

/// Why a game that was read cannot be played on.
fn of_game(lang: Lang, error: LoadError) -> String {
    match error {
        LoadError::Deal(error) => of_dealing(lang, error),
        LoadError::Illegal(_) => lang.illegal_other().to_owned(),
    }
}

/// Why a game cannot be dealt.
fn of_dealing(lang: Lang, error: DealError) -> String {
    match error {
        DealError::OtherTiles => lang.deal_other_tiles().to_owned(),
        DealError::OtherTokens => lang.deal_other_tokens().to_owned(),
        DealError::RiverOrder(tile) => lang.deal_river(tile),
        DealError::OtherDraw(number) => lang.deal_other_draw(number),
        DealError::OtherCommitment | DealError::OtherFirst | DealError::NothingRevealed => {
            lang.deal_commitment().to_owned()
        }
    }
}

/// Why a game cannot be set up.
fn of_setup(lang: Lang, error: SetupError) -> String {
    match error {
        SetupError::Players(game, options, players) => {
            let range = game.players(options);
            lang.fault_players(game_name(lang, game), range.start(), range.end(), players)
        }
        SetupError::First(seat, players) => lang.fault_first(seat, players),
        SetupError::Option(_, option) => lang.fault_option(option.name()),
        SetupError::Tile(tile) => lang.fault_not_in_bag(tile),
        SetupError::TooMany(tile, most) => lang.fault_too_many(most, tile),
        SetupError::TooManyTokens(animal, most) => lang.fault_too_many(most, animal.name()),
        SetupError::NoBonus(game) => lang.fault_no_bonus(game_name(lang, game)),
        SetupError::NoTokens(game) => lang.fault_no_tokens(game_name(lang, game)),
        // The rules may know more than this page.
        other => other.to_string(),
    }
}

fn fault(lang: Lang, fault: &Fault) -> String {
    match fault {
        Fault::NoRecord(found) => lang.fault_no_record(format!("bastide record {RECORD_VERSION}"), found),
        Fault::Version(found) => lang.fault_version(found, RECORD_VERSION),
        Fault::Ends(expected) => lang.fault_ends(expected),
        Fault::Expected { expected, found } if found.is_empty() => lang.fault_missing(expected),
        Fault::Expected { expected, found } => lang.fault_expected(expected, found),
        Fault::NotEmpty(found) => lang.fault_not_empty(found),
        Fault::Unknown(what, found) => {
            let text: fn(Lang, String) -> String = match what {
                Named::Game => Lang::fault_game,
                Named::Option => Lang::fault_option,
                Named::TileSet => Lang::fault_set,
                Named::Tile => Lang::fault_tile,
                Named::Animal => Lang::fault_animal,
                Named::Seat => Lang::fault_seat,
            };
            text(lang, found.clone())
        }
        Fault::Twice(found) => lang.fault_twice(found),
        Fault::Surplus(found) => lang.fault_surplus(found),
        Fault::Setup(error) => of_setup(lang, *error),
        Fault::OtherTiles(set, played) => lang.fault_other_tiles(played, set.id(), set.version()),
        Fault::NoResult => lang.fault_no_result().to_owned(),
        Fault::NotOver => lang.fault_not_over().to_owned(),
        Fault::OtherResult { ends, found } => lang.fault_other_result(points(ends), points(found)),
        Fault::OtherTurn { turn, seat, found } => lang.fault_other_turn(turn, seat, found),
        Fault::Notation(_, word) => lang.fault_notation(word),
        Fault::Illegal(action, _) => lang.fault_illegal(action, illegal(lang, *action)),
        other => other.to_string(),
    }
}

fn points(points: &[u16]) -> String {
    points.iter().map(u16::to_string).collect::<Vec<_>>().join(" : ")
}

/// What is not possible about an action.
pub(crate) fn illegal(lang: Lang, action: Action) -> &'static str {
    match action {
        Action::Draw { .. } | Action::DrawToken { .. } => lang.illegal_draw(),
        Action::Place { .. } => lang.illegal_place(),
        Action::Follower { .. } | Action::Hut { .. } => lang.illegal_piece(),
        Action::Recall { .. } => lang.illegal_recall(),
        Action::Ranger { .. } => lang.illegal_ranger(),
        Action::Waterhole { .. } => lang.illegal_waterhole(),
        Action::Token { .. } => lang.illegal_token(),
        _ => lang.illegal_other(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Record;

    const GOOD: &str = "bastide record 1\ngame base\nplayers 2\nfirst 1\n\n1:1 +base/U base/U@1,0r1 f0\nunfinished\n";

    #[test]
    fn every_language_says_where_and_what_without_a_word_of_english() {
        assert!(GOOD.parse::<Record>().is_ok());
        for (from, to, line, column) in [
            ("bastide record 1", "chess", 1, 1),
            ("record 1", "record 7", 1, 16),
            ("game base", "game chess", 2, 6),
            ("game base", "game base hand", 2, 11),
            ("players 2", "players 9", 3, 9),
            ("first 1", "first 4", 4, 7),
            ("first 1", "first", 4, 1),
            ("U@1,0r1", "U@1,0r0", 6, 13),
            ("U@1,0r1", "U@1,0x1", 6, 23),
            ("1:1", "1:0", 6, 1),
            ("unfinished", "result 1 2", 7, 1),
            ("unfinished\n", "", 7, 1),
        ] {
            let text = GOOD.replacen(from, to, 1);
            let error = text.parse::<Record>().expect_err(to);
            let english = of_record(Lang::english(), &error);
            for lang in Lang::all() {
                let told = of_record(lang, &error);
                for number in [line, column] {
                    assert!(told.contains(&format!(" {number}")), "{}: {told}", lang.code());
                }
                assert!(lang == Lang::english() || told != english, "{}: {told}", lang.code());
                // What was written in the record may be quoted; English sentences may not.
                assert!(lang == Lang::english() || !told.contains(&error.fault.to_string()), "{}: {told}", lang.code());
            }
        }
    }
}
