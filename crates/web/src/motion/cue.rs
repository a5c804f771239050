//! What is to be shown of what happened: worked out from the game, without the browser.

use crate::board::{corner_of, place_on};
use crate::session::Session;
use art::{Figurine, Point};
use rules::{Action, Actor, AnyGame, Event, FeatureKind, GameId, LaidTile, Phase, Pos, Score, Seat, Segment};
use table::Entry;

/// Points, with what they are for.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct ScoreCue {
    pub(crate) seat: Seat,
    pub(crate) colour: usize,
    pub(crate) points: u16,
    /// Where they were made, if on the board.
    pub(crate) at: Option<Point>,
    pub(crate) segments: Vec<(LaidTile, Segment)>,
}

impl ScoreCue {
    pub(crate) fn of(game: &AnyGame, score: &Score, colour: usize) -> ScoreCue {
        let place = |(pos, segment)| {
            let laid = game.board().laid_at(pos)?;
            Some(place_on(&laid, segment).unwrap_or(corner_of(pos) + Point::CENTRE))
        };
        let segments = score.at.map(|(pos, segment)| light_feature(game, pos, segment)).unwrap_or_default();
        ScoreCue { seat: score.seat, colour, points: score.points, at: score.at.and_then(place), segments }
    }
}

/// What happened in a turn, or in a part of one.
#[derive(Clone, PartialEq, Default, Debug)]
pub(crate) struct Script {
    /// A tile that comes from its player; what a person at this screen places lies there already.
    pub(crate) tile: Option<(Seat, LaidTile)>,
    pub(crate) deployed: bool,
    /// Features that are complete and bring nobody points.
    pub(crate) closed: Vec<Vec<(LaidTile, Segment)>>,
    pub(crate) scores: Vec<ScoreCue>,
    /// Pieces that go home: whose, in which livery, which, and where they stood.
    pub(crate) homes: Vec<(Seat, usize, Figurine, Point)>,
    /// Whether the game is over.
    pub(crate) over: bool,
    /// Whether a person at this screen is to place a tile now, after somebody else.
    pub(crate) your_turn: bool,
}

impl Script {
    /// The last turn of those actions. `replayed` is what is looked at again: then every tile comes from its player.
    pub(crate) fn of(session: &dyn Session, game: &AnyGame, new: &[Entry], replayed: bool) -> Script {
        let colour = |seat: Seat| session.seat(seat).map_or(0, |info| info.colour);
        let turn = new.iter().rposition(|entry| matches!(entry.action, Action::Place { .. })).unwrap_or(0);
        let mut script = Script::default();
        let events = || new[turn..].iter().flat_map(|entry| &entry.events);
        let mut placed = None;
        for event in events() {
            match event {
                Event::Placed { seat, tile, pos, rotation } => {
                    let laid = LaidTile { kind: *tile, pos: *pos, rotation: *rotation };
                    placed = Some(laid);
                    script.tile = Some((*seat, laid)).filter(|_| replayed || !session.is_person(*seat));
                }
                Event::Deployed(_) | Event::Waterhole { .. } => script.deployed = true,
                Event::Returned { piece, .. } => {
                    if let Some(at) = game.board().laid_at(piece.pos).and_then(|laid| place_on(&laid, piece.segment)) {
                        script.homes.push((piece.seat, colour(piece.seat), Figurine::of(piece), at));
                    }
                }
                Event::Scored(score) if !score.end => {
                    script.scores.push(ScoreCue::of(game, score, colour(score.seat)));
                }
                Event::GameOver { .. } => script.over = true,
                _ => {}
            }
        }
        // A piece that was placed with the tile would stand there before the tile comes.
        if script.deployed {
            script.tile = None;
        }
        if let Some(laid) = placed {
            let scored =
                |segments: &Vec<(LaidTile, Segment)>| script.scores.iter().any(|score| score.segments == *segments);
            script.closed = closed_at(game, laid).into_iter().filter(|segments| !scored(segments)).collect();
        }
        let person = |actor: Actor| matches!(actor, Actor::Player(seat) if session.is_person(seat));
        let last = new.iter().rev().map(|entry| entry.actor).find(|actor| matches!(actor, Actor::Player(_)));
        script.your_turn = !replayed
            && game.phase() == Phase::Place
            && person(game.to_act())
            && last.is_some_and(|last| last != game.to_act());
        script
    }
}

/// The segments of a feature, with their tiles; for a river system those of its waters.
pub(crate) fn light_feature(game: &AnyGame, pos: Pos, segment: Segment) -> Vec<(LaidTile, Segment)> {
    let board = game.board();
    let Some(id) = board.feature_at(pos, segment) else { return Vec::new() };
    let mut lit = Vec::new();
    for (pos, segment) in board.segments_of(id) {
        let Some(laid) = board.laid_at(pos) else { continue };
        let def = laid.kind.def();
        if def.segment(segment).is_some() {
            lit.push((laid, segment));
        } else {
            let waters = def.printed_segments().filter(|(_, water)| water.system == Some(segment));
            lit.extend(waters.map(|(water, _)| (laid, water)));
        }
    }
    lit
}

/// The features that a tile has closed, of those kinds that count when they are closed.
fn closed_at(game: &AnyGame, laid: LaidTile) -> Vec<Vec<(LaidTile, Segment)>> {
    let counts = |kind: FeatureKind| match game.setup().game() {
        GameId::Base => matches!(kind, FeatureKind::City | FeatureKind::Road | FeatureKind::Cloister),
        GameId::HuntersGatherers => matches!(kind, FeatureKind::River | FeatureKind::Forest),
        GameId::NewLands => true,
        GameId::Safari => kind != FeatureKind::Baobab,
    };
    let mut found: Vec<Vec<(LaidTile, Segment)>> = Vec::new();
    for (segment, def) in laid.kind.def().printed_segments() {
        let closed = |id| game.board().feature_info(id).open == 0;
        if counts(def.kind) && game.board().feature_at(laid.pos, segment).is_some_and(closed) {
            let segments = light_feature(game, laid.pos, segment);
            if !found.contains(&segments) {
                found.push(segments);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::{LocalSession, Saved};
    use crate::testkit::played;
    use rules::{Game as _, Options, Setup};

    #[test]
    fn everything_that_scores_is_shown_where_it_lies() {
        let mut homes = 0;
        for id in GameId::ALL {
            let setup = Setup::new(id, Options::NONE, 2, Seat::ALL[0]).expect("two can play");
            let table = played(&setup, 8, usize::MAX);
            let session = LocalSession::open(Saved::from_record(table.record(), |index| index.to_string()));
            let session = session.expect("it was just played");
            let history = session.history();
            let mut game = AnyGame::new(&setup);
            let mut closed = 0;
            for entry in history {
                game.play_unchecked(entry.action, &mut ());
                let script = Script::of(&session, &game, std::slice::from_ref(entry), true);
                let points = |end: bool| {
                    let scored = entry.events.iter().filter_map(|event| match event {
                        Event::Scored(score) if score.end == end => Some(score.points),
                        _ => None,
                    });
                    scored.sum::<u16>()
                };
                assert_eq!(script.scores.iter().map(|score| score.points).sum::<u16>(), points(false), "{id:?}");
                let place = matches!(entry.action, Action::Place { .. });
                assert!(!place || script.deployed || script.tile.is_some(), "a tile comes from its player");
                for score in script.scores.iter().filter(|score| score.at.is_some()) {
                    assert!(!score.segments.is_empty(), "{id:?}: {score:?}");
                }
                closed += script.closed.len();
                let returned = entry.events.iter().filter(|event| matches!(event, Event::Returned { .. })).count();
                assert_eq!(script.homes.len(), returned, "{id:?}: everybody who is told to go home does");
                homes += returned;
                // At this screen the tile lies there already.
                assert_eq!(Script::of(&session, &game, std::slice::from_ref(entry), false).tile, None);
            }
            assert!(closed > 0, "{id:?}");
        }
        assert!(homes > 0);
    }
}
