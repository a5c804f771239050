//! I18 to I21: tiles to note.

use super::*;

/// Says which of the segments belong together: no two of them.
fn assert_apart(game: &BaseGame, segments: std::ops::Range<u8>) {
    for a in segments.clone() {
        for b in segments.clone() {
            assert_eq!(joined(game, (0, 0, a), (0, 0, b)), a == b, "{a} and {b}");
        }
    }
}

#[test]
fn i18_two_roads_end_at_the_cloister_between_roads() {
    for (x, quarters, who) in [(1, 1, 0), (-1, 3, 1)] {
        let mut game = board(2, INNS, "*cloister-between-roads/1a/2b");
        assert_eq!(points(&place_only(&mut game, "A", x, 0, quarters)), [(who, 2, "road")]);
        assert_eq!(pieces(&game).len(), 1, "the other road is another one");
    }
}

#[test]
fn i18_its_fields_north_and_south_are_two() {
    let game = board(2, INNS, "U.1 *cloister-between-roads U.1");
    assert_apart(&game, 3..5);
    // U.1 has its field in the south as segment 1, the one in the north as segment 2.
    for x in [-1, 1] {
        assert!(joined(&game, (0, 0, 3), (x, 0, 2)) && joined(&game, (0, 0, 4), (x, 0, 1)));
    }
    // The monk has his cloister as ever.
    assert_eq!(points(&final_scoring(&mut board(2, INNS, "U.1 *cloister-between-roads/0a"))), [(0, 2, "cloister")]);
}

#[test]
fn i19_two_roads_end_at_the_village_of_the_2_caps_crossing() {
    for (x, quarters, who) in [(1, 1, 0), (-1, 3, 1)] {
        let mut game = board(2, INNS, "*2-caps-crossing/2a/3b");
        assert_eq!(points(&place_only(&mut game, "A", x, 0, quarters)), [(who, 2, "road")]);
    }
}

#[test]
fn i19_the_ways_to_the_cities_are_no_roads_but_part_the_fields() {
    let mut game = board(2, INNS, "*U.1");
    place(&mut game, "2-caps-crossing", 1, 0, 0);
    let offered: Vec<u8> = segments_offered(&game).chunks(2).map(|pair| pair[0]).collect();
    assert_eq!(offered, [0, 1, 2, 3, 4, 5, 6, 7], "two cities, two roads, four fields");
    assert_eq!(forbidden_by(&game, follower(8)), Some("C11"));

    let game = board(2, INNS, ". E.2 .\nU.1 *2-caps-crossing U.1\n. E .");
    assert_apart(&game, 4..8);
    let around = [(4, 1, 2), (5, 1, 1), (6, -1, 1), (7, -1, 2)];
    for (field, x, beside) in around {
        assert!(joined(&game, (0, 0, field), (x, 0, beside)), "{field}");
    }
}

#[test]
fn i19_two_of_its_fields_lie_at_each_city() {
    // Only the north city is finished.
    for (segment, score) in [(4, 3), (5, 0), (6, 0), (7, 3)] {
        let mut game = board(2, INNS, &format!("E.2\n*2-caps-crossing/{segment}a"));
        final_scoring(&mut game);
        assert_eq!(game.scores(), [score, 0], "{segment}");
    }
    // Only the south city is.
    for (segment, score) in [(4, 0), (5, 3), (6, 3), (7, 0)] {
        let mut game = board(2, INNS, &format!("*2-caps-crossing/{segment}a\nE"));
        final_scoring(&mut game);
        assert_eq!(game.scores(), [score, 0], "{segment}");
    }
}

#[test]
fn i20_the_roads_of_2_bends_do_not_meet() {
    // From the north to the west, and from the east to the south.
    let mut game = board(2, INNS, ". A .\nA.3 *2-bends/0a/1b .\n. A.2 .");
    assert_eq!(feature(&game, 0, 0, 0).open, 0);
    assert_eq!((feature(&game, 0, 0, 0).tiles, feature(&game, 0, 0, 1).open), (3, 1));
    assert_eq!(points(&place_only(&mut game, "A", 1, 0, 1)), [(1, 3, "road")]);
}

#[test]
fn i20_the_field_between_them_is_one_so_there_are_three() {
    let game = board(2, INNS, ". U .\nU.1 *2-bends U.1\n. U .");
    assert_apart(&game, 2..5);
    // The field between: east of the north road, north of the east one, south of the west one, west of the south one.
    for beside in [(0, -1, 1), (1, 0, 2), (-1, 0, 1), (0, 1, 2)] {
        assert!(joined(&game, (0, 0, 3), beside), "{beside:?}");
    }
    assert!(joined(&game, (0, 0, 2), (0, -1, 2)) && joined(&game, (0, 0, 2), (-1, 0, 2)), "the north-west corner");
    assert!(joined(&game, (0, 0, 4), (0, 1, 1)) && joined(&game, (0, 0, 4), (1, 0, 1)), "the south-east corner");
}

#[test]
fn i21_the_wide_cap_parts_the_field_on_its_one_side_from_that_on_the_other() {
    let mut game = board(2, INNS, ".  B  .\nE.1 *wide-cap/1a/2b B\n. B .");
    assert_apart(&game, 1..3);
    assert!(joined(&game, (0, 0, 1), (0, -1, 1)), "north");
    assert!(joined(&game, (0, 0, 2), (1, 0, 1)) && joined(&game, (0, 0, 2), (0, 1, 1)), "east and south");
    // The city is a cap like any other, and both fields lie at it.
    assert_eq!((feature(&game, 0, 0, 0).tiles, feature(&game, 0, 0, 0).open), (2, 0));
    assert_eq!(points(&final_scoring(&mut game)), [(0, 3, "field"), (1, 3, "field")]);
}

#[test]
fn i21_a_farmer_may_stand_in_the_middle_of_4_caps() {
    let mut game = board(2, INNS, "*D");
    place(&mut game, "4-caps", 0, -1, 0);
    assert_eq!(segments_offered(&game), [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]);
    play(&mut game, large(4));
    // The city in the south is complete with the start tile.
    assert_eq!(points(&final_scoring(&mut game)), [(0, 3, "field")]);
}

#[test]
fn i21_the_field_of_4_caps_gets_3_for_each_city_that_is_completed() {
    let caps = [("E.2", 1), ("E.1", 3), ("E.3", 5), ("E", 7)];
    for count in 0..=4 {
        let mut cells = [".", ".", ".", ".", "*4-caps/4a", ".", ".", ".", "."];
        for (cap, cell) in &caps[..count] {
            cells[*cell] = cap;
        }
        let drawing: Vec<String> = cells.chunks(3).map(|row| row.join(" ")).collect();
        let mut game = board(2, INNS, &drawing.join("\n"));
        final_scoring(&mut game);
        assert_eq!(game.scores(), [3 * count as u16, 0], "{drawing:?}");
    }
}
