//! What is wrong with a record or a set-up, in the person's language. This and its texts come when they are wanted.

use crate::lang::Lang;
use crate::part::NotThere;
use crate::start::game_name;
use crate::table::place_words;
use leptos::wasm_split::wasm_split;
use rules::{Action, Fault, Illegal, Named, Pos, RECORD_VERSION, Reason, RecordError, SetupError};
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
        LoadError::Illegal(illegal) => why(lang, illegal.why()).to_owned(),
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
        Fault::Illegal { turn, seat, action, illegal: refused } => {
            lang.fault_turn(turn, seat, illegal(lang, *action, *refused))
        }
        other => other.to_string(),
    }
}

fn points(points: &[u16]) -> String {
    points.iter().map(u16::to_string).collect::<Vec<_>>().join(" : ")
}

/// An action that is not possible: what, where, and why.
pub(crate) fn illegal(lang: Lang, action: Action, illegal: Illegal) -> String {
    let why = why(lang, illegal.why());
    match place_of(action) {
        Some(pos) => lang.fault_illegal_at(action, place_words(lang, pos), why),
        None => lang.fault_illegal(action, why),
    }
}

/// The cell that an action is about, if it is about one.
const fn place_of(action: Action) -> Option<Pos> {
    match action {
        Action::Place { pos, .. } | Action::Recall { pos, .. } | Action::Waterhole { pos, .. } => Some(pos),
        Action::Ranger { to, .. } => Some(to),
        _ => None,
    }
}

fn why(lang: Lang, reason: Reason) -> &'static str {
    match reason {
        Reason::NoBonusLeft => lang.illegal_no_bonus_left(),
        Reason::NoTileLeft => lang.illegal_no_tile_left(),
        Reason::NoTileThere => lang.illegal_no_tile_there(),
        Reason::OnlyFollowersAndHuts => lang.illegal_only_followers_and_huts(),
        Reason::NoSuchSegment => lang.illegal_no_such_segment(),
        Reason::CannotStand => lang.illegal_cannot_stand(),
        Reason::NoPieceLeft => lang.illegal_no_piece_left(),
        Reason::HutOnWater => lang.illegal_hut_on_water(),
        Reason::SystemTaken => lang.illegal_system_taken(),
        Reason::NoCompanions => lang.illegal_no_companions(),
        Reason::NobodyToRecall => lang.illegal_nobody_to_recall(),
        Reason::BuilderPlace => lang.illegal_builder_place(),
        Reason::PigPlace => lang.illegal_pig_place(),
        Reason::FarmerDecides => lang.illegal_farmer_decides(),
        Reason::RiverFirst => lang.illegal_river_first(),
        Reason::RiverContinues => lang.illegal_river_continues(),
        Reason::RiverTurns => lang.illegal_river_turns(),
        Reason::RangerCell => lang.illegal_ranger_cell(),
        Reason::RangerThere => lang.illegal_ranger_there(),
        Reason::RangerTaken => lang.illegal_ranger_taken(),
        Reason::WhichRanger => lang.illegal_which_ranger(),
        Reason::NoRangerThere => lang.illegal_no_ranger_there(),
        Reason::RangerStays => lang.illegal_ranger_stays(),
        Reason::NoTokenLeft => lang.illegal_no_token_left(),
        Reason::NotAfterPlacing => lang.illegal_not_after_placing(),
        Reason::PutRangerBack => lang.illegal_put_ranger_back(),
        Reason::NoSavanna => lang.illegal_no_savanna(),
        Reason::CornerTaken => lang.illegal_corner_taken(),
        Reason::NoTokenInSupply => lang.illegal_no_token_in_supply(),
        Reason::NobodyToFound => lang.illegal_nobody_to_found(),
        Reason::AnimalAtWaterhole => lang.illegal_animal_at_waterhole(),
        Reason::AnimalShown => lang.illegal_animal_shown(),
        Reason::TokenOrPass => lang.illegal_token_or_pass(),
        Reason::NotInHand => lang.illegal_not_in_hand(),
        Reason::NotDrawn => lang.illegal_not_drawn(),
        Reason::Over => lang.illegal_over(),
        Reason::TileToDraw => lang.illegal_tile_to_draw(),
        Reason::TokenToDraw => lang.illegal_token_to_draw(),
        Reason::PlaceFirst => lang.illegal_place_first(),
        Reason::OneTile => lang.illegal_one_tile(),
        Reason::OtherGame => lang.illegal_other_game(),
        Reason::NoMatch => lang.illegal_no_match(),
        Reason::CellTaken => lang.illegal_cell_taken(),
        Reason::Apart => lang.illegal_apart(),
        Reason::NoFollower => lang.illegal_no_follower(),
        Reason::FeatureTaken => lang.illegal_feature_taken(),
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
    #[test]
    fn an_illegal_move_is_told_with_its_turn_its_place_and_the_reason() {
        for (from, to, place, why) in [
            ("U@1,0r1", "U@1,0r0", "1 right of the start", "a side of the tile does not match its neighbour."),
            ("U@1,0r1", "U@0,0r1", "start tile", "a tile lies on this cell already."),
            ("U@1,0r1", "U@4,-2r1", "4 right, 2 up of the start", "no tile lies beside this cell."),
            ("base/U@1,0r1 f0", "base/V@1,0r1", "1 right of the start", "this is not the tile that was drawn."),
            ("f0", "f9", "", "the tile has no such part."),
        ] {
            let error = GOOD.replacen(from, to, 1).parse::<Record>().expect_err(to);
            let told = of_record(Lang::english(), &error);
            for part in ["turn 1, seat 1", place, why] {
                assert!(told.contains(part), "{part}: {told}");
            }
        }
    }
}
