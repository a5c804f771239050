//! The base game: closability of cities, roads and cloisters, fields, followers.

mod traders;

use crate::fit::{FitTable, Fits};
use crate::judge::{Desk, Judge, Scores};
use crate::weights::weights;
use rules::{
    Action, BaseGame, Board, Feature, FeatureId, FeatureKind, Game, GameOption, MAX_SEATS, Phase, Seat, Symbol,
    Terrain, TileKind, TileSet,
};
use std::sync::OnceLock;

weights! {
    /// Weights of the base game with its options.
    BaseWeights from "base.toml" {
        /// chance that a hole is capped, for each tile that would
        cap,
        /// the same for each tile that fits without capping
        extend,
        /// factor for each hole beyond the first
        hole,
        /// worth of a point for completing a city
        city_done,
        /// points an open city still grows by, for each hole
        city_grow,
        /// the same for a road
        road_grow,
        /// chance that a cell around a cloister is filled, for each tile that fits
        cloister_fill,
        /// worth of an open city beside a field, when it closes
        field_city,
        /// points that an open field still gains
        field_grow,
        /// share of a field that a lead of one farmer does not hold
        field_risk,
        /// share of a field that one farmer less may still get
        field_catch,
        /// share of an open city or road that a lead of one does not hold
        city_risk,
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
        /// of the sixth
        follower_6,
        /// of the seventh
        follower_7,
        /// own turns left at which a free follower is worth half
        follower_turns,
        /// own turns left at which the future of fields counts half
        field_turns,
        /// worth of an extra turn
        extra_turn,
        /// worth of a builder in the supply
        builder_free,
        /// worth of a builder on the map whose feature can be extended
        builder_out,
        /// worth of a pig in the supply
        pig_free,
        /// share of the pig's cities that it will score
        pig_city,
        /// how sure a lead in goods is, for each token
        goods,
    }
}

/// The most holes of one feature that are looked at; with more it hardly ever closes.
const MAX_HOLES: usize = 6;
/// The most features of a board, for marks.
const MAX_FEATURES: usize = 640;
/// The most tiles of one bag that can fit one hole.
const MAX_TILES: usize = 128;

fn table() -> &'static FitTable {
    static TABLE: OnceLock<FitTable> = OnceLock::new();
    TABLE.get_or_init(|| {
        let sets = [TileSet::Base, TileSet::River, TileSet::TradersBuilders];
        FitTable::new(&sets, [Terrain::City, Terrain::Road, Terrain::Field])
    })
}

/// Points and free followers, before followers are given their worth.
#[derive(Clone, Copy)]
struct Sums {
    points: Scores,
    free: Scores,
}

/// What becomes of an open feature.
#[derive(Clone, Copy)]
struct Prospect {
    closes: f32,
    holes: f32,
}

/// Judges the base game.
#[derive(Clone)]
pub struct BaseJudge {
    weights: BaseWeights,
    fits: Fits,
    players: u8,
    traders: bool,
    /// `1 - (1 - cap)^n`'s power part, by number of tiles.
    miss_cap: [f32; MAX_TILES],
    miss_extend: [f32; MAX_TILES],
    miss_fill: [f32; MAX_TILES],
    /// The worth of 0 to 7 free followers.
    followers: [f32; 9],
    /// Own turns left, and what follows from them.
    turns: f32,
    follower_phase: f32,
    field_phase: f32,
}

fn powers(base: f32) -> [f32; MAX_TILES] {
    let mut powers = [1.0; MAX_TILES];
    for index in 1..MAX_TILES {
        powers[index] = powers[index - 1] * base;
    }
    powers
}

impl BaseJudge {
    fn set_turns(&mut self, tiles: u16) {
        self.turns = f32::from(tiles) / f32::from(self.players);
        self.follower_phase = self.turns / (self.turns + self.weights.follower_turns);
        self.field_phase = self.turns / (self.turns + self.weights.field_turns);
    }

    /// How likely a city or road closes, and how many cells it needs at least.
    fn prospect<const T: usize, const N: usize, const F: usize>(
        &self,
        board: &Board<T, N, F>,
        id: FeatureId,
    ) -> Prospect {
        let mut seen = [u16::MAX; MAX_HOLES];
        let mut holes = 0;
        let mut closes = 1.0;
        board.open_ends(id, |end| {
            if holes == MAX_HOLES || seen[..holes].contains(&end.cell) {
                return;
            }
            seen[holes] = end.cell;
            holes += 1;
            let (fitting, capping) = self.fits.fitting_and_capping(end.demand, end.side);
            let miss = self.miss_cap[usize::from(capping) % MAX_TILES]
                * self.miss_extend[usize::from(fitting - capping) % MAX_TILES];
            closes *= 1.0 - miss;
            if holes > 1 {
                closes *= self.weights.hole;
            }
        });
        // Each hole takes a turn.
        let needed = holes as f32;
        if needed > self.turns + 1.0 {
            closes = 0.0;
        }
        Prospect { closes, holes: needed }
    }

    /// Adds what an occupied feature brings to those who stand on it.
    fn add_feature<const T: usize, const N: usize, const F: usize>(
        &self,
        sums: &mut Sums,
        board: &Board<T, N, F>,
        id: FeatureId,
        counts: &[u8; MAX_SEATS],
    ) {
        let feature = board.feature(id);
        let weights = &self.weights;
        let tiles = f32::from(feature.tile_count());
        let (value, closes, risk, catch) = match feature.kind() {
            FeatureKind::City => {
                let size = tiles + f32::from(feature.tally().count(Symbol::Shield));
                if feature.is_closed() {
                    (2.0 * size, 1.0, 0.0, 0.0)
                } else {
                    let Prospect { closes, holes } = self.prospect(board, id);
                    let done = 2.0 * (size + holes) * weights.city_done;
                    let grown = size + weights.city_grow * holes * self.field_phase;
                    let risk = weights.city_risk * self.field_phase;
                    (closes * done + (1.0 - closes) * grown, closes, risk, risk)
                }
            }
            FeatureKind::Road => {
                if feature.is_closed() {
                    (tiles, 1.0, 0.0, 0.0)
                } else {
                    let Prospect { closes, holes } = self.prospect(board, id);
                    let risk = weights.city_risk * self.field_phase;
                    (tiles + weights.road_grow * holes * self.field_phase + closes * holes * 0.5, closes, risk, risk)
                }
            }
            FeatureKind::Cloister => self.cloister(board, id, feature),
            FeatureKind::Field => {
                let (value, open) = (self.field(board, id), f32::from(feature.open()));
                let grow = weights.field_grow * self.field_phase * open / (open + 4.0);
                let risk = weights.field_risk * self.field_phase * open / (open + 4.0);
                let catch = weights.field_catch * self.field_phase * open / (open + 4.0);
                (value + grow, 0.0, risk, catch)
            }
            _ => return,
        };
        let back = if feature.is_closed() { 1.0 } else { closes * weights.return_share };
        let seats = usize::from(self.players);
        let mut most = 0;
        let mut second = 0;
        for &count in &counts[..seats] {
            if count >= most {
                second = most;
                most = count;
            } else if count > second {
                second = count;
            }
        }
        for (seat, &count) in counts[..seats].iter().enumerate() {
            if count == 0 {
                continue;
            }
            sums.free[seat] += f32::from(count) * back;
            let share = if count < most {
                if count + 1 == most { catch } else { 0.0 }
            } else if most == second + 1 {
                1.0 - risk
            } else {
                1.0
            };
            sums.points[seat] += value * share;
        }
    }

    /// Value, chance to close, risk, catch.
    fn cloister<const T: usize, const N: usize, const F: usize>(
        &self,
        board: &Board<T, N, F>,
        id: FeatureId,
        feature: &Feature,
    ) -> (f32, f32, f32, f32) {
        let mut value = 9.0 - f32::from(feature.open());
        let mut closes = 1.0;
        if !feature.is_closed() {
            let far = 1.0 - self.miss_fill[6.min(self.turns as usize)];
            board.holes_around(id, |hole| {
                let filled = match hole {
                    Some(demand) => 1.0 - self.miss_fill[usize::from(self.fits.fitting(demand)) % MAX_TILES],
                    None => far,
                };
                let filled = filled * self.turns / (self.turns + 1.5);
                value += filled;
                closes *= filled;
            });
        }
        (value, closes, 0.0, 0.0)
    }

    /// Three points for each city that borders the field, open ones as far as they will close (B8).
    fn field<const T: usize, const N: usize, const F: usize>(&self, board: &Board<T, N, F>, id: FeatureId) -> f32 {
        let mut seen = [0u64; MAX_FEATURES / 64];
        let mut value = 0.0;
        board.bordering(id, |city| {
            let (word, bit) = (city.index() / 64, 1 << (city.index() % 64));
            if seen[word] & bit != 0 {
                return;
            }
            seen[word] |= bit;
            if board.feature(city).is_closed() {
                value += 3.0;
            } else {
                value += 3.0 * self.weights.field_city * self.prospect(board, city).closes;
            }
        });
        value
    }

    fn sums(&self, game: &BaseGame) -> Sums {
        let mut sums = Sums { points: [0.0; MAX_SEATS], free: [0.0; MAX_SEATS] };
        for (index, seat) in Seat::of(self.players).enumerate() {
            sums.points[index] = f32::from(game.scores()[index]);
            sums.free[index] = f32::from(game.followers_left(seat));
        }
        let board = game.board();
        for (id, feature) in board.occupied() {
            let counts = Seat::ALL.map(|seat| feature.followers(seat));
            self.add_feature(&mut sums, board, id, &counts);
        }
        sums
    }

    fn follower_worth(&self, free: f32) -> f32 {
        let free = free.min(7.0);
        let whole = free as usize;
        let part = free - whole as f32;
        let (low, high) = (self.followers[whole], self.followers[whole + 1]);
        (low + (high - low) * part) * self.follower_phase
    }

    fn worth(&self, sums: &Sums) -> Scores {
        let mut scores = sums.points;
        for seat in 0..usize::from(self.players) {
            scores[seat] += self.follower_worth(sums.free[seat]);
        }
        scores
    }
}

fn final_scores(game: &BaseGame) -> Scores {
    let mut scores = [0.0; MAX_SEATS];
    for (score, &points) in scores.iter_mut().zip(game.scores()) {
        *score = points.into();
    }
    scores
}

impl Judge for BaseJudge {
    type Game = BaseGame;
    type Weights = BaseWeights;

    fn new(game: &BaseGame, weights: &BaseWeights) -> BaseJudge {
        let players = game.setup().players();
        // With more players a tile comes to oneself less often.
        let own = 2.0 / f32::from(players);
        let each = [
            weights.follower_1,
            weights.follower_2,
            weights.follower_3,
            weights.follower_4,
            weights.follower_5,
            weights.follower_6,
            weights.follower_7,
        ];
        let mut followers = [0.0; 9];
        for (index, worth) in each.into_iter().enumerate() {
            followers[index + 1] = followers[index] + worth;
        }
        followers[8] = followers[7];
        BaseJudge {
            weights: weights.clone(),
            fits: Fits::new(table()),
            players,
            traders: game.setup().has(GameOption::TradersBuilders),
            miss_cap: powers(1.0 - (weights.cap * own).clamp(0.0, 1.0)),
            miss_extend: powers(1.0 - (weights.extend * own).clamp(0.0, 1.0)),
            miss_fill: powers(1.0 - weights.cloister_fill.clamp(0.0, 1.0)),
            followers,
            turns: 0.0,
            follower_phase: 0.0,
            field_phase: 0.0,
        }
    }

    fn prepare(&mut self, game: &BaseGame) {
        self.fits.count(game.bag());
        self.set_turns(game.bag().total());
    }

    fn drawn(&mut self, game: &BaseGame, tile: TileKind) {
        self.fits.take(tile);
        self.set_turns(game.bag().total());
    }

    fn evaluate(&mut self, game: &BaseGame) -> Scores {
        if game.phase() == Phase::Over {
            return final_scores(game);
        }
        let mut sums = self.sums(game);
        if self.traders {
            self.add_traders(game, &mut sums);
        }
        self.worth(&sums)
    }

    fn acts(&mut self, desk: &mut Desk<BaseGame>, each: &mut dyn FnMut(Action, &Scores)) {
        if self.traders {
            return self.try_acts(desk, each);
        }
        // Without companions an action adds one follower to one feature: the rest is judged once.
        let game = &desk.placed;
        let sums = self.sums(game);
        each(Action::Pass, &self.worth(&sums));
        let Some(seat) = game.active() else { return };
        let mut counts = [0; MAX_SEATS];
        counts[seat.index()] = 1;
        let board = game.board();
        for (segment, kind, id) in board.last_tile() {
            if kind == FeatureKind::River || board.feature(id).is_occupied() {
                continue;
            }
            let mut sums = sums;
            sums.free[seat.index()] -= 1.0;
            self.add_feature(&mut sums, board, id, &counts);
            each(Action::Follower { segment, with: None }, &self.worth(&sums));
        }
    }
}
