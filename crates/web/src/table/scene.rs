//! What is shown over the board.

use super::apart::stand_apart;
use super::draft::{Anchor, Choice, Draft, Outlook};
use super::state::{Pointed, TableState};
use super::telling;
use crate::aids::dead_cells;
use crate::app::App;
use crate::board::{Overlay, ScoreMark, Spot, SpotShape, cell_at, corner_of, place_on, tile_art};
use crate::lang::Lang;
use crate::motion::light_feature;
use crate::settings::Switch;
use art::{Figurine, Point, token_place};
use leptos::prelude::*;
use rules::{Action, Actor, AnyGame, Event, LaidTile, Pos, Seat, Segment};
use table::Entry;

/// Scores at one place are shown side by side, this far apart.
const SCORE_ASIDE: f32 = 26.0;

/// The overlay of the table.
pub(super) fn overlay(state: TableState, lang: Lang) -> Memo<Overlay> {
    let settings = expect_context::<App>().settings;
    let dead = dead_cells(state);
    Memo::new(move |_| {
        let outlook = state.outlook.get();
        let draft = state.draft.get();
        let moment = state.moment();
        let mut overlay = state.read(|session| {
            let history = &session.history()[..moment.min(session.history().len())];
            let colour = |seat: Seat| session.seat(seat).map_or(0, |info| info.colour);
            let last = last_moves(history).map(|(seat, pos)| (colour(seat), pos)).collect();
            Overlay { last, ..Overlay::default() }
        });
        overlay.dead = dead.get();
        let pointed = state.pointed.get();
        if let Some(Pointed::Cell(pos)) = pointed {
            overlay.lit = Some(pos);
        }
        if draft.trial.is_none() {
            overlay.scores = state.read_game(|game| {
                state.read(|session| {
                    let history = &session.history()[..moment.min(session.history().len())];
                    score_marks(lang, history, game, |seat| session.seat(seat).map_or(0, |info| info.colour))
                })
            });
        }
        if state.asks_what_came() {
            overlay.lit = state.told_at.get();
            overlay.cells = state.read(|session| session.game().board().open_positions());
            overlay.cells.retain(|pos| Some(*pos) != overlay.lit);
        }
        let outlined = settings.is_on(Switch::Outline);
        let Some(outlook) = outlook else {
            if let Some((tile, verdicts)) = state.better.get() {
                overlay.ghost = Some(tile);
                overlay.last.retain(|(_, pos)| verdicts.iter().all(|verdict| verdict.pos != *pos));
                overlay.verdicts = verdicts.to_vec();
            }
            if outlined {
                outline(state, &mut overlay);
            }
            return overlay;
        };
        overlay.colour = state.colour_of(outlook.seat);
        overlay.trial = draft.trial.map(|trial| trial.pos);
        overlay.cells = outlook.cells.iter().map(|cell| cell.0).filter(|pos| Some(*pos) != overlay.trial).collect();
        overlay.ghost = ghost(state, &outlook, &draft);
        overlay.spots = state.read(|session| spots(&draft.applied(session.game()), &outlook, &draft));
        if let Some(Pointed::Feature(pos, segment)) = pointed {
            let after = state.read(|session| draft.applied(session.game()));
            light(&after, pos, segment, &mut overlay);
            overlay.outline_colour = Some(overlay.colour);
        } else if outlined && overlay.ghost.is_none() && draft.trial.is_none() {
            outline(state, &mut overlay);
        }
        overlay
    })
}

/// The last tile of each player, oldest first.
fn last_moves(history: &[Entry]) -> impl Iterator<Item = (Seat, Pos)> + use<> {
    let mut found: Vec<(Seat, Pos)> = Vec::new();
    for event in history.iter().rev().flat_map(|entry| &entry.events) {
        if let Event::Placed { seat, pos, .. } = event
            && !found.iter().any(|(other, _)| other == seat)
        {
            found.push((*seat, *pos));
        }
    }
    found.into_iter().rev()
}

/// The points of the last turn, where they were made.
fn score_marks(lang: Lang, history: &[Entry], game: &AnyGame, colour: impl Fn(Seat) -> usize) -> Vec<ScoreMark> {
    let turn = history.iter().rposition(|entry| matches!(entry.action, Action::Place { .. })).unwrap_or(0);
    let mut marks: Vec<ScoreMark> = Vec::new();
    for event in history[turn..].iter().flat_map(|entry| &entry.events) {
        let Event::Scored(score) = event else { continue };
        let Some((pos, segment)) = score.at else { continue };
        let Some(place) = game.board().laid_at(pos).and_then(|laid| place_on(&laid, segment)) else { continue };
        let taken = marks.iter().filter(|mark| mark.at.distance(place) < SCORE_ASIDE * 2.0).count() as f32;
        let at = place + Point::new(taken * SCORE_ASIDE, 0.0);
        let what = telling::source(lang, score.source);
        marks.push(ScoreMark { at, points: score.points, colour: colour(score.seat), what });
    }
    // A follower brought home for nothing is told as well.
    if let Some(Entry { action: Action::Recall { pos, segment }, actor: Actor::Player(seat), .. }) = history.last()
        && marks.is_empty()
        && let Some(laid) = game.board().laid_at(*pos)
        && let Some(at) = place_on(&laid, *segment)
    {
        let kind = laid.kind.def().segment(*segment).map(|def| telling::feature(lang, def.kind));
        marks.push(ScoreMark { at, points: 0, colour: colour(*seat), what: kind.unwrap_or_default() });
    }
    marks
}

fn ghost(state: TableState, outlook: &Outlook, draft: &Draft) -> Option<LaidTile> {
    let pos = state.hover.get().map(cell_at).or(state.cursor.get())?;
    if draft.trial.is_some_and(|trial| trial.pos == pos) {
        return None;
    }
    let rotation = outlook.fitting(pos, state.wish.get())?;
    Some(LaidTile { kind: outlook.tile?, pos, rotation })
}

pub(super) fn spots(game: &AnyGame, outlook: &Outlook, draft: &Draft) -> Vec<Spot> {
    let mut spots: Vec<Spot> = Vec::new();
    for choice in outlook.shown() {
        let Some(anchor) = choice.anchor else { continue };
        if let Some(from) = choice.ranger() {
            let lift = Anchor::Ranger(from);
            if !spots.iter().any(|spot| spot.anchor == lift) {
                let at = corner_of(from) + Point::CENTRE;
                let selected = draft.lifted == Some(from);
                spots.push(Spot { anchor: lift, at, shape: SpotShape::Ranger, selected, gain: 0 });
            }
            if draft.lifted != Some(from) {
                continue;
            }
        }
        let selected = draft.act == Some(choice.action);
        let Some(at) = place_of(game, anchor) else { continue };
        let spot = Spot { anchor, at, shape: shape(choice), selected, gain: choice.gain };
        match spots.iter_mut().find(|other| other.anchor == anchor) {
            // One place, several choices: the chosen one is shown, else the first.
            Some(other) if selected => *other = spot,
            Some(_) => {}
            None => spots.push(spot),
        }
    }
    make_room(game, &mut spots);
    spots
}

/// The places of each tile stand apart.
fn make_room(game: &AnyGame, spots: &mut [Spot]) {
    let place = |spot: &Spot| match spot.anchor {
        Anchor::Segment(pos, segment) => Some((pos, segment)),
        _ => None,
    };
    let mut tiles: Vec<Pos> = spots.iter().filter_map(place).map(|(pos, _)| pos).collect();
    tiles.sort_unstable();
    tiles.dedup();
    for pos in tiles {
        let Some(laid) = game.board().laid_at(pos) else { continue };
        let (art, corner) = (tile_art(laid.kind), corner_of(pos));
        let mut here: Vec<(Segment, &mut Spot)> = spots
            .iter_mut()
            .filter_map(|spot| place(spot).filter(|place| place.0 == pos).map(|(_, segment)| (segment, spot)))
            .collect();
        let mut points: Vec<Point> = here.iter().map(|(_, spot)| spot.at - corner).collect();
        stand_apart(&mut points, |index, at| art.segment_at(at, laid.rotation) == Some(here[index].0));
        for ((_, spot), at) in here.iter_mut().zip(points) {
            spot.at = corner + at;
        }
    }
}

fn place_of(game: &AnyGame, anchor: Anchor) -> Option<Point> {
    match anchor {
        Anchor::Segment(pos, segment) => place_on(&game.board().laid_at(pos)?, segment),
        Anchor::Corner(pos, corner) => Some(corner_of(pos) + token_place(corner)),
        Anchor::Cell(pos) | Anchor::Ranger(pos) => Some(corner_of(pos) + Point::CENTRE),
    }
}

fn shape(choice: &Choice) -> SpotShape {
    match choice.action {
        Action::Hut { .. } => SpotShape::Piece(Figurine::Hut, None),
        Action::Recall { .. } => SpotShape::Recall,
        Action::Waterhole { animal, .. } => SpotShape::Token(animal),
        Action::Ranger { .. } => SpotShape::Ranger,
        _ => {
            let beside = choice.follower().and_then(|(_, with)| with).map(Figurine::upright);
            SpotShape::Piece(choice.figurine(), beside)
        }
    }
}

/// Lights the whole feature of a segment.
fn light(game: &AnyGame, pos: Pos, segment: Segment, overlay: &mut Overlay) {
    overlay.outline = light_feature(game, pos, segment);
}

/// Points out the feature under the mouse.
fn outline(state: TableState, overlay: &mut Overlay) {
    let Some(point) = state.hover.get() else { return };
    state.read_game(|game| {
        let board = game.board();
        let Some(laid) = board.laid_at(cell_at(point)) else { return };
        let segment = tile_art(laid.kind).segment_at(point - corner_of(laid.pos), laid.rotation);
        let Some(segment) = segment else { return };
        let Some(id) = board.feature_at(laid.pos, segment) else { return };
        light(game, laid.pos, segment, overlay);
        let followers = board.feature_info(id).strength;
        let most = followers.iter().copied().max().filter(|most| *most > 0);
        let owners: Vec<Seat> = Seat::ALL.into_iter().filter(|seat| Some(followers[seat.index()]) == most).collect();
        if let [owner] = owners[..] {
            overlay.outline_colour = Some(state.colour_of(owner));
        }
    });
}
