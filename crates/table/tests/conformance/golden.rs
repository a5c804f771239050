//! Whole games kept as records: a change in any of them is a change of the rules, the dealer or the notation.

use crate::{name, play_through, setups};
use bastide_table::Table;
use rules::Record;
use std::path::PathBuf;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

#[test]
fn games_stay_as_they_are() {
    let refresh = std::env::var_os("BASTIDE_REFRESH").is_some();
    let mut expected_files = Vec::new();
    for setup in setups(11).iter().filter(|setup| setup.players() < 4) {
        let options: String = setup.options().iter().map(|option| format!("-{}", option.name())).collect();
        let file = format!("{}{options}-{}.record", setup.game().name(), setup.players());
        let path = folder().join(&file);
        expected_files.push(file.clone());
        let record = play_through(setup, 11, |_, _| ()).record().to_string();
        if refresh {
            std::fs::write(&path, &record).unwrap();
            continue;
        }
        let kept = std::fs::read_to_string(&path)
            .unwrap_or_else(|error| panic!("{file}: {error}; `cargo xtask golden` writes it"));
        // The kept record is a possible game on its own, and the same as played now.
        let read: Record = kept.parse().unwrap_or_else(|error| panic!("{file}: {error}"));
        assert_eq!(Table::load(&read).unwrap().game().scores(), read.result().unwrap());
        assert!(kept == record, "{}: {file} differs; if that is meant, `cargo xtask golden`", name(setup));
    }
    for entry in std::fs::read_dir(folder()).unwrap() {
        let file = entry.unwrap().file_name().into_string().unwrap();
        assert!(!file.ends_with(".record") || expected_files.contains(&file), "{file} belongs to no game");
    }
}
