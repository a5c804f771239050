//! What is shown over the board for the person who plays: legal cells, places for pieces, scores, the last moves.

use crate::table::Anchor;
use art::{Figurine, Point, TILE};
use rules::{Animal, LaidTile, Pos, Segment};

/// How a place for a piece looks.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum SpotShape {
    /// A piece, and one beside it.
    Piece(Figurine, Option<Figurine>),
    /// An own piece to be taken back.
    Recall,
    Token(Animal),
    Ranger,
}

/// A place where the person may do something.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Spot {
    pub(crate) anchor: Anchor,
    pub(crate) at: Point,
    pub(crate) shape: SpotShape,
    pub(crate) selected: bool,
    /// Points that it brings at once.
    pub(crate) gain: i32,
}

/// Points where they were made.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct ScoreMark {
    pub(crate) at: Point,
    pub(crate) points: u16,
    pub(crate) colour: usize,
    /// For what.
    pub(crate) what: &'static str,
}

/// What a cell is to somebody who looks back: where the tile was laid, or where it should have been.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Verdict {
    pub(crate) pos: Pos,
    pub(crate) good: bool,
    pub(crate) text: &'static str,
}

#[derive(Clone, PartialEq, Default)]
pub(crate) struct Overlay {
    /// The livery of whoever is to act.
    pub(crate) colour: usize,
    /// Where the tile may lie.
    pub(crate) cells: Vec<Pos>,
    /// Where no tile to come can lie.
    pub(crate) dead: Vec<Pos>,
    /// The tile tried on the board.
    pub(crate) trial: Option<Pos>,
    /// The tile shown where the pointer or the keyboard's cursor is.
    pub(crate) ghost: Option<LaidTile>,
    pub(crate) verdicts: Vec<Verdict>,
    pub(crate) spots: Vec<Spot>,
    /// The last tile of each livery.
    pub(crate) last: Vec<(usize, Pos)>,
    pub(crate) scores: Vec<ScoreMark>,
    /// The feature pointed out, with the livery of its owner.
    pub(crate) outline: Vec<(LaidTile, Segment)>,
    pub(crate) outline_colour: Option<usize>,
    /// A cell that something beside the board speaks of.
    pub(crate) lit: Option<Pos>,
}

/// What somebody touched on the board.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Tap {
    Cell(Pos),
    Spot(Anchor),
}

impl Overlay {
    /// What lies at a point of the board, where `reach` is how far a finger may miss.
    pub(crate) fn hit(&self, point: Point, reach: f32) -> Tap {
        let near = |spot: &&Spot| match spot.anchor {
            Anchor::Cell(pos) | Anchor::Ranger(pos) => super::looks::cell_at(point) == pos,
            _ => spot.at.distance(point) <= reach.clamp(11.0, TILE * 0.3),
        };
        let distance = |spot: &&Spot| spot.at.distance(point);
        let spot = self.spots.iter().filter(near).min_by(|a, b| distance(a).total_cmp(&distance(b)));
        spot.map_or_else(|| Tap::Cell(super::looks::cell_at(point)), |spot| Tap::Spot(spot.anchor))
    }
}
