//! Examples: the board after a short game, with what was scored.

pub(super) use super::played::{Example, Scene};

use crate::board::{Overlay, Picture, ScoreMark, place_on};
use crate::lang::Lang;
use crate::table::source_name;
use art::Point;
use rules::{Event, PieceKind, Segment, Source, sort_by_key};

/// How much room the points take on the board.
const MARK_WIDTH: f32 = 32.0;

impl Scene {
    /// The board with the pieces that have just been scored still on it.
    pub(crate) fn picture(&self) -> Picture {
        let mut pieces = self.game.pieces();
        for event in self.events() {
            if let Event::Returned { piece, .. } = event
                && !pieces.contains(piece)
            {
                pieces.push(*piece);
            }
        }
        sort_by_key(&mut pieces, |piece| (piece.pos, piece.segment, piece.kind != PieceKind::Follower));
        Picture::with_pieces(&self.game, &pieces, &[])
    }

    /// The points where they were made, but not over the pieces that made them.
    fn score_marks(&self, lang: Lang) -> Vec<ScoreMark> {
        let pieces = self.picture().pieces;
        let mut marks: Vec<ScoreMark> = Vec::new();
        for event in self.events() {
            let Event::Scored(score) = event else { continue };
            let place = score.at.and_then(|(pos, segment)| place_on(&self.game.board().laid_at(pos)?, segment));
            let Some(mut at) = place else { continue };
            if pieces.iter().any(|piece| piece.at.distance(at) < MARK_WIDTH) {
                at = at - Point::new(0.0, MARK_WIDTH);
            }
            let taken = marks.iter().filter(|mark| mark.at.distance(at) < MARK_WIDTH).count() as f32;
            at = at + Point::new(taken * MARK_WIDTH, 0.0);
            let (colour, what) = (score.seat.index(), source_name(lang, score.source));
            marks.push(ScoreMark { at, points: score.points, colour, what });
        }
        marks
    }

    /// The points where they were made, and the feature if there is only one.
    pub(crate) fn overlay(&self, lang: Lang) -> Overlay {
        let mut overlay = Overlay { scores: self.score_marks(lang), ..Overlay::default() };
        let scored: Vec<_> = self
            .events()
            .filter_map(|event| if let Event::Scored(score) = event { Some((score.at?, score)) } else { None })
            .collect();
        if let [(at, first), rest @ ..] = &scored[..]
            && rest.iter().all(|(other, _)| other == at)
            && let Source::Feature(kind) = first.source
        {
            let board = self.game.board();
            let kind_at = |(pos, segment): (_, Segment)| Some(board.laid_at(pos)?.kind.def().segment(segment)?.kind);
            if kind_at(*at) == Some(kind)
                && let Some(id) = board.feature_at(at.0, at.1)
            {
                let with_tile = |(pos, segment)| board.laid_at(pos).map(|laid| (laid, segment));
                overlay.outline = board.segments_of(id).into_iter().filter_map(with_tile).collect();
                overlay.outline_colour = rest.is_empty().then(|| first.seat.index());
            }
        }
        overlay
    }
}
