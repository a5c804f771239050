//! Examples: short games that are played when they are looked at, so that every picture can happen.

use crate::board::{Overlay, Picture, ScoreMark, place_on};
use crate::lang::Lang;
use crate::order::sort_by_key;
use crate::table::source_name;
use art::Point;
use rules::{
    Action, AnyGame, Event, Game as _, GameId, GameOption, Phase, PieceKind, Seat, Segment, Setup, Source, TileKind,
};
use table::Entry;

/// How much room the points take on the board.
const MARK_WIDTH: f32 = 32.0;

/// A short game of two. What is shown is its last turn.
pub(crate) struct Example {
    pub(super) options: &'static [GameOption],
    /// The actions in the notation of records. A tile that is placed is drawn before; other draws are written out.
    pub(super) moves: &'static str,
    /// Whether the game ends after it: then only these tiles are in the bag.
    pub(super) ends: bool,
    /// The points of the last turn in order: whose (0 is orange, 1 is blue), how many.
    #[cfg_attr(not(test), expect(dead_code, reason = "what the texts say; checked by a test"))]
    pub(super) points: &'static [(u8, u16)],
}

/// An example after it was played.
pub(crate) struct Scene {
    pub(crate) game: AnyGame,
    /// What happened in the last turn.
    pub(crate) last: Vec<Entry>,
}

impl Example {
    /// Plays the example; says what is wrong with it if it is no game.
    pub(super) fn play(&self, game: GameId) -> Result<Scene, String> {
        let moves: Result<Vec<Action>, String> =
            self.moves.split(' ').map(|word| word.parse().map_err(|error| format!("{word}: {error}"))).collect();
        let moves = moves?;
        let mut game = AnyGame::new(&self.setup(game, &moves)?);
        let mut entries: Vec<(u16, Entry)> = Vec::new();
        let mut play = |game: &mut AnyGame, action: Action| {
            let (turn, actor, mut events) = (game.turn(), game.to_act(), Vec::new());
            game.play_logged(action, &mut events).map_err(|error| format!("{action}: {error}"))?;
            entries.push((turn, Entry { action, actor, events }));
            Ok::<(), String>(())
        };
        for action in moves {
            if let Action::Place { tile, .. } = action
                && game.phase() == Phase::Deal
            {
                play(&mut game, Action::Draw { tile })?;
            }
            play(&mut game, action)?;
        }
        let last = entries.last().map_or(0, |entry| entry.0);
        let last = entries.into_iter().filter(|entry| entry.0 == last).map(|entry| entry.1).collect();
        Ok(Scene { game, last })
    }

    fn setup(&self, game: GameId, moves: &[Action]) -> Result<Setup, String> {
        let options = self.options.iter().copied().collect();
        let setup = Setup::new(game, options, 2, Seat::ALL[0]).map_err(|error| error.to_string())?;
        if !self.ends {
            return Ok(setup);
        }
        let placed = moves.iter().filter_map(|action| match action {
            Action::Place { tile, .. } => Some(*tile),
            _ => None,
        });
        let bonus = |tile: &TileKind| tile.def().set() == rules::TileSet::HuntersGatherersBonus;
        let (bonus, land): (Vec<TileKind>, Vec<TileKind>) = placed.partition(bonus);
        let setup = setup.with_tiles(land).map_err(|error| error.to_string())?;
        if bonus.is_empty() { Ok(setup) } else { setup.with_bonus(bonus).map_err(|error| error.to_string()) }
    }
}

impl Scene {
    fn events(&self) -> impl Iterator<Item = &Event> {
        self.last.iter().flat_map(|entry| &entry.events)
    }

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
