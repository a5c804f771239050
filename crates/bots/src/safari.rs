//! Safari: paths and bushes by kinds of animals, baobabs, waterholes, tokens and rangers.

use crate::fit::FitTable;
use crate::horizon::{Chances, Followers, Hold, Horizon, Prospect, add_gains};
use crate::judge::{Desk, Judge, Scores, final_scores, settle};
use crate::net::{Seen, View, Witness};
use crate::weights::{Weights, weights};
use rules::{
    Action, Animal, AnyGame, Chance, Corner, Feature, FeatureKind, Game, MAX_SEATS, Phase, PieceKind, Pos, Safari,
    SafariGame, Seat, Symbol, Terrain, TileKind, TileSet,
};
use std::sync::OnceLock;

weights! {
    /// Weights of Safari.
    SafariWeights from "safari.toml" {
        /// chance that a hole is capped, for each tile that would
        cap,
        /// the same for each tile that fits without capping
        extend,
        /// factor for each hole beyond the first
        hole,
        /// chance that a cell around a baobab is filled, for each tile that fits
        fill,
        /// worth of a point for completing a path
        path_done,
        /// worth of a point for completing a bush
        bush_done,
        /// kinds of animals that an open feature still gains, for each hole
        kind_grow,
        /// points an unfinished feature still grows by, for each hole
        open_grow,
        /// share of an open feature that a lead of one does not hold
        open_risk,
        /// chance that an owner has a token to lay
        token_laid,
        /// share of a follower on the map that counts as free, times the chance that it comes back
        return_share,
        /// own turns left at which growth counts half
        future_turns,
        /// worth of a token still to be drawn for a baobab
        baobab_draw,
        /// worth of the points for a waterhole that will be complete
        waterhole_done,
        /// share of a follower at a waterhole that counts as free, times its tokens
        waterhole_return,
        /// worth of the first kind of token in the supply, beyond its point
        token_1,
        /// of the second kind
        token_2,
        /// of the third
        token_3,
        /// of the fourth and fifth
        token_4,
        /// of each further token
        token_more,
        /// own turns left at which a token is worth half of that
        token_turns,
        /// worth of a ranger on a cell that the next tile fits
        ranger,
        /// worth of the first free follower
        follower_1,
        /// of the second
        follower_2,
        /// of the third
        follower_3,
        /// of the fourth
        follower_4,
        /// of the fifth
        follower_5,
        /// of the sixth
        follower_6,
        /// own turns left at which a free follower is worth half
        follower_turns,
    }
}

fn table() -> &'static FitTable {
    static TABLE: OnceLock<FitTable> = OnceLock::new();
    TABLE.get_or_init(|| FitTable::new(&[TileSet::Safari], [Terrain::Bush, Terrain::Path, Terrain::Savanna]))
}

/// Judges Safari.
#[derive(Clone)]
pub struct SafariJudge {
    weights: SafariWeights,
    horizon: Horizon,
    followers: Followers,
    tokens: Followers,
}

/// The points for a number of kinds that need not be whole.
fn points_for(kinds: f32) -> f32 {
    let kinds = kinds.clamp(0.0, 5.0);
    let whole = (kinds as usize).min(4);
    let [less, more] = [whole, whole + 1].map(|kinds| f32::from(Safari::POINTS_FOR_KINDS[kinds]));
    less + (more - less) * (kinds - whole as f32)
}

/// Kinds of animals, animals, birds.
fn shown(feature: &Feature) -> (f32, f32, f32) {
    let tally = feature.tally();
    let counts = Animal::ALL.map(|animal| tally.count(animal.symbol()));
    let kinds = counts.iter().filter(|&&count| count > 0).count() as f32;
    let birds = if feature.kind() == FeatureKind::Bush { tally.count(Symbol::Bird) } else { 0 };
    (kinds, counts.iter().map(|&count| f32::from(count)).sum(), f32::from(birds))
}

/// What kind of waterhole a token at a corner belongs to: how many tokens lie there, and whose followers.
fn waterhole_class(game: &SafariGame, seat: Seat, pos: Pos, corner: Corner) -> usize {
    let (mut count, mut own, mut others) = (0, false, false);
    for token in game.rules().tokens_around(pos, corner) {
        count += 1;
        own |= token.follower == Some(seat);
        others |= token.follower.is_some_and(|follower| follower != seat);
    }
    let count = if game.rules().founds(pos, corner) { 0 } else { count & 3 };
    count | usize::from(own) << 2 | usize::from(others) << 3
}

impl SafariJudge {
    /// Adds paths, bushes and baobabs.
    fn add_features<W: Witness>(&self, game: &SafariGame, points: &mut Scores, free: &mut Scores, witness: &mut W) {
        let weights = &self.weights;
        let board = game.board();
        let future = self.horizon.phase(weights.future_turns);
        for (id, feature) in board.occupied() {
            let counts = Seat::ALL.map(|seat| feature.strength(seat));
            let mut gains = [0.0; MAX_SEATS];
            let seen = if feature.kind() == FeatureKind::Baobab {
                let (_, closes) = self.horizon.surrounded(board, id);
                let worth = closes * 2.0 * weights.baobab_draw;
                for (gain, &count) in gains.iter_mut().zip(&counts) {
                    *gain += f32::from(count) * worth;
                }
                let holes = f32::from(feature.open()) / 2.0;
                Seen { kind: 2, worth, closes, holes, tight: 0, extra: feature.open().min(7) as u8 }
            } else {
                let Prospect { closes, holes, tight } = self.horizon.prospect(board, id);
                let (kinds, animals, birds) = shown(feature);
                let done = if feature.kind() == FeatureKind::Path { weights.path_done } else { weights.bush_done };
                let extra = kinds as u8;
                let kinds = kinds + weights.kind_grow * holes + weights.token_laid;
                let risk = weights.open_risk * future;
                let value = closes * (points_for(kinds) + birds) * done;
                Hold { risk, catch: risk }.share(&counts, value, &mut gains);
                // Unfinished it pays everybody who stands on it (S18).
                let rest = (1.0 - closes) * (animals + birds + weights.open_grow * holes * future);
                for (gain, &count) in gains.iter_mut().zip(&counts) {
                    *gain += if count > 0 { rest } else { 0.0 };
                }
                let kind = usize::from(feature.kind() == FeatureKind::Bush);
                Seen { kind, worth: value + rest, closes, holes, tight, extra }
            };
            add_gains(points, &gains);
            let closes = seen.closes;
            if W::SEES {
                witness.feature((board, &self.horizon), id, &counts, &gains, seen);
            }
            for (free, &count) in free.iter_mut().zip(&counts) {
                *free += f32::from(count) * closes * weights.return_share;
            }
        }
    }

    /// Adds what the waterholes still bring to those who stand at them (S15).
    fn add_waterholes(&self, game: &SafariGame, points: &mut Scores, free: &mut Scores) {
        let phase = self.horizon.phase(self.weights.future_turns);
        for token in game.rules().waterholes() {
            let Some(seat) = token.follower else { continue };
            let filled = game.rules().tokens_around(token.pos, token.corner).count() as f32 / 4.0;
            points[seat.index()] += 3.0 * self.weights.waterhole_done * filled * filled * phase;
            free[seat.index()] += self.weights.waterhole_return * filled * phase;
        }
    }

    /// How likely the next player can use a ranger that goes there.
    fn use_of_ranger(&self, game: &SafariGame, act: &Action) -> f32 {
        match *act {
            Action::Ranger { to, .. } => game.board().demand(to).map_or(1.0, |demand| self.horizon.next_fits(demand)),
            _ => 1.0,
        }
    }

    /// Leaves out actions that are like others. Rangers can go nearly everywhere: of each, where the next player can
    /// use it least. Of waterholes with as many tokens and the same followers, one, with the token one has most of.
    fn keep_promising(&self, game: &SafariGame, acts: &mut Vec<Action>) {
        let Some(seat) = game.active() else { return };
        let hand = game.rules().tokens(seat);
        let mut rangers: [Option<(f32, Action)>; 2] = [None; 2];
        let mut waterholes: [Option<(u8, Action)>; 16] = [None; 16];
        let mut first_ranger = None;
        // Actions come in groups with the same cell and with the same corner: what is found of one holds for the next.
        let mut last_cell: Option<(Pos, f32)> = None;
        let mut last_corner: Option<((Pos, Corner), usize)> = None;
        acts.retain(|act| match *act {
            Action::Ranger { from, to } => {
                let slot = usize::from(*first_ranger.get_or_insert(from) != from);
                let usable = match last_cell {
                    Some((cell, usable)) if cell == to => usable,
                    _ => self.use_of_ranger(game, act),
                };
                last_cell = Some((to, usable));
                if rangers[slot].is_none_or(|(least, _)| usable < least) {
                    rangers[slot] = Some((usable, *act));
                }
                false
            }
            Action::Waterhole { pos, corner, animal } => {
                let class = match last_corner {
                    Some((place, class)) if place == (pos, corner) => class,
                    _ => waterhole_class(game, seat, pos, corner),
                };
                last_corner = Some(((pos, corner), class));
                let have = hand[animal.index()];
                if waterholes[class].is_none_or(|(most, _)| have > most) {
                    waterholes[class] = Some((have, *act));
                }
                false
            }
            _ => true,
        });
        acts.extend(rangers.into_iter().flatten().map(|(_, act)| act));
        acts.extend(waterholes.into_iter().flatten().map(|(_, act)| act));
    }

    /// What the tokens of a seat are worth: a point each at the end (S19), more while they can be laid.
    fn token_worth(&self, game: &SafariGame, seat: Seat) -> f32 {
        let hand = game.rules().tokens(seat);
        let kinds = hand.iter().filter(|&&count| count > 0).count() as f32;
        let all: f32 = hand.iter().map(|&count| f32::from(count)).sum();
        let more = (all - kinds) * self.weights.token_more;
        all + (self.tokens.worth(kinds) + more) * self.horizon.phase(self.weights.token_turns)
    }

    /// What a net wants to know of tokens and waterholes.
    fn look_at_tokens<W: Witness>(&self, game: &SafariGame, seat: Seat, witness: &mut W) {
        let hand = game.rules().tokens(seat);
        witness.slot(seat, 0, 1 + hand.iter().filter(|&&count| count > 0).count() as u8);
        witness.slot(seat, 1, 1 + hand.iter().sum::<u8>().div_ceil(2).min(6));
        witness.slot(seat, 7, 1 + hand.iter().copied().max().unwrap_or(0));
        let mut filled = [0u8; 5];
        for token in game.rules().waterholes().iter().filter(|token| token.follower == Some(seat)) {
            filled[game.rules().tokens_around(token.pos, token.corner).count().min(4)] += 1;
        }
        for (slot, count) in (8..).zip(filled) {
            witness.slot(seat, slot, count);
        }
        witness.slot(seat, 13, 1 + u8::from(game.rules().token_stack().iter().sum::<u8>() > 0));
    }

    /// Judges, and tells the witness what it finds.
    fn walk<W: Witness>(&mut self, game: &SafariGame, witness: &mut W) -> Scores {
        let mut points = final_scores(game);
        if game.phase() == Phase::Over {
            return points;
        }
        let mut free = [0.0; MAX_SEATS];
        self.add_features(game, &mut points, &mut free, witness);
        let before = points;
        self.add_waterholes(game, &mut points, &mut free);
        if W::SEES {
            // What nobody has taken yet: paths and bushes with animals.
            for (id, feature) in game.board().features().filter(|(_, feature)| !feature.is_occupied()) {
                let kind = feature.kind();
                if feature.is_closed() || !matches!(kind, FeatureKind::Path | FeatureKind::Bush) {
                    continue;
                }
                let (kinds, _, birds) = shown(feature);
                if kinds + birds >= 2.0 {
                    let closes = self.horizon.prospect(game.board(), id).closes;
                    witness.unclaimed(usize::from(kind == FeatureKind::Bush), points_for(kinds) + birds, closes);
                }
            }
        }
        let phase = self.horizon.phase(self.weights.follower_turns);
        for seat in Seat::of(self.horizon.players()) {
            let followers = f32::from(game.supply(seat).count(PieceKind::Follower)) + free[seat.index()];
            let worth = self.followers.worth(followers) * phase;
            let tokens = self.token_worth(game, seat);
            points[seat.index()] += worth + tokens;
            if W::SEES {
                witness.followers(seat, worth);
                witness.rest(seat, tokens + points[seat.index()] - before[seat.index()] - worth - tokens);
                self.look_at_tokens(game, seat, witness);
            }
        }
        match (game.chance(), game.active()) {
            // Whoever draws next takes a ranger if the tile fits its cell.
            (Some(Chance::Tile), Some(next)) => {
                for demand in game.rules().rangers().iter().filter_map(|&pos| game.board().demand(pos)) {
                    let fits = self.horizon.next_fits(demand);
                    points[next.index()] += self.weights.ranger * fits;
                    witness.slot(next, 5, 1 + ((fits * 12.0) as u8).min(6));
                }
            }
            // Tokens for a baobab are about to be drawn (S6).
            (Some(Chance::Token), Some(seat)) => {
                points[seat.index()] += 2.0 * self.weights.baobab_draw;
                witness.slot(seat, 6, 1);
            }
            _ => {}
        }
        points
    }
}

impl Judge for SafariJudge {
    type Game = SafariGame;
    type Weights = SafariWeights;

    fn game_of(game: &AnyGame) -> Option<&SafariGame> {
        match game {
            AnyGame::Safari(game) => Some(game),
            _ => None,
        }
    }

    fn new(game: &SafariGame, weights: &SafariWeights) -> SafariJudge {
        let SafariWeights { cap, extend, hole, fill, .. } = *weights;
        let SafariWeights { follower_1, follower_2, follower_3, follower_4, follower_5, follower_6, .. } = *weights;
        let SafariWeights { token_1, token_2, token_3, token_4, .. } = *weights;
        SafariJudge {
            weights: weights.clone(),
            horizon: Horizon::new(
                table(),
                game.setup(),
                Chances { cap, extend, hole, fill, counts: weights.habits().counts },
            ),
            followers: Followers::new(&[follower_1, follower_2, follower_3, follower_4, follower_5, follower_6]),
            tokens: Followers::new(&[token_1, token_2, token_3, token_4, token_4]),
        }
    }

    fn prepare(&mut self, game: &SafariGame) {
        self.horizon.prepare(game.bag());
    }

    fn drawn(&mut self, game: &SafariGame, tile: TileKind) {
        self.horizon.drawn(game.bag(), tile);
    }

    fn evaluate(&mut self, game: &SafariGame) -> Scores {
        self.walk(game, &mut ())
    }

    fn look(&mut self, game: &SafariGame, view: &mut View) -> Scores {
        view.begin(game, self.horizon.turns());
        self.walk(game, view)
    }

    fn plain_answer(&self, game: &SafariGame, answers: &[Action]) -> Option<Action> {
        if game.phase() != Phase::Ranger {
            return None;
        }
        // Where the next player can use it least.
        answers.iter().copied().min_by(|a, b| self.use_of_ranger(game, a).total_cmp(&self.use_of_ranger(game, b)))
    }

    fn acts(&mut self, desk: &mut Desk<SafariGame>, each: &mut dyn FnMut(Action, &Scores)) {
        let Desk { placed, after, trial, acts, answers, .. } = desk;
        placed.actions(acts);
        self.keep_promising(placed, acts);
        for &act in acts.iter() {
            after.copy_from(placed);
            after.play_unchecked(act, &mut ());
            settle(self, after, trial, answers, &mut ());
            each(act, &self.evaluate(after));
        }
    }
}
