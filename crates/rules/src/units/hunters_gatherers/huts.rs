//! Huts (H2): they stand on a river or lake, count for its river system, and stay to the end (H4).

use crate::action::Illegal;
use crate::event::Log;
use crate::piece::PieceKind;
use crate::position::{Figure, Position};
use crate::reason::Reason;
use crate::tiles::Segment;

/// The segments of the tile just placed on which the active player can build a hut.
pub(super) fn places(position: &Position) -> impl Iterator<Item = Segment> {
    let has_hut = position.supply(position.active).count(PieceKind::Hut) > 0;
    let segments = has_hut.then(|| position.board.kind(position.placed).def().printed_segments());
    segments
        .into_iter()
        .flatten()
        .filter(|(_, def)| def.system.is_some_and(|system| position.is_free(system)))
        .map(|(segment, _)| segment)
}

/// Says why the active player cannot build a hut on a segment of the tile just placed.
pub(super) fn check(position: &Position, segment: Segment) -> Result<(), Illegal> {
    let Some(def) = position.board.kind(position.placed).def().segment(segment) else {
        return Err(Illegal::new("H2", Reason::NoSuchSegment));
    };
    let Some(system) = def.system else {
        return Err(Illegal::new("H2", Reason::HutOnWater));
    };
    if position.supply(position.active).count(PieceKind::Hut) == 0 {
        return Err(Illegal::new("H2", Reason::NoPieceLeft));
    }
    if !position.is_free(system) {
        return Err(Illegal::new("H2", Reason::SystemTaken));
    }
    Ok(())
}

/// Builds a hut of the active player on the tile just placed.
pub(super) fn build<L: Log>(position: &mut Position, segment: Segment, log: &mut L) {
    let def = position.board.kind(position.placed).def().segment(segment);
    let Some(system) = def.and_then(|def| def.system) else { return };
    let (node, counts_for) = (position.placed_node(segment), position.placed_node(system));
    position.stand(Figure { counts_for, ..Figure::new(node, position.active, PieceKind::Hut) }, log);
}
