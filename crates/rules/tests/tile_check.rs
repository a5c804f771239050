//! The checks that stop the build on a contradiction in a tile file: each complaint names the file, the tile and what is
//! wrong.

#[path = "../build/check.rs"]
mod check;
#[allow(dead_code, reason = "the build script uses the rest")]
#[path = "../build/model.rs"]
mod model;

use bastide_rules::TileSet;
use std::path::Path;

/// A sound file of each family, small. Every test changes one line of one of them.
const TOWNS: &str = r#"
[set]
id = "base"
title = "Towns"
total = 3
sources = []

[[tile]]
id = "first"
count = 1
start = true
sides = ["city", "road", "field", "road"]
[[tile.segment]] # 0
kind = "city"
at = ["N"]
shields = 1
[[tile.segment]] # 1
kind = "road"
at = ["E", "W"]
[[tile.segment]] # 2
kind = "field"
at = ["EL", "WR"]
borders = [0]
[[tile.segment]] # 3
kind = "field"
at = ["ER", "SL", "SR", "WL"]

[[tile]]
id = "second"
count = 2
sides = ["field", "field", "road", "field"]
[[tile.segment]] # 0
kind = "cloister"
at = []
[[tile.segment]] # 1
kind = "road"
at = ["S"]
ends = true
[[tile.segment]] # 2
kind = "field"
at = ["NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR"]
"#;

const STONE_AGE: &str = r#"
[set]
id = "hunters_gatherers"
title = "Waters"
total = 1
sources = []

[[tile]]
id = "waters"
count = 1
start = true
sides = ["river", "forest", "river", "meadow"]
[[tile.segment]] # 0
kind = "river"
at = ["N"]
lake = 1
[[tile.segment]] # 1
kind = "lake"
at = []
fish = 2
[[tile.segment]] # 2
kind = "forest"
at = ["E"]
nuggets = 1
[[tile.segment]] # 3
kind = "river"
at = ["S"]
spring = true
[[tile.segment]] # 4
kind = "meadow"
at = ["NL", "NR", "SL", "SR", "WL", "WR"]
animals = ["deer"]
"#;

const COASTS: &str = r#"
[set]
id = "new_lands"
title = "Coasts"
total = 1
sources = []

[[tile]]
id = "coast"
count = 1
start = true
sides = ["sea", "mountain", "grass", "mountain"]
[[tile.segment]] # 0
kind = "sea"
at = ["N"]
borders = [1]
[[tile.segment]] # 1
kind = "mountain"
at = ["E", "W"]
cities = 1
city_sea = [0]
borders = [0, 2]
[[tile.segment]] # 2
kind = "grass"
at = ["S"]
borders = [1]
"#;

const SAVANNA: &str = r#"
[set]
id = "safari"
title = "Savanna"
total = 1
sources = []

[[start.tile]]
id = "west"
count = 1
sides = ["savanna", "savanna", "savanna", "savanna"]
corners = ["savanna", "savanna", "savanna", "savanna"]

[[start.tile]]
id = "middle"
count = 1
sides = ["savanna", "savanna", "savanna", "savanna"]
corners = ["savanna", "savanna", "savanna", "savanna"]

[[start.tile]]
id = "east"
count = 1
sides = ["savanna", "savanna", "savanna", "savanna"]
corners = ["savanna", "savanna", "savanna", "savanna"]

[[tile]]
id = "bushes"
count = 1
sides = ["bush", "path", "savanna", "path"]
corners = ["bush", "bush", "savanna", "savanna"]
[[tile.segment]] # 0
kind = "bush"
at = ["N"]
birds = 1
[[tile.segment]] # 1
kind = "path"
at = ["E", "W"]
animal = "lion"
"#;

/// What the checks say of a file; a file that cannot be read is a complaint as well.
fn complaints(text: &str) -> Vec<String> {
    let id = text.split('"').nth(1).expect("the set's id comes first");
    model::parse(id, text).map_or_else(|complaint| vec![complaint], |set| check::check(&set))
}

/// Exchanges one piece of a sound file and expects this complaint among those that follow.
#[track_caller]
fn rejects(file: &str, from: &str, to: &str, expected: &str) {
    assert_eq!(file.matches(from).count(), 1, "{from:?} must name one place of the file");
    let found = complaints(&file.replace(from, to));
    assert!(found.iter().any(|complaint| complaint == expected), "expected {expected:?}, found {found:#?}");
}

#[test]
fn the_tile_files_are_sound() {
    let names = TileSet::ALL.map(TileSet::id);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tiles");
    let files = std::fs::read_dir(&folder).expect("the tile folder").count();
    assert_eq!(files, names.len(), "every file in the folder is checked");
    for name in names {
        let text = std::fs::read_to_string(folder.join(format!("{name}.toml"))).expect("a tile file");
        let set = model::parse(name, &text).expect("a tile set");
        assert_eq!(check::check(&set), Vec::<String>::new(), "{name}");
        let kinds: Vec<&str> = TileSet::from_id(name).expect("a set").kinds().map(|kind| kind.def().id()).collect();
        assert!(
            set.tiles.iter().map(|tile| tile.id.as_str()).eq(kinds),
            "{name}: the tables have the tiles of the file"
        );
    }
}

#[test]
fn the_small_files_of_these_tests_are_sound() {
    for file in [TOWNS, STONE_AGE, COASTS, SAVANNA] {
        assert_eq!(complaints(file), Vec::<String>::new());
    }
}

#[test]
fn a_file_that_is_no_tile_file_is_rejected() {
    for (from, to) in [("total = 3", "total = "), ("start = true", "starts = true"), ("count = 2", "count = \"two\"")] {
        let found = complaints(&TOWNS.replacen(from, to, 1));
        assert!(matches!(&found[..], [complaint] if complaint.starts_with("tiles/base.toml: ")), "{found:?}");
    }
    let Err(found) = model::parse("river", TOWNS) else { panic!("a set under another set's name") };
    assert_eq!(found, "tiles/river.toml: the set calls itself \"base\"");
}

#[test]
fn a_set_without_vocabulary_is_rejected() {
    rejects(TOWNS, "id = \"base\"", "id = \"moon\"", "tiles/moon.toml: no vocabulary for this set");
}

#[test]
fn the_number_of_tiles_and_of_start_tiles_must_be_right() {
    rejects(TOWNS, "total = 3", "total = 4", "tiles/base.toml: 3 tiles, but total = 4");
    rejects(TOWNS, "start = true", "start = false", "tiles/base.toml: 0 start tiles instead of 1");
    rejects(TOWNS, "count = 2", "count = 2\nstart = true", "tiles/base.toml: 2 start tiles instead of 1");
    rejects(TOWNS, "count = 2", "count = 0", "tiles/base.toml: tile second: count is 0");
    rejects(TOWNS, "id = \"second\"", "id = \"first\"", "tiles/base.toml: tile first: the id is used twice");
    let found = complaints(&SAVANNA.replacen("[[start.tile]]", "[[tile]]", 1));
    assert!(found.contains(&"tiles/safari.toml: 2 start tiles instead of 3".to_owned()), "{found:?}");
}

#[test]
fn sides_must_be_covered_by_the_segments_they_call_for() {
    let sides = "[\"city\", \"road\", \"field\", \"road\"]";
    let cases = [
        ("[\"city\", \"road\", \"swamp\", \"road\"]", "side S is of unknown terrain \"swamp\""),
        ("[\"city\", \"city\", \"field\", \"road\"]", "a road segment at E of a city side"),
        ("[\"city\", \"city\", \"field\", \"road\"]", "a field segment at EL, though the side is city"),
        ("[\"city\", \"road\", \"road\", \"road\"]", "no road segment at S, though the side is road"),
        ("[\"field\", \"road\", \"field\", \"road\"]", "no field segment at NL, though the side is field"),
        ("[\"field\", \"road\", \"field\", \"road\"]", "a city segment at N, though the side is field"),
    ];
    for (changed, what) in cases {
        rejects(TOWNS, sides, changed, &format!("tiles/base.toml: tile first: {what}"));
    }
    let doubled = "tiles/base.toml: tile first: 2 segments at SL";
    rejects(TOWNS, "at = [\"EL\", \"WR\"]", "at = [\"EL\", \"WR\", \"SL\"]", doubled);
}

#[test]
fn segments_must_be_of_a_known_kind_and_lie_at_known_places() {
    let says = |what: &str| format!("tiles/base.toml: tile second: {what}");
    rejects(TOWNS, "kind = \"cloister\"", "kind = \"castle\"", &says("segment 0: unknown kind \"castle\""));
    rejects(TOWNS, "at = []", "at = [\"N\"]", &says("segment 0: a cloister touches no side"));
    rejects(TOWNS, "at = [\"S\"]", "at = []", &says("segment 1: the road touches no side"));
    for word in ["Q", "NX", "SU", "", "Nö"] {
        let what = format!("segment 1: at {word:?} is no place");
        rejects(TOWNS, "at = [\"S\"]", &format!("at = [\"S\", {word:?}]"), &says(&what));
    }
    rejects(TOWNS, "at = [\"S\"]", "at = [\"S\", \"S\"]", &says("segment 1: at S twice"));
}

#[test]
fn a_tile_has_one_centre_at_most() {
    let two = "tiles/base.toml: tile second: more than one centre to be surrounded";
    rejects(TOWNS, "kind = \"cloister\"", "kind = \"cloister\"\n[[tile.segment]]\nkind = \"cloister\"", two);
}

#[test]
fn roads_end_exactly_where_they_leave_over_one_side() {
    let rule = "a road ends on the tile exactly when it leaves over one side";
    let second = format!("tiles/base.toml: tile second: segment 1: {rule}");
    rejects(TOWNS, "ends = true", "ends = false", &second);
    let first = format!("tiles/base.toml: tile first: segment 1: {rule}");
    rejects(TOWNS, "at = [\"E\", \"W\"]", "at = [\"E\", \"W\"]\nends = true", &first);
    let city = "tiles/base.toml: tile first: segment 0: a city has no `ends`";
    rejects(TOWNS, "shields = 1", "ends = true", city);
    let three = "tiles/base.toml: tile first: segment 1: a road has at most two ends";
    rejects(TOWNS, "at = [\"E\", \"W\"]", "at = [\"E\", \"S\", \"W\"]", three);
}

#[test]
fn symbols_lie_only_where_they_can() {
    let says = |what: &str| format!("tiles/base.toml: tile second: segment 1: {what}");
    rejects(TOWNS, "ends = true", "ends = true\nshields = 1", &says("a road cannot hold shield"));
    rejects(TOWNS, "ends = true", "ends = true\ngoods = \"wheat\"", &says("a road cannot hold wheat"));
    rejects(TOWNS, "ends = true", "ends = true\ncathedral = true", &says("a road cannot hold cathedral"));
    let inn = "tiles/base.toml: tile first: segment 0: a city cannot hold inn";
    rejects(TOWNS, "shields = 1", "inn = true", inn);
    assert_eq!(complaints(&TOWNS.replace("shields = 1", "cathedral = true")), Vec::<String>::new());
    assert_eq!(complaints(&TOWNS.replace("ends = true", "ends = true\ninn = true")), Vec::<String>::new());
    let unknown = "tiles/base.toml: tile first: segment 0: a city cannot hold gold";
    rejects(TOWNS, "shields = 1", "goods = \"gold\"", unknown);
    let fish = "tiles/hunters_gatherers.toml: tile waters: segment 2: a forest cannot hold fish";
    rejects(STONE_AGE, "nuggets = 1", "fish = 1", fish);
    let bird = "tiles/safari.toml: tile bushes: segment 1: a path cannot hold bird";
    rejects(SAVANNA, "animal = \"lion\"", "birds = 1", bird);
}

#[test]
fn borders_lead_to_neighbours_that_the_kind_can_have() {
    let says = |what: &str| format!("tiles/base.toml: tile first: segment 2: {what}");
    rejects(TOWNS, "borders = [0]", "borders = [9]", &says("borders segment 9, which is not there"));
    rejects(TOWNS, "borders = [0]", "borders = [1]", &says("a field does not border a road"));
    let city = "tiles/base.toml: tile first: segment 0: a city does not border a field";
    rejects(TOWNS, "shields = 1", "borders = [2]", city);
    // On coasts both sides say so.
    let one_sided = "tiles/new_lands.toml: tile coast: segment 2: borders segment 1, which does not border it";
    rejects(COASTS, "borders = [0, 2]", "borders = [0]", one_sided);
}

#[test]
fn rivers_of_the_stone_age_have_two_ends() {
    let says = |what: &str| format!("tiles/hunters_gatherers.toml: tile waters: {what}");
    rejects(STONE_AGE, "lake = 1", "lake = 2", &says("segment 0: lake = 2 is no lake"));
    rejects(STONE_AGE, "lake = 1", "lake = 7", &says("segment 0: lake = 7 is no lake"));
    rejects(STONE_AGE, "lake = 1\n", "", &says("segment 0: a river has two ends, this one 1"));
    rejects(STONE_AGE, "lake = 1", "lake = 1\nspring = true", &says("segment 0: a river has two ends, this one 3"));
    rejects(STONE_AGE, "nuggets = 1", "lake = 1", &says("segment 2: a forest does not end at a lake"));
    rejects(STONE_AGE, "nuggets = 1", "spring = true", &says("segment 2: a forest has no spring"));
}

#[test]
fn ports_lie_at_a_sea_beside_them() {
    let says = |what: &str| format!("tiles/new_lands.toml: tile coast: segment 1: {what}");
    rejects(COASTS, "cities = 1", "cities = 2", &says("2 cities, but 1 in city_sea"));
    rejects(COASTS, "cities = 1\n", "", &says("0 cities, but 1 in city_sea"));
    rejects(COASTS, "city_sea = [0]", "city_sea = [2]", &says("city_sea names segment 2, which is no sea beside it"));
    rejects(COASTS, "borders = [0, 2]", "borders = [2]", &says("city_sea names segment 0, which is no sea beside it"));
    let sea = "tiles/new_lands.toml: tile coast: segment 0: a sea cannot hold port";
    rejects(COASTS, "at = [\"N\"]", "at = [\"N\"]\ncities = 1", sea);
}

#[test]
fn corners_follow_from_the_sides() {
    let corners = "corners = [\"bush\", \"bush\", \"savanna\", \"savanna\"]";
    let says = |what: &str| format!("tiles/safari.toml: tile bushes: {what}");
    let wrong = "corners = [\"bush\", \"savanna\", \"savanna\", \"savanna\"]";
    rejects(SAVANNA, corners, wrong, &says("corner 1 is \"savanna\", but its sides make it bush"));
    let wrong = "corners = [\"bush\", \"bush\", \"bush\", \"savanna\"]";
    rejects(SAVANNA, corners, wrong, &says("corner 2 is \"bush\", but its sides make it savanna"));
    rejects(SAVANNA, corners, "", &says("corners are missing"));
    let town = "tiles/base.toml: tile second: this set has no corners";
    let extra = "count = 2\ncorners = [\"savanna\", \"savanna\", \"savanna\", \"savanna\"]";
    rejects(TOWNS, "count = 2", extra, town);
}
