//! Every tile of every set: its layout agrees with the data, its places are where they should be, and it is lean.

use bastide_art::{FOLLOWER_WIDTH, Landscape, Point, TILE, Theme, Tile};
use rules::{Rotation, TileKind, TileSet};

fn tiles() -> impl Iterator<Item = Tile> {
    TileKind::all().map(Tile::new)
}

#[test]
fn every_layout_agrees_with_the_tile_data() {
    let wrong: Vec<_> = tiles().filter(|tile| tile.faults() > 0).map(|tile| tile.kind()).collect();
    assert!(wrong.is_empty(), "no layout found for {wrong:?}");
}

#[test]
fn followers_stand_inside_their_segment_in_every_rotation() {
    for tile in tiles() {
        for (segment, _) in tile.kind().def().printed_segments() {
            for rotation in Rotation::ALL {
                let place = tile.place(segment, rotation).expect("a place for each segment");
                assert_eq!(tile.segment_at(place, rotation), Some(segment), "{} {segment}", tile.kind());
                let area = tile.area(segment, rotation).expect("an area for each segment");
                assert!(contains(&area, place), "{} {segment}: {place:?} not in {area}", tile.kind());
            }
        }
    }
}

#[test]
fn followers_of_one_tile_stand_apart() {
    for (tile, rotation) in tiles().flat_map(|tile| Rotation::ALL.map(|rotation| (tile.clone(), rotation))) {
        let segments = tile.kind().def().printed_segments();
        let places: Vec<Point> = segments.filter_map(|(segment, _)| tile.place(segment, rotation)).collect();
        for (number, &place) in places.iter().enumerate() {
            for (other, &another) in places.iter().enumerate().skip(number + 1) {
                let apart = place.distance(another);
                assert!(apart >= FOLLOWER_WIDTH, "{}: places {number} and {other} are {apart} apart", tile.kind());
            }
        }
    }
}

#[test]
fn there_is_no_segment_without_one_in_the_data() {
    let tile = Tile::new(TileKind::from_name("base/C").expect("the tile with one city"));
    assert_eq!(tile.place(rules::Segment(1), Rotation::NONE), None);
    assert_eq!(tile.area(rules::Segment(1), Rotation::NONE), None);
}

#[test]
fn tiles_are_lean() {
    for set in TileSet::ALL {
        let tiles: Vec<Tile> = set.kinds().map(Tile::new).collect();
        for theme in [Landscape::of(set).theme(), &Theme::CONTRAST] {
            let (mut elements, mut bytes, mut count) = (0, 0, 0);
            for tile in &tiles {
                for rotation in Rotation::ALL {
                    let art = tile.draw(rotation, 1, theme);
                    let text = art.ground + &art.detail;
                    elements += text.matches("<").count() - text.matches("</").count();
                    bytes += text.len();
                    count += 1;
                }
            }
            assert!(elements / count <= 60, "{}: {} elements a tile", set.id(), elements / count);
            assert!(bytes / count <= 8 * 1024, "{}: {} bytes a tile", set.id(), bytes / count);
        }
    }
}

#[test]
fn pictures_are_the_same_every_time_and_differ_in_details_only() {
    for kind in TileKind::all().step_by(7) {
        let theme = Landscape::of(kind.def().set()).theme();
        let first = Tile::new(kind).draw(Rotation::NONE, 0, theme);
        assert_eq!(first, Tile::new(kind).draw(Rotation::NONE, 0, theme));
        let other = Tile::new(kind).draw(Rotation::NONE, 1, theme);
        assert_ne!(first.detail, other.detail, "{kind}");
        let marks = |detail: &str| detail.split("<use ").skip(1).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(marks(&first.detail), marks(&other.detail), "{kind}: what matters in the rules stays");
    }
}

/// Whether a point lies inside path data made of straight lines, by counting crossings.
fn contains(area: &str, point: Point) -> bool {
    let mut inside = false;
    for line in area.split('M').filter(|line| !line.is_empty()) {
        let line = line.trim_end_matches('z');
        let (start, steps) = line.split_once('l').expect("a line with steps");
        let start = numbers(start);
        let mut corners = vec![Point::new(start[0], start[1])];
        for step in numbers(steps).chunks_exact(2) {
            let last = corners[corners.len() - 1];
            corners.push(Point::new(last.x + step[0], last.y + step[1]));
        }
        for (at, &a) in corners.iter().enumerate() {
            assert!((-0.1..=TILE + 0.1).contains(&a.x) && (-0.1..=TILE + 0.1).contains(&a.y), "{a:?} is off the tile");
            let b = corners[(at + 1) % corners.len()];
            if (a.y <= point.y) != (b.y <= point.y) && point.x < a.x + (point.y - a.y) / (b.y - a.y) * (b.x - a.x) {
                inside = !inside;
            }
        }
    }
    inside
}

fn numbers(text: &str) -> Vec<f32> {
    text.replace('-', " -").split_whitespace().map(|number| number.parse().expect("a number")).collect()
}
