//! Hunters & Gatherers: forests and rivers that must close, meadows and river systems that count at the end.

use crate::fit::FitTable;
use crate::horizon::{Chances, Followers, Hold, Horizon, Prospect, add_gains};
use crate::judge::{Judge, Scores, final_scores};
use crate::net::{Seen, View, Witness};
use crate::weights::{Weights, weights};
use rules::{
    AnyGame, Chance, Feature, FeatureKind, Game, HuntersGatherersGame, MAX_SEATS, Phase, PieceKind, Seat, Symbol,
    Terrain, TileKind, TileSet, When,
};
use std::sync::OnceLock;

weights! {
    /// Weights of Hunters & Gatherers.
    HuntersWeights from "hunters_gatherers.toml" {
        /// chance that a hole is capped, for each tile that would
        cap,
        /// the same for each tile that fits without capping
        extend,
        /// factor for each hole beyond the first
        hole,
        /// worth of a point for completing a forest
        forest_done,
        /// worth of a point for completing a river
        river_done,
        /// share of an open forest or river that a lead of one does not hold
        open_risk,
        /// points that an open meadow still gains
        meadow_grow,
        /// share of a meadow that a lead of one hunter does not hold
        meadow_risk,
        /// share of a meadow that one hunter less may still get
        meadow_catch,
        /// points that an open river system still gains
        system_grow,
        /// share of a river system that a lead of one hut does not hold
        system_risk,
        /// share of a follower on the map that counts as free, times the chance that it comes back
        return_share,
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
        /// own turns left at which a free follower is worth half
        follower_turns,
        /// worth of the first hut in the supply
        hut_1,
        /// of the second
        hut_2,
        /// own turns left at which a hut in the supply is worth half
        hut_turns,
        /// own turns left at which the future of meadows and systems counts half
        future_turns,
        /// worth of a move with a bonus tile
        bonus_move,
    }
}

fn table() -> &'static FitTable {
    static TABLE: OnceLock<FitTable> = OnceLock::new();
    TABLE.get_or_init(|| {
        let sets = [TileSet::HuntersGatherers, TileSet::HuntersGatherersBonus];
        FitTable::new(&sets, [Terrain::Forest, Terrain::River, Terrain::Meadow])
    })
}

/// Judges Hunters & Gatherers.
#[derive(Clone)]
pub struct HuntersJudge {
    weights: HuntersWeights,
    horizon: Horizon,
    followers: Followers,
    huts: Followers,
}

/// How open a feature still is, from 0 to 1.
fn openness(feature: &Feature) -> f32 {
    let open = f32::from(feature.open());
    open / (open + 4.0)
}

impl HuntersJudge {
    /// What nobody has taken yet: open forests of some size, and meadows with animals.
    fn look_around<W: Witness>(&self, game: &HuntersGatherersGame, witness: &mut W) {
        let board = game.board();
        for (id, feature) in board.features().filter(|(_, feature)| !feature.is_occupied() && !feature.is_closed()) {
            match feature.kind() {
                FeatureKind::Forest if feature.tile_count() > 1 => {
                    let worth = f32::from(game.value(id, When::Complete)) / 2.0;
                    let nugget = if feature.tally().count(Symbol::Nugget) > 0 { 4.0 } else { 0.0 };
                    witness.unclaimed(0, worth + nugget, self.horizon.prospect(board, id).closes);
                }
                FeatureKind::Meadow if feature.tile_count() > 1 => {
                    let worth = f32::from(game.value(id, When::End));
                    if worth >= 4.0 {
                        witness.unclaimed(1, worth, openness(feature));
                    }
                }
                _ => {}
            }
        }
    }

    /// Judges, and tells the witness what it finds.
    fn walk<W: Witness>(&mut self, game: &HuntersGatherersGame, witness: &mut W) -> Scores {
        let mut points = final_scores(game);
        if game.phase() == Phase::Over {
            return points;
        }
        let weights = &self.weights;
        let board = game.board();
        let future = self.horizon.phase(weights.future_turns);
        let mut free = [0.0; MAX_SEATS];
        for (id, feature) in board.occupied() {
            let counts = Seat::ALL.map(|seat| feature.strength(seat));
            let open = openness(feature);
            let (value, hold, returns, seen) = match feature.kind() {
                kind @ (FeatureKind::Forest | FeatureKind::River) => {
                    let Prospect { closes, holes, tight } = self.horizon.prospect(board, id);
                    let complete = f32::from(game.value(id, When::Complete));
                    let done = if kind == FeatureKind::Forest {
                        (complete + 2.0 * holes) * weights.forest_done
                    } else {
                        (complete + holes) * weights.river_done
                    };
                    let risk = weights.open_risk * future;
                    let extra = match kind {
                        FeatureKind::Forest => feature.tally().count(Symbol::Nugget).min(3),
                        _ => (complete - f32::from(feature.tile_count())).clamp(0.0, 7.0) as u8,
                    };
                    let kind = usize::from(kind == FeatureKind::River);
                    let seen = Seen { kind, worth: closes * done, closes, holes, tight, extra };
                    (closes * done, Hold { risk, catch: risk }, closes * weights.return_share, seen)
                }
                FeatureKind::Meadow => {
                    let hold =
                        Hold { risk: weights.meadow_risk * future * open, catch: weights.meadow_catch * future * open };
                    let worth = f32::from(game.value(id, When::End)) + weights.meadow_grow * future * open;
                    let worth = worth * weights.habits().late;
                    let tally = feature.tally();
                    let extra = tally.count(Symbol::Tiger).min(3) + 4 * u8::from(tally.count(Symbol::Fire) > 0);
                    let holes = f32::from(feature.open()) / 4.0;
                    (worth, hold, 0.0, Seen { kind: 2, worth, closes: open, holes, tight: 0, extra })
                }
                FeatureKind::System => {
                    let fish = f32::from(game.value(id, When::End));
                    let risk = weights.system_risk * future * open;
                    let worth = (fish + weights.system_grow * future * open) * weights.habits().late;
                    let holes = f32::from(feature.open()) / 2.0;
                    let seen = Seen { kind: 3, worth, closes: open, holes, tight: 0, extra: (fish / 3.0) as u8 };
                    (worth, Hold { risk, catch: risk }, 0.0, seen)
                }
                _ => continue,
            };
            let gains = hold.gains(&counts, value);
            add_gains(&mut points, &gains);
            if W::SEES {
                witness.feature((board, &self.horizon), id, &counts, &gains, seen);
            }
            for (free, count) in free.iter_mut().zip(counts) {
                *free += f32::from(count) * returns;
            }
        }
        if W::SEES {
            self.look_around(game, witness);
        }
        let follower_phase = self.horizon.phase(weights.follower_turns);
        let hut_phase = self.horizon.phase(weights.hut_turns);
        for seat in Seat::of(self.horizon.players()) {
            let supply = game.supply(seat);
            let followers = f32::from(supply.count(PieceKind::Follower)) + free[seat.index()];
            let huts = f32::from(supply.count(PieceKind::Hut));
            let worth = self.followers.worth(followers) * follower_phase + self.huts.worth(huts) * hut_phase;
            points[seat.index()] += worth;
            witness.followers(seat, worth);
            witness.slot(seat, 0, 1 + supply.count(PieceKind::Hut));
        }
        if let (Some(Chance::Bonus), Some(seat)) = (game.chance(), game.active()) {
            points[seat.index()] += weights.bonus_move;
            witness.slot(seat, 1, 1);
            witness.slot(seat, 2, 1 + (self.horizon.turns() / 4.0).min(6.0) as u8);
        }
        points
    }
}

impl Judge for HuntersJudge {
    type Game = HuntersGatherersGame;
    type Weights = HuntersWeights;

    fn game_of(game: &AnyGame) -> Option<&HuntersGatherersGame> {
        match game {
            AnyGame::HuntersGatherers(game) => Some(game),
            _ => None,
        }
    }

    fn new(game: &HuntersGatherersGame, weights: &HuntersWeights) -> HuntersJudge {
        let HuntersWeights { cap, extend, hole, .. } = *weights;
        let HuntersWeights { follower_1, follower_2, follower_3, follower_4, follower_5, .. } = *weights;
        HuntersJudge {
            weights: weights.clone(),
            horizon: Horizon::new(
                table(),
                game.setup(),
                Chances { cap, extend, hole, fill: 0.0, counts: weights.habits().counts },
            ),
            followers: Followers::new(&[follower_1, follower_2, follower_3, follower_4, follower_5]),
            huts: Followers::new(&[weights.hut_1, weights.hut_2]),
        }
    }

    fn prepare(&mut self, game: &HuntersGatherersGame) {
        self.horizon.prepare(game.bag());
    }

    fn drawn(&mut self, game: &HuntersGatherersGame, tile: TileKind) {
        if tile.def().set() == TileSet::HuntersGatherers {
            self.horizon.drawn(game.bag(), tile);
        }
    }

    fn evaluate(&mut self, game: &HuntersGatherersGame) -> Scores {
        self.walk(game, &mut ())
    }

    fn look(&mut self, game: &HuntersGatherersGame, view: &mut View) -> Scores {
        view.begin(game, self.horizon.turns());
        self.walk(game, view)
    }
}
