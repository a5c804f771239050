//! Features worked out anew from the bare board, slowly and plainly, to compare with those the kernel keeps.

use rules::{AnyGame, FeatureKind, LaidTile, Lane, PieceKind, Pos, Rotation, Segment, Side, Symbol};
use std::collections::{BTreeMap, BTreeSet};

type Spot = (Pos, Segment);

pub(crate) fn compare(game: &AnyGame, name: &str) {
    let board = game.board();
    let tiles: BTreeMap<Pos, LaidTile> =
        (0..board.tile_count()).filter_map(|index| board.laid(index)).map(|laid| (laid.pos, laid)).collect();
    let mut followers: BTreeMap<Spot, Vec<(usize, u8)>> = BTreeMap::new();
    for piece in game.pieces() {
        let def = tiles[&piece.pos].kind.def().segment(piece.segment).unwrap();
        assert_eq!(piece.on, def.kind, "{name}: what a piece stands on");
        let (spot, strength) = match piece.kind {
            PieceKind::Follower => ((piece.pos, piece.segment), 1),
            PieceKind::LargeFollower => ((piece.pos, piece.segment), 2),
            // A hut stands for its river system.
            PieceKind::Hut => ((piece.pos, def.system.unwrap()), 1),
            PieceKind::Builder | PieceKind::Pig => continue,
        };
        followers.entry(spot).or_default().push((piece.seat.index(), strength));
    }

    let mut seen: BTreeSet<Spot> = BTreeSet::new();
    let mut count = 0;
    for (&pos, laid) in &tiles {
        for number in 0..laid.kind.def().segments().len() {
            let spot = (pos, Segment(number as u8));
            if seen.contains(&spot) {
                continue;
            }
            count += 1;
            let feature = flood(&tiles, spot);
            check_feature(game, &tiles, &followers, &feature, name);
            seen.extend(feature);
        }
    }
    assert_eq!(board.feature_ids().len(), count, "{name}: number of features");

    let mut open: Vec<Pos> = board.open_positions();
    open.sort();
    let around = tiles.keys().flat_map(|pos| Side::ALL.map(|side| pos.step(side)));
    let expected: BTreeSet<Pos> = around.filter(|pos| !tiles.contains_key(pos)).collect();
    assert!(open.iter().eq(&expected), "{name}: open cells");
}

/// Everything connected with a segment.
fn flood(tiles: &BTreeMap<Pos, LaidTile>, start: Spot) -> BTreeSet<Spot> {
    let mut feature = BTreeSet::from([start]);
    let mut waiting = vec![start];
    while let Some((pos, segment)) = waiting.pop() {
        for (side, lane) in ports(tiles[&pos], segment) {
            let beyond = pos.step(side);
            if let Some(neighbour) = tiles.get(&beyond) {
                let facing = neighbour.kind.def().segment_at(side.opposite(), lane.facing(), neighbour.rotation);
                let spot = (beyond, facing.expect("equal terrains have the same lanes"));
                if feature.insert(spot) {
                    waiting.push(spot);
                }
            }
        }
    }
    feature
}

/// Where a segment meets others, worked out by turning the printed tile.
fn ports(laid: LaidTile, segment: Segment) -> impl Iterator<Item = (Side, Lane)> {
    let def = laid.kind.def();
    Side::ALL.into_iter().flat_map(|side| Lane::ALL.map(|lane| (side, lane))).filter_map(move |(side, lane)| {
        let here = def.segment_at(side, lane, Rotation::NONE) == Some(segment);
        here.then_some((side.turned(laid.rotation), lane))
    })
}

fn check_feature(
    game: &AnyGame,
    tiles: &BTreeMap<Pos, LaidTile>,
    followers: &BTreeMap<Spot, Vec<(usize, u8)>>,
    feature: &BTreeSet<Spot>,
    name: &str,
) {
    let board = game.board();
    let &(pos, segment) = feature.first().unwrap();
    let id = board.feature_at(pos, segment).unwrap();
    let info = board.feature_info(id);
    let place = format!("{name}: {:?} at {pos:?} {segment}", info.kind);
    for &(pos, segment) in feature {
        assert_eq!(board.feature_at(pos, segment), Some(id), "{place}: same feature");
        assert_eq!(tiles[&pos].kind.def().segments()[segment.index()].kind, info.kind, "{place}: kind");
    }
    assert!(board.segments_of(id).iter().eq(feature), "{place}: segments");
    assert_eq!(usize::from(info.tally.segments()), feature.len(), "{place}: number of segments");
    let on: BTreeSet<Pos> = feature.iter().map(|(pos, _)| *pos).collect();
    assert_eq!(usize::from(info.tiles), on.len(), "{place}: number of tiles");

    let open = match info.kind {
        FeatureKind::Cloister | FeatureKind::Baobab => {
            pos.around().iter().filter(|near| !tiles.contains_key(near)).count()
        }
        _ => {
            let ends =
                feature.iter().flat_map(|&(pos, segment)| ports(tiles[&pos], segment).map(move |port| (pos, port)));
            ends.filter(|(pos, (side, _))| !tiles.contains_key(&pos.step(*side))).count()
        }
    };
    assert_eq!(usize::from(info.open), open, "{place}: open");

    let mut standing = [0; rules::MAX_SEATS];
    for (seat, strength) in feature.iter().filter_map(|spot| followers.get(spot)).flatten() {
        standing[*seat] += strength;
    }
    assert_eq!(info.strength, standing, "{place}: strength");

    for (symbol, count) in symbols(tiles, feature, info.kind) {
        assert_eq!(info.tally.count(symbol), count, "{place}: {symbol:?}");
    }
}

/// All symbols that the kind of feature can hold, with how many of them lie on it.
fn symbols(tiles: &BTreeMap<Pos, LaidTile>, feature: &BTreeSet<Spot>, kind: FeatureKind) -> Vec<(Symbol, u8)> {
    use Symbol::*;
    let possible: &[Symbol] = match kind {
        FeatureKind::City => &[Shield, Chicken, Wheat, Cloth, Cathedral],
        FeatureKind::Road => &[Inn],
        FeatureKind::Forest => &[Nugget, Mushroom],
        FeatureKind::Meadow => &[Deer, Mammoth, Aurochs, Tiger, Fire, Shrine],
        FeatureKind::Lake | FeatureKind::System => &[Fish],
        FeatureKind::Grass | FeatureKind::Mountain | FeatureKind::Sea => &[Port],
        FeatureKind::Path => &[Monkey, Elephant, Giraffe, Lion, Zebra],
        FeatureKind::Bush => &[Monkey, Elephant, Giraffe, Lion, Zebra, Bird],
        _ => &[],
    };
    let count = |symbol: Symbol| -> u8 { feature.iter().map(|&spot| symbols_at(tiles, spot, kind, symbol)).sum() };
    possible.iter().map(|&symbol| (symbol, count(symbol))).collect()
}

fn symbols_at(tiles: &BTreeMap<Pos, LaidTile>, (pos, segment): Spot, kind: FeatureKind, symbol: Symbol) -> u8 {
    let def = tiles[&pos].kind.def();
    let printed = |segment: &rules::SegmentDef| -> u8 {
        segment.symbols.iter().filter(|(drawn, _)| *drawn == symbol).map(|(_, count)| count).sum()
    };
    match kind {
        // A port counts for the sea at which it lies.
        FeatureKind::Sea => {
            let shores = def.printed_segments().flat_map(|(_, land)| land.shores);
            shores.filter(|sea| **sea == segment).count() as u8
        }
        FeatureKind::System => {
            let water = def.printed_segments().filter(|(_, water)| water.system == Some(segment));
            water.map(|(_, water)| printed(water)).sum()
        }
        _ => def.segment(segment).map_or(0, printed),
    }
}
