//! Names of tiles.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rules::TileKind;

fuzz_target!(|name: &str| {
    if let Some(kind) = TileKind::from_name(name) {
        assert_eq!(kind.to_string(), name);
    }
});
