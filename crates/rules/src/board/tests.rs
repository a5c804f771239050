//! What the rules C say of the bare board, whatever the game.

use super::*;
use crate::terrain::Terrain;

/// An empty board with room for as many tiles as a game may have.
fn empty() -> Board {
    Board::new(Room { tiles: MAX_TILES, segments: 1, features: 1 })
}

fn tile(name: &str) -> TileKind {
    TileKind::from_name(name).expect("a tile")
}

fn turned(quarters: u8) -> Rotation {
    Rotation::new(quarters).expect("a rotation")
}

/// A board with these base tiles at (x, y), turned by quarters, in this order.
fn board(tiles: &[(&str, i16, i16, u8)]) -> Board {
    let mut board = empty();
    for &(id, x, y, quarters) in tiles {
        let (kind, pos, rotation) = (tile(&format!("base/{id}")), Pos::new(x, y), turned(quarters));
        assert!(board.len() == 0 || board.sides_match(kind, pos, rotation) == Some(true), "{id} at {pos}");
        board.lay(kind, pos, rotation);
    }
    board
}

fn id(board: &Board, x: i16, y: i16, segment: u8) -> FeatureId {
    board.feature_at(Pos::new(x, y), Segment(segment)).expect("a segment")
}

fn info(board: &Board, x: i16, y: i16, segment: u8) -> FeatureInfo {
    board.feature_info(id(board, x, y, segment))
}

#[test]
fn c01_x_grows_to_the_east_and_y_to_the_south() {
    let steps = Side::ALL.map(|side| Pos::new(5, 7).step(side));
    assert_eq!(steps, [Pos::new(5, 6), Pos::new(6, 7), Pos::new(5, 8), Pos::new(4, 7)]);
    let diagonals = Corner::ALL.map(|corner| Pos::new(5, 7).diagonal(corner));
    assert_eq!(diagonals, [Pos::new(4, 6), Pos::new(6, 6), Pos::new(6, 8), Pos::new(4, 8)]);
    let mut around = Pos::new(5, 7).around();
    around.sort_unstable();
    let expected = [(4, 6), (5, 6), (6, 6), (4, 7), (6, 7), (4, 8), (5, 8), (6, 8)];
    assert_eq!(around, expected.map(|(x, y)| Pos::new(x, y)));
}

#[test]
fn c01_the_board_has_no_edge() {
    // One road of all tiles in each direction.
    for side in Side::ALL {
        let rotation = if matches!(side, Side::North | Side::South) { turned(0) } else { turned(1) };
        let mut board = empty();
        let mut pos = Pos::ORIGIN;
        board.lay(tile("base/U"), pos, rotation);
        while board.len() < MAX_TILES {
            pos = pos.step(side);
            assert_eq!(board.sides_match(tile("base/U"), pos, rotation), Some(true), "{pos}");
            board.lay(tile("base/U"), pos, rotation);
        }
        assert_eq!(pos.x.abs() + pos.y.abs(), 255);
        let road = info(&board, pos.x, pos.y, 0);
        assert_eq!((road.tiles, road.open), (256, 2));
        assert_eq!(board.laid_at(pos).map(|laid| laid.kind), Some(tile("base/U")));
        // Two open cells beside each tile and one at either end.
        assert_eq!(board.open_positions().len(), 2 * 256 + 2);
        assert!(board.is_open(pos.step(side)));
    }
}

#[test]
fn c01_no_two_cells_are_taken_for_one() {
    let board = board(&[("U", 0, 0, 0)]);
    for (x, y) in [(256, 0), (0, 256), (32, 0), (0, 16), (-256, 0), (i16::MAX, i16::MIN), (255, 1)] {
        assert!(board.tile_at(Pos::new(x, y)).is_none(), "{x},{y}");
        assert!(!board.is_open(Pos::new(x, y)), "{x},{y}");
        assert_eq!(board.sides_match(tile("base/U"), Pos::new(x, y), Rotation::NONE), None, "{x},{y}");
    }
}

#[test]
fn c02_a_rotation_is_a_number_of_clockwise_quarter_turns() {
    // A city in the north, roads in the east and west.
    let def = tile("base/D").def();
    let sides = |quarters| Side::ALL.map(|side| def.side(side, turned(quarters)));
    use Terrain::{City, Field, Road};
    assert_eq!(sides(0), [City, Road, Field, Road]);
    assert_eq!(sides(1), [Road, City, Road, Field]);
    assert_eq!(sides(2), [Field, Road, City, Road]);
    assert_eq!(sides(3), [Road, Field, Road, City]);
    assert_eq!(Rotation::new(4), None);
}

#[test]
fn c02_segments_turn_with_the_tile() {
    // The road of J runs from east to south; its small field lies between.
    let def = tile("base/J").def();
    for quarters in 0..4 {
        let rotation = turned(quarters);
        let (first, second) = (Side::East.turned(rotation), Side::South.turned(rotation));
        assert_eq!(def.segment_at(first, Lane::Middle, rotation), Some(Segment(1)));
        assert_eq!(def.segment_at(second, Lane::Middle, rotation), Some(Segment(1)));
        assert_eq!(def.segment_at(first, Lane::Right, rotation), Some(Segment(3)));
        assert_eq!(def.segment_at(second, Lane::Left, rotation), Some(Segment(3)));
        assert_eq!(def.segment_at(first, Lane::Left, rotation), Some(Segment(2)));
        assert_eq!(def.segment_at(Side::North.turned(rotation), Lane::Left, rotation), None, "all city");
    }
}

#[test]
fn c03_a_tile_fits_where_every_shared_side_shows_the_same_terrain() {
    let board = board(&[("D", 0, 0, 0), ("E", 0, 1, 2), ("V", 1, 0, 0)]);
    // The cell south-east of the start tile: the bend's road above it, the cap's field to its west.
    let cell = Pos::new(1, 1);
    let fits = |id: &str, quarters| board.sides_match(tile(&format!("base/{id}")), cell, turned(quarters));
    assert_eq!(fits("U", 0), Some(true));
    assert_eq!(fits("U", 1), Some(false), "field to the bend's road, road to the cap's field");
    assert_eq!(fits("V", 3), Some(false), "field to the bend's road");
    assert_eq!(fits("V", 2), Some(true), "road in the north and east");
    assert_eq!(fits("V", 1), Some(false), "road in the north, but in the west too");
}

#[test]
fn c03_touching_at_a_corner_is_not_enough() {
    let board = board(&[("D", 0, 0, 0)]);
    for corner in Corner::ALL {
        let cell = Pos::ORIGIN.diagonal(corner);
        assert!(!board.is_open(cell));
        for rotation in Rotation::ALL {
            assert_eq!(board.sides_match(tile("base/B"), cell, rotation), None);
        }
    }
    assert_eq!(board.sides_match(tile("base/B"), Pos::ORIGIN, Rotation::NONE), None, "nor is a cell that is taken");
}

#[test]
fn c03_the_listed_placements_are_those_where_the_sides_match() {
    let board = board(&[("D", 0, 0, 0), ("E", 0, -1, 2), ("V", 1, 0, 0), ("N", -1, -1, 2), ("L", -1, 0, 0)]);
    for kind in TileKind::all().filter(|kind| kind.name().starts_with("base/")) {
        let mut listed = Vec::new();
        board.placements(kind, |pos, rotation| listed.push((pos, rotation)));
        listed.sort_unstable();
        let mut expected = Vec::new();
        for (x, y) in (-4..=4).flat_map(|y| (-4..=4).map(move |x| (x, y))) {
            let pos = Pos::new(x, y);
            let neighbours: Vec<(Side, LaidTile)> =
                Side::ALL.iter().filter_map(|&side| Some((side, board.laid_at(pos.step(side))?))).collect();
            for rotation in Rotation::ALL {
                let matches = neighbours.iter().all(|(side, laid)| {
                    kind.def().side(*side, rotation) == laid.kind.def().side(side.opposite(), laid.rotation)
                });
                if board.laid_at(pos).is_none() && !neighbours.is_empty() && matches {
                    expected.push((pos, rotation));
                }
            }
        }
        expected.sort_unstable();
        assert_eq!(listed, expected, "{kind}");
        assert_eq!(board.fits(kind), !expected.is_empty(), "{kind}");
    }
}

#[test]
fn c04_the_left_half_of_a_side_meets_the_right_half_of_the_other() {
    // A road over each side: the field left of it going outwards meets the field that is right of it coming in.
    for side in Side::ALL {
        let rotation = if matches!(side, Side::North | Side::South) { turned(0) } else { turned(1) };
        let mut board = empty();
        let here = board.lay(tile("base/U"), Pos::ORIGIN, rotation);
        let there = board.lay(tile("base/U"), Pos::ORIGIN.step(side), rotation);
        let def = tile("base/U").def();
        for lane in [Lane::Left, Lane::Right, Lane::Middle] {
            let mine = def.segment_at(side, lane, rotation).expect("a segment");
            let facing = match lane {
                Lane::Left => Lane::Right,
                Lane::Right => Lane::Left,
                same => same,
            };
            let other = def.segment_at(side.opposite(), facing, rotation).expect("a segment");
            let features = [board.node(here, mine), board.node(there, other)].map(|node| board.feature_of(node));
            assert_eq!(features[0], features[1], "{side:?} {lane:?}");
        }
        assert_eq!(board.feature_ids().len(), 3, "two fields and the road");
    }
}

#[test]
fn c04_segments_that_do_not_meet_stay_apart() {
    let board = board(&[("D", 0, 0, 0), ("D", 1, 0, 0)]);
    // Two caps, one road, a field on either side of it.
    assert_eq!(board.feature_ids().len(), 5);
    assert_ne!(id(&board, 0, 0, 0), id(&board, 1, 0, 0));
    assert_eq!(id(&board, 0, 0, 1), id(&board, 1, 0, 1));
    assert_eq!(id(&board, 0, 0, 2), id(&board, 1, 0, 2));
    assert_eq!(id(&board, 0, 0, 3), id(&board, 1, 0, 3));
    assert_ne!(id(&board, 0, 0, 2), id(&board, 0, 0, 3));
}

#[test]
fn c05_tiles_are_counted_once_and_segments_each() {
    // Both caps of I belong to one city.
    let board = board(&[("I", 0, 0, 0), ("N", 0, -1, 1), ("N", 1, -1, 2), ("N", 1, 0, 3)]);
    let city = info(&board, 0, 0, 0);
    assert_eq!((city.tiles, city.tally.segments(), city.open), (4, 5, 0));
    let segments = board.segments_of(id(&board, 0, 0, 0));
    let expected = [(0, -1, 0), (1, -1, 0), (0, 0, 0), (0, 0, 1), (1, 0, 0)];
    assert_eq!(segments, expected.map(|(x, y, segment)| (Pos::new(x, y), Segment(segment))), "in reading order");
}

#[test]
fn c05_tiles_beyond_the_sixty_fourth_are_counted_too() {
    let mut board = empty();
    for x in 0..256 {
        board.lay(tile("base/U"), Pos::new(x, 0), turned(1));
        assert_eq!(info(&board, 0, 0, 0).tiles, x as u16 + 1);
    }
    for number in 0..=255 {
        assert!(board.feature(id(&board, 99, 0, 0)).is_on(TileIndex(number)));
    }
    assert!(!board.feature(id(&board, 0, 0, 1)).is_closed());
}

#[test]
fn c05_late_tiles_are_counted_also_when_roads_are_joined() {
    let mut board = empty();
    // Below the row, two roads of two tiles each and the tile that joins them: across each border between the words that
    // say on which tiles a feature lies, and up to the last tile there can be.
    for (row, length) in [(0, 62), (2, 59), (4, 59), (6, 56)] {
        for x in 0..length {
            board.lay(tile("base/B"), Pos::new(x, row), Rotation::NONE);
        }
        for (id, x, quarters) in [("A", 0, 3), ("U", 1, 1), ("A", 4, 1), ("U", 3, 1), ("U", 2, 1)] {
            board.lay(tile(&format!("base/{id}")), Pos::new(x, row + 1), turned(quarters));
        }
        let road = info(&board, 2, row + 1, 0);
        assert_eq!((road.tiles, road.open), (5, 0));
    }
    assert_eq!(board.len(), MAX_TILES);
}

#[test]
fn c06_a_feature_is_open_while_one_of_its_sides_lies_at_an_empty_cell() {
    let mut board = board(&[("C", 0, 0, 0)]);
    for (index, (x, y, quarters)) in [(0, -1, 2), (1, 0, 3), (0, 1, 0), (-1, 0, 1)].into_iter().enumerate() {
        assert_eq!(info(&board, 0, 0, 0).open, 4 - index as u16);
        assert!(!board.closed().contains(&id(&board, 0, 0, 0)));
        board.lay(tile("base/E"), Pos::new(x, y), turned(quarters));
    }
    assert_eq!(info(&board, 0, 0, 0).open, 0);
    assert_eq!(board.closed(), [id(&board, 0, 0, 0)], "told once, by the tile that closed it");
    board.lay(tile("base/E"), Pos::new(0, 2), turned(2));
    assert!(!board.closed().contains(&id(&board, 0, 0, 0)));
}

#[test]
fn c06_a_road_that_closes_into_a_loop_has_no_open_side() {
    let board = board(&[("V", 0, 0, 3), ("V", 1, 0, 0), ("V", 1, 1, 1), ("V", 0, 1, 2)]);
    let road = info(&board, 0, 0, 0);
    assert_eq!((road.tiles, road.tally.segments(), road.open), (4, 4, 0));
    let inside = info(&board, 0, 0, 2);
    assert_eq!((inside.tiles, inside.open), (4, 0), "nor has the field inside it");
    assert!(info(&board, 0, 0, 1).open > 0, "the field outside has");
}

#[test]
fn c06_a_centre_counts_the_empty_cells_around_it() {
    let mut board = board(&[("B", 0, 0, 0)]);
    // Round the cloister: each tile but the last leaves it open; it does not matter which comes first.
    let ring = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];
    for (count, (x, y)) in ring.into_iter().enumerate() {
        assert_eq!(info(&board, 0, 0, 0).open, 8 - count as u16);
        board.lay(tile("base/B"), Pos::new(x, y), Rotation::NONE);
    }
    assert!(board.closed().contains(&id(&board, 0, 0, 0)));
    assert_eq!(info(&board, -1, -1, 0).open, 5, "the ring's corners have three neighbours each");
    assert_eq!(info(&board, 0, -1, 0).open, 3);
}

fn owners_of(followers: &[u8]) -> Vec<u8> {
    let mut board = board(&[("C", 0, 0, 0)]);
    let node = board.node(TileIndex(0), Segment(0));
    for &number in followers {
        board.add_strength(node, Seat::new(number).expect("a seat"), 1);
    }
    board.owners(board.feature_of(node)).iter().map(Seat::number).collect()
}

#[test]
fn c13_the_owners_are_all_who_tie_for_the_most_followers() {
    assert_eq!(owners_of(&[]), []);
    assert_eq!(owners_of(&[3]), [3]);
    assert_eq!(owners_of(&[0, 1, 1]), [1]);
    assert_eq!(owners_of(&[1, 1, 0]), [1]);
    assert_eq!(owners_of(&[5, 0]), [0, 5]);
    assert_eq!(owners_of(&[2, 2, 0, 4, 4, 5]), [2, 4]);
    assert_eq!(owners_of(&[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1]), [0, 1]);
    assert_eq!(owners_of(&[0, 1, 2, 3, 4, 5]), [0, 1, 2, 3, 4, 5]);
}

#[test]
fn c13_joined_features_add_their_followers() {
    // Two cities with followers, and a third without; the last tile joins all three.
    let mut board = board(&[("E", 0, 0, 1), ("B", 0, -1, 0), ("E", 1, -1, 2), ("B", 2, -1, 0), ("E", 2, 0, 3)]);
    let seats = [Seat::new(0), Seat::new(4)].map(|seat| seat.expect("a seat"));
    board.add_strength(board.node(TileIndex(0), Segment(0)), seats[0], 1);
    board.add_strength(board.node(TileIndex(2), Segment(0)), seats[1], 1);
    board.add_strength(board.node(TileIndex(2), Segment(0)), seats[1], 1);
    board.lay(tile("base/R"), Pos::new(1, 0), Rotation::NONE);
    let city = info(&board, 1, 0, 0);
    assert_eq!((city.tiles, city.open, city.strength), (4, 0, [1, 0, 0, 0, 2, 0]));
    board.remove_strength(board.node(TileIndex(2), Segment(0)), seats[1], 1);
    let both: SeatSet = seats.into_iter().collect();
    assert_eq!(board.owners(id(&board, 2, 0, 0)), both);
}

#[test]
fn a_copied_board_is_the_same_board() {
    let original = board(&[("D", 0, 0, 0), ("E", 0, -1, 2), ("V", 1, 0, 0)]);
    let mut copy = board(&[("C", 0, 0, 0), ("R", 1, 0, 0), ("R", 2, 0, 0), ("R", 3, 0, 0), ("R", 4, 0, 0)]);
    copy.copy_from(&original);
    assert_eq!(copy.open_positions(), original.open_positions());
    assert_eq!(copy.tile_count(), 3);
    assert_eq!(copy.feature_ids(), original.feature_ids());
    for id in copy.feature_ids() {
        assert_eq!(copy.feature_info(id), original.feature_info(id));
        assert_eq!(copy.segments_of(id), original.segments_of(id));
    }
    assert!(copy.tile_at(Pos::new(4, 0)).is_none());
}
