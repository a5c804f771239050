//! Hunters & Gatherers: forests and rivers that must close, meadows and river systems that count at the end.

use crate::fit::FitTable;
use crate::horizon::{Chances, Followers, Hold, Horizon, Prospect, add_gains};
use crate::judge::{Desk, Judge, Scores, final_scores};
use crate::net::{Seen, View, Witness};
use crate::weights::{Weights, weights};
use rules::{
    Action, AnyGame, Chance, Feature, FeatureId, FeatureKind, Game, HuntersGatherersGame, MAX_SEATS, Phase, PieceKind,
    Seat, Symbol, Terrain, TileKind, TileSet, When,
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
    /// How much the future of meadows and systems counts.
    future: f32,
    /// Where followers and huts stand in the position whose actions are judged.
    stands: Vec<Stand>,
}

/// How open a feature still is, from 0 to 1.
fn openness(feature: &Feature) -> f32 {
    let open = f32::from(feature.open());
    open / (open + 4.0)
}

/// What a feature brings to those who hold it.
#[derive(Clone, Copy)]
struct Promise {
    hold: Hold,
    /// How much of a follower comes back.
    returns: f32,
    /// With what it is worth.
    seen: Seen,
}

/// A feature with followers or huts: what it brings to each seat, and how many of them come back.
#[derive(Clone, Copy)]
struct Stand {
    id: FeatureId,
    gains: Scores,
    free: Scores,
}

impl Stand {
    fn new(id: FeatureId, promise: &Promise, counts: &[u8; MAX_SEATS]) -> Stand {
        let mut free = [0.0; MAX_SEATS];
        let gains = promise.hold.gains(counts, promise.seen.worth);
        for (free, &count) in free.iter_mut().zip(counts) {
            *free = f32::from(count) * promise.returns;
        }
        Stand { id, gains, free }
    }

    fn add(&self, points: &mut Scores, free: &mut Scores) {
        add_gains(points, &self.gains);
        add_gains(free, &self.free);
    }
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

    /// What a feature is expected to bring, whoever stands on it; nothing if it is of no kind that counts.
    fn promise(&self, game: &HuntersGatherersGame, id: FeatureId) -> Option<Promise> {
        let weights = &self.weights;
        let board = game.board();
        let feature = board.feature(id);
        let future = self.future;
        let open = openness(feature);
        let (hold, returns, seen) = match feature.kind() {
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
                (Hold { risk, catch: risk }, closes * weights.return_share, seen)
            }
            FeatureKind::Meadow => {
                let hold =
                    Hold { risk: weights.meadow_risk * future * open, catch: weights.meadow_catch * future * open };
                let worth = f32::from(game.value(id, When::End)) + weights.meadow_grow * future * open;
                let worth = worth * weights.habits().late;
                let tally = feature.tally();
                let extra = tally.count(Symbol::Tiger).min(3) + 4 * u8::from(tally.count(Symbol::Fire) > 0);
                let holes = f32::from(feature.open()) / 4.0;
                (hold, 0.0, Seen { kind: 2, worth, closes: open, holes, tight: 0, extra })
            }
            FeatureKind::System => {
                let fish = f32::from(game.value(id, When::End));
                let risk = weights.system_risk * future * open;
                let worth = (fish + weights.system_grow * future * open) * weights.habits().late;
                let holes = f32::from(feature.open()) / 2.0;
                let seen = Seen { kind: 3, worth, closes: open, holes, tight: 0, extra: (fish / 3.0) as u8 };
                (Hold { risk, catch: risk }, 0.0, seen)
            }
            _ => return None,
        };
        Some(Promise { hold, returns, seen })
    }

    /// What free followers and huts are worth.
    fn supply_worth(&self, followers: f32, huts: u8) -> f32 {
        let follower_phase = self.horizon.phase(self.weights.follower_turns);
        let hut_phase = self.horizon.phase(self.weights.hut_turns);
        self.followers.worth(followers) * follower_phase + self.huts.worth(huts.into()) * hut_phase
    }

    fn set_phase(&mut self) {
        self.future = self.horizon.phase(self.weights.future_turns);
    }

    /// Judges, and tells the witness what it finds.
    fn walk<W: Witness>(&mut self, game: &HuntersGatherersGame, witness: &mut W) -> Scores {
        let mut points = final_scores(game);
        if game.phase() == Phase::Over {
            return points;
        }
        let board = game.board();
        let mut free = [0.0; MAX_SEATS];
        for (id, feature) in board.occupied() {
            let Some(promise) = self.promise(game, id) else { continue };
            let counts = Seat::ALL.map(|seat| feature.strength(seat));
            let stand = Stand::new(id, &promise, &counts);
            stand.add(&mut points, &mut free);
            if W::SEES {
                witness.feature((board, &self.horizon), id, &counts, &stand.gains, promise.seen);
            }
        }
        if W::SEES {
            self.look_around(game, witness);
        }
        for seat in Seat::of(self.horizon.players()) {
            let supply = game.supply(seat);
            let followers = f32::from(supply.count(PieceKind::Follower)) + free[seat.index()];
            let worth = self.supply_worth(followers, supply.count(PieceKind::Hut));
            points[seat.index()] += worth;
            witness.followers(seat, worth);
            witness.slot(seat, 0, 1 + supply.count(PieceKind::Hut));
        }
        if let (Some(Chance::Bonus), Some(seat)) = (game.chance(), game.active()) {
            points[seat.index()] += self.weights.bonus_move;
            witness.slot(seat, 1, 1);
            witness.slot(seat, 2, 1 + ((self.horizon.turns() / 4.0) as u8).min(6));
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
            future: 0.0,
            stands: Vec::new(),
        }
    }

    fn prepare(&mut self, game: &HuntersGatherersGame) {
        self.horizon.prepare(game.bag());
        self.set_phase();
    }

    fn drawn(&mut self, game: &HuntersGatherersGame, tile: TileKind) {
        if tile.def().set() == TileSet::HuntersGatherers {
            self.horizon.drawn(game.bag(), tile);
            self.set_phase();
        }
    }

    fn acts(&mut self, desk: &mut Desk<HuntersGatherersGame>, each: &mut dyn FnMut(Action, &Scores)) {
        let Some(seat) = desk.placed.active().filter(|_| !desk.placed.bag().is_empty()) else {
            // The game may be over after it.
            return self.try_acts(desk, each);
        };
        // An action adds one piece to one feature: the rest is judged once, as it is when nothing more is done.
        let Desk { placed, after, acts, .. } = desk;
        placed.actions(acts);
        let counts_now = |id: FeatureId| {
            let feature = placed.board().feature(id);
            let matters = feature.is_occupied() || feature.tally().count(Symbol::Nugget) > 0;
            matters && feature.is_closed() && matches!(feature.kind(), FeatureKind::Forest | FeatureKind::River)
        };
        let game = if placed.board().last_features().any(counts_now) {
            after.copy_from(placed);
            after.play_unchecked(Action::Pass, &mut ());
            &*after
        } else {
            // The end of the turn changes nothing that is judged.
            &*placed
        };
        let mut stands = std::mem::take(&mut self.stands);
        stands.clear();
        for (id, feature) in game.board().occupied() {
            let counts = Seat::ALL.map(|seat| feature.strength(seat));
            stands.extend(self.promise(game, id).map(|promise| Stand::new(id, &promise, &counts)));
        }
        let supplies = Seat::ALL.map(|seat| {
            let supply = game.supply(seat);
            (supply.count(PieceKind::Follower), supply.count(PieceKind::Hut))
        });
        let bonus = game.active().filter(|_| game.chance() == Some(Chance::Bonus));
        let scored = final_scores(game);
        let own = seat.index();
        let mut counts = [0; MAX_SEATS];
        counts[own] = 1;
        for &act in acts.iter() {
            let (mut points, mut supplies, mut come) = (scored, supplies, None);
            let place = match act {
                Action::Follower { segment, .. } => game.board().last_feature(segment),
                Action::Hut { segment } => game.board().last_system(segment),
                _ => None,
            };
            if let Some(id) = place {
                let feature = game.board().feature(id);
                if feature.is_closed() && matches!(feature.kind(), FeatureKind::Forest | FeatureKind::River) {
                    // It scores and comes back at once.
                    points[own] += f32::from(game.value(id, When::Complete));
                } else {
                    come = self.promise(game, id).map(|promise| Stand::new(id, &promise, &counts));
                    match act {
                        Action::Hut { .. } => supplies[own].1 -= 1,
                        _ => supplies[own].0 -= 1,
                    }
                }
            }
            let mut free = [0.0; MAX_SEATS];
            // In the order in which a whole board is judged.
            for stand in &stands {
                if let Some(come) = come.take_if(|come| come.id < stand.id) {
                    come.add(&mut points, &mut free);
                }
                stand.add(&mut points, &mut free);
            }
            if let Some(come) = come {
                come.add(&mut points, &mut free);
            }
            for seat in Seat::of(self.horizon.players()) {
                let (followers, huts) = supplies[seat.index()];
                points[seat.index()] += self.supply_worth(f32::from(followers) + free[seat.index()], huts);
            }
            if let Some(seat) = bonus {
                points[seat.index()] += self.weights.bonus_move;
            }
            each(act, &points);
        }
        self.stands = stands;
    }

    fn evaluate(&mut self, game: &HuntersGatherersGame) -> Scores {
        self.walk(game, &mut ())
    }

    fn look(&mut self, game: &HuntersGatherersGame, view: &mut View) -> Scores {
        view.begin(game, self.horizon.turns());
        self.walk(game, view)
    }
}
