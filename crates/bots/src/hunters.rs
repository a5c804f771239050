//! Hunters & Gatherers: forests and rivers that must close, meadows and river systems that count at the end.

use crate::fit::FitTable;
use crate::horizon::{Chances, Followers, Hold, Horizon, Prospect};
use crate::judge::{Judge, Scores, final_scores};
use crate::weights::weights;
use rules::{
    AnyGame, Chance, Feature, FeatureKind, Game, HuntersGatherersGame, MAX_SEATS, Phase, PieceKind, Seat, Terrain,
    TileKind, TileSet, When,
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
            horizon: Horizon::new(table(), game.setup().players(), Chances { cap, extend, hole, fill: 0.0 }),
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
            let (value, hold, returns) = match feature.kind() {
                kind @ (FeatureKind::Forest | FeatureKind::River) => {
                    let Prospect { closes, holes } = self.horizon.prospect(board, id);
                    let complete = f32::from(game.value(id, When::Complete));
                    let done = if kind == FeatureKind::Forest {
                        (complete + 2.0 * holes) * weights.forest_done
                    } else {
                        (complete + holes) * weights.river_done
                    };
                    let risk = weights.open_risk * future;
                    (closes * done, Hold { risk, catch: risk }, closes * weights.return_share)
                }
                FeatureKind::Meadow => {
                    let hold =
                        Hold { risk: weights.meadow_risk * future * open, catch: weights.meadow_catch * future * open };
                    (f32::from(game.value(id, When::End)) + weights.meadow_grow * future * open, hold, 0.0)
                }
                FeatureKind::System => {
                    let fish = f32::from(game.value(id, When::End));
                    let risk = weights.system_risk * future * open;
                    (fish + weights.system_grow * future * open, Hold { risk, catch: risk }, 0.0)
                }
                _ => continue,
            };
            hold.share(&counts, value, &mut points);
            for (free, count) in free.iter_mut().zip(counts) {
                *free += f32::from(count) * returns;
            }
        }
        let follower_phase = self.horizon.phase(weights.follower_turns);
        let hut_phase = self.horizon.phase(weights.hut_turns);
        for seat in Seat::of(self.horizon.players()) {
            let supply = game.supply(seat);
            let followers = f32::from(supply.count(PieceKind::Follower)) + free[seat.index()];
            let huts = f32::from(supply.count(PieceKind::Hut));
            points[seat.index()] +=
                self.followers.worth(followers) * follower_phase + self.huts.worth(huts) * hut_phase;
        }
        if let (Some(Chance::Bonus), Some(seat)) = (game.chance(), game.active()) {
            points[seat.index()] += weights.bonus_move;
        }
        points
    }
}
