//! A net with room to look at positions.

use super::{Net, View};
use crate::horizon::at_least;
use crate::judge::{Desk, Judge, Scores, margin};
use crate::takings::SOURCES;
use crate::turn::{Move, play_move, sweep};
use rules::{Action, Actor, Game, MAX_SEATS, Phase, Seat};
use std::sync::Arc;

/// Looks at positions with a net.
pub(crate) struct Eye<G> {
    net: Arc<Net>,
    view: View,
    after: G,
    top: Vec<(f32, Move)>,
}

/// The weight of the margin itself beside the chance to win.
const MARGIN_SHARE: f32 = 0.15;
/// How far a finished game is from being decided otherwise.
const SPREAD_AT_END: f32 = 0.4;
/// The lead at which a seat is fairly sure to win, in spreads.
const SPREADS_TO_BE_SURE: f32 = 1.25;
/// How much less or more than usual results may be off.
const DOUBT: std::ops::RangeInclusive<f32> = 0.4..=2.5;

impl<G: Game> Eye<G> {
    pub(crate) fn new(net: Arc<Net>, game: &G) -> Eye<G> {
        Eye { net, view: View::new(game.setup().game()), after: game.clone(), top: Vec::new() }
    }

    /// The expected scores.
    pub(crate) fn evaluate<J: Judge<Game = G>>(&mut self, judge: &mut J, game: &G) -> Scores {
        self.net.evaluate(judge, game, &mut self.view)
    }

    /// The scores after a move in the position that the judge has swept last.
    pub(crate) fn evaluate_move<J: Judge<Game = G>>(
        &mut self,
        judge: &mut J,
        game: &G,
        chosen: Move,
        desk: &mut Desk<G>,
    ) -> Scores {
        self.after.copy_from(game);
        if let Action::Place { pos, .. } = chosen.first {
            judge.will_lay(game, pos);
        }
        play_move(judge, &mut self.after, chosen, desk);
        let scores = self.net.evaluate(judge, &self.after, &mut self.view);
        judge.end_sweep();
        scores
    }

    /// The best move for whoever decides: of those that the judge likes most, so many, the one that the net likes most.
    pub(crate) fn best_move<J: Judge<Game = G>>(
        &mut self,
        judge: &mut J,
        game: &G,
        desk: &mut Desk<G>,
        reach: usize,
    ) -> Option<(Move, Scores)> {
        self.best_move_with(judge, game, desk, reach, |_, _| 0.0)
    }

    /// The same, with what else is known of how good moves of a seat are.
    pub(crate) fn best_move_with<J: Judge<Game = G>>(
        &mut self,
        judge: &mut J,
        game: &G,
        desk: &mut Desk<G>,
        reach: usize,
        hint: impl Fn(Seat, &Move) -> f32,
    ) -> Option<(Move, Scores)> {
        let Actor::Player(seat) = game.to_act() else { return None };
        let players = game.setup().players();
        let mut top = std::mem::take(&mut self.top);
        top.clear();
        sweep(judge, game, desk, |candidate, scores| {
            let value = margin(scores, seat, players);
            if top.len() == reach && top.last().is_some_and(|(least, _)| value <= *least) {
                return;
            }
            let at = top.iter().take_while(|(other, _)| *other >= value).count();
            top.insert(at, (value, candidate));
            top.truncate(reach);
        });
        let mut best: Option<(f32, Move, Scores)> = None;
        for &(_, candidate) in &top {
            let scores = self.evaluate_move(judge, game, candidate, desk);
            let value = margin(&scores, seat, players) + hint(seat, &candidate);
            if best.as_ref().is_none_or(|(most, ..)| value > *most) {
                best = Some((value, candidate, scores));
            }
        }
        self.top = top;
        best.map(|(_, candidate, scores)| (candidate, scores))
    }

    /// The goals of scores that the last move looked at led to.
    pub(crate) fn goals_after(&self, scores: &Scores, scale: f32) -> Scores {
        self.goals(scores, &self.after, scale)
    }

    /// How far results are usually off in this position.
    pub(crate) fn spread(&self, game: &G) -> f32 {
        if game.phase() == Phase::Over {
            return SPREAD_AT_END;
        }
        let turns = f32::from(game.bag().total()) / f32::from(game.setup().players().max(1));
        at_least(SPREAD_AT_END, self.net.spread(turns))
    }

    /// The points that a seat still gets from each source, in the position that was looked at last.
    pub(crate) fn to_come(&self, seat: Seat) -> [f32; SOURCES] {
        self.net.to_come(&self.view, seat)
    }

    /// The chance of each seat to win with the scores that are expected in a position, which was looked at last; together
    /// they are one.
    pub(crate) fn chances(&self, scores: &Scores, game: &G) -> Scores {
        let players = game.setup().players();
        let mut chances = [0.0; MAX_SEATS];
        if game.phase() == Phase::Over {
            let winners = game.winners();
            let share = 1.0 / winners.iter().count().max(1) as f32;
            winners.iter().for_each(|seat| chances[seat.index()] = share);
            return chances;
        }
        let (leads, spread) = self.race(scores, game);
        for seat in Seat::of(players) {
            chances[seat.index()] = 0.5 * (1.0 + sureness(&leads, seat, players, spread));
        }
        let sum: f32 = chances.iter().sum();
        if sum > 0.0 { chances.map(|chance| chance / sum) } else { chances }
    }

    /// How good scores that are expected in a position are for each seat: the chance to win, on a scale of points on which a
    /// small lead counts as much as it does for somebody whose results are off by `scale`, and a little the margin. Doubt and
    /// skew are left out: a search that minds them plays no better (docs/bots.md).
    pub(crate) fn goals(&self, scores: &Scores, game: &G, scale: f32) -> Scores {
        let players = game.setup().players();
        let spread = SPREADS_TO_BE_SURE * self.spread(game);
        let mut goals = [0.0; MAX_SEATS];
        for seat in Seat::of(players) {
            let sure = sureness(scores, seat, players, spread);
            goals[seat.index()] =
                (1.0 - MARGIN_SHARE) * SPREADS_TO_BE_SURE * scale * sure + MARGIN_SHARE * margin(scores, seat, players);
        }
        goals
    }

    /// The scores as they count for winning in the position that was looked at last, and the lead that makes fairly sure of it.
    fn race(&self, scores: &Scores, game: &G) -> (Scores, f32) {
        let mut leads = *scores;
        let players = game.setup().players();
        let mut doubt = 0.0;
        for seat in Seat::of(players) {
            let told = self.net.sureness(&self.view, seat);
            leads[seat.index()] += told.skew;
            doubt += told.doubt;
        }
        let doubt = 1.0 + doubt / f32::from(players.max(1));
        (leads, SPREADS_TO_BE_SURE * self.spread(game) * doubt.clamp(*DOUBT.start(), *DOUBT.end()))
    }
}

/// From -1 to 1, how sure a seat may be to win: its lead over the best of the others, by how far results are usually off.
fn sureness(scores: &Scores, seat: Seat, players: u8, spread: f32) -> f32 {
    let best = Seat::of(players).filter(|&other| other != seat).map(|other| scores[other.index()]);
    let best = best.fold(f32::MIN, |best, score| if score > best { score } else { best });
    let lead = (scores[seat.index()] - best) / spread;
    lead / (1.0 + lead * lead).sqrt()
}
