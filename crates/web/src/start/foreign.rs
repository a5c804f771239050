//! Logs of games that were played elsewhere. What reads them comes when one is opened.

use crate::faults::illegal;
use crate::lang::Lang;
use crate::part::NotThere;
use foreign::{Trouble, Unreadable, What};
use leptos::wasm_split::wasm_split;
use rules::Record;

/// What was read, and why not more.
pub(super) struct Read {
    pub(super) record: Record,
    pub(super) trouble: Option<String>,
}

/// Reads a log, or says why it is none.
pub(super) async fn read(lang: Lang, text: String) -> Result<Read, String> {
    lang.load_more().await;
    in_words(lang, text).await.unwrap_or_else(|NotThere| Err(lang.not_loaded().to_owned()))
}

#[wasm_split(more, wasm_split_path = leptos::wasm_split, fallible)]
fn in_words(lang: Lang, text: String) -> Result<Result<Read, String>, NotThere> {
    let read = foreign::read(&text).map_err(|error| lang.bad_record(refused(lang, &error)));
    Ok(read.map(|reading| {
        let trouble = reading.trouble.map(|trouble| until(lang, &trouble));
        Read { record: reading.record, trouble }
    }))
}

fn until(lang: Lang, trouble: &Trouble) -> String {
    let what = match &trouble.what {
        What::Missing(what) => lang.foreign_missing(what),
        What::Tile(name) => lang.foreign_tile(name),
        What::Number(number) => lang.foreign_number(number),
        What::Drawn(name) => lang.foreign_drawn(name),
        What::Illegal(action, refused) => illegal(lang, *action, *refused),
        What::Spot(name) => lang.foreign_spot(name),
        What::Alone(name) => lang.foreign_alone(name),
        What::Piece(name) => lang.foreign_piece(name),
        What::OutOfTurn => lang.foreign_turn().to_owned(),
        What::Entry(name) => lang.foreign_entry(name),
        What::Aside(name) => lang.foreign_aside(name),
        What::Points { player, said, ours } => lang.foreign_points(player, said, ours),
    };
    lang.foreign_until(trouble.place.entry, trouble.place.turn, what)
}

fn refused(lang: Lang, error: &Unreadable) -> String {
    match error {
        Unreadable::TooLong => lang.foreign_long().to_owned(),
        Unreadable::NotJson { line, column } => lang.foreign_json(line, column),
        Unreadable::Unknown => lang.foreign_unknown().to_owned(),
        Unreadable::Missing(what) => lang.foreign_missing(what),
        Unreadable::Expansion(name) => lang.foreign_expansion(name),
        Unreadable::Start(name) => lang.foreign_start(name),
        Unreadable::Players(count) => lang.foreign_players(count),
    }
}
