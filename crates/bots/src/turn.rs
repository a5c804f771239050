//! Whole turns: where to lay the tile and what to do with it are one decision.

use crate::judge::{Desk, Judge, Scores, margin, settle};
use rules::{Action, Actor, Game, Log, Phase, Rotation, Segment, TileKind};
use std::sync::OnceLock;

/// What a player does in one go: an action, and for a placement the action that follows it, if there is a choice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    /// The first action.
    pub first: Action,
    /// What follows in the phase `act`.
    pub then: Option<Action>,
}

/// What a turned tile looks like: its segments with their borders, and which corners are savanna.
fn look(kind: TileKind, rotation: Rotation) -> (Vec<String>, [bool; 4]) {
    let mut look: Vec<_> = kind
        .def()
        .segments()
        .iter()
        .map(|segment| {
            let borders = segment.borders.iter().map(|other| {
                let other = &kind.def().segments()[other.index()];
                format!("{:?}{:?}", other.kind, other.ports[rotation.index()])
            });
            let mut borders: Vec<_> = borders.collect();
            borders.sort();
            let ports = segment.ports[rotation.index()];
            format!("{:?}{ports:?}{:?}{:?}{borders:?}", segment.kind, segment.symbols, segment.lake)
        })
        .collect();
    look.sort();
    (look, rules::Corner::ALL.map(|corner| kind.def().is_savanna(corner, rotation)))
}

/// For each kind of tile, the rotations that do not look like an earlier one.
fn distinct_rotations(kind: TileKind) -> [bool; 4] {
    static DISTINCT: OnceLock<Vec<[bool; 4]>> = OnceLock::new();
    let all = DISTINCT.get_or_init(|| {
        TileKind::all()
            .map(|kind| {
                let looks = Rotation::ALL.map(|rotation| look(kind, rotation));
                [0, 1, 2, 3].map(|index| !looks[..index].contains(&looks[index]))
            })
            .collect()
    });
    all[kind.index()]
}

impl Move {
    /// The same move as [`sweep`] names it: of rotations that look alike, the first.
    #[must_use]
    pub fn plain(self) -> Move {
        let Action::Place { tile, pos, rotation } = self.first else { return self };
        let first = Rotation::ALL.into_iter().find(|&other| look(tile, other) == look(tile, rotation));
        let Some(other) = first.filter(|&other| other != rotation) else { return self };
        let segments = tile.def().segments();
        let place = |segment: Segment, rotation: Rotation| {
            segments.get(segment.index()).map(|def| (def.kind, def.ports[rotation.index()]))
        };
        let turned = |segment: Segment| {
            let mut all = (0..segments.len()).map(|index| Segment(index as u8));
            all.find(|&now| place(now, other) == place(segment, rotation)).unwrap_or(segment)
        };
        let then = self.then.map(|act| match act {
            Action::Follower { segment, with, piece } => Action::Follower { segment: turned(segment), with, piece },
            Action::Hut { segment } => Action::Hut { segment: turned(segment) },
            act => act,
        });
        Move { first: Action::Place { tile, pos, rotation: other }, then }
    }
}

/// Calls back for every move of whoever decides, with the expected scores after it. Rotations that look alike come
/// once. The judge must know the tiles to come.
pub fn sweep<J: Judge>(judge: &mut J, game: &J::Game, desk: &mut Desk<J::Game>, mut each: impl FnMut(Move, &Scores)) {
    match game.phase() {
        Phase::Act => {
            desk.placed.copy_from(game);
            judge.acts(desk, &mut |act, scores| each(Move { first: act, then: None }, scores));
        }
        Phase::Place => {
            let mut places = std::mem::take(&mut desk.places);
            game.actions(&mut places);
            judge.begin_sweep();
            for &first in &places {
                let Action::Place { tile, pos, rotation } = first else { continue };
                if !distinct_rotations(tile)[rotation.index()] {
                    continue;
                }
                judge.will_lay(game, pos);
                desk.placed.copy_from(game);
                desk.placed.play_unchecked(first, &mut ());
                if desk.placed.phase() == Phase::Act {
                    judge.acts(desk, &mut |act, scores| each(Move { first, then: Some(act) }, scores));
                } else {
                    let Desk { placed, trial, answers, .. } = desk;
                    settle(judge, placed, trial, answers, &mut ());
                    each(Move { first, then: None }, &judge.evaluate(placed));
                }
            }
            judge.end_sweep();
            desk.places = places;
        }
        _ => {
            let mut answers = std::mem::take(&mut desk.places);
            game.actions(&mut answers);
            for &first in &answers {
                let Desk { after, trial, answers, .. } = desk;
                after.copy_from(game);
                after.play_unchecked(first, &mut ());
                settle(judge, after, trial, answers, &mut ());
                each(Move { first, then: None }, &judge.evaluate(after));
            }
            desk.places = answers;
        }
    }
}

/// The move with the best expected scores for whoever decides, and these scores.
pub fn best_move<J: Judge>(judge: &mut J, game: &J::Game, desk: &mut Desk<J::Game>) -> Option<(Move, Scores)> {
    let Actor::Player(seat) = game.to_act() else { return None };
    let players = game.setup().players();
    let mut best: Option<(f32, Move, Scores)> = None;
    sweep(judge, game, desk, |candidate, scores| {
        let value = margin(scores, seat, players);
        if best.as_ref().is_none_or(|(most, ..)| value > *most) {
            best = Some((value, candidate, *scores));
        }
    });
    best.map(|(_, candidate, scores)| (candidate, scores))
}

/// Plays a move, and the small decisions that follow it.
pub(crate) fn play_move<J: Judge>(judge: &mut J, game: &mut J::Game, chosen: Move, desk: &mut Desk<J::Game>) {
    play_logged(judge, game, chosen, desk, &mut ());
}

/// The same, telling what happens.
pub(crate) fn play_logged<J: Judge>(
    judge: &mut J,
    game: &mut J::Game,
    chosen: Move,
    desk: &mut Desk<J::Game>,
    log: &mut impl Log,
) {
    game.play_unchecked(chosen.first, log);
    if let Some(act) = chosen.then {
        game.play_unchecked(act, log);
    }
    settle(judge, game, &mut desk.trial, &mut desk.answers, log);
}
