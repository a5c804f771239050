//! Whole turns, and which of them are one and the same.

use rules::{Action, AnyGame, FeatureKind, Game, Lane, Phase, Rotation, Segment, SegmentDef, Side, TileKind};
use std::fmt;

/// What a player does in one go: lays the tile, and does something with it where there is a choice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Turn {
    /// Where the tile goes.
    pub place: Action,
    /// What is done with it.
    pub then: Option<Action>,
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.then {
            Some(then) => write!(f, "{} {then}", self.place),
            None => write!(f, "{}", self.place),
        }
    }
}

impl Turn {
    /// Reads a turn as it is written in a record.
    pub fn parse(text: &str) -> Option<Turn> {
        let mut words = text.split(' ');
        let place = words.next()?.parse().ok()?;
        let then = words.next().map(str::parse).transpose().ok()?;
        words.next().is_none().then_some(Turn { place, then })
    }

    /// The game after the turn, if it is possible.
    pub fn played(&self, game: &AnyGame) -> Option<AnyGame> {
        let mut after = game.clone();
        after.play(self.place).ok()?;
        if let Some(then) = self.then {
            after.play(then).ok()?;
        }
        Some(after)
    }
}

/// All turns that are possible, each as one of the ways to play it, in the order of their notation.
pub fn turns(game: &AnyGame) -> Vec<Turn> {
    let mut all = Vec::new();
    let (mut places, mut acts) = (Vec::new(), Vec::new());
    if game.phase() != Phase::Place {
        return all;
    }
    game.actions(&mut places);
    for place in places {
        let mut after = game.clone();
        if after.play(place).is_err() {
            continue;
        }
        if after.phase() == Phase::Act {
            after.actions(&mut acts);
            all.extend(acts.iter().map(|&act| same(&after, Turn { place, then: Some(act) })));
        } else {
            all.push(same(&after, Turn { place, then: None }));
        }
    }
    let mut named: Vec<(String, Turn)> = all.into_iter().map(|turn| (turn.to_string(), turn)).collect();
    named.sort_unstable_by(|(left, _), (right, _)| left.cmp(right));
    named.dedup_by(|(left, _), (right, _)| left == right);
    named.into_iter().map(|(_, turn)| turn).collect()
}

/// The one turn that stands for all that come to the same as this one: a tile that looks alike when it is turned, a follower
/// on another part of the same city.
pub fn canonical(game: &AnyGame, turn: Turn) -> Turn {
    let mut after = game.clone();
    match after.play(turn.place) {
        Ok(()) => same(&after, turn),
        Err(_) => turn,
    }
}

/// The same for a game in which the tile lies already.
fn same(after: &AnyGame, turn: Turn) -> Turn {
    let Action::Place { tile, pos, rotation } = turn.place else { return turn };
    let first = first_like(tile, rotation);
    let part = |segment: Segment| {
        // Of the segments that belong to one feature now, the first as the tile lies in the rotation that stands for all.
        let wanted = after.board().feature_at(pos, segment);
        let like = |segment: Segment| counterpart(tile, segment, rotation, first);
        let parts = tile.def().printed_segments().map(|(number, _)| number);
        let mine = parts.filter(|number| after.board().feature_at(pos, *number) == wanted);
        mine.map(like).min().unwrap_or_else(|| like(segment))
    };
    let then = turn.then.map(|then| match then {
        Action::Follower { segment, with, piece } => Action::Follower { segment: part(segment), with, piece },
        Action::Hut { segment } => Action::Hut { segment: hut_place(after, turn.place, segment, first) },
        other => other,
    });
    Turn { place: Action::Place { tile, pos, rotation: first }, then }
}

/// Where a hut stands matters only by its river system.
fn hut_place(after: &AnyGame, place: Action, segment: Segment, first: Rotation) -> Segment {
    let Action::Place { tile, pos, rotation } = place else { return segment };
    let system = |number: Segment| {
        let below = tile.def().segment(number).and_then(|def| def.system)?;
        after.board().feature_at(pos, below)
    };
    let wanted = system(segment);
    let parts = tile.def().printed_segments().map(|(number, _)| number);
    let mine = parts.filter(|number| wanted.is_some() && system(*number) == wanted);
    let like = |segment: Segment| counterpart(tile, segment, rotation, first);
    mine.map(like).min().unwrap_or_else(|| like(segment))
}

/// What a segment shows of itself on a tile that lies in a rotation.
fn look(tile: TileKind, def: &SegmentDef, rotation: Rotation) -> impl PartialEq + Ord + use<> {
    let ports = |def: &SegmentDef| {
        let ports = def.ports[rotation.index()];
        Side::ALL.map(|side| Lane::ALL.map(|lane| ports.has(side, lane)))
    };
    let mut borders: Vec<_> = def
        .borders
        .iter()
        .map(|other| {
            let other = &tile.def().segments()[other.index()];
            (other.kind, ports(other))
        })
        .collect();
    borders.sort_unstable();
    (def.kind, ports(def), def.symbols.to_vec(), def.lake.is_some(), borders)
}

/// The first rotation in which the tile looks as in this one.
fn first_like(tile: TileKind, rotation: Rotation) -> Rotation {
    let whole = |rotation: Rotation| {
        let mut looks: Vec<_> = tile.def().segments().iter().map(|def| look(tile, def, rotation)).collect();
        looks.sort_unstable();
        let sides = Side::ALL.map(|side| tile.def().side(side, rotation));
        let corners = rules::Corner::ALL.map(|corner| tile.def().is_savanna(corner, rotation));
        (looks, sides, corners)
    };
    let wanted = whole(rotation);
    Rotation::ALL.into_iter().find(|&other| whole(other) == wanted).unwrap_or(rotation)
}

/// The segment that lies in another rotation, in which the tile looks the same, where this one lies.
fn counterpart(tile: TileKind, segment: Segment, from: Rotation, to: Rotation) -> Segment {
    if from == to {
        return segment;
    }
    let Some(def) = tile.def().segment(segment) else { return segment };
    let wanted = look(tile, def, from);
    let mut printed = tile.def().printed_segments();
    printed.find(|(_, other)| look(tile, other, to) == wanted).map_or(segment, |(number, _)| number)
}

/// Whether features of this kind lie open to the end and bring points only then.
pub(crate) const fn is_land(kind: FeatureKind) -> bool {
    matches!(kind, FeatureKind::Field | FeatureKind::Meadow | FeatureKind::System)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Record;

    fn game(turns: &str) -> AnyGame {
        let text = format!("bastide record 1\ngame base\nplayers 2\nfirst 0\n\n{turns}\nunfinished\n");
        text.parse::<Record>().expect("a record").replay(&mut (), |_, _, _| ())
    }

    #[test]
    fn a_straight_road_that_lies_the_other_way_round_is_the_same_move() {
        let game = game("1:0 +base/U");
        let turn = |text: &str| canonical(&game, Turn::parse(text).expect("a turn"));
        let all = turns(&game);
        assert!(all.iter().all(|turn| canonical(&game, *turn) == *turn), "what stands for others stands for itself");
        // Roads run north to south on this tile as it is printed.
        let (right, left) = (turn("base/U@1,0r1 -"), turn("base/U@1,0r3 -"));
        assert_eq!(right, left);
        // The road is the road, and the field on one side is the one on that side.
        let road = |rotation: u8| {
            let number = game.tile().and_then(|tile| {
                let mut parts = tile.def().printed_segments();
                parts.find(|(_, def)| def.kind == FeatureKind::Road).map(|(number, _)| number.index())
            });
            turn(&format!("base/U@1,0r{rotation} f{}", number.expect("a road")))
        };
        assert_eq!(road(1), road(3));
        let mut distinct: Vec<String> = all.iter().map(Turn::to_string).collect();
        distinct.dedup();
        assert_eq!(distinct.len(), all.len());
    }

    #[test]
    fn a_turn_is_read_as_it_is_written() {
        for text in ["base/U@1,0r1 -", "base/N@-1,2r3 f0", "river/straight@0,1r0"] {
            assert_eq!(Turn::parse(text).expect(text).to_string(), text);
        }
        for text in ["", "base/U", "base/U@1,0r1 - -", "base/U@1,0r1 x"] {
            assert_eq!(Turn::parse(text).filter(|turn| matches!(turn.place, Action::Place { .. })), None, "{text}");
        }
    }
}
