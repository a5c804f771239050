//! The base game: closability of cities, roads and cloisters, fields, followers.

mod memory;
mod traders;

use crate::fit::FitTable;
use crate::horizon::{Chances, Followers, Hold, Horizon, Prospect, add_gains};
use crate::judge::{Desk, Judge, Scores, final_scores};
use crate::net::{Seen, View, Witness};
use crate::weights::{Weights, weights};
use memory::{FeatureSet, Memory};
use rules::{
    Action, AnyGame, BaseGame, FeatureId, FeatureKind, Game, GameId, GameOption, MAX_SEATS, Phase, PieceKind, Pos,
    Seat, Symbol, Terrain, TileKind, When,
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
        /// worth of a tile that completes a road
        road_done,
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
        /// how much more than an ordinary follower the large one is worth while it is free
        large,
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

fn table() -> &'static FitTable {
    static TABLE: OnceLock<FitTable> = OnceLock::new();
    TABLE.get_or_init(|| FitTable::new(&GameId::Base.tile_sets(), [Terrain::City, Terrain::Road, Terrain::Field]))
}

/// Points and free followers, before followers are given their worth.
#[derive(Clone, Copy)]
struct Sums {
    points: Scores,
    free: Scores,
}

/// Judges the base game.
#[derive(Clone)]
pub struct BaseJudge {
    weights: BaseWeights,
    horizon: Horizon,
    followers: Followers,
    traders: bool,
    follower_phase: f32,
    field_phase: f32,
    memory: Memory,
}

/// What a feature brings to those who hold it.
#[derive(Clone, Copy)]
struct Promise {
    value: f32,
    closes: f32,
    hold: Hold,
    holes: f32,
    tight: u8,
    /// What the cities beside a field bring, and how many of them are complete.
    cities: f32,
    complete: u8,
}

impl Promise {
    const NOTHING: Promise =
        Promise { value: 0.0, closes: 0.0, hold: Hold::SURE, holes: 0.0, tight: 0, cities: 0.0, complete: 0 };
}

/// How open something is that has so many ends, from 0 to 1.
fn openness(ends: u16) -> f32 {
    f32::from(ends) / (f32::from(ends) + 4.0)
}

/// What a net sees of a feature.
fn seen(game: &BaseGame, id: FeatureId, promise: Promise) -> Seen {
    let Promise { value: worth, closes, holes, tight, complete, .. } = promise;
    let feature = game.board().feature(id);
    let tally = feature.tally();
    let seen = Seen { kind: 0, worth, closes, holes, tight, extra: 0 };
    match feature.kind() {
        FeatureKind::City => {
            let goods: u8 =
                [Symbol::Chicken, Symbol::Wheat, Symbol::Cloth].map(|goods| tally.count(goods)).iter().sum();
            let extra = match tally.count(Symbol::Cathedral) {
                0 => tally.count(Symbol::Shield).min(2) + 3 * u8::from(goods > 0),
                _ => 6 + u8::from(goods > 0),
            };
            Seen { extra, ..seen }
        }
        FeatureKind::Road => Seen { kind: 1, extra: tally.count(Symbol::Inn).min(2), ..seen },
        FeatureKind::Cloister => Seen { kind: 2, holes: holes / 2.0, ..seen },
        _ => Seen { kind: 3, closes: openness(feature.open()), holes: holes / 4.0, extra: complete, ..seen },
    }
}

impl BaseJudge {
    fn set_phases(&mut self) {
        self.follower_phase = self.horizon.phase(self.weights.follower_turns);
        self.field_phase = self.horizon.phase(self.weights.field_turns);
    }

    /// What a feature is expected to bring.
    fn promise(&mut self, game: &BaseGame, id: FeatureId) -> Promise {
        let board = game.board();
        match board.feature(id).kind() {
            FeatureKind::City | FeatureKind::Road => {
                if let Some(known) = self.memory.promise(id) {
                    return known;
                }
                let promise = self.city_or_road(game, id);
                self.memory.keep(id, promise);
                promise
            }
            FeatureKind::Cloister => {
                let centre = board.position(id);
                if let Some(known) = self.memory.cloister(id, centre) {
                    return known;
                }
                let feature = board.feature(id);
                let (filled, closes) =
                    if feature.is_closed() { (0.0, 1.0) } else { self.horizon.surrounded(board, id) };
                let holes = f32::from(feature.open());
                let promise = Promise { value: 9.0 - holes + filled, closes, holes, ..Promise::NOTHING };
                self.memory.keep_cloister(id, promise, centre);
                promise
            }
            FeatureKind::Field => {
                if let Some(known) = self.memory.field(id) {
                    return known;
                }
                let (cities, complete, beside) = self.field(game, id);
                let open = f32::from(board.feature(id).open());
                let future = self.field_phase * open / (open + 4.0);
                let weights = &self.weights;
                let hold = Hold { risk: weights.field_risk * future, catch: weights.field_catch * future };
                let value = (cities + weights.field_grow * future) * weights.habits().late;
                let promise = Promise { value, hold, holes: open, cities, complete, ..Promise::NOTHING };
                self.memory.keep_field(id, promise, &beside);
                promise
            }
            _ => Promise::NOTHING,
        }
    }

    fn city_or_road(&self, game: &BaseGame, id: FeatureId) -> Promise {
        let feature = game.board().feature(id);
        let weights = &self.weights;
        let complete = f32::from(game.value(id, When::Complete));
        if feature.is_closed() {
            return Promise { value: complete, closes: 1.0, ..Promise::NOTHING };
        }
        let at_end = f32::from(game.value(id, When::End));
        let city = feature.kind() == FeatureKind::City;
        let shields = if city { f32::from(feature.tally().count(Symbol::Shield)) } else { 0.0 };
        let size = f32::from(feature.tile_count()) + shields;
        let Prospect { closes, holes, tight } = self.horizon.prospect(game.board(), id);
        // What one tile more brings, if it is completed and if not.
        let (tile_complete, tile_at_end) = (complete / size, at_end / size);
        let value = if city {
            let done = (complete + tile_complete * holes) * weights.city_done;
            let grown = at_end + tile_at_end * weights.city_grow * holes * self.field_phase;
            closes * done + (1.0 - closes) * grown
        } else {
            let grown = tile_at_end * weights.road_grow * self.field_phase * holes;
            let done = tile_complete * weights.road_done * holes;
            at_end + (complete - at_end + done) * closes + grown
        };
        let risk = weights.city_risk * self.field_phase;
        Promise { value, closes, hold: Hold { risk, catch: risk }, holes, tight, ..Promise::NOTHING }
    }

    /// Adds what a feature brings to those who stand on it.
    fn add_feature<W: Witness>(
        &mut self,
        sums: &mut Sums,
        game: &BaseGame,
        id: FeatureId,
        counts: &[u8; MAX_SEATS],
        witness: &mut W,
    ) {
        let promise = self.promise(game, id);
        let Promise { value, closes, hold, .. } = promise;
        let returns = if closes == 1.0 { 1.0 } else { closes * self.weights.return_share };
        let gains = hold.gains(counts, value);
        add_gains(&mut sums.points, &gains);
        if W::SEES {
            witness.feature((game.board(), &self.horizon), id, counts, &gains, seen(game, id, promise));
        }
        for (free, &count) in sums.free.iter_mut().zip(counts) {
            *free += f32::from(count) * returns;
        }
    }

    /// Three points for each city that borders the field, open ones as far as they will close (B8); how many of them are
    /// complete, and which they are.
    fn field(&mut self, game: &BaseGame, id: FeatureId) -> (f32, u8, FeatureSet) {
        let board = game.board();
        let (mut value, mut complete) = (0.0, 0);
        let mut cities = FeatureSet::default();
        board.each_bordering(id, |id, city| {
            cities.insert(id);
            complete += u8::from(city.is_closed());
            value += if city.is_closed() { 3.0 } else { 3.0 * self.weights.field_city * self.closes(game, id) };
        });
        (value, complete, cities)
    }

    /// The chance that an open city closes.
    fn closes(&mut self, game: &BaseGame, city: FeatureId) -> f32 {
        if let Some(known) = self.memory.closes(city) {
            return known;
        }
        let closes = self.horizon.prospect(game.board(), city).closes;
        self.memory.keep_closes(city, closes);
        closes
    }

    /// How many free followers a follower on the map costs.
    fn cost(&self, piece: PieceKind) -> f32 {
        1.0 + f32::from(piece.strength() - 1) * self.weights.large
    }

    fn sums<W: Witness>(&mut self, game: &BaseGame, witness: &mut W) -> Sums {
        let mut sums = Sums { points: final_scores(game), free: [0.0; MAX_SEATS] };
        for seat in Seat::of(self.horizon.players()) {
            let supply = game.supply(seat);
            let free: f32 = supply.followers().map(|kind| f32::from(supply.count(kind)) * self.cost(kind)).sum();
            sums.free[seat.index()] = free;
        }
        self.memory.laid(game);
        for (id, feature) in game.board().occupied() {
            let counts = Seat::ALL.map(|seat| feature.strength(seat));
            self.add_feature(&mut sums, game, id, &counts, witness);
        }
        if W::SEES {
            self.look_around(game, witness);
        }
        sums
    }

    /// What nobody has taken yet: open cities of some size, and fields beside complete ones.
    fn look_around<W: Witness>(&mut self, game: &BaseGame, witness: &mut W) {
        let board = game.board();
        for (id, feature) in board.features().filter(|(_, feature)| !feature.is_occupied()) {
            match feature.kind() {
                FeatureKind::City if !feature.is_closed() && feature.tile_count() > 1 => {
                    let worth = f32::from(game.value(id, When::Complete)) / 2.0;
                    witness.unclaimed(0, worth, self.closes(game, id));
                }
                FeatureKind::Field if feature.tile_count() > 2 => {
                    let cities = self.promise(game, id).cities;
                    if cities >= 3.0 {
                        witness.unclaimed(1, cities, openness(feature.open()));
                    }
                }
                _ => {}
            }
        }
    }

    /// Judges, and tells the witness what it finds.
    fn walk<W: Witness>(&mut self, game: &BaseGame, witness: &mut W) -> Scores {
        if game.phase() == Phase::Over {
            return final_scores(game);
        }
        self.memory.begin_position();
        let mut sums = self.sums(game, witness);
        if self.traders {
            let before = sums.points;
            self.add_traders(game, &mut sums);
            if W::SEES {
                for seat in Seat::of(self.horizon.players()) {
                    witness.rest(seat, sums.points[seat.index()] - before[seat.index()]);
                }
                self.look_at_traders(game, witness);
            }
        }
        if W::SEES {
            for seat in Seat::of(self.horizon.players()) {
                witness.followers(seat, self.followers.worth(sums.free[seat.index()]) * self.follower_phase);
                witness.slot(seat, 15, game.supply(seat).count(PieceKind::LargeFollower));
            }
        }
        self.memory.end_position();
        self.worth(&sums)
    }

    fn worth(&self, sums: &Sums) -> Scores {
        let mut scores = sums.points;
        for seat in Seat::of(self.horizon.players()) {
            scores[seat.index()] += self.followers.worth(sums.free[seat.index()]) * self.follower_phase;
        }
        scores
    }
}

impl Judge for BaseJudge {
    type Game = BaseGame;
    type Weights = BaseWeights;

    fn game_of(game: &AnyGame) -> Option<&BaseGame> {
        match game {
            AnyGame::Base(game) => Some(game),
            _ => None,
        }
    }

    fn new(game: &BaseGame, weights: &BaseWeights) -> BaseJudge {
        let BaseWeights { cap, extend, hole, cloister_fill: fill, .. } = *weights;
        let BaseWeights { follower_1, follower_2, follower_3, follower_4, follower_5, follower_6, follower_7, .. } =
            *weights;
        let each = [follower_1, follower_2, follower_3, follower_4, follower_5, follower_6, follower_7];
        BaseJudge {
            weights: weights.clone(),
            horizon: Horizon::new(
                table(),
                game.setup(),
                Chances { cap, extend, hole, fill, counts: weights.habits().counts },
            ),
            followers: Followers::new(&each),
            traders: game.setup().has(GameOption::TradersBuilders),
            follower_phase: 0.0,
            field_phase: 0.0,
            memory: Memory::new(),
        }
    }

    fn follow(&mut self, other: &BaseJudge) {
        self.horizon.clone_from(&other.horizon);
        self.set_phases();
    }

    fn prepare(&mut self, game: &BaseGame) {
        self.horizon.prepare(game.bag());
        self.set_phases();
    }

    fn drawn(&mut self, game: &BaseGame, tile: TileKind) {
        self.horizon.drawn(game.bag(), tile);
        self.set_phases();
    }

    fn evaluate(&mut self, game: &BaseGame) -> Scores {
        self.walk(game, &mut ())
    }

    fn look(&mut self, game: &BaseGame, view: &mut View) -> Scores {
        view.begin(game, self.horizon.turns());
        self.walk(game, view)
    }

    fn begin_sweep(&mut self) {
        self.memory.begin();
    }

    fn will_lay(&mut self, game: &BaseGame, pos: Pos) {
        self.memory.will_lay(game, pos);
    }

    fn end_sweep(&mut self) {
        self.memory.end();
    }

    fn acts(&mut self, desk: &mut Desk<BaseGame>, each: &mut dyn FnMut(Action, &Scores)) {
        if self.traders {
            return self.try_acts(desk, each);
        }
        // Without companions an action adds one follower to one feature: the rest is judged once.
        let Desk { placed: game, acts, .. } = desk;
        let sums = self.sums(game, &mut ());
        each(Action::Pass, &self.worth(&sums));
        let Some(seat) = game.active() else { return };
        game.actions(acts);
        for &act in acts.iter() {
            let Action::Follower { segment, piece, .. } = act else { continue };
            let Some(id) = game.board().last_feature(segment) else { continue };
            let mut counts = [0; MAX_SEATS];
            counts[seat.index()] = piece.strength();
            let mut sums = sums;
            sums.free[seat.index()] -= self.cost(piece);
            self.add_feature(&mut sums, game, id, &counts, &mut ());
            each(act, &self.worth(&sums));
        }
    }
}
