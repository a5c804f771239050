//! Text read as a game record: an error tells a place inside the text; what is read can be written, replayed and
//! played on.
#![no_main]

use bastide::replay::score_sheet;
use libfuzzer_sys::fuzz_target;
use rules::{Game as _, Record, RecordError};
use table::Table;

fuzz_target!(|text: &str| {
    // The same text may be a log from elsewhere: what is read of it is a record like any other.
    if let Ok(reading) = foreign::read(text) {
        use_record(&reading.record);
    }
    match text.parse() {
        Ok(record) => use_record(&record),
        Err(error) => check_place(text, &error),
    }
});

fn use_record(record: &Record) {
    let written = record.to_string();
    assert_eq!(written.parse().as_ref(), Ok(record), "a record reads as it was written");

    let game = record.replay(&mut (), |game, action, _| assert_eq!(game.check(action), Ok(())));
    if let Some(result) = record.result() {
        assert_eq!(result, game.scores());
    }
    assert!(!score_sheet(record).is_empty());

    // The draws need not be those of the seed that the record names.
    let Ok(mut table) = Table::load(record) else { return };
    let whole = table.record();
    assert!(whole.actions().zip(record.actions()).all(|(loaded, written)| loaded == written));
    let mut decisions = 0;
    while table.undo() {
        decisions += 1;
    }
    assert!(decisions <= whole.actions().count());
}

fn check_place(text: &str, error: &RecordError) {
    assert!(!error.fault.to_string().is_empty());
    // A record that is cut off is missed at the line after its last.
    assert!((1..=text.lines().count() + 1).contains(&error.line), "{error}");
    let line = text.lines().nth(error.line - 1).unwrap_or_default();
    assert!((1..=line.chars().count() + 1).contains(&error.column), "{error}");
}
